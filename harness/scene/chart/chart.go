// Package chart draws what people would rather look at than read: bars, ranges
// and matrices, as SVG files that need nothing else. Whatever a chart shows is
// in its text as well, for those who do not see it, and colours never stand
// alone.
package chart

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// The measures of charts, in pixels, and their bounds.
const (
	rowHeight   = 22
	charWidth   = 7.2 // of the typeface at 12 pixels, roughly
	nameMax     = 40  // characters of a name
	plotWidth   = 480
	margin      = 12
	ticksWanted = 6 // parts of an axis, or a few more with round numbers
	// RowsMax is more than fits on any screen, and drawn at once.
	RowsMax = 400
	// ColumnsMax keeps a matrix readable.
	ColumnsMax = 400
	cellSize   = 14
)

// style gives charts the colours of the theme that whoever looks has chosen.
const style = `<style>
svg{background:#fff;font:12px system-ui,sans-serif}
text{fill:#1b1f24}.faint{fill:#565f6b}.line{stroke:#b4bcc6}.mark{fill:#0b5cad}.range{stroke:#0b5cad;stroke-width:3}.bad{fill:#b3161b}.none{fill:#e3e6ea}
@media (prefers-color-scheme:dark){svg{background:#12161b}text{fill:#eceff3}.faint{fill:#a6b0bd}
.line{stroke:#535f6d}.mark{fill:#6cb6ff}.range{stroke:#6cb6ff}.bad{fill:#ff8f8a}.none{fill:#2a313a}}
</style>
`

// A Row is one bar or range.
type Row struct {
	Name      string
	Value     float64
	Low, High float64 // the ends of the range around the value, both 0 for none
	Label     string  // the value in words: "12.5 ms"
	Bad       bool    // marked, with a cross as well
}

// Bars draws rows as bars from zero: times, counts. Of too many rows the first
// are drawn, and told how many are left out.
func Bars(title string, rows []Row) []byte { return plot(title, rows, true) }

// Ranges draws rows as points with the ranges around them: ratings with their
// intervals.
func Ranges(title string, rows []Row) []byte { return plot(title, rows, false) }

