//go:build unix

package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// unreliable is a subject that behaves as one letter after the other says: "p"
// passes, "w" is wrong, "c" crashes, "l" passes and lingers.
func unreliable(t *testing.T, behaviour string) *subject.Command {
	t.Helper()
	file := filepath.Join(t.TempDir(), "behaviour")
	if err := os.WriteFile(file, []byte(behaviour), 0o644); err != nil {
		t.Fatal(err)
	}
	return shell(`now=$(cut -c1 '` + file + `'); rest=$(cut -c2- '` + file + `'); printf %s "$rest" > '` + file + `'
case $now in
	p) echo 3 '{"sum":3}';;
	l) echo 3 '{"sum":3}'; exec >&-; sleep 60;;
	w) echo 4 '{"sum":3}';;
	c) echo Error: boom >&2; exit 1;;
	*) echo "no behaviour left" >&2; exit 99;;
esac`)
}

func TestAttempts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		behaviour string
		repeat    int
		retries   int
		accept    bool
		outcome   judge.Outcome
		message   string
		pointer   string
		runs      int
		passed    int
		warnings  string
	}{
		{name: "once", behaviour: "p", outcome: judge.Pass},
		{name: "no retry of a pass", behaviour: "p", retries: 2, outcome: judge.Pass},
		{name: "passes after a failure", behaviour: "cp", retries: 2, outcome: judge.Flaky, message: "1 of 2 runs", pointer: "/0", runs: 2, passed: 1},
		{name: "fails in the same way", behaviour: "ccc", retries: 2, outcome: judge.Crashed, message: "boom", pointer: "/0", runs: 3},
		{name: "fails in two ways", behaviour: "wc", retries: 1, outcome: judge.WrongAnswer, pointer: "/0", runs: 2, warnings: "unsteady"},
		{name: "always passes", behaviour: "ppp", repeat: 3, outcome: judge.Pass, runs: 3, passed: 3},
		{name: "fails in the end", behaviour: "ppw", repeat: 3, outcome: judge.Flaky, message: "2 of 3 runs", pointer: "/0", runs: 3, passed: 2},
		{name: "fails first", behaviour: "wpp", repeat: 3, outcome: judge.Flaky, message: "2 of 3 runs", pointer: "/0", runs: 3, passed: 2},
		{name: "the first failure is told", behaviour: "pcw", repeat: 3, outcome: judge.Flaky, message: "otherwise crashed", pointer: "/0", runs: 3, passed: 1},
		{name: "always fails", behaviour: "ww", repeat: 2, outcome: judge.WrongAnswer, pointer: "/0", runs: 2},
		{name: "repeat, then retry", behaviour: "wwp", repeat: 2, retries: 2, outcome: judge.Flaky, message: "1 of 3", pointer: "/0", runs: 3, passed: 1},
		{name: "no retry where one of several passes", behaviour: "wp", repeat: 2, retries: 2, outcome: judge.Flaky, pointer: "/0", runs: 2, passed: 1},
		{name: "accepted on a retry", behaviour: "cwp", retries: 2, accept: true, outcome: judge.Pass, message: "1 of 3 runs on the same input conform, which this run accepts", runs: 3, passed: 1, warnings: "flaky"},
		{name: "not accepted without a pass", behaviour: "ccc", retries: 2, accept: true, outcome: judge.Crashed, message: "boom", pointer: "/0", runs: 3},
		{name: "a repetition is no retry", behaviour: "wpp", repeat: 3, retries: 2, accept: true, outcome: judge.Flaky, message: "2 of 3 runs", pointer: "/0", runs: 3, passed: 2},
		{name: "warnings of every run, seen again alone", behaviour: "pll", repeat: 2, outcome: judge.Pass, runs: 2, passed: 2, warnings: "lingered"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := config(t, unreliable(t, test.behaviour), "[1,2]")
			c.Repeat, c.Retries, c.AcceptFlaky = test.repeat, test.retries, test.accept
			all, summary, err := verdicts(context.Background(), c)
			if err != nil || len(all) != 1 {
				t.Fatalf("%d verdicts, error %v", len(all), err)
			}
			v := all[0]
			if v.Outcome != test.outcome || v.Pointer != test.pointer || !strings.Contains(v.Message, test.message) ||
				v.Runs != test.runs || v.Passed != test.passed || strings.Join(v.Warnings, " ") != test.warnings {
				t.Errorf("verdict is %+v", v)
			}
			wantBlame, wantStatus := judge.BlameSubject, 1
			if test.outcome == judge.Pass {
				wantBlame, wantStatus = "", 0
			}
			if v.Blame != wantBlame || summary.ExitStatus() != wantStatus {
				t.Errorf("blame %q, exit status %d", v.Blame, summary.ExitStatus())
			}
		})
	}
}

