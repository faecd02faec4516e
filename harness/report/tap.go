package report

import (
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A tap writes TAP version 14, every case as soon as it is told of it. What
// there is to say about a case stands in a YAML block whose scalars are JSON. A
// failure that is listed as known has the directive of work to be done, so that
// no reader counts it as one; a pass where one is listed is not ok, since the run
// fails by it.
type tap struct {
	out     errWriter
	header  ledger.Header
	viewer  viewer
	begun   bool
	number  int    // of the last case
	blocked string // why the first blocked case was not run
	// held are the failures of results that come at once: only at the end it is known
	// which of a cause is the smallest. nil: results say so themselves.
	held *Held
}

func newTAP(w io.Writer, o Options) *tap {
	t := &tap{out: errWriter{w: w}, header: o.Header, viewer: newViewer(jsonCosts, NewRerun(&o.Header), o.Book)}
	if o.AtOnce {
		t.held = new(Held)
	}
	return t
}

// begin writes the version and the plan.
func (t *tap) begin() {
	if t.begun {
		return
	}
	t.begun = true
	h := &t.header
	t.out.printf("TAP version 14\n1..%d", h.Cases)
	if h.Cases == 0 {
		t.out.printf(" # there are no cases")
	}
	t.out.printf("\n")
	for _, line := range []struct{ name, text string }{
		{"task", h.Task}, {"subject", h.Subject}, {"suites", strings.Join(h.Suites, " ")}, {"touchstone", h.Touchstone},
	} {
		t.out.printf("# %s: %s\n", line.name, fact(line.text))
	}
	if options := t.viewer.book.unusual(h.Options); len(options) > 0 {
		t.out.printf("# options: %s\n", optionsText(options))
	}
}

// tapEscaper keeps a description from being read as a directive.
var tapEscaper = strings.NewReplacer(`\`, `\\`, `#`, `\#`)

// Add writes a test point.
func (t *tap) Add(r run.Result) {
	t.begin()
	v := &r.Verdict
	if t.held != nil && !run.KindOf(v).Passes() {
		t.held.Add(r)
	}
	s := t.viewer.view(&r)
	t.number++
	point, directive := "ok", ""
	switch s.kind {
	case run.Passed:
	case run.PassedUnexpectedly:
		// With a directive it would be a success, and the run fails.
		point = "not ok"
	case run.FailedAsKnown:
		point, directive = "not ok", " # TODO "+tapEscaper.Replace(s.known)
	case run.Blocked:
		directive = " # SKIP " + tapEscaper.Replace(s.message)
		if t.blocked == "" {
			t.blocked = s.message
		}
	default:
		point = "not ok"
	}
	t.out.printf("%s %d - %s%s\n", point, t.number, tapEscaper.Replace(s.id), directive)
	if s.kind == run.Blocked && v.Stderr == "" || s.kind == run.Passed && len(v.Warnings) == 0 {
		return
	}
	t.out.printf("  ---\n")
	if s.kind == run.PassedUnexpectedly {
		t.scalar("message", s.sentence())
	}
	if !s.kind.Passes() {
		t.scalar("verdict", s.outcome)
		t.scalar("blame", word(string(v.Blame)))
		t.scalar("severity", severity(s.kind))
		t.scalar("message", s.message)
		t.scalar("pointer", oneLine(v.Pointer, pointerBytesMax))
		t.scalar("clause", word(v.Clause))
		t.scalar("delivery", word(v.Delivery))
	}
	var warnings []string
	for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
		warnings = append(warnings, warningText(name))
	}
	t.scalar("warnings", strings.Join(warnings, "\n"))
	t.scalar("details", s.details)
	t.out.printf("  duration_ms: %s\n  ...\n", milliseconds(v.Ms))
}

// severity is the word of the TAP specification for a failure.
func severity(kind run.Kind) string {
	switch kind {
	case run.Failed:
		return "fail"
	case run.FailedAsKnown:
		return "todo"
	}
	return "error"
}

// scalar writes a line of the YAML block, unless it would be empty.
func (t *tap) scalar(name, text string) {
	if text != "" {
		t.out.printf("  %s: %s\n", name, quoted(text))
	}
}

// quoted is text as a JSON string. Text that is shown has nothing in it that
// JSON cannot say.
func quoted(text string) string {
	q, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return `""`
	}
	return string(q)
}

// Close ends the stream. Where cases have no verdict, or were not run, it bails
// out: otherwise a program that does not even start would pass.
func (t *tap) Close(s run.Summary) error {
	t.begin()
	for _, said := range t.viewer.book.verdictsOn(&s) {
		t.out.printf("# diagnosis: %s\n", said)
	}
	if err := t.causes(&s); err != nil {
		return err
	}
	for _, said := range faultsOf(&s) {
		t.out.printf("# %s\n", said)
	}
	if why := unfinished(&s); why != "" {
		t.out.printf("Bail out! %s\n", why)
	} else if s.Blocked > 0 {
		t.out.printf("Bail out! %s not run: %s\n", text.Count(s.Blocked, "case"), t.blocked)
	}
	return t.out.err
}

// causes writes what there is to learn from the smallest failure of each cause, where
// its test point came too early for that.
func (t *tap) causes(s *run.Summary) error {
	if t.held == nil {
		return nil
	}
	shown := 0
	return t.held.Tell(s, func(r run.Result) {
		if !r.First || shown == causesMax {
			return
		}
		shown++
		one := t.viewer.view(&r)
		t.out.printf("# %s: %s\n", tapEscaper.Replace(one.id), one.sentence())
		for line := range strings.Lines(one.details) {
			t.out.printf("#   %s\n", strings.TrimSuffix(line, "\n"))
		}
	})
}
