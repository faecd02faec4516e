package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// fingerprintDigits is the length of a fingerprint: among a thousand causes
// two share one with a probability of about one in five hundred million.
const fingerprintDigits = 12

// Fingerprint returns a short text that is the same for failures of one cause.
// The pointer and the clause say where, and cause is a message or trace that
// says what; indices, numbers, quoted values, addresses and folders in them do
// not count, but names of files with line numbers do. Of the pointer the first
// segment counts, because it says which value of the output it is.
func Fingerprint(outcome Outcome, pointer, clause, cause string) string {
	text := strings.Join([]string{string(outcome), generalPointer(pointer), clause, generalCause(cause)}, "\x00")
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:fingerprintDigits]
}

// generalPointer replaces the indices in a pointer, but for the first.
func generalPointer(pointer string) string {
	segments := strings.Split(pointer, "/")
	for i := 2; i < len(segments); i++ {
		if strings.Trim(segments[i], "0123456789") == "" {
			segments[i] = "*"
		}
	}
	return strings.Join(segments, "/")
}

// caseSpecific matches what tells one failure from another of the same cause.
// The first alternative is a place in a program, of which file and line are
// kept: a.go:12, or as Python has it, "a.py", line 12.
var caseSpecific = text.Pattern(
	`"?(?:[^\s"'(]*[/\\])?([\w.-]+\.[A-Za-z]{1,5}(?::\d+|", line \d+))` +
		`|"(?:[^"\\]|\\.)*"|'[^'\n]*'|0x[0-9a-fA-F]+|\d+`)

func generalCause(cause string) string {
	var b strings.Builder
	at := 0
	for _, m := range caseSpecific().FindAllStringSubmatchIndex(cause, -1) {
		b.WriteString(cause[at:m[0]])
		if m[2] >= 0 {
			b.WriteString(cause[m[2]:m[3]])
		} else {
			b.WriteByte('#')
		}
		at = m[1]
	}
	b.WriteString(cause[at:])
	return b.String()
}
