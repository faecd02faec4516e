package mutation_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// fragile are rules that answer with their input; the mutant crashes on 1 and
// refuses 2.
type fragile struct {
	game.Rules
	wrong bool
}

func (f fragile) Oracle(string) game.Oracle {
	return func(in []jsontext.Value, out *game.Output) error {
		if f.wrong && string(in[0]) == "1" {
			panic("index out of range") // as a mutant may that is wrong in its bounds
		}
		if f.wrong && string(in[0]) == "2" {
			return &game.Invalid{Message: "expected less"}
		}
		out.Buf = append(out.Buf, in[0]...)
		out.End()
		return nil
	}
}

func TestMutantsMayCrash(t *testing.T) {
	g := &game.Game{Configure: func(s game.Settings) (game.Rules, error) { return fragile{wrong: s.Mutant != ""}, nil }}
	r, err := mutation.NewRival(&baseline.Runner{Game: g, Task: game.Task{Name: "same"}}, game.Settings{}, "fragile")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   string
		want bool
	}{{"0", false}, {"1", true}, {"0", false}, {"2", true}, {"3", false}} {
		in := []jsontext.Value{jsontext.Value(c.in)}
		if falls, err := r.Falls(in, in); err != nil || falls != c.want {
			t.Errorf("%s: %t, %v", c.in, falls, err)
		}
	}
}