func plot(title string, rows []Row, zero bool) []byte {
	left := 0
	if len(rows) > RowsMax {
		rows, left = rows[:RowsMax], len(rows)-RowsMax
	}
	rows = slices.Clone(rows)
	names, labels, low, high := 0, 0, math.Inf(1), math.Inf(-1)
	for i := range rows {
		r := &rows[i]
		names, labels = max(names, utf8.RuneCountInString(name(r.Name))), max(labels, utf8.RuneCountInString(name(r.label())))
		r.Value, r.Low, r.High = finite(r.Value), finite(r.Low), finite(r.High)
		low, high = min(low, r.Value), max(high, r.Value)
		if r.ranged() {
			low, high = min(low, r.Low), max(high, r.High)
		}
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	if !(high > low) || math.IsInf(high-low, 0) {
		low, high = 0, 1
	}
	ticks := axis(low, high)
	low, high = ticks[0], ticks[len(ticks)-1]
	from := margin + float64(names)*charWidth + margin
	at := func(v float64) float64 { return from + plotWidth*min(max((v-low)/(high-low), 0), 1) }
	width := max(from+plotWidth+margin+float64(labels)*charWidth+margin, margin*2+charWidth*float64(utf8.RuneCountInString(title)))
	d := newDrawing(title, width, float64(len(rows)+3)*rowHeight, describe(rows, left))
	d.text(margin, rowHeight*0.9, "start", "", title)
	for _, v := range ticks {
		d.printf(`<path class="line" d="M%s %sV%s"/>`+"\n", number(at(v)), number(1.2*rowHeight), number(float64(len(rows))*rowHeight+1.5*rowHeight))
		d.text(at(v), float64(len(rows)+2)*rowHeight+rowHeight*0.3, "middle", "faint", tick(v, ticks[1]-ticks[0]))
	}
	for i, r := range rows {
		y := float64(i)*rowHeight + 1.4*rowHeight
		d.text(from-margin/2, y+rowHeight*0.65, "end", "", name(r.Name))
		class := "mark"
		if r.Bad {
			class = "bad"
		}
		if zero {
			a, b := min(at(0), at(r.Value)), max(at(0), at(r.Value))
			d.printf(`<rect class="%s" x="%s" y="%s" width="%s" height="%d"/>`+"\n", class, number(a), number(y+3), number(max(b-a, 1)), rowHeight-6)
		} else {
			if r.ranged() {
				d.printf(`<path class="range" d="M%s %sH%s"/>`+"\n", number(at(r.Low)), number(y+rowHeight/2), number(at(r.High)))
			}
			d.printf(`<circle class="%s" cx="%s" cy="%s" r="5"/>`+"\n", class, number(at(r.Value)), number(y+rowHeight/2))
		}
		d.text(from+plotWidth+margin, y+rowHeight*0.65, "start", "faint", name(r.label()))
	}
	if left > 0 {
		d.text(margin, float64(len(rows)+2)*rowHeight+rowHeight*0.8, "start", "faint", text.Count(left, "more row")+" not drawn")
	}
	return d.end()
}

// axis is at which values an axis from low to high has its marks: multiples of
// 1, 2 or 5 times a power of ten, the first and last of them around low and high.
func axis(low, high float64) []float64 {
	part := (high - low) / ticksWanted
	power := math.Pow(10, math.Floor(math.Log10(part)))
	step := power
	for _, m := range []float64{2, 5, 10} {
		if step < part*(1-1e-9) {
			step = m * power
		}
	}
	first, last := math.Floor(low/step+1e-9), math.Ceil(high/step-1e-9)
	// Numbers so large or close that steps get lost in them have no round marks.
	if n := last - first; !(n >= 1 && n <= 2*ticksWanted) || math.IsInf(last*step-first*step, 0) || (first+1)*step == first*step {
		return []float64{low, high}
	}
	var list []float64
	for n := first; n <= last; n++ {
		list = append(list, n*step)
	}
	return list
}

// tick is a value of an axis whose marks are so far apart.
func tick(v, step float64) string {
	if size := max(math.Abs(v), step); size >= 1e7 || step < 1e-4 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return strconv.FormatFloat(v, 'f', max(0, -int(math.Floor(math.Log10(step)+1e-9))), 64)
}

// finite is a number that can be drawn.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// label is the value in words, with a cross if it is marked.
func (r *Row) label() string {
	if r.Bad {
		return "× " + r.Label
	}
	return r.Label
}

// ranged tells whether the row has a range.
func (r *Row) ranged() bool { return r.Low != 0 || r.High != 0 }

// describe says in words what the rows show.
func describe(rows []Row, left int) string {
	var b strings.Builder
	for i, r := range rows {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(name(r.Name) + ": " + name(r.Label))
	}
	if left > 0 {
		fmt.Fprintf(&b, "; and %s", text.Count(left, "more row"))
	}
	return b.String()
}

// A Matrix says for each row in which columns it has a mark.
type Matrix struct {
	Title    string
	RowNames []string
	ColNames []string
	Marked   func(row, col int) bool
	// Empty says in words what a row without a mark is: "survives". It is pointed
	// out.
	Empty string
}

// Draw draws the matrix. Of too many rows and columns the first are drawn.
func (m *Matrix) Draw() []byte {
	rows, cols := min(len(m.RowNames), RowsMax), min(len(m.ColNames), ColumnsMax)
	names := 0
	for _, n := range m.RowNames[:rows] {
		names = max(names, utf8.RuneCountInString(name(n)))
	}
	from, top := margin+float64(names)*charWidth+margin, 1.6*rowHeight
	var words strings.Builder
	marks := make([]int, rows)
	for r := range rows {
		for c := range cols {
			if m.Marked(r, c) {
				marks[r]++
			}
		}
		if r > 0 {
			words.WriteString("; ")
		}
		if marks[r] == 0 && m.Empty != "" {
			fmt.Fprintf(&words, "%s %s", name(m.RowNames[r]), m.Empty)
		} else {
			fmt.Fprintf(&words, "%s: %d of %d", name(m.RowNames[r]), marks[r], cols)
		}
	}
	columns, common := short(m.ColNames[:cols])
	deep := 0
	for _, n := range columns {
		deep = max(deep, utf8.RuneCountInString(n))
	}
	below := top + float64(rows)*cellSize
	end := m.end(cols, len(m.RowNames)-rows+len(m.ColNames)-cols, common)
	marked := max(utf8.RuneCountInString(strconv.Itoa(cols)), utf8.RuneCountInString(m.Empty)+2)
	width := max(from+float64(cols)*cellSize+margin/2+charWidth*float64(marked)+margin,
		margin*2+charWidth*float64(max(utf8.RuneCountInString(m.Title), utf8.RuneCountInString(end))))
	d := newDrawing(m.Title, width, below+float64(deep)*charWidth+2*rowHeight, words.String())
	d.text(margin, rowHeight*0.9, "start", "", m.Title)
	for r := range rows {
		y := top + float64(r)*cellSize
		class, label := "faint", strconv.Itoa(marks[r])
		if marks[r] == 0 && m.Empty != "" {
			class, label = "bad", "× "+m.Empty
		}
		d.text(from-margin/2, y+cellSize*0.8, "end", "", name(m.RowNames[r]))
		for c := range cols {
			paint := "none"
			if m.Marked(r, c) {
				paint = "mark"
			}
			x := number(from + float64(c)*cellSize)
			d.printf(`<rect class="%s" x="%s" y="%s" width="%d" height="%d"><title>`, paint, x, number(y), cellSize-2, cellSize-2)
			d.escaped(name(m.RowNames[r]) + ", " + name(m.ColNames[c]))
			d.printf("</title></rect>\n")
		}
		d.text(from+float64(cols)*cellSize+margin/2, y+cellSize*0.8, "start", class, label)
	}
	for c, n := range columns {
		// The names of columns are read from below upwards.
		x, y := number(from+(float64(c)+0.75)*cellSize), number(below+margin/2)
		d.printf(`<text x="%s" y="%s" text-anchor="end" transform="rotate(-90 %[1]s %[2]s)">`, x, y)
		d.escaped(n)
		d.printf("</text>\n")
	}
	d.text(margin, below+float64(deep)*charWidth+1.4*rowHeight, "start", "faint", end)
	return d.end()
}

// end says what there is beyond the names of the columns.
func (m *Matrix) end(cols, left int, common string) string {
	end := text.Count(cols, "column")
	if common != "" {
		end += " of " + name(common)
	}
	if left > 0 {
		end += "; " + text.Count(left, "row or column") + " not drawn"
	}
	return end
}

// short are names without the folder, such as "bazaar/rules", that is common to
// all of them, and that folder.
func short(names []string) (list []string, folder string) {
	list = make([]string, len(names))
	if len(names) > 0 {
		folder = names[0][:max(strings.LastIndexByte(names[0], '/'), 0)]
	}
	for _, n := range names {
		for folder != "" && !strings.HasPrefix(n, folder+"/") {
			folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
		}
	}
	for i, n := range names {
		if folder != "" {
			n = n[len(folder)+1:]
		}
		list[i] = name(n)
	}
	return list, folder
}

// name is a name as there is room for it.
func name(s string) string {
	s = text.Visible(text.Shorten(s, 4*nameMax))
	if utf8.RuneCountInString(s) > nameMax {
		s = string([]rune(s)[:nameMax-1]) + "…"
	}
	return s
}

// number has one decimal at most.
func number(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// A drawing is a chart in the making.
type drawing struct{ b strings.Builder }

func newDrawing(title string, w, h float64, words string) *drawing {
	d := &drawing{}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s">`, number(w), number(h))
	d.printf("\n<title>")
	d.escaped(title)
	d.printf("</title>\n<desc>")
	d.escaped(words)
	d.printf("</desc>\n")
	d.b.WriteString(style)
	return d
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *drawing) escaped(s string) {
	// A strings.Builder takes everything.
	_ = xml.EscapeText(&d.b, []byte(text.Visible(s)))
}

func (d *drawing) text(x, y float64, anchor, class, s string) {
	d.printf(`<text x="%s" y="%s" text-anchor="%s"`, number(x), number(y), anchor)
	if class != "" {
		d.printf(` class="%s"`, class)
	}
	d.b.WriteString(">")
	d.escaped(s)
	d.b.WriteString("</text>\n")
}

func (d *drawing) end() []byte {
	d.b.WriteString("</svg>\n")
	return []byte(d.b.String())
}
