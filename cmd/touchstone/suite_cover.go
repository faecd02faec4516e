package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/coverage"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newSuiteCover(out *output) *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "cover SUITE...",
		Short: "show which clauses of the rule book a suite covers",
		Long: `Touchstone lists the clauses that the answers of a suite depend on, the options that differ from their defaults,
the codes of refused requests, and the boundaries that cases reach. For suites of servers it plays the games and
lists the transitions of the protocol, too; for games of programs use transcript cover. For what no case reaches,
it says what such a case must contain. If a task does not record its clauses, the clauses that cases name count.

Exit status: 0 all is covered, 1 something is not, 2 trouble.`,
		Example: `  touchstone suite cover bazaar/rules
  touchstone suite cover my-suite --task bazaar/rules
  touchstone suite cover bazaar --quiet`,
		Args: arguments(1, suite.CasesMax, "SUITE..."),
		RunE: func(c *cobra.Command, args []string) error { return f.cover(c, out, args) },
	}
	f.register(c)
	return c
}

// A suiteCoverReport is what cover writes with --format json.
type suiteCoverReport struct {
	Suites []suiteCoverJSON `json:"suites"`
}

type suiteCoverJSON struct {
	Suite  string     `json:"suite"`
	Task   string     `json:"task"`
	Cases  int        `json:"cases"` // that were used
	Broken int        `json:"broken"`
	Left   int        `json:"left"`
	Traced bool       `json:"traced"`
	Met    int        `json:"met"`
	Missed int        `json:"missed"`
	Items  []itemJSON `json:"items"`

	of       *measured
	coverage *coverage.Coverage
}

type itemJSON struct {
	Kind   coverage.Kind `json:"kind"`
	Name   string        `json:"name"`
	Means  string        `json:"means"`
	Clause string        `json:"clause,omitempty"`
	Cases  []string      `json:"cases"` // ids of those that meet it
}

func (f *suiteFlags) cover(c *cobra.Command, out *output, args []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	targets, err := f.targets(args)
	if err != nil {
		return err
	}
	r := suiteCoverReport{Suites: []suiteCoverJSON{}}
	missed := false
	for i := range targets {
		of, err := f.baseline(c, &targets[i], deciding)
		if err != nil {
			return err
		}
		all, err := coverage.Measure(of.runner, of.base.Cases)
		if err != nil {
			return err
		}
		s := suiteCoverJSON{
			Suite: text.Valid(of.name), Task: of.taskName(), Cases: len(of.base.Cases), Broken: len(of.base.Broken), Left: len(of.base.Left),
			Traced: all.Traced, Missed: len(all.Missing()), Items: []itemJSON{}, of: of, coverage: all,
		}
		s.Met = len(all.Items) - s.Missed
		for _, item := range all.Items {
			entry := itemJSON{item.Kind, item.Name, item.Means, item.Clause, []string{}}
			for _, n := range item.Cases {
				entry.Cases = append(entry.Cases, of.base.Cases[n].ID)
			}
			s.Items = append(s.Items, entry)
		}
		missed = missed || s.Missed > 0
		r.Suites = append(r.Suites, s)
	}
	if out.format == "json" {
		err = writeJSON(c.OutOrStdout(), r)
	} else {
		err = printCoverage(c.OutOrStdout(), out, &r)
	}
	if err == nil && missed {
		return errDiffers
	}
	return err
}

func printCoverage(to io.Writer, out *output, r *suiteCoverReport) error {
	w := bufio.NewWriter(to)
	bold, plain := "", ""
	if out.colored(to) {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	for i := range r.Suites {
		s := &r.Suites[i]
		fmt.Fprintf(w, "%s%s%s (%s): %s %s", bold, text.Visible(s.Suite), plain, s.Task, text.Count(s.Cases, "case"), verb(s.Cases, "meet"))
		for n, t := range s.coverage.Tallies() {
			if n > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, " %d of %s", t.Met, text.Count(t.All, string(t.Kind)))
		}
		fmt.Fprintf(w, "%s\n", s.of.besides())
		if out.quiet {
			continue
		}
		if !s.Traced && s.Cases > 0 {
			fmt.Fprintf(w, "  this task does not record its clauses: the clauses that cases name count\n")
		}
		if s.of.task.Live != "" && !s.coverage.Has(coverage.Transition) {
			fmt.Fprintf(w, "  clients choose their transitions: touchstone transcript cover counts those of a recorded game\n")
		}
		for _, item := range s.Items {
			switch {
			case len(item.Cases) == 0:
				means := strings.Join(strings.Fields(item.Means), " ") // a clause may have paragraphs
				line := fmt.Sprintf("no %s %s%s: %s", item.Kind, item.Name, inBrackets(item.Clause), means)
				fmt.Fprintf(w, "  %s\n", wrap(text.Visible(line), textWidth, len("    ")))
			case out.verbose:
				more := ""
				if n := len(item.Cases) - 1; n > 0 {
					more = fmt.Sprintf(" and %d more", n)
				}
				fmt.Fprintf(w, "  %s %s: %s%s\n", item.Kind, item.Name, text.Visible(item.Cases[0]), more)
			}
		}
	}
	return w.Flush()
}
