package bazar_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// TestOptions takes each value at a limit of its range, and refuses those beyond.
func TestOptions(t *testing.T) {
	for _, o := range []struct {
		name     string
		good     []string
		bad      []string
		fallback string
	}{
		{"start_coins", []string{"0", "20"}, []string{"-1", "21", "1.0", "1e1", `"5"`, "null"}, "0"},
		{"first_order", []string{"reversed", "same"}, []string{"other", "true", "0"}, `"reversed"`},
		{"harem_round", []string{"2", "12"}, []string{"1", "13", "5.0"}, "5"},
		{"bounty_coins", []string{"1", "27"}, []string{"0", "28"}, "25"},
		{"dry_events", []string{"none", "end"}, []string{"over"}, `"none"`},
		{"aim", []string{"target", "free"}, []string{"any"}, `"target"`},
		{"chain", []string{"push", "block"}, []string{"pull"}, `"push"`},
		{"market_cell", []string{"chosen", "lowest", "highest"}, []string{"first"}, `"chosen"`},
		{"end_check", []string{"at_once", "round_end"}, []string{"never"}, `"at_once"`},
	} {
		for _, v := range o.good {
			configured(t, o.name+"="+v)
		}
		for _, v := range o.bad {
			setting, err := game.ParseSetting(o.name + "=" + v)
			if err != nil {
				t.Fatal(err)
			}
			var usage *game.UsageError
			if _, err := bazar.Game().Configure(game.Settings{Options: []game.Setting{setting}}); !errors.As(err, &usage) || usage.Hint == "" {
				t.Errorf("%s=%s: %v", o.name, v, err)
			}
			// A later value does not make an earlier one right.
			list := []game.Setting{setting, {Name: o.name, Value: []byte(o.fallback)}}
			if _, err := bazar.Game().Configure(game.Settings{Options: list}); err == nil {
				t.Errorf("%s=%s passes when it is replaced", o.name, v)
			}
		}
		found := false
		for _, s := range configured(t).Options() {
			found = found || s.Name == o.name && string(s.Value) == o.fallback
		}
		if !found {
			t.Errorf("the default of %s is not %s: %s", o.name, o.fallback, fmt.Sprint(configured(t).Options()))
		}
	}
	if n := len(bazar.Game().Options); n != 9 {
		t.Errorf("there are %d options", n)
	}
}
