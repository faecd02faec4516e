package gamefolder_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/audit"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// TestMain lets the tests be the keepers of programs, and touchstone as the reference
// of an exported game.
func TestMain(m *testing.M) {
	subject.Keeper()
	if len(os.Args) == 4 && os.Args[1] == "solve" && os.Args[3] == "--pipe" {
		g, err := games.Named(os.Args[2])
		if err == nil {
			err = answer.Pipe(context.Background(), g, os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	status := m.Run()
	subject.EndAll() // references go on until the process ends
	os.Exit(status)
}

// export writes a game into a new folder.
func export(t *testing.T, g *game.Game, dir string) *gamefolder.LeftBehind {
	t.Helper()
	to, err := suite.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	left, err := gamefolder.Write(g, suites.FS, to)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// exported writes a game and reads it again.
func exported(t *testing.T, name string) *gamefolder.Folder {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	export(t, g, dir)
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// randomInputs is how many random inputs each task of the exported game is asked: with
// -soak 2,000 all in all.
func randomInputs() int {
	if *soak {
		return 200
	}
	return 5
}

// rivals is how many wrong answers of mutants are judged for each input.
const rivals = 1

// TestSameVerdicts: an exported game answers, and judges wrong answers, as ours does: for
// every embedded case of every batch task, and random inputs.
func TestSameVerdicts(t *testing.T) {
	t.Parallel()
	f := exported(t, "bazaar")
	ours, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	theirs := reference.Game(t.Context(), f)
	for _, k := range theirs.Tasks {
		t.Run(k.Name, func(t *testing.T) {
			s, err := suite.Embedded(suites.FS, "bazaar", k.Name)
			if err != nil {
				t.Fatal(err)
			}
			rules, err := ours.Configure(game.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			type asked struct {
				options []game.Setting
				in      []jsontext.Value
			}
			var all []asked
			for _, c := range s.Cases {
				all = append(all, asked{c.Options, c.In})
			}
			for i := range randomInputs() {
				all = append(all, asked{nil, rules.Generate(k.Name, rand.New(rand.NewPCG(1, uint64(i))), i%game.SizeMax)})
			}
			was, _ := ours.Task(k.Name)
			var mutants []string
			for _, m := range theirs.Mutants {
				if slices.Contains(m.Tasks, k.Name) {
					mutants = append(mutants, m.ID)
				}
			}
			here, there := make(asker), make(asker)
			for i, q := range all {
				batch := slices.DeleteFunc(slices.Clone(q.options), func(o game.Setting) bool {
					return !slices.ContainsFunc(theirs.Options, func(p game.Option) bool { return p.Name == o.Name })
				})
				right, rightOut := here.answer(t, ours, was.Name, game.Settings{Options: q.options}, q.in)
				got, gotOut := there.answer(t, theirs, k.Name, game.Settings{Options: batch}, q.in)
				if got != right {
					t.Fatalf("%s\nours:   %s\ntheirs: %s", q.in, right, got)
				}
				for n := range min(rivals, len(mutants)) {
					mutant := mutants[(i*rivals+n)%len(mutants)]
					a, out := here.answer(t, ours, was.Name, game.Settings{Options: q.options, Mutant: mutant}, q.in)
					b, _ := there.answer(t, theirs, k.Name, game.Settings{Options: batch, Mutant: mutant}, q.in)
					if a != b {
						t.Fatalf("%s of %s\nours:   %s\ntheirs: %s", mutant, q.in, a, b)
					}
					x := judge.New(was, judge.Strict, nil).CompareBy(rightOut.Clause, rightOut.Values(), out.Values())
					y := judge.New(k, judge.Strict, nil).CompareBy(gotOut.Clause, gotOut.Values(), out.Values())
					if !reflect.DeepEqual(x, y) {
						t.Fatalf("%s of %s\nours:   %+v\ntheirs: %+v", mutant, q.in, x, y)
					}
				}
			}
		})
	}
}

// An asker keeps oracles by their settings.
type asker map[string]game.Oracle

// answer is what rules say, as a text: an output with the clause that decides, or why
// the input is invalid.
func (a asker) answer(t *testing.T, g *game.Game, task string, s game.Settings, in []jsontext.Value) (string, *game.Output) {
	t.Helper()
	key := fmt.Sprint(s)
	if a[key] == nil {
		rules, err := g.Configure(s)
		if err != nil {
			t.Fatal(err)
		}
		a[key] = rules.Oracle(task)
	}
	out := new(game.Output)
	err := a[key](in, out)
	if invalid, ok := errors.AsType[*game.Invalid](err); ok {
		return fmt.Sprintf("invalid %d %s", invalid.Value, stream.Pointer(in[invalid.Value], invalid.Offset)), out
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.Values())
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + " " + out.Clause, out
}

// TestLint: an exported game is one in which there is nothing to find. All four take
// minutes.
func TestLint(t *testing.T) {
	if !*soak {
		t.Skip("with -soak")
	}
	for _, g := range games.Builtin() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			a := &audit.Audit{Folder: exported(t, g.Name), Shown: g.Name, Runs: audit.RunsDefault, Seed: 1}
			found, err := a.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				t.Errorf("%+v", f)
			}
		})
	}
}
