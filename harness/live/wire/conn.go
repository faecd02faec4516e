// Package wire carries JSON values over any stream of bytes, such as a TCP
// connection or a pair of pipes: prompt in both directions, within bounds, and
// with a deadline for each value. What a value means is the business of those
// who send and receive it.
package wire

import (
	"bytes"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// The bounds of a connection, and why.
const (
	// ValueBytesMax is what BG-95 allows for a value with the blanks in front.
	ValueBytesMax = 1 << 20
	// DepthMax is what BG-95 allows.
	DepthMax = stream.DepthMax
	// ExcerptBytesMax is how much of an incomplete value is shown: enough for
	// most values of the games as a whole.
	ExcerptBytesMax = 4 << 10
	// SentBytesMax is how much of what is sent that is no value is shown: pieces of
	// any value that the games make, as a whole.
	SentBytesMax = 64 << 10
	// blanksMin is from how many bytes on the white space in front of what is sent is
	// a passage by itself, so that what stands behind it is shown.
	blanksMin = 4 << 10
)

// queuedBytes is what a value that waits to be received costs besides its text,
// so that a flood of tiny values stays within the bound on memory too.
const queuedBytes = 64

// outBytesMax is how much memory a connection keeps for the next value to send;
// nearly all values of the games are shorter.
const outBytesMax = 16 << 10

// Options set up a connection. A zero field stands for the constant of that
// name.
type Options struct {
	ValueBytesMax int
	DepthMax      int
	// Resumed tells that a value has come before, whose line may end first.
	Resumed bool
	Tap     Tap // told of everything that passes, if not nil
	// Style, if not nil, says how a value is written and cut: its pieces, which
	// are one value with white space around. Otherwise a newline stands behind it.
	Style func(value jsontext.Value) [][]byte
	// Closing, if not nil, is called when this side is about to end the connection,
	// or its own direction: before the other side can see that.
	Closing func()
}

// A Passage is something that passed through a connection: a value, or bytes
// that are none. The memory is valid during the call of the Tap only.
type Passage struct {
	At    time.Time // when sending began, or when the value was complete
	Sent  bool      // by this side, else it came from the other one
	Value jsontext.Value
	Raw   []byte // if there is no value: the bytes, at most SentBytesMax of them, or ExcerptBytesMax if they came
	Bytes int64  // how many bytes they are in truth, blanks in front included
}

// A Tap is told of everything that passes through a connection, which is what a
// transcript needs: values as they come, also before they are received, and
// bytes that make no value when that is certain, at the end of the connection
// at the latest. The calls for one connection do not overlap, and there is none
// after Close. A Tap must not use the connection.
type Tap func(Passage)

// A Conn sends and receives JSON values. Values that nothing asked for are kept
// for the next to ask (BG-94), as long as all that wait are no longer than one
// value may be (BG-95); then reading stops until there is room. One goroutine
// at a time may send and one may receive; anybody may close.
type Conn struct {
	rw      io.ReadWriteCloser
	options Options

	out   []byte
	trail atomic.Int64 // white space that was sent last, behind all else
	guard *time.Timer  // closes the connection under a write that takes too long

	reading sync.Once
	timer   *time.Timer // of Receive

	arrived chan struct{} // has one element when there may be news for Receive
	room    chan struct{} // has one element when there may be news for the pump
	done    chan struct{} // closed by Close
	ended   chan struct{} // closed when nothing more will come

	mu        sync.Mutex
	queue     []jsontext.Value
	queued    int    // what the queue costs
	partial   []byte // the incomplete value that has come, without blanks in front, at most ExcerptBytesMax
	bytes     int64  // how many bytes it has in truth, with the blanks
	lineEnd   int64  // of them, those that end the line of the value before
	offset    int64  // of all bytes that have come
	heldUntil time.Time
	err       *Error // why nothing more will come
	closed    bool
}

// New makes a connection of rw, which it owns from now on. Closing rw must end
// reads and writes that wait, as it does for connections and pipes.
func New(rw io.ReadWriteCloser, options Options) *Conn {
	if options.ValueBytesMax == 0 {
		options.ValueBytesMax = ValueBytesMax
	}
	if options.DepthMax == 0 {
		options.DepthMax = DepthMax
	}
	return &Conn{
		rw: rw, options: options,
		arrived: make(chan struct{}, 1), room: make(chan struct{}, 1),
		done: make(chan struct{}), ended: make(chan struct{}),
	}
}

// Call sends a value and receives the reply, all within limit from the start of
// sending (BG-91). A limit of 0 is none. The error is an *Error.
func (c *Conn) Call(value jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	var deadline time.Time
	if limit > 0 {
		deadline = time.Now().Add(limit)
	}
	if err := c.Send(value, deadline); err != nil {
		return nil, err
	}
	return c.Receive(deadline)
}

// Send sends a value, with a newline behind it that completes a number (BG-91)
// and is friendly to those who read lines. If the value has not left by the
// deadline the connection is closed, since a part of it may have left; the zero
// time is no deadline. The error is an *Error.
func (c *Conn) Send(value jsontext.Value, deadline time.Time) error {
	c.tap(Passage{Sent: true, Value: value, Bytes: int64(len(value))})
	if c.options.Style != nil {
		return c.sendPieces(c.options.Style(value), deadline)
	}
	out := append(append(c.out[:0], value...), '\n')
	if cap(out) <= outBytesMax {
		c.out = out
	}
	return c.write(out, deadline)
}

// sendPieces sends a value in pieces, with a moment between them that lets each
// arrive by itself.
func (c *Conn) sendPieces(pieces [][]byte, deadline time.Time) error {
	for i, piece := range pieces {
		if i > 0 {
			time.Sleep(piecePause)
		}
		if err := c.write(piece, deadline); err != nil {
			return err
		}
	}
	return nil
}

// Write sends bytes as they are, for a side that misbehaves. The deadline and
// the error are those of Send.
func (c *Conn) Write(raw []byte, deadline time.Time) error {
	told := raw
	if blanks := len(raw) - len(bytes.TrimLeft(raw, " \t\r\n")); blanks >= blanksMin {
		c.tap(Passage{Sent: true, Bytes: int64(blanks)})
		told = raw[blanks:]
	}
	if len(told) > 0 {
		c.tap(Passage{Sent: true, Raw: told[:min(len(told), SentBytesMax)], Bytes: int64(len(told))})
	}
	return c.write(raw, deadline)
}

// Trail is how many bytes of white space were sent behind the last value, which the
// other side may leave unread.
func (c *Conn) Trail() int { return int(c.trail.Load()) }

func (c *Conn) write(text []byte, deadline time.Time) error {
	if n := int64(len(bytes.TrimRight(text, " \t\r\n"))); n > 0 {
		c.trail.Store(int64(len(text)) - n)
	} else {
		c.trail.Add(int64(len(text)))
	}
	select {
	case <-c.done:
		return c.unsent(net.ErrClosed)
	default:
	}
	if deadline.IsZero() {
		if _, err := c.rw.Write(text); err != nil {
			return c.unsent(err)
		}
		return nil
	}
	left := time.Until(deadline)
	if left <= 0 {
		return c.timeout("the time was up before sending started")
	}
	if c.guard == nil {
		c.guard = time.AfterFunc(left, func() { c.Close() })
	} else {
		c.guard.Reset(left)
	}
	_, err := c.rw.Write(text)
	if !c.guard.Stop() {
		return c.timeout("the other side did not read in time")
	}
	if err != nil {
		return c.unsent(err)
	}
	return nil
}

// Receive returns the next value. When the deadline passes the error is a
// Timeout, nothing is lost, and a later Receive goes on where this one stopped;
// the zero time is no deadline. Any other error is given again at every later
// call, behind the values that came before it. The error is an *Error.
func (c *Conn) Receive(deadline time.Time) (jsontext.Value, error) {
	c.reading.Do(func() { go c.pump() })
	if v, certain, err := c.take(); certain {
		return v, err
	}
	var expired <-chan time.Time
	if !deadline.IsZero() {
		left := time.Until(deadline)
		if c.timer == nil {
			c.timer = time.NewTimer(left)
		} else {
			c.timer.Reset(left)
		}
		defer c.timer.Stop()
		expired = c.timer.C
	}
	for late := false; ; {
		// What came in time counts, however late we are to look at it.
		if v, certain, err := c.take(); certain {
			return v, err
		}
		if late {
			return nil, c.timeout(incomplete)
		}
		select {
		case <-c.arrived:
		case <-expired:
			late = true
		}
	}
}

// Pending tells whether the next value that Receive returns has come already.
func (c *Conn) Pending() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.queue) > 0
}

