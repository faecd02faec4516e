package transcript

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// aheadMax is how much a server may have read of one connection that no call
	// has asked for. It needs to read no more than one value (BG-95).
	aheadMax = 4 << 20
	// breachesMax bounds what a report lists; no game has so many players.
	breachesMax = 1000
)

// A Finding is something in a transcript that is against the rules, or that the
// messages do not lead to.
type Finding struct {
	Line    int       `json:"line"`
	Conn    int       `json:"conn,omitzero"`
	Seat    *int      `json:"seat,omitzero"` // from 0
	Player  string    `json:"player,omitzero"`
	Side    game.Side `json:"side"` // at fault
	Clause  string    `json:"clause,omitzero"`
	Message string    `json:"message"` // for a person, without the line
}

// A Report is what Check makes of a transcript.
type Report struct {
	Game  string    `json:"game"`
	Side  game.Side `json:"side"` // that recorded
	Lines int       `json:"lines"`
	Whole bool      `json:"whole"`         // it has its result, or is of clients
	Torn  int       `json:"torn,omitzero"` // the number of the last line, if it was only begun
	// Shapes tells that only the shape of each message was judged, since the input of
	// the server is not known.
	Shapes bool `json:"shapes,omitzero"`
	// Findings are none in a transcript that is clean. The first one decides:
	// behind it a server's transcript is not read on.
	Findings []Finding `json:"findings"`
	// Breaches are what clients did against the rules and the server dealt with
	// as it must.
	Breaches []Finding `json:"breaches"`
}

// Check judges a transcript again without any program running: which calls were
// due, what the replies make of the game, whether the breaches, the events and
// the result follow from them, and whether the right ones were let in to it.
// Named finds a game by its name. The error, a *game.UsageError, says that the
// transcript cannot be read or belongs to no game that we know.
func Check(r *Reader, named func(name string) (*game.Game, error)) (Report, error) {
	h := r.Header()
	report := Report{Game: h.Game, Side: h.Side, Findings: []Finding{}, Breaches: []Finding{}}
	rules, err := rulesOf(r, named)
	if err != nil {
		return report, err
	}
	var take func(*Line) *Finding
	var c *checker
	if h.Side == game.Clients {
		take = newClientsChecker(rules).line
		report.Whole, report.Shapes = true, true
	} else {
		if c, err = newChecker(rules); err != nil {
			return report, wrongInput(r, err)
		}
		take = c.line
	}
	for l, err := range r.Lines() {
		if err != nil {
			return report, err
		}
		report.Lines = l.Number
		if f := take(&l); f != nil {
			f.Message = text.Visible(f.Message)
			report.Findings = append(report.Findings, *f)
			break
		}
		if l.Kind == Breach && len(report.Breaches) < breachesMax {
			report.Breaches = append(report.Breaches, Finding{
				Line: l.Number, Conn: l.Conn, Seat: l.Seat, Player: *l.Player, Side: game.Clients, Clause: *l.Clause, Message: *l.Message,
			})
		}
	}
	report.Torn = r.Torn()
	if c != nil {
		report.Whole = c.stage == over
	}
	return report, nil
}

// wrongInput says that a server cannot have had the input which the header names, or why
// nobody could tell.
func wrongInput(r *Reader, err error) error {
	err = fmt.Errorf("transcript %s, line 1: at /in: %w", r.Name(), err)
	if _, ok := errors.AsType[*game.Invalid](err); ok {
		return &game.UsageError{Message: err.Error(), Hint: "no server takes this input, so the header was changed: record the game again"}
	}
	return err
}

// A ruleBook is what a transcript is judged by.
type ruleBook struct {
	header Header
	game   *game.Game
	rules  game.Rules
	live   game.Live
	signUp game.SignUp
}

// rulesOf finds the rules of a transcript. The error is a *game.UsageError.
func rulesOf(r *Reader, named func(name string) (*game.Game, error)) (*ruleBook, error) {
	b := &ruleBook{header: r.Header()}
	var err error
	if b.game, err = named(b.header.Game); err != nil {
		return nil, b.wrong(r, "game", err)
	}
	if b.rules, err = b.game.Configure(game.Settings{Options: b.header.Options}); err != nil {
		return nil, b.wrong(r, "options", err)
	}
	if b.live = b.rules.Live(); b.live == nil {
		return nil, b.wrong(r, "game", errors.New("the game is not played live"))
	}
	b.signUp = b.live.SignUp()
	return b, nil
}

