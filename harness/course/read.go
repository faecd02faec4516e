package course

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// A Lookup finds GAME/TASK among the games there are. The error says what there
// is instead.
type Lookup func(name string) (*game.Game, game.Task, error)

// The bounds of what a course file may ask for, and why.
const (
	buildTimeout    = 5 * time.Minute // of a large project without its packages
	buildBytesMax   = 4 << 30         // what a linker takes
	buildProcsMax   = 512             // tools run a job for each processor
	buildDiskMax    = 2 << 30         // what a large project and its caches take
	memoryBytesMost = 1 << 40
	repeatMax       = 100
	seatsMax        = 100
	pointsMax       = 1_000_000
	nameBytesMax    = 60
)

// What no program and no build could live with is a slip, a missing unit most often,
// and would cost the whole class its points.
const (
	memoryBytesLeast = subject.MemoryBytesLeast
	timeLeast        = time.Millisecond // to start a program takes as long
	outputBytesLeast = len("false\n")   // no answer is much shorter
	diskBytesLeast   = 4 << 10          // a file system gives no file less
	unpackedLeast    = 1 << 10          // the shortest programs have as much
)

// duration reads a duration in which something can happen, 0 if there is none.
func (d *reader) duration(t *document.Table, key string) time.Duration {
	n := t.Duration(key, subject.DurationMax)
	if n > 0 && n < timeLeast {
		t.Wrong(t.At(key), "expected at least %v, found %s", timeLeast, document.Describe(t.Values[key]))
	}
	return n
}

// allCases is what keys that select cases stand for where they are missing.
const allCases = "all cases"

// initHint is the next step of somebody whose course file cannot be read.
const initHint = "touchstone grade init prints a course file with every key and its meaning"

// tomlHint is the next step of somebody whose course file is not even TOML.
const tomlHint = "touchstone grade init prints a course file; it is TOML in UTF-8, without a byte order mark"

// secretEnding is that of the file of the secret, beside the course file.
const secretEnding = ".secret"

// Read reads a course file. The error is a *document.Problems with all that is wrong in
// it, or a *game.UsageError if it cannot be read. With problems there is a course
// all the same if the file is TOML: what else is wrong with it can be found, too.
func Read(file string, lookup Lookup) (*Course, error) {
	text, err := textOf(file, "touchstone grade init --to course.toml writes a first one")
	if err != nil {
		return nil, err
	}
	return Parse(file, text, lookup)
}

// textOf is the text of a course file. The error is a *game.UsageError, with the hint
// if there is no such file.
func textOf(file, hint string) ([]byte, error) {
	raw, err := files.Read(file, FileBytesMax)
	if err == nil {
		return raw, nil
	}
	switch info, unseen := os.Stat(file); {
	case files.NotInput(file) != nil:
		hint = "save it as a file: the paths in it start in its folder"
	case unseen == nil && info.IsDir():
		err, hint = errors.New("expected a course file, found a folder"), courseIn(file)
	case errors.Is(err, fs.ErrPermission):
		hint = "give your user the right to read the file"
	case errors.Is(err, fs.ErrNotExist) && files.Near(file) != "":
		hint = fmt.Sprintf("did you mean %s? %s", files.Near(file), hint)
	case unseen == nil:
		hint = "name a course file, such as touchstone grade init writes"
	}
	return nil, &game.UsageError{Message: fmt.Sprintf("course %s: %v", file, err), Hint: hint}
}

// courseIn is the next step of somebody who has named a folder instead of a course
// file.
func courseIn(folder string) string {
	// Of an odd name Glob finds none, as of an empty folder.
	names, _ := filepath.Glob(filepath.Join(folder, "*.toml"))
	if len(names) > 0 {
		return "name the file, such as " + names[0]
	}
	return fmt.Sprintf("touchstone grade init --to %s writes a first one", filepath.Join(folder, "course.toml"))
}

// A GameFolder is a folder of a game that a course file names, and where it does.
type GameFolder struct {
	Dir  string
	Line int
	Key  string
}

// Games are the folders of games that a course file names: they must be there before
// it can be read, since its tasks are theirs. What is wrong with the file Read tells.
func Games(file string) []GameFolder {
	text, err := textOf(file, "")
	if err != nil {
		return nil
	}
	top, problem := document.Parse(file, text)
	if problem != nil {
		return nil
	}
	var list []GameFolder
	for i, dir := range (&Course{File: file}).games(top) {
		key := fmt.Sprintf("games[%d]", i)
		list = append(list, GameFolder{Dir: dir, Line: top.Line(key), Key: key})
	}
	return list
}

