//go:build unix

package run_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// signs stand for the outcomes of a run in one word.
var signs = map[judge.Outcome]string{
	judge.Pass: ".", judge.WrongAnswer: "w", judge.ExtraOutput: "x", judge.Crashed: "c", judge.NotJSON: "j",
	judge.MissingOutput: "m", judge.Silent: "s", judge.HungUp: "h",
}

// answering is a program that answers line by line. It calls first at its start,
// then for each line, with the number to add as $n and the lines so far as $k,
// and last at the end of its input.
func answering(first, each, last string) string {
	return `answer() { echo "[$n,{\"sum\":$n}]"; }; k=0; ` + first + `
		while read -r line; do n=${line#\[\[}; n=${n%\]\]}; k=$((k + 1)); ` + each + `; done; ` + last
}

// TestLinesBlame holds programs that answer many cases in one process against
// twenty of them: the same case gets the blame, whatever the timing and the
// number of workers.
func TestLinesBlame(t *testing.T) {
	t.Parallel()
	all := func(sign string) string { return strings.Repeat(sign, 20) }
	only := func(sign string, places ...int) string {
		word := []byte(all("."))
		for _, place := range places {
			word[place-1] = sign[0]
		}
		return string(word)
	}
	even := []int{2, 4, 6, 8, 10, 12, 14, 16, 18, 20}
	for _, test := range []struct {
		name    string
		script  string
		same    bool // all cases have one answer
		want    string
		restart []int  // the cases for which it was started again
		message string // that stands in all failures
	}{
		{name: "right", script: answering("", "answer", ""), want: all(".")},
		{name: "each line twice", script: answering("", "answer; answer", ""), want: all("x")},
		{name: "each line twice, late", script: answering("", "answer; sleep 0.01; answer", ""), want: all("x")},
		{name: "each line twice, all the same", script: answering("", "answer; answer", ""), same: true, want: all("x")},
		{name: "each line twice, all the same, late", script: answering("", "answer; sleep 0.01; answer", ""), same: true, want: all("x")},
		{name: "one line twice", script: answering("", "answer; [ $n != 5 ] || answer", ""), want: only("x", 5)},
		{name: "one line twice, late", script: answering("", "answer; [ $n != 5 ] || { sleep 0.02; answer; }", ""), want: only("x", 5)},
		{name: "a blank line", script: answering("", "answer; [ $n != 5 ] || echo", ""), want: only("x", 5)},
		{name: "a blank line, late", script: answering("", "answer; [ $n != 5 ] || { sleep 0.02; echo; }", ""), want: only("x", 5)},
		{name: "blank lines", script: answering("", "answer; echo", ""), want: all("x")},
		{name: "a line more at the end", script: answering("", "answer", "echo bye"), want: all("x")},
		{
			name: "a line more after others", script: answering("", "answer", "[ $k -lt 2 ] || echo bye"), want: only("x", 16, 20),
			message: "only after other cases",
		},
		{name: "a banner", script: answering("echo hello", "answer", ""), want: all("j")},
		{name: "a blank banner", script: answering("echo", "answer", ""), want: all("j")},
		{name: "a banner like an answer", script: answering("n=1; answer", "answer", ""), same: true, want: all("x")},
		{name: "a wrong answer", script: answering("", "[ $n != 5 ] || n=6; answer", ""), want: only("w", 5)},
		{name: "a case that kills", script: answering("", "[ $n != 5 ] || exit 3; answer", ""), want: only("c", 5), message: "exit status 3 before any output"},
		{
			name: "a case that kills after its answer", script: answering("", "answer; [ $n != 5 ] || exit 3", ""), want: only("c", 5),
			message: "exit status 3 after the complete output",
		},
		{
			name: "a case that kills late after its answer", script: answering("", "answer; [ $n != 5 ] || { sleep 0.02; exit 3; }", ""),
			want: only("c", 5), message: "exit status 3 after the complete output",
		},
		{
			name: "the second line kills", script: answering("", "[ $k -lt 2 ] || exit 3; answer", ""), want: only("c", even...),
			message: "exit status 3 before any output; hint: the program fails only after other cases, not alone",
		},
		{
			name: "a crash after two lines", script: answering("", "answer; [ $k -lt 2 ] || exit 3", ""), want: only("c", 2, 5, 8, 11, 14, 18),
			message: "exit status 3 after the complete output; hint: the program fails only after other cases",
		},
		{name: "a crash at the end", script: answering("", "answer", "exit 3"), want: all("c"), message: "exit status 3 after the complete output"},
		{
			name: "a crash at the end after others", script: answering("", "answer", "[ $k -lt 2 ] || exit 3"), want: only("c", 16, 20),
			message: "exit status 3 after the complete output; hint: the program fails only after other cases",
		},
		{name: "an end after each line", script: answering("", "answer; exit 0", ""), want: all("."), restart: even},
		{name: "an end without an answer", script: answering("", "[ $k -lt 2 ] || exit 0; answer", ""), want: only("m", even...)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inputs := make([]string, 20)
			for i := range inputs {
				inputs[i] = fmt.Sprintf("[%d]", i+1)
				if test.same {
					inputs[i] = "[1]"
				}
			}
			for _, jobs := range []int{1, 5} {
				c := config(t, shell(test.script), inputs...)
				c.Lines, c.Jobs = true, jobs
				got, _, err := verdicts(context.Background(), c)
				word, restart := "", []int(nil)
				for i, v := range got {
					word += signs[v.Outcome]
					if slices.Contains(v.Warnings, run.Restarted) {
						restart = append(restart, i+1)
					}
					if v.Outcome != judge.Pass && !strings.Contains(v.Message, test.message) {
						t.Errorf("%d jobs, case %d: %s", jobs, i+1, v.Message)
					}
				}
				if err != nil || word != test.want || !slices.Equal(restart, test.restart) {
					t.Errorf("%d jobs: %s, restarted %v, %v; expected %s, restarted %v", jobs, word, restart, err, test.want, test.restart)
				}
			}
		})
	}
}

