package bazaar_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// sortLetters brings the letters of a word into the order of words.
func sortLetters(word string) string {
	letters := []byte(word)
	slices.SortFunc(letters, func(a, b byte) int {
		return strings.IndexByte(initials, a) - strings.IndexByte(initials, b)
	})
	return string(letters)
}

// pebblesIn is the word of all pebbles of a table: the bank's and all wallets'.
func (t table) pebblesIn() string {
	word := t.bank
	for _, s := range t.seats {
		word += s.wallet
	}
	return sortLetters(word)
}

// cardsIn is the number of cards that are in the game or with a player.
func (t table) cardsIn() int {
	n := len(strings.Fields(t.visibles)) + len(strings.Fields(t.hidden))
	for _, s := range t.seats {
		n += len(strings.Fields(s.cards))
	}
	return n
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A plainRules is what the plain judge knows of the options.
type plainRules struct {
	exchangesMax      int // -1 is no limit
	price, emptyPrice bool
	sell, buyHidden   bool
	visible, winning  int
	drawOrder         string
	recorded          bool
	points            []plainRow
}

var defaultRules = plainRules{
	exchangesMax: -1, price: true, emptyPrice: true, visible: 4, winning: 20, drawOrder: "rwbgy", points: defaultPoints,
}

// judge is chapters 3 and 6 of the spec once more, on words: the code, or the
// state after the request.
func (p plainRules) judge(t testing.TB, s table, request jsontext.Value) (table, string) {
	t.Helper()
	order := p.drawOrder
	pebble := string(request) == "false"
	var exchanges, bought []string
	switch {
	case p.recorded && bytes.HasPrefix(request, []byte("{")):
		pebble, order = true, wordOf([]string{read[struct{ Draw string }](t, request).Draw})
	case bytes.HasPrefix(request, []byte("[{")):
		bought = strings.Fields(cardsOf(t, request))
	case !pebble:
		exchanges = strings.Fields(exchangesOf(t, request))
	}
	s.seats = slices.Clone(s.seats)
	switch {
	case s.phase == ended:
		return s, "game_over"
	case s.phase == first && len(bought) > 0, s.phase == second && (pebble || len(exchanges) > 0):
		return s, "wrong_phase"
	case s.phase == first:
		return p.judgeFirst(s, pebble, order, exchanges)
	}
	return p.judgeSecond(t, s, bought)
}

func (p plainRules) judgeFirst(s table, pebble bool, order string, exchanges []string) (table, string) {
	wallet, bank := s.seats[0].wallet, s.bank
	if pebble {
		if bank == "" {
			return s, "bank_empty"
		}
		at := strings.IndexFunc(order, func(r rune) bool { return strings.ContainsRune(bank, r) })
		if at < 0 {
			return s, "colour_gone"
		}
		bank, _ = takeOut(bank, order[at:at+1])
		wallet += order[at : at+1]
	} else {
		if p.exchangesMax >= 0 && len(exchanges) > p.exchangesMax {
			return s, "too_many_exchanges"
		}
		for _, x := range exchanges {
			give, get, _ := strings.Cut(x, "=")
			if !slices.Contains(strings.Fields(s.equations), x) && !slices.Contains(strings.Fields(s.equations), get+"="+give) {
				return s, "unknown_equation"
			}
		}
		for _, x := range exchanges {
			give, get, _ := strings.Cut(x, "=")
			var ok bool
			if wallet, ok = takeOut(wallet, give); !ok {
				return s, "wallet_short"
			}
			if bank, ok = takeOut(bank, get); !ok {
				return s, "bank_short"
			}
			wallet, bank = wallet+get, bank+give
		}
		if p.price && (p.emptyPrice || len(exchanges) > 0) {
			if hidden := strings.Fields(s.hidden); len(hidden) > 0 {
				s.hidden = strings.Join(hidden[:len(hidden)-1], " ")
			} else {
				s.visibles = ""
			}
		}
	}
	s.seats[0].wallet, s.bank = sortLetters(wallet), sortLetters(bank)
	s.phase = second
	if p.over(s) != "" {
		s.phase = ended
	}
	return s, ""
}

func (p plainRules) judgeSecond(t testing.TB, s table, bought []string) (table, string) {
	t.Helper()
	wallet, bank, visibles := s.seats[0].wallet, s.bank, strings.Fields(s.visibles)
	points := 0
	for _, c := range bought {
		shown := slices.Index(visibles, c)
		if shown < 0 && !p.sell {
			return s, "card_not_visible"
		}
		word, face := strings.CutSuffix(c, "!")
		var ok bool
		if wallet, ok = takeOut(wallet, word); !ok {
			return s, "wallet_cannot_buy"
		}
		bank += word
		if shown >= 0 {
			visibles = slices.Delete(visibles, shown, shown+1)
		}
		row := p.points[slices.IndexFunc(p.points, func(r plainRow) bool { return len(wallet) >= r.left })]
		if face {
			points += row.face
		} else {
			points += row.plain
		}
	}
	hidden := strings.Fields(s.hidden)
	for len(visibles) < p.visible && len(hidden) > 0 {
		visibles, hidden = append(visibles, hidden[0]), hidden[1:]
	}
	own := append(strings.Fields(s.seats[0].cards), bought...)
	slices.Sort(own)
	active := seat{
		s.seats[0].name, sortLetters(wallet),
		strconv.Itoa(number(t, s.seats[0].score) + points), strings.Join(own, " "),
	}
	s.seats = append(slices.Clone(s.seats[1:]), active)
	s.bank, s.visibles, s.hidden = sortLetters(bank), strings.Join(visibles, " "), strings.Join(hidden, " ")
	s.phase = first
	if p.over(s) != "" {
		s.phase = ended
	}
	return s, ""
}

// over is the reason of BG-49, or "".
func (p plainRules) over(s table) string {
	if len(s.seats) == 0 {
		return "no_players"
	}
	for _, x := range s.seats {
		if n, err := strconv.Atoi(x.score); err != nil || n >= p.winning {
			return "enough_points"
		}
	}
	if s.visibles == "" && s.hidden == "" {
		return "no_cards"
	}
	buyable := strings.Fields(s.visibles)
	if p.buyHidden {
		buyable = append(buyable, strings.Fields(s.hidden)...)
	}
	for _, c := range buyable {
		for _, x := range s.seats {
			if _, ok := takeOut(x.wallet, strings.TrimSuffix(c, "!")); ok {
				return ""
			}
		}
	}
	if s.bank == "" {
		return "nobody_can_buy"
	}
	return ""
}

// judgedRules are options with what they mean to the plain judge.
var judgedRules = map[string]struct {
	options []string
	change  func(*plainRules)
}{
	"default":         {nil, func(*plainRules) {}},
	"max_exchanges":   {[]string{"max_exchanges=2"}, func(p *plainRules) { p.exchangesMax = 2 }},
	"free":            {[]string{"price=false"}, func(p *plainRules) { p.price = false }},
	"empty list free": {[]string{"empty_exchange_price=false"}, func(p *plainRules) { p.emptyPrice = false }},
	"recorded draws":  {[]string{"draws=recorded"}, func(p *plainRules) { p.recorded = true }},
	"overview":        {[]string{"overview"}, func(p *plainRules) { p.recorded, p.emptyPrice = true, false }},
	"quirks":          {[]string{"reference-2024"}, func(p *plainRules) { p.sell, p.buyHidden = true, true }},
	"display of two":  {[]string{"visible_cards=2", "winning_score=6"}, func(p *plainRules) { p.visible, p.winning = 2, 6 }},
	"another drawing": {[]string{`draw_order=["green","yellow","red","white","blue"]`}, func(p *plainRules) { p.drawOrder = "gyrwb" }},
	"another table":   {[]string{"points_table=[[4,0,9],[0,7,1]]"}, func(p *plainRules) { p.points = []plainRow{{4, 0, 9}, {0, 7, 1}} }},
	"a set of 20":     {[]string{"pebbles_max=20"}, func(*plainRules) {}},
	"long sides":      {[]string{"side_max=8"}, func(*plainRules) {}},
	"many players":    {[]string{"players_max=10"}, func(*plainRules) {}},
	"a score limit":   {[]string{"score_limit=12"}, func(*plainRules) {}},
	"a small box":     {[]string{"cards_max=7", "equations_max=3"}, func(*plainRules) {}},
}

// TestMoveIsPlain compares the engine with the plain judge: a request is legal
// exactly if it can be executed, and has the first code that applies.
func TestMoveIsPlain(t *testing.T) {
	for name, tt := range judgedRules {
		t.Run(name, func(t *testing.T) {
			p := defaultRules
			tt.change(&p)
			r := configured(t, tt.options...)
			m := gametest.NewAsker(t, r, "move")
			codes := map[string]int{}
			gametest.EachInput(t, r, "move", 1500, seeded, func(t *testing.T, in []jsontext.Value) {
				t.Helper()
				before := tableOf(t, in[0])
				want, wantCode := p.judge(t, before, in[1])
				got, code := verdict(t, m.Ask(in))
				codes[code]++
				if code != wantCode || code == "" && !reflect.DeepEqual(got, want) {
					t.Errorf("%q\n%+v\nwant %q\n%+v", code, got, wantCode, want)
				}
				if code != "" && strings.Contains(r.Explain(in, code), code) {
					t.Errorf("no explanation of %s", code)
				}
			})
			if codes[""] == 0 || codes["unknown_equation"] == 0 && name == "default" || codes["colour_gone"] == 0 && p.recorded {
				t.Errorf("the inputs are one-sided: %v", codes)
			}
		})
	}
}

// TestMoveInvariants has the invariants 1 to 5 of the spec's chapter 8.
func TestMoveInvariants(t *testing.T) {
	r := configured(t)
	m, back := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "rules")
	gametest.EachInput(t, r, "move", 6000, seeded, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		before := tableOf(t, in[0])
		out := m.Ask(in)
		after, code := verdict(t, out)
		if code != "" {
			return
		}
		if before.pebblesIn() != after.pebblesIn() {
			t.Errorf("(1) pebbles %s became %s", before.pebblesIn(), after.pebblesIn())
		}
		lost := before.cardsIn() - after.cardsIn()
		list := before.phase == first && string(in[1]) != "false"
		switch {
		case !list && lost != 0:
			t.Errorf("(2) %d cards lost", lost)
		case list && before.hidden != "" && lost != 1:
			t.Errorf("(2) %d cards for the price", lost)
		case list && before.hidden == "" && (after.visibles != "" || after.phase != ended):
			t.Error("(2) without hidden cards the price is not the display")
		}
		active := after.seats[0]
		others := after.seats[1:]
		if before.phase == second {
			active, others = after.seats[len(after.seats)-1], after.seats[:len(after.seats)-1]
			if n := len(strings.Fields(after.visibles)); n != 4 && after.hidden != "" {
				t.Errorf("(4) %d cards shown, hidden %s", n, after.hidden)
			}
		}
		if !reflect.DeepEqual(slices.Clone(others), slices.Clone(before.seats[1:])) {
			t.Errorf("(3) the others became %+v", others)
		}
		bought := len(strings.Fields(active.cards)) - len(strings.Fields(before.seats[0].cards))
		gain := number(t, active.score) - number(t, before.seats[0].score)
		if gain < bought || gain > 8*bought {
			t.Errorf("(3) %d points for %d cards", gain, bought)
		}
		if list {
			// (5): a list and its reverse undo each other.
			var steps []string
			for _, x := range slices.Backward(strings.Fields(exchangesOf(t, in[1]))) {
				give, get, _ := strings.Cut(x, "=")
				steps = append(steps, get+"="+give)
			}
			undone := back.Ask(gametest.Values(t, equations(before.equations), equations(strings.Join(steps, " ")), after.turnText()))
			if len(undone) != 2 || pebblesOf(t, undone[0]) != before.seats[0].wallet || pebblesOf(t, undone[1]) != before.bank {
				t.Errorf("(5) the reverse leads to\n%s", gametest.Lines(undone))
			}
		}
		// What comes out can go in.
		state := read[struct {
			State jsontext.Value `json:"state"`
		}](t, out[0]).State
		if err := r.Check("state", state); err != nil {
			t.Errorf("the State %s is not valid: %v", state, err)
		}
	})
}