// Rules are the game of a transcript and the rules that it was played by. Named finds
// a game by its name. The error is a *game.UsageError.
func Rules(r *Reader, named func(name string) (*game.Game, error)) (*game.Game, game.Rules, error) {
	b, err := rulesOf(r, named)
	if err != nil {
		return nil, nil, err
	}
	return b.game, b.rules, nil
}

// wrong says what is wrong with a key of the header.
func (b *ruleBook) wrong(r *Reader, key string, err error) error {
	e := &game.UsageError{Message: fmt.Sprintf("transcript %s, line 1: at /%s: %v", r.Name(), key, err)}
	var usage *game.UsageError
	if errors.As(err, &usage) {
		e.Hint = usage.Hint
	}
	return e
}

// ms is a time of the rules, in milliseconds as they stand in the transcript.
func (b *ruleBook) ms(n int) float64 { return float64(n) * b.header.Scale }

// tolerance is that of times in the transcript, in milliseconds.
func (b *ruleBook) tolerance() float64 {
	return float64(match.Tolerance(b.header.Scale)) / float64(time.Millisecond)
}

// A stage is how far the account of a server has come.
type stage int

const (
	signingUp stage = iota
	playing
	noGame // is played; only its result can come
	over
)

// A checker follows the account of a server.
type checker struct {
	*ruleBook
	seats   game.Span // that the game has
	judges  map[string]*judge.Judge
	results *judge.Judge
	lobby   lobby

	stage   stage
	last    float64 // ms of the line before
	conns   []*conn // by number, from 1
	players []*conn // by seat

	referee game.Referee
	due     []*due           // the calls that the referee waits for, in its order
	events  []jsontext.Value // that must be told next
	breach  *game.Breach     // that must be told next
	broken  arrival          // the reply that it comes from
	early   *Finding         // a connection that was closed too early, if the game goes on
}

// A conn is a connection, or a player that needs none.
type conn struct {
	number   int
	begin    float64  // ms
	first    *arrival // what came first: the name, or something else
	refused  *Line
	seated   bool
	seat     int
	name     string
	out      bool // eliminated, or failed in the end
	closed   string
	closedAt int // the line that says so

	took    *float64  // ms that its next reply took, as the server says; nil if it does not
	waiting []arrival // values that came and were not taken yet
	ahead   int       // their bytes
	garbage int       // the line with bytes that are no value, 0 for none
}

// An arrival is a value that came, nil for bytes that are none.
type arrival struct {
	value jsontext.Value
	line  int
	ms    float64
}

// A due is a call that the referee waits for.
type due struct {
	game.Call
	sent bool
	ms   float64 // when
}

func newChecker(b *ruleBook) (*checker, error) {
	seats, err := b.live.Seats(b.header.In)
	if err != nil {
		return nil, err
	}
	c := &checker{
		ruleBook: b, seats: seats, judges: map[string]*judge.Judge{},
		results: judge.New(game.Task{Out: b.game.Protocol.Out}, judge.Strict, nil),
	}
	for _, m := range b.game.Protocol.Methods {
		c.judges[m.Name] = judge.New(game.Task{Out: m.Args, Fields: m.Fields}, judge.Strict, nil)
	}
	return c, nil
}

// fault is a finding about the server, which is at fault for whatever it did not
// do as the rules have it.
func (c *checker) fault(l *Line, clause, format string, args ...any) *Finding {
	f := &Finding{Line: l.Number, Conn: l.Conn, Side: game.Server, Clause: clause, Message: fmt.Sprintf(format, args...)}
	if k := c.conn(l.Conn); k != nil && k.seated {
		seat := k.seat
		f.Seat, f.Player = &seat, k.name
	}
	return f
}

// conn is the connection of a number, or nil.
func (c *checker) conn(number int) *conn {
	if number < 1 || number > len(c.conns) {
		return nil
	}
	return c.conns[number-1]
}

