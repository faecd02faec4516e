package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// verdicts writes a score in a format of reports: a verdict for each suite and
// mutant. The same score gives the same bytes, so that nothing has a time.
func (f *scoreFlags) verdicts(c *cobra.Command, out *output, r *scoreReport) error {
	summary := run.Summary{Subject: "touchstone suite score", Suites: []string{}, Options: game.SettingList{}, Verdicts: map[judge.Outcome]int{}}
	p := r.Suites[0].of.runner
	if !slices.ContainsFunc(r.Suites, func(s scoreJSON) bool { return s.of.game != p.Game }) {
		// Suites of several games have no options in common.
		options, err := p.Game.Resolve(p.Settings)
		if err != nil {
			return err
		}
		summary.Options = options
	}
	var all []judge.Verdict
	for i := range r.Suites {
		s := &r.Suites[i]
		summary.Suites = append(summary.Suites, s.Suite)
		if i == 0 || summary.Task == s.Task {
			summary.Task = s.Task
		} else {
			summary.Task = s.of.game.Name
		}
		for n := range s.Mutants {
			all = append(all, s.Mutants[n].verdict(s.Suite))
		}
	}
	for _, v := range all {
		summary.Cases++
		summary.Verdicts[v.Outcome]++
		if v.Outcome == judge.Pass {
			summary.Pass++
		} else {
			summary.Fail++
		}
	}
	reporter, err := report.New(out.format, c.OutOrStdout(), report.Options{
		Header: ledger.Header{
			Touchstone: programVersion(), Task: summary.Task, Subject: summary.Subject,
			Suites: slices.Clone(summary.Suites), Options: summary.Options, Cases: summary.Cases,
		},
	})
	if err != nil {
		return err
	}
	for i, v := range all {
		reporter.Add(run.Result{Verdict: v, Number: i + 1})
	}
	return reporter.Close(summary)
}

// verdict says whether a suite kills the mutant. The suite is what is judged.
func (m *mutantJSON) verdict(suiteName string) judge.Verdict {
	v := judge.Verdict{Case: suiteName + "/" + m.ID, Subject: suiteName, Outcome: judge.Pass, Clause: m.Clause}
	if len(m.KilledBy) > 0 {
		v.Message = "killed by " + m.KilledBy[0]
		return v
	}
	v.Outcome, v.Blame = judge.WrongAnswer, judge.BlameSubject
	v.Message = fmt.Sprintf("the suite passes a program that %s (%s)", text.Visible(m.Summary), m.about())
	if m.Hint != "" {
		v.Message = fmt.Sprintf("mutant %s survives (%s): %s", m.ID, m.about(), text.Visible(m.Hint))
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", m.Clause, m.ID)
	return v
}
