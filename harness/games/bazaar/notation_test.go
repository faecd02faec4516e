package bazaar_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/stream"
)

// The tests write pebbles as words of initials ("rrw"), a card as the word of
// its pebbles, with "!" behind it if it has a face ("rrrrw!"), an equation as
// two words ("rr=b"), and lists with blanks between their elements. Words read
// from answers have their letters in the order r w b g y, so that equal bags
// are equal words.

const initials = "rwbgy"

var colourNames = map[byte]string{'r': "red", 'w': "white", 'b': "blue", 'g': "green", 'y': "yellow"}

// A seat is a player with a name; a table without names makes Players of it.
type seat struct{ name, wallet, score, cards string }

// A table is a State, or, as far as these have the parts, a Game or a Turn.
type table struct {
	equations, bank, visibles, hidden string
	seats                             []seat
	dropouts, phase                   string
}

const (
	first  = "pebble-or-trades"
	second = "cards"
	ended  = "over"
)

func jsonList[T any](list []T, text func(T) string) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = text(e)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func pebbles(word string) string {
	return jsonList([]byte(word), func(b byte) string { return strconv.Quote(colourNames[b]) })
}

func card(word string) string {
	plain, face := strings.CutSuffix(word, "!")
	return `{"pebbles":` + pebbles(plain) + `,"face?":` + strconv.FormatBool(face) + `}`
}

func cards(words string) string { return jsonList(strings.Fields(words), card) }

func equation(words string) string {
	left, right, _ := strings.Cut(words, "=")
	return "[" + pebbles(left) + "," + pebbles(right) + "]"
}

func equations(words string) string { return jsonList(strings.Fields(words), equation) }

func names(words string) string { return jsonList(strings.Fields(words), strconv.Quote) }

func (s seat) seatText() string {
	return `{"name":"` + s.name + `","wallet":` + pebbles(s.wallet) + `,"score":` + s.score + `,"cards":` + cards(s.cards) + `}`
}

func (s seat) playerText() string {
	return `{"wallet":` + pebbles(s.wallet) + `,"score":` + s.score + `,"cards":` + cards(s.cards) + `}`
}

func (t table) stateText() string {
	return `{"equations":` + equations(t.equations) + `,"bank":` + pebbles(t.bank) +
		`,"visibles":` + cards(t.visibles) + `,"cards":` + cards(t.hidden) +
		`,"players":` + jsonList(t.seats, seat.seatText) +
		`,"dropouts":` + names(t.dropouts) + `,"phase":"` + t.phase + `"}`
}

func (t table) gameText() string {
	return `{"bank":` + pebbles(t.bank) + `,"visibles":` + cards(t.visibles) + `,"cards":` + cards(t.hidden) +
		`,"players":` + jsonList(t.seats, seat.playerText) + `}`
}

func (t table) turnText() string {
	return `{"bank":` + pebbles(t.bank) + `,"cards":` + cards(t.visibles) + `,"active":` + t.seats[0].playerText() +
		`,"scores":` + jsonList(t.seats[1:], func(s seat) string { return s.score }) + `}`
}

// cardValue and seatValue are what JSON calls these things.
type cardValue struct {
	Pebbles []string `json:"pebbles"`
	Face    bool     `json:"face?"`
}

type seatValue struct {
	Name   string      `json:"name"`
	Wallet []string    `json:"wallet"`
	Score  json.Number `json:"score"`
	Cards  []cardValue `json:"cards"`
}

type stateValue struct {
	Equations [][2][]string `json:"equations"`
	Bank      []string      `json:"bank"`
	Visibles  []cardValue   `json:"visibles"`
	Cards     []cardValue   `json:"cards"`
	Players   []seatValue   `json:"players"`
	Dropouts  []string      `json:"dropouts"`
	Phase     string        `json:"phase"`
}

type turnValue struct {
	Bank   []string      `json:"bank"`
	Cards  []cardValue   `json:"cards"`
	Active seatValue     `json:"active"`
	Scores []json.Number `json:"scores"`
}

type resultValue struct {
	Over   bool    `json:"over"`
	Reason *string `json:"reason"`
	Points []struct {
		Name   string      `json:"name"`
		Points json.Number `json:"points"`
	} `json:"points"`
	Winners  []string `json:"winners"`
	Dropouts []string `json:"dropouts"`
}

// read decodes a value of an answer.
func read[T any](t testing.TB, raw jsontext.Value) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// wordOf is the word of a bag.
func wordOf(colours []string) string {
	var word []byte
	for i := range len(initials) {
		for _, c := range colours {
			if c == colourNames[initials[i]] {
				word = append(word, initials[i])
			}
		}
	}
	return string(word)
}

func cardWord(c cardValue) string {
	if c.Face {
		return wordOf(c.Pebbles) + "!"
	}
	return wordOf(c.Pebbles)
}

func joined[T any](list []T, word func(T) string) string {
	words := make([]string, len(list))
	for i, e := range list {
		words[i] = word(e)
	}
	return strings.Join(words, " ")
}

// seatOf puts the cards in order, since they are a bag.
func seatOf(s seatValue) seat {
	words := strings.Fields(joined(s.Cards, cardWord))
	slices.Sort(words)
	return seat{s.Name, wordOf(s.Wallet), s.Score.String(), strings.Join(words, " ")}
}

