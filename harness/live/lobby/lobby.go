// Package lobby is the side of a TCP server: it lets players sign up, tells who
// takes part in which seat, and lets the game be played. It knows the rules of
// no game.
package lobby

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sort"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// How many connections are looked at, and how the port is kept open.
const (
	// greetedMax is how many connections are asked for their name at once; more
	// wait in the queue of the port. It keeps below the 4096 open files that
	// many systems grant, and with each taking a few kilobytes it is little.
	greetedMax = 3000
	// awaitPause lies between two looks at whether somebody more has come.
	awaitPause = 20 * time.Millisecond
	// acceptPause lies between two attempts to accept when the machine lacks
	// something for it, such as a free descriptor.
	acceptPause = 10 * time.Millisecond
)

// Options are how players sign up.
type Options struct {
	SignUp   game.SignUp
	Scale    float64        // of all times; 0 stands for 1
	Recorder match.Recorder // is told everything, if not nil
	// Expected, if not nil, says who will come: then nobody waits for more.
	Expected *Expected
	// Varied lets what separates calls, and how they are cut, vary with the seed.
	Varied bool
	// Faults are how the server misbehaves on purpose towards the players of
	// these names; the seed decides what they leave to chance.
	Faults map[string][]fault.Fault
	Seed   uint64
}

// Expected are those who will come to a lobby. The sign-up ends when as many
// connections have been accepted and as many have signed up, which is earlier
// than a server may end it that does not know (BG-85). Nobody is late: what a
// program needs to start and to connect is no time of the rules (11.1).
type Expected struct {
	Connections, SignUps int
	// Wait is how long the sign-up waits for the first connection, and from each to
	// the next one, whatever the rounds; 0 leaves it at the rounds.
	Wait time.Duration
	// Tolerance is what clients get beyond the time for a name or a reply.
	Tolerance time.Duration
}

// ms is a time of the sign-up, on our scale.
func (o *Options) ms(n int) time.Duration {
	return match.Millis(float64(n), o.Scale)
}

// limit is the time of a client for something.
func (o *Options) limit(n int) time.Duration {
	if o.Expected != nil {
		return o.ms(n) + o.Expected.Tolerance
	}
	return o.ms(n)
}

// A Guest is a client that signed up.
type Guest struct {
	Conn   int // the number of its connection, in order of accept, from 1
	Name   string
	Player *match.Conn
}

// A Lobby is an open port with those who have come.
type Lobby struct {
	options  Options
	recorder match.Recorder
	listener net.Listener
	opened   time.Time
	places   chan struct{} // for those that are asked for their name
	full     chan struct{} // closed when as many have signed up as may
	there    chan struct{} // closed when those who are expected have come
	closed   chan struct{} // closed by Close
	all      sync.WaitGroup

	mu       sync.Mutex
	over     bool             // the sign-up
	accepted int              // connections
	came     time.Time        // when the last one was
	complete bool             // those who are expected have come
	asked    map[int]net.Conn // for their name, by number
	guests   []Guest          // in order of sign-up, then of accept
	names    map[string]bool  // of the guests
	repeated []string         // names that a second guest has signed up with
}

// Open lets players sign up at a listener, which it owns from now on and whose
// port counts as opened now (BG-85). The recorder may be told by several
// goroutines, one after another.
func Open(listener net.Listener, o Options) *Lobby {
	l := &Lobby{
		options: o, recorder: match.Recorders(o.Recorder), listener: listener, opened: time.Now(),
		places: make(chan struct{}, greetedMax), full: make(chan struct{}), there: make(chan struct{}), closed: make(chan struct{}),
		asked: map[int]net.Conn{}, names: map[string]bool{},
	}
	l.all.Go(l.accept)
	return l
}

// accept takes connections until the port is closed. When the sign-up is over it
// closes them at once (BG-85).
func (l *Lobby) accept() {
	for number := 1; ; number++ {
		select {
		case l.places <- struct{}{}:
		case <-l.closed:
			return
		}
		conn, err := l.listener.Accept()
		for err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			select {
			case <-time.After(acceptPause):
			case <-l.closed:
				return
			}
			conn, err = l.listener.Accept()
		}
		l.recorder.Connect(number)
		if !l.begin(number, conn) {
			<-l.places
			l.recorder.Refuse(number, l.options.SignUp.Clauses.Window, "sign-up is over")
			l.close(number, conn)
			continue
		}
		l.all.Go(func() {
			l.greet(number, conn)
			<-l.places
		})
	}
}

// close closes a connection that does not take part.
func (l *Lobby) close(number int, conn net.Conn) {
	// It is closed however that goes.
	_ = conn.Close()
	l.recorder.Close(number, match.Server)
}

// begin notes that a connection is asked for its name, if it still can be.
func (l *Lobby) begin(number int, conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.accepted++
	l.came = time.Now()
	defer l.look()
	if !l.over {
		l.asked[number] = conn
	}
	return !l.over
}

// look notes that all who are expected have come. It is called with the lock
// held.
func (l *Lobby) look() {
	e := l.options.Expected
	if e != nil && !l.complete && l.accepted >= e.Connections && len(l.guests) >= e.SignUps {
		l.complete = true
		close(l.there)
	}
}

