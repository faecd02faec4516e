package ubar_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// beginning is the first State of a game of two, in which each text that a flaw
// replaces stands once.
func beginning(t testing.TB) string {
	t.Helper()
	var tiles []string
	for i := 1; i <= 60; i++ {
		tiles = append(tiles, fmt.Sprintf(`"t%02d"`, i))
	}
	return string(gametest.Ask(t, configured(t), "setup",
		`{"players":2,"starters":["s1","s3"],"order":[1,0],"markets":["m01","m02","m03"],"tiles":[`+strings.Join(tiles, ",")+`]}`)[0])
}

// A flaw makes a valid value invalid by replacing texts, in pairs.
type flaw struct {
	replace []string
	message string // part of what the error says
	clause  string
	at      string // what stands where the error points to, if that matters
}

func (f flaw) in(t testing.TB, text string) string {
	t.Helper()
	for i := 0; i+1 < len(f.replace); i += 2 {
		if strings.Count(text, f.replace[i]) == 0 {
			t.Fatalf("%q does not stand in\n%s", f.replace[i], text)
		}
		text = strings.Replace(text, f.replace[i], f.replace[i+1], 1)
	}
	return text
}

const (
	seatOne  = `{"coins":0,"time":0,"hold":{"carpet":1,"chest":1,"potion":1,"lamp":1,"scarab":0},"tableau":[{"at":[0,0],"tile":"s1"}]}`
	supplied = `"supply":{"carpet":18,"chest":18,"potion":18,"lamp":18,"scarab":20}`
)

