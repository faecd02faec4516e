package match

import (
	"errors"
	"io"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/wire"
)

// A Conn is a player at the other end of a stream of bytes: a TCP connection, or
// the stdin and stdout of a program.
type Conn struct {
	wire     *wire.Conn
	number   int
	recorder Recorder
	out      []byte // the call that is sent

	closing sync.Once
	mu      sync.Mutex
	gone    bool // the end of the connection has been recorded
}

// NewConn makes a player of the stream rw, which it owns from now on. Replies may
// be so long as said, with the white space in front (BG-95); 0 stands for the
// limit of package wire.
func NewConn(rw io.ReadWriteCloser, number, replyBytesMax int, r Recorder) *Conn {
	c := &Conn{number: number, recorder: orNobody(r)}
	options := wire.Options{ValueBytesMax: replyBytesMax}
	if listening(c.recorder) {
		options.Tap = c.tap
	}
	c.wire = wire.New(rw, options)
	return c
}

// tap records what passes through the connection.
func (c *Conn) tap(p wire.Passage) {
	if p.Value != nil {
		c.recorder.Message(c.number, p.Sent, p.Value)
	} else {
		c.recorder.Bytes(c.number, p.Sent, p.Raw)
	}
}

// Call implements Player.
func (c *Conn) Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	c.out = appendCall(c.out[:0], method, args)
	v, err := c.wire.Call(c.out, limit)
	if err != nil {
		return nil, c.failed(err)
	}
	return v, nil
}

// failed makes an *Error of an error of the wire, whose kinds have the names of
// the failures.
func (c *Conn) failed(err error) error {
	var e *wire.Error
	if !errors.As(err, &e) {
		return &Error{Why: game.Closed, Err: err}
	}
	if e.Kind == wire.Closed {
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

// appendCall appends the text of a call (BG-90).
func appendCall(out []byte, method string, args []jsontext.Value) []byte {
	out = append(out, '[')
	// The names of methods are valid UTF-8.
	out, _ = jsontext.AppendQuote(out, method)
	out = append(out, ",["...)
	for i, a := range args {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, a...)
	}
	return append(out, "]]"...)
}
