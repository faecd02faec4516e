package ubar

import (
	"math/rand/v2"
	"slices"
)

// A chooser makes the legal requests of a builtin player. It knows a State only
// as far as a View shows it: never the sequence of the pile.
type chooser struct {
	rules  *rules
	random *rand.Rand // draws, if the player leaves all to chance
	how    passage
}

// choose is a legal request of player i, who is to act.
func (c *chooser) choose(s *state, i int) request {
	switch {
	case s.phase == selling && c.random != nil:
		return request{sells: true, player: i, sold: c.someOf(s.players[i].hold)}
	case s.phase == selling:
		return c.bestSale(s, i)
	case c.random != nil:
		return c.randomDraft(s, i)
	}
	return c.bestDraft(s, i)
}

// someOf is a part of the goods: all that there is in half of the cases, else
// any part.
func (c *chooser) someOf(g goods) goods {
	if c.random.IntN(2) == 0 {
		return g
	}
	for k := range g {
		g[k] = int8(c.random.IntN(int(g[k]) + 1))
	}
	return g
}

// randomDraft takes any tile to any place, with any target.
func (c *chooser) randomDraft(s *state, player int) request {
	q := request{player: player}
	own := s.players[player].tableau
	cells := s.grid.cells[:s.grid.rows*s.grid.cols]
	n := c.random.IntN(s.grid.tiles())
	for i, t := range cells {
		if t == 0 {
			continue
		}
		if n == 0 {
			q.take = pos{int8(i / s.grid.cols), int8(i % s.grid.cols)}
			q.hasTarget = t.face().wind.kind == anyTile
			break
		}
		n--
	}
	q.place = c.randomPlace(own)
	if q.hasTarget {
		q.target = own[c.random.IntN(len(own))].at
	}
	c.finish(s, &q)
	return q
}

// randomPlace is a free place beside a tile of the tableau. Every place is tried
// sooner or later, and one in the open has most chances.
func (c *chooser) randomPlace(own tableau) pos {
	for {
		at := own[c.random.IntN(len(own))].at.plus(steps[c.random.IntN(len(steps))])
		if own.find(at) < 0 {
			return at
		}
	}
}

// finish decides what a draft skips and dumps, so that it is legal, and leaves in
// how what comes of it. A player who leaves nothing to chance skips nothing and
// dumps what is worth least; with an action that takes more than it brings that
// is not the best, but it is simple.
func (c *chooser) finish(s *state, q *request) {
	r := c.rules
	p := &s.players[q.player]
	t := s.grid.at(q.take)
	how := &c.how
	r.findSteps(how, p.tableau, t, q)
	how.hold, how.supply, how.start, how.done = p.hold, s.supply, p.time, 0
	how.cost = r.cost(&s.grid, q.take)
	how.time = how.cost
	q.skip, q.dumps = nil, nil
	c.overboard(q, goods{})
	for k := range how.steps {
		how.done = k + 1
		_, isNew := how.acting(p.tableau, t)
		skipped := c.random != nil && r.declinable(isNew) && c.random.IntN(3) == 0
		if skipped {
			q.skip = append(q.skip, k+1)
		}
		r.act(how, p.tableau, t, skipped)
		c.overboard(q, c.excess(s, how.hold))
	}
}

// wasteful is one in how many times a random player dumps goods without need.
const wasteful = 12

// overboard notes what is dumped after the step under way: what must go, and
// sometimes more.
func (c *chooser) overboard(q *request, x goods) {
	how := &c.how
	if c.random != nil && c.random.IntN(wasteful) == 0 && !how.hold.minus(x).isEmpty() {
		k := c.random.IntN(int(kinds))
		for how.hold[k] == x[k] {
			k = (k + 1) % int(kinds)
		}
		x[k]++
	}
	if x.isEmpty() {
		return
	}
	c.rules.dump(how, x)
	for len(q.dumps) < how.done {
		q.dumps = append(q.dumps, goods{})
	}
	q.dumps = append(q.dumps, x)
}

// excess is what has to go overboard for the rest to fit: any goods, one after
// another, or those that are worth least together.
func (c *chooser) excess(s *state, hold goods) goods {
	var x goods
	if c.rules.fits(hold) {
		return x
	}
	if c.random != nil {
		for !c.rules.fits(hold.minus(x)) {
			if k := c.random.IntN(int(kinds)); hold[k] > x[k] {
				x[k]++
			}
		}
		return x
	}
	prices := content.markets[s.markets[0]].prices
	least := hold.worth(prices) + 1
	for part := range parts(hold) {
		if w := part.worth(prices); w < least && c.rules.fits(hold.minus(part)) {
			x, least = part, w
		}
	}
	return x
}

// timeWorth is what the greedy player thinks that a space of time is worth, in
// coins: about what a game brings over its 36 spaces, spread over the time.
const timeWorth = 2

// bestDraft looks one tile ahead: of all tiles, places and targets it takes the
// first that brings the most goods at the current prices, less the time that it
// takes.
func (c *chooser) bestDraft(s *state, player int) request {
	var best request
	bestGain, found := 0, false
	prices := content.markets[s.markets[0]].prices
	for q := range c.rules.drafts(s, player) {
		c.finish(s, q)
		gain := c.how.hold.worth(prices) - timeWorth*c.how.time
		if !found || gain > bestGain {
			best, bestGain, found = *q, gain, true
			best.skip, best.dumps = slices.Clone(q.skip), slices.Clone(q.dumps)
		}
	}
	return best
}

// bestSale sells what brings at least its normal price, and in the last round
// everything.
func (c *chooser) bestSale(s *state, player int) request {
	q := request{sells: true, player: player}
	prices := content.markets[s.markets[0]].prices
	for k, n := range s.players[player].hold {
		if s.round == roundsMax || prices[k] >= content.prices[k] {
			q.sold[k] = n
		}
	}
	return q
}
