package ubongo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// players are the builtin players.
var players = []game.PlayerKind{
	{Name: "solver", Summary: "solves every task, after a random thinking time; the seed decides", Aim: game.ToWin},
	{Name: "solver:MS", Summary: "solves every task after this many milliseconds"},
	{Name: "random", Summary: "solves every other task, at a random time; the seed decides", Aim: game.ByChance},
	{Name: "clumsy", Summary: "claims a wrong solution first, then the correct one"},
	{Name: "idle", Summary: "never solves anything"},
	{Name: "babbles", Summary: "replies to take-turn with a value of the wrong shape"},
	{Name: "hangs", Summary: "never replies to take-turn"},
	{Name: "leaves", Summary: "closes the connection at take-turn"},
	{Name: "cheat:CODE", Summary: "claims wrongly first, with this code, then the correct solution"},
}

// The shortest and the longest time that a solver thinks, if nothing else is
// said, in ms.
const (
	thinksMin = 3_000
	thinksMax = 50_000
)

// A livePlayer is a builtin player.
type livePlayer struct {
	kind      string
	role      guest.Role
	thinks    int // ms, or noTime if it is drawn
	thinksMin int // ms, where it is drawn
	dec       *decoder
	maker     *maker
	place     place // of the last call, by which it knows that it is asked again
	tries     int   // replies there
	last      int   // time of the last reply there, in ms
}

// A place is a run of the hourglass, or the playoff.
type place struct {
	round, glass int
	playoff      bool
}

// A turnClaim is what a player has to reply to take-turn.
type turnClaim struct {
	made    bool   // it claims
	cheat   string // how it does so wrongly on purpose, "" if it does not
	timeMs  int
	afterMs int // how long it thinks
}

// Player makes a builtin player of a kind of Game.Players. A kind that is JSON is an
// actor as a program of clients is given it.
func (l liveRules) Player(kind, name string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		a, err := described().cast.Parse(kind)
		if err != nil {
			return nil, err
		}
		return l.rules.performer(a, name), nil
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	p := &livePlayer{
		kind: kind, thinks: noTime, thinksMin: thinksMin, dec: newDecoder(l.rules),
		maker: &maker{rules: l.rules.right, Draw: game.NewDraw(rng, 0), solver: newSolver(l.rules.right.ways)},
	}
	if text, ok := strings.CutPrefix(kind, "solver:"); ok {
		ms, err := strconv.Atoi(text)
		if err != nil || ms < 0 || ms > timeMax {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("player %s: expected milliseconds from 0 to %[3]d, found %[2]q", kind, text, timeMax),
				Hint:    "for example solver:12000",
			}
		}
		p.kind, p.thinks = policySolver, ms
		return p, nil
	}
	if cheat, ok := strings.CutPrefix(kind, guest.CheatWord+":"); ok && slices.Contains(described().cast.Cheats, cheat) {
		p.kind, p.role.Cheat = policySolver, cheat
		return p, nil
	}
	if slices.ContainsFunc(players, func(k game.PlayerKind) bool { return k.Name == kind }) {
		return p, nil
	}
	return nil, game.UnknownPlayer("ubongo", players, kind)
}

// Reply answers a call.
func (p *livePlayer) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	return p.role.Reply(method, args, p.reply)
}

func (p *livePlayer) reply(method string, args []jsontext.Value) (game.Reply, error) {
	known := []string{callSetup, callTakeTurn, callResult}
	if !slices.Contains(known, method) {
		return game.Reply{}, game.Unknown("method", method, "of ubongo", known, "touchstone games ubongo")
	}
	if err := game.CheckArguments(method, args, 1, ""); err != nil {
		return game.Reply{}, err
	}
	switch method {
	case callSetup:
		return guest.Void(p.dec.Decode(args, 0, func() { p.dec.viewValue() }))
	case callResult:
		return guest.Void(p.dec.Decode(args, 0, p.dec.resultValue))
	}
	var s seen
	if err := p.dec.Decode(args, 0, func() { s = p.dec.viewValue() }); err != nil {
		return game.Reply{}, err
	}
	switch p.kind {
	case "babbles":
		return game.Reply{Text: []byte(`{"time":"soon"}`)}, nil
	case "hangs":
		return game.Reply{Then: game.Hangs}, nil
	case "leaves":
		return game.Reply{Then: game.Leaves}, nil
	}
	text, claim := p.turn(&s)
	return game.Reply{Text: text, Judge: p.judgment(&s, &claim), AfterMs: claim.afterMs}, nil
}

