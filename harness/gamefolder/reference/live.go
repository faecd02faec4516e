package reference

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// voidResult is what a server writes when no game is played.
const voidResult = `[[],[]]`

// Live is how the game is played live, nil if its folder does not say.
func (r *rules) Live() game.Live {
	if r.folder.Live == nil {
		return nil
	}
	return r.live()
}

// live are the rules as live play sees them.
func (r *rules) live() *liveRules {
	return &liveRules{rules: r, ask: r.pool.ask, mutant: r.mutant}
}

// liveRules ask the reference what becomes of a live game (chapter 12).
type liveRules struct {
	rules  *rules
	ask    func(question) (*reply, error)
	mutant string            // "" for the rules
	only   game.Side         // whose questions alone are those to the mutant; "" for both
	breach func(code string) // takes the code of each breach of the rules; may be nil
	reply  func(text string) // takes each reply of a player; may be nil
	due    func([]game.Call) // takes the calls that become due together; may be nil
}

// SignUp says how players sign up, as in The Bazaar Game.
func (l *liveRules) SignUp() game.SignUp {
	f, options := l.rules.folder.Live, l.rules.options
	return game.SignUp{
		NameOK: game.IsName[string], NameTried: func(string) bool { return true },
		NameMs: f.NameMs.Under(options), WaitMs: f.WaitMs.Under(options), Waits: f.Waits.Under(options), CallMs: f.CallMs.Under(options),
		PlayersMin: f.PlayersMin, PlayersMax: f.PlayersMax, ReplyBytesMax: wire.ValueBytesMax,
		Void: []jsontext.Value{jsontext.Value(voidResult)},
		Clauses: game.SignUpClauses{
			First: f.Clauses[gamefolder.ByName], Name: f.Clauses[gamefolder.ByName], NameMs: f.Clauses[gamefolder.ByName],
			Taken: f.Clauses[gamefolder.ByTaken], Window: f.Clauses[gamefolder.BySeats], Seats: f.Clauses[gamefolder.BySeats],
		},
	}
}

// given is the task of a server as far as it is given values.
func (l *liveRules) given() *game.Task {
	return &game.Task{Name: string(game.Server), In: l.rules.folder.Game.Protocol.In}
}

// Seats asks the reference with how many players a game of these values can begin.
func (l *liveRules) Seats(in []jsontext.Value) (game.Span, error) {
	if err := l.rules.refusal(l.given(), in); err != nil {
		return game.Span{}, err
	}
	f := l.rules.folder.Live
	var refused error // the first refusal
	begins := func(n int) (bool, error) {
		_, err := l.start(in, anybody(n))
		_, invalid := errors.AsType[*game.Invalid](err)
		if invalid && refused == nil {
			refused = err
		}
		if invalid {
			err = nil
		}
		return !invalid, err
	}
	least := f.PlayersMin
	for ; least <= f.PlayersMax; least++ {
		if ok, err := begins(least); err != nil {
			return game.Span{}, err
		} else if ok {
			break
		}
	}
	if least > f.PlayersMax {
		return game.Span{}, refused
	}
	most := f.PlayersMax
	for ; most > least; most-- {
		if ok, err := begins(most); err != nil {
			return game.Span{}, err
		} else if ok {
			break
		}
	}
	return game.Span{Least: least, Most: most}, nil
}

// anybody are names for so many players, where it does not matter who they are.
func anybody(players int) []string {
	names := make([]string, players)
	for i := range names {
		names[i] = fmt.Sprintf("p%d", i+1)
	}
	return names
}

