// Package watch shows what is under way, a live game or a run of many cases, to
// people who look at it in a browser or a terminal. Whoever plays or judges only
// ever notes what has happened; it is drawn for those who look, when they can
// take it, so that nobody who looks slows down what is looked at.
package watch

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Source is something that can be looked at.
type Source interface {
	// Look describes it as it is now. It is called by one goroutine at a time,
	// and never by those that the source itself works with.
	Look() View
}

// A View is what is to be seen at one moment. All texts may come from anywhere.
type View struct {
	Title    string    // what it is
	Status   Text      // how it stands, in a sentence
	Clocks   []Clock   // who is waited for
	Progress *Progress // nil if nobody knows how much there is
	Picture  *Picture  // nil if there is none
	Tables   []Table
	Over     bool // nothing more comes
}

// A Text has a mood, by which it is coloured.
type Text struct {
	Text string `json:"text"`
	Mood Mood   `json:"mood,omitempty"`
}

// A Mood is how good what a text says is.
type Mood string

// The moods.
const (
	Plain Mood = ""
	Good  Mood = "good"
	Bad   Mood = "bad"
	Quiet Mood = "quiet"
)

// A Clock says who is waited for, since when, and how long at most.
type Clock struct {
	Name  string
	For   string // what: a method
	Since time.Time
	Limit time.Duration // 0: there is none
}

// A Progress is how much of something is done.
type Progress struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

// A Picture is a drawing with what it shows.
type Picture struct {
	Caption string `json:"caption"`
	SVG     string `json:"svg"`    // one element, with the classes of svg.Stylesheet
	Narrow  string `json:"narrow"` // the same for a telephone
}

// A Table has rows as wide as its header.
type Table struct {
	Caption string   `json:"caption"`
	Columns []string `json:"columns"`
	Rows    [][]Text `json:"rows"`
}

// The bounds of what is shown, and why.
const (
	// textBytesMax is a line that a person reads to its end.
	textBytesMax = 400
	// rowsMax is more than anybody reads down, and a class of students.
	rowsMax = 500
)

// parts are the pieces of a view as they are sent, by name: a piece that has
// not changed is not sent again.
func (v *View) parts(since func(time.Time) int64) map[string]json.RawMessage {
	type clock struct {
		Name    string `json:"name"`
		For     string `json:"for"`
		SinceMs int64  `json:"sinceMs"`
		LimitMs int64  `json:"limitMs,omitempty"`
	}
	clocks := []clock{}
	for _, c := range v.Clocks[:min(len(v.Clocks), rowsMax)] {
		clocks = append(clocks, clock{fit(c.Name), fit(c.For), since(c.Since), c.Limit.Milliseconds()})
	}
	tables := []Table{}
	for _, t := range v.Tables {
		shown := Table{Caption: fit(t.Caption), Columns: []string{}, Rows: [][]Text{}}
		for _, c := range t.Columns {
			shown.Columns = append(shown.Columns, fit(c))
		}
		for _, row := range t.Rows[:min(len(t.Rows), rowsMax)] {
			cells := []Text{}
			for _, c := range row {
				cells = append(cells, Text{fit(c.Text), c.Mood})
			}
			shown.Rows = append(shown.Rows, cells)
		}
		if rest := len(t.Rows) - len(shown.Rows); rest > 0 {
			shown.Caption += fmt.Sprintf(" (%s not shown)", text.Count(rest, "more row"))
		}
		tables = append(tables, shown)
	}
	parts := map[string]json.RawMessage{}
	for name, value := range map[string]any{
		"title": fit(v.Title), "status": Text{fit(v.Status.Text), v.Status.Mood}, "clocks": clocks,
		"progress": v.Progress, "picture": v.Picture, "tables": tables,
	} {
		// Text and numbers can always be written.
		parts[name], _ = json.Marshal(value)
	}
	return parts
}

// fit makes a text a line of bounded length.
func fit(s string) string { return text.Visible(text.Shorten(s, textBytesMax)) }
