package ubongo_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// aided returns all that an aid of task solve gives.
func aided(t testing.TB, name string, texts ...string) []string {
	t.Helper()
	var list []string
	err := configured(t).(game.Helper).Aid("solve", name, gametest.Values(t, texts...), func(v jsontext.Value) error {
		list = append(list, string(v))
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", texts, err)
	}
	return list
}

// TestAllSolutions: as many as task solve counts, the first one among them, no
// two the same, and all of them right.
func TestAllSolutions(t *testing.T) {
	type tally struct {
		Count int            `json:"count"`
		First jsontext.Value `json:"first"`
	}
	r := configured(t)
	gametest.EachInput(t, r, "solve", 200, seeded, func(t *testing.T, in []jsontext.Value) {
		want := gametest.Read[tally](t, gametest.Ask(t, r, "solve", string(in[0]))[0])
		list := aided(t, game.AidAll, string(in[0]))
		if len(list) != want.Count {
			t.Fatalf("%d solutions, want %d", len(list), want.Count)
		}
		if len(list) > 0 && !slices.Contains(list, string(want.First)) {
			t.Errorf("without the first one, %s", want.First)
		}
		for _, one := range list[:min(len(list), 100)] {
			if got := string(gametest.Ask(t, r, "check", string(in[0]), one)[0]); got != `{"ok":true}` {
				t.Errorf("%s: %s", one, got)
			}
		}
		slices.Sort(list)
		if n := len(slices.Compact(list)); n != want.Count {
			t.Errorf("%d different solutions, want %d", n, want.Count)
		}
	})
}

func TestAllStops(t *testing.T) {
	broken := errors.New("nobody reads")
	n := 0
	err := configured(t).(game.Helper).Aid("solve", game.AidAll, gametest.Values(t, `{"board":"g01","die":1}`), func(jsontext.Value) error {
		n++
		return broken
	})
	if n != 1 || !errors.Is(err, broken) {
		t.Errorf("%d solutions, %v", n, err)
	}
}

type hintValue struct {
	Solutions int             `json:"solutions"`
	Must      bool            `json:"must"`
	Placement *placementValue `json:"placement"`
}

// TestHintLeadsOn: from hint to hint a solution comes about, if there is one.
// There are never more solutions than before, and as many behind a placement that
// must be made.
func TestHintLeadsOn(t *testing.T) {
	r := configured(t)
	gametest.EachInput(t, r, "solve", 100, seeded, func(t *testing.T, in []jsontext.Value) {
		all := len(aided(t, game.AidAll, string(in[0])))
		before := hintValue{Solutions: all, Must: true}
		made := []placementValue{}
		for {
			h := gametest.Read[hintValue](t, jsontext.Value(aided(t, game.AidHint, string(in[0]), string(gametest.Write(t, made)))[0]))
			if h.Solutions > before.Solutions || before.Must && h.Solutions != before.Solutions || all > 0 && h.Solutions == 0 {
				t.Fatalf("%s: %d solutions behind %+v", gametest.Write(t, made), h.Solutions, before)
			}
			if h.Placement == nil {
				break
			}
			made, before = append(made, *h.Placement), h
		}
		if all == 0 {
			return
		}
		if got := string(gametest.Ask(t, r, "check", string(in[0]), string(gametest.Write(t, made)))[0]); got != `{"ok":true}` {
			t.Errorf("%s: %s", gametest.Write(t, made), got)
		}
	})
}

func TestHint(t *testing.T) {
	const (
		problem = `{"footprint":[[0,0],[0,1],[1,1],[1,2]],"pieces":["g3","b5"]}`
		small   = `{"piece":"g3","cells":[[0,1,0],[1,1,0],[1,2,0]]}`
		none    = `{"solutions":0,"must":false,"placement":null}`
	)
	for _, c := range []struct{ made, want string }{
		{
			`[` + small + `]`,
			`{"solutions":1,"must":true,"placement":{"piece":"b5","cells":[[0,0,0],[0,0,1],[0,1,1],[1,1,1],[1,2,1]]}}`,
		},
		{
			`[]`,
			`{"solutions":2,"must":false,"placement":{"piece":"b5","cells":[[0,0,0],[0,0,1],[0,1,1],[1,1,1],[1,2,1]]}}`,
		},
		{`[{"piece":"g3","cells":[[0,0,0],[0,1,0],[0,1,1]]}]`, none},
		{`[` + small + `,` + small + `]`, none},
		{`[{"piece":"g3","cells":[[0,1,0],[1,1,0],[1,2,0],[1,2,0]]}]`, none},
		{`[{"piece":"g3","cells":[[0,1,0],[1,1,0],[1,2,2]]}]`, none},
		{`[{"piece":"r2","cells":[[0,0,0],[0,1,0]]}]`, none},
		{`[{"piece":"g3","cells":[[0,2,0],[1,1,0],[1,2,0]]}]`, none},
	} {
		if diff := cmp.Diff([]string{c.want}, aided(t, game.AidHint, problem, c.made)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.made, diff)
		}
	}
	if diff := cmp.Diff(aided(t, game.AidHint, problem, `[]`), aided(t, game.AidHint, problem)); diff != "" {
		t.Errorf("without placements (-none +absent):\n%s", diff)
	}
}

// TestAidsRefuse: what task solve refuses, its aids refuse, too.
func TestAidsRefuse(t *testing.T) {
	helper := configured(t).(game.Helper)
	for _, a := range ubongo.Game().Aids {
		for _, texts := range [][]string{
			{},
			{`{"board":"g01"}`},
			{`{"board":"g01","die":7}`},
			{`{"board":"g01","die":1}`, `[{"piece":"r2","cells":[]}]`},
			{`{"board":"g01","die":1}`, `[]`, `[]`},
		} {
			var invalid *game.Invalid
			if err := helper.Aid(a.Task, a.Name, gametest.Values(t, texts...), nil); !errors.As(err, &invalid) {
				t.Errorf("%s %s: %v", a.Name, texts, err)
			}
		}
	}
}
