package ledger_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

func header(cases int) ledger.Header {
	seed := uint64(7)
	return ledger.Header{
		Ledger: ledger.Version, Touchstone: "v1.2.3", Task: "sums/add", Subject: "./xadd 'ü'", Suites: []string{"sums"},
		Options: game.SettingList{{Name: "plus", Value: jsontext.Value("0")}, {Name: "at", Value: jsontext.Value(`["a"]`)}},
		Terms: game.SettingList{
			{Name: "timeout_ms", Value: jsontext.Value("9")},
			{Name: ledger.TermCases, Value: jsontext.Value(`"a"`)},
			{Name: ledger.TermProgram, Value: jsontext.Value(`"b"`)},
		},
		Seed: &seed, Cases: cases, Started: time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC),
		Again: &ledger.Again{Flags: []string{"--option", "plus=0"}, Suites: []string{"./sums"}, Command: []string{"./xadd", "ü"}},
	}
}

// verdicts are one of each kind.
func verdicts() []judge.Verdict {
	return []judge.Verdict{
		{Case: "sums/1", Subject: "./xadd", Outcome: judge.Pass, Warnings: []string{"lingered"}, Ms: 1.5},
		{
			Case: "sums/2", Subject: "./xadd", Outcome: judge.WrongAnswer, Blame: judge.BlameSubject, Pointer: "/0", Clause: "SU-01",
			Message: "/0: expected 3, received \"ü ##[error]\"", Expected: jsontext.Value("3"), Received: jsontext.Value(`"ü ##[error]"`),
			Differences: []judge.Difference{{Pointer: "/0", Message: "m", Expected: jsontext.Value("3")}}, More: 2, Fingerprint: "f",
		},
		{Case: "sums/3", Outcome: judge.Crashed, Blame: judge.BlameSubject, Exit: 1, Signal: "SEGV", Stderr: "a\x1b[31m\n\x00\u202e\U000e0001b", Delivery: "plain"},
		{Case: "sums/4", Outcome: judge.Blocked, Blame: judge.BlameSuite},
		{Case: "sums/5", Outcome: judge.Blocked},
		{Case: "sums/6", Outcome: judge.HarnessError, Blame: judge.BlameHarness},
	}
}

func summary(h ledger.Header) run.Summary {
	return run.Summary{
		Task: h.Task, Subject: h.Subject, Suites: h.Suites, Options: h.Options, Seed: h.Seed, Cases: 6,
		Pass: 1, Fail: 2, Blocked: 1, Broken: 1, Errors: 1, Ms: 1234.5,
		Verdicts: map[judge.Outcome]int{judge.Pass: 1, judge.WrongAnswer: 1, judge.Crashed: 1, judge.Blocked: 2, judge.HarnessError: 1},
	}
}

// counts is the end of a run of so many cases with these verdicts.
func counts(cases int, list ...judge.Verdict) run.Summary {
	h := header(cases)
	s := run.Summary{
		Task: h.Task, Subject: h.Subject, Suites: h.Suites, Options: h.Options, Seed: h.Seed, Cases: cases,
		Verdicts: map[judge.Outcome]int{},
	}
	for _, v := range list {
		s.Count(&v)
	}
	s.Interrupted = !s.Complete()
	return s
}

// write makes a complete ledger and returns its name and text.
func write(t *testing.T) (name string, text []byte) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "run.jsonl")
	w, err := ledger.Create(name, header(6))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts() {
		w.Add(run.Result{Verdict: v})
	}
	if err := w.Close(summary(header(6))); err != nil {
		t.Fatal(err)
	}
	text, err = os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return name, text
}

// read returns all that is in a ledger.
func read(text []byte) (*ledger.Reader, []judge.Verdict, error) {
	r, err := ledger.NewReader(bytes.NewReader(text), "run.jsonl")
	if err != nil {
		return nil, nil, err
	}
	var list []judge.Verdict
	for result, err := range r.Results() {
		if err != nil {
			return r, list, err
		}
		list = append(list, result.Verdict)
	}
	return r, list, nil
}

