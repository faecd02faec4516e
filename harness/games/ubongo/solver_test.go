package ubongo_test

import (
	"os"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// contentOf reads the content file once more.
func contentOf(t testing.TB) contentValue {
	t.Helper()
	text, err := os.ReadFile("material/content.json")
	if err != nil {
		t.Fatal(err)
	}
	var c contentValue
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

type solutionsValue struct {
	Count int            `json:"count"`
	First jsontext.Value `json:"first"`
}

// contentTasks are the problems of all boards with the counts in the content.
func contentTasks(t testing.TB) (problems [][]jsontext.Value, counts []int) {
	t.Helper()
	for _, b := range contentOf(t).Boards {
		for _, task := range b.Tasks {
			problems = append(problems, gametest.Values(t, string(gametest.Write(t, problemValue{b.Footprint, task.Pieces}))))
			counts = append(counts, task.Solutions)
		}
	}
	return problems, counts
}

// TestCounts reproduces the counts of the content, and checks the first
// solutions: invariant 8 of the spec's chapter 8.
func TestCounts(t *testing.T) {
	r := configured(t)
	solve, check := gametest.NewAsker(t, r, "solve"), gametest.NewAsker(t, r, "check")
	problems, counts := contentTasks(t)
	if len(problems) != 551 {
		t.Errorf("%d tasks", len(problems))
	}
	for i, p := range problems {
		got := gametest.Read[solutionsValue](t, solve.Ask(p)[0])
		if got.Count != counts[i] {
			t.Errorf("%s has %d solutions, want %d", p[0], got.Count, counts[i])
		}
		if ok := string(check.Ask([]jsontext.Value{p[0], got.First})[0]); ok != `{"ok":true}` {
			t.Errorf("%s: the first solution %s is %s", p[0], got.First, ok)
		}
	}
	unsolvable := contentOf(t).Unsolvable
	if len(unsolvable) != 40 {
		t.Errorf("%d problems without a solution", len(unsolvable))
	}
	for _, p := range unsolvable {
		if got := string(gametest.Ask(t, r, "solve", string(gametest.Write(t, p.problemValue)))[0]); got != `{"count":0,"first":null}` {
			t.Errorf("%s: %s", p.ID, got)
		}
	}
}
