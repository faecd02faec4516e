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
	count   int
	ids     []string // the first of them
	numbers []int    // where those stand in the report, from 1
}

// A causeKey tells causes apart.
type causeKey struct {
	kind                 run.Kind
	outcome, fingerprint string
}

// causes groups the cases that did not pass, and the warnings.
type causes struct {
	byKey    map[causeKey]*cause
	list     []*cause // as they came
	warnings map[string]*cause
}

func newCauses() causes {
	return causes{byKey: make(map[causeKey]*cause), warnings: make(map[string]*cause)}
}

// add counts the verdict with this number in the report.
func (c *causes) add(v *judge.Verdict, seen view, number int) {
	for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
		name = word(name)
		if c.warnings[name] == nil && len(c.warnings) < causesMax {
			c.warnings[name] = &cause{view: view{message: warningText(name)}}
		}
		if w := c.warnings[name]; w != nil {
			w.take(seen.id, number)
		}
	}
	if seen.kind == run.Passed {
		return
	}
	fingerprint, _ := text.Cut(v.Fingerprint, wordBytesMax)
	key := causeKey{seen.kind, seen.outcome, fingerprint}
	g := c.byKey[key]
	if g == nil {
		g = &cause{view: seen, clause: word(v.Clause)}
		c.byKey[key] = g
		c.list = append(c.list, g)
	}
	g.take(seen.id, number)
}

func (g *cause) take(id string, number int) {
	g.count++
	if len(g.ids) < idsMax {
		g.ids = append(g.ids, id)
		g.numbers = append(g.numbers, number)
	}
}

// sorted are the causes of the given kinds, those of most cases first.
func (c *causes) sorted(kinds ...run.Kind) []*cause {
	var list []*cause
	for _, g := range c.list {
		if slices.Contains(kinds, g.kind) {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b *cause) int { return cmp.Compare(b.count, a.count) })
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

// name is what went wrong, in one word.
func (s *view) name() string {
	if s.kind == run.Broken {
		return "broken"
	}
	return s.outcome
}

// size is the number of cases of a cause.
func (g *cause) size() string { return text.Count(g.count, "case") + faultOf(g.kind) }

// title names a cause with its number of cases.
func (g *cause) title() string { return g.name() + ": " + g.size() }

// faultOf says whose fault a verdict is, if it is not the subject's.
func faultOf(kind run.Kind) string {
	switch kind {
	case run.Blocked:
		return ", not run"
	case run.Unjudged:
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

// counts is the closing sentence of a report: how many cases went how.
func counts(s *run.Summary, failing int) string {
	line := fmt.Sprintf("%d of %d pass", s.Pass, s.Cases-s.Broken)
	var parts []string
	if s.Fail > 0 {
		parts = append(parts, fmt.Sprintf("%d fail (%s)", s.Fail, text.Count(failing, "cause")))
	}
	for _, part := range []struct {
		n    int
		text string
	}{
		{s.Blocked, "%d not run"},
		{s.Errors, "%d not judged"},
		{s.Broken, "%d broken"},
		{s.Cases - s.Done(), "%d interrupted"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf(part.text, part.n))
		}
	}
	if len(parts) > 0 {
		line += "; " + strings.Join(parts, "; ")
	}
	return line
}

// counts is the closing sentence with these causes.
func (c *causes) counts(s *run.Summary) string { return counts(s, len(c.sorted(run.Failed))) }

// unfinished says that cases have no verdict, "" if all have one.
func unfinished(s *run.Summary) string {
	n := s.Cases - s.Done()
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("the run was interrupted: %d of %s without a verdict", n, text.Count(s.Cases, "case"))
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
