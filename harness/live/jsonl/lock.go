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

// Taken is the error for a file that another run writes, a *TakenError.
func Taken(kind, name string) error {
	return &TakenError{game.UsageError{
		Message: fmt.Sprintf("%s %s: another run is writing to it", kind, name),
		Hint:    "wait until it ends, or name another file",
	}}
}

// A TakenError is a *game.UsageError: another run writes the file now.
type TakenError struct{ usage game.UsageError }

func (t *TakenError) Error() string { return t.usage.Error() }

// Unwrap returns the *game.UsageError.
func (t *TakenError) Unwrap() error { return &t.usage }
