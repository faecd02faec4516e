package workbench

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

const (
	// lineBytesMax is the longest value that stays on one line.
	lineBytesMax = 76
	// layoutBytesMax is more than a page can show: a value that is nested deeply grows
	// many times when each of its levels is moved in.
	layoutBytesMax = 4 << 20
)

// A Layout is an input that is easy to read.
type Layout struct {
	Text string `json:"text"`
}

// format sets each value of the input on lines of its own, and longer ones on several.
func (b *Bench) format(q *Question) (any, error) {
	values, err := stream.All(strings.NewReader(q.Input), stream.Limits{})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, v := range values {
		compact := v.Raw.Clone()
		if err := compact.Compact(); err != nil {
			return nil, err
		}
		lay(&out, compact, 0, 0)
		out.WriteByte('\n')
		if out.Len() > layoutBytesMax {
			return nil, &game.UsageError{Message: fmt.Sprintf("it would have more than %d MB", layoutBytesMax>>20)}
		}
	}
	return Layout{out.String()}, nil
}

// lay writes a compact value that begins at an indent, behind so many bytes of its line.
func lay(out *bytes.Buffer, v jsontext.Value, indent, behind int) {
	kind := v.Kind()
	if kind != '{' && kind != '[' || len(v) == 2 || indent+behind+len(v) <= lineBytesMax {
		out.Write(v)
		return
	}
	d := jsontext.NewDecoder(bytes.NewReader(v))
	_, _ = d.ReadToken() // it has been read before
	line := "\n" + strings.Repeat("  ", indent/2+1)
	out.WriteByte(byte(kind))
	for n := 0; d.PeekKind() != kind+2 && out.Len() <= layoutBytesMax; n++ { // ] and } stand two behind [ and {
		if n > 0 {
			out.WriteByte(',')
		}
		out.WriteString(line)
		before := 1
		if kind == '{' {
			name, _ := d.ReadValue()
			out.Write(name)
			out.WriteString(": ")
			before += len(name) + 2
		}
		part, err := d.ReadValue()
		if err != nil {
			return
		}
		lay(out, part.Clone(), indent+2, before)
	}
	out.WriteString("\n" + strings.Repeat("  ", indent/2))
	out.WriteByte(byte(kind) + 2)
}
