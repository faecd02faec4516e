package wire

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Kind says in one word how the other side failed. The words are those that
// events use for a fault.
type Kind string

// The kinds.
const (
	// Timeout: no complete value arrived in time, or ours was not taken in time.
	Timeout Kind = "timeout"
	// Closed: the connection ended, by whatever means, before the value was
	// complete.
	Closed Kind = "closed"
	// NotJSON: what came cannot be continued to a JSON value.
	NotJSON Kind = "not_json"
	// TooLong: a value is longer or nested deeper than allowed (BG-95).
	TooLong Kind = "too_long"
	// WrongShape: a JSON value, but none that may come here. The connection
	// itself says so of a key that stands twice in its object only; then the
	// error wraps a *stream.Error of kind stream.Duplicate.
	WrongShape Kind = "wrong_shape"
)

// An Error is a value that was not received or not sent.
type Error struct {
	Kind    Kind
	Message string
	Offset  int64  // of the byte that is to blame, or of all that came, from the start of the stream that came in
	Raw     []byte // the start of what came of an incomplete value, without blanks in front, at most ExcerptBytesMax
	Bytes   int64  // how many bytes came of it in truth, blanks in front included
	LineEnd int64  // how many of Bytes end the line of the value before, which is no part of this one
	Err     error  // the cause, if there is one
}

// shownBytes is how much of the bytes that came a message shows.
const shownBytes = 60

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s", e.Kind, e.Message)
	if came := e.came(); came != "" {
		s += ", " + came
	}
	return s
}

// Words say what the other side did: "sent too much: longer than 1 MiB".
func (e *Error) Words() string {
	said := map[Kind]string{
		Timeout: "took too long", Closed: "closed the connection inside a value", NotJSON: "sent something that is not JSON",
		TooLong: "sent too much", WrongShape: "sent a value of the wrong shape",
	}[e.Kind]
	details := strings.TrimPrefix(strings.TrimPrefix(e.Details(), inside), ", ")
	if details != "" {
		said += ": " + details
	}
	return said
}

// Details are what the error says beyond its kind, for a sentence that has said
// that; "" if there is nothing.
func (e *Error) Details() string {
	parts := []string{e.Message, e.came()}
	if e.Message == incomplete || e.Message == ended {
		parts = parts[1:]
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// The messages that say no more than the kinds Timeout and Closed do, the last one no more
// than their words.
const (
	incomplete = "no complete value arrived in time"
	ended      = "the connection ended"
	inside     = "the connection ended inside a value"
)

// came tells what came in place of a value, "" if nothing did.
func (e *Error) came() string {
	var trouble *stream.Error
	switch {
	case errors.As(e.Err, &trouble) && trouble.Near != "":
		return "near " + e.withoutLineEnd(trouble.Near)
	case len(e.Raw) > shownBytes:
		return fmt.Sprintf("received %s starting with %+q", text.Bytes(e.Bytes), e.Raw[:shownBytes])
	case len(e.Raw) > 0:
		return fmt.Sprintf("received %+q", e.Raw)
	case e.Bytes > e.LineEnd:
		return fmt.Sprintf("received %s of white space", text.Bytes(e.Bytes-e.LineEnd))
	}
	return ""
}

// withoutLineEnd takes the end of the line of the value before from a quotation.
func (e *Error) withoutLineEnd(near string) string {
	if rest, ok := strings.CutPrefix(near, `"`); ok && e.LineEnd > 0 {
		return `"` + strings.TrimPrefix(strings.TrimPrefix(rest, `\r`), `\n`)
	}
	return near
}

func (e *Error) Unwrap() error { return e.Err }

// Quiet tells whether the connection just ended between two values, which is no
// fault of the other side (CF2).
func (e *Error) Quiet() bool { return e.Kind == Closed && len(e.Raw) == 0 }

// failure turns an error of the stream into ours.
func failure(err error) *Error {
	e := &Error{Kind: Closed, Message: ended, Err: err}
	var trouble *stream.Error
	if !errors.As(err, &trouble) {
		// The addresses that the system names tell nobody anything.
		system, known := errors.AsType[*os.SyscallError](err)
		switch {
		case errors.Is(err, syscall.ECONNRESET):
			e.Message = "the connection was reset"
		case known:
			e.Message += ": " + system.Err.Error()
		case err != io.EOF:
			e.Message += ": " + err.Error()
		}
		return e
	}
	switch trouble.Kind {
	case stream.Cut:
		e.Message = inside
		return e
	case stream.Duplicate:
		e.Kind = WrongShape
	case stream.TooLong, stream.TooDeep:
		e.Kind = TooLong
	default:
		e.Kind = NotJSON
	}
	e.Offset = trouble.Where.Offset
	e.Message = trouble.Message
	return e
}
