package gamefolder_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// TestWrite writes our games as folders and reads them again: all is as before, but
// for live play.
func TestWrite(t *testing.T) {
	for _, g := range games.Builtin() {
		t.Run(g.Name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), g.Name)
			left := export(t, g, dir)
			f, err := gamefolder.Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range f.Game.Clauses {
				if was, ok := g.Clause(c.ID); !ok || was.Text != c.Text || !slices.Equal(was.Marks, c.Marks) {
					t.Errorf("%+v, was %+v", c, was)
				}
			}
			if n := len(f.Game.Clauses) + len(left.Clauses); n != len(g.Clauses) {
				t.Errorf("%d clauses of %d", n, len(g.Clauses))
			}
			if !slices.Equal(f.Game.Codes, g.Codes) {
				t.Errorf("codes %v, were %v", f.Game.Codes, g.Codes)
			}
			if n := len(f.Game.Mutants) + len(left.Mutants); n != len(g.Mutants) {
				t.Errorf("%d mutants of %d", n, len(g.Mutants))
			}
			if n := len(f.Game.Options) + len(left.Options); n != len(g.Options) {
				t.Errorf("%d options of %d", n, len(g.Options))
			}
			for _, o := range f.Game.Options {
				i := slices.IndexFunc(g.Options, func(other game.Option) bool { return other.Name == o.Name })
				if was := g.Options[i]; was.Default != o.Default || was.Range != o.Range || was.Clause != o.Clause {
					t.Errorf("%+v, was %+v", o, was)
				}
			}
			for _, task := range f.Game.Tasks {
				was, _ := g.Task(task.Name)
				if !slices.Equal(was.In, task.In) || !slices.Equal(was.Out, task.Out) || !slices.Equal(was.Aliases, task.Aliases) {
					t.Errorf("%+v, was %+v", task, was)
				}
			}
			values, err := filepath.Glob(filepath.Join(dir, "values", "*"))
			if err != nil || len(values) == 0 {
				t.Fatalf("%d values, %v", len(values), err)
			}
			for _, name := range values {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				for _, id := range regexp.MustCompile(`\b[A-Z]{2}-[0-9]+`).FindAllString(string(text), -1) {
					if _, ok := f.Game.Clause(id); !ok && slices.Contains(left.Clauses, id) {
						t.Errorf("%s names %s, which is left behind", filepath.Base(name), id)
					}
				}
			}
			if n := len(f.Game.Tasks) + len(left.Tasks); n != len(g.Tasks) {
				t.Errorf("%d tasks of %d", n, len(g.Tasks))
			}
		})
	}
}