// tableOf reads a State.
func tableOf(t testing.TB, raw jsontext.Value) table {
	t.Helper()
	s := read[stateValue](t, raw)
	list := table{
		equations: joined(s.Equations, func(e [2][]string) string { return wordOf(e[0]) + "=" + wordOf(e[1]) }),
		bank:      wordOf(s.Bank),
		visibles:  joined(s.Visibles, cardWord),
		hidden:    joined(s.Cards, cardWord),
		dropouts:  strings.Join(s.Dropouts, " "),
		phase:     s.Phase,
	}
	for _, p := range s.Players {
		list.seats = append(list.seats, seatOf(p))
	}
	return list
}

// exchangesOf reads Exchanges.
func exchangesOf(t testing.TB, raw jsontext.Value) string {
	t.Helper()
	return joined(read[[][2][]string](t, raw), func(e [2][]string) string { return wordOf(e[0]) + "=" + wordOf(e[1]) })
}

func pebblesOf(t testing.TB, raw jsontext.Value) string {
	t.Helper()
	return wordOf(read[[]string](t, raw))
}

func cardsOf(t testing.TB, raw jsontext.Value) string {
	t.Helper()
	return joined(read[[]cardValue](t, raw), cardWord)
}

// values splits a text into the JSON values it consists of.
func values(t testing.TB, texts ...string) []jsontext.Value {
	t.Helper()
	all, err := stream.All(strings.NewReader(strings.Join(texts, "\n")), stream.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", texts, err)
	}
	return stream.Raws(all)
}

// configured fixes the rules with options written as NAME=VALUE; a setting
// without "=" is the name of a preset, one with ":" in front a mutant's.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	var all game.Settings
	for _, text := range settings {
		if mutant, ok := strings.CutPrefix(text, ":"); ok {
			all.Mutant = mutant
			continue
		}
		if !strings.Contains(text, "=") {
			all.Preset = text
			continue
		}
		s, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		all.Options = append(all.Options, s)
	}
	r, err := bazaar.Game.Configure(all)
	if err != nil {
		t.Fatalf("%s: %v", settings, err)
	}
	return r
}

// An asker asks one oracle, which keeps its memory from case to case.
type asker struct {
	t      testing.TB
	task   string
	oracle game.Oracle
	out    game.Output
}

func newAsker(t testing.TB, r game.Rules, task string) *asker {
	t.Helper()
	o := r.Oracle(task)
	if o == nil {
		t.Fatalf("no oracle for %s", task)
	}
	return &asker{t: t, task: task, oracle: o}
}

// ask returns the answer, which has to exist.
func (a *asker) ask(in []jsontext.Value) []jsontext.Value {
	a.t.Helper()
	a.out.Reset()
	if err := a.oracle(in, &a.out); err != nil {
		a.t.Fatalf("%s of\n%s\n%v", a.task, lines(in), err)
	}
	return a.out.Values()
}

// refused returns why there is no answer.
func (a *asker) refused(in []jsontext.Value) *game.Invalid {
	a.t.Helper()
	a.out.Reset()
	err := a.oracle(in, &a.out)
	var invalid *game.Invalid
	if !errors.As(err, &invalid) {
		a.t.Fatalf("%s of\n%s\ngives %v, not a *game.Invalid", a.task, lines(in), err)
	}
	if a.out.Len() != 0 {
		a.t.Errorf("%s of\n%s\nis invalid, yet there is an answer: %s", a.task, lines(in), a.out.Buf)
	}
	return invalid
}

// ask answers one case with an oracle of its own.
func ask(t testing.TB, r game.Rules, task string, texts ...string) []jsontext.Value {
	t.Helper()
	return newAsker(t, r, task).ask(values(t, texts...))
}

// moved judges a request: the code, or the State it leads to.
func moved(t testing.TB, r game.Rules, state table, request string) (table, string) {
	t.Helper()
	return verdict(t, ask(t, r, "move", state.stateText(), request))
}

// verdict reads the answer of task move.
func verdict(t testing.TB, out []jsontext.Value) (table, string) {
	t.Helper()
	v := read[struct {
		Legal bool           `json:"legal"`
		Code  string         `json:"code"`
		State jsontext.Value `json:"state"`
	}](t, out[0])
	if v.Legal != (v.Code == "") || v.Legal != (len(v.State) > 0) {
		t.Fatalf("%s is neither legal nor illegal", out[0])
	}
	if !v.Legal {
		return table{}, v.Code
	}
	return tableOf(t, v.State), ""
}

// lines shows values for messages.
func lines(list []jsontext.Value) []byte {
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v
	}
	return bytes.Join(texts, []byte("\n"))
}

// seeded is the source of randomness of a test's i-th case.
func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(uint64(i), 0x6261_7a61_6172)) }

// sizeOf makes few cases have all sizes, too: 37 and 101 have no divisor in
// common.
func sizeOf(i int) int { return 37 * i % (game.SizeMax + 1) }

// eachInput generates n inputs of a task, of all sizes.
func eachInput(t *testing.T, r game.Rules, task string, n int, f func(t *testing.T, in []jsontext.Value)) {
	t.Helper()
	if testing.Short() {
		n = (n + 9) / 10
	}
	for i := range n {
		in := r.Generate(task, seeded(i), sizeOf(i))
		f(t, in)
		if t.Failed() {
			t.Fatalf("input %d of %s:\n%s", i, task, lines(in))
		}
	}
}

// batch are the tasks that oracles answer.
var batch = []string{"equations", "turn", "strategy", "rules", "games", "move", "play", "view", "score", "setup", "server", "clients"}