// stateFlaws are the rules of chapter 4 about a State, numbered as there.
var stateFlaws = map[string]flaw{
	"1 tile twice":              {[]string{`"t60"`, `"t59"`}, `found "t59" again`, "UB-01", `"t59"`},
	"1 tile nowhere":            {[]string{`,"t60"`, ``}, `found "t60" nowhere`, "UB-04", `{`},
	"1 unknown tile":            {[]string{`"t60"`, `"t61"`}, `expected the id of a trade-route tile`, "", `"t61"`},
	"1 starter in the pile":     {[]string{`"t60"`, `"s2"`}, `expected the id of a trade-route tile`, "", `"s2"`},
	"1 starter in the grid":     {[]string{`"t01"`, `"s2"`}, `expected the id of a trade-route tile`, "", `"s2"`},
	"2 tile first":              {[]string{`"tile":"s1"`, `"tile":"t60"`, `,"t60"]`, `]`}, `expected the id of a starter`, "", `"t60"`},
	"2 starter elsewhere":       {[]string{`"at":[0,0],"tile":"s1"`, `"at":[0,1],"tile":"s1"`}, "expected the starter at [0,0]", "UB-01", `{"at":[0,1]`},
	"2 starter twice":           {[]string{`"s3"`, `"s1"`}, `found "s1" again`, "UB-01", `"s1"}]}]`},
	"2 second starter":          {[]string{`"tile":"s1"}`, `"tile":"s1"},{"at":[0,1],"tile":"s2"}`}, `expected the id of a trade-route tile`, "", `"s2"`},
	"2 place twice":             {[]string{`"tile":"s1"}`, `"tile":"s1"},{"at":[0,0],"tile":"t60"}`, `,"t60"]`, `]`}, "another at [0,0]", "UB-26", `{"at":[0,0],"tile":"t60"`},
	"2 place alone":             {[]string{`"tile":"s1"}`, `"tile":"s1"},{"at":[1,1],"tile":"t60"}`, `,"t60"]`, `]`}, "adjacent to an earlier tile", "UB-25", `{"at":[1,1]`},
	"2 adjacent to a later one": {[]string{`"tile":"s1"}`, `"tile":"s1"},{"at":[0,2],"tile":"t60"},{"at":[0,1],"tile":"t59"}`, `,"t59","t60"]`, `]`}, "adjacent to an earlier tile", "UB-25", `{"at":[0,2]`},
	"2 empty tableau":           {[]string{`[{"at":[0,0],"tile":"s1"}]`, `[]`}, "a tableau with a starter", "UB-01", `[]`},
	"3 player twice":            {[]string{`[1,0]`, `[1,1]`}, "each player from 0 to 1 once", "UB-06", `[1,1]`},
	"3 player missing":          {[]string{`[1,0]`, `[1]`}, "each player from 0 to 1 once", "UB-06", `[1]`},
	"3 player too many":         {[]string{`[1,0]`, `[1,0,2]`}, "each player from 0 to 1 once", "UB-06", `[1,0,2]`},
	"3 times fall":              {[]string{`"time":0`, `"time":3`, `[1,0]`, `[0,1]`}, "from furthest back", "UB-10", `[0,1]`},
	"4 good lost":               {[]string{`"scarab":20`, `"scarab":19`}, "expected 20 of the good scarab", "UB-55", `{"carpet":18`},
	"4 good doubled":            {[]string{supplied, strings.Replace(supplied, "18", "19", 1)}, "expected 20 of the good carpet", "UB-55", `{"carpet":19`},
	"5 does not fit":            {[]string{`"hold":{"carpet":1,"chest":1,"potion":1,"lamp":1,"scarab":0}`, `"hold":{"carpet":0,"chest":0,"potion":0,"lamp":2,"scarab":3}`, supplied, `"supply":{"carpet":19,"chest":19,"potion":19,"lamp":17,"scarab":17}`}, "goods that fit on the ship", "UB-51", `{"carpet":0,"chest":0,"potion":0,"lamp":2`},
	"6 card missing":            {[]string{`["m01","m02","m03"]`, `["m01","m02"]`}, "expected 3 market cards in round 1", "UB-67", `["m01"`},
	"6 card too many":           {[]string{`["m01","m02","m03"]`, `["m01","m02","m03","m04"]`}, "expected 3 market cards in round 1", "UB-67", `["m01"`},
	"6 card twice":              {[]string{`["m01","m02","m03"]`, `["m01","m02","m01"]`}, `found "m01" again`, "UB-67", `"m01"]`},
	"6 unknown card":            {[]string{`"m03"`, `"m21"`}, "expected the id of a market card", "", `"m21"`},
	"6 cards after the end":     {[]string{`"round":1,"phase":"draft"`, `"round":3,"phase":"over"`, `"time":0`, `"time":36`, `"time":0`, `"time":36`}, "expected 0 market cards", "UB-67", `["m01"`},
	"7 time of an old round":    {[]string{`"round":1`, `"round":2`, `["m01",`, `[`, `"time":0`, `"time":12`}, "expected a time from 12 in round 2, found 0", "UB-60", `0,"hold"`},
	"8 sellers while drafting":  {[]string{`"to_sell":[]`, `"to_sell":[0]`}, "expected nobody to sell", "UB-62", `[0]`},
	"8 all past the end":        {[]string{`"time":0`, `"time":12`, `"time":0`, `"time":13`, `[1,0]`, `[0,1]`}, "expected a player before space 12", "UB-60", `[{"coins"`},
	"9 sale too early":          {[]string{`"draft"`, `"sell"`, `"to_sell":[]`, `"to_sell":[1,0]`}, "expected all players on space 12 or beyond", "UB-60", `[{"coins"`},
	"9 nobody sells":            {[]string{`"draft"`, `"sell"`, `"time":0`, `"time":12`, `"time":0`, `"time":12`}, "at least one, found []", "UB-64", `[]`},
	"9 no tail":                 {[]string{`"draft"`, `"sell"`, `"time":0`, `"time":12`, `"time":0`, `"time":12`, `"to_sell":[]`, `"to_sell":[1]`}, "expected the last of the players [1 0]", "UB-64", `[1]`},
	"10 over too early":         {[]string{`"draft"`, `"over"`, `["m01","m02","m03"]`, `[]`}, "expected round 3", "UB-72", `[{"coins"`},
	"10 over before the end":    {[]string{`"round":1,"phase":"draft"`, `"round":3,"phase":"over"`, `"time":0`, `"time":36`, `"time":0`, `"time":35`, `["m01","m02","m03"]`, `[]`}, "", "", ""},
	"grid too small":            {[]string{`"grid":[[`, `"grid":[["t60"],[`, `,"t60"]`, `]`}, "rows of equal length", "", `["t01"`},
	"grid turned":               {[]string{`[["t01","t02","t03","t04"],["t05","t06","t07","t08"],["t09","t10","t11","t12"]]`, `[["t01","t02","t03"],["t04","t05","t06"],["t07","t08","t09"],["t10","t11","t12"]]`}, "expected 3 rows of 4 for 2 players", "UB-03", `[["t01"`},
	"one player":                {[]string{seatOne + ",", ``}, "expected 2 to 4 players", "UB-03", `[{"coins"`},
	"five players":              {[]string{seatOne, strings.Join([]string{seatOne, strings.Replace(seatOne, "s1", "s2", 1), strings.Replace(seatOne, "s1", "s4", 1), "{}", "{}"}, ",")}, "", "", ""},
	"key missing":               {[]string{`,"to_sell":[]`, ``}, `missing key "to_sell"`, "", `{`},
	"key too many":              {[]string{`"round":1`, `"round":1,"rounds":3`}, `unknown key "rounds"`, "", `"rounds"`},
	"round 0":                   {[]string{`"round":1`, `"round":0`}, "expected a round", "", `0`},
	"round 1.5":                 {[]string{`"round":1`, `"round":1.5`}, "expected a round", "", `1.5`},
	"true for a number":         {[]string{`"round":1`, `"round":true`}, "expected a round", "", `true`},
	"unknown phase":             {[]string{`"draft"`, `"Draft"`}, `expected one of "draft", "sell", "over"`, "", `"Draft"`},
	"coins below 0":             {[]string{`"coins":0`, `"coins":-1`}, "expected coins", "", `-1`},
	"coins above 9999":          {[]string{`"coins":0`, `"coins":10000`}, "expected coins", "", `10000`},
	"time above 36":             {[]string{`"time":0`, `"time":37`}, "expected a space of the time track", "", `37`},
	"21 of a good":              {[]string{`"carpet":1`, `"carpet":21`}, "expected an integer from 0 to 20", "", `21`},
	"good missing":              {[]string{`"carpet":1,`, ``}, `missing key "carpet" in goods`, "", `{"chest"`},
	"place too far":             {[]string{`[0,0]`, `[0,100]`}, "expected an integer from -99 to 99", "", `100`},
	"place of one number":       {[]string{`[0,0]`, `[0]`}, "expected a position [row, col], found an array of 1", "", `[0]`},
}

