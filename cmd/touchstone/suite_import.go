package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/intake"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

type importFlags struct {
	suiteFlags
	to string
}

func newSuiteImport(out *output) *cobra.Command {
	f := &importFlags{}
	c := &cobra.Command{
		Use:   "import PATH",
		Short: "convert the folders and archives of courses to manifests",
		Long: `Touchstone looks for cases in a folder or an archive (.zip .tar .tgz), and in all folders and archives inside:
  N-in.json, N-out.json  each a stream of values
  N.json                 the input and then the output, in one file
  NAME.jsonl             a manifest
The last part of the path that names a task tells their task, as in ForStudents/xrules/1-in.json; otherwise the
number of a milestone, as in Tests/7/1-in.json; --task sets it for all. In live tasks, xserver/Tests/1-in.json and
xclients/Tests/1-in.json make one case.

The cases of each task become a manifest: on standard output if there is one task, else TASK.jsonl in the folder
--to. Values keep their spelling. What cannot be imported is listed, with the reason.

Exit status: 0 everything was imported, 1 some was skipped, 2 trouble.`,
		Example: `  touchstone suite import my-suite --task bazaar/rules
  touchstone suite import class --to imported
  touchstone suite import class --task bazaar --to imported`,
		Args: arguments(1, 1, "PATH"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.register(c)
	c.Flags().StringVar(&f.to, "to", "", "`PATH`: write TASK.jsonl into this new folder; for one task PATH.jsonl may be a new file")
	return c
}

// An importReport is what import writes with --format json.
type importReport struct {
	Suites []exportJSON `json:"suites"` // by task
	Broken []string     `json:"broken"` // what is left out, and why
}

func (f *importFlags) run(c *cobra.Command, out *output, root string) error {
	if err := f.check(c); err != nil {
		return err
	}
	k, err := f.intake()
	if err != nil {
		return err
	}
	to, err := openSuite(f.to)
	if err != nil {
		return err
	}
	defer to.close()
	shelves, strays, err := k.From(c.Context(), root)
	if err != nil {
		return err
	}
	asJSON := out.format == "json"
	if f.to == "" && len(shelves) > 1 && !asJSON {
		var tasks []string
		for _, s := range shelves {
			tasks = append(tasks, s.Name())
		}
		return &game.UsageError{
			Message: fmt.Sprintf("folder %s: it has suites of %d tasks, %s", root, len(tasks), strings.Join(tasks, ", ")),
			Hint:    "--to PATH writes a manifest for each into a folder",
		}
	}
	if f.to != "" || !asJSON {
		if err := f.write(c, to, shelves); err != nil {
			return err
		}
	}
	if asJSON {
		if err := writeJSON(c.OutOrStdout(), importReportOf(shelves, strays)); err != nil {
			return err
		}
	}
	if len(shelves)+len(strays) == 0 {
		return &game.UsageError{
			Message: fmt.Sprintf("folder %s: no case in it, nor in a folder or an archive inside it", root),
			Hint:    "a case is a pair N-in.json and N-out.json, or a line of a manifest NAME.jsonl",
		}
	}
	for _, s := range strays {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: skipped: %s\n", text.Visible(s.String()))
	}
	count := 0
	for _, s := range shelves {
		count += len(s.Cases)
	}
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s of %s, %d skipped\n", text.Count(count, "case"), text.Count(len(shelves), "task"), len(strays))
	}
	switch {
	case count == 0:
		return errTold
	case len(strays) > 0:
		return errDiffers
	}
	return nil
}

// intake is what looks for the cases, of the game or the task that the flags name.
func (f *importFlags) intake() (*intake.Intake, error) {
	k := &intake.Intake{Games: games.All(), Configure: func(g *game.Game) (game.Rules, error) {
		chosen, err := f.settings.of(g)
		if err != nil {
			return nil, err
		}
		return g.Configure(chosen)
	}}
	if g, err := games.Named(f.task); err == nil {
		k.Game = g
	} else if f.task != "" {
		g, task, err := gameTask(f.task, "--task GAME/TASK")
		if err != nil {
			return nil, err
		}
		k.Game, k.Task = g, task.Name
	}
	return k, nil
}

// importReportOf is the report of what was found.
func importReportOf(shelves []*intake.Shelf, strays []intake.Stray) importReport {
	r := importReport{Suites: []exportJSON{}, Broken: []string{}}
	for _, s := range strays {
		r.Broken = append(r.Broken, s.String())
	}
	for _, s := range shelves {
		e := exportJSON{Task: s.Name(), Cases: []suite.Line{}}
		for i := range s.Cases {
			e.Cases = append(e.Cases, s.Cases[i].Line(s.Cases[i].Out))
		}
		r.Suites = append(r.Suites, e)
	}
	return r
}

// write writes the cases of each task: one task to a manifest or to stdout, several into a
// folder.
func (f *importFlags) write(c *cobra.Command, to *suiteTo, shelves []*intake.Shelf) error {
	switch {
	case len(shelves) == 0:
		return nil
	case f.to == "" || suite.IsManifest(f.to) && len(shelves) == 1:
		return to.write(c, shelves[0].Cases)
	}
	sink := to.folder
	if sink == nil {
		// What is called like a manifest has the suites of several tasks.
		var err error
		if sink, err = suite.Folder(f.to); err != nil {
			return err
		}
	}
	for _, s := range shelves {
		file := filepath.Base(s.Name())
		if slices.ContainsFunc(shelves, func(other *intake.Shelf) bool { return other != s && filepath.Base(other.Name()) == file }) {
			file = s.Name() // another game has a task of that name
		}
		if err := sink(file+".jsonl", suite.Manifest(s.Cases)); err != nil {
			return err
		}
	}
	return nil
}
