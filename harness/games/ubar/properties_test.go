package ubar_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// stateOf reads a State.
func stateOf(t testing.TB, text []byte) *plainState {
	t.Helper()
	s := new(plainState)
	decode(t, text, s)
	return s
}

// material is all that a State has of tiles, goods and cards, in one order.
func material(s *plainState) string {
	var tiles []string
	goods := maps.Clone(s.Supply)
	for _, row := range s.Grid {
		for _, t := range row {
			if t != nil {
				tiles = append(tiles, *t)
			}
		}
	}
	tiles = append(tiles, s.Pile...)
	for _, p := range s.Players {
		goods.move(p.Hold, 1)
		for _, x := range p.Tableau {
			tiles = append(tiles, x.Tile)
		}
	}
	slices.Sort(tiles)
	return fmt.Sprint(tiles, goods)
}

// TestMoveKeepsInvariants has chapter 8: what no request changes, and what only
// some do.
func TestMoveKeepsInvariants(t *testing.T) {
	count := gametest.Rounds(500, 4000)
	r := configured(t)
	m, score := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "score")
	legal, illegal := 0, 0
	for i := range count {
		in := r.Generate("move", seeded(i), i%101)
		var got struct {
			Legal bool
			State jsontext.Value
		}
		decode(t, m.Ask(in)[0], &got)
		if !got.Legal {
			illegal++
			continue
		}
		legal++
		before, after := stateOf(t, in[0]), stateOf(t, got.State)
		var q plainRequest
		decode(t, in[1], &q)
		score.Ask([]jsontext.Value{got.State}) // which refuses what is not valid
		if material(before) != material(after) {
			t.Fatalf("%s\nbecomes\n%s\nby\n%s", material(before), material(after), gametest.Lines(in))
		}
		emptied := q.Type == "draft" && before.tilesInGrid() == 1 || q.Type == "sell" && before.tilesInGrid()+len(before.Pile) == 0
		for k := range before.Players {
			a, b := before.Players[k], after.Players[k]
			mine := k == q.Player
			switch {
			case b.Time < a.Time, b.Time != a.Time && !emptied && (q.Type == "sell" || !mine):
				t.Fatalf("the time of player %d goes from %d to %d\n%s", k, a.Time, b.Time, gametest.Lines(in))
			case b.Coins < a.Coins, b.Coins != a.Coins && (q.Type == "draft" || !mine):
				t.Fatalf("the coins of player %d go from %d to %d\n%s", k, a.Coins, b.Coins, gametest.Lines(in))
			case !mine && (fmt.Sprint(a.Hold) != fmt.Sprint(b.Hold) || len(a.Tableau) != len(b.Tableau)):
				t.Fatalf("player %d changes\n%s", k, gametest.Lines(in))
			case mine && q.Type == "draft" && (len(b.Tableau) != len(a.Tableau)+1 || b.Tableau[len(a.Tableau)].At != q.Place):
				t.Fatalf("the tableau of player %d: %v\n%s", k, b.Tableau, gametest.Lines(in))
			case !slices.Equal(a.Tableau, b.Tableau[:len(a.Tableau)]):
				t.Fatalf("an old tile of player %d moves\n%s", k, gametest.Lines(in))
			}
		}
		if !emptied && !slices.Equal(without(before.Order, q.Player), without(after.Order, q.Player)) {
			t.Fatalf("the others change places: %v, then %v\n%s", before.Order, after.Order, gametest.Lines(in))
		}
		if after.Round == before.Round && !slices.Equal(before.Pile, after.Pile) {
			t.Fatalf("the pile changes within a round\n%s", gametest.Lines(in))
		}
	}
	if legal < count/4 || illegal < count/4 {
		t.Errorf("%d legal and %d illegal requests", legal, illegal)
	}
}

func (s *plainState) tilesInGrid() int {
	n := 0
	for _, row := range s.Grid {
		for _, t := range row {
			if t != nil {
				n++
			}
		}
	}
	return n
}