// greet waits for the name of a client and lets it sign up.
func (l *Lobby) greet(number int, conn net.Conn) {
	g, err := Greet(conn, &l.options.SignUp, l.options.limit(l.options.SignUp.NameMs), nil)
	var refusal *Refusal
	errors.As(err, &refusal)
	switch {
	case g.Text != nil:
		l.recorder.Message(number, false, g.Text)
	case refusal != nil && len(refusal.Raw) > 0:
		l.recorder.Bytes(number, false, refusal.Raw, 0)
	}
	if late := l.signUp(number, g, refusal == nil); late != nil {
		refusal = late
	}
	if refusal != nil {
		l.recorder.Refuse(number, refusal.Clause, refusal.Why)
		l.close(number, conn)
	}
}

// signUp lets a client whose name is good sign up, if it still can.
func (l *Lobby) signUp(number int, g Greeting, good bool) *Refusal {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.asked, number)
	s := &l.options.SignUp
	switch taken := l.names[g.Name]; {
	case l.over:
		return &Refusal{Clause: s.Clauses.Window, Why: "sign-up ended before its name was complete"}
	case !good:
		return nil
	case taken && !s.DuplicatesSeated && !s.DuplicateVoids:
		return &Refusal{Clause: s.Clauses.Taken, Why: fmt.Sprintf("the name %s is taken", g.Name)}
	case taken && !s.DuplicatesSeated:
		l.repeated = append(l.repeated, g.Name)
	}
	l.names[g.Name] = true
	l.guests = append(l.guests, Guest{
		Conn: number, Name: g.Name,
		Player: match.NewConn(g.Stream(), match.ConnOptions{
			Number: number, Recorder: l.recorder,
			ReplyBytesMax: s.ReplyBytesMax, BytesRestartClock: s.BytesRestartClock,
			Faults: l.options.Faults[g.Name], Seed: l.options.Seed + uint64(number), Varied: l.options.Varied,
		}),
	})
	l.look()
	if len(l.guests) == s.PlayersMax {
		l.end()
		close(l.full)
	}
	return nil
}

// end ends the sign-up: who has not completed its name by now is closed (BG-85).
// It is called with the lock held.
func (l *Lobby) end() {
	l.over = true
	for _, conn := range l.asked {
		// Who asks it for its name sees that, and tells of it.
		_ = conn.Close()
	}
	sort.Slice(l.guests, func(i, j int) bool { return l.guests[i].Conn < l.guests[j].Conn })
}

// Wait waits until sign-up is over, and returns those who signed up in the order
// of their seats, which is that in which their connections were accepted
// (BG-83). If no game can be played with them, the reason is not nil. The error
// is the context's cause.
func (l *Lobby) Wait(ctx context.Context) (guests []Guest, reason *Refusal, err error) {
	s := &l.options.SignUp
	full := l.full
	if e := l.options.Expected; e != nil {
		// Who is left over is to find the port open still.
		full = l.there
		if e.Wait > 0 {
			if err := l.await(ctx, e.Wait); err != nil {
				return l.seated(err)
			}
		}
	}
	for round := 1; ; round++ {
		timer := time.NewTimer(time.Until(l.opened.Add(time.Duration(round) * l.options.ms(s.WaitMs))))
		known := false
		select {
		case <-full:
			known = true
		case <-timer.C:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		timer.Stop()
		if l.settle(known || err != nil || round >= s.Waits) {
			break
		}
	}
	return l.seated(err)
}

// await waits for those who are expected, as long as one of them comes in each
// such time, and then at least to the end of the rounds.
func (l *Lobby) await(ctx context.Context, wait time.Duration) error {
	for {
		l.mu.Lock()
		last := l.opened
		if l.came.After(last) {
			last = l.came
		}
		complete := l.complete || l.accepted >= l.options.Expected.Connections
		l.mu.Unlock()
		left := time.Until(last.Add(wait))
		if complete || left <= 0 {
			// Whose name is still to come gets its time from now on.
			l.opened = last
			return nil
		}
		timer := time.NewTimer(min(left, awaitPause))
		select {
		case <-l.there:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			l.settle(true)
			return context.Cause(ctx)
		}
		timer.Stop()
	}
}

// seated tells who has signed up, in which seats.
func (l *Lobby) seated(err error) (guests []Guest, reason *Refusal, _ error) {
	s := &l.options.SignUp
	for seat, g := range l.guests {
		l.recorder.SignUp(g.Conn, seat, g.Name)
	}
	switch n := len(l.guests); {
	case err != nil:
		return l.guests, nil, err
	case n < s.PlayersMin:
		reason = &Refusal{Clause: s.Clauses.Window, Why: fmt.Sprintf("%d signed up, but the game needs %d", n, s.PlayersMin)}
	case len(l.repeated) > 0:
		reason = &Refusal{Clause: s.Clauses.Taken, Why: fmt.Sprintf("two players have the name %s", l.repeated[0])}
	}
	return l.guests, reason, nil
}

// settle ends the sign-up if enough have signed up, or anyhow, and tells whether
// it is over.
func (l *Lobby) settle(anyhow bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over && (anyhow || len(l.guests) >= l.options.SignUp.PlayersMin) {
		l.end()
	}
	return l.over
}

// Close closes the port and all connections (BG-97).
func (l *Lobby) Close() {
	l.mu.Lock()
	if !l.over {
		l.end()
	}
	guests := l.guests
	l.mu.Unlock()
	close(l.closed)
	// It is closed however that goes, and first: a program that starts its next client
	// when this one is done finds nobody any more.
	_ = l.listener.Close()
	for _, g := range guests {
		g.Player.Close()
	}
	l.all.Wait()
}