// Line is the line of the course file on which a key stands, by its path, such as
// task[0].run; 0 if nobody knows. It reads the file again, which is done for what is
// found wrong long after it was read.
func (c *Course) Line(path string) int {
	text, err := textOf(c.File, "")
	if err != nil {
		return 0
	}
	top, problem := document.Parse(c.File, text)
	if problem != nil {
		return 0
	}
	return top.Line(path)
}

// games are the folders of games that the file names.
func (c *Course) games(top *document.Table) []string {
	list := top.Texts("games")
	for i, name := range list {
		list[i] = c.path(name)
	}
	return list
}

// Parse is Read of a text.
func Parse(file string, text []byte, lookup Lookup) (*Course, error) {
	top, problem := document.Parse(file, text)
	if problem != nil {
		return nil, &document.Problems{List: []document.Problem{*problem}, Hint: tomlHint}
	}
	d := &reader{top.File}
	c := d.course(top, lookup)
	if len(d.Problems) > 0 {
		return c, &document.Problems{List: d.Sorted(), Hint: initHint}
	}
	return c, nil
}

// A reader reads a course from its file.
type reader struct{ *document.File }

func (d *reader) course(t *document.Table, lookup Lookup) *Course {
	c := &Course{
		File: d.Name, Title: t.Text("title", "the course"), Points: t.Hundredths("points", 100, pointsMax),
		Work: t.Text("work", "work"), Grades: t.Text("grades", "grades"), Anonymous: t.Flag("anonymous"),
		Broken: Remedy(t.Word("broken", []string{string(Stop), string(LeaveOut)})),
		House:  Remedy(t.Word("house", []string{string(Stop), string(LeaveOut), string(CountIn)})),
	}
	c.Touchstone = t.Text("touchstone", "")
	c.Games = c.games(t)
	c.checkFolders(t)
	c.Secret = t.Text("secret", strings.TrimSuffix(filepath.Base(d.Name), ".toml")+secretEnding)
	if c.Secret == "" {
		t.Wrong("secret", "expected the name of a file, found an empty string")
	} else if ofHome(c.Secret) {
		t.Wrong("secret", "expected the path of a file, found %q; %s", c.Secret, fullHome)
	}
	c.Submissions = readSubmissions(t)
	c.Late, c.Adjust = d.late(t), d.adjustments(t)
	d.tasks(t, c, lookup)
	t.End()
	c.Work, c.Grades, c.Submissions.Roster, c.Secret = c.path(c.Work), c.path(c.Grades), c.path(c.Submissions.Roster), c.path(c.Secret)
	for i, pattern := range c.Submissions.Paths {
		c.Submissions.Paths[i] = c.path(pattern)
	}
	return c
}

// checkFolders tells of a folder work or grades that cannot be one, and forgets it: what else
// would be wrong with it only follows from this.
func (c *Course) checkFolders(t *document.Table) {
	for name, made := range map[string]*string{"work": &c.Work, "grades": &c.Grades} {
		v, ok := t.Values[name].(string)
		if !ok {
			continue
		}
		info, err := os.Stat(c.path(v))
		switch {
		case v == "" || filepath.Clean(v) == ".":
			t.Wrong(name, "expected a separate folder, since old files in it are removed, found %q", v)
		case ofHome(v):
			t.Wrong(name, "expected a folder, found %q; %s", v, fullHome)
		case err == nil && !info.IsDir():
			t.Wrong(name, "expected a folder, found the file %q", v)
		default:
			continue
		}
		*made = ""
	}
}

// readSubmissions reads where the submissions are.
func readSubmissions(t *document.Table) Submissions {
	s := t.Table("submissions")
	read := Submissions{
		Paths: s.Texts("paths"), Roster: s.Text("roster", ""),
		BytesMax: s.Size("bytes_max", UnpackedBytesMax, unpackedLeast, memoryBytesMost),
		FilesMax: int(s.Whole("files_max", UnpackedFilesMax, 1, 10_000_000)), Released: s.Texts("released"),
	}
	for i, pattern := range read.Paths {
		if _, err := filepath.Match(pattern, ""); err != nil {
			why := ""
			if strings.Contains(pattern, "[") {
				why = "; each [ needs its ]"
			}
			s.Wrong(s.At("paths"), "pattern %d is invalid: %q%s", i+1, pattern, why)
		}
	}
	switch {
	case len(read.Paths) > 0:
	case s.Told():
	case !t.Has("submissions"):
		t.Missing("submissions", []string{"submissions"}, `paths are missing: write for example paths = ["submissions/*"] below [submissions]`)
	case !s.Has("paths"):
		s.Missing("submissions", []string{"paths"}, `paths are missing: write for example paths = ["submissions/*"]`)
	case s.Blank("paths"):
		s.Wrong(s.At("paths"), `expected at least one path, found none; write for example ["submissions/*"]`)
	}
	s.End()
	return read
}

