package ubar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar/material"
)

// Judge tells the code of each request in a State, "" if it is legal. It reads the
// State once, where task move reads it each time.
func Judge(t testing.TB, r game.Rules, text jsontext.Value) func(request jsontext.Value) string {
	t.Helper()
	read := func(raw jsontext.Value, as func(*decoder)) *decoder {
		d := newDecoder(r.(*rules))
		if err := d.Decode([]jsontext.Value{raw}, 0, func() { as(d) }); err != nil {
			t.Fatalf("%v\n%s", err, raw)
		}
		return d
	}
	s := &read(text, func(d *decoder) { d.stateValue() }).states
	return func(raw jsontext.Value) string {
		var q request
		read(raw, func(d *decoder) { q = *d.requestValue() })
		return string(r.(*rules).judge(s.clone(), &q, nil))
	}
}

// A RandomGame is a game among random players, played without JSON.
type RandomGame struct {
	maker  *maker
	state  *state
	before struct {
		times   []int
		order   []int
		sold    bool
		emptied bool
		player  int
	}
	err error
}

// NewGame begins a game that rng draws, players and all.
func NewGame(r game.Rules, rng *rand.Rand) *RandomGame {
	m := &maker{rules: r.(*rules).right, Draw: game.NewDraw(rng, game.SizeMax)}
	m.chooser = chooser{rules: m.rules, random: rng}
	return &RandomGame{maker: m, state: m.rules.begin(m.setup())}
}

// Next plays one request, and tells whether there was one to play.
func (g *RandomGame) Next() bool {
	s := g.state
	if s.phase == over || g.err != nil {
		return false
	}
	b := &g.before
	b.times = b.times[:0]
	tiles := 0
	for i := range s.players {
		b.times = append(b.times, s.players[i].time)
	}
	for _, t := range s.grid.cells {
		if t != 0 {
			tiles++
		}
	}
	b.order = append(b.order[:0], s.order...)
	b.sold, b.emptied, b.player = s.phase == selling, tiles == 1, g.maker.rules.actor(s)
	q := g.maker.chooser.choose(s, b.player)
	if c := g.maker.rules.judge(s, &q, nil); c != legal {
		g.err = fmt.Errorf("a random request is illegal: %s: %s", c, requestJSON(&q))
	}
	return g.err == nil
}

// Sold tells whether the last request was a sale.
func (g *RandomGame) Sold() bool { return g.before.sold }

// Players is their number.
func (g *RandomGame) Players() int { return len(g.state.players) }

// Err is why the game could not go on.
func (g *RandomGame) Err() error { return g.err }

// Check holds the last request to the rules about times and turns: no marker
// goes back, only the actor's moves, the actor was furthest back and first on
// the space, and whoever arrives comes last there.
func (g *RandomGame) Check() error {
	s, b := g.state, &g.before
	for i, was := range b.times {
		now := s.players[i].time
		if now < was || now != was && i != b.player && !b.emptied || now != was && b.sold {
			return fmt.Errorf("the marker of player %d goes from %d to %d", i, was, now)
		}
		if !b.sold && (was < b.times[b.player] || was == b.times[b.player] && slices.Index(b.order, i) < slices.Index(b.order, b.player)) {
			return fmt.Errorf("player %d drafts before player %d", b.player, i)
		}
	}
	for k := 1; k < len(s.order); k++ {
		a, c := s.order[k-1], s.order[k]
		if s.players[a].time > s.players[c].time {
			return fmt.Errorf("the order %v does not follow the times", s.order)
		}
		if s.players[a].time == s.players[c].time && a == b.player && !b.emptied && b.times[a] != s.players[a].time {
			return fmt.Errorf("player %d came last to space %d, and lies below player %d", a, s.players[a].time, c)
		}
	}
	for i := range s.players {
		if !g.maker.rules.fits(s.players[i].hold) {
			return fmt.Errorf("the goods of player %d do not fit: %s", i, describe(s.players[i].hold))
		}
	}
	return nil
}

// ContentText is the content file.
var ContentText = material.Text

// GoodNames are the goods in their order.
var GoodNames = goodNames

// Fits is what the rules know of goods, without JSON.
func Fits(r game.Rules) func([5]int8) bool {
	rules := r.(*rules)
	return func(g [5]int8) bool { return rules.fits(goods(g)) }
}
