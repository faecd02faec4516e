package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/scene/chart"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A chartFile is the file of --chart, nil without the flag. What is wrong with the name
// shows before the chart is due, which may be after hours.
type chartFile struct{ *files.File }

// openChart begins the file of --chart.
func openChart(path string) (*chartFile, error) {
	if path == "" {
		return nil, nil
	}
	if ending := strings.ToLower(filepath.Ext(path)); slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".pdf", ".html"}, ending) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("--chart %s: a chart is an SVG picture, and the name ends in %s", path, ending),
			Hint:    "let the name end in .svg",
		}
	}
	file, err := files.Create("--chart", path, "name a file for the chart")
	if err != nil {
		return nil, err
	}
	return &chartFile{file}, nil
}

// write writes the chart, if there is a file for it.
func (f *chartFile) write(draw func() []byte) error {
	if f == nil {
		return nil
	}
	// Commit returns the error of a write.
	_, _ = f.Write(draw())
	return f.Commit()
}

// discard leaves what has the name as it is, unless the chart has been written.
func (f *chartFile) discard() {
	if f != nil {
		f.Discard()
	}
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
