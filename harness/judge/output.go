package judge

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// checkShape replaces the differences of the i-th value by what its schema
// objects to, if it does.
func (f *finder) checkShape(i int, expected, received jsontext.Value) {
	j := f.judge
	param, ok := j.param(i)
	if j.explain == nil || !ok || len(received) > ShapeMax {
		return
	}
	f.pointer = appendElement(f.pointer[:0], i)
	problems, err := j.explain(param.Value, received)
	if err != nil {
		f.found.Warnings = append(f.found.Warnings, ShapeUnchecked)
		f.remark(finding{
			text:     "the shape could not be checked: " + text.Shorten(text.Visible(err.Error()), messageMax),
			received: received,
		})
		return
	}
	prefix := string(f.pointer)
	type objection struct {
		pointer string
		finding
	}
	var objections []objection
	for _, p := range problems[:min(len(problems), problemsMax)] {
		place, clause := j.root.find(prefix + p.Pointer)
		there := at(received, p.Pointer)
		if j.lax && place.isCode() && kindOf(there) == '"' {
			continue // a program may have codes of its own, where they may differ
		}
		cause, _, _ := strings.Cut(p.Message, ", found ")
		objections = append(objections, objection{p.Pointer, finding{
			text:     text.Shorten(text.Visible(p.Message), messageMax),
			clause:   clause,
			expected: at(expected, p.Pointer),
			received: there,
			cause:    cause,
		}})
	}
	if len(objections) == 0 {
		return
	}
	f.found.Outcome = WrongShape
	f.found.Differences, f.found.More = nil, max(0, len(problems)-problemsMax)
	for _, o := range objections {
		f.pointer = append(append(f.pointer[:0], prefix...), o.pointer...)
		f.add(o.finding)
	}
}

// missing adds that values are missing from index n on.
func (f *finder) missing(expected []jsontext.Value, n int) {
	if param, ok := f.judge.param(n); ok && param.Waived && n+1 == len(expected) {
		f.found.Warnings = append(f.found.Warnings, MissingValue)
		f.pointer = appendElement(f.pointer[:0], n)
		f.remark(finding{text: fmt.Sprintf("the value %s is missing", show(expected[n], shownMax)), expected: expected[n]})
		return
	}
	if f.found.Outcome == Pass {
		f.found.Outcome = MissingOutput
	}
	which := fmt.Sprintf("value %d", n+1)
	if last := len(expected); last > n+1 {
		which = fmt.Sprintf("values %d to %d", n+1, last)
	}
	if param, ok := f.judge.param(n); ok && param.Name != "" {
		which += fmt.Sprintf(" (%s)", f.names(n, len(expected)))
	}
	verb := "is"
	if len(expected) > n+1 {
		verb = "are"
	}
	f.pointer = appendElement(f.pointer[:0], n)
	f.add(finding{
		text:     fmt.Sprintf("received %d of %s: %s %s missing", n, text.Count(len(expected), "value"), which, verb),
		clause:   f.judge.root.element(n).clauseOr(f.judge.root.clauseOr("")),
		expected: expected[n],
		cause:    "missing value",
	})
}

// namesMax is how many missing values are named.
const namesMax = 4

// names lists the names of the output values from index n on.
func (f *finder) names(n, end int) string {
	var names []string
	for i := n; i < end; i++ {
		param, ok := f.judge.param(i)
		if !ok {
			break
		}
		if len(names) == namesMax {
			names = append(names, "…")
			break
		}
		names = append(names, param.Name)
	}
	return strings.Join(names, ", ")
}

// extra adds that there are values from index n on that nobody asked for.
func (f *finder) extra(received []jsontext.Value, n int) {
	if f.found.Outcome == Pass {
		f.found.Outcome = ExtraOutput
	}
	f.pointer = appendElement(f.pointer[:0], n)
	f.add(finding{
		text: fmt.Sprintf("expected %s, received %d: the first extra one is %s",
			text.Count(n, "value"), len(received), show(received[n], shownMax)),
		clause:   f.judge.root.clauseOr(""),
		received: received[n],
		cause:    "extra value",
	})
}
