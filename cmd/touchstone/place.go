package main

import (
	"regexp"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// missesFile is how shells, interpreters and build tools complain about a file
// that is not where they run.
var missesFile = regexp.MustCompile(`(?i)no such file|not found|no module named|could not find|cannot find|can't open|no rule to make target`)

// The exit statuses of a shell that cannot run a program.
const (
	exitNotExecutable = 126
	exitNotFound      = 127
)

// placeHint is what to say about a result if the program seems to miss a file
// because it runs in a folder of its own, "" otherwise.
func placeHint(command *subject.Command, r run.Result) string {
	v := r.Verdict
	if command.Dir != "" || command.Isolation == subject.Unisolated || v.Outcome != judge.Crashed ||
		v.Exit != exitNotExecutable && v.Exit != exitNotFound && !missesFile.MatchString(v.Stderr) {
		return ""
	}
	return "the program runs in an empty folder of its own; if it needs files from here add --dir ."
}
