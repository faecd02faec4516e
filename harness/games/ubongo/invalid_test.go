package ubongo_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/schemas"
)

// The values that the tests below make invalid in one place.
const (
	stateText = `{"phase":"solve","round":8,"roller":0,"flipper":1,"die":5,"glass":2,"players":[` +
		`{"name":"Ida7","level":"green","stack":["g03"],"board":"g02","gems":{"red":2,"blue":6,"green":1,"brown":4}},` +
		`{"name":"Fay","level":"yellow","stack":["y04"],"board":"y27","gems":{"red":3,"blue":5,"green":2,"brown":4}},` +
		`{"name":"Bo","level":"green","stack":["g09"],"board":"g10","gems":{"red":0,"blue":0,"green":0,"brown":1}}],` +
		`"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":1,"brown":2},` +
		`"bag":{"red":5,"blue":7,"green":7,"brown":8},"winner":null}`
	setupText = `{"players":[{"name":"Ada","level":"green","stack":["g01","g02","g03","g04","g05","g06","g07","g08","g09"]},` +
		`{"name":"bob","level":"red","stack":["r01","r02","r03","r04","r05","r06","r07","r08","r09"]}],"youngest":0,"flipper":1}`
	claimText   = `{"type":"claim","player":0,"time":5,"placements":[{"piece":"r2","cells":[[0,0,0],[0,1,0]]}],"gem":"red"}`
	rewardsText = `{"players":3,"display":{"blue":5,"brown":5},"bag":{"red":1,"blue":0,"green":0,"brown":0},"order":[2,0],"draws":["red",null]}`
	soloText    = `{"variant":"count","minutes":5,"best":1,"events":[{"type":"start","at":3,"board":"g01","die":1},` +
		`{"type":"solve","at":4,"placements":[]},{"type":"aside","at":5},{"type":"start","at":5,"board":"g02","die":6}]}`
	boardText     = `{"board":"g01","die":6}`
	footprintText = `{"footprint":[[0,0],[0,1],[15,15]],"pieces":["r2","b4"]}`
)

