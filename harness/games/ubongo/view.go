package ubongo

// appendTable writes the keys of a State, or of the View of a player: stacks and
// the bag are then numbers (UO-64, UO-65), and all else is open (UO-66).
func (r *rules) appendTable(out []byte, t *table, viewer int) []byte {
	out = append(out, `"phase":`...)
	out = appendString(out, phaseNames[t.phase])
	out = append(out, `,"round":`...)
	out = appendInt(out, t.round)
	out = append(out, `,"roller":`...)
	out = appendInt(out, t.roller)
	out = append(out, `,"flipper":`...)
	out = appendInt(out, t.flipper)
	out = append(out, `,"die":`...)
	out = appendOrNull(out, t.die, 0)
	out = append(out, `,"glass":`...)
	out = appendInt(out, t.glass)
	out = append(out, `,"players":[`...)
	for i := range t.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = r.appendPlayer(out, &t.players[i], viewer == nobody) // UO-64
	}
	out = append(out, `],"solved":`...)
	out = appendList(out, t.solved, appendSolved)
	out = append(out, `,"out":`...)
	out = appendList(out, t.out, appendInt)
	out = append(out, `,"display":`...)
	out = appendDisplay(out, t.display)
	out = append(out, `,"bag":`...)
	if viewer == nobody {
		out = appendGems(out, t.bag)
	} else {
		out = appendInt(out, t.bag.total()) // UO-65
	}
	out = append(out, `,"winner":`...)
	return appendOrNull(out, t.winner, nobody)
}

func (r *rules) appendPlayer(out []byte, p *player, stackShown bool) []byte {
	out = append(out, `{"name":`...)
	out = appendString(out, p.name)
	out = append(out, `,"level":`...)
	out = appendString(out, r.content.levels[p.level])
	out = append(out, `,"stack":`...)
	if stackShown {
		out = appendList(out, p.stack, r.appendBoard)
	} else {
		out = appendInt(out, len(p.stack))
	}
	out = append(out, `,"board":`...)
	out = r.appendBoard(out, p.board)
	out = append(out, `,"gems":`...)
	out = appendGems(out, p.gems)
	return append(out, '}')
}

// appendView writes what a player sees: with the own task, once the die has been
// rolled and as long as there is a board (UO-67).
func (r *rules) appendView(out []byte, t *table, viewer int) []byte {
	board := t.players[viewer].board
	out = append(out, `{"player":`...)
	out = appendInt(out, viewer)
	out = append(out, ',')
	out = r.appendTable(out, t, viewer)
	out = append(out, `,"task":`...)
	if t.die != 0 && board != noBoard {
		out = r.appendProblem(out, r.problem(board, t.die)) // UO-67
	} else {
		out = append(out, "null"...)
	}
	return append(out, '}')
}
