package ubar_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// The rules once more, on maps and strings, as the spec words them: slow, and
// without any idea of the engine's. Options are read by their words.

type plainGoods map[string]int

type plainAction struct {
	Time      int
	Give, Get plainGoods
}

type plainTile struct {
	ID     string
	Base   int
	Touch  map[string]int
	Action *plainAction
	Wind   plainWind
}

type plainWind struct {
	Kind   string
	Length int
	Dir    string
}

type plainContent struct {
	Goods []struct {
		ID    string
		Cells [][2]int
		Price int
	}
	Tiles, Starters []plainTile
	Markets         []struct {
		ID     string
		Prices plainGoods
	}
}

var plainBox = sync.OnceValue(func() *plainContent {
	text, err := os.ReadFile("material/content.json")
	if err != nil {
		panic(err) // the test runs in the folder of the file
	}
	c := new(plainContent)
	if err := json.Unmarshal(text, c); err != nil {
		panic(err) // the package could not be initialised either
	}
	return c
})

func plainFace(id string) plainTile {
	for _, t := range append(slices.Clone(plainBox().Tiles), plainBox().Starters...) {
		if t.ID == id {
			return t
		}
	}
	return plainTile{}
}

type plainPlaced struct {
	At   [2]int `json:"at"`
	Tile string `json:"tile"`
}

type plainPlayer struct {
	Coins   int           `json:"coins"`
	Time    int           `json:"time"`
	Hold    plainGoods    `json:"hold"`
	Tableau []plainPlaced `json:"tableau"`
}

func (p *plainPlayer) at(place [2]int) string {
	for _, t := range p.Tableau {
		if t.At == place {
			return t.Tile
		}
	}
	return ""
}

type plainState struct {
	Round   int           `json:"round"`
	Phase   string        `json:"phase"`
	Players []plainPlayer `json:"players"`
	Order   []int         `json:"order"`
	ToSell  []int         `json:"to_sell"`
	Grid    [][]*string   `json:"grid"`
	Pile    []string      `json:"pile"`
	Markets []string      `json:"markets"`
	Supply  plainGoods    `json:"supply"`
}

type plainRequest struct {
	Type   string
	Player int
	Take   [2]int
	Place  [2]int
	Target *[2]int
	Skip   []int
	Dumps  []plainGoods
	Goods  plainGoods
}

// A plainJudge judges under options by name; those not named have their default.
type plainJudge map[string]string

func (p plainJudge) is(option, value string) bool { return p[option] == value }

var compass = map[string][2]int{"up": {-1, 0}, "right": {0, 1}, "down": {1, 0}, "left": {0, -1}}

func add(a, b [2]int) [2]int { return [2]int{a[0] + b[0], a[1] + b[1]} }

func (s *plainState) cell(at [2]int) string {
	if at[0] < 0 || at[0] >= len(s.Grid) || at[1] < 0 || at[1] >= len(s.Grid[0]) || s.Grid[at[0]][at[1]] == nil {
		return ""
	}
	return *s.Grid[at[0]][at[1]]
}

func (s *plainState) cost(at [2]int) int {
	facing := map[string]string{"up": "down", "down": "up", "left": "right", "right": "left"}
	sum := plainFace(s.cell(at)).Base
	for d, step := range compass {
		if id := s.cell(add(at, step)); id != "" {
			sum += plainFace(id).Touch[facing[d]]
		}
	}
	return sum
}

// blown are the places that a wind reaches.
func (p plainJudge) blown(own *plainPlayer, from [2]int, w plainWind) [][2]int {
	var list [][2]int
	look := func(steps ...[2]int) {
		for _, d := range steps {
			if own.at(add(from, d)) != "" {
				list = append(list, add(from, d))
			}
		}
	}
	switch w.Kind {
	case "orthogonal":
		look([2]int{-1, 0}, [2]int{0, 1}, [2]int{1, 0}, [2]int{0, -1})
	case "diagonal":
		look([2]int{-1, 1}, [2]int{1, 1}, [2]int{1, -1}, [2]int{-1, -1})
	case "any":
		for _, t := range own.Tableau {
			list = append(list, t.At)
		}
	case "line":
		// A tableau is never as long as this.
		cells := 100
		if !p.is("wind_gaps", "tiles") {
			cells = w.Length
		}
		at := from
		for range cells {
			at = add(at, compass[w.Dir])
			if own.at(at) != "" && len(list) < w.Length {
				list = append(list, at)
			}
			if own.at(at) == "" && p.is("wind_gaps", "stop") {
				break
			}
		}
	}
	return list
}

