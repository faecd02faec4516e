package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// onlyOnce are flags that choose what is read, graded or tested, or where results are written: of two
// values the first would be passed over without a word. Other flags, such as --timeout, may be given
// again to override what stands before.
var onlyOnce = []string{
	"chart", "corpus", "diff", "dir", "failed", "from", "in", "known", "ledger", "record", "resume", "save",
	"shard", "submission", "submitted", "suite", "task", "team", "to", "transcript", "transcripts",
}

// A singleValue is the value of a flag that may be given once.
type singleValue struct {
	pflag.Value
	name  string
	empty bool // it was given without a value, which emptyFlag refuses, whatever else is given
}

// Set implements pflag.Value. One path may be written in two ways. The error is a *game.UsageError.
func (v *singleValue) Set(word string) error {
	if v.empty = v.empty || word == ""; v.empty {
		return v.Value.Set("")
	}
	if first := v.String(); first != "" && filepath.Clean(first) != filepath.Clean(word) {
		return &game.UsageError{
			Message: fmt.Sprintf("--%s is given twice, as %q and as %q", v.name, first, word),
			Hint:    "leave one of them out; the other one is for another run",
		}
	}
	return v.Value.Set(word)
}

// givenOnce makes flags of a command and of those below it refuse a second value.
func givenOnce(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		// One with a default has a value before it is given.
		if slices.Contains(onlyOnce, f.Name) && f.Value.Type() == "string" && f.DefValue == "" {
			f.Value = &singleValue{Value: f.Value, name: f.Name}
		}
	})
	for _, sub := range c.Commands() {
		givenOnce(sub)
	}
}

// exclusive is the error of two flags of which one would be passed over without a word.
func exclusive(one, other string) error {
	return &game.UsageError{Message: "--" + one + " and --" + other + " exclude each other", Hint: "leave one of them out"}
}
