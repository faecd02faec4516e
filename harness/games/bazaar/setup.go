package bazaar

// setup is the table of a game from scratch: all pebbles in the bank, the same
// number of each colour (BG-02); the first cards visible, the rest hidden in
// order (BG-08); empty wallets, scores 0 (BG-07); players as named (BG-09).
func (r *rules) setup(names []string, equations []equation, cards []card) *table {
	t := &table{equations: equations}
	for c := range colours {
		t.bank += c.one() * bag(r.pebblesMax/int(colours))
	}
	visible := min(r.visibleMax, len(cards))
	t.visibles, t.hidden = cards[:visible:visible], cards[visible:]
	for _, name := range names {
		t.players = append(t.players, player{name: name, hasCard: true})
	}
	return t
}
