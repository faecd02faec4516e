package live

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A shadow follows a program of a server from our clients' side: it lets a
// referee of its own take each reply as the server must, and compares every
// call with that which is due.
type shadow struct {
	record
	stage   *Stage
	live    game.Live
	in      []jsontext.Value // of the server
	clients []client.Client
	shut    time.Time    // when the port was seen closed last, or the program was started
	seats   game.Span    // of players
	fits    map[int]bool // numbers of players between, as far as the referee was asked
	judges  map[string]*judge.Judge
	conns   []*shadowConn // by number

	begun   bool      // a call has come
	wrote   time.Time // when the output was complete
	told    time.Time // when the last call had its reply
	noGame  string    // why no game can be played, in the words of the protocol, or ""
	blind   bool      // a name or a reply came so close to its time that nobody can tell whether it counts
	fault   error     // why the program that knows the rules did not begin the game, nil if it did
	slow    bool      // one of our clients was late for no reason of the case
	unread  int       // the client whose name the program let lie, 0 for none
	players []*shadowConn
	referee game.Referee
	due     []*due
	first   *due // of those that were due together, the one that was called first
	round   int  // how often calls became due while none was open
	history []taken
	event   jsontext.Value // of the referee, the last one
	skipped *shadowConn    // who was due when another was called, while it may come out why
	closes  *Finding       // that its connection is closed
}

// A shadowConn is the connection of a client.
type shadowConn struct {
	number  int
	client  *client.Client
	begin   time.Time
	in      reader // what the server gets
	out     reader // what comes from it
	first   bool   // something has come to the server as the first value
	name    string // "" if the first value was none
	named   time.Time
	waiting []arrival
	called  time.Time // when the last call came that it has not replied to
	closed  bool      // by our side
	over    bool      // by the server
	overAt  time.Time // then
	seat    int
	breach  *game.Breach // why it is out of the game, nil if it is not
	told    bool         // its last call is done with
	final   bool         // its last call has come
	// ahead is a call that came before those which the referee makes first,
	// where their order is not judged.
	ahead *ahead
	tardy *due // the call whose reply came too late, if that is why it is out
	// passed are calls that the server need not have waited at, since the reply
	// was there before: they may still be on their way.
	passed []*due
}

// An arrival is a value that the server has got.
type arrival struct {
	value jsontext.Value
	at    time.Time
}

// An ahead is a call that came earlier than the referee makes it.
type ahead struct {
	value  jsontext.Value
	number int
	at     time.Time
}

// A due is a call that the referee waits for.
type due struct {
	game.Call
	sent bool
	at   time.Time
}

func newShadow(s *Stage, p *client.Pair) (*shadow, error) {
	live := s.Rules.Live()
	seats, err := live.Seats(p.Server)
	if err != nil {
		return nil, err
	}
	h := &shadow{
		record: s.newRecord(), stage: s, live: live, in: p.Server, clients: p.Clients, seats: seats,
		judges: map[string]*judge.Judge{},
	}
	h.shut = h.now()
	for _, m := range h.protocol.Methods {
		h.judges[m.Name] = judge.New(game.Task{Out: m.Args, Fields: m.Fields}, judge.Strict, nil)
	}
	return h, nil
}

// connected implements witness.
func (h *shadow) connected(number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = h.now()
	k := &shadowConn{number: len(h.conns) + 1, client: &h.clients[number-1], begin: h.last, seat: -1}
	h.conns = append(h.conns, k)
}

// unconnected is told that an attempt to connect has failed.
func (h *shadow) unconnected() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.conns) == 0 {
		h.shut = h.now()
	}
}

// ignored is told that the program has not read the name of a client for the whole
// time that the next one waits for it.
func (h *shadow) ignored(number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unread = cmp.Or(h.unread, number)
}

// conn finds the connection of the client of a number: some may not have got
// through.
func (h *shadow) conn(number int) *shadowConn {
	for _, k := range h.conns {
		if k.client == &h.clients[number-1] {
			return k
		}
	}
	return nil
}

// sent implements witness.
func (h *shadow) sent(number int, p []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.conn(number)
	now := h.now()
	h.last = now
	before := k.in.err
	k.in.feed(p, func(v jsontext.Value) {
		h.count()
		if !k.first {
			h.greeted(k, v, now)
			return
		}
		k.waiting = append(k.waiting, arrival{v, now})
		h.watch(k, now)
	})
	if before == nil && k.in.err != nil {
		h.count()
		k.first = true
		h.latest = fmt.Sprintf("%s has sent something that is not a value: %s", h.who(k), k.in.err.Message)
	}
}

// greeted takes the first value of a client.
func (h *shadow) greeted(k *shadowConn, v jsontext.Value, now time.Time) {
	k.first = true
	if v.Kind() != '"' {
		return
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if err == nil && h.signUp.NameOK(string(text)) {
		k.name, k.named = string(text), now
	}
	if len(k.client.Faults) == 0 && now.Sub(k.begin) > h.ms(h.signUp.NameMs)/2 {
		h.slow = true
	}
}

// watch notes that one of our clients is late although the case has no reason
// for that: then the machine is too busy to judge anybody.
func (h *shadow) watch(k *shadowConn, now time.Time) {
	if !k.called.IsZero() && len(k.client.Faults) == 0 && now.Sub(k.called) > h.ms(h.signUp.CallMs)/2 {
		h.slow = true
	}
	k.called = time.Time{}
}

// received implements witness.
func (h *shadow) received(number int, p []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.conn(number)
	now := h.now()
	h.last = now
	before := k.out.err
	k.out.feed(p, func(v jsontext.Value) {
		n := h.count()
		k.called = now
		if h.closes != nil {
			h.explain() // the program goes on without it
		}
		switch f := h.called(k, v, now); {
		case f == nil:
		case h.skipped != nil && h.suspect == nil:
			f.Number = n
			h.hard, h.since = f, now
		default:
			h.skipped, f.Number = nil, n
			h.find(*f)
		}
	})
	if before == nil && k.out.err != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.callClause(), Number: h.count(),
			Message: fmt.Sprintf("%s gets something that is not a call: %s", h.who(k), k.out.err.Message),
		})
	}
}

