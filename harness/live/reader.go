package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A reader cuts bytes that come piece by piece into JSON values, as the other
// side of a connection must (BG-91, BG-95).
type reader struct {
	part []byte        // how a value begins whose end has not come, as far as one shows it
	err  *stream.Error // why nothing can be read any more

	piece []byte // what came last
	// Next lets the parser run until it has a value, or nil where it needs more. It keeps
	// its place between two pieces: a program that flushes every byte would otherwise have
	// all of a value parsed again for each.
	next func() (jsontext.Value, bool)
	stop func()
}

// feed takes more bytes and hands on each value that they complete.
func (r *reader) feed(p []byte, take func(jsontext.Value)) {
	if r.next == nil {
		r.next, r.stop = iter.Pull(r.values)
	}
	r.piece = p
	for {
		v, open := r.next()
		if !open || v == nil {
			return
		}
		take(v)
	}
}

// begun tells whether a value has begun.
func (r *reader) begun() bool { return len(r.part) > 0 }

// unreadable shows the bytes that cannot be read any more, and says why. What is what they
// are not, want the value that is due, nil if none is.
func (r *reader) unreadable(what string, want jsontext.Value) string {
	return fmt.Sprintf("%s, which is %s: %s%s", text.Excerpt(r.part), what, r.err.Message, misspelt(r.part, want))
}

// misspelt says how bytes that are not JSON would be, "" if nothing is known about them.
// Want is the value that is due, nil if none is.
func misspelt(raw []byte, want jsontext.Value) string {
	word := bytes.TrimSpace(raw)
	quoted, err := jsontext.AppendQuote(nil, word)
	switch {
	case err == nil && bytes.Equal(quoted, want):
		return fmt.Sprintf("; expected %s, with quotation marks", want)
	case slices.Contains([]string{"False", "True", "None"}, string(word)):
		return "; hint: JSON has false, true and null"
	case bytes.HasPrefix(bytes.TrimLeft(word, "[{"), []byte{'\''}):
		return "; hint: JSON has \" where this has '"
	}
	return ""
}

// close lets go of the parser. What comes then is not read any more.
func (r *reader) close() {
	if r.stop != nil {
		r.stop()
	}
}

// values yields each value, and nil where the next one needs another piece.
func (r *reader) values(yield func(jsontext.Value) bool) {
	s := &pieces{r: r, rest: r.piece, more: func() bool { return yield(nil) }}
	s.total = int64(len(r.piece))
	values := stream.NewReader(s, stream.Limits{ValueBytesMax: wire.ValueBytesMax, DepthMax: wire.DepthMax, ValuesMax: math.MaxInt})
	for {
		v, err := values.Next()
		if err != nil {
			_ = s.note() // what has come of it; that it is too deep as well makes no difference
			_ = errors.As(err, &r.err)
			return
		}
		s.end, s.nesting, r.part = v.Start.Offset+int64(len(v.Raw)), stream.Nesting{}, r.part[:0]
		if !yield(v.Raw) {
			return
		}
	}
}

// pieces are the bytes that come, as the parser of the values sees them. It asks for more
// only while the bytes behind the last value are one incomplete value.
type pieces struct {
	r       *reader
	more    func() bool // waits for a piece; false if none will come
	rest    []byte      // of the piece, what the parser has not taken yet
	total   int64       // bytes that have come
	end     int64       // of the last complete value
	noted   int64       // up to here note has looked
	nesting stream.Nesting
}

// Read implements io.Reader.
func (s *pieces) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		if err := s.note(); err != nil {
			return 0, err
		}
		if !s.more() {
			return 0, io.ErrClosedPipe
		}
		s.rest = s.r.piece
		s.total += int64(len(s.rest))
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// note looks at the bytes that have come of an incomplete value. That it is deeper than
// one may be is certain before its end.
func (s *pieces) note() error {
	text := s.r.piece[int64(len(s.r.piece))-(s.total-max(s.noted, s.end)):]
	s.noted = s.total
	shown := text
	if !s.r.begun() {
		shown = bytes.TrimLeft(text, " \t\r\n")
	}
	s.r.part = append(s.r.part, shown[:min(len(shown), wire.ExcerptBytesMax-len(s.r.part))]...)
	if s.nesting.Deeper(text, wire.DepthMax) >= 0 {
		return &stream.Error{Kind: stream.TooDeep, Message: fmt.Sprintf("nested deeper than %d", wire.DepthMax)}
	}
	return nil
}
