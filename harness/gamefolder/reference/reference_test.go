package reference_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestMain lets the tests be the keepers of programs.
func TestMain(m *testing.M) {
	subject.Keeper()
	status := m.Run()
	subject.EndAll() // references go on until the process ends
	os.Exit(status)
}

// files are a game with one task, double: an integer from 0 to 9, and twice as much.
var files = map[string]string{
	"game.toml": `format = 1
name = "double"
title = "Double"
prefix = "DB"
summary = "a number, doubled"
[[task]]
name = "double"
summary = "twice the number"
in = ["digit"]
out = ["number"]
answers = "ANSWERS"
timeout = "TIMEOUT"
[[option]]
name = "more"
summary = "what is added"
default = 0
min = 0
max = 5
[reference]
command = ["sh", "double.sh"]
start = "START"
output = "1K"
`,
	"rules.md":                  "### DB-01 (T)\nTwice as much.\n",
	"values/digit.schema.json":  `{"type": "integer", "minimum": 0, "maximum": 9, "x-expected": "a digit", "x-clause": "DB-01"}`,
	"values/number.schema.json": `{"type": "integer", "minimum": 0, "maximum": 99}`,
}

// loop reads questions and does what is said; n is the number of the question, d
// the digit.
const loop = `n=0
while read -r line; do
	n=$((n+1))
	d=${line##*\"in\":[}; d=${d%%]*}
	%s
done
`

// doubles makes a game whose reference does what is said with each question.
func doubles(t testing.TB, answers, timeout, body string) game.Rules {
	t.Helper()
	return twoDouble(t, answers, timeout, body, "")
}

// twoDouble has a second reference, too, unless nothing is said for it.
func twoDouble(t testing.TB, answers, timeout, body, second string) game.Rules {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	dir := t.TempDir()
	for name, text := range files {
		text = strings.NewReplacer("ANSWERS", answers, "TIMEOUT", timeout, "START", timeout).Replace(text)
		if second != "" && strings.HasSuffix(name, "game.toml") {
			text += "[second]\ncommand = [\"sh\", \"second.sh\"]\n"
		}
		put(t, dir, name, text)
	}
	put(t, dir, "double.sh", fmt.Sprintf(loop, body))
	if second != "" {
		put(t, dir, "second.sh", fmt.Sprintf(loop, second))
	}
	return configured(t, dir)
}

