package ubongo_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// allOptions are sets of options under which properties are tested.
var allOptions = [][]string{
	nil,
	{"wrong_claim=out"},
	{"all_done=wait"},
	{"wrong_claim=out", "all_done=wait", "second_flip=any"},
	{"playoff_level=any", "card_sides=single"},
}

// totals are all gems there are.
var totals = gemsValue{10, 19, 10, 19}

func (s stateValue) gems() gemsValue {
	sum := s.Bag.plus(gemsValue{Blue: s.Display.Blue, Brown: s.Display.Brown})
	for _, p := range s.Players {
		sum = sum.plus(p.Gems)
	}
	return sum
}

func (s stateValue) mainPhase() bool {
	return s.Phase == "roll" || s.Phase == "flip" || s.Phase == "solve"
}

// checkInvariants has the invariants 1, 2, 4 and 6 of the spec's chapter 8.
func checkInvariants(t *testing.T, s stateValue) {
	t.Helper()
	if got := s.gems(); got != totals {
		t.Errorf("(1) %+v gems", got)
	}
	left := 10 - s.Round
	if !s.mainPhase() {
		left = 0
	}
	if want := (displayValue{left, left}); len(s.Solved) == 0 && s.Display != want {
		t.Errorf("(2) display %+v in round %d, phase %s", s.Display, s.Round, s.Phase)
	}
	for _, p := range s.Players {
		if want := max(0, left-1); len(p.Stack) != want {
			t.Errorf("(4) a stack of %d in round %d", len(p.Stack), s.Round)
		}
	}
	if s.Phase == "roll" && s.Bag.total() < 40-4*(s.Round-1) || s.Bag.total() == 0 {
		t.Errorf("(6) a bag of %d in round %d", s.Bag.total(), s.Round)
	}
}

// TestMoveInvariants has the invariants of the spec's chapter 8 that a move
// keeps, under all options: also that the state behind it is valid (10).
func TestMoveInvariants(t *testing.T) {
	for _, options := range allOptions {
		t.Run(fmt.Sprint(options), func(t *testing.T) {
			r := configured(t, options...)
			move := gametest.NewAsker(t, r, "move")
			gametest.EachInput(t, r, "move", 1500, seeded, func(t *testing.T, in []jsontext.Value) {
				before := gametest.Read[stateValue](t, in[0])
				checkInvariants(t, before)
				out := move.Ask(in)
				after, code := verdict(t, out)
				if code != "" {
					why := r.Explain(in, code)
					if why == "" || why == code {
						t.Errorf("no explanation of %s", code)
					}
					return
				}
				checkInvariants(t, after)
				if reflect.DeepEqual(before, after) {
					t.Error("(5) a legal request changes nothing")
				}
				n := len(before.Players)
				if d := func(s stateValue) int { return (s.Flipper - s.Roller + n) % n }; d(before) != d(after) {
					t.Error("(7) roller and flipper have another distance")
				}
				answer := gametest.Read[struct {
					Legal bool           `json:"legal"`
					State jsontext.Value `json:"state"`
				}](t, out[0])
				if err := r.Check("state", answer.State); err != nil {
					t.Errorf("(10) %s: %v", answer.State, err)
				}
			})
		})
	}
}

// TestRewardsInvariant: a round pays s + min(s, 2) gems and returns 2 - min(s, 2)
// (3), and the display loses one of each colour.
func TestRewardsInvariant(t *testing.T) {
	r := configured(t)
	a := gametest.NewAsker(t, r, "rewards")
	gametest.EachInput(t, r, "rewards", 2000, seeded, func(t *testing.T, in []jsontext.Value) {
		before := gametest.Read[struct {
			Players int              `json:"players"`
			Display displayValue     `json:"display"`
			Bag     gemsValue        `json:"bag"`
			Order   []int            `json:"order"`
			Draws   []jsontext.Value `json:"draws"`
		}](t, in[0])
		after := gametest.Read[struct {
			Gains   []gemsValue  `json:"gains"`
			Points  []int        `json:"points"`
			Display displayValue `json:"display"`
			Bag     gemsValue    `json:"bag"`
		}](t, a.Ask(in)[0])
		s := len(before.Order)
		drawn := s
		for _, d := range before.Draws {
			if string(d) == "null" {
				drawn--
			}
		}
		paid := 0
		for i, g := range after.Gains {
			paid += g.total()
			if want := 4*g.Red + 3*g.Blue + 2*g.Green + g.Brown; after.Points[i] != want {
				t.Errorf("%+v are worth %d, want %d", g, after.Points[i], want)
			}
		}
		if want := drawn + min(s, 2); paid != want {
			t.Errorf("(3) %d gems are paid to %d solvers, want %d", paid, s, want)
		}
		if got, want := after.Bag.total()-before.Bag.total(), 2-min(s, 2)-drawn; got != want {
			t.Errorf("(3) the bag changes by %d, want %d", got, want)
		}
		if after.Display.Blue != before.Display.Blue-1 || after.Display.Brown != before.Display.Brown-1 {
			t.Errorf("the display becomes %+v", after.Display)
		}
	})
}

