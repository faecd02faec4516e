package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	json "github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

type scoreFlags struct {
	suiteFlags
	matrix     bool
	suggest    bool
	difficulty bool
	operators  bool
	chart      string
	seed       uint64
}

func newSuiteScore(out *output) *cobra.Command {
	f := &scoreFlags{}
	c := &cobra.Command{
		Use:   "score SUITE...",
		Short: "count the mutants that suites kill, and name those that survive",
		Long: `A mutant is the rules with one clause wrong. A case kills it if the mutant's answer is wrong; a mutant that no
case kills survives: a program with that mistake passes the suite. Mutants that no input can tell from the rules
are not counted. Broken cases do not count; suite lint names them.

Several suites of one task are compared side by side. --suggest prints a small case for each survivor, as a line
of a manifest; with --quiet, only these lines. --difficulty says how many of ` + fmt.Sprint(mutation.DifficultyCases) + ` random cases kill each mutant.
--operators also counts mutants that the usual operators of mutation testing make of the rules: another comparison,
boundary or constant, a statement left out. A suite need not kill those that ` + fmt.Sprint(mutation.OperatorInputs) + ` random inputs do not tell from the
rules. This takes from some seconds to some minutes a suite.

With --format html, markdown, csv, junit, tap, github or gradescope, each suite and mutant gets a verdict.

Exit status: 0 no mutant survives, 1 some do, 2 trouble.`,
		Example: `  touchstone suite score bazaar/rules
  touchstone suite score my-suite --task bazaar/rules
  touchstone suite score my-suite --task bazaar/rules --suggest
  touchstone suite score bazaar/rules --operators
  touchstone suite score class --format csv > class.csv
  touchstone suite score bazaar/turn --matrix --format json`,
		Args: arguments(1, suite.CasesMax, "SUITE..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args) },
	}
	f.register(c)
	c.Flags().StringVar(&out.format, "format", "text", usageReportFormat)
	complete(c, map[string]completion{"format": fixed(report.Formats()...)})
	c.Flags().BoolVar(&f.matrix, "matrix", false, "name all cases that kill a mutant, not only the first")
	c.Flags().StringVar(&f.chart, "chart", "", usageChart+"which case of one suite kills which mutant")
	c.Flags().BoolVar(&f.suggest, "suggest", false, "print a case for each mutant that survives")
	c.Flags().BoolVar(&f.difficulty, "difficulty", false, "print how many random cases kill each mutant: the fewer, the harder to find")
	c.Flags().BoolVar(&f.operators, "operators", false, "count the mutants of the usual operators, too")
	c.Flags().Uint64Var(&f.seed, "seed", 1, usageSeedFixed)
	return c
}

// A scoreReport is what score writes with --format json.
type scoreReport struct {
	Suites []scoreJSON `json:"suites"`
}

type scoreJSON struct {
	Suite      string           `json:"suite"` // as it was given, or found
	Task       string           `json:"task"`  // "bazaar/rules"
	Cases      int              `json:"cases"` // that were used
	Broken     int              `json:"broken"`
	Left       int              `json:"left"` // for other options than those of the run
	Killed     int              `json:"killed"`
	Survived   int              `json:"survived"`
	Mutants    []mutantJSON     `json:"mutants"`
	Clauses    []mutation.Tally `json:"clauses"`
	Equivalent []string         `json:"equivalent,omitempty"`
	Operators  *operatorsJSON   `json:"operators,omitempty"` // if they are asked for

	of *measured
}

type mutantJSON struct {
	ID       string      `json:"id"`
	Clause   string      `json:"clause"`
	Summary  string      `json:"summary"`
	Hint     string      `json:"hint,omitempty"`
	KilledBy []string    `json:"killedBy"`            // ids of cases
	Suggest  *suite.Line `json:"suggested,omitempty"` // a case that kills it
	// Difficulty is how many random cases kill it, if that is asked for.
	Difficulty *difficultyJSON `json:"difficulty,omitempty"`

	mutant game.Mutant
}

type difficultyJSON struct {
	Kills int `json:"kills"`
	Cases int `json:"cases"`
}

func (f *scoreFlags) run(c *cobra.Command, out *output, args []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	targets, err := f.targets(args)
	if err != nil {
		return err
	}
	if err := f.checkTargets(out, targets); err != nil {
		return err
	}
	if err := refuseClashes([]claim{writes("chart", f.chart)}, suiteFiles(suite.List(targets[0].suite.Cases))); err != nil {
		return err
	}
	chart, err := openChart(f.chart)
	if err != nil {
		return err
	}
	defer chart.discard()
	r := scoreReport{Suites: []scoreJSON{}}
	for i := range targets {
		s, err := f.score(c, &targets[i])
		if err != nil {
			return err
		}
		if f.operators {
			if s.Operators, err = f.operatorsOf(c.Context(), c.ErrOrStderr(), s); err != nil {
				return err
			}
		}
		r.Suites = append(r.Suites, *s)
	}
	if f.difficulty {
		if err := f.difficulties(c.Context(), r.Suites); err != nil {
			return err
		}
	}
	if err := chart.write(func() []byte { return killChart(&r.Suites[0]) }); err != nil {
		return err
	}
	if f.suggest {
		if err := f.suggestions(c.Context(), r.Suites); err != nil {
			return err
		}
	}
	switch {
	case out.format == "json":
		err = writeJSON(c.OutOrStdout(), r)
	case out.format != "text":
		err = f.verdicts(c, out, &r)
	case out.quiet && f.suggest:
		err = printSuggestions(c.OutOrStdout(), &r)
	default:
		err = f.print(c, out, &r)
	}
	if err != nil {
		return err
	}
	for i := range r.Suites {
		if o := r.Suites[i].Operators; r.Suites[i].Survived > 0 || o != nil && o.Survived > 0 {
			return errDiffers
		}
	}
	return nil
}

// checkTargets refuses suites that the output cannot show together.
func (f *scoreFlags) checkTargets(out *output, targets []target) error {
	if f.chart != "" && len(targets) != 1 {
		return &game.UsageError{Message: fmt.Sprintf("--chart draws one suite, and you name %d", len(targets)), Hint: "name one, such as bazaar/rules"}
	}
	other := slices.IndexFunc(targets, func(t target) bool { return t.taskName() != targets[0].taskName() })
	if other > 0 && f.suggest && out.quiet && out.format == "text" {
		return &game.UsageError{
			Message: fmt.Sprintf("--suggest --quiet prints the manifest of one task, and your suites are for %s and %s",
				targets[0].taskName(), targets[other].taskName()),
			Hint: "name suites of one task, or leave out --quiet",
		}
	}
	return nil
}

// score measures one suite.
func (f *scoreFlags) score(c *cobra.Command, t *target) (*scoreJSON, error) {
	of, err := f.baseline(c, t, quickly)
	if err != nil {
		return nil, err
	}
	base := of.base
	mutants, equivalent := mutation.Mutants(t.game, t.task.Name)
	measure := mutation.MeasureFirst
	if f.matrix || f.chart != "" {
		measure = mutation.Measure
	}
	m, err := measure(c.Context(), of.runner, base.Cases, mutants)
	if err != nil {
		return nil, err
	}
	s := &scoreJSON{
		Suite: text.Valid(t.name), Task: t.taskName(), Cases: len(base.Cases), Broken: len(base.Broken), Left: len(base.Left),
		Mutants: []mutantJSON{}, Clauses: m.Clauses(t.game), of: of,
	}
	s.Survived = len(m.Survivors())
	s.Killed = len(mutants) - s.Survived
	for i, mutant := range mutants {
		entry := mutantJSON{
			ID: mutant.ID, Clause: mutant.Clause, Summary: mutant.Summary, Hint: mutant.Hint,
			KilledBy: []string{}, mutant: mutant,
		}
		for _, n := range m.Kills[i] {
			entry.KilledBy = append(entry.KilledBy, base.Cases[n].ID)
		}
		s.Mutants = append(s.Mutants, entry)
	}
	for _, mutant := range equivalent {
		s.Equivalent = append(s.Equivalent, mutant.ID)
	}
	return s, nil
}

// difficulties measures how hard the mutants are to find, once for each task.
func (f *scoreFlags) difficulties(ctx context.Context, list []scoreJSON) error {
	difficulty := make(map[string][]int)
	for i := range list {
		s := &list[i]
		if _, known := difficulty[s.Task]; !known {
			mutants, _ := mutation.Mutants(s.of.game, s.of.task.Name)
			kills, err := mutation.Difficulty(ctx, s.of.runner, mutants, mutation.DifficultyCases, f.seed)
			if err != nil {
				return err
			}
			difficulty[s.Task] = kills
		}
		for n := range s.Mutants {
			s.Mutants[n].Difficulty = &difficultyJSON{difficulty[s.Task][n], mutation.DifficultyCases}
		}
	}
	return nil
}

// suggestions finds a case for each survivor. Several suites of a task get the
// same one for the same mutant.
func (f *scoreFlags) suggestions(ctx context.Context, list []scoreJSON) error {
	type wanted struct {
		search *generator.Search
		mutant game.Mutant
		line   *suite.Line
	}
	var all []*wanted
	byName := make(map[string]*wanted)
	searches := make(map[string]*generator.Search)
	name := func(s *scoreJSON, m *mutantJSON) string { return s.Task + " " + m.ID }
	for i := range list {
		s := &list[i]
		for n := range s.Mutants {
			m := &s.Mutants[n]
			if len(m.KilledBy) > 0 || byName[name(s, m)] != nil {
				continue
			}
			if searches[s.Task] == nil {
				searches[s.Task] = newSearch(s.of.runner, f.seed)
			}
			w := &wanted{search: searches[s.Task], mutant: m.mutant}
			byName[name(s, m)] = w
			all = append(all, w)
		}
	}
	err := pool.Run(ctx, len(all), f.jobs, func() func(int) error {
		return func(i int) error {
			found, err := all[i].search.Find(ctx, all[i].mutant)
			if found != nil {
				line := found.Line(found.Out)
				all[i].line = &line
			}
			return err
		}
	})
	for i := range list {
		for n := range list[i].Mutants {
			m := &list[i].Mutants[n]
			if w := byName[name(&list[i], m)]; w != nil && len(m.KilledBy) == 0 {
				m.Suggest = w.line
			}
		}
	}
	return err
}

// newSearch looks for cases under the settings of the run, then under others, and
// last in the embedded suite.
func newSearch(p *baseline.Runner, seed uint64) *generator.Search {
	return &generator.Search{
		Runner: p, Settings: generator.Variants(p.Game, p.Settings), Seed: seed, Tries: generator.Tries,
		Known: embeddedCases(p.Game, p.Task.Name),
	}
}

// embeddedCases are those of the embedded suite of a task, none if it has no suite: then
// there are fewer places to look in.
func embeddedCases(g *game.Game, task string) []suite.Case {
	embedded, err := suite.Of(suites.FS, g, task)
	if err != nil {
		return nil
	}
	return embedded.Cases
}

// printSuggestions prints a manifest of what is missing, each case once.
func printSuggestions(out io.Writer, r *scoreReport) error {
	w := bufio.NewWriter(out)
	printed := make(map[string]bool)
	for i := range r.Suites {
		for n := range r.Suites[i].Mutants {
			m := &r.Suites[i].Mutants[n]
			if key := r.Suites[i].Task + " " + m.ID; m.Suggest != nil && !printed[key] {
				printed[key] = true
				if err := writeJSON(w, m.Suggest); err != nil {
					return err
				}
			}
		}
		if o := r.Suites[i].Operators; o != nil {
			for _, m := range o.Survivors {
				if err := writeJSON(w, m.Suggest); err != nil {
					return err
				}
			}
		}
	}
	return w.Flush()
}

func (f *scoreFlags) print(c *cobra.Command, out *output, r *scoreReport) error {
	w := bufio.NewWriter(c.OutOrStdout())
	bold, plain := "", ""
	if out.colored(c.OutOrStdout()) {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	for i := range r.Suites {
		s := &r.Suites[i]
		fmt.Fprintf(w, "%s%s%s (%s): %s %s %d of %s%s\n", bold, text.Visible(s.Suite), plain, s.Task, text.Count(s.Cases, "case"),
			verb(s.Cases, "kill"), s.Killed, text.Count(len(s.Mutants), "mutant"), s.besides())
		if s.Operators != nil {
			s.Operators.print(w, out, f.suggest)
		}
		if out.quiet {
			continue
		}
		for n := range s.Mutants {
			s.Mutants[n].print(w, out, f.matrix)
		}
		if out.verbose {
			for _, t := range s.Clauses {
				fmt.Fprintf(w, "  %s: %d of %s killed\n", t.Clause, t.Killed, text.Count(t.Mutants, "mutant"))
			}
		}
	}
	if err := printSideBySide(w, out, r); err != nil {
		return err
	}
	return w.Flush()
}

// besides says what was not used.
func (s *scoreJSON) besides() string {
	what := s.of.besides()
	if n := len(s.Equivalent); n > 0 {
		them := "them"
		if n == 1 {
			them = "it"
		}
		what += "; " + text.Count(n, "mutant") + " not counted, since no input shows " + them
	}
	return what
}

// verb is a verb for so many.
func verb(n int, plural string) string {
	switch {
	case n != 1:
		return plural
	case strings.HasSuffix(plural, "ch"):
		return plural + "es"
	}
	return plural + "s"
}

// about is the clause of a mutant and, if it was measured, its difficulty.
func (m *mutantJSON) about() string {
	if m.Difficulty == nil {
		return m.Clause
	}
	return fmt.Sprintf("%s, %d of %d random cases", m.Clause, m.Difficulty.Kills, m.Difficulty.Cases)
}

func (m *mutantJSON) print(w io.Writer, out *output, matrix bool) {
	switch {
	case len(m.KilledBy) == 0:
		what := m.Hint
		if what == "" || out.verbose {
			what = m.Summary
		}
		fmt.Fprintf(w, "  survives %s (%s): %s\n", m.ID, m.about(), text.Visible(what))
		if m.Hint != "" && out.verbose {
			fmt.Fprintf(w, "    %s\n", text.Visible(m.Hint))
		}
		if m.Suggest != nil {
			// It was made from JSON, so that it is some.
			line, _ := json.Marshal(m.Suggest, json.Deterministic(true))
			fmt.Fprintf(w, "    %s\n", line)
		}
	case matrix:
		fmt.Fprintf(w, "  killed   %s (%s) by %s\n", m.ID, m.about(), text.Visible(strings.Join(m.KilledBy, ", ")))
	case out.verbose:
		fmt.Fprintf(w, "  killed   %s (%s) by %s\n", m.ID, m.about(), text.Visible(m.KilledBy[0]))
	}
}

// printSideBySide compares the suites of one task: a row for each mutant that
// some of them kill and others do not.
func printSideBySide(w io.Writer, out *output, r *scoreReport) error {
	var tasks []string
	byTask := make(map[string][]*scoreJSON)
	for i := range r.Suites {
		s := &r.Suites[i]
		if byTask[s.Task] == nil {
			tasks = append(tasks, s.Task)
		}
		byTask[s.Task] = append(byTask[s.Task], s)
	}
	for _, task := range tasks {
		list := byTask[task]
		if len(list) < 2 {
			continue
		}
		fmt.Fprintf(w, "\n%s side by side\n", task)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for i, s := range list {
			fmt.Fprintf(t, "  [%d]\t%d of %d\t%s\n", i+1, s.Killed, len(s.Mutants), text.Visible(s.Suite))
		}
		if err := t.Flush(); err != nil {
			return err
		}
		if out.quiet {
			continue
		}
		for n, m := range list[0].Mutants {
			var kills, misses []string
			for i, s := range list {
				if number := fmt.Sprint(i + 1); len(s.Mutants[n].KilledBy) > 0 {
					kills = append(kills, number)
				} else {
					misses = append(misses, number)
				}
			}
			if len(kills) > 0 && len(misses) > 0 {
				fmt.Fprintf(w, "  %s is killed by %s, not by %s\n", m.ID, strings.Join(kills, " "), strings.Join(misses, " "))
			}
		}
	}
	return nil
}
