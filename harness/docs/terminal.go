package docs

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Style is how a page looks on a terminal.
type Style struct {
	Width int  // in columns; at least WidthMin are used
	Color bool // with bold, underlined and coloured words
	ASCII bool // with ASCII only
}

// WidthMin is the least width of a page: narrower, tables have no room.
const WidthMin = 40

// codeIndent is how far code is indented.
const codeIndent = "    "

// Text is a page as text for a terminal. Code is printed as it is, everything
// else in lines of the style's width. Lines end in \n.
func Text(source string, style Style) string {
	style.Width = max(style.Width, WidthMin)
	t := &typesetter{style: style}
	t.blocks(parse(source), "", "", true)
	page := strings.TrimRight(t.String(), "\n") + "\n"
	if style.ASCII {
		page = text.ASCII(page)
	}
	return page
}

// mood is how a character looks.
type mood int

const (
	normal mood = iota
	bold
	faint // a quiet one: where a link leads
	typed // what one types or reads on a terminal
)

// escapes are the control sequences of the moods.
var escapes = map[mood]string{normal: "\x1b[0m", bold: "\x1b[1m", faint: "\x1b[2m", typed: "\x1b[36m"}

// A glyph is a character that is to be printed.
type glyph struct {
	char rune
	mood mood
}

// typesetter sets a page.
type typesetter struct {
	strings.Builder
	style Style
}

// blocks sets blocks, the first line behind first and all others behind rest. Blank
// lines stand between blocks if they are apart.
func (t *typesetter) blocks(blocks []block, first, rest string, apart bool) {
	for i, b := range blocks {
		if i > 0 {
			first = rest
			if apart {
				t.WriteByte('\n')
			}
		}
		switch b.kind {
		case paragraph:
			t.lines(t.wrap(t.glyphs(b.spans, normal), t.style.Width-utf8.RuneCountInString(rest)), first, rest)
		case heading:
			t.heading(b, rest)
		case code:
			if b.file != "" {
				t.WriteString(rest + t.paint(letters("File "+b.file+":", faint)) + "\n")
			}
			for line := range strings.Lines(b.text) {
				line = strings.TrimRight(line, "\n")
				t.WriteString(strings.TrimRight(rest+codeIndent+t.paint(letters(line, typed)), " ") + "\n")
			}
		case list:
			t.list(b, rest)
		case table:
			t.table(b, rest)
		}
	}
}

func (t *typesetter) heading(b block, indent string) {
	lines := t.wrap(t.glyphs(b.spans, bold), t.style.Width-len(indent))
	t.lines(lines, indent, indent)
	rule := map[int]string{1: "=", 2: "-"}[b.level]
	if rule == "" || t.style.Color {
		return
	}
	longest := 0
	for _, l := range lines {
		longest = max(longest, len(l))
	}
	t.WriteString(indent + strings.Repeat(rule, longest) + "\n")
}

func (t *typesetter) list(b block, indent string) {
	for i, item := range b.items {
		if i > 0 && !b.tight {
			t.WriteByte('\n')
		}
		marker := "- "
		if b.ordered {
			marker = fmt.Sprintf("%d. ", i+1)
		}
		t.blocks(item, indent+marker, indent+strings.Repeat(" ", len(marker)), !b.tight)
	}
}

// columnGap stands between the columns of a table.
const columnGap = "  "

// table sets a table in columns, or if they would be too narrow row by row: a
// line for the first cell, and the others below it, each behind its heading.
func (t *typesetter) table(b block, indent string) {
	cells := make([][][]glyph, len(b.rows))
	widths := make([]int, len(b.rows[0]))
	least := make([]int, len(widths)) // the longest word
	for i, row := range b.rows {
		cells[i] = make([][]glyph, len(widths))
		for j := range min(len(row), len(widths)) {
			m := normal
			if i == 0 {
				m = bold
			}
			cells[i][j] = t.glyphs(row[j], m)
			widths[j] = max(widths[j], len(cells[i][j]))
			for _, w := range split(cells[i][j]) {
				least[j] = max(least[j], len(w))
			}
		}
	}
	room := t.style.Width - utf8.RuneCountInString(indent) - len(columnGap)*(len(widths)-1)
	if !squeeze(widths, least, room) {
		t.records(cells, indent)
		return
	}
	if !t.style.Color {
		// What is bold in colour has a line below it.
		rule := make([][]glyph, len(widths))
		for j, w := range widths {
			rule[j] = letters(strings.Repeat("-", w), normal)
		}
		cells = slices.Insert(cells, 1, rule)
	}
	for _, row := range cells {
		t.row(row, widths, indent)
	}
}

