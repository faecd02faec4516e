package jsonl

import (
	"fmt"
	"os"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// lockPatience is how long a file may stay locked. A run that was killed leaves
// its lock for a moment longer to a program that it was about to start.
const lockPatience = time.Second

// Lock keeps other runs from writing a file for as long as it is open. Kind and
// name are what the error calls it, a *game.UsageError if another run writes it.
func Lock(file *os.File, kind, name string) error {
	for begin := time.Now(); !lockFile(file); time.Sleep(lockPatience / 100) {
		if time.Since(begin) > lockPatience {
			return Taken(kind, name)
		}
	}
	return nil
}

// Taken is the error for a file that another run writes.
func Taken(kind, name string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("%s %s: another run is writing to it", kind, name),
		Hint:    "wait until it ends, or name another file",
	}
}
