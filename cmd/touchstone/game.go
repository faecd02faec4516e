package main

import "github.com/spf13/cobra"

func newGame(out *output) *cobra.Command {
	c := &cobra.Command{
		Use:   "game COMMAND",
		Short: "begin, check and export the folder of a game that you bring",
		Long: `You bring a game as a folder: a rule book, JSON Schemas of its values, suites, and a reference, a program in any
language that knows the right answers. "touchstone docs game" builds one step by step.`,
		Example: `  touchstone game new my-game --like cards
  touchstone game lint nim`,
		Args: noSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newGameNew(out), newGameLint(out), newGameExport(out))
	return c
}
