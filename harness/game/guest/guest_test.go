package guest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// cast are the actors and guests of a game that does not exist.
func cast() *guest.Cast {
	k := &guest.Cast{
		Policies: guest.Policies, Policy: guest.Policy(), Methods: []string{"setup", "turn"}, Cheats: []string{"late"}, Max: 3,
		Plays: "As it likes.", Cheating: "that cheats",
	}
	k.Define(value.NewBook("none"))
	return k
}

// TestPair reads the first two values of a case: what is wrong stands behind the ^ of one
// of them, and begins as said.
func TestPair(t *testing.T) {
	k := cast()
	for _, row := range []struct{ actors, guests, found string }{
		{`[]`, `[]`, ""},
		{`[["Ada","greedy"],["bob","random","turn"],["Cyd","greedy","setup",2]]`, `[{"as":"Ada","how":"cut"},{"send":"","then":"resets"}]`, ""},
		{`[["Ada","greedy","cheat","late"]]`, `[{"how":"late=5s","as":"Ada"},{"then":"waits","send":"\"A b\""}]`, ""},
		{`[["\u0041da","gree\u0064y"]]`, `[{"as":"Ad\u0061","how":"cut"}]`, ""},
		{`^{}`, `[]`, "expected an array of actors"},
		{`^[["a","greedy"],["b","greedy"],["c","greedy"],["d","greedy"]]`, `[]`, "expected at most 3 actors, found 4"},
		{`[^7]`, `[]`, "expected an actor: an array of a name"},
		{`[^["Ada"]]`, `[]`, "expected an actor: an array of a name, a policy and perhaps a way to misbehave, found an array of 1"},
		{`[^["Ada","greedy","cheat"]]`, `[]`, "expected an actor: an array of a name, a policy and perhaps a way to misbehave, found an array of 3"},
		{`[^["Ada","greedy","turn",1,2]]`, `[]`, "expected an actor: an array of a name, a policy and perhaps a way to misbehave, found an array of 5"},
		{`[[^"A da","greedy"]]`, `[]`, "expected a name of 1 to 20 letters and digits"},
		{`[["Ada",^"lazy"]]`, `[]`, `expected "greedy" or "random", found "lazy"`},
		{`[["Ada","greedy",^"win"]]`, `[]`, `expected a method or "cheat"`},
		{`[["Ada","greedy","turn",^100]]`, `[]`, "expected an integer from 1 to 99"},
		{`[["Ada","greedy","cheat",^"turn"]]`, `[]`, "expected the code of an illegal request"},
		{`[]`, `^7`, "expected an array of faults"},
		{`[]`, `[^"Ada"]`, `expected {"as":NAME,"how":FAULT} or {"send":TEXT,"then":"waits"}`},
		{`[["Ada","greedy"]]`, `[^{"as":"Ada"}]`, `expected {"as":NAME,"how":FAULT} or {"send":TEXT,"then":"waits"}, found an object with other keys`},
		{`[["Ada","greedy"]]`, `[^{"as":"Ada","how":"cut","send":""}]`, `expected {"as":NAME,"how":FAULT} or`},
		{`[]`, `[^{}]`, `expected {"as":NAME,"how":FAULT} or`},
		{`[]`, `[{^"hwo":"cut"}]`, `unknown key "hwo" in a guest (did you mean "how"?)`},
		{`[["Ada","greedy"]]`, `[{"as":"Ada","how":^"Cut"}]`, "expected a fault: 1 to 200 printable characters"},
		{`[["Ada","greedy"]]`, `[{"as":^"bob","how":"cut"}]`, `expected the name of an actor, found "bob"`},
		{`[["Ada","greedy"],["Ada","random"]]`, `[{"as":^"Ada","how":"cut"}]`, `expected the name of one actor, found "Ada", which is that of 2`},
		{`[["Ada","greedy"]]`, `[{"as":"Ada","how":"cut"},{"how":"pad","as":^"Ada"}]`, `expected one fault of an actor, found another of "Ada"`},
		{`[]`, `[{"send":^"\"Ada\" 1","then":"waits"}]`, "expected characters that are not a name"},
		{`[]`, `[{"send":"","then":^"goes"}]`, `expected "waits", "leaves" or "resets"`},
	} {
		var in []jsontext.Value
		i, at := 0, -1
		for k, text := range []string{row.actors, row.guests} {
			if place := strings.Index(text, "^"); place >= 0 {
				i, at = k, place
			}
			in = append(in, jsontext.Value(strings.Replace(text, "^", "", 1)))
		}
		_, _, err := k.Pair(new(value.Reader), in)
		var invalid *game.Invalid
		switch {
		case row.found == "" && err != nil:
			t.Errorf("%s %s: %v", row.actors, row.guests, err)
		case row.found == "":
		case !errors.As(err, &invalid) || invalid.Value != i || invalid.Offset != at || !strings.HasPrefix(invalid.Message, row.found):
			t.Errorf("%s %s: found %+v, expected %q", row.actors, row.guests, err, row.found)
		}
	}
}