// TestDeliveries has a subject that does not read past the first line, and finds
// the end of the value in it only if there is no white space.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		list     string
		outcome  judge.Outcome
		delivery string
		repeat   int
	}{
		{"plain,escaped", judge.Pass, "", 2},
		{"plain,pretty", judge.WrongAnswer, "pretty", 2},
		{"plain,escaped+pretty+no-newline", judge.WrongAnswer, "pretty", 1},
		{"pretty+dribbled+late", judge.WrongAnswer, "pretty", 1},
		{"all", judge.WrongAnswer, "pretty", 1},
	} {
		deliveries, err := delivery.Parse(test.list)
		if err != nil {
			t.Fatal(err)
		}
		c := config(t, shell(`read line; case "$line" in *]) echo 3 '{"sum":3}';; *) echo 0 '{"sum":3}';; esac; cat >/dev/null`), "[1,2]")
		c.Deliveries = deliveries
		c.Repeat = test.repeat
		all, _, err := verdicts(context.Background(), c)
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %d verdicts, error %v", test.list, len(all), err)
		}
		if v := all[0]; v.Outcome != test.outcome || v.Delivery != test.delivery {
			t.Errorf("%s: the verdict is %+v", test.list, v)
		}
	}
}

// TestDefaultFails has a subject that fails in whatever way it gets its input.
func TestDefaultFails(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`echo 0 '{"sum":3}'`), "[1,2]")
	c.Deliveries = []delivery.Delivery{{Layout: delivery.Pretty, Pace: delivery.Cut}}
	c.Repeat = 2
	all, _, err := verdicts(context.Background(), c)
	// In the delivery that is found to be the smallest it was run once.
	if err != nil || len(all) != 1 || all[0].Delivery != "plain" || all[0].Runs != 0 {
		t.Errorf("%+v, error %v", all, err)
	}
}

// An observer writes down what it is told: of slow runs only those of the case that
// hangs, and the first. On a busy machine others are slow, too, and a look is taken again.
type observer struct {
	lines []string
}

func (o *observer) Begin(id string) { o.lines = append(o.lines, "begin "+id) }

func (o *observer) Slow(id string, after, timeout time.Duration) {
	line := fmt.Sprintf("slow %s after %v of %v", id, after, timeout)
	if id == "sums/1" && !slices.Contains(o.lines, line) {
		o.lines = append(o.lines, line)
	}
}

func (o *observer) Hung(id, hint string) { o.lines = append(o.lines, "hung "+id+": "+hint) }

func (o *observer) End(v judge.Verdict) {
	o.lines = append(o.lines, fmt.Sprintf("end %s %s", v.Case, v.Outcome))
}

func TestObserver(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`read line; case "$line" in "[0]") sleep 60;; esac; echo 3 '{"sum":3}'`), "[3]", "[0]", "[3]")
	c.Jobs = 1
	c.Limits.Timeout = 2200 * time.Millisecond
	o := &observer{}
	c.Observer = o
	if _, _, err := verdicts(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"begin sums/0", "end sums/0 pass", "begin sums/1", "slow sums/1 after 1.1s of 2.2s",
		"hung sums/1: does the program wait for more input? The input ends with the last value; read until its end, and flush what you print", "end sums/1 silent", "begin sums/2", "end sums/2 pass",
	}
	if got := strings.Join(o.lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the observer is told\n%s\nexpected\n%s", got, strings.Join(want, "\n"))
	}
	c.Cases = c.Cases.(suite.List)[1:2]
	c.Limits.Timeout = 900 * time.Millisecond
	// So short a time is over before anybody is to be told.
	o = &observer{}
	c.Observer = o
	if all, _, err := verdicts(context.Background(), c); err != nil || all[0].Outcome != judge.Silent {
		t.Errorf("verdicts %+v, error %v", all, err)
	}
	if len(o.lines) != 2 {
		t.Errorf("the observer is told %q", o.lines)
	}
}

// TestHung: who answers line by line and does not flush is told so at once, not after all
// cases that wait with the first.
func TestHung(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`while read line; do :; done; echo '[3,{"sum":3}]'`), "[3]", "[0]", "[3]")
	c.Lines, c.Jobs = true, 1
	c.Limits.Timeout = 1100 * time.Millisecond
	o := &observer{}
	c.Observer = o
	all, _, err := verdicts(context.Background(), c)
	if err != nil || len(all) != 3 || all[0].Outcome != judge.Silent {
		t.Fatalf("verdicts %+v, error %v", all, err)
	}
	hung := slices.DeleteFunc(slices.Clone(o.lines), func(line string) bool { return !strings.HasPrefix(line, "hung ") })
	want := "hung sums/0: the program stirs when its input ends: does it flush its output after each line, like print(line, flush=True)? " +
		"If it reads to the end before it answers, run it without --protocol lines"
	if len(hung) != 1 || hung[0] != want || slices.Index(o.lines, want) > slices.Index(o.lines, "end sums/0 silent") {
		t.Errorf("the observer is told %q, expected %q once, before the end", o.lines, want)
	}
}
