package ubongo

// endRound ends a round, and begins the next one (UO-53) or ends the game.
func (r *rules) endRound(t *table) {
	r.restore(len(t.solved), &t.display, &t.bag)
	clearBoards(t) // UO-51: they go back into the box.
	t.die = 0      // UO-53
	t.glass = 0
	t.solved = t.solved[:0]
	t.out = t.out[:0]
	if t.round >= rounds {
		r.endGame(t) // UO-54
		return
	}
	t.round++
	t.phase = toRoll
	r.pass(t)
	for p := range t.players {
		r.turnUp(&t.players[p])
	}
}

func clearBoards(t *table) {
	for p := range t.players {
		t.players[p].board = noBoard
	}
}

// pass hands die and hourglass to the left neighbours (UO-52).
func (r *rules) pass(t *table) {
	n := len(t.players)
	t.roller, t.flipper = (t.roller+1)%n, (t.flipper+1)%n // UO-52
}

// turnUp takes the top board from the stack (UO-16).
func (r *rules) turnUp(p *player) {
	p.board, p.stack = p.stack[0], p.stack[1:] // UO-16
}
