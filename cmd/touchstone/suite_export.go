package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// formatZip is a format of export alone.
const formatZip = "zip"

type exportFlags struct {
	settings
	to      string
	profile string
}

func newSuiteExport(out *output) *cobra.Command {
	f := &exportFlags{}
	c := &cobra.Command{
		Use:   "export GAME[/TASK] --to PATH",
		Short: "write built-in suites as files that any tool reads",
		Long: `Touchstone writes PATH/TASK/N-in.json and N-out.json, one value a line, into a new folder PATH; with --format zip
PATH is an archive of such a folder. --format json writes all cases as one value, with names and reasons, to
PATH or to standard output.

Files cannot name options and tags: without --format json you get only the cases for the options and the profile
of this run.`,
		Example: `  touchstone suite export bazaar --to suites/bazaar
  touchstone suite export bazaar/rules --to rules.zip --format zip
  touchstone suite export bazaar/turn --format json`,
		Args:              arguments(1, 2, "GAME or GAME/TASK"),
		ValidArgsFunction: completeTasks,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args) },
	}
	f.register(c, "")
	c.Flags().StringVar(&f.profile, "profile", "", usageProfile)
	c.Flags().StringVar(&out.format, "format", "text", "what to write: `text|json|zip`")
	complete(c, map[string]completion{"format": fixed("text", "json", formatZip)})
	c.Flags().StringVar(&f.to, "to", "", "`PATH`: write this new folder or file")
	return c
}

// An exportReport is what export writes with --format json.
type exportReport struct {
	Game   string       `json:"game"`
	Suites []exportJSON `json:"suites"`
}

type exportJSON struct {
	Task  string       `json:"task"`
	Cases []suite.Line `json:"cases"`
}

func (f *exportFlags) run(c *cobra.Command, out *output, args []string) error {
	// TASK may also stand by itself, behind GAME.
	gameName, taskName, one := strings.Cut(strings.Join(args, "/"), "/")
	g, err := gameNamed(gameName)
	if err != nil {
		return err
	}
	tasks := g.Tasks
	if one {
		_, task, err := gameTask(g.Name+"/"+taskName, "touchstone suite export GAME/TASK")
		if err != nil {
			return err
		}
		tasks = []game.Task{task}
	}
	if f.to == "" && out.format != "json" {
		return &game.UsageError{Message: "--to is missing", Hint: "for example --to suites; --format json prints the cases"}
	}
	if out.format == "json" {
		return f.json(c, g, tasks)
	}
	var all []exported
	for _, task := range tasks {
		e, err := f.suite(g, task)
		if err != nil {
			return err
		}
		all = append(all, e)
	}
	if !slices.ContainsFunc(all, func(e exported) bool { return len(e.cases) > 0 }) {
		return &game.UsageError{
			Message: "no case is for the options and the profile of this run",
			Hint:    "--format json exports all cases with their options and tags",
		}
	}
	write := func(sink suite.Sink) error {
		for _, e := range all {
			if err := suite.WriteCases(sink, e.task, e.cases); err != nil {
				return err
			}
		}
		return nil
	}
	if out.format == formatZip {
		err = toZip(f.to, write)
	} else {
		var sink suite.Sink
		if sink, err = suite.Folder(f.to); err == nil {
			err = write(sink)
		}
	}
	if err == nil && !out.quiet {
		f.say(c.ErrOrStderr(), all)
	}
	return err
}

// say tells what was written, and what was not.
func (f *exportFlags) say(w io.Writer, all []exported) {
	files, left := 0, 0
	var unasked []suite.LeftOut
	for _, e := range all {
		files += len(e.cases)
		left += e.left
		unasked = append(unasked, e.unasked...)
	}
	what := ""
	if left > 0 {
		what = fmt.Sprintf("; %d for other options skipped", left)
	}
	if len(unasked) > 0 {
		what += fmt.Sprintf("; %d skipped by the profile: %s", len(unasked), suite.Reasons(unasked))
	}
	fmt.Fprintf(w, "touchstone: %s of %s written to %s%s\n",
		text.Count(files, "case"), text.Count(len(all), "task"), text.Visible(f.to), what)
}

// exported are the cases of a task, with how many are for other options.
type exported struct {
	task    string
	cases   []suite.Case
	left    int
	unasked []suite.LeftOut
}

// suite takes the cases of a task that the run's options are for.
func (f *exportFlags) suite(g *game.Game, task game.Task) (exported, error) {
	e := exported{task: task.Name}
	all, err := suite.Of(suites.FS, g, task.Name)
	if err != nil {
		return e, err
	}
	screen, err := suite.NewScreen(g, task.Name, f.profile)
	if err != nil {
		return e, err
	}
	asked, left, err := screen.Asked(suite.Selection{}, suite.List(all.Cases))
	if err != nil && f.profile != "" {
		// A profile may ask for nothing of a task.
		asked, err = suite.List(nil), nil
	}
	if err != nil {
		return e, err
	}
	e.unasked = left
	desk, err := f.desk(g, task)
	if err != nil {
		return e, err
	}
	checker := suite.NewChecker(g, desk.Rules, task, newJudge(desk, "strict"))
	for i := range asked.Len() {
		k := asked.Read(i)
		applies, err := checker.Applies(k)
		if err != nil {
			return e, fmt.Errorf("%s: %w", k.Named(), err)
		}
		if !applies {
			e.left++
			continue
		}
		if k.Out, err = checker.Expected(k); err != nil {
			if _, broken := errors.AsType[*suite.Fault](err); !broken { // which has its place
				err = fmt.Errorf("%s: %w", k.Named(), err)
			}
			return e, err
		}
		e.cases = append(e.cases, *k)
	}
	return e, nil
}

// json writes all cases, whatever their options.
func (f *exportFlags) json(c *cobra.Command, g *game.Game, tasks []game.Task) error {
	// They choose nothing here, but a name that is wrong is wrong here as well.
	if _, err := g.Profile(f.profile); err != nil {
		return err
	}
	if _, err := f.desk(g, game.Task{}); err != nil {
		return err
	}
	r := exportReport{Game: g.Name, Suites: []exportJSON{}}
	for _, task := range tasks {
		all, err := suite.Of(suites.FS, g, task.Name)
		if err != nil {
			return err
		}
		s := exportJSON{Task: task.Name, Cases: []suite.Line{}}
		for i := range all.Cases {
			s.Cases = append(s.Cases, all.Cases[i].Line(all.Cases[i].Out))
		}
		r.Suites = append(r.Suites, s)
	}
	if f.to == "" {
		return writeJSON(c.OutOrStdout(), r)
	}
	return writeNew(f.to, func(w io.Writer) error { return writeJSON(w, r) })
}