// TestRulesAgreesWithMove is invariant 6.
func TestRulesAgreesWithMove(t *testing.T) {
	for _, options := range [][]string{nil, {"max_exchanges=1"}, {"pebbles_max=15"}} {
		r := configured(t, options...)
		m, rules, view := gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "rules"), gametest.NewAsker(t, r, "view")
		illegal := 0
		gametest.EachInput(t, r, "move", 3000, seeded, func(t *testing.T, in []jsontext.Value) {
			t.Helper()
			state := tableOf(t, in[0])
			if state.phase != first || r.Check("exchanges", in[1]) != nil {
				return
			}
			turn := view.Ask([]jsontext.Value{in[0], jsontext.Value("0")})[0]
			given := jsontext.Value(equations(state.equations))
			out := rules.Ask([]jsontext.Value{given, in[1], turn})
			after, code := verdict(t, m.Ask(in))
			refused := slices.Contains([]string{"too_many_exchanges", "unknown_equation", "wallet_short", "bank_short"}, code)
			if refused != (string(out[0]) == "false") || !refused && code != "" {
				t.Errorf("move: %q, rules: %s", code, gametest.Lines(out))
			}
			// The answer hangs on the clause of the code that move gives.
			clause := "BG-21"
			if c, ok := bazaar.Game().Code(code); ok {
				clause = c.Clause
			}
			if rules.Clause() != clause {
				t.Errorf("the answer of rules hangs on %q, want %q", rules.Clause(), clause)
			}
			if refused {
				illegal++
			} else if after.seats[0].wallet != pebblesOf(t, out[0]) || after.bank != pebblesOf(t, out[1]) {
				t.Errorf("move leads to %+v, rules to\n%s", after, gametest.Lines(out))
			}
		})
		if illegal == 0 {
			t.Error("no list was illegal")
		}
	}
}

