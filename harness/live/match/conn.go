package match

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// A Conn is a player at the other end of a stream of bytes: a TCP connection, or
// the stdin and stdout of a program.
type Conn struct {
	wire     *wire.Conn
	number   int
	restarts bool // the clock, with every byte
	recorder Recorder
	out      []byte        // the call that is sent
	sender   *fault.Sender // nil: calls leave as they should
	patience time.Duration // for what the faults delay
	early    bool          // the last reply had come before its call
	gauge    Gauge         // nil: nothing excuses a late reply

	closing sync.Once
	mu      sync.Mutex
	gone    bool // the end of the connection has been recorded
}

// ConnOptions set up a Conn.
type ConnOptions struct {
	Number   int      // of the connection, from 1
	Recorder Recorder // is told what passes, if not nil
	// ReplyBytesMax bounds a reply, white space in front included (BG-95); 0
	// stands for the limit of package wire.
	ReplyBytesMax int
	// BytesRestartClock is wrong on purpose: see game.SignUp.
	BytesRestartClock bool
	// Gauge, if not nil, tells whether a late player was kept from the processors. Then its
	// time goes on, until it has had as much of them as the limit is long.
	Gauge Gauge
	// Faults are how calls leave otherwise than they should, on purpose; the
	// seed decides what they leave to chance.
	Faults []fault.Fault
	Seed   uint64
	// Varied lets what separates calls, and how they are cut, vary with the seed.
	Varied bool
}

// NewConn makes a player of the stream rw, which it owns from now on.
func NewConn(rw io.ReadWriteCloser, o ConnOptions) *Conn {
	c := &Conn{number: o.Number, restarts: o.BytesRestartClock, recorder: orNobody(o.Recorder), gauge: o.Gauge}
	options := wire.Options{ValueBytesMax: o.ReplyBytesMax, Resumed: true} // after the name
	if listening(c.recorder) {
		options.Tap = c.tap
	}
	if o.Varied {
		options.Style = wire.Varied(o.Seed)
	}
	c.wire = wire.New(rw, options)
	if len(o.Faults) > 0 {
		c.sender = fault.NewSender(c.wire, o.Faults, o.Seed)
		for _, f := range o.Faults {
			c.patience += f.Delay
		}
	}
	return c
}

// tap records what passes through the connection.
func (c *Conn) tap(p wire.Passage) {
	if p.Value != nil {
		c.recorder.Message(c.number, p.Sent, p.Value)
	} else {
		c.recorder.Bytes(c.number, p.Sent, p.Raw, int(p.Bytes)-len(p.Raw))
	}
}

// Early tells whether the last reply had come before its call.
func (c *Conn) Early() bool { return c.early }

// Call implements Player.
func (c *Conn) Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	c.early = c.wire.Pending()
	c.out = AppendCall(c.out[:0], method, args)
	call := c.wire.Call
	switch {
	case c.restarts:
		call = c.callPatiently
	case c.sender != nil:
		call = func(v jsontext.Value, limit time.Duration) (jsontext.Value, error) {
			return c.sender.Call(method, v, limit+c.patience)
		}
	case c.gauge != nil:
		call = c.callFairly
	}
	v, err := call(c.out, limit)
	if err != nil {
		return nil, c.failed(err)
	}
	return v, nil
}

// looksPerLimit is how often within the time of a call a clock that bytes restart
// looks for new ones.
const looksPerLimit = 20

// callPatiently is a call that may go on for ever, as long as bytes come.
func (c *Conn) callPatiently(call jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	deadline := time.Now().Add(limit)
	if err := c.wire.Send(call, deadline); err != nil {
		return nil, err
	}
	came := int64(-1)
	for {
		v, err := c.wire.Receive(time.Now().Add(limit / looksPerLimit))
		var e *wire.Error
		if !errors.As(err, &e) || e.Kind != wire.Timeout {
			return v, err
		}
		switch now := time.Now(); {
		case e.Offset != came && came >= 0:
			deadline = now.Add(limit)
		case !now.Before(deadline):
			return nil, err
		}
		came = e.Offset
	}
}

// callFairly is a call whose time goes on while others keep the player from the processors.
func (c *Conn) callFairly(call jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	deadline := time.Now().Add(limit)
	if err := c.wire.Send(call, deadline); err != nil {
		return nil, err
	}
	more := Respite(c.gauge, limit)
	for {
		v, err := c.wire.Receive(deadline)
		var e *wire.Error
		if !errors.As(err, &e) || e.Kind != wire.Timeout || !more() {
			return v, err
		}
		deadline = time.Now().Add(limit)
	}
}

// failed makes an *Error of an error of the wire, whose kinds have the names of
// the failures.
func (c *Conn) failed(err error) error {
	var e *wire.Error
	if !errors.As(err, &e) {
		return &Error{Why: game.Closed, Err: err}
	}
	// A call also fails when this side closes the connection under it.
	if e.Kind == wire.Closed && !errors.Is(err, net.ErrClosed) {
		c.ended(Client)
	}
	return &Error{Why: game.Failure(e.Kind), Err: err}
}

// ended records the end of the connection, once.
func (c *Conn) ended(by string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.gone {
		c.gone = true
		c.recorder.Close(c.number, by)
	}
}

// Close implements Player.
func (c *Conn) Close() {
	c.closing.Do(func() {
		// It is closed however that went.
		_ = c.wire.Close()
		c.ended(Server)
	})
}

// AppendCall appends the text of a call (BG-90).
func AppendCall(out []byte, method string, args []jsontext.Value) []byte {
	out = append(out, '[')
	// The names of methods are valid UTF-8.
	out, _ = jsontext.AppendQuote(out, method)
	return append(AppendArray(append(out, ','), args), ']')
}

// AppendArray appends the array of some values.
func AppendArray(out []byte, values []jsontext.Value) []byte {
	out = append(out, '[')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}
