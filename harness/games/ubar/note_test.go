package ubar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// noted asks with notes, and returns clauses and features.
func noted(t testing.TB, r game.Rules, task string, in ...string) (clauses, features []string) {
	t.Helper()
	out := game.Output{Trace: new(game.Trace)}
	oracle, err := game.Tracing(r, task)
	if err != nil {
		t.Fatal(err)
	}
	if err := oracle(values(in...), &out); err != nil {
		t.Fatal(err)
	}
	return out.Trace.Clauses(), out.Trace.Features()
}

// TestWindsCite has the clause that decides which tiles a wind reaches.
func TestWindsCite(t *testing.T) {
	for kind, clause := range map[string]string{
		`{"kind":"line","length":2,"dir":"up"}`: "UB-42",
		`{"kind":"any"}`:                        "UB-44",
		`{"kind":"orthogonal"}`:                 "UB-45",
		`{"kind":"diagonal"}`:                   "UB-46",
	} {
		oracle := configured(t).Oracle("winds")
		var out game.Output
		if err := oracle(values(`[{"at":[0,0],"tile":"s1"}]`, "[0,1]", kind), &out); err != nil {
			t.Fatal(err)
		}
		task, _ := ubar.Game().Task("winds")
		c := judge.New(task, judge.Lax, nil).CompareBy(out.Clause, out.Values(), values(`{"choice":false,"tiles":[[9,9]]}`))
		last := c.Differences[len(c.Differences)-1]
		if !strings.HasPrefix(last.Pointer, "/0/tiles") || last.Clause != clause {
			t.Errorf("%s: %s cites %s, expected %s", kind, last.Pointer, last.Clause, clause)
		}
	}
}

// TestNotes has answers to single questions with all that decides them.
func TestNotes(t *testing.T) {
	const square = `[["t01","t02"],[null,"t05"]]`
	for _, tt := range []struct {
		task              string
		in                []string
		clauses, features string
	}{
		{"cost", []string{`[["t04"]]`, "[0,0]"}, "UB-21", "cell:corner cost=0 grid=1 neighbours=0"},
		{"cost", []string{`[["t04"]]`, "[0,1]"}, "UB-23", "cell:off-grid grid=1"},
		{"cost", []string{square, "[1,0]"}, "UB-22 UB-23", "cell:hole"},
		{"cost", []string{`[["t04"],["t33"]]`, "[0,0]"}, "UB-22", "cell:corner"},
		{"cost", []string{`[["t33"],["t04"]]`, "[0,0]"}, "UB-21 UB-22 UB-24", "cell:corner"},
		{"cost", []string{`[["t04"],["t33"]]`, "[1,0]"}, "UB-21 UB-22 UB-24", "cell:corner"},
		{"cost", []string{square, "[0,0]"}, "UB-21 UB-22 UB-23 UB-24", "cell:corner"},
		{"fit", []string{`{}`}, "", "goods=0"},
		{"fit", []string{`{"carpet":1}`}, "", ""},
		{"fit", []string{`{"chest":6,"potion":2}`}, "UB-50 UB-51 UB-52", "spaces=28"},
		{"fit", []string{`{"chest":7}`}, "UB-51", "spaces=28:no"},
		{"fit", []string{`{"lamp":2,"scarab":3}`}, "UB-51 UB-52", "spaces<28:no"},
		{"fit", []string{`{"carpet":3,"chest":5}`}, "UB-51", "spaces=29"},
		{"fit", []string{`{"potion":21}`}, "", "goods>20"},
		{"winds", []string{tableau, "[1,1]", `{"kind":"orthogonal"}`}, "UB-27 UB-35 UB-42 UB-44 UB-45", "wind:orthogonal wind:several"},
		{"winds", []string{tableau, "[1,0]", `{"kind":"diagonal"}`}, "UB-35 UB-42 UB-44 UB-46", "wind:diagonal"},
		{"winds", []string{tableau, "[1,0]", `{"kind":"line","length":1,"dir":"up"}`}, "UB-27 UB-42 UB-48", "dir:up length=1 wind:line"},
		{"winds", []string{tableau, "[2,1]", `{"kind":"line","length":1,"dir":"up"}`}, "UB-27 UB-42 UB-43", "length=1 line:hole wind:nothing"},
		{"winds", []string{tableau, "[3,2]", `{"kind":"line","length":2,"dir":"up"}`}, "UB-27 UB-35 UB-42 UB-44", "dir:up length=2 line:full wind:line"},
		{"winds", []string{`[{"at":[0,0],"tile":"s1"}]`, "[0,1]", `{"kind":"any"}`}, "UB-44 UB-48", "tableau=1 wind:any"},
		{"winds", []string{`[{"at":[0,0],"tile":"s1"}]`, "[0,1]", `{"kind":"diagonal"}`}, "UB-44 UB-46", "tableau=1 wind:nothing"},
		{"sell", []string{`"m01"`, sold, `{}`}, "UB-62 UB-66", "sold:nothing"},
		{"sell", []string{`"m01"`, sold, `{"carpet":2,"chest":1}`}, "UB-62 UB-63 UB-66", "price:over price:under sold:all"},
		{"sell", []string{`"m20"`, sold, `{"carpet":1}`}, "UB-62 UB-66", "price:normal sold:part"},
		{"sell", []string{`"m01"`, sold, `{"lamp":1}`}, "UB-62", "code:not_held"},
		{"score", []string{beginning(t)}, "UB-72 UB-74", "phase:draft players=2 round=1 winners=0"},
		{"view", []string{beginning(t), "0"}, "UB-10 UB-11 UB-21 UB-22 UB-24 UB-60 UB-75", "grid:full phase:draft players=2 round=1 space:shared view:waiting"},
		{"play", []string{beginning(t)}, "UB-72 UB-74", "grid:full phase:draft players=2 requests=0 round=1 space:shared winners=0"},
	} {
		clauses, features := noted(t, configured(t), tt.task, tt.in...)
		if got := strings.Join(clauses, " "); got != tt.clauses {
			t.Errorf("%s %s notes the clauses %s, want %s", tt.task, tt.in, got, tt.clauses)
		}
		if got := strings.Join(features, " "); got != tt.features {
			t.Errorf("%s %s notes the features %s, want %s", tt.task, tt.in, got, tt.features)
		}
	}
}

