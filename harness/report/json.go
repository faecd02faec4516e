package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/touchstone-harness/touchstone/harness/ledger"
	"github.com/touchstone-harness/touchstone/harness/run"
)

// A JSON writes {"summary":{…},"verdicts":[…]}, one verdict per line. It is the
// ledger as one value, with all that stands there: no other report is as long.
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
	text, err := ledger.Encode(&r.Verdict)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("verdict on %s: %w", r.Verdict.Case, err)
	}
	j.verdicts.Write(text)
}

// Close writes the report.
func (j *JSON) Close(s run.Summary) error {
	text, err := ledger.Encode(&s)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("summary: %w", err)
	}
	j.out.printf(`{"summary":%s,`+"\n"+`"verdicts":[`, text)
	j.out.write(j.verdicts.Bytes())
	j.out.printf("\n]}\n")
	return j.out.err
}
