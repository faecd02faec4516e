// Package live holds a program to a live game over TCP: a server to clients of
// ours, or clients to a server of ours, well-behaved or not as the case says.
// It judges each message as it passes, by the rules and all messages before it.
// The package knows the rules of no game.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// startSlack is what a program may need beyond its time to start on a machine
	// with other work.
	startSlack = 2 * time.Second
	// lookPause lies between two looks at whether anything is still going on.
	lookPause = 50 * time.Millisecond
	// faultsMax is how long the faults of one case take at most: those of the
	// suites stall for twenty seconds.
	faultsMax = 30 * time.Second
	// endGrace is what our own side gets to notice that the program has ended.
	endGrace = time.Second
	// stallShare is for which share of the tightest time the machine must have
	// stood still to make a verdict doubtful.
	stallShare = 4
)

// Timeout is how long a game may take by default: all waits of the sign-up, each
// player once as late as it can be, and the program's own time at the start, for
// its clients to connect, and at the end.
func Timeout(s game.SignUp, scale float64, w Waits) time.Duration {
	w = w.OrDefault()
	ms := float64(s.WaitMs)*float64(s.Waits) + float64(s.CallMs)*float64(s.PlayersMax+1)
	return match.Millis(ms, scale) + match.Scaled(faultsMax, scale) + w.Start + w.Connect + w.Call + w.End
}

// A Stage is what live cases are played on. It may be used by several goroutines
// at once.
type Stage struct {
	Game    *game.Game
	Rules   game.Rules
	Task    game.Task
	Command *subject.Command // resolved, one that plays live
	Explain judge.Explain    // tells wrong shapes
	Scale   float64          // of the times of the rules, 0 for 1
	Waits   Waits            // of what has no time in the rules, and so is on no scale
	// Transcripts is the folder for a transcript of each game, "" for none;
	// Version is that of the program, for their headers.
	Transcripts string
	Version     string

	now func() time.Time // the clock of witnesses, nil for that of the machine
}

// An Outcome is what a game has shown of the program.
type Outcome struct {
	Answer  subject.Answer
	Finding *Finding // nil if it did nothing wrong on the wire
	Remarks []Remark // about what it did there
	// Cause is a mistake that leads to the output, if the game is over and the
	// output is wrong; nil if none is known.
	Cause *Cause
	// Scene is what happened on the wire before the program ended with a failure,
	// "" for nothing that may have upset it.
	Scene string
	// Late tells that our own side was late without a reason of the case, since
	// the machine is too busy, which may be why the program seems to be wrong.
	Late bool
	// Blind tells that a time of ours came so close to its limit that nobody can tell
	// what the program had to do, so that nothing it did from there on was judged.
	Blind bool
	// Unsure is why the program that knows the rules of a brought game cannot be believed,
	// which says nothing about the one under test; nil if it can.
	Unsure error
	// Stalled tells that the whole machine stood still for a part of a time that
	// the program has to keep, which may be why it did not.
	Stalled bool
}

// Timing tells whether what is found rests on our clock.
func (o *Outcome) Timing() bool { return o.Finding != nil && o.Finding.Timing }

// PlayAlone is Play while no other program of this process runs, unless that is
// not needed any more when it could be; then it returns false.
func (s *Stage) PlayAlone(
	ctx context.Context, name string, in []jsontext.Value, feed func([]jsontext.Value) subject.Feed, limits subject.Limits, needed func() bool,
) (o Outcome, played bool) {
	played = subject.Alone(ctx, needed, func(ctx context.Context) { o = s.play(ctx, name, in, feed, limits) })
	if !played && ctx.Err() != nil {
		return canceled(), true
	}
	return o, played
}

// Play plays the game of a case. Feed delivers what the program is given on
// standard input. An answer with the fault subject.TimedOut may be that of a
// program that wrote its output and did not end.
func (s *Stage) Play(ctx context.Context, name string, in []jsontext.Value, feed func([]jsontext.Value) subject.Feed, limits subject.Limits) Outcome {
	// The clocks of a game begin when the program may start.
	ctx, leave, err := subject.Turn(ctx)
	if err != nil {
		return canceled()
	}
	defer leave()
	return s.play(ctx, name, in, feed, limits)
}

