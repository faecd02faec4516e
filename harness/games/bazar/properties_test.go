package bazar_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// A walk is one random game by the tasks alone: each request is drawn by a
// builtin player from the view of its guild.
func walk(t *testing.T, r game.Rules, seed int, see func(before, after plainState, q plainRequest)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 9))
	state := ask(t, r, "setup", r.Generate("setup", rng, game.SizeMax))[0]
	players := map[string]game.Player{}
	for {
		before := decoded[plainState](t, state)
		if before.Phase == "over" {
			return
		}
		guild := before.Order[before.Turn]
		if players[guild] == nil {
			p, err := r.Live().Player("random", guild, uint64(seed))
			if err != nil {
				t.Fatal(err)
			}
			players[guild] = p
		}
		view := ask(t, r, "view", []jsontext.Value{state, jsontext.Value(`"` + guild + `"`)})[0]
		reply, err := players[guild].Reply("take-turn", []jsontext.Value{view})
		if err != nil {
			t.Fatal(err)
		}
		answer := decoded[map[string]jsontext.Value](t, ask(t, r, "move", []jsontext.Value{state, reply.Text})[0])
		if string(answer["legal"]) != "true" {
			t.Fatalf("a random player is refused, %s: %s\n%s", answer["code"], reply.Text, state)
		}
		state = answer["state"]
		see(before, decoded[plainState](t, state), decoded[plainRequest](t, reply.Text))
	}
}

// TestGames follows random games and holds every State to the invariants of
// chapter 8; that each is valid input shows in the next request.
func TestGames(t *testing.T) {
	games := gametest.Rounds(6, 30)
	for _, options := range optionSets {
		r := configured(t, options...)
		ends := map[int]int{}
		entered := 0
		for seed := range games {
			walk(t, r, seed, func(before, after plainState, q plainRequest) {
				holdTiles(t, after)
				holdStep(t, before, after)
				if after.MarketIn && !before.MarketIn {
					entered++
					if n := waiting(after); after.Round == before.Round || n != 5 {
						t.Fatalf("the market enters within round %d, with %d tiles", after.Round, n)
					}
				}
				if after.Phase == "over" {
					ends[after.Round]++
				}
			})
		}
		if len(ends) < 2 || entered == 0 {
			t.Errorf("%v: the games end after rounds %v, the market enters in %d: that shows little", options, ends, entered)
		}
	}
}

// waiting counts the tiles on market cells.
func waiting(s plainState) int {
	n := 0
	for _, p := range s.Board {
		if plainLetter(p.Cell) == 'n' {
			n++
		}
	}
	return n
}

// holdTiles: the tiles of a State are all there once, on cells in play or in the
// market (invariants 1, 6 and 7).
func holdTiles(t *testing.T, s plainState) {
	t.Helper()
	tiles, cells := map[plainTile]int{}, map[plainSquare]bool{}
	for _, p := range s.Board {
		tiles[plainTile{p.Guild, p.Kind}]++
		letter := plainLetter(p.Cell)
		if cells[p.Cell] || letter == '.' || letter < 'a' || letter == 'm' && !s.HaremIn {
			t.Fatalf("%v lies where nothing can lie, or two do", p)
		}
		cells[p.Cell] = true
	}
	for _, one := range s.Discarded {
		tiles[one]++
	}
	want := 14 * len(s.Players)
	for i, p := range s.Players {
		for _, k := range slices.Concat(p.Hand, p.Pile) {
			tiles[plainTile{p.Guild, k}]++
		}
		if s.Phase == "start" && slices.Index(s.Order, s.Players[i].Guild) >= s.Turn {
			want--
		}
	}
	for one, n := range tiles {
		if n != 1 {
			t.Fatalf("%v is there %d times", one, n)
		}
	}
	if len(tiles) != want || s.Round > 13 || len(s.Events.Played) > 11 {
		t.Fatalf("%d tiles, expected %d, in round %d with %d cards", len(tiles), want, s.Round, len(s.Events.Played))
	}
}

