package bazar

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestClauses holds the rule book to its form: a clause that breaks it would
// be printed wrongly or cited by an id that nobody finds.
func TestClauses(t *testing.T) {
	id := regexp.MustCompile(`^BZ-[0-9]{2}$`)
	marks := []game.Mark{game.Stated, game.Inferred, game.Course, game.Source, game.House}
	var names []string
	for _, task := range tasks {
		names = append(names, task.Name)
	}

	last := ""
	for _, c := range clauses {
		if !id.MatchString(c.ID) {
			t.Errorf("clause id %q is not the prefix and two digits", c.ID)
		}
		if c.ID <= last {
			t.Errorf("%s comes after %s: ids ascend and are unique", c.ID, last)
		}
		last = c.ID

		if strings.TrimSpace(c.Text) == "" || c.Text != strings.TrimSpace(c.Text) {
			t.Errorf("%s: text %q is empty or has blanks around it", c.ID, c.Text)
		}
		if !strings.HasSuffix(c.Text, ".") || strings.Contains(c.Text, "  ") {
			t.Errorf("%s: text %q does not read as sentences", c.ID, c.Text)
		}
		if len(c.Marks) == 0 {
			t.Errorf("%s: no mark says where it comes from", c.ID)
		}
		for _, m := range c.Marks {
			if !slices.Contains(marks, m) {
				t.Errorf("%s: mark %q does not exist", c.ID, m)
			}
		}
		if len(c.Tasks) == 0 {
			t.Errorf("%s: a clause that decides no task is not testable", c.ID)
		}
		for i, task := range c.Tasks {
			if !slices.Contains(names, task) {
				t.Errorf("%s: task %q does not exist", c.ID, task)
			}
			if slices.Contains(c.Tasks[:i], task) {
				t.Errorf("%s: task %q is listed twice", c.ID, task)
			}
		}
	}
}

// TestClausesReferToClauses checks the ids within the texts, which no compiler
// sees.
func TestClausesReferToClauses(t *testing.T) {
	cited := regexp.MustCompile(`BZ-[0-9]+`)
	for _, c := range clauses {
		for _, other := range cited.FindAllString(c.Text, -1) {
			if !isClause(other) || other == c.ID {
				t.Errorf("%s refers to %s, which is no other clause", c.ID, other)
			}
		}
	}
}

// TestClausesAndOptionsAgree checks the references both ways. An option may
// decide more than the clause that it is about.
func TestClausesAndOptionsAgree(t *testing.T) {
	for _, c := range clauses {
		if named := func(o game.Option) bool { return o.Name == c.Option }; c.Option != "" && !slices.ContainsFunc(Game.Options, named) {
			t.Errorf("%s: there is no option %q", c.ID, c.Option)
		}
	}
	for _, o := range Game.Options {
		if c, ok := Game.Clause(o.Clause); !ok || c.Option != o.Name {
			t.Errorf("option %s: its clause %q does not name it", o.Name, o.Clause)
		}
	}
}

// TestCodes checks that every code names a clause that a person can look up,
// and says what it means.
func TestCodes(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	seen := map[string]bool{}
	for _, c := range codes {
		if !name.MatchString(c.Name) || seen[c.Name] {
			t.Errorf("code %q is malformed or doubled", c.Name)
		}
		seen[c.Name] = true
		if !isClause(c.Clause) {
			t.Errorf("code %s: clause %q does not exist", c.Name, c.Clause)
		}
		if c.When == "" {
			t.Errorf("code %s does not say when it applies", c.Name)
		}
	}
}

func isClause(id string) bool {
	return slices.ContainsFunc(clauses, func(c game.Clause) bool { return c.ID == id })
}

// TestClausesTellContent: the rule book names every district with its value,
// every card with what it does, and every permanent kind, as the content has them.
func TestClausesTellContent(t *testing.T) {
	text := func(id string) string {
		c, _ := Game.Clause(id)
		return c.Text
	}
	var worth []string
	for d, name := range districtNames {
		worth = append(worth, fmt.Sprintf("%s %d", name, baseValue[d]))
		if !strings.Contains(text("BZ-08"), name) {
			t.Errorf("BZ-08 does not name %s", name)
		}
	}
	if want := "(" + strings.Join(worth, ", ") + ")"; !strings.Contains(text("BZ-63"), want) {
		t.Errorf("BZ-63 does not say %s", want)
	}
	for k, name := range kindNames {
		if strings.Contains(text("BZ-27"), name) != permanent[k] {
			t.Errorf("BZ-27 is wrong about %s", name)
		}
	}
	for e, name := range eventNames {
		if !strings.Contains(text("BZ-05"), name) {
			t.Errorf("BZ-05 does not name %s", name)
		}
		var does []string
		for _, word := range []string{"barred", "double", "plus2", "minus2"} {
			var where []string
			for d, acts := range effectsOf[e] {
				if acts&effectNames[word] != 0 {
					where = append(where, districtNames[d])
				}
			}
			if n := len(where); n > 0 && n < districts {
				does = append(does, word+" for "+strings.Replace(strings.Join(where, ", "), ", "+where[n-1], " and "+where[n-1], 1))
			}
		}
		found := slices.ContainsFunc([][]string{does, reversed(does)}, func(list []string) bool {
			return strings.Contains(text("BZ-63"), name+" is "+strings.Join(list, ", "))
		})
		if len(does) > 0 && !found {
			t.Errorf("BZ-63 does not say that %s is %v", name, does)
		}
	}
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
