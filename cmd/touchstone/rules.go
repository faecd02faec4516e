package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

func newRules(out *output) *cobra.Command {
	live, where := false, false
	lang := langEnglish
	c := &cobra.Command{
		Use:   "rules GAME [CLAUSE...]",
		Short: "print the rule book of a game, or some of its clauses in full",
		Long: `A CLAUSE is the id of a clause, such as BG-22, or the name of something it defines: a code (wallet_short), an
option (price), a mutant (R2).

--live prints how the game is played over TCP instead: the calls, the states of a connection, the transitions
and the events; with --format mermaid it draws the states. --lang fr adds the French terms of the game, if it
has any. --where prints the line of the source that decides each clause.`,
		Example: `  touchstone rules bazaar
  touchstone rules bazaar BG-22
  touchstone rules bazaar wallet_short
  touchstone rules bazaar --format json
  touchstone rules bazar BZ-46 --lang fr
  touchstone rules bazaar --live --format mermaid`,
		Args:              arguments(1, 1000, "GAME and perhaps clauses"),
		ValidArgsFunction: completeClauses,
		RunE: func(c *cobra.Command, args []string) error {
			g, err := gameNamed(args[0])
			if err != nil {
				for _, g := range games.All() {
					if clause, ok := g.Clause(strings.ToUpper(args[0])); ok {
						return &game.UsageError{
							Message: fmt.Sprintf("expected GAME before the clauses, found %q", args[0]),
							Hint:    fmt.Sprintf("for example %q", c.CommandPath()+" "+g.Name+" "+clause.ID),
						}
					}
				}
				return err
			}
			switch {
			case live && len(args) > 1:
				return &game.UsageError{Message: "--live prints no clauses", Hint: "leave out --live, or the clauses"}
			case live:
				return writeProtocol(out.paged(c), g, out.format)
			case out.format == formatMermaid:
				again := c.CommandPath() + " " + g.Name + " --live --format mermaid"
				return &game.UsageError{Message: "--format mermaid is for --live", Hint: fmt.Sprintf("%q", again)}
			}
			if err := checkLang(g, lang); err != nil {
				return err
			}
			clauses := slices.Clone(g.Clauses)
			if len(args) > 1 {
				clauses = nil
			}
			for _, id := range args[1:] {
				clause, ok := clauseOf(g, id)
				if !ok {
					return unknownClause(g, id)
				}
				if !slices.ContainsFunc(clauses, func(c game.Clause) bool { return c.ID == clause.ID }) {
					clauses = append(clauses, clause)
				}
			}
			if where {
				return writePlaces(c.OutOrStdout(), g, clauses, out.format)
			}
			for i := range clauses {
				clauses[i].Text = g.Gloss(clauses[i].Text, lang)
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), clauses)
			}
			return printClauses(out.paged(c), running(c.OutOrStdout()), g, clauses, len(args) > 1, out.verbose)
		},
	}
	c.Flags().StringVar(&out.format, "format", "text", "`text|json|mermaid`: what to print; mermaid needs --live")
	complete(c, map[string]completion{"format": fixed("text", "json", formatMermaid)})
	c.Flags().BoolVar(&live, "live", false, "print how the game is played live over TCP")
	renamed(c, "protocol", "live", nil)
	c.Flags().BoolVar(&where, "where", false, "print the line of the source that decides each clause")
	c.Flags().StringVar(&lang, "lang", langEnglish, "add the terms of this language: `en|fr`")
	return c
}

// writePlaces prints the line of the source that decides each clause.
func writePlaces(w io.Writer, g *game.Game, clauses []game.Clause, format string) error {
	type place struct {
		ID    string `json:"id"`
		Where string `json:"where"` // "" if no line decides it by itself
	}
	places := make([]place, len(clauses))
	for i, c := range clauses {
		places[i].ID = c.ID
		if g.Where != nil {
			places[i].Where = g.Where(c.ID)
		}
	}
	if format == "json" {
		return writeJSON(w, places)
	}
	for _, p := range places {
		if _, err := fmt.Fprintf(w, "%s  %s\n", p.ID, cmp.Or(p.Where, "no single line decides it")); err != nil {
			return err
		}
	}
	return nil
}

// langEnglish is the language of all rule books.
const langEnglish = "en"

// checkLang refuses a language in which the game has no terms.
func checkLang(g *game.Game, lang string) error {
	if lang == langEnglish || slices.ContainsFunc(g.Terms, func(t game.Term) bool { return t.Lang == lang }) {
		return nil
	}
	known := []string{langEnglish}
	for _, t := range g.Terms {
		if !slices.Contains(known, t.Lang) {
			known = append(known, t.Lang)
		}
	}
	return &game.UsageError{
		Message: fmt.Sprintf("--lang %s: the rule book of %s has terms in %s only", lang, g.Name, strings.Join(known, ", ")),
		Hint:    "leave --lang out for English",
	}
}

// formatMermaid is the format of rules --live that draws.
const formatMermaid = "mermaid"

