// Package client is the side of TCP clients: programs of players that connect to
// a server one after another, sign up, and answer its calls, well or on purpose
// not. It knows the rules of no game.
package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// How clients connect, and why so.
const (
	// Patience is how long after the start a server may begin to listen (CF1).
	Patience = 10 * time.Second
	// lastTry is what a client has to connect when that is over: enough on the same machine.
	lastTry = 100 * time.Millisecond
	// Gap is how long a client waits by default for the server to have read the
	// name of the one before it: what the course's own clients always wait.
	Gap = 2 * time.Second
	// blindGap is the least of it on a scale of times where nobody can see what the
	// server does, and enough where it has read the name for certain.
	blindGap = 100 * time.Millisecond
	// sightPause lies between two looks at the server, at first and at most.
	sightPause    = 2 * time.Millisecond
	sightPauseMax = 20 * time.Millisecond
	// sights are how many looks in a row must find the same of a server that waits: a
	// thread that was woken up may not run yet at the first.
	sights = 3
	// nameWait bounds the wait for a name that leaves late on purpose: after
	// that a server has closed the connection (BG-82).
	nameWait = 2 * time.Second
)

// A glance is what can be seen of a server.
type glance int

const (
	blind   glance = iota // nothing can
	busy                  // it has something to do
	ignores               // it has not read all that was sent, and waits for something else
	read                  // it has read all that was sent; whether it waits cannot be seen
	waits                 // it has read all that was sent, and waits
)

// A Client is a program of a player.
type Client struct {
	Name   string
	Kind   jsontext.Value // the actor that it is made of, nil for none
	Player game.Player
	Faults []fault.Fault // of what it sends
	Silent bool          // it connects and sends nothing at all
	// Opening, if not nil, is what it sends in place of a name; it has no player.
	Opening *Opening
	// Joins is how long after the first client this one connects, if it is not its
	// turn before.
	Joins time.Duration
}

// An Opening is what a connection begins with that is no client's.
type Opening struct {
	Text string
	Then string // what it does behind it: Waits, Leaves or Resets
}

// What a connection does behind its opening.
const (
	Waits  = "waits" // for the server to close it
	Leaves = "leaves"
	Resets = "resets"
)

// Options are how clients connect.
type Options struct {
	// Dial connects to the server. It tries for as long as patience lasts, at
	// least once, and tells each attempt that failed.
	Dial Dial
	// Diagnoses makes a socket of sock_diag(7) in the network of the connections,
	// by which the clients see what the server does. Nil stands for the network of
	// the machine; other systems than Linux have none.
	Diagnoses func() (fd int, err error)
	// Last is the method behind whose reply no call follows (CF11).
	Last string
	// Patience is how long each client tries to connect; 0 stands for the constant. Until
	// the first one has found the server they wait together.
	Patience time.Duration
	// Gap is how long a client waits at most until the server has read the name of
	// the one before it and waits again, so that both sign up in their order; 0
	// stands for the constant. Where nobody can see that, it waits so long, on the
	// scale.
	Gap time.Duration
	// Ignored, if not nil, is told the number of a client whose name the server had not
	// read when the gap ran out, though it was idle: what is late then is its own doing.
	Ignored  func(number int)
	Scale    float64        // of what depends on the server's times; 0 stands for 1
	Seed     uint64         // of what faults leave to chance
	Varied   bool           // what separates values, and how bytes are cut, varies with the seed
	Recorder match.Recorder // is told everything, if not nil; the clients are counted from 1
}

// A Dial connects to a server, and tells each attempt that failed, and when it began.
type Dial func(ctx context.Context, patience time.Duration, failed func(began time.Time, err error)) (io.ReadWriteCloser, error)

// Pipe stands for the one connection that there is already.
func Pipe(rw io.ReadWriteCloser) Dial {
	return func(context.Context, time.Duration, func(time.Time, error)) (io.ReadWriteCloser, error) {
		return rw, nil
	}
}

// TCP dials an address.
func TCP(address string) Dial {
	return func(ctx context.Context, patience time.Duration, failed func(began time.Time, err error)) (io.ReadWriteCloser, error) {
		return wire.Dial(ctx, address, patience, failed)
	}
}

// ErrUnconnected is wrapped by the reason of a client that found no server.
var ErrUnconnected = errors.New("cannot connect")