// closed implements witness.
func (h *shadow) closed(number int, ours bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = h.now()
	k := h.conn(number)
	if ours {
		if k.closed = true; !k.final {
			h.latest = fmt.Sprintf("%s has closed the connection", h.who(k))
		}
		return
	}
	k.over, k.overAt = true, h.last
	switch {
	case k == h.skipped:
		// What was read first is no more than the order of two connections.
		h.closes, h.since = h.closesDue(k, h.due[0]), h.last
		h.closes.Number = h.messages
	case h.hard != nil || h.blind || !h.wrote.IsZero():
	case h.begun:
		h.lost(k)
	default:
		h.refused(k)
	}
	if k.out.begun() {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.callClause(), Mild: true,
			Message: fmt.Sprintf("the connection of %s ends in the middle of a call", h.who(k)),
		})
	}
}

// refused judges that the server closes a connection before the game.
func (h *shadow) refused(k *shadowConn) {
	if f := h.keptNameless(k, h.last, "was open all that time"); f != nil {
		h.find(*f)
		return
	}
	players, noGame := h.seated()
	if len(players) == h.signUp.PlayersMax && (noGame != "" || !slices.Contains(players, k)) || k.closed {
		return
	}
	if from, _ := h.window(players); len(players) < h.signUp.PlayersMax && !h.last.Before(from) {
		// The sign-up may be over, and no game be played.
		return
	}
	lived := h.last.Sub(k.begin)
	switch {
	case slices.Contains(players, k):
		f := h.wrong(h.protocol.ClauseOn(game.OnName),
			"the program closes the connection of %s %v after it signed up, but must call it first", k.name, milli(h.last.Sub(k.named)))
		f.Timing = h.mayHaveRunOut(k.begin, h.signUp.NameMs)
		h.suspects(*f)
	case k.name == "" && !k.first && k.in.err == nil && lived < h.ms(h.signUp.NameMs)-h.tolerance():
		f := h.wrong(h.protocol.ClauseOn(game.OnTimeout),
			"the program closes %s after %v, but a client has %v to send its name", h.who(k), milli(lived), h.ms(h.signUp.NameMs))
		f.Timing = true
		h.suspects(*f)
	}
}

// lost judges that the server closes a connection during the game.
func (h *shadow) lost(k *shadowConn) {
	if h.referee == nil || k.seat < 0 {
		return
	}
	for {
		settled, f := h.settle(h.last, true)
		if f != nil {
			h.find(*f)
		}
		if f != nil || h.blind {
			return
		}
		if !settled {
			break
		}
	}
	if k.breach != nil || k.told || len(h.due) == 0 {
		return
	}
	for _, d := range h.due {
		if h.players[d.Seat] != k {
			continue
		}
		if d.sent {
			f := h.wrong(h.protocol.ClauseIn(d.Method, game.OnTimeout),
				"the program closes the connection of %s %v after calling %s, but the client has %v to reply",
				k.name, milli(h.last.Sub(d.at)), d.Method, h.ms(h.signUp.CallMs))
			f.Timing = true
			h.suspects(*f)
			return
		}
		h.suspects(*h.closesDue(k, d))
		return
	}
	for _, t := range slices.Backward(h.history) {
		if t.call.Seat == k.seat {
			f := h.wrong(h.protocol.ClauseIn(t.call.Method, game.OnShape),
				"the program closes the connection of %s, but its reply %s to %s is correct, so it is still in the game",
				k.name, text.Excerpt(t.value), t.call.Method)
			f.Timing = h.mayHaveRunOut(t.at, h.signUp.CallMs)
			h.suspects(*f)
			return
		}
	}
	d := h.due[0]
	h.suspects(*h.wrong(h.protocol.ClauseOn(game.OnAllTold), "the program closes the connection of %s, which is still in the game: %s of %s is due%s",
		k.name, d.Method, d.Player, h.because()))
}

// mayHaveRunOut tells whether a program that a busy machine kept from reading may
// have let a time of the protocol run out that began then, although what it waited
// for had come.
func (h *shadow) mayHaveRunOut(begin time.Time, limitMs int) bool {
	return h.last.Sub(begin) > h.ms(limitMs)/2
}

// closesDue says that the program closes a connection in place of a call.
func (h *shadow) closesDue(k *shadowConn, d *due) *Finding {
	return h.wrong(h.methodClause(d.Method), "the program closes the connection of %s, but %s of it is due%s", k.name, d.Method, h.because())
}

// explain lets the finding decide that another player is called than the one that is
// due, or the reason, if it has come out.
func (h *shadow) explain() {
	if h.closes != nil {
		h.hard = h.closes
	}
	h.skipped, h.closes = nil, nil
	h.found()
}

// because says what happened last in the game, for a finding about what follows.
func (h *shadow) because() string {
	if h.event == nil {
		return ""
	}
	return ", since the last event of the game is " + text.Excerpt(h.event)
}

// milli is a time as people read it.
func milli(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// who is a client in words.
func (h *shadow) who(k *shadowConn) string {
	if k.name != "" {
		return k.name
	}
	return "connection " + strconv.Itoa(k.number)
}

func (h *shadow) wrong(clause, format string, args ...any) *Finding {
	return &Finding{Outcome: judge.ProtocolError, Clause: clause, Message: fmt.Sprintf(format, args...)}
}

// called judges a call.
func (h *shadow) called(k *shadowConn, v jsontext.Value, now time.Time) *Finding {
	if h.hard != nil || h.blind {
		return nil
	}
	if !h.begun {
		h.begun = true
		if f := h.begin(k, now); f != nil || h.blind {
			return f
		}
	}
	switch {
	case h.noGame != "":
		return h.wrong(h.protocol.ClauseOn(h.noGame), "%s is called, but the clients cannot play a game%s", h.who(k), h.kept())
	case k.seat < 0:
		return h.stranger(k)
	}
	var d *due
	if len(k.passed) > 0 {
		d, k.passed = k.passed[0], k.passed[1:]
		return h.compare(k, d, v)
	}
	for d = h.unsent(k.seat); d == nil; d = h.unsent(k.seat) {
		settled, f := h.settle(now, true)
		switch {
		case f != nil || h.blind:
			return f
		case !settled && h.mayBeAhead(k, v):
			k.ahead = &ahead{v, h.messages, now}
			return nil
		case !settled:
			return h.caused(h.notDue(k, v, now), k, v)
		}
	}
	if !h.wrote.IsZero() {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.protocol.ClauseOn(game.OnAllTold), Number: h.messages, Mild: true,
			Message: fmt.Sprintf("%s is called after the result is written", k.name),
		})
	}
	d.sent, d.at = true, now
	if f := h.apart(d); f != nil {
		return f
	}
	k.final = d.Method == h.protocol.Last()
	return h.caused(h.compare(k, d, v), k, v)
}

