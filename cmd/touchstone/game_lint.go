package main

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/audit"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A gameLintReport is what game lint writes with --format json.
type gameLintReport struct {
	Game     string          `json:"game"`
	Findings []audit.Finding `json:"findings"`
}

func newGameLint(out *output) *cobra.Command {
	a := &audit.Audit{}
	c := &cobra.Command{
		Use:   "lint FOLDER",
		Short: "find what is wrong with a game's folder, its suites and its reference",
		Long: `Touchstone reads the folder, then asks the reference: every case twice (the second time in a new process and in
reverse order), random inputs, and every mutant. It first prints which programs it starts and what they may read.

The kinds of findings, besides the faults of a reference (exited, timed-out, not-a-reply, wrong-id, too-long,
limit, wrong-shape, unknown-name, refused, inconsistent):
  task-without-case      the task has no case
  clause-without-case    no case cites the clause, and no answer names it
  code-without-case      no case has this code as its answer
  option-without-effect  no other value of the option changes the answer of any case
  mutant-survives        no case kills the mutant
  mutant-not-equivalent  the mutant has equivalent, but a case or a random input shows a difference
  value-unused           nothing refers to the value
  compare-nowhere        no output has the place that a comparison points to
  case-broken            the case cannot be read, or its input is invalid
  case-contradicts       the reference gives another output
  schema-too-strict      a schema refuses a case that the reference answers
  schema-too-lax         a schema allows what the reference fails on, or always refuses

Exit status: 0 no finding, 1 findings, 2 the folder is not a game, or its reference cannot be started.`,
		Example: `  touchstone game lint nim
  touchstone game lint nim --runs 1000 --seed 7 --format json`,
		Args: arguments(1, 1, "FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			if a.Runs < 0 {
				return &game.UsageError{
					Message: fmt.Sprintf("--runs is %d, expected 0 or more", a.Runs),
					Hint:    "for example --runs 100; with 0 only the cases are asked",
				}
			}
			f, err := gamefolder.Read(args[0])
			if err != nil {
				return tellProblems(c, err)
			}
			a.Folder, a.Shown = f, args[0]
			if !out.quiet {
				tellPrograms(c.ErrOrStderr(), f)
			}
			waiting := showAsking(c.ErrOrStderr(), out, a)
			found, err := a.Run(c.Context())
			waiting.end()
			if err != nil {
				return err
			}
			if out.format == "json" {
				err = writeJSON(c.OutOrStdout(), gameLintReport{f.Game.Name, found})
			} else {
				err = printGameLint(c.OutOrStdout(), out, a, found)
			}
			if err == nil && len(found) > 0 {
				return errDiffers
			}
			return err
		},
	}
	c.Flags().IntVar(&a.Runs, "runs", audit.RunsDefault, "ask `N` random inputs of each task")
	c.Flags().Uint64Var(&a.Seed, "seed", 1, "`N`: seed of everything random")
	return c
}

// showAsking shows what the reference is asked while that takes long. Its end must be called.
func showAsking(stderr io.Writer, out *output, a *audit.Audit) *heartbeat {
	h := &heartbeat{}
	what, since := "", time.Now()
	a.Asking = func(next string) {
		h.mu.Lock()
		defer h.mu.Unlock()
		what, since = next, time.Now()
	}
	to, terminal := out.progressTo(stderr)
	h.start(to, terminal, func() string { return askingLine(what, time.Since(since)) })
	return h
}

// askingLine says what the reference is asked, and for how long if that is long.
func askingLine(what string, took time.Duration) string {
	line := "asking the reference"
	if what != "" {
		line += ": " + text.Visible(what)
	}
	if took >= heldUpMin {
		line += fmt.Sprintf(", for %v", took.Round(time.Second))
	}
	return line
}

// tellPrograms says what will be started, before it is: somebody else may have
// written the folder.
func tellPrograms(w io.Writer, f *gamefolder.Folder) {
	tell := func(which string, p *gamefolder.Program) {
		if len(p.Build) > 0 {
			fmt.Fprintf(w, "%s is built by: %s\n", which, text.Visible(text.Quote(p.Build)))
		}
		fmt.Fprintf(w, "%s is started by: %s\n", which, text.Visible(text.Quote(p.Command)))
		for _, path := range p.Read {
			fmt.Fprintf(w, "%s may read: %s\n", which, text.Visible(path))
		}
	}
	tell("the reference", &f.Reference)
	if f.Second != nil {
		tell("the second reference", f.Second)
	}
}

func printGameLint(to io.Writer, out *output, a *audit.Audit, found []audit.Finding) error {
	w := bufio.NewWriter(to)
	red, plain := "", ""
	if out.colored(to) {
		red, plain = "\x1b[1;31m", "\x1b[0m"
	}
	hinted := make(map[string]bool) // each next step stands once, as of suite lint
	for _, one := range found {
		if out.quiet {
			break
		}
		if one.File != "" {
			fmt.Fprintf(w, "%s:", text.Visible(one.File))
			if one.Line > 0 {
				fmt.Fprintf(w, "%d:", one.Line)
			}
			w.WriteByte(' ')
		}
		fmt.Fprintf(w, "%s%s%s: ", red, one.Kind, plain)
		if one.Case != "" {
			fmt.Fprintf(w, "%s: ", text.Visible(one.Case))
		}
		fmt.Fprintf(w, "%s\n", text.Visible(one.Message))
		if one.Hint != "" && (out.verbose || !hinted[one.Hint]) {
			hinted[one.Hint] = true
			fmt.Fprintf(w, "hint: %s\n", text.Visible(one.Hint))
		}
	}
	what := "no findings"
	if n := len(found); n > 0 {
		what = text.Count(n, "finding")
	}
	fmt.Fprintf(w, "%s: %s, %s, %s\n", a.Folder.Game.Name, text.Count(a.Cases, "case"), text.Count(a.Inputs, "random input"), what)
	return w.Flush()
}