// turn is the reply to take-turn. A player knows by round and hourglass whether it is
// asked again, or for the first time in a run.
func (p *livePlayer) turn(s *seen) (text []byte, claim turnClaim) {
	if s.place != p.place {
		p.place, p.tries, p.last = s.place, 0, 0
	}
	p.tries++
	if !s.hasTask || p.kind == policyIdle || p.kind == guest.Random && p.maker.Chance(2) {
		return []byte("false"), claim
	}
	list := p.maker.solution(s.task)
	if list == nil {
		return []byte("false"), claim
	}
	claim.made = true
	hourglass := p.maker.rules.content.hourglass
	at := p.thinks
	switch {
	case at != noTime:
	case p.kind == guest.Random:
		at = p.thinksMin + p.maker.IntN(hourglass-p.thinksMin+1)
	default:
		at = p.thinksMin + p.maker.IntN(thinksMax-p.thinksMin+1)
	}
	p.last = max(at, p.last)
	claim.timeMs = p.last
	switch cheat := p.role.Cheat; {
	case cheat == tenWrong && p.tries <= wrongClaimsMax:
		claim.cheat, list = cheat, list[1:]
	case cheat == earlyAgain && p.tries == 1:
		p.last = max(p.last, 2*earlyMs) // later than whatever is measured
		claim.cheat, list = cheat, list[1:]
		claim.timeMs, claim.afterMs = p.last, earlyMs
	case cheat == earlyAgain && p.tries == 2:
		claim.cheat, claim.timeMs = string(toldEarly), 0
	case p.tries > 1:
	case p.kind == "clumsy":
		list = list[1:]
	case cheat == string(toldEarly):
		claim.cheat, claim.timeMs, claim.afterMs = cheat, 0, earlyMs
	case cheat == string(tooLate) && !s.place.playoff:
		claim.cheat, claim.timeMs = cheat, hourglass+1
	case cheat != "":
		if wrong, ok := p.maker.rules.spoil(s.task, list, code(cheat)); ok {
			claim.cheat, list = cheat, wrong
		}
	}
	return described().reply.Append(nil, &replyText{request{timeMs: claim.timeMs, placements: list}, true}), claim
}

// A seen is what a builtin player looks at in a View.
type seen struct {
	place   place
	hasTask bool
	task    problem
}

// countMax bounds round and glass in what a builtin player is told, by far: a
// wrong reading may count otherwise, but not more often than the hourglass is
// turned.
const countMax = glassMax * rounds * 2

// told reads an object that has at least these keys; value reads that of one. A server may
// tell more than it should, which does not confuse a player.
func (d *decoder) told(what string, keys []string, value func(key string)) {
	at := d.Offset()
	seen := make([]bool, len(keys))
	for d.Object(what); d.MoreKeys(); {
		i := slices.Index(keys, string(d.Key()))
		if i < 0 {
			d.Skip()
			continue
		}
		seen[i] = true
		value(keys[i])
	}
	if i := slices.Index(seen, false); i >= 0 {
		d.Fail(at, "", "expected %s, missing key %q", what, keys[i])
	}
}

// viewValue reads of a View what a builtin player needs. A server may count wrongly.
func (d *decoder) viewValue() seen {
	var s seen
	d.told("a view", d.forms.viewKeys, func(key string) {
		switch key {
		case "round":
			s.place.round = d.Int(1, countMax, "a round, an integer from 1")
		case "glass":
			s.place.glass = d.Int(0, countMax, "an integer from 0")
		case "phase":
			s.place.playoff = string(d.String("a phase")) == phaseNames[inPlayoff]
		case "task":
			if s.hasTask = d.Kind() != 'n'; s.hasTask {
				s.task = d.problemValue()
			} else {
				d.Skip()
			}
		default:
			d.Skip()
		}
	})
	return s
}

// resultValue reads a Result, of which a builtin player needs nothing.
func (d *decoder) resultValue() { d.told("a result", d.forms.resultKeys, func(string) { d.Skip() }) }