// take returns what Receive has to return, if that is certain already.
func (c *Conn) take() (v jsontext.Value, certain bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) > 0 {
		v = c.queue[0]
		c.queue = slices.Delete(c.queue, 0, 1)
		c.queued -= len(v) + queuedBytes
		signal(c.room)
		return v, true, nil
	}
	if c.err != nil {
		return nil, true, c.err
	}
	return nil, false, nil
}

// signal tells the one who listens to look again. One signal that waits stands
// for any number of them.
func signal(news chan struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}

// Ended is closed when nothing more will come: this side has closed, the other
// one has, or what it sent cannot be read on. That is noticed from the first
// Receive on.
func (c *Conn) Ended() <-chan struct{} { return c.ended }

// StopReading lets the connection read nothing for a while, for a side that
// misbehaves. What has been read before is received as usual.
func (c *Conn) StopReading(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heldUntil = time.Now().Add(d)
}

// CloseWrite closes the sending direction alone, or the whole connection if it
// has no directions that can be closed apart.
func (c *Conn) CloseWrite() error {
	if half, ok := c.rw.(interface{ CloseWrite() error }); ok {
		c.closing()
		return half.CloseWrite()
	}
	return c.Close()
}

// Reset closes the connection; over TCP the other side sees it reset.
func (c *Conn) Reset() error {
	if tcp, ok := c.rw.(interface{ SetLinger(sec int) error }); ok {
		// Where this fails the connection is gone already.
		_ = tcp.SetLinger(0)
	}
	return c.Close()
}