// holdStep: what one legal request may change (invariants 2, 3 and 5).
func holdStep(t *testing.T, before, after plainState) {
	t.Helper()
	if len(after.Board)+len(after.Discarded) != len(before.Board)+len(before.Discarded)+1 {
		t.Fatalf("%d and %d tiles become %d and %d", len(before.Board), len(before.Discarded), len(after.Board), len(after.Discarded))
	}
	sum := func(s plainState) (n int) {
		for _, p := range s.Players {
			n += p.Coins
		}
		return n
	}
	if after.Round == before.Round && after.Phase == before.Phase && sum(after) != sum(before) || sum(after) < sum(before) {
		t.Fatalf("within round %d %d coins become %d", before.Round, sum(before), sum(after))
	}
	if before.HaremIn && !after.HaremIn || before.MarketIn && !after.MarketIn {
		t.Fatal("a district leaves the game")
	}
	if before.MarketIn {
		return
	}
	now := map[plainPlaced]bool{}
	for _, p := range after.Board {
		now[p] = true
	}
	for _, p := range before.Board {
		if plainLetter(p.Cell) == 'n' && !now[p] {
			t.Fatalf("%v has left a market that is not in play", p)
		}
	}
}

// allRequests is every request that a guild could word for its kinds and those
// of others, on every square.
func allRequests(guild string, kinds []string) (list []string) {
	for _, k := range kinds {
		var choices []string
		switch k {
		case "courier", "charlatan", "ferryman", "innkeeper", "architect":
			choices = []string{`"up"`, `"right"`, `"down"`, `"left"`, `null`}
		case "pedlar":
			for _, way := range plainRing {
				for n := 1; n <= 3; n++ {
					choices = append(choices, fmt.Sprintf(`{"direction":%q,"steps":%d}`, way, n))
				}
			}
		case "notable":
			continue // TestAttraction has its many choices
		default:
			choices = []string{`null`, `"up"`}
		}
		for s := range 90 {
			for _, c := range choices {
				list = append(list, fmt.Sprintf(`{"type":"place","guild":%q,"kind":%q,"cell":[%d,%d],"choice":%s}`, guild, k, s/10, s%10, c))
			}
		}
	}
	return list
}

// TestLegalRequests: the requests that are enumerated are those that the task
// move takes.
func TestLegalRequests(t *testing.T) {
	r := configured(t)
	states := gametest.Rounds(3, 12)
	oracle := r.Oracle("move")
	var out game.Output
	for seed := 0; states > 0; seed++ {
		in := r.Generate("score", seeded(seed), 10+seed%90)
		s := decoded[plainState](t, in[0])
		if s.Phase != "players" {
			continue
		}
		states--
		p := s.player(s.Order[s.Turn])
		enumerated := map[string]bool{}
		for _, q := range bazar.Requests(t, r, in[0]) {
			if enumerated[q] {
				t.Fatalf("%s is listed twice", q)
			}
			enumerated[q] = true
		}
		for _, q := range allRequests(p.Guild, p.Hand) {
			out.Reset()
			if err := oracle([]jsontext.Value{in[0], jsontext.Value(q)}, &out); err != nil {
				t.Fatal(err)
			}
			if legal := strings.HasPrefix(string(out.Value(0)), `{"legal":true`); legal != enumerated[q] {
				t.Fatalf("%s: legal %t, enumerated %t\n%s", q, legal, enumerated[q], in[0])
			}
			delete(enumerated, q)
		}
		// What is left are moves of a notable, all of which must be legal.
		for q := range enumerated {
			out.Reset()
			if err := oracle([]jsontext.Value{in[0], jsontext.Value(q)}, &out); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(q, `"notable"`) || !strings.HasPrefix(string(out.Value(0)), `{"legal":true`) {
				t.Fatalf("%s is enumerated: %s\n%s", q, out.Value(0), in[0])
			}
		}
	}
}

// TestAttraction: of a notable on one cell exactly those moves are enumerated
// that are legal, or null.
func TestAttraction(t *testing.T) {
	r := configured(t)
	oracle := r.Oracle("move")
	var out game.Output
	tried := 0
	for seed := 0; tried < gametest.Rounds(3, 6); seed++ {
		in := r.Generate("score", seeded(seed), 10+seed%90)
		s := decoded[plainState](t, in[0])
		if s.Phase != "players" || !slices.Contains(s.player(s.Order[s.Turn]).Hand, "notable") {
			continue
		}
		tried++
		enumerated := map[string]bool{}
		for _, q := range bazar.Requests(t, r, in[0]) {
			enumerated[q] = true
		}
		free := slices.DeleteFunc(plainCells("phrba"[seed%5]), func(c plainSquare) bool {
			return slices.ContainsFunc(s.Board, func(p plainPlaced) bool { return p.Cell == c })
		})
		if len(free) == 0 {
			continue
		}
		prefix := fmt.Sprintf(`{"type":"place","guild":%q,"kind":"notable","cell":[%d,%d],"choice":`, s.Order[s.Turn], free[0][0], free[0][1])
		for from := range 91 {
			for to := range 90 {
				q := fmt.Sprintf(`%s{"from":[%d,%d],"to":[%d,%d]}}`, prefix, from/10, from%10, to/10, to%10)
				if from == 90 {
					q = prefix + `null}`
				}
				out.Reset()
				if err := oracle([]jsontext.Value{in[0], jsontext.Value(q)}, &out); err != nil {
					t.Fatal(err)
				}
				if legal := strings.HasPrefix(string(out.Value(0)), `{"legal":true`); legal != enumerated[q] {
					t.Fatalf("%s: legal %t, enumerated %t\n%s", q, legal, enumerated[q], in[0])
				}
			}
		}
	}
}

