package live

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/client"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/harness/wire"
	"github.com/touchstone-harness/touchstone/harness/wire/fault"
)

// A shadow follows a program of a server from our clients' side: it lets a
// referee of its own take each reply as the server must, and compares every
// call with that which is due.
type shadow struct {
	record
	live    game.Live
	in      []jsontext.Value // of the server
	clients []client.Client
	started time.Time // the program
	seats   int
	judges  map[string]*judge.Judge
	conns   []*shadowConn // by number

	begun   bool // a call has come
	wrote   bool // the output is complete
	noGame  string
	blind   bool // a reply came so close to its time that nobody can tell whether it counts
	slow    bool // one of our clients was late for no reason of the case
	players []*shadowConn
	referee game.Referee
	due     []*due
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
	seat    int
	gone    bool // out of the game
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
		record: s.newRecord(), live: live, in: p.Server, clients: p.Clients, started: time.Now(), seats: seats,
		judges: map[string]*judge.Judge{},
	}
	for _, m := range h.protocol.Methods {
		h.judges[m.Name] = judge.New(game.Task{Out: m.Args, Fields: m.Fields}, judge.Strict, nil)
	}
	return h, nil
}

// connected implements witness.
func (h *shadow) connected(number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = time.Now()
	k := &shadowConn{number: len(h.conns) + 1, client: &h.clients[number-1], begin: h.last, seat: -1}
	h.conns = append(h.conns, k)
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
	now := time.Now()
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
	now := time.Now()
	h.last = now
	before := k.out.err
	k.out.feed(p, func(v jsontext.Value) {
		n := h.count()
		k.called = now
		if f := h.called(k, v, now); f != nil {
			f.Number = n
			h.find(*f)
		}
	})
	if before == nil && k.out.err != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.callClause(), Number: h.count(),
			Message: fmt.Sprintf("%s gets what is no call: %s", h.who(k), k.out.err.Message),
		})
	}
}

// closed implements witness.
func (h *shadow) closed(number int, ours bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = time.Now()
	if k := h.conn(number); ours {
		k.closed = true
	} else {
		k.over = true
		if f := h.keptNameless(k, h.last, "was open all that time"); f != nil && !h.begun {
			h.find(*f)
		}
		if k.out.begun() {
			h.find(Finding{
				Outcome: judge.ProtocolError, Clause: h.callClause(), Mild: true,
				Message: fmt.Sprintf("the connection of %s ends within a call", h.who(k)),
			})
		}
	}
}

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
		return h.wrong(h.noGame, "%s is called, but no game is to be played", h.who(k))
	case k.seat < 0:
		return h.wrong(h.protocol.ClauseOn(game.OnNoName), "%s is called, but is no player", h.who(k))
	}
	var d *due
	if len(k.passed) > 0 {
		d, k.passed = k.passed[0], k.passed[1:]
		return h.compare(k, d, v)
	}
	for d = h.unsent(k.seat); d == nil; d = h.unsent(k.seat) {
		settled, f := h.settle(now)
		switch {
		case f != nil || h.blind:
			return f
		case !settled && h.mayBeAhead(k, v):
			k.ahead = &ahead{v, h.messages, now}
			return nil
		case !settled:
			return h.notDue(k)
		}
	}
	if h.wrote {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.protocol.ClauseOn(game.OnAllTold), Number: h.messages, Mild: true,
			Message: fmt.Sprintf("the result has been written, but %s is called", k.name),
		})
	}
	d.sent, d.at = true, now
	return h.compare(k, d, v)
}

// mayBeAhead tells whether a call may come before that which is due.
func (h *shadow) mayBeAhead(k *shadowConn, v jsontext.Value) bool {
	if len(h.due) == 0 || h.due[0].sent || k.ahead != nil || k.gone {
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
		return h.wrong(h.callClause(), "what %s gets is no call: an array of a method's name and an array of arguments", k.name)
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
// clause by which no game is played with them, or "".
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
		noGame = h.protocol.ClauseOn(game.OnTooFew)
	case twice:
		noGame = h.protocol.ClauseOn(game.OnTwice)
	case n != h.seats:
		noGame = h.protocol.ClauseOn(game.OnOther)
	}
	return players, noGame
}

