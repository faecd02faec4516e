package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newSolve(out *output) *cobra.Command {
	var s settings
	var lines, all, hint, pipe bool
	var jobs int
	c := &cobra.Command{
		Use:   "solve (GAME/TASK | GAME --pipe)",
		Short: "compute the correct answer to one case",
		Long: `Touchstone reads the input values of one case as JSON from standard input and writes the correct answer, one
value a line. touchstone games GAME tasks lists the values of each task.

With --lines, each line of the input is one case, a JSON array of its input values; each line of the output is
the array of the output values. A bad line gets {"error":...} as its answer; the other lines are still answered.

With --pipe, Touchstone is the reference of a game: it answers one question a line, for any task, as the reference
in the folder of a game does. See: touchstone docs game.

For ubongo/solve, --all writes every solution, one a line. --hint reads the problem and the placements made so
far, and answers {"solutions":N,"must":BOOL,"placement":...}: how many solutions contain these placements, a
placement that most of them share, and whether all share it.

Exit status: 0 answered, 2 bad input, or a bad line.`,
		Example: `  echo '[[["red"],["blue"]]] ["red"] ["blue"]' |
    touchstone solve bazaar/equations
  echo '[[[["red"],["blue"]]],["red"],["blue"]]' |
    touchstone solve bazaar/xeq --lines
  touchstone solve bazaar/strategy --option search_depth=2 < case-in.json
  echo '{"board":"g01","die":1}' | touchstone solve ubongo/solve --all
  echo '{"board":"g01","die":1} []' | touchstone solve ubongo/solve --hint`,
		Args:              beforeValues("GAME/TASK"),
		ValidArgsFunction: completeTasks,
		RunE: func(c *cobra.Command, args []string) error {
			if pipe {
				return solvePipe(c, args[0])
			}
			g, task, err := gameTask(args[0], "touchstone solve GAME/TASK")
			if err != nil {
				return err
			}
			desk, err := s.desk(g, task)
			if err != nil {
				return err
			}
			if err := checkJobs(jobs); err != nil {
				return err
			}
			if err := checkMutant(desk, s.mutant); err != nil {
				return err
			}
			switch {
			case all && hint, all && lines, hint && lines:
				return &game.UsageError{Message: "--all, --hint and --lines exclude each other", Hint: "leave out all but one"}
			case all:
				return solveAid(c, desk, game.AidAll)
			case hint:
				return solveAid(c, desk, game.AidHint)
			case lines:
				_, err := runLines(c, out, desk, c.OutOrStdout(), jobs, desk.Solver)
				return err
			}
			return solveOne(c, desk)
		},
	}
	s.register(c, usageMutant)
	c.Flags().BoolVar(&lines, "lines", false, "read one case a line, write one answer a line")
	c.Flags().BoolVar(&pipe, "pipe", false, "answer questions of any task of GAME, one a line")
	c.Flags().BoolVar(&all, "all", false, "write all solutions, one a line")
	c.Flags().BoolVar(&hint, "hint", false, "write the next placement of a partly solved puzzle")
	c.Flags().IntVarP(&jobs, "jobs", "j", runtime.GOMAXPROCS(0), usageJobs)
	return c
}

// solvePipe is the reference of a game.
func solvePipe(c *cobra.Command, name string) error {
	g, err := gameNamed(name)
	if err != nil {
		if whole, _, ok := strings.Cut(name, "/"); ok {
			return &game.UsageError{
				Message: fmt.Sprintf("expected GAME with --pipe, found %q", name),
				Hint:    fmt.Sprintf("each question names its task: %q", "touchstone solve "+whole+" --pipe"),
			}
		}
		return err
	}
	for _, flag := range []string{"option", "preset", "mutant", "lines", "all", "hint", "jobs"} {
		if c.Flags().Changed(flag) {
			return &game.UsageError{Message: fmt.Sprintf("--%s has no meaning with --pipe", flag), Hint: "write options and mutant into each question"}
		}
	}
	return answer.Pipe(c.Context(), g, stdin(c), c.OutOrStdout())
}

// checkMutant refuses a mutant that answers the task as the rules do: handed out
// as a wrong program it would be a right one.
func checkMutant(desk *answer.Desk, id string) error {
	m, ok := desk.Game.Mutant(id)
	if !ok || slices.Contains(m.Tasks, desk.Task.Name) {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("mutant %s of %s answers task %s correctly", m.ID, desk.Game.Name, desk.Task.Name),
		Hint:    "choose another one, or a task that it gets wrong: " + strings.Join(m.Tasks, ", "),
	}
}

