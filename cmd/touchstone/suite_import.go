package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
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
		Use:   "import FOLDER",
		Short: "make manifests of folders of N-in.json and N-out.json",
		Long: `Import looks for suites in a folder and inside it, as courses have them:
FOLDER/1-in.json, FOLDER/rules/1-in.json, FOLDER/team7/xrules/Tests/1-in.json.
It writes the cases of each task as a manifest, to standard output if there is
one task, else to TASK.jsonl in the folder --to. Of several suites of a task a
case is called after the folders that it was found in. Values keep their
spelling. Cases that cannot be read are left out and named.

Exit status: 0 all cases were imported, 1 some were not, 2 trouble.`,
		Example: `  touchstone suite import my-suite --task bazaar/rules
  touchstone suite import class --to imported
  touchstone suite import class --task bazaar --to imported`,
		Args: arguments(1, 1, "FOLDER"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.register(c)
	c.Flags().StringVar(&f.to, "to", "", "write TASK.jsonl into this new folder, `PATH`; of one task PATH.jsonl may be a new file")
	return c
}

// An importReport is what import writes with --format json.
type importReport struct {
	Suites []exportJSON `json:"suites"` // by task
	Broken []string     `json:"broken"` // what is wrong with the cases that are left out
}

func (f *importFlags) run(c *cobra.Command, out *output, root string) error {
	if err := f.check(c); err != nil {
		return err
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return &game.UsageError{Message: fmt.Sprintf("folder %s: there is none", root)}
	}
	targets, err := f.targets([]string{root})
	if err != nil {
		return err
	}
	var tasks []string
	paths, found := make(map[string][]string), make(map[string][]*suite.Suite)
	for _, t := range targets {
		name := t.taskName()
		if !slices.Contains(tasks, name) {
			tasks = append(tasks, name)
		}
		paths[name], found[name] = append(paths[name], t.name), append(found[name], t.suite)
	}
	slices.Sort(tasks)
	if f.to == "" && len(tasks) > 1 && out.format != "json" {
		return &game.UsageError{
			Message: fmt.Sprintf("folder %s: it has suites of %d tasks, %s", root, len(tasks), strings.Join(tasks, ", ")),
			Hint:    "--to PATH writes a manifest for each into a folder",
		}
	}
	r := importReport{Suites: []exportJSON{}, Broken: []string{}}
	imported := make(map[string][]suite.Case)
	count := 0
	for _, name := range tasks {
		cases, broken := suite.Import(root, paths[name], found[name])
		imported[name] = cases
		count += len(cases)
		s := exportJSON{Task: name, Cases: []suite.Line{}}
		for i := range cases {
			s.Cases = append(s.Cases, cases[i].Line(cases[i].Out))
		}
		r.Suites = append(r.Suites, s)
		for _, b := range broken {
			r.Broken = append(r.Broken, text.Valid(b.Broken.Error()))
		}
	}
	switch {
	case out.format == "json":
		err = writeJSON(c.OutOrStdout(), r)
	case f.to == "" || suite.IsManifest(f.to) && len(tasks) == 1:
		err = writeSuite(c, f.to, imported[tasks[0]])
	default:
		var sink suite.Sink
		sink, err = suite.Folder(f.to)
		for _, name := range tasks {
			if err == nil {
				err = sink(filepath.Base(name)+".jsonl", suite.Manifest(imported[name]))
			}
		}
	}
	if err != nil {
		return err
	}
	for _, b := range r.Broken {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: left out: %s\n", text.Visible(b))
	}
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s of %s, %d left out\n", text.Count(count, "case"), text.Count(len(tasks), "task"), len(r.Broken))
	}
	if len(r.Broken) > 0 {
		return errDiffers
	}
	return nil
}