// TestNotesOfDrafts changes one thing of a draft, and sees what comes and goes.
func TestNotesOfDrafts(t *testing.T) {
	state := beginning(t) // player 1 acts, whose starter gives a chest for a lamp
	draft := `{"type":"draft","player":1,"take":[0,1],"place":[-1,0],"target":null,"skip":[],"dumps":[]}`
	const hold = `"hold":{"carpet":1,"chest":1,"potion":1,"lamp":1,"scarab":0},"tableau":[{"at":[0,0],"tile":"s3"}]`
	const supply = `"supply":{"carpet":18,"chest":18,"potion":18,"lamp":18,"scarab":20}`
	const late = `"time":0,"hold":{"carpet":1,"chest":1,"potion":1,"lamp":1,"scarab":0},"tableau":[{"at":[0,0],"tile":"s1"}`
	for _, tt := range []struct {
		what           string
		state, request []string // old and new in turn
		comes, goes    string
	}{
		{"nothing", nil, nil, "UB-12 UB-20 UB-30 UB-40 UB-47 step:own-action step:later-action steps=2 wind:line", "UB-13 UB-35 UB-54 dump:needed"},
		{"another's turn", nil, []string{`"player":1`, `"player":0`}, "code:not_your_turn UB-11", "UB-20 steps=2"},
		{"off the grid", nil, []string{`"take":[0,1]`, `"take":[9,1]`}, "code:off_grid UB-10", "UB-20 steps=2 UB-21"},
		{"skipped", nil, []string{`"skip":[]`, `"skip":[2]`}, "UB-30 UB-47 skip:later-action step:own-action", "code:must_execute step:later-action skip:goes-on"},
		{"own skipped", nil, []string{`"skip":[]`, `"skip":[1]`}, "code:must_execute UB-30", "skip:later-action"},
		{"dumped first", nil, []string{`"dumps":[]`, `"dumps":[{"carpet":1}]`}, "UB-54 UB-55 dump:first", "dump:needed dump:unneeded"},
		{"dumped later", nil, []string{`"dumps":[]`, `"dumps":[{},{"carpet":1}]`}, "UB-54 UB-55 dump:unneeded", "dump:needed dump:first"},
		{"dumped in vain", nil, []string{`"dumps":[]`, `"dumps":[{"potion":1}]`}, "UB-31 UB-35 step:lacks-goods", "step:own-action UB-30"},
		{"without chest", []string{hold, strings.Replace(hold, `"chest":1`, `"chest":0`, 1), supply, strings.Replace(supply, `"chest":18`, `"chest":19`, 1)}, nil, "UB-31 UB-35 step:lacks-goods", "step:later-action UB-40"},
		{"beside", nil, []string{`"place":[-1,0]`, `"place":[0,1]`}, "steps=1 wind:nothing", "UB-40 UB-42 step:later-action"},
		{"other ahead", []string{late, strings.Replace(late, `"time":0`, `"time":3`, 1)}, nil, "UB-10 lands:on-others", "UB-60 UB-13"},
		{"other at the end", []string{late, strings.Replace(late, `"time":0`, `"time":12`, 1)}, nil, "UB-60 round:goes-on", "round:ends round:one-short UB-11"},
	} {
		s, q := flaw{replace: tt.state}.in(t, state), flaw{replace: tt.request}.in(t, draft)
		clauses, features := noted(t, configured(t), "move", s, q)
		all := slices.Concat(clauses, features)
		for name := range strings.FieldsSeq(tt.comes) {
			if !slices.Contains(all, name) {
				t.Errorf("%s: %s is not noted, but %s", tt.what, name, all)
			}
		}
		for name := range strings.FieldsSeq(tt.goes) {
			if slices.Contains(all, name) {
				t.Errorf("%s: %s is noted", tt.what, name)
			}
		}
	}
}