// Run lets the clients connect in their order, play, and returns when all have
// ended, with the reason for each that gave up, by their order; nil stands for
// one that ended quietly. When the context ends so do all clients.
func Run(ctx context.Context, clients []Client, o Options) []error {
	o.Recorder = match.Recorders(o.Recorder)
	o.Patience, o.Gap = cmp.Or(o.Patience, Patience), cmp.Or(o.Gap, Gap)
	errs := make([]error, len(clients))
	var all sync.WaitGroup
	eye := sight{diagnoses: o.Diagnoses}
	started := time.Now()
	var begin time.Time // when the first one had connected
	for i := range clients {
		c := &clients[i]
		if !begin.IsZero() && !sleep(ctx, time.Until(begin.Add(c.Joins))) || ctx.Err() != nil {
			break
		}
		patience := o.Patience
		if begin.IsZero() {
			patience = max(patience-time.Since(started), lastTry)
		}
		conn, err := o.connect(ctx, i+1, patience)
		if err != nil {
			errs[i] = fmt.Errorf("%w: %w", ErrUnconnected, err)
			continue
		}
		if begin.IsZero() {
			begin = time.Now()
		}
		s := newSession(c, conn, i+1, &o)
		stop := context.AfterFunc(ctx, s.close)
		all.Go(func() {
			defer stop()
			errs[i] = s.run(ctx)
		})
		if i < len(clients)-1 {
			s.await(ctx, &eye)
		}
	}
	all.Wait()
	return errs
}

// connect connects the client of a number, and tells what attempts have failed.
func (o *Options) connect(ctx context.Context, number int, patience time.Duration) (io.ReadWriteCloser, error) {
	tries := 0
	var began time.Time
	var last error
	conn, err := o.Dial(ctx, patience, func(at time.Time, err error) { tries, began, last = tries+1, at, err })
	if tries > 0 {
		match.Unconnected(o.Recorder, number, tries, began, last)
	}
	return conn, err
}

// sleep waits, and tells whether the context goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	if d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return ctx.Err() == nil
}

// A session is the life of a client.
type session struct {
	client *Client
	raw    io.ReadWriteCloser
	conn   *wire.Conn
	sender *fault.Sender
	number int
	o      *Options
	named  chan struct{} // closed when the name has left
	over   chan struct{} // closed when it has ended
	hangs  bool
	left   bool
	closed sync.Once
}

func newSession(c *Client, conn io.ReadWriteCloser, number int, o *Options) *session {
	s := &session{client: c, raw: conn, number: number, o: o, named: make(chan struct{}), over: make(chan struct{})}
	o.Recorder.Connect(number)
	options := wire.Options{Tap: s.tap, ValueBytesMax: callBytesMax, Closing: func() { s.record(match.Client) }}
	if o.Varied {
		options.Style = wire.Varied(o.Seed + uint64(number))
	}
	s.conn = wire.New(conn, options)
	s.sender = fault.NewSender(s.conn, c.Faults, o.Seed+uint64(number))
	return s
}

// callBytesMax bounds a call: that a server may send as much as a client is
// fair, and more is no call (CF3).
const callBytesMax = wire.ValueBytesMax

// tap records what passes; the recorder sees it as the server does.
func (s *session) tap(p wire.Passage) {
	if p.Value != nil {
		s.o.Recorder.Message(s.number, !p.Sent, p.Value)
	} else {
		s.o.Recorder.Bytes(s.number, !p.Sent, p.Raw, int(p.Bytes)-len(p.Raw))
	}
}

// await waits until the next client may connect, so that both sign up in their
// order: until the server has read the name of this one and waits again.
func (s *session) await(ctx context.Context, eye *sight) {
	if !s.client.Silent {
		late := time.NewTimer(match.Scaled(nameWait, s.o.Scale))
		defer late.Stop()
		select {
		case <-s.named:
		case <-late.C:
		case <-ctx.Done():
			return
		}
	}
	// Where nothing can be seen the gap is on the scale, as the sign-up is.
	limit := min(s.o.Gap, max(blindGap, match.Scaled(s.o.Gap, s.o.Scale)))
	conn, near := s.raw.(net.Conn)
	if !near || !isNear(conn) {
		s.pause(ctx, limit)
		return
	}
	left := s.conn.Trail()
	if s.client.Silent || s.client.Opening != nil {
		// It takes no seat, so that it need not be read, only seen.
		left = math.MaxInt32
	}
	begin := time.Now()
	// The longer it takes the less a moment more matters.
	step := sightPause
	var since time.Time // when it had read all
	waiting, ignored := 0, 0
	for ; waiting < sights && time.Since(begin) < limit; step = min(step+step/4, sightPauseMax) {
		look := eye.look(conn, left)
		switch {
		case look != blind:
			limit = s.o.Gap
		case s.ended():
			return
		}
		if waiting++; look != waits {
			waiting = 0
		}
		if ignored++; look != ignores {
			ignored = 0
		}
		switch {
		case look < read:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case look == read && time.Since(since) >= blindGap:
			return
		}
		if !sleep(ctx, min(step, limit-time.Since(begin))) {
			return
		}
	}
	if ignored >= sights && s.o.Ignored != nil {
		s.o.Ignored(s.number)
	}
}

