package report

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

var task = game.Task{
	Name: "add", Out: []game.Param{{Name: "sum", Value: "number"}},
	Fields: []game.Field{{Pointer: "/0", Clause: "SU-1"}},
}

// wrong is a wrong answer of a case with an input of some size.
func wrong(id string, inputBytes int, expected, received string) run.Result {
	e, r := []jsontext.Value{jsontext.Value(expected)}, []jsontext.Value{jsontext.Value(received)}
	result := run.Result{InputBytes: inputBytes, Expected: e, Received: r}
	result.Verdict = judge.Verdict{Case: id, Subject: "./xadd"}
	judge.New(task, judge.Lax, nil).Compare(e, r).Record(&result.Verdict)
	return result
}

func verdict(v judge.Verdict) run.Result { return run.Result{Verdict: v} }

// example is a run with something of everything.
func example() ([]run.Result, run.Summary) {
	results := []run.Result{
		verdict(judge.Verdict{Case: "sums/1", Outcome: judge.Pass, Ms: 1.5}),
		wrong("sums/2", 50, "3", "4"),
		wrong("sums/3", 20, "5", "6"),
		wrong("sums/4", 30, "7", "8"),
		verdict(judge.Verdict{
			Case: "sums/5", Outcome: judge.Crashed, Blame: judge.BlameSubject, Exit: 1, Fingerprint: "a",
			Message: "exit status 1 before any output: \x1b[31mImportError", Stderr: "Trace\x1b[2J\tback\r\n\u202eImportError\x07",
		}),
		verdict(judge.Verdict{Case: "sums/it's", Outcome: judge.Pass, Warnings: []string{"lingered", "leaked"}}),
		verdict(judge.Verdict{Case: "sums/7", Outcome: judge.Blocked, Blame: judge.BlameSuite, Message: "sums.jsonl:7:3: not JSON", Fingerprint: "b"}),
		verdict(judge.Verdict{Case: "sums/8", Outcome: judge.HarnessError, Blame: judge.BlameHarness, Message: "a bug in touchstone: oops", Fingerprint: "c"}),
	}
	return results, run.Summary{
		Task: "sums/add", Subject: "./xadd", Suites: []string{"sums"},
		Options: game.SettingList{{Name: "plus", Value: jsontext.Value("0")}, {Name: "at", Value: jsontext.Value(`["a"]`)}},
		Cases:   8, Pass: 2, Fail: 4, Broken: 1, Errors: 1, Ms: 1234,
		Verdicts: map[judge.Outcome]int{judge.Pass: 2, judge.WrongAnswer: 3, judge.Crashed: 1, judge.Blocked: 1, judge.HarnessError: 1},
	}
}

