// Package judge compares what a program answered with what the oracle
// answers, value by value as the task says, and gives the verdict. It knows
// nothing about processes.
package judge

import "github.com/go-json-experiment/json/jsontext"

// An Outcome is the word for how one case went.
type Outcome string

// The outcomes of a case. The first thing that went wrong decides.
const (
	Pass          Outcome = "pass"
	WrongAnswer   Outcome = "wrong-answer"   // right shape, wrong value
	WrongShape    Outcome = "wrong-shape"    // JSON, but against the schema
	NotJSON       Outcome = "not-json"       // bytes that are not JSON
	MissingOutput Outcome = "missing-output" // too few values
	ExtraOutput   Outcome = "extra-output"   // too many values
	Crashed       Outcome = "crashed"        // exit status other than 0, or a signal
	Silent        Outcome = "silent"         // nothing came in time
	Timeout       Outcome = "timeout"        // it came too slowly
	OutputLimit   Outcome = "output-limit"   // more bytes than allowed
	CPULimit      Outcome = "cpu-limit"      // more processor time than allowed
	MemoryLimit   Outcome = "memory-limit"   // more memory than allowed
	ProcessLimit  Outcome = "process-limit"  // more processes and threads than allowed
	HungUp        Outcome = "hung-up"        // left or closed its streams before the end
	ProtocolError Outcome = "protocol-error" // live play: a message out of order, of the wrong shape, or in answer to nothing
	Flaky         Outcome = "flaky"          // passes and fails on the same input
	Blocked       Outcome = "blocked"        // not run, because what it depends on failed, or broken if the suite is to blame
	HarnessError  Outcome = "harness-error"  // we could not judge
)

// A Blame says whose fault an outcome is.
type Blame string

// Those who can be at fault. A broken case is the suite's fault and never the
// subject's.
const (
	BlameSubject Blame = "subject"
	BlameSuite   Blame = "suite"
	BlameHarness Blame = "harness"
	BlameGame    Blame = "game" // its reference, if somebody has brought the game as a folder
)

// A Verdict is the outcome of one case against one subject: one object, the
// same in every machine-readable output. Keys that do not apply are left out.
type Verdict struct {
	Case    string  `json:"case"`    // "turn/7"
	Subject string  `json:"subject"` // its command line
	Outcome Outcome `json:"verdict"`
	Blame   Blame   `json:"blame,omitempty"`
	Pointer string  `json:"pointer,omitempty"` // into the array of output values: "/0/wallet"
	Clause  string  `json:"clause,omitempty"`  // that decides
	Message string  `json:"message,omitempty"` // one sentence for people
	// Reason is what the reference of a game's folder says is wrong with the answer. The
	// message has it, too, and the pointer is where, not where one right answer differs.
	Reason string `json:"reason,omitempty"`
	Hint   string `json:"hint,omitempty"` // what to look for in the program, where it looks like a usual slip
	// MessageNumber says which message of a live game decides, counted from 1
	// over all connections and in both directions.
	MessageNumber int            `json:"messageNumber,omitempty"`
	Expected      jsontext.Value `json:"expected,omitempty"` // at the pointer
	Received      jsontext.Value `json:"received,omitempty"` // at the pointer
	Differences   []Difference   `json:"differences,omitempty"`
	More          int            `json:"more,omitempty"`   // differences beyond those listed
	Exit          int            `json:"exit,omitempty"`   // exit status of a crashed subject
	Signal        string         `json:"signal,omitempty"` // that ended a crashed subject
	Stdout        string         `json:"stdout,omitempty"` // what a failing subject of a live task wrote
	Stderr        string         `json:"stderr,omitempty"` // last lines of a failing subject
	Delivery      string         `json:"delivery,omitempty"`
	Warnings      []string       `json:"warnings,omitempty"`    // "lingered", "other-code"
	Fingerprint   string         `json:"fingerprint,omitempty"` // the same for failures of one cause
	House         []string       `json:"house,omitempty"`       // clauses that no rule text decides, and on which the right answer rests
	Runs          int            `json:"runs,omitempty"`        // on the input that decides, if there were several
	Passed        int            `json:"passed,omitempty"`      // how many of several runs conform
	Known         string         `json:"known,omitempty"`       // why this failure is listed as known
	Ms            float64        `json:"ms"`
}

// A Difference is one place where an answer is not what it should be.
type Difference struct {
	Pointer  string         `json:"pointer"`
	Clause   string         `json:"clause,omitempty"`
	Message  string         `json:"message"` // one sentence with both values
	Expected jsontext.Value `json:"expected,omitempty"`
	Received jsontext.Value `json:"received,omitempty"`
}
