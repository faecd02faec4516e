package run

import (
	"context"
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// Probe is Run for a program that is to be given up after a streak of timeouts, but
// not before it has been asked one case of each tag and clause: one that hangs on
// one kind of cases alone is asked all others. In the order of the cases it goes
// until the streak is over; then it asks one case of each tag or clause that is
// left, and where that one passes the rest of the tag or clause, until a streak is
// over there. The rest is blocked, and recorded and delivered so. What is asked
// does not depend on the number of workers. Without a streak it is Run.
func Probe(ctx context.Context, config Config) (Summary, error) {
	if config.Streak.Max == 0 {
		return Run(ctx, config)
	}
	p := &probing{config: config, found: make(map[string]Result), number: make(map[string]int)}
	for i := range config.Cases.Len() {
		number := i + 1
		if config.Numbers != nil {
			number = config.Numbers[i]
		}
		p.number[config.Cases.Head(i).ID] = number
	}
	err := p.ask(ctx, config.Cases, config.Streak)
	if err == nil && !p.summary.Stopped {
		err = p.probe(ctx)
	}
	return p.finish(), err
}

// A probing is such a run under way.
type probing struct {
	config  Config
	summary Summary
	number  map[string]int // of a case among all, from 1
	ran     bool           // at least once
	failed  int            // of those that ran

	mu    sync.Mutex
	found map[string]Result
}

// finish records what was not asked, and delivers all results in the order of the
// cases.
func (p *probing) finish() Summary {
	s := newSummary(p.config)
	s.Ms, s.Stopped = p.summary.Ms, p.summary.Stopped
	for i := range p.config.Cases.Len() {
		r, ok := p.found[p.config.Cases.Head(i).ID]
		if !ok {
			continue
		}
		if r.Verdict.Outcome == judge.Blocked && p.config.Record != nil {
			p.config.Record(r)
		}
		if p.config.Deliver != nil {
			p.config.Deliver(r)
		}
		s.Count(&r.Verdict)
	}
	s.Interrupted = !s.Stopped && !s.Complete()
	return s
}

// probe asks one case of each key, and all cases of the keys where that one passes.
func (p *probing) probe(ctx context.Context) error {
	left := p.unasked()
	var probes []int
	probeOf := make(map[string]string) // by key: a case
	var keys []string
	for _, at := range left {
		chosen, c := false, p.config.Cases.Head(at)
		for _, key := range keysOf(c) {
			if probeOf[key] == "" {
				probeOf[key], chosen = c.ID, true
				keys = append(keys, key)
			}
		}
		if chosen {
			probes = append(probes, at)
		}
	}
	// None of these must keep the others from being asked.
	if err := p.ask(ctx, p.config.Cases.Some(probes), Streak{}); err != nil {
		return err
	}
	for _, key := range keys {
		verdict := p.found[probeOf[key]].Verdict
		if !KindOf(&verdict).Passes() {
			continue
		}
		rest := slices.DeleteFunc(p.unasked(), func(at int) bool { return !slices.Contains(keysOf(p.config.Cases.Head(at)), key) })
		if err := p.ask(ctx, p.config.Cases.Some(rest), Streak{Max: p.config.Streak.Max}); err != nil {
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

// unasked are the places of the cases that were not asked so far.
func (p *probing) unasked() []int {
	var places []int
	for at := range p.config.Cases.Len() {
		if r, ok := p.found[p.config.Cases.Head(at).ID]; !ok || r.Verdict.Outcome == judge.Blocked {
			places = append(places, at)
		}
	}
	return places
}

// ask runs some of the cases, until all that were asked have failed as often as the run
// allows. Those that are not asked are not recorded yet.
func (p *probing) ask(ctx context.Context, cases suite.Cases, streak Streak) error {
	if cases.Len() == 0 && p.ran || p.summary.Stopped {
		return nil
	}
	config := p.config
	config.Cases, config.Numbers, config.Streak = cases, nil, streak
	if config.FailuresMax > 0 {
		config.FailuresMax -= p.failed
	}
	if p.ran {
		config.Setup = Setup{}
	}
	p.ran = true
	config.Deliver = func(Result) {}
	config.Resume = make(map[string]Result, len(p.config.Resume))
	for i := range cases.Len() {
		id := cases.Head(i).ID
		if r, ok := p.config.Resume[id]; ok && r.Verdict.Outcome != judge.Blocked {
			config.Resume[id] = r
		}
	}
	config.Record = func(r Result) {
		r.Number = p.number[r.Verdict.Case]
		p.mu.Lock()
		p.found[r.Verdict.Case] = r
		p.mu.Unlock()
		if r.Verdict.Outcome != judge.Blocked && p.config.Record != nil {
			p.config.Record(r)
		}
	}
	s, err := Run(ctx, config)
	p.summary.Ms += s.Ms
	p.failed += s.Fail + s.Unexpected
	p.summary.Stopped = p.summary.Stopped || s.Stopped
	return err
}
