package main

import "github.com/spf13/cobra"

func newGame(out *output) *cobra.Command {
	c := &cobra.Command{
		Use:   "game COMMAND",
		Short: "create, check and export a game of your own",
		Long: `A game of your own is a folder with a rule book, JSON Schemas of its values, suites, and a reference: a program in
any language that computes the right answers. "touchstone docs game" builds one step by step.`,
		Example: `  touchstone game new my-game --like cards
  touchstone game lint nim`,
		Args: noSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return out.help(c) },
	}
	c.AddCommand(newGameNew(out), newGameLint(out), newGameExport(out))
	return c
}
