package game

import (
	"fmt"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// nameShownMax is how many bytes of an unknown name a message repeats. It may come
// from a file, and have megabytes.
const nameShownMax = 200

// Unknown is the usage error for a name that does not exist: it names the
// nearest known one, and the command that lists them all.
func Unknown(kind, name, of string, known []string, list string) *UsageError {
	e := &UsageError{Message: strings.TrimSpace(fmt.Sprintf("unknown %s %q %s", kind, text.Shorten(name, nameShownMax), of))}
	if near := Nearest(name, known); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q? ", near)
	}
	e.Hint += fmt.Sprintf("%q lists them", list)
	return e
}

// What may be a slip: a word in a value, and the list of words that may stand there.
const (
	// SlipBytesMax bounds the keys and words that may be misspelt ones: a longer one is no
	// slip of the fingers.
	SlipBytesMax = 40
	// slipBytesMin bounds words: among shorter ones, such as b4 and b5, all are alike.
	slipBytesMin = 3
	// slipWordsMax bounds the list. Numbered words, of which there are many, are all alike.
	slipWordsMax = 20
	// slipBytesEach is how many letters a word has for each slip: solv is not roll.
	slipBytesEach = 5
)

// DidYouMean ends a message about an unknown key: ` (did you mean "bank"?)`, or "" if it
// is like none of the known ones.
func DidYouMean(key []byte, known []string) string {
	if len(key) > SlipBytesMax {
		return ""
	}
	return meaning(Nearest(string(key), known))
}

// MeantWord ends a message about a word that is none of a few: ` (did you mean "red"?)`, or
// "" if it is like none of them or like several, or if these are too many or the word too
// short to tell. The same word in other cases of letters is always meant.
func MeantWord(word []byte, words []string) string {
	if len(word) > SlipBytesMax {
		return ""
	}
	for _, w := range words {
		if strings.EqualFold(string(word), w) {
			return meaning(w)
		}
	}
	if len(word) < slipBytesMin || len(words) > slipWordsMax {
		return ""
	}
	lower := strings.ToLower(string(word))
	near, least := "", max(1, len(word)/slipBytesEach)+1
	for _, w := range words {
		d := edits(lower, strings.ToLower(w))
		if strings.HasPrefix(w, lower) || strings.HasPrefix(lower, w) {
			d = min(d, 1) // cut off, or with an ending
		}
		switch {
		case d < least:
			near, least = w, d
		case d == least:
			near = ""
		}
	}
	return meaning(near)
}

func meaning(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}

// AllowedBy ends a message about a key that is known only if an option has a value, for a
// tie "NAME=VALUE".
func AllowedBy(tie string) string { return " (option " + tie + " allows it)" }

// nearBytesEach is how many letters of a name may be mistyped: one of so many, and one of any.
const nearBytesEach = 3

// Nearest returns the known name that is name written in another way, as BG-01 is bg1, else the
// one that begins or ends with it, else the one that takes the fewest edits of a letter or two
// neighbours to reach from it, or "" if none takes at most a third as many as the longer one has
// letters. The folders that a path and a known one have in common do not count: a/legal is not
// near to a/nope.
func Nearest(name string, known []string) string {
	plain := plainName(name)
	for _, k := range known {
		if plain != "" && plainName(k) == plain {
			return k
		}
	}
	for _, k := range known {
		if len(name) > 1 && (strings.HasPrefix(k, name) || strings.HasSuffix(k, name)) {
			return k
		}
	}
	best, bestEdits := "", len(name)
	for _, k := range known {
		shared := 0
		for i := 0; i < len(name) && i < len(k) && name[i] == k[i]; i++ {
			if name[i] == '/' {
				shared = i + 1
			}
		}
		rest, other := name[shared:], k[shared:]
		most := min(max(max(len(rest), len(other))/nearBytesEach, 1), len(rest)-1, bestEdits-1)
		if max(len(rest)-len(other), len(other)-len(rest)) > most {
			continue // it takes an edit for each letter that one of them has more
		}
		if d := edits(strings.ToLower(rest), strings.ToLower(other)); d <= most {
			best, bestEdits = k, d
		}
	}
	return best
}

// plainName is a name in small letters, without hyphens, underscores and blanks, and without
// zeroes before a number. Between two numbers stays a hyphen: 1-2 is not 12.
func plainName(name string) string {
	name = strings.ToLower(name)
	isDigit := func(at int) bool { return at < len(name) && '0' <= name[at] && name[at] <= '9' }
	var plain []byte
	inNumber, afterNumber := false, false
	for i, c := range []byte(name) {
		switch {
		case c == '-', c == '_', c == ' ':
			inNumber, afterNumber = false, afterNumber || inNumber
			continue
		case c == '0' && !inNumber && isDigit(i+1):
			continue
		case afterNumber && isDigit(i):
			plain = append(plain, '-')
		}
		plain = append(plain, c)
		inNumber, afterNumber = isDigit(i), false
	}
	return string(plain)
}

// edits counts the letters that are put in, left out or replaced, and the
// neighbours that change places, between two short ASCII names: the
// Damerau-Levenshtein distance of optimal string alignment.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
