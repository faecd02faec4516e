package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// suggestionsMax is how many command lines one hint names.
const suggestionsMax = 3

// synonyms are words that people type for a command or a topic.
var synonyms = map[string]string{
	"run":        "touchstone test --help",
	"verify":     "touchstone test --help",
	"explain":    "touchstone show --help",
	"why":        "touchstone show --help",
	"debug":      "touchstone show --help",
	"offline":    "touchstone docs questions",
	"arguments":  "touchstone docs questions",
	"args":       "touchstone docs questions",
	"hand":       "touchstone docs questions",
	"hide":       "touchstone docs questions",
	"exclude":    "touchstone help suites",
	"reproduce":  "touchstone fuzz --help",
	"seed":       "touchstone fuzz --help",
	"time":       "touchstone help isolation",
	"slow":       "touchstone help isolation",
	"clauses":    "touchstone rules --help",
	"ci":         "touchstone docs scripts",
	"rerun":      "touchstone docs questions",
	"list":       "touchstone games",
	"mutants":    "touchstone games bazaar mutants",
	"clause":     "touchstone rules --help",
	"schema":     "touchstone validate --help",
	"sandbox":    "touchstone help isolation",
	"timeout":    "touchstone help isolation",
	"limits":     "touchstone help isolation",
	"memory":     "touchstone help isolation",
	"limit":      "touchstone help isolation",
	"status":     "touchstone help exit-status",
	"exit":       "touchstone help exit-status",
	"delivery":   "touchstone help deliveries",
	"deliver":    "touchstone help deliveries",
	"json":       "touchstone help formats",
	"html":       "touchstone help reports",
	"junit":      "touchstone help reports",
	"verdict":    "touchstone help verdicts",
	"resume":     "touchstone help ledger",
	"server":     "touchstone help live",
	"tcp":        "touchstone help live",
	"skip":       "touchstone help suites",
	"case":       "touchstone help suites",
	"cases":      "touchstone help suites",
	"option":     "touchstone help options",
	"preset":     "touchstone help options",
	"wire":       "touchstone help protocol",
	"messages":   "touchstone help protocol",
	"gradescope": "touchstone help course",
	"lines":      "touchstone help deliveries",
	"draw":       "touchstone render --help",
	"puzzle":     "touchstone generate --help",
	"env":        "touchstone help environment",
	"pager":      "touchstone help environment",
}

// noSuchCommand answers a word that is no command with what may be meant by it.
func noSuchCommand(c *cobra.Command, args []string) error { return noSuch("command", c, args, nil) }

// noSuch answers a word that is none of a kind. Near are other words than commands that
// may be misspelt.
func noSuch(kind string, c *cobra.Command, args, near []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasParent() {
		return noneOfGroup(kind, c, args[0])
	}
	names := groupNames(c)
	e := game.Unknown(kind, args[0], "", names, c.CommandPath()+" --help")
	if isCourse(args[0]) {
		e.Hint = gradesIt(args[0])
		return e
	}
	found := meant(c, args)
	if topic := game.Nearest(args[0], near); topic != "" && len(found) == 0 {
		found = []string{"touchstone help " + topic}
	}
	switch {
	case len(found) == 0 && !strings.Contains(e.Hint, "?"):
		e.Hint += `, and "touchstone docs questions" answers questions`
	case len(found) > 0:
		quoted := make([]string, len(found))
		for i, line := range found {
			quoted[i] = fmt.Sprintf("%q", line)
		}
		try := "try " + strings.Join(quoted, " or ")
		nearest := game.Nearest(args[0], append(slices.Clone(names), topicNames()...))
		if near, _, is := strings.Cut(e.Hint, "? "); is && slices.Contains(names, nearest) {
			try = near + "? Or " + try
		}
		e.Hint = try
	}
	return e
}

// linting are words that people type for the command lint of a group.
var linting = []string{"check", "validate", "verify", "test"}

// ofGroup is the command of a group that a word may stand for, "" if there is none.
func ofGroup(c *cobra.Command, word string) string {
	names := groupNames(c)
	if slices.Contains(linting, word) && slices.Contains(names, "lint") {
		return "lint"
	}
	return game.Nearest(word, names)
}

// groupNames are the commands of a group.
func groupNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range available(c) {
		names = append(names, sub.Name())
	}
	return names
}

// noneOfGroup answers a word that is no command of a group with those that there are: they are few.
func noneOfGroup(kind string, c *cobra.Command, word string) *game.UsageError {
	e := &game.UsageError{
		Message: fmt.Sprintf("unknown %s %q", kind, text.Shorten(word, game.SlipBytesMax)),
		Hint:    fmt.Sprintf("%s has the commands %s", c.CommandPath(), strings.Join(groupNames(c), ", ")),
	}
	if near := ofGroup(c, word); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q? ", c.CommandPath()+" "+near) + e.Hint
	}
	return e
}