func without(list []int, i int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(k int) bool { return k == i })
}

// TestIllegalChangesNothing: behind illegal requests a State is what it was, and
// written the one way that there is.
func TestIllegalChangesNothing(t *testing.T) {
	for _, settings := range [][]string{nil, everyOption} {
		r := configured(t, settings...)
		m, p := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "play")
		n, count := 0, gametest.Rounds(300, 3000)
		for i := range count {
			in := r.Generate("move", seeded(i), i%101)
			if bytes.HasPrefix(m.Ask(in)[0], []byte(`{"legal":true`)) {
				continue
			}
			n++
			out := p.Ask(append(slices.Clone(in), in[1]))
			if !bytes.Equal(out[1], in[0]) {
				t.Fatalf("%s\nbecomes\n%s", gametest.Lines(in), out[1])
			}
		}
		if n < count/6 {
			t.Errorf("only %d requests are illegal", n)
		}
	}
}

// TestPlayIsMoves: task play answers as task move does, request by request.
func TestPlayIsMoves(t *testing.T) {
	r := configured(t)
	m, p, score := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "play"), gametest.NewAsker(t, r, "score")
	for i := range gametest.Rounds(100, 400) {
		in := r.Generate("play", seeded(i), i%101)
		state := slices.Clone(in[0])
		answers := []string{}
		for _, q := range in[1:] {
			var got struct {
				Code  string
				State jsontext.Value
			}
			decode(t, m.Ask([]jsontext.Value{state, q})[0], &got)
			if got.Code == "" {
				state = got.State
				answers = append(answers, "true")
			} else {
				answers = append(answers, `"`+got.Code+`"`)
			}
		}
		out := p.Ask(in)
		if want := "[" + strings.Join(answers, ",") + "]"; string(out[0]) != want || !bytes.Equal(out[1], state) {
			t.Fatalf("%s\nwant %s\n%s\nbehind\n%s", gametest.Lines(out), want, state, gametest.Lines(in))
		}
		if result := score.Ask([]jsontext.Value{state})[0]; !bytes.Equal(result, out[2]) {
			t.Fatalf("%s, want %s", out[2], result)
		}
	}
}

// TestViewHides: what differs only in the sequence of the pile, or with
// coins_open=no in the coins of others, looks the same.
func TestViewHides(t *testing.T) {
	open, hidden := gametest.NewAsker(t, configured(t), "view"), gametest.NewAsker(t, configured(t, "coins_open=no"), "view")
	different, count := 0, gametest.Rounds(100, 400)
	for i := range count {
		rng := seeded(i)
		in := configured(t).Generate("view", rng, i%101)
		var you int
		decode(t, in[1], &you)
		s := stateOf(t, in[0])
		rng.Shuffle(len(s.Pile), func(i, j int) { s.Pile[i], s.Pile[j] = s.Pile[j], s.Pile[i] })
		shuffled := values(written(t, s), string(in[1]))
		if a, b := bytes.Clone(open.Ask(in)[0]), open.Ask(shuffled)[0]; !bytes.Equal(a, b) {
			t.Fatalf("the pile shows\n%s\n%s", a, b)
		}
		for k := range s.Players {
			if k != you {
				s.Players[k].Coins += 1 + rng.IntN(9)
			}
		}
		richer := values(written(t, s), string(in[1]))
		if a, b := bytes.Clone(hidden.Ask(in)[0]), hidden.Ask(richer)[0]; !bytes.Equal(a, b) {
			t.Fatalf("the coins show\n%s\n%s", a, b)
		}
		if a, b := bytes.Clone(open.Ask(in)[0]), open.Ask(richer)[0]; !bytes.Equal(a, b) {
			different++
		}
	}
	if different != count {
		t.Errorf("open coins showed in %d of %d views", different, count)
	}
}

