package report

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

func TestPoints(t *testing.T) {
	for text, want := range map[string]string{
		"100": "100", "1": "1", "0.01": "0.01", "7.5": "7.5", "7.50": "7.5", "12.34": "12.34", "10.": "10", "1000000": "1000000", "007": "7",
	} {
		var p Points
		if err := p.Set(text); err != nil || p.String() != want {
			t.Errorf("%q is read as %v, error %v", text, p, err)
		}
	}
	for _, text := range []string{"", "0", "0.00", "-1", "+1", ".5", "1.234", "1,5", "1e2", "1000000.01", "NaN", " 1", "1.-5", "99999999999999999999"} {
		p := PointsDefault
		if err := p.Set(text); err == nil || p != PointsDefault || !strings.Contains(err.Error(), "expected a number of points from 0.01 to 1000000") {
			t.Errorf("%q is read as %v, error %v", text, p, err)
		}
	}
}

// TestPointsAddUp divides all kinds of points among all kinds of numbers of
// cases: together they are worth just the points, and no two of them differ by
// more than a hundredth.
func TestPointsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		points := Points(rapid.Int64Range(1, int64(pointsMax)).Draw(rt, "points"))
		cases := rapid.IntRange(0, 300).Draw(rt, "cases")
		done := rapid.IntRange(0, cases).Draw(rt, "done")
		summary := run.Summary{Cases: cases, Interrupted: done < cases, Ms: 5}
		var results []run.Result
		outcomes := []judge.Outcome{judge.Pass, judge.Timeout, judge.Crashed, flaky, judge.Silent}
		for i := range done {
			v := judge.Verdict{Case: fmt.Sprint(i), Outcome: outcomes[rapid.IntRange(0, 4).Draw(rt, "outcome")], Blame: judge.BlameSubject}
			if v.Outcome == judge.Pass {
				v.Blame = ""
				summary.Pass++
			} else {
				summary.Fail++
			}
			results = append(results, verdict(v))
		}
		visibility := rapid.SampledFrom(Visibilities()).Draw(rt, "visibility")
		o := Options{Header: ledger.Header{Cases: cases}, Gradescope: GradescopeOptions{Points: points, Visibility: visibility}}
		text := render(t, "gradescope", o, results, summary)
		earned := checkGradescope(t, text, points, results, summary)
		// To the hundredth for each pass.
		if fair := Points(summary.Pass) * points / Points(max(1, cases)); earned < fair-Points(summary.Pass) || earned > fair+Points(summary.Pass) || summary.Pass == cases && cases > 0 && earned != points {
			t.Errorf("%d of %d pass and earn %v of %v", summary.Pass, cases, earned, points)
		}
		if told := strings.Contains(text, " pass: "); told != (visibility == "visible") {
			t.Errorf("%s results: the output tells the score: %t", visibility, told)
		}
		if t.Failed() {
			rt.Fatalf("see above:\n%s", text)
		}
	})
}
