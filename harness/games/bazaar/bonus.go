package bazaar

import "slices"

// A bonus is a set of colours and the points for having them all (BG-56).
type bonus struct {
	name    string
	colours []colour
	points  natural
}

// bonusNamed returns the bonus of that name, or nil.
func (r *rules) bonusNamed(name string) *bonus {
	i := slices.IndexFunc(r.bonuses, func(b bonus) bool { return b.name == name })
	if i < 0 {
		return nil
	}
	return &r.bonuses[i]
}

// earns tells whether the cards of a player qualify for the bonus: its colours
// all occur on them taken together; faces mean nothing (BG-56). The cards brought
// along and those bought count (BG-57).
func (r *rules) earns(b *bonus, p *player) bool {
	return !slices.ContainsFunc(b.colours, func(c colour) bool {
		return !slices.ContainsFunc(p.cards, func(k card) bool { return k.pebbles().count(c) > 0 })
	})
}

// award adds a bonus to a score (BG-55).
func (r *rules) award(b *bonus, score natural) natural { return score.plus(b.points) }
