package bazaar_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
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

// configured fixes the rules as gametest.Configured does.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	return gametest.Configured(t, bazaar.Game(), settings...)
}

// moved judges a request: the code, or the State it leads to.
func moved(t testing.TB, r game.Rules, state table, request string) (table, string) {
	t.Helper()
	return verdict(t, gametest.Ask(t, r, "move", state.stateText(), request))
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

// seeded is the source of randomness of a test's i-th case.
func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(uint64(i), 0x6261_7a61_6172)) }

// batch are the tasks that oracles answer.
var batch = []string{"equations", "turn", "strategy", "rules", "games", "move", "play", "view", "score", "setup", "server", "clients"}
