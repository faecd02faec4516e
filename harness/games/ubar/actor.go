package ubar

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// describeCast describes the actors and guests of a live game.
func (f *forms) describeCast(b *value.Book) {
	f.cast = &guest.Cast{
		Policies: guest.Policies, Policy: guest.Policy(), Methods: stages.Methods, Cheats: guest.Cheats(codes, string(gameOver)), Max: playersMax + 2,
		Plays: "A greedy client looks for the most valuable goods; a random one leaves all to chance. " +
			"A program under test may play as it likes, as long as each request is legal.",
		Cheating: "that makes an illegal request with this code as soon as it can",
		Clause:   "UB-20", Order: "UB-06", Faults: "UB-20",
	}
	f.cast.Define(b)
}

// performer makes the player of an actor. It plays by the rules, also where the
// referee reads them wrongly.
func (r *rules) performer(a guest.Actor, name string) *livePlayer {
	return &livePlayer{chooser: chooser{rules: r.right, random: a.Chance(name)}, dec: newDecoder(r), role: guest.Role{Actor: a}}
}

// judgment judges the replies that others may give to this call: any legal request
// is as good as another, and of one who cheats where it can any illegal one.
func (p *livePlayer) judgment(args []jsontext.Value, cheats bool) func(jsontext.Value) *game.Breach {
	view := args[0].Clone()
	return func(reply jsontext.Value) *game.Breach {
		d := newDecoder(p.rules)
		var s *state
		var you int
		var q request
		if err := d.Decode([]jsontext.Value{view}, 0, func() { s, you = d.turn() }); err != nil {
			return nil
		}
		if err := d.Decode([]jsontext.Value{reply}, 0, func() { q = *d.requestValue() }); err != nil {
			return &game.Breach{Seat: you, Why: string(game.WrongShape), Clause: "UB-92", Message: err.(*game.Invalid).Message}
		}
		var how passage
		at := s.phase
		c := p.rules.judge(s, &q, &how)
		switch {
		case cheats && c != legal:
			return nil
		case cheats:
			return &game.Breach{
				Seat: you, Why: guest.CheatWord, Clause: p.rules.ClauseOf(p.role.Cheat),
				Message: "the request is legal, but this actor cheats with " + p.role.Cheat + " where it can",
			}
		case c == legal:
			return nil
		}
		return &game.Breach{
			Seat: you, Why: string(c), Clause: p.rules.clauseOf(c, at, &how), Message: p.rules.explain(s, &q, c, &how),
		}
	}
}
