// Package live holds a program to a live game over TCP: a server to clients of
// ours, or clients to a server of ours, well-behaved or not as the case says.
// Each message is judged as it passes, by what the rules make of all before it.
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
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/client"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/lobby"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/transcript"
	"github.com/touchstone-harness/touchstone/harness/wire"
)

// How long a game waits where something may never come. These times are not on
// the scale: programs start, and think, as fast as they do.
const (
	// Patience is what a program gets for whatever has no time of its own: to
	// open its port (11.1), to connect, to make the next call, to end. It is what
	// a program of any other task has for its whole answer.
	Patience = subject.Timeout
	// startSlack is what a program may need beyond that to start on a machine
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
	// dialOnce bounds an attempt to connect to a port that has been open.
	dialOnce = time.Second
)

// Timeout is how long a game may take by default: all waits of the sign-up, each
// player once as late as it can be, and the program's own time at the start and
// at the end.
func Timeout(s game.SignUp, scale float64) time.Duration {
	ms := float64(s.WaitMs)*float64(s.Waits) + float64(s.CallMs)*float64(s.PlayersMax+1)
	return match.Millis(ms, scale) + match.Scaled(faultsMax, scale) + 2*Patience
}

// A Stage is what live cases are played on. It may be used by several goroutines
// at once.
type Stage struct {
	Game    *game.Game
	Rules   game.Rules
	Task    game.Task
	Command *subject.Command // resolved, one that plays live
	Explain judge.Explain    // tells wrong shapes
	Scale   float64          // of all our times, 0 for 1
	// Patience is what a program gets for whatever has no time of its own; 0
	// stands for the constant.
	Patience time.Duration
	// Transcripts is the folder for a transcript of each game, "" for none;
	// Version is that of the program, for their headers.
	Transcripts string
	Version     string
}

// An Outcome is what a game has shown of the program.
type Outcome struct {
	Answer  subject.Answer
	Finding *Finding // nil if it did nothing wrong on the wire
	// Late tells that our own side was late without a reason of the case, since
	// the machine is too busy, which may be why the program seems to be wrong.
	Late bool
	// Stalled tells that the whole machine stood still for a part of a time that
	// the program has to keep, which may be why it did not.
	Stalled bool
}

// Play plays the game of a case. Feed delivers what the program is given on
// standard input. An answer with the fault subject.TimedOut may be that of a
// program that wrote its output and did not end.
func (s *Stage) Play(ctx context.Context, name string, in []jsontext.Value, feed func([]jsontext.Value) subject.Feed, limits subject.Limits) Outcome {
	seed := seedOf(name)
	pair, err := client.FromPair(s.Game, s.Rules, s.Task.Live, in, seed, s.Scale)
	switch {
	case err != nil:
		return trouble(fmt.Errorf("case %s: %w", name, err))
	case s.Task.Live == game.Server:
		return s.remind(s.server(ctx, name, &pair, seed, feed(pair.Server), limits))
	default:
		return s.remind(s.hosted(ctx, name, &pair, seed, feed(pair.Given), limits))
	}
}

// remind says of a time that a program did not keep that all of them are on a
// scale, which the program may not know.
func (s *Stage) remind(o Outcome) Outcome {
	f := o.Finding
	if f == nil || s.Scale == 0 || s.Scale == 1 {
		return o
	}
	p := &s.Game.Protocol
	ofTime := func(m game.Method) bool { return f.Clause == p.ClauseIn(m.Name, game.OnTimeout) }
	if f.Outcome == judge.Timeout || f.Clause != "" && (f.Clause == p.ClauseOn(game.OnTimeout) || slices.ContainsFunc(p.Methods, ofTime)) {
		told := *f
		told.Message += fmt.Sprintf("; all times are multiplied by %v (--time-scale), and those of the program must be, too", s.Scale)
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
		return Outcome{Answer: subject.Answer{Fault: subject.Canceled, Exit: -1}}
	}
	return Outcome{Answer: s.Command.NotStarted(err)}
}

func trouble(err error) Outcome {
	return Outcome{Answer: subject.Answer{Fault: subject.Trouble, Exit: -1, Err: err}}
}

func (s *Stage) newRecord() record {
	return record{
		protocol: &s.Game.Protocol, signUp: s.Rules.Live().SignUp(), scale: s.Scale, last: time.Now(),
		patience: cmp.Or(s.Patience, Patience),
		found:    func() {},
	}
}

// transcript begins the transcript of a game, if there is to be one.
func (s *Stage) transcript(name string, side game.Side, in []jsontext.Value, seed uint64) (*transcript.Writer, error) {
	if s.Transcripts == "" {
		return nil, nil
	}
	if err := os.MkdirAll(s.Transcripts, 0o777); err != nil {
		return nil, err
	}
	return transcript.Create(filepath.Join(s.Transcripts, TranscriptName(name)), transcript.Header{
		Touchstone: s.Version, Game: s.Game.Name, Options: s.Rules.Options(), In: in, Side: side, Awaited: side == game.Server, Scale: s.Scale, Seed: &seed,
	})
}