// Deal takes the game of a case of the server's suite, or draws one from the schemas.
func (l *liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	f := l.rules.folder
	if players < f.Live.PlayersMin || players > f.Live.PlayersMax {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("a game of %s needs %s, found %d", f.Game.Name, text.Counts(f.Live.PlayersMin, f.Live.PlayersMax, "player"), players),
		}
	}
	examples := l.rules.examples(string(game.Server))
	for n := range generateTries {
		var in []jsontext.Value
		if len(examples) > 0 && n < generateTries/2 {
			in = examples[rng.IntN(len(examples))][1:]
		} else if in = l.rules.drawn(l.given(), rng, rng.IntN(game.SizeMax+1)); in == nil {
			continue
		}
		_, err := l.start(in, anybody(players))
		if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
			return in, err
		}
	}
	return nil, &game.UsageError{
		Message: fmt.Sprintf("no game of %s for %d players was found among the cases of its server, nor drawn from its schemas", f.Game.Name, players),
		Hint:    "add a case with such a game to suites/server",
	}
}

// question is one of live play about the game of these values. Whatever it is about, it is
// told as one of the task server.
func (l *liveRules) question(side game.Side, in []jsontext.Value, word string, rest []byte) question {
	q := question{Task: string(game.Server), Options: l.rules.options, In: in, Live: word, Rest: rest}
	if m, ok := l.rules.folder.Game.Mutant(l.mutant); ok && slices.Contains(m.Tasks, string(side)) && (l.only == "" || l.only == side) {
		q.Mutant = l.mutant
	}
	return q
}

// start asks for the beginning of a game. The error is an *Invalid, or why there is no
// answer.
func (l *liveRules) start(in []jsontext.Value, names []string) (*exchange, error) {
	rest := appendValues([]byte(`,"in":`), in)
	list, _ := json.Marshal(names) // strings can be written
	rest = append(append(rest, `,"names":`...), list...)
	x, err := l.exchange(l.question(game.Server, in, "start", rest))
	if err == nil && x.said.Invalid != nil {
		err = l.rules.refused(l.given(), in, x.said.Invalid, l.faults(in))
	}
	return x, err
}

// faults makes faults about the game of these values.
func (l *liveRules) faults(in []jsontext.Value) func(Kind, string, ...any) error {
	return func(kind Kind, format string, args ...any) error {
		return l.rules.pool.fault(kind, string(game.Server), in, "", fmt.Sprintf(format, args...))
	}
}

// An exchange is a question with its reply.
type exchange struct {
	question question
	said     *reply
}

func (l *liveRules) exchange(q question) (*exchange, error) {
	said, err := l.ask(q)
	switch {
	case err != nil:
		return nil, err
	case said.Error != nil:
		return nil, l.rules.pool.fault(Refused, q.Task, q.In, "", "live, "+q.Live+": it cannot answer: "+*said.Error)
	case said.Usage != nil:
		return nil, &game.UsageError{Message: fmt.Sprintf("option %s: %s", said.Usage.Option, said.Usage.Message)}
	}
	return &exchange{q, said}, nil
}

// confirm asks questions once more: the process that answered, and one that has not been
// asked yet.
func (l *liveRules) confirm(asked []*exchange) error {
	for _, x := range asked {
		both, err := l.rules.pool.twice(x.question)
		if err != nil {
			return err
		}
		for _, again := range both {
			if !x.said.sameLive(again) {
				return l.inconsistent(x.question)
			}
		}
	}
	return nil
}

func (l *liveRules) inconsistent(q question) error {
	return l.rules.pool.fault(Inconsistent, q.Task, q.In, "", "live, "+q.Live+": asked twice, it gave two different answers")
}

// doubting asks each question of a process that has been asked, and of one that has not.
func (r *rules) doubting(mutant string) *liveRules {
	l := r.live()
	l.mutant = mutant
	l.ask = func(q question) (*reply, error) {
		both, err := r.pool.twice(q)
		if err == nil && !both[0].sameLive(both[1]) {
			err = l.inconsistent(q)
		}
		return both[0], err
	}
	return l
}

// confirmLive plays the game of a live case once more, each question being asked twice.
func (r *rules) confirmLive(task *game.Task, mutant string, in, expected []jsontext.Value) error {
	var out game.Output
	err := r.outcome(r.doubting(mutant), task, in, &out)
	if _, invalid := errors.AsType[*game.Invalid](err); err != nil && !invalid {
		return err
	}
	if got := out.Values(); (expected == nil) != (err != nil) || expected != nil && !r.same(task, expected, got) {
		return r.pool.fault(Inconsistent, task.Name, in, "", "played twice, the game ended in two different ways")
	}
	return nil
}

