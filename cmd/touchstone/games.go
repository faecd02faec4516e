package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGames(out *output) *cobra.Command {
	content := false
	c := &cobra.Command{
		Use:   "games [GAME[/TASK] [SECTION...]]",
		Short: "list the games, or what a game has: tasks, options, codes, mutants",
		Long: "The SECTIONs of a game: " + strings.Join(sectionNames(), ", ") + `.
GAME/TASK prints one task alone: the values that come in, and those that go out.
With --format json the whole game is one value, and no SECTION can be chosen. --content prints what players must know
of the pieces, such as the actions of tiles, as JSON; its schema is GAME/content.`,
		Example: `  touchstone games
  touchstone games bazaar
  touchstone games bazaar tasks options
  touchstone games bazaar/rules
  touchstone games bazaar --format json
  touchstone games ubar --content`,
		Args: arguments(0, 1+len(gameSections), "at most one GAME, and its sections"),
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return completeGames(c, args, typed)
			}
			return sectionNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if content {
				return printContent(c.OutOrStdout(), args)
			}
			w := out.paged(c)
			if len(args) == 0 {
				if out.format == "json" {
					var list []gameJSON
					for _, g := range games.All() {
						list = append(list, describeGame(g))
					}
					return writeJSON(w, list)
				}
				return printGames(w)
			}
			if name, _, is := strings.Cut(args[0], "/"); is {
				g, task, err := gameTask(args[0], c.CommandPath()+" GAME/TASK")
				if err != nil {
					return err
				}
				if out.format == "json" || len(args) > 1 {
					return &game.UsageError{
						Message: args[0] + " is one task: expected nothing behind it, and no --format json",
						Hint:    fmt.Sprintf("%q prints all tasks of the game, and takes --format json", c.CommandPath()+" "+name),
					}
				}
				t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				printTask(t, g, &task)
				printContentOf(t, g)
				return t.Flush()
			}
			g, err := gameNamed(args[0])
			if err != nil {
				return err
			}
			sections := args[1:]
			for _, name := range sections {
				if !slices.Contains(sectionNames(), name) {
					e := game.Unknown("section", name, "of "+g.Name, sectionNames(), "touchstone games --help")
					if _, ok := g.Task(name); ok {
						e.Hint = fmt.Sprintf("%s is a task: %q prints it", name, "touchstone games "+g.Name+"/"+name)
					}
					if name == "content" && g.Content != nil {
						e.Hint = fmt.Sprintf("%q prints the pieces as JSON", contentOf(g))
					}
					return e
				}
			}
			if out.format == "json" {
				if len(sections) > 0 {
					return &game.UsageError{
						Message: "--format json has all sections",
						Hint:    "leave " + strings.Join(sections, " ") + " out: each section is a key of the answer",
					}
				}
				return writeJSON(w, describeGame(g))
			}
			return printGame(w, g, sections)
		},
	}
	c.Flags().BoolVar(&content, "content", false, "print the pieces of one GAME as JSON")
	return c
}

// printContent writes what a game tells of its pieces.
func printContent(w io.Writer, args []string) error {
	if len(args) != 1 {
		return &game.UsageError{Message: "--content needs exactly one GAME, and no sections", Hint: "touchstone games ubar --content"}
	}
	if name, _, is := strings.Cut(args[0], "/"); is {
		g, _, err := gameTask(args[0], "touchstone games GAME/TASK")
		if err != nil || g.Content == nil {
			return cmp.Or(err, noContent(name))
		}
		return &game.UsageError{
			Message: fmt.Sprintf("--content is of a game, and %s is one of its tasks", args[0]),
			Hint:    "touchstone games " + name + " --content",
		}
	}
	g, err := gameNamed(args[0])
	if err != nil {
		return err
	}
	if g.Content == nil {
		return noContent(g.Name)
	}
	return writeJSON(w, g.Content)
}

// contentOf is the command that prints the pieces of a game.
func contentOf(g *game.Game) string { return "touchstone games " + g.Name + " --content" }

