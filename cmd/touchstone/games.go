package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGames(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "games [GAME]",
		Short: "list the games, or what there is of one: tasks, options, codes",
		Example: `  touchstone games
  touchstone games bazaar
  touchstone games bazaar --format json`,
		Args:              arguments(0, 1, "at most one GAME"),
		ValidArgsFunction: completeGames,
		RunE: func(c *cobra.Command, args []string) error {
			w := c.OutOrStdout()
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
			g, err := games.Named(args[0])
			if err != nil {
				return err
			}
			if out.format == "json" {
				return writeJSON(w, describeGame(g))
			}
			return printGame(w, g)
		},
	}
}

// gameJSON is a game as its schema report/games has it.
type gameJSON struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Prefix   string         `json:"prefix"`
	Summary  string         `json:"summary"`
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
		Name: g.Name, Title: g.Title, Prefix: g.Prefix, Summary: g.Summary,
		Profiles: g.AllProfiles(), Clauses: g.Clauses, Codes: g.Codes, Mutants: g.Mutants, Tasks: g.Tasks, Values: g.Values,
	}
	for _, o := range g.Options {
		d.Options = append(d.Options, optionJSON{o.Name, jsontext.Value(o.Default), o.Range, o.Clause, o.Summary})
	}
	for _, p := range g.Players {
		d.Players = append(d.Players, playerJSON(p))
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

func printGame(w io.Writer, g *game.Game) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s (%s): %s\n", g.Title, g.Name, g.Summary)
	fmt.Fprintf(t, "%s, %s to %s: touchstone rules %s\n", text.Count(len(g.Clauses), "clause"), g.Clauses[0].ID, g.Clauses[len(g.Clauses)-1].ID, g.Name)

	fmt.Fprintf(t, "\nTasks: the values that come in, and those that go out\n")
	for _, task := range g.Tasks {
		name := task.Name
		if len(task.Aliases) > 0 {
			name += " (" + strings.Join(task.Aliases, ", ") + ")"
		}
		fmt.Fprintf(t, "  %s\t%s\n", name, task.Summary)
		fmt.Fprintf(t, "  \t  in: %s\n", listParams(task.In))
		if task.Live != "" {
			fmt.Fprintf(t, "  \t  the program gets of it: %s; and a port as its last argument\n", listParams(g.Given(task.Live)))
		}
		fmt.Fprintf(t, "  \t  out: %s\n", listParams(task.Out))
		for _, a := range g.Aids {
			if a.Task == task.Name {
				fmt.Fprintf(t, "  \t  solve --%s: %s\n", a.Name, a.Summary)
			}
		}
	}
	t.Flush()
	fmt.Fprintf(t, "\nValues: touchstone validate %s/VALUE\n", g.Name)
	for _, v := range g.Values {
		fmt.Fprintf(t, "  %s\t%s\n", v.Name, v.Summary)
	}
	t.Flush()
	fmt.Fprintf(t, "\nOptions: --option NAME=VALUE\n")
	for _, o := range g.Options {
		fmt.Fprintf(t, "  %s=%s\n", o.Name, o.Default)
		fmt.Fprintf(t, "      %s: %s%s\n", o.Summary, o.Range, inBrackets(o.Clause))
	}
	t.Flush()
	fmt.Fprintf(t, "\nPresets: --preset NAME\n")
	for _, p := range g.Presets {
		fmt.Fprintf(t, "  %s\t%s\n", p.Name, p.Summary)
	}
	t.Flush()
	fmt.Fprintf(t, "\nProfiles, which choose cases of the suites: test --profile NAME\n")
	for _, p := range g.AllProfiles() {
		fmt.Fprintf(t, "  %s\t%s\n", p.Name, p.Summary)
	}
	t.Flush()
	fmt.Fprintf(t, "\nCodes of illegal requests, in the order of the checks\n")
	for _, c := range g.Codes {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", c.Name, c.Clause, c.When)
	}
	t.Flush()
	fmt.Fprintf(t, "\nMutants, wrong in one clause: --mutant ID\n")
	for _, m := range g.Mutants {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", m.ID, m.Clause, m.Summary)
	}
	if len(g.Players) == 0 {
		return t.Flush()
	}
	t.Flush()
	fmt.Fprintf(t, "\nBuiltin players of live games\n")
	for _, p := range g.Players {
		fmt.Fprintf(t, "  %s\t%s\n", p.Name, p.Summary)
	}
	return t.Flush()
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
