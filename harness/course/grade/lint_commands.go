package grade

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// commands finds programs of this machine that command lines name and that are
// not there: every team would fail.
func (e *Engine) commands(t *course.Task) {
	if e.Elsewhere {
		return
	}
	tell := func(level Level, what, message, hint string) {
		e.tellAt(what, Finding{Level: level, Kind: aboutCommand, Task: t.Name, Message: what + ": " + message, Hint: hint})
	}
	missing := func(level Level, what, name string) {
		hint := "install the program, or correct the command line in the course file"
		if what == "run" && !strings.ContainsRune(name, '/') {
			hint = fmt.Sprintf("install the program, or write ./%s for a file of the submissions", name)
		}
		tell(level, what, fmt.Sprintf("there is no program %s on this machine", edged(name)), hint)
	}
	// A shell looks for programs where the course says, and touchstone on its own PATH.
	script := func(what, text string, env []string) {
		if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "PATH=") }) {
			return
		}
		for i, name := range programsOf(text) {
			if _, err := exec.LookPath(name); err == nil {
				continue
			}
			// What comes first may have made a later one.
			level := Warning
			if i == 0 && strings.HasPrefix(strings.TrimSpace(text), name) {
				level = Wrong
			}
			missing(level, what, name)
		}
	}
	if len(t.Run) > 0 {
		name := strings.ReplaceAll(t.Run[0], subject.TaskMark, t.Task.Name)
		_, err := exec.LookPath(name)
		switch {
		case len(t.Run) == 1 && len(strings.Fields(name)) > 1 && !strings.ContainsRune(name, '/'):
			tell(Wrong, "run", fmt.Sprintf("expected each argument as a string of its own, found %q", t.Run[0]), "write "+course.RunOf(strings.Fields(name)))
		case err == nil:
			script("run", shellText(t.Run), t.Env)
		case filepath.IsAbs(name) || !strings.ContainsRune(name, '/'):
			missing(Wrong, "run", name)
		}
	}
	// An adapter is the staff's: no submission and no build brings it. Of one with a
	// folder the file says whether it is there.
	if len(t.Adapter) > 0 {
		name := t.Adapter[0]
		_, err := exec.LookPath(name)
		switch {
		case err == nil:
		case slices.Contains(t.AdapterFiles, name):
			tell(Wrong, "adapter", name+" is not executable", "make it executable, or write its interpreter before it, as in sh adapter.sh")
		case !strings.ContainsRune(name, '/'):
			missing(Wrong, "adapter", name)
		}
	}
	script("build.command", t.Build.Command, t.Build.Env)
}

// shellText is what a command line gives to a shell to run, "" for nothing.
func shellText(argv []string) string {
	if len(argv) > 2 && subject.IsShell(argv[0]) && slices.Contains(scriptFlags, argv[1]) {
		return argv[2]
	}
	return ""
}

// The words of a shell, and of what starts one.
var (
	scriptFlags = []string{"-c", "-ec", "-lc"}
	// shellLeads stand in front of a command, and shellWords are what a command may begin
	// with that is no program.
	shellLeads = []string{"!", "do", "elif", "else", "exec", "if", "then", "time", "until", "while"}
	shellWords = []string{
		":", "break", "case", "cd", "continue", "done", "echo", "esac", "exit", "export", "false", "fi", "for", "jobs", "kill", "popd",
		"printf", "pushd", "pwd", "read", "readonly", "return", "set", "shift", "shopt", "test", "times", "trap", "true", "ulimit", "umask",
		"unset", "wait",
	}
	// shellUnknown are commands behind which any other word may be a program: they
	// define some, or ask which there are.
	shellUnknown = []string{".", "alias", "command", "eval", "hash", "source", "type", "which"}
)

// shellOnly are letters with which only a shell can tell where its commands begin.
const shellOnly = "'\"`\\(){}#<>"

// programsOf are the programs that a text for a shell surely names, each once: those with
// which its commands begin, but for commands that have an alternative. Of a text that only a
// shell can read it is at most the first.
func programsOf(script string) []string {
	if strings.Contains(script, "PATH=") {
		return nil
	}
	commands := strings.FieldsFunc(script, func(r rune) bool { return r == ';' || r == '&' || r == '\n' })
	if len(commands) > 1 && strings.ContainsAny(script, shellOnly) {
		commands = commands[:1]
	}
	var list []string
	for _, command := range commands {
		if strings.Contains(command, "||") {
			continue
		}
		for part := range strings.SplitSeq(command, "|") {
			words := strings.Fields(part)
			for len(words) > 0 && (isAssignment(words[0]) || slices.Contains(shellLeads, words[0])) {
				words = words[1:]
			}
			switch {
			case len(words) == 0:
			case slices.Contains(shellUnknown, words[0]):
				return list
			case isProgram(words[0]) && !slices.Contains(shellWords, words[0]) && !slices.Contains(list, words[0]):
				list = append(list, words[0])
			}
		}
	}
	return list
}

// isAssignment tells whether a word sets a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && course.PlainName(name)
}

// isProgram tells whether a word can only be a program on the PATH.
func isProgram(word string) bool {
	return course.PlainName(strings.NewReplacer(".", "", "+", "").Replace(word))
}
