package game_test

import (
	"reflect"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestMutantsOf reads a list of mutants under two hints.
func TestMutantsOf(t *testing.T) {
	list := "Look here\nR1\tA-1\tmove play\tdoes it twice\nR2\tA-2\tmove\tdoes nothing\tnobody sees it\nLook there\nR3\tA-1\tview\tlooks away\n"
	want := []game.Mutant{
		{ID: "R1", Clause: "A-1", Summary: "does it twice", Hint: "Look here", Tasks: []string{"move", "play"}},
		{ID: "R2", Clause: "A-2", Summary: "does nothing", Hint: "Look here", Tasks: []string{"move"}, Equivalent: "nobody sees it"},
		{ID: "R3", Clause: "A-1", Summary: "looks away", Hint: "Look there", Tasks: []string{"view"}},
	}
	if got := game.MutantsOf(list); !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if got := game.MutantsOf(""); got != nil {
		t.Errorf("read %+v of nothing", got)
	}
}