// line takes the next line, and returns what is wrong with it or with what came
// before, if it shows now.
func (c *checker) line(l *Line) *Finding {
	if l.Ms < c.last {
		return c.fault(l, "", "at %v ms, but the line before is at %v ms", l.Ms, c.last)
	}
	c.last = l.Ms
	k := c.conn(l.Conn)
	switch {
	case l.Kind == Failed:
		return nil
	case l.Kind == Connect && l.Conn != len(c.conns)+1:
		return c.fault(l, "", "connection %d connects, expected %d", l.Conn, len(c.conns)+1)
	case l.Kind == Connect:
		c.conns = append(c.conns, &conn{number: l.Conn, begin: l.Ms})
		return nil
	case l.Conn != 0 && k == nil:
		return c.fault(l, "", "connection %d has not connected", l.Conn)
	case k != nil && k.closed != "" && (l.Kind == Message || l.Kind == Bytes || l.Kind == Close) && !(l.out() && c.mayCall(k)):
		return c.fault(l, c.clauseOn(game.OnOutClosed), "connection %d is already closed", l.Conn)
	}
	switch l.Kind {
	case Close:
		return c.close(l, k)
	case Refuse:
		return c.refuse(l, k)
	case Bytes, Message:
		if !l.out() {
			return c.arrived(l, k)
		}
	}
	// What is left is the server's own doing.
	if c.early != nil {
		return c.closedFor()
	}
	if c.stage == signingUp && l.Kind != SignUp {
		if f := c.begin(l); f != nil {
			return f
		}
	}
	switch l.Kind {
	case SignUp:
		return c.signedUp(l, k)
	case Event:
		return c.event(l)
	case Bytes:
		return c.fault(l, c.callClause(), "the server sent bytes that are not JSON")
	case Message:
		return c.called(l, k)
	case Timed:
		k.took = l.Took
		return nil
	case Breach:
		return c.breached(l, k)
	}
	return c.result(l)
}

// mayCall tells whether a player whose connection is closed may be called all
// the same: it has left at a call to which that counts as a reply.
func (c *checker) mayCall(k *conn) bool {
	return k.closed == ByClient && k.seated && !k.out && len(c.signUp.Leavable) > 0
}

// arrived takes what came from a client.
func (c *checker) arrived(l *Line, k *conn) *Finding {
	a := arrival{value: l.Value, line: l.Number, ms: l.Ms}
	switch {
	case k.first == nil && !k.seated:
		k.first = &a
	case k.out || c.stage == over || c.stage == noGame:
		// Nobody reads it any more.
	case l.Kind == Bytes:
		k.garbage = l.Number
	default:
		if k.ahead += len(a.value); k.ahead > aheadMax {
			return c.fault(l, c.clauseOn(game.OnTooLong), "the client sent more than %d bytes that no call asked for", aheadMax)
		}
		k.waiting = append(k.waiting, a)
	}
	return nil
}

// close takes the end of a connection. A server that goes on behind having
// closed that of a player in the game is wrong; one that was ended closes all.
func (c *checker) close(l *Line, k *conn) *Finding {
	k.closed, k.closedAt = *l.By, l.Number
	if *l.By == ByClient || k.refused != nil || k.out || c.stage == over {
		return nil
	}
	if c.early == nil {
		what := "the connection is closed before the end of the game"
		if !k.seated {
			what = "the connection is closed, but no line refuses it"
		}
		c.early = c.fault(l, c.clauseOn(game.OnAllTold), "%s", what)
	}
	return nil
}

// closedFor finds why a server may have closed a connection too early: a breach
// that it does not tell, or for no reason.
func (c *checker) closedFor() *Finding {
	for c.breach == nil && len(c.events) == 0 {
		if settled, f := c.settle(); !settled {
			if f != nil {
				return f
			}
			break
		}
	}
	if c.breach != nil && c.players[c.breach.Seat].number == c.early.Conn {
		return c.untoldBreach(&Line{Number: c.early.Line, Conn: c.early.Conn})
	}
	return c.early
}

