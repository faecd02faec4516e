package ubongo_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// The plain judge is chapters 3 and 6 of the spec once more: on the values as
// they stand in JSON, clause by clause, without anything prepared. It shares no
// idea with the engine.

// plainRotations are the 24 rotations as axes with signs: those whose
// determinant is one.
func plainRotations() [][3][3]int {
	var list [][3][3]int
	for _, axes := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			var m [3][3]int
			for i, axis := range axes {
				m[i][axis] = 1 - 2*(signs>>i&1)
			}
			determinant := m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) -
				m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
			if determinant == 1 {
				list = append(list, m)
			}
		}
	}
	return list
}

// plainShape writes cells without their place, sorted.
func plainShape(cells [][3]int) string {
	low := cells[0]
	for _, c := range cells {
		for i := range c {
			low[i] = min(low[i], c[i])
		}
	}
	var words []string
	for _, c := range cells {
		words = append(words, fmt.Sprint(c[0]-low[0], c[1]-low[1], c[2]-low[2]))
	}
	slices.Sort(words)
	return strings.Join(words, ",")
}

// A plainBox is the content with the shapes of all pieces.
type plainBox struct {
	contentValue
	cells  map[string][][3]int
	shapes map[string]map[string]bool
}

func newPlainBox(t testing.TB) *plainBox {
	b := &plainBox{contentValue: contentOf(t), cells: map[string][][3]int{}, shapes: map[string]map[string]bool{}}
	for _, p := range b.Pieces {
		b.cells[p.ID] = p.Cells
		b.shapes[p.ID] = map[string]bool{}
		for _, m := range plainRotations() {
			b.shapes[p.ID][plainShape(plainTurned(p.Cells, m))] = true
		}
	}
	return b
}

func plainTurned(cells [][3]int, m [3][3]int) [][3]int {
	var list [][3]int
	for _, c := range cells {
		var d [3]int
		for i := range d {
			d[i] = m[i][0]*c[0] + m[i][1]*c[1] + m[i][2]*c[2]
		}
		list = append(list, d)
	}
	return list
}

func (b *plainBox) level(board string) string {
	return map[byte]string{'g': "green", 'y': "yellow", 'o': "orange", 'r': "red"}[board[0]]
}

// card is the card of a board: boards of two levels share the cards of a number.
func (b *plainBox) card(board string, single bool) string {
	if single {
		return board
	}
	return map[byte]string{'g': "A", 'y': "A", 'o': "B", 'r': "B"}[board[0]] + board[1:]
}

func (b *plainBox) problem(t testing.TB, board string, die int) problemValue {
	t.Helper()
	for _, one := range b.Boards {
		if one.ID != board {
			continue
		}
		for _, task := range one.Tasks {
			if slices.Contains(task.Numbers, die) {
				return problemValue{one.Footprint, task.Pieces}
			}
		}
	}
	t.Fatalf("board %s has no task %d", board, die)
	return problemValue{}
}

// check is 3.3: the code, or "".
func (b *plainBox) check(p problemValue, list []placementValue) string {
	var placed []string
	for _, one := range list {
		if !slices.Contains(p.Pieces, one.Piece) {
			return "piece_not_in_task"
		}
	}
	for _, one := range list {
		if slices.Contains(placed, one.Piece) {
			return "piece_twice"
		}
		placed = append(placed, one.Piece)
	}
	if len(placed) < len(p.Pieces) {
		return "piece_missing"
	}
	for _, one := range list {
		if !b.shapes[one.Piece][plainShape(one.Cells)] {
			return "wrong_shape"
		}
	}
	filled := map[[3]int]int{}
	worst := 0
	for _, one := range list {
		for _, c := range one.Cells {
			filled[c]++
			over := slices.Contains(p.Footprint, [2]int{c[0], c[1]})
			switch {
			case c[2] > 1:
				worst = max(worst, 3)
			case !over && c[2] == 0:
				worst = max(worst, 2)
			case !over:
				worst = max(worst, 1)
			}
		}
	}
	if worst > 0 {
		return []string{"", "overhang", "outside_outline", "too_high"}[worst]
	}
	for _, n := range filled {
		if n > 1 {
			return "overlap"
		}
	}
	if len(filled) < 2*len(p.Footprint) {
		return "gap"
	}
	return ""
}

