package bazaar_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// fuzzMax keeps an input so small that the engine, not its length, is tried.
const fuzzMax = 16 << 10

// invalidAt looks whether an error is one that input may cause.
func invalidAt(t *testing.T, err error, in []jsontext.Value) {
	t.Helper()
	var invalid *game.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%v is no *game.Invalid", err)
	}
	if invalid.Message == "" {
		t.Fatal("no message")
	}
	if invalid.Count {
		return
	}
	if invalid.Value < 0 || invalid.Value >= len(in) || invalid.Offset < 0 || invalid.Offset >= max(1, len(in[invalid.Value])) {
		t.Fatalf("%+v is outside of\n%s", invalid, gametest.Lines(in))
	}
}

// addInputs adds generated inputs of a task, and broken ones, as seeds.
func addInputs(f *testing.F, r game.Rules, tasks ...string) {
	f.Helper()
	for _, task := range tasks {
		for i := range 12 {
			text := gametest.Lines(r.Generate(task, seeded(i), 6*i))
			f.Add(text)
			if i%4 == 0 {
				f.Add(bytes.Replace(text, []byte("red"), []byte(`r\u0065d`), 1))
				f.Add(bytes.Replace(text, []byte(`"score":`), []byte(`"score":10e-1,"score":`), 1))
				f.Add(text[:len(text)/2])
			}
		}
	}
}

// FuzzCheck tries to break the decoders, also with text that is not JSON. What
// is accepted and can be echoed is echoed the same.
func FuzzCheck(f *testing.F) {
	r := configured(f)
	addInputs(f, r, batch...)
	for _, text := range []string{
		"", "[", `{"`, `"\`, `"\u12`, `[,]`, `{:}`, `{"face?"`, `{"wallet":]`, "[[[[[[", "]]]", `{"a":{"a":`, "-", "1e", "\x00", "nul", `[1"x"{}`,
	} {
		f.Add([]byte(text))
	}
	echo, rules := r.Oracle("play"), r.Oracle("rules")
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > fuzzMax {
			return
		}
		for _, v := range bazaar.Game().Values {
			_ = r.Check(v.Name, text)
		}
		all, err := stream.All(bytes.NewReader(text), stream.Limits{})
		if err != nil {
			return
		}
		for _, value := range all {
			for _, v := range bazaar.Game().Values {
				if err := r.Check(v.Name, value.Raw); err != nil {
					invalidAt(t, err, []jsontext.Value{value.Raw})
					continue
				}
				var once, twice game.Output
				switch v.Name {
				case "state":
					if err := echo([]jsontext.Value{value.Raw}, &once); err != nil {
						t.Fatal(err)
					}
					if err := echo([]jsontext.Value{once.Value(1)}, &twice); err != nil {
						t.Fatalf("%s is refused: %v", once.Value(1), err)
					}
					if !bytes.Equal(once.Value(1), twice.Value(1)) {
						t.Fatalf("%s\nbecomes\n%s", once.Value(1), twice.Value(1))
					}
				case "pebbles":
					turn := jsontext.Value(`{"bank":` + string(value.Raw) + `,"cards":[],"active":{"wallet":` + string(value.Raw) + `,"score":0},"scores":[]}`)
					if err := rules([]jsontext.Value{jsontext.Value("[]"), jsontext.Value("[]"), turn}, &once); err != nil {
						t.Fatal(err)
					}
					want := pebblesOf(t, value.Raw)
					if pebblesOf(t, once.Value(0)) != want || pebblesOf(t, once.Value(1)) != want {
						t.Fatalf("%s becomes %s", value.Raw, once.Buf)
					}
				}
			}
		}
	})
}

// fuzzTask gives arbitrary values to the oracle of a task.
func fuzzTask(f *testing.F, task string, r game.Rules, judged func(t *testing.T, in, out []jsontext.Value)) {
	f.Helper()
	addInputs(f, r, task)
	oracle := r.Oracle(task)
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > fuzzMax {
			return
		}
		all, _ := stream.All(bytes.NewReader(text), stream.Limits{})
		in := stream.Raws(all)
		var out game.Output
		if err := oracle(in, &out); err != nil {
			invalidAt(t, err, in)
			return
		}
		values := out.Values()
		for _, v := range values {
			if !v.IsValid() {
				t.Fatalf("%s is not JSON", v)
			}
		}
		if len(bytes.Join(bytesOf(values), nil)) != len(out.Buf) {
			t.Fatalf("%s has text that belongs to no value", out.Buf)
		}
		judged(t, in, values)
	})
}