// apart finds that a call comes after another one although both players are asked at the
// same time.
func (h *shadow) apart(d *due) *Finding {
	if h.first == nil {
		h.first = d
	}
	m, gap := h.protocol.Method(d.Method), d.at.Sub(h.first.at)
	if m == nil || m.Together == "" || gap <= h.tolerance() {
		return nil
	}
	f := h.wrong(m.Together, "%s of %s comes %v after that of %s, but all who are asked are called at the same time",
		d.Method, d.Player, milli(gap), h.first.Player)
	f.Timing, f.Since = true, h.first.at
	return f
}

// caused adds to a finding about a call the mistake that would lead to just this
// call.
func (h *shadow) caused(f *Finding, k *shadowConn, v jsontext.Value) *Finding {
	call, err := wire.ParseCall(v)
	if f == nil || f.Timing || err != nil || h.protocol.Method(call.Method) == nil {
		return f
	}
	does := func(referee game.Referee) bool { return h.calls(referee, k, &call) }
	var mistakes []mistake
	if t := h.shownBefore(k, &call); t != nil && f.Expected != nil {
		mistakes = append(mistakes, mistake{f.Clause, "shows the same as in the call before, " + t.Method})
	}
	like := h.stage.serverMistakes(h.in, h.names(), h.history, f.Clause, does)
	if h.dropsEarly(k, does) {
		mistakes = append(mistakes, mistake{h.protocol.ClauseOn(game.OnUnasked), "drops a value that comes before its call"})
		// A mutant that takes such a value shows elsewhere, too.
		like.alike = nil
	}
	mistakes = append(mistakes, like.found...)
	if t := h.undone(does); t != nil {
		mistakes = append(mistakes, mistake{h.protocol.StaysDone, fmt.Sprintf("undoes the turn of %s when that player is out", t.call.Player)})
	}
	if cause := causeOf(mistakes, like.alike); cause != nil {
		f.blame(cause)
	} else if t := h.unheard(does); t != nil {
		f.Message = strings.TrimSuffix(f.Message, " ("+f.Clause+")")
		f.Clause = h.callClause()
		f.Message += fmt.Sprintf("; this is what a program does that does not take the reply of %s to %s, which was %s (%s)",
			t.call.Player, t.call.Method, text.Excerpt(t.value), f.Clause)
		f.Timing = h.mayHaveRunOut(t.at, h.signUp.CallMs)
	} else if b := h.justOut(); b != nil && k.breach == nil {
		f.Message = strings.TrimSuffix(f.Message, " ("+f.Clause+")")
		f.Clause = b.Clause
		f.Message += fmt.Sprintf("; just before, %s is out in %s: %s (%s)", b.Player, b.Method, b.Message, b.Clause)
	}
	return f
}

// calls tells whether a referee makes a call to a player next, or once it has made
// those that have come before where their order is not judged.
func (h *shadow) calls(referee game.Referee, k *shadowConn, call *wire.Call) bool {
	made := make(map[int]bool)
	for {
		var before *game.Call
		for _, c := range referee.Calls() {
			if c.Seat == k.seat && c.Method == call.Method {
				return h.sameArgs(c.Method, c.Args, call.Args)
			}
			if p := h.players[c.Seat]; p.ahead != nil && !made[c.Seat] {
				before = &c
			}
		}
		if before == nil {
			return false
		}
		made[before.Seat] = true
		came, err := wire.ParseCall(h.players[before.Seat].ahead.value)
		if err != nil || came.Method != before.Method || !h.sameArgs(came.Method, before.Args, came.Args) {
			return false
		}
		// What becomes of it changes nothing for the others.
		referee.Fail(before.Seat, game.TimedOut)
	}
}

func (h *shadow) sameArgs(method string, a, b []jsontext.Value) bool {
	return h.judges[method].CompareBy("", a, b).Outcome == judge.Pass
}

// shownBefore is the last call of a player, if it is of another method and showed
// just what a call shows now; else nil.
func (h *shadow) shownBefore(k *shadowConn, call *wire.Call) *game.Call {
	n := len(h.history)
	if n == 0 || h.history[n-1].call.Seat != k.seat || h.history[n-1].call.Method == call.Method {
		return nil
	}
	t := &h.history[n-1].call
	if len(t.Args) != len(call.Args) || h.judges[call.Method].CompareBy("", t.Args, call.Args).Outcome != judge.Pass {
		return nil
	}
	return t
}

// dropsEarly tells whether a call to a player that is out comes next where the value
// that came before its call is left out, and the one behind it is the reply.
func (h *shadow) dropsEarly(k *shadowConn, does func(game.Referee) bool) bool {
	i := slices.IndexFunc(h.history, func(t taken) bool { return t.call.Seat == k.seat && t.breach != nil && t.early })
	if i < 0 || len(k.waiting) == 0 {
		return false
	}
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil {
		return false
	}
	other := slices.Clone(h.history)
	other[i].value = k.waiting[0].value
	return replays(referee, other) && does(referee)
}

// undone finds the player that is out since its second reply or a later one of a
// turn, without whose replies before that the game would go on as the program has
// it; nil if there is none.
func (h *shadow) undone(does func(game.Referee) bool) *taken {
	if h.protocol.StaysDone == "" {
		return nil
	}
	for i := len(h.history) - 1; i >= max(1, len(h.history)-unheardMax); i-- {
		out, before := h.history[i], h.history[i-1]
		if out.breach == nil || before.breach != nil || before.call.Seat != out.call.Seat {
			continue
		}
		referee, err := h.live.Referee(h.in, h.names())
		if err != nil {
			return nil
		}
		other := slices.Delete(slices.Clone(h.history), i, i+1)
		other[i-1].value, other[i-1].why = nil, game.TimedOut
		if replays(referee, other) && does(referee) {
			return &out
		}
	}
	return nil
}

