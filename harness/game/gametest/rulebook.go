package gametest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
)

// RuleBook holds what a game states as data to its form: clauses, options, codes, the
// lines that decide clauses, mutants, and values.
func RuleBook(t *testing.T, g *game.Game) {
	t.Helper()
	for _, part := range []struct {
		name  string
		holds func(*testing.T, *game.Game)
	}{
		{"clauses", clauses}, {"options", options}, {"codes", codes}, {"lines", lines}, {"mutants", mutants}, {"values", values},
	} {
		t.Run(part.name, func(t *testing.T) { part.holds(t, g) })
	}
}

func isClause(g *game.Game, id string) bool {
	_, ok := g.Clause(id)
	return ok
}

// module is the folder of the module in which a test runs.
func module(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("the test runs in no module")
	return ""
}

// clauses holds the rule book to its form: a clause that breaks it would
// be printed wrongly or cited by an id that nobody finds.
func clauses(t *testing.T, g *game.Game) {
	marks := []game.Mark{game.Stated, game.Inferred, game.Course, game.Source, game.House}
	id := regexp.MustCompile(`^` + g.Prefix + `-[0-9]{2}$`)
	cited := regexp.MustCompile(g.Prefix + `-[0-9]+`)
	last := ""
	for _, c := range g.Clauses {
		if !id.MatchString(c.ID) {
			t.Errorf("clause id %q is not the prefix and two digits", c.ID)
		}
		if c.ID <= last {
			t.Errorf("%s comes after %s: ids ascend and are unique", c.ID, last)
		}
		last = c.ID
		if c.Text == "" || c.Text != strings.TrimSpace(c.Text) {
			t.Errorf("%s: text %q is empty or has blanks around it", c.ID, c.Text)
		}
		if !strings.HasSuffix(c.Text, ".") || strings.Contains(c.Text, "  ") {
			t.Errorf("%s: text %q does not read as sentences", c.ID, c.Text)
		}
		// The ids within the texts, which no compiler sees.
		for _, other := range cited.FindAllString(c.Text, -1) {
			if !isClause(g, other) || other == c.ID {
				t.Errorf("%s refers to %s, which is no other clause", c.ID, other)
			}
		}
		if len(c.Marks) == 0 {
			t.Errorf("%s: no mark says where it comes from", c.ID)
		}
		for _, m := range c.Marks {
			if !slices.Contains(marks, m) {
				t.Errorf("%s: mark %q does not exist", c.ID, m)
			}
		}
		tasksExist(t, g, c.ID, c.Tasks)
	}
}

// tasksExist checks the tasks in which something shows: there are some, each is
// one of the game, none stands twice.
func tasksExist(t *testing.T, g *game.Game, what string, tasks []string) {
	t.Helper()
	if len(tasks) == 0 {
		t.Errorf("%s shows in no task, so that nothing can test it", what)
	}
	for i, name := range tasks {
		if _, ok := g.Task(name); !ok || slices.Contains(tasks[:i], name) {
			t.Errorf("%s: task %q does not exist or is listed twice", what, name)
		}
	}
}

// options checks the references between clauses and options both ways. An
// option may govern several clauses, of which it names the first.
func options(t *testing.T, g *game.Game) {
	for _, c := range g.Clauses {
		named := func(o game.Option) bool { return o.Name == c.Option }
		if c.Option != "" && !slices.ContainsFunc(g.Options, named) {
			t.Errorf("%s: there is no option %q to govern it", c.ID, c.Option)
		}
	}
	for _, o := range g.Options {
		if o.Clause != "" && !isClause(g, o.Clause) {
			t.Errorf("option %s: clause %q does not exist", o.Name, o.Clause)
		}
		if o.Summary == "" || o.Range == "" {
			t.Errorf("option %s does not say what it is or what it takes", o.Name)
		}
		if _, err := g.Configure(game.Settings{Options: []game.Setting{{Name: o.Name, Value: []byte(o.Default)}}}); err != nil {
			t.Errorf("option %s refuses its default: %v", o.Name, err)
		}
	}
	for _, p := range g.Presets {
		if _, err := g.Configure(game.Settings{Preset: p.Name}); err != nil || p.Summary == "" {
			t.Errorf("preset %s says nothing or is refused: %v", p.Name, err)
		}
	}
}

// codes checks that every code names a clause that a person can look up, and
// says what it means.
func codes(t *testing.T, g *game.Game) {
	name := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	seen := map[string]bool{}
	for _, c := range g.Codes {
		if !name.MatchString(c.Name) || seen[c.Name] {
			t.Errorf("code %q is malformed or doubled", c.Name)
		}
		seen[c.Name] = true
		if !isClause(g, c.Clause) || c.When == "" {
			t.Errorf("code %s: clause %q does not exist, or nothing says when it applies", c.Name, c.Clause)
		}
	}
}

// lines looks whether the line that Where gives for a clause has its id.
func lines(t *testing.T, g *game.Game) {
	lines := map[string][]string{}
	for _, c := range g.Clauses {
		file, number, _ := strings.Cut(g.Where(c.ID), ":")
		if lines[file] == nil {
			data, err := os.ReadFile(filepath.Join(module(t), filepath.FromSlash(file)))
			if err != nil {
				t.Errorf("%s is decided in %q: %v", c.ID, file, err)
				continue
			}
			lines[file] = strings.Split(string(data), "\n")
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(lines[file]) || !strings.Contains(lines[file][n-1], c.ID) {
			t.Errorf("%s: %s:%s does not name it", c.ID, file, number)
		}
	}
}

// mutants checks the form of the lists: each mutant names its clause and its
// tasks, and its hint says where to look without giving the answer away.
func mutants(t *testing.T, g *game.Game) {
	id := regexp.MustCompile(`^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, m := range g.Mutants {
		if seen[m.ID] || !id.MatchString(m.ID) {
			t.Errorf("mutant %q is malformed or doubled", m.ID)
		}
		seen[m.ID] = true
		if m.Summary == "" || strings.HasSuffix(m.Summary, ".") || m.Hint == "" || strings.Contains(m.Hint, m.Summary) {
			t.Errorf("%s says too little, or too much: %q, hint %q", m.ID, m.Summary, m.Hint)
		}
		tasksExist(t, g, m.ID, m.Tasks)
		if !isClause(g, m.Clause) {
			t.Errorf("%s: no clause %s", m.ID, m.Clause)
		}
		if rules, err := g.Configure(game.Settings{Mutant: m.ID}); err != nil || rules.Mutant() != m.ID {
			t.Errorf("%s cannot be configured: %v", m.ID, err)
		}
	}
	if _, err := g.Configure(game.Settings{Mutant: "none-such"}); err == nil {
		t.Error("a mutant that does not exist is configured")
	}
}

// values: each value of a task has a schema, and so has each named value; the
// clauses that decide the parts of an answer exist.
func values(t *testing.T, g *game.Game) {
	set := schema.Of(g, nil)
	for _, task := range g.Tasks {
		for _, p := range slices.Concat(task.In, task.Out) {
			if _, err := set.Source(p.Value); err != nil {
				t.Errorf("%s: %v", task.Name, err)
			}
		}
		for _, f := range task.Fields {
			if f.Clause != "" && !isClause(g, f.Clause) {
				t.Errorf("%s: %s compares by clause %q, which does not exist", task.Name, f.Pointer, f.Clause)
			}
		}
	}
	for _, v := range g.Values {
		if _, err := set.Source(v.Name); err != nil || v.Summary == "" {
			t.Errorf("%s says nothing or has no schema: %v", v.Name, err)
		}
	}
}
