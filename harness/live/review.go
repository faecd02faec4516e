package live

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Check judges a transcript again. One that a test has recorded holds the input of
// both sides: it is judged by the rules as it was in the test, from what passed and
// when, and ours may misbehave in it as the case says. Any other one is the business
// of transcript.Check, which tells of the arguments and the error.
func Check(r *transcript.Reader, named func(name string) (*game.Game, error)) (transcript.Report, error) {
	if r.Header().Case == nil {
		return transcript.Check(r, named)
	}
	v, err := newReview(r, named)
	if err != nil {
		return transcript.Report{}, err
	}
	return v.run(r)
}

// A review lets a witness see once more what passed in a game.
type review struct {
	side    game.Side // that recorded
	start   time.Time // of the transcript
	time    time.Time // of the line that is read
	witness witness
	record  *record
	shadow  *shadow      // the witness, of a server
	doubles *doubles     // the same, of clients
	clients int          // that may connect
	there   map[int]bool // the connections by their numbers
	report  transcript.Report
}

// newReview makes a review of a transcript. The error is a *game.UsageError.
func newReview(r *transcript.Reader, named func(name string) (*game.Game, error)) (*review, error) {
	h := r.Header()
	g, rules, err := transcript.Rules(r, named)
	if err != nil {
		return nil, err
	}
	v := &review{side: h.Side, time: h.Started, there: map[int]bool{}, report: transcript.Report{
		Game: h.Game, Side: h.Side, Findings: []transcript.Finding{}, Breaches: []transcript.Finding{},
	}}
	ours, theirs := game.Clients, game.Server
	if h.Side == game.Server {
		ours, theirs = theirs, ours
	}
	stage := &Stage{Game: g, Rules: rules, Scale: h.Scale, Waits: endless, now: func() time.Time { return v.time }}
	for _, t := range g.Tasks {
		if t.Live == theirs {
			stage.Task = t
		}
	}
	pair, seed, err := pairOf(&h, g, rules, theirs)
	if err == nil && ours == game.Clients {
		v.shadow, err = newShadow(stage, &pair)
	}
	if err != nil {
		return nil, wrongCase(r, err)
	}
	v.clients = len(pair.Clients)
	if ours == game.Clients {
		v.witness, v.record = v.shadow, &v.shadow.record
	} else {
		v.doubles = newDoubles(stage, &pair, h.Case, seed)
		v.clients = connectionsMax // one too many is the program's fault
		v.witness, v.record = v.doubles, &v.doubles.record
	}
	return v, nil
}

// pairOf is the case of a transcript for a program of one side, and its seed.
func pairOf(h *transcript.Header, g *game.Game, rules game.Rules, side game.Side) (pair client.Pair, seed uint64, err error) {
	if h.Seed != nil {
		seed = *h.Seed
	}
	// Values that no oracle has accepted may be too few.
	if n := g.Protocol.ClientValues() + 1; len(h.Case) < n {
		return pair, 0, fmt.Errorf("%d values, expected at least %d", len(h.Case), n)
	}
	pair, err = client.FromPair(g, rules, side, h.Case, seed, h.Scale)
	return pair, seed, err
}

// Given is what a program of one side is given in the case of a transcript that a test
// has recorded. The error is a *game.UsageError.
func Given(r *transcript.Reader, named func(name string) (*game.Game, error), side game.Side) ([]jsontext.Value, error) {
	g, rules, err := transcript.Rules(r, named)
	if err != nil {
		return nil, err
	}
	h := r.Header()
	pair, _, err := pairOf(&h, g, rules, side)
	switch {
	case err != nil:
		return nil, wrongCase(r, err)
	case side == game.Server:
		return pair.Server, nil
	}
	return pair.Given, nil
}

func wrongCase(r *transcript.Reader, err error) error {
	return &game.UsageError{Message: fmt.Sprintf("transcript %s, line 1: at /case: %v", r.Name(), err)}
}

// connectionsMax bounds how many connections of a program are looked at.
const connectionsMax = 1000

// never is thirteen days, longer than any game, and leaves room to add to.
const never = 1 << 50 * time.Nanosecond

// endless are waits that a transcript cannot be held to: what has no time in the
// rules had one in the test, which is not known.
var endless = Waits{Start: never, Connect: never, Call: never, End: never, Gap: never}