// justOut is the breach that has come right before, in the last reply or in one to a call
// that was due together with it; nil if none has, or if nothing follows from it: who
// fails when told the result changes nothing for the others.
func (h *shadow) justOut() *game.Breach {
	for i := len(h.history) - 1; i >= 0 && h.history[i].round == h.history[len(h.history)-1].round; i-- {
		if t := &h.history[i]; t.breach != nil && t.call.Method != h.protocol.Last() {
			return t.breach
		}
	}
	return nil
}

// unheard finds the good reply without which the game would go on as the program
// has it, nil if there is none.
func (h *shadow) unheard(does func(game.Referee) bool) *taken {
	for i := len(h.history) - 1; i >= 0 && i >= len(h.history)-unheardMax; i-- {
		t := h.history[i]
		if t.value == nil || t.breach != nil {
			continue
		}
		referee, err := h.live.Referee(h.in, h.names())
		if err != nil {
			return nil
		}
		other := slices.Clone(h.history)
		other[i].value, other[i].why = nil, game.TimedOut
		if replays(referee, other) && does(referee) {
			return &t
		}
	}
	return nil
}

// unheardMax is how many replies before a wrong call may be its reason: those of the
// set-up and of a round.
const unheardMax = 20

// resultCause finds the mistake that leads to the result that the program gave.
func (h *shadow) resultCause(got []jsontext.Value, clause string) *Cause {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.referee == nil || h.blind || h.hard != nil || len(h.due) > 0 {
		return nil
	}
	results := judge.New(h.stage.Task, judge.Strict, nil)
	if results.Compare(h.referee.Result(), got).Outcome == judge.Pass {
		return nil
	}
	like := h.stage.serverMistakes(h.in, h.names(), h.history, clause, func(referee game.Referee) bool {
		return len(referee.Calls()) == 0 && results.Compare(referee.Result(), got).Outcome == judge.Pass
	})
	if cause := causeOf(like.found, like.alike); cause != nil {
		return cause
	}
	if cause := h.outsiderWins(got); cause != nil {
		return cause
	}
	// The calls were right, so that only what has come of the last ones is left.
	last := h.protocol.Last()
	for _, t := range h.history {
		if t.breach != nil && t.call.Method == last {
			clause := h.protocol.ClauseIn(last, game.OnTimeout)
			return &Cause{Clause: clause, Text: fmt.Sprintf("before that, %s (%s)", t.breach.Message, clause)}
		}
	}
	return nil
}

// outsiderWins tells of a winner of the program's result that was out before the last
// calls, nil if there is none.
func (h *shadow) outsiderWins(got []jsontext.Value) *Cause {
	winners, _, err := game.ReadOutcome(got)
	if err != nil {
		return nil
	}
	last := h.protocol.Last()
	for _, t := range h.history {
		if b := t.breach; b != nil && t.call.Method != last && slices.Contains(winners, b.Player) {
			clause := h.protocol.ClauseIn(t.call.Method, game.OnClosed)
			return &Cause{Clause: clause, Text: fmt.Sprintf("%s has won there, but is out since %s (%s)", b.Player, t.call.Method, clause)}
		}
	}
	return nil
}

// result judges what the program has written, in a transcript: of a test the verdict
// does.
func (h *shadow) result(got []jsontext.Value) {
	clause := h.protocol.ClauseOn(game.OnAllTold)
	cause := h.resultCause(got, clause)
	h.mu.Lock()
	defer h.mu.Unlock()
	want := h.signUp.Void
	switch {
	case h.hard != nil || h.blind || len(h.due) > 0:
		return
	case h.referee != nil:
		want = h.referee.Result()
	case h.noGame == "":
		if _, h.noGame = h.seated(); h.noGame == "" {
			return
		}
	}
	c := judge.New(h.stage.Task, judge.Strict, nil).CompareBy(clause, want, got)
	if c.Outcome == judge.Pass {
		return
	}
	f := h.wrong(cmp.Or(c.Differences[0].Clause, clause), "the result: %s", c.Differences[0].Message)
	if cause != nil {
		f.blame(cause)
	}
	h.find(*f)
}

// names are those of the players, by seat.
func (h *shadow) names() []string { return namesOf(h.players) }

func namesOf(players []*shadowConn) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = p.name
	}
	return names
}

// stranger says why one who is called is no player.
func (h *shadow) stranger(k *shadowConn) *Finding {
	s := &h.signUp
	twin := func(p *shadowConn) bool { return p != k && p.name == k.name }
	switch {
	case k.name == "" && !k.first:
		return h.wrong(h.protocol.ClauseOn(game.OnNoName), "%s is called, but has sent no name", h.who(k))
	case k.name == "":
		return h.wrong(h.protocol.ClauseOn(game.OnNoName), "%s is called, but what it has sent is not a name", h.who(k))
	case k.named.Sub(k.begin) > h.ms(s.NameMs)+h.tolerance():
		return h.wrong(h.protocol.ClauseOn(game.OnTimeout), "%s is called, but its name came only %v after it had connected",
			k.name, milli(k.named.Sub(k.begin)))
	case slices.ContainsFunc(h.players, twin):
		return h.wrong(h.protocol.ClauseOn(game.OnTaken), "connection %d is called, but another player already has the name %s", k.number, k.name)
	}
	return h.wrong(h.protocol.ClauseOn(game.OnStarted), "%s is called, but %d had signed up before it", k.name, s.PlayersMax)
}

// mayBeAhead tells whether a call may come before that which is due.
func (h *shadow) mayBeAhead(k *shadowConn, v jsontext.Value) bool {
	if len(h.due) == 0 || h.due[0].sent || k.ahead != nil || k.breach != nil {
		return false
	}
	m := h.protocol.Method(h.due[0].Method)
	call, err := wire.ParseCall(v)
	return err == nil && m != nil && m.AnyOrder && call.Method == m.Name
}

