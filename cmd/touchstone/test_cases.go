package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// clear drops the cases. The error is that some could not be read again.
func (f *testFlags) clear() error {
	if f.shelf == nil {
		return nil
	}
	shelf := f.shelf
	f.shelf = nil
	return shelf.Close()
}

// cases are the selected cases of the suites named, the generated ones, or
// those of the embedded suite, with the names of the suites.
func (f *testFlags) cases(c *cobra.Command, out *output, desk *answer.Desk, paths []string) (suite.Cases, []string, error) {
	names, err := f.fill(c, desk, paths)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		named := func(one string) bool { return slices.Contains(paths, one) }
		if left := slices.DeleteFunc(suite.Unread(path), named); len(left) > 0 && !out.quiet {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: skipping %s in the folder %s, such as %s; to run a suite, name it\n",
				text.Count(len(left), "suite"), text.Visible(path), text.Visible(left[0]))
		}
	}
	cases, err := f.shelf.Distinct()
	if err != nil {
		return nil, nil, err
	}
	if err := f.readLists(cases); err != nil {
		return nil, nil, err
	}
	if cases, err = f.asked(c, out, desk, cases); err != nil {
		return nil, nil, err
	}
	if cases, err = f.applicable(c, out, desk, cases); err != nil || f.shard == "" {
		return cases, names, err
	}
	if cases.Len() == 0 {
		return nil, nil, &game.UsageError{Message: "there are no cases to run", Hint: "all selected cases are for other options"}
	}
	f.whole = cases
	cases, f.numbers = f.part.Of(cases)
	return cases, names, nil
}

