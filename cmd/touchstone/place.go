package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// placeHint is what to say about a result if the program failed for want of a
// file, or since a script cannot be started, "" otherwise.
func placeHint(command *subject.Command, r run.Result) string {
	if r.Verdict.Outcome != judge.Crashed {
		return ""
	}
	if hint := copyHint(command, r.Verdict.Stderr); hint != "" {
		return hint
	}
	hint := command.Advice(r.Verdict.Exit, r.Verdict.Stderr)
	if hint == "" || command.Dir != "" {
		return hint
	}
	m := missedByPython().FindStringSubmatch(r.Verdict.Stderr)
	switch {
	case m == nil || filepath.IsAbs(m[2]):
	case m[1] != "" && !isBeside(command.Argv, m[1]) && !isBeside(command.Argv, m[1]+".py"):
		return fmt.Sprintf("if %s is in your home folder, add --read PATH", m[1])
	case m[2] != "" && !isBeside(command.Argv, m[2]):
		return "" // another folder would not help
	}
	return hint
}

// refusedStart is how shells and Python name the file that they may not start.
var refusedStart = text.Pattern(`(?m)([^\s:'"]+): (?:[Cc]annot execute: )?[Pp]ermission denied|Permission denied: '([^']+)'`)

// copyHint is what to say if a program tried to start a copy of touchstone, "" otherwise.
func copyHint(command *subject.Command, stderr string) string {
	m := refusedStart().FindStringSubmatch(stderr)
	if m == nil || command.Isolation == subject.Unisolated {
		return ""
	}
	name := cmp.Or(m[1], m[2])
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(command.Dir, path)
	}
	if !grade.IsCopy(context.Background(), path) {
		return ""
	}
	return fmt.Sprintf("%s is a copy of touchstone, which knows the answers, so no program under test can start it; "+
		"if yours has to, name the file itself: --read %s", name, text.Quote([]string{path}))
}

// missedByPython is how Python names the module, or the file, that it does not find.
var missedByPython = text.Pattern(`ModuleNotFoundError: No module named '([^'.]+)|FileNotFoundError: .*: '([^']+)'`)

// isBeside tells whether a file or folder is in the current folder, or beside a file that
// a command line names.
func isBeside(argv []string, name string) bool {
	return !absent(name) || slices.ContainsFunc(argv, func(word string) bool { return !absent(filepath.Join(filepath.Dir(word), name)) })
}

// hidden are the files and folders of suites, which hold the right answers, as
// far as the program itself does not lie in them.
func hidden(command *subject.Command, suites []string) []string {
	var own []string
	for _, word := range append(command.Paths(), command.Dir) {
		if path, err := realPath(word); err == nil && word != "" {
			own = append(own, path)
		}
	}
	var list []string
	for _, suite := range suites {
		path, err := realPath(suite)
		if err != nil || slices.ContainsFunc(own, func(o string) bool { return isWithin(o, path) }) {
			continue
		}
		// With links its files may lie anywhere, and their answers beside them.
		files := append([]string{suite, path}, linked(path)...)
		for _, file := range files[1:] {
			if slices.ContainsFunc(own, func(o string) bool { return isWithin(o, file) }) {
				continue
			}
			list = append(list, file)
		}
		for _, file := range files {
			if name, ok := strings.CutSuffix(file, "-in.json"); ok {
				list = append(list, name+"-out.json")
			}
		}
	}
	return list
}

// areThere refuses files and folders that a flag names and that are not there.
func areThere(flag string, paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return &game.UsageError{
				Message: fmt.Sprintf("--%s %s: there is no such file or folder", flag, path),
				Hint:    "the path starts in the current folder",
			}
		}
	}
	return nil
}

// isFolderThere refuses --dir where there is no folder.
func isFolderThere(dir string) error {
	info, err := os.Stat(dir)
	found := "there is no such folder"
	switch {
	case dir == "" || err == nil && info.IsDir():
		return nil
	case err == nil:
		found = "expected a folder, found a file"
	}
	return &game.UsageError{Message: fmt.Sprintf("--dir %s: %s", dir, found), Hint: "the path starts in the current folder"}
}

// wordsApart refuses a command line in quotes: its words are one, which no program is called,
// and the first of them is one.
func wordsApart(argv []string) error {
	if len(argv) != 1 || len(strings.Fields(argv[0])) < 2 {
		return nil
	}
	if isProgram(argv[0]) || !isProgram(strings.Fields(argv[0])[0]) {
		return nil
	}
	hint := "leave the quotes out: -- " + text.Quote(strings.Fields(argv[0]))
	if strings.ContainsAny(argv[0], "|&;<>") { // only a shell knows what these mean
		hint = "let a shell read it: -- sh -c " + text.Quote(argv)
	}
	return &game.UsageError{
		Message: fmt.Sprintf("expected each word of the command by itself, found %q", argv[0]),
		Hint:    hint,
	}
}

// isProgram tells whether a word starts a program.
func isProgram(name string) bool {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return false // though a program of that name may be on the PATH
	}
	_, err = exec.LookPath(name)
	return err == nil || errors.Is(err, exec.ErrDot)
}

// absent tells whether nothing has the name, which stands for no file if it is empty.
func absent(path string) bool {
	_, err := os.Stat(path)
	return path != "" && errors.Is(err, fs.ErrNotExist)
}

// tellBegun says that --resume found no file to continue, and begins one: the name may be a slip.
func tellBegun(c *cobra.Command, path string) {
	fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s does not exist: it is made, and the run starts at the beginning\n", text.Visible(path))
}

// linked are the files to which links in a folder lead.
func linked(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // it is a file
	}
	var list []string
	for _, entry := range entries {
		if entry.Type()&os.ModeSymlink == 0 {
			continue
		}
		if path, err := realPath(filepath.Join(folder, entry.Name())); err == nil {
			list = append(list, path)
		}
	}
	return list
}

// realPath is the absolute path of a file that there is, without links.
func realPath(path string) (string, error) {
	if _, err := os.Stat(path); err != nil {
		return "", err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// isWithin tells whether a path is that of a folder, or of something in it.
func isWithin(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || folder[len(folder)-1] == filepath.Separator || rest[0] == filepath.Separator)
}
