package answer_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// BenchmarkCheckLinesBazar judges moves of Bazar in states of all rounds, whose
// size is that of the tiles of two to four guilds, 1.3 KB on average.
func BenchmarkCheckLinesBazar(b *testing.B) {
	d := deskOf(b, "bazar", "move", game.Settings{})
	measure(b, linesOf(d), d.Checker, "moves/s")
}
