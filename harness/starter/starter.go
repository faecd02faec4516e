// Package starter begins the folder of a game with one that is complete: whoever brings
// a game changes what works, one rule after the other.
package starter

import (
	"io/fs"
	"regexp"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
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
	return []Starter{{
		Name: "cards", Summary: "hidden hands of cards, a board of 4 by 4, points, requests that may be illegal", Lang: "python",
		folder: "mosaic", title: "Mosaic", prefix: "MO",
	}}
}

var (
	nameForm = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)
	letters  = regexp.MustCompile(`[a-z]`)
)

// Write writes a starter as the game of a name into a sink. Folders has the starters.
// The error is a *game.UsageError for a name that no game may have, or comes from the
// sink.
func (s *Starter) Write(folders fs.FS, name string, to suite.Sink) error {
	if err := Check(name); err != nil {
		return err
	}
	title := strings.NewReplacer("-", " ", "_", " ").Replace(name)
	title = strings.ToUpper(title[:1]) + title[1:]
	clause := regexp.MustCompile(`\b` + s.prefix + `(-[0-9]{2}|")`)
	return fs.WalkDir(folders, s.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folders, path)
		if err != nil {
			return err
		}
		written := clause.ReplaceAllString(string(text), Prefix(name)+"$1")
		written = strings.NewReplacer(s.title, title, s.folder, name).Replace(written)
		return to(strings.TrimPrefix(path, s.folder+"/"), []byte(written))
	})
}

// Prefix is that of the clauses of a game of this name: its first two letters.
func Prefix(name string) string {
	found := append(letters.FindAllString(name, 2), "x")
	return strings.ToUpper(found[0] + found[1])
}

// taken are the names that a game's folder cannot have: that of the schemas of reports.
const taken = "report"

// Check refuses names that no game may have.
func Check(name string) error {
	if !nameForm.MatchString(name) || name == taken {
		return &game.UsageError{
			Message: "game " + name + ": expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter, and not " + taken,
			Hint:    "for example my-game",
		}
	}
	return nil
}
