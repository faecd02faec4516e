package live

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
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
	unended *due      // what was due then, if that is held against the program
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
	in      reader         // what the server gets
	out     reader         // what comes from it
	first   bool           // something has come to the server as the first value
	name    string         // "" if the first value was none
	other   jsontext.Value // that came in place of a name, nil for none
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
	args   []jsontext.Value // that it must have, nil if nobody knows
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
	h.readers = append(h.readers, &k.in, &k.out)
}

// unconnected is told that an attempt to connect has failed, and when it began.
func (h *shadow) unconnected(began time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.conns) == 0 {
		h.shut = began
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
		k.other = v.Clone()
		return
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if err == nil && h.signUp.NameOK(string(text)) {
		k.name, k.named = string(text), now
	} else {
		k.other = v.Clone()
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
			Message: fmt.Sprintf("%s gets %s", h.who(k), k.out.unreadable("not a call", nil)),
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
	case slices.Contains(players, k) && h.waitedOnce(h.last):
		f := h.wrong(h.protocol.ClauseOn(game.OnTooFew), "the program closes the connection of %s: %s", k.name, h.endsEarly(players, h.last))
		f.Timing = true
		h.suspects(*f)
	case slices.Contains(players, k):
		f := h.wrong(h.protocol.ClauseOn(game.OnName),
			"the program closes the connection of %s %v after it sent its name, which is valid and not taken: it has signed up, and must be called",
			k.name, milli(h.last.Sub(k.named)))
		f.Timing = h.mayHaveRunOut(k.begin, h.signUp.NameMs)
		h.suspects(*f)
	case k.name == "" && !k.first && k.in.err == nil && lived < h.ms(h.signUp.NameMs)-h.tolerance():
		f := h.wrong(h.protocol.ClauseOn(game.OnTimeout),
			"the program closes %s after %v, but a client has %v to send its name", h.who(k), milli(lived), h.ms(h.signUp.NameMs))
		f.Timing = true
		h.suspects(*f)
	}
}

// lost judges that the server has closed a connection during the game. Where a call is
// open there that the referee has yet to make, that comes later.
func (h *shadow) lost(k *shadowConn) {
	if h.referee == nil || k.seat < 0 || k.ahead != nil {
		return
	}
	for {
		settled, f := h.settle(k.overAt, true)
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
				k.name, milli(k.overAt.Sub(d.at)), d.Method, h.ms(h.signUp.CallMs))
			f.Timing = true
			h.suspects(*f)
			return
		}
		h.suspects(*h.closesDue(k, d))
		return
	}
	for i, t := range slices.Backward(h.history) {
		if t.call.Seat == k.seat {
			f := h.wrong(h.protocol.ClauseIn(t.call.Method, game.OnShape),
				"the program closes the connection of %s, but its reply %s to %s is correct, so it is still in the game",
				k.name, text.Excerpt(t.value), t.call.Method)
			f.Timing = h.mayHaveRunOut(t.at, h.signUp.CallMs)
			h.suspects(*h.refusing(i, f))
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
	if k.out.begun() {
		return h.wrong(h.callClause(), "the program closes the connection of %s in the middle of a call, but %s of it is due", k.name, d.Method)
	}
	if i := len(h.history) - 1; i >= 0 && h.history[i].call.Seat == k.seat && h.history[i].value != nil {
		// The program takes the reply for a wrong one.
		t := &h.history[i]
		return h.refusing(i, h.wrong(h.methodClause(d.Method), "the program closes the connection of %s, but its reply %s to %s is correct, so %s of it is due",
			k.name, text.Excerpt(t.value), t.call.Method, d.Method))
	}
	return h.wrong(h.methodClause(d.Method), "the program closes the connection of %s, but %s of it is due%s", k.name, d.Method, h.because())
}

// refusing adds to a finding that a program refuses a correct reply, that of an entry of
// the history, the mistake that would make it do so.
func (h *shadow) refusing(i int, f *Finding) *Finding {
	t := h.history[i]
	like := h.stage.serverMistakes(h.in, h.names(), h.history[:i], f.Clause, func(referee game.Referee) bool {
		return t.askedBy(referee) && t.takenBy(referee) != nil
	})
	if cause := like.withElsewhere(causeOf(like.found, like.alike)); cause != nil {
		f.blame(cause)
	}
	return f
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
	shown := text.Excerpt(h.event)
	if len(h.event) <= eventShownMax {
		shown = text.Visible(string(h.event))
	}
	return ", since the last event of the game is " + shown
}

// eventShownMax bounds how long an event is that is shown whole.
const eventShownMax = 80

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
		players, _ := h.seated()
		if from, _ := h.window(players); !h.isCall(v) && now.Before(from) {
			return h.wrong(h.protocol.ClauseOn(game.OnName), "%s gets %s, which is not a call: a name gets no reply, and the first call is %s",
				h.who(k), text.Excerpt(v), h.protocol.Methods[0].Name)
		}
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
			k.ahead = &ahead{v, h.messages, now, h.argsFor(k, h.due[0].Method, h.history)}
			return nil
		case !settled:
			if f := h.calledTwice(k, v, now); f != nil {
				return f
			}
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
	h.unheeded(d)
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
		return h.wrong(h.protocol.ClauseOn(game.OnNoName), "%s is called, but what it has sent is not a name%s", h.who(k), k.insteadOfName())
	case k.named.Sub(k.begin) > h.ms(s.NameMs)+h.tolerance():
		return h.wrong(h.protocol.ClauseOn(game.OnTimeout), "%s is called, but its name came only %v after it had connected",
			k.name, milli(k.named.Sub(k.begin)))
	case slices.ContainsFunc(h.players, twin):
		return h.wrong(h.protocol.ClauseOn(game.OnTaken), "connection %d is called, but another player already has the name %s", k.number, k.name)
	}
	return h.wrong(h.protocol.ClauseOn(game.OnStarted), "%s is called, but %d had signed up before it", k.name, s.PlayersMax)
}

