//go:build unix

package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

func TestSetup(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "program")
	build := `printf '#!/bin/sh\ncat >/dev/null; echo 3 "{\\"sum\\":3}"\n' > '` + program + `' && chmod +x '` + program + `'`
	for _, test := range []struct {
		name    string
		setup   run.Setup
		how     string // of the failure
		output  string // contained in what it wrote
		outcome judge.Outcome
	}{
		{name: "builds the program", setup: run.Setup{Command: build}, outcome: judge.Pass},
		{
			name: "fails", setup: run.Setup{Command: "echo compiling; echo 'x.c:1: bad' >&2; exit 7"},
			how: "exit status 7", output: "compiling\nx.c:1: bad", outcome: judge.Blocked,
		},
		{name: "is no shell", setup: run.Setup{Command: "if then"}, how: "exit status", outcome: judge.Blocked},
		{name: "is killed", setup: run.Setup{Command: "kill -KILL $$"}, how: "signal SIGKILL", outcome: judge.Blocked},
		{
			name: "hangs", setup: run.Setup{Command: "echo begun; sleep 60", Timeout: 300 * time.Millisecond},
			how: "still running after 300ms", output: "begun", outcome: judge.Blocked,
		},
		{name: "writes much", setup: run.Setup{Command: "seq 100000; exit 1"}, how: "exit status 1", output: "99999\n100000", outcome: judge.Blocked},
		{name: "builds nothing", setup: run.Setup{Command: "rm -f '" + program + "'"}, outcome: judge.Blocked},
	} {
		c := config(t, &subject.Command{Argv: []string{program}}, "[1,2]", "[3]", "[2,1]")
		c.Setup = test.setup
		c.Cases.(suite.List)[1].Broken = &suite.Fault{Message: "broken"}
		all, summary, err := verdicts(context.Background(), c)
		failed, ok := errors.AsType[*run.SetupError](err)
		if ok != (test.how != "") ||
			ok && (!strings.Contains(failed.How, test.how) || !strings.Contains(failed.Output, test.output) || len(failed.Output) > 16<<10) {
			t.Errorf("%s: error %+v", test.name, err)
		}
		if len(all) != 3 || all[0].Outcome != test.outcome || all[2].Outcome != test.outcome || all[1].Blame != judge.BlameSuite {
			t.Errorf("%s: verdicts %+v", test.name, all)
		}
		if test.outcome == judge.Blocked && (err == nil || summary.Blocked != 2 || summary.ExitStatus() != 2) {
			t.Errorf("%s: error %v, summary %+v", test.name, err, summary)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := config(t, shell(right), "[1,2]")
	c.Setup.Command = "sleep 60"
	time.AfterFunc(200*time.Millisecond, cancel)
	if all, summary, err := verdicts(ctx, c); !errors.Is(err, context.Canceled) || len(all) > 0 || !summary.Interrupted {
		t.Errorf("verdicts %+v, summary %+v, error %v", all, summary, err)
	}
}

// TestFirstCaseRunsAlone tries several times, since on a busy machine the first
// case may take longer than the others wait for it.
func TestFirstCaseRunsAlone(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`cat >/dev/null; `+right), "[3]", "[1,2]", "[2,1]", "[1,1,1]", "[0,3]")
	c.Jobs = 5
	var lines []string
	for range 10 {
		o := &observer{}
		c.Observer = o
		if _, summary, err := verdicts(context.Background(), c); err != nil || summary.Pass != 5 {
			t.Fatalf("summary %+v, error %v", summary, err)
		}
		if lines = o.lines; slices.Equal(lines[:2], []string{"begin sums/0", "end sums/0 pass"}) {
			return
		}
	}
	t.Errorf("the observer is told %q", lines)
}

// TestCrashesDoNotBlock has a program that always crashes, which is another
// thing than one that cannot be started.
func TestCrashesDoNotBlock(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`echo "ModuleNotFoundError: No module named 'pydantic'" >&2; exit 1`), numbers(9)...)
	all, summary, err := verdicts(context.Background(), c)
	if err != nil || summary.Fail != 9 || summary.ExitStatus() != 1 {
		t.Errorf("summary %+v, error %v", summary, err)
	}
	for _, v := range all {
		if v.Outcome != judge.Crashed || v.Fingerprint != all[0].Fingerprint {
			t.Errorf("verdict is %+v", v)
		}
	}
}

