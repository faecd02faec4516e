package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// treeMax bounds how many files and folders are looked at below one folder: a
// whole course's submissions, and not a whole disk.
const treeMax = 200_000

// Tree lists the suites at and below a path, sorted: folders that have a file
// N-in.json, and manifests. Hidden folders are passed over. A path that is a file
// stands for itself. The error is a *game.UsageError.
func Tree(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, missing(path, err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	// A walk does not follow links, not even the one that it begins with.
	start, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, missing(path, err)
	}
	var found []string
	seen := 0
	err = filepath.WalkDir(start, func(name string, entry fs.DirEntry, err error) error {
		name = filepath.Join(path, strings.TrimPrefix(name, start))
		if err != nil {
			return &game.UsageError{Message: fmt.Sprintf("suite %s: %v", name, text.Cause(err)), Hint: suiteIs}
		}
		if seen++; seen > treeMax {
			return tooLarge(path, fmt.Sprintf("%d files and folders", treeMax))
		}
		switch base := entry.Name(); {
		case entry.IsDir() && strings.HasPrefix(base, ".") && name != filepath.Clean(path):
			return filepath.SkipDir
		case entry.IsDir():
		case isInput(base):
			if dir := filepath.Dir(name); !slices.Contains(found, dir) {
				found = append(found, dir)
			}
		case strings.HasSuffix(base, manifestEnding):
			found = append(found, name)
		}
		return nil
	})
	if err != nil {
		return nil, &game.UsageError{Message: err.Error()}
	}
	if len(found) == 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("suite %s: neither the folder nor one inside it has a file N-in.json or a manifest", path),
			Hint:    suiteIs,
		}
	}
	slices.Sort(found)
	return found, nil
}

// TaskFor guesses by the names of a file and of the folders above it which task a
// suite is for: the last that is the name of a task, or the program of one. Of
// games with such a task it is the one that a folder above is called after, or
// the only one.
func TaskFor(path string, all []*game.Game) (*game.Game, game.Task, bool) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	parts := strings.Split(filepath.ToSlash(path), "/")
	parts[len(parts)-1] = strings.TrimSuffix(parts[len(parts)-1], manifestEnding)
	for i := len(parts) - 1; i >= 0; i-- {
		var with []*game.Game
		for _, g := range all {
			if _, ok := g.Task(parts[i]); ok {
				with = append(with, g)
			}
		}
		for above := i - 1; above >= 0 && len(with) > 1; above-- {
			if n := slices.IndexFunc(with, func(g *game.Game) bool { return g.Name == parts[above] }); n >= 0 {
				with = with[n : n+1]
			}
		}
		if len(with) == 1 {
			task, _ := with[0].Task(parts[i])
			return with[0], task, true
		}
	}
	return nil, game.Task{}, false
}
