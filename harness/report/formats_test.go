package report

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

var (
	update = flag.Bool("update", false, "write the reports that tests compare with")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
)

// exampleHeader is that of the run of example.
func exampleHeader() ledger.Header {
	seed := uint64(7)
	return ledger.Header{
		Ledger: ledger.Version, Touchstone: "v1.2.3", Task: "sums/add", Subject: "python3 'my add.py'", Suites: []string{"sums"},
		Options: game.SettingList{{Name: "plus", Value: jsontext.Value("0")}, {Name: "at", Value: jsontext.Value(`["a"]`)}},
		Seed:    &seed, Cases: 13, Started: time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC),
		Again: &ledger.Again{
			Flags: []string{"--option", "plus=0"}, Suites: []string{"suites/sums"}, Command: []string{"python3", "my add.py"},
		},
	}
}

// longExample is example with more kinds of verdicts, and interrupted.
func longExample() ([]run.Result, run.Summary) {
	results, summary := example()
	results = append(results,
		verdict(judge.Verdict{
			Case: "more/1", Outcome: flaky, Blame: judge.BlameSubject, Fingerprint: "d", Ms: 250,
			Message: "passes 2 times of 3", Stderr: "a < b && c > d ]]> \"e\" 'f'\nsecond line",
		}),
		verdict(judge.Verdict{Case: "more/2", Outcome: judge.Blocked, Message: "there is no program ./xadd", Fingerprint: "e"}),
		verdict(judge.Verdict{
			Case: "more/3", Outcome: judge.WrongShape, Blame: judge.BlameSubject, Fingerprint: "f", Pointer: "/0", Ms: 2,
			Message: "/0: expected a number", Known: "the teacher's # 3 & 4 \\ see <the board>",
		}),
		verdict(judge.Verdict{Case: "more/4", Outcome: judge.Pass, Warnings: []string{run.UnexpectedPass}, Ms: 3}),
	)
	summary.Seed = exampleHeader().Seed
	for i := range results[8:] {
		summary.Count(&results[8+i].Verdict)
	}
	summary.Cases, summary.Interrupted = 13, true
	for i := range results {
		results[i].Verdict.Subject = exampleHeader().Subject
	}
	return results, summary
}

// render makes a report.
func render(t *testing.T, format string, o Options, results []run.Result, summary run.Summary) string {
	t.Helper()
	var out strings.Builder
	reporter, err := New(format, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		reporter.Add(r)
	}
	if err := reporter.Close(summary); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return out.String()
}

// fromLedger are results as a ledger gives them back: verdicts and nothing else.
func fromLedger(results []run.Result) []run.Result {
	var list []run.Result
	for _, r := range results {
		list = append(list, run.Result{Verdict: r.Verdict})
	}
	return list
}

func options() Options {
	h := exampleHeader()
	return Options{Header: h, Text: TextOptions{Rerun: NewRerun(&h)}}
}

// TestGolden compares every format with a file that was looked at.
func TestGolden(t *testing.T) {
	results, summary := longExample()
	var formats []string
	for _, g := range []struct{ format, file string }{
		{"text", "report.txt"},
		{"json", "report.json"},
		{"junit", "junit.xml"},
		{"tap", "report.tap"},
		{"github", "commands.txt"},
		{"gradescope", "results.json"},
		{"html", "report.html"},
		{"markdown", "report.md"},
		{"csv", "report.csv"},
	} {
		formats = append(formats, g.format)
		got := render(t, g.format, options(), fromLedger(results), summary)
		name := filepath.Join("testdata", g.file)
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: go test ./harness/report -update writes what it is now (-want +got):\n%s", g.format, diff)
		}
	}
	if diff := cmp.Diff(Formats(), formats); diff != "" {
		t.Errorf("formats without a file (-have +compared):\n%s", diff)
	}
}

