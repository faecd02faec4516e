// Package intake finds the suites in what courses hand out and teams hand in:
// folders within folders, archives of them, pairs of folders for the two sides of
// a live game. It tells of every file that looks like a case and finds no place.
package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of what is taken in, and why.
const (
	// filesMax is for all files and folders: a course's submissions, and not a disk.
	filesMax = 200_000
	// archivesMax and archiveDepthMax are for a zip file of each team, each with
	// one of its tests.
	archivesMax     = 2000
	archiveDepthMax = 3
	// unpackedBytesMax and unpackedFilesMax are for one archive: tests are small.
	unpackedBytesMax = 256 << 20
	unpackedFilesMax = 50_000
)

// The endings of the files of a case.
const (
	inEnding       = "-in.json"
	outEnding      = "-out.json"
	manifestEnding = ".jsonl"
)

// A Shelf has the cases of a task.
type Shelf struct {
	Game  *game.Game
	Task  game.Task
	Cases []suite.Case
}

// Name is GAME/TASK.
func (s *Shelf) Name() string { return s.Game.Name + "/" + s.Task.Name }

// A Stray is what was left out.
type Stray struct {
	Path string // of a file or a folder
	Why  string // with the place in the file, if there is one
}

func (s Stray) String() string { return s.Path + ": " + s.Why }

// An Intake takes suites in.
type Intake struct {
	// Games are those whose tasks are looked for.
	Games []*game.Game
	// Game and Task are those of all suites, if their paths need not tell; nil and
	// "" if they do.
	Game *game.Game
	Task string
	// Configure fixes the rules under which inputs are valid.
	Configure func(*game.Game) (game.Rules, error)

	ctx       context.Context // of the call of From
	root      string
	temporary string // the folder for what is unpacked
	seen      int
	archives  int
	folders   []*folder
	strays    []Stray
}

// A folder has files of cases. Those of an archive are shown as if it were a
// folder.
type folder struct {
	disk, shown string
	pairs       bool     // it has N-in.json or N-out.json
	manifests   []string // names of files
	whole       []string // N.json: a case in one file
}

// From takes in what there is below a folder or in an archive. The error is a
// *game.UsageError.
func (k *Intake) From(ctx context.Context, root string) ([]*Shelf, []Stray, error) {
	if root == "-" {
		return nil, nil, &game.UsageError{
			Message: "folder -: expected a folder or an archive, not standard input; one called - is ./-",
			Hint:    "name the folder, or the archive, that has the cases",
		}
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, nil, &game.UsageError{
			Message: fmt.Sprintf("folder %s: not found", root), Hint: "name the folder, or the archive, that has the cases",
		}
	}
	k.ctx, k.root = ctx, root
	if k.temporary, err = os.MkdirTemp("", "touchstone-import-"); err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(k.temporary)
	switch {
	case info.IsDir():
		err = k.walk(root, root, 0)
	case suite.IsArchive(root):
		err = k.open(root, root, 0)
	default:
		return nil, nil, &game.UsageError{
			Message: fmt.Sprintf("file %s: neither a folder nor an archive", root),
			Hint:    "name the folder that has the cases, or a .zip, .tar, .tar.gz or .tgz of it",
		}
	}
	if err != nil {
		return nil, nil, err
	}
	shelves, err := k.place()
	if err != nil {
		return nil, nil, err
	}
	sort.SliceStable(k.strays, func(i, j int) bool { return k.strays[i].Path < k.strays[j].Path })
	return shelves, k.strays, nil
}

func (k *Intake) stray(path, format string, args ...any) {
	k.strays = append(k.strays, Stray{text.Valid(path), text.Valid(fmt.Sprintf(format, args...))})
}

var wholeCase = text.Pattern(`^([^.]*-)?[0-9]+\.json$`)

