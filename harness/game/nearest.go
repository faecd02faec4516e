package game

import (
	"fmt"
	"strings"
)

// Unknown is the usage error for a name that does not exist: it names the
// nearest known one, and the command that lists them all.
func Unknown(kind, name, of string, known []string, list string) *UsageError {
	e := &UsageError{Message: strings.TrimSpace(fmt.Sprintf("unknown %s %q %s", kind, name, of))}
	if near := Nearest(name, known); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q? ", near)
	}
	e.Hint += fmt.Sprintf("%q lists them", list)
	return e
}

// Nearest returns the known name that begins or ends with name, else the one
// that takes the fewest single-letter edits to reach from it, or "" if none
// takes at most half as many as it has letters.
func Nearest(name string, known []string) string {
	for _, k := range known {
		if len(name) > 1 && (strings.HasPrefix(k, name) || strings.HasSuffix(k, name)) {
			return k
		}
	}
	best, bestEdits := "", max(len(name), 2)/2+1
	for _, k := range known {
		if d := edits(strings.ToLower(name), strings.ToLower(k)); d < bestEdits {
			best, bestEdits = k, d
		}
	}
	return best
}

// edits is the Levenshtein distance of two short ASCII names.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			above := row[j]
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above+1, row[j-1]+1, diagonal+cost)
			diagonal = above
		}
	}
	return row[len(b)]
}
