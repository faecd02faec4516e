package grade

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// entriesShown is how many names of a folder are told: enough to see that the
// build has made something else, or nothing.
const entriesShown = 8

// command is the program of the team.
func (w *work) command() *subject.Command {
	if w.program != nil {
		return w.program
	}
	t, e := w.task.Task, w.engine
	argv, inner, err := t.Argv()
	if err != nil {
		argv, inner = t.Run, nil // a course file that was read has no such command line
	}
	w.program = &subject.Command{
		Argv: argv, Inner: inner, Dir: w.state.dir(t), Env: t.Env, Isolation: t.Isolation, Live: t.Task.Live.Networked(),
		Hide: e.hide, Read: slices.Concat([]string{w.state.tree()}, t.Read, t.AdapterFiles), Warn: e.warn,
	}
	return w.program
}

// close ends what holds the program.
func (w *work) close() {
	if w.program != nil {
		w.program.Close()
	}
}

// unusable says why there is no program to run, "" if there is one.
func (w *work) unusable() string {
	if w.state.Refused != "" {
		return w.state.Refused
	}
	if why := w.state.failedBuild(w.task.Task); why != "" {
		return why
	}
	if why := w.engine.held(w.state); why != "" {
		return why
	}
	if !w.state.hasDir(w.task.Task) {
		return w.noDir()
	}
	var why string
	if err := w.command().Resolve(); err != nil {
		why = w.missing(err)
	} else {
		why = w.unread()
	}
	return w.state.scrub(text.Visible(why))
}

// interpreter matches programs that read the script which is their first argument from the
// folder in which they are started. Where another program looks for it, nobody knows.
var interpreter = text.Pattern(`^(python|pypy|node|ruby|perl|php|lua|luajit|bash|sh|dash|zsh|racket|julia|Rscript)[0-9.]*$`)

// unread says that an interpreter does not find the script that it is to run, "" if it does or
// the command line names none. The program would crash at every case, and nobody would see why.
func (w *work) unread() string {
	t := w.task.Task
	if len(t.Adapter) > 0 || !interpreted(t.Run) ||
		strings.ContainsRune(t.Run[0], '/') && !filepath.IsAbs(t.Run[0]) {
		return ""
	}
	name := programOf(t.Run)
	if strings.EqualFold(filepath.Ext(name), ".sh") && !strings.ContainsRune(name, '/') {
		return "" // a shell may also find it on the PATH
	}
	name = filepath.ToSlash(strings.ReplaceAll(name, subject.TaskMark, t.Task.Name))
	root, err := w.state.open()
	if name == "" || err != nil {
		return ""
	}
	defer root.Close()
	if _, err := root.Stat(path.Join(filepath.ToSlash(t.Dir), name)); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return w.hintAt(root, "no file "+name, name)
}

// missing explains why the program cannot be found, with what a team can do
// about it at the end. Nothing is told of folders outside the submission to
// which its links lead.
func (w *work) missing(err error) string {
	message := err.Error()
	if told, ok := errors.AsType[*game.UsageError](err); ok && told.Hint != "" {
		message += "; hint: " + told.Hint
	}
	return cmp.Or(w.unmade(), message)
}

// unmade says that the submission lacks the program that is to run, "" if it has it, or if
// that is elsewhere.
func (w *work) unmade() string {
	t := w.task.Task
	name := filepath.ToSlash(strings.ReplaceAll(t.Run[0], subject.TaskMark, t.Task.Name))
	if filepath.IsAbs(name) || !strings.ContainsRune(name, '/') {
		return ""
	}
	root, err := w.state.open()
	if err != nil {
		return ""
	}
	defer root.Close()
	if _, err := root.Stat(path.Join(filepath.ToSlash(t.Dir), name)); err == nil {
		return ""
	}
	return w.hintAt(root, "no program "+name, name)
}

// lacking says what a submission lacks that is not built, before its program is started: the
// folder of the task, its program or script. It is "" if nothing of that is missing.
func (w *work) lacking() string {
	switch {
	case len(w.engine.builds()) > 0: // which may make it
		return ""
	case !w.state.hasDir(w.task.Task):
		return w.noDir()
	case len(w.task.Adapter) > 0: // which may find it elsewhere
		return ""
	}
	return w.state.scrub(text.Visible(cmp.Or(w.unmade(), w.unread())))
}

func (w *work) noDir() string {
	return fmt.Sprintf("there is no folder %s in the submission", w.task.Dir)
}

// hintAt adds to what is missing in a submission what that has in its place.
func (w *work) hintAt(root *os.Root, what, name string) string {
	t := w.task.Task
	where := "in the submission"
	if t.Build.Command != "" {
		where = "after the build"
	}
	what += " " + where
	at := path.Join(filepath.ToSlash(t.Dir), name)
	hint := "the folder " + path.Dir(at)
	if path.Dir(at) == "." {
		hint = "the submission"
	}
	entries, err := fs.ReadDir(root.FS(), path.Dir(at))
	switch {
	case err != nil:
		hint += " does not exist"
	case len(entries) == 0:
		hint += " is empty"
	default:
		var names []string
		below := "" // a folder of the team that has it, such as src
		for _, entry := range entries {
			names = append(names, entry.Name())
			inside := path.Join(path.Dir(at), entry.Name(), path.Base(at))
			if _, err := root.Stat(inside); below == "" && entry.IsDir() && err == nil {
				below = inside
			}
		}
		near := game.Nearest(path.Base(name), slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == path.Base(name) }))
		near = cmp.Or(below, near)
		if n := len(names) - entriesShown; n > 0 {
			names = append(names[:entriesShown], fmt.Sprintf("%d more", n))
		}
		hint += " has " + strings.Join(names, ", ")
		if near != "" {
			hint += fmt.Sprintf("; did you mean %s?", near)
		}
	}
	return what + "; hint: " + hint
}