// Referee begins a game.
func (l *liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	x, err := l.start(in, names)
	if err != nil {
		return nil, err
	}
	f := &referee{live: l, in: in, names: names, out: make([]bool, len(names))}
	f.take(x)
	return f, nil
}

// callsMax bounds the calls of one game: a reference that never ends it would keep
// everybody waiting.
const callsMax = 10_000

// A referee asks the reference who is to be called, and what becomes of replies.
type referee struct {
	live   *liveRules
	in     []jsontext.Value
	names  []string
	out    []bool
	table  jsontext.Value
	open   []game.Call
	result jsontext.Value
	calls  int
	asked  []*exchange
	err    error
}

// take takes a reply of the reference: the table, the calls that become due, the result.
func (f *referee) take(x *exchange) {
	f.asked = append(f.asked, x)
	said := x.said
	if said.Table != nil {
		f.table = said.Table
	}
	for i, c := range said.Calls {
		if why := f.due(c); why != "" {
			f.fail(x, "calls[%d]: %s", i, why)
			return
		}
	}
	if f.live.due != nil {
		f.live.due(slices.Clone(f.open[len(f.open)-len(said.Calls):]))
	}
	switch {
	case f.calls > callsMax:
		f.fail(x, "expected a game of at most %d calls, found more", callsMax)
	case len(f.open) > 0 && said.Result != nil:
		f.fail(x, "expected no result, since %s of %s is still open", f.open[0].Method, f.open[0].Player)
	case len(f.open) == 0 && said.Result == nil:
		f.fail(x, "expected a result, since no call is open")
	case len(f.open) == 0:
		f.end(x, said.Result)
	}
}

// due makes a call due, and says why it cannot be made, "" if it can.
func (f *referee) due(c liveCall) string {
	g := f.live.rules.folder.Game
	m := g.Protocol.Method(c.Method)
	switch {
	case m == nil:
		return fmt.Sprintf("there is no method %q", c.Method)
	case c.Seat == nil || *c.Seat < 0 || *c.Seat >= len(f.names):
		return fmt.Sprintf("expected a seat from 0 to %d", len(f.names)-1)
	case f.out[*c.Seat]:
		return fmt.Sprintf("expected no call of seat %d, which is out", *c.Seat)
	case slices.ContainsFunc(f.open, func(o game.Call) bool { return o.Seat == *c.Seat }):
		return fmt.Sprintf("expected no call of seat %d, which has not replied to the one before", *c.Seat)
	}
	args := &game.Task{In: m.Args}
	if invalid, ok := errors.AsType[*game.Invalid](args.CheckCount(len(c.Args))); ok {
		return fmt.Sprintf("%s: args: %s", c.Method, invalid.Message)
	}
	for i, v := range c.Args {
		if why := f.live.rules.shape(paramAt(m.Args, i).Value, v); why != "" {
			return fmt.Sprintf("%s: args[%d]%s", c.Method, i, why)
		}
	}
	f.calls++
	f.open = append(f.open, game.Call{Seat: *c.Seat, Player: f.names[*c.Seat], Method: c.Method, Args: c.Args})
	return ""
}

// shape says where and why a value does not match its schema, "" if it does.
func (r *rules) shape(value string, v jsontext.Value) string {
	problems, err := r.schemas.Explain(value, v)
	switch {
	case err != nil:
		return ": " + err.Error()
	case len(problems) > 0:
		return problems[0].Pointer + ": " + problems[0].Message
	}
	return ""
}