// encoded are the lines of verdicts.
func encoded(t *testing.T, list []judge.Verdict) []string {
	t.Helper()
	lines := []string{}
	for _, v := range list {
		text, err := ledger.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	return lines
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	name, text := write(t)
	r, list, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(header(6), r.Header()); diff != "" {
		t.Errorf("the header differs (-written +read):\n%s", diff)
	}
	if diff := cmp.Diff(encoded(t, verdicts()), encoded(t, list)); diff != "" {
		t.Errorf("the verdicts differ (-written +read):\n%s", diff)
	}
	end := r.Summary()
	if diff := cmp.Diff(summary(header(6)), end); diff != "" {
		t.Errorf("the end differs (-written +read):\n%s", diff)
	}
	if _, n := r.Seconds(); n != 0 || r.Torn() != 0 {
		t.Errorf("%d second verdicts, torn line %d", n, r.Torn())
	}
	again := filepath.Join(t.TempDir(), "again.jsonl")
	w, err := ledger.Create(again, r.Header())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		w.Add(run.Result{Verdict: v})
	}
	if err := w.Close(end); err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(again); err != nil || !bytes.Equal(second, text) {
		t.Errorf("%v, written again it is\n%s\ninstead of\n%s", err, second, text)
	}
	if _, err := ledger.Create(name, header(6)); err == nil || !strings.Contains(err.Error(), "the file already exists") {
		t.Errorf("an existing ledger is overwritten: %v", err)
	}
	_, err = ledger.Create(os.DevNull, header(6))
	if said, ok := errors.AsType[*game.UsageError](err); runtime.GOOS != "windows" && (!ok || said.Message != "ledger "+os.DevNull+": expected a new file, found a device or a socket" || said.Hint != "name a new file") {
		t.Errorf("a device: %v", err)
	}
}

