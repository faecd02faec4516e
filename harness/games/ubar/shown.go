package ubar

// appendView writes what a player sees of a State: all but the sequence of the
// pile, and perhaps the coins of the others (UB-75).
func (r *rules) appendView(out []byte, s *state, you int) []byte {
	out = append(out, `{"you":`...)
	out = appendInt(out, you)
	out = append(out, `,"turn":`...)
	if turn := r.actor(s); turn >= 0 {
		out = appendInt(out, turn)
	} else {
		out = append(out, "null"...)
	}
	out = append(out, `,"round":`...)
	out = appendInt(out, s.round)
	out = append(out, `,"round_end":`...)
	out = appendInt(out, s.roundEnd())
	out = append(out, `,"phase":`...)
	out = appendWord(out, phaseNames[s.phase])
	out = append(out, `,"players":[`...)
	for i := range s.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPlayer(out, &s.players[i], i == you || !r.coinsHidden) // UB-75
	}
	out = append(out, `],"order":`...)
	out = appendList(out, s.order, appendInt[int])
	out = append(out, `,"to_sell":`...)
	out = appendList(out, s.toSell, appendInt[int])
	out = append(out, `,"grid":`...)
	out = appendGrid(out, &s.grid)
	out = append(out, `,"costs":`...)
	out = appendRows(out, &s.grid, func(out []byte, p pos) []byte { return r.appendCost(out, &s.grid, p) })
	out = append(out, `,"pile_count":`...)
	out = appendInt(out, len(s.pile))
	out = append(out, `,"markets":`...)
	out = appendList(out, s.markets, appendMarket)
	out = append(out, `,"supply":`...)
	out = appendGoods(out, s.supply)
	return append(out, '}')
}
