package bazar

import "slices"

// handSize is how many tiles a guild holds as long as its pile lasts (BZ-04).
const handSize = 3

// setup makes the first state: the start phase, with nothing on the board
// (BZ-03 to BZ-08).
func (r *rules) setup(players []player, order []int, pile []event) *state {
	s := &state{phase: starting, players: players, order: order, pile: pile} // BZ-05, BZ-07
	s.inPlay, s.event = fromStart, noEvent                                   // BZ-08
	for i := range players {
		p := &players[i]
		p.coins = r.startCoins // BZ-06
		r.deal(p)
	}
	return s
}

// deal makes a first hand of the top of the pile (BZ-04).
func (r *rules) deal(p *player) {
	p.hand, p.pile = slices.Clone(p.pile[:handSize]), p.pile[handSize:] // BZ-04
}
