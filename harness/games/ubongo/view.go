package ubongo

// show is what a player sees: of the stacks and the bag how much is in them, all else
// (UO-66), and the own task, once the die has been rolled and as long as there is a board
// (UO-67).
func (r *rules) show(v *viewText, t *table, viewer int) {
	v.viewer, v.table, v.seats = viewer, *t, v.seats[:0]
	for p := range t.players {
		v.seats = append(v.seats, seatSeen{t.players[p], len(t.players[p].stack)}) // UO-64
	}
	v.inBag = t.bag.total() // UO-65
	v.task.footprint = nil
	if board := t.players[viewer].board; t.die != 0 && board != noBoard {
		v.task.of(r.problem(board, t.die)) // UO-67
	}
}

// appendView writes what a player sees.
func (r *rules) appendView(out []byte, t *table, viewer int) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		r.show(&p.view, t, viewer)
		return f.view.Append(out, &p.view)
	})
}