// TestInvalidStates breaks a State in each way that chapter 4 refuses.
func TestInvalidStates(t *testing.T) {
	valid := beginning(t)
	r := configured(t)
	if err := r.Check("state", jsontext.Value(valid)); err != nil {
		t.Fatal(err)
	}
	for name, f := range stateFlaws {
		text := f.in(t, valid)
		var out game.Output
		err := r.Oracle("score")(values(text), &out)
		var invalid *game.Invalid
		switch {
		case !errors.As(err, &invalid) || invalid.Value != 0:
			t.Errorf("%s: %v\n%s", name, err, text)
		case !strings.Contains(invalid.Message, f.message) || f.message != "" && invalid.Clause != f.clause:
			t.Errorf("%s: %v, want %q (%s)", name, err, f.message, f.clause)
		case !strings.HasPrefix(text[invalid.Offset:], f.at):
			t.Errorf("%s: %v points to %.30s, want %s", name, err, text[invalid.Offset:], f.at)
		}
	}
	removed := configured(t, "lost_goods=removed")
	lost := flaw{replace: []string{`"scarab":20`, `"scarab":19`}}.in(t, valid)
	if err := removed.Check("state", jsontext.Value(lost)); err != nil {
		t.Errorf("goods may be lost where they are removed: %v", err)
	}
	if err := configured(t, "grid_axis=rows_first").Check("state", jsontext.Value(stateFlaws["grid turned"].in(t, valid))); err != nil {
		t.Errorf("the grid may have four rows with rows_first: %v", err)
	}
}