// meant are the command lines that the words of somebody may stand for. A word that
// names something counts more than one that stands in a heading or a name.
func meant(root *cobra.Command, words []string) []string {
	var lines []string
	add := func(format string, args ...any) {
		if line := fmt.Sprintf(format, args...); len(lines) < suggestionsMax && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	// A game in front of its command, as in "touchstone bazaar test".
	first, _, _ := strings.Cut(words[0], "/")
	if _, err := games.Named(first); err == nil && len(words) > 1 {
		for _, c := range available(root) {
			if c.Name() == words[1] {
				add("touchstone %s %s", c.Name(), words[0])
				return lines
			}
		}
	}
	for _, word := range words {
		addNamed(root, word, add)
	}
	if len(lines) > 0 {
		return lines
	}
	for _, word := range words {
		addMentioned(word, add)
	}
	return lines
}

// addNamed adds what a word names: commands below others, topics, games, tasks and pages.
func addNamed(root *cobra.Command, word string, add func(format string, args ...any)) {
	lower := strings.ToLower(word)
	for _, c := range available(root) {
		for _, sub := range available(c) {
			if sub.Name() == lower {
				add("%s", sub.CommandPath())
			}
		}
	}
	for _, name := range topicNames() {
		if name == lower || len(lower) > 2 && strings.HasPrefix(name, lower) {
			add("touchstone help %s", name)
		}
	}
	if line := synonyms[lower]; line != "" {
		add("%s", line)
	}
	for _, page := range docs.In(topicSection) {
		// What a topic explains stands in it as code.
		if strings.Contains(page.Source, "| `"+lower+"`") {
			add("touchstone help %s", page.Name)
		}
	}
	for _, page := range docs.Pages() {
		if page.Section != topicSection && page.Name == lower {
			add("touchstone docs %s", page.Name)
		}
	}
	for _, g := range games.All() {
		if first, name, ok := strings.Cut(lower, "/"); ok && first == g.Name {
			if task, ok := g.Task(name); ok {
				add("touchstone games %s/%s", g.Name, task.Name)
			}
		}
		if g.Name == lower {
			add("touchstone games %s", g.Name)
		}
		if task, ok := g.Task(lower); ok {
			add("touchstone test %s/%s --help", g.Name, task.Name)
		}
	}
}

// addMentioned adds pages that have a word in a heading, and clauses that are named by it
// or by a longer name.
func addMentioned(word string, add func(format string, args ...any)) {
	lower := strings.ToLower(word)
	for _, page := range docs.Pages() {
		if len(lower) > 2 && slices.ContainsFunc(docs.Passages(page.Source), func(p docs.Passage) bool { return slices.Contains(wordsOf(p.Heading), lower) }) {
			add("touchstone docs %s", page.Name)
		}
	}
	for _, g := range games.All() {
		if _, ok := clauseOf(g, word); ok {
			add("touchstone rules %s %s", g.Name, word)
		}
	}
	// A part of a name is enough where nothing else fits, but two letters are in
	// too many.
	for _, g := range games.All() {
		for _, name := range clauseNames(g) {
			if len(lower) > 2 && strings.Contains(strings.ToLower(name), lower) {
				add("touchstone rules %s %s", g.Name, name)
			}
		}
	}
}

// wordsOf are the words of a heading, in lower case and without punctuation.
func wordsOf(heading string) []string {
	return strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return r == ' ' || strings.ContainsRune("?,.:`", r) })
}

// clauseOf is the clause that a word names: by its id, or by a code, an option or a
// mutant of it.
func clauseOf(g *game.Game, word string) (game.Clause, bool) {
	id := strings.ToUpper(word)
	for _, c := range g.Codes {
		if strings.EqualFold(c.Name, word) {
			id = c.Clause
		}
	}
	for _, o := range g.Options {
		if strings.EqualFold(o.Name, word) && o.Clause != "" {
			id = o.Clause
		}
	}
	for _, m := range g.Mutants {
		if strings.EqualFold(m.ID, word) {
			id = m.Clause
		}
	}
	return g.Clause(id)
}

// clauseNames are the words besides ids by which clauseOf finds clauses.
func clauseNames(g *game.Game) []string {
	var names []string
	for _, c := range g.Codes {
		names = append(names, c.Name)
	}
	for _, o := range g.Options {
		if o.Clause != "" {
			names = append(names, o.Name)
		}
	}
	return names
}