// canceled is the outcome of a game that nobody waits for.
func canceled() Outcome {
	return Outcome{Answer: subject.Answer{Fault: subject.Canceled, Exit: -1}}
}

func (s *Stage) play(ctx context.Context, name string, in []jsontext.Value, feed func([]jsontext.Value) subject.Feed, limits subject.Limits) Outcome {
	seed := seedOf(name)
	pair, err := client.FromPair(s.Game, s.Rules, s.Task.Live, in, seed, s.Scale)
	switch {
	case err != nil:
		return trouble(fmt.Errorf("case %s: %w", name, err))
	case s.Task.Live == game.OnePlayer:
		return s.remind(s.player(ctx, &booking{name, in, pair, seed}, limits))
	case s.Task.Live == game.Server:
		return s.remind(s.server(ctx, &booking{name, in, pair, seed}, feed(pair.Server), limits))
	default:
		return s.remind(s.hosted(ctx, &booking{name, in, pair, seed}, feed(pair.Given), limits))
	}
}

// A booking is the game of a case.
type booking struct {
	name string
	in   []jsontext.Value
	pair client.Pair
	seed uint64
}

// remind says of a time that a program did not keep that all of them are on a
// scale, which the program may not know.
func (s *Stage) remind(o Outcome) Outcome {
	f := o.Finding
	if f == nil || s.Scale == 0 || s.Scale == 1 {
		return o
	}
	p := &s.Game.Protocol
	// The clause of a method may be that of all that is wrong with its reply, and one
	// clause may say all of what puts a player out.
	ofTime := func(m game.Method) bool {
		return f.Clause == p.ClauseIn(m.Name, game.OnTimeout) && f.Clause != m.Clause && (f.Timing || f.Clause != p.ClauseIn(m.Name, game.OnNoJSON))
	}
	if f.Outcome == judge.HungUp {
		// Nobody hangs up for want of time, and the clause may be of other failures too.
		return o
	}
	ofNames := f.Clause == p.ClauseOn(game.OnTimeout) && (f.Timing || f.Clause != p.ClauseOn(game.OnNoName))
	if f.Outcome == judge.Timeout || f.Clause != "" && (ofNames || slices.ContainsFunc(p.Methods, ofTime)) {
		told := *f
		told.Message += fmt.Sprintf("; --time-scale multiplies all times by %v, and the program must do the same", s.Scale)
		o.Finding = &told
	}
	return o
}

// seedOf is what faults of a case draw from, always the same.
func seedOf(name string) uint64 {
	h := fnv.New64a()
	// It never fails.
	_, _ = io.WriteString(h, name)
	return h.Sum64()
}

// absent is the outcome of a game for which there is no place to play.
func (s *Stage) absent(ctx context.Context, err error) Outcome {
	if ctx.Err() != nil {
		return canceled()
	}
	return Outcome{Answer: s.Command.NotStarted(err)}
}

func trouble(err error) Outcome {
	return Outcome{Answer: subject.Answer{Fault: subject.Trouble, Exit: -1, Err: err}}
}

func (s *Stage) newRecord() record {
	now := s.now
	if now == nil {
		now = time.Now
	}
	return record{
		protocol: &s.Game.Protocol, signUp: s.Rules.Live().SignUp(), scale: s.Scale, last: now(), now: now,
		waits: s.Waits.OrDefault(),
		found: func() {},
	}
}

// transcript begins the transcript of a game, if there is to be one.
func (s *Stage) transcript(name string, side game.Side, in, whole []jsontext.Value, seed uint64) (*transcript.Writer, error) {
	if s.Transcripts == "" {
		return nil, nil
	}
	if err := os.MkdirAll(s.Transcripts, 0o777); err != nil {
		return nil, err
	}
	return transcript.Create(filepath.Join(s.Transcripts, TranscriptName(name)), transcript.Header{
		Touchstone: s.Version, Game: s.Game.Name, Options: s.Rules.Options(), In: in, Case: whole,
		Side: side, Awaited: side == game.Server, Seated: s.Task.Live == game.OnePlayer, Scale: s.Scale, Seed: &seed,
	})
}

// plainID matches the ids of cases, GAME/TASK/NAME or SUITE/NAME, that stay different from
// one another with "-" in place of "/".
var plainID = text.Pattern(`^[^-/\\%\x00]+/([^-/\\%\x00]+/[^/\\%\x00]+|[^-/\\%\x00]+)$`)

