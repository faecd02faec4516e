package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// A completion offers the values of a flag, each with a tab and its meaning,
// to who has typed these arguments and the beginning of the value.
type completion = func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// offer makes a completion of a list that may depend on the arguments.
func offer(list func(args []string) []string) completion {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return list(args), cobra.ShellCompDirectiveNoFileComp
	}
}

// fixed offers always the same.
func fixed(words ...string) completion { return offer(func([]string) []string { return words }) }

// complete registers completions of flags; those that a command has not are
// passed over.
func complete(c *cobra.Command, flags map[string]completion) {
	for name, of := range flags {
		if c.Flags().Lookup(name) != nil || c.PersistentFlags().Lookup(name) != nil {
			// It fails only for a flag that has one already.
			_ = c.RegisterFlagCompletionFunc(name, of)
		}
	}
}

// completeSettings completes the flags that choose the rules.
func completeSettings(c *cobra.Command) {
	complete(c, map[string]completion{
		"option": func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return namesOf(args, func(g *game.Game, _ string) []string {
				var names []string
				for _, o := range g.Options {
					names = append(names, o.Name+"=\t"+o.Summary+": "+o.Range)
				}
				return names
			}), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
		"preset": offer(func(args []string) []string {
			return namesOf(args, func(g *game.Game, _ string) []string {
				var names []string
				for _, p := range g.Presets {
					names = append(names, p.Name+"\t"+p.Summary)
				}
				return names
			})
		}),
		"mutant": offer(func(args []string) []string {
			return namesOf(args, func(g *game.Game, task string) []string {
				var names []string
				for _, m := range g.Mutants {
					if task == "" || slices.Contains(m.Tasks, task) {
						names = append(names, m.ID+"\t"+m.Summary)
					}
				}
				return names
			})
		}),
	})
}

// completeTestFlags completes the flags of test.
func completeTestFlags(c *cobra.Command) {
	complete(c, map[string]completion{
		"isolation": fixed(subject.Isolations()...),
		"protocol":  fixed(protocolSpawn+"\tstart the program for each case", protocolLines+"\tone process, a case a line"),
		"codes":     fixed(string(judge.Lax)+"\tanother code is a remark", string(judge.Strict)+"\tanother code is wrong"),
		"deliver":   completeDeliveries,
		"clause": offer(func(args []string) []string {
			return namesOf(args, func(g *game.Game, _ string) []string {
				var ids []string
				for _, clause := range g.Clauses {
					ids = append(ids, clause.ID+"\t"+clause.Text)
				}
				return ids
			})
		}),
		"profile": offer(func(args []string) []string {
			return namesOf(args, func(g *game.Game, _ string) []string {
				var names []string
				for _, p := range g.AllProfiles() {
					names = append(names, p.Name+"\t"+p.Summary)
				}
				return names
			})
		}),
		"case": offer(func(args []string) []string {
			return ofEmbedded(args, func(k *suite.Case) []string { return []string{k.ID + "\t" + k.Why} })
		}),
		"skip": offer(func(args []string) []string {
			return ofEmbedded(args, func(k *suite.Case) []string { return []string{k.ID + "\t" + k.Why} })
		}),
		"tag": offer(func(args []string) []string {
			return ofEmbedded(args, func(k *suite.Case) []string { return k.Tags })
		}),
	})
}

// typedGames are the folders of --game among the words of a command line that is completed,
// but for the last word, which is not whole.
func typedGames(words []string) []string {
	var folders []string
	for i := 0; i < len(words)-1 && words[i] != "--"; i++ {
		if folder, ok := strings.CutPrefix(words[i], "--game="); ok {
			folders = append(folders, folder)
		} else if words[i] == "--game" && i+1 < len(words)-1 {
			folders = append(folders, words[i+1])
		}
	}
	return folders
}

// namesOf lists names of the game of the first argument, GAME or GAME/TASK; of
// all games before there is one.
func namesOf(args []string, names func(g *game.Game, task string) []string) []string {
	var all []string
	if len(args) > 0 {
		name, taskName, _ := strings.Cut(args[0], "/")
		if g, err := games.Named(name); err == nil {
			if t, ok := g.Task(taskName); ok {
				taskName = t.Name
			}
			return names(g, taskName)
		}
	}
	for _, g := range games.All() {
		all = append(all, names(g, "")...)
	}
	return all
}

// ofEmbedded lists different words of the cases that are embedded for the task
// of the first argument.
func ofEmbedded(args []string, words func(*suite.Case) []string) []string {
	if len(args) == 0 {
		return nil
	}
	g, task, err := gameTask(args[0], "")
	if err != nil {
		return nil
	}
	s, err := suite.Of(suites.FS, g, task.Name)
	if err != nil {
		return nil
	}
	var all []string
	for i := range s.Cases {
		all = append(all, words(&s.Cases[i])...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// completeDeliveries offers the words of --deliver: behind a comma all of them,
// behind a plus the levels.
func completeDeliveries(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexAny(typed, ",+")+1]
	var words []string
	if !strings.HasSuffix(before, "+") {
		words = append(words, before+"default\tas a program usually gets it", before+"all\tnine combinations that cover every pair of levels")
	}
	for _, axis := range delivery.Axes() {
		for _, level := range axis.Levels {
			words = append(words, before+level.Name+"\t"+level.Summary)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