// TranscriptName is the name of the file with the transcript of a case.
func TranscriptName(caseID string) string {
	return strings.NewReplacer("/", "-", "\\", "-", "\x00", "-").Replace(caseID) + ".jsonl"
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

// perform starts the program.
func (s *Stage) perform(ctx context.Context, command *subject.Command, feed subject.Feed, limits subject.Limits, answered func()) *performance {
	p := &performance{done: make(chan struct{}), answered: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(ctx)
	feed.Answered = func() {
		answered()
		close(p.answered)
	}
	go func() {
		defer close(p.done)
		p.answer = command.RunFeed(p.ctx, feed, limits)
	}()
	return p
}

// hasAnswered tells whether the output is complete.
func (p *performance) hasAnswered() bool {
	select {
	case <-p.answered:
		return true
	default:
		return false
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
				if !p.hasAnswered() {
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
func (p *performance) outcome(ctx context.Context, f *Finding) Outcome {
	o := Outcome{Answer: p.answer, Finding: f, Stalled: p.stalled}
	if o.Answer.Fault == subject.Canceled && ctx.Err() == nil {
		// We have ended it ourselves.
		o.Answer.Fault = subject.TimedOut
	}
	return o
}

// server plays a game between a program of a server and clients of ours.
func (s *Stage) server(ctx context.Context, name string, pair *client.Pair, seed uint64, feed subject.Feed, limits subject.Limits) Outcome {
	venue, err := s.Command.Meet(ctx)
	if err != nil {
		return s.absent(ctx, err)
	}
	defer venue.Close()
	port, release, err := takePort(venue)
	if err != nil {
		return trouble(err)
	}
	defer release()
	writer, err := s.transcript(name, game.Clients, pair.Given, seed)
	if err != nil {
		return trouble(err)
	}
	h, err := newShadow(s, pair)
	if err != nil {
		return trouble(err)
	}
	begin := time.Now()
	p := s.perform(ctx, venue.At(port), feed, limits, h.answered)
	defer p.stop()
	h.mu.Lock()
	h.found = p.stop
	h.mu.Unlock()
	playing, leave := context.WithCancel(ctx)
	defer leave()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var recorder match.Recorder
		if writer != nil {
			recorder = writer
		}
		methods := s.Game.Protocol.Methods
		// Whether clients give up is judged by what made them.
		_ = client.Run(playing, pair.Clients, client.Options{
			Dial: s.dial(venue, port, begin, p.done, h), Last: methods[len(methods)-1].Name, Scale: s.Scale, Seed: seed, Recorder: recorder,
		})
	}()
	p.watch(h.tight(), func(now time.Time) *Finding {
		if f := h.idle(now); f != nil {
			return f
		}
		if h.connections() == 0 && now.Sub(begin) > h.patience+startSlack {
			return &Finding{Outcome: judge.Silent, Message: fmt.Sprintf("nobody listens on the port within %v of the start of the program", h.patience)}
		}
		return nil
	}, h.report)
	await(ended, endGrace)
	leave()
	<-ended
	h.end()
	o := p.outcome(ctx, h.finding())
	o.Late = h.late()
	if writer != nil {
		if err := writer.End(); err != nil {
			return trouble(err)
		}
	}
	return o
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
// program. Behind it nobody waits, since a port that was open will not be again.
func (s *Stage) dial(
	venue *subject.Venue, port int, begin time.Time, done <-chan struct{}, h *shadow,
) func(context.Context, time.Duration) (io.ReadWriteCloser, error) {
	address := net.JoinHostPort("127.0.0.1", fmt.Sprint(port))
	calls := 0
	open := false
	return func(ctx context.Context, _ time.Duration) (io.ReadWriteCloser, error) {
		calls++
		left := dialOnce
		if !open {
			left = h.patience + startSlack - time.Since(begin)
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
		var conn net.Conn
		var err error
		if open {
			dialer := venue.Dialer()
			dialer.Timeout = dialOnce
			conn, err = dialer.DialContext(ctx, "tcp", address)
		} else {
			conn, err = wire.DialBy(ctx, venue.Dialer(), address, left)
		}
		if err != nil {
			return nil, err
		}
		open = true
		return tap(conn, calls, h), nil
	}
}

// hosted plays a game between a program of clients and a server of ours.
func (s *Stage) hosted(ctx context.Context, name string, pair *client.Pair, seed uint64, feed subject.Feed, limits subject.Limits) Outcome {
	venue, err := s.Command.Meet(ctx)
	if err != nil {
		return s.absent(ctx, err)
	}
	defer venue.Close()
	listener, err := wire.ListenBy(venue.Listener(), 0)
	if err != nil {
		return trouble(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	writer, err := s.transcript(name, game.Server, pair.Server, seed)
	if err != nil {
		listener.Close()
		return trouble(err)
	}
	d := newDoubles(s, pair)
	begin := time.Now()
	p := s.perform(ctx, venue.At(port), feed, limits, d.answered)
	defer p.stop()
	d.mu.Lock()
	d.found = p.stop
	d.mu.Unlock()
	serving, leave := context.WithCancel(ctx)
	defer leave()
	served := make(chan struct{})
	var serveErr error
	go func() {
		defer close(served)
		connections, signUps := d.expected()
		options := lobby.Options{
			Scale: s.Scale, Faults: pair.Treatment, Seed: seed,
			Expected: &lobby.Expected{Connections: connections, SignUps: signUps},
		}
		if writer != nil {
			options.Recorder = writer
		}
		_, serveErr = lobby.Serve(serving, &tappedListener{Listener: listener, witness: d}, s.Rules.Live(), pair.Server, options)
	}()
	p.watch(d.tight(), func(now time.Time) *Finding {
		isServed := false
		select {
		case <-served:
			isServed = true
		default:
		}
		if f := d.idle(now, isServed); f != nil {
			return f
		}
		if d.connections() == 0 && now.Sub(begin) > d.patience+startSlack {
			return &Finding{Outcome: judge.Silent, Message: fmt.Sprintf("nobody connects within %v of the start of the program", d.patience)}
		}
		return nil
	}, d.report)
	await(served, endGrace)
	leave()
	<-served
	d.end()
	o := p.outcome(ctx, d.finding())
	if writer != nil {
		if err := writer.End(); err != nil {
			return trouble(err)
		}
	}
	if serveErr != nil && !errors.Is(serveErr, context.Canceled) && o.Finding == nil {
		return trouble(serveErr)
	}
	return o
}
