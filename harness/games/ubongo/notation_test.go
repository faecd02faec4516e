package ubongo_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
	"github.com/touchstone-harness/touchstone/harness/stream"
)

// values splits texts into the JSON values they consist of.
func values(t testing.TB, texts ...string) []jsontext.Value {
	t.Helper()
	all, err := stream.All(strings.NewReader(strings.Join(texts, "\n")), stream.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", texts, err)
	}
	return stream.Raws(all)
}

// configured fixes the rules with options written as NAME=VALUE; a setting with
// ":" in front is a mutant's id.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	var all game.Settings
	for _, text := range settings {
		if mutant, ok := strings.CutPrefix(text, ":"); ok {
			all.Mutant = mutant
			continue
		}
		s, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		all.Options = append(all.Options, s)
	}
	r, err := ubongo.Game.Configure(all)
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

// lines shows values for messages.
func lines(list []jsontext.Value) []byte {
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v
	}
	return bytes.Join(texts, []byte("\n"))
}

// read decodes what an oracle has written.
func read[T any](t testing.TB, raw jsontext.Value) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// write encodes what a test has put together.
func write(t testing.TB, v any) jsontext.Value {
	t.Helper()
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// seeded is the source of randomness of a test's i-th case.
func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(uint64(i), 0x7562_6f6e_676f)) }

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

// The values of chapter 4 as tests read and write them.

type gemsValue struct {
	Red   int `json:"red"`
	Blue  int `json:"blue"`
	Green int `json:"green"`
	Brown int `json:"brown"`
}

func (g gemsValue) plus(h gemsValue) gemsValue {
	return gemsValue{g.Red + h.Red, g.Blue + h.Blue, g.Green + h.Green, g.Brown + h.Brown}
}

func (g gemsValue) total() int { return g.Red + g.Blue + g.Green + g.Brown }

type displayValue struct {
	Blue  int `json:"blue"`
	Brown int `json:"brown"`
}

type playerValue struct {
	Name  string    `json:"name"`
	Level string    `json:"level"`
	Stack []string  `json:"stack"`
	Board *string   `json:"board"`
	Gems  gemsValue `json:"gems"`
}

type solvedValue struct {
	Player int    `json:"player"`
	Time   int    `json:"time"`
	Gem    string `json:"gem"`
}

type stateValue struct {
	Phase   string        `json:"phase"`
	Round   int           `json:"round"`
	Roller  int           `json:"roller"`
	Flipper int           `json:"flipper"`
	Die     *int          `json:"die"`
	Glass   int           `json:"glass"`
	Players []playerValue `json:"players"`
	Solved  []solvedValue `json:"solved"`
	Out     []int         `json:"out"`
	Display displayValue  `json:"display"`
	Bag     gemsValue     `json:"bag"`
	Winner  *int          `json:"winner"`
}

type placementValue struct {
	Piece string   `json:"piece"`
	Cells [][3]int `json:"cells"`
}

type requestValue struct {
	Type       string            `json:"type"`
	Player     int               `json:"player"`
	Die        *int              `json:"die,omitzero"`
	Time       *int              `json:"time,omitzero"`
	Placements *[]placementValue `json:"placements,omitzero"`
	Gem        jsontext.Value    `json:"gem,omitzero"`
	Boards     *[]string         `json:"boards,omitzero"`
}

type problemValue struct {
	Footprint [][2]int `json:"footprint"`
	Pieces    []string `json:"pieces"`
}

// verdict reads the answer of task move.
func verdict(t testing.TB, out []jsontext.Value) (stateValue, string) {
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
		return stateValue{}, v.Code
	}
	return read[stateValue](t, v.State), ""
}

// The content as tests read it.
type contentValue struct {
	Pieces []struct {
		ID    string   `json:"id"`
		Cells [][3]int `json:"cells"`
	} `json:"pieces"`
	Boards []struct {
		ID        string   `json:"id"`
		Level     string   `json:"level"`
		Card      int      `json:"card"`
		Footprint [][2]int `json:"footprint"`
		Tasks     []struct {
			Numbers   []int    `json:"numbers"`
			Pieces    []string `json:"pieces"`
			Solutions int      `json:"solutions"`
		} `json:"tasks"`
	} `json:"boards"`
	Unsolvable []struct {
		ID string `json:"id"`
		problemValue
	} `json:"unsolvable"`
}
