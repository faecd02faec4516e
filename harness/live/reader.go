package live

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A reader cuts bytes that come piece by piece into JSON values, as the other
// side of a connection must (BG-91, BG-95).
type reader struct {
	buf []byte
	err *stream.Error // why nothing can be read any more
}

// feed takes more bytes and hands on each value that they complete.
func (r *reader) feed(p []byte, take func(jsontext.Value)) {
	if r.err != nil {
		return
	}
	r.buf = append(r.buf, p...)
	for len(r.buf) > 0 && r.err == nil {
		v, err := stream.NewReader(bytes.NewReader(r.buf), stream.Limits{ValueBytesMax: wire.ValueBytesMax, DepthMax: wire.DepthMax}).Next()
		end := int(v.Start.Offset) + len(v.Raw)
		var broken *stream.Error
		switch {
		case err == nil && v.Raw.Kind() == '0' && end == len(r.buf), err != nil && !errors.As(err, &broken), broken != nil && broken.Kind == stream.Cut:
			switch {
			case isDeep(r.buf):
				r.err = &stream.Error{Kind: stream.TooDeep, Message: "nested deeper than a value may be"}
			case len(r.buf) > wire.ValueBytesMax:
				r.err = &stream.Error{Kind: stream.TooLong, Message: "longer than a value may be"}
			}
			return
		case broken != nil:
			r.err = broken
			return
		}
		r.buf = r.buf[end:]
		take(v.Raw)
	}
}

// begun tells whether a value has begun.
func (r *reader) begun() bool { return len(bytes.TrimSpace(r.buf)) > 0 }

// isDeep tells whether a value that has begun is deeper than one may be, which
// is certain before its end.
func isDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '[' || c == '{'):
			if depth++; depth > wire.DepthMax {
				return true
			}
		case !quoted && (c == ']' || c == '}'):
			depth--
		}
	}
	return false
}
