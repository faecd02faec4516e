package ubongo_test

import (
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// square4 is a square of sixteen with all eight pieces, which has 50808
// solutions.
const square4 = `{"footprint":[[0,0],[0,1],[0,2],[0,3],[1,0],[1,1],[1,2],[1,3],[2,0],[2,1],[2,2],[2,3],[3,0],[3,1],[3,2],[3,3]],
	"pieces":["r2","g3","b4","r4","y4","b5","g5","y5"]}`

// BenchmarkSolve counts the solutions of every task of the content, decoding
// and the first solution included.
func BenchmarkSolve(b *testing.B) {
	problems, _ := contentTasks(b)
	oracle := configured(b).Oracle("solve")
	var out game.Output
	var times []time.Duration
	rounds := 0
	b.ReportAllocs()
	for b.Loop() {
		rounds++
		for _, p := range problems {
			out.Reset()
			start := time.Now()
			if err := oracle(p, &out); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1000, "median-µs")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(rounds), "ms/551")
}

// BenchmarkSquare counts the solutions of the square.
func BenchmarkSquare(b *testing.B) {
	solveOne(b, values(b, square4))
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/square")
}

func solveOne(b *testing.B, in []jsontext.Value) {
	b.Helper()
	oracle := configured(b).Oracle("solve")
	var out game.Output
	for b.Loop() {
		out.Reset()
		if err := oracle(in, &out); err != nil {
			b.Fatal(err)
		}
	}
}