// A plainOptions has the options that are not at their default.
type plainOptions struct{ out, wait, anyFlip, anyLevel, single bool }

func plainOptionsOf(settings []string) plainOptions {
	is := func(s string) bool { return slices.Contains(settings, s) }
	return plainOptions{
		is("wrong_claim=out"), is("all_done=wait"), is("second_flip=any"), is("playoff_level=any"), is("card_sides=single"),
	}
}

func plainPoints(g gemsValue) int { return 4*g.Red + 3*g.Blue + 2*g.Green + g.Brown }

func (g *gemsValue) of(colour string) *int {
	return map[string]*int{"red": &g.Red, "blue": &g.Blue, "green": &g.Green, "brown": &g.Brown}[colour]
}

// tied are the players with the most points.
func (s *stateValue) tied() []int {
	most := 0
	for _, p := range s.Players {
		most = max(most, plainPoints(p.Gems))
	}
	var list []int
	for i, p := range s.Players {
		if plainPoints(p.Gems) == most {
			list = append(list, i)
		}
	}
	return list
}

func (s *stateValue) finished(player int) bool {
	return slices.ContainsFunc(s.Solved, func(v solvedValue) bool { return v.Player == player })
}

// move is chapters 3 and 6: the code, or "" and what becomes of the state.
func (b *plainBox) move(t testing.TB, o plainOptions, s *stateValue, q requestValue) string {
	t.Helper()
	wanted := map[string][]string{
		"roll": {"roll"}, "flip": {"flip"}, "claim": {"solve", "playoff"}, "stop": {"solve"}, "playoff": {"playoff_roll"},
	}
	switch {
	case s.Phase == "over":
		return "game_over"
	case q.Player >= len(s.Players):
		return "no_such_player"
	case !slices.Contains(wanted[q.Type], s.Phase):
		return "wrong_phase"
	case q.Type == "roll" && q.Player != s.Roller:
		return "not_your_turn"
	case q.Type == "roll":
		s.Die, s.Phase = q.Die, "flip"
	case q.Type == "flip" && q.Player != s.Flipper && !(o.anyFlip && s.Glass == 1):
		return "not_your_turn"
	case q.Type == "flip":
		s.Glass, s.Phase = s.Glass+1, "solve"
	case q.Type == "stop" && *q.Time < 60000:
		return "too_early"
	case q.Type == "stop":
		if done := len(s.Solved) + len(s.Out); len(s.Solved) == 0 && s.Glass == 1 && done < len(s.Players) {
			s.Phase = "flip"
		} else {
			s.endRound()
		}
	case q.Type == "playoff":
		return b.movePlayoff(o, s, q)
	case s.Phase == "playoff":
		return b.claimPlayoff(t, s, q)
	default:
		return b.claim(t, o, s, q)
	}
	return ""
}

func (b *plainBox) claim(t testing.TB, o plainOptions, s *stateValue, q requestValue) string {
	t.Helper()
	k := len(s.Solved)
	switch {
	case s.finished(q.Player):
		return "already_solved"
	case slices.Contains(s.Out, q.Player):
		return "player_out"
	case *q.Time > 60000:
		return "too_late"
	case k > 0 && *q.Time < s.Solved[k-1].Time:
		return "time_reversed"
	}
	wrong := b.check(b.problem(t, *s.Players[q.Player].Board, *s.Die), *q.Placements)
	gem := strings.Trim(string(q.Gem), `"`)
	switch {
	case wrong != "" && o.out:
		s.Out = append(s.Out, q.Player)
	case wrong != "":
		return wrong
	case gem == "null":
		return "gem_missing"
	case *s.Bag.of(gem) == 0:
		return "gem_not_in_bag"
	default:
		own := &s.Players[q.Player].Gems
		*s.Bag.of(gem)--
		*own.of(gem)++
		if k == 0 {
			s.Display.Blue--
			own.Blue++
		}
		if k == 1 {
			s.Display.Brown--
			own.Brown++
		}
		s.Solved = append(s.Solved, solvedValue{q.Player, *q.Time, gem})
	}
	if len(s.Solved)+len(s.Out) == len(s.Players) && !o.wait {
		s.endRound()
	}
	return ""
}

