package bazar_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// BenchmarkTask answers generated inputs of every task, reading and writing
// included.
func BenchmarkTask(b *testing.B) {
	r := configured(b)
	for _, task := range bazar.Game.Tasks {
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
