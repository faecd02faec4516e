package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// TestKnownLinesAreReadAgain writes entries with whatever id and pointer, and
// reads them: they are the same ones.
func TestKnownLinesAreReadAgain(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "known.txt")
	again := func(id, pointer string) bool {
		if id == "" || !utf8.ValidString(id) || !utf8.ValidString(pointer) {
			return true
		}
		if pointer != "" {
			pointer = "/" + pointer
		}
		k := &Known{Update: true, file: file, byCase: map[string]*knownEntry{}}
		v := &judge.Verdict{Case: id, Outcome: judge.Crashed, Blame: judge.BlameSubject, Pointer: pointer}
		k.mark(v)
		k.look(v)
		if err := os.WriteFile(file, []byte("# comment\n"+k.Text()), 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := ReadKnown(file, false)
		if err != nil {
			t.Errorf("%q %q: %v", id, pointer, err)
			return false
		}
		e := read.byCase[id]
		return e != nil && e.outcome == judge.Crashed && e.pointer == pointer && e.reason == noReason && read.Text() == "# comment\n"+k.Text()
	}
	for _, id := range []string{
		"s/1", "s/a b", "s/a  crashed  # no", "# s/1", " s/1 ", `"s/1"`, `s/"1`, "s/a\nb", "s/a\tb", `s/\x`, "s/ü é", "s/\u202e", "s/a crashed", "s/1#", "s/\u00a0",
	} {
		for _, pointer := range []string{"", "0", "0/a b", "0/a # b", "0/\"", "a\nb", `0/\`, "0 crashed # x"} {
			if !again(id, pointer) {
				t.Errorf("%q %q is not read again", id, pointer)
			}
		}
	}
	if err := quick.Check(again, &quick.Config{MaxCount: 200}); err != nil {
		t.Error(err)
	}
	if word("bazaar/turn/7-a_b") != "bazaar/turn/7-a_b" || !strings.HasPrefix(word("a b"), `"`) {
		t.Error("usual names have quotes, or others have none")
	}
}
