package bazar

import "slices"

// takeFromHand takes a tile from a hand, if it is there; the others keep their
// order (BZ-26).
func (r *rules) takeFromHand(p *player, k kind) {
	if i := slices.Index(p.hand, k); i >= 0 {
		p.hand = slices.Delete(p.hand, i, i+1)
	}
}

// refill draws the top tile of the pile, if there is one, and holds it last
// (BZ-26).
func (r *rules) refill(p *player) {
	if len(p.pile) > 0 {
		p.hand, p.pile = append(p.hand, p.pile[0]), p.pile[1:] // BZ-26
	}
}