// begin judges the sign-up when the first call comes, and lets the referee
// begin.
func (h *shadow) begin(k *shadowConn, now time.Time) *Finding {
	if k.name == "" {
		return h.wrong(h.protocol.ClauseOn(game.OnNoName), "%s is called, but has sent no name that is one", h.who(k))
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
	var clause string
	h.players, clause = h.seated()
	for i, p := range h.players {
		p.seat = i
	}
	early := h.ms(s.WaitMs) - tolerance
	if n := len(h.players); n < s.PlayersMax && now.Sub(h.started) < early {
		return h.wrong(h.protocol.ClauseOn(game.OnTooFew), "the game starts with %d players, and less than %v have passed", n, h.ms(s.WaitMs))
	}
	if h.noGame = clause; clause != "" {
		return nil
	}
	names := make([]string, len(h.players))
	for i, p := range h.players {
		names[i] = p.name
	}
	referee, err := h.live.Referee(h.in, names)
	if err != nil {
		// The oracle has accepted the values.
		h.blind = true
		return nil
	}
	h.referee = referee
	h.next(now)
	return nil
}

// keptNameless finds that a connection without a name was not closed in time
// (BG-82). A server may read one name after the other (BG-83), so that each
// silent connection before it may have taken its time too.
func (h *shadow) keptNameless(k *shadowConn, now time.Time, what string) *Finding {
	if k.name != "" || k.closed {
		return nil
	}
	limit := 2 * h.tolerance()
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
	f.Number = h.messages
	return f
}

// next asks the referee what is due.
func (h *shadow) next(now time.Time) {
	h.referee.Events() // nobody watches them
	for _, call := range h.referee.Calls() {
		d := &due{Call: call, at: now}
		h.due = append(h.due, d)
		if k := h.players[call.Seat]; k.ahead != nil {
			d.sent, d.at = true, k.ahead.at
			if f := h.compare(k, d, k.ahead.value); f != nil {
				f.Number = k.ahead.number
				h.find(*f)
			}
			k.ahead = nil
		}
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

// settle lets the referee take what has become of the first call that is due, if
// the server can know that by now.
func (h *shadow) settle(now time.Time) (settled bool, f *Finding) {
	if len(h.due) == 0 {
		return false, nil
	}
	d := h.due[0]
	k := h.players[d.Seat]
	limit, tolerance := h.ms(h.signUp.CallMs), h.tolerance()
	var breach *game.Breach
	switch {
	case !d.sent && k.deaf():
		// The call is not seen, and nobody can tell when it came.
		breach = h.referee.Fail(d.Seat, game.TimedOut)
	case !d.sent && len(k.waiting) == 0 && k.in.err == nil && !k.closed:
		return false, nil
	case len(k.waiting) > 0:
		took := k.waiting[0].at.Sub(d.at)
		switch {
		case took > limit+tolerance && !h.signUp.BytesRestartClock:
			breach = h.referee.Fail(d.Seat, game.TimedOut)
			k.tardy = d
		case took > limit-tolerance && took > limit/2:
			h.blind = true
			return true, nil
		default:
			breach = h.referee.Answer(d.Seat, k.waiting[0].value)
			k.waiting = k.waiting[1:]
		}
	case k.in.err != nil && (k.in.err.Kind == stream.TooLong || k.in.err.Kind == stream.TooDeep):
		breach = h.referee.Fail(d.Seat, game.TooLong)
	case k.in.err != nil:
		breach = h.referee.Fail(d.Seat, game.NotJSON)
	case k.closed:
		breach = h.referee.Fail(d.Seat, game.Closed)
	case now.Sub(d.at) >= limit-tolerance:
		breach = h.referee.Fail(d.Seat, game.TimedOut)
	default:
		return false, nil
	}
	k.gone = k.gone || breach != nil
	if !d.sent {
		k.passed = append(k.passed, d)
	}
	if h.due = slices.Delete(h.due, 0, 1); len(h.due) == 0 {
		h.next(now)
	}
	return true, nil
}

// deaf tells whether a client does not read, so that a call to it is not seen.
func (k *shadowConn) deaf() bool {
	return slices.ContainsFunc(k.client.Faults, func(f fault.Fault) bool { return f.Kind == fault.NoRead })
}

// notDue says which call is due in place of one to another player.
func (h *shadow) notDue(k *shadowConn) *Finding {
	switch {
	case k.tardy != nil:
		m := k.tardy.Method
		return h.wrong(h.protocol.ClauseIn(m, game.OnTimeout), "%s is called, but is out: its reply to %s was not complete within %v",
			k.name, m, h.ms(h.signUp.CallMs))
	case k.gone:
		return h.wrong(h.protocol.ClauseOn(game.OnOutClosed), "%s is called, but is out", k.name)
	case len(h.due) == 0:
		return h.wrong(h.protocol.ClauseOn(game.OnAllTold), "%s is called, but no call is due any more", k.name)
	}
	d := h.due[0]
	what := "%s is called, but %s of %s is due"
	clause := h.methodClause(d.Method)
	if d.sent {
		what, clause = "%s is called, but the reply to %s of %s is due", h.protocol.ClauseIn(d.Method, game.OnTimeout)
	}
	return h.wrong(clause, what, k.name, d.Method, d.Player)
}

// open says which call or reply is due still, nil if none is.
func (h *shadow) open(now time.Time) *due {
	if !h.begun || h.referee == nil || h.blind || h.hard != nil {
		return nil
	}
	for {
		settled, f := h.settle(now)
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
	h.wrote = true
	if d := h.open(time.Now()); d != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the result is written before the end of the game: %s of %s is due", d.Method, d.Player),
		})
	}
}

// end is told that the program has ended.
func (h *shadow) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d := h.open(time.Now()); d != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the program ends, but %s of %s is due", d.Method, d.Player),
		})
	}
	if h.begun || h.blind {
		return
	}
	f := Finding{Outcome: judge.ProtocolError, Clause: h.protocol.ClauseOn(game.OnTooFew), Mild: true}
	players, noGame := h.seated()
	rounds := 1
	if len(players) < h.signUp.PlayersMin {
		rounds = h.signUp.Waits
	}
	switch wait := h.waits(rounds); {
	case len(h.conns) == 0:
		f.Clause = h.protocol.ClauseOn(game.OnAccepted)
		f.Message = "the program ends, and nobody could connect to its port"
	case noGame == "":
		f.Message = "the program ends without a call, but a game is to be played"
	case len(players) < h.signUp.PlayersMax && time.Since(h.started) < wait-h.tolerance():
		f.Message = fmt.Sprintf("the sign-up is over with %s, and less than %v have passed", text.Count(len(players), "player"), wait)
	default:
		return
	}
	h.find(f)
}

// idle says what the program owes for too long, nil if nothing.
func (h *shadow) idle(now time.Time) *Finding {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.conns) == 0 || h.hard != nil {
		return nil
	}
	s := &h.signUp
	limit := h.last.Add(h.ms(s.CallMs) + h.patience)
	players, _ := h.seated()
	if !h.begun && len(players) < s.PlayersMax {
		if waits := h.conns[0].begin.Add(h.waits(s.Waits) + h.patience); waits.After(limit) {
			limit = waits
		}
	}
	if now.Before(limit) {
		return nil
	}
	f := &Finding{Outcome: judge.Timeout}
	switch d := h.open(now); {
	case d != nil:
		f.Clause = h.methodClause(d.Method)
		f.Message = fmt.Sprintf("for %v the program did not call %s of %s", h.patience, d.Method, d.Player)
	case !h.begun && len(players) > 0:
		f.Clause = h.protocol.ClauseOn(game.OnStarted)
		f.Message = fmt.Sprintf("for %v the program did not begin a game or end", h.patience)
	default:
		f.Clause = h.protocol.ClauseOn(game.OnAllTold)
		f.Message = fmt.Sprintf("the program did not end within %v of the end of the game", h.patience)
	}
	return f
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
