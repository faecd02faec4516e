package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// settings are the flags that choose the rules of a run.
type settings struct {
	options []string
	preset  string
	mutant  string
}

// An optionList is the flag --option. It refuses a NAME without its VALUE as soon as it is read:
// what stands behind it would be taken for another argument, and told of as such.
type optionList struct{ list *[]string }

// String implements pflag.Value.
func (o *optionList) String() string { return "" }

// Type implements pflag.Value.
func (o *optionList) Type() string { return "setting" }

// Set implements pflag.Value.
func (o *optionList) Set(text string) error {
	if !strings.Contains(text, "=") {
		return errNoSetting
	}
	return o.Append(text)
}

var errNoSetting = errors.New("expected NAME=VALUE")

// Append implements pflag.SliceValue: the flag is repeatable.
func (o *optionList) Append(text string) error {
	*o.list = append(*o.list, text)
	return nil
}

// Replace implements pflag.SliceValue.
func (o *optionList) Replace(list []string) error {
	*o.list = list
	return nil
}

// GetSlice implements pflag.SliceValue.
func (o *optionList) GetSlice() []string { return *o.list }

// register adds the flags to a command, that of a mutant only with words on
// what it means there.
func (s *settings) register(c *cobra.Command, mutant string) {
	flags := c.Flags()
	flags.VarP(&optionList{&s.options}, "option", "o",
		"`NAME=VALUE`: set an option of the rules; VALUE is JSON; repeatable (touchstone games GAME options)")
	flags.StringVar(&s.preset, "preset", "", "`NAME`: set several options at once (touchstone games GAME presets)")
	if mutant != "" {
		flags.StringVar(&s.mutant, "mutant", "", mutant)
	}
	completeSettings(c)
}

// of returns the settings as the rules of a game take them.
func (s *settings) of(g *game.Game) (game.Settings, error) {
	options, err := g.ParseSettings(s.options)
	return game.Settings{Preset: s.preset, Options: options, Mutant: s.mutant}, err
}

// flags are the flags that give these settings again.
func (s *settings) flags() []string {
	var flags []string
	for _, o := range s.options {
		flags = append(flags, "--option", o)
	}
	if s.preset != "" {
		flags = append(flags, "--preset", s.preset)
	}
	if s.mutant != "" {
		flags = append(flags, "--mutant", s.mutant)
	}
	return flags
}

// rules fixes the rules of a game.
func (s *settings) rules(g *game.Game) (game.Rules, error) {
	chosen, err := s.of(g)
	if err != nil {
		return nil, err
	}
	return g.Configure(chosen)
}

// desk fixes the rules of a game for one of its tasks.
func (s *settings) desk(g *game.Game, task game.Task) (*answer.Desk, error) {
	rules, err := s.rules(g)
	if err != nil {
		return nil, err
	}
	return &answer.Desk{
		Game:    g,
		Task:    task,
		Rules:   rules,
		Schemas: schema.Of(g, rules.Options()),
	}, nil
}

