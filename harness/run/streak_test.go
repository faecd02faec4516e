//go:build unix

package run_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// streakSigns are signs, and that of a case that is not asked.
func streakSigns(all []judge.Verdict) string {
	word := ""
	for _, v := range all {
		switch {
		case v.Blame == judge.BlameSuite:
			word += "b"
		case v.Outcome == judge.Blocked && strings.HasPrefix(v.Message, "not run: gave up after "):
			word += "-"
		default:
			word += signs[v.Outcome]
		}
	}
	return word
}

// TestStreak gives a program up that hangs again and again: after the same case
// whatever the number of workers, and however often the run was ended before.
func TestStreak(t *testing.T) {
	t.Parallel()
	hangs := func(cases string) string {
		return `read line; case "$line" in ` + cases + `) sleep 60;; esac; line=${line#[}; n=${line%]}; echo $n "{\"sum\":$n}"`
	}
	hangsInLines := func(cases string) string {
		return answering("", "case $n in "+cases+") sleep 60;; esac; answer", "")
	}
	for _, test := range []struct {
		name        string
		script      string
		lines       bool
		max, before int
		broken      int // a case with a fault, from 1
		want        string
	}{
		{name: "never", script: hangs("[[]3] | [[]4] | [[]5]"), want: "..sss....."},
		{name: "a streak", script: hangs("[[]3] | [[]4] | [[]5]"), max: 3, want: "..sss-----"},
		{name: "too short a streak", script: hangs("[[]3] | [[]4] | [[]6]"), max: 3, want: "..ss.s...."},
		{name: "a broken case within", script: hangs("[[]3] | [[]4] | [[]5] | [[]6]"), max: 3, broken: 5, want: "..ssbs----"},
		{name: "a broken case behind", script: hangs("[[]3] | [[]4]"), max: 2, broken: 9, want: "..ss----b-"},
		{name: "some before", script: hangs("[[]1]"), max: 3, before: 2, want: "s---------"},
		{name: "at the end", script: hangs("[[]9] | [[]10]"), max: 2, want: "........ss"},
		{name: "lines", script: hangsInLines("3 | 4"), lines: true, max: 2, want: "..ss------"},
		{name: "lines, too short", script: hangsInLines("3 | 5"), lines: true, max: 2, want: "..s.s....."},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inputs := make([]string, 10)
			for i := range inputs {
				inputs[i] = fmt.Sprintf("[%d]", i+1)
			}
			recorded := make(map[string]run.Result)
			for _, jobs := range []int{1, 8} {
				c := config(t, shell(test.script), inputs...)
				c.Limits = subject.Limits{Timeout: 700 * time.Millisecond}
				c.Jobs, c.Lines, c.Streak = jobs, test.lines, run.Streak{Max: test.max, Length: test.before}
				if test.broken > 0 {
					c.Cases.(suite.List)[test.broken-1].Broken = &suite.Fault{Message: "not JSON"}
				}
				clear(recorded)
				c.Record = func(r run.Result) { recorded[r.Verdict.Case] = r }
				got, summary, err := verdicts(context.Background(), c)
				if word := streakSigns(got); err != nil || word != test.want || !summary.Complete() {
					t.Errorf("%d jobs: %s, %v, %+v; expected %s", jobs, word, err, summary, test.want)
				}
				for _, v := range got {
					if r := recorded[v.Case]; r.Verdict.Outcome != v.Outcome {
						t.Errorf("%d jobs: %s is recorded as %q, and was delivered as %q", jobs, v.Case, r.Verdict.Outcome, v.Outcome)
					}
				}
				if len(recorded) != len(got) {
					t.Errorf("%d jobs: %d verdicts are recorded, expected %d", jobs, len(recorded), len(got))
				}
			}
			// Resumed, nothing is asked that was answered.
			c := config(t, shell("exit 9"), inputs...)
			c.Lines, c.Streak, c.Resume = test.lines, run.Streak{Max: test.max, Length: test.before}, recorded
			if test.broken > 0 {
				c.Cases.(suite.List)[test.broken-1].Broken = &suite.Fault{Message: "not JSON"}
			}
			got, _, err := verdicts(context.Background(), c)
			if word := streakSigns(got); err != nil || word != test.want {
				t.Errorf("resumed: %s, %v; expected %s", word, err, test.want)
			}
			// Verdicts that an earlier run had found ahead of the streak do not count.
			ahead := maps.Clone(recorded)
			for id, r := range ahead {
				if r.Verdict.Outcome == judge.Blocked && r.Verdict.Blame == "" {
					r.Verdict = judge.Verdict{Case: id, Outcome: judge.Pass}
					ahead[id] = r
				}
			}
			c.Resume = ahead
			got, _, err = verdicts(context.Background(), c)
			if word := streakSigns(got); err != nil || word != test.want {
				t.Errorf("resumed with verdicts ahead: %s, %v; expected %s", word, err, test.want)
			}
		})
	}
}

