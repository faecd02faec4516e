package judge

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Style says how a diff of two answers looks. Whether there is a terminal,
// and how wide it is, the caller knows.
type Style struct {
	Color bool // ANSI colours instead of marks below the lines
	Width int  // columns of a line, 0 for 80
	ASCII bool // pictures have no character beyond ASCII
	// Right is what the right answer is called, "" for "expected".
	Right string
}

// Bounds of a diff.
const (
	widthDefault = 80
	// contextLines is how many equal lines stand around changes, as everywhere.
	contextLines = 3
	// renderBytesMax bounds the answers that are laid out. The largest of the
	// games have some ten thousand bytes, and a diff beyond is read by nobody.
	renderBytesMax = 256 << 10
	// diffLinesMax bounds what is diffed between the common beginning and the
	// common end: two texts of so many lines, all different, take some ten
	// milliseconds, and the time grows with the square.
	diffLinesMax = 2000
	// renderLinesMax is how many lines a diff has: more than a person reads.
	renderLinesMax = 200
	// renderColumnsMax is where a line is cut. Only long strings and numbers
	// make lines longer than the width.
	renderColumnsMax = 240
)

// Render shows two answers as a diff: both in canonical form, laid out alike,
// a container on one line where it fits. It is "" if both are equal.
func (j *Judge) Render(expected, received []jsontext.Value, style Style) string {
	if style.Width <= 0 {
		style.Width = widthDefault
	}
	p := painter{style: style}
	if e, r := stream.Size(expected), stream.Size(received); max(e, r) > renderBytesMax {
		p.header()
		fmt.Fprintf(&p.text, "too long to show side by side: %d bytes expected, %d received\n", e, r)
		return p.text.String()
	}
	left, right := j.layOut(expected, received, style.Width)
	edits := diffLines(left, right)
	if len(edits) == 0 || len(edits) == 1 && edits[0].op == ' ' {
		return ""
	}
	p.header()
	p.hunks(rowsOf(edits, left, right))
	return p.text.String()
}

// layOut returns the lines of both answers.
func (j *Judge) layOut(expected, received []jsontext.Value, width int) (left, right []line) {
	for i := range max(len(expected), len(received)) {
		p := j.root.element(i)
		pointer := string(appendElement(nil, i))
		var e, r *sheet
		var group []*sheet
		if i < len(expected) {
			e = newSheet(appendCanonical(nil, expected[i], p), p, pointer)
			group = append(group, e)
		}
		if i < len(received) {
			r = newSheet(appendCanonical(nil, received[i], p), p, pointer)
			group = append(group, r)
		}
		layOut(group, 0, width)
		if e != nil {
			left = e.lines(left, 0)
		}
		if r != nil {
			right = r.lines(right, 0)
		}
	}
	return left, right
}

// An edit is a run of lines or tokens that are equal (' '), only in the first
// text ('-') or only in the second ('+').
type edit struct {
	op byte
	n  int
}

// diffLines finds the edits between two documents. Only a middle part of
// bounded length is searched for the best ones.
func diffLines(left, right []line) []edit {
	texts := func(lines []line) []string {
		all := make([]string, len(lines))
		for i, l := range lines {
			all[i] = l.text
		}
		return all
	}
	a, b := texts(left), texts(right)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	a, b = a[head:], b[head:]
	tail := 0
	for tail < len(a) && tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	nearA, nearB := min(len(a), diffLinesMax), min(len(b), diffLinesMax)
	var edits []edit
	push := func(op byte, n int) {
		if n > 0 {
			edits = append(edits, edit{op, n})
		}
	}
	push(' ', head)
	edits = append(edits, diff(a[:nearA], b[:nearB])...)
	push('-', len(a)-nearA)
	push('+', len(b)-nearB)
	push(' ', tail)
	return edits
}

