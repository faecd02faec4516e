package report

import (
	_ "embed" // for the parts of the page
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The parts of the page.
var (
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
)

// PageStyle is the style of all pages.
func PageStyle() string { return pageStyle }

// An htmlReport writes one file that needs no other: the counts, the causes and
// all cases. It can be read without its script, which filters.
type htmlReport struct {
	out      errWriter
	header   ledger.Header
	viewer   viewer
	gallery  *Gallery
	causes   causes
	cases    []pageCase
	outcomes []pageOutcome // in the order of their first case
}

func newHTML(w io.Writer, o Options) *htmlReport {
	return &htmlReport{
		out: errWriter{w: w}, header: o.Header, viewer: newViewer(htmlCosts, NewRerun(&o.Header), o.Book), gallery: o.Gallery.empty(), causes: newCauses(),
	}
}

// class is how a verdict is painted.
func class(kind run.Kind) string {
	switch kind {
	case run.Passed:
		return "passed"
	case run.Failed, run.PassedUnexpectedly:
		return "failed"
	}
	return "other"
}

// outcomesMax bounds the verdicts that can be filtered by; there are fewer.
const outcomesMax = 40

// Add keeps a verdict.
func (h *htmlReport) Add(r run.Result) {
	v := &r.Verdict
	s := h.viewer.view(&r)
	number := len(h.cases) + 1
	h.causes.add(&r, s, number)
	c := pageCase{Number: number, Class: class(s.kind), Outcome: s.name(), ID: s.id, Message: s.sentence(), Details: s.details}
	if c.Details != "" {
		c.Pictures = h.gallery.hang(&r, &h.viewer.ration)
	}
	if s.kind == run.Passed {
		for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
			c.Message = strings.TrimPrefix(c.Message+"; "+word(name), "; ")
		}
	}
	h.cases = append(h.cases, c)
	for i := range h.outcomes {
		if h.outcomes[i].Name == c.Outcome {
			h.outcomes[i].Count++
			return
		}
	}
	if len(h.outcomes) < outcomesMax {
		h.outcomes = append(h.outcomes, pageOutcome{c.Outcome, 1})
	}
}

// Close writes the page.
func (h *htmlReport) Close(s run.Summary) error {
	h.causes.diagnose(&s)
	// What is to be repaired comes first.
	rank := func(i int) int {
		return slices.Index([]string{class(run.Failed), class(run.Broken), class(run.Passed)}, h.cases[i].Class)
	}
	sort.SliceStable(h.cases, func(i, j int) bool { return rank(i) < rank(j) })
	list := h.causes.sorted(repair...)
	style := pageStyle
	if h.gallery != nil && h.gallery.pairs > 0 {
		style += GalleryStyle()
	}
	p := page{
		Style: style, Task: fact(h.header.Task), Counts: h.causes.counts(&s), Perhaps: h.causes.perhaps, Mood: "passed", Unfinished: unfinished(&s),
		Faults:  faultsOf(&s),
		Options: h.options(), Facts: h.facts(&s), Outcomes: h.outcomes, Cases: h.cases,
	}
	switch {
	case s.Fail+s.Unexpected > 0:
		p.Mood = "failed"
	case s.Pass+s.Known < s.Cases, len(s.Findings) > 0:
		p.Mood = "other"
	}
	if rest := list[min(len(list), causesMax):]; len(rest) > 0 {
		list = list[:causesMax]
		p.MoreCauses = fmt.Sprintf("… and %s with %s", text.Count(len(rest), "more cause"), text.Count(total(rest), "case"))
	}
	for _, g := range list {
		p.Causes = append(p.Causes, pageCauseOf(g, g.title()))
	}
	known := h.causes.sorted(run.FailedAsKnown)
	for _, g := range known[:min(len(known), causesMax)] {
		p.Known = append(p.Known, pageCauseOf(g, g.size()))
	}
	for _, g := range h.causes.sortedWarnings() {
		p.Warnings = append(p.Warnings, pageCauseOf(g, g.size()))
	}
	if err := p.write(&h.out); err != nil {
		return err
	}
	return h.out.err
}

// taught are the points of a lesson that the page opens with, in this order; all of
// them stand with the case.
var taught = []string{"in words", "catches", "clause", tryName}

func pageCauseOf(g *cause, title string) pageCause {
	p := pageCause{Class: class(g.kind), Title: title, Message: g.message, More: g.more(), Teaches: g.teaches()}
	for _, name := range taught {
		for _, point := range g.lesson {
			if point.name == name {
				p.Lesson = append(p.Lesson, pageFact{Name: name, Text: point.text, Link: name == tryName})
			}
		}
	}
	for i, id := range g.ids {
		p.Cases = append(p.Cases, pageCase{Number: g.numbers[i], ID: id})
	}
	return p
}

// options are those that are not at their defaults: "max_exchanges=4".
func (h *htmlReport) options() string {
	var list []string
	for _, o := range h.viewer.book.unusual(h.header.Options) {
		list = append(list, o.Name+"="+string(o.Value))
	}
	return fact(strings.Join(list, ", "))
}

// facts say what was run.
func (h *htmlReport) facts(s *run.Summary) []pageFact {
	facts := []pageFact{
		{Name: "Program", Text: fact(h.header.Subject)},
		{Name: "Suites", Text: fact(strings.Join(h.header.Suites, " "))},
	}
	if h.header.Seed != nil {
		facts = append(facts, pageFact{Name: "Seed", Text: strconv.FormatUint(*h.header.Seed, 10)})
	}
	return append(facts,
		pageFact{Name: "Started", Text: h.header.Started.UTC().Format("2006-01-02 15:04:05 UTC")},
		pageFact{Name: "Took", Text: seconds(s.Ms) + " s"},
		pageFact{Name: "Touchstone", Text: fact(h.header.Touchstone)},
	)
}
