package docs

import (
	"strings"
	"unicode"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// The pages are written in the part of Markdown that they need: headings,
// paragraphs, lists, tables, code, and in a line code, emphasis, links and
// pictures. A library for all of it would weigh more than the pages; a test
// compares what is made of every page with what such a library makes.

// blockKind is a kind of block.
type blockKind int

const (
	paragraph blockKind = iota
	heading
	code
	list
	table
)

// A block is a part of a page that begins on a line of its own.
type block struct {
	kind    blockKind
	level   int        // of a heading, from 1
	spans   []span     // of a heading or paragraph
	text    string     // of code, with the line ends
	info    string     // of code: its language, "" if it is not said
	file    string     // of code: the file that it is to be saved in, "" for none
	ordered bool       // of a list
	tight   bool       // of a list: no blank line within
	items   [][]block  // of a list
	rows    [][][]span // of a table, the head first
}

// spanKind is a kind of span.
type spanKind int

const (
	plain spanKind = iota
	verbatim
	strong
	emphasis
	link
	picture
)

// A span is a part of a line.
type span struct {
	kind  spanKind
	text  string // of what is plain or verbatim, and of a picture what it shows
	url   string // of a link or picture
	spans []span // of the rest
}

var (
	headingLine = text.Pattern(`^(#{1,4}) +(.*)$`)
	itemLine    = text.Pattern(`^(-|[0-9]+\.)( +)`)
	tableRule   = text.Pattern(`^\|(?: *:?-+:? *\|)+ *$`)
)

// parse reads a page.
func parse(source string) []block {
	return parseLines(strings.Split(strings.TrimRight(source, "\n"), "\n"))
}

func parseLines(lines []string) []block {
	var blocks []block
	for i := 0; i < len(lines); {
		line := lines[i]
		var b block
		switch {
		case strings.TrimSpace(line) == "":
			i++
			continue
		case strings.HasPrefix(line, "```"):
			b, i = parseFence(lines, i)
		case strings.HasPrefix(line, "    "):
			b, i = parseIndented(lines, i)
		case headingLine().MatchString(line):
			m := headingLine().FindStringSubmatch(line)
			b, i = block{kind: heading, level: len(m[1]), spans: parseSpans(m[2])}, i+1
		case itemLine().MatchString(line):
			b, i = parseList(lines, i)
		case startsTable(lines, i):
			b, i = parseTable(lines, i)
		default:
			b, i = parseParagraph(lines, i)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// parseFence reads code between lines of three backticks. Behind the first ones
// stand its language and the file that readers save it in.
func parseFence(lines []string, i int) (block, int) {
	info, file, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(lines[i], "```")), " ")
	b := block{kind: code, info: info, file: file}
	for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
		b.text += lines[i] + "\n"
	}
	return b, i + 1
}

// parseIndented reads code that is indented by four blanks.
func parseIndented(lines []string, i int) (block, int) {
	b := block{kind: code}
	for ; i < len(lines) && (strings.HasPrefix(lines[i], "    ") || lines[i] == ""); i++ {
		b.text += strings.TrimPrefix(lines[i], "    ") + "\n"
	}
	b.text = strings.TrimRight(b.text, "\n") + "\n"
	return b, i
}

// parseList reads a list: the lines of an item are those that are indented as far
// as its text.
func parseList(lines []string, i int) (block, int) {
	b := block{kind: list, tight: true, ordered: !strings.HasPrefix(lines[i], "-")}
	for i < len(lines) {
		m := itemLine().FindString(lines[i])
		if m == "" || strings.HasPrefix(m, "-") == b.ordered {
			break
		}
		indent := strings.Repeat(" ", len(m))
		item := []string{lines[i][len(m):]}
		for i++; i < len(lines); i++ {
			rest, inside := strings.CutPrefix(lines[i], indent)
			// A line that is not indented goes on with the paragraph before it.
			if !inside && lines[i] != "" && (item[len(item)-1] == "" || itemLine().MatchString(lines[i]) || interrupts(lines, i)) {
				break
			}
			item = append(item, rest)
		}
		text := strings.TrimRight(strings.Join(item, "\n"), "\n")
		more := i < len(lines) && itemLine().MatchString(lines[i]) && strings.HasPrefix(lines[i], "-") != b.ordered
		if item[len(item)-1] == "" && more {
			b.tight = false
		}
		blocks := parse(text)
		if len(blocks) > 1 && strings.Contains(text, "\n\n") {
			b.tight = false
		}
		b.items = append(b.items, blocks)
	}
	return b, i
}

// interrupts tells whether a paragraph ends before a line.
func interrupts(lines []string, i int) bool {
	line := lines[i]
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "```") || headingLine().MatchString(line) ||
		itemLine().MatchString(line) && (line[0] == '-' || strings.HasPrefix(line, "1.")) || startsTable(lines, i)
}

