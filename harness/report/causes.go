package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A cause is why some cases did not pass: those of one fingerprint.
type cause struct {
	view           // of the first case
	clause  string // of the first case, "" if none decides
	whole   string // id of the first case, as the verdict has it
	reading string // what the subject answers like, "" if that is not known
	hint    string // where to look then
	count   int
	ids     []string // the first of them
	numbers []int    // where those stand in the report, from 1
}

// A causeKey tells causes apart.
type causeKey struct {
	kind                 run.Kind
	outcome, fingerprint string
}

// keyOf is the cause of a verdict.
func keyOf(v *judge.Verdict) causeKey {
	fingerprint, _ := text.Cut(v.Fingerprint, wordBytesMax)
	return causeKey{run.KindOf(v), word(string(v.Outcome)), fingerprint}
}

// causes groups the cases that did not pass, and the warnings.
type causes struct {
	byKey    map[causeKey]*cause
	list     []*cause // as they came
	warnings map[string]*cause
	perhaps  string // what may be misread where no reading fits
}

func newCauses() causes {
	return causes{byKey: make(map[causeKey]*cause), warnings: make(map[string]*cause)}
}

// add counts the result with this number in the report. It returns the cause, nil
// for none, and whether that is new.
func (c *causes) add(r *run.Result, seen view, number int) (g *cause, added bool) {
	v := &r.Verdict
	for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
		if name == run.UnexpectedPass {
			continue // a cause of its own, since it makes the run fail
		}
		name = word(name)
		if c.warnings[name] == nil && len(c.warnings) < causesMax {
			c.warnings[name] = &cause{view: view{message: warningText(name)}}
		}
		if w := c.warnings[name]; w != nil {
			w.take(seen.id, number)
		}
	}
	key := keyOf(v)
	switch seen.kind {
	case run.Passed:
		return nil, false
	case run.PassedUnexpectedly:
		seen.message = warningTexts[run.UnexpectedPass]
	case run.FailedAsKnown:
		// Whoever has listed a failure knows it by the reason.
		seen.message = seen.known
		key = causeKey{kind: seen.kind, fingerprint: seen.known}
	}
	if g = c.byKey[key]; g == nil {
		added = true
		g = &cause{view: seen, clause: word(v.Clause), whole: v.Case}
		c.byKey[key] = g
		c.list = append(c.list, g)
	}
	g.take(seen.id, number)
	if r.First {
		g.view, g.clause, g.whole = seen, word(v.Clause), v.Case
		g.lead(seen.id, number)
	}
	return g, added
}

// lead puts a case in front of the others, of which the last gives way if there are
// too many.
func (g *cause) lead(id string, number int) {
	at := slices.Index(g.numbers, number)
	if at < 0 {
		at = len(g.ids) - 1
	}
	g.ids = slices.Insert(slices.Delete(g.ids, at, at+1), 0, id)
	g.numbers = slices.Insert(slices.Delete(g.numbers, at, at+1), 0, number)
}

// diagnose says of the causes what the subject answers like.
func (c *causes) diagnose(s *run.Summary) {
	diagnoses := byCase(s.Diagnoses)
	for _, g := range c.list {
		if d := diagnoses[g.whole]; d != nil && d.Settled() {
			g.reading, g.hint = readsLike(d), seeing(d.Hint)
		}
	}
	// A page shows the clause with the first failure, which should not be far down.
	c.perhaps, _ = perhaps(s)
}

// teaches is what a report says about a cause before its cases.
func (g *cause) teaches() []string {
	var list []string
	if g.reading != "" {
		list = append(list, g.reading)
	}
	if g.hint != "" {
		list = append(list, "hint: "+g.hint)
	}
	return list
}

func (g *cause) take(id string, number int) {
	g.count++
	if len(g.ids) < idsMax {
		g.ids = append(g.ids, id)
		g.numbers = append(g.numbers, number)
	}
}

// sorted are the causes of the given kinds, those of most cases first. Cases that did not
// run come last: why they did not is among the others.
func (c *causes) sorted(kinds ...run.Kind) []*cause {
	var list []*cause
	for _, g := range c.list {
		if slices.Contains(kinds, g.kind) {
			list = append(list, g)
		}
	}
	unrun := func(g *cause) int {
		if g.kind == run.Blocked {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b *cause) int {
		return cmp.Or(cmp.Compare(unrun(a), unrun(b)), cmp.Compare(b.count, a.count))
	})
	return list
}

// sortedWarnings are the warnings by name.
func (c *causes) sortedWarnings() []*cause {
	list := make([]*cause, 0, len(c.warnings))
	for _, g := range c.warnings {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b *cause) int { return strings.Compare(a.message, b.message) })
	return list
}

// repair are the kinds of causes that somebody has to repair.
var repair = []run.Kind{run.Failed, run.PassedUnexpectedly, run.Blocked, run.Unjudged, run.Broken}