// diff finds the edits between two lists of texts without line breaks. The
// library is only asked for their order: which texts are equal was decided by
// their bytes. Should it give up after all, everything counts as changed.
func diff(a, b []string) (edits []edit) {
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	defer func() {
		if recover() != nil {
			edits = []edit{{'-', len(a)}, {'+', len(b)}}
		}
	}()
	joined := func(texts []string) string {
		var s strings.Builder
		for _, t := range texts {
			s.WriteString(t)
			s.WriteByte('\n')
		}
		return s.String()
	}
	dmp := diffmatchpatch.New()
	// With a timeout the result would depend on the speed of the machine.
	dmp.DiffTimeout = 0
	x, y, _ := dmp.DiffLinesToRunes(joined(a), joined(b))
	ops := map[diffmatchpatch.Operation]byte{
		diffmatchpatch.DiffEqual: ' ', diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+',
	}
	for _, d := range dmp.DiffMainRunes(x, y, false) {
		edits = append(edits, edit{ops[d.Type], utf8.RuneCountInString(d.Text)})
	}
	return edits
}

// A row is one line of the diff.
type row struct {
	op byte
	line
	other string // the line that replaces it or that it replaces, if there is one
}

// marks says which characters of a replaced or new line to mark.
func (r row) marks() []span {
	switch {
	case r.other == "":
		return nil
	case r.op == '-':
		old, _ := markTokens(r.text, r.other)
		return old
	default:
		_, fresh := markTokens(r.other, r.text)
		return fresh
	}
}

// A span is a range of characters of a line.
type span struct{ from, to int }

// rowsOf lists the lines of a diff. Where lines were replaced by similar ones,
// each old one is followed by its successor.
func rowsOf(edits []edit, left, right []line) []row {
	var rows []row
	for i := 0; i < len(edits); {
		if edits[i].op == ' ' {
			for _, l := range left[:edits[i].n] {
				rows = append(rows, row{op: ' ', line: l})
			}
			left, right = left[edits[i].n:], right[edits[i].n:]
			i++
			continue
		}
		deleted, inserted := 0, 0
		for ; i < len(edits) && edits[i].op != ' '; i++ {
			if edits[i].op == '-' {
				deleted += edits[i].n
			} else {
				inserted += edits[i].n
			}
		}
		rows = appendReplaced(rows, left[:deleted], right[:inserted])
		left, right = left[deleted:], right[inserted:]
	}
	return rows
}

// appendReplaced appends the rows of lines that were replaced.
func appendReplaced(rows []row, deleted, inserted []line) []row {
	pairs := min(len(deleted), len(inserted))
	similar := false
	for k := 0; k < min(pairs, renderLinesMax) && !similar; k++ {
		old, fresh := markTokens(deleted[k].text, inserted[k].text)
		similar = len(old)+len(fresh) > 0
	}
	if !similar {
		pairs = 0
	}
	for k := range pairs {
		rows = append(rows,
			row{op: '-', line: deleted[k], other: inserted[k].text},
			row{op: '+', line: inserted[k], other: deleted[k].text})
	}
	for _, l := range deleted[pairs:] {
		rows = append(rows, row{op: '-', line: l})
	}
	for _, l := range inserted[pairs:] {
		rows = append(rows, row{op: '+', line: l})
	}
	return rows
}

