package docs

import (
	"fmt"
	"html"
	"strings"
	"unicode"
)

// HTML is a page as HTML, without what stands around it. Headings have the ids
// that Anchor gives. The address of every link and picture is what href makes of
// it; nil leaves them as they are.
func HTML(source string, href func(url string) string) string {
	w := &hypertext{href: href}
	if href == nil {
		w.href = func(url string) string { return url }
	}
	w.blocks(parse(source), false)
	return w.String()
}

// Anchor is the id of a heading, as GitHub makes it: in lower case, with - for
// blanks, and without punctuation.
func Anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// hypertext is HTML that is being written.
type hypertext struct {
	strings.Builder
	href func(url string) string
}

// blocks writes blocks; those of an item of a tight list have no paragraphs.
func (w *hypertext) blocks(blocks []block, tight bool) {
	for i, b := range blocks {
		switch b.kind {
		case paragraph:
			switch {
			case !tight:
				w.WriteString("<p>")
				w.spans(b.spans)
				w.WriteString("</p>\n")
			default:
				w.spans(b.spans)
				if i < len(blocks)-1 {
					w.WriteByte('\n')
				}
			}
		case heading:
			fmt.Fprintf(w, "<h%d id=\"%s\">", b.level, Anchor(words(b.spans)))
			w.spans(b.spans)
			fmt.Fprintf(w, "</h%d>\n", b.level)
		case code:
			class := ""
			if b.info != "" {
				class = fmt.Sprintf(` class="language-%s"`, html.EscapeString(b.info))
			}
			if b.file != "" {
				class += fmt.Sprintf(` data-file="%s"`, html.EscapeString(b.file))
			}
			fmt.Fprintf(w, "<pre><code%s>%s</code></pre>\n", class, escape(b.text))
		case list:
			w.list(b)
		case table:
			w.table(b)
		}
	}
}

func (w *hypertext) list(b block) {
	tag := "ul"
	if b.ordered {
		tag = "ol"
	}
	fmt.Fprintf(w, "<%s>\n", tag)
	for _, item := range b.items {
		w.WriteString("<li>")
		if !b.tight {
			w.WriteByte('\n')
		}
		w.blocks(item, b.tight)
		w.WriteString("</li>\n")
	}
	fmt.Fprintf(w, "</%s>\n", tag)
}

func (w *hypertext) table(b block) {
	w.WriteString("<table>\n<thead>\n")
	w.row(b.rows[0], "th")
	w.WriteString("</thead>\n<tbody>\n")
	for _, row := range b.rows[1:] {
		w.row(row, "td")
	}
	w.WriteString("</tbody>\n</table>\n")
}

func (w *hypertext) row(row [][]span, tag string) {
	w.WriteString("<tr>\n")
	for _, cell := range row {
		fmt.Fprintf(w, "<%s>", tag)
		w.spans(cell)
		fmt.Fprintf(w, "</%s>\n", tag)
	}
	w.WriteString("</tr>\n")
}

func (w *hypertext) spans(spans []span) {
	for _, s := range spans {
		switch s.kind {
		case plain:
			w.WriteString(escape(s.text))
		case verbatim:
			w.WriteString("<code>" + escape(s.text) + "</code>")
		case strong:
			w.WriteString("<strong>")
			w.spans(s.spans)
			w.WriteString("</strong>")
		case emphasis:
			w.WriteString("<em>")
			w.spans(s.spans)
			w.WriteString("</em>")
		case link:
			fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(w.href(s.url)))
			w.spans(s.spans)
			w.WriteString("</a>")
		case picture:
			fmt.Fprintf(w, `<img src="%s" alt="%s">`, html.EscapeString(w.href(s.url)), escape(s.text))
		}
	}
}

// escape escapes what would be markup outside of tags, and in attributes with
// quotation marks.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
