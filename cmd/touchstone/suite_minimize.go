package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/coverage"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/setcover"
	"github.com/touchstone-harness/touchstone/harness/text"
)

type minimizeFlags struct {
	suiteFlags
	to string
}

func newSuiteMinimize(out *output) *cobra.Command {
	f := &minimizeFlags{}
	c := &cobra.Command{
		Use:   "minimize SUITE",
		Short: "keep the fewest cases that kill and cover the same",
		Long: `Touchstone keeps the fewest cases that kill the same mutants and cover the same clauses, options, codes and
boundaries as the whole suite, and says whether it could prove that no fewer do. --to NAME.jsonl writes a
manifest, --to FOLDER writes N-in.json and N-out.json without cases for other options. Broken cases are dropped.`,
		Example: `  touchstone suite minimize bazaar/rules
  touchstone suite minimize bazaar/turn --to few.jsonl`,
		Args: arguments(1, 1, "SUITE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.register(c)
	c.Flags().StringVar(&f.to, "to", "", usageSuiteTo)
	return c
}

// A minimizeReport is what minimize writes with --format json.
type minimizeReport struct {
	Suite  string   `json:"suite"`
	Task   string   `json:"task"`
	Fewest bool     `json:"fewest"` // no fewer do
	Kept   []string `json:"kept"`
	Left   []string `json:"dropped"`
}

// one reads the one suite that an argument names.
func (f *suiteFlags) one(arg string) (*target, error) {
	targets, err := f.targets([]string{arg})
	if err != nil {
		return nil, err
	}
	if len(targets) > 1 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("suite %s: expected one suite, found %d", arg, len(targets)),
			Hint:    "name one of them, such as " + targets[0].name,
		}
	}
	return &targets[0], nil
}

func (f *minimizeFlags) run(c *cobra.Command, out *output, arg string) error {
	if err := f.check(c); err != nil {
		return err
	}
	if f.to != "" && out.format == "json" {
		return &game.UsageError{Message: "--to and --format json exclude each other", Hint: "leave --format out"}
	}
	t, err := f.one(arg)
	if err != nil {
		return err
	}
	to, err := openSuite(f.to)
	if err != nil {
		return err
	}
	defer to.close()
	of, err := f.baseline(c, t, deciding)
	if err != nil {
		return err
	}
	others := 0
	if f.to != "" && !suite.IsManifest(f.to) {
		if others, err = of.forRun(); err != nil {
			return err
		}
	}
	does, err := of.does(c.Context())
	if err != nil {
		return err
	}
	chosen, fewest := setcover.Choose(does)
	r := minimizeReport{Suite: text.Valid(t.name), Task: t.taskName(), Fewest: fewest, Kept: []string{}, Left: []string{}}
	var kept []suite.Case
	next, j := 0, of.runner.Judge()
	for i, k := range of.base.Cases {
		if next < len(chosen) && chosen[next] == i {
			next++
			// What it has may be the answer under other options than those of the run.
			if k.Out == nil || j.Compare(k.Want, k.Out).Outcome != judge.Pass {
				k.Out = k.Want
			}
			kept = append(kept, k.Case)
			r.Kept = append(r.Kept, k.ID)
		} else {
			r.Left = append(r.Left, k.ID)
		}
	}
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), r)
	}
	if len(kept) == 0 {
		return &game.UsageError{Message: fmt.Sprintf("suite %s: no case kills a mutant or covers anything%s", arg, of.besides())}
	}
	if err := to.write(c, kept); err != nil {
		return err
	}
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", r.said(of, others))
	}
	return nil
}

// said is the report as a line for people. Others is how many cases are left out for their options.
func (r *minimizeReport) said(of *measured, others int) string {
	proof := "no fewer suffice"
	if !r.Fewest {
		proof = "perhaps fewer suffice"
	}
	besides := of.besides()
	if others > 0 {
		their := "their"
		if others == 1 {
			their = "its"
		}
		besides += fmt.Sprintf("; %d skipped: a folder cannot name %s options", others, their)
	}
	return fmt.Sprintf("%d of %s %s kept, %s%s", len(r.Kept), text.Count(len(of.base.Cases), "case"), isAre(len(r.Kept)), proof, besides)
}

// does says what each case does, as a set of numbers: those of the mutants that it
// kills, and behind them those of the items that it covers.
func (m *measured) does(ctx context.Context) ([][]int, error) {
	mutants, _ := mutation.Mutants(m.game, m.task.Name)
	score, err := mutation.Measure(ctx, m.runner, m.base.Cases, mutants)
	if err != nil {
		return nil, err
	}
	all, err := coverage.Measure(m.runner, m.base.Cases)
	if err != nil {
		return nil, err
	}
	does := make([][]int, len(m.base.Cases))
	for i, kills := range score.Kills {
		for _, n := range kills {
			does[n] = append(does[n], i)
		}
	}
	for i, item := range all.Items {
		for _, n := range item.Cases {
			does[n] = append(does[n], len(mutants)+i)
		}
	}
	return does, nil
}

// forRun leaves out the cases that are meant for other options than those of the
// run, and counts them.
func (m *measured) forRun() (others int, err error) {
	key := func(s game.Settings) string {
		options, trouble := baseline.Options(m.game, s)
		err = errors.Join(err, trouble)
		return baseline.Key(game.Settings{Options: options})
	}
	run, all := key(m.runner.Settings), len(m.base.Cases)
	m.base.Cases = slices.DeleteFunc(m.base.Cases, func(c baseline.Case) bool { return key(c.Settings) != run })
	return all - len(m.base.Cases), err
}

// isAre is the verb for so many.
func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
