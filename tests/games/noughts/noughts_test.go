package noughts

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

var update = flag.Bool("update", false, "write the schema files anew")

// What holds for any game.
func TestRuleBook(t *testing.T)  { gametest.RuleBook(t, Game) }
func TestDescribed(t *testing.T) { gametest.Described(t, Game, gametest.Special{}) }
func TestLegal(t *testing.T)     { gametest.Legal(t, Game, "", true) }
func TestSchemas(t *testing.T) {
	gametest.SchemaFiles(t, describe(asWritten()).book, "tests/games/noughts/values", *update)
}

// TestExample: the game is an example, which no command knows.
func TestExample(t *testing.T) {
	if g, err := games.Named(Game.Name); err == nil {
		t.Errorf("the list of games has %s", g.Title)
	}
}

// TestSuites: the cases of the suites are right, each clause decides one of them, and they
// kill all mutants.
func TestSuites(t *testing.T) {
	decided := map[string]bool{}
	killed := map[string]bool{}
	for _, task := range Game.Tasks {
		s, err := suite.Load("suites/" + task.Name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		p := &baseline.Runner{Game: Game, Task: task, Jobs: 1, Decide: true}
		base, err := p.Run(t.Context(), s.Cases)
		if err != nil || len(base.Cases) < len(s.Cases) {
			t.Fatalf("%s: %v %v", task.Name, base, err)
		}
		for _, c := range base.Cases {
			for _, id := range c.Met {
				decided[id] = true
			}
			if missing := slices.DeleteFunc(slices.Clone(c.Clauses), func(id string) bool { return slices.Contains(c.Met, id) }); len(missing) > 0 {
				t.Errorf("%s is decided by %v, not by %v", c.ID, c.Met, missing)
			}
		}
		mutants, _ := mutation.Mutants(Game, task.Name)
		m, err := mutation.MeasureFirst(t.Context(), p, base.Cases, mutants)
		if err != nil {
			t.Fatal(err)
		}
		for _, survivor := range m.Survivors() {
			t.Errorf("no case of %s kills %s, which %s", task.Name, survivor.ID, survivor.Summary)
		}
		for _, mutant := range mutants {
			killed[mutant.ID] = true
		}
	}
	if len(decided) != len(Game.Clauses) || len(killed) != len(Game.Mutants) {
		t.Errorf("of %d clauses %d decide a case, and of %d mutants %d show in a task", len(Game.Clauses), len(decided), len(Game.Mutants), len(killed))
	}
}

// desk is the way to the oracle that the commands take.
func desk(t *testing.T, task string, settings ...string) *answer.Desk {
	t.Helper()
	r := gametest.Configured(t, Game, settings...)
	found, _ := Game.Task(task)
	return &answer.Desk{Game: Game, Task: found, Rules: r, Schemas: schema.Of(Game, r.Options())}
}

// TestRefusals: what is no input is refused with its place, what was expected, and the
// clause that it breaks.
func TestRefusals(t *testing.T) {
	const open = `{"board":[["x",null,null],[null,null,null],[null,null,null]]}`
	for _, tt := range []struct{ task, in, want string }{
		{"result", `{"board":[["x",null,null],[null,"z",null],[null,null,null]]}`, `line 1, column 33: value 1 (state) at /board/1/1: expected "x" or "o", found "z" (NC-01)`},
		{"result", `{"board":[]}`, `line 1, column 10: value 1 (state) at /board: expected at least 3 rows, found 0 (NC-01)`},
		{
			"result", `{"board":[["x",null,null],[null,null,null,null],[null,null,null]]}`,
			`line 1, column 10: value 1 (state) at /board: expected a square, found 3 rows and one of 4 cells (NC-01)`,
		},
		{
			"result", `{"board":[["o",null,null],[null,null,null],[null,null,null]]}`,
			`line 1, column 10: value 1 (state) at /board: expected equally many marks, or one more of the player who begins, found 0 of x and 1 of o (NC-02)`,
		},
		{
			"result", `{"board":[["x","x","x"],["o","o","o"],[null,null,null]]}`,
			`line 1, column 10: value 1 (state) at /board: expected no line of x, who did not make the last move (NC-10)`,
		},
		{"result", `{"bord":[]}`, `line 1, column 2: value 1 (state): unknown key "bord" in a state (did you mean "board"?)`},
		{"move", open + `{"mark":"o","row":1,"column":6}`, `line 1, column 91: value 2 (move) at /column: expected a number from 0 to 5, found 6 (NC-04)`},
		{"move", open + `{"mark":"o","row":1}`, `line 1, column 62: value 2 (move): missing key "column" in a move`},
		{"move", open, `line 1, column 1: expected 2 values (state, move), found 1: the value move is missing`},
	} {
		d := desk(t, tt.task)
		values, err := d.Read(strings.NewReader(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Solve(d.Rules.Oracle(tt.task), values, &game.Output{}); err == nil || err.Error() != tt.want {
			t.Errorf("%s\n%v\nwant\n%s", tt.in, err, tt.want)
		}
	}
}

const drawn = `Noughts and Crosses
     0     1     2
  #=====#=====#=====#
0 #  x  |  o  |     #
  #-----+-----+-----#
1 #     |  x  |     #
  #-----+-----+-----#
2 #     |     |  o  #
  #=====#=====#=====#
Legend:   x a cross   o a nought
`

// TestPicture draws a state, and the answer about a move.
func TestPicture(t *testing.T) {
	in := gametest.Values(t, `{"board":[["x","o",null],[null,"x",null],[null,null,"o"]]}`, `{"mark":"x","row":0,"column":0}`)
	r := gametest.Configured(t, Game)
	s, err := picture.Value(r, "state", in[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := terminal.Draw(s, terminal.Options{ASCII: true}); got != drawn {
		t.Errorf("%s\nwant\n%s", got, drawn)
	}
	task, _ := Game.Task("move")
	s, err = picture.Values(r, task.Out, gametest.NewAsker(t, r, "move").Ask(in))
	if err != nil || !strings.Contains(s.Alt, "occupied") {
		t.Errorf("%+v %v", s, err)
	}
	if why := r.Explain(in, "occupied"); why != "the cell has a mark already" {
		t.Error(why)
	}
}