func parseParagraph(lines []string, i int) (block, int) {
	text := []string{strings.TrimSpace(lines[i])}
	for i++; i < len(lines) && !interrupts(lines, i); i++ {
		text = append(text, strings.TrimSpace(lines[i]))
	}
	return block{kind: paragraph, spans: parseSpans(strings.Join(text, "\n"))}, i
}

func startsTable(lines []string, i int) bool {
	return strings.HasPrefix(lines[i], "|") && i+1 < len(lines) && tableRule().MatchString(lines[i+1])
}

// parseTable reads a table, each of whose lines begins and ends with a bar.
func parseTable(lines []string, i int) (block, int) {
	b := block{kind: table}
	for start := i; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
		if i == start+1 {
			continue // the line below the head
		}
		var row [][]span
		inner := strings.TrimSuffix(strings.TrimSpace(lines[i])[1:], "|")
		// A bar of a cell has a backslash before it.
		inner = strings.ReplaceAll(inner, `\|`, "\x00")
		for cell := range strings.SplitSeq(inner, "|") {
			row = append(row, parseSpans(strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|")))
		}
		b.rows = append(b.rows, row)
	}
	return b, i
}

// parseSpans reads the text of a line or paragraph.
func parseSpans(text string) []span {
	var spans []span
	var pending strings.Builder
	add := func(s span) {
		if pending.Len() > 0 {
			spans = append(spans, span{text: pending.String()})
			pending.Reset()
		}
		if s.kind != plain {
			spans = append(spans, s)
		}
	}
	for len(text) > 0 {
		s, n := parseSpan(text)
		if n > 0 {
			add(s)
			text = text[n:]
			continue
		}
		if text[0] == '\\' && len(text) > 1 && strings.ContainsRune("\\`*_[]()<>#|-.!{}+~&", rune(text[1])) {
			text = text[1:]
		}
		pending.WriteByte(text[0])
		text = text[1:]
	}
	add(span{})
	return spans
}

var (
	linkText = text.Pattern("^!?\\[((?:[^\\[\\]`]|`[^`]*`|\\[[^\\]]*\\])*)\\]\\(([^()\\s]*)\\)")
	autoLink = text.Pattern(`^<(https?://[^<>\s]*)>`)
)

// parseSpan reads the span at the beginning of text that is not plain, and tells
// its length, 0 if there is none.
func parseSpan(text string) (span, int) {
	switch text[0] {
	case '`':
		mark := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		inner, _, closed := strings.Cut(text[len(mark):], mark)
		if !closed {
			return span{}, 0
		}
		n := len(inner) + 2*len(mark)
		inner = strings.ReplaceAll(inner, "\n", " ")
		if strings.HasPrefix(inner, " ") && strings.HasSuffix(inner, " ") && strings.TrimSpace(inner) != "" {
			inner = inner[1 : len(inner)-1]
		}
		return span{kind: verbatim, text: inner}, n
	case '*':
		kind, mark := emphasis, "*"
		if strings.HasPrefix(text, "**") {
			kind, mark = strong, "**"
		}
		inner, _, closed := strings.Cut(text[len(mark):], mark)
		if !closed || inner == "" || unicode.IsSpace(rune(inner[0])) || unicode.IsSpace(rune(inner[len(inner)-1])) {
			return span{}, 0
		}
		return span{kind: kind, spans: parseSpans(inner)}, len(inner) + 2*len(mark)
	case '!', '[':
		m := linkText().FindStringSubmatch(text)
		switch {
		case m == nil:
			return span{}, 0
		case text[0] == '!':
			return span{kind: picture, text: m[1], url: m[2]}, len(m[0])
		}
		return span{kind: link, url: m[2], spans: parseSpans(m[1])}, len(m[0])
	case '<':
		if m := autoLink().FindStringSubmatch(text); m != nil {
			return span{kind: link, url: m[1], spans: []span{{text: m[1]}}}, len(m[0])
		}
	}
	return span{}, 0
}

// words is the text of spans, without what they look like.
func words(spans []span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.text)
		b.WriteString(words(s.spans))
	}
	return b.String()
}