// event compares an event with that which is to be told.
func (c *checker) event(l *Line) *Finding {
	if c.stage != playing {
		return c.fault(l, "", "an event, but no game has started")
	}
	for len(c.events) == 0 && c.breach == nil {
		settled, f := c.settle()
		if f != nil {
			return f
		}
		if !settled {
			return c.fault(l, "", "nothing in the game causes the event %s", text.Excerpt(l.Event))
		}
	}
	if f := c.untoldBreach(l); f != nil {
		return f
	}
	if d := c.results.Compare([]jsontext.Value{c.events[0]}, []jsontext.Value{l.Event}); d.Outcome != judge.Pass {
		return c.fault(l, "", "the event should be %s: %s", text.Excerpt(c.events[0]), d.Differences[0].Message)
	}
	c.events = c.events[1:]
	return nil
}

// untoldBreach finds that a line stands where a breach should.
func (c *checker) untoldBreach(l *Line) *Finding {
	if c.breach == nil {
		return nil
	}
	f := c.fault(l, c.breach.Clause, "the server reports no breach for the reply of line %d, but it is %s: %s", c.broken.line, c.breach.Why, c.breach.Message)
	k := c.players[c.breach.Seat]
	f.Conn, f.Seat, f.Player = k.number, &c.breach.Seat, k.name
	return f
}

// untoldEvent finds that a line stands where an event should.
func (c *checker) untoldEvent(l *Line) *Finding {
	if len(c.events) == 0 {
		return nil
	}
	return c.fault(l, "", "the event %s is missing before this line", text.Excerpt(c.events[0]))
}

// callMs is how long the server gives its clients for a reply: one that knows who
// comes is that of a test, which gives them the tolerance as well.
func (c *checker) callMs() float64 {
	if c.header.Awaited {
		return c.ms(c.signUp.CallMs) + c.tolerance()
	}
	return c.ms(c.signUp.CallMs)
}

// settle lets the referee take the reply to the first call that is due, if it
// has come.
func (c *checker) settle() (settled bool, f *Finding) {
	if len(c.due) == 0 || !c.due[0].sent {
		return false, nil
	}
	d := c.due[0]
	k := c.players[d.Seat]
	if c.hasLeft(k, d) {
		c.breach, c.broken = c.referee.Fail(d.Seat, game.Closed), arrival{line: k.closedAt}
		c.next()
		return true, nil
	}
	if len(k.waiting) == 0 {
		return false, nil
	}
	a := k.take()
	if took := a.ms - d.ms; took > c.callMs()+c.tolerance() {
		late := &Line{Number: a.line, Conn: k.number}
		return false, c.fault(late, c.clauseIn(d.Method, game.OnTimeout), "the reply to %s comes %v ms after the call, but counts", d.Method, took)
	}
	if f := c.tellTime(d, k, a); f != nil {
		return false, f
	}
	c.breach, c.broken = c.referee.Answer(d.Seat, a.value), a
	c.next()
	return true, nil
}

// tellTime tells a referee that goes by the times of players how long a reply took:
// what the server has measured, if the lines bear it out. Of a builtin player nobody
// measures it; if it takes longer than it says, it shows all the same.
func (c *checker) tellTime(d *due, k *conn, a arrival) *Finding {
	timed, ok := c.referee.(game.Timed)
	if !ok {
		return nil
	}
	passed := max(a.ms-d.ms, 0)
	if k.took == nil {
		if beyond := passed - c.tolerance(); beyond > 0 {
			took, _ := match.Took(beyond, c.header.Scale)
			timed.Took(d.Seat, took, 0)
		}
		return nil
	}
	ms := *k.took
	k.took = nil
	if math.Abs(ms-passed) > c.tolerance() {
		return c.fault(&Line{Number: a.line, Conn: k.number}, c.methodClause(d.Method),
			"the reply to %s comes %v ms after the call, but the server counts %v ms", d.Method, passed, ms)
	}
	took, slack := match.Took(ms, c.header.Scale)
	timed.Took(d.Seat, took, slack)
	return nil
}

// hasLeft tells whether a player has left at a call to which that counts as a
// reply.
func (c *checker) hasLeft(k *conn, d *due) bool {
	return len(k.waiting) == 0 && k.closed == ByClient && slices.Contains(c.signUp.Leavable, d.Method)
}

