package gamefolders_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestMain lets the tests be the keepers of programs.
func TestMain(m *testing.M) {
	subject.Keeper()
	status := m.Run()
	subject.EndAll() // references go on until the process ends
	os.Exit(status)
}

// randomInputs is how many random inputs of each task the two references are asked.
const randomInputs = 20

// TestWrittenApart: two references of Mosaic, in Python and in Go, that were written
// apart agree on all cases and on random inputs under all presets.
func TestWrittenApart(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	apart := filepath.Join(t.TempDir(), "apart")
	if out, err := exec.Command("go", "build", "-o", apart, "./apart").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	python, err := gamefolder.Read("mosaic")
	if err != nil {
		t.Fatal(err)
	}
	inGo, err := gamefolder.Read("mosaic")
	if err != nil {
		t.Fatal(err)
	}
	inGo.Reference.Command, inGo.Reference.Read = []string{apart}, []string{apart}
	one, other := reference.Game(t.Context(), python), reference.Game(t.Context(), inGo)
	for _, task := range one.Tasks {
		s, err := suite.Of(nil, one, task.Name)
		if err != nil {
			t.Fatal(err)
		}
		j := judge.New(task, judge.Strict, nil)
		compare := func(settings game.Settings, in []jsontext.Value) {
			want, wantErr := ask(t, one, task.Name, settings, in)
			got, gotErr := ask(t, other, task.Name, settings, in)
			if (wantErr == nil) != (gotErr == nil) || wantErr == nil && j.Compare(want, got).Outcome != judge.Pass {
				t.Errorf("%s, %v: %s\nPython: %s %v\nGo:     %s %v", task.Name, settings, in, want, wantErr, got, gotErr)
			}
		}
		for _, c := range s.Cases {
			compare(game.Settings{Options: c.Options}, c.In)
		}
		for _, p := range one.Presets {
			settings := game.Settings{Preset: p.Name}
			rules, err := one.Configure(settings)
			if err != nil {
				t.Fatal(err)
			}
			for i := range randomInputs {
				rng := rand.New(rand.NewPCG(7, uint64(i)))
				compare(settings, rules.Generate(task.Name, rng, i%game.SizeMax))
			}
		}
	}
}

// ask asks a reference. The error is a *game.Invalid.
func ask(t *testing.T, g *game.Game, task string, s game.Settings, in []jsontext.Value) ([]jsontext.Value, error) {
	t.Helper()
	rules, err := g.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	var out game.Output
	err = rules.Oracle(task)(in, &out)
	if _, invalid := errors.AsType[*game.Invalid](err); err != nil && !invalid {
		t.Fatal(err)
	}
	return out.Values(), err
}
