package answer_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/schemas"
)

// newDesk answers a task of The Bazaar Game.
func newDesk(t testing.TB, task string, settings game.Settings) *answer.Desk {
	t.Helper()
	return deskOf(t, "bazaar", task, settings)
}

// deskOf answers a task of a game.
func deskOf(t testing.TB, name, task string, settings game.Settings) *answer.Desk {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	known, ok := g.Task(task)
	if !ok {
		t.Fatalf("there is no task %q", task)
	}
	rules, err := g.Configure(settings)
	if err != nil {
		t.Fatal(err)
	}
	return &answer.Desk{Game: g, Task: known, Rules: rules, Schemas: schema.New(schemas.FS, g.Name, rules.Options())}
}

// generate makes the n-th case of a task.
func generate(d *answer.Desk, n int) []jsontext.Value {
	return d.Rules.Generate(d.Task.Name, rand.New(rand.NewPCG(31, uint64(n))), n%(game.SizeMax+1))
}

// line writes a case on a line.
func line(values []jsontext.Value) []byte {
	list := make([][]byte, len(values))
	for i, v := range values {
		list[i] = v
	}
	return fmt.Appendf(nil, "[%s]\n", bytes.Join(list, []byte{','}))
}
