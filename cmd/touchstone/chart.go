package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/scene/chart"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// writeChart writes a chart into the file of --chart.
func writeChart(path string, svg []byte) error {
	if err := os.WriteFile(path, svg, 0o644); err != nil {
		return &game.UsageError{
			Message: fmt.Sprintf("--chart %s: %v", path, errors.Unwrap(err)), Hint: "--chart names a file in a folder that you can write to",
		}
	}
	return nil
}

// killChart shows which case of a suite kills which mutant; cases that kill none
// are left out.
func killChart(s *scoreJSON) []byte {
	column := make(map[string]int)
	kills := make([]map[int]bool, len(s.Mutants))
	m := chart.Matrix{Title: fmt.Sprintf("%s: which case kills which mutant", s.Suite), Empty: "survives"}
	for i, mutant := range s.Mutants {
		m.RowNames = append(m.RowNames, mutant.ID+" "+mutant.Clause)
		kills[i] = make(map[int]bool)
		for _, id := range mutant.KilledBy {
			if _, known := column[id]; !known {
				column[id] = len(m.ColNames)
				m.ColNames = append(m.ColNames, id)
			}
			kills[i][column[id]] = true
		}
	}
	m.Marked = func(row, col int) bool { return kills[row][col] }
	return m.Draw()
}

// ratingChart shows the ratings of a tournament with their 95 % intervals.
func ratingChart(game string, standings []tournament.Standing) []byte {
	var rows []chart.Row
	for _, s := range standings {
		r, d := s.Rating.Rating, 2*s.Rating.Deviation
		rows = append(rows, chart.Row{Name: s.Name, Value: r, Low: r - d, High: r + d, Label: fmt.Sprintf("%.0f ± %.0f", r, d)})
	}
	return chart.Ranges(game+": Glicko-2 ratings with their 95 % intervals", rows)
}

// caseTimes are how long the cases of a run took.
type caseTimes struct{ rows []chart.Row }

// timesMax is how many of the slowest cases are drawn.
const timesMax = 60

func (t *caseTimes) add(r *run.Result) {
	v := &r.Verdict
	label := fmt.Sprintf("%.1f ms", v.Ms)
	bad := !run.KindOf(v).Passes()
	if bad {
		label += ", " + string(v.Outcome)
	}
	t.rows = append(t.rows, chart.Row{Name: v.Case, Value: v.Ms, Label: label, Bad: bad})
}

func (t *caseTimes) draw(task string) []byte {
	sort.SliceStable(t.rows, func(i, j int) bool { return cmp.Less(t.rows[j].Value, t.rows[i].Value) })
	title := fmt.Sprintf("%s: milliseconds of %s", task, text.Count(len(t.rows), "case"))
	if len(t.rows) > timesMax {
		t.rows, title = t.rows[:timesMax], fmt.Sprintf("%s: milliseconds of the slowest %d of %s", task, timesMax, text.Count(len(t.rows), "case"))
	}
	return chart.Bars(title, t.rows)
}
