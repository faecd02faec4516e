package bazar_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// BenchmarkTask answers generated inputs of every task, reading and writing
// included.
func BenchmarkTask(b *testing.B) {
	r := configured(b)
	for _, task := range bazar.Game().Tasks {
		b.Run(task.Name, func(b *testing.B) {
			set := inputsOf(r, task.Name, 200)
			oracle := r.Oracle(task.Name)
			var out game.Output
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				out.Reset()
				if err := oracle(set[i%len(set)], &out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBazarGames plays games of two to four random players from their
// Setups, by the rules alone.
func BenchmarkBazarGames(b *testing.B) {
	r := configured(b)
	set := inputsOf(r, "setup", 60)
	rng := seeded(1)
	b.ReportAllocs()
	moves := 0
	for i := 0; b.Loop(); i++ {
		n, err := bazar.RandomGame(r, set[i%len(set)][0], rng)
		if err != nil {
			b.Fatal(err)
		}
		moves += n
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// BenchmarkBazarLive plays live games call by call, with views and replies as
// JSON, among players of one kind.
func BenchmarkBazarLive(b *testing.B) {
	r := configured(b)
	for _, kind := range []string{"random", "greedy"} {
		b.Run(kind, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f, names, _ := began(b, r, i%40)
				driven(b, r, f, slices.Repeat([]string{kind}, len(names)), nil)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