// TestEquationsAgreesWithRules is invariant 7.
func TestEquationsAgreesWithRules(t *testing.T) {
	r := configured(t)
	usable, rules := gametest.NewAsker(t, r, "equations"), gametest.NewAsker(t, r, "rules")
	gametest.EachInput(t, r, "equations", 1500, seeded, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		got := strings.Fields(exchangesOf(t, usable.Ask(in)[0]))
		var want []string
		turn := jsontext.Value(`{"bank":` + string(in[2]) + `,"cards":[],"active":{"wallet":` + string(in[1]) + `,"score":0},"scores":[]}`)
		for _, e := range strings.Fields(exchangesOf(t, in[0])) {
			left, right, _ := strings.Cut(e, "=")
			for _, x := range []string{e, right + "=" + left} {
				if string(rules.Ask([]jsontext.Value{in[0], jsontext.Value(equations(x)), turn})[0]) != "false" {
					want = append(want, x)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s, but rules accepts %s", got, want)
		}
	})
}

// TestStrategyIsLegal is invariant 8.
func TestStrategyIsLegal(t *testing.T) {
	r := configured(t)
	plan, rules := gametest.NewAsker(t, r, "strategy"), gametest.NewAsker(t, r, "rules")
	gametest.EachInput(t, r, "strategy", 3000, seeded, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		out := plan.Ask(in)
		steps := strings.Fields(exchangesOf(t, out[0]))
		if len(steps) > 4 {
			t.Errorf("%d exchanges", len(steps))
		}
		after := rules.Ask([]jsontext.Value{in[0], out[0], in[1]})
		if len(after) != 2 {
			t.Fatalf("the exchanges %s are not legal", out[0])
		}
		turn := read[turnValue](t, in[1])
		if !strings.Contains(string(out[1]), "{") && len(steps) > 0 {
			t.Error("exchanges that buy nothing")
		}
		s := table{
			bank: pebblesOf(t, after[1]), visibles: joined(turn.Cards, cardWord), phase: second,
			seats: []seat{{"a", pebblesOf(t, after[0]), "0", ""}, {"b", "", "0", ""}},
		}
		bought, code := defaultRules.judge(t, s, out[1])
		if code != "" {
			t.Fatalf("the cards %s: %s", out[1], code)
		}
		a := bought.seats[1]
		if a.score != string(out[2]) || a.wallet != pebblesOf(t, out[3]) {
			t.Errorf("the purchase brings %s points and leaves %s, answered are %s and %s", a.score, a.wallet, out[2], out[3])
		}
	})
}