// tasks reads the tasks, and holds their points against those of the course.
func (d *reader) tasks(t *document.Table, c *Course, lookup Lookup) {
	tasks := t.Tables("task")
	const number = "expected 1 to %d tasks, each starting with [[task]], found %d"
	if _, list := t.Values["task"].([]any); !t.Has("task") {
		t.Missing("task", []string{"task"}, fmt.Sprintf(number, TasksMax, 0))
	} else if len(tasks) > TasksMax || len(tasks) == 0 && list {
		t.Wrong("task", number, TasksMax, len(tasks))
		tasks = tasks[:min(len(tasks), TasksMax)]
	}
	names := make(map[string]bool)
	for _, inner := range tasks {
		k := d.task(inner, c, lookup)
		if names[k.Name] && k.Name != "" {
			inner.Wrong(inner.At("name"), "another task is also called %q; give one of them another name", k.Name)
		}
		names[k.Name] = true
		c.Tasks = append(c.Tasks, k)
	}
	d.worth(t, tasks, c)
}

// worth holds the points of the tasks against those of the course.
func (d *reader) worth(t *document.Table, tasks []*document.Table, c *Course) {
	own, weighing, before := int64(0), 0, len(d.Problems)
	for i := range c.Tasks {
		switch k := &c.Tasks[i]; {
		case k.Points > 0 && tasks[i].Has("weight"):
			tasks[i].Wrong(tasks[i].At("weight"), "the task has both points and weight; remove one")
		case k.Bonus && k.Points == 0:
			tasks[i].Wrong(tasks[i].At("bonus"), "a bonus task needs its own points; write for example points = 5")
		case k.Bonus:
		case k.Points > 0:
			own += k.Points
		case k.Weight > 0:
			weighing++
		}
	}
	if weighing == 0 && own > 0 && !t.Has("points") {
		c.Points = own
	}
	switch {
	case len(c.Tasks) == 0, len(d.Problems) > before: // which is to be mended first
	case weighing == 0 && own == 0:
		tasks[0].Wrong(tasks[0].At("weight"), "expected a task with points or a weight above 0: otherwise nobody earns a point")
	case weighing == 0 && c.Points != own:
		t.Wrong("points", "expected %v, the sum of the points of all tasks, found %v; correct it, or remove it", points(own), points(c.Points))
	case own > 0 && own >= c.Points && weighing > 0:
		t.Wrong("points", "expected more than %v, the sum of the tasks that have points, since other tasks have a weight; found %v",
			points(own), points(c.Points))
	default:
		for i := range c.Tasks {
			d.worthOfGroups(tasks[i], c, i)
		}
	}
}

// worthOfGroups holds the points of groups against those of the part that they
// are in.
func (d *reader) worthOfGroups(t *document.Table, c *Course, i int) {
	together := int64(0)
	for _, g := range c.Tasks[i].Groups {
		if !g.Bonus {
			together += g.Points
		}
	}
	if has := c.PointsOfPart(i, Cases); together > has && c.Tasks[i].WeightOf(Cases) > 0 {
		t.Wrong(t.At("group"), "the groups have %v points together, and the part cases has %v", points(together), points(has))
	}
}

// points are hundredths of a point for people.
func points(hundredths int64) float64 { return float64(hundredths) / 100 }

// EmbeddedSuite tells whether a suite is meant to be an embedded one.
func EmbeddedSuite(name string, lookup Lookup) bool {
	if strings.HasPrefix(name, ".") || strings.Count(name, "/") != 1 {
		return false
	}
	_, _, err := lookup(name)
	return err == nil
}

// Hidden are the suites of the task that students must not see.
func (t *Task) Hidden(lookup Lookup) []string {
	var list []string
	for _, name := range t.Suites {
		if !EmbeddedSuite(name, lookup) && !slices.Contains(t.Public, name) {
			list = append(list, name)
		}
	}
	return list
}

// PlainName tells whether a name can stand everywhere: in a path, on a command
// line, in an address.
func PlainName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && r != '-' && r != '_' {
			return false
		}
	}
	return name != "" && len(name) <= nameBytesMax && name[0] != '-'
}
