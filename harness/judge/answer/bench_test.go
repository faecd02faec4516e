package answer_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
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

// BenchmarkCheckLinesUbar judges moves of The Bazaars of Ubar, legal and illegal
// ones, in states of all stages of a game.
func BenchmarkCheckLinesUbar(b *testing.B) {
	d := deskOf(b, "ubar", "move", game.Settings{})
	measure(b, linesOf(d), d.Checker, "moves/s")
}

// BenchmarkCheckLinesBazar judges moves of Bazar in states of all rounds, whose
// size is that of the tiles of two to four guilds, 1.3 KB on average.
func BenchmarkCheckLinesBazar(b *testing.B) {
	d := deskOf(b, "bazar", "move", game.Settings{})
	measure(b, linesOf(d), d.Checker, "moves/s")
}

// BenchmarkSolveLines answers a task whose answers take no time, so that the
// way there and back is what takes it.
func BenchmarkSolveLines(b *testing.B) {
	d := newDesk(b, "rules", game.Settings{})
	measure(b, linesOf(d), d.Solver, "cases/s")
}

// linesOf are cases of the desk's task, one a line.
func linesOf(d *answer.Desk) []byte {
	var text []byte
	for n := range benchmarkLines {
		text = append(text, line(generate(d, n))...)
	}
	return text
}

// BenchmarkValidate looks at the states of moves of each game, beside what it takes to
// judge the moves.
func BenchmarkValidate(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Name, func(b *testing.B) {
			d := deskOf(b, g.Name, "move", game.Settings{})
			moves := linesOf(d)
			var states []byte
			for n := range benchmarkLines {
				states = append(append(states, generate(d, n)[0]...), '\n')
			}
			beside(b, "x-check", func() error {
				return d.Validate("state", bytes.NewReader(states), func(answer.Validity) error { return nil })
			}, func() error { return check(b, d, moves) })
		})
	}
}

// BenchmarkCheckBesideJSON is judging moves of each game, beside reading the tokens of
// the same lines and doing nothing with them.
func BenchmarkCheckBesideJSON(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Name, func(b *testing.B) {
			d := deskOf(b, g.Name, "move", game.Settings{})
			moves := linesOf(d)
			beside(b, "x-jsontext", func() error { return check(b, d, moves) }, func() error {
				for decoder := jsontext.NewDecoder(bytes.NewReader(moves)); ; {
					if _, err := decoder.ReadToken(); err == io.EOF {
						return nil
					} else if err != nil {
						return err
					}
				}
			})
		})
	}
}

func check(b *testing.B, d *answer.Desk, moves []byte) error {
	_, err := answer.Lines(b.Context(), bytes.NewReader(moves), io.Discard, 1, d.Checker)
	return err
}

// beside measures the processor time of work on benchmarkLines lines, and sets it beside
// that of a peer.
func beside(b *testing.B, unit string, work, peer func() error) {
	b.Helper()
	begin := processorTime(b)
	for b.Loop() {
		if err := work(); err != nil {
			b.Fatal(err)
		}
	}
	middle := processorTime(b)
	for range b.N {
		if err := peer(); err != nil {
			b.Fatal(err)
		}
	}
	used, end := middle-begin, processorTime(b)
	b.ReportMetric(float64(used.Microseconds())/float64(b.N*benchmarkLines), "µs/line")
	b.ReportMetric(float64(used)/float64(end-middle), unit)
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