// row sets a row of a table, of as many lines as its highest cell has.
func (t *typesetter) row(row [][]glyph, widths []int, indent string) {
	lines := make([][][]glyph, len(row))
	height := 1
	for j, cell := range row {
		lines[j] = t.wrap(cell, widths[j])
		height = max(height, len(lines[j]))
	}
	for k := range height {
		line := indent
		for j := range row {
			var part []glyph
			if k < len(lines[j]) {
				part = lines[j][k]
			}
			line += t.paint(part) + strings.Repeat(" ", widths[j]-len(part)) + columnGap
		}
		t.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// squeeze makes the widest columns narrower until all have room; false if then a
// word would have none.
func squeeze(widths, least []int, room int) bool {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	for ; sum > room; sum-- {
		widest := -1
		for j, w := range widths {
			if w > least[j] && (widest < 0 || w > widths[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

// records sets a table row by row.
func (t *typesetter) records(cells [][][]glyph, indent string) {
	const step = "  "
	for i, row := range cells[1:] {
		if i > 0 {
			t.WriteByte('\n')
		}
		for j, cell := range row {
			in := indent + step
			if j == 0 {
				in = indent
			} else {
				cell = slices.Concat(cells[0][j], letters(": ", bold), cell)
			}
			t.lines(t.wrap(cell, t.style.Width-len(in)-len(step)), in, in+step)
		}
	}
}

// lines writes lines, the first behind first and the others behind rest.
func (t *typesetter) lines(lines [][]glyph, first, rest string) {
	for i, line := range lines {
		if i > 0 {
			first = rest
		}
		t.WriteString(strings.TrimRight(first+t.paint(line), " ") + "\n")
	}
}

// glyphs are the characters of spans. Without colour what one types stands in
// backticks.
func (t *typesetter) glyphs(spans []span, m mood) []glyph {
	var out []glyph
	for _, s := range spans {
		switch s.kind {
		case plain:
			out = append(out, letters(s.text, m)...)
		case verbatim:
			if t.style.Color {
				out = append(out, letters(s.text, typed)...)
				break
			}
			out = append(out, letters("`"+s.text+"`", m)...)
		case strong:
			out = append(out, t.glyphs(s.spans, bold)...)
		case emphasis:
			if t.style.Color {
				out = append(out, t.glyphs(s.spans, bold)...)
				break
			}
			out = append(out, slices.Concat(letters("*", m), t.glyphs(s.spans, m), letters("*", m))...)
		case link:
			out = append(out, t.glyphs(s.spans, m)...)
			if to := destination(s); to != "" {
				out = append(out, letters(" ("+to+")", faint)...)
			}
		case picture:
			out = append(out, letters("["+s.text+"]", m)...)
		}
	}
	return out
}

// destination is what a reader of a terminal does to follow a link, "" if there
// is nothing to say besides the link's text.
func destination(s span) string {
	page, _, _ := strings.Cut(s.url, "#")
	to := s.url
	if name, ok := strings.CutSuffix(page, ".md"); ok {
		name = name[strings.LastIndexByte(name, '/')+1:]
		to = "touchstone docs " + name
		if p, err := Named(name); err == nil && p.Section == "topics" {
			to = "touchstone help " + name
		}
	}
	if page == "" || strings.Contains(words(s.spans), to) {
		return ""
	}
	return to
}

func letters(text string, m mood) []glyph {
	var out []glyph
	for _, r := range text {
		if r == '\n' {
			r = ' '
		}
		out = append(out, glyph{r, m})
	}
	return out
}

// split cuts text into words.
func split(text []glyph) [][]glyph {
	var out [][]glyph
	start := 0
	for i := range len(text) + 1 {
		if i == len(text) || text[i].char == ' ' {
			if i > start {
				out = append(out, text[start:i])
			}
			start = i + 1
		}
	}
	return out
}

// wrap breaks text at blanks into lines of at most that many characters. A word
// that is longer has a line of its own.
func (t *typesetter) wrap(text []glyph, width int) [][]glyph {
	var out [][]glyph
	var line []glyph
	for _, word := range split(text) {
		switch {
		case line == nil:
		case len(line)+1+len(word) > width:
			out = append(out, line)
			line = nil
		default:
			gap := glyph{' ', normal}
			if last := line[len(line)-1]; last.mood == word[0].mood {
				gap.mood = last.mood
			}
			line = append(line, gap)
		}
		line = append(line, word...)
	}
	if line != nil {
		out = append(out, line)
	}
	return out
}

// paint is a line with the control sequences of its moods.
func (t *typesetter) paint(line []glyph) string {
	var b strings.Builder
	now := normal
	change := func(to mood) {
		if to == now || !t.style.Color {
			return
		}
		if now != normal {
			b.WriteString(escapes[normal])
		}
		if to != normal {
			b.WriteString(escapes[to])
		}
		now = to
	}
	for _, g := range line {
		change(g.mood)
		b.WriteRune(g.char)
	}
	change(normal)
	return b.String()
}