// put writes a file of a game.
func put(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// configured are the rules of a game's folder, without options.
func configured(t testing.TB, dir string) game.Rules {
	t.Helper()
	return configuredFor(t.Context(), t, dir)
}

func configuredFor(ctx context.Context, t testing.TB, dir string) game.Rules {
	t.Helper()
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := reference.Game(ctx, f).Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

const right = `echo "{\"id\":$n,\"out\":[$((2*d))],\"clauses\":[\"DB-01\"],\"why\":\"it is\"}"`

func ask(r game.Rules, in string) (string, error) {
	var out game.Output
	err := r.Oracle("double")([]jsontext.Value{jsontext.Value(in)}, &out)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s %s", out.Values(), out.Clause, out.Why), nil
}

// TestAnswers: questions are answered in turn, by processes that are kept.
func TestAnswers(t *testing.T) {
	r := doubles(t, "one", "20s", right)
	for d := range 10 {
		got, err := ask(r, fmt.Sprint(d))
		if want := fmt.Sprintf("[%d] DB-01 it is", 2*d); got != want || err != nil {
			t.Errorf("%d gives %q, %v; expected %q", d, got, err, want)
		}
	}
}

// TestOneAfterAnother: to whoever asks one question at a time one process answers all of
// them, however many may run.
func TestOneAfterAnother(t *testing.T) {
	r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"out\":[$((2*d))],\"why\":\"question $n\"}"`)
	for d := range 4 {
		got, err := ask(r, fmt.Sprint(d))
		if want := fmt.Sprintf("[%d]  question %d", 2*d, d+1); got != want || err != nil {
			t.Errorf("%d gives %q, %v; expected %q", d, got, err, want)
		}
	}
}

// TestTogether asks many questions at once, so that some are written ahead: each gets its
// own answer. What goes wrong with one is told of that one, and the others are asked anew.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		name, body string
		faults     string // the kinds, each about 5
	}{
		{"right", right, ""},
		{"it ends at five", `[ $d = 5 ] && exit 3; ` + right, "exited"},
		{"it prints rubbish at five", `[ $d = 5 ] && echo no || ` + right, "not-a-reply"},
		{"another id at five", `[ $d = 5 ] && n=99; ` + right, "wrong-id"},
		{"it cannot answer five", `[ $d = 5 ] && echo "{\"id\":$n,\"error\":\"no\"}" || ` + right, "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := doubles(t, "one", "20s", c.body)
			var all sync.WaitGroup
			for d := range 10 {
				for range 2 {
					all.Go(func() {
						got, err := ask(r, fmt.Sprint(d))
						switch want := fmt.Sprintf("[%d] DB-01 it is", 2*d); {
						case d == 5 && c.faults != "" && err == nil:
							t.Errorf("5 gives %s", got)
						case (d != 5 || c.faults == "") && (got != want || err != nil):
							t.Errorf("%d gives %q, %v; expected %q", d, got, err, want)
						}
					})
				}
			}
			all.Wait()
			for _, f := range r.(game.Faulty).Findings("double") {
				if !strings.Contains(c.faults, f.Kind) || string(f.In[0]) != "5" {
					t.Errorf("found %s about %s: %s", f.Kind, f.In, f.Message)
				}
			}
		})
	}
}

// TestSecond: the second reference gets every question. Where the two do not agree
// nobody can tell what is right.
func TestSecond(t *testing.T) {
	const (
		plain   = `echo "{\"id\":$n,\"out\":[$((2*d))]}"`
		three   = `echo "{\"id\":$n,\"out\":[$((3*d))]}"`
		either  = `echo "{\"id\":$n,\"out\":[$((3*d))],\"or\":[[$((2*d))]]}"`
		invalid = `echo "{\"id\":$n,\"invalid\":{\"message\":\"no\"}}"`
	)
	for _, c := range []struct {
		name, answers, first, second string
		kind                         reference.Kind // "": they agree
		says                         string
	}{
		{"the same", "one", right, plain, "", "[8] DB-01 it is"},
		{"another answer", "one", right, three, reference.Disagree, "the first reference says 8, the second 12"},
		{"one of its answers", "listed", right, either, reference.Disagree, "the first reference says 8, the second 12"},
		{"one of both", "listed", `echo "{\"id\":$n,\"out\":[$((2*d))],\"or\":[[$((3*d))]]}"`, either, "", "[8]"},
		{"both refuse", "one", invalid, invalid, "", "no"},
		{"one refuses", "one", right, invalid, reference.Disagree, "the second that the input is invalid (no)"},
		{"it ends", "one", right, "exit 4", reference.Exited, "with status 4"},
		{"its answer has no shape", "one", right, `echo "{\"id\":$n,\"out\":[\"x\"]}"`, reference.WrongShape, "expected an integer"},
		{"it cannot answer", "one", right, `echo "{\"id\":$n,\"error\":\"lost\"}"`, reference.Refused, "lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := twoDouble(t, c.answers, "20s", c.first, c.second)
			got, err := ask(r, "4")
			fault, isFault := errors.AsType[*game.Fault](err)
			switch {
			case c.kind == "" && (isFault || !strings.HasPrefix(got+fmt.Sprint(err), c.says) && !strings.Contains(fmt.Sprint(err), c.says)):
				t.Errorf("%q, %v", got, err)
			case c.kind != "" && (!isFault || fault.Kind != string(c.kind) || !strings.Contains(fault.Message, c.says)):
				t.Errorf("%q, %v; expected %s: %s", got, err, c.kind, c.says)
			}
			if n := len(r.(game.Faulty).Findings("double")); (n > 0) != isFault {
				t.Errorf("%d findings", n)
			}
		})
	}
}

// TestConfirm: asked again, a reference has to say the same, in a new process too.
func TestConfirm(t *testing.T) {
	in := []jsontext.Value{jsontext.Value("4")}
	for _, c := range []struct {
		body     string
		expected []jsontext.Value
		kind     string
	}{
		{right, []jsontext.Value{jsontext.Value("8")}, ""},
		{right, []jsontext.Value{jsontext.Value("9")}, string(reference.Inconsistent)},
		{`echo "{\"id\":$n,\"invalid\":{\"message\":\"no\"}}"`, nil, ""},
		{right, nil, string(reference.Inconsistent)},
	} {
		r := doubles(t, "one", "20s", c.body)
		if _, err := ask(r, "4"); err != nil {
			if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
				t.Fatal(err)
			}
		}
		err := r.(game.Arbiter).Confirm("double", in, c.expected)
		fault, isFault := errors.AsType[*game.Fault](err)
		if isFault != (c.kind != "") || isFault && fault.Kind != c.kind {
			t.Errorf("%s: %v, expected %q", c.body, err, c.kind)
		}
	}
}

// TestRefused: what the schema does not allow the reference is not asked.
func TestRefused(t *testing.T) {
	r := doubles(t, "one", "20s", "exit 3")
	_, err := ask(r, "10")
	invalid, ok := errors.AsType[*game.Invalid](err)
	if !ok || invalid.Clause != "DB-01" {
		t.Errorf("10 gives %v", err)
	}
}

// TestFaults: each thing that a reference does wrong is a fault of its kind.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		kind reference.Kind
		body string
		says string
	}{
		{reference.Exited, "echo broken >&2; exit 3", "it ended while a question was open, with status 3: broken"},
		{reference.TimedOut, "sleep 60", "found none; end and flush the line of each reply, or raise timeout"},
		{reference.NotAReply, "echo hello", `expected an object of JSON on one line, found "hello": invalid character 'h'`},
		{reference.NotAReply, "echo", "expected an object of JSON on one line, found a blank line"},
		{reference.NotAReply, `echo "{\"id\":$n,"`, `found "{\"id\":1,", which ends inside a value`},
		{reference.NotAReply, `echo "{\"id\":$n,\"error\":\"\\ud800\"}"`, `: at /error: invalid surrogate pair`},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":[0],\"or\":[[1]]}"`, `expected or only of a task with answers = "listed" in game.toml, found it of double`},
		{reference.NotAReply, "echo true", "expected an object, found true"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":3}"`, "at /out: expected an array, found a number"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":{\"a\":1}}"`, "at /out: expected an array, found an object"},
		{reference.NotAReply, `echo "{\"id\":1.5,\"out\":[1]}"`, "at /id: expected an integer, written in plain digits, found 1.5"},
		{reference.NotAReply, `echo "{\"id\":$n}"`, "expected one of out, invalid, right, usage and error, found 0 of them"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":[0],\"also\":1}"`, `there is no key "also" in a reply`},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":[0],\"clause\":\"DO-01\"}"`, "expected clauses, a list of ids, beside out, found clause"},
		{reference.NotAReply, `echo "{\"out\":[0]}"`, `expected an object with "id"`},
		{reference.NotAReply, `echo "{\"id\":$n,\"right\":true}"`, "expected right only where there is an answer to judge"},
		{reference.NotAReply, `echo "{\"id\":$n,\"invalid\":{\"message\":\"no\",\"value\":1}}"`, "expected invalid.value from 0 to 0"},
		{reference.WrongID, `echo "{\"id\":7,\"out\":[0]}"`, "expected the reply to question 1, found one to question 7"},
		{reference.TooLong, `printf '%02000d\n' 1`, "expected a line of at most 1 KiB, found a longer one"},
		{reference.Exited, "exec >&-; sleep 60", "it ended while a question was open"},
		{reference.Exited, "sleep 60 & exit 0", "it ended while a question was open, with status 0"},
		{reference.Exited, "kill -9 $$", "by SIGKILL"},
		{reference.TimedOut, `printf '{"id":1,'; sleep 60`, "expected a reply within"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":[2],\"out\":[3]}"`, "out"},
		{reference.TooLong, `i=0; while [ $i -lt 70 ]; do printf '{"a":'; i=$((i+1)); done; echo`, "64"},
		{reference.Limit, "while :; do sleep 60 & done", "limits"},
		{reference.NotAReply, `echo "{\"id\":$n.0,\"out\":[1]}"`, "at /id: expected an integer, written in plain digits, found 1.0"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":1}"`, "at /out: expected an array, found a number"},
		{reference.NotAReply, `echo "{\"id\":$n,\"out\":[1],\"why\":[]}"`, "at /why: expected a string, found "},
		{reference.WrongShape, `echo "{\"id\":$n,\"out\":[100]}"`, "out at /0: expected an integer"},
		{reference.WrongShape, `echo "{\"id\":$n,\"out\":[]}"`, "out: expected 1 value, found 0"},
		{reference.UnknownName, `echo "{\"id\":$n,\"out\":[0],\"clauses\":[\"DB-99\"]}"`, `the clause "DB-99"`},
		{reference.UnknownName, `echo "{\"id\":$n,\"usage\":{\"option\":\"less\",\"message\":\"no\"}}"`, `the option "less"`},
		{reference.Refused, `echo "{\"id\":$n,\"error\":\"out of order\"}"`, "out of order"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			t.Parallel()
			timeout := "20s"
			if c.kind == reference.TimedOut {
				timeout = "100ms"
			}
			r := doubles(t, "one", timeout, c.body)
			_, err := ask(r, "1")
			fault, ok := errors.AsType[*game.Fault](err)
			if !ok || fault.Kind != string(c.kind) || !strings.Contains(fault.Message, c.says) {
				t.Errorf("found %v, expected %s: %s", err, c.kind, c.says)
			}
		})
	}
}