func (g plainGoods) has(x plainGoods) bool {
	for k, n := range x {
		if g[k] < n {
			return false
		}
	}
	return true
}

func (g plainGoods) move(x plainGoods, sign int) {
	for k, n := range x {
		g[k] += sign * n
	}
}

// plainFits tries to put the goods on the ship, one after another.
func plainFits(g plainGoods, mirrored bool) bool {
	spaces := 0
	for _, k := range plainBox().Goods {
		spaces += g[k.ID] * len(k.Cells)
	}
	if spaces > 28 {
		return false
	}
	var forms [][][][2]int
	for _, name := range []string{"scarab", "lamp", "chest", "carpet", "potion"} {
		for _, k := range plainBox().Goods {
			for range g[name] {
				if k.ID == name {
					forms = append(forms, plainForms(k.Cells, mirrored))
				}
			}
		}
	}
	var taken [4][7]bool
	var put func(forms [][][][2]int) bool
	put = func(forms [][][][2]int) bool {
		if len(forms) == 0 {
			return true
		}
		for row := range 4 {
			for col := range 7 {
				for _, form := range forms[0] {
					ok := true
					for _, c := range form {
						r, c := row+c[0], col+c[1]
						ok = ok && r >= 0 && r < 4 && c >= 0 && c < 7 && !taken[r][c]
					}
					if !ok {
						continue
					}
					for _, c := range form {
						taken[row+c[0]][col+c[1]] = true
					}
					if put(forms[1:]) {
						return true
					}
					for _, c := range form {
						taken[row+c[0]][col+c[1]] = false
					}
				}
			}
		}
		return false
	}
	return put(forms)
}

func plainForms(cells [][2]int, mirrored bool) [][][2]int {
	var forms [][][2]int
	for turn := range 8 {
		if turn >= 4 && !mirrored {
			break
		}
		form := make([][2]int, len(cells))
		for i, c := range cells {
			if turn >= 4 {
				c[1] = -c[1]
			}
			for range turn % 4 {
				c = [2]int{c[1], -c[0]}
			}
			form[i] = c
		}
		sort.Slice(form, func(i, j int) bool { return slices.Compare(form[i][:], form[j][:]) < 0 })
		first := form[0]
		for i := range form {
			form[i] = [2]int{form[i][0] - first[0], form[i][1] - first[1]}
		}
		if !slices.ContainsFunc(forms, func(f [][2]int) bool { return slices.Equal(f, form) }) {
			forms = append(forms, form)
		}
	}
	return forms
}

