package stream

import (
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// A syntax reads JSON as strictly as the library does and in a fraction of its time. It
// only tells good text: what it does not take may be good as well, such as a key with an
// escape, and the library says what is wrong with it, if anything is.
type syntax struct {
	text     []byte
	depthMax int
	keys     []span // of the objects that are open
}

// A span is where a key stands in the text.
type span struct{ start, end int }

// bad is in place of the end of a value that is not taken.
const bad = -1

// keysMax is how many keys of an object are compared one by one.
const keysMax = 64

// blank moves behind white space.
func (s *syntax) blank(i int) int {
	for i < len(s.text) && s.text[i] <= ' ' {
		switch s.text[i] {
		case ' ', '\t', '\r', '\n':
			i++
		default:
			return i
		}
	}
	return i
}

// at is the byte at i, 0 behind the text.
func (s *syntax) at(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// value returns where the value ends that begins at i, which has so many brackets around
// it.
func (s *syntax) value(i, depth int) int {
	switch b := s.at(i); b {
	case '"':
		return s.str(i)
	case '[':
		return s.array(i, depth+1)
	case '{':
		return s.object(i, depth+1)
	case 't':
		return s.word(i, "true")
	case 'f':
		return s.word(i, "false")
	case 'n':
		return s.word(i, "null")
	}
	return s.number(i)
}

func (s *syntax) word(i int, word string) int {
	if end := i + len(word); end <= len(s.text) && string(s.text[i:end]) == word {
		return end
	}
	return bad
}

func (s *syntax) array(i, depth int) int {
	if depth > s.depthMax {
		return bad
	}
	i = s.blank(i + 1)
	if s.at(i) == ']' {
		return i + 1
	}
	for text := s.text; ; {
		if i < len(text) && text[i] == '"' {
			i = s.str(i)
		} else {
			i = s.value(i, depth)
		}
		if i == bad {
			return bad
		}
		if i >= len(text) || text[i] <= ' ' {
			i = s.blank(i)
		}
		switch s.at(i) {
		case ',':
			if i++; i >= len(text) || text[i] <= ' ' {
				i = s.blank(i)
			}
		case ']':
			return i + 1
		default:
			return bad
		}
	}
}

func (s *syntax) object(i, depth int) int {
	if depth > s.depthMax {
		return bad
	}
	i = s.blank(i + 1)
	if s.at(i) == '}' {
		return i + 1
	}
	first, seen := len(s.keys), uint64(0)
	for text := s.text; ; {
		key, ok := s.key(i)
		if !ok || len(s.keys)-first == keysMax {
			return bad
		}
		bit := s.sketch(key)
		if seen&bit != 0 && s.has(first, key) {
			return bad
		}
		seen |= bit
		s.keys = append(s.keys, key)
		if i = s.blank(key.end + 1); s.at(i) != ':' {
			return bad
		}
		if i++; i >= len(text) || text[i] <= ' ' {
			i = s.blank(i)
		}
		if i = s.value(i, depth); i == bad {
			return bad
		}
		if i >= len(text) || text[i] <= ' ' {
			i = s.blank(i)
		}
		switch s.at(i) {
		case ',':
			if i++; i >= len(text) || text[i] <= ' ' {
				i = s.blank(i)
			}
		case '}':
			s.keys = s.keys[:first]
			return i + 1
		default:
			return bad
		}
	}
}

// key finds a key without escapes in ASCII.
func (s *syntax) key(i int) (span, bool) {
	if s.at(i) != '"' {
		return span{}, false
	}
	end := cursor.Plain(s.text, i+1)
	return span{i + 1, end}, s.at(end) == '"'
}

// sketch is a bit for a key; other keys may have the same one.
func (s *syntax) sketch(k span) uint64 {
	n := uint(k.end - k.start)
	if n == 0 {
		return 1
	}
	return 1 << ((n + 7*uint(s.text[k.start]) + 5*uint(s.text[k.end-1]) + 3*uint(s.text[k.start+int(n)/2])) % 64)
}

// has tells whether a key is among those from the first one on.
func (s *syntax) has(first int, key span) bool {
	text := s.text[key.start:key.end]
	for _, k := range s.keys[first:] {
		if string(s.text[k.start:k.end]) == string(text) {
			return true
		}
	}
	return false
}

func (s *syntax) str(i int) int {
	for text := s.text; ; {
		if i = cursor.Plain(text, i+1); i == len(text) {
			return bad
		}
		switch b := text[i]; {
		case b == '"':
			return i + 1
		case b == '\\':
			if i = s.escape(i + 1); i == bad {
				return bad
			}
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && size == 1 {
				return bad
			}
			i += size - 1
		default:
			return bad
		}
	}
}

// escape returns the last byte of the escape whose backslash stands before i. Of UTF-16 it
// takes no halves.
func (s *syntax) escape(i int) int {
	switch s.at(i) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i
	case 'u':
		if i+4 >= len(s.text) || (s.text[i+1]|0x20 == 'd' && s.text[i+2] >= '8') {
			return bad
		}
		for _, b := range s.text[i+1 : i+5] {
			if !(b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'f') {
				return bad
			}
		}
		return i + 4
	}
	return bad
}

func (s *syntax) number(i int) int {
	if s.at(i) == '-' {
		i++
	}
	switch b := s.at(i); {
	case b == '0':
		i++
	case b >= '1' && b <= '9':
		i = s.digits(i)
	default:
		return bad
	}
	if s.at(i) == '.' {
		if i = s.digits(i + 1); i == bad {
			return bad
		}
	}
	if s.at(i)|0x20 == 'e' {
		i++
		if b := s.at(i); b == '+' || b == '-' {
			i++
		}
		i = s.digits(i)
	}
	return i
}

// digits moves behind one digit or more.
func (s *syntax) digits(i int) int {
	start := i
	for i < len(s.text) && s.text[i] >= '0' && s.text[i] <= '9' {
		i++
	}
	if i == start {
		return bad
	}
	return i
}