// printContentOf says where the pieces are that the values of tasks only name.
func printContentOf(w io.Writer, g *game.Game) {
	if g.Content != nil {
		fmt.Fprintf(w, "  The pieces of the game, as JSON: %s\n", contentOf(g))
	}
}

// noContent is the error for a game that tells nothing of its pieces as data.
func noContent(name string) error {
	return &game.UsageError{Message: name + " has no content as data", Hint: "the pieces are in its rules: touchstone rules " + name}
}

// gameJSON is a game as its schema report/games has it.
type gameJSON struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Prefix   string         `json:"prefix"`
	Summary  string         `json:"summary"`
	Folder   string         `json:"folder,omitempty"` // of a game that was brought
	Clauses  []game.Clause  `json:"clauses"`
	Codes    []game.Code    `json:"codes"`
	Options  []optionJSON   `json:"options"`
	Presets  []presetJSON   `json:"presets"`
	Profiles []game.Profile `json:"profiles"`
	Mutants  []game.Mutant  `json:"mutants"`
	Tasks    []game.Task    `json:"tasks"`
	Values   []game.Value   `json:"values"`
	Players  []playerJSON   `json:"players,omitempty"`
}

type playerJSON struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

type optionJSON struct {
	Name    string         `json:"name"`
	Default jsontext.Value `json:"default"`
	Range   string         `json:"range"`
	Clause  string         `json:"clause,omitempty"`
	Summary string         `json:"summary"`
}

type presetJSON struct {
	Name    string                    `json:"name"`
	Summary string                    `json:"summary"`
	Values  map[string]jsontext.Value `json:"values"`
}

func describeGame(g *game.Game) gameJSON {
	d := gameJSON{
		Name: g.Name, Title: g.Title, Prefix: g.Prefix, Summary: g.Summary, Folder: g.Folder,
		Profiles: g.AllProfiles(), Clauses: g.Clauses, Codes: g.Codes, Mutants: g.Mutants, Tasks: g.Tasks, Values: g.Values,
	}
	for _, o := range g.Options {
		d.Options = append(d.Options, optionJSON{o.Name, jsontext.Value(o.Default), o.Range, o.Clause, o.Summary})
	}
	for _, p := range g.Players {
		d.Players = append(d.Players, playerJSON{p.Name, p.Summary})
	}
	for _, p := range g.Presets {
		values := map[string]jsontext.Value{}
		for _, v := range p.Values {
			values[v.Name] = v.Value
		}
		d.Presets = append(d.Presets, presetJSON{p.Name, p.Summary, values})
	}
	return d
}

// writeJSON writes one value for programs: compact, keys in a fixed order.
func writeJSON(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, json.Deterministic(true), json.FormatNilSliceAsNull(false)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func printGames(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, g := range games.All() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", g.Name, g.Title, g.Summary)
	}
	return t.Flush()
}

// A gameSection prints what a game has of one kind.
type gameSection struct {
	name  string
	title string
	print func(w io.Writer, g *game.Game)
}

// gameSections are all sections of a game, in the order in which they are printed.
var gameSections = []gameSection{
	{"tasks", "Tasks: the values that come in, and those that go out", printTasksOf},
	{"values", "Values: touchstone validate GAME/VALUE", func(w io.Writer, g *game.Game) {
		for _, v := range g.Values {
			fmt.Fprintf(w, "  %s\t%s\n", v.Name, v.Summary)
		}
		if parts := partsOf(g); len(parts) > 0 {
			fmt.Fprintf(w, "  Parts of these, of tasks and of calls:\n      %s\n", wrap(strings.Join(parts, ", "), textWidth, 6))
		}
		printContentOf(w, g)
	}},
	{"options", "Options: --option NAME=VALUE", func(w io.Writer, g *game.Game) {
		for _, o := range g.Options {
			fmt.Fprintf(w, "  %s=%s\n", o.Name, o.Default)
			fmt.Fprintf(w, "      %s: %s%s\n", o.Summary, o.Range, inBrackets(o.Clause))
		}
	}},
	{"presets", "Presets: --preset NAME", func(w io.Writer, g *game.Game) {
		for _, p := range g.Presets {
			fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Summary)
		}
	}},
	{"profiles", "Profiles, which choose cases of the suites: test --profile NAME", func(w io.Writer, g *game.Game) {
		for _, p := range g.AllProfiles() {
			fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Summary)
		}
	}},
	{"codes", "Codes of illegal requests, in the order of the checks", func(w io.Writer, g *game.Game) {
		for _, c := range g.Codes {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", c.Name, c.Clause, c.When)
		}
	}},
	{"mutants", "Mutants, wrong in one clause: --mutant ID", func(w io.Writer, g *game.Game) {
		for _, m := range g.Mutants {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", m.ID, m.Clause, m.Summary)
		}
	}},
	{"players", "Builtin players of live games", func(w io.Writer, g *game.Game) {
		for _, p := range g.Players {
			fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Summary)
		}
	}},
}

