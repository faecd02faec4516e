package delivery

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// GrowthBytesMax bounds what white space and escapes add to the values of a
// case together: indenting can make a deeply nested value sixty times longer.
// Where it is used up, and where a value would become longer than
// stream.ValueBytesMax and so too long for its reader, the rest stays as plain
// as the default delivery has it.
const GrowthBytesMax = stream.ValueBytesMax

// bounds are how long dressed-up values may become.
type bounds struct {
	growth int // of all values together
	value  int // a value's length, unless it is longer already
}

// text returns the values as they are delivered.
func (d Delivery) text(values []jsontext.Value, b bounds) []byte {
	if len(values) == 0 {
		return nil
	}
	size := len(values)
	for _, v := range values {
		size += len(v)
	}
	switch {
	case d.Unicode == Escaped:
		size += min(2*size, b.growth)
	case d.Layout != Plain:
		size += min(size, b.growth)
	}
	w := writer{Delivery: d, text: make([]byte, 0, size)}
	for i, v := range values {
		if i > 0 {
			w.separate(v)
		}
		room := max(0, min(b.growth, b.value-len(v)))
		w.room = room
		w.value(v)
		b.growth -= room - w.room
	}
	if d.Ending == FinalNewline {
		w.text = append(w.text, '\n')
	}
	return w.text
}

// A writer writes values one after another.
type writer struct {
	Delivery
	text   []byte
	room   int  // how many bytes the value may still grow by
	tabbed bool // the last gap of a spaced value was a tab
}

// separate writes what stands before every value but the first.
func (w *writer) separate(next jsontext.Value) {
	switch w.Separator {
	case Newline:
		w.text = append(w.text, '\n')
	case Space:
		w.text = append(w.text, ' ')
	case Joined:
		if n := len(w.text); n > 0 && isBare(w.text[n-1]) && isBare(first(next)) {
			w.text = append(w.text, ' ')
		}
	}
}

// first is the first byte of a value that is not white space.
func first(raw []byte) byte {
	for _, b := range raw {
		if !isSpace(b) {
			return b
		}
	}
	return 0
}

// value writes one value token by token.
func (w *writer) value(raw []byte) {
	depth := 0
	var last byte // the first byte of the token before
	for i := 0; i < len(raw); {
		b := raw[i]
		if isSpace(b) {
			i++
			continue
		}
		if b == '}' || b == ']' {
			depth--
		}
		w.gap(last, b, depth)
		if b == '{' || b == '[' {
			depth++
		}
		last = b
		end := tokenEnd(raw, i)
		if b == '"' && w.Unicode == Escaped {
			w.escaped(raw[i:end])
		} else {
			w.text = append(w.text, raw[i:end]...)
		}
		i = end
	}
}

// gap writes the white space between two tokens of a value, which begin with
// these bytes. There is no token before the first one, and last is 0.
func (w *writer) gap(last, next byte, depth int) {
	if last == 0 {
		return
	}
	switch w.Layout {
	case Spaced:
		if !w.grow(1) {
			return
		}
		blank := byte(' ')
		if w.tabbed {
			blank = '\t'
		}
		w.tabbed = !w.tabbed
		w.text = append(w.text, blank)
	case Pretty:
		opened := last == '{' || last == '['
		closes := next == '}' || next == ']'
		switch {
		case last == ':' && w.grow(1):
			w.text = append(w.text, ' ')
		case opened != closes || last == ',':
			w.indent(depth)
		}
	}
}

// indent begins a new line.
func (w *writer) indent(depth int) {
	if !w.grow(1 + 2*max(depth, 0)) {
		return
	}
	w.text = append(w.text, '\n')
	for range depth {
		w.text = append(w.text, ' ', ' ')
	}
}

// grow tells whether the value may become n bytes longer, and notes that it does.
func (w *writer) grow(n int) bool {
	if n > w.room {
		return false
	}
	w.room -= n
	return true
}

// escaped writes a string, given with its quotes, with all characters escaped.
func (w *writer) escaped(quoted []byte) {
	for i := 0; i < len(quoted); {
		end := i + unitLen(quoted[i:])
		unit := quoted[i:end]
		i = end
		r, ok := decodeUnit(unit)
		if !ok {
			w.text = append(w.text, unit...)
			continue
		}
		high, low := utf16.EncodeRune(r)
		if high == utf8.RuneError {
			high, low = r, 0
		}
		size := len(`\u0000`)
		if low != 0 {
			size *= 2
		}
		if !w.grow(size - len(unit)) {
			w.text = append(w.text, unit...)
			continue
		}
		w.text = appendEscape(w.text, high)
		if low != 0 {
			w.text = appendEscape(w.text, low)
		}
	}
}

func appendEscape(dst []byte, unit rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// decodeUnit returns the character that a unit of a string stands for. It is
// not ok if the unit must stay as it is: a quote around the string, what is
// escaped already, and what is not JSON.
func decodeUnit(unit []byte) (r rune, ok bool) {
	switch {
	case unit[0] == '"':
		return 0, false
	case unit[0] != '\\':
		r, _ := utf8.DecodeRune(unit)
		return r, r != utf8.RuneError || len(unit) > 1
	case len(unit) != 2:
		return 0, false
	}
	switch b := unit[1]; b {
	case '"', '\\', '/':
		return rune(b), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}
