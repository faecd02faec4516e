package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func newGameExport(out *output) *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "export GAME --to FOLDER",
		Short: "write a built-in game as a folder, to change it or to learn from it",
		Long: `Touchstone writes the rule book, the schemas of the values, the mutants and the suites of a built-in game into a
new folder. Its reference is touchstone itself: "touchstone solve GAME --pipe".

A folder cannot have everything that a built-in game has. The command lists what it leaves out.`,
		Example: `  touchstone game export ubar --to next-year
  touchstone game export bazar --to my-bazar --format json`,
		Args:              arguments(1, 1, "GAME"),
		ValidArgsFunction: completeGames,
		RunE: func(c *cobra.Command, args []string) error {
			return exportGame(c, out, args[0], to)
		},
	}
	c.Flags().StringVar(&to, "to", "", "`FOLDER`: write the game there; it must be new or empty")
	return c
}

// A gameExport is what export prints with --format json.
type gameExport struct {
	Game   string                `json:"game"`
	Folder string                `json:"folder"`
	Left   gamefolder.LeftBehind `json:"left"` // what stays behind, beside what no folder has
}

func exportGame(c *cobra.Command, out *output, name, to string) error {
	g, err := gameNamed(name)
	if err != nil {
		return err
	}
	switch {
	case to == "":
		return &game.UsageError{
			Message: "expected --to FOLDER, found none", Hint: fmt.Sprintf("for example touchstone game export %s --to my-%s", g.Name, g.Name),
		}
	case g.Folder != "":
		return &game.UsageError{Message: fmt.Sprintf("the game %s already is a folder: %s", g.Name, g.Folder), Hint: "copy that folder"}
	}
	sink, err := suite.Folder(to)
	if err != nil {
		return err
	}
	left, err := gamefolder.Write(g, suites.FS, sink)
	if err != nil {
		return err
	}
	w := c.OutOrStdout()
	if out.format == "json" {
		return writeJSON(w, gameExport{g.Name, to, *left})
	}
	fmt.Fprintf(w, "%s is the game %s. The folder leaves out:\n", text.Visible(to), g.Name)
	for _, one := range []struct {
		what string
		list []string
	}{
		{"live tasks", left.Tasks},
		{"clauses of live play", left.Clauses},
		{"options of live play", left.Options},
		{"mutants of live play", left.Mutants},
	} {
		if len(one.list) > 0 {
			fmt.Fprintf(w, "  %s: %s\n", one.what, strings.Join(one.list, ", "))
		}
	}
	_, err = fmt.Fprint(w, "  operators' mutants, profiles, pictures, aids and features\n")
	return err
}