// TestInvalidValues refuses the other values, and takes what is nearly as bad.
func TestInvalidValues(t *testing.T) {
	r := configured(t)
	const draft = `{"type":"draft","player":0,"take":[0,0],"place":[0,1],"target":null,"skip":[],"dumps":[]}`
	var tiles []string
	for i := 1; i <= 60; i++ {
		tiles = append(tiles, fmt.Sprintf(`"t%02d"`, i))
	}
	setup := `{"players":2,"starters":["s1","s3"],"order":[1,0],"markets":["m01","m02","m03"],"tiles":[` + strings.Join(tiles, ",") + `]}`
	for _, tt := range []struct {
		value, text, message string
	}{
		{"request", draft, ""},
		{"request", `{"type":"sell","player":3,"goods":{"lamp":99,"carpet":0}}`, ""},
		{"request", strings.Replace(draft, "[0,0]", "[-99,99.0]", 1), ""},
		{"request", strings.Replace(draft, `"skip":[]`, `"skip":[1,2,99]`, 1), ""},
		{"request", strings.Replace(draft, `"dumps":[]`, `"dumps":[`+strings.Repeat("{},", 98)+`{}]`, 1), ""},
		{"request", strings.Replace(draft, `"dumps":[]`, `"dumps":[`+strings.Repeat("{},", 99)+`{}]`, 1), "expected at most 99 entries, found 100"},
		{"request", strings.Replace(draft, `"skip":[]`, `"skip":[2,2]`, 1), "step numbers that increase"},
		{"request", strings.Replace(draft, `"skip":[]`, `"skip":[0]`, 1), "a step number, 1 to 99"},
		{"request", strings.Replace(draft, `"skip":[]`, `"skip":[100]`, 1), "a step number, 1 to 99"},
		{"request", strings.Replace(draft, `"draft"`, `"sell"`, 1), `unknown key "take" in a request of type "sell"`},
		{"request", strings.Replace(draft, `"draft"`, `"pass"`, 1), `expected "draft" or "sell"`},
		{"request", strings.Replace(draft, `"skip":[],`, ``, 1), `missing key "skip"`},
		{"request", strings.Replace(draft, `"skip"`, `"skips"`, 1), `unknown key "skips" in a request (did you mean "skip"?)`},
		{"request", strings.Replace(draft, `"player":0`, `"player":4`, 1), "index of a player"},
		{"request", strings.Replace(draft, `"target":null`, `"target":false`, 1), "expected a position"},
		{"request", `{"player":0}`, `missing key "type"`},
		{"request", `{"type":"sell","player":0,"goods":{"gold":1}}`, `unknown key "gold" in some goods`},
		{"request", `{"type":"sell","player":0,"goods":{"lamp":100}}`, "an integer from 0 to 99"},
		{"request", `[]`, "expected a request"},
		{"grid", `[["t01",null],[null,"t02"]]`, ""},
		{"grid", `[[null]]`, ""},
		{"grid", `[]`, "expected 1 to 5 rows, found 0"},
		{"grid", `[[],[]]`, "expected a row of 1 to 5 cells"},
		{"grid", `[["t01"],["t02","t03"]]`, "rows of equal length"},
		{"grid", `[["t01","t01"]]`, `found "t01" again`},
		{"grid", `[["s1"]]`, "a trade-route tile"},
		{"grid", `[[null],[null],[null],[null],[null],[null]]`, "expected 1 to 5 rows, found 6"},
		{"grid", `[[null,null,null,null,null,null]]`, "expected a row of 1 to 5 cells"},
		{"wind", `{"kind":"line","length":3,"dir":"up"}`, ""},
		{"wind", `{"dir":"up","kind":"line","length":1.0}`, ""},
		{"wind", `{"kind":"line","length":4,"dir":"up"}`, "from 1 to 3"},
		{"wind", `{"kind":"line","length":3}`, `missing key "dir"`},
		{"wind", `{"kind":"line","dir":"up"}`, `missing key "length"`},
		{"wind", `{"kind":"any","dir":"up"}`, `unknown key "dir"`},
		{"wind", `{"kind":"any","length":1}`, `unknown key "length"`},
		{"wind", `{"length":1,"dir":"up"}`, `missing key "kind"`},
		{"wind", `{"kind":"none"}`, `expected one of "line"`},
		{"wind", `{"kind":"line","length":3,"dir":"north"}`, `expected one of "up"`},
		{"setup", setup, ""},
		{"setup", strings.Replace(setup, `"players":2`, `"players":3`, 1), "expected 3 starters"},
		{"setup", strings.Replace(setup, `"players":2`, `"players":5`, 1), "an integer from 2 to 4"},
		{"setup", strings.Replace(setup, `"s3"`, `"s1"`, 1), `found "s1" again`},
		{"setup", strings.Replace(setup, `[1,0]`, `[1,2]`, 1), "each player from 0 to 1 once"},
		{"setup", strings.Replace(setup, `"m03"`, `"m01"`, 1), `found "m01" again`},
		{"setup", strings.Replace(setup, `,"m03"`, ``, 1), "expected 3 market cards, found 2"},
		{"setup", strings.Replace(setup, `,"t60"`, ``, 1), "expected all 60 tiles, found 59"},
		{"setup", strings.Replace(setup, `"t60"`, `"t01"`, 1), `found "t01" again`},
		{"some-goods", `{}`, ""},
		{"some-goods", `{"carpet":10e-1}`, ""},
		{"goods", `{}`, "missing key"},
		{"market", `"m20"`, ""},
		{"market", `"m00"`, "the id of a market card"},
		{"market", `"m1"`, "the id of a market card"},
		{"pos", `[1,2,3]`, "found an array of 3"},
		{"player", `-1`, "the index of a player"},
	} {
		err := r.Check(tt.value, jsontext.Value(tt.text))
		if (err == nil) != (tt.message == "") || err != nil && !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s %s: %v, want %q", tt.value, tt.text, err, tt.message)
		}
	}
}

