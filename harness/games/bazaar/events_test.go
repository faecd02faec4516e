package bazaar_test

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/schemas"
)

// An event is any of those of chapter 9.
type event struct {
	Event     string         `json:"event"`
	State     *stateValue    `json:"state"`
	Player    string         `json:"player"`
	OK        bool           `json:"ok"`
	Won       bool           `json:"won"`
	Color     string         `json:"color"`
	Exchanges [][2][]string  `json:"exchanges"`
	Price     []cardValue    `json:"price"`
	Cards     []cardValue    `json:"cards"`
	Points    jsontext.Value `json:"points"`
	Why       string         `json:"why"`
	Reason    string         `json:"reason"`
	Bonus     string         `json:"bonus"`
	Winners   []string       `json:"winners"`
	Dropouts  []string       `json:"dropouts"`
}

// A follower plays a game again from its events alone.
type follower struct {
	t        *testing.T
	bank     map[string]int
	wallets  map[string]map[string]int
	order    []string // of play
	visibles []string
	hidden   []string
	dropped  []string
	total    int
	last     string // event before
	setups   int
	won      []string
	over     bool
}

func counts(pebbles []string) map[string]int {
	m := map[string]int{}
	for _, p := range pebbles {
		m[p]++
	}
	return m
}

func sum(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

// move takes pebbles from one bag to another; none may be missing (BG-19).
func (w *follower) move(from, to map[string]int, pebbles []string) {
	for _, p := range pebbles {
		if from[p]--; from[p] < 0 {
			w.t.Fatalf("there is no %s pebble to move", p)
		}
		to[p]++
	}
}

func words(list []cardValue) (out []string) {
	for _, c := range list {
		out = append(out, cardWord(c))
	}
	return out
}

// follow takes an event.
func (w *follower) follow(e event) {
	t := w.t
	expect := func(ok bool, what string) {
		t.Helper()
		if !ok {
			t.Fatalf("%+v behind %s: %s", e, w.last, what)
		}
	}
	active := func() {
		t.Helper()
		expect(len(w.order) > 0 && e.Player == w.order[0], "it is not the turn of that player (BG-11)")
	}
	failed := strings.HasSuffix(w.last, " failed")
	expect(failed == (e.Event == "drop" && failed), "a failure is followed by a drop at once")
	switch e.Event {
	case "start":
		expect(w.last == "", "it comes first")
		w.bank, w.wallets = counts(e.State.Bank), map[string]map[string]int{}
		for _, p := range e.State.Players {
			w.wallets[p.Name] = counts(p.Wallet)
			w.order = append(w.order, p.Name)
		}
		w.visibles, w.hidden = words(e.State.Visibles), words(e.State.Cards)
		expect(len(e.State.Dropouts) == 0, "nobody is out yet")
		w.total = w.sum()
	case "setup":
		expect(e.Player == w.order[w.setups], "setup goes in list order (BG-10)")
		w.setups++
	case "turn":
		active()
		expect(w.setups > 0 && !w.over, "it comes between set-up and end")
	case "pebble":
		active()
		expect(w.last == "turn", "a turn begins before it")
		w.move(w.bank, w.wallets[e.Player], []string{e.Color})
	case "exchange":
		active()
		expect(w.last == "turn", "a turn begins before it")
		for _, x := range e.Exchanges {
			w.move(w.wallets[e.Player], w.bank, x[0])
			w.move(w.bank, w.wallets[e.Player], x[1])
		}
		price := words(e.Price)
		switch n := len(w.hidden); {
		case n > 0:
			expect(slices.Equal(price, w.hidden[n-1:]), "the price is the bottom card (BG-22)")
			w.hidden = w.hidden[:n-1]
		default:
			expect(slices.Equal(price, w.visibles), "the price is all visible cards (BG-23)")
			w.visibles = nil
		}
	case "buy":
		active()
		expect(w.last == "pebble" || w.last == "exchange", "the first reply is done before it (BG-12)")
		for _, c := range e.Cards {
			w.move(w.wallets[e.Player], w.bank, c.Pebbles)
			i := slices.Index(w.visibles, cardWord(c))
			expect(i >= 0, "the card is visible (BG-30)")
			w.visibles = slices.Delete(slices.Clone(w.visibles), i, i+1)
		}
		n := read[int](t, e.Points)
		expect(n >= len(e.Cards) && n <= 8*len(e.Cards), "a card brings 1 to 8 points")
		w.order = append(w.order[1:], w.order[0])
	case "refill":
		expect(w.last == "buy" && len(e.Cards) > 0, "it comes behind a purchase, with cards")
		n := len(e.Cards)
		expect(slices.Equal(words(e.Cards), w.hidden[:n]), "cards come from the front (BG-35)")
		w.visibles, w.hidden = append(w.visibles, w.hidden[:n]...), w.hidden[n:]
	case "drop":
		expect(failed || w.last == "turn" || w.last == "pebble" || w.last == "exchange", "it ends a turn, or follows a failure")
		i := slices.Index(w.order, e.Player)
		expect(i >= 0, "the player is in the game")
		w.order = slices.Delete(w.order, i, i+1)
		if w.setups > i && strings.HasPrefix(w.last, "setup") {
			w.setups--
		}
		w.total -= sum(w.wallets[e.Player]) // BG-38
		delete(w.wallets, e.Player)
		w.dropped = append(w.dropped, e.Player)
		w.won = slices.DeleteFunc(w.won, func(name string) bool { return name == e.Player })
	case "over":
		expect(!w.over && e.Reason != "", "it comes once")
		w.over = true
	case "bonus":
		expect(w.last == "over" || w.last == "bonus", "it comes behind the end")
	case "win":
		expect(w.over && slices.Contains(w.order, e.Player), "the game is over, and the player in it")
		if e.Won {
			expect(!strings.HasPrefix(w.last, "win false"), "winners are told first (BG-51)")
			w.won = append(w.won, e.Player)
		}
	case "end":
		sort.Strings(w.won)
		sort.Strings(w.dropped)
		expect(w.over && slices.Equal(e.Winners, w.won) && slices.Equal(e.Dropouts, w.dropped), "the outcome is what was told before")
	}
	expect(w.sum() == w.total, "pebbles stay the same (chapter 8)")
	w.last = e.Event
	if e.Event == "win" && !e.Won {
		w.last = "win false"
	}
	if (e.Event == "setup" || e.Event == "win") && !e.OK {
		w.last += " failed"
	}
}

func (w *follower) sum() int {
	n := sum(w.bank)
	for wallet := range maps.Values(w.wallets) {
		n += sum(wallet)
	}
	return n
}

// TestEvents follows random games by their events: their order and fields are
// those of chapter 9, no piece comes from nowhere, and the end is the result.
func TestEvents(t *testing.T) {
	games := gametest.Rounds(60, 600)
	r := configured(t)
	set := schema.New(schemas.FS, "bazaar", r.Options())
	fields := map[string][]string{}
	seen := map[string]bool{}
	for _, k := range bazaar.Game().Protocol.Events {
		fields[k.Name] = append([]string{"event"}, k.Fields...)
	}
	for i := range games {
		in := r.Generate("games", seeded(i), gametest.SizeOf(i))
		names, kinds := castOf(t, in[0])
		f := driven(t, r.Live(), in[1:], names, kinds)
		w := &follower{t: t}
		for _, raw := range f.Events() {
			if problems, err := set.Explain("event", raw); err != nil || len(problems) > 0 {
				t.Fatalf("game %d: %s: %v, %v", i, raw, problems, err)
			}
			e := read[event](t, raw)
			seen[e.Event] = true
			if got := keysOf(t, raw); !slices.Equal(got, fields[e.Event]) {
				t.Fatalf("%s has the fields %q, want %q", e.Event, got, fields[e.Event])
			}
			w.follow(e)
		}
		if w.last != "end" || len(f.Events()) > 0 {
			t.Fatalf("game %d: the last event is %s", i, w.last)
		}
	}
	for name := range fields {
		if !seen[name] {
			t.Errorf("%s never happens", name)
		}
	}
}

// keysOf are the keys of an object in order.
func keysOf(t *testing.T, raw jsontext.Value) (keys []string) {
	t.Helper()
	for _, n := range nodesOf(t, string(raw)) {
		if n.pointer == "" {
			keys = n.keys
		}
	}
	return keys
}

// TestEventsByHand has what happens in one turn, and in each kind of failure.
func TestEventsByHand(t *testing.T) {
	f := began(t, configured(t), "Ada bob Cyd", equations(long.equations), long.gameText(), `"SEY"`)
	answered(t, f, `null`)
	f.Fail(1, game.Closed)
	answered(t, f, `"void"`)
	f.Events()
	answered(t, f, `false`)
	f.Fail(2, game.TimedOut)
	if got, want := happened(f), strings.Join([]string{
		`{"event":"pebble","player":"Cyd","color":"red"}`,
		`{"event":"drop","player":"Cyd","why":"timeout"}`,
		`{"event":"over","reason":"no_players"}`,
		`{"event":"end","winners":[],"dropouts":["Ada","Cyd","bob"]}`,
	}, "\n"); got != want {
		t.Errorf("the events are\n%s\nwant\n%s", got, want)
	}

	f = began(t, configured(t), "Ada bob Cyd", equations(long.equations), long.gameText())
	answered(t, f, `"void"`, `"void"`, `"void"`)
	f.Events()
	answered(t, f, equations("r=b"), cards("bwwww"))
	if got, want := happened(f), strings.Join([]string{
		`{"event":"exchange","player":"Ada","exchanges":[[["red"],["blue"]]],"price":` + facesFirst("rrrww") + `}`,
		`{"event":"buy","player":"Ada","cards":` + facesFirst("wwwwb") + `,"points":5}`,
		`{"event":"refill","cards":` + facesFirst("rrrrr") + `}`,
		`{"event":"turn","player":"bob"}`,
	}, "\n"); got != want {
		t.Errorf("the events are\n%s\nwant\n%s", got, want)
	}
}

// TestEventsOfMutants: G2 and G5 take other cards, and say so.
func TestEventsOfMutants(t *testing.T) {
	for mutant, want := range map[string]string{":G2": `"price":` + facesFirst("rrrrr"), ":G5": `{"event":"refill","cards":` + facesFirst("rrrrr")} {
		g := long
		if mutant == ":G5" {
			g.hidden = "yyyyy rrrrr rrrww"
		}
		f := began(t, configured(t, mutant), "Ada bob Cyd", equations(g.equations), g.gameText())
		answered(t, f, `"void"`, `"void"`, `"void"`, equations("r=b"), cards("bwwww"))
		if got := happened(f); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwithout %s", mutant, got, want)
		}
	}
}
