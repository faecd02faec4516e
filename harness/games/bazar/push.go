package bazar

// A ground is what a square is to a tile that comes there (BZ-31).
type ground uint8

const (
	cell ground = iota // of a district in play
	wall               // an illustration of a district in play
	out                // a hole, beyond the edge, anything of a district not in play
)

func (t *table) ground(s square) ground {
	switch {
	case !t.inPlay.has(districtOf[s]):
		return out
	case painted[s]:
		return wall
	}
	return cell
}

// at is the tile in play on a square, or 0: those of a market that has not
// entered are not found (BZ-31).
func (t *table) at(s square) tile {
	if t.inPlay.has(districtOf[s]) {
		return t.board[s]
	}
	return 0
}

// A footing is what becomes of a tile that comes to a square.
type footing uint8

const (
	stands  footing = iota
	blocked         // it stays where it was (BZ-34)
	falls           // it is eliminated (BZ-35)
)

// footing says what becomes of a tile pushed on a square without a tile.
func (r *rules) footing(t *table, s square) footing {
	switch t.ground(s) {
	case cell:
		return stands
	case wall:
		return blocked // BZ-34
	}
	return falls // BZ-35
}

// chain finds the last of the tiles that follow one without gap in a direction,
// and how many they are (BZ-32).
func (t *table) chain(from square, d direction) (last square, behind int) {
	last = from
	for t.at(neighbour[last][d]) != 0 {
		last = neighbour[last][d]
		behind++
	}
	return last, behind
}

// step moves the tile on a square by one square, with the chain of tiles that
// it pushes before it (BZ-32), and tells whether anything moved.
func (r *rules) step(t *table, from square, d direction) bool {
	last, behind := t.chain(from, d)
	if behind > 0 && r.chainBlocks {
		return false // BZ-33
	}
	landing := r.footing(t, neighbour[last][d])
	if landing == blocked {
		return false
	}
	if landing == falls {
		r.lift(t, last)
		if last == from {
			return true
		}
		last = neighbour[last][d.opposite()]
	}
	for s := last; ; s = neighbour[s][d.opposite()] {
		t.slide(s, d) // BZ-32
		if s == from {
			return true
		}
	}
}

// slide moves what lies on a square to the next one.
func (t *table) slide(s square, d direction) { t.board[neighbour[s][d]], t.board[s] = t.board[s], 0 }

// push moves the tile on a square up to so many steps, as far as nothing blocks
// it and it is not eliminated, and returns how many were done (BZ-36).
func (r *rules) push(t *table, from square, d direction, steps int) int {
	pushed := t.at(from)
	if pushed == 0 {
		return 0
	}
	done := 0
	for done < steps {
		if !r.step(t, from, d) {
			break // BZ-36
		}
		done++
		from = neighbour[from][d]
		if t.at(from) != pushed {
			break
		}
	}
	return done
}