// end takes the result, the winners and the drop-outs by name.
func (f *referee) end(x *exchange, result jsontext.Value) {
	winners, dropouts, err := game.ReadOutcome([]jsontext.Value{result})
	if err != nil {
		f.fail(x, "result: expected [[winners],[drop-outs]], two lists of names, found %s", text.Excerpt(result))
		return
	}
	for _, name := range slices.Concat(winners, dropouts) {
		if !slices.Contains(f.names, name) {
			f.fail(x, "result: there is no player %q", name)
			return
		}
	}
	f.result = result.Clone()
	_ = f.result.Compact() // it is JSON
}

// fail notes that a reply of the reference is none, and ends the game.
func (f *referee) fail(x *exchange, format string, args ...any) {
	f.err = f.live.rules.pool.fault(WrongShape, x.question.Task, f.in, "", "live, "+x.question.Live+": "+fmt.Sprintf(format, args...))
	f.open = nil
}

// Calls implements game.Referee.
func (f *referee) Calls() []game.Call { return slices.Clone(f.open) }

// Answer takes a reply. One of another shape the reference is never asked about.
func (f *referee) Answer(seat int, v jsontext.Value) *game.Breach {
	c, ok := f.dueOf(seat)
	if !ok {
		return nil
	}
	if why, detail := game.Unreadable(v); why != "" {
		return f.failed(c, why, detail)
	}
	m := f.live.rules.folder.Game.Protocol.Method(c.Method)
	if why := f.live.rules.shape(m.Reply.Value, v); why != "" {
		return f.failed(c, game.WrongShape, strings.TrimPrefix(why, ": "))
	}
	x := f.asks(c, "reply", number.AppendPlain([]byte(`,"value":`), v))
	if x == nil || x.said.Breach == nil {
		return nil
	}
	b := x.said.Breach
	if !f.known(x, b) {
		return nil
	}
	if f.live.breach != nil {
		f.live.breach(b.Code)
	}
	f.out[seat] = true
	return &game.Breach{
		Seat: seat, Player: c.Player, Method: c.Method, Why: b.Code, Clause: b.Clause,
		Message: fmt.Sprintf("%s broke the rules: %s", c.Player, b.Message),
	}
}

// known tells whether the folder has the names of a breach.
func (f *referee) known(x *exchange, b *liveBreach) bool {
	g := f.live.rules.folder.Game
	unknown := func(kind, name string) bool {
		message := fmt.Sprintf("live, %s: the breach names the %s %q, which is not in the rule book", x.question.Live, kind, name)
		f.err = f.live.rules.pool.fault(UnknownName, x.question.Task, f.in, "", message)
		f.open = nil
		return false
	}
	if _, ok := g.Code(b.Code); !ok {
		return unknown("code", b.Code)
	}
	if _, ok := g.Clause(b.Clause); !ok && b.Clause != "" {
		return unknown("clause", b.Clause)
	}
	if b.Clause == "" {
		code, _ := g.Code(b.Code)
		b.Clause = code.Clause
	}
	return true
}

// Fail takes a call that was not answered.
func (f *referee) Fail(seat int, why game.Failure) *game.Breach {
	c, ok := f.dueOf(seat)
	if !ok {
		return nil
	}
	return f.failed(c, why, "")
}

// failed puts a player out of the game that has not replied as it must.
func (f *referee) failed(c game.Call, why game.Failure, detail string) *game.Breach {
	if why == game.Raised {
		why = game.Closed // which is how others learn of it
	}
	f.out[c.Seat] = true
	f.asks(c, "fail", fmt.Appendf(nil, `,"why":%q`, string(why)))
	return &game.Breach{
		Seat: c.Seat, Player: c.Player, Method: c.Method, Why: string(why), Clause: f.live.rules.folder.Live.Clauses[string(why)],
		Message: why.Tell(c, detail),
	}
}

// dueOf takes the due call of a seat off those that are open.
func (f *referee) dueOf(seat int) (game.Call, bool) {
	i := slices.IndexFunc(f.open, func(c game.Call) bool { return c.Seat == seat })
	if i < 0 || f.err != nil {
		return game.Call{}, false
	}
	c := f.open[i]
	f.open = slices.Delete(f.open, i, i+1)
	return c, true
}

