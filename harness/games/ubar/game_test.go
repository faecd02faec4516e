package ubar_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// TestHouseRulings: house rulings are options, and the other way round, but for
// that of UB-54, which is about the format of a request, and those from UB-80 on,
// which are about live play.
func TestHouseRulings(t *testing.T) {
	governed := map[string]string{}
	for _, c := range ubar.Game().Clauses {
		if c.Option != "" {
			governed[c.Option] = c.ID
		}
		if slices.Contains(c.Marks, game.House) != (c.Option != "") && c.ID != "UB-54" && c.ID < "UB-80" {
			t.Errorf("%s has the marks %s and the option %q", c.ID, c.Marks, c.Option)
		}
	}
	for _, o := range ubar.Game().Options {
		if governed[o.Name] != o.Clause {
			t.Errorf("the option %s governs %s, and not %s", o.Name, governed[o.Name], o.Clause)
		}
	}
}

// TestContent holds the constants of the engine to the content, and the content
// to what chapter 2 says of it.
func TestContent(t *testing.T) {
	box := plainBox()
	var rest struct {
		Goods     []struct{ Supply int }
		Ship      struct{ Rows, Cols int }
		Grid      map[string]struct{ Rows, Cols int }
		RoundEnds []int `json:"round_ends"`
		Markets   []struct{ Over, Under string }
	}
	decode(t, ubar.ContentText, &rest)
	spaces := map[string]int{"carpet": 3, "chest": 4, "potion": 2, "lamp": 4, "scarab": 5}
	prices := map[string]int{"carpet": 3, "chest": 4, "potion": 2, "lamp": 5, "scarab": 8}
	over := map[string]int{"carpet": 5, "chest": 6, "potion": 4, "lamp": 8, "scarab": 12}
	under := map[string]int{"carpet": 1, "chest": 2, "potion": 1, "lamp": 2, "scarab": 4}
	for i, g := range box.Goods {
		if len(g.Cells) != spaces[g.ID] || g.Price != prices[g.ID] || rest.Goods[i].Supply != 20 || g.ID != ubar.GoodNames[i] {
			t.Errorf("the good %+v", g)
		}
	}
	if rest.Ship.Rows*rest.Ship.Cols != 28 || fmt.Sprint(rest.RoundEnds) != "[12 24 36]" || fmt.Sprint(rest.Grid) != "map[2:{3 4} 3:{4 4} 4:{4 5}]" {
		t.Errorf("ship %v, rounds %v, grids %v", rest.Ship, rest.RoundEnds, rest.Grid)
	}
	if len(box.Tiles) != 60 || len(box.Starters) != 4 || len(box.Markets) != 20 {
		t.Fatalf("%d tiles, %d starters, %d cards", len(box.Tiles), len(box.Starters), len(box.Markets))
	}
	idle := 0
	for i, x := range box.Tiles {
		touch := 0
		for _, n := range x.Touch {
			touch += n
		}
		if x.ID != fmt.Sprintf("t%02d", i+1) || x.Base < touch || x.Base > 4 || x.Wind.Kind == "" {
			t.Errorf("the tile %+v", x)
		}
		if x.Action == nil {
			idle++
		} else if (x.Action.Time > 0) != (len(x.Action.Give) == 0) || len(x.Action.Get) == 0 {
			t.Errorf("the action of %s: %+v", x.ID, x.Action)
		}
	}
	for i, x := range box.Starters {
		if x.ID != fmt.Sprintf("s%d", i+1) || x.Action == nil {
			t.Errorf("the starter %+v", x)
		}
	}
	if idle != 6 {
		t.Errorf("%d tiles have no action", idle)
	}
	pairs := map[string]bool{}
	for i, m := range box.Markets {
		if m.ID != fmt.Sprintf("m%02d", i+1) {
			t.Errorf("the market card %+v", m)
		}
		o, u := rest.Markets[i].Over, rest.Markets[i].Under
		pairs[o+" "+u] = o != u
		for k, price := range prices {
			want := price
			switch k {
			case o:
				want = over[k]
			case u:
				want = under[k]
			}
			if m.Prices[k] != want {
				t.Errorf("%s pays %d for the good %s, want %d", m.ID, m.Prices[k], k, want)
			}
		}
	}
	if len(pairs) != 20 {
		t.Errorf("%d pairs of goods", len(pairs))
	}
}

