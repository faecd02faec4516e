package ubongo

// reward pays one who has solved, at once (UO-46): the first in the finishing
// order gets a blue gem from the display (UO-42), the second a brown one
// (UO-43), and everybody one from the bag (UO-44), as far as one was drawn
// (UO-47). Whoever has not solved gets nothing (UO-45).
func (r *rules) reward(position int, drawn colour, own, display, bag *gems) {
	fromDisplay := [2]colour{blue, brown}
	if r.wrong.amberFirst {
		fromDisplay = [2]colour{brown, blue}
	}
	if position < len(fromDisplay) {
		display.take(fromDisplay[position], own)
	} else if r.wrong.nothingForLate {
		return
	}
	if drawn == noColour {
		return
	}
	if r.wrong.drawnStays {
		own[drawn]++
		return
	}
	bag.take(drawn, own)
}

// restore puts into the bag what the solvers of a round have left of its two
// gems of the display, so that it has one of each colour fewer (UO-48, UO-49,
// UO-50).
func (r *rules) restore(solvers int, display, bag *gems) {
	if solvers < 2 && !(solvers == 0 && r.wrong.amberStays) {
		display.take(brown, bag)
	}
	if solvers == 0 {
		display.take(blue, bag)
	}
}

// endRound ends a round, and begins the next one (UO-53) or ends the game
// (UO-54).
func (r *rules) endRound(t *table) {
	r.restore(len(t.solved), &t.display, &t.bag)
	clearBoards(t) // UO-51
	t.die, t.glass = 0, 0
	t.solved, t.out = t.solved[:0], t.out[:0]
	if t.round >= r.last {
		r.endGame(t)
		return
	}
	t.round++
	t.phase = toRoll
	n := len(t.players)
	switch {
	case r.wrong.rollerStays:
	case r.wrong.passesRight:
		t.roller, t.flipper = (t.roller+n-1)%n, (t.flipper+n-1)%n
	default:
		t.roller, t.flipper = (t.roller+1)%n, (t.flipper+1)%n // UO-52
	}
	for p := range t.players {
		r.turnUp(&t.players[p])
	}
}

// turnUp takes the top board from the stack (UO-16).
func (r *rules) turnUp(p *player) {
	top, rest := 0, p.stack[1:]
	if r.wrong.fromBottom {
		top, rest = len(p.stack)-1, p.stack[:len(p.stack)-1]
	}
	p.board, p.stack = p.stack[top], rest
}

// endGame ends the game after the last round (UO-54), with a winner (UO-56) or
// a playoff of those who are tied (UO-57).
func (r *rules) endGame(t *table) {
	leads, n := r.leaders(t)
	if n > 1 && !r.wrong.firstWinsTie {
		t.phase = toRollPlayoff
		return
	}
	t.phase = over
	for p := range t.players {
		if leads[p] {
			t.winner = p
			return
		}
	}
}