// asks asks what becomes of a call; nil if there is no answer.
func (f *referee) asks(c game.Call, word string, more []byte) *exchange {
	rest := append([]byte(`,"table":`), f.table...)
	rest = fmt.Appendf(rest, `,"seat":%d,"method":%q`, c.Seat, c.Method)
	x, err := f.live.exchange(f.live.question(game.Server, f.in, word, append(rest, more...)))
	if err != nil {
		f.err, f.open = err, nil
		return nil
	}
	f.take(x)
	return x
}

// Events implements game.Referee: there are none of games of folders.
func (f *referee) Events() []jsontext.Value { return nil }

// Result implements game.Referee.
func (f *referee) Result() []jsontext.Value {
	if f.result == nil {
		return nil
	}
	return []jsontext.Value{f.result}
}

// Err implements game.Asking.
func (f *referee) Err() error { return f.err }

// Confirm implements game.Asking.
func (f *referee) Confirm() error { return f.live.confirm(f.asked) }

// Player makes a player of a kind that the reference plays, or one of our own. One of a
// case leaves to chance what its name decides, so that its game is the same each time.
func (l *liveRules) Player(kind, _ string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		list, err := l.readClients([]byte("[" + kind + "]"))
		if _, invalid := errors.AsType[*game.Invalid](err); invalid {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("player %s: expected a client, [NAME, KIND]", kind),
				Hint:    fmt.Sprintf("for example [\"Ada\",%q]", l.rules.folder.Game.Players[0].Name),
			}
		}
		if err != nil {
			return nil, err
		}
		return l.player(list[0].Policy, guest.ChanceOf(list[0].Name).Uint64()), nil
	}
	if err := l.checkKind(kind); err != nil {
		return nil, err
	}
	return l.player(kind, seed), nil
}

// checkKind says whether there are players of a kind. The error is a *game.UsageError.
func (l *liveRules) checkKind(kind string) error {
	g := l.rules.folder.Game
	if slices.ContainsFunc(g.Players, func(k game.PlayerKind) bool { return k.Name == kind }) {
		return nil
	}
	return game.UnknownPlayer(g.Name, g.Players, kind)
}

// player makes a player of a kind that there is.
func (l *liveRules) player(kind string, seed uint64) *player {
	// All languages can read integers of so many bits.
	return &player{live: l, kind: kind, seed: seed & (1<<53 - 1), known: jsontext.Value("null")}
}

// A player asks the reference what to reply.
type player struct {
	live  *liveRules
	kind  string
	seed  uint64
	known jsontext.Value
	asked []*exchange
	err   error
}

// Reply implements game.Player.
func (p *player) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	g := p.live.rules.folder.Game
	m := g.Protocol.Method(method)
	if m == nil {
		var names []string
		for _, m := range g.Protocol.Methods {
			names = append(names, m.Name)
		}
		return game.Reply{}, game.Unknown("method", method, "of "+g.Name, names, "touchstone rules "+g.Name+" --live")
	}
	if err := p.live.rules.refusal(&game.Task{In: m.Args}, args); err != nil {
		return game.Reply{}, err
	}
	switch p.kind {
	case gamefolder.Hangs:
		return game.Reply{Then: game.Hangs}, nil
	case gamefolder.Leaves:
		return game.Reply{Then: game.Leaves}, nil
	case gamefolder.Babbles:
		return game.Reply{Text: []byte(gamefolder.Babble)}, nil
	}
	if p.err != nil {
		return game.Reply{}, p.err
	}
	known := p.known
	x, err := p.play(p.seed, known, method, args)
	if err != nil {
		p.err = err
		return game.Reply{}, err
	}
	p.asked = append(p.asked, x)
	p.known = x.said.Known
	if p.live.reply != nil {
		p.live.reply(string(x.said.Value))
	}
	return game.Reply{Text: x.said.Value, ByChance: func() bool { return p.byChance(x, known, method, args) }}, nil
}

