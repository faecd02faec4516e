package ubongo

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// players are the builtin players.
var players = []game.PlayerKind{
	{Name: "solver", Summary: "solves every task, after a random thinking time; the seed decides"},
	{Name: "solver:MS", Summary: "solves every task after this many milliseconds"},
	{Name: "random", Summary: "solves every other task, at a random time; the seed decides"},
	{Name: "clumsy", Summary: "claims a wrong solution first, then the correct one"},
	{Name: "idle", Summary: "never solves anything"},
	{Name: "babbles", Summary: "replies to take-turn with a value of the wrong shape"},
	{Name: "hangs", Summary: "never replies to take-turn"},
	{Name: "leaves", Summary: "closes the connection at take-turn"},
}

// The shortest and the longest time that a solver thinks, if nothing else is
// said, in ms.
const (
	thinksMin = 3_000
	thinksMax = 50_000
)

// A livePlayer is a builtin player.
type livePlayer struct {
	kind   string
	thinks int // ms, or noTime if it is drawn
	dec    *decoder
	maker  *maker
	place  [2]int // round and glass of the last call, by which it knows that it is asked again
	tries  int    // replies there
	last   int    // time of the last reply there, in ms
}

// Player makes a builtin player of a kind of Game.Players, or of an array of its
// name and its kind.
func (l liveRules) Player(kind, _ string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		var err error
		if kind, err = l.clientKind(kind); err != nil {
			return nil, err
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	p := &livePlayer{
		kind: kind, thinks: noTime, dec: newDecoder(l.rules),
		maker: &maker{rules: l.rules.right, rng: rng, solver: newSolver(l.rules.right.ways)},
	}
	if text, ok := strings.CutPrefix(kind, "solver:"); ok {
		ms, err := strconv.Atoi(text)
		if err != nil || ms < 0 || ms > timeMax {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("player %s: expected milliseconds from 0 to %[3]d, found %[2]q", kind, text, timeMax),
				Hint:    "for example solver:12000",
			}
		}
		p.kind, p.thinks = "solver", ms
		return p, nil
	}
	var names []string
	for _, k := range players {
		if kind == k.Name {
			return p, nil
		}
		names = append(names, k.Name)
	}
	return nil, game.Unknown("player", kind, "of ubongo", names, "touchstone games ubongo")
}

// clientKind reads the kind of a client that is written as JSON.
func (l liveRules) clientKind(text string) (string, error) {
	in := []jsontext.Value{jsontext.Value(text)}
	kind := ""
	err := error(&game.Invalid{Message: "expected JSON"})
	if in[0].IsValid() {
		d := newDecoder(l.rules)
		err = d.read(in, 0, func() { _, kind = d.client() })
	}
	if err != nil {
		return "", &game.UsageError{Message: fmt.Sprintf("player %s: %v", text, err), Hint: `write a client like ["Ada","solver"]`}
	}
	return kind, nil
}

// client reads a name and the kind of a builtin player.
func (d *decoder) client() (name, kind string) {
	const what = "a client: an array of a name and a kind"
	at := d.Offset()
	n := 0
	for d.Array(what); d.More(); n++ {
		switch n {
		case 0:
			name = d.name()
		case 1:
			kind = string(d.String("the kind of a builtin player"))
		default:
			d.Skip()
		}
	}
	if n != 2 {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return name, kind
}

// clients reads the clients of a game.
func (d *decoder) clients() {
	at := d.Offset()
	n := 0
	for d.Array("an array of clients"); d.More(); n++ {
		d.client()
	}
	if n > playersMax {
		d.Fail(at, "UO-01", "expected at most %d clients, found %d", playersMax, n)
	}
}

// Reply answers a call.
func (p *livePlayer) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	known := []string{callSetup, callTakeTurn, callResult}
	switch {
	case method != callSetup && method != callTakeTurn && method != callResult:
		return game.Reply{}, game.Unknown("method", method, "of ubongo", known, "touchstone games ubongo")
	case len(args) != 1:
		return game.Reply{}, &game.Invalid{
			Value: min(len(args), 1), Count: true,
			Message: fmt.Sprintf("expected exactly one argument of %s, found %d", method, len(args)),
		}
	case !args[0].IsValid():
		return game.Reply{}, &game.Invalid{Message: fmt.Sprintf("expected an argument of %s as JSON", method)}
	}
	p.dec.reset()
	if method != callTakeTurn {
		return game.Reply{Text: []byte(`"void"`)}, p.dec.read(args, 0, func() { p.dec.skimObject("an argument of " + method) })
	}
	var s seen
	if err := p.dec.read(args, 0, func() { s = p.dec.viewValue() }); err != nil {
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
	return game.Reply{Text: p.turnText(&s)}, nil
}

// turnText is the reply to take-turn. A second chance is told from being asked
// again by the hourglass.
func (p *livePlayer) turnText(s *seen) []byte {
	if place := [2]int{s.round, s.glass}; place != p.place {
		p.place, p.tries, p.last = place, 0, 0
	}
	p.tries++
	if !s.hasTask || p.kind == "idle" || p.kind == "random" && p.maker.chance(2) {
		return []byte("false")
	}
	list := p.maker.solution(s.task)
	if list == nil {
		return []byte("false")
	}
	if p.kind == "clumsy" && p.tries == 1 {
		list = list[1:]
	}
	at := p.thinks
	switch {
	case at != noTime:
	case p.kind == "random":
		at = p.maker.rng.IntN(p.maker.rules.content.hourglass + 1)
	default:
		at = thinksMin + p.maker.rng.IntN(thinksMax-thinksMin+1)
	}
	p.last = max(at, p.last)
	out := append([]byte(`{"time":`), strconv.Itoa(p.last)...)
	out = append(out, `,"placements":`...)
	return append(p.maker.rules.appendPlacements(out, list), '}')
}

// A seen is what a builtin player looks at in a View.
type seen struct {
	round, glass int
	hasTask      bool
	task         problem
}

// countMax bounds round and glass in what a builtin player is told, by far: a
// wrong reading may count otherwise, but not more often than the hourglass is
// turned.
const countMax = glassMax * rounds * 2

// viewValue reads of a View what a builtin player needs. A server may tell more
// than it should, and count wrongly; that does not confuse the player.
func (d *decoder) viewValue() seen {
	var s seen
	for d.Object("a view"); d.More(); {
		switch string(d.Key()) {
		case "round":
			s.round = d.Int(1, countMax, "a round, an integer from 1")
		case "glass":
			s.glass = d.Int(0, countMax, "an integer from 0")
		case "task":
			if !d.null() {
				s.task, s.hasTask = d.problemValue(), true
			}
		default:
			d.Skip()
		}
	}
	return s
}

// skimObject reads any object.
func (d *decoder) skimObject(what string) {
	for d.Object(what); d.More(); {
		d.Key()
		d.Skip()
	}
}