// mentionsMax is how many clauses are named that mention a word.
const mentionsMax = 8

func unknownClause(g *game.Game, id string) error {
	ids := clauseNames(g)
	var mention []string
	if task, ok := g.Task(strings.TrimPrefix(id, g.Name+"/")); ok {
		return &game.UsageError{
			Message: fmt.Sprintf("expected a clause of %s, found %q, which is a task", g.Name, id),
			Hint: fmt.Sprintf("%q prints clauses that decide it; %q prints the task",
				strings.Join(append([]string{"touchstone rules", g.Name}, decisive(g, task.Name)...), " "), "touchstone games "+g.Name+"/"+task.Name),
		}
	}
	for _, c := range g.Clauses {
		ids = append(ids, c.ID)
		if len(id) > 2 && strings.Contains(strings.ToLower(c.Text), strings.ToLower(id)) {
			mention = append(mention, c.ID)
		}
	}
	if value := strings.TrimPrefix(id, g.Name+"/"); slices.ContainsFunc(g.Values, func(v game.Value) bool { return v.Name == value }) {
		return &game.UsageError{
			Message: fmt.Sprintf("expected a clause of %s, found %q, which is a value", g.Name, id),
			Hint:    fmt.Sprintf("%q prints what it looks like", "touchstone validate "+g.Name+"/"+value+" --schema"),
		}
	}
	e := game.Unknown("clause", id, "of "+g.Name, ids, "touchstone rules "+g.Name)
	for _, other := range games.All() {
		if c, ok := other.Clause(strings.ToUpper(id)); ok {
			e.Hint = fmt.Sprintf("it is one of %s: %q", other.Name, "touchstone rules "+other.Name+" "+c.ID)
			return e
		}
	}
	if n := len(mention); n > 0 && game.Nearest(id, ids) == "" {
		e.Hint = fmt.Sprintf("these mention it: %s; %s", strings.Join(mention[:min(n, mentionsMax)], " "), e.Hint)
	}
	return e
}

// decisive are some clauses that decide answers of a task, in the order of the rule book.
// Those that decide few other tasks say most about this one.
func decisive(g *game.Game, task string) []string {
	var all []game.Clause
	for _, c := range g.Clauses {
		if slices.Contains(c.Tasks, task) {
			all = append(all, c)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return len(all[i].Tasks) < len(all[j].Tasks) })
	var ids []string
	for _, c := range all[:min(len(all), mentionsMax)] {
		ids = append(ids, c.ID)
	}
	slices.Sort(ids)
	return ids
}

// completeClauses offers the games, then the clauses of the one chosen.
func completeClauses(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGames(c, args, typed)
	}
	var ids []string
	if g, err := games.Named(args[0]); err == nil {
		for _, c := range g.Clauses {
			ids = append(ids, c.ID+"\t"+c.Text)
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// printClauses prints clauses in lines of this width, with all that there is to say
// of them if they are in full: their mutants in words, and with their ids if it is to
// be verbose.
func printClauses(w io.Writer, width int, g *game.Game, clauses []game.Clause, full, verbose bool) error {
	var b strings.Builder
	for i, c := range clauses {
		if full && i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  %s\n", c.ID, wrap(c.Text, width, len(c.ID)+2))
		if !full {
			continue
		}
		var marks []string
		for _, m := range c.Marks {
			marks = append(marks, m.Words())
		}
		fmt.Fprintf(&b, "\nSource:  %s\n", strings.Join(marks, "; "))
		fmt.Fprintf(&b, "Tasks:   %s\n", wrap(strings.Join(c.Tasks, ", "), width, 9))
		for _, o := range g.Options {
			if o.Name == c.Option || o.Clause == c.ID {
				fmt.Fprintf(&b, "Option:  %s=%s, %s\n", o.Name, o.Default, o.Range)
			}
		}
		for _, k := range g.Codes {
			if k.Clause == c.ID {
				fmt.Fprintf(&b, "Code:    %s, %s\n", k.Name, k.When)
			}
		}
		for _, m := range g.Mutants {
			switch {
			case m.Clause != c.ID:
			case verbose:
				fmt.Fprintf(&b, "Mutant:  %s %s (%s)\n", m.ID, m.Summary, strings.Join(m.Tasks, ", "))
			case m.Equivalent == "":
				fmt.Fprintf(&b, "Mistake: %s\n", wrap(m.Summary, width, 9))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// textWidth is the width of running text: what every terminal has.
const textWidth = 79

// running is the width of running text on a stream: a narrow terminal has less.
func running(stream any) int {
	if n := columns(stream); n >= displayMin {
		return min(n, textWidth)
	}
	return textWidth
}

// wrap breaks text into lines of at most width characters, the second and
// later ones indented.
func wrap(text string, width, indent int) string {
	var b strings.Builder
	column := indent
	for word := range slices.Values(strings.Fields(text)) {
		n := len([]rune(word))
		switch {
		case b.Len() == 0:
		case column+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