func (s *stateValue) endRound() {
	if len(s.Solved) == 0 {
		s.Display.Blue--
		s.Bag.Blue++
	}
	if len(s.Solved) < 2 {
		s.Display.Brown--
		s.Bag.Brown++
	}
	n := len(s.Players)
	s.Die, s.Glass, s.Solved, s.Out = nil, 0, []solvedValue{}, []int{}
	if s.Round < 9 {
		s.Round++
		s.Phase, s.Roller, s.Flipper = "roll", (s.Roller+1)%n, (s.Flipper+1)%n
		for i := range s.Players {
			s.Players[i].Board, s.Players[i].Stack = &s.Players[i].Stack[0], s.Players[i].Stack[1:]
		}
		return
	}
	for i := range s.Players {
		s.Players[i].Board = nil
	}
	s.Phase = "playoff_roll"
	if tied := s.tied(); len(tied) == 1 {
		s.Phase, s.Winner = "over", &tied[0]
	}
}

func (b *plainBox) movePlayoff(o plainOptions, s *stateValue, q requestValue) string {
	tied, boards := s.tied(), *q.Boards
	if !slices.Contains(tied, q.Player) {
		return "not_tied"
	}
	if len(boards) != len(tied) {
		return "board_count"
	}
	for i, p := range tied {
		if !o.anyLevel && b.level(boards[i]) != s.Players[p].Level {
			return "wrong_level"
		}
	}
	for i := range boards {
		for j := range i {
			if b.card(boards[i], o.single) == b.card(boards[j], o.single) {
				return "card_taken"
			}
		}
	}
	for i, p := range tied {
		s.Players[p].Board = &boards[i]
	}
	s.Die, s.Phase = q.Die, "playoff"
	return ""
}

func (b *plainBox) claimPlayoff(t testing.TB, s *stateValue, q requestValue) string {
	t.Helper()
	if !slices.Contains(s.tied(), q.Player) {
		return "not_tied"
	}
	if wrong := b.check(b.problem(t, *s.Players[q.Player].Board, *s.Die), *q.Placements); wrong != "" {
		return wrong
	}
	if string(q.Gem) != "null" {
		return "gem_in_playoff"
	}
	s.Phase, s.Die, s.Winner = "over", nil, &q.Player
	for i := range s.Players {
		s.Players[i].Board = nil
	}
	return ""
}

// TestMoveIsPlain compares the engine with the plain judge.
func TestMoveIsPlain(t *testing.T) {
	b := newPlainBox(t)
	for _, options := range allOptions {
		t.Run(fmt.Sprint(options), func(t *testing.T) {
			r := configured(t, options...)
			o := plainOptionsOf(options)
			move := gametest.NewAsker(t, r, "move")
			codes := map[string]int{}
			everything := func() bool { return len(codes) >= 20 }
			gametest.EachInputUntil(t, r, "move", 2500, seeded, everything, func(t *testing.T, in []jsontext.Value) {
				got, code := verdict(t, move.Ask(in))
				want := gametest.Read[stateValue](t, in[0])
				wantCode := b.move(t, o, &want, gametest.Read[requestValue](t, in[1]))
				codes[code]++
				if code != wantCode || code == "" && !reflect.DeepEqual(got, want) {
					t.Errorf("%q %+v\nwant %q %+v", code, got, wantCode, want)
				}
			})
			if !everything() {
				t.Errorf("the inputs are one-sided: %v", codes)
			}
		})
	}
}

// TestCheckIsPlain compares the checks of solutions.
func TestCheckIsPlain(t *testing.T) {
	b := newPlainBox(t)
	r := configured(t)
	a := gametest.NewAsker(t, r, "check")
	codes := map[string]int{}
	everything := func() bool { return len(codes) == 10 }
	gametest.EachInputUntil(t, r, "check", 4000, seeded, everything, func(t *testing.T, in []jsontext.Value) {
		p := b.problemOf(t, in[0])
		want := b.check(p, gametest.Read[[]placementValue](t, in[1]))
		got := gametest.Read[struct {
			OK   bool   `json:"ok"`
			Code string `json:"code"`
		}](t, a.Ask(in)[0])
		codes[got.Code]++
		if got.Code != want || got.OK != (want == "") {
			t.Errorf("%+v, want %q", got, want)
		}
	})
	if !everything() {
		t.Errorf("the inputs are one-sided: %v", codes)
	}
}

