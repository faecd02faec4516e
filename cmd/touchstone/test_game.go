package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A taskRun is what a program did in one task of a game.
type taskRun struct {
	task    string // "bazaar/rules"
	summary run.Summary
	report  jsontext.Value // with --format json
	// LeftOut says why the task was not run, "" if it was.
	leftOut string
	err     error
}

// runGame runs all tasks of a game by one command, in which {task} stands for the
// name of each. Every task has a report of its own, and files of its own.
func (f *testFlags) runGame(c *cobra.Command, out *output, gameName string, paths, argv []string) error {
	g, err := gameNamed(gameName)
	if err != nil {
		return err
	}
	if err := f.checkGame(c, out, g, paths, argv); err != nil {
		return err
	}
	stdout := c.OutOrStdout()
	var all []taskRun
	for i := range g.Tasks {
		if c.Context().Err() != nil {
			break
		}
		done := f.runTask(c, out, g, g.Tasks[i], paths, argv, stdout)
		all = append(all, done)
		if _, failed := errors.AsType[*run.SetupError](done.err); failed {
			return done.err
		}
		// One setup is for all tasks.
		if done.leftOut == "" {
			f.setup.Command = ""
		}
	}
	ran := slices.ContainsFunc(all, func(t taskRun) bool { return t.leftOut == "" })
	if !ran {
		// Nothing selected is no success.
		if len(all) > 0 && all[0].err != nil {
			return all[0].err
		}
		return errTold
	}
	if f.list || f.dryRun {
		return worst(all)
	}
	if out.format == "json" {
		err = printTasksJSON(stdout, gameName, all)
	} else {
		err = printTasks(stdout, all)
	}
	if err != nil {
		return err
	}
	return worst(all)
}

// checkGame refuses what cannot be said of all tasks at once.
func (f *testFlags) checkGame(c *cobra.Command, out *output, g *game.Game, paths, argv []string) error {
	const each = "a game has many tasks: write {task} where the name of each belongs, such as "
	marked := func(s string) bool { return strings.Contains(s, subject.TaskMark) }
	if out.format != "text" && out.format != "json" {
		return &game.UsageError{
			Message: fmt.Sprintf("--format %s is the report of one task, and %s has %d", out.format, g.Name, len(g.Tasks)),
			Hint:    fmt.Sprintf("--report %s=%s.out writes one for each task", out.format, subject.TaskMark),
		}
	}
	if f.watch {
		return &game.UsageError{Message: "--watch is for one task", Hint: "name one: touchstone test " + g.Name + "/" + g.Tasks[0].Name}
	}
	if len(paths) > 0 && absent(paths[0]) {
		whole := g.Name + "/" + paths[0]
		if _, _, err := gameTask(whole, ""); err == nil {
			return &game.UsageError{Message: "expected GAME/TASK, found two words", Hint: fmt.Sprintf("did you mean %q?", whole)}
		}
	}
	if len(argv) == 0 && !f.list {
		return noProgram(c, "there is no program to test",
			fmt.Sprintf("put it after --: %q", "touchstone test "+g.Name+" -- ./game "+subject.TaskMark))
	}
	if !f.list && !slices.ContainsFunc(argv, marked) && !marked(f.adapter) {
		return &game.UsageError{
			Message: fmt.Sprintf("%s is missing in the command: the program cannot know its task", subject.TaskMark),
			Hint: fmt.Sprintf("write it where the name of the task belongs: %q; for one task: %q",
				"touchstone test "+g.Name+" -- "+text.Quote(argv)+" "+subject.TaskMark, "touchstone test "+g.Name+"/"+g.Tasks[0].Name+" -- "+text.Quote(argv)),
		}
	}
	for _, path := range paths {
		if !marked(path) {
			return &game.UsageError{Message: fmt.Sprintf("the suite %s is for one task", path), Hint: each + "tests/" + subject.TaskMark}
		}
	}
	for _, file := range []struct{ flag, value string }{
		{"ledger", f.reports.ledger}, {"resume", f.reports.resume}, {"known", f.known}, {"failed", f.failed}, {"transcripts", f.transcripts},
	} {
		if file.value != "" && !marked(file.value) {
			return &game.UsageError{
				Message: fmt.Sprintf("--%s %s is for one task", file.flag, file.value), Hint: each + "--" + file.flag + " " + subject.TaskMark + ".jsonl",
			}
		}
	}
	for _, file := range f.reports.files {
		if !marked(file) {
			return &game.UsageError{Message: fmt.Sprintf("--report %s is for one task", file), Hint: each + "--report html=" + subject.TaskMark + ".html"}
		}
	}
	return f.check(c)
}

