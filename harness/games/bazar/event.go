package bazar

import "slices"

// How many cards have been played when the conditions of feast and reorganisation
// are met (BZ-18).
const (
	feastAfter          = 5
	reorganisationAfter = 6
)

// nextEvent is the card of the round that begins, whether it comes from the
// pile, and whether there is one at all. The richest has so many coins.
func (r *rules) nextEvent(s *state, richest int) (card event, normal, ok bool) {
	for c := range event(conditionals) {
		if !slices.Contains(s.played, c) && r.condition(s, c, richest) {
			return c, false, true // BZ-19
		}
	}
	if len(s.pile) > 0 {
		return s.pile[0], true, true // BZ-16
	}
	return noEvent, false, false // BZ-22
}

// condition tells whether the condition of a conditional card is met now, the
// richest having so many coins (BZ-17, BZ-18, BZ-20).
func (r *rules) condition(s *state, card event, richest int) bool {
	n := len(s.played)
	switch card {
	case bounty:
		return richest >= r.bountyCoins // BZ-17
	case feast:
		return n >= feastAfter // BZ-18
	default:
		return n >= reorganisationAfter
	}
}

// reveal puts a card in force (BZ-16, BZ-21).
func (r *rules) reveal(s *state, card event, normal bool) {
	s.event = card
	s.played = append(s.played, card) // BZ-21
	if normal {
		s.pile = s.pile[1:]
	}
}
