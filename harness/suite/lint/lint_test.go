package lint_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// found lints a manifest of a task of The Bazaar Game, one "KIND CASE OTHER" for
// each finding.
func found(t *testing.T, task, manifest string) []string {
	t.Helper()
	var list []string
	for _, f := range findings(t, "bazaar", task, manifest) {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Kind, f.Case, f.Other)))
	}
	return list
}

// findings lints a manifest.
func findings(t *testing.T, name, task, manifest string) []lint.Finding {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	known, _ := g.Task(task)
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := suite.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &baseline.Runner{Game: g, Task: known, Codes: judge.Lax, Jobs: 2}
	all, err := lint.Check(t.Context(), p, s.Cases)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.File == "" || f.Line == 0 || f.Message == "" {
			t.Errorf("%+v", f)
		}
	}
	return all
}

const (
	// rules are cases of task rules that are all right.
	rulesOne = `{"name":"one","in":[[[["red"],["blue"]]],[[["red"],["blue"]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}],` +
		`"out":[["blue"],["red"]]}` + "\n"
	rulesNone = `{"name":"none","in":[[],[],{"bank":[],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}` + "\n"
)

func TestCheck(t *testing.T) {
	green := strings.NewReplacer(`"red"`, `"green"`, `"blue"`, `"white"`, `"one"`, `"other"`)
	for _, c := range []struct {
		name, task, manifest string
		want                 []string
	}{
		{"a good suite", "rules", rulesOne + rulesNone, nil},
		{"another output", "rules", rulesNone + strings.Replace(rulesOne, `["blue"],["red"]]}`, `["red"],["blue"]]}`, 1), []string{"wrong-expectation s/one"}},
		{"an output that spells the same", "rules", strings.Replace(rulesOne, `"out":[["blue"]`, `"out": [ ["\u0062lue"]`, 1), nil},
		{"no JSON", "rules", rulesNone + strings.Replace(rulesOne, `"red"`, `red`, 1), []string{"not-json s/one"}},
		{"cut off", "rules", rulesNone + rulesOne[:90], []string{"not-json s/one"}},
		{"no case", "rules", rulesOne + `{"name":"x"}` + "\n", []string{"unreadable s/x"}},
		{"an invalid input", "rules", strings.ReplaceAll(rulesOne, "blue", "pink"), []string{"out-of-domain s/one"}},
		{"too few values", "rules", `{"name":"x","in":[[]]}`, []string{"out-of-domain s/x"}},
		{"an unknown clause", "rules", strings.Replace(rulesNone, `"in"`, `"clauses":["XX-01"],"in"`, 1), []string{"unknown-name s/none"}},
		{"an unknown option", "rules", strings.Replace(rulesNone, `"in"`, `"options":{"speed":1},"in"`, 1), []string{"unknown-name s/none"}},
		{
			"twice", "rules", rulesOne + rulesNone + strings.NewReplacer(`"one"`, `"again"`, `[[["red"]`, `[ [["red"]`).Replace(rulesOne),
			[]string{"duplicate s/again s/one"},
		},
		{
			"twice, the second one wrong", "rules", rulesNone + strings.NewReplacer(`"none"`, `"again"`, `}]}`, `}],"out":[false]}`).Replace(rulesNone),
			[]string{"wrong-expectation s/again", "duplicate s/again s/none"},
		},
		{
			"under another option", "rules", rulesOne + strings.Replace(strings.Replace(rulesOne, `"one"`, `"free"`, 1), `"in"`, `"options":{"side_max":5},"in"`, 1), nil,
		},
		{"other colours", "rules", rulesOne + green.Replace(rulesOne), []string{"near-duplicate s/other s/one"}},
		{
			"pebbles in another order", "rules",
			strings.NewReplacer(`"wallet":["red"]`, `"wallet":["red","green","green"]`, `,"out":[["blue"],["red"]]`, ``).Replace(rulesOne) +
				strings.NewReplacer(`"one"`, `"two"`, `"wallet":["red"]`, `"wallet":["green","red","green"]`, `,"out":[["blue"],["red"]]`, ``).Replace(rulesOne),
			[]string{"near-duplicate s/two s/one"},
		},
		{
			// What is wrong with the first one says nothing of the second.
			"other colours of a case repeated from a wrong one", "rules",
			strings.NewReplacer(`"one"`, `"wrong"`, `["blue"],["red"]]}`, `false]}`).Replace(rulesOne) + rulesOne + green.Replace(rulesOne),
			[]string{"wrong-expectation s/wrong", "duplicate s/one s/wrong", "near-duplicate s/other s/one"},
		},
		{"other numbers", "rules", rulesNone + strings.NewReplacer(`"none"`, `"more"`, `"score":0`, `"score":1`).Replace(rulesNone), nil},
		{
			// The bank gives its pebbles in the order of the colours, so that red and
			// blue are not alike.
			"colours that have an order", "games",
			`{"name":"a","in":[[["Ada","purchase-size"],["bob","purchase-size"]],[],` +
				`{"bank":["red","blue","blue"],"visibles":[{"pebbles":["red","red","red","red","red"],"face?":false}],"cards":[],` +
				`"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}]}` + "\n" +
				`{"name":"b","in":[[["Ada","purchase-size"],["bob","purchase-size"]],[],` +
				`{"bank":["blue","red","red"],"visibles":[{"pebbles":["blue","blue","blue","blue","blue"],"face?":false}],"cards":[],` +
				`"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}]}` + "\n",
			nil,
		},
		{"a ruling that changes the answer", "score", strings.NewReplacer(`"score":3`, `"score":20`, `"phase":"cards"`, `"phase":"over"`, visible, `[]`).Replace(scored), []string{"house-ruling s/scored"}},
		{"a ruling that is cited and changes nothing", "score", strings.Replace(scored, `"in"`, `"clauses":["BG-49"],"in"`, 1), nil},
		{"a ruling by an option that changes nothing", "games", strings.Replace(played, `"in"`, `"options":{"turns_max":7},"in"`, 1), nil},
		{"a ruling in part that is cited", "server", strings.Replace(pair, `"in"`, `"clauses":["BG-83"],"in"`, 1), []string{"house-ruling s/pair"}},
		{"players without cards", "server", strings.ReplaceAll(pair, `,"cards":[]}`, `}`), []string{"house-ruling s/pair"}},
		{"a race", "server", strings.Replace(pair, `[],[],`, `[{"as":"Ada","how":"dribble=1s@name"}],[],`, 1), []string{"house-ruling s/pair"}},
		{"a pair without a ruling", "server", pair, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := found(t, c.task, c.manifest); strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("%q, expected %q", got, c.want)
			}
		})
	}
}

