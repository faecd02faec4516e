package watch

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Run is a suite against a program to be looked at: how far it is, and which
// verdicts there are.
type Run struct {
	page *Page

	mu       sync.Mutex
	view     View // what stays as it is
	summary  run.Summary
	failures []failure
	over     bool
	status   Text // the last one
}

// A failure is one cause of failures.
type failure struct {
	outcome, fingerprint string
	first, message       string // the first case, and what is said of it
	count                int
}

// failuresMax bounds how many causes are told apart.
const failuresMax = 100

// NewRun makes the run of a ledger's header one to be looked at.
func NewRun(h ledger.Header) *Run {
	r := &Run{
		view:    View{Title: h.Task + ": " + h.Subject},
		summary: run.Summary{Cases: h.Cases},
	}
	r.page = NewPage(r)
	return r
}

// Page is where the run is to be seen.
func (r *Run) Page() *Page { return r.page }

// Add takes a verdict, and the counts with it. It returns the line of the log
// that tells of it, false if there is none: of what passes there is nothing to
// be told.
func (r *Run) Add(result run.Result, counts run.Summary) (Line, bool) {
	v := &result.Verdict
	kind := run.KindOf(v)
	r.mu.Lock()
	r.count(counts)
	if kind == run.Failed {
		r.fail(v)
	}
	r.mu.Unlock()
	l := Line{Who: v.Case, Text: string(v.Outcome), Mood: Bad}
	switch kind {
	case run.Passed:
		r.page.Changed()
		return Line{}, false
	case run.FailedAsKnown:
		l.Mood, l.Text = Quiet, l.Text+" as known: "+v.Known
	case run.PassedUnexpectedly:
		l.Text = "passes, but is listed as a known failure"
	default:
		if v.Message != "" {
			l.Text += ": " + v.Message
		}
	}
	return r.page.Say(l.Who, l.Text, l.Mood).fit(), true
}

// count takes the counts; the caller's go on being counted in.
func (r *Run) count(s run.Summary) {
	s.Verdicts = maps.Clone(s.Verdicts)
	r.summary = s
}

func (r *Run) fail(v *judge.Verdict) {
	for i := range r.failures {
		if f := &r.failures[i]; f.outcome == string(v.Outcome) && f.fingerprint == v.Fingerprint {
			f.count++
			return
		}
	}
	if len(r.failures) < failuresMax {
		r.failures = append(r.failures, failure{
			outcome: head(string(v.Outcome)), fingerprint: head(v.Fingerprint), first: head(v.Case), message: head(v.Message), count: 1,
		})
	}
}

// End shows the run a last time, with its counts in the end; why is why it is
// looked at no longer, nil if it has ended.
func (r *Run) End(counts run.Summary, why error) Line {
	r.mu.Lock()
	r.count(counts)
	r.over = true
	r.status = r.standing()
	if why != nil {
		r.status = Text{why.Error() + "; " + r.status.Text, Bad}
	}
	status := r.status
	r.mu.Unlock()
	l := r.page.Say("", status.Text, status.Mood).fit()
	r.page.End()
	return l
}

// standing is how the run stands in a sentence.
func (r *Run) standing() Text {
	s := &r.summary
	t := Text{Text: fmt.Sprintf("%d of %s", s.Done(), text.Count(s.Cases, "case"))}
	for _, c := range []struct {
		n    int
		what string
	}{
		{s.Pass, "pass"},
		{s.Fail, "fail"},
		{s.Known, "fail as known"},
		{s.Unexpected, "pass unexpectedly"},
		{s.Blocked, "blocked"},
		{s.Broken, "broken"},
		{s.Errors, "not judged"},
	} {
		if c.n > 0 || c.what == "pass" {
			t.Text += fmt.Sprintf(", %d %s", c.n, c.what)
		}
	}
	switch {
	case s.Fail+s.Unexpected > 0:
		t.Mood = Bad
	case r.over && s.Pass+s.Known == s.Cases:
		t.Mood = Good
	case r.over:
		t.Mood = Bad
	}
	if s.Interrupted || s.Stopped {
		t.Text += "; stopped early"
	}
	return t
}

// Look implements Source.
func (r *Run) Look() View {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := r.view
	v.Status, v.Over = r.status, r.over
	if !r.over {
		v.Status = r.standing()
	}
	v.Progress = &Progress{Done: r.summary.Done(), Of: r.summary.Cases}
	verdicts := Table{Caption: "Verdicts", Columns: []string{"Verdict", "Cases"}}
	for _, outcome := range slices.Sorted(maps.Keys(r.summary.Verdicts)) {
		mood := Bad
		if outcome == judge.Pass {
			mood = Good
		}
		verdicts.Rows = append(verdicts.Rows, []Text{{string(outcome), mood}, {Text: strconv.Itoa(r.summary.Verdicts[outcome])}})
	}
	v.Tables = []Table{verdicts}
	if len(r.failures) > 0 {
		causes := Table{Caption: "Causes of failures", Columns: []string{"Cases", "Verdict", "First case", "Message"}}
		list := slices.Clone(r.failures)
		sort.SliceStable(list, func(i, j int) bool { return list[i].count > list[j].count })
		for _, f := range list {
			causes.Rows = append(causes.Rows, []Text{{Text: strconv.Itoa(f.count)}, {f.outcome, Bad}, {Text: f.first}, {Text: f.message}})
		}
		v.Tables = append(v.Tables, causes)
	}
	return v
}
