package subject

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// missesFile is how shells, interpreters and build tools complain about a file
// that is not where they run.
var missesFile = text.Pattern(
	`(?i)no such file|not found|no module named|could not find|cannot find|can(not|'t) open|unable to access|no rule to make target`)

// opensFile is how interpreters complain about a script that they cannot read.
var opensFile = text.Pattern(`(?i)can(not|'t) (open|find)|no such file`)

// missesHarness is how they complain that there is no harness.
var missesHarness = text.Pattern(`(?i)touchstone: (not found|permission denied|command not found)`)

// The exit statuses of a shell that cannot run a program.
const (
	exitNotExecutable = 126
	exitNotFound      = 127
)

// Advice says what is wrong with the command line, or with a file that it
// names, if that is why the program failed with an exit status and these last
// words on stderr: a file that is not there, or not where the program runs, a
// script that cannot be started. "" if it failed for another reason.
func (c *Command) Advice(exit int, stderr string) string {
	if len(c.Argv) > 1 && IsShell(c.Argv[0]) {
		// Whatever the status is, that comes first: the last command may be one
		// that a shell finds, with a CR in its last word.
		if line, _ := firstLine(c.place(c.Argv[1])); strings.HasSuffix(line, "\r") {
			return carriageReturn(c.Argv[1], c.place(c.Argv[1]), "the shell reads the CR as part of each command")
		}
	}
	byShell := exit == exitNotExecutable || exit == exitNotFound
	if !byShell && !missesFile().MatchString(stderr) {
		return ""
	}
	if missesHarness().MatchString(stderr) && c.Isolation != Unisolated {
		return "a program under test cannot see touchstone, since touchstone knows the answers; name it in the command line or with --read PATH"
	}
	var outside string // a file that is here, where the program does not run
	for i, word := range c.Argv {
		for _, name := range c.namesIn(word) {
			if i == 0 && !strings.ContainsRune(name, filepath.Separator) {
				continue // a program on the PATH
			}
			path := c.place(name)
			info, err := os.Stat(path)
			switch {
			case err != nil && c.misses(i, name, byShell, stderr):
				return c.missing(name)
			case err != nil || !info.Mode().IsRegular():
				continue
			}
			if byShell {
				if wrong := unstartable(path, name, info.Mode(), exit); wrong != "" {
					return wrong
				}
			}
			if name != word && !filepath.IsAbs(name) {
				outside = cmp.Or(outside, name)
			}
		}
	}
	switch {
	case c.Isolation == Unisolated:
		return ""
	case c.Dir != "":
		return "the program sees only the folder of --dir, and not your home folder; " + readHint
	case outside != "":
		return fmt.Sprintf("%s is in the folder where you started touchstone, but the program runs in a new empty folder; add --dir . to run it here", outside)
	}
	return "the program runs in a new empty folder; add --dir . to run it in this folder, or --dir FOLDER for another one; " + readHint
}

// readHint is how to show a program more.
const readHint = "add --read PATH to show it more files or folders"

// place is where the harness finds a file that the command line names.
func (c *Command) place(name string) string {
	if c.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, name)
}

// namesIn lists what may be names of files in a word of a command line: the
// word itself, or what a line for a shell names.
func (c *Command) namesIn(word string) []string {
	if _, err := os.Stat(c.place(word)); err == nil || !strings.ContainsAny(word, " \t\n;&|") {
		return []string{word}
	}
	return strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(" \t\n;&|<>()'\"", r) })
}

// misses tells whether a program complains that it does not find the file which
// this word, or a part of it, names.
func (c *Command) misses(i int, name string, byShell bool, stderr string) bool {
	if name == "" || name[0] == '-' || !strings.Contains(stderr, filepath.Base(name)) {
		return false
	}
	switch {
	case strings.ContainsRune(name, filepath.Separator), filepath.Ext(name) != "":
		return byShell || missesFile().MatchString(stderr)
	}
	// A bare word may be anything, but for the script behind an interpreter.
	return i == 1 && name == c.Argv[1] && opensFile().MatchString(stderr)
}

// missing says that a file is not there, and which one may be meant.
func (c *Command) missing(name string) string {
	where := "the folder where you started touchstone"
	if c.Dir != "" {
		where = fmt.Sprintf("%s, where paths in the command start because of --dir", c.Dir)
	}
	text := fmt.Sprintf("there is no file %s in %s", name, where)
	if filepath.IsAbs(name) {
		text = "there is no file " + name
	}
	if near := nearestFile(c.place(filepath.Dir(name)), filepath.Base(name)); near != "" {
		text += fmt.Sprintf("; did you mean %s?", strings.TrimSuffix(name, filepath.Base(name))+near)
	}
	return text
}

// nearestFile is the name in a folder that is most like one that is not there.
func nearestFile(folder, name string) string {
	var there []string
	if entries, err := os.ReadDir(folder); err == nil {
		for _, entry := range entries {
			there = append(there, entry.Name())
		}
	}
	return game.Nearest(name, there)
}

// unstartable says why a shell, or env, cannot start a file, "" if it can.
func unstartable(path, name string, mode os.FileMode, exit int) string {
	if exit == exitNotExecutable {
		if mode.Perm()&0o111 == 0 {
			return fmt.Sprintf("%s is not executable; run chmod +x %s", name, text.Quote([]string{path}))
		}
		return ""
	}
	line, ok := firstLine(path)
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !ok || !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return ""
	}
	if strings.HasSuffix(line, "\r") {
		return carriageReturn(name, path, fmt.Sprintf("its first line names %q", words[len(words)-1]+"\r"))
	}
	interpreter := words[0]
	if filepath.Base(interpreter) == "env" {
		i := 1 + slices.IndexFunc(words[1:], func(w string) bool { return w[0] != '-' && !strings.Contains(w, "=") })
		if i == 0 {
			return ""
		}
		interpreter = words[i]
	}
	if _, err := exec.LookPath(interpreter); err == nil {
		return ""
	}
	return fmt.Sprintf("the first line of %s names the interpreter %q, which does not exist; correct the line, or write the interpreter before %s",
		name, interpreter, name)
}

// carriageReturn says that the lines of a script end as those of Windows do,
// what comes of that, and what to do.
func carriageReturn(name, path, so string) string {
	return fmt.Sprintf("the lines of %s end with CRLF, so %s; %s", name, so, mendLines(path))
}

// mendLines is what to do about a script whose lines end with CRLF.
func mendLines(path string) string {
	return fmt.Sprintf(`convert them to LF: sed -i 's/\r$//' %s`, text.Quote([]string{path}))
}

// IsShell tells whether a program is one that reads its scripts as POSIX says.
func IsShell(program string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "ksh", "zsh"}, filepath.Base(program))
}
