package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func newShow(out *output) *cobra.Command {
	var s settings
	var path, taskName string
	var inputOnly bool
	c := &cobra.Command{
		Use:   "show CASE-ID",
		Short: "explain one case: its input, the right answer, why, and how to run it again",
		Long: `For a built-in case the id is enough; for a case of your own suite, pass both --suite and --task. The answer
follows the options you give, else those of the case. The input of a live case has a part for each side; show
also prints the part that the program gets. On a terminal, and with
--verbose, the input and the answer are drawn. --format json prints the case as a line of a manifest.`,
		Example: `  touchstone show bazaar/rules/empty-list
  touchstone show my-suite/7 --suite ./my-suite --task bazaar/turn
  touchstone show generated/42-7 --task bazaar/move --input | ./move
  touchstone test bazaar/rules --list --quiet | head -1`,
		Args:              arguments(1, 1, "CASE-ID"),
		ValidArgsFunction: completeCases,
		RunE: func(c *cobra.Command, args []string) error {
			k, g, task, err := findCase(args[0], path, taskName, &s)
			if err != nil {
				return err
			}
			if k.Broken != nil {
				fault := k.Broken.Of(g, task)
				return &game.UsageError{Message: fault.Error(), Hint: fault.Hint}
			}
			if inputOnly {
				return writeValues(c, k.In)
			}
			if len(s.options) == 0 && s.preset == "" {
				for _, o := range k.Options {
					s.options = append(s.options, o.Name+"="+string(o.Value))
				}
			}
			desk, err := s.desk(g, task)
			if err != nil {
				return err
			}
			expected, err := suite.NewChecker(g, desk.Rules, task, newJudge(desk, judge.Strict)).Expected(k)
			if err != nil {
				return err
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), k.Line(expected))
			}
			return printCase(c, out, desk, k, expected, path, s.flags())
		},
	}
	s.register(c, "")
	c.Flags().StringVar(&path, "suite", "", "`PATH`: the suite of the case, if it is not built in")
	c.Flags().StringVar(&taskName, "task", "", "`GAME/TASK`: the task of the case, if the id does not tell")
	complete(c, map[string]completion{"task": completeTaskFlag})
	c.Flags().BoolVar(&inputOnly, "input", false, "print only the input values, for a program")
	return c
}

// findCase finds a case by its id.
func findCase(id, path, taskName string, s *settings) (*suite.Case, *game.Game, game.Task, error) {
	fail := func(err error) (*suite.Case, *game.Game, game.Task, error) { return nil, nil, game.Task{}, err }
	seed, n, generated := suite.ParseGenerated(id)
	if taskName == "" {
		if path == "" && !generated {
			taskName = suite.TaskOf(id)
		}
		// The ids of embedded cases are GAME/TASK/NAME, others are shorter.
		if !strings.Contains(taskName, "/") {
			if path != "" {
				if _, err := suite.Load(path); err != nil {
					return fail(err)
				}
			}
			if _, _, err := gameTask(id, "touchstone show CASE-ID"); err == nil && path == "" {
				return fail(&game.UsageError{
					Message: fmt.Sprintf("expected the id of a case, found the task %s", id),
					Hint:    fmt.Sprintf("%q lists its cases", "touchstone test "+id+" --list"),
				})
			}
			return fail(&game.UsageError{
				Message: fmt.Sprintf("the id %q does not tell the task of the case", id),
				Hint: embeddedCalled(id) + "for a case of your own suite, pass both --suite PATH and --task GAME/TASK; " +
					`"touchstone test GAME/TASK [SUITE] --list" lists the cases of a suite, without SUITE the built-in ones`,
			})
		}
	}
	g, task, err := gameTask(taskName, "touchstone show CASE-ID --task GAME/TASK")
	if err != nil {
		return fail(err)
	}
	if generated && path == "" {
		rules, err := s.rules(g)
		if err != nil {
			return fail(err)
		}
		k := suite.GenerateCase(rules, task.Name, seed, n)
		return &k, g, task, nil
	}
	var from *suite.Suite
	if path == "" {
		from, err = suite.Of(suites.FS, g, task.Name)
	} else {
		from, err = suite.Load(path)
	}
	if err != nil {
		return fail(err)
	}
	found, err := from.Find(id)
	if usage, ok := errors.AsType[*game.UsageError](err); ok && !strings.Contains(usage.Hint, "--list") {
		list := []string{"touchstone", "test", g.Name + "/" + task.Name}
		if path != "" {
			list = append(list, path)
		}
		if usage.Hint != "" && !strings.HasSuffix(usage.Hint, "?") {
			usage.Hint += ";"
		}
		usage.Hint = strings.TrimSpace(fmt.Sprintf("%s %q lists the cases", usage.Hint, text.Quote(append(list, "--list"))))
	}
	return found, g, task, err
}

// writeValues prints values one a line.
func writeValues(c *cobra.Command, values []jsontext.Value) error {
	w := bufio.NewWriter(c.OutOrStdout())
	for _, v := range values {
		w.Write(v) // the error is Flush's
		w.WriteByte('\n')
	}
	return w.Flush()
}

