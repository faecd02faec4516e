package picture_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
)

// A stub draws values that are called seen.
type stub struct{ game.Rules }

func (stub) Drawable() []string { return []string{"seen"} }

func (stub) Draw(_ string, raw jsontext.Value) (*scene.Scene, error) {
	if raw.Kind() != '0' {
		return nil, errors.New("no number")
	}
	return scene.New("seen", "The number "+string(raw)+".", scene.Say("/", "picture of "+string(raw)))
}

// A talker is a stub that tells moves in words, of a state where it is known.
type talker struct{ stub }

func (talker) Tell(value string, raw, shown jsontext.Value) game.Deed {
	if value != "move" {
		return game.Deed{}
	}
	return game.Deed{Who: "Ada", What: "moves " + string(raw) + string(shown)}
}

func (talker) Drawable() []string { return []string{"seen", "state"} }

// What cannot be drawn is told, if there are words.
func TestWords(t *testing.T) {
	s, err := picture.Values(talker{}, []game.Param{{Name: "state", Value: "state"}, {Name: "move", Value: "move", Repeated: true}},
		[]jsontext.Value{jsontext.Value("7"), jsontext.Value("1"), jsontext.Value("2")})
	if err != nil {
		t.Fatal(err)
	}
	drawn := terminal.Draw(s, terminal.Options{})
	for _, want := range []string{"Ada moves 17", "Ada moves 2 "} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%q is not in\n%s", want, drawn)
		}
	}
}

// What cannot be drawn stands beside what can, and can be marked.
func TestValues(t *testing.T) {
	seen, other := game.Param{Name: "board", Value: "seen"}, game.Param{Name: "request", Value: "other", Repeated: true}
	values := func(texts ...string) (list []jsontext.Value) {
		for _, s := range texts {
			list = append(list, jsontext.Value(s))
		}
		return list
	}
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("[%d]", i))
	}
	for _, c := range []struct {
		name   string
		params []game.Param
		values []jsontext.Value
		want   []string // lines of the picture
		places string
	}{
		{"one", []game.Param{seen}, values("1"), []string{"board", "picture of 1"}, "/0"},
		{"and requests", []game.Param{seen, other}, values("1", `{ "a": [1, 2] }`, `"x"`), []string{"board", "picture of 1", "request", `{"a":[1,2]}`, `"x"`}, "/0 /1 /2"},
		{"another first", []game.Param{{Name: "n", Value: "n"}, seen}, values("7", "1"), []string{"n", "7", "board", "picture of 1"}, "/0 /1"},
		{
			"too many",
			[]game.Param{seen, other},
			values(append([]string{"1"}, many...)...),
			slices.Concat([]string{"board", "picture of 1", "request"}, many[:50], []string{"… and 10 more"}), "",
		},
	} {
		s, err := picture.Values(stub{}, c.params, c.values)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var lines []string
		for line := range strings.Lines(terminal.Draw(s, terminal.Options{})) {
			if line = strings.Trim(line, " │┌┐└┘─\n"); line != "" {
				lines = append(lines, line)
			}
		}
		if !slices.Equal(lines, c.want) {
			t.Errorf("%s: %q, expected %q", c.name, lines, c.want)
		}
		if got := strings.Join(s.Places(), " "); c.places != "" && got != c.places {
			t.Errorf("%s: places %q, expected %q", c.name, got, c.places)
		}
	}
	if _, err := picture.Values(stub{}, []game.Param{other}, values("1")); !errors.Is(err, picture.ErrNothing) {
		t.Errorf("nothing to draw: %v", err)
	}
	if _, err := picture.Values(stub{}, []game.Param{seen}, values("[]")); err == nil || !strings.Contains(err.Error(), "value 1 (board): no number") {
		t.Errorf("what cannot be drawn: %v", err)
	}
}

// TestDrawable: only rules that draw have values to draw.
func TestDrawable(t *testing.T) {
	if got := picture.Drawable(stub{}); !slices.Equal(got, []string{"seen"}) {
		t.Errorf("%q can be drawn", got)
	}
	if got := picture.Drawable(nil); got != nil {
		t.Errorf("%q can be drawn without rules", got)
	}
}

// TestDifferences: a value is compared as in the answer that has it, and not as its neighbour
// there.
func TestDifferences(t *testing.T) {
	g := &game.Game{Tasks: []game.Task{{
		Out:    []game.Param{{Name: "first", Value: "first"}, {Name: "second", Value: "second"}},
		Fields: []game.Field{{Pointer: "/0", Bag: true}, {Pointer: "/1/bag", Bag: true}},
	}}}
	for _, c := range []struct{ value, a, b, want string }{
		{"first", `[1,2]`, `[2,1]`, "[]"},
		{"first-shown", `[1,2]`, `[2,1]`, "[]"},
		{"second", `{"bag":[1,2]}`, `{"bag":[2,1]}`, "[]"},
		{"second", `{"bag":[1],"list":[1,2]}`, `{"bag":[1],"list":[2,1]}`, "[/list/0 /list/1]"},
		{"second", `[[1,2]]`, `[[2,1]]`, "[/0/0 /0/1]"},
		{"third", `[1,2]`, `[2,1]`, "[/0 /1]"},
	} {
		if got := fmt.Sprint(picture.Differences(g, c.value, jsontext.Value(c.a), jsontext.Value(c.b))); got != c.want {
			t.Errorf("%s %s and %s differ at %s, expected %s", c.value, c.a, c.b, got, c.want)
		}
	}
}
