package run

import (
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var (
	textOrNumber = regexp.MustCompile(`"[^"]*":?|-?[0-9]+`)
	textOrWord   = regexp.MustCompile(`"[^"]*"|null|true|false`)
	key          = regexp.MustCompile(`"([a-z_]+\??)":`)
)

// missingKey stands for the name of the key that is missing.
const missingKey = "missing key"

// slipsOfPrograms are what slips make of the text of a right answer, and what a
// verdict says of them. A text that stays as it is, or becomes empty, has none.
var slipsOfPrograms = []struct {
	name string
	made func(right, previous string) string
	want string
}{
	{"list or dict of Python", func(right, _ string) string { return strings.ReplaceAll(right, `"`, "'") }, "Python list or dict"},
	{"words of Python", func(right, _ string) string {
		return textOrWord.ReplaceAllStringFunc(right, func(s string) string {
			switch s {
			case "null":
				return "None"
			case "true":
				return "True"
			case "false":
				return "False"
			}
			return s
		})
	}, "Python value"},
	{"printed word", func(right, _ string) string { return "debug 1\n" + right }, "debug line"},
	{"printed number", func(right, _ string) string { return "3\n" + right }, "print debug output to standard error"},
	{"answer to the case before", func(_, previous string) string { return previous }, "the previous case"},
	{"all in an array", func(right, _ string) string { return "[" + strings.ReplaceAll(right, "\n", ",") + "]" }, "one pair of brackets too many"},
	{"numbers as strings", func(right, _ string) string {
		return textOrNumber.ReplaceAllStringFunc(right, func(s string) string {
			if s[0] == '"' {
				return s
			}
			return `"` + s + `"`
		})
	}, "numbers are written as strings"},
	{"byte order mark", func(right, _ string) string { return "\ufeff" + right }, "byte order mark"},
	{"typo in a key", func(right, _ string) string {
		if m := key.FindStringSubmatch(right); m != nil {
			return strings.ReplaceAll(right, `"`+m[1]+`":`, `"x`+m[1]+`":`)
		}
		return right
	}, missingKey},
	{"line ends of Windows", func(right, _ string) string { return strings.ReplaceAll(right, "\n", "\r\n") + "\r\n" }, ""},
}

// TestSlipsOfAllTasks makes each slip in programs of every task, and looks for it in
// the verdicts on the first cases of its suite.
func TestSlipsOfAllTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("it does nothing at once")
	}
	const casesMax = 25 // of a task
	made, shown, anywhere := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for _, g := range games.All() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue
			}
			all, err := suite.Of(suites.FS, g, task.Name)
			if err != nil {
				t.Fatal(err)
			}
			j := judge.New(task, judge.Lax, nil)
			checker := suite.NewChecker(g, rules, task, j)
			applicable, _, err := checker.Applicable(suite.List(all.Cases))
			if err != nil {
				t.Fatal(err)
			}
			cases := suite.All(applicable)
			previous := ""
			for i := range cases[:min(len(cases), casesMax)] {
				expected, err := checker.Expected(&cases[i])
				if err != nil {
					t.Fatal(err)
				}
				var lines []string
				for _, v := range expected {
					lines = append(lines, string(v))
				}
				right := strings.Join(lines, "\n")
				before, _ := values(previous)
				for _, s := range slipsOfPrograms {
					text := s.made(right, previous)
					made[g.Name+" "+s.name] = made[g.Name+" "+s.name] || text != "" && text != right
					got, broken := values(text)
					c := j.Compare(expected, got)
					if text == "" || broken == nil && s.want != "" && c.Outcome == judge.Pass {
						continue
					}
					shown[g.Name+" "+s.name] = true
					v := judge.Verdict{Outcome: c.Outcome}
					if c.Record(&v); broken != nil {
						v.Outcome = judge.NotJSON
					}
					a := &subject.Answer{Values: got, StreamErr: broken}
					for _, byLine := range []bool{false, true} {
						said, want := slip(&v, a, expected, before, byLine), s.want
						if s.want == missingKey {
							said, want = v.Message, `"`+key.FindStringSubmatch(right)[1]+`"`
						}
						if v.Outcome == judge.Pass != (want == "") || !strings.Contains(said, want) {
							t.Errorf("%s/%s, %s, line by line %v: %.200q is %s, %q; expected %q", g.Name, task.Name, s.name, byLine, text, v.Outcome, said, want)
						}
					}
				}
				previous = right
			}
		}
		for _, s := range slipsOfPrograms {
			// A game without numbers has none that can be written as strings.
			if made[g.Name+" "+s.name] && !shown[g.Name+" "+s.name] {
				t.Errorf("no answer of %s shows %q", g.Name, s.name)
			}
			anywhere[s.name] = anywhere[s.name] || shown[g.Name+" "+s.name]
		}
	}
	for _, s := range slipsOfPrograms {
		if !anywhere[s.name] {
			t.Errorf("no answer of any game shows %q", s.name)
		}
	}
}