// TestFailuresMax ends runs early and gets the same cases on any number of
// workers.
func TestFailuresMax(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{1, 8} {
		for _, test := range []struct {
			most    int
			want    string
			stopped bool
		}{
			{most: 1, want: "0 pass, 1 wrong-answer", stopped: true},
			{most: 4, want: "0 pass, 1 wrong-answer, 2 crashed, 3 not-json, 4 pass, 5 pass, 6 pass, 7 pass, " +
				"8 pass, 9 pass, 10 pass, 11 pass, 12 wrong-answer", stopped: true},
			{most: 100},
		} {
			c := config(t, shell(player), numbers(30)...)
			c.Jobs = jobs
			c.FailuresMax = test.most
			all, summary, err := verdicts(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range all {
				got = append(got, strings.TrimPrefix(v.Case, "sums/")+" "+string(v.Outcome))
			}
			if test.want != "" && strings.Join(got, ", ") != test.want || test.want == "" && len(got) != 30 {
				t.Errorf("%d jobs, up to %d failures: %q", jobs, test.most, got)
			}
			if summary.Stopped != test.stopped || summary.Interrupted || summary.ExitStatus() != 1 {
				t.Errorf("%d jobs, up to %d failures: summary is %+v", jobs, test.most, summary)
			}
		}
	}
	// The last case may fail without the run being cut short.
	c := config(t, shell("exit 1"), "[1]")
	c.FailuresMax = 1
	if _, summary, err := verdicts(context.Background(), c); err != nil || summary.Stopped || summary.Fail != 1 {
		t.Errorf("summary %+v, error %v", summary, err)
	}
}

// TestResume takes up what an earlier run has found.
func TestResume(t *testing.T) {
	t.Parallel()
	earlier := map[string]run.Result{
		"sums/0": {Verdict: judge.Verdict{Case: "sums/0", Outcome: judge.Crashed, Blame: judge.BlameSubject, Ms: 7}},
		"sums/4": {Verdict: judge.Verdict{Case: "sums/4", Outcome: judge.Pass, Known: "from another list", Warnings: []string{run.ChangedFailure}}},
		// These say nothing about the program: their cases are run.
		"sums/1": {Verdict: judge.Verdict{Case: "sums/1", Outcome: judge.HarnessError, Blame: judge.BlameHarness}},
		"sums/2": {Verdict: judge.Verdict{Case: "sums/2", Outcome: judge.Blocked}},
		"sums/3": {Verdict: judge.Verdict{Case: "sums/3", Outcome: judge.Blocked, Blame: judge.BlameSuite}},
	}
	for _, jobs := range []int{1, 8} {
		c := config(t, shell(`cat >/dev/null; `+right), "[1,2]", "[1,2]", "[1,2]", "[1,2]", "[1,2]", "[1,2]")
		c.Jobs = jobs
		c.Name = "program"
		c.Resume = earlier
		o := &observer{}
		c.Observer = o
		all, summary, err := verdicts(context.Background(), c)
		if err != nil || summary.Pass != 5 || summary.Fail != 1 || len(o.lines) != 12 {
			t.Errorf("summary %+v, error %v, observed %q", summary, err, o.lines)
		}
		for i, v := range all {
			want := judge.Pass
			if i == 0 {
				want = judge.Crashed
			}
			if v.Case != fmt.Sprintf("sums/%d", i) || v.Outcome != want || v.Subject != "program" ||
				v.Known != "" || len(v.Warnings) > 0 || i == 0 && v.Ms != 7 {
				t.Errorf("verdict %d is %+v", i, v)
			}
		}
	}
	// A run whose cases all have a verdict runs nothing.
	c := config(t, shell("exit 1"), numbers(100)...)
	c.Resume = map[string]run.Result{}
	for _, k := range c.Cases.(suite.List) {
		c.Resume[k.ID] = run.Result{Verdict: judge.Verdict{Outcome: judge.Pass}}
	}
	if _, summary, err := verdicts(context.Background(), c); err != nil || summary.ExitStatus() != 0 {
		t.Errorf("summary %+v, error %v", summary, err)
	}
}

// TestResumedVerdictsCount ends resumed runs early: what the earlier run has
// found counts all the same, also behind the end and where it is not judged.
func TestResumedVerdictsCount(t *testing.T) {
	t.Parallel()
	failed := run.Result{Verdict: judge.Verdict{Outcome: judge.Crashed, Blame: judge.BlameSubject}}
	c := config(t, shell(`cat >/dev/null; exit 1`), numbers(9)...)
	c.Resume = map[string]run.Result{
		"sums/1": failed, "sums/6": failed,
		"sums/7": {Verdict: judge.Verdict{Outcome: judge.Pass}}, "sums/8": {Verdict: judge.Verdict{Outcome: judge.Blocked}},
	}
	c.FailuresMax = 2
	var recorded []string
	c.Record = func(r run.Result) { recorded = append(recorded, r.Verdict.Case) }
	all, summary, err := verdicts(context.Background(), c)
	if err != nil || !summary.Stopped || summary.Fail != 3 || summary.Pass != 1 || summary.Blocked != 1 || summary.Done() != len(all) {
		t.Errorf("summary %+v, error %v", summary, err)
	}
	if want := []string{"sums/0", "sums/1", "sums/6", "sums/7", "sums/8"}; !slices.Equal(recorded, want) {
		t.Errorf("recorded are %q, expected %q", recorded, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.FailuresMax, c.Setup = 0, run.Setup{}
	all, summary, err = verdicts(ctx, c)
	if !errors.Is(err, context.Canceled) || !summary.Interrupted || summary.Done() != len(all) || summary.Fail != 2 || summary.Pass != 1 || summary.Blocked != 1 {
		t.Errorf("interrupted: summary %+v, error %v", summary, err)
	}
}

// TestRecord runs a slow case first: what comes of the others is recorded
// before it ends, as they are delivered behind it.
func TestRecord(t *testing.T) {
	t.Parallel()
	// On a busy machine one of the others may be asked again alone, which has to wait for the
	// slow case, and that for all others. Such a run shows nothing: it is made again.
	const runsMax = 3
	for n := 1; ; n++ {
		over := filepath.Join(t.TempDir(), "over") // it exists once all others are recorded
		script := `case $(cat) in "[1]") until [ -e ` + over + ` ]; do sleep 0.02; done;; *) echo 0; echo '{"sum":0}';; esac`
		c := config(t, shell(script), numbers(8)...)
		c.Cases = append(c.Cases.(suite.List)[1:2:2], append(c.Cases.(suite.List)[:1:1], c.Cases.(suite.List)[2:]...)...)
		c.Jobs, c.Limits.Timeout = 2, time.Minute // the first case waits for all others
		var recorded []int
		c.Record = func(r run.Result) {
			if recorded = append(recorded, r.Number); len(recorded) == 7 {
				if err := os.WriteFile(over, nil, 0o600); err != nil {
					t.Error(err)
				}
			}
		}
		atFirst := -1
		c.Deliver = func(r run.Result) {
			if atFirst < 0 {
				atFirst = len(recorded)
			}
		}
		summary, err := run.Run(context.Background(), c)
		if err == nil && summary.Done() == 8 && atFirst == 8 && recorded[7] == 1 {
			return
		}
		if n == runsMax || summary.Verdicts[judge.Silent] == 0 {
			t.Fatalf("recorded are %v, %d of them before the first was delivered; summary %+v, error %v", recorded, atFirst, summary, err)
		}
	}
}

// TestSetupIsToldOnce blocks all cases by a setup that fails: what it wrote
// stands in one verdict.
func TestSetupIsToldOnce(t *testing.T) {
	t.Parallel()
	c := config(t, shell("exit 1"), numbers(3)...)
	c.Setup = run.Setup{Command: "echo 'no rule to make x'; exit 2"}
	all, _, err := verdicts(context.Background(), c)
	if _, ok := errors.AsType[*run.SetupError](err); !ok || len(all) != 3 || all[0].Stderr != "no rule to make x" || all[1].Stderr+all[2].Stderr != "" {
		t.Errorf("verdicts %+v, error %v", all, err)
	}
}

func TestEmptyShard(t *testing.T) {
	t.Parallel()
	c := config(t, shell("exit 1"))
	c.Shard = "3/8"
	if all, summary, err := verdicts(context.Background(), c); err != nil || len(all) > 0 || summary.ExitStatus() != 0 {
		t.Errorf("verdicts %+v, summary %+v, error %v", all, summary, err)
	}
}

// TestCancelDoesNotWaitForTheOracle ends a run whose oracle is lost in thought.
func TestCancelDoesNotWaitForTheOracle(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	c := config(t, shell(right), "[1,2]")
	c.Rules = thinking{rules{}, release}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	begin := time.Now()
	_, summary, err := verdicts(ctx, c)
	if !errors.Is(err, context.Canceled) || !summary.Interrupted || time.Since(begin) > 10*time.Second {
		t.Errorf("summary %+v, error %v after %v", summary, err, time.Since(begin))
	}
}

// thinking are rules whose oracle answers when it is released.
type thinking struct {
	rules
	release chan struct{}
}

func (r thinking) Oracle(task string) game.Oracle {
	<-r.release
	return r.rules.Oracle(task)
}

func TestJobs(t *testing.T) {
	t.Parallel()
	if n := run.Jobs(subject.Limits{}, nil, false); n < 1 || n > run.JobsMax {
		t.Errorf("%d jobs", n)
	}
	if n := run.Jobs(subject.Limits{OutputBytesMax: 1 << 40}, nil, true); n != 1 {
		t.Errorf("%d jobs with a terabyte of output each", n)
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("src/program.py", "1")
	write("src/helper.py", "1")
	write("suite/1-in.json", "1")
	write("other/known.txt", "1")
	write("other/log.txt", "1")
	w := run.NewWatch([]string{"sh", file("src/program.py"), "-v"}, []string{file("suite"), file("other/known.txt")})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	expect := func(want string) {
		t.Helper()
		if got, err := w.Next(ctx); err != nil || got != want {
			t.Fatalf("changed is %q, expected %q, error %v", got, want, err)
		}
	}
	w.Begin()
	for i, name := range []string{"src/helper.py", "src/new.py", "suite/2-in.json", "other/known.txt"} {
		// One changes while it is waited for, the next one before.
		delay := time.Duration(i%2) * 500 * time.Millisecond
		if delay == 0 {
			write(name, "another")
		} else {
			time.AfterFunc(delay, func() { write(name, "another") })
		}
		expect(file(name))
		w.Begin()
	}
	if err := os.Remove(file("src/new.py")); err != nil {
		t.Fatal(err)
	}
	expect(file("src/new.py"))
	// A file that every run writes counts once.
	for _, text := range []string{"a", "ab"} {
		w.Begin()
		write("src/out.log", text)
		write("src/.hidden", text)
		write("src/x.pyc", text)
		write("other/log.txt", text)
		if text == "ab" {
			time.AfterFunc(500*time.Millisecond, func() { write("src/program.py", "22") })
			expect(file("src/program.py"))
		} else {
			expect(file("src/out.log"))
		}
	}
	w.Begin()
	cancel()
	if got, err := w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("changed is %q, error %v", got, err)
	}
}

// TestWatchOnPath watches a program that is named without a folder.
func TestWatchOnPath(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program.exe")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("1")
	t.Setenv("PATH", filepath.Dir(program))
	w := run.NewWatch([]string{"program.exe"}, nil)
	w.Begin()
	write("another")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if got, err := w.Next(ctx); err != nil || got != program {
		t.Errorf("changed is %q, expected %q, error %v", got, program, err)
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "known.txt")
	save := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The player is wrong on 1, crashes on 2, writes no JSON on 3, and so on
	// from 12.
	hold := func(update bool, jobs int) ([]judge.Verdict, run.Summary, *run.Known) {
		t.Helper()
		c := config(t, shell(player), numbers(15)...)
		c.Jobs = jobs
		known, err := run.ReadKnown(file, update)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.Check(c.Cases); err != nil {
			t.Fatal(err)
		}
		c.Known = known
		all, summary, err := verdicts(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		return all, summary, known
	}
	const list = `# what we know
sums/12  wrong-answer /0  # one too many

sums/1	wrong-answer  #9: the same
sums/2  not-json  # it was so
sums/3  not-json /1  # elsewhere
sums/4  crashed  # repaired since
sums/13 crashed  # KeyError
sums/5  flaky  # now and then
`
	for _, jobs := range []int{1, 8} {
		save(list)
		all, summary, known := hold(false, jobs)
		if summary.Known != 3 || summary.Unexpected != 1 || summary.Fail != 3 || summary.Pass != 9 || summary.ExitStatus() != 1 {
			t.Errorf("summary is %+v", summary)
		}
		want := file + ":5: sums/2 is now crashed /0, listed as not-json (it was so)\n" +
			file + ":6: sums/3 is now not-json /0, listed as not-json /1 (elsewhere)\n" +
			file + ":7: sums/4 passes now, listed as crashed (repaired since)"
		if got := strings.Join(known.Notes(), "\n"); got != want {
			t.Errorf("notes are\n%s\nexpected\n%s", got, want)
		}
		if all[1].Known != "9: the same" || all[1].Outcome != judge.WrongAnswer ||
			!slices.Contains(all[4].Warnings, run.UnexpectedPass) || !slices.Contains(all[2].Warnings, run.ChangedFailure) {
			t.Errorf("verdicts are %+v", all)
		}
	}
	_, summary, known := hold(true, 8)
	if summary.Known != 6 || summary.Fail != 0 || summary.ExitStatus() != 0 || len(known.Notes()) > 0 {
		t.Errorf("summary is %+v", summary)
	}
	if err := known.Write(); err != nil {
		t.Fatal(err)
	}
	const updated = `# what we know
sums/12  wrong-answer /0  # one too many

sums/1  wrong-answer  # 9: the same
sums/2  crashed /0  # it was so
sums/3  not-json /0  # elsewhere
sums/13  crashed  # KeyError
sums/5  flaky  # now and then
sums/14  not-json /0  # no reason given yet
`
	text, err := os.ReadFile(file)
	if err != nil || string(text) != updated {
		t.Errorf("the list is\n%s\nerror %v", text, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	if _, summary, known := hold(false, 8); summary.ExitStatus() != 0 || summary.Known != 6 || known.Text() != updated {
		t.Errorf("summary is %+v, the list\n%s", summary, known.Text())
	}
	for text, want := range map[string]string{
		"sums/1 crashed":                               `known.txt:1: expected " # " and a reason`,
		"\nsums/1 crashed #  ":                         `known.txt:2: expected " # " and a reason`,
		"sums/1 # why":                                 "expected a case and its verdict",
		"sums/1 crash # why":                           `found "crash"; did you mean crashed?`,
		"sums/1 pass # why":                            `expected the verdict of a failure, found "pass"`,
		"sums/1 blocked # why":                         `expected the verdict of a failure, found "blocked"`,
		"sums/1 crashed here # why":                    `expected a JSON pointer after crashed, found "here"`,
		"sums/1 crashed # a\nsums/1 silent # b":        `known.txt:2: the case "sums/1" is already on line 1`,
		"sums/1 crashed # a\nsums/99 crashed /0/a # b": `known.txt:2: there is no case "sums/99"`,
	} {
		save(text)
		known, err := run.ReadKnown(file, false)
		if err == nil {
			err = known.Check(config(t, shell(player), numbers(5)...).Cases)
		}
		if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.Contains(usage.Message, want) {
			t.Errorf("%q: error %v, expected %q", text, err, want)
		}
	}
	// An update drops what is there no more, and begins without a file.
	save("sums/99  crashed  # gone\n# end")
	known, err = run.ReadKnown(file, true)
	if err != nil || known.Check(config(t, shell(player), "[1]").Cases) != nil || known.Text() != "# end\n" {
		t.Errorf("list %+v, error %v", known, err)
	}
	if _, err := run.ReadKnown(file+"x", false); err == nil {
		t.Error("a list that is not there is no error")
	}
	if known, err := run.ReadKnown(file+"x", true); err != nil || known.Text() != "" {
		t.Errorf("error %v", err)
	}
}
