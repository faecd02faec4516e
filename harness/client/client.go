// Package client is the side of TCP clients: programs of players that connect to
// a server one after another, sign up, and answer its calls, well or on purpose
// not. It knows the rules of no game.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/wire"
	"github.com/touchstone-harness/touchstone/harness/wire/fault"
)

// How clients connect, and why so.
const (
	// Patience is how long after the start a server may begin to listen (CF1).
	Patience = 10 * time.Second
	// Pause lies between a name that was sent and the next connection. With a
	// server that accepts or reads one client after the other the order is
	// certain without it; one that reads many at once has this long to take
	// notice of a few bytes.
	Pause = 100 * time.Millisecond
	// nameWait bounds the wait for a name that leaves late on purpose: after
	// that a server has closed the connection (BG-82).
	nameWait = 2 * time.Second
)

// A Client is a program of a player.
type Client struct {
	Name   string
	Player game.Player
	Faults []fault.Fault // of what it sends
	Silent bool          // it connects and sends nothing at all
	// Opening, if not nil, is what it sends in place of a name; it has no player.
	Opening *Opening
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
	// least once.
	Dial func(ctx context.Context, patience time.Duration) (io.ReadWriteCloser, error)
	// Last is the method behind whose reply no call follows (CF11).
	Last     string
	Scale    float64        // of Pause and what else depends on the server's times; 0 stands for 1
	Seed     uint64         // of what faults leave to chance
	Recorder match.Recorder // is told everything, if not nil; the clients are counted from 1
}

// Pipe stands for the one connection that there is already.
func Pipe(rw io.ReadWriteCloser) func(context.Context, time.Duration) (io.ReadWriteCloser, error) {
	return func(context.Context, time.Duration) (io.ReadWriteCloser, error) { return rw, nil }
}

// TCP dials an address.
func TCP(address string) func(context.Context, time.Duration) (io.ReadWriteCloser, error) {
	return func(ctx context.Context, patience time.Duration) (io.ReadWriteCloser, error) {
		return wire.Dial(ctx, address, patience)
	}
}

// ErrUnconnected is wrapped by the reason of a client that found no server.
var ErrUnconnected = errors.New("cannot connect")

// patienceMin is what is left for a single attempt to connect when the time for
// more of them is over.
const patienceMin = time.Second

// Run lets the clients connect in their order, play, and returns when all have
// ended, with the reason for each that gave up, by their order; nil stands for
// one that ended quietly. When the context ends so do all clients.
func Run(ctx context.Context, clients []Client, o Options) []error {
	begin := time.Now()
	o.Recorder = match.Recorders(o.Recorder)
	errs := make([]error, len(clients))
	var all sync.WaitGroup
	for i := range clients {
		if ctx.Err() != nil {
			break
		}
		conn, err := o.Dial(ctx, max(patienceMin, Patience-time.Since(begin)))
		if err != nil {
			errs[i] = fmt.Errorf("%w: %w", ErrUnconnected, err)
			continue
		}
		s := newSession(&clients[i], conn, i+1, &o)
		stop := context.AfterFunc(ctx, s.close)
		all.Go(func() {
			defer stop()
			errs[i] = s.run()
		})
		if i < len(clients)-1 {
			s.await(ctx, o.Scale)
		}
	}
	all.Wait()
	return errs
}

// A session is the life of a client.
type session struct {
	client *Client
	conn   *wire.Conn
	sender *fault.Sender
	number int
	o      *Options
	named  chan struct{} // closed when the name has left
	hangs  bool
	left   bool
	ended  sync.Once
}

func newSession(c *Client, conn io.ReadWriteCloser, number int, o *Options) *session {
	s := &session{client: c, number: number, o: o, named: make(chan struct{})}
	o.Recorder.Connect(number)
	s.conn = wire.New(conn, wire.Options{Tap: s.tap, ValueBytesMax: callBytesMax})
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
		s.o.Recorder.Bytes(s.number, !p.Sent, p.Raw)
	}
}

// await waits until the next client may connect, so that both sign up in their
// order.
func (s *session) await(ctx context.Context, scale float64) {
	late := time.NewTimer(match.Scaled(nameWait, scale))
	defer late.Stop()
	if !s.client.Silent {
		select {
		case <-s.named:
		case <-late.C:
		case <-ctx.Done():
			return
		}
	}
	pause := time.NewTimer(match.Scaled(Pause, scale))
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
	}
}

// errLeft ends a client that raises: it closes the connection in place of a
// reply.
var errLeft = errors.New("it raised")

// run plays until there is nothing more to play.
func (s *session) run() error {
	defer s.close()
	err := s.sendName()
	close(s.named)
	if err == nil && !s.left {
		err = s.conn.Serve(s.handle)
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
func (s *session) handle(call wire.Call) (jsontext.Value, error) {
	if s.hangs {
		return nil, nil
	}
	reply, err := s.client.Player.Reply(call.Method, call.Args)
	if err != nil {
		return nil, fmt.Errorf("the server sent a call that is none: %w", err)
	}
	switch text := jsontext.Value(reply.Text); {
	case len(text) == 0 && reply.Then != game.Waits:
	case text.IsValid():
		err = s.sender.Send(call.Method, text, time.Time{})
	default:
		err = s.conn.Write(text, time.Time{})
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

func (s *session) close() {
	// It is closed however that goes.
	_ = s.conn.Close()
	s.record(match.Client)
}

// record tells who ended the connection, once.
func (s *session) record(by string) {
	s.ended.Do(func() { s.o.Recorder.Close(s.number, by) })
}