// insteadOfName shows the value that a client has sent in place of a name, if it is one.
func (k *shadowConn) insteadOfName() string {
	if len(k.other) == 0 {
		return ""
	}
	return ": " + text.Excerpt(k.other)
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

// isCall tells whether a value is a call of a method that there is.
func (h *shadow) isCall(v jsontext.Value) bool {
	call, err := wire.ParseCall(v)
	return err == nil && h.protocol.Method(call.Method) != nil
}

// othersSeat finds that the first call of a game shows a player what another one must see,
// nil if it does not.
func (h *shadow) othersSeat(k *shadowConn, call *wire.Call) *Finding {
	order := h.signUp.Clauses.Order
	if order == "" || call.Method != h.protocol.Methods[0].Name {
		return nil
	}
	for _, other := range h.players {
		if args := h.argsFor(other, call.Method, nil); args != nil && h.sameArgs(call.Method, args, call.Args) {
			return h.wrong(order, "%s of %s shows what %s must see; players sit in the order in which they connected: %s",
				call.Method, k.name, other.name, strings.Join(h.names(), ", "))
		}
	}
	return nil
}

// argsFor are the arguments of a call that a server makes now to a player, before others
// whose order is not judged, nil if the referee makes no such call.
func (h *shadow) argsFor(k *shadowConn, method string, history []taken) []jsontext.Value {
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil || !replays(referee, history) {
		return nil
	}
	for calls := referee.Calls(); len(calls) > 0; calls = referee.Calls() {
		if calls[0].Method != method {
			break
		}
		if calls[0].Seat == k.seat {
			return calls[0].Args
		}
		// Only who was called before can have failed.
		if p := h.players[calls[0].Seat]; p.ahead != nil && !p.repliesVoid() {
			referee.Fail(p.seat, game.TimedOut)
		} else if referee.Answer(p.seat, jsontext.Value(void)) != nil {
			return nil
		}
	}
	return nil
}

// failedAhead tells whether a player may have failed in a call of the same method as one
// that is due, where the server has made it before that one although the referee does not.
func (h *shadow) failedAhead(d *due) bool {
	m := h.protocol.Method(d.Method)
	return m != nil && m.AnyOrder && slices.ContainsFunc(h.players, func(p *shadowConn) bool {
		return p.seat != d.Seat && p.ahead != nil && !p.repliesVoid()
	})
}

// void is the reply to calls whose order is not judged.
const void = `"void"`

// repliesVoid tells whether a client has replied to a call as these calls want it.
func (k *shadowConn) repliesVoid() bool {
	return len(k.waiting) > 0 && string(bytes.TrimSpace(k.waiting[0].value)) == void
}

// noCall says that a client gets something else than a call.
func (h *shadow) noCall(k *shadowConn, v jsontext.Value) *Finding {
	what := "expected an array of a method's name and an array of arguments"
	if pair, err := stream.Elements(v); err == nil && len(pair) == 2 && h.isCall(match.AppendArray(nil, []jsontext.Value{pair[0], jsontext.Value("[]")})) {
		what = fmt.Sprintf("expected [%s,[ARGUMENT]], with the argument in an array of its own", pair[0])
	}
	return h.wrong(h.callClause(), "what %s gets is not a call: %s, received %s", k.name, what, text.Excerpt(v))
}

// compare compares a call with that which is due.
func (h *shadow) compare(k *shadowConn, d *due, v jsontext.Value) *Finding {
	clause := h.methodClause(d.Method)
	call, err := wire.ParseCall(v)
	switch {
	case err != nil:
		return h.noCall(k, v)
	case h.protocol.Framed && call.Method == h.protocol.Methods[0].Name && call.Method != d.Method:
		return h.wrong(h.methodClause(call.Method), "%s is called with %s again, but %s is due", k.name, strconv.Quote(call.Method), strconv.Quote(d.Method))
	case call.Method != d.Method:
		return h.wrong(clause, "%s is called with %s, but %s is due%s", k.name, strconv.Quote(call.Method), strconv.Quote(d.Method), h.because())
	}
	if c := h.judges[d.Method].CompareUnder(clause, d.Args, call.Args); c.Outcome != judge.Pass {
		if f := h.othersSeat(k, &call); f != nil {
			return f
		}
		if h.failedAhead(d) {
			return nil // The referee has yet to hear of it.
		}
		if h.sameArgs(d.Method, d.Args, []jsontext.Value{match.AppendArray(nil, call.Args)}) {
			f := h.wrong(h.callClause(), "%s of %s has its argument in place of the array of arguments: expected %s, received %s",
				d.Method, k.name, text.Excerpt(match.AppendCall(nil, d.Method, d.Args)), text.Excerpt(v))
			f.misshapen = true
			return f
		}
		diff := c.Differences[0]
		f := h.wrong(cmp.Or(diff.Clause, clause), "%s of %s: %s", d.Method, k.name, diff.Message)
		f.Expected, f.Received = diff.Expected, diff.Received
		f.misshapen = otherKind(f.Expected, f.Received)
		h.tellState(f, clause, d, call.Args)
		return f
	}
	return nil
}

// tellState finds the clause that decides the state which a call shows. Where its argument
// has not even the shape of one, that is no matter of what may be shown.
func (h *shadow) tellState(f *Finding, clause string, d *due, args []jsontext.Value) {
	m := h.protocol.Method(d.Method)
	if len(m.States) == 0 {
		return
	}
	states := judge.New(game.Task{Out: m.Args, Fields: slices.Concat(m.Fields, m.States)}, judge.Strict, h.stage.Explain)
	switch c := states.CompareUnder(clause, d.Args, args); {
	case c.Outcome == judge.WrongShape:
		if own := h.callClause(); f.Clause == m.Fields[0].Clause {
			f.Message, f.Clause = text.Recited(f.Message, f.Clause, own), own
		}
	case len(c.Differences) > 0:
		f.state = cmp.Or(c.Differences[0].Clause, clause)
	}
}
