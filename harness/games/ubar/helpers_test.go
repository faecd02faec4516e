package ubar_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// configured are the rules with options NAME=VALUE, and ":ID" for a mutant.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	var s game.Settings
	for _, text := range settings {
		if id, ok := strings.CutPrefix(text, ":"); ok {
			s.Mutant = id
			continue
		}
		o, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Options = append(s.Options, o)
	}
	r, err := ubar.Game.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// values are JSON texts as input values.
func values(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

// An asker asks one oracle again and again.
type asker struct {
	t      testing.TB
	oracle game.Oracle
	out    game.Output
}

func newAsker(t testing.TB, r game.Rules, task string) *asker {
	t.Helper()
	return &asker{t: t, oracle: r.Oracle(task)}
}

// ask returns the values of the answer, which live until the next call.
func (a *asker) ask(in []jsontext.Value) []jsontext.Value {
	a.t.Helper()
	a.out.Reset()
	if err := a.oracle(in, &a.out); err != nil {
		a.t.Fatalf("%v\n%s", err, lines(in))
	}
	list := make([]jsontext.Value, a.out.Len())
	for i := range list {
		list[i] = a.out.Value(i)
		if !list[i].IsValid() {
			a.t.Fatalf("the answer is no JSON: %s", list[i])
		}
	}
	return list
}

func ask(t testing.TB, r game.Rules, task string, in ...string) []jsontext.Value {
	t.Helper()
	return newAsker(t, r, task).ask(values(in...))
}

// lines writes values one a line.
func lines(list []jsontext.Value) []byte {
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v
	}
	return bytes.Join(texts, []byte{'\n'})
}

func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(5, uint64(i))) }
