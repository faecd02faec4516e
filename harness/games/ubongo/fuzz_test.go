package ubongo_test

import (
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// valuesOf splits any text into JSON values; nil if it is none.
func valuesOf(texts ...[]byte) []jsontext.Value {
	var list []jsontext.Value
	for _, text := range texts {
		v, err := stream.NewSplitter(stream.Limits{}).Split(append(append([]byte("["), text...), ']'), 1)
		if err != nil || len(v) != 1 {
			return nil
		}
		list = append(list, v[0].Raw)
	}
	return list
}

var oddInteger = regexp.MustCompile(`[0-9][.eE]|-0`)

// plainlyWritten tells whether all integers are written without fraction and
// exponent, so that the usual decoder reads them, too.
func plainlyWritten(in []jsontext.Value) bool {
	return !slices.ContainsFunc(in, func(v jsontext.Value) bool { return oddInteger.Match(v) })
}

// FuzzCheck reads anything as any value: it is taken, or refused with a place
// inside of it.
func FuzzCheck(f *testing.F) {
	r := configured(f)
	for i := range ubongo.Game().Values {
		for _, text := range []string{stateText, setupText, claimText, rewardsText, soloText, boardText, footprintText, "7", "[]", `[["Ada","solver"]]`} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, index uint8, text []byte) {
		in := valuesOf(text)
		if in == nil {
			return
		}
		name := ubongo.Game().Values[int(index)%len(ubongo.Game().Values)].Name
		err := r.Check(name, in[0])
		var invalid *game.Invalid
		if err != nil && (!errors.As(err, &invalid) || invalid.Offset < 0 || invalid.Offset > len(in[0]) || invalid.Message == "") {
			t.Fatalf("%s %s: %v", name, in[0], err)
		}
	})
}

// fuzzTask gives a task anything; judged looks at what it answers.
func fuzzTask(f *testing.F, task string, n int, judged func(t *testing.T, in, out []jsontext.Value)) {
	r := configured(f)
	for i := range 20 {
		in := r.Generate(task, seeded(i), gametest.SizeOf(i))
		texts := [2][]byte{[]byte("0"), []byte("0")}
		for k := range in {
			texts[k] = in[k]
		}
		f.Add(texts[0], texts[1])
	}
	oracle := r.Oracle(task)
	var out game.Output
	f.Fuzz(func(t *testing.T, first, second []byte) {
		in := valuesOf([][]byte{first, second}[:n]...)
		if in == nil {
			return
		}
		out.Reset()
		if err := oracle(in, &out); err != nil {
			var invalid *game.Invalid
			if !errors.As(err, &invalid) || invalid.Value < 0 || invalid.Value >= n {
				t.Fatalf("%s: %v", gametest.Lines(in), err)
			}
			return
		}
		judged(t, in, out.Values())
	})
}

// FuzzMove: a legal request leads to a valid State.
func FuzzMove(f *testing.F) {
	r := configured(f)
	fuzzTask(f, "move", 2, func(t *testing.T, in, out []jsontext.Value) {
		_, code := verdict(t, out)
		if code != "" {
			if why := r.Explain(in, code); why == "" || why == code {
				t.Fatalf("no explanation of %s", code)
			}
			return
		}
		v := gametest.Read[struct {
			Legal bool           `json:"legal"`
			State jsontext.Value `json:"state"`
		}](t, out[0])
		if err := r.Check("state", v.State); err != nil {
			t.Fatalf("%s\n%v", v.State, err)
		}
	})
}

// FuzzSolution: only what check takes is a solution of solve's kind.
func FuzzSolution(f *testing.F) {
	b := newPlainBox(f)
	fuzzTask(f, "check", 2, func(t *testing.T, in, out []jsontext.Value) {
		got := gametest.Read[struct {
			OK   bool   `json:"ok"`
			Code string `json:"code"`
		}](t, out[0])
		if !plainlyWritten(in) {
			return
		}
		if want := b.check(b.problemOf(t, in[0]), gametest.Read[[]placementValue](t, in[1])); got.Code != want {
			t.Fatalf("%+v, want %q", got, want)
		}
	})
}

// FuzzSolve: the first solution is one.
func FuzzSolve(f *testing.F) {
	check := configured(f).Oracle("check")
	fuzzTask(f, "solve", 1, func(t *testing.T, in, out []jsontext.Value) {
		got := gametest.Read[solutionsValue](t, out[0])
		if (got.Count == 0) != (string(got.First) == "null") {
			t.Fatalf("%s", out[0])
		}
		if got.Count == 0 {
			return
		}
		var verdict game.Output
		if err := check([]jsontext.Value{in[0], got.First}, &verdict); err != nil || string(verdict.Value(0)) != `{"ok":true}` {
			t.Fatalf("%s: %s, %v", got.First, verdict.Buf, err)
		}
	})
}

// FuzzSolo counts no more than happens.
func FuzzSolo(f *testing.F) {
	fuzzTask(f, "solo", 1, func(t *testing.T, in, out []jsontext.Value) {
		got := gametest.Read[struct {
			Variant  string `json:"variant"`
			Solved   int    `json:"solved"`
			Aside    int    `json:"aside"`
			Wrong    int    `json:"wrong"`
			Time     *int   `json:"time"`
			Finished bool   `json:"finished"`
			Record   bool   `json:"record"`
		}](t, out[0])
		if !plainlyWritten(in) {
			return
		}
		run := gametest.Read[struct {
			Variant string           `json:"variant"`
			Minutes int              `json:"minutes"`
			Tasks   int              `json:"tasks"`
			Best    *int             `json:"best"`
			Events  []jsontext.Value `json:"events"`
		}](t, in[0])
		if got.Solved+got.Aside+got.Wrong > len(run.Events) || got.Record && !got.Finished || got.Variant == "time" && got.Finished != (got.Time != nil) {
			t.Fatalf("%s", out[0])
		}
	})
}

// FuzzAnswer replies anything to every call of a game, which always ends.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{`false`, `"void"`, `{"time":1,"placements":[]}`, `{`, ``} {
		f.Add([]byte(text), uint8(3))
	}
	l := configured(f).Live()
	f.Fuzz(func(t *testing.T, reply []byte, from uint8) {
		referee, err := l.Referee(gametest.Values(t, setupText, "7"), []string{"Ada", "bob"})
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for due := referee.Calls(); len(due) > 0; due = referee.Calls() {
			if calls++; calls > callsMax {
				t.Fatal("the game does not end")
			}
			text := jsontext.Value(`"void"`)
			switch {
			case calls > int(from):
				text = reply
			case due[0].Method == "take-turn":
				text = jsontext.Value("false")
			}
			referee.Answer(due[0].Seat, text)
		}
		if _, _, err := game.ReadOutcome(referee.Result()); err != nil {
			t.Fatal(err)
		}
	})
}
