// Package starter begins the folder of a game with one that is complete: whoever brings
// a game changes what works, one rule after the other.
package starter

import (
	"io/fs"
	"regexp"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Starter is a game to begin with.
type Starter struct {
	Name    string // "cards": what it is like
	Summary string

	folder, title, prefix string // where the names of the new game go
}

// A Language is one that the references and programs of all starters are written in.
type Language struct {
	Name    string
	Command string // that runs a program
	Suffix  string // of a program's file

	folder string // of the programs, beside which all else is Python's; "" for Python
}

var (
	python = Language{Name: "python", Command: "python3", Suffix: ".py"}
	racket = Language{Name: "racket", Command: "racket", Suffix: ".rkt", folder: "racket/"}
)

// Languages are all there are, the default first.
func Languages() []Language { return []Language{python, racket} }

// Starters are all there are.
func Starters() []Starter {
	return []Starter{
		{
			Name: "bazaar", Summary: "coins that are exchanged at rates, hidden purses, goods to buy",
			folder: "stalls", title: "Stalls", prefix: "ST",
		},
		{
			Name: "cards", Summary: "hidden hands of cards, a board of 4 by 4, points",
			folder: "mosaic", title: "Mosaic", prefix: "MO",
		},
		{
			Name: "grid", Summary: "pieces that turn, laid on a grid of 5 by 5, nothing hidden",
			folder: "patches", title: "Patches", prefix: "PA",
		},
	}
}

// Write writes a starter in a language as the game of a name into a sink.
// Folders has the starters. The error is a *game.UsageError for a name that no game may
// have, or comes from the sink.
func (s *Starter) Write(folders fs.FS, lang Language, name string, to suite.Sink) error {
	if err := gamefolder.CheckName(name); err != nil {
		return err
	}
	title := strings.NewReplacer("-", " ", "_", " ").Replace(name)
	title = strings.ToUpper(title[:1]) + title[1:]
	clause := regexp.MustCompile(`\b` + s.prefix + `(-[0-9]{2}|")`)
	names := strings.NewReplacer(s.title, title, s.folder, name, python.Command, lang.Command, python.Suffix, lang.Suffix)
	each := func(root string, wanted func(path string) bool) error {
		return fs.WalkDir(folders, root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !wanted(path) {
				return err
			}
			file, err := fs.ReadFile(folders, path)
			if err != nil {
				return err
			}
			written := names.Replace(clause.ReplaceAllString(string(file), prefixOf(name)+"$1"))
			return to(strings.TrimPrefix(path, root+"/"), []byte(written))
		})
	}
	if lang.folder == "" {
		return each(s.folder, func(string) bool { return true })
	}
	if err := each(s.folder, func(path string) bool { return !strings.HasSuffix(path, python.Suffix) }); err != nil {
		return err
	}
	return each(lang.folder+s.folder, func(string) bool { return true })
}

var letter = text.Pattern(`[a-z]`)

// prefixOf is that of the clauses of a game of this name: its first two letters.
func prefixOf(name string) string {
	found := append(letter().FindAllString(name, 2), "x")
	return strings.ToUpper(found[0] + found[1])
}
