package grade

import (
	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// A Record is all that is known of one team in the end. Text in it that came
// from the team shows as itself. It has no times and no paths of the machine, so
// that the same submission has the same record wherever it is graded.
type Record struct {
	Team    string  `json:"team"`
	Note    string  `json:"note,omitempty"`    // what the staff should know
	Refused string  `json:"refused,omitempty"` // why the submission was not unpacked
	Tree    string  `json:"tree,omitempty"`    // its checksum
	Builds  []Built `json:"builds,omitempty"`
	// Copies are files of the submission, after the build, that are copies of
	// touchstone.
	Copies []string `json:"copies,omitempty"`
	Parts  []Result `json:"parts"` // in the order of tasks and of their parts
}

// A Built tells how a build went.
type Built struct {
	Tasks   []string `json:"tasks"` // for which it is
	Command string   `json:"command"`
	Dir     string   `json:"dir"`
	Failed  string   `json:"failed,omitempty"` // how: "exit status 2"
	Output  string   `json:"output,omitempty"` // its last lines, if it failed
	// Trouble is what the machine lacked for it, which is nobody's failure.
	Trouble string `json:"trouble,omitempty"`
}

// A Result tells how a team did in one part of a task.
type Result struct {
	Task string      `json:"task"` // its name in the course
	Part course.Part `json:"part"`
	// Good of All things count; All may be more than there were, if the task
	// asks for more.
	Good int `json:"good"`
	All  int `json:"all"`
	// Unjudged of them could not be judged, the harness's fault: they neither earn
	// nor lose.
	Unjudged int `json:"unjudged,omitempty"`
	// Unasked of them were not asked, because the program could not be had or was
	// given up: they earn nothing.
	Unasked  int                   `json:"unasked,omitempty"`
	Note     string                `json:"note,omitempty"`
	Verdicts map[judge.Outcome]int `json:"verdicts,omitempty"`
	// Failures are the cases of the parts cases and valid that did not pass, in
	// their order. Where none passes because nothing was asked there are none.
	Failures []Failure      `json:"failures,omitempty"`
	Causes   []report.Cause `json:"causes,omitempty"` // of cases that the team may see
	More     int            `json:"more,omitempty"`   // causes beyond those
	// Hidden are the causes of cases that the team may not see, and MoreHidden
	// those beyond: for the staff, as they name those cases and their answers.
	Hidden     []report.Cause `json:"hidden,omitempty"`
	MoreHidden int            `json:"more_hidden,omitempty"`
	Warnings   []string       `json:"warnings,omitempty"`
	// Elsewhere is, of the part cases, what the program does if it is right under other
	// options: "plays by the rules of --preset overview".
	Elsewhere string `json:"elsewhere,omitempty"`
	// Survivors are, of the part kills, the names of the mutants that were not
	// found. They are for the staff: to a team they are the answer.
	Survivors []string `json:"survivors,omitempty"`
	// Against is, of the part others, how it went with the suite of each team.
	Against []Against `json:"against,omitempty"`
	// Standing is the rank in a tournament.
	Standing *tournament.Standing `json:"standing,omitempty"`
}

// A Failure is a case that did not pass.
type Failure struct {
	Case    string        `json:"case"`
	Verdict judge.Outcome `json:"verdict"`
	Clause  string        `json:"clause,omitempty"` // that was misread, or that decides
	// Answer is a checksum of the wrong answer, "" if there was none.
	Answer string `json:"answer,omitempty"`
	// Fault is "harness" for a case that could not be judged.
	Fault judge.Blame `json:"fault,omitempty"`
}

// An Against is what a program made of the cases of another team.
type Against struct {
	Team string `json:"team"`
	Good int    `json:"good"`
	All  int    `json:"all"`
}
