package judge

import (
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// quote returns a string as a JSON string that is safe to look at, cut to
// about limit bytes.
func quote(content string, limit int) string {
	// The error is about invalid UTF-8, which has been replaced then.
	quoted, _ := jsontext.AppendQuote(nil, text.Shorten(content, limit))
	return text.Visible(string(quoted))
}

// show returns a value for a message: compact, safe to look at, cut to about
// limit bytes.
func show(raw jsontext.Value, limit int) string {
	shown, complete := compact(raw, limit)
	if complete {
		return shown
	}
	return text.Shorten(shown, limit)
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
		for first := true; c.MoreKeys() && len(w.text) <= w.limit; first = false {
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