// compare compares a call with that which is due.
func (h *shadow) compare(k *shadowConn, d *due, v jsontext.Value) *Finding {
	clause := h.methodClause(d.Method)
	call, err := wire.ParseCall(v)
	switch {
	case err != nil:
		return h.wrong(h.callClause(), "what %s gets is not a call: expected an array of a method's name and an array of arguments", k.name)
	case call.Method != d.Method:
		return h.wrong(clause, "%s is called with %s, but %s is due", k.name, strconv.Quote(call.Method), strconv.Quote(d.Method))
	}
	if c := h.judges[d.Method].CompareBy(clause, d.Args, call.Args); c.Outcome != judge.Pass {
		diff := c.Differences[0]
		f := h.wrong(cmp.Or(diff.Clause, clause), "%s of %s: %s", d.Method, k.name, diff.Message)
		f.Expected, f.Received = diff.Expected, diff.Received
		return f
	}
	return nil
}

// seated are those who have signed up by now, as the rules have it, and the
// reason why no game is played with them, in the words of the protocol, or "".
func (h *shadow) seated() (players []*shadowConn, noGame string) {
	s := &h.signUp
	var named []*shadowConn
	for _, k := range h.conns {
		if k.name != "" && k.named.Sub(k.begin) <= h.ms(s.NameMs)+h.tolerance() {
			named = append(named, k)
		}
	}
	slices.SortStableFunc(named, func(a, b *shadowConn) int { return a.named.Compare(b.named) })
	names := map[string]bool{}
	twice := false
	for _, k := range named {
		if len(players) == s.PlayersMax {
			break
		}
		if names[k.name] && !s.DuplicatesSeated {
			if !s.DuplicateVoids {
				continue
			}
			twice = true
		}
		names[k.name] = true
		players = append(players, k)
	}
	slices.SortFunc(players, func(a, b *shadowConn) int { return cmp.Compare(a.number, b.number) })
	switch n := len(players); {
	case n < s.PlayersMin:
		noGame = game.OnTooFew
	case twice:
		noGame = game.OnTwice
	case !h.playable(players):
		noGame = game.OnOther
	}
	return players, noGame
}

// playable tells whether the game of the case is one for just these players.
func (h *shadow) playable(players []*shadowConn) bool {
	n := len(players)
	if !h.seats.Has(n) || h.seats == game.Just(n) {
		return h.seats.Has(n)
	}
	fits, known := h.fits[n]
	if !known {
		_, err := h.live.Referee(h.in, namesOf(players))
		_, other := errors.AsType[*game.Invalid](err)
		if fits = !other; h.fits == nil {
			h.fits = make(map[int]bool)
		}
		h.fits[n] = fits
	}
	return fits
}

// slack is how much later than it could the start of a game may show: a server that
// reads names one after the other (BG-83) gives each connection without one its
// whole time, and a client that does not read shows no call.
func (h *shadow) slack() time.Duration {
	var all time.Duration
	for _, k := range h.conns {
		if k.name == "" {
			all += h.ms(h.signUp.NameMs)
		} else if k.deaf() {
			all += h.ms(h.signUp.CallMs)
		}
	}
	return all
}

// window is when the game may start with those who have signed up, or no game be
// played with them (BG-85).
func (h *shadow) window(players []*shadowConn) (from, to time.Time) {
	s := &h.signUp
	times := make([]time.Time, len(players))
	for i, p := range players {
		times[i] = p.named
	}
	sort.Slice(times, func(i, j int) bool { return times[i].Before(times[j]) })
	slack, wait := h.slack(), h.ms(s.WaitMs)
	if n := len(players); n >= s.PlayersMax {
		return times[n-1], times[n-1].Add(slack + h.tolerance())
	}
	// The port was opened between the last attempt that failed and the first that
	// did not.
	opened := h.conns[0].begin
	first, last := s.Waits, s.Waits
	if n := len(players); n >= s.PlayersMin && n > 0 {
		enough := times[s.PlayersMin-1]
		round := func(d time.Duration) int { return min(max(1, int((d+wait-1)/wait)), s.Waits) }
		first = round(enough.Sub(opened) - h.tolerance())
		last = round(enough.Sub(h.shut) + slack + h.tolerance())
	}
	return h.shut.Add(h.rounds(first) - h.tolerance()), opened.Add(h.rounds(last) + slack + h.tolerance())
}

// begin judges the sign-up when the first call comes, and lets the referee
// begin.
func (h *shadow) begin(k *shadowConn, now time.Time) *Finding {
	if k.name == "" {
		return h.stranger(k)
	}
	s := &h.signUp
	limit, tolerance := h.ms(s.NameMs), h.tolerance()
	for _, k := range h.conns {
		if took := k.named.Sub(k.begin); k.name != "" && took > limit-tolerance/2 && took <= limit+tolerance && limit > tolerance {
			h.blind = true
		}
		if f := h.keptNameless(k, now, "is still open"); f != nil && !k.over {
			return f
		}
	}
	h.players, h.noGame = h.seated()
	for i, p := range h.players {
		p.seat = i
	}
	n := len(h.players)
	from, to := h.window(h.players)
	h.incomplete(h.players, from, now)
	switch {
	case n < s.PlayersMax && now.Before(from):
		f := h.wrong(h.protocol.ClauseOn(game.OnTooFew), "the game starts with %s %v after the program opened its port, but %s at the end of a wait of %v",
			text.Count(n, "player"), milli(now.Sub(h.shut)), "fewer than "+strconv.Itoa(s.PlayersMax)+" play only", h.ms(s.WaitMs))
		f.Timing = true
		return f
	case now.After(to):
		f := h.wrong(h.protocol.ClauseOn(game.OnStarted), "%s%s", h.startsLate(now, to), h.kept())
		if h.players[0].deaf() {
			first := h.protocol.Methods[0].Name
			f = h.wrong(h.protocol.ClauseIn(first, game.OnTimeout),
				"%s does not read and has not replied to %s, but the program goes on only %v after it is out",
				h.players[0].name, first, milli(now.Sub(to)+tolerance))
		}
		f.Timing, f.Since = true, to.Add(-tolerance)
		return f
	}
	if h.noGame != "" {
		return nil
	}
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil {
		// The oracle has accepted the values, but may be a program that fails now.
		h.blind, h.fault = true, faultOf(err)
		return nil
	}
	h.referee = referee
	if h.players[0].deaf() {
		// Its first call was not seen, and may be as old as that.
		now = from
	}
	h.next(now)
	return nil
}

