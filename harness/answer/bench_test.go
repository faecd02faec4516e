package answer_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// benchmarkLines is how many lines one round of a benchmark answers.
const benchmarkLines = 2000

// BenchmarkCheckLines judges moves in states of a usual size.
func BenchmarkCheckLines(b *testing.B) {
	// A game of four players in its middle takes about 1.2 KB.
	const least, most = 1100, 1300
	d := newDesk(b, "move", game.Settings{})
	var text []byte
	for n, found := 0, 0; found < benchmarkLines; n++ {
		in := generate(d, n)
		if size := len(in[0]); size >= least && size <= most {
			text = append(text, line(in)...)
			found++
		}
	}
	measure(b, text, d.Checker, "moves/s")
}

// BenchmarkSolveLines answers a task whose answers take no time, so that the
// way there and back is what takes it.
func BenchmarkSolveLines(b *testing.B) {
	d := newDesk(b, "rules", game.Settings{})
	var text []byte
	for n := range benchmarkLines {
		text = append(text, line(generate(d, n))...)
	}
	measure(b, text, d.Solver, "cases/s")
}

// BenchmarkValidate looks at the states of moves of each game, beside what it takes to
// judge the moves.
func BenchmarkValidate(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Name, func(b *testing.B) {
			d := deskOf(b, g.Name, "move", game.Settings{})
			var states, moves []byte
			for n := range benchmarkLines {
				in := generate(d, n)
				states = append(append(states, in[0]...), '\n')
				moves = append(moves, line(in)...)
			}
			begin := processorTime(b)
			for b.Loop() {
				if err := d.Validate("state", bytes.NewReader(states), func(answer.Validity) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			used := processorTime(b) - begin
			b.ReportMetric(float64(used.Microseconds())/float64(b.N*benchmarkLines), "µs/state")
			checked := processorTime(b)
			for range b.N {
				if _, err := answer.Lines(b.Context(), bytes.NewReader(moves), io.Discard, 1, d.Checker); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(used)/float64(processorTime(b)-checked), "x-check")
		})
	}
}

// BenchmarkCheckBesideJSON is the processor time of judging moves of each game, beside
// that of reading the tokens of the same lines and doing nothing with them.
func BenchmarkCheckBesideJSON(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Name, func(b *testing.B) {
			d := deskOf(b, g.Name, "move", game.Settings{})
			var text []byte
			for n := range benchmarkLines {
				text = append(text, line(generate(d, n))...)
			}
			begin := processorTime(b)
			for b.Loop() {
				if _, err := answer.Lines(b.Context(), bytes.NewReader(text), io.Discard, 1, d.Checker); err != nil {
					b.Fatal(err)
				}
			}
			used := processorTime(b) - begin
			read := processorTime(b)
			for range b.N {
				for decoder := jsontext.NewDecoder(bytes.NewReader(text)); ; {
					if _, err := decoder.ReadToken(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(used)/float64(processorTime(b)-read), "x-jsontext")
		})
	}
}

func measure(b *testing.B, text []byte, clerk func() answer.Clerk, unit string) {
	jobs := []int{1, runtime.GOMAXPROCS(0)}
	for _, n := range slices.Compact(jobs) {
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				tally, err := answer.Lines(b.Context(), bytes.NewReader(text), io.Discard, n, clerk)
				if err != nil || tally.Lines != benchmarkLines || tally.Bad > 0 {
					b.Fatalf("%+v, %v", tally, err)
				}
			}
			b.ReportMetric(float64(b.N)*benchmarkLines/b.Elapsed().Seconds(), unit)
		})
	}
}
