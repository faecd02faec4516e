package ubar

import "slices"

// A phase says what kind of decision is awaited in a State.
type phase uint8

const (
	drafting phase = iota
	selling
	over
)

var phaseNames = [...]string{"draft", "sell", "over"}

// A player is one captain with ship and tableau.
type player struct {
	coins   int
	time    int
	hold    goods
	tableau tableau
}

// A state is everything about a game at one moment (UB-75: nothing of it is
// secret but the sequence of the pile).
type state struct {
	round   int // from 1
	phase   phase
	players []player
	order   []int // of players, the furthest back first, then the earliest arrival (UB-10, UB-11)
	toSell  []int // who still has to sell in this round, in order
	grid    grid
	pile    []tile   // the front is dealt next
	markets []market // the current round's first (UB-05)
	supply  goods
}

// clone is a copy that shares nothing which ever changes: tableaus only grow.
func (s *state) clone() *state {
	c := *s
	c.players = slices.Clone(s.players)
	for i := range c.players {
		c.players[i].tableau = slices.Clip(c.players[i].tableau)
	}
	c.order = slices.Clone(s.order)
	c.toSell = slices.Clone(s.toSell)
	return &c
}

// roundEnd is the space that ends the current round.
func (s *state) roundEnd() int { return content.ends[s.round-1] }