// TestCostClause: what a cost comes of is said of each cell.
func TestCostClause(t *testing.T) {
	oracle := configured(t).Oracle("cost")
	for _, tt := range []struct{ grid, cell, clause string }{
		{`[["t04"]]`, "[0,0]", "UB-21"},
		{`[["t04"],["t33"]]`, "[0,0]", "UB-22"},
		{`[["t04",null],[null,"t33"]]`, "[0,0]", "UB-21"},
		{`[["t04",null]]`, "[0,1]", "UB-23"},
		{`[["t04"]]`, "[-1,0]", "UB-24"},
	} {
		var out game.Output
		if err := oracle(values(tt.grid, tt.cell), &out); err != nil || out.Clause != tt.clause {
			t.Errorf("%s %s: %s, expected %s (%v)", tt.grid, tt.cell, out.Clause, tt.clause, err)
		}
	}
}

// TestFeaturesCanBeMet: generated inputs meet each feature in some task.
func TestFeaturesCanBeMet(t *testing.T) {
	r := configured(t)
	const inputsMax = 2500
	out := game.Output{Trace: &game.Trace{Quick: true}}
	oracles := map[string]game.Oracle{}
	for _, task := range ubar.Game().Tasks {
		var err error
		if oracles[task.Name], err = game.Tracing(r, task.Name); err != nil {
			t.Fatal(err)
		}
	}
	var met []string
	for i := 0; i < inputsMax && len(met) < len(ubar.Game().Noted()); i++ {
		for _, task := range ubar.Game().Tasks {
			if i > inputsMax/8 && task.Name != "move" && task.Name != "play" {
				continue
			}
			out.Reset()
			if err := oracles[task.Name](r.Generate(task.Name, seeded(i), i%(game.SizeMax+1)), &out); err != nil {
				t.Fatal(err)
			}
		}
		met = out.Trace.Features()
	}
	seen := map[string]bool{}
	for _, f := range ubar.Game().Noted() {
		if seen[f.Name] || f.Means == "" || strings.HasSuffix(f.Means, ".") {
			t.Errorf("%+v is doubled or says too little", f)
		}
		seen[f.Name] = true
		if !slices.Contains(met, f.Name) {
			t.Errorf("no generated input has %s: %s", f.Name, f.Means)
		}
	}
}
