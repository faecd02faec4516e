package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Of is the suite that comes with a task of a game: that of its folder if somebody
// has brought it, else the embedded one. Without one the error is a
// *game.UsageError.
func Of(fsys fs.FS, g *game.Game, task string) (*Suite, error) {
	if g.Folder == "" {
		return Embedded(fsys, g.Name, task)
	}
	dir := filepath.Join(g.Folder, "suites", task)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("there is no suite for %s/%s", g.Name, task),
			Hint:    fmt.Sprintf("put cases into %s, or name a suite after the task", dir),
		}
	}
	var paths []string // of manifests, and of the folder for its pairs
	for _, e := range entries {
		switch {
		case e.IsDir():
		case strings.HasSuffix(e.Name(), manifestEnding):
			paths = append(paths, filepath.Join(dir, e.Name()))
		case (isInput(e.Name()) || strings.HasSuffix(e.Name(), outEnding)) && !slices.Contains(paths, dir):
			paths = append(paths, dir)
		}
	}
	all := &Suite{Name: g.Name + "/" + task}
	for _, path := range paths {
		s, err := Load(path)
		if err != nil {
			return nil, err
		}
		all.Cases = append(all.Cases, s.Cases...)
	}
	if len(all.Cases) == 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("suite %s: there is no case in it", dir),
			Hint:    "a case is a pair N-in.json and N-out.json, or a line of a manifest NAME.jsonl",
		}
	}
	return all, all.own(dir)
}

// own gives the cases the name of the suite. The error is a *game.UsageError if two
// have one name.
func (s *Suite) own(dir string) error {
	files := make(map[string]string, len(s.Cases))
	for i := range s.Cases {
		c := &s.Cases[i]
		c.ID, c.Source = s.Name+"/"+c.Name, ""
		if first, twice := files[c.Name]; twice {
			return &game.UsageError{
				Message: fmt.Sprintf("suite %s: two cases are called %s, in %s and in %s", dir, c.Name, first, c.File),
				Hint:    "give one of them another name",
			}
		}
		files[c.Name] = c.File
	}
	return nil
}
