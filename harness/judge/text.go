package judge

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
)

// visible returns text with everything that does not show as itself, control
// characters and invisible formatting first of all, written as \u and four
// hexadecimal digits: what a subject says is never more than text to look at.
// JSON stays the same JSON, if it has no white space but blanks.
func visible(text string) string {
	hidden := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
	if hidden < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			// As a pair of surrogates, the way JSON has it.
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// shorten cuts text to about limit bytes, at the border of a character.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// quote returns a string as a JSON string that is safe to look at, cut to
// about limit bytes.
func quote(text string, limit int) string {
	// The error is about invalid UTF-8, which has been replaced then.
	quoted, _ := jsontext.AppendQuote(nil, shorten(text, limit))
	return visible(string(quoted))
}

// show returns a value for a message: compact, safe to look at, cut to about
// limit bytes.
func show(raw jsontext.Value, limit int) string {
	text, complete := compact(raw, limit)
	if complete {
		return text
	}
	return shorten(text, limit)
}

// compact returns a value without white space, its strings safe to look at and
// otherwise unescaped, and whether that is all of it: it stops when the text
// is longer than limit.
func compact(raw jsontext.Value, limit int) (string, bool) {
	w := compactor{limit: limit}
	w.cursor.Reset(raw)
	w.write()
	return string(w.text), len(w.text) <= limit
}

type compactor struct {
	cursor cursor.Cursor
	text   []byte
	limit  int
}

// write appends the next value. Every level writes a byte before it goes
// deeper, so that limit bounds the recursion, too.
func (w *compactor) write() {
	c := &w.cursor
	switch c.Kind() {
	case '"':
		w.writeString(c.String("a string"))
	case '[':
		c.Array("an array")
		w.text = append(w.text, '[')
		for first := true; c.More() && len(w.text) <= w.limit; first = false {
			if !first {
				w.text = append(w.text, ',')
			}
			w.write()
		}
		w.text = append(w.text, ']')
	case '{':
		c.Object("an object")
		w.text = append(w.text, '{')
		for first := true; c.More() && len(w.text) <= w.limit; first = false {
			if !first {
				w.text = append(w.text, ',')
			}
			w.writeString(c.Key())
			w.text = append(w.text, ':')
			w.write()
		}
		w.text = append(w.text, '}')
	default:
		token := c.Skip()
		if room := w.limit - len(w.text); len(token) > room {
			token = token[:max(room, 0)+1]
		}
		w.text = append(w.text, token...)
	}
}

// writeString appends a string, and only so much of it that it is clear when
// it is too long.
func (w *compactor) writeString(content []byte) {
	room := max(w.limit-len(w.text), 0)
	content = content[:min(len(content), room+utf8.UTFMax)]
	w.text = append(w.text, quote(string(content), room)...)
}

// kindName names the kind of a value for people.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a Boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "no value"
}

// times says how often something is there.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

// count says how many things there are.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