// play asks for the reply to a call.
func (p *player) play(seed uint64, known jsontext.Value, method string, args []jsontext.Value) (*exchange, error) {
	rest := fmt.Appendf(nil, `,"kind":%q,"seed":%d,"known":`, p.kind, seed)
	rest = fmt.Appendf(append(rest, known...), `,"method":%q,"args":`, method)
	return p.live.exchange(p.live.question(game.Clients, args, "play", appendValues(rest, args)))
}

// otherSeeds is how many seeds are tried to find out whether a reply is left to chance.
const otherSeeds = 8

// byChance tells whether another seed leads to another reply.
func (p *player) byChance(x *exchange, known jsontext.Value, method string, args []jsontext.Value) bool {
	for n := range uint64(otherSeeds) {
		other, err := p.play(n, known, method, args)
		if err != nil {
			return true // nobody can tell
		}
		if !gamefolder.Same(other.said.Value, x.said.Value) {
			return true
		}
	}
	return false
}

// Err implements game.Asking.
func (p *player) Err() error { return p.err }

// Confirm implements game.Asking.
func (p *player) Confirm() error { return p.live.confirm(p.asked) }

// readClients reads what a program of clients is given, which its schema allows. The error
// is a *game.Invalid, or a *game.UsageError for a kind of player that there is not.
func (l *liveRules) readClients(v jsontext.Value) ([]guest.Actor, error) {
	var pairs [][2]string
	if err := json.Unmarshal(v, &pairs); err != nil {
		return nil, &game.Invalid{Message: "expected an array of clients, [NAME, KIND]"}
	}
	list := make([]guest.Actor, len(pairs))
	for i, p := range pairs {
		if err := l.checkKind(p[1]); err != nil {
			return nil, err
		}
		list[i] = guest.Actor{Name: p[0], Policy: p[1]}
	}
	return list, nil
}

// outcome plays the game of a live case with the players of its clients, without a wire,
// and writes what a server writes, or what clients do.
func (r *rules) outcome(l *liveRules, task *game.Task, in []jsontext.Value, out *game.Output) error {
	if err := r.refusal(task, in); err != nil {
		return err
	}
	clients, err := l.readClients(in[0])
	if err != nil {
		return err
	}
	seats, err := l.Seats(in[1:])
	if invalid, ok := errors.AsType[*game.Invalid](err); ok {
		later := *invalid
		later.Value++ // behind the clients
		return &later
	}
	if err != nil {
		return err
	}
	if task.Live == game.Clients {
		out.Buf = append(out.Buf, `"void"`...)
		out.End()
		return nil
	}
	perform := func(a guest.Actor) game.Player { return l.player(a.Policy, guest.ChanceOf(a.Name).Uint64()) }
	return guest.Outcome(l, in[1:], clients, seats, perform, out)
}

// generateLive makes the input of a live case: a game of the suite or a drawn one, for as
// many players as there are games for, with clients of whom some misbehave. If no game is
// found whoever asks the oracle finds that out from the one that is returned.
func (r *rules) generateLive(rng *rand.Rand) []jsontext.Value {
	f, l := r.folder.Live, r.live()
	n, numbers := 0, f.PlayersMax-f.PlayersMin+1
	first := rng.IntN(numbers)
	var in []jsontext.Value
	err := error(nil)
	for i := range numbers {
		n = f.PlayersMin + (first+i)%numbers
		if in, err = l.Deal(rng, n); err == nil {
			break
		}
	}
	if err != nil {
		in = r.drawn(l.given(), rng, 0)
	}
	clients := []byte{'['}
	for i := range n {
		kinds := f.Kinds
		if len(kinds) == 0 || rng.IntN(8) == 0 {
			kinds = []string{gamefolder.Hangs, gamefolder.Leaves, gamefolder.Babbles}
		}
		if i > 0 {
			clients = append(clients, ',')
		}
		clients = fmt.Appendf(clients, `["p%d",%q]`, i+1, kinds[rng.IntN(len(kinds))])
	}
	return append([]jsontext.Value{append(clients, ']')}, in...)
}