// TestInvalid has, for every rule of the spec's chapters 4 and 5 about input, a
// value that breaks it, by the text that is replaced in a valid one, with the
// place that the error names.
func TestInvalid(t *testing.T) {
	for _, tt := range []struct{ value, text, old, now, at string }{
		// 1: keys, types and ranges.
		{"state", stateText, `"phase":"solve",`, ``, ""},
		{"state", stateText, `"round":8`, `"extra":1,"round":8`, "/extra"},
		{"state", stateText, `"solve"`, `"solving"`, "/phase"},
		{"state", stateText, `"round":8`, `"round":0`, "/round"},
		{"state", stateText, `"round":8`, `"round":10`, "/round"},
		{"state", stateText, `"round":8`, `"round":8.5`, "/round"},
		{"state", stateText, `"round":8`, `"round":true`, "/round"},
		{"state", stateText, `"roller":0`, `"roller":-1`, "/roller"},
		{"state", stateText, `"roller":0`, `"roller":3`, "/roller"},
		{"state", stateText, `"roller":0`, `"roller":null`, "/roller"},
		{"state", stateText, `"flipper":1`, `"flipper":4`, "/flipper"},
		{"state", stateText, `"die":5`, `"die":7`, "/die"},
		{"state", stateText, `"die":5`, `"die":"5"`, "/die"},
		{"state", stateText, `"glass":2`, `"glass":3`, "/glass"},
		{"state", stateText, `"solved":[{"player":1`, `"solved":[{"player":3`, "/solved/0/player"},
		{"state", stateText, `26199`, `60001`, "/solved/0/time"},
		{"state", stateText, `"gem":"green"`, `"gem":null`, "/solved/0/gem"},
		{"state", stateText, `"winner":null`, `"winner":"Bo"`, "/winner"},
		{"state", stateText, `"Ida7"`, `""`, "/players/0/name"},
		{"state", stateText, `"Ida7"`, `"Ida 7"`, "/players/0/name"},
		{"state", stateText, `"Ida7"`, `"abcdefghijabcdefghijX"`, "/players/0/name"},
		{"state", stateText, `"level":"yellow"`, `"level":"blue"`, "/players/1/level"},
		{"state", stateText, `"g03"`, `"g37"`, "/players/0/stack/0"},
		{"state", stateText, `"g03"`, `null`, "/players/0/stack/0"},
		{"state", stateText, `"board":"y27"`, `"board":"x27"`, "/players/1/board"},
		{"state", stateText, `"board":"y27"`, `"board":27`, "/players/1/board"},
		{"state", stateText, `"red":2`, `"red":11`, "/players/0/gems/red"},
		{"state", stateText, `"blue":6`, `"blue":20`, "/players/0/gems/blue"},
		{"state", stateText, `"brown":2}`, `"brown":10}`, "/display/brown"},
		{"state", stateText, `"out":[]`, `"out":{}`, "/out"},
		// 2: names, roller and flipper.
		{"state", stateText, `"Fay"`, `"Ida7"`, "/players/1/name"},
		{"state", stateText, `"roller":0`, `"roller":1`, "/flipper"},
		// 3: what the phase asks for.
		{"state", stateText, `"phase":"solve"`, `"phase":"over"`, "/round"},
		{"state", stateText, `"phase":"solve"`, `"phase":"roll"`, "/die"},
		{"state", stateText, `"die":5`, `"die":null`, "/die"},
		{"state", stateText, `"glass":2`, `"glass":0`, "/glass"},
		{"state", stateText, `"phase":"solve"`, `"phase":"flip"`, "/glass"},
		{"state", strings.Replace(stateText, `"glass":2`, `"glass":1`, 1), `"phase":"solve"`, `"phase":"flip"`, "/solved"},
		{"state", stateText, `"out":[]`, `"out":[2]`, "/out"},
		{"state", stateText, `"winner":null`, `"winner":1`, "/winner"},
		// 4: boards.
		{"state", stateText, `["g03"]`, `[]`, "/players/0/stack"},
		{"state", stateText, `["g03"]`, `["g03","g04"]`, "/players/0/stack"},
		{"state", stateText, `"round":8`, `"round":7`, "/players/0/stack"},
		{"state", stateText, `"g03"`, `"o03"`, "/players/0/stack/0"},
		{"state", stateText, `"board":"g10"`, `"board":"r10"`, "/players/2/board"},
		{"state", stateText, `"board":"g10"`, `"board":null`, "/players/2/board"},
		{"state", stateText, `"board":"g10"`, `"board":"g09"`, "/players/2/board"},
		{"state", stateText, `"board":"g10"`, `"board":"g04"`, "/players/2/board"},
		{"state", stateText, `["g09"]`, `["g27"]`, "/players/2/stack/0"},
		// 5: who has solved.
		{"state", stateText, `"solved":[`, `"solved":[{"player":1,"time":3,"gem":"red"},`, "/solved/1/player"},
		{"state", stateText, `"gem":"green"}]`, `"gem":"green"},{"player":0,"time":26198,"gem":"red"}]`, "/solved/1/time"},
		{"state", stateText, `"gem":"green"}]`, `"gem":"green"},{"player":0,"time":26199,"gem":"red"},{"player":2,"time":26199,"gem":"red"}]`, "/solved"},
		// 6: gems.
		{"state", stateText, `"display":{"blue":1`, `"display":{"blue":2`, "/display/blue"},
		{"state", stateText, `"brown":2}`, `"brown":1}`, "/display/brown"},
		{"state", stateText, `"bag":{"red":5`, `"bag":{"red":4`, "/bag/red"},
		{"state", stateText, `"brown":8}`, `"brown":9}`, "/bag/brown"},
		// 7: who leads, and the rest of 3 for the last phases.
		{"state", overText, `"winner":0`, `"winner":1`, "/winner"},
		{"state", overText, `"winner":0`, `"winner":null`, "/winner"},
		{"state", overText, `"phase":"over"`, `"phase":"playoff_roll"`, "/winner"},
		{"state", overText, overText, strings.NewReplacer(`"winner":0`, `"winner":null`, `"over"`, `"playoff_roll"`).Replace(overText), "/phase"},
		{"state", overText, `"board":null`, `"board":"g01"`, "/players/0/board"},
		// Requests.
		{"request", claimText, `"type":"claim"`, `"type":"pass"`, "/type"},
		{"request", claimText, `"type":"claim",`, ``, ""},
		{"request", claimText, `"type":"claim"`, `"type":"stop"`, "/placements"},
		{"request", claimText, `"player":0`, `"player":4`, "/player"},
		{"request", claimText, `"time":5`, `"time":3600001`, "/time"},
		{"request", claimText, `"time":5`, `"time":-1`, "/time"},
		{"request", claimText, `,"gem":"red"`, ``, ""},
		{"request", claimText, `"gem":"red"`, `"gem":"pink"`, "/gem"},
		{"request", claimText, `"gem":"red"`, `"gem":1`, "/gem"},
		{"request", claimText, `"r2"`, `"r3"`, "/placements/0/piece"},
		{"request", claimText, `[[0,0,0],[0,1,0]]`, `[]`, "/placements/0/cells"},
		{"request", claimText, `[0,1,0]`, `[0,1]`, "/placements/0/cells/1"},
		{"request", claimText, `[0,1,0]`, `[0,1,0,0]`, "/placements/0/cells/1"},
		{"request", claimText, `[0,1,0]`, `[-9,1,0]`, "/placements/0/cells/1/0"},
		{"request", claimText, `[0,1,0]`, `[0,24,0]`, "/placements/0/cells/1/1"},
		{"request", claimText, `[0,1,0]`, `[0,1,8]`, "/placements/0/cells/1/2"},
		{"request", claimText, `[0,1,0]`, `[0,1,0],[0,1,0],[0,1,0],[0,1,0],[0,1,0],[0,1,0],[0,1,0],[0,1,0]`, "/placements/0/cells"},
		{"request", `{"type":"roll","player":0,"die":1}`, `"die":1`, `"die":0`, "/die"},
		{"request", `{"type":"flip","player":0}`, `0}`, `0,"time":1}`, "/time"},
		{"request", `{"type":"playoff","player":0,"die":1,"boards":["g01"]}`, `["g01"]`, `["g01","g01","g01","g01","g01"]`, "/boards"},
		{"request", `{"type":"playoff","player":0,"die":1,"boards":["g01"]}`, `["g01"]`, `["G01"]`, "/boards/0"},
		{"placements", `[]`, `[]`, `[` + strings.Repeat(`{"piece":"r2","cells":[[0,0,0]]},`, 8) + `{"piece":"r2","cells":[[0,0,0]]}]`, ""},
		// Problems.
		{"problem", boardText, `"die":6`, `"die":null`, "/die"},
		{"problem", boardText, `,"die":6`, ``, ""},
		{"problem", boardText, `"die":6`, `"pieces":["r2"]`, ""},
		{"problem", boardText, `"die":6`, `"die":6,"pieces":["r2"]`, ""},
		{"problem", boardText, boardText, `{}`, ""},
		{"problem", footprintText, `[15,15]`, `[15,16]`, "/footprint/2/1"},
		{"problem", footprintText, `[15,15]`, `[0,1]`, "/footprint/2"},
		{"problem", footprintText, `[15,15]`, `[0,2,0]`, "/footprint/2"},
		{"problem", footprintText, `[[0,0],[0,1],[15,15]]`, `[]`, "/footprint"},
		{"problem", footprintText, `[15,15]`, `[1,0],[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8],[1,9],[2,0],[2,1],[2,2],[2,3],[2,4]`, "/footprint"},
		{"problem", footprintText, `["r2","b4"]`, `[]`, "/pieces"},
		{"problem", footprintText, `"b4"`, `"r2"`, "/pieces/1"},
		// Setups.
		{"setup", setupText, `"bob"`, `"Ada"`, "/players/1/name"},
		{"setup", setupText, `"r03"`, `"o03"`, "/players/1/stack/2"},
		{"setup", setupText, `"g02"`, `"g01"`, "/players/0/stack/1"},
		{"setup", setupText, `"g09"]`, `"g09","g10"]`, "/players/0/stack"},
		{"setup", setupText, `,"g09"]`, `]`, "/players/0/stack"},
		{"setup", setupText, `"youngest":0`, `"youngest":1`, "/flipper"},
		{"setup", setupText, `"youngest":0`, `"youngest":2`, "/youngest"},
		{"setup", setupText, `"flipper":1`, `"flipper":2`, "/flipper"},
		{"setup", setupText, `"level":"red"`, `"level":"green"`, "/players/1/stack/0"},
		{"setup", strings.NewReplacer(`"red"`, `"yellow"`, `"r0`, `"y1`).Replace(setupText), `"y13"`, `"y03"`, "/players/1/stack/2"},
		// Rewards.
		{"rewards", rewardsText, `"players":3`, `"players":5`, "/players"},
		{"rewards", rewardsText, `"players":3`, `"players":2`, "/order/0"},
		{"rewards", rewardsText, `"brown":5`, `"brown":4`, "/display"},
		{"rewards", rewardsText, `{"blue":5,"brown":5}`, `{"blue":0,"brown":0}`, "/display/blue"},
		{"rewards", rewardsText, `"green":0,"brown":0`, `"green":0,"brown":15`, "/bag/brown"},
		{"rewards", rewardsText, `[2,0]`, `[2,2]`, "/order/1"},
		{"rewards", rewardsText, `["red",null]`, `["red"]`, "/draws"},
		{"rewards", rewardsText, `["red",null]`, `["red",null,null]`, "/draws"},
		{"rewards", rewardsText, `["red",null]`, `["green",null]`, "/draws/0"},
		{"rewards", rewardsText, `["red",null]`, `["red","red"]`, "/draws/1"},
		{"rewards", rewardsText, `["red",null]`, `[null,"red"]`, "/draws/0"},
		{"rewards", rewardsText, `["red",null]`, `["red","pink"]`, "/draws/1"},
		// Solo runs.
		{"solo", soloText, `"variant":"count"`, `"variant":"counts"`, "/variant"},
		{"solo", soloText, `"variant":"count"`, `"variant":"time"`, "/minutes"},
		{"solo", soloText, `"minutes":5`, `"minutes":6`, "/minutes"},
		{"solo", soloText, `"minutes":5`, `"minutes":5,"tasks":5`, "/tasks"},
		{"solo", soloText, `"minutes":5,`, ``, ""},
		{"solo", soloText, `"best":1`, `"best":3600001`, "/best"},
		{"solo", soloText, `"at":4`, `"at":2`, "/events/1/at"},
		{"solo", soloText, `"type":"solve","at":4,"placements":[]`, `"type":"start","at":4,"board":"g03","die":1`, "/events/1"},
		{"solo", soloText, `{"type":"aside","at":5}`, `{"type":"aside","at":5},{"type":"aside","at":5}`, "/events/3"},
		{"solo", soloText, `"g02"`, `"g01"`, "/events/3/board"},
		{"solo", soloText, `"g02"`, `"y01"`, "/events/3/board"},
		{"solo", soloText, `"type":"aside"`, `"type":"away"`, "/events/2/type"},
		{"solo", soloText, `"at":5}`, `"at":5,"die":1}`, "/events/2/die"},
		{"solo", `{"variant":"time","tasks":5,"best":null,"events":[]}`, `"events":[]`, `"events":[` + manyEvents + `]`, "/events"},
		// Live play.
		{"chance", `7`, `7`, `-1`, ""},
		{"chance", `7`, `7`, `1000000000000000`, ""},
		{"actors", `[["Ada","solver"]]`, `"Ada"`, `"A a"`, "/0/0"},
		{"actors", `[["Ada","solver"]]`, `,"solver"`, ``, "/0"},
		{"actors", `[["Ada","solver"]]`, `"solver"`, `1`, "/0/1"},
		{"actors", `[["Ada","solver:12"]]`, `:12`, `:012`, "/0/1"},
		{"actors", `[["Ada","solver:12"]]`, `:12`, `:3600001`, "/0/1"},
		{"actors", `[["Ada","idle","cheat","overlap"]]`, `overlap`, `gap`, "/0/3"},
		{"actors", `[["Ada","idle","take-turn",3]]`, `3`, `0`, "/0/3"},
		{"turn-reply", `{"time":1,"placements":[]}`, `"time":1`, `"time":null`, "/time"},
		{"turn-reply", `{"time":1,"placements":[]}`, `,"placements":[]`, ``, ""},
		{"turn-reply", `false`, `false`, `true`, ""},
		{"index", `0`, `0`, `4`, ""},
	} {
		r := configured(t)
		if err := r.Check(tt.value, gametest.Values(t, tt.text)[0]); err != nil {
			t.Fatalf("%s\nis valid, but: %v", tt.text, err)
		}
		text := strings.Replace(tt.text, tt.old, tt.now, 1)
		raw := gametest.Values(t, text)[0]
		var invalid *game.Invalid
		if err := r.Check(tt.value, raw); !errors.As(err, &invalid) {
			t.Errorf("%s\nis wrong at %q, but: %v", text, tt.at, err)
			continue
		}
		if got := stream.Pointer(raw, invalid.Offset); got != tt.at || invalid.Message == "" {
			t.Errorf("%s\n%v: at %q, want %q", text, invalid, got, tt.at)
		}
		if _, ok := ubongo.Game().Clause(invalid.Clause); invalid.Clause != "" && !ok {
			t.Errorf("%v: no clause %s", invalid, invalid.Clause)
		}
	}
}

