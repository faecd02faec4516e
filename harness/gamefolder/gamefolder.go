// Package gamefolder reads a game that somebody brings as a folder (format 1 of
// game-folder.md): its names, tasks and options, the schemas of its values, the
// rule book, wrong readings, suites, and how its reference is started. It
// checks everything in the folder, reports all mistakes together, and runs nothing.
package gamefolder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/schemas"
)

// Format is the one that is read here.
const Format = 1

// The bounds of a folder (chapter 1).
const (
	FilesMax     = 5_000
	BytesMax     = 256 << 20 // of all files together
	FileBytesMax = 1 << 20   // of each file that the format names
)

// The files of a folder, and the folders in it.
const (
	GameFile    = "game.toml"
	RulesFile   = "rules.md"
	MutantsFile = "mutants.toml"
	valuesDir   = "values"
	suitesDir   = "suites"
)

// ValueFile is the file of the schema of a value.
func ValueFile(name string) string { return valuesDir + "/" + name + schemas.Suffix }

// hint is the next step whatever is wrong with a folder.
const hint = "\"touchstone help game-folder\" lists the files of a game's folder, and their keys"

// A Folder is a game with what its folder says beyond it.
type Folder struct {
	Path string // absolute
	Game *game.Game

	Tasks     map[string]Task // by the names of the tasks
	Reference Program
	Second    *Program // nil without [second]
	Live      *Live    // nil without [live]

	options []option
	schemas *schema.Set
	summed  []string // the files that count for the checksum, from the folder, with slashes
}

// A Task is what a folder says of a task beyond game.Task.
type Task struct {
	Answers Answers
	Timeout time.Duration // for one question; 0: that of the reference
}

// Answers says how many answers to an input are right (7.4).
type Answers string

// The ways of being right.
const (
	One    Answers = "one"    // the one of the reference
	Listed Answers = "listed" // those that the reference lists
	Judged Answers = "judged" // those that the reference approves
)

// A Program is a reference: how it is started, and what it may take.
type Program struct {
	Command []string
	Build   []string // run once for each checksum; none: nothing is built
	Read    []string // absolute paths outside of the folder that it may read
	Env     []string // NAME=VALUE, added to its clean environment
	Start   time.Duration
	Timeout time.Duration
	Memory  int64 // bytes
	Procs   int
	Output  int64 // bytes of the longest line that it may write
	Workers int   // 0: as many as the run has
	Line    int   // of its command in game.toml
}

// plainName is the form of all names of a folder.
var plainName = text.Pattern(`^[a-z][a-z0-9_-]{0,31}$`)

const plainNameWords = "a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter"

// takenName is the folder of the schemas of reports.
const takenName = "report"

// CheckName refuses, with a *game.UsageError, a name that no game may have.
func CheckName(name string) error {
	if plainName().MatchString(name) && name != takenName {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("game %s: expected %s, and not %s", name, plainNameWords, takenName),
		Hint:    "for example my-game",
	}
}

// Read reads the folder of a game. The error is a *document.Problems with all that
// is wrong in it.
func Read(dir string) (*Folder, error) {
	if dir == "" {
		return nil, broken(dir, `expected the path of a folder, found ""`)
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, broken(dir, "%v", err)
	}
	// The files of a folder that a link names are walked like those of any other.
	if real, err := filepath.EvalSymlinks(absolute); err == nil {
		absolute = real
	}
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist) && files.Near(absolute) != "":
		near := filepath.Join(filepath.Dir(dir), filepath.Base(files.Near(absolute)))
		return nil, broken(dir, "expected the folder of a game, found none; did you mean %s?", near)
	case errors.Is(err, fs.ErrNotExist):
		return nil, broken(dir, "expected the folder of a game, found none")
	case err != nil:
		return nil, broken(dir, "expected the folder of a game: %v", text.Cause(err))
	case !info.IsDir():
		return nil, broken(dir, "expected the folder of a game, found a file")
	}
	r := &reader{shown: dir, path: absolute, folder: &Folder{Path: absolute, Tasks: map[string]Task{}}}
	r.files()
	top := r.toml(GameFile)
	if top == nil {
		return nil, r.wrong()
	}
	if !r.format(top) {
		return nil, r.wrong()
	}
	r.game(top)
	if err := r.wrong(); err != nil {
		return nil, err
	}
	r.folder.Game.Checksum = sync.OnceValues(r.folder.checksum)
	return r.folder, nil
}