// TestInvalid: the reference says what is wrong, and where.
func TestInvalid(t *testing.T) {
	r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"invalid\":{\"message\":\"expected less\",\"value\":0,\"pointer\":\"\",\"clause\":\"DB-01\"}}"`)
	_, err := ask(r, "1")
	invalid, ok := errors.AsType[*game.Invalid](err)
	if !ok || invalid.Message != "expected less" || invalid.Clause != "DB-01" {
		t.Errorf("found %v", err)
	}
}

// TestIsolation: a reference is kept apart as the program under test is, and of several
// ways in the strictest. Only without any it has the environment of the tests.
func TestIsolation(t *testing.T) {
	t.Setenv("OUTSIDE", "7")
	for _, c := range []struct{ ways, want string }{{"", "0"}, {"none", "7"}, {"best", "0"}, {"none best", "0"}} {
		r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"out\":[${OUTSIDE:-0}]}"`)
		for way := range strings.FieldsSeq(c.ways) {
			r.(game.Faulty).Isolate(way)
		}
		if got, err := ask(r, "1"); err != nil || !strings.HasPrefix(got, "["+c.want+"]") {
			t.Errorf("%q: found %s, %v, expected %s", c.ways, got, err, c.want)
		}
	}
}

// TestGivenUp: after many faults nobody waits for a reference any more.
func TestGivenUp(t *testing.T) {
	r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"error\":\"no\"}"`)
	for range 20 {
		if _, err := ask(r, "1"); err == nil {
			t.Fatal("there is no error")
		}
	}
	if _, err := ask(r, "1"); err == nil || !strings.Contains(err.Error(), "(refused): it gets no more questions after 20 faults") {
		t.Errorf("found %v", err)
	}
	if list := r.(game.Faulty).Findings("double"); len(list) != 1 || list[0].Count != 20 {
		t.Errorf("what was not asked is a finding, too: %+v", list)
	}
}

// settle asks whether an answer is right although the oracle gives another one.
func settle(t *testing.T, r game.Rules, expected, received string) ([]jsontext.Value, error) {
	t.Helper()
	j := judge.New(game.Task{Name: "double", Out: []game.Param{{Name: "number", Value: "number"}}}, judge.Strict, nil)
	values := func(s string) []jsontext.Value { return []jsontext.Value{jsontext.Value(s)} }
	right, _, err := j.Settle(r, "double", values("1"), values(expected), values(received))
	return right, err
}

// TestSeveralRight: other answers are right if the reference lists or approves them.
func TestSeveralRight(t *testing.T) {
	listed := doubles(t, "listed", "20s", `echo "{\"id\":$n,\"out\":[2],\"or\":[[3],[4]]}"`)
	judged := doubles(t, "judged", "20s", `case $line in
	*answer*:[34]*|*\"answer\":\[[34]\]*) echo "{\"id\":$n,\"right\":true}";;
	*answer*) echo "{\"id\":$n,\"right\":false,\"message\":\"no\"}";;
	*) echo "{\"id\":$n,\"out\":[2]}";;
	esac`)
	for name, r := range map[string]game.Rules{"listed": listed, "judged": judged} {
		for answer, ok := range map[string]bool{"2": true, "3": true, "4": true, "5": false} {
			right, err := settle(t, r, "2", answer)
			if got := string(right[0]) == answer; got != ok || err != nil {
				t.Errorf("%s: %s counts as right: %t, %v", name, answer, got, err)
			}
		}
	}
}

// TestObjection: what the reference finds wrong with an answer is the verdict on it, and not how the
// answer differs from one of those that are right. Its words are somebody else's: they are cut and
// made safe to look at.
func TestObjection(t *testing.T) {
	values := func(s string) []jsontext.Value { return []jsontext.Value{jsontext.Value(s)} }
	for _, c := range []struct {
		name, said             string // behind "right": false
		pointer, clause, words string // "" for the differences as they are
		reason                 string
		kind                   reference.Kind
	}{
		{"nothing", ``, "/0", "", "/0: expected 2, received 5", "", ""},
		{"a message", `,\"message\":\"five is odd\"`, "/0", "", "/0: five is odd", "five is odd", ""},
		{"all", `,\"message\":\"five is odd\",\"pointer\":\"/0\",\"clause\":\"DB-01\"`, "/0", "DB-01", "/0: five is odd (DB-01)", "five is odd", ""},
		{"a clause", `,\"clause\":\"DB-01\"`, "/0", "DB-01", "/0: the rules call this wrong (DB-01)", "the rules call this wrong", ""},
		{"a sign that moves the cursor", `,\"message\":\"five\\u001b[2J\"`, "/0", "", `/0: five\u001b[2J`, `five\u001b[2J`, ""},
		{"a message without end", `,\"message\":\"'$(printf '%0600d' 1)'\"`, "/0", "", "/0: 000", "000", ""},
		{"a place that is not there", `,\"message\":\"no\",\"pointer\":\"/0/1\"`, "", "", `there is no "/0/1" in the answer`, "", reference.NotAReply},
		{"another place that is not there", `,\"pointer\":\"/1\"`, "", "", `there is no "/1" in the answer`, "", reference.NotAReply},
		{"no such clause", `,\"clause\":\"DB-07\"`, "", "", `names the clause "DB-07", which is not in the rule book`, "", reference.UnknownName},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := doubles(t, "judged", "20s", `case $line in
			*answer*) echo '{"id":'$n',"right":false`+strings.ReplaceAll(c.said, `\"`, `"`)+`}';;
			*) echo "{\"id\":$n,\"out\":[2]}";;
			esac`)
			j := judge.New(game.Task{Name: "double", Out: []game.Param{{Name: "number", Value: "number"}}}, judge.Strict, nil)
			found, _, err := j.Decide(r, "double", "", values("1"), values("2"), values("5"))
			if fault, ok := errors.AsType[*game.Fault](err); ok || c.kind != "" {
				if !ok || fault.Kind != string(c.kind) || !strings.Contains(fault.Message, c.words) {
					t.Errorf("found %v, expected %s: %s", err, c.kind, c.words)
				}
				return
			}
			var v judge.Verdict
			found.Record(&v)
			switch {
			case err != nil:
				t.Fatal(err)
			case v.Outcome != judge.WrongAnswer || v.Pointer != c.pointer || v.Clause != c.clause || len(v.Differences) != 1 || string(v.Received) != "5":
				t.Errorf("found %+v", v)
			case !strings.HasPrefix(v.Message, c.words) || len(v.Message) > len(c.words) && len(v.Message) < 300 || len(v.Message) > 500:
				t.Errorf("found the message %q, expected %q", v.Message, c.words)
			case !strings.HasPrefix(v.Reason, c.reason) || c.reason == "" && v.Reason != "":
				t.Errorf("found the reason %q, expected %q", v.Reason, c.reason)
			case v.Reason != "" && v.Expected != nil:
				t.Errorf("%s is expected, which is one right answer of several", v.Expected)
			}
		})
	}
}