// fill puts the cases on a new shelf, and returns the names of their suites.
func (f *testFlags) fill(c *cobra.Command, desk *answer.Desk, paths []string) ([]string, error) {
	if err := f.clear(); err != nil {
		return nil, err
	}
	f.shelf = suite.NewShelf()
	switch {
	case f.generate > 0 && len(paths) > 0:
		return nil, &game.UsageError{
			Message: "--generate and a suite exclude each other",
			Hint:    "leave one of them out: --generate makes its own cases",
		}
	case f.generate > 0:
		if !c.Flags().Changed("seed") && f.seed == 0 {
			f.seed = rand.Uint64N(1_000_000) // short enough to be typed
		}
		name, err := f.shelf.Generate(desk.Rules, desk.Task.Name, f.generate, f.seed)
		return []string{name}, err
	case len(paths) == 0:
		s, err := suite.Of(suites.FS, desk.Game, desk.Task.Name)
		if err != nil {
			return nil, err
		}
		f.shelf.Put(s)
		return []string{s.Name}, nil
	}
	var names []string
	for _, path := range paths {
		name, err := f.shelf.Load(path)
		if err != nil {
			return nil, f.forgottenDashes(c, err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// misplaced is the error of a suite that seems to be for another task, nil if none does.
func misplaced(ctx context.Context, desk *answer.Desk, cases suite.Cases, argv []string) error {
	var sources []string
	places := make(map[string][]int)
	for i := range cases.Len() {
		source := cases.Head(i).Source
		if places[source] == nil {
			sources = append(sources, source)
		}
		places[source] = append(places[source], i)
	}
	p := runner(desk.Game, desk.Rules, desk.Task)
	p.Patient = true
	for _, source := range sources {
		some := cases.Some(places[source])
		strange, err := p.Strange(ctx, some)
		if err != nil {
			return nil // the run says what is wrong
		}
		if other, said := p.Misplaced(ctx, some.Len(), strange, games.All()); other != "" {
			again := text.Quote(append([]string{"touchstone", "test", other, source, "--"}, argv...))
			return &game.UsageError{
				Message: "suite " + source + ": " + said,
				Hint:    fmt.Sprintf("%q tests that task; or name a suite for %s/%s", again, desk.Game.Name, desk.Task.Name),
			}
		}
	}
	return nil
}

// notSuites is the error for a second GAME/TASK where suites are expected, nil if there is
// none. First is what is wrong with the first one; nil if nothing is.
func notSuites(taskName string, paths []string, first error) error {
	for _, path := range paths {
		name, _, whole := strings.Cut(path, "/")
		if _, err := games.Named(name); err != nil || !whole || !absent(path) || files.Near(path) != "" {
			continue
		}
		e := &game.UsageError{Message: fmt.Sprintf("expected one GAME/TASK, and suites behind it, found %q and %q", taskName, path)}
		g, task, second := gameTask(path, "touchstone test GAME/TASK -- ./program")
		unknown, misspelt := errors.AsType[*game.UsageError](cmp.Or(first, second))
		switch {
		case first != nil && second == nil && isFile(taskName):
			e.Hint = fmt.Sprintf("write the program behind --: %q", text.Quote([]string{"touchstone", "test", path, "--", taskName}))
		case first == nil && misspelt && !strings.HasPrefix(unknown.Hint, "did you mean"):
			continue // like no task: rather a folder that is missing
		case misspelt:
			e.Message += "; " + unknown.Message
			e.Hint = unknown.Hint
		case taskName == g.Name+"/"+task.Name:
			e.Hint = "write it once: without a suite, the one that comes with the task runs"
		default:
			e.Hint = fmt.Sprintf("a run is of one task: %q is another run", "touchstone test "+path+" -- ./program")
		}
		return e
	}
	return nil
}

// readLists reads what other flags say of the cases: those that are known to fail, those
// that failed in another run, and the shard.
func (f *testFlags) readLists(cases suite.Cases) (err error) {
	if f.known != "" {
		if f.knownList, err = run.ReadKnown(f.known, f.knownUpdate); err != nil {
			return err
		}
		if err := f.knownList.Check(cases); err != nil {
			return err
		}
	}
	if f.failed != "" {
		if f.selection.Failed, err = suite.ReadFailed(f.failed); err != nil {
			return err
		}
	}
	if f.shard != "" {
		f.part, err = suite.ParseShard(f.shard)
	}
	return err
}

// asked are those of the cases that the flags and the profile ask for.
func (f *testFlags) asked(c *cobra.Command, out *output, desk *answer.Desk, all suite.Cases) (suite.Cases, error) {
	screen, err := suite.NewScreen(desk.Game, desk.Task.Name, f.profile)
	if err != nil {
		return nil, err
	}
	cases, err := f.selection.Select(all)
	if err != nil {
		return nil, err
	}
	if n := all.Len() - cases.Len(); n > 0 && out.verbose && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %d of %s not selected by the flags of this run\n", n, text.Count(all.Len(), "case"))
	}
	cases, unasked, err := screen.Asked(f.selection, cases)
	if err != nil {
		return nil, err
	}
	if !out.quiet {
		tellUnasked(c.ErrOrStderr(), screen.Profile, unasked, cases.Len()+len(unasked), out.verbose)
	}
	return cases, nil
}

// applicable are the cases that are written for the options of the run. With --marks, cases
// that rest on house rulings are left out, too. It sets tellLeft, which tells what is left
// out, even if it returns an error.
func (f *testFlags) applicable(c *cobra.Command, out *output, desk *answer.Desk, cases suite.Cases) (suite.Cases, error) {
	checker := suite.NewChecker(desk.Game, desk.Rules, desk.Task, newJudge(desk, judge.Strict))
	cases, left, err := checker.Applicable(cases)
	if err != nil && left == nil {
		return nil, err
	}
	house, selected := 0, left.Len()
	if err == nil {
		selected += cases.Len()
		if cases.Len() > 0 {
			cases, house, err = f.marked(c, desk, cases)
		}
	}
	f.tellLeft = func() {
		if out.quiet {
			return
		}
		tellLeftOut(c.ErrOrStderr(), left, selected, out.verbose)
		if house > 0 {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %d of %s skipped by --marks: their answers rest on house rulings\n",
				house, text.Count(selected, "case"))
		}
	}
	if err == nil && (f.list || f.dryRun) {
		f.tellLeft()
	}
	return cases, err
}

// tellUnasked says how many cases the profile skips, and by which tags; if
// verbose also which.
func tellUnasked(w io.Writer, profile game.Profile, left []suite.LeftOut, selected int, verbose bool) {
	if len(left) == 0 {
		return
	}
	fmt.Fprintf(w, "touchstone: the profile %s skips %d of %s: %s", profile.Name, len(left), text.Count(selected, "case"), suite.Reasons(left))
	if !verbose {
		fmt.Fprintln(w, "; --verbose names them, --profile all runs them")
		return
	}
	fmt.Fprintln(w)
	for i := range left {
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(left[i].Tag), text.Visible(left[i].ID))
	}
}

// tellLeftOut names the options that the skipped cases are written for: those of
// the first case, or if verbose of all.
func tellLeftOut(w io.Writer, left suite.Cases, selected int, verbose bool) {
	if left.Len() == 0 {
		return
	}
	fmt.Fprintf(w, "touchstone: %d of %s skipped: written for other options", left.Len(), text.Count(selected, "case"))
	if !verbose {
		fmt.Fprintf(w, ", such as %s; --verbose names them\n", text.Visible(left.Head(0).OptionFlags()))
		return
	}
	fmt.Fprintln(w)
	var order []string
	ids := make(map[string][]string)
	for i := range left.Len() {
		k := left.Head(i)
		flags := k.OptionFlags()
		if ids[flags] == nil {
			order = append(order, flags)
		}
		ids[flags] = append(ids[flags], k.ID)
	}
	for _, flags := range order {
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(flags), text.Visible(strings.Join(ids[flags], ", ")))
	}
}

