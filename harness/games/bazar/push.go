package bazar

import "slices"

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
		if r.wrong.wallEliminates {
			return falls
		}
		return blocked
	}
	late := districtOf[s] != noDistrict // in play later, perhaps
	switch {
	case s == offEdge && r.wrong.edgeBlocks,
		s != offEdge && !late && r.wrong.holeBlocks,
		late && r.wrong.lateBlocks,
		painted[s] && r.wrong.lateIllustrationBlocks:
		return blocked
	}
	return falls
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
	if t.trace != nil {
		r.traceStep(t, from, d)
	}
	last, behind := t.chain(from, d)
	if behind > r.limits.behind { // BZ-33
		return false
	}
	landing := r.footing(t, neighbour[last][d])
	if landing == blocked {
		return false
	}
	if landing == stands && r.wrong.jumpsOver {
		t.board[neighbour[last][d]], t.board[from] = t.board[from], 0
		return true
	}
	if landing == falls {
		if r.wrong.fallsAtWrongEnd {
			last = from
		}
		r.lift(t, last) // BZ-35
		if last == from || r.wrong.restStays {
			return true
		}
		last = neighbour[last][d.opposite()]
	}
	for s := last; ; s = neighbour[s][d.opposite()] {
		if landing == falls && r.wrong.chainFalls {
			r.lift(t, s)
		} else {
			t.slide(s, d)
		}
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
	before, discarded, eliminated, marketed, entries := t.board, len(t.discarded), len(t.eliminated), len(t.marketed), t.entries
	done, taken, gathers := 0, 0, false
	for done < steps {
		if r.wrong.gathersNothing || t.trace != nil {
			_, behind := t.chain(from, d)
			gathers = gathers || done > 0 && behind > taken
			if gathers && r.wrong.gathersNothing {
				break
			}
			taken = behind
		}
		if !r.step(t, from, d) {
			if r.wrong.blockedUndone && done > 0 {
				t.board, t.discarded, t.eliminated = before, t.discarded[:discarded], t.eliminated[:eliminated]
				t.marketed, t.entries = t.marketed[:marketed], entries
				return 0
			}
			if r.wrong.blockedStepCounts {
				done++
			}
			break
		}
		done++
		from = neighbour[from][d]
		if t.at(from) != pushed {
			if r.wrong.lastStepUncounted {
				done--
			}
			break
		}
	}
	if t.trace != nil {
		t.tracePush(steps, done, gathers, t.at(from) != pushed)
	}
	return done
}

// marketLimit is how many tiles wait in the market, and so how many its cells
// are (BZ-57).
const marketLimit = 5

// lift takes the tile off a square and eliminates it.
func (r *rules) lift(t *table, s square) {
	gone := t.board[s]
	t.board[s] = 0
	r.eliminate(t, gone)
}

// eliminate puts a tile that has been taken off the board on a market cell, or
// discards it if the market is full or in play (BZ-55, BZ-57).
func (r *rules) eliminate(t *table, gone tile) {
	if t.trace != nil {
		t.traceEliminated()
	}
	t.eliminated = append(t.eliminated, gone)
	switch closed := t.inPlay.has(market) && !r.wrong.marketTakesInPlay; {
	case closed, t.holds(market) >= r.limits.marketRoom, r.wrong.alwaysDiscards:
		if !r.wrong.discardedVanish {
			t.discarded = append(t.discarded, gone)
		}
		if r.wrong.discardedEnter && len(t.entries) > 0 {
			t.entries = t.entries[1:]
		}
		return
	case r.wrong.eliminatedVanish:
		return
	}
	t.marketed = append(t.marketed, gone)
	t.board[r.marketCellFor(t)] = gone
}

// marketCellFor is the market cell that the next tile comes to: that of its
// entry, or without one the first or last free one (BZ-56).
func (r *rules) marketCellFor(t *table) square {
	free := freeMarketCell(t, (r.marketCell == highestCell) != r.wrong.marketOtherEnd)
	n := len(t.entries)
	if n == 0 {
		return free
	}
	entry := t.entries[0]
	if r.wrong.entriesBackwards {
		entry, t.entries = t.entries[n-1], t.entries[:n-1]
	} else {
		t.entries = t.entries[1:]
	}
	shared := r.wrong.entriesShared && slices.Contains(t.marketed, t.board[entry])
	if !freeInMarket(t, entry) && !shared {
		t.misplaced = t.misplaced || !r.wrong.entriesForgiven
		return free
	}
	return entry
}

// freeInMarket tells whether a square is a cell of the market without a tile.
func freeInMarket(t *table, s square) bool {
	return districtOf[s] == market && isCell(s) && t.board[s] == 0
}

// freeMarketCell is the first free one in reading order, or the last (BZ-56).
// There is one.
func freeMarketCell(t *table, highest bool) square {
	free := offEdge
	for _, s := range cellsOf[market] {
		if t.board[s] == 0 {
			free = s
			if !highest {
				break
			}
		}
	}
	return free
}
