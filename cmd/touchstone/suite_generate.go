package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/text"
)

type generateFlags struct {
	suiteFlags
	cases  int
	inputs int
	seed   uint64
	goal   string
	to     string
}

// casesDefault is how many cases a generated suite has at most: few enough to read.
const casesDefault = 150

func newSuiteGenerate(out *output) *cobra.Command {
	f := &generateFlags{}
	c := &cobra.Command{
		Use:   "generate GAME/TASK",
		Short: "write a small suite that reaches a goal",
		Long: `Touchstone tries random inputs of a task and keeps those that bring the suite nearer to the goal. It takes rare
inputs from the built-in suite, shrinks each case, and notes what the case is for. The same seed gives the same
suite. The goals:
  mutants     each mutant of the task gets some case wrong
  clauses     some answer depends on each clause
  boundaries  some case reaches each boundary, and each code of a refusal
--to NAME.jsonl writes a manifest, --to FOLDER writes N-in.json and N-out.json, which cannot name other options.

Exit status: 0 a suite was made, 1 no input reaches anything, 2 trouble.`,
		Example: `  touchstone suite generate bazaar/rules
  touchstone suite generate bazaar/move --cases 20 --seed 7 --to move.jsonl
  touchstone suite generate bazaar/turn --to turn-suite`,
		Args:              arguments(1, 1, "GAME/TASK"),
		ValidArgsFunction: completeTasks,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.register(c)
	c.ValidArgsFunction = completeTasks
	flags := c.Flags()
	// The task is the argument.
	if err := flags.MarkHidden("task"); err != nil {
		panic(err) // it cannot be, since register has just added the flag
	}
	flags.IntVar(&f.cases, "cases", casesDefault, "`N`: write at most N cases")
	flags.IntVar(&f.inputs, "inputs", generator.Inputs, "`N`: stop after N inputs")
	flags.Uint64Var(&f.seed, "seed", 1, usageSeedFixed)
	flags.StringVar(&f.goal, "goal", string(generator.Mutants), "what to reach: `mutants|clauses|boundaries`")
	flags.StringVar(&f.to, "to", "", usageSuiteTo)
	complete(c, map[string]completion{"goal": fixed(goalNames()...)})
	return c
}

// usageSuiteTo is the usage of --to of commands that write a suite.
const usageSuiteTo = "`PATH`: write a new manifest PATH.jsonl, or a new folder (default: a manifest on standard output)"

func goalNames() []string {
	var names []string
	for _, g := range generator.Goals() {
		names = append(names, string(g))
	}
	return names
}

// A generateReport is what generate writes with --format json.
type generateReport struct {
	Task    string       `json:"task"`
	Goal    string       `json:"goal"`
	Seed    uint64       `json:"seed"`
	Reached []string     `json:"reached"`
	Missing []string     `json:"missing"`
	Cases   []suite.Line `json:"cases"`
}

func (f *generateFlags) run(c *cobra.Command, out *output, taskName string) error {
	g, task, err := gameTask(taskName, "touchstone suite generate GAME/TASK")
	if err != nil {
		return err
	}
	if err := f.check(c); err != nil {
		return err
	}
	switch {
	case f.cases < 1 || f.cases > suite.CasesMax:
		return outOfRange("cases", f.cases, 1, suite.CasesMax, fmt.Sprintf("write at most %d cases", casesDefault))
	case f.inputs < 1 || f.inputs > generator.InputsMax:
		return outOfRange("inputs", f.inputs, 1, generator.InputsMax, fmt.Sprintf("stop after %d inputs", generator.Inputs))
	case !slices.Contains(goalNames(), f.goal):
		return game.Unknown("goal", f.goal, "", goalNames(), c.CommandPath()+" --help")
	case f.to != "" && out.format == "json":
		return &game.UsageError{Message: "--to and --format json exclude each other: the report contains the cases", Hint: "leave one of them out"}
	}
	chosen, err := f.settings.of(g)
	if err != nil {
		return err
	}
	if _, err := g.Configure(chosen); err != nil {
		return err
	}
	p := &baseline.Runner{Game: g, Task: task, Settings: chosen, Codes: judge.Codes(f.codes), Jobs: f.jobs}
	d := &generator.Generator{Runner: p, Settings: generator.Variants(g, chosen), Goal: generator.Goal(f.goal), Cases: f.cases, Inputs: f.inputs, Seed: f.seed}
	d.Known = embeddedCases(g, task.Name)
	if f.to != "" && !suite.IsManifest(f.to) {
		d.Settings = d.Settings[:1]
		d.Known = slices.DeleteFunc(slices.Clone(d.Known), func(k suite.Case) bool { return len(k.Options) > 0 })
	}
	to, err := openSuite(f.to)
	if err != nil {
		return err
	}
	defer to.close()
	s, err := d.Write(c.Context())
	if err != nil {
		return err
	}
	if out.format == "json" {
		r := generateReport{
			Task: g.Name + "/" + task.Name, Goal: f.goal, Seed: f.seed,
			Reached: append([]string{}, s.Reached...), Missing: append([]string{}, s.Missing...), Cases: []suite.Line{},
		}
		for i := range s.Cases {
			r.Cases = append(r.Cases, s.Cases[i].Line(s.Cases[i].Out))
		}
		err = writeJSON(c.OutOrStdout(), r)
	} else {
		err = to.write(c, s.Cases)
	}
	if err != nil {
		return err
	}
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s %s %d of %d %s\n",
			text.Count(len(s.Cases), "case"), verb(len(s.Cases), "reach"), len(s.Reached), len(s.Reached)+len(s.Missing), f.goal)
		if len(s.Missing) > 0 {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: not reached: %s\n", wrap(strings.Join(s.Missing, ", "), textWidth, 0))
		}
	}
	if len(s.Cases) == 0 {
		return errDiffers
	}
	return nil
}

// A suiteTo is where the suite of --to goes.
type suiteTo struct {
	manifest *files.File // nil: none
	folder   suite.Sink  // nil: none; without both it is standard output
}

// openSuite finds out whether a suite can be written there: better now than after the work.
func openSuite(path string) (*suiteTo, error) {
	var to suiteTo
	var err error
	switch {
	case path == "":
	case path == "-":
		err = files.NotStandard("--to", path, "without --to it goes to standard output")
	case suite.IsManifest(path):
		to.manifest, err = files.CreateNew("--to", path)
	default:
		to.folder, err = suite.Folder(path)
	}
	return &to, err
}

// close leaves nothing behind of a suite that was not written.
func (t *suiteTo) close() {
	if t.manifest != nil {
		t.manifest.Discard()
	}
}

// write writes the suite.
func (t *suiteTo) write(c *cobra.Command, cases []suite.Case) error {
	switch file := t.manifest; {
	case file != nil:
		t.manifest = nil
		// Commit returns the error of a write.
		_, _ = file.Write(suite.Manifest(cases))
		return file.Commit()
	case t.folder != nil:
		return suite.WriteCases(t.folder, "", cases)
	}
	_, err := c.OutOrStdout().Write(suite.Manifest(cases))
	return err
}
