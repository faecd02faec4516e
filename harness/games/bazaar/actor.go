package bazaar

import (
	"slices"
	"sync"
)

// A behaviour is how an actor misbehaves, if it does.
type behaviour uint8

const (
	behaves behaviour = iota // BG-70: plays by the strategy
	fails                    // BG-71, BG-72: raises, or never returns, from a call on
	cheats                   // BG-73
)

// An actor describes a player program.
type actor struct {
	name      string
	policy    policy
	behaviour behaviour
	method    method // that fails
	fromCall  int    // at this call of it and all later ones, from 1
	hangs     bool   // where it fails it never returns (BG-72), else it raises
	cheat     cheat
	mangles   bool // its turn replies have a shape that no call allows, but for true in place of false
	leaves    bool // raising at the first call of a turn it closes its connection, which counts as a request for a pebble (Q7)
}

// A performer is an actor at work. It computes its replies from the arguments
// of the calls, never from the referee's table.
type performer struct {
	actor
	strategist *strategist
	equations  []equation
	calls      [methods]int
	left       bool   // it has closed its connection
	planned    bool   // the first reply, before any cheat, was an exchange list
	plan       []card // the cards that go with it
}

// fails counts a call and tells whether the actor raises or never returns at
// it. For the outcome both are the same failure (BG-72), and what it computed
// before is never executed (BG-78), so that it need not be computed.
func (p *performer) failsAt(m method) bool {
	p.calls[m]++
	return p.behaviour == fails && p.method == m && p.calls[m] >= p.fromCall
}

// firstReply is the reply to the first call of a turn: false exactly if the
// bank is not empty and no equation is usable, else the best exchange list
// (BG-64), unless a cheat replaces it (BG-73).
func (p *performer) firstReply(t *turn) request {
	p.planned, p.plan = false, nil
	var reply request
	if p.wantsPebble(t) {
		reply.pebble = true
	} else {
		best := p.bestPlan(t)
		p.planned, p.plan = true, best.cards
		reply.exchanges = best.exchanges
	}
	if p.behaviour == cheats { // at each call concerned (BG-73)
		if list, ok := p.cheatExchanges(t); ok {
			return request{exchanges: list}
		}
	}
	return reply
}

// wantsPebble tells whether the first reply is false: the bank is not empty, and
// no equation is usable, whatever could be bought (BG-64).
func (p *performer) wantsPebble(t *turn) bool {
	return t.bank != 0 && !p.strategist.rules.usableEquation(p.equations, t.active.wallet, t.bank)
}

// secondReply is the reply to the second call: after an exchange list the
// cards of the best one found with it, after a pebble the best purchase of the
// new wallet from the cards shown then (BG-66). A cheat that replaced the first
// reply and turned out legal does not change that (BG-73).
func (p *performer) secondReply(t *turn) []card {
	if p.behaviour == cheats { // at each call concerned (BG-73)
		if k, ok := p.cheatCard(t); ok {
			return []card{k}
		}
	}
	if p.planned {
		return p.plan
	}
	return p.bestPurchase(t.active.wallet, t.visibles)
}

func (p *performer) bestPurchase(wallet bag, visibles []card) []card {
	if p.strategist.rules.quirky() {
		return p.strategist.quirkyPurchase(wallet, visibles, p.policy).cards
	}
	return p.strategist.bestPurchase(wallet, visibles, p.policy).cards
}

func (p *performer) bestPlan(t *turn) plan {
	return p.strategist.planForTurn(p.equations, t, p.policy)
}

// cheatExchanges is the exchange list that a cheat sends as its first reply;
// false where the cheat is impossible, or concerns the other call.
func (p *performer) cheatExchanges(t *turn) ([]exchange, bool) {
	switch p.cheat {
	case cheatEquation:
		// BG-75: without such an equation it sends the empty list.
		if x, ok := p.invented(); ok {
			return []exchange{x}, true
		}
		return nil, true
	case cheatBank:
		return p.untradable(func(x exchange) bool { return !t.bank.contains(x.get) })
	case cheatWallet:
		return p.untradable(func(x exchange) bool { return !t.active.wallet.contains(x.give) })
	}
	return nil, false
}

// untradable is the first equation in list order that cannot be used as
// written, else the first that cannot be used flipped (BG-74).
func (p *performer) untradable(cannot func(exchange) bool) ([]exchange, bool) {
	for _, e := range p.equations {
		if cannot(e.exchange) {
			return []exchange{e.exchange}, true
		}
	}
	for _, e := range p.equations {
		if cannot(e.flipped()) {
			return []exchange{e.flipped()}, true
		}
	}
	return nil, false
}

// invented is the first equation that comes out of a given one by replacing
// the first pebble of its left side as written, and that is none of the given
// ones (BG-75).
func (p *performer) invented() (exchange, bool) {
	for _, e := range p.equations {
		for _, c := range writingOrder {
			x := exchange{e.give - e.first.one() + c.one(), e.get}
			if x.give.disjoint(x.get) && !p.knows(x) {
				return x, true
			}
		}
	}
	return exchange{}, false
}

// knows tells whether an equation is given, in either direction; with
// invented_equation = "oriented" only as written (Q5).
func (p *performer) knows(x exchange) bool {
	return slices.ContainsFunc(p.equations, func(e equation) bool {
		return e.exchange == x || !p.strategist.rules.inventOriented && e.flipped() == x
	})
}

// cheatCard is the card that a cheat asks for in its second reply; false where
// the cheat is impossible, or concerns the other call.
func (p *performer) cheatCard(t *turn) (card, bool) {
	switch p.cheat {
	case cheatCard:
		// BG-76.
		for _, k := range catalogue() {
			if indexCard(t.visibles, k) < 0 {
				return k, true
			}
		}
	case cheatPurchase:
		// BG-77.
		for _, k := range t.visibles {
			if !t.active.wallet.contains(k.pebbles()) {
				return k, true
			}
		}
	}
	return 0, false
}

// catalogue is the list of cards from which buy-unavailable-card takes the
// first that is not visible (BG-76): for each word the plain card, then the one
// with a face.
var catalogue = sync.OnceValue(func() []card {
	return readCatalogue("rgggg", "ywywy", "wgwgw", "rbbbb", "yyrwb", "rrbrr", "ggggg", "bbbbb", "rgbrg", "wyrbb")
})

func readCatalogue(words ...string) []card {
	var cards []card
	for _, w := range words {
		var b bag
		for _, initial := range []byte(w) {
			for c := range colours {
				if colourNames[c][0] == initial {
					b += c.one()
				}
			}
		}
		cards = append(cards, newCard(b, false), newCard(b, true))
	}
	return cards
}
