package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Points are what an assignment is worth, in hundredths of a point, the finest
// that Gradescope shows. They are the value of a flag.
type Points int64

const (
	// PointsDefault makes points percents.
	PointsDefault Points = 100_00
	// pointsMax is more than any assignment is worth.
	pointsMax Points = 1_000_000_00
)

// String is the number of points, with decimals where there are some.
func (p Points) String() string {
	text := fmt.Sprintf("%d.%02d", p/100, p%100)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// Type names the value in a help text.
func (p *Points) Type() string { return "N" }

// Set reads a number with at most two decimals.
func (p *Points) Set(text string) error {
	whole, part, _ := strings.Cut(text, ".")
	digits := whole + (part + "00")[:max(2, len(part))]
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || len(part) > 2 || whole == "" || n == 0 || n > uint64(pointsMax) {
		return fmt.Errorf("expected a number of points from 0.01 to %v with at most two decimals", pointsMax)
	}
	*p = Points(n)
	return nil
}

// visibilities are the words of Gradescope for who sees a result when.
var visibilities = []string{"visible", "hidden", "after_due_date", "after_published"}

// Visibilities lists the words of Gradescope for who sees a result when, the
// default first.
func Visibilities() []string { return slices.Clone(visibilities) }

// GradescopeOptions say what a pass is worth and who sees the results.
type GradescopeOptions struct {
	Points     Points // for all cases together; 0: PointsDefault
	Visibility string // one of Visibilities; "": the first
}

// A gradescope writes results.json as Gradescope reads it. All cases are worth
// the same, to the hundredth of a point, and together just the points of the
// assignment; only a pass earns them. There is no score at the top: it would
// stand above the sum of the tests.
type gradescope struct {
	out     errWriter
	header  ledger.Header
	options GradescopeOptions
	viewer  viewer
	tests   spool.Spool
	number  int // of tests written
	earned  Points
}

func newGradescope(w io.Writer, o Options) (Reporter, error) {
	g := &gradescope{
		out: errWriter{w: w}, header: o.Header, options: o.Gradescope, tests: newSpool(),
		viewer: newViewer(jsonCosts, NewRerun(&o.Header), o.Book),
	}
	if g.options.Points == 0 {
		g.options.Points = PointsDefault
	}
	if g.options.Visibility == "" {
		g.options.Visibility = visibilities[0]
	}
	if !slices.Contains(visibilities, g.options.Visibility) {
		return nil, game.Unknown("visibility", g.options.Visibility, "", visibilities, "touchstone report --help")
	}
	return g, nil
}

// share is what the cases from one to another, counted from 0, are worth. What
// cannot be divided is spread evenly.
func (g *gradescope) share(from, to int) Points {
	total, cases := g.options.Points, Points(max(1, g.header.Cases))
	return Points(to)*total/cases - Points(from)*total/cases
}

// Add writes a test.
func (g *gradescope) Add(r run.Result) {
	v := &r.Verdict
	s := g.viewer.view(&r)
	score, status := Points(0), "failed"
	worth := g.share(g.number, g.number+1)
	var lines []string
	if s.kind.Passes() {
		score, status = worth, "passed"
		for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
			lines = append(lines, "warning: "+warningText(name))
		}
	} else {
		lines = append(lines, strings.TrimSuffix(s.name()+s.fault()+": "+s.sentence(), ": "))
		if s.details != "" {
			lines = append(lines, s.details)
		}
	}
	g.number++
	tags := ""
	if s.kind == run.FailedAsKnown {
		// There are two states and no third; the tag tells those who repair.
		tags = `,"tags":["known"]`
	}
	g.test(s.id, strings.Join(lines, "\n"), status, tags, score, worth)
}

func (g *gradescope) test(name, output, status, more string, score, worth Points) {
	if g.tests.Len() > 0 {
		fmt.Fprint(&g.tests, ",\n")
	}
	fmt.Fprintf(&g.tests, `{"name":%s,"name_format":"text","score":%v,"max_score":%v,"status":%s,"output":%s,"output_format":"text"%s}`,
		quoted(name), score, worth, quoted(status), quoted(output), more)
	g.earned += score
}

// Close writes the results. The points of cases without a verdict stand as one
// test that failed, since Gradescope refuses results with other points than the
// assignment has.
func (g *gradescope) Close(s run.Summary) error {
	if cases := max(1, g.header.Cases); g.number < cases {
		text := unfinished(&s)
		if text == "" {
			text = "there are no cases"
		}
		g.test("not run", text, "failed", "", 0, g.share(g.number, cases))
	}
	g.out.printf(`{"execution_time":%s,"visibility":%s,`, seconds(s.Ms), quoted(g.options.Visibility))
	if g.options.Visibility == visibilities[0] {
		// Students see it always: it must not tell what is hidden.
		g.out.printf(`"output":%s,"output_format":"text",`, quoted(g.output(&s)))
	}
	g.out.printf("\"tests\":[\n")
	if err := copySpool(&g.out, &g.tests); err != nil && g.out.err == nil {
		g.out.err = err
	}
	g.out.printf("\n]}\n")
	return g.out.err
}

// output is what stands above the tests.
func (g *gradescope) output(s *run.Summary) string {
	lines := []string{
		fmt.Sprintf("%s: %d of %s pass: %v of %v points", fact(g.header.Task), s.Pass, text.Count(s.Cases, "case"), g.earned, g.options.Points),
	}
	if text := unfinished(s); text != "" {
		lines = append(lines, text)
	}
	if s.Known > 0 {
		lines = append(lines, fmt.Sprintf("known failures, which also earn no points: %d", s.Known))
	}
	if n := s.Broken + s.Errors; n > 0 {
		lines = append(lines, fmt.Sprintf("%s could not be judged, through no fault of the program: "+
			"remove the cause and run the tests again", text.Count(n, "case")))
	}
	// What the reference was asked, and what it said, may be hidden.
	if len(s.Findings) > 0 {
		lines = append(lines, fmt.Sprintf("the reference of %s is at fault: your instructor has to mend it", word(s.Findings[0].Game)))
	}
	return strings.Join(append(lines, g.viewer.book.verdictsOn(s)...), "\n")
}