// TranscriptName is the name of the file with the transcript of a case. No two cases have
// the same: where "-" could stand for "/" in one and for itself in another, it is escaped.
func TranscriptName(caseID string) string {
	name := strings.ReplaceAll(caseID, "/", "-")
	if !plainID().MatchString(caseID) {
		name = strings.NewReplacer("%", "%25", "/", "%2F", "\\", "%5C", "\x00", "%00").Replace(caseID)
	}
	return name + ".jsonl"
}

// A performance is a program under way.
type performance struct {
	ctx    context.Context
	stop   context.CancelFunc // ends the program
	done   chan struct{}      // closed when it has ended
	answer subject.Answer

	answered chan struct{} // closed when its output is complete
	stalled  bool          // of the goroutine that watches
}

// perform starts the program, which a finding that decides ends.
func (s *Stage) perform(ctx context.Context, command *subject.Command, feed subject.Feed, limits subject.Limits, r *record, answered func()) *performance {
	p := &performance{done: make(chan struct{}), answered: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(ctx)
	r.mu.Lock()
	r.found = p.stop
	r.mu.Unlock()
	feed.Since = r.owedSince
	feed.Answered = func() {
		answered()
		close(p.answered)
	}
	go func() {
		defer close(p.done)
		p.take(r, command.RunFeed(p.ctx, feed, limits), ctx.Err() == nil)
	}()
	return p
}

// take keeps the answer of the program, which has ended. If it was stopped, ours says that
// nobody but us has done that.
func (p *performance) take(r *record, a subject.Answer, ours bool) {
	byItself := a.Fault == subject.Crashed || a.Fault == subject.None && !slices.Contains(a.Warnings, subject.Lingered)
	if a.Fault == subject.Canceled && ours {
		// We have ended it ourselves, unless it was quicker.
		if a.Fault = subject.TimedOut; a.Ended {
			a.Fault, byItself = a.Already, true
		}
	}
	if p.answer = a; byItself {
		r.noteEnd()
	}
}

// watch looks, until the program ends, for something that it owes for too long;
// then it is ended, and report gets what that is unless its output is complete.
func (p *performance) watch(tight time.Duration, owed func(now time.Time) *Finding, report func(Finding)) {
	tick := time.NewTicker(lookPause)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-p.done:
			return
		case <-tick.C:
			now := time.Now()
			p.stalled = p.stalled || now.Sub(last) > lookPause+tight/stallShare
			last = now
			if f := owed(now); f != nil {
				if !isClosed(p.answered) {
					report(*f)
				}
				p.stop()
				<-p.done
				return
			}
		}
	}
}

// outcome is that of a program that has ended.
func (p *performance) outcome(r *record) Outcome {
	fell := fell(p.answer.Fault)
	o := Outcome{Answer: p.answer, Finding: r.finding(fell), Stalled: p.stalled}
	if fell {
		o.Scene = r.scene()
	}
	return o
}

// fell tells whether a program crashed, or was ended at a limit: its connections ended with
// it, and how it ended says more than that.
func fell(f subject.Fault) bool {
	switch f {
	case subject.Crashed, subject.CPULimit, subject.MemoryLimit, subject.ProcessLimit, subject.OutputLimit:
		return true
	}
	return false
}

// place is where a game is played, with the port for it; leave gives both back. Where there
// is none, nowhere is the outcome.
func (s *Stage) place(ctx context.Context) (venue *subject.Venue, port int, leave func(), nowhere *Outcome) {
	venue, err := s.Command.Meet(ctx)
	if err != nil {
		o := s.absent(ctx, err)
		return nil, 0, nil, &o
	}
	port, release, err := takePort(venue)
	if err != nil {
		venue.Close()
		o := trouble(err)
		return nil, 0, nil, &o
	}
	return venue, port, func() { release(); venue.Close() }, nil
}