// judge is chapter 6: the code, or the state behind the request. The goods that
// fit are asked of a function, since the plain search takes long.
func (p plainJudge) judge(s *plainState, q *plainRequest, fits func(plainGoods) bool) string {
	types := map[string]string{"draft": "draft", "sell": "sell"}
	switch {
	case s.Phase == "over":
		return "game_over"
	case types[s.Phase] != q.Type:
		return "wrong_phase"
	case s.Phase == "draft" && q.Player != s.Order[0], s.Phase == "sell" && q.Player != s.ToSell[0]:
		return "not_your_turn"
	case s.Phase == "sell":
		return p.sell(s, q)
	}
	if q.Take[0] < 0 || q.Take[0] >= len(s.Grid) || q.Take[1] < 0 || q.Take[1] >= len(s.Grid[0]) {
		return "off_grid"
	}
	id := s.cell(q.Take)
	me := &s.Players[q.Player]
	if id == "" {
		return "no_tile"
	}
	if me.at(q.Place) != "" {
		return "occupied"
	}
	near := ""
	for _, d := range compass {
		near += me.at(add(q.Place, d))
	}
	if near == "" {
		return "not_adjacent"
	}
	w := plainFace(id).Wind
	places := p.blown(me, q.Place, w)
	switch {
	case w.Kind == "any" && q.Target == nil:
		return "target_needed"
	case w.Kind == "any" && me.at(*q.Target) == "":
		return "bad_target"
	case w.Kind != "any" && q.Target != nil:
		return "target_not_allowed"
	case w.Kind == "any":
		places = [][2]int{*q.Target}
	}
	m := 1 + len(places)
	if n := len(q.Skip); n > 0 && q.Skip[n-1] > m {
		return "no_such_step"
	}
	if len(q.Dumps) > m+1 {
		return "too_many_dumps"
	}
	time := s.cost(q.Take)
	hold, supply := maps.Clone(me.Hold), maps.Clone(s.Supply)
	for step := 0; step <= m; step++ {
		if step > 0 {
			acting := id
			if step > 1 {
				acting = me.at(places[step-2])
			}
			if a := plainFace(acting).Action; a != nil && p.possible(a, hold, supply) {
				switch skipped := slices.Contains(q.Skip, step); {
				case skipped && (step == 1 || p.is("retrigger", "forced")):
					return "must_execute"
				case !skipped:
					hold.move(a.Give, -1)
					supply.move(a.Give, 1)
					for k, n := range a.Get {
						n = min(n, supply[k])
						hold[k], supply[k] = hold[k]+n, supply[k]-n
					}
					time += a.Time
				}
			}
		}
		if step < len(q.Dumps) {
			if !hold.has(q.Dumps[step]) {
				return "dump_not_held"
			}
			hold.move(q.Dumps[step], -1)
			if !p.is("lost_goods", "removed") {
				supply.move(q.Dumps[step], 1)
			}
		}
		if step > 0 && !fits(hold) {
			return "does_not_fit"
		}
	}
	s.Grid[q.Take[0]][q.Take[1]] = nil
	me.Tableau = append(me.Tableau, plainPlaced{q.Place, id})
	me.Hold, s.Supply = hold, supply
	if time > 0 || p.is("zero_time", "restack") {
		s.put(q.Player, min(36, me.Time+time))
	}
	p.closeRound(s)
	return ""
}

func (p plainJudge) possible(a *plainAction, hold, supply plainGoods) bool {
	if !hold.has(a.Give) {
		return false
	}
	after := maps.Clone(supply)
	after.move(a.Give, 1)
	if !p.is("short_supply", "partial") {
		return after.has(a.Get)
	}
	for k := range a.Get {
		if after[k] > 0 {
			return true
		}
	}
	return false
}

// put moves a marker on top of those on a space: the order is by time, and of
// equals the one moved last is the last.
func (s *plainState) put(player, time int) {
	s.Players[player].Time = time
	rest := slices.DeleteFunc(slices.Clone(s.Order), func(i int) bool { return i == player })
	s.Order = append(rest, player)
	sort.SliceStable(s.Order, func(i, j int) bool { return s.Players[s.Order[i]].Time < s.Players[s.Order[j]].Time })
}

func (p plainJudge) closeRound(s *plainState) {
	end := 12 * s.Round
	over := func() bool { return s.Players[s.Order[0]].Time >= end }
	if !over() && s.empty() && p.is("empty_grid", "refill") {
		p.refill(s)
	}
	if !over() && s.empty() {
		for _, i := range slices.Clone(s.Order) {
			if s.Players[i].Time < end {
				s.put(i, end)
			}
		}
	}
	if over() {
		s.Phase, s.ToSell = "sell", slices.Clone(s.Order)
		if p.is("sell_order", "seat") {
			slices.Sort(s.ToSell)
		}
	}
}

func (s *plainState) empty() bool {
	for _, row := range s.Grid {
		for _, t := range row {
			if t != nil {
				return false
			}
		}
	}
	return true
}