// TestPlayIsMoves: task play is task move, one request after another.
func TestPlayIsMoves(t *testing.T) {
	for _, options := range allOptions {
		r := configured(t, options...)
		play, move, score := gametest.NewAsker(t, r, "play"), gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "score")
		gametest.EachInput(t, r, "play", 150, seeded, func(t *testing.T, in []jsontext.Value) {
			state := in[0]
			var answers []string
			for _, q := range in[1:] {
				v := gametest.Read[struct {
					Legal bool           `json:"legal"`
					Code  string         `json:"code"`
					State jsontext.Value `json:"state"`
				}](t, move.Ask([]jsontext.Value{state, q})[0])
				if v.Legal {
					answers = append(answers, "true")
					state = v.State
				} else {
					answers = append(answers, `"`+v.Code+`"`)
				}
			}
			out := play.Ask(in)
			if got, want := string(out[0]), "["+string(bytes.Join(bytesOf(answers), []byte(",")))+"]"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if !bytes.Equal(out[1], state) {
				t.Errorf("%s\nwant\n%s", out[1], state)
			}
			if result := score.Ask([]jsontext.Value{state})[0]; !bytes.Equal(out[2], result) {
				t.Errorf("%s, want %s", out[2], result)
			}
		})
	}
}

func bytesOf(texts []string) [][]byte {
	list := make([][]byte, len(texts))
	for i, s := range texts {
		list[i] = []byte(s)
	}
	return list
}

// TestViewHides: States that differ in the order of the stacks look the same.
func TestViewHides(t *testing.T) {
	r := configured(t)
	view := gametest.NewAsker(t, r, "view")
	shuffled := 0
	gametest.EachInput(t, r, "view", 800, seeded, func(t *testing.T, in []jsontext.Value) {
		s := gametest.Read[stateValue](t, in[0])
		for i := range s.Players {
			slices.Reverse(s.Players[i].Stack)
		}
		other := []jsontext.Value{gametest.Write(t, s), in[1]}
		if !bytes.Equal(in[0], other[0]) {
			shuffled++
		}
		if a, b := view.Ask(in)[0], view.Ask(other)[0]; !bytes.Equal(a, b) {
			t.Errorf("%s\n%s", a, b)
		}
	})
	if shuffled == 0 {
		t.Error("no stack could be told from its reverse")
	}
}

// TestSymmetry: turning a footprint leaves the count, mirroring it does when r4
// and y4 change places and there is no piece of five (9); a solution that is
// turned with it solves it, and without any one cube it does not.
func TestSymmetry(t *testing.T) {
	r := configured(t)
	solve, check := gametest.NewAsker(t, r, "solve"), gametest.NewAsker(t, r, "check")
	problems, counts := contentTasks(t)
	exchanged := map[string]string{"r4": "y4", "y4": "r4"}
	few := gametest.Rounds(len(problems)/10, len(problems))
	for i := 0; i < len(problems); i += len(problems) / few {
		in := problems[i]
		p := gametest.Read[problemValue](t, in[0])
		first := gametest.Read[[]placementValue](t, gametest.Read[solutionsValue](t, solve.Ask(in)[0]).First)
		turned := problemValue{Pieces: p.Pieces}
		for _, at := range p.Footprint {
			turned.Footprint = append(turned.Footprint, [2]int{at[1], 15 - at[0]})
		}
		if got := gametest.Read[solutionsValue](t, solve.Ask([]jsontext.Value{gametest.Write(t, turned)})[0]).Count; got != counts[i] {
			t.Fatalf("%s turned has %d solutions, want %d", in[0], got, counts[i])
		}
		for k := range first {
			for c, at := range first[k].Cells {
				first[k].Cells[c] = [3]int{at[1], 15 - at[0], at[2]}
			}
		}
		if got := string(check.Ask([]jsontext.Value{gametest.Write(t, turned), gametest.Write(t, first)})[0]); got != `{"ok":true}` {
			t.Fatalf("the solution of %s turned is %s", in[0], got)
		}
		spoilt := slices.Clone(first[0].Cells)
		first[0].Cells = spoilt[1:]
		if got := string(check.Ask([]jsontext.Value{gametest.Write(t, turned), gametest.Write(t, first)})[0]); got != `{"ok":false,"code":"wrong_shape"}` {
			t.Fatalf("the solution of %s without a cube is %s", in[0], got)
		}
		mirrored := problemValue{Footprint: turned.Footprint}
		fives := 0
		for k, at := range p.Footprint {
			mirrored.Footprint[k] = [2]int{at[0], 15 - at[1]}
		}
		for _, id := range p.Pieces {
			if id[1] == '5' {
				fives++
			}
			if to, ok := exchanged[id]; ok {
				id = to
			}
			mirrored.Pieces = append(mirrored.Pieces, id)
		}
		if fives > 0 {
			continue
		}
		if got := gametest.Read[solutionsValue](t, solve.Ask([]jsontext.Value{gametest.Write(t, mirrored)})[0]).Count; got != counts[i] {
			t.Fatalf("%s mirrored has %d solutions, want %d", in[0], got, counts[i])
		}
	}
}
