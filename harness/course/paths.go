package course

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// archiveEndings are how the names of archives end, which is no part of the name of a team. A
// team that hands in one that is not unpacked here should hear so.
var archiveEndings = slices.Concat(suite.ArchiveEndings, []string{
	".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".gz", ".xz", ".bz2", ".rar", ".7z",
})

// macFolder is what a Mac puts beside the folders that it packs.
const macFolder = "__MACOSX"

// endingOf is the ending of the name of an archive, "" for that of a folder.
func endingOf(base string) string {
	for _, ending := range archiveEndings {
		if strings.HasSuffix(strings.ToLower(base), ending) {
			return base[len(base)-len(ending):]
		}
	}
	return ""
}

// ArchiveName tells whether a path ends like that of an archive, even of one that Touchstone cannot unpack.
func ArchiveName(path string) bool { return endingOf(filepath.Base(path)) != "" }

// paths are the folders and archives that the patterns match, sorted, each once,
// and what else they match. A file that the roster or a pattern without wildcards
// names is taken for an archive, whatever it is called.
func (c *Course) paths(r *roll) (list, leftOut []string, err error) {
	if c.Submissions.Path != "" {
		real, err := c.single()
		return []string{real}, nil, err
	}
	matches := make([][]string, len(c.Submissions.Paths))
	var wrong complaint
	for i, pattern := range c.Submissions.Paths {
		if _, bad := filepath.Match(pattern, ""); bad != nil {
			continue // which reading the file has told
		}
		if matches[i], err = c.matches(pattern); err != nil {
			wrong.key(c, fmt.Sprintf("submissions.paths[%d]", i), "pattern %q: %v", pattern, err)
		}
	}
	err = wrong.err("name the folder of the submissions, as in submissions/*; " +
		"* stands for any letters, [ab] for one of some, and \\ takes a letter as it is")
	if err != nil {
		return nil, nil, err
	}
	if err := c.closed(); err != nil {
		return nil, nil, err
	}
	for i, pattern := range c.Submissions.Paths {
		for _, path := range matches[i] {
			info, err := os.Lstat(path)
			if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(filepath.Base(path), ".") {
				continue
			}
			if err != nil {
				return nil, nil, &game.UsageError{
					Message: fmt.Sprintf("submission %s: %v", path, text.Cause(err)), Hint: "give your user the right to look into its folder",
				}
			}
			switch {
			case c.owns(info):
			case handedIn(path, info), r.of(path) != "", path == filepath.Clean(pattern):
				list = append(list, path)
			default:
				leftOut = append(leftOut, path)
			}
		}
	}
	slices.Sort(list)
	slices.Sort(leftOut)
	// Another pattern may name it.
	leftOut = slices.DeleteFunc(slices.Compact(leftOut), func(path string) bool {
		_, also := slices.BinarySearch(list, path)
		return also
	})
	return slices.Compact(list), leftOut, nil
}

// single is the submission that --submission names. Whoever grades named it, so it may be a link.
func (c *Course) single() (string, error) {
	real, err := filepath.EvalSymlinks(c.Submissions.Path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", &game.UsageError{
			Message: fmt.Sprintf("--submission %s: %v", c.Submissions.Path, text.Cause(err)),
			Hint:    "name a folder or an archive; the path starts in the current folder, not in that of the course file",
		}
	}
	return real, nil
}

// owns tells whether what a pattern matches is a file or folder of the course itself.
func (c *Course) owns(info fs.FileInfo) bool {
	return slices.ContainsFunc([]string{c.File, c.Submissions.Roster, c.Work, c.Grades}, func(own string) bool {
		there, err := os.Stat(own)
		return err == nil && os.SameFile(info, there)
	})
}

// handedIn tells whether what a pattern matches looks like a submission: a folder or an archive.
// A link to a folder counts as one: it was handed in, and is refused by its name later.
func handedIn(path string, info fs.FileInfo) bool {
	isFolder := info.IsDir()
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Stat(path)
		isFolder = err == nil && target.IsDir()
	}
	if isFolder {
		return filepath.Base(path) != macFolder
	}
	return ArchiveName(path)
}

// closed finds folders in which patterns look for submissions and that whoever grades
// may not read: their teams would count as if they had handed in nothing.
func (c *Course) closed() error {
	var wrong complaint
	tell := func(i int, what string, err error) {
		wrong.key(c, fmt.Sprintf("submissions.paths[%d]", i), "%s cannot be read: %v", what, text.Cause(err))
	}
	said := make(map[string]bool)
	for i, pattern := range c.Submissions.Paths {
		before := len(said)
		for _, dir := range c.foldersOf(pattern) {
			// A pipe would wait for somebody who writes.
			if info, err := os.Stat(dir); err == nil && !info.IsDir() {
				continue
			}
			f, err := os.Open(dir)
			if err == nil {
				f.Close()
			}
			if errors.Is(err, fs.ErrPermission) && !said[dir] {
				said[dir] = true
				tell(i, "the folder "+dir, err)
			}
		}
		// In a folder that may only be listed nothing can be found.
		if _, err := os.Lstat(pattern); len(said) == before && errors.Is(err, fs.ErrPermission) {
			tell(i, pattern, err)
		}
	}
	return wrong.err("give your user the right to read it; its owner can: chmod u+rx")
}

// foldersOf are the folders that a pattern looks into.
func (c *Course) foldersOf(pattern string) []string {
	var list []string
	for dir := filepath.Dir(pattern); c.wild(pattern); pattern, dir = dir, filepath.Dir(dir) {
		// The pattern was read, and so is one.
		matches, _ := c.matches(dir)
		list = append(list, matches...)
	}
	return list
}

// globMax is how many paths a pattern may stand for, those of the folders in front of its
// last part too. A course of many teams has fewer, and /*/*/* would search the whole machine.
const globMax = 2 * TeamsMax

// matches are the paths that a pattern matches, or the folder of one.
func (c *Course) matches(pattern string) ([]string, error) {
	folder, rest := c.parts(pattern)
	left := globMax
	return glob(literal().Replace(folder)+rest, &left)
}

// glob is filepath.Glob that finds no more paths than are left.
func glob(pattern string, left *int) ([]string, error) {
	dir, base := filepath.Dir(pattern), filepath.Base(pattern)
	patterns := []string{pattern}
	if strings.ContainsAny(dir, globbing) && dir != pattern {
		folders, err := glob(dir, left)
		if err != nil {
			return nil, err
		}
		patterns = patterns[:0]
		for _, folder := range folders {
			patterns = append(patterns, filepath.Join(literal().Replace(folder), base))
		}
	}
	var list []string
	for _, one := range patterns {
		matches, err := filepath.Glob(one)
		if err != nil {
			return nil, err
		}
		if *left -= len(matches) + 1; *left < 0 {
			return nil, errVast
		}
		list = append(list, matches...)
	}
	return list, nil
}

// wild tells whether a pattern, or the folder of one, stands for more than one path.
func (c *Course) wild(pattern string) bool {
	_, rest := c.parts(pattern)
	return strings.ContainsAny(rest, globbing)
}

// parts takes a pattern apart: what it has in common with the folder of the course file
// is no pattern, whatever letters it has.
func (c *Course) parts(pattern string) (folder, rest string) {
	const separator = string(filepath.Separator)
	dir := filepath.Dir(c.File)
	switch {
	case strings.HasPrefix(dir+separator, pattern+separator):
		return pattern, ""
	case strings.HasPrefix(pattern, dir+separator):
		return dir, pattern[len(dir):]
	}
	return "", pattern
}
