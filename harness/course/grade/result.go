package grade

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

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
		all.Add(c.with(result))
	}
	end := in.Summary()
	r := w.result()
	if r.Part == course.Cases && len(end.Diagnoses) == 1 {
		r.Elsewhere = end.Diagnoses[0].Elsewhere()
	}
	end.Diagnoses = report.HintHint.Limit(end.Diagnoses)
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
	r.explain(w, open, closed)
	return r, nil
}

// explain has the causes and warnings in a result: of the cases that students may see, and
// of those that they may not.
func (r *Result) explain(w *work, open, closed *report.Digest) {
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
			causes[i].Message = w.scrub(causes[i].Message)
			causes[i].Details = w.scrub(causes[i].Details)
		}
	}
	for i := range r.Hidden {
		// Nobody is shown a picture of it.
		r.Hidden[i].Shown = nil
	}
}

// GameFolder stands in what a team reads for the folder of a game that somebody brought: no
// team has it in the place where the staff has it.
const GameFolder = "FOLDER"

// scrub leaves out of a text where the tree of the team lies, and the folder of a game.
func (w *work) scrub(said string) string {
	said = w.state.scrub(said)
	if g := w.task.Game; g.Folder != "" {
		said = strings.ReplaceAll(g.Elsewhere(said, GameFolder), g.Folder, g.Name)
	}
	return said
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