// TestIllegalChangesNothing: an illegal request in play leaves the State as it
// was.
func TestIllegalChangesNothing(t *testing.T) {
	r := configured(t)
	illegal, n := 0, gametest.Rounds(300, 2000)
	for seed := range n {
		in := r.Generate("move", seeded(seed), seed%(game.SizeMax+1))
		answers := ask(t, r, "play", in)
		if string(answers[0]) == "[true]" {
			continue
		}
		illegal++
		if nothing := ask(t, r, "play", in[:1]); string(nothing[1]) != string(answers[1]) || string(nothing[2]) != string(answers[2]) {
			t.Fatalf("%s changes\n%s to\n%s", in[1], nothing[1], answers[1])
		}
	}
	if illegal < n*7/40 {
		t.Errorf("only %d requests are illegal", illegal)
	}
}

// TestEntriesChangeOnlyCells: a request without entries is judged alike under
// chosen and lowest, and legal entries change nothing but the market cells of the
// tiles that it puts there (invariant 10).
func TestEntriesChangeOnlyCells(t *testing.T) {
	chosen, lowest := configured(t), configured(t, "market_cell=lowest")
	moved, n := 0, gametest.Rounds(500, 3000)
	for seed := range n {
		in := chosen.Generate("move", seeded(seed), seed%(game.SizeMax+1))
		q := decoded[map[string]jsontext.Value](t, in[1])
		entries := decoded[plainRequest](t, in[1]).Market
		delete(q, "market")
		plain := []jsontext.Value{in[0], mustJSON(t, q)}
		with, without := ask(t, chosen, "move", in)[0], ask(t, chosen, "move", plain)[0]
		if other := ask(t, lowest, "move", plain)[0]; string(other) != string(without) {
			t.Fatalf("%s: %s\nand with lowest\n%s", plain, without, other)
		}
		type outcome struct {
			Legal bool
			State plainState
		}
		a, b := decoded[outcome](t, with), decoded[outcome](t, without)
		if !a.Legal || len(entries) == 0 {
			continue
		}
		before := decoded[plainState](t, in[0]).Board
		arrived := func(s *plainState) (tiles []plainTile, cells []plainSquare) {
			s.Board = slices.DeleteFunc(s.Board, func(p plainPlaced) bool {
				if plainLetter(p.Cell) != 'n' || slices.Contains(before, p) {
					return false
				}
				tiles, cells = append(tiles, plainTile{p.Guild, p.Kind}), append(cells, p.Cell)
				return true
			})
			slices.SortFunc(tiles, func(a, b plainTile) int { return strings.Compare(a.Guild+a.Kind, b.Guild+b.Kind) })
			return tiles, cells
		}
		tiles, cells := arrived(&a.State)
		others, _ := arrived(&b.State)
		for _, entry := range entries {
			if !slices.Contains(cells, entry) {
				t.Fatalf("no tile has come to %v\n%s", entry, in[1])
			}
		}
		if !slices.Equal(tiles, others) || string(mustJSON(t, a.State)) != string(mustJSON(t, b.State)) {
			t.Fatalf("%s\n%s\nand without entries\n%s", in[1], with, without)
		}
		moved++
	}
	if moved < n/30 {
		t.Errorf("only %d requests have legal entries", moved)
	}
}

