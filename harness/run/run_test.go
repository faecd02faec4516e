//go:build unix

package run_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// player is a subject of the game below. The number that it is asked for
// decides how it errs, and how long it takes.
const player = `read line; n=${line#[}; n=${n%]}
[ $((n%7)) != 1 ] || sleep 0.02
case $((n%11)) in
1) echo "$((n+1)) {\"sum\":$n}";;
2) printf 'Traceback (most recent call last):\n  File "x.py", line 3, in <module>\nKeyError: %d\n' $n >&2; exit 1;;
3) echo Hello;;
*) echo "$n {\"sum\":$n}";;
esac`

// sums is a game with one task: add the numbers of an array, and answer with
// the sum, then with an object that has it.
func sums() *game.Game {
	g := &game.Game{Name: "sums", Tasks: []game.Task{{
		Name:   "add",
		In:     []game.Param{{Name: "numbers", Value: "numbers"}},
		Out:    []game.Param{{Name: "sum", Value: "number"}, {Name: "object", Value: "object"}},
		Fields: []game.Field{{Pointer: "/0", Clause: "SU-1"}, {Pointer: "/1/sum", Clause: "SU-2"}},
	}}}
	g.Configure = func(game.Settings) (game.Rules, error) { return rules{}, nil }
	return g
}

type rules struct{}

func (rules) Mutant() string { return "" }

func (rules) Options() []game.Setting {
	return []game.Setting{{Name: "plus", Value: jsontext.Value("0")}}
}
func (rules) Check(string, jsontext.Value) error { return nil }
func (rules) Live() game.Live                    { return nil }
func (rules) Explain([]jsontext.Value, string) string {
	return ""
}

func (rules) Generate(string, *rand.Rand, int) []jsontext.Value {
	return []jsontext.Value{jsontext.Value("[1]")}
}

func (rules) Oracle(string) game.Oracle {
	return func(in []jsontext.Value, out *game.Output) error {
		if len(in) != 1 || in[0].Kind() != '[' {
			return &game.Invalid{Message: "expected an array"}
		}
		sum := 0
		for text := range strings.SplitSeq(strings.Trim(string(in[0]), "[]"), ",") {
			switch text {
			case "666":
				panic("cannot count the beast")
			case "667":
				return errors.New("too near to the beast")
			}
			n := 0
			if _, err := fmt.Sscan(text, &n); err != nil {
				return &game.Invalid{Message: "expected a number"}
			}
			sum += n
		}
		out.Buf = fmt.Append(out.Buf, sum)
		out.End()
		out.Buf = fmt.Appendf(out.Buf, `{"sum":%d}`, sum)
		out.End()
		return nil
	}
}

// explain is a schema: objects are no numbers.
func explain(value string, raw jsontext.Value) ([]judge.Problem, error) {
	if value == "number" && raw.Kind() != '0' {
		return []judge.Problem{{Message: "expected a number"}}, nil
	}
	return nil, nil
}

func config(t *testing.T, command *subject.Command, inputs ...string) run.Config {
	t.Helper()
	g := sums()
	c := run.Config{
		Game: g, Rules: rules{}, Task: g.Tasks[0],
		Judge:   judge.New(g.Tasks[0], judge.Lax, explain),
		Subject: command,
		Suites:  []string{"sums"},
		Limits:  subject.Limits{Timeout: 10 * time.Second},
	}
	var cases suite.List
	for i, input := range inputs {
		name := fmt.Sprint(i)
		cases = append(cases, suite.Case{ID: "sums/" + name, Name: name, In: []jsontext.Value{jsontext.Value(input)}})
	}
	c.Cases = cases
	return c
}

func shell(script string) *subject.Command {
	return &subject.Command{Argv: []string{"sh", "-c", script}}
}

// verdicts runs a configuration and returns what it delivers.
func verdicts(ctx context.Context, c run.Config) ([]judge.Verdict, run.Summary, error) {
	var all []judge.Verdict
	c.Deliver = func(r run.Result) { all = append(all, r.Verdict) }
	summary, err := run.Run(ctx, c)
	return all, summary, err
}

const right = `echo 3 '{"sum":3}'`

