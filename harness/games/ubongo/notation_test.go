package ubongo_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// configured fixes the rules as gametest.Configured does.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	return gametest.Configured(t, ubongo.Game(), settings...)
}

// seeded is the source of randomness of a test's i-th case.
func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(uint64(i), 0x7562_6f6e_676f)) }

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
	v := gametest.Read[struct {
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
	return gametest.Read[stateValue](t, v.State), ""
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