// TestOrderMeansNothing is invariant 9: pebbles, equations, their sides and the
// visible cards are shuffled, and keys besides.
func TestOrderMeansNothing(t *testing.T) {
	r := configured(t)
	for _, task := range []string{"strategy", "rules", "score", "equations"} {
		a := gametest.NewAsker(t, r, task)
		i := 0
		gametest.EachInput(t, r, task, 1500, seeded, func(t *testing.T, in []jsontext.Value) {
			t.Helper()
			i++
			rng := seeded(-i)
			shuffled := make([]any, len(in))
			for k := range in {
				shuffled[k] = shuffledPebbles(rng, read[any](t, in[k]))
			}
			switch task {
			case "score":
				shuffleEquations(rng, shuffled[0].(map[string]any)["equations"].([]any))
			case "equations":
				// Which way round an equation is given shows in the order of
				// the answer, which is a bag.
			default:
				shuffleEquations(rng, shuffled[0].([]any))
				for _, v := range shuffled {
					if turn, ok := v.(map[string]any); ok {
						shuffle(rng, turn["cards"].([]any))
					}
				}
			}
			other := make([]jsontext.Value, len(in))
			for k := range in {
				text, err := json.Marshal(shuffled[k])
				if err != nil {
					t.Fatal(err)
				}
				other[k] = text
			}
			want := a.Ask(in)
			if got := a.Ask(other); !bytes.Equal(gametest.Lines(got), gametest.Lines(want)) {
				t.Errorf("\n%s\nshuffled\n%s\n%s", gametest.Lines(want), gametest.Lines(other), gametest.Lines(got))
			}
		})
	}
}

