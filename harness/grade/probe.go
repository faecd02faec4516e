package grade

import (
	"context"
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A probing runs cases, and does not give a program up before it has been asked
// one case of each tag and clause: a program that hangs on one kind of cases alone
// is asked all others.
type probing struct {
	work   *work
	config run.Config
	record func(run.Result)
	number map[string]int // of a case among all, from 1

	mu    sync.Mutex
	found map[string]run.Result
}

// run runs all cases. In the order of the cases it goes until the streak is over;
// then it asks one case of each tag or clause that is left, and where that one
// passes the rest of the tag or clause, until a streak is over there. The order is
// that of the cases, whatever the number of workers.
func (p *probing) run(ctx context.Context) error {
	p.found, p.number = make(map[string]run.Result), make(map[string]int)
	cases := p.config.Cases
	for i := range cases {
		p.number[cases[i].ID] = i + 1
	}
	if err := p.ask(ctx, cases, p.config.Streak); err != nil {
		return err
	}
	if p.config.Streak.Max > 0 {
		if err := p.probe(ctx, p.unasked()); err != nil {
			return err
		}
	}
	for _, c := range p.unasked() {
		r := p.found[c.ID]
		p.record(r)
		if _, known := p.config.Resume[c.ID]; !known {
			p.work.count()
		}
	}
	return nil
}

// probe asks one case of each key, and all cases of the keys where that one passes.
func (p *probing) probe(ctx context.Context, left []suite.Case) error {
	var probes []suite.Case
	probeOf := make(map[string]string) // by key: a case
	var keys []string
	for i := range left {
		chosen := false
		for _, key := range keysOf(&left[i]) {
			if probeOf[key] == "" {
				probeOf[key], chosen = left[i].ID, true
				keys = append(keys, key)
			}
		}
		if chosen {
			probes = append(probes, left[i])
		}
	}
	// None of these must keep the others from being asked.
	if err := p.ask(ctx, probes, run.Streak{}); err != nil {
		return err
	}
	for _, key := range keys {
		verdict := p.found[probeOf[key]].Verdict
		if !run.KindOf(&verdict).Passes() {
			continue
		}
		rest := slices.DeleteFunc(p.unasked(), func(c suite.Case) bool { return !slices.Contains(keysOf(&c), key) })
		if err := p.ask(ctx, rest, run.Streak{Max: p.config.Streak.Max}); err != nil {
			return err
		}
	}
	return nil
}

// keysOf are the tags and clauses of a case, as its suite has them.
func keysOf(c *suite.Case) []string {
	var keys []string
	for _, tag := range c.Tags {
		keys = append(keys, "tag "+tag)
	}
	for _, clause := range c.Clauses {
		keys = append(keys, "clause "+clause)
	}
	return keys
}

// unasked are the cases that were not asked so far, in their order.
func (p *probing) unasked() []suite.Case {
	return slices.DeleteFunc(slices.Clone(p.config.Cases), func(c suite.Case) bool {
		r, ok := p.found[c.ID]
		return ok && r.Verdict.Outcome != judge.Blocked
	})
}

// ask runs some of the cases. Those that are not asked are not recorded yet.
func (p *probing) ask(ctx context.Context, cases []suite.Case, streak run.Streak) error {
	if len(cases) == 0 {
		return nil
	}
	config := p.config
	config.Cases, config.Streak = cases, streak
	config.Deliver = func(run.Result) {}
	config.Resume = make(map[string]run.Result, len(cases))
	for i := range cases {
		if r, ok := p.config.Resume[cases[i].ID]; ok && r.Verdict.Outcome != judge.Blocked {
			config.Resume[cases[i].ID] = r
		}
	}
	config.Record = func(r run.Result) {
		r.Number = p.number[r.Verdict.Case]
		p.mu.Lock()
		p.found[r.Verdict.Case] = r
		p.mu.Unlock()
		if r.Verdict.Outcome != judge.Blocked {
			p.record(r)
		}
	}
	_, err := run.Run(ctx, config)
	return err
}
