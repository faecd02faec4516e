package bazaar_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// BenchmarkStrategyAgainstPlain measures the search against the plain one over
// all exchange lists and all orders of buying, in the same run on the same
// inputs: the ratio holds on any machine.
func BenchmarkStrategyAgainstPlain(b *testing.B) {
	const inputs = 10
	var problems []*plain
	var set [][]jsontext.Value
	for i := range inputs {
		p := randomPlain(seeded(i), 10, 4, 40)
		p.points, p.depth = defaultPoints, 4
		problems = append(problems, p)
		set = append(set, p.input(b))
	}
	oracle := configured(b).Oracle("strategy")
	var out game.Output
	var plainTime, searchTime time.Duration
	for b.Loop() {
		start := time.Now()
		for _, p := range problems {
			p.purchasesKnown = nil
			p.plan()
		}
		between := time.Now()
		for _, in := range set {
			out.Reset()
			if err := oracle(in, &out); err != nil {
				b.Fatal(err)
			}
		}
		plainTime += between.Sub(start)
		searchTime += time.Since(between)
	}
	b.ReportMetric(float64(plainTime)/float64(searchTime), "x-plain")
}