// runTask runs one task of a game.
func (f *testFlags) runTask(c *cobra.Command, out *output, g *game.Game, task game.Task, paths, argv []string, stdout io.Writer) taskRun {
	name := func(s string) string { return strings.ReplaceAll(s, subject.TaskMark, task.Name) }
	one := *f
	one.reports.files, one.selection.Cases, one.selection.Skip = slices.Clone(f.reports.files), slices.Clone(f.selection.Cases), slices.Clone(f.selection.Skip)
	for _, s := range []*string{&one.reports.ledger, &one.reports.resume, &one.known, &one.failed, &one.transcripts} {
		*s = name(*s)
	}
	for i := range one.reports.files {
		one.reports.files[i] = name(one.reports.files[i])
	}
	done := taskRun{task: g.Name + "/" + task.Name}
	suites := make([]string, len(paths))
	for i, path := range paths {
		suites[i] = name(path)
		if _, err := os.Stat(suites[i]); err != nil {
			done.leftOut, done.err = "there is no suite "+suites[i], &game.UsageError{Message: "there is no suite " + suites[i]}
			return done
		}
	}
	one.ofGame = true
	selective := len(f.selection.Cases)+len(f.selection.Skip)+len(f.selection.Tags)+len(f.selection.Clauses)+f.generate > 0 || f.profile != "" || f.failed != ""
	var told bytes.Buffer
	if out.format == "json" {
		c.SetOut(&told)
		defer c.SetOut(stdout)
	} else if !out.quiet && !f.list {
		fmt.Fprintln(stdout, done.task)
	}
	done.err = one.run(c, out, done.task, suites, argv)
	done.summary = one.summary
	if _, usage := errors.AsType[*game.UsageError](done.err); usage && selective && !one.began {
		done.leftOut = done.err.Error()
	}
	if told.Len() > 0 {
		done.report = told.Bytes()
	}
	return done
}

// worst is the error of a run of many tasks: trouble, or a difference, or nil.
func worst(all []taskRun) error {
	var differs error
	for i := range all {
		err := all[i].err
		switch {
		case err == nil || all[i].leftOut != "":
		case errors.Is(err, errDiffers):
			differs = err
		default:
			return err
		}
	}
	return differs
}

// printGame prints a line for each task, and one for all.
func printTasks(to io.Writer, all []taskRun) error {
	var pass, cases int
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w)
	for i := range all {
		t := &all[i]
		if t.leftOut != "" {
			fmt.Fprintf(w, "%s\tskipped\t%s\n", t.task, text.Visible(t.leftOut))
			continue
		}
		said := ""
		if n := t.summary.Cases - t.summary.Pass - t.summary.Known - t.summary.Fail; n > 0 {
			said = fmt.Sprintf("%d without a verdict of the program", n)
		}
		fmt.Fprintf(w, "%s\t%d of %d pass\t%s\n", t.task, t.summary.Pass, t.summary.Cases, said)
		pass, cases = pass+t.summary.Pass, cases+t.summary.Cases
	}
	fmt.Fprintf(w, "all tasks\t%d of %d pass\t\n", pass, cases)
	return w.Flush()
}

// A gameReport is what a run of all tasks of a game writes with --format json.
type gameReport struct {
	Game    string           `json:"game"`
	Cases   int              `json:"cases"`
	Pass    int              `json:"pass"`
	LeftOut []leftOutTask    `json:"left_out"`
	Tasks   []jsontext.Value `json:"tasks"` // the report of each
}

type leftOutTask struct {
	Task string `json:"task"`
	Why  string `json:"why"`
}

func printTasksJSON(to io.Writer, gameName string, all []taskRun) error {
	r := gameReport{Game: gameName, LeftOut: []leftOutTask{}, Tasks: []jsontext.Value{}}
	for i := range all {
		t := &all[i]
		r.Cases, r.Pass = r.Cases+t.summary.Cases, r.Pass+t.summary.Pass
		if t.leftOut != "" {
			r.LeftOut = append(r.LeftOut, leftOutTask{t.task, t.leftOut})
		} else if len(t.report) > 0 {
			r.Tasks = append(r.Tasks, t.report)
		}
	}
	raw, err := json.Marshal(r, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	_, err = to.Write(append(raw, '\n'))
	return err
}
