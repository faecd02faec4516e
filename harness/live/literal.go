package live

import (
	"bytes"
	"slices"
	"unicode"
)

// A literal is text that is no value and that comes piece by piece (11.6). White space in
// front of it and behind it does not count.
type literal struct {
	text  []byte // all of it
	came  int    // how many of its bytes have come
	blank bool   // white space came behind them that is no part of it
}

func newLiteral(text []byte) *literal { return &literal{text: bytes.TrimSpace(text)} }

// feed takes more bytes. Other is what has come instead of the text, as far as one shows it,
// nil as long as it is the text.
func (l *literal) feed(p []byte) (other []byte) {
	for i, b := range p {
		switch {
		case !l.blank && l.came < len(l.text) && b == l.text[l.came]:
			l.came++
		case b < 0x80 && unicode.IsSpace(rune(b)):
			l.blank = l.came > 0
		default:
			return slices.Concat(l.text[:l.came], p[i:])
		}
	}
	return nil
}

// whole tells whether all of the text has come.
func (l *literal) whole() bool { return l.came == len(l.text) }