func (p plainJudge) refill(s *plainState) {
	var holes [][2]int
	for r, row := range s.Grid {
		for c, t := range row {
			if t == nil {
				holes = append(holes, [2]int{r, c})
			}
		}
	}
	if p.is("refill_order", "columns") {
		sort.SliceStable(holes, func(i, j int) bool { return holes[i][1] < holes[j][1] })
	}
	for _, h := range holes {
		if len(s.Pile) > 0 {
			s.Grid[h[0]][h[1]] = &s.Pile[0]
			s.Pile = s.Pile[1:]
		}
	}
}

func (p plainJudge) sell(s *plainState, q *plainRequest) string {
	me := &s.Players[q.Player]
	if !me.Hold.has(q.Goods) {
		return "not_held"
	}
	coins, out := 0, 0
	for _, m := range plainBox().Markets {
		for k, n := range q.Goods {
			if m.ID == s.Markets[0] {
				coins += n * m.Prices[k]
			}
		}
	}
	for _, other := range s.Players {
		out += other.Coins
	}
	if p.is("bank", "limited") {
		coins = max(0, min(coins, 130-out))
	}
	me.Coins += coins
	me.Hold.move(q.Goods, -1)
	if !p.is("lost_goods", "removed") {
		s.Supply.move(q.Goods, 1)
	}
	s.ToSell = s.ToSell[1:]
	if len(s.ToSell) > 0 {
		return ""
	}
	s.Markets = s.Markets[1:]
	if s.Round == 3 {
		s.Phase = "over"
		return ""
	}
	s.Round, s.Phase = s.Round+1, "draft"
	p.refill(s)
	p.closeRound(s)
	return ""
}

// judgedOptions are the options under which the engine and the plain judge are
// compared.
var judgedOptions = []string{
	"", "zero_time=restack", "short_supply=partial", "wind_gaps=tiles", "wind_gaps=stop", "retrigger=forced", "mirror_goods=yes",
	"lost_goods=removed", "empty_grid=refill", "sell_order=seat", "bank=limited", "refill_order=columns", "grid_axis=rows_first",
	strings.Join(everyOption, " "),
}

// TestMoveIsPlain compares the engine with the plain judge.
func TestMoveIsPlain(t *testing.T) {
	for _, options := range judgedOptions {
		t.Run(options, func(t *testing.T) {
			settings := strings.Fields(options)
			p := plainJudge{}
			for _, o := range settings {
				name, value, _ := strings.Cut(o, "=")
				p[name] = value
			}
			r := configured(t, settings...)
			m, f := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "fit")
			fits := func(g plainGoods) bool {
				text, err := json.Marshal(g)
				if err != nil {
					t.Fatal(err)
				}
				return string(f.Ask(values(string(text)))[0]) == `{"fits":true}`
			}
			codes := map[string]int{}
			// Under the defaults there are so many inputs that all this comes up.
			var expected []string
			few, most := gametest.Rounds(100, 500), 500
			if options == "" {
				expected = []string{"", "must_execute", "does_not_fit", "not_held", "dump_not_held", "bad_target", "no_such_step", "game_over"}
				few, most = gametest.Rounds(200, 1500), 1500
			}
			missing := func() bool {
				return slices.ContainsFunc(expected, func(c string) bool { return codes[c] == 0 })
			}
			for i := 0; i < few || i < most && missing(); i++ {
				in := r.Generate("move", seeded(i), i%101)
				var s plainState
				var q plainRequest
				decode(t, in[0], &s)
				decode(t, in[1], &q)
				code := p.judge(&s, &q, fits)
				codes[code]++
				var got struct {
					Legal bool
					Code  string
					State *plainState
				}
				decode(t, m.Ask(in)[0], &got)
				if got.Code != code || got.Legal != (code == "") {
					t.Fatalf("%q, want %q\n%s", got.Code, code, gametest.Lines(in))
				}
				if code == "" && !reflect.DeepEqual(written(t, got.State), written(t, &s)) {
					t.Fatalf("%s\nwant\n%s\nbehind\n%s", written(t, got.State), written(t, &s), gametest.Lines(in))
				}
			}
			if missing() {
				t.Errorf("expected requests that come out as each of %q: %v", expected, codes)
			}
		})
	}
}

