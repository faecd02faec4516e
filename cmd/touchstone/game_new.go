package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/starter"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/games"
)

// A gameNewReport is what game new writes with --format json.
type gameNewReport struct {
	Game   string `json:"game"`
	Folder string `json:"folder"`
	Like   string `json:"like"`
	Lang   string `json:"lang"`
}

func newGameNew(out *output) *cobra.Command {
	var like, lang, to string
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "create a game's folder: a complete small game to change",
		Long: `Touchstone writes a folder for the game NAME with everything that a game needs: rules, schemas, a reference,
mutants, suites, and a right and a wrong program. All of it works. Change it into your game one rule at a time,
and run "touchstone game lint" after each change.

--like says what to start with:
` + starterTable() + `
Exit status: 0 written, 2 trouble.`,
		Example: `  touchstone game new hexe --like cards
  touchstone game new hexe --like bazaar --lang racket --to games/hexe`,
		Args: arguments(1, 1, "NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			s, in, err := chosenStarter(like, lang)
			if err != nil {
				return err
			}
			folder := cmp.Or(to, args[0])
			sink, err := suite.Folder(folder)
			if err != nil {
				return err
			}
			if err := s.Write(gamefolders.FS, in, args[0], sink); err != nil {
				return err
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), gameNewReport{args[0], folder, s.Name, in.Name})
			}
			fmt.Fprintf(c.OutOrStdout(), "wrote the game %s to %s\n", args[0], text.Visible(folder))
			if !out.quiet {
				shown := text.Quote([]string{folder})
				fmt.Fprintf(c.OutOrStdout(), "check it:    touchstone game lint %s\n", shown)
				fmt.Fprintf(c.OutOrStdout(), "try it:      touchstone test %s --game %s -- %s %s/programs/wrong%s {task}\n",
					args[0], shown, in.Command, shown, in.Suffix)
			}
			return nil
		},
	}
	c.Flags().StringVar(&like, "like", "cards", "`STARTER`: the game to start with")
	c.Flags().StringVar(&lang, "lang", "python", "`LANGUAGE` of the reference and the programs: python or racket")
	c.Flags().StringVar(&to, "to", "", "`FOLDER`: write there; it must be new or empty (default: NAME)")
	complete(c, map[string]completion{"like": fixed(starterNames()...), "lang": fixed(languages()...)})
	return c
}

func starterTable() string {
	var b strings.Builder
	for _, s := range starter.Starters() {
		fmt.Fprintf(&b, "  %-8s %s\n", s.Name, s.Summary)
	}
	return b.String()
}

func starterNames() []string {
	var names []string
	for _, s := range starter.Starters() {
		names = append(names, s.Name)
	}
	return names
}

// chosenStarter is the starter that the flags name, and its language.
func chosenStarter(like, lang string) (*starter.Starter, starter.Language, error) {
	for _, in := range starter.Languages() {
		if in.Name != lang {
			continue
		}
		for _, s := range starter.Starters() {
			if s.Name == like {
				return &s, in, nil
			}
		}
		return nil, in, game.Unknown("starter", like, "", starterNames(), "touchstone game new --help")
	}
	return nil, starter.Language{}, game.Unknown("language", lang, "", languages(), "touchstone game new --help")
}

func languages() []string {
	var names []string
	for _, in := range starter.Languages() {
		names = append(names, in.Name)
	}
	return names
}
