package text_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// TestQuote has a shell read the words back.
func TestQuote(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no POSIX shell")
	}
	words := []string{"python3", "", "a b", "it's", "$HOME", "`x`", "a\nb", `back\slash`, "ünï", "--case=turn/*", "x=1"}
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+text.Quote(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
		t.Errorf("%s\ncomes back as %q", text.Quote(words), got)
	}
}