func (b *plainBox) problemOf(t testing.TB, raw jsontext.Value) problemValue {
	t.Helper()
	v := gametest.Read[struct {
		problemValue
		Board string `json:"board"`
		Die   int    `json:"die"`
	}](t, raw)
	if v.Board != "" {
		return b.problem(t, v.Board, v.Die)
	}
	return v.problemValue
}

// count is every way to put the pieces one by one anywhere over the footprint,
// smallest id first; the first solution found is the first one of UO-82, since
// places are tried in order of their cells.
func (b *plainBox) count(p problemValue) (n int, first []placementValue) {
	pieces := slices.Sorted(slices.Values(p.Pieces))
	volume := 0
	for _, id := range pieces {
		volume += len(b.cells[id])
	}
	if volume != 2*len(p.Footprint) {
		return 0, nil
	}
	places := map[string][][][3]int{}
	for _, id := range pieces {
		places[id] = b.places(p, id)
	}
	filled := map[[3]int]bool{}
	var stack []placementValue
	var put func(k int)
	put = func(k int) {
		if k == len(pieces) {
			if n++; n == 1 {
				first = slices.Clone(stack)
			}
			return
		}
		for _, cells := range places[pieces[k]] {
			if slices.ContainsFunc(cells, func(c [3]int) bool { return filled[c] }) {
				continue
			}
			for _, c := range cells {
				filled[c] = true
			}
			stack = append(stack, placementValue{pieces[k], cells})
			put(k + 1)
			stack = stack[:len(stack)-1]
			for _, c := range cells {
				delete(filled, c)
			}
		}
	}
	put(0)
	return n, first
}

// places are all sets of cells over a footprint that a piece can fill, in order.
func (b *plainBox) places(p problemValue, id string) [][][3]int {
	compare := func(a, c [3]int) int { return slices.Compare(a[:], c[:]) }
	var list [][][3]int
	for _, m := range plainRotations() {
		turned := plainTurned(b.cells[id], m)
		for _, at := range p.Footprint {
			for layer := range 2 {
				var cells [][3]int
				for _, c := range turned {
					cells = append(cells, [3]int{c[0] - turned[0][0] + at[0], c[1] - turned[0][1] + at[1], c[2] - turned[0][2] + layer})
				}
				slices.SortFunc(cells, compare)
				stands := !slices.ContainsFunc(cells, func(c [3]int) bool {
					return c[2] < 0 || c[2] > 1 || !slices.Contains(p.Footprint, [2]int{c[0], c[1]})
				})
				known := slices.ContainsFunc(list, func(other [][3]int) bool { return slices.Equal(other, cells) })
				if stands && !known {
					list = append(list, cells)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, c [][3]int) int { return slices.CompareFunc(a, c, compare) })
	return list
}

// TestSolveIsPlain compares the solver with the plain one, on problems that the
// plain one can master.
func TestSolveIsPlain(t *testing.T) {
	b := newPlainBox(t)
	r := configured(t)
	a := gametest.NewAsker(t, r, "solve")
	several := 0
	n := gametest.Rounds(30, 300)
	for i := range n {
		in := r.Generate("solve", seeded(i), min(gametest.SizeOf(i), game.SizeMax*6/10))
		p := b.problemOf(t, in[0])
		if len(p.Pieces) > 5 {
			continue
		}
		count, first := b.count(p)
		got := gametest.Read[solutionsValue](t, a.Ask(in)[0])
		var gotFirst []placementValue
		if got.Count > 0 {
			gotFirst = gametest.Read[[]placementValue](t, got.First)
		}
		if got.Count != count || !reflect.DeepEqual(gotFirst, first) {
			t.Fatalf("%s has %d solutions, first %s, want %d, %+v", in[0], got.Count, got.First, count, first)
		}
		if count > 1 {
			several++
		}
	}
	if several < n/10 {
		t.Errorf("%d problems with several solutions", several)
	}
}