// TestListedRequests: what is listed is legal, no two are equal, and what a
// random player does is listed.
func TestListedRequests(t *testing.T) {
	for _, settings := range [][]string{nil, {"retrigger=forced"}, everyOption} {
		r := configured(t, settings...)
		lister, ok := r.(game.Lister)
		if !ok {
			t.Fatal("the rules list no requests")
		}
		m := gametest.NewAsker(t, r, "move")
		checked, found, states := 0, 0, gametest.Rounds(8, 50)
		for i := range states {
			in := r.Generate("move", seeded(i), i%40)
			state := stateOf(t, in[0])
			listed := map[string]bool{}
			const most = 4000
			for q, err := range lister.Legal(in[0]) {
				if err != nil {
					t.Fatal(err)
				}
				if listed[string(q)] {
					t.Fatalf("%s is listed twice", q)
				}
				listed[string(q)] = true
				if len(listed)%7 == 1 {
					checked++
					if out := m.Ask([]jsontext.Value{in[0], q})[0]; !bytes.HasPrefix(out, []byte(`{"legal":true`)) {
						t.Fatalf("%s: %s\nin\n%s", q, out, in[0])
					}
				}
				if len(listed) == most {
					break
				}
			}
			if state.Phase == "over" != (len(listed) == 0) {
				t.Fatalf("%d requests in the phase %s\n%s", len(listed), state.Phase, in[0])
			}
			if legal := bytes.HasPrefix(m.Ask(in)[0], []byte(`{"legal":true`)); legal && len(listed) < most && !waste(t, in[1]) {
				found++
				if !listed[string(in[1])] {
					t.Fatalf("%s is legal and not listed in\n%s", in[1], in[0])
				}
			}
		}
		if checked < 10*states || found < states/15 {
			t.Errorf("%d were checked, %d were found", checked, found)
		}
	}
}

// waste tells whether a request is not written in the one way of the list: it
// skips, or names empty dumps at the end.
func waste(t testing.TB, text []byte) bool {
	t.Helper()
	var q plainRequest
	decode(t, text, &q)
	n := len(q.Dumps)
	return len(q.Skip) > 0 || n > 0 && len(q.Dumps[n-1]) == 0
}

// TestEveryLegalRequestIsListed goes through all requests of small states, with
// everything that can be dumped, and with places far and near.
func TestEveryLegalRequestIsListed(t *testing.T) {
	for _, settings := range [][]string{nil, {"retrigger=forced"}} {
		r := configured(t, settings...)
		m := gametest.NewAsker(t, r, "move")
		for _, grid := range []string{`"t53",null,null,null`, `"t54","t08",null,null`, `"t22",null,null,"t29"`} {
			state := smallState(t, grid)
			judge := ubar.Judge(t, r, jsontext.Value(state))
			want := map[string]bool{}
			for col := -1; col <= 4; col++ {
				for _, place := range []string{"[0,1]", "[-1,0]", "[0,0]", "[1,1]", "[1,0]", "[0,-1]", "[0,2]", "[-1,1]", "[2,0]", "[1,-1]"} {
					for _, target := range []string{"null", "[0,0]", "[0,1]", "[1,0]"} {
						for _, skip := range []string{"[]", "[1]", "[2]", "[1,2]"} {
							for i, dumps := range smallDumps {
								q := fmt.Sprintf(`{"type":"draft","player":0,"take":[0,%d],"place":%s,"target":%s,"skip":%s,"dumps":%s}`,
									col, place, target, skip, dumps)
								if code := judge(jsontext.Value(q)); code == "" {
									want[q] = true
								} else if i == 0 && code != "must_execute" {
									break // what is dumped does not matter
								}
							}
						}
					}
				}
			}
			listed := map[string]bool{}
			for q, err := range r.(game.Lister).Legal(jsontext.Value(state)) {
				if err != nil {
					t.Fatal(err)
				}
				listed[string(q)] = true
				if !want[string(q)] {
					t.Errorf("%s is listed, but not legal", q)
				}
			}
			for q := range want {
				// A step that cannot act is skipped in vain, and the list leaves it out.
				if !listed[q] && !skipsInVain(t, m, state, q) {
					t.Errorf("%s is legal, but not listed", q)
				}
			}
			if len(want) < 20 {
				t.Errorf("only %d requests are legal", len(want))
			}
		}
	}
}