// incomplete notes that the sign-up has ended as it should, but without some of our
// clients, who were too slow to come. If they waited for the program to read a name,
// that is its own doing.
func (h *shadow) incomplete(players []*shadowConn, from, now time.Time) {
	if len(players) < h.signUp.PlayersMax && len(h.conns) < len(h.clients) && !now.Before(from) && h.unread == 0 {
		h.slow = true
	}
}

// kept says why some of our clients have not come, if the program kept them waiting.
func (h *shadow) kept() string {
	if h.unread == 0 || len(h.conns) >= len(h.clients) {
		return ""
	}
	whose := fmt.Sprintf("what client %d had sent", h.unread)
	if c := &h.clients[h.unread-1]; c.Player != nil {
		whose = "the name of " + c.Name
	}
	return fmt.Sprintf("; only %d of %s had connected, since the program had not read %s",
		len(h.conns), text.Count(len(h.clients), "client"), whose)
}

// startsLate says how late a game starts.
func (h *shadow) startsLate(now, to time.Time) string {
	late := milli(now.Sub(to) + h.tolerance())
	if n := len(h.players); n >= h.signUp.PlayersMax {
		return fmt.Sprintf("the game starts %v after player %d has signed up, expected at once", late, n)
	}
	return fmt.Sprintf("the game starts %v after the end of the wait of %v", late, h.ms(h.signUp.WaitMs))
}

// keptNameless finds that a connection without a name was not closed in time
// (BG-82), or one that has sent what is no name (BG-81). A server may read one name after the other (BG-83), so that each
// silent connection before it may have taken its time too.
func (h *shadow) keptNameless(k *shadowConn, now time.Time, what string) *Finding {
	if k.name != "" || k.closed {
		return nil
	}
	limit := h.tolerance()
	for _, other := range h.conns[:k.number] {
		if other.name == "" {
			limit += h.ms(h.signUp.NameMs)
		}
	}
	waited := now.Sub(k.begin)
	if waited <= limit {
		return nil
	}
	f := h.wrong(h.protocol.ClauseOn(game.OnTimeout),
		"connection %d has sent no name for %v, and %s", k.number, waited.Round(time.Millisecond), what)
	if k.first {
		f = h.wrong(h.protocol.ClauseOn(game.OnNoName),
			"what connection %d has sent is not a name, and %v after it opened it %s", k.number, waited.Round(time.Millisecond), what)
	}
	f.Number, f.Timing, f.Since = h.messages, true, k.begin
	return f
}

// next asks the referee what is due.
func (h *shadow) next(now time.Time) {
	if events := h.referee.Events(); len(events) > 0 {
		h.event = events[len(events)-1]
	}
	if len(h.due) == 0 {
		h.first = nil
		h.round++
	}
	for _, call := range h.referee.Calls() {
		if slices.ContainsFunc(h.due, func(d *due) bool { return d.Seat == call.Seat }) {
			continue
		}
		d := &due{Call: call, at: now}
		h.due = append(h.due, d)
		if k := h.players[call.Seat]; k.ahead != nil {
			d.sent, d.at = true, k.ahead.at
			if f := h.caused(h.compare(k, d, k.ahead.value), k, k.ahead.value); f != nil {
				f.Number = k.ahead.number
				h.find(*f)
			}
			k.ahead = nil
		}
	}
	if len(h.due) == 0 {
		h.told = now
	}
}

// unsent is the call of a seat that is due and has not come, or nil.
func (h *shadow) unsent(seat int) *due {
	for _, d := range h.due {
		if d.Seat == seat && !d.sent {
			return d
		}
	}
	return nil
}

// settle lets the referee take what has become of a call that is due, of the first one
// of which the server can know that by now. Acts tells that the server does something
// now that shows that it does not wait any more.
func (h *shadow) settle(now time.Time, acts bool) (settled bool, f *Finding) {
	for i := range h.due {
		if settled, f = h.settleCall(i, now, acts); settled || f != nil {
			return settled, f
		}
	}
	return false, nil
}

// settleCall is settle for one of the calls that are due.
func (h *shadow) settleCall(i int, now time.Time, acts bool) (settled bool, f *Finding) {
	d := h.due[i]
	k := h.players[d.Seat]
	if k.over && k.overAt.After(d.at) {
		now = k.overAt
	}
	waited := now.Sub(d.at)
	limit, tolerance := h.ms(h.signUp.CallMs), h.tolerance()
	late := acts && waited > limit+tolerance && !h.signUp.BytesRestartClock
	var value jsontext.Value
	var why game.Failure
	var took time.Duration
	early := false
	switch {
	case !d.sent && k.deaf() && waited < limit-tolerance:
		return false, nil
	case !d.sent && k.deaf():
		// The call is not seen, and nobody can tell when it came.
		why = game.TimedOut
	case !d.sent && len(k.waiting) == 0 && k.in.err == nil && !k.closed:
		return false, nil
	case len(k.waiting) > 0:
		took = k.waiting[0].at.Sub(d.at)
		switch {
		case took > limit+tolerance && !h.signUp.BytesRestartClock:
			why = game.TimedOut
			k.tardy = d
		case took > limit-tolerance && took > limit/2:
			h.blind = true
			return true, nil
		default:
			value, early, late = k.waiting[0].value, took < 0, false
			k.waiting = k.waiting[1:]
		}
	case k.in.err != nil && (k.in.err.Kind == stream.TooLong || k.in.err.Kind == stream.TooDeep):
		why = game.TooLong
	case k.in.err != nil && k.in.err.Kind == stream.Duplicate:
		why = game.WrongShape
	case k.in.err != nil:
		why = game.NotJSON
	case k.closed:
		why = game.Closed
	case waited >= limit-tolerance:
		why = game.TimedOut
	default:
		return false, nil
	}
	if late && (d.sent || k.deaf()) {
		return true, h.overdue(d, k, waited, "the program goes on only")
	}
	t := taken{call: d.Call, at: d.at, value: value, why: why, early: early, round: h.round}
	if why != "" {
		t.breach = h.referee.Fail(d.Seat, why)
	} else {
		if !h.tellTime(&t, took) {
			// It is nobody's fault, but nothing behind it can be judged.
			h.blind, h.slow = true, true
			return true, nil
		}
		t.breach = h.referee.Answer(d.Seat, value)
	}
	h.history = append(h.history, t)
	if t.breach != nil {
		k.breach = t.breach
	}
	k.told = d.Method == h.protocol.Last()
	if !d.sent {
		k.passed = append(k.passed, d)
	}
	h.due = slices.Delete(h.due, i, i+1)
	asking, asks := h.referee.(game.Asking)
	switch {
	case asks && asking.Err() != nil:
		h.blind = true
	case asks || len(h.due) == 0:
		// The program that knows the rules may make more calls due while some are open.
		h.next(now)
	}
	return true, nil
}

