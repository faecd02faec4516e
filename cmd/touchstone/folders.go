package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// gamesVariable names folders of games, separated as on the PATH.
const gamesVariable = "TOUCHSTONE_GAMES"

// courseKey is the key of a course file that names folders of games.
const courseKey = "games"

// gameNamed finds a game by its name. Of one that lies in the current folder, and that
// nobody has added, the hint says how.
func gameNamed(name string) (*game.Game, error) {
	g, err := games.Named(name)
	usage, ok := errors.AsType[*game.UsageError](err)
	if first, _, is := strings.Cut(name, "/"); ok && is {
		if _, err := games.Named(first); err == nil {
			usage.Message = fmt.Sprintf("expected GAME alone, found %q", name)
			usage.Hint = "name the game alone: " + first
		}
	}
	if ok && isGameFolder(name) {
		usage.Hint = "to add the game of the folder " + name + ", write --game " + text.Quote([]string{name})
	}
	return g, err
}

// isGameFolder tells whether a game of this name lies in the current folder.
func isGameFolder(name string) bool {
	return name != "" && isFile(filepath.Join(name, gamefolder.GameFile))
}

// gameFolders are folders of games that somebody names: the variable, --game, or games in
// a course file.
type gameFolders struct {
	by   string // who names them
	dirs []string
	file string              // the course file
	at   []course.GameFolder // where it names them
}

// inCourse are the folders that a course file names.
func inCourse(file string) gameFolders {
	from := gameFolders{by: courseKey, file: file, at: course.Games(file)}
	for _, folder := range from.at {
		from.dirs = append(from.dirs, folder.Dir)
	}
	return from
}

// inVariable is what gamesVariable names.
func inVariable() gameFolders {
	list := filepath.SplitList(os.Getenv(gamesVariable))
	return gameFolders{by: gamesVariable, dirs: slices.DeleteFunc(list, func(dir string) bool { return dir == "" })}
}

// gamelessCommands do their work without the games that the variable names. A mistake in one of
// these folders keeps nobody from reading how to mend it, nor from checking another folder.
var gamelessCommands = []string{"help", "docs", "version", "doctor", "completion", "game new", "game lint"}

func gameless(c *cobra.Command) bool {
	path := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	return slices.ContainsFunc(gamelessCommands, func(name string) bool { return path == name || strings.HasPrefix(path, name+" ") })
}

// bring adds the games of folders to those that are there. One error lists the
// mistakes of all folders.
func (o *output) bring(c *cobra.Command, sources ...gameFolders) error {
	list := slices.Clone(o.brought)
	var wrong document.Problems
	read := func(dir string, from gameFolders, number int) error {
		by := from.by
		f, err := gamefolder.Read(dir)
		problems, listed := errors.AsType[*document.Problems](err)
		switch {
		case listed:
			if by == courseKey && len(problems.List) == 1 && problems.List[0].File == dir {
				// It is not even a folder, so that the name is wrong.
				first, at := &problems.List[0], from.at[number]
				*first = document.Problem{File: from.file, Line: at.Line, Key: at.Key, Message: dir + ": " + first.Message}
			}
			wrong.List, wrong.Hint = append(wrong.List, problems.List...), problems.Hint
			if n, err := strconv.Atoi(dir); err == nil && by == "--game" {
				wrong.Hint = fmt.Sprintf("--game names the folder of a game; to play game %d of many, write --nth %d", n, n)
			}
			if by == courseKey {
				wrong.Hint = fmt.Sprintf("the key %s of the course file names %s; %s", courseKey, dir, wrong.Hint)
			}
			if by == gamesVariable {
				wrong.Hint = fmt.Sprintf("the variable %s names %s; %s", gamesVariable, dir, wrong.Hint)
			}
			return nil
		case err != nil:
			return err
		}
		if i := slices.IndexFunc(list, func(g *game.Game) bool { return g.Name == f.Game.Name }); i >= 0 {
			if sameFolder(list[i].Folder, f.Path) {
				return nil
			}
			return &game.UsageError{
				Message: fmt.Sprintf("two games have the name %s: that in %s and that in %s", f.Game.Name, list[i].Folder, f.Path),
				Hint:    "give one of them another name in its game.toml, or leave it out",
			}
		}
		if slices.ContainsFunc(games.Builtin(), func(g *game.Game) bool { return g.Name == f.Game.Name }) {
			if by == gamesVariable {
				return &game.UsageError{
					Message: fmt.Sprintf("%s: the game in %s has the name of a built-in game, %s", gamesVariable, dir, f.Game.Name),
					Hint:    "--game FOLDER replaces the built-in game; or give yours another name in its game.toml",
				}
			}
			if !o.quiet {
				fmt.Fprintf(c.ErrOrStderr(), "touchstone: the game %s from %s replaces the built-in one\n", f.Game.Name, dir)
			}
		}
		list = append(list, reference.Game(c.Context(), f))
		return nil
	}
	for _, from := range sources {
		for i, dir := range from.dirs {
			if err := read(dir, from, i); err != nil {
				return err
			}
		}
	}
	if len(wrong.List) > 0 {
		return &wrong
	}
	o.brought = list
	games.Bring(list)
	return nil
}

// withFolders adds --game to the commands of a hint that name a game which is there by --game
// alone, as short as can be.
func withFolders(hint string) string {
	for _, g := range games.Brought() {
		if g.Folder != "" {
			hint = g.Elsewhere(hint, folderOf(g))
		}
	}
	return hint
}

// gameFlag is " --game FOLDER" for a command line that names a game which is there by --game
// alone, else "".
func gameFlag(g *game.Game) string { return game.FolderFlag(folderOf(g)) }

// folderOf is the folder that --game has to name for a game, as short as can be from here; ""
// if the game is there without it.
func folderOf(g *game.Game) string {
	known := func(dir string) bool { return sameFolder(dir, g.Folder) }
	if g.Folder == "" || slices.ContainsFunc(inVariable().dirs, known) {
		return ""
	}
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, g.Folder); err == nil && filepath.IsLocal(short) {
			return short
		}
	}
	return g.Folder
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(one, other)
}