// smallDumps is all that can be dumped where never more than two of three goods
// are held, before and after two steps, nothing first.
var smallDumps = func() []string {
	one := []string{`{}`, `{"potion":1}`, `{"carpet":1}`, `{"chest":1}`, `{"carpet":1,"potion":1}`, `{"chest":1,"potion":1}`, `{"carpet":1,"chest":1}`, `{"carpet":2}`}
	list := []string{"[]"}
	for _, a := range one {
		if a != `{}` {
			list = append(list, "["+a+"]")
		}
		for _, b := range one {
			if b != `{}` {
				list = append(list, "["+a+","+b+"]")
			}
			for _, c := range one {
				if c != `{}` {
					list = append(list, "["+a+","+b+","+c+"]")
				}
			}
		}
	}
	return list
}()

// skipsInVain tells whether a request does the same without what it skips.
func skipsInVain(t testing.TB, m *gametest.Asker, state, q string) bool {
	t.Helper()
	at := strings.Index(q, `"skip":[`) + len(`"skip":[`)
	end := at + strings.IndexByte(q[at:], ']')
	with := bytes.Clone(m.Ask(values(state, q))[0])
	for _, fewer := range []string{"", "1", "2"} {
		if fewer != q[at:end] && len(fewer) < end-at && bytes.Equal(m.Ask(values(state, q[:at]+fewer+q[end:]))[0], with) {
			return true
		}
	}
	return false
}

// smallState has one potion on the ship of player 0, and one row of tiles.
func smallState(t testing.TB, row string) string {
	t.Helper()
	var pile []string
	for i := 1; i <= 60; i++ {
		if id := fmt.Sprintf(`"t%02d"`, i); !strings.Contains(row, id) && id != `"t33"` {
			pile = append(pile, id)
		}
	}
	player := `{"coins":0,"time":%d,"hold":{"carpet":0,"chest":0,"potion":%d,"lamp":0,"scarab":0},"tableau":[{"at":[0,0],"tile":"%s"}%s]}`
	return `{"round":1,"phase":"draft","players":[` + fmt.Sprintf(player, 0, 1, "s1", `,{"at":[1,0],"tile":"t33"}`) + "," +
		fmt.Sprintf(player, 5, 0, "s2", "") + `],"order":[0,1],"to_sell":[],"grid":[[` + row +
		`],[null,null,null,null],[null,null,null,null]],"pile":[` + strings.Join(pile, ",") +
		`],"markets":["m01","m02","m03"],"supply":{"carpet":20,"chest":20,"potion":19,"lamp":20,"scarab":20}}`
}

// TestRandomGames plays games to the end with the engine's own players, and has
// the rules of turns and of the end in each.
func TestRandomGames(t *testing.T) {
	count := gametest.Rounds(300, 10_000)
	for _, settings := range [][]string{nil, everyOption} {
		r := configured(t, settings...)
		n := count
		if settings != nil {
			n /= 10
		}
		for seed := range n {
			g := ubar.NewGame(r, rand.New(rand.NewPCG(3, uint64(seed))))
			drafts, sales := 0, 0
			for g.Next() {
				if g.Sold() {
					sales++
				} else {
					drafts++
				}
				if err := g.Check(); err != nil {
					t.Fatalf("game %d: %v", seed, err)
				}
			}
			if err := g.Err(); err != nil {
				t.Fatalf("game %d: %v", seed, err)
			}
			if players := g.Players(); sales != 3*players || drafts > 60 || drafts < 3 {
				t.Fatalf("game %d of %d players has %d drafts and %d sales", seed, players, drafts, sales)
			}
		}
	}
}