// gameTask reads GAME/TASK. Example is a command line with GAME/TASK in it, for
// who leaves out one of them.
func gameTask(text, example string) (*game.Game, game.Task, error) {
	name, task, _ := strings.Cut(text, "/")
	g, err := gameNamed(name)
	if err != nil {
		if whole := taskNamed(text); whole != "" {
			return nil, game.Task{}, lacking("a game", text, whole, example)
		}
		usage, ok := errors.AsType[*game.UsageError](err)
		if whole := meantTask(text); ok && whole != "" {
			usage.Hint = fmt.Sprintf("did you mean %q? %q lists the tasks", whole, "touchstone games "+strings.SplitN(whole, "/", 2)[0]+" tasks")
			return nil, game.Task{}, err
		}
		if ok && isCourse(text) {
			usage.Hint = gradesIt(text)
			return nil, game.Task{}, err
		}
		if isFile(text) && strings.Contains(example, "GAME/TASK") {
			return nil, game.Task{}, &game.UsageError{
				Message: fmt.Sprintf("expected GAME/TASK, found the file %q", text),
				Hint:    "GAME/TASK comes first, for example " + filled(example, "bazaar/rules"),
			}
		}
		if filepath.IsAbs(text) {
			return nil, game.Task{}, &game.UsageError{
				Message: fmt.Sprintf("expected GAME/TASK, found a path, %q", text),
				Hint: "it is no file: for example bazaar/turn. Where touchstone itself is under test, an argument that names a file " +
					"becomes its path: start it where there is none of that name",
			}
		}
		return nil, game.Task{}, err
	}
	var names []string
	for _, t := range g.Tasks {
		names = append(names, t.Name)
		names = append(names, t.Aliases...)
	}
	if task == "" {
		e := lacking("a task", text, g.Name+"/"+g.Tasks[0].Name, example)
		e.Hint += fmt.Sprintf("; %q lists the tasks", "touchstone games "+g.Name+" tasks")
		return nil, game.Task{}, e
	}
	t, ok := g.Task(task)
	if !ok {
		e := game.Unknown("task", task, "of "+g.Name, names, "touchstone games "+g.Name+" tasks")
		if whole := taskNamed(task); whole != "" && g.Folder == "" && game.Nearest(task, names) == "" {
			e.Hint = fmt.Sprintf("did you mean %q? %s", whole, e.Hint)
		}
		if first, _, is := strings.Cut(task, "/"); is {
			if t, ok := g.Task(first); ok {
				e.Hint = fmt.Sprintf("did you mean the task %q?", g.Name+"/"+t.Name)
				if isCase(g, t.Name, text) {
					e.Hint += fmt.Sprintf(" %q explains the case", "touchstone show "+text)
				}
			}
		}
		return nil, game.Task{}, e
	}
	return g, t, nil
}

// isCase tells whether the suite of a task has a case with this id.
func isCase(g *game.Game, task, id string) bool {
	s, err := suite.Of(suites.FS, g, task)
	return err == nil && slices.ContainsFunc(s.Cases, func(c suite.Case) bool { return c.ID == id })
}

// meantTask is GAME/TASK for a word with the two in the other order, with another sign between them or
// in capital letters; "" for any other one.
func meantTask(word string) string {
	parts := strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return strings.ContainsRune(`/:.\`, r) })
	for range parts {
		if len(parts) == 2 {
			if g, err := games.Named(parts[0]); err == nil {
				if t, ok := g.Task(parts[1]); ok {
					return g.Name + "/" + t.Name
				}
			}
			slices.Reverse(parts)
		}
	}
	return ""
}

// isCourse tells whether a word names what may be a course file.
func isCourse(word string) bool { return filepath.Ext(word) == ".toml" && isFile(word) }

// gradesIt is the next step of somebody who names a course file where there is to be none.
func gradesIt(file string) string {
	return fmt.Sprintf("%q grades a course", text.Quote([]string{"touchstone", "grade", file}))
}

// taskNamed is GAME/TASK for the name of a task alone, "" if no game has it.
func taskNamed(name string) string {
	for _, g := range games.All() {
		if t, ok := g.Task(name); ok {
			return g.Name + "/" + t.Name
		}
	}
	return ""
}

// lacking is the error for one half of GAME/TASK, with an example of the whole.
func lacking(half, found, whole, example string) *game.UsageError {
	return &game.UsageError{
		Message: fmt.Sprintf("expected GAME/TASK, found %q without %s", found, half), Hint: "for example " + filled(example, whole),
	}
}

// filled is an example with a task in it, in quotation marks.
func filled(example, whole string) string {
	example = strings.ReplaceAll(example, "GAME/TASK", whole)
	if strings.Contains(example, `"`) { // as the key of a course file has
		return example
	}
	return strconv.Quote(example)
}

// completeGames offers the games.
func completeGames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, g := range games.All() {
		names = append(names, g.Name+"\t"+g.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeTaskFlag offers every GAME/TASK as the value of a flag.
func completeTaskFlag(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return completeTasks(c, nil, typed)
}

// completeTasks offers every GAME/TASK.
func completeTasks(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var names []string
	for _, g := range games.All() {
		for _, t := range g.Tasks {
			names = append(names, g.Name+"/"+t.Name+"\t"+t.Summary)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