// manyEvents is one more than a log may have.
var manyEvents = strings.Repeat(`{"type":"aside","at":1},`, 400) + `{"type":"aside","at":1}`

const overText = `{"phase":"over","round":9,"roller":0,"flipper":1,"die":null,"glass":0,"players":[` +
	`{"name":"Ida7","level":"green","stack":[],"board":null,"gems":{"red":2,"blue":7,"green":1,"brown":6}},` +
	`{"name":"Fay","level":"green","stack":[],"board":null,"gems":{"red":3,"blue":5,"green":2,"brown":4}}],` +
	`"solved":[],"out":[],"display":{"blue":0,"brown":0},"bag":{"red":5,"blue":7,"green":7,"brown":9},"winner":0}`

// TestInvalidUnderOptions has what options make valid.
func TestInvalidUnderOptions(t *testing.T) {
	all := strings.Replace(stateText, `"gem":"green"}],"out":[]`, `"gem":"green"}],"out":[0,2]`, 1)
	cards := strings.Replace(stateText, `"g03"`, `"g04"`, 1)
	for _, tt := range []struct {
		text, option string
	}{
		{strings.Replace(stateText, `"out":[]`, `"out":[2]`, 1), "wrong_claim=out"},
		{cards, "card_sides=single"},
	} {
		if err := configured(t, tt.option).Check("state", gametest.Values(t, tt.text)[0]); err != nil {
			t.Errorf("%s: %v", tt.option, err)
		}
		if err := configured(t).Check("state", gametest.Values(t, tt.text)[0]); err == nil {
			t.Errorf("without %s it is valid", tt.option)
		}
	}
	if err := configured(t, "wrong_claim=out").Check("state", gametest.Values(t, all)[0]); err == nil {
		t.Error("all are done, but the round goes on")
	}
	if err := configured(t, "wrong_claim=out", "all_done=wait").Check("state", gametest.Values(t, all)[0]); err != nil {
		t.Errorf("the round waits for the stop, but: %v", err)
	}
}

