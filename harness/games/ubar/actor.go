package ubar

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// An actor describes a client of a live game.
type actor struct {
	name   string
	random bool   // decides by chance, which its name decides, else it is greedy
	method string // in which it fails, "" if it does not
	from   int    // at this call of the method, from 1
	hangs  bool   // where it fails it never replies, else it closes its connection
	cheat  code   // of the illegal requests that it makes wherever it can, "" if it does not
}

var policyNames = []string{"greedy", "random"}

// cheatWord stands in an actor before the code of its cheats.
const cheatWord = "cheat"

// The bounds of actors: a game has four players at most, and two more can come too
// late for it; no method is called more often than the 60 tiles and three sales ask for.
const (
	actorsMax = playersMax + 2
	callsMax  = 99
)

// cheatNames are the codes of illegal requests that a client can make as long as
// the game goes on.
func cheatNames() []string {
	var names []string
	for _, c := range codes {
		if c.Name != string(gameOver) {
			names = append(names, c.Name)
		}
	}
	return names
}

// actor reads an actor: its name, how it plays, and perhaps how it fails or
// cheats.
func (d *decoder) actor() actor {
	const what = "an actor: an array of a name, a policy and perhaps a way to misbehave"
	var a actor
	cheats := false
	at := d.Offset()
	n := 0
	for d.Array(what); d.More(); n++ {
		switch {
		case n == 0:
			a.name = d.name()
		case n == 1:
			a.random = d.word(`"greedy" or "random"`, policyNames) == 1
		case n == 2:
			words := append(slices.Clone(stageMethods[:]), cheatWord)
			a.method, a.from = words[d.word(`a method or "cheat"`, words)], 1
			if cheats = a.method == cheatWord; cheats {
				a.method = ""
			}
		case n == 3 && cheats:
			names := cheatNames()
			a.cheat = code(names[d.word("the code of an illegal request", names)])
		case n == 3:
			a.from, a.hangs = d.Int(1, callsMax, "an integer from 1 to 99"), true
		default:
			d.Skip()
		}
	}
	if n < 2 || n > 4 || n == 3 && cheats {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return a
}

// name reads the name of a client.
func (d *decoder) name() string {
	const what = "a name of 1 to 20 letters and digits"
	text := d.String(what)
	if d.Err() == nil && !game.IsName(text) {
		d.Rejected(what)
	}
	return string(text)
}

// actors reads the actors of a live game. Two may have the same name: the second
// cannot sign up then.
func (d *decoder) actors() []actor {
	at := d.Offset()
	var list []actor
	for d.Array("an array of actors"); d.More(); {
		list = append(list, d.actor())
	}
	if len(list) > actorsMax {
		d.Fail(at, "", "expected at most %d actors, found %d", actorsMax, len(list))
	}
	return list
}

// performer makes the player of an actor. It plays by the rules, also where the
// referee reads them wrongly, and the same wherever a client has this name.
func (r *rules) performer(a actor, name string) *livePlayer {
	p := &livePlayer{chooser: chooser{rules: r.right}, dec: newDecoder(r), actor: a}
	if a.random {
		h := fnv.New64a()
		// It never fails.
		_, _ = h.Write([]byte(name))
		p.random = rand.New(rand.NewPCG(h.Sum64(), 0))
	}
	return p
}

// fails counts a call and tells whether the actor fails at it.
func (p *livePlayer) fails(method string) bool {
	if p.actor.method != method {
		return false
	}
	p.calls++
	return p.calls >= p.actor.from
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
		if err := d.read([]jsontext.Value{view}, 0, func() { s, you = d.turn() }); err != nil {
			return nil
		}
		if err := d.read([]jsontext.Value{reply}, 0, func() { q = d.request() }); err != nil {
			return &game.Breach{Seat: you, Why: string(game.WrongShape), Clause: "UB-92", Message: err.(*game.Invalid).Message}
		}
		var how passage
		at := s.phase
		c := p.rules.judge(s, &q, &how)
		switch {
		case cheats && c != legal:
			return nil
		case cheats:
			known, _ := p.rules.game.Code(string(p.actor.cheat))
			return &game.Breach{
				Seat: you, Why: cheatWord, Clause: known.Clause,
				Message: "the request is legal, but this actor cheats with " + string(p.actor.cheat) + " where it can",
			}
		case c == legal:
			return nil
		}
		return &game.Breach{
			Seat: you, Why: string(c), Clause: p.rules.clauseOf(c, at, &how), Message: p.rules.explain(s, &q, c, &how),
		}
	}
}
