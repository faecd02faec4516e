package grade

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
)

// A Level says what a finding does to a course.
type Level string

// The levels.
const (
	Wrong   Level = "error"   // nothing is graded before it is mended
	Warning Level = "warning" // grading goes on
)

// A Finding is something about a course that its staff should know before any
// program runs. The files lint_*.go find them.
type Finding struct {
	Level Level  `json:"level"`
	Kind  string `json:"kind"` // one of lint.Kind for a case, else "course", "suite", "command", "options" or "points"
	Task  string `json:"task,omitempty"`
	Case  string `json:"case,omitempty"`
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitzero"` // from 1
	// Message says what is wrong, and Hint what to do about it.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`

	key string // of the file, "" if none is wrong
}

// problem is the finding as one of a list of problems.
func (f *Finding) problem() document.Problem {
	key := f.Case
	if key == "" && f.Task != "" {
		key = "task " + f.Task
	}
	p := document.Problem{File: f.File, Line: f.Line, Key: key, Message: f.Message}
	if f.Case != "" {
		p.Message = f.Kind + ": " + f.Message
	}
	return p
}

// Error says where something is wrong, and what.
func (f *Finding) Error() string { return f.problem().Error() }

// Findings are all that Prepare has found, whether it stops the course or not.
func (e *Engine) Findings() []Finding { return e.findings }

// The kinds of findings beside those of cases.
const (
	aboutCourse  = "course"
	aboutSuite   = "suite"
	aboutCommand = "command"
	aboutOptions = "options"
	aboutPoints  = "points"
)

// tell adds a finding. One about a task that names no place is at the task.
func (e *Engine) tell(f Finding) { e.tellAt("", f) }

// tellAt adds a finding. One about a task that names no place is at a key of the task.
func (e *Engine) tellAt(key string, f Finding) {
	if f.File == "" && f.Task != "" && f.Case == "" {
		f.File, f.Line = e.Course.File, e.lineOf(f.Task, key)
	}
	e.findings = append(e.findings, f)
}

// lineOf is the line of a key of a task, or of the task if it lacks the key.
func (e *Engine) lineOf(task, key string) int {
	i := slices.IndexFunc(e.Course.Tasks, func(other course.Task) bool { return other.Name == task })
	return e.Course.Line(document.Join(fmt.Sprintf("task[%d]", i), key))
}

// fault adds what an error says that is about the course, and returns any other one. If
// the error is about a task and names no place, it is at a key of the task.
func (e *Engine) fault(kind, task, key string, err error) error {
	if problems, ok := errors.AsType[*document.Problems](err); ok {
		for i, p := range problems.List {
			f := Finding{Level: Wrong, Kind: kind, Task: task, File: p.File, Line: p.Line, Message: p.Message, key: p.Key}
			if p.Key != "" {
				f.Message = p.Key + ": " + p.Message
			}
			if i == len(problems.List)-1 {
				f.Hint = problems.Hint
			}
			e.tellAt(key, f)
		}
		return nil
	}
	if said, ok := errors.AsType[*game.UsageError](err); ok {
		e.tellAt(key, Finding{Level: Wrong, Kind: kind, Task: task, Message: err.Error(), Hint: said.Hint})
		return nil
	}
	return err
}

// edged is a path or a program as a message has it: in quotation marks if a blank at its end, which
// nobody sees, may be what is wrong with it.
func edged(name string) string {
	if strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// caseHintsMax is how many cases get a hint. There may be many, and suite lint has the hints of all.
const caseHintsMax = 3

// stopped is the error with all findings that stop the course, nil if there are
// none.
func (e *Engine) stopped() error {
	problems := &document.Problems{}
	var hints []string
	cases := 0                    // whose hint is among them
	broken, ruled := false, false // a case is broken, or rests on a house ruling
	for i := range e.findings {
		f := &e.findings[i]
		if f.Level != Wrong {
			continue
		}
		problems.List = append(problems.List, f.problem())
		ofCase := f.Case != ""
		switch {
		case !ofCase:
		case f.Kind == string(lint.HouseRuling):
			ruled = true
		default:
			broken = true
		}
		if f.Hint != "" && (!ofCase || cases < caseHintsMax) && !slices.Contains(hints, f.Hint) {
			if ofCase {
				cases++
			}
			hints = append(hints, f.Hint)
		}
	}
	if len(problems.List) == 0 {
		return nil
	}
	if broken {
		hints = append(hints, `fix the broken cases, or write broken = "leave-out" into the course file to grade without them`)
	}
	if ruled {
		hints = append(hints, `set the options of the house rulings in the course file and tell the teams, or write house = "leave-out" or "count"`)
	}
	problems.Hint = strings.Join(hints, "\n")
	return problems
}

// warnOf warns of a key of a task.
func (e *Engine) warnOf(t *course.Task, key, hint, message string) {
	e.tellAt(key, Finding{Level: Warning, Kind: aboutCourse, Task: t.Name, Message: key + ": " + message, Hint: hint})
}

// warnAt warns of a key of the course file.
func (e *Engine) warnAt(kind, key, hint, message string) {
	e.tell(Finding{Level: Warning, Kind: kind, File: e.Course.File, Line: e.Course.Line(key), Message: message, Hint: hint})
}