// TestProbe gives a program up that hangs on one kind of cases, and asks it one case
// of each other kind first: what is asked does not depend on the number of workers.
func TestProbe(t *testing.T) {
	t.Parallel()
	const script = `read line; case "$line" in [[][1-7]]) sleep 60;; esac; line=${line#[}; n=${line%]}; echo $n "{\"sum\":$n}"`
	inputs := make([]string, 12)
	for i := range inputs {
		inputs[i] = fmt.Sprintf("[%d]", i+1)
	}
	for _, jobs := range []int{1, 8} {
		c := config(t, shell(script), inputs...)
		for i := range c.Cases.(suite.List) {
			c.Cases.(suite.List)[i].Tags = []string{"hangs"}
			if i >= 7 {
				c.Cases.(suite.List)[i].Tags = []string{"answers"}
			}
		}
		c.Jobs, c.Streak = jobs, run.Streak{Max: 2}
		c.Limits = subject.Limits{Timeout: 700 * time.Millisecond}
		var all []judge.Verdict
		c.Deliver = func(r run.Result) {
			if r.Number != len(all)+1 {
				t.Errorf("case %d is delivered as the %d.", r.Number, len(all)+1)
			}
			all = append(all, r.Verdict)
		}
		s, err := run.Probe(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		// Two in a row, then one more of the tag that is left.
		if got, want := streakSigns(all), "sss----....."; got != want {
			t.Errorf("%d workers: %s, expected %s", jobs, got, want)
		}
		if s.Pass != 5 || s.Fail != 3 || s.Blocked != 4 || s.ExitStatus() != 2 {
			t.Errorf("%d workers: the summary is %+v", jobs, s)
		}
	}
}

// TestProbeEndsAfterFailures: failures count through all of a run that probes.
func TestProbeEndsAfterFailures(t *testing.T) {
	t.Parallel()
	const script = `read line; case "$line" in [[][1-3]]) sleep 60;; esac; echo wrong`
	inputs := make([]string, 9)
	for i := range inputs {
		inputs[i] = fmt.Sprintf("[%d]", i+1)
	}
	for _, most := range []int{2, 3, 5} {
		c := config(t, shell(script), inputs...)
		for i := range c.Cases.(suite.List) {
			c.Cases.(suite.List)[i].Tags = []string{"hangs"}
			if i >= 3 {
				c.Cases.(suite.List)[i].Tags = []string{fmt.Sprintf("wrong %d", i)}
			}
		}
		c.Jobs, c.Streak, c.FailuresMax = 2, run.Streak{Max: 2}, most
		c.Limits = subject.Limits{Timeout: 700 * time.Millisecond}
		s, err := run.Probe(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		if s.Fail != most || !s.Stopped || s.Interrupted {
			t.Errorf("at most %d failures: the summary is %+v", most, s)
		}
	}
}
