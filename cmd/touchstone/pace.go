package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// paceFlags are the flags about time in live tasks.
type paceFlags struct {
	scale float64
	waits live.Waits
}

// paceNames are the names of the flags.
var paceNames = []string{"time-scale", "start-wait", "connect-wait", "call-wait", "end-wait", "sign-up-gap"}

func (f *paceFlags) register(flags *pflag.FlagSet) {
	w := live.DefaultWaits
	flags.Float64Var(&f.scale, "time-scale", 1, "live tasks: multiply the times of the protocol by this `FACTOR`; the program must do the same")
	flags.DurationVar(&f.waits.Start, "start-wait", w.Start, "`DURATION`: live tasks: a server must open its port, a client connect, within this time")
	flags.DurationVar(&f.waits.Connect, "connect-wait", w.Connect, "`DURATION`: clients try this long to connect to the server")
	flags.DurationVar(&f.waits.Call, "call-wait", w.Call, "`DURATION`: live tasks: a server must make its next call within this time")
	flags.DurationVar(&f.waits.End, "end-wait", w.End, "`DURATION`: live tasks: a program must end within this time after the game")
	flags.DurationVar(&f.waits.Gap, "sign-up-gap", w.Gap,
		"`DURATION`: the next client connects when the server has read the name before it, or after this time")
}

// check refuses flags that go with live tasks only, and times that are none.
func (f *paceFlags) check(c *cobra.Command, taskName string, task game.Task) error {
	for _, name := range paceNames {
		flag := c.Flags().Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		if task.Live == "" {
			return &game.UsageError{Message: fmt.Sprintf("--%s is for live tasks, and %s is not one", name, taskName), Hint: "leave the flag out"}
		}
	}
	if err := checkWaits(c); err != nil {
		return err
	}
	return checkScale(f.scale)
}

// checkWaits refuses times that are none, of a command that has some of the flags.
func checkWaits(c *cobra.Command) error {
	for _, name := range paceNames {
		flag := c.Flags().Lookup(name)
		if flag == nil || !flag.Changed || flag.Value.Type() != "duration" {
			continue
		}
		if d, err := time.ParseDuration(flag.Value.String()); err == nil && (d <= 0 || d > subject.DurationMax) {
			return &game.UsageError{
				Message: fmt.Sprintf("--%s is %v, expected more than 0 and at most %v", name, d, subject.DurationMax),
				Hint:    fmt.Sprintf("leave --%s out for the default, %s", name, flag.DefValue),
			}
		}
	}
	return nil
}

// timeout is how long a live case may take by default.
func (f *paceFlags) timeout(rules game.Rules) time.Duration {
	return live.Timeout(rules.Live().SignUp(), f.scale, f.waits)
}

// stage is where live cases are played, without transcripts.
func (f *paceFlags) stage(desk *answer.Desk, command *subject.Command) *live.Stage {
	return &live.Stage{
		Game: desk.Game, Rules: desk.Rules, Task: desk.Task, Command: command, Explain: answer.Explain(desk.Schemas),
		Scale: f.scale, Waits: f.waits, Version: programVersion(),
	}
}

// words are the flags as they were given, but for those at their defaults.
func (f *paceFlags) words() []string {
	var own paceFlags
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.register(flags)
	own = *f
	var words []string
	for _, name := range paceNames {
		if flag := flags.Lookup(name); flag.Value.String() != flag.DefValue {
			words = append(words, "--"+name, flag.Value.String())
		}
	}
	return words
}