func decode(t testing.TB, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// written is a state as text in which equal states are equal.
func written(t testing.TB, s *plainState) string {
	t.Helper()
	if s.ToSell == nil {
		s.ToSell = []int{}
	}
	if s.Pile == nil {
		s.Pile = []string{}
	}
	if s.Markets == nil {
		s.Markets = []string{}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWindsArePlain compares the winds with those of the plain judge.
func TestWindsArePlain(t *testing.T) {
	for _, gaps := range []string{"cells", "tiles", "stop"} {
		r := configured(t, "wind_gaps="+gaps)
		a := gametest.NewAsker(t, r, "winds")
		for i := range gametest.Rounds(300, 3000) {
			in := r.Generate("winds", seeded(i), i%101)
			var own plainPlayer
			var from [2]int
			var w plainWind
			decode(t, in[0], &own.Tableau)
			decode(t, in[1], &from)
			decode(t, in[2], &w)
			var got struct {
				Choice bool
				Tiles  [][2]int
			}
			decode(t, a.Ask(in)[0], &got)
			want := plainJudge{"wind_gaps": gaps}.blown(&own, from, w)
			if got.Choice != (w.Kind == "any") || !slices.Equal(got.Tiles, want) {
				t.Fatalf("%v, want %v\n%s", got, want, gametest.Lines(in))
			}
		}
	}
}

// TestFitIsPlain compares the table with a plain search over the multisets that
// take at most 17 spaces, and over some larger ones that it soon finds.
func TestFitIsPlain(t *testing.T) {
	const small = 17
	for _, mirrored := range []string{"no", "yes"} {
		a := gametest.NewAsker(t, configured(t, "mirror_goods="+mirrored), "fit")
		n := 0
		eachMultiset(func(g plainGoods, spaces int) {
			if spaces > small && (g["potion"] > 0 || g["carpet"] > 0 || spaces > 24) {
				return
			}
			n++
			want := `{"fits":` + strconv.FormatBool(plainFits(g, mirrored == "yes")) + `}`
			text, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			if got := a.Ask(values(string(text)))[0]; string(got) != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		})
		if n < 100 {
			t.Errorf("only %d multisets", n)
		}
	}
}

// eachMultiset calls f with all goods that take at most 28 spaces.
func eachMultiset(f func(g plainGoods, spaces int)) {
	for c := 0; c <= 9; c++ {
		for h := 0; h <= 7; h++ {
			for p := 0; p <= 14; p++ {
				for l := 0; l <= 7; l++ {
					for s := 0; s <= 5; s++ {
						if spaces := 3*c + 4*h + 2*p + 4*l + 5*s; spaces <= 28 {
							f(plainGoods{"carpet": c, "chest": h, "potion": p, "lamp": l, "scarab": s}, spaces)
						}
					}
				}
			}
		}
	}
}

// TestFitCounts has the numbers of the spec, and the five multisets that only
// fit when goods are turned over.
func TestFitCounts(t *testing.T) {
	no, yes := gametest.NewAsker(t, configured(t), "fit"), gametest.NewAsker(t, configured(t, "mirror_goods=yes"), "fit")
	all, fit, mirrored := 0, 0, 0
	var differ []string
	eachMultiset(func(g plainGoods, _ int) {
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		all++
		a, b := string(no.Ask(values(string(text)))[0]) == `{"fits":true}`, string(yes.Ask(values(string(text)))[0]) == `{"fits":true}`
		if a {
			fit++
		}
		if b {
			mirrored++
		}
		if a != b {
			var counts []string
			for _, k := range []string{"carpet", "chest", "potion", "lamp", "scarab"} {
				counts = append(counts, strconv.Itoa(g[k]))
			}
			differ = append(differ, strings.Join(counts, "-"))
		}
	})
	if all != 1237 || fit != 1066 || mirrored != 1071 {
		t.Errorf("of %d multisets %d fit, mirrored %d", all, fit, mirrored)
	}
	slices.Sort(differ)
	if want := []string{"0-0-0-2-3", "0-0-1-2-3", "0-1-0-3-2", "1-0-0-2-3", "3-0-1-3-1"}; !slices.Equal(differ, want) {
		t.Errorf("%v differ, want %v", differ, want)
	}
}
