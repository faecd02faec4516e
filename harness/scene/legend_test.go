package scene_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/scene"
)

// words are those of a legend, in its order.
func words(s *scene.Scene) (all []string) {
	for _, m := range s.Legend {
		all = append(all, m.Letters()+" "+m.Words)
	}
	return all
}

// A legend has what the picture shows, wherever that is, and nothing else; of
// several pictures it has each sign once.
func TestLegend(t *testing.T) {
	token := func(mark string) *scene.Token { return &scene.Token{Mark: mark, Colour: scene.Red} }
	meanings := []scene.Meaning{
		{Sign: token("a"), Words: "an apple"},
		{Sign: token("b"), Words: "a berry"},
		{Sign: &scene.Token{Mark: "c", Colour: scene.Blue}, Words: "a blue cherry"},
		{Sign: scene.Bold("", "+"), Words: "and"},
		{Sign: scene.Bold("", "►"), Words: "chosen", In: scene.Chosen},
		{Sign: scene.Bold("", "cost 1"), Words: "its cost", In: scene.Begins("cost ")},
	}
	draw := func(body scene.Part) *scene.Scene {
		t.Helper()
		s, err := scene.New("", "", body)
		if err != nil {
			t.Fatal(err)
		}
		s.Explain(meanings)
		return s
	}
	cell := scene.Cell{Body: scene.Line("", token("b"), scene.Say("", "cost 17"))}
	one := draw(scene.Stack("", &scene.Panel{Strong: true, Body: &scene.Grid{Cells: [][]scene.Cell{{cell}}}}, token("c")))
	if got, want := words(one), []string{"b a berry", "► chosen", "cost 1 its cost"}; !slices.Equal(got, want) {
		t.Errorf("the legend has %q, expected %q", got, want)
	}
	two := draw(scene.Line("", token("a"), scene.Say("", "+"), token("b")))
	both, err := scene.Compare("", one, two, "one", "two")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := words(both), []string{"a an apple", "b a berry", "+ and", "► chosen", "cost 1 its cost"}; !slices.Equal(got, want) {
		t.Errorf("the legend of both has %q, expected %q", got, want)
	}
	if none := draw(scene.Say("", "a")); len(none.Legend) > 0 || none.Whole() != none.Body {
		t.Errorf("without signs there is the legend %q", words(none))
	}
	if len(one.Places()) > 0 {
		t.Errorf("the legend shows %q of the value", one.Places())
	}
}