// tellTime tells a referee that goes by the times of players how long a reply took, and
// false where the server may have found another time that counts otherwise: it has begun
// to wait before our client had the call, and has the reply after our client sent it.
func (h *shadow) tellTime(t *taken, took time.Duration) bool {
	timed, ok := h.referee.(game.Timed)
	if !ok {
		return true
	}
	inRules := func(d time.Duration) (ms, slack int) {
		return match.Took(float64(max(d, 0).Microseconds())/1e3, h.scale)
	}
	t.ms, t.slack = inRules(took)
	most, _ := inRules(took + h.tolerance())
	if !timed.Sure(t.call.Seat, t.value, t.ms, most, t.slack) {
		return false
	}
	timed.Took(t.call.Seat, t.ms, t.slack)
	return true
}

// overdue is a call that the server waits at for too long.
func (h *shadow) overdue(d *due, k *shadowConn, waited time.Duration, what string) *Finding {
	f := h.wrong(h.protocol.ClauseIn(d.Method, game.OnTimeout), "%s has not replied to %s, and %s %v after the call; it is out after %v",
		k.name, d.Method, what, milli(waited), h.ms(h.signUp.CallMs))
	f.Number, f.Timing, f.Since = h.messages, true, d.at
	return f
}

// deaf tells whether a client does not read, so that a call to it is not seen.
func (k *shadowConn) deaf() bool {
	return slices.ContainsFunc(k.client.Faults, func(f fault.Fault) bool { return f.Kind == fault.NoRead })
}

// notDue says which call is due in place of one to another player, and why.
func (h *shadow) notDue(k *shadowConn, v jsontext.Value, now time.Time) *Finding {
	method := ""
	if call, err := wire.ParseCall(v); err == nil {
		method = " with " + call.Method
	}
	switch {
	case k.tardy != nil:
		m := k.tardy.Method
		return h.wrong(h.protocol.ClauseIn(m, game.OnTimeout), "%s is called%s, but is out: its reply to %s was not complete within %v",
			k.name, method, m, h.ms(h.signUp.CallMs))
	case k.breach != nil:
		clause := h.protocol.ClauseOn(game.OnOutClosed)
		last := len(h.history) - 1
		tookIt := func(t taken) bool { return t.call.Seat == k.seat && t.breach != nil && t.value != nil }
		if h.history[last].call.Seat == k.seat || slices.ContainsFunc(h.history, tookIt) {
			// It has not noticed, or takes the value for a right one.
			clause = k.breach.Clause
		}
		return h.wrong(clause, "%s is called%s, but it is out since %s: %s",
			k.name, method, k.breach.Method, text.Citing(k.breach.Message, k.breach.Clause))
	case len(h.due) == 0:
		return h.wrong(h.protocol.ClauseOn(game.OnAllTold), "%s is called%s, but no more calls are due", k.name, method)
	}
	d := h.due[0]
	if d.sent || h.players[d.Seat].deaf() {
		// The method's own clause is about replies that never come.
		clause := h.protocol.ClauseIn(h.protocol.Methods[0].Name, game.OnTimeout)
		f := h.wrong(clause, "%s is called%s %v after %s of %s, whose reply is still due: it has %v",
			k.name, method, milli(now.Sub(d.at)), d.Method, d.Player, h.ms(h.signUp.CallMs))
		f.Timing, f.Since = now.Sub(d.at) > h.ms(h.signUp.CallMs)/4, d.at
		return f
	}
	if due := h.players[d.Seat]; !due.over && !due.closed {
		h.skipped = due
	}
	return h.wrong(h.methodClause(d.Method), "%s is called%s, but %s of %s is due%s", k.name, method, d.Method, d.Player, h.because())
}

// open says which call or reply is due still when the program does something
// else, nil if none is.
func (h *shadow) open(now time.Time) *due {
	if !h.begun || h.referee == nil || h.blind || h.hard != nil {
		return nil
	}
	for {
		settled, f := h.settle(now, true)
		if f != nil {
			h.find(*f)
		}
		if f != nil || h.blind || len(h.due) == 0 {
			return nil
		}
		if !settled {
			return h.due[0]
		}
	}
}

// answered is told that the program has written its output.
func (h *shadow) answered() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrote = h.now()
	if d := h.open(h.wrote); d != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the result is written before the end of the game: %s of %s is due%s", d.Method, d.Player, h.because()),
		})
	}
	if h.suspect != nil && h.begun {
		// The connections were closed with the end of the game, as the program has it.
		h.excuse()
	}
}