func shuffle(rng *rand.Rand, list []any) {
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// shuffledPebbles shuffles every bag of pebbles in a value.
func shuffledPebbles(rng *rand.Rand, v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			if s, ok := v[0].(string); ok && strings.Contains("red white blue green yellow", s) {
				shuffle(rng, v)
			}
		}
		for i := range v {
			v[i] = shuffledPebbles(rng, v[i])
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = shuffledPebbles(rng, v[k])
		}
	}
	return v
}

// shuffleEquations shuffles equations and flips some.
func shuffleEquations(rng *rand.Rand, list []any) {
	shuffle(rng, list)
	for _, e := range list {
		shuffle(rng, e.([]any))
	}
}

// TestPlayIsMoves follows play request by request: it is move, with
// elimination (invariants 1 and 10).
func TestPlayIsMoves(t *testing.T) {
	for _, options := range [][]string{nil, {"max_exchanges=2", "bonus=RWB"}, {"reference-2024", "bonus=SEY"}} {
		plain := defaultRules
		plain.buyHidden = slices.Contains(options, "reference-2024")
		r := configured(t, options...)
		play, m, score := gametest.NewAsker(t, r, "play"), gametest.NewAsker(t, r, "move"), gametest.NewAsker(t, r, "score")
		gametest.EachInput(t, r, "play", 1200, seeded, func(t *testing.T, in []jsontext.Value) {
			t.Helper()
			out := play.Ask(in)
			answers := read[[]any](t, out[0])
			if len(answers) != len(in)-1 {
				t.Fatalf("%d answers to %d requests", len(answers), len(in)-1)
			}
			state := in[0]
			for i, request := range in[1:] {
				before := tableOf(t, state)
				judged := m.Ask([]jsontext.Value{state, request})
				after, code := verdict(t, judged)
				want := any(code)
				if code == "" {
					want = true
				}
				if answers[i] != want {
					t.Fatalf("answer %d is %v, move says %v", i+1, answers[i], want)
				}
				switch code {
				case "":
					rotated := slices.Clone(namesOf(before))
					if before.phase == second {
						rotated = append(rotated[1:], rotated[0])
					}
					if !slices.Equal(namesOf(after), rotated) {
						t.Errorf("(10) the players became %s", namesOf(after))
					}
				case "game_over":
					continue
				default:
					after = plain.eliminated(before)
				}
				state = jsontext.Value(after.stateText())
			}
			if got, want := tableOf(t, out[1]), tableOf(t, state); !reflect.DeepEqual(got, want) {
				t.Errorf("the state is\n%+v\nwant\n%+v", got, want)
			}
			if err := r.Check("state", out[1]); err != nil {
				t.Errorf("the State %s is not valid: %v", out[1], err)
			}
			if got := score.Ask([]jsontext.Value{out[1]})[0]; !bytes.Equal(got, out[2]) {
				t.Errorf("the Result is\n%s\nscore says\n%s", out[2], got)
			}
			checkResult(t, tableOf(t, out[1]), read[resultValue](t, out[2]))
		})
	}
}

func namesOf(t table) []string {
	list := make([]string, len(t.seats))
	for i, s := range t.seats {
		list[i] = s.name
	}
	return list
}

// eliminated is BG-38 to BG-41.
func (p plainRules) eliminated(s table) table {
	s.dropouts = strings.TrimSpace(s.dropouts + " " + s.seats[0].name)
	s.seats = s.seats[1:]
	s.phase = first
	if p.over(s) != "" {
		s.phase = ended
	}
	return s
}

