//go:build unix

package subject

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAdapter gives a program its input in ways of its own, with isolation and
// without.
func TestAdapter(t *testing.T) {
	t.Parallel()
	wrapper := filepath.Join(t.TempDir(), "adapter.sh")
	if err := os.WriteFile(wrapper, []byte("while IFS= read -r v; do set -- \"$@\" \"$v\"; done\nexec \"$@\" </dev/null\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		adapter Adapter
		argv    []string
		values  string
		stderr  string
		exit    int
	}{
		{"as it is", Adapter{}, []string{"cat"}, "[1] 2", "", 0},
		{"the task", Adapter{Task: "rules"}, []string{"sh", "-c", `echo "\"$1\""`, "sh", "x{task}"}, `"xrules"`, "", 0},
		{"a file", Adapter{}, []string{"sh", "-c", `cat "$1"`, "sh", "{in}"}, "[1] 2", "", 0},
		{"a file within a word, and twice", Adapter{}, []string{"sh", "-c", `cat "${1#--file=}"; cat "$2"`, "sh", "--file={in}", "{in}"}, "[1] 2 [1] 2", "", 0},
		{"a file, and standard input", Adapter{}, []string{"sh", "-c", `cat; cat "$1"`, "sh", "{in}"}, "[1] 2 [1] 2", "", 0},
		{"a file, and no standard input", Adapter{NoStdin: true}, []string{"sh", "-c", `cat; cat "$1"`, "sh", "{in}"}, "[1] 2", "", 0},
		{"words with blanks and quotes", Adapter{NoStdin: true}, []string{"sh", "-c", `cat "$2"; echo "\"$1\""`, "sh", `a 'b  c`, "{in}"}, `[1] 2 "a 'b  c"`, "", 0},
		{"its own end", Adapter{NoStdin: true}, []string{"sh", "-c", `echo away >&2; exit 7`, "sh", "{in}"}, "", "away\n", 7},
		{"a wrapper", Adapter{Wrapper: []string{"sh", wrapper}}, []string{"sh", "-c", `cat; echo "$2" "$1"`, "sh"}, "2 [1]", "", 0},
		{"a wrapper and a file", Adapter{Wrapper: []string{"sh", wrapper}}, []string{"sh", "-c", `cat "$1"`, "sh", "{in}"}, "[1] 2", "", 0},
	} {
		for _, isolation := range []Isolation{Best, Unisolated} {
			t.Run(test.name+" "+string(isolation), func(t *testing.T) {
				t.Parallel()
				argv, inner, err := test.adapter.Adapt(test.argv, isolation)
				if err != nil {
					t.Fatal(err)
				}
				c := &Command{Argv: argv, Inner: inner, Isolation: isolation}
				a := c.Run(context.Background(), []byte("[1]\n2\n"), Limits{})
				var values []string
				for _, v := range a.Values {
					values = append(values, string(v))
				}
				if got := strings.Join(values, " "); got != test.values || a.Stderr != test.stderr || a.Exit != test.exit {
					t.Errorf("values %q, stderr %q, exit %d, fault %s", got, a.Stderr, a.Exit, a.Fault)
				}
			})
		}
	}
}

// TestAdapterRefuses refuses what leaves a program without its input.
func TestAdapterRefuses(t *testing.T) {
	if argv, _, err := (Adapter{NoStdin: true}).Adapt([]string{"./x"}, Best); err == nil {
		t.Errorf("%q", argv)
	}
	if argv, _, err := (Adapter{}).Adapt([]string{"{in}"}, Best); err == nil {
		t.Errorf("%q", argv)
	}
	argv, inner, err := Adapter{NoStdin: true}.Adapt([]string{"./nothing-here", "{in}"}, Best)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Command{Argv: argv, Inner: inner}).Resolve(); err == nil || !strings.Contains(err.Error(), "there is no program ./nothing-here") {
		t.Errorf("a program that is not there: %v", err)
	}
	if words, err := ParseWrapper("sh 'a b'"); err == nil {
		t.Errorf("%q", words)
	}
}