// take removes the value that came first.
func (k *conn) take() arrival {
	a := k.waiting[0]
	k.waiting = k.waiting[1:]
	k.ahead -= len(a.value)
	return a
}

// next asks the referee what follows from a reply that it has taken.
func (c *checker) next() {
	c.events = append(c.events, c.referee.Events()...)
	if c.due = slices.Delete(c.due, 0, 1); len(c.due) > 0 {
		return
	}
	for _, call := range c.referee.Calls() {
		c.due = append(c.due, &due{Call: call})
	}
}

// called compares a call with that which is due.
func (c *checker) called(l *Line, k *conn) *Finding {
	switch {
	case !k.seated && c.stage != over:
		return c.fault(l, c.clauseOn(game.OnName), "the server sends to a connection that has no player")
	case k.out:
		return c.fault(l, c.clauseOn(game.OnOutClosed), "%s is called, but is out", k.name)
	case c.stage == over:
		return c.fault(l, c.clauseOn(game.OnAllTold), "the server sends something after the end of the game")
	}
	d := c.unsent(k.seat)
	for d == nil {
		if f := c.untoldEvent(l); f != nil {
			return f
		}
		settled, f := c.settle()
		switch {
		case f != nil:
			return f
		case !settled:
			return c.notDue(l, k)
		case c.breach != nil:
			return c.untoldBreach(l)
		}
		d = c.unsent(k.seat)
	}
	if f := c.untoldEvent(l); f != nil {
		return f
	}
	d.sent, d.ms = true, l.Ms
	method, args, err := parseCall(l.Value)
	clause := c.methodClause(d.Method)
	switch {
	case err != nil:
		return c.fault(l, c.callClause(), "%v", err)
	case method != d.Method:
		return c.fault(l, clause, "%s is called with %s, but %s is due", k.name, strconv.Quote(method), strconv.Quote(d.Method))
	}
	j := c.judges[method]
	if j == nil {
		j = c.results
	}
	if d := j.CompareUnder(clause, d.Args, args); d.Outcome != judge.Pass {
		first := d.Differences[0]
		return c.fault(l, cmp.Or(first.Clause, clause), "%s of %s: %s", method, k.name, first.Message)
	}
	return nil
}

// unsent is the call of a seat that is due and was not made yet, or nil.
func (c *checker) unsent(seat int) *due {
	for _, d := range c.due {
		if d.Seat == seat && !d.sent {
			return d
		}
	}
	return nil
}

// notDue says which call is due in place of one to another player.
func (c *checker) notDue(l *Line, k *conn) *Finding {
	if len(c.due) > 0 {
		d := c.due[0]
		what := "%s is called, but %s of %s is due"
		if d.sent {
			what = "%s is called, but the reply to %s of %s is due"
		}
		return c.fault(l, c.methodClause(d.Method), what, k.name, d.Method, d.Player)
	}
	return c.fault(l, c.clauseOn(game.OnAllTold), "%s is called, but no more calls are due", k.name)
}

// breached compares a breach with what the reply, or its lack, is to the
// referee.
func (c *checker) breached(l *Line, k *conn) *Finding {
	told := l.Breach()
	switch {
	case c.stage != playing:
		return c.fault(l, told.Clause, "a breach, but no game has started")
	case !k.seated || told.Seat != k.seat || told.Player != k.name:
		return c.fault(l, told.Clause, "the breach names %q in seat %d, but the connection belongs to another player", told.Player, told.Seat)
	}
	for {
		if f := c.untoldEvent(l); f != nil {
			return f
		}
		if len(c.due) == 0 || c.due[0].Seat == k.seat {
			break
		}
		settled, f := c.settle()
		switch {
		case f != nil:
			return f
		case !settled:
			return c.fault(l, told.Clause, "a breach of %s, but %s of %s is due", k.name, c.due[0].Method, c.due[0].Player)
		case c.breach != nil:
			return c.untoldBreach(l)
		}
	}
	if len(c.due) == 0 || !c.due[0].sent {
		return c.fault(l, told.Clause, "a breach of %s, but no call to this player is open", k.name)
	}
	if f := c.fail(l, k, told); f != nil {
		return f
	}
	b := c.breach
	if b == nil {
		return c.fault(l, told.Clause, "%s is out (%s), but the reply of line %d is correct", k.name, told.Why, c.broken.line)
	}
	c.breach, k.out = nil, true
	for _, d := range [...]struct{ what, said, is string }{
		{"reason", told.Why, b.Why}, {"clause", told.Clause, b.Clause}, {"method", told.Method, b.Method},
	} {
		if d.said != d.is {
			return c.fault(l, b.Clause, "the %s of the breach should be %q, but the transcript says %q: %s", d.what, d.is, d.said, b.Message)
		}
	}
	return nil
}