func sectionNames() []string {
	var names []string
	for _, s := range gameSections {
		names = append(names, s.name)
	}
	return names
}

// printGame prints sections of a game, without names all that it has.
func printGame(w io.Writer, g *game.Game, names []string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(names) == 0 {
		fmt.Fprintf(t, "%s (%s): %s\n", g.Title, g.Name, g.Summary)
		fmt.Fprintf(t, "%s, %s to %s: touchstone rules %s%s\n",
			text.Count(len(g.Clauses), "clause"), g.Clauses[0].ID, g.Clauses[len(g.Clauses)-1].ID, g.Name, gameFlag(g))
		fmt.Fprintf(t, "One section: touchstone games %s SECTION%s (%s)\n\n", g.Name, gameFlag(g), strings.Join(sectionNames(), " "))
	}
	printed := false
	for _, s := range gameSections {
		if len(names) > 0 && !slices.Contains(names, s.name) || s.name == "players" && len(g.Players) == 0 {
			continue
		}
		if printed {
			fmt.Fprintln(t)
		}
		printed = true
		fmt.Fprintln(t, strings.ReplaceAll(s.title, "GAME/VALUE", g.Name+"/VALUE"+gameFlag(g)))
		s.print(t, g)
		if err := t.Flush(); err != nil {
			return err
		}
	}
	if !printed {
		_, err := fmt.Fprintf(w, "%s has no %s\n", g.Name, strings.Join(names, " and no "))
		return err
	}
	return nil
}

// partsOf are the names of the values of a game that have a schema, but no line of their own.
func partsOf(g *game.Game) []string {
	names, _ := schema.Of(g, nil).Names() // a folder that cannot be listed was refused before
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(g.Values, func(v game.Value) bool { return v.Name == name })
	})
}

// printTasksOf prints the tasks of a game.
func printTasksOf(w io.Writer, g *game.Game) {
	for i := range g.Tasks {
		printTask(w, g, &g.Tasks[i])
	}
}

// printTask prints one task of a game.
func printTask(w io.Writer, g *game.Game, task *game.Task) {
	name := task.Name
	if len(task.Aliases) > 0 {
		name += " (" + strings.Join(task.Aliases, ", ") + ")"
	}
	fmt.Fprintf(w, "  %s\t%s\n", name, task.Summary)
	fmt.Fprintf(w, "  \t  in: %s\n", listParams(task.In))
	switch {
	case task.Live == game.OnePlayer:
		fmt.Fprintf(w, "  \t  the program gets: its calls, one after the other; it sends its name first, then a reply to each\n")
	case task.Live != "":
		fmt.Fprintf(w, "  \t  the program gets: %s; and a port as its last argument\n", listParams(g.Given(task.Live)))
	}
	fmt.Fprintf(w, "  \t  out: %s\n", listParams(task.Out))
	for _, a := range g.Aids {
		if a.Task == task.Name {
			fmt.Fprintf(w, "  \t  solve --%s: %s\n", a.Name, a.Summary)
		}
	}
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// listParams writes parameters as "NAME: VALUE".
func listParams(params []game.Param) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.Name
		if p.Value != p.Name {
			list[i] += ": " + p.Value
		}
		switch {
		case p.Optional:
			list[i] = "[" + list[i] + "]"
		case p.Repeated:
			list[i] += " …"
		}
	}
	return strings.Join(list, ", ")
}
