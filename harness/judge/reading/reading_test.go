package reading_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/reading"
)

// TestOfOptions: each reading of a run has rules of its own, which differ from those of the run
// in the option that its id names.
func TestOfOptions(t *testing.T) {
	for _, g := range games.All() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		now := rules.Options()
		for _, task := range g.Tasks {
			seen := make(map[string]bool)
			for _, m := range reading.OfOptions(g, now, task) {
				if seen[m.ID] {
					t.Errorf("%s/%s: %s comes twice", g.Name, task.Name, m.ID)
				}
				seen[m.ID] = true
				other, err := g.Configure(reading.Settings(now, m.ID))
				if err != nil {
					continue // of two options that only go together
				}
				for i, s := range other.Options() {
					if differs := string(s.Value) != string(now[i].Value); differs != (s.Name == reading.Option(m.ID)) {
						t.Errorf("%s/%s: %s has %s=%s", g.Name, task.Name, m.ID, s.Name, s.Value)
					}
				}
			}
			if task.Live != "" && len(seen) == 0 {
				t.Errorf("%s/%s has no readings", g.Name, task.Name)
			}
		}
	}
}

// TestSettings tells the ids of options, presets and mutants apart.
func TestSettings(t *testing.T) {
	options := []game.Setting{{Name: "price", Value: []byte("true")}, {Name: "draws", Value: []byte(`"order"`)}}
	for _, test := range []struct {
		id, option string
		want       game.Settings
	}{
		{"no-refill", "", game.Settings{Options: options, Mutant: "no-refill"}},
		{"price=false", "price", game.Settings{Options: []game.Setting{{Name: "price", Value: []byte("false")}, options[1]}}},
		{reading.OfPreset("rules"), "--preset", game.Settings{Preset: "rules"}},
	} {
		got := reading.Settings(options, test.id)
		same := slices.EqualFunc(got.Options, test.want.Options, func(a, b game.Setting) bool { return a.Name == b.Name && string(a.Value) == string(b.Value) })
		if !same || got.Mutant != test.want.Mutant || got.Preset != test.want.Preset || reading.Option(test.id) != test.option {
			t.Errorf("%s: %+v, option %q", test.id, got, reading.Option(test.id))
		}
	}
	if string(options[0].Value) != "true" {
		t.Error("the options of the run have changed")
	}
}