func solveOne(c *cobra.Command, desk *answer.Desk) error {
	tellWaiting(c, "one case of "+desk.Game.Name+"/"+desk.Task.Name)
	values, err := desk.Read(stdin(c))
	if err != nil {
		return err
	}
	var result game.Output
	oracle := desk.Rules.Oracle(desk.Task.Name)
	if err := desk.Solve(oracle, values, &result); err != nil {
		return orLines(err, isLine(oracle, values))
	}
	w := bufio.NewWriter(c.OutOrStdout())
	for i := range result.Len() {
		w.Write(result.Value(i)) // the error is Flush's
		w.WriteByte('\n')
	}
	return w.Flush()
}

// orLines adds --lines to the hint of an error about a case whose values are in one array. Line
// says that they are where the error has another hint.
func orLines(err error, line bool) error {
	if refusal, ok := errors.AsType[*answer.Refusal](err); ok && (line || refusal.Hint == answer.Unbracket) {
		refusal.Hint = answer.Unbracket + ", or add --lines for a case on each line"
	}
	return err
}

// isLine tells whether what was read as values is one line of --lines.
func isLine(oracle game.Oracle, values []stream.Value) bool {
	if len(values) != 1 || values[0].Raw.Kind() != '[' {
		return false
	}
	var in []jsontext.Value
	return json.Unmarshal(values[0].Raw, &in) == nil && oracle(in, new(game.Output)) == nil
}

// solveAid answers a question about the input of a task that the task does not
// ask.
func solveAid(c *cobra.Command, desk *answer.Desk, name string) error {
	aid, ok := desk.Game.Aid(desk.Task.Name, name)
	helper, helps := desk.Rules.(game.Helper)
	if !ok || !helps {
		return &game.UsageError{
			Message: fmt.Sprintf("%s/%s has no --%s", desk.Game.Name, desk.Task.Name, name),
			Hint:    "only puzzles have it, such as ubongo/solve",
		}
	}
	task := desk.Task.Name
	desk.Task.In = aid.In // of which bad input is told
	tellWaiting(c, "the input of "+desk.Game.Name+"/"+task+" --"+name)
	values, err := desk.Read(stdin(c))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(c.OutOrStdout())
	oracle := func(in []jsontext.Value, _ *game.Output) error {
		return helper.Aid(task, name, in, func(v jsontext.Value) error {
			w.Write(v) // what goes wrong, the next one tells, too
			return w.WriteByte('\n')
		})
	}
	if err := desk.Solve(oracle, values, nil); err != nil {
		return err
	}
	return w.Flush()
}

// checkJobs refuses numbers of workers that are none.
func checkJobs(jobs int) error {
	if jobs < 1 {
		return &game.UsageError{
			Message: fmt.Sprintf("--jobs is %d, expected 1 or more", jobs), Hint: "leave --jobs out to use all processors",
		}
	}
	return nil
}

// runLines answers one case a line and tells how many were bad.
func runLines(c *cobra.Command, out *output, desk *answer.Desk, w io.Writer, jobs int, clerk func() answer.Clerk) (answer.Tally, error) {
	tellWaiting(c, "one case of "+desk.Game.Name+"/"+desk.Task.Name+" a line")
	tally, err := answer.Lines(c.Context(), linesIn(c), w, desk.Game.Jobs(jobs), clerk)
	if err != nil {
		return tally, err
	}
	if tally.Lines == 0 {
		return tally, &game.UsageError{Message: "stdin: there is no line to answer", Hint: "each line is a JSON array of the input values of one case"}
	}
	say := func(n int, what string) {
		if n > 0 && !out.quiet {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %d of %s %s %s; the output says why\n", n, text.Count(tally.Lines, "line"), isAre(n), what)
		}
	}
	say(tally.Bad, "bad input")
	say(tally.Unknown, "not answered, since the reference of "+desk.Game.Name+" is at fault")
	if tally.Unknown > 0 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "hint: \"%s\" checks the folder of %s\n", text.Visible(desk.Game.LintCommand()), desk.Game.Name)
	}
	if tally.Bad+tally.Unknown > 0 {
		return tally, errTold
	}
	return tally, nil
}
