package suite

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// failedBytesMax bounds a report or ledger: a thousand bytes and more for each
// case of the largest suite, as for the suite itself.
const failedBytesMax = BytesMax

// reasonBytesMax is how much of what is wrong with it is repeated: it may cite keys.
const reasonBytesMax = 400

// Failed are the cases that did not pass in an earlier run.
type Failed struct {
	File string
	ids  map[string]bool
	all  int // cases that had a verdict
}

// ReadFailed reads which cases did not pass from a JSON report or a ledger. It
// is lenient: whatever is neither a verdict nor has a list of them does not
// matter, and of a file that was cut off what came before counts. Of several
// verdicts on one case the last counts. The error is a *game.UsageError.
func ReadFailed(file string) (*Failed, error) {
	hint := "name a report of --format json, or a ledger"
	fail := func(what any) (*Failed, error) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("verdicts of an earlier run, %s: %v", file, what),
			Hint:    hint,
		}
	}
	info, err := os.Stat(file)
	switch standard := files.NotInput(file); {
	case standard != nil:
		return fail(standard)
	case err != nil:
		return fail(text.Cause(err))
	case !info.Mode().IsRegular():
		return fail(files.Irregular(file))
	case info.Size() > failedBytesMax:
		return fail(fmt.Sprintf("larger than %s", text.Bytes(failedBytesMax)))
	}
	f, err := os.Open(file)
	if err != nil {
		return fail(text.Cause(err))
	}
	defer f.Close()
	outcomes := make(map[string]judge.Outcome)
	values := jsontext.NewDecoder(f)
	for {
		raw, err := values.ReadValue()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && len(outcomes) > 0 {
			break
		}
		if err != nil {
			start := make([]byte, 4)
			n, _ := f.ReadAt(start, 0)
			if next, wrong := files.Miscoded(start[:n]); wrong != nil {
				hint = next
				return fail(wrong)
			}
			return fail(malformed(f, err))
		}
		collectVerdicts(raw, outcomes)
	}
	if len(outcomes) == 0 {
		return fail("it contains no verdicts")
	}
	failed := &Failed{File: file, ids: make(map[string]bool), all: len(outcomes)}
	for id, outcome := range outcomes {
		if outcome != judge.Pass {
			failed.ids[id] = true
		}
	}
	return failed, nil
}

// malformed says what is wrong with a file that is not JSON, and where.
func malformed(f io.ReaderAt, err error) string {
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok {
		return text.Cause(err).Error()
	}
	before, _ := io.ReadAll(io.NewSectionReader(f, 0, syntax.ByteOffset))
	at := stream.At(before, len(before))
	what := "not valid JSON: " + syntax.Err.Error()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = "the JSON value is incomplete"
	}
	if place := stream.Place(string(syntax.JSONPointer)); place != "" {
		what = "at " + place + ": " + what
	}
	return fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, text.Shorten(what, reasonBytesMax))
}

// collectVerdicts notes the verdicts in a value: itself, or those in its list.
func collectVerdicts(raw jsontext.Value, outcomes map[string]judge.Outcome) {
	type verdict struct {
		Case    string        `json:"case"`
		Outcome judge.Outcome `json:"verdict"`
	}
	var report struct {
		verdict
		Verdicts []jsontext.Value `json:"verdicts"`
	}
	note := func(v verdict) {
		if v.Case != "" && v.Outcome != "" {
			outcomes[v.Case] = v.Outcome
		}
	}
	// A value of another shape is none of ours.
	if json.Unmarshal(raw, &report) != nil {
		return
	}
	note(report.verdict)
	for _, item := range report.Verdicts {
		var v verdict
		if json.Unmarshal(item, &v) == nil {
			note(v)
		}
	}
}

func allPassed(count int) string {
	if count == 1 {
		return "the only case passed"
	}
	return fmt.Sprintf("all %d cases passed", count)
}

// pick returns those of the picked cases that did not pass. One that is not
// there at all is an error: it would silently not be run again.
func (f *Failed) pick(cases, picked Cases) (Cases, error) {
	if len(f.ids) == 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("%s: %s", f.File, allPassed(f.all)),
			Hint:    "there is nothing to run again; run without --failed to run all",
		}
	}
	missing := maps.Clone(f.ids)
	for i := range cases.Len() {
		delete(missing, cases.Head(i).ID)
	}
	if len(missing) > 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("%s: the case %q did not pass, but there is no such case", f.File, slices.Min(slices.Collect(maps.Keys(missing)))),
			Hint:    "name the same suites as in the earlier run, or the same --generate and --seed",
		}
	}
	return pick(picked, func(_ int, c *Case) bool { return f.ids[c.ID] }), nil
}
