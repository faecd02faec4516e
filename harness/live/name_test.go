package live

import (
	"strings"
	"testing"
)

// TestTranscriptName: no two cases have one file, and the usual names are easy to read.
func TestTranscriptName(t *testing.T) {
	ids := map[string]string{} // by the names of their files
	// All ids of few letters: some of them are bound to meet if any can.
	var all func(id string, left int)
	all = func(id string, left int) {
		if strings.Contains(id, "/") {
			name := TranscriptName(id)
			if other, found := ids[name]; found {
				t.Errorf("%q and %q have one file, %s", id, other, name)
			}
			if strings.ContainsAny(name, "/\\\x00") {
				t.Errorf("%q: %q is no name of a file", id, name)
			}
			ids[name] = id
		}
		if left > 0 {
			for _, part := range []string{"a", "-", "/", "\\", "\x00", "%", "2F", "5C"} {
				all(id+part, left-1)
			}
		}
	}
	all("", 5)
	for id, want := range map[string]string{
		"bazaar/server/two-players": "bazaar-server-two-players.jsonl",
		"turn/7":                    "turn-7.jsonl",
		"x/a/b":                     "x-a-b.jsonl",
		"x/a-b":                     "x%2Fa-b.jsonl",
		"my-hexe/server/two":        "my-hexe%2Fserver%2Ftwo.jsonl",
		"lv/50%":                    "lv%2F50%25.jsonl",
	} {
		if got := TranscriptName(id); got != want {
			t.Errorf("%s: %s, expected %s", id, got, want)
		}
	}
}