// TestOptions: each option takes its words and nothing else.
func TestOptions(t *testing.T) {
	for _, o := range ubar.Game().Options {
		var first string
		decode(t, []byte(o.Default), &first)
		if !strings.HasPrefix(o.Range, o.Default) {
			t.Errorf("%s has the default %s and the range %s", o.Name, o.Default, o.Range)
		}
		for _, word := range strings.Split(strings.ReplaceAll(o.Range, " or ", ", "), ", ") {
			r, err := ubar.Game().Configure(game.Settings{Options: []game.Setting{{Name: o.Name, Value: []byte(word)}}})
			if err != nil {
				t.Error(err)
				continue
			}
			i := slices.IndexFunc(r.Options(), func(s game.Setting) bool { return s.Name == o.Name })
			if got := string(r.Options()[i].Value); got != word {
				t.Errorf("%s is %s, want %s", o.Name, got, word)
			}
		}
		for _, bad := range []string{`"other"`, "true", "null", "1", `["` + first + `"]`, `""`} {
			_, err := ubar.Game().Configure(game.Settings{Options: []game.Setting{
				{Name: o.Name, Value: []byte(bad)}, {Name: o.Name, Value: []byte(o.Default)},
			}})
			var usage *game.UsageError
			if !errors.As(err, &usage) || !strings.Contains(usage.Message, o.Name) || !strings.Contains(usage.Hint, o.Range) {
				t.Errorf("%s=%s: %v", o.Name, bad, err)
			}
		}
	}
	for _, s := range []game.Settings{
		{Preset: "none"}, {Mutant: "UB-M03"}, {Options: []game.Setting{{Name: "price", Value: []byte("1")}}},
	} {
		var usage *game.UsageError
		if _, err := ubar.Game().Configure(s); !errors.As(err, &usage) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	r, err := ubar.Game().Configure(game.Settings{Preset: "rules", Mutant: "UB-M01"})
	if err != nil || r.Mutant() != "UB-M01" {
		t.Errorf("%v, %v", r, err)
	}
}

// TestExplain: whatever is illegal is explained in words, in each mutant too, and
// the clause is one of the game's.
func TestExplain(t *testing.T) {
	count := gametest.Rounds(300, 1500)
	mutants := []string{""}
	for _, m := range ubar.Game().Mutants {
		mutants = append(mutants, m.ID)
	}
	for _, id := range mutants {
		r := configured(t, ":"+id)
		if id != "" {
			count = gametest.Rounds(10, 60)
		}
		oracle := r.Oracle("move")
		for i := range count {
			in := r.Generate("move", seeded(i), i%101)
			var out game.Output
			if err := oracle(in, &out); err != nil {
				t.Fatal(err)
			}
			var got struct{ Code string }
			decode(t, out.Value(0), &got)
			if got.Code == "" {
				continue
			}
			if _, ok := ubar.Game().Clause(out.Clause); !ok {
				t.Fatalf("%s violates %q", got.Code, out.Clause)
			}
			why := r.Explain(in, got.Code)
			if why == got.Code || strings.Contains(why, "_") || strings.Contains(why, "%!") || len(why) < 20 {
				t.Fatalf("%s is explained by %q\n%s", got.Code, why, gametest.Lines(in))
			}
		}
	}
}

// TestExplanations has some word by word.
func TestExplanations(t *testing.T) {
	r := configured(t, "retrigger=forced")
	state := beginning(t) // player 1 acts, whose starter gives a chest for a lamp
	draft := `{"type":"draft","player":1,"take":[0,1],"place":[-1,0],"target":null,"skip":[],"dumps":[]}`
	for _, tt := range []struct {
		old, now, clause, why string
	}{
		{`"player":1`, `"player":0`, "UB-11", "it is player 1's turn: both are on space 0, but player 1 came there before player 0"},
		{`"player":1`, `"player":2`, "UB-11", "it is player 1's turn: the game has only 2 players"},
		{`[0,1]`, `[3,0]`, "UB-20", "there is no cell [3,0]: the grid has the rows 0 to 2 and the columns 0 to 3"},
		{`[-1,0]`, `[0,0]`, "UB-26", "the place [0,0] of the tableau already has the tile s3"},
		{`[-1,0]`, `[1,1]`, "UB-25", "the place [1,1] is not directly above, below or beside a tile of the tableau"},
		{`null`, `[0,0]`, "UB-44", "the wind of t02 leaves no choice, but the request names the target [0,0]"},
		{`[0,1]`, `[1,3]`, "UB-44", "the wind of t08 re-triggers any one other tile, but the request names none"},
		{
			`[0,1],"place":[-1,0],"target":null`, `[1,3],"place":[-1,0],"target":[-1,0]`, "UB-44",
			"the wind of t08 re-triggers another tile, but the request names the place of t08 itself",
		},
		{`"skip":[]`, `"skip":[3]`, "UB-47", "the request skips step 3, but the draft has only 2 steps"},
		{`"skip":[]`, `"skip":[1]`, "UB-30", "the request skips step 1, but the action of t02, 1 potion for 1 scarab, is possible then and must be executed"},
		{`"skip":[]`, `"skip":[2]`, "UB-47", "the request skips step 2, but the action of s3, 1 chest for 1 lamp, is possible then and must be executed"},
		{`"dumps":[]`, `"dumps":[{},{},{},{}]`, "UB-54", "the request has 4 entries of goods to dump, but the draft has only 2 steps, so at most 3 are possible"},
		{`"dumps":[]`, `"dumps":[{"carpet":2}]`, "UB-54", "before step 1 the request dumps 2 carpets, but the hold then has 1 carpet, 1 chest, 1 potion, 1 lamp"},
		{`"dumps":[]`, `"dumps":[{},{},{"chest":1}]`, "UB-54", "after step 2, s3, the request dumps 1 chest, but the hold then has 1 carpet, 2 lamps, 1 scarab"},
	} {
		in := values(state, strings.Replace(draft, tt.old, tt.now, 1))
		var out game.Output
		if err := r.Oracle("move")(in, &out); err != nil {
			t.Fatal(err)
		}
		var got struct{ Code string }
		decode(t, out.Value(0), &got)
		if why := r.Explain(in, got.Code); why != tt.why || out.Clause != tt.clause {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.now, why, out.Clause, tt.why, tt.clause)
		}
	}
}

