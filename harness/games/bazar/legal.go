package bazar

import "math/rand/v2"

// What may be placed can be told from what lies open before all players, so
// that those who decide need no more than their view.

// cells are the squares on which a tile of that kind may be placed (BZ-24,
// BZ-25), in reading order by district.
func (r *rules) cells(t *table, k kind, memory []square) []square {
	for d := range district(districts) {
		if !t.inPlay.has(d) {
			continue
		}
		for _, s := range cellsOf[d] {
			if r.right.judgePlace(t, k, s) == legal {
				memory = append(memory, s)
			}
		}
	}
	return memory
}

// choices are the legal choices for a tile of that kind on p.
func (r *rules) choices(t *table, k kind, p square, memory []choice) []choice {
	add := func(c choice) {
		if r.judgeChoice(t, k, p, &c) == legal {
			memory = append(memory, c)
		}
	}
	switch formOf[k] {
	case choosesNothing:
		add(choice{})
	case choosesDirection, choosesTurn:
		for d := range directions {
			add(choice{form: choosesDirection, direction: d})
		}
	case choosesWalk:
		for d := range directions {
			for n := range walkMax {
				add(choice{form: choosesWalk, direction: d, steps: n + 1})
			}
		}
	case choosesMove:
		if !t.canAttract(p) {
			add(choice{})
			break
		}
		var from, to [squares]square
		for _, a := range r.takable(t, p, from[:0]) {
			for _, b := range t.freeCells(districtOf[p], p, to[:0]) {
				add(choice{form: choosesMove, from: a, to: b})
			}
		}
	}
	return memory
}

// walkMax is how far a pedlar walks (BZ-47).
const walkMax = 3

// takable are the squares from which a notable on p may take a tile.
func (r *rules) takable(t *table, p square, memory []square) []square {
	for d := range district(districts) {
		if !t.inPlay.has(d) || d == districtOf[p] {
			continue
		}
		for _, s := range cellsOf[d] {
			if t.board[s] != 0 {
				memory = append(memory, s)
			}
		}
	}
	return memory
}

// freeCells are the empty cells of a district besides p.
func (t *table) freeCells(d district, p square, memory []square) []square {
	for _, s := range cellsOf[d] {
		if t.board[s] == 0 && s != p {
			memory = append(memory, s)
		}
	}
	return memory
}

// requests calls yield with every legal request of a guild that may place tiles
// of these kinds, until it says that it has seen enough.
func (r *rules) requests(t *table, g guild, hand []kind, yield func(*request) bool) {
	var places [squares]square
	var memory []choice
	for _, k := range hand {
		for _, p := range r.cells(t, k, places[:0]) {
			memory = r.choices(t, k, p, memory[:0])
			for _, c := range memory {
				if !yield(&request{guild: g, kind: k, cell: p, choice: c}) {
					return
				}
			}
		}
	}
}

// drawRequest draws a legal request: a kind, a cell for it, and what there is to
// choose then. There is always one (chapter 8), but for a favourite that finds
// no tile; then another kind is drawn.
func (r *rules) drawRequest(t *table, g guild, hand []kind, rng *rand.Rand) (q request, ok bool) {
	var memory [squares]square
	first := rng.IntN(len(hand))
	for i := range hand {
		k := hand[(first+i)%len(hand)]
		cells := r.cells(t, k, memory[:0])
		if len(cells) == 0 {
			continue
		}
		p := cells[rng.IntN(len(cells))]
		return request{guild: g, kind: k, cell: p, choice: r.drawChoice(t, k, p, rng)}, true
	}
	return q, false
}

// drawChoice draws a legal choice.
func (r *rules) drawChoice(t *table, k kind, p square, rng *rand.Rand) choice {
	if k == notable && t.canAttract(p) {
		var memory [squares]square
		from, to := r.takable(t, p, memory[:0]), square(0)
		c := choice{form: choosesMove, from: from[rng.IntN(len(from))]}
		free := t.freeCells(districtOf[p], p, memory[:0])
		to = free[rng.IntN(len(free))]
		c.to = to
		return c
	}
	var memory [walkMax * int(directions)]choice
	list := r.choices(t, k, p, memory[:0])
	return list[rng.IntN(len(list))]
}
