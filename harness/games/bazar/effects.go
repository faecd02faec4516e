package bazar

// A choice is how a player aims the effect of a tile (chapter 5).
type choice struct {
	form      choiceForm // a direction that is left or right is a choosesDirection, too
	direction direction
	steps     int    // of a walk
	from, to  square // of a move
}

// A deed is a tile that has been placed and is to take effect.
type deed struct {
	place  square
	choice choice
	market []square // the entries of the request (BZ-56)
	tile   tile
	actor  *player   // who placed it
	others []*player // all players, by their guilds; nil where nobody plays that guild
	guilds []guild   // who plays, in the order
}

// effects are what direct tiles do once they lie on their cell. A kind without
// one does nothing when it is placed (BZ-28, BZ-40).
var effects = [kinds]func(*rules, *table, *deed){
	fishmonger:   (*rules).pushNeighbours,
	courier:      (*rules).pushTwice,
	charlatan:    (*rules).swap,
	architect:    (*rules).rotate,
	notable:      (*rules).attract,
	pedlar:       (*rules).walk,
	ferryman:     (*rules).carry,
	innkeeper:    (*rules).draw,
	taxCollector: (*rules).tax,
}

// pushNeighbours pushes the four tiles around by one step (BZ-41).
func (r *rules) pushNeighbours(t *table, e *deed) {
	for d := range directions {
		r.push(t, neighbour[e.place][d], d, 1) // BZ-41
	}
}

// pushTwice pushes the tile in the direction (BZ-42).
func (r *rules) pushTwice(t *table, e *deed) {
	d := e.choice.direction
	r.push(t, neighbour[e.place][d], d, 2) // BZ-42
}

// swap changes places with the tile in the direction (BZ-44).
func (r *rules) swap(t *table, e *deed) {
	next := neighbour[e.place][e.choice.direction]
	if t.at(next) != 0 {
		t.board[e.place], t.board[next] = t.board[next], t.board[e.place] // BZ-44
	}
}

// rotate gives the tiles around a quarter turn, all at once, unless one would
// come to a wall (BZ-45).
func (r *rules) rotate(t *table, e *deed) {
	turn := direction.clockwise
	if e.choice.direction == left {
		turn = direction.anticlockwise
	}
	var tiles [directions]tile   // by the squares they come from
	var falling [directions]bool // decided before the first falls
	for d := range directions {
		tiles[d] = t.at(neighbour[e.place][d])
		if tiles[d] == 0 {
			continue
		}
		switch t.ground(neighbour[e.place][turn(d)]) {
		case wall:
			return // BZ-45
		case out:
			falling[d] = true
		}
	}
	for d, moved := range tiles {
		if moved != 0 {
			t.board[neighbour[e.place][d]] = 0
		}
	}
	for d, moved := range tiles {
		if moved != 0 && !falling[d] {
			t.board[neighbour[e.place][turn(direction(d))]] = moved
		}
	}
	for d := range directions {
		if falling[d] {
			r.eliminate(t, tiles[d])
		}
	}
}

// attract moves the tile chosen into the district of the notable (BZ-46).
func (r *rules) attract(t *table, e *deed) {
	if e.choice.form == choosesMove {
		t.board[e.choice.to] = t.board[e.choice.from]
		t.board[e.choice.from] = 0
	}
}

// walk moves the pedlar and pushes what is in its way (BZ-47).
func (r *rules) walk(t *table, e *deed) {
	d := e.choice.direction
	at := e.place
	for range e.choice.steps {
		next := neighbour[at][d]
		if t.ground(next) != cell {
			return // BZ-47
		}
		if t.at(next) != 0 && !r.step(t, next, d) {
			return
		}
		t.slide(at, d)
		at = next
	}
}

// carry takes the tile in the direction across to the other side (BZ-48).
func (r *rules) carry(t *table, e *deed) {
	d := e.choice.direction
	from, to := neighbour[e.place][d], neighbour[e.place][d.opposite()]
	carried := t.at(from)
	if carried == 0 {
		return
	}
	switch ground := t.ground(to); {
	case ground == out:
		r.lift(t, from) // BZ-48
	case ground == cell && t.at(to) == 0:
		t.board[to], t.board[from] = carried, 0
	}
}

// draw moves the first tile in sight to the cell beside the innkeeper (BZ-49).
func (r *rules) draw(t *table, e *deed) {
	d := e.choice.direction
	from, to := t.sight(e.place, d), neighbour[e.place][d]
	if from == offEdge {
		return
	}
	seen := t.board[from]
	t.board[from] = 0
	t.board[to] = seen // BZ-49
}

// sight is where the first tile lies that is seen from a square over empty
// cells, or offEdge.
func (t *table) sight(from square, d direction) square {
	for s := neighbour[from][d]; t.ground(s) == cell; s = neighbour[s][d] {
		if t.board[s] != 0 {
			return s
		}
	}
	return offEdge
}

// taxMax is how many coins a tax collector takes at most (BZ-50).
const taxMax = 2

// tax takes coins from the rival who owns the district (BZ-50).
func (r *rules) tax(t *table, e *deed) {
	o := r.ownership(t, districtOf[e.place], e.guilds)
	if !o.owned || o.owner == e.actor.guild {
		return
	}
	payer := e.others[o.owner]
	paid := min(taxMax, payer.coins)
	payer.coins -= paid
	e.actor.coins += paid // BZ-50
}

// target tells whether a kind whose choice is a direction has a target there
// (BZ-29): what courier, charlatan and ferryman touch, what an innkeeper sees.
func (t *table) target(k kind, p square, d direction) bool {
	if k == innkeeper {
		return t.sight(p, d) != offEdge
	}
	return t.at(neighbour[p][d]) != 0
}

// hasTarget tells whether any direction has a target.
func (t *table) hasTarget(k kind, p square) bool {
	for d := range directions {
		if t.target(k, p, d) {
			return true
		}
	}
	return false
}

// canAttract tells whether a notable on p has a tile to take and a cell to put
// it on (BZ-46).
func (t *table) canAttract(p square) bool {
	own := districtOf[p]
	return t.attractable(own) != offEdge && t.freeCell(own, p) != offEdge
}

// attractable is the first square with a tile in a district in play other than
// this, or offEdge.
func (t *table) attractable(own district) square {
	for d := range district(districts) {
		if d == own || !t.inPlay.has(d) {
			continue
		}
		for _, s := range cellsOf[d] {
			if t.board[s] != 0 {
				return s
			}
		}
	}
	return offEdge
}

// freeCell is the first empty cell of a district besides p, or offEdge.
func (t *table) freeCell(d district, p square) square {
	for _, s := range cellsOf[d] {
		if t.board[s] == 0 && s != p {
			return s
		}
	}
	return offEdge
}