// TestExplainFit: a player is told whether there are too many goods, or only no
// arrangement of them.
func TestExplainFit(t *testing.T) {
	const draft = `{"type":"draft","player":1,"take":[0,1],"place":[-1,0],"target":null,"skip":[],"dumps":[]}` // a potion for a scarab
	for hold, want := range map[[5]int]string{
		{5, 2, 2, 0, 0}: "after step 1, t02, the goods do not fit on the ship: 5 carpets, 2 chests, 1 potion, 1 scarab take 30 spaces, but there are 28",
		{0, 0, 1, 2, 2}: "after step 1, t02, the goods do not fit on the ship: 2 lamps, 3 scarabs take 23 of the 28 spaces, but cannot be arranged on them",
	} {
		var s plainState
		decode(t, []byte(beginning(t)), &s)
		for k, name := range []string{"carpet", "chest", "potion", "lamp", "scarab"} {
			s.Supply[name] += s.Players[1].Hold[name] - hold[k]
			s.Players[1].Hold[name] = hold[k]
		}
		if why := configured(t).Explain(values(written(t, &s), draft), "does_not_fit"); why != want {
			t.Errorf("%s, want %s", why, want)
		}
	}
}

// TestSpelling: keys in any order, white space and other spellings of numbers
// make no difference.
func TestSpelling(t *testing.T) {
	r := configured(t)
	for _, task := range ubar.Game().Tasks {
		a := gametest.NewAsker(t, r, task.Name)
		for i := range 60 {
			in := r.Generate(task.Name, seeded(i), i)
			want := bytes.Clone(gametest.Lines(a.Ask(in)))
			other := slices.Clone(in)
			for k := range other {
				var v any
				decode(t, in[k], &v)
				text, err := json.MarshalIndent(v, " ", "\t") // sorts the keys
				if err != nil {
					t.Fatal(err)
				}
				other[k] = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(": 1,"), []byte(": 10e-1,")), []byte("t0"), []byte(`\u00740`))
			}
			if got := gametest.Lines(a.Ask(other)); !bytes.Equal(got, want) {
				t.Fatalf("%s\nis answered\n%s\nwant\n%s", gametest.Lines(other), got, want)
			}
		}
	}
}
