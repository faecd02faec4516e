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
	Lang    string // that its reference and programs are written in

	folder, title, prefix string // where the names of the new game go
}

// Starters are all there are.
func Starters() []Starter {
	return []Starter{
		{
			Name: "bazaar", Summary: "coins that are exchanged at rates, hidden purses, goods to buy, a display with a pile", Lang: "python",
			folder: "stalls", title: "Stalls", prefix: "ST",
		},
		{
			Name: "cards", Summary: "hidden hands of cards, a board of 4 by 4, points, requests that may be illegal", Lang: "python",
			folder: "mosaic", title: "Mosaic", prefix: "MO",
		},
		{
			Name: "grid", Summary: "pieces that turn, laid on a grid of 5 by 5, nothing hidden", Lang: "python",
			folder: "patches", title: "Patches", prefix: "PA",
		},
	}
}

// Write writes a starter as the game of a name into a sink. Folders has the starters.
// The error is a *game.UsageError for a name that no game may have, or comes from the
// sink.
func (s *Starter) Write(folders fs.FS, name string, to suite.Sink) error {
	if err := gamefolder.CheckName(name); err != nil {
		return err
	}
	title := strings.NewReplacer("-", " ", "_", " ").Replace(name)
	title = strings.ToUpper(title[:1]) + title[1:]
	clause := regexp.MustCompile(`\b` + s.prefix + `(-[0-9]{2}|")`)
	return fs.WalkDir(folders, s.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		file, err := fs.ReadFile(folders, path)
		if err != nil {
			return err
		}
		written := clause.ReplaceAllString(string(file), Prefix(name)+"$1")
		written = strings.NewReplacer(s.title, title, s.folder, name).Replace(written)
		return to(strings.TrimPrefix(path, s.folder+"/"), []byte(written))
	})
}

var letter = text.Pattern(`[a-z]`)

// Prefix is that of the clauses of a game of this name: its first two letters.
func Prefix(name string) string {
	found := append(letter().FindAllString(name, 2), "x")
	return strings.ToUpper(found[0] + found[1])
}