// TestInvalidForTask: what is wrong is told with the number of its value, and
// nothing is answered.
func TestInvalidForTask(t *testing.T) {
	r := configured(t)
	for _, tt := range []struct {
		task  string
		in    []string
		value int
		at    string
	}{
		{"view", []string{stateText, "3"}, 1, ""},
		{"view", []string{stateText, "-1"}, 1, ""},
		{"play", []string{stateText, claimText, `{"type":"flip"}`}, 2, ""},
		{"move", []string{`{}`, claimText}, 0, ""},
		{"move", []string{stateText}, 0, ""},
		{"move", []string{stateText, claimText, claimText}, 2, ""},
		{"check", []string{boardText, `[{"piece":"r2"}]`}, 1, "/0"},
		{"solve", nil, 0, ""},
	} {
		in := gametest.Values(t, tt.in...)
		e := gametest.NewAsker(t, r, tt.task).Refused(in)
		if e.Value != tt.value {
			t.Errorf("%s: %v, want value %d", tt.task, e, tt.value)
			continue
		}
		if !e.Count && stream.Pointer(in[e.Value], e.Offset) != tt.at {
			t.Errorf("%s: %v, want it at %q", tt.task, e, tt.at)
		}
	}
}

// TestSchemasAgree: a decoder takes no value that its schema refuses, and what
// the schema takes and the decoder refuses contradicts itself, so that the error
// says more than the shape can: values are changed at random.
func TestSchemasAgree(t *testing.T) {
	r := configured(t)
	set := schema.New(schemas.FS, "ubongo", r.Options())
	samples := map[string][]string{
		"state": {stateText, overText}, "setup": {setupText}, "rewards": {rewardsText}, "solo": {soloText},
		"problem": {boardText, footprintText}, "chance": {"7"}, "index": {"0"},
		"actor": {`["Ada","solver"]`, `["Ada","idle","setup",2]`}, "actors": {`[["Ada","solver:9"]]`}, "guests": {`[{"as":"Ada","how":"split"}]`},
		"turn-reply": {`false`, `{"time":1,"placements":[]}`}, "placements": {`[{"piece":"r2","cells":[[0,0,0],[0,1,0]]}]`},
		"request": {
			claimText, `{"type":"roll","player":0,"die":1}`, `{"type":"flip","player":1}`, `{"type":"stop","player":1,"time":60000}`,
			`{"type":"playoff","player":0,"die":1,"boards":["g01","g02"]}`,
		},
	}
	// Values of these names have no rules beyond their shape.
	shapesOnly := []string{"request", "placements", "chance", "actor", "actors", "index", "turn-reply", "problem"}
	rounds := gametest.Rounds(100, 1000)
	for name, texts := range samples {
		refused := 0
		for i := range rounds {
			rng := seeded(i)
			var v any
			if err := json.Unmarshal([]byte(texts[i%len(texts)]), &v); err != nil {
				t.Fatal(err)
			}
			for range rng.IntN(3) {
				v = changed(rng, v)
			}
			raw := gametest.Write(t, v)
			problems, err := set.Explain(name, raw)
			if err != nil {
				t.Fatal(err)
			}
			if len(problems) > 0 {
				refused++
			}
			switch err := r.Check(name, raw); {
			case err == nil && len(problems) > 0:
				t.Fatalf("%s %s is taken, but its schema says: %v", name, raw, problems)
			case err != nil && len(problems) == 0 && slices.Contains(shapesOnly, name):
				t.Fatalf("%s %s has the right shape, but: %v", name, raw, err)
			}
		}
		if refused < rounds/10 || refused == rounds {
			t.Errorf("%d of %d values of %s are refused", refused, rounds, name)
		}
	}
}

