//go:build unix

package mutation_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// BenchmarkMeasure sets the cost of a case and a mutant beside that of the
// oracle's answer to the case, in processor time; it should be less than twice as much. The
// two take turns, so that whatever else the machine does weighs on both alike.
func BenchmarkMeasure(b *testing.B) {
	for _, task := range []string{"rules", "strategy", "games", "move", "play"} {
		b.Run(task, func(b *testing.B) {
			p, cases := base(b, task, 1)
			mutants, _ := mutation.Mutants(p.Game, task)
			oracles := make(map[string]game.Oracle)
			for _, c := range cases {
				rules, err := p.Game.Configure(c.Settings)
				if err != nil {
					b.Fatal(err)
				}
				oracles[c.Key] = rules.Oracle(task)
			}
			answers := make([]time.Duration, len(mutants))
			matrix := make([]time.Duration, len(mutants))
			var out game.Output
			for b.Loop() {
				for i := range mutants {
					start := processorTime(b)
					for n := range cases {
						out.Reset()
						if err := oracles[cases[n].Key](cases[n].In, &out); err != nil {
							b.Fatal(err)
						}
					}
					answers[i] += processorTime(b) - start
					start = processorTime(b)
					if _, err := mutation.Measure(b.Context(), p, cases, mutants[i:i+1]); err != nil {
						b.Fatal(err)
					}
					matrix[i] += processorTime(b) - start
				}
			}
			ratios := make([]float64, len(mutants))
			var all time.Duration
			for i := range mutants {
				ratios[i] = matrix[i].Seconds() / answers[i].Seconds()
				all += answers[i]
			}
			b.ReportMetric(all.Seconds()*1e6/float64(b.N*len(cases)*len(mutants)), "µs/answer")
			// The mutant in the middle: a few play games that hardly end, which is
			// their own mistake and takes as long as it takes.
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x-oracle")
		})
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
