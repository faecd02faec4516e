package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/export"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// A gameExportReport is what game export writes with --format json.
type gameExportReport struct {
	Game   string        `json:"game"`
	Folder string        `json:"folder"`
	Left   []export.Left `json:"left"`
}

func newGameExport(out *output) *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "export GAME",
		Short: "write a built-in game as a folder",
		Long: `Touchstone writes the rule book, schemas, options, mutants and suites of a built-in game into a new folder. The
reference of the folder is touchstone itself: "touchstone solve GAME --pipe". Touchstone lists what stays behind.

Change the folder into the game of next year, or use it to see how a large game looks. With --game FOLDER the
folder takes the place of the built-in game.

Exit status: 0 written, 2 trouble.`,
		Example: `  touchstone game export ubongo --to next-year
  touchstone game export bazaar --to my-bazaar --format json`,
		Args:              arguments(1, 1, "GAME"),
		ValidArgsFunction: completeGames,
		RunE: func(c *cobra.Command, args []string) error {
			g, err := games.Named(args[0])
			if err != nil {
				return err
			}
			switch {
			case g.Folder != "":
				return &game.UsageError{Message: fmt.Sprintf("%s is a folder already: %s", g.Name, g.Folder), Hint: "copy the folder"}
			case to == "":
				return &game.UsageError{Message: "no folder to write is named", Hint: "for example --to next-year"}
			}
			sink, err := suite.Folder(to)
			if err != nil {
				return err
			}
			left, err := export.Write(g, suites.FS, sink)
			if err != nil {
				return err
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), gameExportReport{g.Name, to, left})
			}
			w := bufio.NewWriter(c.OutOrStdout())
			fmt.Fprintf(w, "%s is written to %s\n", g.Name, text.Visible(to))
			for _, l := range left {
				if out.quiet {
					break
				}
				fmt.Fprintf(w, "left behind: %s", l.What)
				if len(l.Names) > 0 {
					fmt.Fprintf(w, ": %s", strings.Join(l.Names, ", "))
				}
				fmt.Fprintln(w)
			}
			return w.Flush()
		},
	}
	c.Flags().StringVar(&to, "to", "", "`FOLDER`: write there; it must be new or empty")
	return c
}
