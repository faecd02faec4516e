package grade

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A cell is a ledger for one part, or for a share of it, named by what it
// depends on.
type cell struct {
	engine *Engine
	path   string
	header ledger.Header
	hidden func(id string) bool // whether the team may not see a case; nil: it sees all
	cases  []suite.Case         // of which answers are diagnosed; none: nothing is
	task   *task
}

// cell names the ledger of a work.
func (w *work) cell(behind, sum string, cases int, names []string) *cell {
	t := w.task
	name := fmt.Sprintf("%s.%s", t.Name, w.part)
	if behind != "" {
		name += "." + behind
	}
	if names == nil {
		names = []string{}
	}
	h := ledger.Header{
		Ledger: ledger.Version, Touchstone: w.engine.Version, Task: t.Full(), Subject: text.Quote(t.Run), Suites: names,
		Options: w.options(), Cases: cases, Started: time.Now(),
		Terms: game.SettingList{{Name: "inputs_sha256", Value: jsontext.Value(`"` + sum + `"`)}},
		Again: &ledger.Again{Flags: w.flags(), Command: w.commandLine()},
	}
	folder := filepath.Join(w.engine.Course.Work, "ledgers", w.state.team)
	return &cell{engine: w.engine, path: filepath.Join(folder, name+"-"+sum[:sumShown]+".jsonl"), header: h}
}

// sumShown is how much of a checksum names a file: enough that no two meet.
const sumShown = 24

// fill brings a ledger to its end. Find is given the verdicts that there are,
// and records those that it finds; the summary counts all.
func (c *cell) fill(find func(map[string]run.Result, func(run.Result)) (run.Summary, error)) error {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	c.removeOthers()
	resumed := make(map[string]run.Result)
	keep := func(r run.Result) { resumed[r.Verdict.Case] = r }
	l, err := ledger.Continue(c.path, c.header, keep)
	if usage(err) != "" && strings.Contains(err.Error(), "another run is writing to it") {
		return err
	}
	if usage(err) != "" {
		// Something else has written into it: what it says is worth nothing.
		clear(resumed)
		if err := os.Remove(c.path); err != nil {
			return err
		}
		l, err = ledger.Continue(c.path, c.header, keep)
	}
	if err != nil {
		return err
	}
	known := 0
	for _, r := range resumed {
		if run.KindOf(&r.Verdict).Judged() {
			known++
		}
	}
	c.engine.advance(func(p *Progress) { p.Known += known })
	if known == c.header.Cases {
		s := c.summary(resumed)
		return l.Close(s)
	}
	s, err := find(resumed, func(r run.Result) {
		if old, ok := resumed[r.Verdict.Case]; ok && sameEntry(old, r) {
			return
		}
		l.Add(r)
	})
	if err != nil {
		// The verdicts that there are stay: an error of the ledger matters less.
		return errors.Join(err, l.Discard())
	}
	return l.Close(s)
}

func sameEntry(a, b run.Result) bool {
	one, errOne := ledger.Encode(ledger.NewEntry(a))
	other, errOther := ledger.Encode(ledger.NewEntry(b))
	return errOne == nil && errOther == nil && bytes.Equal(one, other)
}

// summary counts verdicts that are all there.
func (c *cell) summary(results map[string]run.Result) run.Summary {
	s := run.Summary{
		Task: c.header.Task, Subject: c.header.Subject, Suites: c.header.Suites, Options: c.header.Options,
		Cases: c.header.Cases, Verdicts: make(map[judge.Outcome]int),
	}
	for _, r := range results {
		s.Count(&r.Verdict)
	}
	s.Diagnoses = c.diagnoses(results)
	return s
}

// diagnosisTimeout bounds a diagnosis. It takes a second, unless the cases are such
// that the rules themselves take long; then there is none.
const diagnosisTimeout = 20 * time.Second

// diagnoses say which rules the program misreads. They are made once, and stand in
// the ledger.
func (c *cell) diagnoses(results map[string]run.Result) []judge.Diagnosis {
	if len(c.cases) == 0 {
		return nil
	}
	record := diagnosis.NewRecord(suite.List(c.cases))
	for i := range c.cases {
		if r, ok := results[c.cases[i].ID]; ok {
			record.Add(i, &r.Verdict, r.Received, r.Alike)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), diagnosisTimeout)
	defer cancel()
	answers, _ := record.Answers()
	found, err := diagnosis.New(c.task.Game, c.task.rules, c.task.Task.Task, 1).Diagnose(ctx, answers)
	if err != nil {
		return nil // the verdicts do not need it
	}
	return found.List
}