// TestLinesLate: a program that answers each case when it reads the next one is told so
// with all of its late answers; once that is chance.
func TestLinesLate(t *testing.T) {
	t.Parallel()
	const late = "the previous case"
	for _, test := range []struct {
		name, script string
		late         []int // the cases, of 20 in two processes
	}{
		{"always", answering("m=0", "next=$n; n=$m; m=$next; answer", ""), []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20}},
		{"once", answering("", "[ $n != 5 ] || n=4; answer", ""), nil},
		{"twice", answering("", "case $n in 5) n=4;; 6) n=5;; esac; answer", ""), nil},
		{"three times", answering("", "case $n in 5) n=4;; 6) n=5;; 7) n=6;; esac; answer", ""), []int{5, 6, 7}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inputs := make([]string, 20)
			for i := range inputs {
				inputs[i] = fmt.Sprintf("[%d]", i+1)
			}
			c := config(t, shell(test.script), inputs...)
			c.Lines = true
			got, _, err := verdicts(context.Background(), c)
			var told []int
			for i, v := range got {
				if strings.Contains(v.Hint, late) {
					told = append(told, i+1)
				}
			}
			if err != nil || !slices.Equal(told, test.late) {
				t.Errorf("%v, %v; expected %v", told, err, test.late)
			}
		})
	}
}

// TestLinesRounds repeats cases, and blocks them where nothing can be started.
func TestLinesRounds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name            string
		script          string
		repeat, retries int
		want            string
	}{
		{"repeated", answering("", "answer", ""), 3, 0, "pass 3/3 pass 3/3"},
		{"never right", answering("", "n=9; answer", ""), 1, 2, "wrong-answer 0/3 wrong-answer 0/3"},
		{"not tried again", answering("", "answer", ""), 1, 2, "pass 0/0 pass 0/0"},
	} {
		c := config(t, shell(test.script), "[1]", "[2]")
		c.Lines, c.Repeat, c.Retries = true, test.repeat, test.retries
		got, _, err := verdicts(context.Background(), c)
		var words []string
		for _, v := range got {
			words = append(words, fmt.Sprintf("%s %d/%d", v.Outcome, v.Passed, v.Runs))
		}
		if word := strings.Join(words, " "); err != nil || word != test.want {
			t.Errorf("%s: %s, %v; expected %s", test.name, word, err, test.want)
		}
	}
	c := config(t, &subject.Command{Argv: []string{"./no-such-program"}}, "[1]", "[2]", "[3]")
	c.Lines = true
	if _, summary, err := verdicts(context.Background(), c); err == nil || summary.Blocked != 3 {
		t.Errorf("%d blocked, %v", summary.Blocked, err)
	}
}

// TestLinesSilent tells a program that waits for the end of its input from one
// that hangs, and judges the cases around one that hangs.
func TestLinesSilent(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, script string
		want         string
		hint         bool
	}{
		{"reads to the end", `cat >/dev/null; echo '[1,{"sum":1}]'`, "sss", true},
		{"ends at the end", `cat >/dev/null`, "sss", true},
		{"hangs", answering("", "[ $n != 2 ] || sleep 60; answer", ""), ".s.", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := config(t, shell(test.script), "[1]", "[2]", "[3]")
			c.Lines, c.Limits.Timeout = true, 700*time.Millisecond
			got, _, err := verdicts(context.Background(), c)
			word := ""
			for _, v := range got {
				word += signs[v.Outcome]
				if v.Outcome == judge.Silent && strings.Contains(v.Hint, "run it without --protocol lines") != test.hint {
					t.Errorf("case %s: %s, with the hint %q", v.Case, v.Message, v.Hint)
				}
			}
			if err != nil || word != test.want {
				t.Errorf("%s, %v; expected %s", word, err, test.want)
			}
		})
	}
}