// checkResult is invariant 11, and what a Result says of its State.
func checkResult(t *testing.T, s table, result resultValue) {
	t.Helper()
	if result.Over != (s.phase == ended) || result.Over != (result.Reason != nil) || result.Over != (result.Winners != nil) {
		t.Errorf("phase %s, over %t, reason %v, winners %v", s.phase, result.Over, result.Reason, result.Winners)
	}
	var players []string
	most := -1
	for _, p := range result.Points {
		players = append(players, p.Name)
		most = max(most, number(t, p.Points.String()))
	}
	if want := slices.Sorted(slices.Values(namesOf(s))); !slices.Equal(players, want) {
		t.Errorf("points of %s, players are %s", players, want)
	}
	if want := slices.Sorted(slices.Values(strings.Fields(s.dropouts))); !slices.Equal(result.Dropouts, want) {
		t.Errorf("drop-outs %s, want %s", result.Dropouts, want)
	}
	if !result.Over {
		return
	}
	if len(s.seats) > 0 && len(result.Winners) == 0 {
		t.Error("(11) nobody wins")
	}
	for _, w := range result.Winners {
		if slices.Contains(result.Dropouts, w) {
			t.Errorf("(11) %s is winner and drop-out", w)
		}
	}
	var best []string
	for _, p := range result.Points {
		if number(t, p.Points.String()) == most {
			best = append(best, p.Name)
		}
	}
	if !slices.Equal(result.Winners, best) {
		t.Errorf("winners %s, the best are %s", result.Winners, best)
	}
}

// TestScore compares Results with the plain judge's reason.
func TestScore(t *testing.T) {
	r := configured(t)
	score := gametest.NewAsker(t, r, "score")
	reasons := map[string]int{}
	everything := func() bool { return len(reasons) == 5 }
	gametest.EachInputUntil(t, r, "score", 4000, seeded, everything, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		result := read[resultValue](t, score.Ask(in)[0])
		s := tableOf(t, in[0])
		checkResult(t, s, result)
		want := defaultRules.over(s)
		got := ""
		if result.Reason != nil {
			got = *result.Reason
		}
		reasons[got]++
		if got != want {
			t.Errorf("the reason is %q, want %q", got, want)
		}
		for _, p := range result.Points {
			i := slices.IndexFunc(s.seats, func(x seat) bool { return x.name == p.Name })
			if s.seats[i].score != p.Points.String() {
				t.Errorf("%s has %s points, want %s", p.Name, p.Points, s.seats[i].score)
			}
		}
	})
	if !everything() {
		t.Errorf("the inputs are one-sided: %v", reasons)
	}
}

// TestViews compares the Turns of all players with the State and with task
// turn.
func TestViews(t *testing.T) {
	r := configured(t)
	view, turn := gametest.NewAsker(t, r, "view"), gametest.NewAsker(t, r, "turn")
	gametest.EachInput(t, r, "view", 1500, seeded, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		s := tableOf(t, in[0])
		for i := range s.seats {
			out := view.Ask([]jsontext.Value{in[0], jsontext.Value(strconv.Itoa(i))})[0]
			v := read[turnValue](t, out)
			want := s.seats[i]
			want.name = ""
			if got := seatOf(v.Active); got != want {
				t.Errorf("player %d is shown as %+v, want %+v", i, got, want)
			}
			var scores []string
			for k := 1; k < len(s.seats); k++ {
				scores = append(scores, s.seats[(i+k)%len(s.seats)].score)
			}
			if got := joined(v.Scores, json.Number.String); got != strings.Join(scores, " ") {
				t.Errorf("player %d is shown the scores %s, want %s", i, got, scores)
			}
			if wordOf(v.Bank) != s.bank || joined(v.Cards, cardWord) != s.visibles {
				t.Errorf("player %d is shown bank %s and cards %s", i, wordOf(v.Bank), joined(v.Cards, cardWord))
			}
			if i == 0 {
				if same := turn.Ask([]jsontext.Value{jsontext.Value(s.gameText())})[0]; !bytes.Equal(normalTurn(t, same), normalTurn(t, out)) {
					t.Errorf("turn shows\n%s\nview\n%s", same, out)
				}
			}
			// A player can go on from what it is shown.
			if err := r.Check("turn", out); err != nil {
				t.Errorf("the Turn %s is not valid: %v", out, err)
			}
		}
	})
}

