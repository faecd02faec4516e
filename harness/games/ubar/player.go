package ubar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// players are the builtin players.
var players = []game.PlayerKind{
	{Name: "random", Summary: "makes a random legal request; the seed decides"},
	{Name: "greedy", Summary: "looks one tile ahead for the most valuable goods per time, and sells at good prices"},
	{Name: "cheat:CODE", Summary: "makes an illegal request with this code as soon as it can, and is greedy until then"},
}

// Player makes a builtin player. It plays by the rules, also where the referee
// reads them wrongly.
// A kind that is JSON is an actor as a program of clients is given it.
func (l liveRules) Player(kind, name string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		return l.acting(kind, name)
	}
	p := &livePlayer{chooser: chooser{rules: l.rules.right}, dec: newDecoder(l.rules)}
	cheat, cheats := strings.CutPrefix(kind, cheatWord+":")
	switch {
	case cheats && slices.Contains(cheatNames(), cheat):
		p.actor.cheat = code(cheat)
	case kind == "greedy":
	case kind == "random":
		p.random = rand.New(rand.NewPCG(seed, seed))
	default:
		names := make([]string, len(players))
		for i, k := range players {
			names[i] = k.Name
		}
		return nil, game.Unknown("player", kind, "of ubar", names, "touchstone games ubar")
	}
	return p, nil
}

// A livePlayer is a chooser whose calls and replies are JSON. What it does
// follows from the argument of the call and its seed.
type livePlayer struct {
	chooser
	dec   *decoder
	actor actor
	calls int // of the method in which it fails
}

// acting makes the player of an actor.
func (l liveRules) acting(text, name string) (game.Player, error) {
	in := []jsontext.Value{jsontext.Value(text)}
	var a actor
	err := error(&game.Invalid{Message: "expected JSON"})
	if in[0].IsValid() {
		d := newDecoder(l.rules)
		err = d.read(in, 0, func() { a = d.actor() })
	}
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("player %s: %v", text, err), Hint: `write an actor like ["Ada","greedy"]`}
	}
	return l.rules.performer(a, name), nil
}

// Reply answers a call.
func (p *livePlayer) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	if len(args) != 1 {
		return game.Reply{}, &game.Invalid{
			Value: min(len(args), 1), Count: true,
			Message: fmt.Sprintf("expected exactly one argument of %s, found %d", method, len(args)),
		}
	}
	if !args[0].IsValid() {
		return game.Reply{}, &game.Invalid{Message: fmt.Sprintf("expected an argument of %s as JSON", method)}
	}
	p.dec.reset()
	reply, err := p.reply(method, args)
	if err == nil && p.fails(method) {
		// Where it fails, what it would have replied does not matter.
		if p.actor.hangs {
			return game.Reply{Then: game.Hangs}, nil
		}
		return game.Reply{Then: game.Leaves}, nil
	}
	return reply, err
}

func (p *livePlayer) reply(method string, args []jsontext.Value) (game.Reply, error) {
	switch method {
	case stageMethods[showing]:
		return void(p.dec.read(args, 0, func() { p.dec.view() }))
	case stageMethods[telling]:
		return void(p.dec.read(args, 0, p.dec.result))
	case stageMethods[playing]:
		var s *state
		var you int
		err := p.dec.read(args, 0, func() { s, you = p.dec.turn() })
		if err != nil {
			return game.Reply{}, err
		}
		q, cheats := request{}, false
		if p.actor.cheat != legal {
			q, cheats = p.cheat(s, you, p.actor.cheat)
		}
		if !cheats {
			q = p.choose(s, you)
		}
		return game.Reply{Text: appendRequest(nil, &q), Judge: p.judgment(args, cheats)}, nil
	}
	return game.Reply{}, game.Unknown("method", method, "of ubar", stageMethods[:], "touchstone protocol ubar")
}

// void is the reply to a call that asks for nothing.
func void(err error) (game.Reply, error) {
	if err != nil {
		return game.Reply{}, err
	}
	return game.Reply{Text: []byte(`"void"`)}, nil
}