// TestResting: only an answer that a house ruling changes rests on it.
func TestResting(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	score, _ := g.Task("score")
	over := strings.NewReplacer(`"scored"`, `"over"`, `"score":3`, `"score":20`, `"phase":"cards"`, `"phase":"over"`, visible, `[]`).Replace(scored)
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(over+scored), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := suite.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &baseline.Runner{Game: g, Task: score, Codes: judge.Lax, Jobs: 1}
	base, err := p.Run(t.Context(), s.Cases)
	if err != nil {
		t.Fatal(err)
	}
	rests, err := lint.Resting(t.Context(), p, base.Cases, nil)
	if got := fmt.Sprint(rests); err != nil || got != "[[BG-49] []]" {
		t.Errorf("the cases rest on %s, %v", got, err)
	}
}

// TestRestingByOption: the other values of an option tell, too, and a ruling counts once.
func TestRestingByOption(t *testing.T) {
	for _, c := range []struct {
		task, name, want string
		set              []string
	}{
		{"fit", "nothing", "[[]]", nil},
		{"fit", "turned-over-only", "[[UB-52]]", nil},
		{"fit", "turned-over-only", "[[]]", []string{"mirror_goods"}},
		{"score", "most-coins", "[[]]", nil},
		{"score", "tie-of-two", "[[UB-74]]", nil},
		{"score", "tie-of-two", "[[]]", []string{"tie"}},
		{"setup", "starters-for-2", "[[UB-03 UB-69]]", nil},
	} {
		g, err := games.Named("ubar")
		if err != nil {
			t.Fatal(err)
		}
		task, _ := g.Task(c.task)
		s, err := suite.Embedded(suites.FS, "ubar", c.task)
		if err != nil {
			t.Fatal(err)
		}
		cases := slices.DeleteFunc(s.Cases, func(one suite.Case) bool { return one.Name != c.name })
		p := &baseline.Runner{Game: g, Task: task, Codes: judge.Lax, Jobs: 1}
		base, err := p.Run(t.Context(), cases)
		if err != nil {
			t.Fatal(err)
		}
		rests, err := lint.Resting(t.Context(), p, base.Cases, c.set)
		if got := fmt.Sprint(rests); err != nil || got != c.want {
			t.Errorf("%s/%s, with %v: rests on %s, %v, expected %s", c.task, c.name, c.set, got, err, c.want)
		}
	}
}