// markTokens returns what is different in two lines; nothing, if they have
// nothing in common but punctuation.
func markTokens(a, b string) (old, fresh []span) {
	x, y := tokens(a), tokens(b)
	alike := false
	i, j, left, right := 0, 0, 0, 0
	width := func(texts []string) int { return utf8.RuneCountInString(strings.Join(texts, "")) }
	for _, e := range diff(x, y) {
		switch e.op {
		case ' ':
			for _, t := range x[i : i+e.n] {
				alike = alike || strings.IndexFunc(t, isWord) >= 0
			}
			left += width(x[i : i+e.n])
			right += width(y[j : j+e.n])
			i, j = i+e.n, j+e.n
		case '-':
			w := width(x[i : i+e.n])
			old = append(old, span{left, left + w})
			i, left = i+e.n, left+w
		case '+':
			w := width(y[j : j+e.n])
			fresh = append(fresh, span{right, right + w})
			j, right = j+e.n, right+w
		}
	}
	if !alike {
		return nil, nil
	}
	return old, fresh
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// tokens cuts a line into strings, numbers and words, and single characters.
func tokens(text string) []string {
	var all []string
	for len(text) > 0 {
		n := 1
		switch {
		case text[0] == '"':
			for n < len(text) && text[n] != '"' {
				if text[n] == '\\' {
					n++
				}
				n++
			}
			n++
		case isWordByte(text[0]):
			for n < len(text) && isWordByte(text[n]) {
				n++
			}
		}
		n = min(n, len(text))
		all = append(all, text[:n])
		text = text[n:]
	}
	return all
}

func isWordByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b == '+' || b == '.'
}

// A painter writes a diff.
type painter struct {
	style Style
	text  strings.Builder
}

// The colours of a diff.
const (
	ansiReset   = "\x1b[0m"
	ansiRed     = "\x1b[31m"
	ansiGreen   = "\x1b[32m"
	ansiCyan    = "\x1b[36m"
	ansiReverse = "\x1b[7m"
	ansiForward = "\x1b[27m"
)

func (p *painter) header() {
	p.colored(ansiRed, "--- "+cmp.Or(p.style.Right, "expected"))
	p.colored(ansiGreen, "+++ received")
}

func (p *painter) colored(color, text string) {
	if p.style.Color {
		text = color + text + ansiReset
	}
	p.text.WriteString(text + "\n")
}

// hunks writes the rows that are near a change, each group with the pointer to
// its first change.
func (p *painter) hunks(rows []row) {
	written := 0
	for i := 0; i < len(rows); {
		change := i
		for change < len(rows) && rows[change].op == ' ' {
			change++
		}
		if change == len(rows) {
			return
		}
		end := change + 1 // behind the last change that is near enough to the one before
		for k := end; k < len(rows) && k <= end+2*contextLines; k++ {
			if rows[k].op != ' ' {
				end = k + 1
			}
		}
		p.colored(ansiCyan, "@@ "+text.Shorten(text.Visible(rows[change].pointer), pointerMax)+" @@")
		for k := max(i, change-contextLines); k < min(len(rows), end+contextLines); k++ {
			if written == renderLinesMax {
				fmt.Fprintf(&p.text, "… %s\n", text.Count(len(rows)-k, "more line"))
				return
			}
			p.row(rows[k])
			written++
		}
		i = min(len(rows), end+contextLines)
	}
}

func (p *painter) row(r row) {
	text := []rune(r.text)
	if len(text) > renderColumnsMax {
		text = append(text[:renderColumnsMax:renderColumnsMax], '…')
	}
	marks := r.marks()
	for i := range marks {
		marks[i].from = min(marks[i].from, len(text))
		marks[i].to = min(marks[i].to, len(text))
	}
	if !p.style.Color || r.op == ' ' {
		p.text.WriteString(string(r.op) + string(text) + "\n")
		if pointing := carets(marks); pointing != "" {
			p.text.WriteString("?" + pointing + "\n")
		}
		return
	}
	var b strings.Builder
	b.WriteByte(r.op)
	at := 0
	for _, m := range marks {
		b.WriteString(string(text[at:m.from]) + ansiReverse + string(text[m.from:m.to]) + ansiForward)
		at = m.to
	}
	b.WriteString(string(text[at:]))
	color := ansiRed
	if r.op == '+' {
		color = ansiGreen
	}
	p.colored(color, b.String())
}

// carets returns a line that points at the marked characters of the one above.
func carets(marks []span) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(strings.Repeat(" ", m.from-at) + strings.Repeat("^", m.to-m.from))
		at = m.to
	}
	return strings.TrimRight(b.String(), " ")
}
