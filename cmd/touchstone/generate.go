package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// puzzlesMax bounds --puzzles: no game has room for more, and nobody reads them.
const puzzlesMax = 100_000

func newGenerate(out *output) *cobra.Command {
	var level, solutions string
	var count int
	var seed uint64
	c := &cobra.Command{
		Use:   "generate GAME",
		Short: "make new puzzles of a game, each proven to be solvable",
		Long: `Touchstone writes new puzzles, one a line, as JSON, each with the exact number of its solutions. No two are the
same, even turned or mirrored, and none is a puzzle of the game itself.

The footprint and the pieces of one task make a problem for the tasks solve and check of ubongo:
jq '{footprint, pieces: .tasks[0].pieces}' takes them out of a puzzle.`,
		Example: `  touchstone generate ubongo --level red --puzzles 10 --seed 7
  touchstone generate ubongo --level orange --solutions 1-2`,
		Args:              arguments(1, 1, "GAME"),
		ValidArgsFunction: completeGames,
		RunE: func(c *cobra.Command, args []string) error {
			name, _, isTask := strings.Cut(args[0], "/")
			g, err := gameNamed(name)
			if err != nil {
				return err
			}
			rules, err := g.Configure(game.Settings{})
			if err != nil {
				return err
			}
			maker, ok := rules.(game.PuzzleMaker)
			if !ok {
				return noPuzzles(g)
			}
			if isTask {
				_, err := gameNamed(args[0])
				return err
			}
			if count < 1 || count > puzzlesMax {
				return outOfRange(typed(c, "puzzles"), count, 1, puzzlesMax, "make one")
			}
			if level == "" {
				return &game.UsageError{Message: "--level is missing", Hint: "one of " + strings.Join(maker.Levels(), ", ")}
			}
			wish := game.Wish{Level: level}
			if wish.Least, wish.Most, err = readRange(solutions); err != nil {
				return err
			}
			if !c.Flags().Changed("seed") {
				seed = uint64(rand.Uint32())
				if !out.quiet {
					fmt.Fprintf(c.ErrOrStderr(), "touchstone: --seed %d makes the same puzzles again\n", seed)
				}
			}
			next, err := maker.Puzzles(wish, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				return err
			}
			w := bufio.NewWriter(c.OutOrStdout())
			for range count {
				puzzle, err := next()
				if err != nil {
					w.Flush() // what was found; the error is the other one
					return err
				}
				w.Write(puzzle) // the error is Flush's
				w.WriteByte('\n')
				if err := w.Flush(); err != nil {
					return err
				}
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&level, "level", "", "`LEVEL`: the difficulty, a word of the game such as red")
	flags.IntVarP(&count, "puzzles", "n", 1, "`N`: make N puzzles")
	flags.StringVar(&solutions, "solutions", "", "`N|MIN-MAX`: make puzzles with this many solutions")
	flags.Uint64Var(&seed, "seed", 0, usageSeed)
	renamed(c, "count", "puzzles", nil)
	return c
}

// readRange reads N or MIN-MAX, numbers from 1; nothing is any number.
func readRange(text string) (least, most int, err error) {
	if text == "" {
		return 1, math.MaxInt, nil
	}
	low, high, ranged := strings.Cut(text, "-")
	if !ranged {
		high = low
	}
	least, errLow := strconv.Atoi(low)
	most, errHigh := strconv.Atoi(high)
	if errLow != nil || errHigh != nil || least < 1 || most < least {
		return 0, 0, &game.UsageError{
			Message: fmt.Sprintf("--solutions is %q, expected a number or a range of numbers from 1", text),
			Hint:    "for example --solutions 1-5",
		}
	}
	return least, most, nil
}

// noPuzzles says that a game makes no puzzles, and which games do.
func noPuzzles(g *game.Game) error {
	var makers []string
	for _, other := range games.All() {
		rules, err := other.Configure(game.Settings{})
		if _, ok := rules.(game.PuzzleMaker); ok && err == nil {
			makers = append(makers, other.Name)
		}
	}
	has := "has"
	if len(makers) > 1 {
		has = "have"
	}
	cases := "touchstone suite generate " + g.Name + "/TASK"
	return &game.UsageError{
		Message: g.Name + " has no puzzles to generate",
		Hint:    fmt.Sprintf("%s %s; %q prints cases of any game", strings.Join(makers, ", "), has, cases),
	}
}