func printCase(c *cobra.Command, out *output, desk *answer.Desk, k *suite.Case, expected []jsontext.Value, path string, flags []string) error {
	taskName := desk.Game.Name + "/" + desk.Task.Name
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", text.Visible(k.ID))
	if k.Why != "" {
		fmt.Fprintf(&b, "%s\n", wrap(text.Visible(k.Why), running(c.OutOrStdout()), 0))
	}
	if len(k.Tags) > 0 {
		fmt.Fprintf(&b, "Tags: %s\n", text.Visible(strings.Join(k.Tags, ", ")))
	}
	for _, o := range k.Options {
		fmt.Fprintf(&b, "Option: %s=%s\n", o.Name, o.Value)
	}
	if len(k.Clauses) > 0 {
		fmt.Fprintf(&b, "\nClauses\n")
	}
	for _, id := range k.Clauses {
		clause, _ := desk.Game.Clause(id)
		fmt.Fprintf(&b, "  %s  %s\n", text.Visible(id), wrap(clause.Text, running(c.OutOrStdout()), len(id)+4))
	}
	fmt.Fprintf(&b, "\nInput\n")
	printValues(&b, desk.Task.In, k.In)
	pictures := out.verbose || isTerminal(c.OutOrStdout())
	if pictures {
		drawValues(c, out, &b, desk, desk.Task.In, k.In)
	}
	fmt.Fprintf(&b, "\nExpected\n")
	printValues(&b, desk.Task.Out, expected)
	if pictures {
		drawValues(c, out, &b, desk, desk.Task.Out, expected)
	}
	if folder := folderOf(desk.Game); folder != "" {
		flags = append(flags, "--game", folder)
	}
	again := []string{"touchstone", "test", taskName}
	feed := []string{"touchstone", "show", k.ID}
	seed, n, generated := suite.ParseGenerated(k.ID)
	switch {
	case path != "":
		again = append(again, path)
		feed = append(feed, "--suite", path, "--task", taskName)
	case generated:
		again = append(again, "--generate", strconv.Itoa(n), "--seed", strconv.FormatUint(seed, 10))
		feed = append(feed, "--task", taskName)
	}
	again = append(append(again, "--case", k.ID), flags...)
	if desk.Task.Live != "" {
		if err := printGiven(&b, desk, k); err != nil {
			return err
		}
		fmt.Fprintf(&b, "\nRun it: %s -- COMMAND\n", text.Visible(text.Quote(again)))
		_, err := c.OutOrStdout().Write([]byte(b.String()))
		return err
	}
	feed = append(append(feed, flags...), "--input")
	fmt.Fprintf(&b, "\nRun it:  %s -- COMMAND\n", text.Visible(text.Quote(again)))
	fmt.Fprintf(&b, "Feed it: %s | COMMAND\n", text.Visible(text.Quote(feed)))
	_, err := c.OutOrStdout().Write([]byte(b.String()))
	return err
}

// printGiven writes what the program of a live case gets of its input, which is
// a pair of that of both sides.
func printGiven(b *strings.Builder, desk *answer.Desk, k *suite.Case) error {
	if desk.Task.Live == game.OnePlayer {
		b.WriteString("\nThe program gets the calls of its player on standard input, one after the other.\n")
		return nil
	}
	pair, err := client.FromPair(desk.Game, desk.Rules, desk.Task.Live, k.In, 0, 1)
	if err != nil {
		return err
	}
	given := pair.Given
	if desk.Task.Live == game.Server {
		given = pair.Server
	}
	fmt.Fprintf(b, "\nThe program gets a port as its last argument, and on standard input:\n")
	printValues(b, desk.Game.Given(desk.Task.Live), given)
	return nil
}

// drawValues draws the values of a case that can be drawn. A case may have input
// that is to be refused: what has not its shape is not drawn.
func drawValues(c *cobra.Command, out *output, b *strings.Builder, desk *answer.Desk, params []game.Param, values []jsontext.Value) {
	if s, err := picture.Values(desk.Rules, params, values); err == nil {
		b.WriteString(terminal.Draw(s, out.screen(c.OutOrStdout())))
	}
}

// printValues writes values under the names of their parameters.
func printValues(b *strings.Builder, params []game.Param, values []jsontext.Value) {
	for i, v := range values {
		p := params[min(i, len(params)-1)]
		fmt.Fprintf(b, "  %s: %s\n", p.Name, text.Visible(string(v)))
	}
}

// completeCases offers the embedded cases.
func completeCases(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, name := range suite.EmbeddedNames(suites.FS) {
		gameName, task, _ := strings.Cut(name, "/")
		if s, err := suite.Embedded(suites.FS, gameName, task); err == nil && len(args) == 0 {
			for _, k := range s.Cases {
				ids = append(ids, k.ID+"\t"+k.Why)
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// embeddedCalled asks, at the head of a hint, whether one of the built-in cases with a name
// is meant; "" if there is none.
func embeddedCalled(name string) string {
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			s, err := suite.Of(suites.FS, g, task.Name)
			if err != nil {
				continue // the suite of a folder may be wrong, which is for those to hear who ask for it
			}
			if i := slices.IndexFunc(s.Cases, func(c suite.Case) bool { return strings.HasSuffix(c.ID, "/"+name) }); i >= 0 {
				return fmt.Sprintf("did you mean %q? Or ", s.Cases[i].ID)
			}
		}
	}
	return ""
}
