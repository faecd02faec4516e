package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func newSuite(out *output) *cobra.Command {
	c := &cobra.Command{
		Use:   "suite COMMAND",
		Short: "measure, check, generate and convert suites of cases",
		Long: `A good suite finds wrong programs. These commands measure that with mutants: the rules with one clause wrong.

A SUITE is GAME/TASK for the built-in suite, or GAME for all of them; a folder of N-in.json and N-out.json; a
manifest NAME.jsonl; or a folder with such suites inside. The last name of a task in its path tells the task,
as in bazaar/rules or team7/xrules/Tests; otherwise use --task.`,
		Example: `  touchstone suite score bazaar/rules
  touchstone suite lint my-suite --task bazaar/rules
  touchstone suite generate bazaar/rules`,
		Args: noSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return out.help(c) },
	}
	c.AddCommand(newSuiteScore(out), newSuiteCover(out), newSuiteLint(out), newSuiteGenerate(out),
		newSuiteMinimize(out), newSuiteDiff(out), newSuiteExport(out), newSuiteImport(out))
	return c
}

// suiteFlags are the flags of all commands that read suites.
type suiteFlags struct {
	settings
	task  string
	codes string
	jobs  int
}

func (f *suiteFlags) register(c *cobra.Command) {
	f.settings.register(c, "")
	flags := c.Flags()
	flags.StringVar(&f.task, "task", "", "`GAME/TASK`: the task of the suites, or GAME, if their paths do not tell")
	flags.StringVar(&f.codes, "codes", string(judge.Lax), usageCodes)
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), usageJobs)
	complete(c, map[string]completion{
		"task":  completeTaskFlag,
		"codes": fixed(string(judge.Lax)+"\tanother code is a remark", string(judge.Strict)+"\tanother code is wrong"),
	})
	c.ValidArgsFunction = completeSuites
}

// completeSuites offers the embedded suites, and files.
func completeSuites(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return suite.EmbeddedNames(suites.FS), cobra.ShellCompDirectiveDefault
}

func (f *suiteFlags) check(c *cobra.Command) error {
	if codes := judge.Codes(f.codes); codes != judge.Lax && codes != judge.Strict {
		return game.Unknown("value of --codes", f.codes, "", []string{"lax", "strict"}, c.CommandPath()+" --help")
	}
	// Where the path of a suite tells its task, nothing would look at the flag.
	if _, err := games.Named(f.task); err != nil && f.task != "" {
		if _, _, err := gameTask(f.task, "--task GAME/TASK"); err != nil {
			return err
		}
	}
	return checkJobs(f.jobs)
}

// A target is a suite with the task that it is for.
type target struct {
	name  string // as it was given, or found
	game  *game.Game
	task  game.Task
	suite *suite.Suite
	// embedded: its files are in Touchstone, where nobody can open them.
	embedded bool
}

func (t *target) taskName() string { return t.game.Name + "/" + t.task.Name }

// targets reads the suites that arguments name.
func (f *suiteFlags) targets(args []string) ([]target, error) {
	var all []target
	for _, arg := range args {
		found, err := f.found(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// found reads the suites of one argument.
func (f *suiteFlags) found(arg string) ([]target, error) {
	if _, err := os.Stat(arg); err != nil {
		list, err := embeddedTargets(arg)
		if err != nil {
			return nil, err
		}
		if list != nil || !strings.ContainsAny(arg, "./") {
			return list, f.unknownSuite(list, arg)
		}
	}
	paths, err := suite.Tree(arg)
	if err != nil {
		return nil, err
	}
	var all []target
	for _, path := range paths {
		t := target{name: path}
		if t.game, t.task, err = f.taskOf(path); err != nil {
			if path != arg && strings.HasSuffix(path, ".jsonl") {
				// Of files that happen to lie in a folder not all are suites.
				continue
			}
			return nil, err
		}
		if t.suite, err = suite.Load(path); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	if len(all) == 0 {
		return nil, unknownTask(arg)
	}
	return all, nil
}

// unknownSuite is the error for an argument that is neither a path nor an
// embedded suite.
func (f *suiteFlags) unknownSuite(list []target, arg string) error {
	if list != nil {
		return nil
	}
	if arg == "-" {
		_, err := suite.Load(arg)
		return err
	}
	e := &game.UsageError{
		Message: fmt.Sprintf("suite %s: there is no such file or folder, and no such game", arg),
		Hint:    `"touchstone games" lists the games`,
	}
	if near := files.Near(arg); near != "" {
		e.Hint = fmt.Sprintf("did you mean %s? ", near) + e.Hint
	}
	return e
}

// embeddedTargets are the suites that come with GAME/TASK, or with all tasks of GAME. The
// error is for a game that has no such task, or of which a suite cannot be read.
func embeddedTargets(arg string) ([]target, error) {
	name, taskName, one := strings.Cut(arg, "/")
	g, err := games.Named(name)
	if err != nil {
		return nil, nil
	}
	if _, ok := g.Task(taskName); one && !ok {
		_, _, err := gameTask(arg, "touchstone suite lint GAME/TASK")
		return nil, err
	}
	var all []target
	for _, task := range g.Tasks {
		if known, ok := g.Task(taskName); one && (!ok || known.Name != task.Name) {
			continue
		}
		s, err := suite.Of(suites.FS, g, task.Name)
		switch {
		case err == nil:
			all = append(all, target{s.Name, g, task, s, g.Folder == ""})
		case one || g.Folder != "" && isFolder(filepath.Join(g.Folder, "suites", task.Name)):
			return nil, err
		}
	}
	return all, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// taskOf is the task that a suite is for.
func (f *suiteFlags) taskOf(path string) (*game.Game, game.Task, error) {
	all := games.All()
	if g, err := games.Named(f.task); err == nil {
		all = []*game.Game{g}
	} else if f.task != "" {
		return gameTask(f.task, "--task GAME/TASK")
	}
	if g, task, ok := suite.TaskFor(path, all); ok {
		return g, task, nil
	}
	return nil, game.Task{}, unknownTask(path)
}

func unknownTask(path string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("suite %s: its path does not tell the task, or several games have such a task", path),
		Hint:    "add --task GAME/TASK, or --task GAME if the path tells the task",
	}
}

// runner holds the cases of a suite against the rules.
func (f *suiteFlags) runner(t *target) (*baseline.Runner, error) {
	chosen, err := f.settings.of(t.game)
	if err != nil {
		return nil, err
	}
	return &baseline.Runner{Game: t.game, Task: t.task, Settings: chosen, Codes: judge.Codes(f.codes), Jobs: f.jobs}, nil
}

// A measured suite is one whose cases were held against the rules.
type measured struct {
	*target
	runner *baseline.Runner
	base   *baseline.Baseline
}

// What baseline is to find out besides the answers.
const (
	quickly  = false // nothing
	deciding = true  // which clauses decide each case
)

// baseline holds the cases of a suite against the rules.
func (f *suiteFlags) baseline(c *cobra.Command, t *target, decide bool) (*measured, error) {
	p, err := f.runner(t)
	if err != nil {
		return nil, err
	}
	p.Decide = decide
	base, err := p.Run(c.Context(), t.suite.Cases)
	return &measured{t, p, base}, err
}

// besides says which cases were not used.
func (m *measured) besides() string {
	var list []string
	if n := len(m.base.Broken); n > 0 {
		list = append(list, fmt.Sprintf("; %d broken (see suite lint)", n))
	}
	if n := len(m.base.Left); n > 0 {
		list = append(list, fmt.Sprintf("; %d for other options skipped", n))
	}
	return strings.Join(list, "")
}