// end is told that the program has ended, or has crashed.
func (h *shadow) end(crashed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if !h.wrote.IsZero() {
		now = h.wrote
	}
	if d := h.open(now); d != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the program ends, but %s of %s is due%s", d.Method, d.Player, h.because()),
		})
	}
	if h.begun || h.blind {
		return
	}
	f := Finding{Outcome: judge.ProtocolError, Clause: h.protocol.ClauseOn(game.OnTooFew), Mild: true}
	if h.suspect != nil {
		if h.hard != nil || h.now().Sub(h.since) > endingGrace {
			return // it decides
		}
		// The connection ended with the program, which says more.
		if h.excuse(); crashed {
			h.mild = nil
		}
	}
	if len(h.conns) == 0 {
		f.Clause = h.protocol.ClauseOn(game.OnAccepted)
		f.Message = "the program ends before anybody could connect to its port"
		if !h.wrote.IsZero() {
			f.Message = "the program writes its result before anybody could connect to its port"
		}
		h.find(f)
		return
	}
	players, noGame := h.seated()
	from, _ := h.window(players)
	if h.hard == nil {
		// What it owed for too long it owed to those who had come.
		h.incomplete(players, from, now)
	}
	switch {
	case noGame == "":
		f.Mild = crashed || h.wrote.IsZero()
		f.Number = h.messages
		f.Message = fmt.Sprintf("the program ends without playing, but %s signed up for a game", text.Count(len(players), "client"))
		switch n := len(players); {
		case n == h.signUp.PlayersMax && len(h.conns) > n:
			f.Clause = h.protocol.ClauseOn(game.OnStarted)
			f.Message += ", and later connections are not served"
		case h.twin() != "":
			f.Clause = h.protocol.ClauseOn(game.OnTaken)
			f.Message += fmt.Sprintf(", and the second one with the name %s does not count", h.twin())
		}
	case len(players) < h.signUp.PlayersMax && now.Before(from):
		f.Message = fmt.Sprintf("the sign-up ends with %s, before %v have passed", text.Count(len(players), "player"), h.ms(h.signUp.WaitMs))
		f.Timing = true
	default:
		return
	}
	h.find(f)
}

// twin is a name that two have sent, "" if there is none.
func (h *shadow) twin() string {
	names := map[string]bool{}
	for _, k := range h.conns {
		if names[k.name] {
			return k.name
		}
		names[k.name] = k.name != ""
	}
	return ""
}

// idle says what the program owes for too long, nil if nothing.
func (h *shadow) idle(now time.Time) *Finding {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.skipped != nil && now.Sub(h.since) > endingGrace {
		h.explain()
	}
	if h.ripen(now); len(h.conns) == 0 || h.hard != nil {
		return nil
	}
	tolerance := h.tolerance()
	f := &Finding{Outcome: judge.Timeout, Timing: true}
	if !h.begun {
		players, noGame := h.seated()
		for _, k := range h.conns {
			if f := h.keptNameless(k, now.Add(-tolerance), "is still open"); f != nil && !k.over {
				return f
			}
		}
		_, to := h.window(players)
		f.Since = to.Add(-tolerance)
		switch {
		case noGame == "" && now.After(to.Add(tolerance)):
			f.Clause = h.protocol.ClauseOn(game.OnStarted)
			f.Message = fmt.Sprintf("%s signed up, but %v after the time to start the program has called nobody",
				text.Count(len(players), "client"), milli(now.Sub(to)+tolerance))
			if players[0].deaf() {
				first := h.protocol.Methods[0].Name
				f.Clause = h.protocol.ClauseIn(first, game.OnTimeout)
				f.Message = fmt.Sprintf("%s signed up; %s does not read or reply to %s, but the program still waits %v after it is out",
					text.Count(len(players), "client"), players[0].name, first, milli(now.Sub(to)+tolerance))
			}
		case noGame != "" && now.After(to.Add(h.waits.End)) && now.Sub(h.last) > h.waits.End:
			f.Clause = h.protocol.ClauseOn(noGame)
			f.Message = fmt.Sprintf("%s cannot play a game, but the program has not ended %v after the end of the sign-up",
				text.Count(len(players), "client"), h.waits.End)
		default:
			return nil
		}
		return f
	}
	if h.blind || h.referee == nil {
		if now.Sub(h.last) <= h.ms(h.signUp.CallMs)+h.waits.Call+h.waits.End {
			return nil
		}
		f.Since = h.last
		f.Clause = h.protocol.ClauseOn(game.OnAllTold)
		f.Message = fmt.Sprintf("nothing has happened for %v, and the program does not end", milli(now.Sub(h.last)))
		return f
	}
	for len(h.due) > 0 {
		d := h.due[0]
		k := h.players[d.Seat]
		if waited := now.Sub(d.at); (d.sent || k.deaf()) && len(k.waiting) == 0 && !k.closed && !k.over && k.in.err == nil {
			// The referee need not know: what is overdue is told as such.
			if waited <= h.ms(h.signUp.CallMs)+2*tolerance || h.signUp.BytesRestartClock {
				return nil
			}
			return h.overdue(d, k, waited, "the program still waits")
		}
		settled, bad := h.settle(now, false)
		if bad != nil {
			return bad
		}
		if h.blind {
			return nil
		}
		if !settled {
			break
		}
	}
	f.Since = h.last
	switch {
	case len(h.due) > 0 && now.Sub(h.last) > h.waits.Call && now.Sub(h.due[0].at) > h.waits.Call:
		d := h.due[0]
		f.Clause = h.methodClause(d.Method)
		f.Message = fmt.Sprintf("for %v the program did not call %s of %s%s", h.waits.Call, d.Method, d.Player, h.because())
	case len(h.due) == 0 && now.Sub(h.last) > h.waits.End && now.Sub(h.told) > h.waits.End:
		f.Clause = h.protocol.ClauseOn(game.OnAllTold)
		f.Message = fmt.Sprintf("the program did not end within %v of the end of the game", h.waits.End)
	default:
		return nil
	}
	return f
}

// unsure is why the program that knows the rules cannot be believed, nil if it can, or if
// the rules are ours. What is held against the program under test is asked about again.
func (h *shadow) unsure(found bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.fault
	for i := range h.clients {
		err = cmp.Or(err, unsure(h.clients[i].Player, false))
	}
	if h.referee != nil {
		err = cmp.Or(err, unsure(h.referee, found))
	}
	return err
}

// connections counts those that were made.
func (h *shadow) connections() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.conns)
}

// late tells whether one of our clients was late, which may have cost the program
// its verdict.
func (h *shadow) late() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slow
}

// blinded tells whether a part of the game was not judged.
func (h *shadow) blinded() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.blind
}