// ended tells whether the client has.
func (s *session) ended() bool {
	select {
	case <-s.over:
		return true
	default:
		return false
	}
}

// pause waits, and tells whether the client and the context go on.
func (s *session) pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.over:
	case <-ctx.Done():
	}
	return false
}

// isNear tells whether the other end of a connection is a program of this machine.
func isNear(conn net.Conn) bool {
	other, ok := conn.RemoteAddr().(*net.TCPAddr)
	return ok && other.IP.IsLoopback()
}

// errLeft ends a client that raises: it closes the connection in place of a
// reply.
var errLeft = errors.New("it raised")

// run plays until there is nothing more to play.
func (s *session) run(ctx context.Context) error {
	defer close(s.over)
	defer s.close()
	err := s.sendName()
	close(s.named)
	if err == nil && !s.left {
		err = s.conn.Serve(func(c wire.Call) (jsontext.Value, error) { return s.handle(ctx, c) })
	}
	var e *wire.Error
	switch {
	case s.left || errors.Is(err, net.ErrClosed):
		// It has closed the connection itself.
		err = nil
	case errors.As(err, &e) && e.Quiet():
		err = nil
	}
	if err == nil && !s.left {
		s.record(match.Server)
	}
	return err
}

func (s *session) sendName() error {
	if s.client.Silent {
		return nil
	}
	if s.client.Opening != nil {
		return s.open(s.client.Opening)
	}
	// Whatever a name is, it can be quoted; what is no UTF-8 is replaced.
	name, _ := jsontext.AppendQuote(nil, s.client.Name)
	return s.sender.Send(fault.Name, name, time.Time{})
}

// openingPause lets an opening arrive before the reset that follows it.
const openingPause = 2 * time.Millisecond

// open sends what stands in the place of a name.
func (s *session) open(o *Opening) error {
	s.hangs = true
	if o.Text != "" {
		if err := s.conn.Write([]byte(o.Text), time.Time{}); err != nil {
			return err
		}
	}
	switch o.Then {
	case Leaves:
		s.left = true
	case Resets:
		time.Sleep(openingPause)
		s.left = true
		// It is over however that goes.
		_ = s.conn.Reset()
	}
	return nil
}

// handle answers a call. It sends the reply itself, which may be no value.
func (s *session) handle(ctx context.Context, call wire.Call) (jsontext.Value, error) {
	if s.hangs {
		return nil, nil
	}
	reply, err := s.client.Player.Reply(call.Method, call.Args)
	if err != nil {
		return nil, fmt.Errorf("the server sent something that is not a call: %w", inWords(call, err))
	}
	sleep(ctx, match.Millis(float64(reply.AfterMs), s.o.Scale)) // if it ends early, so does the connection
	switch value := jsontext.Value(reply.Text); {
	case len(value) == 0 && reply.Then != game.Waits:
	case value.IsValid():
		err = s.sender.Send(call.Method, value, time.Time{})
	default:
		err = s.conn.Write(value, time.Time{})
	}
	s.hangs = reply.Then == game.Hangs
	switch {
	case err != nil:
		return nil, err
	case reply.Then == game.Leaves:
		s.left = true
		return nil, errLeft
	case call.Method == s.o.Last && !s.hangs && len(s.client.Faults) == 0:
		s.left = true
		return nil, wire.ErrDone
	}
	// One with faults may not have replied at all: it goes with the server.
	return nil, nil
}

// inWords says of an argument that is wrong which one it is, and where it is wrong.
func inWords(call wire.Call, err error) error {
	invalid, ok := errors.AsType[*game.Invalid](err)
	if !ok {
		return err
	}
	message := text.Citing(invalid.Message, invalid.Clause)
	if invalid.Count || invalid.Value >= len(call.Args) {
		return errors.New(message)
	}
	where := ""
	if pointer := stream.Pointer(call.Args[invalid.Value], invalid.Offset); pointer != "" {
		where = " at " + pointer
	}
	return fmt.Errorf("argument %d of %s%s: %s", invalid.Value+1, call.Method, where, message)
}

func (s *session) close() {
	// It is closed however that goes.
	_ = s.conn.Close()
}

// record tells who ended the connection, once.
func (s *session) record(by string) {
	s.closed.Do(func() { s.o.Recorder.Close(s.number, by) })
}
