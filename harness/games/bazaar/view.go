package bazaar

// A turn is what a player is shown of a table (BG-14).
type turn struct {
	bank     bag
	visibles []card
	active   player
	scores   []natural
}

// view is the turn of the player at index i: never the hidden pile, never
// another wallet; the scores of the others in turn order, beginning behind the
// player and going round (BG-14).
func (r *rules) view(t *table, i int, scores []natural) turn {
	for k := 1; k < len(t.players); k++ {
		scores = append(scores, t.players[(i+k)%len(t.players)].score)
	}
	return turn{bank: t.bank, visibles: t.visibles, active: t.players[i], scores: scores} // BG-14
}