// fail lets the referee take the first call that is due, as answered or not
// answered, as the told breach has it. It finds a breach that nothing in the
// transcript accounts for.
func (c *checker) fail(l *Line, k *conn, told game.Breach) *Finding {
	d := c.due[0]
	took, limit, tolerance := l.Ms-d.ms, c.callMs(), c.tolerance()
	why := game.Failure(told.Why)
	if !slices.Contains(game.Failures, why) {
		why = c.lack(k, took >= limit-tolerance)
	}
	if took > limit+tolerance {
		return c.fault(l, c.clauseIn(d.Method, game.OnTimeout), "%s is out only %v ms after the call", k.name, took)
	}
	late := len(k.waiting) > 0 && k.waiting[0].ms-d.ms >= limit-tolerance && why == game.TimedOut
	if len(k.waiting) > 0 && !late {
		_, f := c.settle()
		return f
	}
	var account string
	switch why {
	case game.TimedOut:
		if !c.header.Seated && took < limit-tolerance {
			account = fmt.Sprintf("only %v ms have passed", took)
		}
	case game.Closed:
		if k.closed != ByClient {
			account = "the client has not closed the connection"
		}
	case game.Raised:
		if !c.header.Seated {
			account = "the server cannot see an exception of a client"
		}
	case game.NotJSON, game.TooLong, game.WrongShape:
		if k.garbage == 0 {
			account = "the client sent nothing of the kind"
		}
	default:
		account = "the client sent no reply"
	}
	if account != "" {
		return c.fault(l, told.Clause, "%s is out (%s), but %s", k.name, told.Why, account)
	}
	c.breach, c.broken = c.referee.Fail(d.Seat, why), arrival{line: l.Number}
	c.next()
	return nil
}

// lack is why a call seems to have no reply where a breach has a code of the
// game, which may be that of a reply that is missing; it is empty if nothing
// accounts for that. The time of a call may be over.
func (c *checker) lack(k *conn, over bool) game.Failure {
	switch {
	case k.closed == ByClient:
		return game.Closed
	case k.garbage > 0:
		return game.NotJSON
	case c.header.Seated || over:
		return game.TimedOut
	}
	return ""
}

// result compares the result with that of the referee.
func (c *checker) result(l *Line) *Finding {
	want := c.signUp.Void
	switch c.stage {
	case over:
		return c.fault(l, "", "a second result")
	case playing:
		for {
			if f := c.untoldEvent(l); f != nil {
				return f
			}
			settled, f := c.settle()
			if f != nil {
				return f
			}
			if !settled {
				break
			}
			if f := c.untoldBreach(l); f != nil {
				return f
			}
		}
		if len(c.due) > 0 {
			d := c.due[0]
			return c.fault(l, c.methodClause(d.Method), "a result, but %s of %s is due", d.Method, d.Player)
		}
		want = c.referee.Result()
	}
	c.stage = over
	if d := c.results.CompareUnder(c.lobby.clause, want, l.Values); d.Outcome != judge.Pass {
		return c.fault(l, d.Differences[0].Clause, "the result: %s", d.Differences[0].Message)
	}
	return nil
}

// methodClause is the clause of a method, or "".
func (b *ruleBook) methodClause(name string) string {
	for _, m := range b.game.Protocol.Methods {
		if m.Name == name {
			return m.Clause
		}
	}
	return ""
}

// parseCall takes a call apart (BG-90).
func parseCall(v jsontext.Value) (method string, args []jsontext.Value, err error) {
	c, err := wire.ParseCall(v)
	if err != nil {
		return "", nil, errors.New("this is not a call: expected an array of a method's name and an array of arguments")
	}
	return c.Method, c.Args, nil
}