// removeOthers removes the ledgers of the same part that depend on something
// else than there is now.
func (c *cell) removeOthers() {
	base := filepath.Base(c.path)
	prefix := base[:strings.LastIndexByte(base, '-')+1]
	entries, err := os.ReadDir(filepath.Dir(c.path))
	if err != nil {
		return
	}
	for _, entry := range entries {
		if name := entry.Name(); name != base && strings.HasPrefix(name, prefix) && len(name) == len(base) {
			// One that stays takes room and nothing else.
			_ = os.Remove(filepath.Join(filepath.Dir(c.path), name))
		}
	}
}

// read makes a result of a ledger. Each, if there is one, gets all verdicts in
// the order of the cases.
func (c *cell) read(w *work, each func(*judge.Verdict)) (*Result, error) {
	f, err := os.Open(c.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := ledger.NewReader(f, c.path)
	if err != nil {
		return nil, err
	}
	var all report.Held
	for result, err := range in.InOrder(f) {
		if err != nil {
			return nil, err
		}
		all.Add(result)
	}
	end := in.Summary()
	end.Diagnoses = report.HintHint.Limit(end.Diagnoses)
	r := w.result()
	var shown, hidden report.Held
	err = all.Tell(&end, func(result run.Result) {
		if each != nil {
			each(&result.Verdict)
		}
		switch {
		case !r.count(&result):
		case c.hidden != nil && c.hidden(result.Verdict.Case):
			hidden.Add(result)
		default:
			shown.Add(result)
		}
	})
	if err != nil {
		return nil, err
	}
	// What runs a case again depends on what students may see now.
	h := in.Header()
	h.Again = c.header.Again
	open, err := digestOf(w, &h, &shown, &end)
	if err != nil {
		return nil, err
	}
	h.Again = nil
	closed, err := digestOf(w, &h, &hidden, &end)
	if err != nil {
		return nil, err
	}
	r.Causes, r.More = open.Causes()
	r.Hidden, r.MoreHidden = closed.Causes()
	r.Warnings = open.Warnings()
	for _, warning := range closed.Warnings() {
		if !slices.Contains(r.Warnings, warning) {
			r.Warnings = append(r.Warnings, warning)
		}
	}
	for _, causes := range [][]report.Cause{r.Causes, r.Hidden} {
		for i := range causes {
			causes[i].Message = w.state.scrub(causes[i].Message)
			causes[i].Details = w.state.scrub(causes[i].Details)
		}
	}
	for i := range r.Hidden {
		// Nobody is shown a picture of it.
		r.Hidden[i].Shown = nil
	}
	return r, nil
}

// count counts the result of a case, unless the case is broken, for which no program is
// to blame. It tells whether it counts.
func (r *Result) count(result *run.Result) bool {
	kind := run.KindOf(&result.Verdict)
	if kind == run.Broken {
		return false
	}
	r.Verdicts[result.Verdict.Outcome]++
	r.All++
	switch {
	case kind.Passes():
		r.Good++
	case kind == run.Unjudged:
		r.Unjudged++
	case kind == run.Blocked:
		r.Unasked++
	}
	if !kind.Passes() && (r.Part == course.Cases || r.Part == course.Valid) {
		r.Failures = append(r.Failures, failure(result))
	}
	return true
}

// digestOf is what is worth knowing of some results of a run.
func digestOf(w *work, h *ledger.Header, results *report.Held, end *run.Summary) (*report.Digest, error) {
	d := report.NewDigest(h, &report.Book{Game: w.task.Game, Task: w.task.Task.Task})
	if err := results.Tell(end, d.Add); err != nil {
		return nil, err
	}
	d.Diagnose(end)
	return d, nil
}

// failure is what is kept of a case that did not pass.
func failure(result *run.Result) Failure {
	v := &result.Verdict
	f := Failure{Case: v.Case, Verdict: v.Outcome, Clause: v.Clause}
	if v.Blame == judge.BlameHarness || v.Blame == judge.BlameGame {
		f.Fault = judge.BlameHarness // nobody could judge it
	}
	if len(result.Received) > 0 {
		h := sha256.New()
		for _, value := range result.Received {
			fmt.Fprintf(h, "%s\n", value)
		}
		f.Answer = hex.EncodeToString(h.Sum(nil))[:answerShown]
	}
	return f
}

// answerShown is how much of the checksum of an answer is kept: two different
// answers to one case meet in one of some thousand million.
const answerShown = 8
