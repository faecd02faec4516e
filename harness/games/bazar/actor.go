package bazar

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// describeCast describes the actors and guests of a live game.
func (f *forms) describeCast(b *value.Book) {
	f.cast = &guest.Cast{
		Policies: guest.Policies, Policy: guest.Policy(), Methods: append(slices.Clone(stages.Methods), marketMethod),
		Cheats: guest.Cheats(codes, string(gameOver)), Max: guilds + 2,
		Plays: "A greedy client looks for the most coins; a random one leaves all to chance. " +
			"A program under test may play as it likes, as long as each request is legal.",
		Cheating: "that makes an illegal request with this code as soon as it can",
		Clause:   "BZ-23", Order: "BZ-04", Faults: "BZ-23",
	}
	f.cast.Define(b)
}

// performer makes the player of an actor. It plays by the rules, also where the referee
// reads them wrongly.
func (r *rules) performer(a guest.Actor, name string) *livePlayer {
	p := &livePlayer{rules: r.right, dec: newDecoder(r), rng: a.Chance(name), role: guest.Role{Actor: a}}
	p.choose = p.best
	if a.Policy == guest.Random {
		p.choose = p.drawn
	}
	return p
}

// state is what a player knows of the game whose turn it is: enough to judge a request of
// its own.
func (v *view) state() *state {
	s := &state{table: v.table, phase: v.phase}
	for i, g := range v.playing {
		p := player{guild: g, coins: v.coins[g]}
		if g == v.guild {
			p.hand, s.turn = v.hand, i
		}
		s.players = append(s.players, p)
		s.order = append(s.order, i)
	}
	return s
}

// cheat is an illegal request with a code that a player makes on purpose; false where
// none has it.
func (p *livePlayer) cheat(v *view, want code) (q request, ok bool) {
	s := v.state()
	kinds := v.kindsToPlace()
	if want == startTileFirst || want == notInHand {
		kinds = allKinds()
	}
	guild := v.guild
	if want == notYourTurn {
		guild = v.playing[(s.turn+1)%len(v.playing)]
	}
	for _, k := range kinds {
		for at := range square(squares) {
			for _, c := range p.rules.anyChoices(&v.table, k, at) {
				if q = (request{guild: guild, kind: k, cell: at, choice: c}); p.rules.judge(s, &q) == want {
					return q, true
				}
			}
		}
	}
	return q, false
}

func allKinds() []kind {
	list := make([]kind, len(kindNames))
	for i := range list {
		list[i] = kind(i)
	}
	return list
}

// anyChoices are choices for a tile on p, legal and illegal ones: of the moves of a notable
// those of which one end is legal.
func (r *rules) anyChoices(t *table, k kind, p square) []choice {
	list := []choice{{}}
	for d := range directions {
		list = append(list, choice{form: choosesDirection, direction: d}, choice{form: choosesWalk, direction: d, steps: walkMax})
	}
	var from, to [squares]square
	if formOf[k] != choosesMove || !isCell(p) || !t.canAttract(p) {
		return list
	}
	a, b := r.takable(t, p, from[:0])[0], t.freeCells(districtOf[p], p, to[:0])[0]
	for s := range square(squares) {
		list = append(list, choice{form: choosesMove, from: s, to: b}, choice{form: choosesMove, from: a, to: s})
	}
	return list
}

// judgment judges the requests that others may reply to this call with: any legal one is
// as good as another, and of one who cheats where it can any illegal one.
func (p *livePlayer) judgment(args []jsontext.Value, cheats bool) func(jsontext.Value) *game.Breach {
	shown := args[0].Clone()
	return func(reply jsontext.Value) *game.Breach {
		d := newDecoder(p.rules)
		var v *view
		if err := d.Decode([]jsontext.Value{shown}, 0, func() { v = d.viewValue() }); err != nil {
			return nil
		}
		s := v.state()
		var q request
		if err := d.Decode([]jsontext.Value{reply}, 0, func() { q = d.placementTo(s) }); err != nil {
			return &game.Breach{Why: string(game.WrongShape), Clause: "BZ-94", Message: err.(*game.Invalid).Message}
		}
		c := p.rules.judge(s, &q)
		if cheats || c == legal {
			return p.honest(cheats && c == legal)
		}
		return &game.Breach{Why: string(c), Clause: p.rules.clauseOf(c, &q, s.phase), Message: p.rules.explain(s, &q, c)}
	}
}

// honest tells of an actor that it should have cheated, if it should have.
func (p *livePlayer) honest(is bool) *game.Breach {
	if !is {
		return nil
	}
	return &game.Breach{
		Why: guest.CheatWord, Clause: p.rules.ClauseOf(p.role.Cheat),
		Message: "the reply is legal, but this actor cheats with " + p.role.Cheat + " where it can",
	}
}

// pick chooses a market cell, and judges what others choose: any free one is as good as
// another (BZ-56).
func (p *livePlayer) pick(free []square) game.Reply {
	cheats := p.role.Cheat == string(badMarket)
	chosen := free[0]
	if cheats {
		for chosen = 0; slices.Contains(free, chosen); chosen++ {
		}
	}
	return game.Reply{Text: p.dec.forms.cell.Text(chosen), Judge: func(reply jsontext.Value) *game.Breach {
		d := newDecoder(p.rules)
		var s square
		err := d.Decode([]jsontext.Value{reply}, 0, func() { s = d.cellValue() })
		if legal := err == nil && slices.Contains(free, s); legal || cheats {
			return p.honest(cheats && legal)
		}
		return &game.Breach{
			Why: string(badMarket), Clause: "BZ-56", Message: fmt.Sprintf("expected a free cell of black_market, one of %s", d.forms.cells.Text(free)),
		}
	}}
}
