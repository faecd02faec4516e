package wire

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// chunkBytes is how much is read at a time: nearly every call and reply of the
// games comes in one read.
const chunkBytes = 8 << 10

// pump reads values until nothing more can come. It runs in a goroutine of its
// own, so that a deadline needs nothing from the stream of bytes and interrupts
// no value.
func (c *Conn) pump() {
	s := &source{c: c}
	reader := stream.NewReader(s, stream.Limits{
		DepthMax:      c.options.DepthMax,
		ValueBytesMax: c.options.ValueBytesMax,
		ValuesMax:     math.MaxInt, // a connection may live as long as it likes
	})
	for {
		v, err := reader.Next()
		if err == nil {
			err = s.pass(v)
		}
		if err != nil {
			// What came is shown with the error; that it is too deep as well
			// makes no difference any more.
			_ = s.note()
			c.mu.Lock()
			c.end(failure(err))
			c.mu.Unlock()
			return
		}
	}
}

// A source is the stream of bytes that comes in, as the reader of the values
// sees it.
type source struct {
	c     *Conn
	chunk []byte // what was read last
	rest  []byte // of it, what the reader has not taken yet
	err   error  // came with the chunk
	total int64  // bytes that have come
	end   int64  // of the last complete value
	noted int64  // up to here note has looked at what came
	// nesting is that of what has come of an incomplete value.
	nesting stream.Nesting
}

// Read hands on what has come. The reader of the values asks for more only
// while the bytes behind the last value are one incomplete value.
func (s *source) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *source) fill() error {
	if err := s.note(); err != nil {
		return err
	}
	if s.err != nil {
		return s.err
	}
	if s.chunk == nil {
		s.chunk = make([]byte, chunkBytes)
	}
	if !s.c.await(int(s.total-s.end)+chunkBytes) || !s.c.held() {
		return net.ErrClosed
	}
	buf := s.chunk[:chunkBytes]
	n, err := s.c.rw.Read(buf)
	s.chunk, s.rest, s.err = buf[:n], buf[:n], err
	s.total += int64(n)
	if !s.c.held() {
		return net.ErrClosed
	}
	if n == 0 {
		return err
	}
	return nil
}

// note looks at the bytes that have come of an incomplete value: it keeps them
// to be shown, and finds out when they are nested too deep before the value is
// complete.
func (s *source) note() error {
	from := max(s.noted, s.end)
	text := s.chunk[int64(len(s.chunk))-(s.total-from):]
	s.noted = s.total
	c := s.c
	c.mu.Lock()
	c.bytes, c.offset = s.total-s.end, s.total
	if (s.end > 0 || c.options.Resumed) && from == s.end {
		c.lineEnd = lineEnd(text)
	}
	shown := text
	if len(c.partial) == 0 {
		shown = bytes.TrimLeft(text, " \t\r\n")
	}
	c.partial = append(c.partial, shown[:min(len(shown), ExcerptBytesMax-len(c.partial))]...)
	c.mu.Unlock()
	if at := s.nesting.Deeper(text, c.options.DepthMax); at >= 0 {
		return &stream.Error{
			Kind: stream.TooDeep, Where: stream.Position{Offset: from + int64(at)},
			Message: fmt.Sprintf("nested deeper than %d", c.options.DepthMax),
		}
	}
	return nil
}

// lineEnd is the length of the line feed that a text begins with, 0 if it does not.
func lineEnd(text []byte) int64 {
	for _, end := range []string{"\n", "\r\n"} {
		if bytes.HasPrefix(text, []byte(end)) {
			return int64(len(end))
		}
	}
	return 0
}

// pass hands a complete value on.
func (s *source) pass(v stream.Value) error {
	begin := s.end
	end := v.Start.Offset + int64(len(v.Raw))
	if v.Raw.Kind() == '0' && end == s.total {
		// Only the end of the stream lets a number pass that nothing follows.
		return &stream.Error{Kind: stream.Cut}
	}
	if end-begin > int64(s.c.options.ValueBytesMax) {
		return &stream.Error{
			Kind: stream.TooLong, Where: v.Start,
			Message: fmt.Sprintf("longer than %s with the white space before it", text.Bytes(int64(s.c.options.ValueBytesMax))),
		}
	}
	s.end, s.nesting = end, stream.Nesting{}
	if !s.c.await(len(v.Raw) + queuedBytes) {
		return net.ErrClosed
	}
	s.c.put(v.Raw, end-begin)
	return nil
}

// put appends a value to those that wait to be received.
func (c *Conn) put(v jsontext.Value, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.partial, c.bytes, c.lineEnd = c.partial[:0], 0, 0
	if c.err != nil {
		return
	}
	if c.options.Tap != nil {
		c.options.Tap(Passage{At: time.Now(), Value: v, Bytes: size})
	}
	c.queue = append(c.queue, v)
	c.queued += len(v) + queuedBytes
	signal(c.arrived)
}

// await waits until so many bytes more may be kept besides the values that wait
// to be received, and tells whether anybody still wants them. Where nothing
// waits there is always room: the reader has its own limit for one value.
func (c *Conn) await(size int) bool {
	for {
		c.mu.Lock()
		open, room := !c.closed, c.queued == 0 || c.queued+size <= c.options.ValueBytesMax
		c.mu.Unlock()
		if !open || room {
			return open
		}
		select {
		case <-c.room:
		case <-c.done:
		}
	}
}

// held waits while the connection must not read, and tells whether it is still
// open then.
func (c *Conn) held() bool {
	for {
		c.mu.Lock()
		open, left := !c.closed, time.Duration(0)
		if !c.heldUntil.IsZero() {
			left = time.Until(c.heldUntil)
		}
		c.mu.Unlock()
		if !open || left <= 0 {
			return open
		}
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-c.done:
		}
		timer.Stop()
	}
}

// pair joins two one-way streams to a two-way one.
type pair struct {
	io.ReadCloser
	w io.WriteCloser
}

// Join makes one stream of two pipes, such as the stdout and stdin of a
// program.
func Join(r io.ReadCloser, w io.WriteCloser) io.ReadWriteCloser { return pair{r, w} }

func (p pair) Write(text []byte) (int, error) { return p.w.Write(text) }

func (p pair) CloseWrite() error { return p.w.Close() }

func (p pair) Close() error {
	err := p.w.Close()
	if rerr := p.ReadCloser.Close(); err == nil {
		err = rerr
	}
	return err
}