// walk looks at all files below a folder on the disk. Hidden folders and links
// are passed over.
func (k *Intake) walk(disk, shown string, depth int) error {
	start, err := filepath.EvalSymlinks(disk)
	if err != nil {
		return &game.UsageError{Message: fmt.Sprintf("folder %s: %v", shown, text.Cause(err)), Hint: "name a folder that you can read"}
	}
	folders := make(map[string]*folder)
	return filepath.WalkDir(start, func(path string, entry fs.DirEntry, err error) error {
		show := filepath.Join(shown, strings.TrimPrefix(path, start))
		switch {
		case err != nil:
			k.stray(show, "%v", text.Cause(err))
			return nil
		case entry.IsDir() && path != start && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "__MACOSX"):
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		}
		if k.seen++; k.seen > filesMax {
			return &game.UsageError{
				Message: fmt.Sprintf("folder %s: more than %d files", k.root, filesMax),
				Hint:    "import the folders inside it one by one",
			}
		}
		name, dir := entry.Name(), filepath.Dir(path)
		in := func() *folder {
			f := folders[dir]
			if f == nil {
				f = &folder{disk: dir, shown: filepath.Dir(show)}
				folders[dir] = f
				k.folders = append(k.folders, f)
			}
			return f
		}
		switch {
		case suite.IsArchive(name):
			return k.open(path, show, depth)
		case strings.HasSuffix(name, inEnding), strings.HasSuffix(name, outEnding):
			in().pairs = true
		case strings.HasSuffix(name, manifestEnding):
			in().manifests = append(in().manifests, name)
		case wholeCase().MatchString(name):
			in().whole = append(in().whole, name)
		case strings.HasSuffix(name, ".json"):
			k.stray(show, "expected N-in.json, N-out.json, N.json or NAME.jsonl")
		}
		return nil
	})
}

// open unpacks an archive and walks through it.
func (k *Intake) open(path, shown string, depth int) error {
	if k.archives++; k.archives > archivesMax || depth >= archiveDepthMax {
		k.stray(shown, "skipped: touchstone reads at most %d archives, %d inside each other", archivesMax, archiveDepthMax)
		return nil
	}
	to := filepath.Join(k.temporary, strconv.Itoa(k.archives))
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	if err := archive.Unpack(k.ctx, path, to, archive.Limits{BytesMax: unpackedBytesMax, FilesMax: unpackedFilesMax}); err != nil {
		if k.ctx.Err() != nil {
			return context.Cause(k.ctx)
		}
		k.stray(shown, "%v", err)
		return nil
	}
	return k.walk(to, shown, depth+1)
}

// place finds the tasks of the folders, and reads their cases.
func (k *Intake) place() ([]*Shelf, error) {
	var all library
	slices.SortStableFunc(k.folders, func(a, b *folder) int { return strings.Compare(a.shown, b.shown) })
	sides := make(map[*game.Game]*sides)
	for _, f := range k.folders {
		for _, name := range f.manifests {
			k.manifest(f, name, all.add)
		}
		if !f.pairs && len(f.whole) == 0 {
			continue
		}
		g, task, why := k.taskOf(f.shown)
		if g == nil {
			k.stray(f.shown, "%s", why)
			continue
		}
		rules, err := k.Configure(g)
		if err != nil {
			return nil, err
		}
		switch {
		case f.pairs && task.Live.Networked():
			if sides[g] == nil {
				sides[g] = newSides(g, rules)
			}
			k.side(sides[g], task, f, all.add)
		case f.pairs:
			s, err := suite.Load(f.disk)
			if err != nil {
				k.stray(f.shown, "%v", err)
				break
			}
			all.add(g, task, f.shown, k.readable(f, s.Cases))
		}
		if len(f.whole) > 0 {
			all.add(g, task, f.shown, k.whole(f, rules, task))
		}
	}
	for _, g := range k.Games {
		if sides[g] != nil {
			k.match(sides[g], all.add)
		}
	}
	return all.shelves(k.root), nil
}

// A library has the suites that were found, by their tasks.
type library struct {
	tasks []*suites
}

// suites are those of a task, with the paths where they were found.
type suites struct {
	Shelf
	paths []string
	list  []*suite.Suite
}

type adder func(g *game.Game, task game.Task, path string, cases []suite.Case)

// add adds a suite.
func (l *library) add(g *game.Game, task game.Task, path string, cases []suite.Case) {
	i := slices.IndexFunc(l.tasks, func(s *suites) bool { return s.Game == g && s.Task.Name == task.Name })
	if i < 0 {
		i = len(l.tasks)
		l.tasks = append(l.tasks, &suites{Shelf: Shelf{Game: g, Task: task}})
	}
	l.tasks[i].paths = append(l.tasks[i].paths, path)
	l.tasks[i].list = append(l.tasks[i].list, &suite.Suite{Cases: cases})
}