func bytesOf(values []jsontext.Value) [][]byte {
	list := make([][]byte, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

func FuzzMove(f *testing.F) {
	r := configured(f, "max_exchanges=3")
	fuzzTask(f, "move", r, func(t *testing.T, in, out []jsontext.Value) {
		state, code := verdict(t, out)
		if code != "" {
			if r.Explain(in, code) == code {
				t.Fatalf("no explanation of %s", code)
			}
			return
		}
		if err := r.Check("state", jsontext.Value(state.stateText())); err != nil {
			t.Fatalf("%s\nis not valid: %v", out[0], err)
		}
	})
}

func FuzzPlay(f *testing.F) {
	r := configured(f, "bonus=RWB")
	fuzzTask(f, "play", r, func(t *testing.T, in, out []jsontext.Value) {
		if n := len(read[[]any](t, out[0])); n != len(in)-1 {
			t.Fatalf("%d answers to %d requests", n, len(in)-1)
		}
		if err := r.Check("state", out[1]); err != nil {
			t.Fatalf("%s\nis not valid: %v", out[1], err)
		}
	})
}

// FuzzGames plays short games with a shallow search.
func FuzzGames(f *testing.F) {
	r := configured(f, "search_depth=2", "turns_max=40")
	fuzzTask(f, "games", r, func(t *testing.T, in, out []jsontext.Value) {
		winners, dropouts := read[[]string](t, out[0]), read[[]string](t, out[1])
		all := slices.Concat(winners, dropouts)
		slices.Sort(all)
		if !slices.IsSorted(winners) || !slices.IsSorted(dropouts) || len(slices.Compact(all)) != len(winners)+len(dropouts) {
			t.Fatalf("winners %s, drop-outs %s", out[0], out[1])
		}
	})
}

// FuzzStrategy searches shallowly, by the rules and with the quirks.
func FuzzStrategy(f *testing.F) {
	quirky := configured(f, "reference-2024", "search_depth=2").Oracle("strategy")
	fuzzTask(f, "strategy", configured(f, "search_depth=2"), func(t *testing.T, in, out []jsontext.Value) {
		var other game.Output
		if err := quirky(in, &other); err != nil {
			t.Fatal(err)
		}
		// The tie-breaks decide after the points and the wallet left.
		if !bytes.Equal(other.Value(2), out[2]) || !bytes.Equal(other.Value(3), out[3]) {
			t.Fatalf("\n%s\nwith quirks\n%s", gametest.Lines(out), other.Buf)
		}
	})
}

// FuzzOption configures the rules with any settings, one a line.
func FuzzOption(f *testing.F) {
	for _, o := range bazaar.Game().Options {
		f.Add(o.Name + "=" + o.Default)
	}
	for _, text := range []string{
		"winning_score=1.0", "bonus=", "price", "=1", "", "bonuses={}\nbonus=none", `bonuses={"X":[[],1]}` + "\nbonus=X",
		"players_min=3\nplayers_max=2", "points_table=[[1000000000,1,2],[0,0,0]]", "draw_order=[]", "unknown=7", "max_exchanges=0\nmax_exchanges=null",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<10 {
			return
		}
		var settings game.Settings
		for line := range strings.Lines(text) {
			s, err := game.ParseSetting(strings.TrimSuffix(line, "\n"))
			if err != nil {
				usageError(t, err)
				return
			}
			settings.Options = append(settings.Options, s)
		}
		r, err := bazaar.Game().Configure(settings)
		if err != nil {
			if usageError(t, err).Message == "" {
				t.Fatal("no message")
			}
			return
		}
		inForce := r.Options()
		if len(inForce) != len(bazaar.Game().Options) {
			t.Fatalf("%d options", len(inForce))
		}
		// What is in force can be set again, and then is.
		again, err := bazaar.Game().Configure(game.Settings{Options: inForce})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range again.Options() {
			if !bytes.Equal(s.Value, inForce[i].Value) {
				t.Fatalf("%s is %s, was %s", s.Name, s.Value, inForce[i].Value)
			}
		}
	})
}