// forgottenDashes adds to the error about a suite what is likely when no
// command was given.
func (f *testFlags) forgottenDashes(c *cobra.Command, err error) error {
	var usage *game.UsageError
	if errors.As(err, &usage) && c.ArgsLenAtDash() < 0 && usage.Hint == "" {
		usage.Hint = "write the program after --, as in \"touchstone test bazaar/rules -- ./xrules\""
	}
	return err
}

// tellEmptyShard says that the shard has no cases, which is no mistake.
func (f *testFlags) tellEmptyShard(c *cobra.Command, out *output) {
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: no case is in the shard %v\n", f.part)
	}
}

// marked leaves out the cases that rest on house rulings, unless the marks asked
// for have these.
func (f *testFlags) marked(c *cobra.Command, desk *answer.Desk, cases suite.Cases) (kept suite.Cases, left int, err error) {
	textOnly, err := game.TextOnly(f.marks, c.CommandPath()+" --help")
	if err != nil || !textOnly {
		return cases, 0, err
	}
	resting, err := restingOn(c.Context(), runner(desk.Game, desk.Rules, desk.Task), suite.All(cases), nil)
	if err != nil {
		return nil, 0, err
	}
	var places []int
	for i := range cases.Len() {
		if resting[cases.Head(i).ID] == nil {
			places = append(places, i)
		}
	}
	if left = cases.Len() - len(places); len(places) == 0 {
		e := &game.UsageError{Message: fmt.Sprintf("all %s rest on house rulings", text.Count(left, "case")), Hint: "leave --marks out"}
		if all := lint.Everywhere(slices.Collect(maps.Values(resting))); len(all) > 0 {
			e.Message = fmt.Sprintf("every case rests on %s, which no rule text decides", strings.Join(all, " and "))
		}
		return nil, left, e
	}
	return cases.Some(places), left, nil
}

// suiteFiles are the files of suites, some of them perhaps more than once.
func suiteFiles(cases suite.Cases) iter.Seq[claim] {
	return func(yield func(claim) bool) {
		last := ""
		for i := range cases.Len() {
			k := cases.Head(i)
			file, _ := k.Place()
			files := []string{file, k.Source}
			if name, ok := strings.CutSuffix(file, "-in.json"); ok {
				files = append(files, name+"-out.json")
			}
			for _, file := range files {
				if file == "" || file == last {
					continue
				}
				if last = file; !yield(claim{what: "the suite in " + file, path: file}) {
					return
				}
			}
		}
	}
}

// sources are the arguments that load the suites of the cases again.
func (f *testFlags) sources(cases suite.Cases) []string {
	if all := f.shelf.Sources(); len(all) == 1 && cases.Len() > 0 {
		return all
	}
	var list []string
	for i := range cases.Len() {
		if source := cases.Head(i).Source; !slices.Contains(list, source) {
			list = append(list, source)
		}
	}
	return list
}

// listCases prints the ids of the cases, or with --format json the cases.
func listCases(c *cobra.Command, out *output, cases suite.Cases) error {
	w := c.OutOrStdout()
	for i := range cases.Len() {
		k := cases.Read(i)
		var err error
		switch {
		case out.format == "json":
			err = writeJSON(w, k.Line(k.Out))
		case out.quiet || k.Why == "":
			_, err = fmt.Fprintln(w, text.Visible(k.ID))
		default:
			_, err = fmt.Fprintf(w, "%s  %s (%s)\n", text.Visible(k.ID), text.Visible(k.Why), text.Visible(strings.Join(k.Clauses, ", ")))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