// run judges the lines.
func (v *review) run(r *transcript.Reader) (transcript.Report, error) {
	defer v.record.release()
	v.start = v.time
	breaches, at := 0, 1
	for l, err := range r.Lines() {
		if err != nil {
			return v.report, err
		}
		v.time = v.at(l.Ms)
		if v.due(); v.record.hard != nil {
			break
		}
		at, v.report.Lines = l.Number, l.Number
		if message := v.line(&l); message != "" {
			return v.report, &game.UsageError{Message: fmt.Sprintf("transcript %s, line %d: %s", r.Name(), l.Number, message)}
		}
		breaches = v.breaches(breaches, l.Number)
		if v.record.hard != nil {
			break
		}
	}
	v.report.Torn = r.Torn()
	if v.report.Whole && v.record.hard == nil {
		v.end()
	}
	if f := v.record.finding(false); f != nil && !(f.Timing && v.shadow != nil && v.shadow.late()) {
		v.report.Findings = append(v.report.Findings, transcript.Finding{
			Line: at, Side: v.theirs(), Clause: f.Clause, Message: text.Visible(f.Message),
		})
	}
	return v.report, nil
}

// at is the time of so many milliseconds since the start of the transcript.
func (v *review) at(ms float64) time.Time {
	return v.start.Add(time.Duration(ms * float64(time.Millisecond)))
}

// theirs is the side of the program.
func (v *review) theirs() game.Side {
	if v.side == game.Clients {
		return game.Server
	}
	return game.Clients
}

// due lets the witness find what was owed for too long when the time of a line has
// come. In a test that is looked for again and again.
func (v *review) due() {
	if v.shadow == nil || v.report.Whole {
		return
	}
	if f := v.shadow.idle(v.time.Add(-lookPause)); f != nil {
		v.record.report(*f)
	}
}

// line shows the witness a line, and says what is wrong with the line itself, "" for
// nothing.
func (v *review) line(l *transcript.Line) string {
	if l.Kind == transcript.Result {
		v.result(l)
		return ""
	}
	switch {
	case l.Kind == transcript.Failed:
		if v.shadow != nil && l.Began != nil {
			v.shadow.unconnected(v.at(*l.Began))
		}
		return ""
	case l.Conn == 0:
		return ""
	case l.Kind == transcript.Connect && (v.there[l.Conn] || l.Conn > v.clients):
		return fmt.Sprintf("at /conn: connection %d is already open, or not of this case", l.Conn)
	case l.Kind == transcript.Connect && v.doubles != nil && l.Conn != len(v.there)+1:
		return fmt.Sprintf("at /conn: connection %d connects, expected %d", l.Conn, len(v.there)+1)
	case l.Kind == transcript.Connect:
		v.there[l.Conn] = true
		v.witness.connected(l.Conn)
		return ""
	case !v.there[l.Conn]:
		return fmt.Sprintf("at /conn: connection %d has not connected", l.Conn)
	}
	ofServer := l.Dir == transcript.Out
	pass := v.witness.received
	if ofServer == (v.side == game.Server) {
		pass = v.witness.sent
	}
	switch l.Kind {
	case transcript.Message:
		// What stands behind a value completes a number, and means nothing else.
		pass(l.Conn, append(bytes.Clone(l.Value), '\n'))
	case transcript.Bytes:
		pass(l.Conn, whole(l, ofServer == (v.side == game.Server)))
	case transcript.Close:
		v.witness.closed(l.Conn, (*l.By == transcript.ByClient) == (v.side == game.Clients))
	case transcript.Refuse:
		if v.doubles != nil {
			umpire{d: v.doubles}.Refuse(l.Conn, *l.Clause, *l.Why)
		}
	case transcript.Breach:
		if v.doubles != nil {
			umpire{d: v.doubles}.Breach(l.Conn, l.Breach())
		}
	}
	return ""
}

// whole are bytes with those that were left out: blanks in front of what came, as far
// as all else is shown, or more of what was sent last.
func whole(l *transcript.Line, ours bool) []byte {
	raw := bytes.Clone(*l.Bytes)
	// More than that nobody takes.
	cut := min(l.Cut, wire.ValueBytesMax+1)
	if len(raw) == 0 || !ours && len(raw) < wire.ExcerptBytesMax {
		return append(bytes.Repeat([]byte{' '}, cut), raw...)
	}
	return append(raw, bytes.Repeat(raw[len(raw)-1:], cut)...)
}

// result judges what the program wrote, or notes that our server has written.
func (v *review) result(l *transcript.Line) {
	v.report.Whole = true
	if v.shadow == nil {
		return
	}
	v.shadow.answered()
	v.shadow.result(l.Values)
}

// breaches adds what the clients of a test did against the rules, from the first that
// is not in the report, and returns how many there are.
func (v *review) breaches(from, line int) int {
	if v.shadow == nil {
		return 0
	}
	for _, t := range v.shadow.history[from:] {
		if b := t.breach; b != nil {
			seat := b.Seat
			v.report.Breaches = append(v.report.Breaches, transcript.Finding{
				Line: line, Seat: &seat, Player: b.Player, Side: game.Clients, Clause: b.Clause, Message: b.Message,
			})
		}
	}
	return len(v.shadow.history)
}

// end tells the witness that the game is over.
func (v *review) end() {
	if v.shadow != nil {
		v.shadow.end(false)
	} else {
		v.doubles.end()
	}
}