// TestLedgerIsEnough holds reports that were made during the run against those
// made from its ledger, which has neither values nor sizes of inputs.
func TestLedgerIsEnough(t *testing.T) {
	results, summary := longExample()
	for _, format := range Formats() {
		live := render(t, format, options(), results, summary)
		later := render(t, format, options(), fromLedger(results), summary)
		if again := render(t, format, options(), fromLedger(results), summary); again != later {
			t.Errorf("%s: the same ledger gives other bytes", format)
		}
		if format != "text" && live != later {
			t.Errorf("%s differs (-run +ledger):\n%s", format, cmp.Diff(live, later))
		}
	}
}

func TestJSONConformsToTheSchema(t *testing.T) {
	results, summary := example()
	for i := range results {
		results[i].Verdict.Clause = strings.Replace(results[i].Verdict.Clause, "SU-1", "SU-01", 1)
		results[i].Verdict.Differences = nil
	}
	problems, err := schema.Report("test", jsontext.Value(render(t, "json", options(), results, summary)))
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}

func TestEmptyReports(t *testing.T) {
	for _, format := range Formats() {
		got := render(t, format, Options{}, nil, run.Summary{})
		if got == "" || !strings.HasSuffix(got, "\n") {
			t.Errorf("%s: a report of nothing is %q", format, got)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	if _, err := New("junti", nil, Options{}); err == nil || err.Error() != `unknown format "junti" of --format` {
		t.Errorf("an unknown format: %v", err)
	}
	o := Options{Gradescope: GradescopeOptions{Visibility: "after"}}
	if _, err := New("gradescope", nil, o); err == nil || err.Error() != `unknown visibility "after"` {
		t.Errorf("an unknown visibility: %v", err)
	}
}

func TestRerunOfALedger(t *testing.T) {
	h := exampleHeader()
	want := "touchstone test sums/add --case sums/3 --option plus=0 suites/sums -- python3 'my add.py'"
	if got := NewRerun(&h).Line("sums/3", ""); got != want {
		t.Errorf("%s\nexpected %s", got, want)
	}
	if h.Again = nil; NewRerun(&h) != nil {
		t.Error("a header without a command line has one")
	}
}

func TestErrorsOfTheWriterAreReportedByAll(t *testing.T) {
	results, summary := longExample()
	o := options()
	for _, format := range Formats() {
		reporter, err := New(format, full{}, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			reporter.Add(r)
		}
		if err := reporter.Close(summary); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: error %v", format, err)
		}
	}
	var out bytes.Buffer
	o.GitHub = GitHubOptions{StepSummary: full{}, BytesMax: 1000}
	reporter, err := New("github", &out, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := reporter.Close(summary); err == nil || err.Error() != "step summary: no space left" || out.Len() == 0 {
		t.Errorf("github: error %v", err)
	}
}

// TestReportsAreBounded makes reports of a thousand failures that say as much
// as they can, in the characters that the formats escape at the greatest cost.
func TestReportsAreBounded(t *testing.T) {
	const most = 5_000_000
	cases := 60 // of which a tenth is more than a report may have
	if *soak {
		cases = 1000
	}
	for _, unit := range []string{`<"`, "\U000e0001\xff"} {
		long := strings.Repeat(unit, 64<<10/len(unit))
		quote, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(long, "?"))
		if err != nil {
			t.Fatal(err)
		}
		// What has to differ is shorter: all are in memory at once.
		some := long[:2<<10]
		var results []run.Result
		for i := range cases {
			v := judge.Verdict{
				Case: fmt.Sprint(i) + "/" + some, Subject: long, Outcome: judge.WrongAnswer, Blame: judge.BlameSubject,
				Pointer: long, Clause: long, Message: long, Expected: quote, Received: quote, More: 5,
				Signal: long, Stderr: long, Delivery: long, Fingerprint: fmt.Sprint(i) + some,
				Warnings: []string{long, fmt.Sprint(i) + some},
			}
			for range 30 {
				v.Differences = append(v.Differences, judge.Difference{Pointer: long, Message: long})
			}
			r := verdict(v)
			r.Expected, r.Received = []jsontext.Value{quote}, []jsontext.Value{quote}
			results = append(results, r)
		}
		h := ledger.Header{
			Task: long, Subject: long, Suites: []string{long, long}, Touchstone: long, Cases: cases,
			Again: &ledger.Again{Flags: []string{long}, Command: []string{long}},
		}
		summary := run.Summary{Task: long, Subject: long, Cases: cases, Fail: cases, Verdicts: map[judge.Outcome]int{judge.WrongAnswer: cases}}
		for _, format := range Formats() {
			for _, verbose := range []bool{false, true} {
				if verbose && format != "text" {
					continue
				}
				o := Options{Header: h, Text: TextOptions{Rerun: NewRerun(&h), Verbose: verbose}, Gallery: sumsGallery()}
				if got := render(t, format, o, results, summary); len(got) > most {
					t.Errorf("%s of %.8q has %d bytes", format, unit, len(got))
				}
			}
		}
	}
}

// TestJSONSaysWhatItLeavesOut reads a report that is too long for all of it.
func TestJSONSaysWhatItLeavesOut(t *testing.T) {
	const cases = 2000
	value := jsontext.Value(`"` + strings.Repeat("x", judge.RawMax-2) + `"`)
	var results []run.Result
	for i := range cases {
		results = append(results, verdict(judge.Verdict{
			Case: fmt.Sprintf("sums/%d", i+1), Subject: "./xadd", Outcome: judge.WrongAnswer, Blame: judge.BlameSubject,
			Pointer: "/0", Clause: "SU-01", Message: "/0: expected one, received another", Expected: value, Received: jsontext.Value("4"),
			Differences: []judge.Difference{{Pointer: "/0", Message: "m", Expected: value}, {Pointer: "/1", Message: "n"}}, More: 1,
			Stderr: strings.Repeat("line\n", 40), Fingerprint: "f", Ms: 1,
		}))
	}
	summary := run.Summary{Task: "sums/add", Cases: cases, Fail: cases, Verdicts: map[judge.Outcome]int{judge.WrongAnswer: cases}}
	made := render(t, "json", Options{}, results, summary)
	if problems, err := schema.Report("test", []byte(made)); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	var got struct {
		Verdicts []jsonVerdict `json:"verdicts"`
		LeftOut  int           `json:"left_out"`
	}
	if err := json.Unmarshal([]byte(made), &got); err != nil {
		t.Fatal(err)
	}
	short := 0
	for i, v := range got.Verdicts {
		want := jsonVerdict{Verdict: results[i].Verdict}
		if len(v.LeftOut) > 0 {
			short++
			want.Expected, want.Differences, want.Stderr, want.More = nil, nil, "", 3
			want.LeftOut = []string{"stderr", "expected", "differences"}
		}
		// The difference is made for a reader: to make it takes longer than to look for one.
		if !reflect.DeepEqual(want, v) {
			t.Fatalf("verdict %d (-want +got):\n%s", i+1, cmp.Diff(want, v))
		}
	}
	whole := cases - short
	if len(got.Verdicts) != cases || got.LeftOut != short || whole < wholeBytesMax/len(value)/3 || len(got.Verdicts[0].LeftOut) > 0 {
		t.Errorf("%d verdicts, %d of them whole, %d said to be left out", len(got.Verdicts), whole, got.LeftOut)
	}
}

// TestMemoryIsBounded makes every report that tells cases as they come of very
// many: what it keeps does not grow with them.
func TestMemoryIsBounded(t *testing.T) {
	const cases = 20_000
	h := exampleHeader()
	h.Cases = cases
	for _, format := range []string{"text", "json", "junit", "tap", "github", "gradescope", "markdown", "csv"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		reporter, err := New(format, io.Discard, Options{Header: h})
		if err != nil {
			t.Fatal(err)
		}
		for i := range cases {
			reporter.Add(verdict(judge.Verdict{Case: fmt.Sprintf("sums/%d", i+1), Subject: h.Subject, Outcome: judge.Pass, Ms: 1}))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 2<<20 {
			t.Errorf("%s keeps %d bytes", format, kept)
		}
		if err := reporter.Close(run.Summary{Cases: cases, Pass: cases}); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}
