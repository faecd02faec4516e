package live

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// TestIncompleteReply shows how a reply begins that has no end, if it has begun: the line
// feed behind the name is no part of one.
func TestIncompleteReply(t *testing.T) {
	for sent, want := range map[string]string{
		"fals":   "late; it begins with fals, which is not a whole JSON value",
		"\n":     "late",
		" \r\n ": "late",
		"":       "late",
	} {
		e := &examiner{open: true}
		e.hard = &Finding{Outcome: judge.Timeout, Message: "late"}
		if e.Bytes(1, false, []byte(sent), 1); e.hard.Message != want {
			t.Errorf("%q: %s, expected %s", sent, e.hard.Message, want)
		}
	}
}

// TestLinesForPeople has lines for people in place of a reply: some of them begin like a
// word of JSON.
func TestLinesForPeople(t *testing.T) {
	for message, want := range map[string]bool{
		"invalid character 'c' at start of value, near \"called\"":                            true,
		"invalid character 'u' in literal true (expecting 'r'), near \"turn 1\"":              true,
		"invalid character 'o' in literal false (expecting 'a'), near \"found\"":              true,
		"invalid character ']' after object value (expecting ',' or '}'), near \"{\"a\":1]\"": false,
	} {
		e := &examiner{record: record{found: func() {}}}
		e.breach(&game.Breach{Failure: game.NotJSON, Message: message})
		if f := e.hard; f == nil || strings.Contains(f.Message, "hint: print lines for people") != want {
			t.Errorf("%s: %+v", message, f)
		}
	}
}
