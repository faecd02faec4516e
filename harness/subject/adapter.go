package subject

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// The marks of a command line that stand for what differs from run to run.
const (
	// TaskMark in a word stands for the name of the task.
	TaskMark = "{task}"
	// InputMark in a word stands for the path of a file with the input.
	InputMark = "{in}"
)

// An Adapter makes a program that takes its input in a way of its own one that
// reads it from standard input.
type Adapter struct {
	Wrapper []string // stands in front of the command line, gets the input, and starts the program; nil: none
	Task    string   // what TaskMark stands for
	NoStdin bool     // the program gets nothing on standard input, only the file of InputMark
}

// The scripts of a shell that put the input into a file and then become the
// program. The file lies in the private folder of the run. Without isolation
// there is none: then the file has no name any more when the program starts, so
// that nothing is left behind however it ends.
const (
	privateFile = `in=$TMPDIR/input.json
cat >"$in" || exit
`
	namelessFile = `in=$(mktemp) || exit
cat >"$in" && exec 3<"$in" || exit
rm -f "$in"
in=/dev/fd/3
`
	becomeProgram = `from=$in
for word; do
  shift
  while case $word in *'{in}'*) ;; *) false ;; esac; do word=${word%%'{in}'*}$in${word#*'{in}'}; done
  set -- "$@" "$word"
done
`
)

// Adapt is the command line for a program that is to be run so, and that of the
// program itself. The error is a *game.UsageError.
func (a Adapter) Adapt(argv []string, isolation Isolation) (adapted, inner []string, err error) {
	adapted = slices.Concat(a.Wrapper, argv)
	for i, word := range adapted {
		adapted[i] = strings.ReplaceAll(word, TaskMark, a.Task)
	}
	inner = adapted[len(a.Wrapper):]
	marked := slices.ContainsFunc(adapted, func(word string) bool { return strings.Contains(word, InputMark) })
	switch {
	case a.NoStdin && !marked:
		return nil, nil, &game.UsageError{
			Message: "with --stdin none the program gets no input",
			Hint:    "write " + InputMark + " where the program expects the path of its input: -- ./program --file " + InputMark,
		}
	case !marked:
		return adapted, inner, nil
	case runtime.GOOS == "windows":
		return nil, nil, &game.UsageError{Message: InputMark + " needs a shell, and this system has none", Hint: "pass a wrapper program with --adapter"}
	case strings.Contains(adapted[0], InputMark):
		return nil, nil, &game.UsageError{Message: fmt.Sprintf("%s cannot be the program; it stands for an argument", InputMark)}
	}
	script := privateFile
	if isolation == Unisolated {
		script = namelessFile
	}
	script += becomeProgram
	if a.NoStdin {
		script += "from=/dev/null\n"
	}
	return append([]string{"sh", "-c", script + `exec "$@" <"$from"`, "sh"}, adapted...), inner, nil
}

// ParseWrapper splits the command line of a wrapper, words with blanks between.
// The error is a *game.UsageError.
func ParseWrapper(line string) ([]string, error) {
	if strings.ContainsAny(line, `'"\$&|;<>()*?[]~`+"`\n") {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("adapter %q: expected words separated by blanks, since no shell reads them", line),
			Hint:    "put shell syntax into a script and run that: --adapter 'sh adapter.sh'",
		}
	}
	return strings.Fields(line), nil
}
