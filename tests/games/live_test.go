package gamefolders_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/audit"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// bids are the rules of the game with this name, whose reference is changed before.
func bids(t *testing.T, old, new string) game.Rules {
	t.Helper()
	return configured(t, changed(t, old, new), "")
}

// configured are the rules of a game, or of a mutant of it.
func configured(t *testing.T, g *game.Game, mutant string) game.Rules {
	t.Helper()
	rules, err := g.Configure(game.Settings{Mutant: mutant})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// changed is the game bids after a change of its reference.
func changed(t *testing.T, old, new string) *game.Game {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	dir := filepath.Join(t.TempDir(), "bids")
	if err := os.CopyFS(dir, os.DirFS("bids")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "reference.py")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("there is no %q in the reference", old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return reference.Game(t.Context(), f)
}

// values are JSON values, one after the other.
func values(texts ...string) (list []jsontext.Value) {
	for _, text := range texts {
		list = append(list, jsontext.Value(text))
	}
	return list
}

const twoPlayers = `{"coins":[9,9],"points":[0,0],"prizes":[3,5]}`

// TestOutcomes: what the reference makes of the clients of a case, and what a mutant does.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	g := changed(t, "import json", "import json")
	for _, c := range []struct{ mutant, clients, in, want string }{
		{"", `[["Ada","bold"],["bob","modest"]]`, twoPlayers, `[["Ada"],[]]`},
		{"", `[["Ada","bold"],["bob","hangs"]]`, twoPlayers, `[["Ada"],["bob"]]`},
		{"", `[["Ada","leaves"],["bob","babbles"]]`, twoPlayers, `[[],["Ada","bob"]]`},
		{"", `[["Ada","cheat"],["bob","modest"]]`, twoPlayers, `[["bob"],["Ada"]]`},
		{"", `[["Ada","bold"]]`, twoPlayers, `[[],[]]`},
		{"", `[["Ada","bold"],["Ada","bold"],["a b","bold"],["","bold"],["bob","modest"]]`, twoPlayers, `[["Ada"],[]]`},
		{"", `[["Ada","bold"],["bob","bold"]]`, `{"coins":[6,6],"points":[0,0],"prizes":[3]}`, `[["Ada"],[]]`},
		{"last-of-equals", `[["Ada","bold"],["bob","bold"]]`, `{"coins":[6,6],"points":[0,0],"prizes":[3]}`, `[["bob"],[]]`},
		{"dropouts-win", `[["Ada","leaves"],["bob","modest"]]`, `{"coins":[6,6],"points":[90,0],"prizes":[3]}`, `[[],["Ada"]]`},
	} {
		rules := configured(t, g, c.mutant)
		var out game.Output
		if err := rules.Oracle("server")(values(c.clients, c.in), &out); err != nil {
			t.Errorf("%s: %v", c.clients, err)
			continue
		}
		if got := string(out.Value(0)); got != c.want {
			t.Errorf("%s %s gives %s, expected %s", c.mutant, c.clients, got, c.want)
		}
		if c.mutant == "" {
			continue
		}
		if err := rules.(game.Arbiter).Confirm("server", values(c.clients, c.in), out.Values()); err != nil {
			t.Errorf("asked again: %v", err)
		}
	}
}

// TestSeats: for how many players an input is, is what the reference can begin with.
func TestSeats(t *testing.T) {
	t.Parallel()
	live := bids(t, "import json", "import json").Live()
	if seats, err := live.Seats(values(twoPlayers)); seats != game.Just(2) || err != nil {
		t.Errorf("a game with two places is for %s: %v", seats.Words(), err)
	}
	_, err := live.Seats(values(`{"coins":[9,9],"points":[0],"prizes":[3,5]}`))
	if invalid, ok := errors.AsType[*game.Invalid](err); !ok {
		t.Errorf("a state that contradicts itself gives %v", err)
	} else if invalid.Value != 0 || invalid.Message == "" {
		t.Errorf("it gives %+v", invalid)
	}
	open := bids(t, "    if len(names) != len(s[\"coins\"]):\n", "    if False:\n").Live()
	if seats, err := open.Seats(values(twoPlayers)); seats != (game.Span{Least: 2, Most: 4}) || err != nil {
		t.Errorf("a game for any number is for %s: %v", seats.Words(), err)
	}
	for players := 2; players <= 4; players++ {
		in, err := live.Deal(rand.New(rand.NewPCG(1, 2)), players)
		if err != nil {
			t.Fatal(err)
		}
		if seats, err := live.Seats(in); seats.Least != players || err != nil {
			t.Errorf("a game for %d was dealt that is for %s: %v", players, seats.Words(), err)
		}
	}
	if _, err := live.Deal(rand.New(rand.NewPCG(1, 2)), 5); err == nil {
		t.Error("a game for five was dealt")
	}
}

// TestGenerated: a live case is made for a number of players for which there are games.
func TestGenerated(t *testing.T) {
	t.Parallel()
	rules := bids(t, "    if len(names) != len(s[\"coins\"]):\n", "    if len(names) != 2 or len(s[\"coins\"]) != 2:\n")
	for seed := range uint64(6) {
		in := rules.Generate("server", rand.New(rand.NewPCG(seed, 1)), 20)
		if err := rules.Oracle("server")(in, new(game.Output)); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// TestBreachesCount: a code that only a breach in a live game has is a code with a case.
func TestBreachesCount(t *testing.T) {
	t.Parallel()
	found := lint(t, [][3]string{
		{"reference.py", `breach = {"code": why,`, `breach = {"code": "live_only",`},
		{"rules.md", "- too_much", "- live_only (BI-02): the player bids too much in a live game\n- never (BI-02): nothing has this code\n- too_much"},
	})
	if len(found) != 1 || !strings.Contains(found[0].Message, "no case has the answer never") {
		t.Errorf("found %+v", found)
	}
}

// TestClientsMutants: a case of clients kills a mutant whose clients reply something else,
// although the answer of a program of clients is always the same.
func TestClientsMutants(t *testing.T) {
	t.Parallel()
	mutant := func(id string) string {
		return "[[mutant]]\nid = \"" + id + "\"\nclause = \"BI-09\"\nsummary = \"bids otherwise\"\ntasks = [\"clients\"]\n"
	}
	found := lint(t, [][3]string{
		{"mutants.toml", "[[mutant]]", mutant("bids-none") + mutant("bids-as-before") + "[[mutant]]"},
		{"reference.py", `    return {"value": bids[q["kind"]],`, `    return {"value": 0 if rules["mutant"] == "bids-none" else bids[q["kind"]],`},
	})
	if len(found) != 1 || found[0].Kind != audit.MutantSurvives || !strings.Contains(found[0].Message, "no case kills bids-as-before") {
		t.Errorf("found %+v", found)
	}
}

// lint audits the game bids after changes: a file, what stands there, and what instead.
func lint(t *testing.T, changes [][3]string) []audit.Finding {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	dir := filepath.Join(t.TempDir(), "bids")
	if err := os.CopyFS(dir, os.DirFS("bids")); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		name := filepath.Join(dir, c[0])
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c[1]) {
			t.Fatalf("there is no %q in %s", c[1], c[0])
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), c[1], c[2], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := (&audit.Audit{Folder: f, Shown: dir}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestLiveFaults: a reference that goes wrong in a live game is at fault, and nobody else.
func TestLiveFaults(t *testing.T) {
	t.Parallel()
	const take = `    table, seat, breach = q["table"], q["seat"], None
`
	for _, c := range []struct{ name, old, new, kind, says string }{
		{"ends", take, take + "    sys.exit(3)\n", "exited", "with status 3"},
		{"prints rubbish", take, take + "    print('hello')\n", "not-a-reply", "hello"},
		{"cannot answer", take, take + "    return {\"error\": \"no idea\"}\n", "refused", "no idea"},
		{"no table", `reply = {"table": table, "calls": []}`, `reply = {"calls": []}`, "not-a-reply", "expected a table"},
		{"a value too many", `reply = {"table": table, "calls": []}`, `reply = {"table": table, "calls": [], "value": 1}`, "not-a-reply", "only in the reply to play"},
		{"no value", `return {"value": bids[q["kind"]], "known": known + 1}`, `return {"known": known}`, "not-a-reply", "expected both value and known"},
		{"no such method", `"method": "end"`, `"method": "ende"`, "wrong-shape", `there is no method "ende"`},
		{"no such seat", `{"seat": i, "method": "end"`, `{"seat": i + 7, "method": "end"`, "wrong-shape", "expected a seat from 0 to 1"},
		{"a seat twice", `for i in left]
    return {`, `for i in left + left]
    return {`, "wrong-shape", "which has not replied"},
		{"a wrong argument", `{"you": i, **s}`, `{"you": 9, **s}`, "wrong-shape", "bid: args[0]/you: expected an integer from 0 to 3, found 9"},
		{"an argument too many", `"args": [table["won"]]`, `"args": [table["won"], 1]`, "wrong-shape", "end: args: expected 1 value (result), found 2"},
		{"no result", `reply["result"] = outcome(table)`, "pass", "wrong-shape", "expected a result, since no call is open"},
		{"a result too early", `reply = {"table": table, "calls": []}`, `reply = {"table": table, "calls": [], "result": [[], []]}`, "wrong-shape", "is still open"},
		{"a stranger wins", `return [[names[i] for i in late], [`, `return [["Zoe"], [`, "wrong-shape", `there is no player "Zoe"`},
		{"no result at all", `return [[names[i] for i in late], [`, `return 7, [[`, "wrong-shape", "expected [[winners],[drop-outs]]"},
		{"no such code", `{"code": why,`, `{"code": "nonsense",`, "unknown-name", `the code "nonsense"`},
		{"no such clause", `"clause": "BI-02", "message"`, `"clause": "BI-99", "message"`, "unknown-name", `the clause "BI-99"`},
		{"without end", `s["prizes"][0]
    return s`, `s["prizes"][0]
    s["prizes"].append(1)
    s["points"] = [0 for _ in s["points"]]
    s["coins"] = [9 for _ in s["coins"]]
    return s`, "wrong-shape", "expected a game of at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rules := bids(t, c.old, c.new)
			clients := `[["Ada","modest"],["bob","bold"]]`
			if c.kind == "unknown-name" {
				clients = `[["Ada","cheat"],["bob","bold"]]`
			}
			err := rules.Oracle("server")(values(clients, twoPlayers), new(game.Output))
			fault, ok := errors.AsType[*game.Fault](err)
			if !ok || fault.Kind != c.kind || !strings.Contains(fault.Message, c.says) {
				t.Errorf("found %v, expected %s ... %s", err, c.kind, c.says)
			}
			if c.name == "without end" {
				return // the same referee counts the calls, and ten thousand take their time
			}
			// So it is with players that are no programs.
			referee, err := rules.Live().Referee(values(twoPlayers), []string{"Ada", "bob"})
			if err != nil {
				return // it went wrong at once
			}
			kinds := []string{"modest", "bold"}
			if c.kind == "unknown-name" {
				kinds[0] = "cheat"
			}
			seats := make([]match.Seat, 2)
			for i, kind := range kinds {
				player, err := rules.Live().Player(kind, kind, 1)
				if err != nil {
					t.Fatal(err)
				}
				seats[i] = match.Seat{Conn: i + 1, Player: match.NewBuiltin(player, i+1, nil)}
			}
			result, err := match.Play(t.Context(), referee, seats, match.Options{})
			if _, ok := errors.AsType[*game.Fault](err); !ok || result.Values != nil {
				t.Errorf("a game among our own players gives %s, %v", result.Values, err)
			}
			if list := rules.(game.Faulty).Findings("clients"); len(list) == 0 {
				t.Error("there is no finding")
			}
		})
	}
}

// TestTwoMinds: a reference that gives two answers to a question of live play is found out
// before anything is held against anybody.
func TestTwoMinds(t *testing.T) {
	t.Parallel()
	// It bids by the number of the question.
	rules := bids(t, `"modest": min(1, coins)`, `"modest": q["id"] % 9`)
	in := values(`[["Ada","modest"],["bob","bold"]]`, twoPlayers)
	var out game.Output
	if err := rules.Oracle("server")(in, &out); err != nil {
		t.Fatal(err)
	}
	right, _, err := rules.(game.Arbiter).Right("server", in, out.Values(), values(`[["bob"],[]]`), func(a, b []jsontext.Value) bool { return false })
	if fault, ok := errors.AsType[*game.Fault](err); right || !ok || fault.Kind != "inconsistent" {
		t.Errorf("found %v, %v", right, err)
	}
}