// name is what went wrong, in one word.
func (s *view) name() string {
	switch s.kind {
	case run.Broken:
		return "broken"
	case run.PassedUnexpectedly:
		return run.UnexpectedPass
	case run.FailedAsKnown:
		return "known"
	}
	return s.outcome
}

// sentence is what there is to say about a case on one line.
func (s *view) sentence() string {
	message := s.message
	switch s.kind {
	case run.PassedUnexpectedly:
		message = warningTexts[run.UnexpectedPass]
	case run.FailedAsKnown:
		message = s.known + ": " + strings.TrimSuffix(s.outcome+": "+message, ": ")
	}
	return message
}

// size is the number of cases of a cause.
func (g *cause) size() string { return text.Count(g.count, "case") + g.fault() }

// title names a cause with its number of cases.
func (g *cause) title() string { return g.name() + ": " + g.size() }

// fault says whose fault the verdict is, if it is not the subject's.
func (s *view) fault() string { return faultOf(s.kind, s.blame) }

func faultOf(kind run.Kind, blame judge.Blame) string {
	switch kind {
	case run.Blocked:
		return ", not run"
	case run.Unjudged:
		if blame == judge.BlameGame {
			return ", the fault of the game's reference"
		}
		return ", the harness's fault"
	case run.Broken:
		return ", the suite's fault"
	}
	return ""
}

// more says how many cases a cause has beyond those named.
func (g *cause) more() string {
	if n := g.count - len(g.ids); n > 0 {
		return fmt.Sprintf(" and %d more", n)
	}
	return ""
}

// total counts the cases of several causes.
func total(list []*cause) int {
	n := 0
	for _, g := range list {
		n += g.count
	}
	return n
}

// faultsOf are the faults that a game's reference has shown in a run, a line each. They
// are never the program's.
func faultsOf(s *run.Summary) []string {
	var list []string
	for i := range s.Findings {
		f := &s.Findings[i]
		where, times := cmp.Or(f.Case, f.Game+"/"+f.Task), ""
		if f.Count > 1 {
			times = fmt.Sprintf(", %d times", f.Count)
		}
		list = append(list, fmt.Sprintf("the reference of %s is at fault: %s in %s%s: %s", word(f.Game), word(f.Kind), oneLine(where, idBytesMax),
			times, oneLine(f.Message, messageBytesMax)))
	}
	return list
}

// counts is the closing sentence of a report: how many cases went how.
func counts(s *run.Summary, failing int) string {
	line := fmt.Sprintf("%d of %d pass", s.Pass, s.Cases-s.Broken)
	var parts []string
	if s.Unexpected > 0 {
		line += fmt.Sprintf(", %d of them unexpectedly", s.Unexpected)
	}
	if s.Remarks > 0 {
		line += fmt.Sprintf(", %d of them with a remark", s.Remarks)
	}
	if s.Fail > 0 {
		parts = append(parts, fmt.Sprintf("%d fail (%s)", s.Fail, text.Count(failing, "cause")))
	}
	if n := len(s.House); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of them %s on house rulings", n, map[bool]string{true: "rests", false: "rest"}[n == 1]))
	}
	for _, part := range []struct {
		n    int
		text string
	}{
		{s.Known, "%d known"},
		{s.Blocked, "%d not run"},
		{s.Errors, "%d not judged"},
		{s.Broken, "%d broken"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf(part.text, part.n))
		}
	}
	if !s.Complete() {
		parts = append(parts, fmt.Sprintf("%s, %s not run", ending(s), text.Count(s.Cases-s.Done(), "case")))
	}
	if len(parts) > 0 {
		line += "; " + strings.Join(parts, "; ")
	}
	return line
}

// counts is the closing sentence with these causes.
func (c *causes) counts(s *run.Summary) string { return counts(s, len(c.sorted(run.Failed))) }

// ending says how a run has ended before all cases had a verdict.
func ending(s *run.Summary) string {
	if s.Stopped {
		return fmt.Sprintf("stopped after failure %d", s.Fail+s.Unexpected)
	}
	return "interrupted"
}

// unfinished says that cases have no verdict, "" if all have one.
func unfinished(s *run.Summary) string {
	if s.Complete() {
		return ""
	}
	left, have := s.Cases-s.Done(), "have"
	if left == 1 {
		have = "has"
	}
	return fmt.Sprintf("the run was %s: %d of %s %s no verdict", ending(s), left, text.Count(s.Cases, "case"), have)
}

// msMax is more than any run takes: a thousand hours.
const msMax = float64(1000 * time.Hour / time.Millisecond)

// sane is a time in milliseconds; what cannot be one of ours counts as none.
func sane(ms float64) float64 {
	if ms >= 0 && ms <= msMax {
		return ms
	}
	return 0
}

// seconds is a time in milliseconds as reports have it: in seconds, with three
// decimals.
func seconds(ms float64) string { return fmt.Sprintf("%.3f", sane(ms)/1000) }

// milliseconds is a time with three decimals.
func milliseconds(ms float64) string { return fmt.Sprintf("%.3f", sane(ms)) }