// changed makes one change somewhere in a value.
func changed(rng *rand.Rand, v any) any {
	others := []any{nil, true, false, 0.0, 1.0, 2.0, 4.0, -1.0, 1.5, 60001.0, 1e15, "red", "g01", "r2", "x", "", "claim", "stop", "time", []any{}, map[string]any{}}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 || rng.IntN(6) == 0 {
			break
		}
		i := rng.IntN(len(v))
		list := slices.Clone(v)
		switch rng.IntN(6) {
		case 0:
			return slices.Delete(list, i, i+1)
		case 1:
			return slices.Insert(list, i, list[i])
		}
		list[i] = changed(rng, list[i])
		return list
	case map[string]any:
		if len(v) == 0 || rng.IntN(8) == 0 {
			break
		}
		var keys []string
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		key := keys[rng.IntN(len(keys))]
		object := map[string]any{}
		for k, member := range v {
			object[k] = member
		}
		switch rng.IntN(8) {
		case 0:
			delete(object, key)
		case 1:
			object["other"] = object[key]
		default:
			object[key] = changed(rng, object[key])
		}
		return object
	}
	return others[rng.IntN(len(others))]
}

// TestAnswersFit: what oracles write matches the schemas of the tasks' outputs.
func TestAnswersFit(t *testing.T) {
	r := configured(t)
	set := schema.New(schemas.FS, "ubongo", r.Options())
	for _, task := range ubongo.Game().Tasks {
		a := gametest.NewAsker(t, r, task.Name)
		gametest.EachInput(t, r, task.Name, 60, seeded, func(t *testing.T, in []jsontext.Value) {
			for i, v := range in {
				problems, err := set.Explain(task.In[min(i, len(task.In)-1)].Value, v)
				if err != nil || len(problems) > 0 {
					t.Errorf("%s: %v, %v", v, problems, err)
				}
			}
			for i, v := range a.Ask(in) {
				problems, err := set.Explain(task.Out[i].Value, v)
				if err != nil || len(problems) > 0 {
					t.Errorf("%s: %v, %v", v, problems, err)
				}
			}
		})
	}
}