func TestLinesConformToTheSchema(t *testing.T) {
	_, text := write(t)
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		problems, err := schema.Report("ledger", jsontext.Value(line))
		if err != nil || len(problems) > 0 {
			t.Errorf("line %d: %v %v", i+1, problems, err)
		}
		if j := strings.IndexFunc(line, func(r rune) bool { return r < ' ' || r == 0x202e || r == 0xe0001 }); j >= 0 || strings.Contains(line, "##[") {
			t.Errorf("line %d has something that does not show as itself: %q", i+1, line)
		}
	}
	for line, want := range map[string]string{
		`{"ledger":2,"touchstone":"","task":"","subject":"","suites":[],"options":{},"cases":0,"started":"2026-11-22T01:02:03Z"}`: "/ledger",
		`{"ledger":1,"touchstone":"","task":"","subject":"","suites":[],"options":{},"cases":0,"started":"yesterday"}`:            "/started",
		`{"end":{}}`: "/end",
		`3`:          "",
	} {
		problems, err := schema.Report("ledger", jsontext.Value(line))
		if err != nil || len(problems) == 0 || problems[0].Pointer != want {
			t.Errorf("%s: %v %v", line, problems, err)
		}
	}
}

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// TestKilledAnywhere cuts a ledger behind every byte, as a kill or a full disk
// does. No verdict is lost but the one whose line is torn.
func TestKilledAnywhere(t *testing.T) {
	_, text := write(t)
	lines := bytes.Count(text, []byte("\n"))
	headerEnd := bytes.IndexByte(text, '\n') + 1
	dir := t.TempDir()
	every := 11
	if *soak {
		every = 1
	}
	for n := range len(text) {
		cut := text[:n]
		whole := bytes.Count(cut, []byte("\n"))
		torn := n > 0 && cut[n-1] != '\n'
		r, list, err := read(cut)
		if n < headerEnd {
			if err == nil || !strings.Contains(err.Error(), "cut off") && !strings.Contains(err.Error(), "empty") {
				t.Fatalf("%d bytes: a header that is cut is read: %v", n, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		want := verdicts()[:min(whole-1, 6)]
		if diff := cmp.Diff(encoded(t, want), encoded(t, list)); diff != "" {
			t.Fatalf("%d bytes: the verdicts differ (-want +got):\n%s", n, diff)
		}
		if ended := r.Summary().Ms > 0; ended != (whole == lines) || torn != (r.Torn() > 0) || torn && r.Torn() != whole+1 {
			t.Fatalf("%d bytes: ended %t, torn line %d", n, ended, r.Torn())
		}
		if s := r.Summary(); s.Done() != len(want) || s.Interrupted != (len(want) < 6) {
			t.Fatalf("%d bytes: the summary is %+v", n, s)
		}

		// A newline behind the torn line, as an editor may put it there, changes
		// nothing, unless the line was whole but for it.
		if repaired, _, err := read(append(slices.Clone(cut), '\n')); torn && (err != nil || repaired.Torn() != r.Torn() && text[n] != '\n') {
			t.Fatalf("%d bytes and a newline: %v, torn line %d", n, err, repaired.Torn())
		}

		// Continued, it becomes what it would have been. Where a line begins and
		// ends that matters, and in the middle of it hardly.
		if torn && text[n] != '\n' && n%every != 0 {
			continue
		}
		name := filepath.Join(dir, "run.jsonl")
		if err := os.WriteFile(name, cut, 0o644); err != nil {
			t.Fatal(err)
		}
		var kept []judge.Verdict
		w, err := ledger.Continue(name, header(6), func(r run.Result) { kept = append(kept, r.Verdict) })
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if len(kept) != len(want) {
			t.Fatalf("%d bytes: %d verdicts are kept", n, len(kept))
		}
		for _, v := range verdicts()[len(kept):] {
			w.Add(run.Result{Verdict: v})
		}
		if err := w.Close(summary(header(6))); err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if continued, err := os.ReadFile(name); err != nil || !bytes.Equal(continued, text) {
			t.Fatalf("%d bytes: %v, continued it is\n%s\ninstead of\n%s", n, err, continued, text)
		}
	}
}

func TestInterruptedRunsAreContinued(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	w, err := ledger.Create(name, header(6))
	if err != nil {
		t.Fatal(err)
	}
	for part := range 3 {
		for _, v := range verdicts()[2*part : 2*part+2] {
			w.Add(run.Result{Verdict: v})
		}
		if err := w.Close(counts(6, verdicts()[:2*part+2]...)); err != nil {
			t.Fatal(err)
		}
		w, err = ledger.Continue(name, header(6), func(run.Result) {})
		if err != nil {
			t.Fatal(err)
		}
	}
	// The run is complete: nothing is added, and closing does not end it twice.
	if err := w.Close(counts(6, verdicts()...)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 1+6+3 {
		t.Errorf("%d lines, expected a header, 6 verdicts and 3 ends", n)
	}
	r, list, err := read(text)
	if err != nil || len(list) != 6 {
		t.Fatalf("%d verdicts: %v", len(list), err)
	}
	if end := r.Summary(); end.Interrupted || end.Done() != 6 {
		t.Errorf("the end is %+v", end)
	}
	// More verdicts than an interrupted end counts make it void.
	lines := bytes.SplitAfter(text, []byte("\n"))
	r, _, err = read(bytes.Join(lines[:5], nil))
	s := r.Summary()
	if err != nil || !s.Interrupted || s.Done() != 3 {
		t.Errorf("%v, the summary is %+v", err, s)
	}
}

func TestContinueRefusesAnotherRun(t *testing.T) {
	name, text := write(t)
	seed := uint64(8)
	for want, change := range map[string]func(*ledger.Header){
		"the task sums/add, not sums/mul":             func(h *ledger.Header) { h.Task = "sums/mul" },
		"the program ./xadd 'ü', not ./yadd":          func(h *ledger.Header) { h.Subject = "./yadd" },
		`the suites ["sums"], not []`:                 func(h *ledger.Header) { h.Suites = nil },
		"it has other options":                        func(h *ledger.Header) { h.Options = h.Options[:1] },
		"another seed":                                func(h *ledger.Header) { h.Seed = &seed },
		`the shard "", not "1/2"`:                     func(h *ledger.Header) { h.Shard = "1/2" },
		"it belongs to another run: it has another s": func(h *ledger.Header) { h.Seed = nil },
		"6 cases, not 7":                              func(h *ledger.Header) { h.Cases = 7 },
		"it has timeout_ms 9, not 8":                  func(h *ledger.Header) { h.Terms[0].Value = jsontext.Value("8") },
		"changed cases":                               func(h *ledger.Header) { h.Terms[1].Value = jsontext.Value(`"c"`) },
		"its file has changed":                        func(h *ledger.Header) { h.Terms[2].Value = jsontext.Value(`"p"`) },
	} {
		h := header(6)
		change(&h)
		_, err := ledger.Continue(name, h, func(run.Result) { t.Error("a verdict is kept") })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	same := header(6)
	same.Touchstone, same.Started, same.Again, same.Terms = "v2", time.Now(), nil, nil
	w, err := ledger.Continue(name, same, func(run.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	w.Add(run.Result{Verdict: judge.Verdict{Case: "sums/9", Outcome: judge.Pass}})
	if err := w.Close(counts(6, verdicts()...)); err == nil || !strings.Contains(err.Error(), "all 6 cases have one") {
		t.Errorf("a verdict behind the end: %v", err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, text) {
		t.Errorf("the ledger was changed (%v)", err)
	}
}

// TestContinueAnotherPart: a part of another number of cases is another run, unless one of
// the two does not know its number.
func TestContinueAnotherPart(t *testing.T) {
	for _, c := range []struct {
		was, is int
		want    string
	}{
		{8, 8, ""},
		{8, 9, "it has a part of 8 cases, not of 9"},
		{8, 1, "it has a part of 8 cases, not of 1"},
		{1, 8, "it has a part of 1 case, not of 8"},
		{8, 0, ""},
		{0, 8, ""},
	} {
		name, h := filepath.Join(t.TempDir(), "run.jsonl"), header(1)
		h.Whole = c.was
		w, err := ledger.Create(name, h)
		if err == nil {
			err = w.Close(counts(1))
		}
		if err != nil {
			t.Fatal(err)
		}
		h.Whole = c.is
		w, err = ledger.Continue(name, h, func(run.Result) {})
		if err == nil {
			err = w.Close(counts(1))
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("a part of %d, then of %d: %v, expected %q", c.was, c.is, err, c.want)
		}
	}
}

// TestContinueBegins continues what a run leaves that is ended at once, and
// nothing else.
func TestContinueBegins(t *testing.T) { synctest.Test(t, testContinueBegins) }

func testContinueBegins(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	for _, text := range []string{"", "{", `{"ledger":1,"touch`} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := ledger.Continue(name, header(1), nil)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		_, err = ledger.Continue(name, header(1), nil)
		_, taken := errors.AsType[*jsonl.TakenError](err)
		_, usage := errors.AsType[*game.UsageError](err)
		if !taken || !usage || !strings.Contains(err.Error(), "another run is writing to it") {
			t.Errorf("%q: two runs write one ledger: %v", text, err)
		}
		pass := judge.Verdict{Case: "sums/0", Outcome: judge.Pass}
		w.Add(run.Result{Verdict: pass})
		if err := w.Close(counts(1, pass)); err != nil {
			t.Error(err)
		}
		found := 0
		if w, err = ledger.Continue(name, header(1), func(run.Result) { found++ }); err != nil || found != 1 {
			t.Errorf("%q: %d verdicts, %v", text, found, err)
		} else if err := w.Close(counts(1, pass)); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"no ledger", `{"ledge": 1}`} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ledger.Continue(name, header(1), nil); err == nil {
			t.Errorf("%q is continued", text)
		}
		if after, err := os.ReadFile(name); err != nil || string(after) != text {
			t.Errorf("%q was changed: %q (%v)", text, after, err)
		}
	}
}

func TestWriterKeepsTheLedgerReadable(t *testing.T) {
	pass := judge.Verdict{Case: "sums/1", Outcome: judge.Pass}
	for want, act := range map[string]func(w *ledger.Writer) error{
		`verdict on "sums/2", but all 1 cases have one`: func(w *ledger.Writer) error {
			w.Add(run.Result{Verdict: pass})
			w.Add(run.Result{Verdict: judge.Verdict{Case: "sums/2", Outcome: judge.Pass}})
			return w.Close(counts(1, pass))
		},
		"cannot write the end: its summary has 1 cases that pass, the ledger 0": func(w *ledger.Writer) error {
			return w.Close(run.Summary{Cases: 1, Pass: 1})
		},
		`its summary has 0 verdicts "crashed", the ledger 1`: func(w *ledger.Writer) error {
			w.Add(run.Result{Verdict: judge.Verdict{Case: "sums/1", Outcome: judge.Crashed, Blame: judge.BlameSubject}})
			return w.Close(run.Summary{Cases: 1, Fail: 1, Verdicts: map[judge.Outcome]int{judge.WrongAnswer: 1}})
		},
		`its summary has 0 verdicts "pass", the ledger 1`: func(w *ledger.Writer) error {
			w.Add(run.Result{Verdict: pass})
			return w.Close(run.Summary{Cases: 1, Pass: 1, Verdicts: map[judge.Outcome]int{judge.Pass: 0}})
		},
		"a line of": func(w *ledger.Writer) error {
			w.Add(run.Result{Verdict: judge.Verdict{Case: "sums/1", Outcome: judge.Crashed, Blame: judge.BlameSubject, Stderr: strings.Repeat("x", ledger.LineBytesMax)}})
			return w.Close(counts(1, pass))
		},
		"file already closed": func(w *ledger.Writer) error {
			if err := w.Discard(); err != nil {
				t.Error(err)
			}
			return w.Close(counts(1))
		},
	} {
		name := filepath.Join(t.TempDir(), "run.jsonl")
		w, err := ledger.Create(name, header(1))
		if err != nil {
			t.Fatal(err)
		}
		if err := act(w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
			continue
		}
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // discarded
		}
		if _, list, err := read(text); err != nil || len(list) > 1 {
			t.Errorf("%s: %d verdicts can be read, %v", want, len(list), err)
		}
	}
	if _, err := ledger.Create(filepath.Join(t.TempDir(), "none", "run.jsonl"), header(1)); err == nil {
		t.Error("a ledger in a folder that is not there")
	}
}

func TestDiscard(t *testing.T) {
	for _, n := range []int{0, 1} {
		name := filepath.Join(t.TempDir(), "run.jsonl")
		w, err := ledger.Create(name, header(6))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts()[:n] {
			w.Add(run.Result{Verdict: v})
		}
		if err := w.Discard(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name); (err == nil) != (n > 0) {
			t.Errorf("with %d verdicts: %v", n, err)
		}
	}
}

// TestErrors reads what is no ledger, or has been changed.
func TestErrors(t *testing.T) {
	_, text := write(t)
	lines := strings.SplitAfter(string(text), "\n")
	head, first, end := lines[0], lines[1], lines[7]
	small := strings.Replace(head, `"cases":6`, `"cases":1`, 1)
	for _, c := range []struct{ name, text, want, hint string }{
		{"empty", "", "ledger run.jsonl: it is empty", "remove the file"},
		{"no JSON", "touchstone\n", `line 1: expected a header with the key "ledger", found a line that is not JSON`, "--ledger FILE"},
		{"a byte order mark", "\ufeff" + head, "line 1: expected UTF-8 without a byte order mark (BOM), found one", "save the file as UTF-8, without a byte order mark"},
		{"a report", `{"summary":{},"verdicts":[]}` + "\n", `line 1: expected a header with the key "ledger"`, "--ledger FILE"},
		{"a value that is no object", "[]", "line 1: expected an object, found an array", "--ledger FILE"},
		{"a newer version", `{"ledger":2,"touchstone":"v9","cases":"many"}` + "\n", "line 1: expected a ledger of version 1 or less, found version 2", `touchstone "v9": use that version`},
		{"version 0", `{"ledger":0}`, "a ledger of version 0, expected 1", ""},
		{"negative cases", `{"ledger":1,"options":{},"cases":-1,"started":"2026-11-22T01:02:03Z"}`, "-1 cases, expected 0 to 1000000000", ""},
		{"options that are none", `{"ledger":1,"options":[1]}`, "line 1: at /options: the value has the wrong type: expected an object of options", ""},
		{"a time that is none", `{"ledger":1,"started":"yesterday"}`, "line 1: at /started: the value has the wrong type: ", ""},
		{"garbage in the middle", head + "x\n" + first, "line 2, column 1: not valid JSON: ", ""},
		{"a torn line in the middle", head + first[:20] + "\n" + first, "line 2, column 21: the JSON value is incomplete", ""},
		{"garbage at the end", head + first + "x\n", "line 3, column 1: not valid JSON: ", ""},
		{"a control character", head + first + "\x1b[31m\u202e\n", `line 3, column 1: not valid JSON: `, ""},
		{"a blank line", head + "\n" + first, "line 2: expected a JSON value, found a blank line", "remove the line"},
		{"two values", head + `{"case":"a","verdict":"pass"} {}` + "\n", "line 2, column 31: not valid JSON: ", ""},
		{"a key twice", head + `{"case":"a","case":"b","verdict":"pass"}` + "\n", "line 2, column 13: at /case: not valid JSON: ", ""},
		{"no verdict", head + "{}\n", `line 2: expected a verdict with the keys "case" and "verdict", or an end`, ""},
		{"a string for a number", head + `{"case":"a","verdict":"pass","ms":"1"}` + "\n", "line 2: at /ms: expected a number, found a string", "remove the line"},
		{"a negative time", head + `{"case":"a","verdict":"pass","ms":-1}` + "\n", "line 2: at /ms: -1 milliseconds, expected 0 or more", ""},
		{"two ledgers", string(text) + string(text), "line 9: a second header: the file holds two ledgers", "report each ledger by itself"},
		{"two headers", head + head, "line 2: a second header: the file holds two ledgers", "report each ledger by itself"},
		{"a verdict too many", small + first + lines[2], `line 3: a verdict on "sums/2", but all 1 cases of the header have one`, ""},
		{"a verdict missing", head + strings.Join(lines[2:], ""), "line 7: the end does not match: its summary has 1 cases that pass, the ledger 0; verdicts are missing", ""},
		{"both", head + `{"case":"a","end":` + end[7:], "line 2: both a verdict and an end", ""},
		{"a long line", head + strings.Repeat("x", ledger.LineBytesMax+1), "line 2: longer than 16 MiB", ""},
	} {
		_, _, err := read([]byte(c.text))
		var usage *game.UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: no usage error: %v", c.name, err)
			continue
		}
		if !strings.Contains(usage.Message, c.want) || !strings.Contains(usage.Hint, c.hint) {
			t.Errorf("%s: %s\nhint: %s\nexpected %q and %q", c.name, usage.Message, usage.Hint, c.want, c.hint)
		}
		if strings.ContainsAny(usage.Message, "\x1b\u202e") {
			t.Errorf("%s: the message is not printable: %q", c.name, usage.Message)
		}
	}
}

func TestWhatOtherProgramsMayDo(t *testing.T) {
	_, text := write(t)
	lines := strings.SplitAfter(string(text), "\n")
	// Other line ends, and keys that a later version added.
	dos := strings.ReplaceAll(string(text), "\n", "\r\n")
	dos = strings.Replace(strings.Replace(dos, `"ledger":1,`, `"ledger":1,"new":{"x":[1]},`, 1), `"case":"sums/1",`, `"case":"sums/1","newer":true,`, 1)
	if r, list, err := read([]byte(dos)); err != nil || len(list) != 6 || r.Torn() != 0 {
		t.Errorf("%d verdicts, %v", len(list), err)
	}
	// The last verdict counts, and one that says otherwise is told of.
	again := lines[0] + lines[1] + lines[2] + strings.Replace(lines[2], `"wrong-answer"`, `"pass"`, 1) + lines[1]
	r, list, err := read([]byte(again))
	if err != nil || len(list) != 4 || r.Summary().Fail != 0 || r.Summary().Pass != 2 {
		t.Errorf("%d verdicts, %+v, %v", len(list), r.Summary(), err)
	}
	seconds, n := r.Seconds()
	if diff := cmp.Diff([]ledger.Second{{Case: "sums/2", Line: 4, First: 3}}, seconds); diff != "" || n != 1 {
		t.Errorf("%d second verdicts (-want +got):\n%s", n, diff)
	}
}

// TestInOrder writes verdicts as they come and reads them as the cases stand,
// the last one on each; one on a case that was not judged may be replaced even
// behind the end.
func TestInOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	w, err := ledger.Create(name, header(3))
	if err != nil {
		t.Fatal(err)
	}
	pass := func(id string) judge.Verdict { return judge.Verdict{Case: id, Outcome: judge.Pass} }
	blocked := judge.Verdict{Case: "b", Outcome: judge.Blocked}
	values := []jsontext.Value{jsontext.Value("[1]")}
	wrong := run.Result{
		Verdict: judge.Verdict{Case: "a", Outcome: judge.WrongAnswer, Blame: judge.BlameSubject}, Number: 1, InputBytes: 5,
		Input: []jsontext.Value{jsontext.Value(`{"a":2}`), jsontext.Value("3")}, Expected: values, Received: values,
	}
	w.Add(run.Result{Verdict: pass("c"), Number: 3})
	w.Add(run.Result{Verdict: blocked, Number: 2})
	w.Add(wrong)
	if err := w.Close(counts(3, pass("c"), blocked, wrong.Verdict)); err != nil {
		t.Fatal(err)
	}
	w, err = ledger.Continue(name, header(3), func(run.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	w.Add(run.Result{Verdict: pass("b"), Number: 2})
	if err := w.Close(counts(3, pass("c"), pass("b"), wrong.Verdict)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file := bytes.NewReader(text)
	r, err := ledger.NewReader(file, name)
	if err != nil {
		t.Fatal(err)
	}
	var list []run.Result
	for result, err := range r.InOrder(bytes.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, result)
	}
	if diff := cmp.Diff([]run.Result{wrong, {Verdict: pass("b"), Number: 2}, {Verdict: pass("c"), Number: 3}}, list); diff != "" {
		t.Errorf("the results differ (-want +got):\n%s", diff)
	}
	if _, n := r.Seconds(); n != 0 || r.Summary().Pass != 2 || r.Summary().Blocked != 0 {
		t.Errorf("%d second verdicts, summary %+v", n, r.Summary())
	}
}

// TestBeginAndDiscardAtOnce has runs that begin one ledger and drop it at the
// same time: who has it may write it, and nobody removes it under them.
func TestBeginAndDiscardAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	times := 60
	if *soak {
		times = 300
	}
	var runs sync.WaitGroup
	for i := range 4 {
		runs.Go(func() {
			for range times {
				w, err := ledger.Continue(name, header(1), func(run.Result) {})
				if i%2 == 0 && err != nil {
					w, err = ledger.Create(name, header(1))
				}
				if err != nil {
					continue // another run has it
				}
				if _, err := os.Stat(name); err != nil {
					t.Errorf("the ledger of a run is gone: %v", err)
				}
				if err := w.Discard(); err != nil {
					t.Errorf("discard: %v", err)
				}
			}
		})
	}
	runs.Wait()
}

// FuzzReader reads anything. What is accepted can be written again, and is then
// the same.
func FuzzReader(f *testing.F) {
	name := filepath.Join(f.TempDir(), "seed.jsonl")
	w, err := ledger.Create(name, header(6))
	if err != nil {
		f.Fatal(err)
	}
	for _, v := range verdicts() {
		w.Add(run.Result{Verdict: v})
	}
	if err := w.Close(summary(header(6))); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(`{"ledger":1,"options":{},"cases":1,"started":"2026-11-22T01:02:03Z"}` + "\n" + `{"case":"a","verdict":"b"}` + "\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, list, err := read(text)
		if r == nil {
			if _, ok := errors.AsType[*game.UsageError](err); !ok {
				t.Fatalf("no usage error: %v", err)
			}
			return
		}
		s := r.Summary()
		if s.Done() > len(list) || err == nil && s.Cases < s.Done() {
			t.Fatalf("%d verdicts, the summary is %+v", len(list), s)
		}
		// Without a file, which would take most of the time.
		first, err := ledger.Encode(r.Header())
		if err != nil {
			t.Fatal(err)
		}
		again := []byte(strings.Join(append([]string{string(first)}, encoded(t, list)...), "\n") + "\n")
		r2, list2, err := read(again)
		if err != nil || r2.Torn() != 0 {
			t.Fatalf("torn line %d, %v:\n%s", r2.Torn(), err, again)
		}
		if diff := cmp.Diff(encoded(t, list), encoded(t, list2)); diff != "" {
			t.Fatalf("the verdicts differ:\n%s", diff)
		}
	})
}
