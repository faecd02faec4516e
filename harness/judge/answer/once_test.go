package answer_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// damaged is a line that has been changed in a few places, so that it may be good JSON or
// not, and a case of its task or not.
func damaged(rng *rand.Rand, line []byte) []byte {
	pieces := []string{
		",", ":", "[", "]", "{", "}", `"`, `\`, " ", "\t", "\v", "\x00", "\xff", "0", "1", "7", "-", ".5", ".0", "e1", "null", "true", `"a"`, `"\u0061"`,
		`"red"`, `"red",`, `"type":"bank",`, `"type":`, `"bank":[],`, `[],`, `{},`, "é", "]]", "[[", "\r",
	}
	text := bytes.Clone(line)
	for range rng.IntN(3) {
		at, end := rng.IntN(len(text)), 0
		switch rng.IntN(4) {
		case 0: // a piece more
			end = at
		case 1: // in place of a byte
			end = at + 1
		case 2: // in place of all up to the next comma, which may be a member or an element
			end = at + bytes.IndexByte(append(text[at:len(text):len(text)], ','), ',')
		default: // a part of the line twice
			size := min(rng.IntN(40), len(text)-at)
			text = append(text[:at+size:at+size], text[at:]...)
			continue
		}
		piece := pieces[rng.IntN(len(pieces))]
		if rng.IntN(4) == 0 {
			piece = ""
		}
		text = append(append(text[:at:at], piece...), text[min(end, len(text)):]...)
		if len(text) == 0 {
			return line
		}
	}
	return bytes.ReplaceAll(text, []byte{'\n'}, nil)
}

// TestAtOnce: a line whose values the oracle finds itself is answered like one that was
// split before, and one that is refused is refused as well, whatever it consists of.
func TestAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it does one thing after the other")
	}
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			d := deskOf(t, g.Name, task.Name, game.Settings{})
			t.Run(g.Name+"/"+task.Name, func(t *testing.T) {
				solve, oracle, splitter := d.Solver(), d.Rules.Oracle(task.Name), stream.NewSplitter(stream.Limits{})
				answered := 0
				rng := rand.New(rand.NewPCG(5, 11))
				for n := range 100 {
					good := bytes.TrimSuffix(line(generate(d, n%12)), []byte{'\n'})
					text := damaged(rng, good)
					got, _, err := solve(text, 1, nil)
					want, ok := splitFirst(t, oracle, splitter, text)
					if ok != (err == nil) || ok && !bytes.Equal(got, want) {
						t.Fatalf("%s\ngives\n%s, %v\nand when it is split first\n%s, %t", text, got, err, want, ok)
					}
					if ok {
						answered++
					}
				}
				if answered == 0 {
					t.Error("no line was answered")
				}
			})
		}
	}
}

// TestReadersFindValues: the oracles find the values of a case that has not been split, as
// game.Splitter has it, in every task that always has as many.
func TestReadersFindValues(t *testing.T) {
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			d := deskOf(t, g.Name, task.Name, game.Settings{})
			oracle, found := d.Rules.Oracle(task.Name), 0
			for n := range 12 {
				want := generate(d, n)
				in := make([]jsontext.Value, len(want))
				in[0] = jsontext.Value(list(want))
				in[0][0] = ','
				var out game.Output
				if err := oracle(in, &out); err == nil && slices.EqualFunc(in, want, func(a, b jsontext.Value) bool { return bytes.Equal(a, b) }) {
					found++
				}
			}
			if found != 12 {
				t.Errorf("%s/%s finds the values of %d of 12", g.Name, task.Name, found)
			}
		}
	}
}

// splitFirst answers a line that is split before the oracle sees it, if it is a case.
func splitFirst(t *testing.T, oracle game.Oracle, splitter *stream.Splitter, text []byte) (answered []byte, ok bool) {
	t.Helper()
	values, err := splitter.Split(text, 1)
	if err != nil {
		return nil, false
	}
	var out game.Output
	var invalid *game.Invalid
	switch err := oracle(stream.Raws(values), &out); {
	case errors.As(err, &invalid):
		return nil, false
	case err != nil:
		t.Fatal(err)
	}
	return list(out.Values()), true
}

func list(values []jsontext.Value) []byte { return bytes.TrimSuffix(line(values), []byte{'\n'}) }
