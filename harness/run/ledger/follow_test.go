package ledger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

// TestFollow reads a ledger that is written in pieces, which end anywhere.
func TestFollow(t *testing.T) { synctest.Test(t, testFollow) }

func testFollow(t *testing.T) {
	_, written := write(t)
	text := string(written)
	name := filepath.Join(t.TempDir(), "run.jsonl")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	wrote := make(chan error, 1)
	go func() {
		for rest := text; ; {
			n := min(len(rest), len(text)/7+1)
			_, err := file.WriteString(rest[:n])
			if rest = rest[n:]; err != nil || rest == "" {
				wrote <- err
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	f, err := ledger.Follow(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got []string
	for r, err := range f.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Verdict.Case)
		if s := f.Summary(); s.Done() != len(got) {
			t.Errorf("after %d verdicts %d are counted", len(got), s.Done())
		}
	}
	if err := <-wrote; err != nil {
		t.Fatal(err)
	}
	if want := "sums/1 sums/2 sums/3 sums/4 sums/5 sums/6"; strings.Join(got, " ") != want {
		t.Errorf("the cases are %q, expected %s", got, want)
	}
	if s := f.Summary(); s.Interrupted || s.Ms != 1234.5 {
		t.Errorf("the end is not taken: %+v", s)
	}
}

// inNoTime runs a subtest whose clock goes on when everybody waits.
func inNoTime(t *testing.T, name string, f func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// TestFollowTrouble: what is wrong with a ledger is told, and waiting ends with
// its context.
func TestFollowTrouble(t *testing.T) {
	_, written := write(t)
	text := string(written)
	first, _, _ := strings.Cut(text, "\n")
	enough := errors.New("enough")
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "enough"},
		{"a torn header", first[:20], "enough"},
		{"no verdicts yet", first + "\n", "enough"},
		{"a torn verdict", first + "\n{\"case\":", "enough"},
		{"no ledger", "{}\n", "line 1"},
		{"no verdict", first + "\n[]\n", "line 2"},
		{"a line that is too long for a header", strings.Repeat("x", 70<<10), "line 1"},
	} {
		inNoTime(t, c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "run.jsonl")
			if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(10*time.Second, func() { cancel(enough) })
			f, err := ledger.Follow(ctx, name)
			if err == nil {
				defer f.Close()
				for _, err = range f.All(ctx) {
					if err != nil {
						break
					}
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected %s", err, c.want)
			}
			if _, usage := errors.AsType[*game.UsageError](err); usage == errors.Is(err, enough) {
				t.Errorf("%v is of the wrong kind", err)
			}
		})
	}
	inNoTime(t, "shorter", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "run.jsonl")
		lines := strings.SplitAfter(text, "\n")
		if err := os.WriteFile(name, []byte(strings.Join(lines[:3], "")), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := ledger.Follow(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for _, err = range f.All(t.Context()) {
			if n++; n == 2 {
				if err := os.Truncate(name, 10); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err == nil || !strings.Contains(err.Error(), "shorter than the 3 lines") {
			t.Errorf("%v, expected that the file is shorter", err)
		}
	})
	if _, err := ledger.Follow(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that there is not was opened")
	}
}