// Files are those of the folder of a game, which no program under test may read:
// they know the answers. They are named one by one, since programs may lie beside
// them. A game of ours has none.
func Files(g *game.Game) []string {
	if g.Folder == "" {
		return nil
	}
	// A folder that cannot be read any more gives nothing away.
	entries, _ := os.ReadDir(g.Folder)
	var files []string
	for _, e := range entries {
		files = append(files, filepath.Join(g.Folder, e.Name()))
	}
	return files
}

func broken(dir, format string, args ...any) error {
	return &document.Problems{
		List: []document.Problem{{File: dir, Message: fmt.Sprintf(format, args...)}},
		Hint: "a game's folder has " + GameFile + ", " + RulesFile + " and " + valuesDir + "/ in it",
	}
}

// A reader reads one folder.
type reader struct {
	shown  string // the folder as somebody has named it
	path   string
	folder *Folder

	problems []document.Problem
	docs     []*document.File
	options  []option
	schemas  *schema.Set
	values   map[string]*valueFile
	compares []*document.Table // with clauses, which are known later

	valueFiles []string // the values that have a file, readable or not, and those that were told to be missing

	// unread tells that some of these are not known, since what has their names is wrong:
	// a name that none of the others has may be one of them, and is not told as missing.
	unread struct{ tasks, values, clauses bool }

	liveClauses *document.Table // of [live], the same
}

// wrong are all problems, file by file; nil if there is none.
func (r *reader) wrong() error {
	list := r.problems
	for _, d := range r.docs {
		list = append(list, d.Sorted()...)
	}
	if len(list) == 0 {
		return nil
	}
	return &document.Problems{List: list, Hint: hint}
}

// fail tells of a problem in a file of the folder.
func (r *reader) fail(file string, line int, key, format string, args ...any) {
	r.problems = append(r.problems, document.Problem{
		File: filepath.Join(r.shown, filepath.FromSlash(file)), Line: line, Key: key, Message: fmt.Sprintf(format, args...),
	})
}

// files goes through the folder: how much there is, and where links lead.
func (r *reader) files() {
	count, bytesAll, largest, bytesLargest := 0, int64(0), "", int64(-1)
	err := filepath.WalkDir(r.path, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			r.fail("", 0, "", "%v", err)
			return nil
		}
		relative, _ := filepath.Rel(r.path, name)
		relative = filepath.ToSlash(relative)
		if e.Type()&fs.ModeSymlink != 0 && !r.staysInside(name) {
			r.fail(relative, 0, "", "expected a link to a file inside the folder, found a link to one outside")
			return nil
		}
		if e.IsDir() {
			if relative != "." && unsummed(e.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return nil // it has just been removed
		}
		if count++; count > FilesMax {
			r.fail("", 0, "", "expected at most %d files, found more", FilesMax)
			return fs.SkipAll
		}
		if info.Size() > bytesLargest {
			largest, bytesLargest = relative, info.Size()
		}
		if bytesAll += info.Size(); bytesAll > BytesMax {
			r.fail("", 0, "", "expected files of at most %s together, found more; the largest is %s, %s",
				text.Bytes(BytesMax), largest, text.Bytes(bytesLargest))
			return fs.SkipAll
		}
		if unsummed(e.Name()) {
			return nil
		}
		target, err := os.Stat(name) // of a link what it leads to
		switch {
		case err != nil:
			r.fail(relative, 0, "", "%v", text.Cause(err))
			return nil
		case !target.Mode().IsRegular():
			return nil
		}
		r.folder.summed = append(r.folder.summed, relative)
		return nil
	})
	if err != nil {
		r.fail("", 0, "", "%v", err)
	}
}