func TestText(t *testing.T) {
	results, summary := example()
	var out strings.Builder
	text := NewText(&out, TextOptions{
		Judge: judge.New(task, judge.Lax, nil),
		Rerun: &Rerun{
			Task: "sums/add", Flags: []string{"--option", "plus=0"}, Command: []string{"python3", "my add.py"},
			Source: func(string) string { return "suites/sums" },
		},
	})
	for _, r := range results {
		text.Add(r)
	}
	if err := text.Close(summary); err != nil {
		t.Fatal(err)
	}
	want := `wrong-answer: 3 cases
  /0: expected 5, received 6 (SU-1)
  sums/3, sums/2, sums/4
  --- expected
  +++ received
  @@ /0 @@
  -5
  +6
  again: touchstone test sums/add --case sums/3 --option plus=0 suites/sums -- python3 'my add.py'

crashed: 1 case
  exit status 1 before any output: \u001b[31mImportError
  sums/5
  stderr:
    Trace\u001b[2J    back
    \u202eImportError\u0007
  again: touchstone test sums/add --case sums/5 --option plus=0 suites/sums -- python3 'my add.py'

harness-error: 1 case, the harness's fault
  a bug in touchstone: oops
  sums/8
  again: touchstone test sums/add --case sums/8 --option plus=0 suites/sums -- python3 'my add.py'

broken: 1 case, the suite's fault
  sums/7: sums.jsonl:7:3: not JSON

leaked: 1 case: the program left processes running; touchstone stopped them
  sums/it's

lingered: 1 case: the output was complete, but the program did not exit
  sums/it's

2 of 7 pass; 4 fail (2 causes); 1 not judged; 1 broken (1.23s)
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("the text differs (-want +got):\n%s", diff)
	}
}

func TestTextQuietAndColor(t *testing.T) {
	results, summary := example()
	var out strings.Builder
	text := NewText(&out, TextOptions{Quiet: true, Style: judge.Style{Color: true}})
	for _, r := range results {
		text.Add(r)
	}
	if err := text.Close(summary); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[1m\x1b[31m2 of 7 pass; 4 fail (2 causes); 1 not judged; 1 broken\x1b[0m (1.23s)\n"; out.String() != want {
		t.Errorf("got %q, expected %q", out.String(), want)
	}
	out.Reset()
	if err := NewText(&out, TextOptions{}).Close(run.Summary{Cases: 2, Pass: 2}); err != nil || out.String() != "2 of 2 pass (0s)\n" {
		t.Errorf("got %q, error %v", out.String(), err)
	}
}

func TestTextIsBounded(t *testing.T) {
	for _, verbose := range []bool{false, true} {
		var out strings.Builder
		text := NewText(&out, TextOptions{Judge: judge.New(task, judge.Lax, nil), Verbose: verbose})
		long := `"` + strings.Repeat("x", 200<<10) + `"`
		r := wrong("", 0, long, `[1]`)
		for i := range 2000 {
			r.Verdict.Case, r.InputBytes = fmt.Sprintf("sums/%d", i), 2000-i
			r.Verdict.Fingerprint = fmt.Sprint(i % 100)
			text.Add(r)
			text.Add(verdict(judge.Verdict{Case: "x", Outcome: judge.Blocked, Blame: judge.BlameSuite, Message: "no"}))
		}
		if text.held > heldBytesMax {
			t.Errorf("%d bytes of values are kept", text.held)
		}
		if err := text.Close(run.Summary{Cases: 4000, Fail: 2000, Broken: 2000}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"… and 80 more causes with 1600 cases", "… and 1980 more cases", "sums/1900"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("verbose %t: the text does not say %q", verbose, want)
			}
		}
		if lines := strings.Count(out.String(), "\n"); lines > 10_000 {
			t.Errorf("verbose %t: the text has %d lines", verbose, lines)
		}
	}
}

func TestJSON(t *testing.T) {
	results, summary := example()
	results[4].Verdict.Stderr += "\u009b\xff"
	seed := uint64(7)
	summary.Seed = &seed
	var out strings.Builder
	j := NewJSON(&out)
	for _, r := range results {
		j.Add(r)
	}
	if err := j.Close(summary); err != nil {
		t.Fatal(err)
	}
	want := `{"summary":{"task":"sums/add","subject":"./xadd","suites":["sums"],"options":{"plus":0,"at":["a"]},"seed":7,` +
		`"cases":8,"pass":2,"fail":4,"blocked":0,"broken":1,"errors":1,` +
		`"verdicts":{"blocked":1,"crashed":1,"harness-error":1,"pass":2,"wrong-answer":3},"ms":1234},
"verdicts":[
{"case":"sums/1","subject":"","verdict":"pass","ms":1.5},
`
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("the report is\n%s\nexpected\n%s", out.String(), want)
	}
	for _, hidden := range []string{"\x1b", "\x07", "\u202e", "\u009b", "\xff"} {
		if strings.Contains(out.String(), hidden) {
			t.Errorf("the report contains %q", hidden)
		}
	}
	var back struct {
		Summary  jsontext.Value  `json:"summary"`
		Verdicts []judge.Verdict `json:"verdicts"`
	}
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Verdicts) != len(results) {
		t.Fatalf("%d verdicts come back", len(back.Verdicts))
	}
	if got, want := back.Verdicts[4].Stderr, "Trace\x1b[2J\tback\r\n\u202eImportError\x07\u009b\ufffd"; got != want {
		t.Errorf("stderr comes back as %q, expected %q", got, want)
	}
	var empty strings.Builder
	if err := NewJSON(&empty).Close(run.Summary{}); err != nil || !jsontext.Value(empty.String()).IsValid() {
		t.Errorf("an empty report is %q, error %v", empty.String(), err)
	}
}

// TestJSONCounts: what a run says of one answer is there as what it says of many, and nothing
// of none.
func TestJSONCounts(t *testing.T) {
	for n := range 3 {
		house := make(map[string][]string)
		for i := range n {
			house[fmt.Sprintf("sums/%d", i)] = []string{"SU-01"}
		}
		var out strings.Builder
		if err := NewJSON(&out).Close(run.Summary{Cases: 2, Fail: 2, House: house, Diagnosed: n}); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("\n],\"house\":%d,\"diagnosed\":%d}\n", n, n)
		if n == 0 {
			want = "\n]}\n"
		}
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("the report is %s, expected %s at its end", out.String(), want)
		}
	}
}

// TestCounts says on how many failures a house ruling has a say.
func TestCounts(t *testing.T) {
	one, two := map[string][]string{"a": {"SU-01"}}, map[string][]string{"a": {"SU-01"}, "b": {"SU-01"}}
	for _, c := range []struct {
		summary run.Summary
		want    string
	}{
		{run.Summary{Cases: 3, Pass: 1, Fail: 2}, "1 of 3 pass; 2 fail (1 cause)"},
		{run.Summary{Cases: 3, Pass: 1, Fail: 2, House: one}, "1 of 3 pass; 2 fail (1 cause); 1 of them rests on house rulings"},
		{run.Summary{Cases: 3, Pass: 1, Fail: 2, House: two}, "1 of 3 pass; 2 fail (1 cause); 2 of them rest on house rulings"},
	} {
		if got := counts(&c.summary, 1); got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}

// TestBlameless: what could not be judged is the fault of whose it is.
func TestBlameless(t *testing.T) {
	for _, c := range []struct {
		blame judge.Blame
		want  string
	}{
		{judge.BlameHarness, ", the harness's fault"},
		{judge.BlameGame, ", the fault of the game's reference"},
	} {
		results := []run.Result{verdict(judge.Verdict{Case: "sums/1", Outcome: judge.HarnessError, Blame: c.blame, Message: "no answer"})}
		if got := render(t, "text", Options{}, results, run.Summary{Cases: 1, Errors: 1}); !strings.Contains(got, c.want) {
			t.Errorf("blame %s: %q is not in\n%s", c.blame, c.want, got)
		}
	}
}

// TestTryLink: a case that the page Try it can answer has a link to it.
func TestTryLink(t *testing.T) {
	sums, brought := &game.Game{Name: "sums"}, &game.Game{Name: "sums", Folder: "./sums"}
	add, live := game.Task{Name: "add"}, game.Task{Name: "server", Live: game.Server}
	for name, c := range map[string]struct {
		book  Book
		rerun *Rerun
		want  bool
	}{
		"a case":        {Book{Game: sums, Task: add, Try: "try.html"}, &Rerun{}, true},
		"no page":       {Book{Game: sums, Task: add}, &Rerun{}, false},
		"a folder":      {Book{Game: brought, Task: add, Try: "try.html"}, &Rerun{}, false},
		"a live game":   {Book{Game: sums, Task: live, Try: "try.html"}, &Rerun{}, false},
		"nothing again": {Book{Game: sums, Task: add, Try: "try.html"}, nil, false},
	} {
		r := run.Result{Verdict: judge.Verdict{Case: "sums/1"}}
		if got := c.book.tryLink(&r, c.rerun); strings.HasPrefix(got, "try.html") != c.want || !c.want && got != "" {
			t.Errorf("%s: the link is %q", name, got)
		}
	}
}

// TestDigestIsBounded: it has so many causes, and counts those that it leaves out.
func TestDigestIsBounded(t *testing.T) {
	for _, n := range []int{0, digestCausesMax, digestCausesMax + 1, digestCausesMax + 5} {
		d := NewDigest(&ledger.Header{Task: "sums/add"}, nil)
		for i := range n {
			d.Add(verdict(judge.Verdict{
				Case: fmt.Sprintf("sums/%d", i), Outcome: judge.Crashed, Blame: judge.BlameSubject, Fingerprint: fmt.Sprint(i), Message: fmt.Sprint("exit status ", i),
			}))
		}
		list, more := d.Causes()
		if len(list) != min(n, digestCausesMax) || len(list)+more != n {
			t.Errorf("of %d causes %d are listed, and %d more", n, len(list), more)
		}
	}
}

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestErrorsOfTheWriterAreReported(t *testing.T) {
	results, summary := example()
	for _, r := range []Reporter{NewText(full{}, TextOptions{}), NewJSON(full{})} {
		for _, result := range results {
			r.Add(result)
		}
		if err := r.Close(summary); err == nil {
			t.Errorf("%T: no error", r)
		}
	}
}

// TestTextExplainsWarnings wants a sentence behind every word.
func TestTextExplainsWarnings(t *testing.T) {
	words := []string{
		string(subject.Lingered), string(subject.Leaked), judge.OtherCode, judge.ShapeUnchecked,
		run.Unsteady, run.UnexpectedPass, run.ChangedFailure,
	}
	for _, word := range words {
		results := []run.Result{verdict(judge.Verdict{Case: "sums/1", Outcome: judge.Pass, Message: "/0: a remark", Warnings: []string{word}})}
		text := render(t, "text", Options{}, results, run.Summary{Cases: 1, Pass: 1})
		if !strings.HasPrefix(text, word+": 1 case: "+warningTexts[word]+"\n  /0: a remark\n  sums/1\n") || warningTexts[word] == "" {
			t.Errorf("%s is told as:\n%s", word, text)
		}
	}
}

// TestEndings says of runs that ended early how many cases were not run.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		summary run.Summary
		line    string
	}{
		{run.Summary{Cases: 3, Pass: 3}, "3 of 3 pass (0s)"},
		{run.Summary{Cases: 3, Pass: 1, Known: 2}, "1 of 3 pass; 2 known (0s)"},
		{run.Summary{Cases: 3, Pass: 2, Interrupted: true}, "2 of 3 pass; interrupted, 1 case not run (0s)"},
		{run.Summary{Cases: 9, Pass: 1, Interrupted: true}, "1 of 9 pass; interrupted, 8 cases not run (0s)"},
		{run.Summary{Cases: 9, Pass: 3, Fail: 2, Unexpected: 1, Stopped: true}, "3 of 9 pass, 1 of them unexpectedly; 2 fail (0 causes); stopped after failure 3, 4 cases not run (0s)"},
	} {
		if got := render(t, "text", Options{}, nil, c.summary); got != c.line+"\n" {
			t.Errorf("the text is %q, expected %q", got, c.line)
		}
		stopped := strings.Contains(render(t, "junit", Options{}, nil, c.summary), "<skipped type=\"stopped\" message=\"the run was stopped after failure 3: 4 of 9 cases have no verdict\">")
		if stopped != c.summary.Stopped {
			t.Errorf("%s: junit says that it was stopped: %t", c.line, stopped)
		}
		if one := c.summary.Cases-c.summary.Done() == 1; one != strings.Contains(render(t, "tap", Options{}, nil, c.summary), " cases has no verdict") {
			t.Errorf("%s: a single case has no verdict: %t", c.line, one)
		}
		bails := strings.Contains(render(t, "tap", Options{}, nil, c.summary), "Bail out! the run was ")
		if bails != !c.summary.Complete() {
			t.Errorf("%s: tap bails out: %t", c.line, bails)
		}
	}
}

// TestTextNamesKnownFailures only where everything is told.
func TestTextNamesKnownFailures(t *testing.T) {
	results, summary := longExample()
	for _, verbose := range []bool{false, true} {
		text := render(t, "text", Options{Text: TextOptions{Verbose: verbose}}, results, summary)
		if got := strings.Contains(text, "known: 1 case: the teacher's # 3 & 4 \\ see <the board>\n  more/3\n"); got != verbose {
			t.Errorf("verbose %t: the known failure is named: %t\n%s", verbose, got, text)
		}
	}
}

// TestTextCountsWhatIsLeft: of many alike a verbose text shows some, and counts the rest.
func TestTextCountsWhatIsLeft(t *testing.T) {
	var results []run.Result
	for i := range fullMax + 7 {
		results = append(results, verdict(judge.Verdict{Case: fmt.Sprintf("sums/%d", i), Outcome: judge.Crashed, Message: "exit status 1", Fingerprint: "same"}))
	}
	summary := run.Summary{Cases: len(results), Fail: len(results)}
	for _, verbose := range []bool{false, true} {
		text := render(t, "text", Options{Text: TextOptions{Verbose: verbose}}, results, summary)
		if got := strings.Contains(text, "  … and 7 more cases\n"); got != verbose {
			t.Errorf("verbose %t: what is left is counted: %t\n%.600s", verbose, got, text)
		}
	}
}

// TestJUnitSuites: cases of many suites come in so many as a reader can bear, and the
// others in one.
func TestJUnitSuites(t *testing.T) {
	var results []run.Result
	for i := range junitSuitesMax + 50 {
		results = append(results, verdict(judge.Verdict{Case: fmt.Sprintf("suite%d/1", i), Outcome: judge.Pass}))
	}
	text := render(t, "junit", Options{}, results, run.Summary{Cases: len(results), Pass: len(results)})
	if n := strings.Count(text, "<testsuite "); n != junitSuitesMax+1 {
		t.Errorf("%d suites", n)
	}
	if !strings.Contains(text, `<testsuite name="(other)" tests="50"`) {
		t.Errorf("no suite has the other 50\n%.2000s", text[max(0, len(text)-2000):])
	}
}

// TestRerunLineIsRead has a shell read lines for running a case again: every
// word comes out as it was, whatever bytes it has.
func TestRerunLineIsRead(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a POSIX shell")
	}
	for _, word := range []string{
		"plain", "it's", "a\xffb", "tab\there", "two\nlines", `back\slash \x \377`, "100%s\x01", "::error::x", "##[error]", "\u202eé", "$HOME `x`\x7f", "-n\x02",
	} {
		r := Rerun{Task: "sums/add", Suites: []string{word}, Command: []string{"echo", word}}
		line := r.Line("sums/"+word, "")
		if text.Inert(text.Visible(line)) != line {
			t.Errorf("%q does not show as itself: %q", word, line)
		}
		out, err := exec.Command(shell, "-c", `touchstone() { printf '%s\0' "$@"; }; `+line).Output()
		want := strings.Join([]string{"test", "sums/add", "--case", "sums/" + word, word, "--", "echo", word}, "\x00") + "\x00"
		if err != nil || string(out) != want {
			t.Errorf("%q is read as %q, %v, from %s", word, out, err, line)
		}
	}
}

// TestKnownFailuresAreCounted: those of more reasons than are listed are counted.
func TestKnownFailuresAreCounted(t *testing.T) {
	var b strings.Builder
	w := NewText(&b, TextOptions{Verbose: true})
	for i := range causesMax + 3 {
		r := wrong(fmt.Sprintf("sums/%d", i), 1, "3", "4")
		r.Verdict.Known = fmt.Sprintf("reason %d", i)
		w.Add(r)
	}
	if err := w.Close(run.Summary{Cases: causesMax + 3, Known: causesMax + 3}); err != nil {
		t.Fatal(err)
	}
	if said := b.String(); strings.Count(said, "known: 1 case: reason") != causesMax || !strings.Contains(said, "… and 3 cases of other known failures") {
		t.Errorf("%s", said)
	}
}