// shelves are those with cases, by their names.
func (l *library) shelves(root string) []*Shelf {
	var shelves []*Shelf
	for _, s := range l.tasks {
		// What cannot be read has been left out by now.
		if s.Cases, _ = suite.Import(root, s.paths, s.list); len(s.Cases) > 0 {
			shelves = append(shelves, &s.Shelf)
		}
	}
	slices.SortFunc(shelves, func(a, b *Shelf) int { return strings.Compare(a.Name(), b.Name()) })
	return shelves
}

// manifest reads a manifest. Of files of that kind that lie about without the name
// of a task not all are suites.
func (k *Intake) manifest(f *folder, name string, add adder) {
	shown := filepath.Join(f.shown, name)
	g, task, why := k.taskOf(shown)
	if g == nil {
		k.stray(shown, "%s", why)
		return
	}
	s, err := suite.Load(filepath.Join(f.disk, name))
	if err != nil {
		k.stray(shown, "%v", err)
		return
	}
	add(g, task, shown, k.readable(f, s.Cases))
}

// readable are the cases that can be read; the others are left out.
func (k *Intake) readable(f *folder, cases []suite.Case) []suite.Case {
	var list []suite.Case
	for _, c := range cases {
		if c.Broken == nil {
			list = append(list, c)
			continue
		}
		fault := *c.Broken
		fault.File = ""
		where := c.Broken.File
		if below, err := filepath.Rel(f.disk, where); err == nil {
			where = filepath.Join(f.shown, below)
		}
		message := fault.Message
		if c.Broken.Line > 0 {
			where += fmt.Sprintf(":%d:%d", c.Broken.Line, c.Broken.Column)
		}
		k.stray(where, "%s", message)
	}
	return list
}

var milestone = text.Pattern(`(?i)^(?:m|milestone)?[-_ ]?([0-9]{1,2})$`)

// taskOf is the task that a path is for: the one that is given, the last that one
// of its parts names, or that of a milestone. The game is nil if there is none,
// and then it says why.
func (k *Intake) taskOf(path string) (g *game.Game, task game.Task, why string) {
	among := k.Games
	if k.Game != nil {
		among = []*game.Game{k.Game}
	}
	if k.Task != "" {
		task, _ := k.Game.Task(k.Task)
		return k.Game, task, ""
	}
	if g, task, ok := suite.TaskFor(path, among); ok {
		return g, task, ""
	}
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		m := milestone().FindStringSubmatch(strings.TrimSuffix(parts[i], manifestEnding))
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1])
		for _, g := range among {
			switch names := g.Milestones[n]; len(names) {
			case 0:
			case 1:
				task, _ := g.Task(names[0])
				return g, task, ""
			default:
				return nil, task, fmt.Sprintf("milestone %d of %s has several tasks: name the folders %s", n, g.Name, strings.Join(names, ", "))
			}
		}
	}
	return nil, task, "its path names no task or milestone, or one that several games have; add --task"
}

// whole reads cases that are files of their own: the input, then the output.
func (k *Intake) whole(f *folder, rules game.Rules, task game.Task) []suite.Case {
	var list []suite.Case
	oracle := rules.Oracle(task.Name)
	for _, name := range f.whole {
		path, shown := filepath.Join(f.disk, name), filepath.Join(f.shown, name)
		values, err := read(path)
		if err != nil {
			k.stray(shown, "%v", err)
			continue
		}
		var out game.Output
		n := 0
		for n = 1; n < len(values); n++ {
			out.Reset()
			if task.CheckCount(n) == nil && oracle(values[:n], &out) == nil && len(out.Values()) == len(values)-n {
				break
			}
		}
		if n >= len(values) {
			k.stray(shown, "its values are not an input of %s followed by its output", task.Name)
			continue
		}
		list = append(list, suite.Case{
			Name: strings.TrimSuffix(name, ".json"), AnyRun: true, File: path, In: values[:n:n], Out: values[n:],
		})
	}
	return list
}

// read reads the values of a file.
func read(path string) ([]jsontext.Value, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Cause(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, text.Cause(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > suite.CaseFileBytesMax:
		return nil, fmt.Errorf("longer than %s", text.Bytes(suite.CaseFileBytesMax))
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(f); err != nil {
		return nil, text.Cause(err)
	}
	values, err := stream.All(&content, stream.Limits{})
	if err != nil {
		return nil, err
	}
	return stream.Raws(values), nil
}

// compareNames orders numbers by their size.
func compareNames(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
