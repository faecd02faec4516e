package grade

import (
	"context"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Survived is what grades call a mutant that no case of a team's suite finds.
const Survived judge.Outcome = "survived"

// kills tells which mutants the right cases of the team's suite find.
func (w *work) kills(ctx context.Context) (*Result, error) {
	o, err := w.own(ctx)
	if err != nil {
		return nil, err
	}
	mutants, _ := mutation.Mutants(w.task.Game, w.task.Task.Task.Name)
	if o.note != "" {
		return w.none(len(mutants), o.note), nil
	}
	found := make(map[string]bool)
	each := func(v *judge.Verdict) { found[v.Case] = v.Outcome == judge.Pass }
	sum := sumOf(w.ruleSum(), o.sum, "kills")
	r := w.known(sum, len(mutants), each)
	if r == nil {
		m, err := mutation.MeasureFirst(ctx, o.runner, o.base.Cases, mutants)
		if err != nil {
			return nil, err
		}
		var verdicts []judge.Verdict
		for i := range mutants {
			v := judge.Verdict{Case: w.mutant(&mutants[i]), Subject: o.name, Outcome: judge.Pass, Clause: mutants[i].Clause}
			if len(m.Kills[i]) == 0 {
				v.Outcome, v.Blame = judge.WrongAnswer, judge.BlameSubject
				v.Message = unfound(&mutants[i])
				v.Fingerprint = judge.Fingerprint(v.Outcome, "", v.Clause, v.Message)
			}
			verdicts = append(verdicts, v)
		}
		if r, err = w.tell(ctx, verdicts, sum, each); err != nil {
			return nil, err
		}
	}
	r.Verdicts, r.Causes, r.More = make(map[judge.Outcome]int), nil, 0
	for i := range mutants {
		if found[w.mutant(&mutants[i])] {
			r.Verdicts[judge.Pass]++
			continue
		}
		r.Verdicts[Survived]++
		r.Survivors = append(r.Survivors, mutants[i].ID)
		r.survives(&mutants[i])
	}
	sort.SliceStable(r.Causes, func(i, j int) bool { return r.Causes[i].Count > r.Causes[j].Count })
	return r, nil
}

// mutant names a mutant in ledgers.
func (w *work) mutant(m *game.Mutant) string { return w.task.Full() + "/" + m.ID }

// unfound says that a mutant was not found, and where to look for it. Its name
// would be the answer.
func unfound(m *game.Mutant) string {
	said := "a faulty program that none of the cases detects"
	if m.Hint != "" {
		said += "; hint: " + text.Visible(m.Hint)
	}
	return said
}

// survives counts a mutant among the causes: those of one clause and one hint
// are one.
func (r *Result) survives(m *game.Mutant) {
	said := unfound(m)
	for i := range r.Causes {
		if c := &r.Causes[i]; c.Clause == m.Clause && c.Message == said {
			c.Count++
			return
		}
	}
	r.Causes = append(r.Causes, report.Cause{
		Verdict: string(Survived), Fault: string(judge.BlameSubject), Clause: m.Clause, Message: said, Count: 1, Cases: []string{},
	})
}
