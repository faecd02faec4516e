package gamefolder

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/json/number"
)

// Live is how a folder's game is played by programs (chapter 12), beyond what is in
// Game.Protocol and Game.Players.
type Live struct {
	PlayersMin, PlayersMax int

	NameMs, WaitMs, Waits, CallMs Amount

	Clauses map[string]string // by what breaks them, a word of brokenBy
	Kinds   []string          // of players that the reference plays
}

// An Amount is a whole number, or the option that says it.
type Amount struct {
	Value  int
	Option string // "" for the value
}

// Timed tells whether an option says a time of live play, which no answer shows.
func (f *Folder) Timed(option string) bool {
	l := f.Live
	return l != nil && option != "" && slices.Contains([]string{l.NameMs.Option, l.WaitMs.Option, l.Waits.Option, l.CallMs.Option}, option)
}

// Under is the amount under options.
func (a Amount) Under(options []game.Setting) int {
	for _, o := range options {
		if o.Name == a.Option {
			digits, _ := number.Integer(o.Value)
			n, _ := strconv.Atoi(string(digits)) // the option takes nothing else
			return n
		}
	}
	return a.Value
}

// The bounds of live play, and why where the format does not give them.
const (
	livePlayersMax = 100                 // more than any game has
	liveMsMax      = 24 * 60 * 60 * 1000 // a day: nobody waits longer for a program
	liveWaitsMax   = 100
)

// Kinds of players that every folder's game has, which the reference is not asked for.
const (
	Hangs   = "hangs"
	Leaves  = "leaves"
	Babbles = "babbles"
)

// ownKinds say what those players do.
var ownKinds = []game.PlayerKind{
	{Name: Hangs, Summary: "signs up and never replies"},
	{Name: Leaves, Summary: "closes its connection when it is called first"},
	{Name: Babbles, Summary: "replies " + Babble + " to its first call, which is no JSON"},
}

// Babble is what a player that babbles sends.
const Babble = "babble"

// What a clause of live play may be broken by.
const (
	ByName   = "name"  // what a name looks like, and how long it takes
	ByTaken  = "taken" // somebody else has the name
	BySeats  = "seats" // when and with how many a game starts
	ByOrder  = "order" // in which order players are seated
	liveKey  = "live"
	replyKey = "reply"
)

// brokenBy are all of them; the others are failures of calls.
var brokenBy = []string{
	ByName, ByTaken, BySeats, ByOrder,
	string(game.TimedOut), string(game.Closed), string(game.NotJSON), string(game.WrongShape), string(game.TooLong),
}

// The values of live play, which no folder describes: their names are none of plainName,
// so that a folder may have values that are called like them.
const (
	clientsValue = "live.clients"
	outcomeValue = "live.outcome"
	voidValue    = "live.void"
)

// live reads [live]: what the tasks of live play are, and the protocol. The clauses that it
// names are looked at later, by finishLive.
func (r *reader) live(top *document.Table, values []string) {
	if top.Take(liveKey) == nil {
		return
	}
	t := top.Table(liveKey)
	g := r.folder.Game
	l := &Live{Clauses: map[string]string{}}
	r.folder.Live = l
	in := r.params(t, "in", values)
	l.PlayersMin, l.PlayersMax = r.players(t)
	l.NameMs = r.amount(t, "name_ms", game.UsualNameMs, liveMsMax)
	l.WaitMs = r.amount(t, "wait_ms", game.UsualWaitMs, liveMsMax)
	l.Waits = r.amount(t, "waits", game.UsualWaits, liveWaitsMax)
	l.CallMs = r.amount(t, "call_ms", game.UsualCallMs, liveMsMax)
	r.liveClauses = t.Table("clauses")
	for _, word := range brokenBy {
		if clause := r.liveClauses.Text(word, ""); clause != "" {
			l.Clauses[word] = clause
		}
	}
	r.liveClauses.End()
	p := &g.Protocol
	p.In, p.Clients = in, []game.Param{{Name: "clients", Value: clientsValue}}
	p.Out = []game.Param{{Name: "winners and drop-outs", Value: outcomeValue}}
	methods := t.Tables("method")
	if len(methods) == 0 {
		t.Wrong(t.At("method"), "expected at least one method, begun with [[live.method]], found none")
	}
	for _, m := range methods {
		r.method(m, values)
	}
	for _, k := range t.Tables("player") {
		r.player(k)
	}
	g.Players = append(g.Players, ownKinds...)
	t.End()
	both := append(slices.Clone(p.Clients), in...)
	g.Tasks = append(g.Tasks,
		game.Task{
			Name: string(game.Server), Live: game.Server, In: both, Out: p.Out,
			Summary: "a live game with these clients: the winners and the drop-outs",
			Fields:  []game.Field{{Pointer: "/0/0", Bag: true}, {Pointer: "/0/1", Bag: true}},
		},
		game.Task{
			Name: string(game.Clients), Live: game.Clients, In: both,
			Summary: "these clients in a live game",
			Out:     []game.Param{{Name: "void", Value: voidValue, Waived: true}},
		})
}