// server plays a game between a program of a server and clients of ours.
func (s *Stage) server(ctx context.Context, g *booking, feed subject.Feed, limits subject.Limits) Outcome {
	name, pair, in, seed := g.name, &g.pair, g.in, g.seed
	venue, port, leave, nowhere := s.place(ctx)
	if nowhere != nil {
		return *nowhere
	}
	defer leave()
	h, err := newShadow(s, pair)
	if err != nil {
		return trouble(err)
	}
	writer, err := s.transcript(name, game.Clients, pair.Given, in, seed)
	if err != nil {
		return trouble(err)
	}
	defer h.release()
	begin := time.Now()
	p := s.perform(ctx, venue.At(port), feed, limits, &h.record, h.answered)
	defer p.stop()
	playing, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var recorder match.Recorder
		if writer != nil {
			recorder = writer
		}
		// Whether clients give up is judged by what made them.
		_ = client.Run(playing, pair.Clients, client.Options{
			Dial: s.dial(venue, port, begin, p.done, h), Diagnoses: venue.Diagnoses(), Last: s.Game.Protocol.Last(), Varied: true,
			Gap: h.waits.Gap, Ignored: h.ignored, Scale: s.Scale, Seed: seed, Recorder: recorder,
		})
	}()
	p.watch(h.tight(), func(now time.Time) *Finding {
		f := cmp.Or(h.idle(now), h.unstarted(now.Sub(begin), h.connections(), "nobody listens on the port"))
		if f != nil && f.Outcome == judge.Silent {
			f.Message = cmp.Or(elsewhere(f.Message, client.Listeners(venue.Diagnoses()), port), f.Message)
		}
		return f
	}, h.report)
	await(ended, endGrace)
	stop()
	<-ended
	h.end(fell(p.answer.Fault))
	o := p.outcome(&h.record)
	if o.Finding == nil && len(o.Answer.Values) > 0 {
		o.Cause = h.resultCause(o.Answer.Values, s.Game.Protocol.ClauseOn(game.OnAllTold))
	}
	o.Late, o.Blind = h.late(), h.blinded()
	o.Unsure = h.unsure(o.Finding != nil)
	if writer != nil {
		if len(o.Answer.Values) > 0 {
			writer.Result(o.Answer.Values)
		}
		if err := writer.End(); err != nil {
			return trouble(err)
		}
	}
	return o
}

// unstarted is a finding if a program has made no connection in the time that it has to
// start; what says what is missing: "nobody connects".
func (r *record) unstarted(took time.Duration, connections int, what string) *Finding {
	if connections > 0 || took <= r.waits.Start+startSlack {
		return nil
	}
	return &Finding{
		Outcome: judge.Silent, Timing: true,
		Message: fmt.Sprintf("%s within %v of the start of the program; hint: wait longer with --start-wait", what, r.waits.Start),
	}
}

// elsewhere says of a server that opens not the port that it is given where it waits instead, ""
// if nobody knows. It names no numbers, so that all cases of a run have the same cause.
func elsewhere(message string, found []netip.AddrPort, port int) string {
	message, _, _ = strings.Cut(message, "; hint: ")
	switch {
	case len(found) == 0:
		return ""
	case slices.ContainsFunc(found, func(a netip.AddrPort) bool { return int(a.Port()) == port && reached(a.Addr()) }):
		return "" // it has come to that since the last attempt to connect
	case slices.ContainsFunc(found, func(a netip.AddrPort) bool { return int(a.Port()) == port }):
		return message + "; the program listens on this port, but not at 127.0.0.1; hint: listen at 127.0.0.1, which is IPv4"
	}
	return message + "; the program listens on another port; hint: take the port from the command line, where it is the last word or stands for {port}"
}

// reached tells whether a connection to 127.0.0.1 comes to what listens at an address: at all of
// IPv6 most programs take those of IPv4, too.
func reached(a netip.Addr) bool {
	return a.IsUnspecified() || a.Unmap().IsUnspecified() || a.Unmap() == netip.AddrFrom4([4]byte{127, 0, 0, 1})
}

