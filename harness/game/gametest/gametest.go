// Package gametest tests games: it asks their oracles, and holds to its form what any
// game states and computes.
package gametest

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// Rounds is how often a test repeats what chance decides: many times with -soak,
// else a few times.
func Rounds(few, many int) int {
	if *soak {
		return many
	}
	return few
}

// Configured fixes the rules of a game with options written as NAME=VALUE; a
// setting without "=" is the name of a preset, one with ":" in front a mutant's.
func Configured(t testing.TB, g *game.Game, settings ...string) game.Rules {
	t.Helper()
	var all game.Settings
	for _, text := range settings {
		if mutant, ok := strings.CutPrefix(text, ":"); ok {
			all.Mutant = mutant
			continue
		}
		if !strings.Contains(text, "=") {
			all.Preset = text
			continue
		}
		s, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		all.Options = append(all.Options, s)
	}
	r, err := g.Configure(all)
	if err != nil {
		t.Fatalf("%s: %v", settings, err)
	}
	return r
}

// Values splits texts into the JSON values they consist of.
func Values(t testing.TB, texts ...string) []jsontext.Value {
	t.Helper()
	all, err := stream.All(strings.NewReader(strings.Join(texts, "\n")), stream.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", texts, err)
	}
	return stream.Raws(all)
}

// Lines shows values for messages, one a line.
func Lines(list []jsontext.Value) []byte {
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v
	}
	return bytes.Join(texts, []byte("\n"))
}

// An Asker asks one oracle, which keeps its memory from case to case.
type Asker struct {
	t      testing.TB
	task   string
	oracle game.Oracle
	out    game.Output
}

// NewAsker asks the oracle of a task, which has to exist.
func NewAsker(t testing.TB, r game.Rules, task string) *Asker {
	t.Helper()
	o := r.Oracle(task)
	if o == nil {
		t.Fatalf("no oracle for %s", task)
	}
	return &Asker{t: t, task: task, oracle: o}
}

// Ask returns the answer, which has to exist and to be JSON.
func (a *Asker) Ask(in []jsontext.Value) []jsontext.Value {
	a.t.Helper()
	a.out.Reset()
	if err := a.oracle(in, &a.out); err != nil {
		a.t.Fatalf("%s of\n%s\n%v", a.task, Lines(in), err)
	}
	list := a.out.Values()
	for _, v := range list {
		if !v.IsValid() {
			a.t.Fatalf("%s of\n%s\nis no JSON: %s", a.task, Lines(in), v)
		}
	}
	return list
}

// Clause is that on which the last answer hangs as a whole, "" if none is said.
func (a *Asker) Clause() string { return a.out.Clause }

// Refused returns why there is no answer.
func (a *Asker) Refused(in []jsontext.Value) *game.Invalid {
	a.t.Helper()
	a.out.Reset()
	err := a.oracle(in, &a.out)
	invalid, ok := errors.AsType[*game.Invalid](err)
	if !ok {
		a.t.Fatalf("%s of\n%s\ngives %v, not a *game.Invalid", a.task, Lines(in), err)
	}
	if a.out.Len() != 0 {
		a.t.Errorf("%s of\n%s\nis invalid, yet there is an answer: %s", a.task, Lines(in), a.out.Buf)
	}
	return invalid
}

// Ask answers one case with an oracle of its own.
func Ask(t testing.TB, r game.Rules, task string, texts ...string) []jsontext.Value {
	t.Helper()
	return NewAsker(t, r, task).Ask(Values(t, texts...))
}

// Read decodes what an oracle has written.
func Read[T any](t testing.TB, raw jsontext.Value) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// Write encodes what a test has put together.
func Write(t testing.TB, v any) jsontext.Value {
	t.Helper()
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// SizeOf makes few cases have all sizes, too: 37 and 101 have no divisor in
// common.
func SizeOf(i int) int { return 37 * i % (game.SizeMax + 1) }

// EachInput generates n inputs of a task, of all sizes; seeded is the source of
// randomness of the i-th. Without -soak it is a tenth of them, but twenty at
// least.
func EachInput(
	t *testing.T, r game.Rules, task string, n int, seeded func(i int) *rand.Rand, f func(t *testing.T, in []jsontext.Value),
) {
	t.Helper()
	EachInputUntil(t, r, task, n, seeded, func() bool { return true }, f)
}

// EachInputUntil is EachInput that goes on, up to n inputs, until everything has
// come up that should.
func EachInputUntil(
	t *testing.T, r game.Rules, task string, n int, seeded func(i int) *rand.Rand, everything func() bool, f func(t *testing.T, in []jsontext.Value),
) {
	t.Helper()
	few := Rounds(max(n/10, min(n, 20)), n)
	for i := 0; i < few || i < n && !everything(); i++ {
		in := r.Generate(task, seeded(i), SizeOf(i))
		f(t, in)
		if t.Failed() {
			t.Fatalf("input %d of %s:\n%s", i, task, Lines(in))
		}
	}
}
