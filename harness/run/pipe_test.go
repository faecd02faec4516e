//go:build unix

package run_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestPipe: of lines that are asked ahead a pipe says which answers are right, and
// what one program spoils is not held against the next questions.
func TestPipe(t *testing.T) {
	t.Parallel()
	const each = 40
	for _, test := range []struct {
		name, script string
		right        func(round, i int) bool
	}{
		{"right", answering("", "answer", ""), func(int, int) bool { return true }},
		{"a wrong answer", answering("", "[ $n != 5 ] || n=6; answer", ""), func(_, i int) bool { return i != 5 }},
		{"its end", answering("", "[ $n != 5 ] || exit 3; answer", ""), func(_, i int) bool { return i < 5 }},
		{"silence", answering("", "[ $n != 5 ] || sleep 60; answer", ""), func(_, i int) bool { return i < 5 }},
		{"a line more", answering("", "answer; [ $n != 5 ] || echo", ""), func(_, i int) bool { return i <= 5 }},
		{"a banner", answering("echo hello", "answer", ""), func(int, int) bool { return false }},
		// The program is started anew, and the second round is lost.
		{"a line more at the end", answering("", "answer; [ $n != 39 ] || echo", ""), func(round, _ int) bool { return round != 1 }},
		{"many lines before it reads", answering("", `[ $k != 1 ] || sleep 0.2; answer`, ""), func(int, int) bool { return true }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, rounds := config(t, shell(test.script)), 3
			c.Limits = subject.Limits{Timeout: time.Minute}
			if test.name == "silence" {
				c.Limits.Timeout, rounds = 2*time.Second, 1
			}
			pipe := run.NewPipe(c)
			defer pipe.Close()
			for round := range rounds {
				asked, right := make([]run.Asked, each), make([]bool, each)
				for i := range asked {
					asked[i] = run.Asked{
						In:       []jsontext.Value{fmt.Appendf(nil, "[%d]", i)},
						Expected: []jsontext.Value{fmt.Append(nil, i), fmt.Appendf(nil, `{"sum":%d}`, i)},
					}
				}
				pipe.Right(t.Context(), asked, right)
				for i, got := range right {
					if got != test.right(round, i) {
						t.Errorf("round %d, question %d: right is %v", round+1, i, got)
					}
				}
			}
		})
	}
}
