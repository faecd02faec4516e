package ubar

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
)

// players are the builtin players.
var players = []game.PlayerKind{
	{Name: "random", Summary: "makes a random legal request; the seed decides", Aim: game.ByChance},
	{Name: "greedy", Summary: "looks one tile ahead for the most valuable goods per time, and sells at good prices", Aim: game.ToWin},
	{Name: "cheat:CODE", Summary: "makes an illegal request with this code as soon as it can, and is greedy until then"},
}

// Player makes a builtin player. It plays by the rules, also where the referee
// reads them wrongly.
// A kind that is JSON is an actor as a program of clients is given it.
func (l liveRules) Player(kind, name string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		a, err := described().cast.Parse(kind)
		if err != nil {
			return nil, err
		}
		return l.rules.performer(a, name), nil
	}
	p := &livePlayer{chooser: chooser{rules: l.rules.right}, dec: newDecoder(l.rules)}
	cheat, cheats := strings.CutPrefix(kind, guest.CheatWord+":")
	switch {
	case cheats && slices.Contains(described().cast.Cheats, cheat):
		p.role.Cheat = cheat
	case kind == "greedy":
	case kind == "random":
		p.random = rand.New(rand.NewPCG(seed, seed))
	default:
		return nil, game.UnknownPlayer("ubar", players, kind)
	}
	return p, nil
}

// A livePlayer is a chooser whose calls and replies are JSON. What it does
// follows from the argument of the call and its seed.
type livePlayer struct {
	chooser
	dec  *decoder
	role guest.Role
}

// Reply answers a call.
func (p *livePlayer) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	if err := game.CheckArguments(method, args, 1, ""); err != nil {
		return game.Reply{}, err
	}
	return p.role.Reply(method, args, p.reply)
}

func (p *livePlayer) reply(method string, args []jsontext.Value) (game.Reply, error) {
	switch method {
	case stages.Setup:
		return guest.Void(p.dec.Decode(args, 0, func() { p.dec.viewValue() }))
	case stages.Result:
		return guest.Void(p.dec.Decode(args, 0, p.dec.resultValue))
	case stages.TakeTurn:
		var s *state
		var you int
		err := p.dec.Decode(args, 0, func() { s, you = p.dec.turn() })
		if err != nil {
			return game.Reply{}, err
		}
		q, cheats := request{}, false
		if p.role.Cheat != "" {
			q, cheats = p.cheat(s, you, code(p.role.Cheat))
		}
		if !cheats {
			q = p.choose(s, you)
		}
		return game.Reply{Text: requestJSON(&q), Judge: p.judgment(args, cheats)}, nil
	}
	return game.Reply{}, game.Unknown("method", method, "of ubar", stages.Methods, "touchstone protocol ubar")
}