func TestVerdicts(t *testing.T) {
	t.Parallel()
	second := subject.Limits{Timeout: time.Second}
	for _, test := range []struct {
		name     string
		script   string
		limits   subject.Limits
		outcome  judge.Outcome
		message  string // contained in the verdict's
		pointer  string
		clause   string
		exit     int
		signal   string
		stderr   string
		warnings string
	}{
		{name: "pass", script: right, outcome: judge.Pass},
		{name: "pretty", script: `printf ' 3.0\n\n{ "sum" :\n3}'`, outcome: judge.Pass},
		{name: "wrong answer", script: `echo 3 '{"sum":4}'`, outcome: judge.WrongAnswer, pointer: "/1/sum", clause: "SU-2", message: "expected 3, received 4"},
		{name: "wrong answer, then a crash", script: `echo 4; echo oops >&2; exit 9`, outcome: judge.WrongAnswer, pointer: "/0", clause: "SU-1", exit: 9, stderr: "oops"},
		{name: "wrong answer, then garbage", script: `echo 4 Hello`, outcome: judge.WrongAnswer, pointer: "/0", clause: "SU-1"},
		{name: "wrong answer, then silence", script: `echo 4; sleep 60`, limits: second, outcome: judge.WrongAnswer, pointer: "/0", clause: "SU-1"},
		{name: "wrong shape", script: `echo '{}' '{"sum":3}'`, outcome: judge.WrongShape, pointer: "/0", clause: "SU-1", message: "expected a number"},
		{name: "duplicate key", script: `echo 3 '{"sum":3,"sum":3}'`, outcome: judge.WrongShape, pointer: "/1/sum", message: "the key appears twice in its object (byte 11)"},
		{name: "too deep", script: `echo 3; i=0; while [ $i -lt 70 ]; do printf '['; i=$((i+1)); done; while [ $i -gt 0 ]; do printf ']'; i=$((i-1)); done`, outcome: judge.WrongShape, pointer: "/1", message: "nested deeper than 64 (byte 66)"},
		{name: "not JSON", script: `echo 3; echo Hello; exit 1`, outcome: judge.NotJSON, pointer: "/1", message: `not JSON at byte 2 (line 2, column 1): invalid character 'H'`, exit: 1},
		{name: "control characters", script: `printf '3 \033[31m\377'`, outcome: judge.NotJSON, pointer: "/1", message: `near " \x1b[31m\xff"`},
		{name: "invalid UTF-8", script: `printf '3 "\377"'`, outcome: judge.NotJSON, pointer: "/1", message: `UTF-8`},
		{name: "cut off", script: `printf '3 {"sum":'`, outcome: judge.NotJSON, pointer: "/1", message: "the output ends inside value 2, at byte 9"},
		{name: "no output", script: `cat >/dev/null`, outcome: judge.MissingOutput, pointer: "/0", clause: "SU-1", message: "received 0 of 2 values"},
		{name: "missing output", script: `echo 3`, outcome: judge.MissingOutput, pointer: "/1", message: "received 1 of 2 values"},
		{name: "extra output", script: right + "; echo 5 6 7", outcome: judge.ExtraOutput, pointer: "/2", message: "expected 2 values, received 3"},
		{name: "extra garbage", script: right + "; echo bye", outcome: judge.NotJSON, pointer: "/2"},
		{name: "crash", script: `echo 'ImportError: no' >&2; exit 3`, outcome: judge.Crashed, pointer: "/0", exit: 3, message: "exit status 3 before any output: ImportError: no", stderr: "ImportError: no"},
		{name: "crash after one value", script: `echo 3; exit 3`, outcome: judge.Crashed, pointer: "/1", exit: 3, message: "exit status 3 after 1 of 2 values"},
		{name: "crash inside a value", script: `printf '3 {"s'; kill -SEGV $$`, outcome: judge.Crashed, pointer: "/1", signal: "SIGSEGV", message: "signal SIGSEGV after 1 of 2 values, and part of value 2"},
		{name: "crash after the answer", script: right + "; exit 1", outcome: judge.Crashed, exit: 1, message: "exit status 1 after the complete output"},
		{name: "silent", script: `sleep 60`, limits: second, outcome: judge.Silent, pointer: "/0", message: "no output within 1s"},
		{name: "slow", script: `echo 3; sleep 60`, limits: second, outcome: judge.Timeout, pointer: "/1", message: "still running after 1s, after 1 of 2 values"},
		{name: "slow inside a value", script: `printf '3 {'; sleep 60`, limits: second, outcome: judge.Timeout, pointer: "/1", message: "and part of value 2"},
		{name: "right, but no end", script: right + "; sleep 60", limits: second, outcome: judge.Pass, warnings: "lingered"},
		{name: "right, then lingers", script: right + "; exec >&-; sleep 60", outcome: judge.Pass, warnings: "lingered"},
		{
			name: "ends before a child answers", script: "(sleep 60; echo 3) &", outcome: judge.MissingOutput, pointer: "/0", clause: "SU-1",
			message: "received 0 of 2 values", warnings: "leaked",
		},
		{name: "right, but leaves a child", script: "sleep 60 & " + right, outcome: judge.Pass, warnings: "lingered leaked"},
		{name: "flood of one value", script: `printf '3 "'; while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done`, limits: subject.Limits{OutputBytesMax: 1 << 14}, outcome: judge.OutputLimit, pointer: "/1", message: "the output is longer than 16 KiB, after 1 of 2 values, and part of value 2"},
		{name: "flood of blanks", script: `echo 3; yes ''`, limits: subject.Limits{OutputBytesMax: 1 << 20}, outcome: judge.OutputLimit, pointer: "/1", message: "longer than 1 MiB"},
		{name: "flood of values", script: right + `; yes 1`, limits: subject.Limits{OutputBytesMax: 1 << 20}, outcome: judge.OutputLimit, pointer: "/3"},
		{name: "does not read", script: "exec <&-; " + right, outcome: judge.Pass},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := config(t, shell(test.script), "[1,2]")
			if test.limits != (subject.Limits{}) {
				c.Limits = test.limits
			}
			all, summary, err := verdicts(context.Background(), c)
			if err != nil || len(all) != 1 {
				t.Fatalf("%d verdicts, error %v", len(all), err)
			}
			v := all[0]
			if v.Outcome != test.outcome || v.Pointer != test.pointer || v.Clause != test.clause || !strings.Contains(v.Message, test.message) {
				t.Errorf("%s at %q (%s): %s\nexpected %s at %q (%s): …%s…",
					v.Outcome, v.Pointer, v.Clause, v.Message, test.outcome, test.pointer, test.clause, test.message)
			}
			if v.Exit != test.exit || v.Signal != test.signal || v.Stderr != test.stderr || strings.Join(v.Warnings, " ") != test.warnings {
				t.Errorf("exit %d, signal %q, stderr %q, warnings %q", v.Exit, v.Signal, v.Stderr, v.Warnings)
			}
			wantBlame := judge.BlameSubject
			if test.outcome == judge.Pass {
				wantBlame = ""
			}
			if v.Blame != wantBlame || v.Case != "sums/0" || !strings.HasPrefix(v.Subject, "sh -c ") || (v.Fingerprint == "") != (v.Outcome == judge.Pass) {
				t.Errorf("verdict is %+v", v)
			}
			wantStatus := 1
			if test.outcome == judge.Pass {
				wantStatus = 0
			}
			if summary.ExitStatus() != wantStatus || summary.Done() != 1 {
				t.Errorf("summary is %+v", summary)
			}
		})
	}
}

