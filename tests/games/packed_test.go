package gamefolders_test

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
	gamefolders "github.com/touchstone-harness/touchstone/tests/games"
)

var update = flag.Bool("update", false, "pack the games that game new begins with")

// TestPacked: what the program has is what lies here.
func TestPacked(t *testing.T) {
	files := []string{"racket/*/*.rkt", "racket/*/programs/*.rkt"}
	for _, starter := range []string{"mosaic", "patches", "stalls"} {
		for _, of := range []string{"*.*", "programs/*.py", "suites/*/*.jsonl", "values/*.json"} {
			files = append(files, starter+"/"+of)
		}
	}
	if *update {
		packedtest.Write(t, "starters.zip", gamefolders.FS, files...)
		return
	}
	packedtest.Check(t, gamefolders.FS, "make starters", files...)
}
