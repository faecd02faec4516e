package grade

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// warnRoot warns where programs run as root of this machine, or may become it.
func (e *Engine) warnRoot() {
	if os.Geteuid() != 0 {
		return
	}
	bare := func(t *task) bool { return t.Isolation == subject.Unisolated }
	if slices.ContainsFunc(e.tasks, bare) {
		e.warn(`you grade as root, and with isolation = "none" programs also run as root: they can damage the whole machine`)
		return
	}
	if message := rootWarning(subject.Survey()); message != "" {
		e.warn(message)
	}
}

// rootWarning says what follows for root from what a machine offers, "" if nothing does. A
// machine that could not be asked may well have all that is needed.
func rootWarning(facilities []subject.Facility) string {
	for _, f := range facilities {
		switch {
		case f.TooManyFiles:
			return "touchstone cannot find out how this machine isolates programs: too many files are open; raise the limit of open files with ulimit -n"
		case f.Name == "user namespace" && f.Available:
			return ""
		}
	}
	return "you grade as root on a machine without user namespaces: a program that escapes its sandbox is root"
}

// workNames are the names in the folder work of a course.
var workNames = []string{"teams", "ledgers", "tournaments", "locks", "shards", "slurm"}

// hintWork is the next step if the folder work of a course cannot be used.
const hintWork = `set work to a separate folder in the course file, for example work = "work"`

// foreignIn says what in the folder work Touchstone did not make, "" for nothing.
func foreignIn(entries []fs.DirEntry) string {
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") && !slices.Contains(workNames, entry.Name()) {
			return "contains " + strconv.Quote(entry.Name()) + ", which touchstone did not make"
		}
	}
	return ""
}

// CheckWork tells of a folder work with something else in it, which OpenWork refuses, where nothing is
// graded. The error is that of Prepare.
func (e *Engine) CheckWork() error {
	told := func(f Finding) bool { return f.key == "work" } // which says more
	entries, _ := os.ReadDir(e.Course.Work)                 // what is not there will be made
	if said := foreignIn(entries); said != "" && !slices.ContainsFunc(e.findings, told) {
		e.tell(Finding{
			Level: Wrong, Kind: aboutCourse, File: e.Course.File, Line: e.Course.Line("work"),
			Message: "work: the folder " + said, Hint: hintWork,
		})
	}
	return e.stopped()
}

// OpenWork makes sure that there is the folder work of the course, into which
// nobody else can look: what is in it is the work of all teams. The error, a
// *game.UsageError, refuses a folder that has something else in it, since its
// mode is changed and old files in it are removed.
func (e *Engine) OpenWork() error {
	path := e.Course.Work
	wrong := func(err error) error {
		return &game.UsageError{Message: fmt.Sprintf("the folder work of the course, %s: %v", path, text.Cause(err)), Hint: hintWork}
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return wrong(err)
	}
	// A link that the course file names is the course's own.
	root, err := os.OpenRoot(path)
	if err != nil {
		return wrong(err)
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return wrong(err)
	}
	if said := foreignIn(entries); said != "" {
		return &game.UsageError{Message: fmt.Sprintf("the folder work of the course, %s, %s", path, said), Hint: hintWork}
	}
	info, err := root.Stat(".")
	if err != nil {
		return wrong(err)
	}
	if info.Mode()&^fs.ModeDir == 0o700 {
		return nil
	}
	if info.Mode()&fs.ModeSticky != 0 {
		return &game.UsageError{
			Message: fmt.Sprintf("the folder work of the course, %s, is a shared folder", path),
			Hint:    hintWork,
		}
	}
	if err := root.Chmod(".", 0o700); err != nil {
		return wrong(err)
	}
	return nil
}