// Close ends the connection and everything that waits for it. What was received
// before stays receivable.
func (c *Conn) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil
	}
	c.closed = true
	close(c.done)
	c.end(&Error{Kind: Closed, Message: "this side has closed the connection", Err: net.ErrClosed})
	c.mu.Unlock()
	c.closing()
	return c.rw.Close()
}

func (c *Conn) closing() {
	if c.options.Closing != nil {
		c.options.Closing()
	}
}

// end notes why nothing more will come. It is called with the lock held, and
// only the first call counts.
func (c *Conn) end(e *Error) {
	if c.err != nil {
		return
	}
	c.err = c.witness(e)
	if c.options.Tap != nil && c.bytes > 0 {
		c.options.Tap(Passage{At: time.Now(), Raw: c.partial, Bytes: c.bytes})
	}
	close(c.ended)
	signal(c.arrived)
}

// witness adds what has come of an incomplete value. It is called with the lock
// held.
func (c *Conn) witness(e *Error) *Error {
	e.Raw, e.Bytes, e.LineEnd = slices.Clone(c.partial), c.bytes, c.lineEnd
	if e.Kind == Timeout || e.Kind == Closed {
		e.Offset = c.offset
	}
	return e
}

func (c *Conn) timeout(message string) *Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.witness(&Error{Kind: Timeout, Message: message})
}

// unsent is the error of a write that failed before its deadline.
func (c *Conn) unsent(err error) *Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	message := "the connection ended before everything was sent"
	if c.closed {
		message = "this side has closed the connection"
	}
	return c.witness(&Error{Kind: Closed, Message: message, Err: err})
}

func (c *Conn) tap(p Passage) {
	if c.options.Tap == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		p.At = time.Now()
		c.options.Tap(p)
	}
}