// isClosed tells whether a channel on which nothing is sent is closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// await waits for something, but not for ever.
func await(done <-chan struct{}, grace time.Duration) {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// dial connects one client after the other. The first one waits for the port to
// be opened: a connection only to see whether it is would be a player to the
// program. The others try for as long as a client must (11.1), since a program
// may have many that wait to be accepted.
func (s *Stage) dial(venue *subject.Venue, port int, begin time.Time, done <-chan struct{}, h *shadow) client.Dial {
	address := net.JoinHostPort("127.0.0.1", fmt.Sprint(port))
	calls := 0
	open := false
	return func(ctx context.Context, _ time.Duration, failed func(time.Time, error)) (io.ReadWriteCloser, error) {
		calls++
		left := h.waits.Connect
		if !open {
			left = time.Until(begin.Add(h.waits.Start + startSlack))
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			select {
			case <-done:
				cancel()
			case <-ctx.Done():
			}
		}()
		conn, err := wire.DialBy(ctx, venue.Dialer(), address, left, func(began time.Time, err error) {
			h.unconnected(began)
			failed(began, err)
		})
		if err != nil {
			return nil, err
		}
		open = true
		return tap(conn, calls, h), nil
	}
}

// hosted plays a game between a program of clients and a server of ours.
func (s *Stage) hosted(ctx context.Context, g *booking, feed subject.Feed, limits subject.Limits) Outcome {
	name, pair, in, seed := g.name, &g.pair, g.in, g.seed
	venue, port, leave, nowhere := s.place(ctx)
	if nowhere != nil {
		return *nowhere
	}
	defer leave()
	var listener net.Listener
	if pair.Opens == 0 {
		var err error
		if listener, err = wire.ListenBy(venue.Listener(), port); err != nil {
			return trouble(err)
		}
		defer listener.Close()
	}
	writer, err := s.transcript(name, game.Server, pair.Server, in, seed)
	if err != nil {
		return trouble(err)
	}
	d := newDoubles(s, pair, in, seed)
	defer d.release()
	begin := time.Now()
	p := s.perform(ctx, venue.At(port), feed, limits, &d.record, d.answered)
	defer p.stop()
	serving, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan struct{})
	var serveErr error
	go func() {
		defer close(served)
		if listener == nil {
			select {
			case <-time.After(pair.Opens):
			case <-p.done:
			}
			if listener, serveErr = wire.ListenBy(venue.Listener(), port); serveErr != nil {
				return
			}
			defer listener.Close()
		}
		serveErr = d.serve(serving, listener, pair, writer)
	}()
	p.watch(d.tight(), func(now time.Time) *Finding {
		return cmp.Or(d.idle(now, isClosed(served)), d.unstarted(now.Sub(begin), d.connections(), "nobody connects"))
	}, d.report)
	await(served, endGrace)
	stop()
	<-served
	d.end()
	o := p.outcome(&d.record)
	o.Remarks = d.remarked()
	if writer != nil {
		if err := writer.End(); err != nil {
			return trouble(err)
		}
	}
	if o.Unsure = cmp.Or(faultOf(serveErr), d.unsure(o.Finding != nil)); o.Unsure != nil {
		return o
	}
	if serveErr != nil && !errors.Is(serveErr, context.Canceled) && o.Finding == nil {
		return trouble(serveErr)
	}
	return o
}

// serve lets a server of ours play the game of a pair, as the doubles see it. The writer of
// the transcript may be nil.
func (d *doubles) serve(ctx context.Context, listener net.Listener, pair *client.Pair, writer *transcript.Writer) error {
	connections, signUps := d.expected()
	options := lobby.Options{
		Scale: d.scale, Faults: pair.Treatment, Seed: d.seed,
		Expected: &lobby.Expected{
			Connections: connections, SignUps: signUps, Wait: d.waits.Start + startSlack, Tolerance: d.tolerance(),
		},
		Varied: true, Recorder: umpire{d: d},
	}
	if writer != nil {
		options.Recorder = match.Recorders(writer, umpire{d: d})
	}
	_, err := lobby.Serve(ctx, &tappedListener{Listener: listener, witness: d}, d.stage.Rules.Live(), pair.Server, options)
	return err
}

// unsure is why a referee or a player of ours that asks somebody else's program cannot be
// believed, nil if it can. Found tells that something follows from its answers which is
// held against somebody.
func unsure(who any, found bool) error {
	asking, ok := who.(game.Asking)
	switch {
	case !ok:
		return nil
	case asking.Err() != nil:
		return asking.Err()
	case found:
		return asking.Confirm()
	}
	return nil
}

// faultOf is an error if it is a fault of the program that knows the rules, else nil.
func faultOf(err error) error {
	if fault, ok := errors.AsType[*game.Fault](err); ok {
		return fault
	}
	return nil
}
