package report

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/touchstone-harness/touchstone/harness/run"
)

// A JSON writes {"summary":{…},"verdicts":[…]}, one verdict per line.
type JSON struct {
	out      errWriter
	verdicts bytes.Buffer // the summary stands before them, but is known last
}

// NewJSON reports to w.
func NewJSON(w io.Writer) *JSON { return &JSON{out: errWriter{w: w}} }

// Add keeps a verdict.
func (j *JSON) Add(r run.Result) {
	if j.verdicts.Len() > 0 {
		j.verdicts.WriteByte(',')
	}
	j.verdicts.WriteByte('\n')
	text, err := Encode(&r.Verdict)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("verdict on %s: %w", r.Verdict.Case, err)
	}
	j.verdicts.Write(text)
}

// Close writes the report.
func (j *JSON) Close(s run.Summary) error {
	text, err := Encode(&s)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("summary: %w", err)
	}
	j.out.printf(`{"summary":%s,`+"\n"+`"verdicts":[`, text)
	j.out.write(j.verdicts.Bytes())
	j.out.printf("\n]}\n")
	return j.out.err
}

// Encode writes a value as one line of JSON: the same bytes for the same
// value, keys that do not apply left out, and nothing in it that does not show
// as itself on a terminal.
func Encode(value any) ([]byte, error) {
	text, err := json.Marshal(value,
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsonv1.OmitEmptyWithLegacySemantics(true),
	)
	if err != nil {
		return nil, err
	}
	if bytes.IndexFunc(text, hidden) < 0 {
		return text, nil
	}
	// Such characters stand in strings only, where they may be escaped.
	var out []byte
	for rest := text; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if hidden(r) {
			out = append(out, escaped(r)...)
		} else {
			out = append(out, rest[:size]...)
		}
		rest = rest[size:]
	}
	return out, nil
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
