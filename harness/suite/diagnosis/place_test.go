package diagnosis_test

import (
	"cmp"
	"slices"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestPlaced has programs that go wrong at one place in one way that no known misreading has, and
// some of which that cannot be told.
func TestPlaced(t *testing.T) {
	type object map[string]jsontext.Value
	value := func(text string) jsontext.Value { return jsontext.Value(text) }
	inState := func(in, out object, key string) { // leaves a part of the State as it was
		var state object
		if json.Unmarshal(out["state"], &state) == nil {
			state[key] = in[key]
			out["state"], _ = json.Marshal(state)
		}
	}
	// list leaves out elements of a list, and changes the others.
	list := func(out object, key string, left func(one object) bool) {
		var all, kept []jsontext.Value
		if json.Unmarshal(out[key], &all) != nil {
			t.Fatal(key)
		}
		for _, v := range all {
			var one object
			written := v
			isObject := json.Unmarshal(v, &one) == nil
			if left(one) {
				continue
			}
			if isObject {
				written, _ = json.Marshal(one)
			}
			kept = append(kept, written)
		}
		out[key], _ = json.Marshal(slices.Concat([]jsontext.Value{}, kept))
	}
	for _, c := range []struct {
		name, game, task string
		spoil            func(in, out object)
		clause, says     string // "" for a program that is not told so
		passes           bool   // whether right answers show it, too
	}{
		{"kept", "bazar", "move", func(in, out object) { inState(in, out, "turn") }, "BZ-23", "leaves the value at /0/state/turn as it is in the input", true},
		{"kept list", "bazar", "move", func(in, out object) { inState(in, out, "events") }, "BZ-16", "leaves the value at /0/state/events as it is in the input", true},
		{"kept bag", "bazaar", "move", func(in, out object) { inState(in, out, "bank") }, "BG-21", "leaves the value at /0/state/bank as it is in the input", true},
		{"two kept", "ubongo", "move", func(in, out object) { inState(in, out, "solved"); inState(in, out, "phase") }, "UO-53", "leaves the values at /0/state/phase, /0/state/solved as they are in the input", true},
		{"always", "bazar", "setup", func(_, out object) { out["round"] = value("1") }, "BZ-07", "always has 1 at /0/round", false},
		{"always nothing", "bazar", "view", func(_, out object) { out["events"] = value(`{"current":null,"played":[],"left":0}`) }, "BZ-80", `always has {"current":null,"played":[],"left":0} at /0/events`, false},
		{"too much", "ubar", "view", func(_, out object) {
			var n int
			_ = json.Unmarshal(out["pile_count"], &n)
			out["pile_count"], _ = json.Marshal(max(0, n-2))
		}, "UB-75", "has numbers at /0/pile_count that are 2 too small", false},
		{"some too much", "ubar", "view", func(_, out object) {
			var costs [][]*int
			_ = json.Unmarshal(out["costs"], &costs)
			if len(costs) > 0 {
				for _, n := range costs[0] {
					if n != nil {
						*n++
					}
				}
				out["costs"], _ = json.Marshal(costs)
			}
		}, "UB-22", "has some numbers at /0/costs/*/* that are 1 too large", false},
		{"another member", "ubar", "view", func(_, out object) { out["turn"] = out["you"] }, "UB-11", "has at /0/turn what belongs at /0/you", true},
		{"first only", "ubar", "setup", func(_, out object) {
			var list []jsontext.Value
			_ = json.Unmarshal(out["markets"], &list)
			out["markets"], _ = json.Marshal(list[:1])
		}, "UB-05", "leaves out elements of the list at /0/markets", false},
		{"some left out", "bazaar", "score", func(_, out object) {
			list(out, "points", func(one object) bool { return string(one["points"]) == "0" })
		}, "BG-33", `leaves out each element of the list at /0/points whose "points" is 0`, true},
		{"two at most", "bazaar", "turn", func(_, out object) {
			n := 0
			list(out, "scores", func(object) bool { n++; return n > 2 })
		}, "BG-14", "lists no more than 2 elements at /0/scores", true},
		{"always in a bag", "bazar", "view", func(_, out object) {
			list(out, "board", func(one object) bool { one["face"] = value(`"down"`); return false })
		}, "BZ-27", `always has "down" at /0/board/*/face`, true},
		{"for another", "bazaar", "score", func(_, out object) {
			if string(out["reason"]) == `"no_cards"` {
				out["reason"] = value(`"nobody_can_buy"`)
			}
		}, "BG-49", `has at /0/reason "nobody_can_buy" instead of "no_cards"`, true},
		{"in seconds", "ubongo", "solo", func(_, out object) {
			if n, err := strconv.Atoi(string(out["time"])); err == nil {
				out["time"] = value(strconv.Itoa(n / 1000))
			}
		}, "UO-69", "has at /0/time numbers that are divided by 1000 and rounded down", true},
		{"nothing of few", "bazar", "score", func(_, out object) {
			list(out, "scores", func(one object) bool {
				if n, err := strconv.Atoi(string(one["coins"])); err == nil && n < 60 {
					one["coins"] = value("0")
				}
				return false
			})
		}, "BZ-74", "has 0 at some of /0/scores/*/coins instead of other values", false},
		{"two at most, or others", "bazar", "score", func(_, out object) {
			n := 0
			list(out, "scores", func(object) bool { n++; return n > 2 })
			if n == 2 {
				list(out, "scores", func(one object) bool { one["coins"] = value("77"); return false })
			}
		}, "", "", false},
		{"more wrong besides", "ubar", "setup", func(_, out object) {
			out["markets"], out["supply"] = value(`["m01","m02","m03"]`), value(`{"carpet":18,"chest":18,"potion":18,"lamp":17,"scarab":20}`)
		}, "", "", false},
		{"last missing", "ubar", "setup", func(_, out object) {
			var list []jsontext.Value
			_ = json.Unmarshal(out["markets"], &list)
			out["markets"], _ = json.Marshal(list[:2])
		}, "UB-05", "leaves out the last element of the list at /0/markets", false},
	} {
		w := wardOf(t, c.game, c.task)
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(one *suite.Case) []jsontext.Value {
			i := slices.IndexFunc(w.cases, func(o suite.Case) bool { return o.ID == one.ID })
			var in, out object
			if err := cmp.Or(json.Unmarshal(one.In[0], &in), json.Unmarshal(w.want[i][0], &out)); err != nil {
				t.Fatal(err)
			}
			c.spoil(in, out)
			got, err := json.Marshal(out)
			if err != nil {
				t.Fatal(err)
			}
			return []jsontext.Value{got}
		}))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.List, func(d judge.Diagnosis) bool { return d.Likely && d.Settled() && len(d.Mutants) == 0 })
		switch {
		case c.says == "" && i >= 0, c.says != "" && i < 0:
			t.Errorf("%s: %s", c.name, told(f))
		case i < 0:
		default:
			if d := f.List[i]; d.Text != c.says || d.Clause != c.clause || d.Passes > 0 != c.passes || len(d.Cases) != d.Explains {
				t.Errorf("%s: %+v", c.name, d)
			}
		}
	}
}
