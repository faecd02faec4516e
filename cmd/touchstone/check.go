package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
)

func newCheck(out *output) *cobra.Command {
	var s settings
	var lines, stateOut bool
	var jobs int
	c := &cobra.Command{
		Use:   "check GAME",
		Short: "judge a single move: is the request legal in this state, and why not",
		Long: `Touchstone reads a State and a Request as JSON from standard input and writes {"legal":true,"state":...} or
{"legal":false,"code":...,"clause":...,"why":...}. The answer of the task GAME/move has neither clause nor
why: it is what solve computes, and what programs write.

With --state-out it writes only the new state, for the next check in a pipe. An illegal request changes nothing:
the same state comes out, and the verdict goes to standard error.

With --lines, each line of the input is an array [State,Request], and each line of the output an array with the
verdict. With --verbose the state is drawn on standard error, with what a legal request changed marked.

Exit status: 0 legal, 1 illegal, 2 bad input. With --lines: 1 if a request is illegal, 2 if a line is bad.`,
		Example: `  cat state.json request.json | touchstone check bazaar
  cat state.json request.json | touchstone check bazaar --quiet && echo legal
  cat state.json first.json | touchstone check bazaar --state-out |
    cat - second.json | touchstone check bazaar --state-out
  touchstone check bazaar --lines < moves.jsonl`,
		Args:              beforeValues("GAME"),
		ValidArgsFunction: completeGames,
		RunE: func(c *cobra.Command, args []string) error {
			g, err := gameNamed(args[0])
			if err != nil {
				return err
			}
			task, ok := g.Task("move")
			if !ok {
				return &game.UsageError{
					Message: fmt.Sprintf("the game %s has no task move", g.Name),
					Hint:    fmt.Sprintf("%q lists its tasks; \"touchstone solve\" computes their answers", "touchstone games "+g.Name+" tasks"),
				}
			}
			if err := answer.Movable(g, &task); err != nil {
				return err
			}
			desk, err := s.desk(g, task)
			if err != nil {
				return err
			}
			if err := checkJobs(jobs); err != nil {
				return err
			}
			if !lines {
				return checkOne(c, out, desk, stateOut)
			}
			if stateOut {
				return &game.UsageError{Message: "--lines and --state-out exclude each other", Hint: "leave one of them out"}
			}
			w := c.OutOrStdout()
			if out.quiet {
				w = io.Discard
			}
			tally, err := runLines(c, out, desk, w, jobs, desk.Checker)
			if err == nil && tally.Illegal > 0 {
				return errDiffers
			}
			return err
		},
	}
	s.register(c, usageMutant)
	c.Flags().BoolVar(&lines, "lines", false, "read one move a line, write one verdict a line")
	c.Flags().BoolVar(&stateOut, "state-out", false, "write only the next state")
	c.Flags().IntVarP(&jobs, "jobs", "j", runtime.GOMAXPROCS(0), usageJobs)
	return c
}

func checkOne(c *cobra.Command, out *output, desk *answer.Desk, stateOut bool) error {
	tellWaiting(c, "a state and a request")
	values, err := desk.Read(stdin(c))
	if err != nil {
		return err
	}
	var result game.Output
	if err := desk.Solve(desk.Rules.Oracle(desk.Task.Name), values, &result); err != nil {
		return orLines(err, false)
	}
	raws := stream.Raws(values)
	verdict, illegal, err := desk.AppendCheck(nil, raws, &result)
	if err != nil {
		return err
	}
	if out.verbose {
		if err := drawMove(c, out, desk, raws[0], &result, illegal); err != nil {
			return err
		}
	}
	switch {
	case stateOut && illegal:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n", values[0].Raw)
		if !out.quiet {
			fmt.Fprintf(c.ErrOrStderr(), "%s\n", verdict)
		}
	case stateOut:
		state, _ := game.StateIn(result.Value(0))
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n", state)
	case !out.quiet:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n", verdict)
	}
	if err == nil && illegal {
		return errDiffers
	}
	return err
}

// drawMove draws on standard error what a move has made of a state, or the state
// if it was illegal. A game without pictures draws none.
func drawMove(c *cobra.Command, out *output, desk *answer.Desk, before jsontext.Value, result *game.Output, illegal bool) error {
	state, value := before, desk.Task.In[0].Value
	var pointers []string
	if !illegal {
		state, _ = game.StateIn(result.Value(0))
		pointers = picture.Differences(desk.Game, value, before, state)
	}
	s, err := picture.Value(desk.Rules, value, state)
	if errors.Is(err, picture.ErrNothing) {
		return nil
	}
	if err != nil {
		return err
	}
	w := c.ErrOrStderr()
	o := out.screen(w)
	o.Marks = s.Mark(pointers...)
	_, err = io.WriteString(w, terminal.Draw(s, o))
	return err
}