// TestInvalidTogether has values that are good alone and not together.
func TestInvalidTogether(t *testing.T) {
	r := configured(t)
	for _, tt := range []struct {
		task    string
		in      []string
		value   int
		message string
	}{
		{"view", []string{beginning(t), "2"}, 1, "the index of a player of the game, 0 to 1"},
		{"winds", []string{`[{"at":[0,0],"tile":"s1"}]`, "[0,0]", `{"kind":"any"}`}, 1, "expected an empty place"},
		{"winds", []string{`[{"at":[0,0],"tile":"s1"}]`, "[1,1]", `{"kind":"any"}`}, 1, "a place adjacent to the tableau"},
		{"sell", []string{`"m01"`, `{"carpet":0,"chest":0,"potion":0,"lamp":2,"scarab":3}`, "{}"}, 1, "goods that fit on the ship"},
		{"move", []string{beginning(t)}, 0, "expected 2 values (state, request), found 1"},
		{"fit", []string{"{}", "{}"}, 1, "expected 1 value (goods), found 2"},
	} {
		var out game.Output
		var invalid *game.Invalid
		if err := r.Oracle(tt.task)(values(tt.in...), &out); !errors.As(err, &invalid) || invalid.Value != tt.value || !strings.Contains(invalid.Message, tt.message) {
			t.Errorf("%s %s: %v, want %q", tt.task, tt.in, err, tt.message)
		}
	}
}

// TestMutantsTakeTheSameInput: what is valid does not depend on what is wrong.
func TestMutantsTakeTheSameInput(t *testing.T) {
	valid := beginning(t)
	right := configured(t)
	flawed, said := map[string]jsontext.Value{}, map[string]error{}
	for name, f := range stateFlaws {
		flawed[name] = jsontext.Value(f.in(t, valid))
		said[name] = right.Check("state", flawed[name])
	}
	for k, m := range ubar.Game().Mutants {
		wrong := configured(t, ":"+m.ID)
		for name, text := range flawed {
			if a, b := said[name], wrong.Check("state", text); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("%s, %s: %v, want %v", m.ID, name, b, a)
			}
		}
		for _, task := range ubar.Game().Tasks {
			a := gametest.NewAsker(t, wrong, task.Name)
			for i := range gametest.Rounds(1, 15) {
				in := right.Generate(task.Name, seeded(i+k), (i+k)*6%(game.SizeMax+1))
				a.Ask(in)
				if again := wrong.Generate(task.Name, seeded(i+k), (i+k)*6%(game.SizeMax+1)); string(gametest.Lines(again)) != string(gametest.Lines(in)) {
					t.Fatalf("%s generates another input of %s", m.ID, task.Name)
				}
			}
		}
	}
}
