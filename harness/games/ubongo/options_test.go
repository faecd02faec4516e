package ubongo_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// TestOptionRanges: every option takes its default and one other word, and
// nothing else. What they mean is told by the suites, under each of them.
func TestOptionRanges(t *testing.T) {
	others := map[string]string{
		"wrong_claim": "out", "all_done": "wait", "second_flip": "any", "playoff_level": "any", "card_sides": "single",
	}
	if len(ubongo.Game().Options) != len(others) {
		t.Errorf("%d options", len(ubongo.Game().Options))
	}
	for i, o := range ubongo.Game().Options {
		for _, value := range []string{o.Default, `"` + others[o.Name] + `"`} {
			r := configured(t, o.Name+"="+value)
			if got := r.Options()[i]; got.Name != o.Name || string(got.Value) != value {
				t.Errorf("%s=%s is %s=%s", o.Name, value, got.Name, got.Value)
			}
		}
		for _, value := range []string{"null", "true", "1", `""`, "other", "[]", "{}"} {
			s, err := game.ParseSetting(o.Name + "=" + value)
			if err != nil {
				t.Fatal(err)
			}
			// A value that a later one replaces has to be right all the same.
			good, _ := game.ParseSetting(o.Name + "=" + o.Default)
			for _, list := range [][]game.Setting{{s}, {s, good}} {
				_, err = ubongo.Game().Configure(game.Settings{Options: list})
				var usage *game.UsageError
				if !errors.As(err, &usage) || !strings.Contains(usage.Message, o.Name) || usage.Hint == "" {
					t.Errorf("%s=%s: %v", o.Name, value, err)
				}
			}
		}
	}
	for _, s := range []game.Settings{
		{Preset: "reference"},
		{Mutant: "M33"},
		{Options: []game.Setting{{Name: "colour", Value: []byte(`"red"`)}}},
	} {
		var usage *game.UsageError
		if _, err := ubongo.Game().Configure(s); !errors.As(err, &usage) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
