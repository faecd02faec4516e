package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

func newValidate(out *output) *cobra.Command {
	var s settings
	var printSchema bool
	c := &cobra.Command{
		Use:   "validate GAME/VALUE",
		Short: "check JSON values against their schema and the rules",
		Long: `Touchstone reads JSON values from standard input and says of each whether it is a valid VALUE: by its JSON
Schema and, if tasks read such values, by the rules that no schema can state, such as a state that contradicts
itself. touchstone games GAME values lists the values. --schema prints the schema of one value; touchstone docs
--to FOLDER writes the schemas of all values, and of all reports, into FOLDER/formats.

Exit status: 0 all are valid, 1 some are not, 2 not JSON, or no value at all.`,
		Example: `  touchstone validate bazaar/state < state.json
  echo '["red"] ["pink"]' | touchstone validate bazaar/pebbles
  touchstone validate bazaar/card --schema`,
		Args:              beforeValues("GAME/VALUE"),
		ValidArgsFunction: completeValues,
		RunE: func(c *cobra.Command, args []string) error {
			name, value, _ := strings.Cut(args[0], "/")
			g, err := gameNamed(name)
			if err != nil {
				if whole := valueNamed(args[0]); whole != "" {
					return &game.UsageError{
						Message: fmt.Sprintf("expected GAME/VALUE, found %q without a game", args[0]),
						Hint:    fmt.Sprintf("for example %q", c.CommandPath()+" "+whole),
					}
				}
				return err
			}
			if value == "" {
				return &game.UsageError{
					Message: fmt.Sprintf("expected GAME/VALUE, found %q without a value", args[0]),
					Hint: fmt.Sprintf("for example %q; %q lists the values",
						c.CommandPath()+" "+g.Name+"/"+g.Values[0].Name, "touchstone games "+g.Name+" values"),
				}
			}
			desk, err := s.desk(g, game.Task{})
			if err != nil {
				return err
			}
			source, err := desk.Schemas.Source(value)
			if err != nil {
				names, _ := desk.Schemas.Names()
				return game.Unknown("value", value, "of "+g.Name, names, "touchstone games "+g.Name+" values")
			}
			if printSchema {
				_, err := c.OutOrStdout().Write(source)
				return err
			}
			return validate(c, out, desk, value)
		},
	}
	s.register(c, "")
	c.Flags().BoolVar(&printSchema, "schema", false, "print the JSON Schema instead, under the options given")
	return c
}

// valueNamed is GAME/VALUE for the name of a value alone, "" if no game has it.
func valueNamed(name string) string {
	for _, g := range games.All() {
		for _, v := range g.Values {
			if v.Name == name {
				return g.Name + "/" + v.Name
			}
		}
	}
	return ""
}

// validate prints one result for each value as soon as it has come.
func validate(c *cobra.Command, out *output, desk *answer.Desk, value string) error {
	tellWaiting(c, "values")
	w := c.OutOrStdout()
	if out.quiet {
		w = io.Discard
	}
	count, invalid := 0, 0
	err := desk.Validate(value, stdin(c), func(r answer.Validity) error {
		count++
		if !r.Valid {
			invalid++
		}
		if out.format == "json" {
			return writeJSON(w, r)
		}
		return printValidity(w, value, r)
	})
	var refusal *answer.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal
	case err != nil:
		return err
	case count == 0:
		return &game.UsageError{Message: "stdin: there is no value to validate", Hint: "give JSON values on standard input"}
	case invalid > 0:
		return errDiffers
	}
	return nil
}

func printValidity(w io.Writer, value string, r answer.Validity) error {
	if r.Valid {
		article := "a "
		if isPlural(value) {
			article = ""
		}
		_, err := fmt.Fprintf(w, "value %d: %svalid %s\n", r.Value, article, value)
		return err
	}
	for _, e := range r.Errors {
		at := ""
		if e.Pointer != "" {
			at = " at " + e.Pointer
		}
		clause := ""
		if e.Clause != "" {
			clause = fmt.Sprintf(" (%s)", e.Clause)
		}
		if _, err := fmt.Fprintf(w, "value %d, line %d, column %d%s: %s%s\n", r.Value, e.Line, e.Column, at, e.Message, clause); err != nil {
			return err
		}
	}
	return nil
}

// isPlural tells whether the name of a value is a plural: equations, but not bonus, pos and
// address.
func isPlural(name string) bool {
	before, ok := strings.CutSuffix(name, "s")
	return ok && before != "" && !strings.ContainsAny(before[len(before)-1:], "iosu")
}

// completeValues offers every GAME/VALUE.
func completeValues(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, g := range games.All() {
		for _, v := range g.Values {
			names = append(names, g.Name+"/"+v.Name+"\t"+v.Summary)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
