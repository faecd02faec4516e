package grade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
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
	// inputs are those of the cases of another team, by case: each of a hundred ledgers
	// would repeat its suite.
	inputs map[string][]jsontext.Value
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
func (c *cell) fill(ctx context.Context, find func(map[string]run.Result, func(run.Result)) (run.Summary, error)) error {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	c.removeOthers()
	resumed := make(map[string]run.Result)
	keep := func(r run.Result) { resumed[r.Verdict.Case] = r }
	l, err := ledger.Continue(c.path, c.header, keep)
	if _, ok := errors.AsType[*jsonl.TakenError](err); ok {
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
	all := maps.Clone(resumed)
	var s run.Summary
	if known == c.header.Cases {
		s = c.summary(all)
	} else if s, err = find(resumed, func(r run.Result) {
		all[r.Verdict.Case] = r
		r = c.without(r)
		if old, ok := resumed[r.Verdict.Case]; ok && sameEntry(c.without(old), r) {
			return
		}
		l.Add(r)
	}); err != nil {
		// The verdicts that there are stay: an error of the ledger matters less.
		return errors.Join(err, l.Discard())
	}
	if l.IsComplete() {
		return l.Close(s)
	}
	if s.Diagnoses = c.diagnoses(ctx, all); ctx.Err() != nil {
		// There may be no diagnosis yet: the verdicts stay, without an end.
		return errors.Join(context.Cause(ctx), l.Discard())
	}
	return l.Close(s)
}

// without is a result as it stands in the ledger, and with is the same as it was.
func (c *cell) without(r run.Result) run.Result {
	if c.inputs != nil {
		r.Input = nil
	}
	return r
}

func (c *cell) with(r run.Result) run.Result {
	if c.inputs != nil && r.Input == nil && r.ShowsInput() {
		r.Input = c.inputs[r.Verdict.Case]
	}
	return r
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
	return s
}

// diagnoses say which rules the program misreads. They are made once, and stand in
// the ledger.
func (c *cell) diagnoses(ctx context.Context, results map[string]run.Result) []judge.Diagnosis {
	if len(c.cases) == 0 {
		return nil
	}
	record := diagnosis.NewRecord(suite.List(c.cases))
	for i := range c.cases {
		if r, ok := results[c.cases[i].ID]; ok {
			record.Add(i, &r.Verdict, r.Received, r.Alike)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, diagnosis.Timeout)
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