// normalTurn brings the cards of the active player, a bag, in order.
func normalTurn(t *testing.T, raw jsontext.Value) []byte {
	t.Helper()
	v := read[turnValue](t, raw)
	return fmt.Appendf(nil, "%s %s %v %v", wordOf(v.Bank), joined(v.Cards, cardWord), seatOf(v.Active), v.Scores)
}

// TestSetup looks at games from scratch.
func TestSetup(t *testing.T) {
	r := configured(t)
	setup := gametest.NewAsker(t, r, "setup")
	gametest.EachInput(t, r, "setup", 300, seeded, func(t *testing.T, in []jsontext.Value) {
		t.Helper()
		out := setup.Ask(in)[0]
		all := strings.Fields(cardsOf(t, in[2]))
		want := table{
			equations: exchangesOf(t, in[1]), bank: sortLetters(strings.Repeat("rwbgy", 20)),
			visibles: strings.Join(all[:4], " "), hidden: strings.Join(all[4:], " "), phase: first,
		}
		for _, name := range read[[]string](t, in[0]) {
			want.seats = append(want.seats, seat{name, "", "0", ""})
		}
		if got := tableOf(t, out); !reflect.DeepEqual(got, want) {
			t.Errorf("\n%+v\nwant\n%+v", got, want)
		}
		if err := r.Check("state", out); err != nil {
			t.Errorf("the State is not valid: %v", err)
		}
	})
}

// TestGenerate: what is generated is valid, value by value and for the oracle,
// and depends on the seed alone.
func TestGenerate(t *testing.T) {
	for _, options := range [][]string{nil, {"reference-2024"}} {
		r := configured(t, options...)
		for _, task := range bazaar.Game().Tasks {
			i := 0
			a := gametest.NewAsker(t, r, task.Name)
			sizes := map[int]int{}
			gametest.EachInput(t, r, task.Name, 800, seeded, func(t *testing.T, in []jsontext.Value) {
				t.Helper()
				checkGenerated(t, r, task, in)
				a.Ask(in)
				again := configured(t, options...).Generate(task.Name, seeded(i), gametest.SizeOf(i))
				if !bytes.Equal(gametest.Lines(in), gametest.Lines(again)) {
					t.Errorf("the same seed makes\n%s", gametest.Lines(again))
				}
				sizes[gametest.SizeOf(i)/51] += len(gametest.Lines(in))
				i++
			})
			if task.Name != "setup" && sizes[0] >= sizes[1] {
				t.Errorf("%s does not grow with its size: %v", task.Name, sizes)
			}
		}
	}
}

func checkGenerated(t *testing.T, r game.Rules, task game.Task, in []jsontext.Value) {
	t.Helper()
	if err := task.CheckCount(len(in)); err != nil {
		t.Fatal(err)
	}
	for k, raw := range in {
		if !raw.IsValid() {
			t.Fatalf("%s is not JSON", raw)
		}
		if err := r.Check(task.In[min(k, len(task.In)-1)].Value, raw); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	}
}