// checksum is the SHA-256 of the folder's files in hexadecimal. It reads them all, so
// that only what needs it asks.
func (f *Folder) checksum() (string, error) {
	sum := sha256.New()
	for _, name := range f.summed {
		text, err := os.ReadFile(filepath.Join(f.Path, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%d %s\n%d\n", len(name), name, len(text))
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// unsummed tells whether a file does not count for the checksum: it comes and goes
// by itself.
func unsummed(name string) bool { return strings.HasPrefix(name, ".") || name == "__pycache__" }

func (r *reader) staysInside(link string) bool {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return true // it leads nowhere, which whoever reads it is told
	}
	root, err := filepath.EvalSymlinks(r.path)
	if err != nil {
		return false
	}
	relative, err := filepath.Rel(root, target)
	return err == nil && filepath.IsLocal(relative)
}

// text reads a file that the format names: nil if there is none, or if it is no
// text, which is told unless the file may be missing.
func (r *reader) text(file string, required bool) []byte {
	name := filepath.Join(r.path, filepath.FromSlash(file))
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !required:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		r.fail(file, 0, "", "expected this file, found none%s", document.Near(file, r.entries(false)))
		return nil
	case err != nil:
		r.fail(file, 0, "", "%v", text.Cause(err))
		return nil
	case !info.Mode().IsRegular():
		r.fail(file, 0, "", "expected a file, found something else")
		return nil
	case info.Size() > FileBytesMax:
		r.fail(file, 0, "", "expected at most %s, found %s more", text.Bytes(FileBytesMax), text.Bytes(info.Size()-FileBytesMax))
		return nil
	}
	content, err := os.ReadFile(name)
	if err != nil {
		r.fail(file, 0, "", "%v", text.Cause(err))
		return nil
	}
	if hint, err := files.Miscoded(content); err != nil {
		r.fail(file, 1, "", "%v; %s", err, hint)
		marked := false
		if content, marked = bytes.CutPrefix(content, []byte(files.ByteOrderMark)); !marked {
			return nil
		}
	}
	if line, err := files.NotUTF8(content); err != nil {
		r.fail(file, line, "", "%v; %s", err, files.HintUTF8)
		return nil
	}
	return content
}

// entries are the names of the files in the folder, or those of the folders in it.
func (r *reader) entries(folders bool) []string {
	list, _ := os.ReadDir(r.path)
	var names []string
	for _, e := range list {
		if e.IsDir() == folders {
			names = append(names, e.Name())
		}
	}
	return names
}

// toml reads a file of TOML, nil if it is none.
func (r *reader) toml(file string) *document.Table {
	text := r.text(file, file == GameFile)
	if text == nil {
		return nil
	}
	top, problem := document.Parse(filepath.Join(r.shown, file), text)
	if problem != nil {
		r.problems = append(r.problems, *problem)
		return nil
	}
	r.docs = append(r.docs, top.File)
	return top
}

// format tells whether the folder has the format that is read here. Of another one
// nothing else is said: its keys may be others.
func (r *reader) format(top *document.Table) bool {
	v, ok := top.Take("format").(int64)
	switch {
	case !top.Has("format"):
		top.Wrong("format", "expected format = %d, found none", Format)
	case !ok:
		top.Mistyped("format", "a whole number", top.Values["format"])
	case v != Format:
		top.Wrong("format", "this folder has format %d, this touchstone reads format %d", v, Format)
	default:
		return true
	}
	return false
}

// suites looks whether the folders of suites are those of tasks.
func (r *reader) suites() {
	dir := filepath.Join(r.path, suitesDir)
	entries, err := os.ReadDir(dir)
	if err != nil {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			r.fail(suitesDir, 0, "", "expected a folder with a suite for each task, found a file")
		}
		r.noSuites()
		return // there need be none
	}
	names, aliases := r.allTasks(), make(map[string]string)
	for _, t := range r.folder.Game.Tasks {
		for _, a := range t.Aliases {
			aliases[a] = t.Name
		}
	}
	for _, e := range entries {
		name := path.Join(suitesDir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !e.IsDir():
			r.fail(name, 0, "", "expected folders named after tasks here, found a file")
		case aliases[e.Name()] != "":
			r.fail(name, 0, "", "expected the name of the task %s, found its alias %q", aliases[e.Name()], e.Name())
		case !slices.Contains(names, e.Name()) && !r.unread.tasks:
			r.fail(name, 0, "", "expected the name of a task, found %q%s", e.Name(), document.Near(e.Name(), names))
		}
	}
}

// noSuites refuses a folder with nearly the name of that of the suites, where there is none:
// every task would be without cases.
func (r *reader) noSuites() {
	for _, name := range r.entries(true) {
		if name != suitesDir && strings.TrimSuffix(strings.ToLower(name), "s") == strings.TrimSuffix(suitesDir, "s") {
			r.fail(name, 0, "", "expected %s for the suites of the game, found %q", suitesDir, name)
		}
	}
}