// TestValueTooLong: what one value may keep in memory is bounded apart from the output.
func TestValueTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("to read 16 MiB takes the race detector many seconds")
	}
	t.Parallel()
	c := config(t, shell(`printf '3 "'; yes a | tr -d '\n' | head -c 17000000`), "[1,2]")
	c.Limits = subject.Limits{OutputBytesMax: 32 << 20, Timeout: time.Minute}
	all, _, err := verdicts(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	const want = "value 2 is longer than 16 MiB, after 1 of 2 values"
	if v := all[0]; v.Outcome != judge.OutputLimit || v.Pointer != "/1" || v.Message != want {
		t.Errorf("%+v, expected %q", v, want)
	}
}

// Of what fails by the subject's fault the input comes along, as long as it is
// not too long to be shown.
func TestInputOfFailures(t *testing.T) {
	t.Parallel()
	long := "[3" + strings.Repeat(" ", 64<<10) + "]"
	for name, c := range map[string]struct {
		script, input string
		want          []jsontext.Value
	}{
		"right":       {right, "[3]", nil},
		"wrong":       {`echo 4 '{"sum":4}'`, "[3]", []jsontext.Value{jsontext.Value("[3]")}},
		"crashed":     {"exit 3", "[3]", []jsontext.Value{jsontext.Value("[3]")}},
		"too long":    {"exit 3", long, nil},
		"our fault":   {right, "[667]", nil},
		"the suite's": {right, "{}", nil},
	} {
		k := config(t, shell(c.script), c.input)
		var got []run.Result
		k.Deliver = func(r run.Result) { got = append(got, r) }
		if _, err := run.Run(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || fmt.Sprintf("%s", got[0].Input) != fmt.Sprintf("%s", c.want) {
			t.Errorf("%s: %d results, the input is %.80s", name, len(got), got[0].Input)
		}
	}
}

func TestWhatIsNotTheSubjectsFault(t *testing.T) {
	t.Parallel()
	c := config(t, shell("cat >/dev/null; "+right), "[1,2]", "[666]", "[667]", "[1,2]", "{}", "[1,2]")
	c.Jobs = 1
	c.Cases.(suite.List)[3].Broken = &suite.Fault{File: "a.jsonl", Line: 7, Column: 3, Message: "not JSON", Hint: "write JSON"}
	c.Cases.(suite.List)[5].Out = []jsontext.Value{jsontext.Value("4"), jsontext.Value(`{"sum":3}`)}
	all, summary, err := verdicts(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range all {
		got = append(got, fmt.Sprintf("%s %s %s: %s", v.Case, v.Outcome, v.Blame, v.Message))
	}
	want := []string{
		"sums/0 pass : ",
		"sums/1 harness-error harness: a bug in touchstone: cannot count the beast",
		"sums/2 harness-error harness: the oracle of sums/add: too near to the beast",
		"sums/3 blocked suite: a.jsonl:7:3: not JSON; hint: write JSON",
		"sums/4 blocked suite: the input is invalid: value 1 (numbers): expected an array",
		"sums/5 blocked suite: the expected output contradicts the rules: at /0 the rules give 3, not 4 (SU-1); hint: \"touchstone solve sums/add --option plus=0 < FILE\" prints what the rules give for an input",
	}
	if !slices.Equal(got, want) {
		t.Errorf("verdicts are\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if summary.Pass != 1 || summary.Errors != 2 || summary.Broken != 3 || summary.Fail != 0 || summary.ExitStatus() != 2 {
		t.Errorf("summary is %+v", summary)
	}
}

func numbers(n int) []string {
	var inputs []string
	for i := range n {
		inputs = append(inputs, fmt.Sprintf("[%d]", i))
	}
	return inputs
}

// TestOrder runs cases that take differently long on one worker and on many:
// but for the times the reports are the same bytes.
func TestOrder(t *testing.T) {
	t.Parallel()
	reports := make(map[int]string)
	for _, jobs := range []int{1, 8} {
		c := config(t, shell(player), numbers(45)...)
		c.Jobs = jobs
		c.Name = "player"
		c.Retries = 1
		var asJSON, asText strings.Builder
		reporters := []report.Reporter{
			report.NewJSON(&asJSON),
			report.NewText(&asText, report.TextOptions{Judge: c.Judge, Verbose: true}),
		}
		c.Deliver = func(r run.Result) {
			r.Verdict.Ms = 0
			for _, reporter := range reporters {
				reporter.Add(r)
			}
		}
		summary, err := run.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		summary.Ms = 0
		for _, reporter := range reporters {
			if err := reporter.Close(summary); err != nil {
				t.Fatal(err)
			}
		}
		if summary.Pass != 33 || summary.Fail != 12 || summary.Done() != 45 {
			t.Errorf("with %d workers the summary is %+v", jobs, summary)
		}
		reports[jobs] = asJSON.String() + asText.String()
	}
	if reports[8] != reports[1] {
		t.Errorf("with 8 workers the report is\n%s\nwith one\n%s", reports[8], reports[1])
	}
	if !strings.Contains(reports[1], "33 of 45 pass; 12 fail (3 causes)") {
		t.Errorf("the causes are not grouped:\n%s", reports[1])
	}
}

func TestHangDelaysNobody(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`read line; case "$line" in "[0]") sleep 60;; esac; echo 3 '{"sum":3}'`), "[0]", "[3]", "[3]", "[3]", "[3]", "[3]", "[3]", "[3]")
	c.Jobs = 2
	c.Limits.Timeout = 2 * time.Second
	begin := time.Now()
	all, _, err := verdicts(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	for i, v := range all {
		want := judge.Pass
		if i == 0 {
			want = judge.Silent
		}
		if v.Case != fmt.Sprintf("sums/%d", i) || v.Outcome != want {
			t.Errorf("verdict %d is %+v", i, v)
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := config(t, shell(`read line; case "$line" in "[3]") echo 3 '{"sum":3}';; *) sleep 60;; esac`),
		"[3]", "[3]", "[3]", "[0]", "[3]", "[3]", "[0]", "[0]", "[0]", "[3]", "[3]")
	c.Jobs = 2
	c.Limits.Timeout = time.Minute
	var delivered []string
	c.Deliver = func(r run.Result) { delivered = append(delivered, r.Verdict.Case) }
	// All that end have ended: only those that hang are left.
	var certain atomic.Int32
	c.Record = func(run.Result) {
		if certain.Add(1) == 5 {
			cancel()
		}
	}
	begin := time.Now()
	summary, err := run.Run(ctx, c)
	if !errors.Is(err, context.Canceled) || time.Since(begin) > 20*time.Second {
		t.Errorf("error %v after %v", err, time.Since(begin))
	}
	// Cases 3 and 6 hang and nothing behind them is begun; what came between
	// them is not lost.
	if want := []string{"sums/0", "sums/1", "sums/2", "sums/4", "sums/5"}; !slices.Equal(delivered, want) {
		t.Errorf("delivered %q, expected %q", delivered, want)
	}
	if !summary.Interrupted || summary.Done() != 5 || summary.Cases != 11 || summary.ExitStatus() != 2 {
		t.Errorf("summary is %+v", summary)
	}
}

func TestProgramThatCannotBeRun(t *testing.T) {
	t.Parallel()
	_, _, err := verdicts(context.Background(), config(t, &subject.Command{Argv: []string{"./no-such-program"}}, numbers(5)...))
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || usage.Hint == "" {
		t.Errorf("error %v", err)
	}
	path := t.TempDir() + "/program"
	if err := os.WriteFile(path, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := config(t, &subject.Command{Argv: []string{path}}, numbers(5)...)
	c.Cases.(suite.List)[2].Broken = &suite.Fault{Message: "broken"}
	all, summary, err := verdicts(context.Background(), c)
	if _, ok := errors.AsType[*game.UsageError](err); !ok {
		t.Errorf("error %v", err)
	}
	for i, v := range all {
		if v.Outcome != judge.Blocked || (v.Blame == judge.BlameSuite) != (i == 2) {
			t.Errorf("verdict %d is %+v", i, v)
		}
	}
	if summary.Blocked != 4 || summary.Broken != 1 || summary.Done() != 5 || summary.ExitStatus() != 2 {
		t.Errorf("summary is %+v", summary)
	}
	if _, _, err := verdicts(context.Background(), config(t, shell("true"))); err == nil {
		t.Error("a run without cases is no error")
	}
}

func TestNoChildRemains(t *testing.T) {
	t.Parallel()
	c := config(t, shell(`sleep 60 & echo $! '{"sum":0}'; echo 1`), numbers(6)...)
	c.Jobs = 3
	all, _, err := verdicts(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		pid := 0
		if _, err := fmt.Sscan(string(v.Received), &pid); err != nil || pid == 0 {
			t.Fatalf("no process id in %+v", v)
		}
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d is still there: %v", pid, err)
		}
	}
}