// TestGenerateUnderOptions draws options within their ranges.
func TestGenerateUnderOptions(t *testing.T) {
	n := gametest.Rounds(40, 250)
	for i := range n {
		rng := seeded(i)
		upTo := func(least, most int) int { return least + rng.IntN(most-least+1) }
		pick := func(words ...string) string { return words[rng.IntN(len(words))] }
		pebblesMax := 5 * upTo(1, pick2(rng, 20, 200))
		playersMax := upTo(1, 10)
		visible, depth := upTo(1, pick2(rng, 5, 20)), upTo(0, pick2(rng, 3, 6))
		side := upTo(1, min(20, pebblesMax)) // a side is a bag of Pebbles as well
		equationsMax := upTo(0, pick2(rng, 12, 100))
		options := []string{
			fmt.Sprint("winning_score=", upTo(1, 1000)),
			fmt.Sprint("price=", pick("true", "false")),
			fmt.Sprint("empty_exchange_price=", pick("true", "false")),
			fmt.Sprint("max_exchanges=", pick("null", "0", "1", "5")),
			fmt.Sprint("visible_cards=", visible),
			fmt.Sprint("cards_max=", upTo(1, pick2(rng, 20, 100))),
			fmt.Sprint("equations_max=", equationsMax),
			fmt.Sprint("side_max=", side),
			fmt.Sprint("pebbles_max=", pebblesMax),
			fmt.Sprint("players_max=", playersMax),
			fmt.Sprint("players_min=", upTo(1, playersMax)),
			fmt.Sprint("score_limit=", pick("null", "1", "20", "2000")),
			fmt.Sprint("search_depth=", depth),
			fmt.Sprint("turns_max=", upTo(1, 40)),
			pick(`bonuses={}`, `bonuses={"X":[[],7],"Y":[["red","red"],0]}`, "bonus=RWB", "bonus=SEY"),
			pick("unavailable_card=refuse", "unavailable_card=sell"),
			pick("wallet_tie=bag", "wallet_tie=list"),
			pick("card_order=total", "card_order=either"),
			pick("buyable_cards=visible", "buyable_cards=all"),
			pick("invented_equation=unoriented", "invented_equation=oriented"),
		}
		r := configured(t, options...)
		for _, task := range bazaar.Game().Tasks {
			if task.Name == "setup" && side == 1 && equationsMax > 10 {
				continue // there are only ten equations with one pebble on each side
			}
			// What searches takes for ever with a deep search or a large display.
			searches := task.Name == "strategy" || task.Name == "games"
			a := gametest.NewAsker(t, r, task.Name)
			for k := range 3 {
				in := r.Generate(task.Name, seeded(k), upTo(0, game.SizeMax))
				checkGenerated(t, r, task, in)
				if searches && (visible > 5 || depth > 3 || pebblesMax > 100) {
					continue
				}
				a.Ask(in)
			}
			if t.Failed() {
				t.Fatalf("%s with %s", task.Name, options)
			}
		}
	}
}

// pick2 is one of two numbers.
func pick2(rng *rand.Rand, a, b int) int { return []int{a, b}[rng.IntN(2)] }

// TestOraclesForget: an oracle that has answered many cases, valid ones and
// others, answers like a new one.
func TestOraclesForget(t *testing.T) {
	for _, options := range [][]string{nil, {"reference-2024", "bonus=SEY"}} {
		r := configured(t, options...)
		for _, task := range batch {
			used := gametest.NewAsker(t, r, task)
			i := 0
			gametest.EachInput(t, r, task, 300, seeded, func(t *testing.T, in []jsontext.Value) {
				t.Helper()
				want := gametest.NewAsker(t, r, task).Ask(in)
				untouched := string(gametest.Lines(in))
				if got := used.Ask(in); !bytes.Equal(gametest.Lines(got), gametest.Lines(want)) {
					t.Errorf("a used oracle answers\n%s\na new one\n%s", gametest.Lines(got), gametest.Lines(want))
				}
				if string(gametest.Lines(in)) != untouched {
					t.Error("the input was changed")
				}
				if i++; i%3 == 0 {
					spoilt := slices.Clone(in)
					spoilt[len(spoilt)-1] = jsontext.Value(`{"wallet":["red","pink"]}`)
					used.Refused(spoilt)
				}
			})
		}
	}
}

// TestOraclesKeepTheirSize: an oracle does not keep what it was asked before.
func TestOraclesKeepTheirSize(t *testing.T) {
	r := configured(t)
	oracle := r.Oracle("move")
	var out game.Output
	in := r.Generate("move", seeded(1), game.SizeMax)
	ask := func() {
		out.Reset()
		if err := oracle(in, &out); err != nil {
			t.Fatal(err)
		}
	}
	held := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	ask()
	before := held()
	for range 20_000 {
		ask()
	}
	if grown := held() - before; grown > 1<<20 {
		t.Errorf("after 20000 moves it holds %d bytes more", grown)
	}
	runtime.KeepAlive(oracle)
}

// TestOraclesAtOnce uses the same rules from several goroutines.
func TestOraclesAtOnce(t *testing.T) {
	r := configured(t)
	done := make(chan error)
	const goroutines = 4
	for range goroutines {
		go func() {
			var all []error
			for _, task := range batch {
				o := r.Oracle(task)
				for i := range 40 {
					var out game.Output
					in := r.Generate(task, seeded(i), 2*i)
					all = append(all, o(in, &out))
					if _, code, found := strings.Cut(string(out.Buf), `"code":"`); task == "move" && found {
						r.Explain(in, strings.TrimRight(code, `"}`))
					}
				}
			}
			done <- errors.Join(all...)
		}()
	}
	for range goroutines {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
