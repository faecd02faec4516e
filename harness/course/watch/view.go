// Package watch shows what is under way, a live game, a run of many cases or the
// grading of a course, to people who look at it in a browser or a terminal.
// Whoever plays or judges only ever notes what has happened; it is drawn for
// those who look, when they can take it, so that nobody who looks slows down what
// is looked at.
package watch

import (
	"encoding/json"
	"fmt"
	"slices"
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
	Done int    `json:"done"`
	Of   int    `json:"of"`
	Unit string `json:"unit,omitempty"` // what is counted, if that is not clear
	Rest string `json:"rest,omitempty"` // how long the rest takes, if somebody knows
}

// A Picture is a drawing with what it shows.
type Picture struct {
	Caption string `json:"caption"`
	SVG     string `json:"svg"`    // one element, with the classes of svg.Stylesheet
	Narrow  string `json:"narrow"` // the same for a telephone
}

// A Table has rows as wide as its header.
type Table struct {
	Caption string
	Columns []string
	Named   bool // the first cell of a row names it
	Rows    [][]Text
	More    int // rows that are not among these
}

// The bounds of what is shown, and why.
const (
	// textBytesMax is a line that a person reads to its end.
	textBytesMax = 400
	// rowsMax is more than anybody reads down, and the largest class of students.
	rowsMax = 2000
	// cellsMax is what a browser lays out in a moment.
	cellsMax = 20_000
	// chunkCells is how many cells of a table are sent when one of them changes.
	chunkCells = 100
)

// rowsOf is how many rows of a table with this many columns are shown.
func rowsOf(columns int) int { return min(rowsMax, max(1, cellsMax/max(1, columns))) }

// A tableHead is a table as it is sent, apart from its rows: these follow in
// chunks of so many, which are parts named "rows", the number of the table and
// that of the chunk.
type tableHead struct {
	Caption string   `json:"caption"`
	Columns []string `json:"columns"`
	Named   bool     `json:"named,omitempty"`
	Rows    int      `json:"rows"`
	Chunk   int      `json:"chunk"` // rows
}

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
	parts := map[string]json.RawMessage{}
	tables := []tableHead{}
	for n, t := range v.Tables {
		head := tableHead{Caption: fit(t.Caption), Columns: []string{}, Named: t.Named, Chunk: max(1, chunkCells/max(1, len(t.Columns)))}
		for _, c := range t.Columns {
			head.Columns = append(head.Columns, fit(c))
		}
		rows := t.Rows[:min(len(t.Rows), rowsOf(len(t.Columns)))]
		head.Rows = len(rows)
		if rest := len(t.Rows) - len(rows) + t.More; rest > 0 {
			head.Caption += fmt.Sprintf(" (%s not shown)", text.Count(rest, "more row"))
		}
		tables = append(tables, head)
		i := 0
		for chunk := range slices.Chunk(rows, head.Chunk) {
			// Text and numbers can always be written.
			parts[fmt.Sprintf("rows %d %d", n, i)], _ = json.Marshal(fitRows(chunk))
			i++
		}
	}
	for name, value := range map[string]any{
		"title": fit(v.Title), "status": Text{fit(v.Status.Text), v.Status.Mood}, "clocks": clocks,
		"progress": v.Progress, "picture": v.Picture, "tables": tables,
	} {
		parts[name], _ = json.Marshal(value) // as above
	}
	return parts
}

// fitRows makes the texts of rows lines of bounded length.
func fitRows(rows [][]Text) [][]Text {
	shown := make([][]Text, len(rows))
	for i, row := range rows {
		shown[i] = make([]Text, len(row))
		for k, c := range row {
			shown[i][k] = Text{fit(c.Text), c.Mood}
		}
	}
	return shown
}

// fit makes a text a line of bounded length.
func fit(s string) string { return text.Visible(text.Shorten(s, textBytesMax)) }