// players reads how many play a game.
func (r *reader) players(t *document.Table) (least, most int) {
	if !required(t, "players") {
		return 1, 1
	}
	list, _ := t.Values["players"].([]any)
	if len(list) == 2 {
		a, aOK := list[0].(int64)
		b, bOK := list[1].(int64)
		if aOK && bOK && 1 <= a && a <= b && b <= livePlayersMax {
			return int(a), int(b)
		}
	}
	t.Wrong(t.At("players"), "expected [LEAST, MOST], from 1 to %d, found %s", livePlayersMax, foundPlayers(t.Values["players"]))
	return 1, 1
}

// foundPlayers says what stands in place of two numbers in their order.
func foundPlayers(v any) string {
	list, ok := v.([]any)
	if !ok {
		return document.Describe(v)
	}
	words := make([]string, min(len(list), 4))
	for i := range words {
		words[i] = document.Describe(list[i])
	}
	if len(list) > len(words) {
		words = append(words, "...")
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// amount reads a number that an option may say.
func (r *reader) amount(t *document.Table, key string, otherwise, most int) Amount {
	by, named := t.Take(key).(string)
	if !named {
		return Amount{Value: int(t.Whole(key, int64(otherwise), 1, int64(most)))}
	}
	if !plainName().MatchString(by) {
		t.Wrong(t.At(key), "expected milliseconds, a whole number from 1 to %d, or the name of an option, found %q", most, by)
		return Amount{Value: otherwise}
	}
	r.among(t, t.At(key), "option", by, optionNames(r.options))
	i := slices.IndexFunc(r.options, func(o option) bool { return o.name == by })
	if i < 0 {
		return Amount{Value: otherwise}
	}
	if least, greatest, bounded := r.options[i].bounds(); !bounded || least < 1 || greatest > int64(most) || r.options[i].takes.Null {
		t.Wrong(t.At(key), "expected an option that takes whole numbers from 1 to %d alone, found %q, which takes %s", most, by, r.options[i].words())
	}
	return Amount{Value: otherwise, Option: by}
}

// method reads a [[live.method]].
func (r *reader) method(t *document.Table, values []string) {
	g := r.folder.Game
	m := game.Method{Name: name(t, "name"), Summary: line(t, "summary", summaryMax), Args: r.params(t, "args", values), AnyOrder: t.Flag("any_order")}
	if g.Protocol.Method(m.Name) != nil && m.Name != "" {
		t.Wrong(t.At("name"), "expected each method once, found %q again", m.Name)
	}
	if required(t, replyKey) {
		value := t.Text(replyKey, "")
		r.among(t, t.At(replyKey), "value", value, values)
		m.Reply = game.Param{Name: value, Value: value}
	}
	m.Clause = t.Text("clause", "")
	r.compares = append(r.compares, t)
	for _, f := range r.compare(t) {
		switch part, rest, _ := strings.Cut(f.Pointer[1:], "/"); {
		case part == "args" && rest != "":
			f.Pointer = "/" + rest
			m.Fields = append(m.Fields, f)
		case part == replyKey && rest != "":
			f.Pointer = "/" + rest
			m.Replies = append(m.Replies, f)
		case part == replyKey:
			f.Pointer = ""
			m.Replies = append(m.Replies, f)
		default:
			t.Wrong(t.At("compare"), `expected JSON pointers that begin with "/args/0" or "/reply", found %q`, f.Pointer)
		}
	}
	t.End()
	g.Protocol.Methods = append(g.Protocol.Methods, m)
}

// player reads a [[live.player]].
func (r *reader) player(t *document.Table) {
	g := r.folder.Game
	k := game.PlayerKind{Name: name(t, "name"), Summary: line(t, "summary", summaryMax)}
	switch {
	case slices.ContainsFunc(ownKinds, func(own game.PlayerKind) bool { return own.Name == k.Name }):
		t.Wrong(t.At("name"), "expected another name, since %q is a player that every game has", k.Name)
	case slices.Contains(r.folder.Live.Kinds, k.Name) && k.Name != "":
		t.Wrong(t.At("name"), "expected each player once, found %q again", k.Name)
	}
	t.End()
	r.folder.Live.Kinds = append(r.folder.Live.Kinds, k.Name)
	g.Players = append(g.Players, k)
}

// finishLive looks at the clauses that [live] names, and makes the states of a connection.
func (r *reader) finishLive(clauses []string) {
	if r.folder.Live == nil {
		return
	}
	for _, word := range slices.Sorted(maps.Keys(r.folder.Live.Clauses)) {
		r.among(r.liveClauses, r.liveClauses.At(word), "clause", r.folder.Live.Clauses[word], clauses)
	}
	p := &r.folder.Game.Protocol
	if len(p.Methods) == 0 {
		return // which has been told
	}
	p.States, p.Transitions = lifeOf(p.Methods, r.folder.Live.Clauses)
	for i := range p.Transitions {
		t := &p.Transitions[i]
		t.Uncased = uncased(t, p.Methods[0].Name)
	}
}

// uncased tells whether no case may be able to show a transition: clients of cases send
// their names in time and nothing that is not asked for, our own kinds fail when they are
// called first, and whether others break the rules is up to the reference.
func uncased(t *game.Transition, first string) bool {
	switch t.On {
	case game.OnUnasked, game.OnTooLong, game.OnShape, game.OnIllegal:
		return true
	case game.OnTimeout, game.OnClosed, game.OnNoJSON, game.OnStarted:
		return t.From != connecting && t.From != asked(first)
	}
	return false
}

// The states of a connection beside those in which a method is called.
const (
	connecting = "connecting"
	naming     = "naming"
	seated     = "seated"
	out        = "out"
	closed     = "closed"
)

// asked is the state in which a method is called.
func asked(method string) string { return "asked for " + method }

// lifeOf is the life of one connection: a game of a folder may make any call after any
// other.
func lifeOf(methods []game.Method, clauses map[string]string) (states []game.State, steps []game.Transition) {
	step := func(from, to, on, clause string) {
		steps = append(steps, game.Transition{From: from, To: to, On: on, Clause: clause})
	}
	failures := game.Connections{
		Shape: clauses[string(game.WrongShape)], NotJSON: clauses[string(game.NotJSON)], TooLong: clauses[string(game.TooLong)],
		Timeout: clauses[string(game.TimedOut)], Lost: clauses[string(game.Closed)],
	}
	states = append(game.SignUpStates()[:2], game.State{Name: seated, Summary: "the client has signed up; no call is open"})
	step(connecting, naming, game.OnAccepted, clauses[ByOrder])
	step(connecting, closed, game.OnStarted, clauses[BySeats])
	step(naming, seated, game.OnName, clauses[ByName])
	step(naming, closed, game.OnNoName, clauses[ByName])
	step(naming, closed, game.OnTaken, clauses[ByTaken])
	step(naming, closed, game.OnTimeout, clauses[ByName])
	step(naming, closed, game.OnClosed, clauses[ByName])
	step(naming, closed, game.OnStarted, clauses[BySeats])
	step(seated, closed, game.OnTooFew, clauses[BySeats])
	step(seated, closed, game.OnOther, clauses[BySeats])
	for _, m := range methods {
		asked := asked(m.Name)
		states = append(states, game.State{Name: asked, Summary: m.Name + " is called; its reply is due"})
		step(seated, asked, game.Calling+m.Name, m.Clause)
		step(asked, seated, game.Replied+m.Reply.Value, m.Clause)
		step(asked, out, game.OnIllegal, m.Clause)
		steps = append(steps, failures.Failing(asked)...)
	}
	step(seated, seated, game.OnUnasked, "")
	step(seated, closed, game.OnAllTold, "")
	step(out, closed, game.OnOutClosed, "")
	states = append(states,
		game.State{Name: out, Summary: "the player is out: the server sends it nothing more"},
		game.State{Name: closed, Summary: "the connection is closed", Final: true})
	return states, steps
}

// liveValues are the schemas of what live play has besides the values of the folder.
func (f *Folder) liveValues() map[string]string {
	if f.Live == nil {
		return nil
	}
	names := make([]string, len(f.Game.Players))
	kinds := make([]string, len(names))
	for i, k := range f.Game.Players {
		names[i], kinds[i] = k.Name, strconv.Quote(k.Name)
	}
	return map[string]string{
		clientsValue: fmt.Sprintf(clientsSchema, strings.Join(kinds, ", "), f.Live.PlayersMax+clientsTooMany, strings.Join(names, ", ")),
		outcomeValue: outcomeSchema,
		voidValue:    `{"description": "What a program of clients writes in the end.", "x-expected": "\"void\"", "const": "void"}`,
	}
}

// clientsTooMany is how many clients more may come in a case than can play.
const clientsTooMany = 10

// clientsSchema is that of what a program of clients is given. A name may be one that a
// server must refuse, as in The Bazaar Game.
const clientsSchema = `{
  "description": "The clients of a live game in the order in which they connect. A name may be one that a server must refuse.",
  "x-expected": "an array of clients", "type": "array", "maxItems": %[2]d,
  "items": {
    "x-expected": "a client, [NAME, KIND]", "type": "array", "minItems": 2, "maxItems": 2,
    "prefixItems": [
      {"x-expected": "a name of at most 100 characters", "type": "string", "maxLength": 100},
      {"x-expected": "a kind of player: %[3]s", "type": "string", "enum": [%[1]s]}
    ]
  }
}`

// outcomeSchema is that of what a server writes in the end.
const outcomeSchema = `{
  "description": "The names of the winners and of the drop-outs of a live game.",
  "x-expected": "an array of winners and drop-outs", "type": "array", "minItems": 2, "maxItems": 2,
  "items": {"x-expected": "an array of names", "type": "array", "uniqueItems": true, "items": {"x-expected": "a name", "type": "string"}}
}`
