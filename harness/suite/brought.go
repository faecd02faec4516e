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
	all := &Suite{Name: g.Name + "/" + task}
	// stray adds a case for an entry that is meant for cases, and is not read.
	stray := func(e fs.DirEntry, message, hint string) {
		name := text.Valid(e.Name())
		fault := &Fault{File: filepath.Join(dir, e.Name()), Message: message, Hint: hint}
		all.add(&Case{ID: all.Name + "/" + name, Name: name, AnyRun: true, File: fault.File, Broken: fault})
	}
	var paths []string // of manifests, and of the folder for its pairs
	for _, e := range entries {
		right := manifestFor(e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			if hasCases(filepath.Join(dir, e.Name())) {
				stray(e, "the folder has cases, and touchstone does not read the folders inside a suite", "move its files into "+dir)
			}
		case right != "":
			stray(e, "the name is nearly "+right, rename(e.Name(), right))
		case strings.HasSuffix(e.Name(), manifestEnding):
			paths = append(paths, filepath.Join(dir, e.Name()))
		case (isInput(e.Name()) || strings.HasSuffix(e.Name(), outEnding)) && !slices.Contains(paths, dir):
			paths = append(paths, dir)
		case strings.EqualFold(filepath.Ext(e.Name()), ".json"):
			if _, _, ok := nearly(e.Name()); !ok {
				stray(e, "the file is neither a manifest NAME.jsonl nor N-in.json or N-out.json", "rename it, or move it out of the suite")
			}
		}
	}
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

// Unread are the manifests in the folder of a suite, and the folders in it that have cases:
// each is a suite of its own. Of a path that is no folder there are none.
func Unread(path string) []string {
	entries, _ := os.ReadDir(path)
	var list []string
	for _, e := range entries {
		within := filepath.Join(path, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir() && hasCases(within), !e.IsDir() && strings.HasSuffix(e.Name(), manifestEnding):
			list = append(list, within)
		}
	}
	return list
}

// hasCases tells whether a folder has files of cases in it.
func hasCases(dir string) bool {
	entries, _ := os.ReadDir(dir) // one that cannot be read hides none
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && (isInput(e.Name()) || strings.HasSuffix(e.Name(), manifestEnding))
	})
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