// TestInconsistent: a reference that changes its mind is at fault, and nobody else.
func TestInconsistent(t *testing.T) {
	r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"out\":[$n]}"`)
	for range 3 {
		if _, err := ask(r, "1"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := settle(t, r, "3", "2")
	if fault, ok := errors.AsType[*game.Fault](err); !ok || fault.Kind != string(reference.Inconsistent) {
		t.Errorf("found %v", err)
	}
}

// TestSameProcess: a reference that answers a question in another way the second time is
// found out by the process that was asked it, of however many.
func TestSameProcess(t *testing.T) {
	r := doubles(t, "one", "20s", `case $seen in *$d*) out=0;; *) out=$((2*d));; esac; seen=$seen$d; echo "{\"id\":$n,\"out\":[$out]}"`)
	for d := 1; d <= 8; d++ {
		if got, err := ask(r, fmt.Sprint(d)); err != nil || got != fmt.Sprintf("[%d]  ", 2*d) {
			t.Fatalf("%d: %q, %v", d, got, err)
		}
	}
	for d := 1; d <= 8; d++ {
		values := func(n int) []jsontext.Value { return []jsontext.Value{jsontext.Value(fmt.Sprint(n))} }
		err := r.(game.Arbiter).Confirm("double", values(d), values(2*d))
		if fault, ok := errors.AsType[*game.Fault](err); !ok || fault.Kind != string(reference.Inconsistent) {
			t.Errorf("%d: found %v", d, err)
		}
	}
}

// TestGenerate: inputs are valid, and the same for the same seed.
func TestGenerate(t *testing.T) {
	r := doubles(t, "one", "20s", `if [ "$d" = 5 ]; then echo "{\"id\":$n,\"invalid\":{\"message\":\"no five\"}}"; else `+right+"; fi")
	seen := map[string]bool{}
	for seed := range uint64(40) {
		draw := func() string { return string(r.Generate("double", rand.New(rand.NewPCG(seed, 1)), 50)[0]) }
		first := draw()
		if first != draw() {
			t.Fatal("one seed gives two inputs")
		}
		seen[first] = true
	}
	if seen["5"] || !seen["0"] || !seen["9"] || len(seen) < 5 {
		t.Errorf("found the inputs %v", seen)
	}
}

// TestInputHint: where no input can be made the next step is to write a case, or another one;
// options that contradict each other are another matter.
func TestInputHint(t *testing.T) {
	r := doubles(t, "one", "20s", `echo "{\"id\":$n,\"invalid\":{\"message\":\"no\"}}"`)
	_, err := suite.Generate(r, "double", 1, 1)
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.Contains(usage.Hint, filepath.Join("suites", "double")) {
		t.Errorf("all invalid: found %v, %+v", err, usage)
	}
	r = doubles(t, "one", "20s", `echo "{\"id\":$n,\"usage\":{\"option\":\"more\",\"message\":\"no\"}}"`)
	_, err = suite.Generate(r, "double", 1, 1)
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.Contains(usage.Hint, "options contradict") {
		t.Errorf("no such options: found %v, %+v", err, usage)
	}
}

// TestGenerateRare: where hardly any value is valid the cases of the suite are taken as they
// are, and those of another task that begin with the same values.
func TestGenerateRare(t *testing.T) {
	changes := map[string]string{
		"game.toml":                strings.NewReplacer("ANSWERS", "one", "TIMEOUT", "20s", "START", "20s").Replace(files["game.toml"]),
		"values/digit.schema.json": `{"type": "integer", "minimum": 0, "maximum": 1000000000}`,
		"suites/add/cases.jsonl":   `{"name":"one","in":[123456789,3]}`,
		"double.sh":                fmt.Sprintf(loop, `case "$d" in 123456789|123456789,*) echo "{\"id\":$n,\"out\":[1]}";; *) echo "{\"id\":$n,\"invalid\":{\"message\":\"too common\"}}";; esac`),
	}
	add := "[[task]]\nname = \"add\"\nsummary = \"a sum\"\nin = [\"digit\", \"digit\"]\nout = [\"number\"]\n"
	changes["game.toml"] = strings.Replace(changes["game.toml"], "[[option]]", add+"[[option]]", 1)
	dir := t.TempDir()
	for name, text := range files {
		if other, ok := changes[name]; ok {
			text = other
		}
		changes[name] = text
	}
	for name, text := range changes {
		put(t, dir, name, text)
	}
	r := configured(t, dir)
	for _, task := range []string{"add", "double"} {
		for seed := range uint64(3) {
			in := r.Generate(task, rand.New(rand.NewPCG(seed, 1)), 50)
			if string(in[0]) != "123456789" {
				t.Errorf("%s: found the input %s", task, in)
			}
		}
	}
}

// buildable is the folder of a game whose reference is built so.
func buildable(t *testing.T, build, body string) string {
	dir := t.TempDir()
	for name, text := range files {
		text = strings.NewReplacer("ANSWERS", "one", "TIMEOUT", "20s", "START", "20s").Replace(text)
		text = strings.Replace(text, `command = ["sh", "double.sh"]`, `command = ["sh", "double.sh", "{build}"]`+"\nbuild = "+build, 1)
		put(t, dir, name, text)
	}
	put(t, dir, "double.sh", fmt.Sprintf(loop, body))
	return dir
}

// TestBuild: the words of a build are those of the command, and one that cannot begin says
// whose it is.
func TestBuild(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	body := `echo "{\"id\":$n,\"error\":\"$(cat "$1"/word)\"}"`
	for _, c := range []struct{ build, says string }{
		{`["sh", "-c", "echo {touchstone} >{build}/word"]`, "it cannot answer: " + self},
		{`["no-such-maker"]`, `the build of the reference of double cannot be started: there is no program "no-such-maker" on the PATH`},
		{`["sh", "-c", "echo broken >&2; exit 3"]`, "the build of the reference of double failed (status 3): broken"},
		{`["sh", "-c", "echo broken; exit 3"]`, "the build of the reference of double failed (status 3): it wrote nothing to standard error"},
	} {
		if _, err := ask(configured(t, buildable(t, c.build, body)), "1"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: found %v, expected %q", c.build, err, c.says)
		}
	}
}