// TestTouched: a wrong answer rests on a ruling only where another reading of it is wrong.
func TestTouched(t *testing.T) {
	g, err := games.Named("ubar")
	if err != nil {
		t.Fatal(err)
	}
	task, _ := g.Task("score")
	s, err := suite.Embedded(suites.FS, "ubar", "score")
	if err != nil {
		t.Fatal(err)
	}
	cases := slices.DeleteFunc(s.Cases, func(one suite.Case) bool { return one.Name != "tie-of-two" })
	p := &baseline.Runner{Game: g, Task: task, Codes: judge.Lax, Jobs: 1}
	base, err := p.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"winners":`, `"winners":[0],"was":`, "[[UB-74]]"},
		{`"over":true`, `"over":false`, "[[]]"},
		{`"winners":`, `"winners":null,"was":`, "[[]]"},
	} {
		got := [][]jsontext.Value{{jsontext.Value(strings.Replace(string(base.Cases[0].Want[0]), c.from, c.to, 1))}}
		rests := [][]string{{"UB-74"}}
		if err := lint.Touched(t.Context(), p, base.Cases, got, rests); err != nil || fmt.Sprint(rests) != c.want {
			t.Errorf("%s: rests on %v, %v, expected %s", got[0][0], rests, err, c.want)
		}
	}
}

const (
	visible = `[{"pebbles":["red","red","red","red","red"],"face?":true}]`

	scored = `{"name":"scored","in":[{"equations":[],"bank":["red"],"visibles":` + visible + `,"cards":[],` +
		`"players":[{"name":"Ada","wallet":[],"score":3,"cards":[]}],"dropouts":[],"phase":"cards"}]}` + "\n"
	played = `{"name":"played","in":[[["Ada","purchase-size"],["bob","purchase-size"]],[],` +
		`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}]}` + "\n"
	pair = `{"name":"pair","in":[[["Ada","purchase-size"],["bob","purchase-size"]],[],[],` +
		`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0,"cards":[]},{"wallet":[],"score":0,"cards":[]}]}]}` + "\n"
)

// TestSeats looks for cases that are the same but for who sits where, in games
// that number their players.
func TestSeats(t *testing.T) {
	const hold = `"time":36,"hold":{"carpet":0,"chest":0,"potion":0,"lamp":0,"scarab":0},"tableau":[{"at":[0,0],"tile":`
	const poor, rich, third = `{"coins":10,` + hold + `"s1"}]}`, `{"coins":20,` + hold + `"s2"}]}`, `{"coins":15,` + hold + `"s3"}]}`
	var pile []string
	for n := range 60 {
		pile = append(pile, fmt.Sprintf(`"t%02d"`, n+1))
	}
	rows := []string{2: `[null,null,null,null],[null,null,null,null],[null,null,null,null]`, 3: `[null,null,null,null],[null,null,null,null],` +
		`[null,null,null,null],[null,null,null,null]`}
	write := func(name, order string, players ...string) string {
		return fmt.Sprintf(`{"name":%q,"in":[{"round":3,"phase":"over","players":[%s],"order":%s,"to_sell":[],"grid":[%s],"pile":[%s],"markets":[],`+
			`"supply":{"carpet":20,"chest":20,"potion":20,"lamp":20,"scarab":20}}]}`+"\n",
			name, strings.Join(players, ","), order, rows[len(players)], strings.Join(pile, ","))
	}
	for _, c := range []struct{ name, task, manifest, message string }{
		{
			"two change places", "score", write("a", "[0,1]", poor, rich) + write("b", "[1,0]", rich, poor),
			"it is s/a with player 1 for player 0, player 0 for player 1",
		},
		{
			"three move on", "score", write("a", "[2,0,1]", poor, rich, third) + write("b", "[0,1,2]", third, poor, rich),
			"it is s/a with player 1 for player 0, player 2 for player 1, player 0 for player 2",
		},
		{"another order", "score", write("a", "[0,1]", poor, rich) + write("b", "[0,1]", rich, poor), ""},
		{"another number", "score", write("a", "[0,1]", poor, rich) + write("b", "[0,1,2]", poor, rich, third), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := findings(t, "ubar", c.task, c.manifest)
			switch {
			case c.message == "" && len(all) > 0:
				t.Errorf("%+v", all)
			case c.message != "" && (len(all) != 1 || all[0].Kind != lint.NearDuplicate || all[0].Message != c.message):
				t.Errorf("%+v, expected %q", all, c.message)
			}
		})
	}
}

// TestSeatsAreThere looks whether some case of a game has what its Seats name: by
// a name that nothing has no two cases would be alike.
func TestSeatsAreThere(t *testing.T) {
	for _, g := range games.All() {
		if g.Seats == nil {
			continue
		}
		for _, name := range slices.Concat(g.Seats.Lists, g.Seats.Numbers) {
			there := false
			for _, task := range g.Tasks {
				text, err := fs.ReadFile(suites.FS, g.Name+"/"+task.Name+".jsonl")
				if err != nil {
					t.Fatal(err)
				}
				there = there || bytes.Contains(text, fmt.Appendf(nil, "%q:", name))
			}
			if !there {
				t.Errorf("no case of %s has a member %q", g.Name, name)
			}
		}
	}
}

// TestLiveResting finds the house rulings behind failures of live cases.
func TestLiveResting(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		clause, cited, tag string
		want               []string
		side               game.Side
		outcome            judge.Outcome
	}{
		"the verdict's":        {clause: "BG-95", cited: "BG-92", want: []string{"BG-95"}},
		"the case's":           {clause: "BG-92", cited: "BG-94", want: []string{"BG-94"}},
		"both":                 {clause: "BG-94", cited: "BG-94", want: []string{"BG-94"}},
		"the order of a race":  {clause: "BG-10", cited: "BG-83", tag: game.TagRace, want: []string{"BG-83"}},
		"no race":              {clause: "BG-10", cited: "BG-83"},
		"none":                 {cited: "BG-10"},
		"a crash":              {cited: "BG-94", outcome: judge.Crashed},
		"a flood":              {cited: "BG-94", outcome: judge.OutputLimit},
		"of a player":          {clause: "BG-92", cited: "BG-94", side: game.OnePlayer},
		"the verdict's, alone": {clause: "BG-95", cited: "BG-94", side: game.OnePlayer, want: []string{"BG-95"}},
	} {
		c := &suite.Case{Clauses: []string{test.cited}, Tags: []string{test.tag}}
		if got := lint.LiveResting(g, test.side, c, &judge.Verdict{Clause: test.clause, Outcome: test.outcome}); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, expected %v", name, got, test.want)
		}
	}
}