// TestViewHides: the view of a guild is the same whatever the hands of others
// and the orders of piles are (invariant 8).
func TestViewHides(t *testing.T) {
	r := configured(t)
	for seed := range gametest.Rounds(100, 400) {
		in := r.Generate("view", seeded(seed), seed%(game.SizeMax+1))
		s := decoded[plainState](t, in[0])
		viewer := decoded[string](t, in[1])
		rng := seeded(seed)
		mix := func(list []string) { rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
		for i := range s.Players {
			p := &s.Players[i]
			if p.Guild != viewer {
				all := slices.Concat(p.Hand, p.Pile)
				mix(all)
				n := len(p.Hand)
				p.Hand, p.Pile = all[:n:n], all[n:]
			}
			mix(p.Pile)
		}
		mix(s.Events.Pile)
		other := []jsontext.Value{mustJSON(t, s), in[1]}
		if a, b := ask(t, r, "view", in)[0], ask(t, r, "view", other)[0]; string(a) != string(b) {
			t.Fatalf("%s sees\n%s and\n%s", viewer, a, b)
		}
	}
}

// pushed is the answer of push for a position with these tiles.
func pushed(t *testing.T, r game.Rules, board, cell, way string, steps int) map[string]jsontext.Value {
	t.Helper()
	position := `{"guilds":["red","blue"],"board":` + board + `,"harem_in":true,"market_in":false,"event":null}`
	how := fmt.Sprintf(`{"cell":%s,"direction":%q,"steps":%d}`, cell, way, steps)
	return decoded[map[string]jsontext.Value](t, ask(t, r, "push", gametest.Values(t, position+how))[0])
}

// TestPushAndBack: on a free lane a push and its inverse restore the board.
func TestPushAndBack(t *testing.T) {
	r := configured(t)
	for _, c := range []struct {
		from, way, to, back string
		steps               int
	}{
		{"[2,0]", "right", "[2,6]", "left", 6},
		{"[2,7]", "down", "[6,7]", "up", 4},
		{"[0,5]", "right", "[0,9]", "left", 4},
		{"[8,1]", "right", "[8,4]", "left", 3},
	} {
		board := `[{"cell":` + c.from + `,"guild":"red","kind":"courier"}]`
		there := pushed(t, r, board, c.from, c.way, c.steps)
		back := pushed(t, r, string(there["board"]), c.to, c.back, c.steps)
		if string(back["board"]) != board || string(there["steps"]) != fmt.Sprint(c.steps) {
			t.Errorf("from %s %s: %s, and back %s", c.from, c.way, there["board"], back["board"])
		}
	}
}

// TestPushInSteps: a push of n steps is n pushes of one, as long as none is
// blocked (invariant 9).
func TestPushInSteps(t *testing.T) {
	r := configured(t)
	for seed := range gametest.Rounds(300, 2000) {
		in := r.Generate("push", seeded(seed), seed%(game.SizeMax+1))
		p, how := decoded[map[string]jsontext.Value](t, in[0]), decoded[map[string]any](t, in[1])
		all := decoded[map[string]jsontext.Value](t, ask(t, r, "push", in)[0])
		steps := int(decoded[float64](t, all["steps"]))
		cell := plainCell(how["cell"])
		way := how["direction"].(string)
		for range steps {
			one := fmt.Sprintf(`{"cell":[%d,%d],"direction":%q,"steps":1}`, cell[0], cell[1], way)
			part := decoded[map[string]jsontext.Value](t, ask(t, r, "push", []jsontext.Value{mustJSON(t, p), jsontext.Value(one)})[0])
			if string(part["steps"]) != "1" {
				t.Fatalf("%s: a single step is blocked", in)
			}
			p["board"] = part["board"]
			cell = cell.to(way)
		}
		if string(p["board"]) != string(all["board"]) && steps > 0 {
			t.Fatalf("%s\n%s\n%s", in, p["board"], all["board"])
		}
	}
}

// TestFourTurns: where nothing blocks, four quarter turns around a cell are the
// identity.
func TestFourTurns(t *testing.T) {
	for _, way := range []string{"left", "right"} {
		got := turned(t, way, 4)
		if want := turned(t, way, 0); got != want {
			t.Errorf("four times %s: %s, want %s", way, got, want)
		}
		if turned(t, way, 1) == turned(t, way, 0) {
			t.Errorf("one turn %s changes nothing", way)
		}
	}
}

// turned is a board whose tiles around (2,6), of which all four neighbours are
// cells in play, have made so many turns.
func turned(t *testing.T, way string, times int) string {
	t.Helper()
	return bazar.Turned(t, configured(t), [2]int{2, 6}, [][2]int{{2, 5}, {2, 7}, {3, 6}}, way, times)
}
