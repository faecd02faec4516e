package judge

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Codes says whether two different codes for an illegal request differ.
type Codes string

// Lax is the default of a run: the specs leave the choice of the code to a
// program, as long as it finds the request illegal.
const (
	Lax    Codes = "lax"    // a remark
	Strict Codes = "strict" // a difference
)

// The words of warnings about an answer.
const (
	OtherCode      = "other-code"      // it gives another code for an illegal request
	ShapeUnchecked = "shape-unchecked" // its shape could not be checked; it is wrong anyway
	MissingValue   = "missing-value"   // a value is missing that nobody has to write
)

// Bounds of what is said about an answer.
const (
	// DifferencesMax is how many differences are described; more are counted.
	// Nobody reads on after so many, and the first ones tell the cause.
	DifferencesMax = 20
	// RawMax is up to how many bytes a value stands in a difference: enough
	// for a whole state of a game, and little enough that a ledger of
	// thousands of failures stays small.
	RawMax = 4 << 10
	// ShapeMax is up to how many bytes a wrong value is tested against its
	// schema. Above, it is far from everything that a game knows, and building
	// the tree for the test would take more memory than a worker has.
	ShapeMax = 1 << 20
	// problemsMax is how many objections of a schema are looked at; each costs
	// a walk through the value.
	problemsMax = 200
)

// A Problem is one way in which a value contradicts its schema.
type Problem struct {
	Pointer string // into the value, "" for the value itself
	Message string // what is expected there, and behind ", found " what there is
}

// Explain tests a value against the schema of the given name. No problems
// means that it conforms; an error, that it could not be tested.
type Explain func(value string, raw jsontext.Value) ([]Problem, error)

// A Judge compares answers of one task. It may be used by several goroutines
// at once.
type Judge struct {
	out     []game.Param
	root    *place
	lax     bool              // there are codes, and they may differ
	codes   map[string]string // the clause of each code
	checks  []string          // the codes in the order of their checks
	explain Explain
	tables  sync.Pool // of *classes
}

// New makes a judge of a task. Without explain every wrong value counts as one
// of the right shape.
func New(task game.Task, codes Codes, explain Explain) *Judge {
	root := compile(task.Fields)
	clauses := make(map[string]string, len(task.Codes))
	var checks []string
	for _, c := range task.Codes {
		clauses[c.Name] = c.Clause
		checks = append(checks, c.Name)
	}
	return &Judge{
		checks:  checks,
		codes:   clauses,
		out:     task.Out,
		root:    root,
		lax:     codes != Strict && root.hasCode(),
		explain: explain,
		tables:  sync.Pool{New: func() any { return newClasses() }},
	}
}

// Shapeless is the same judge, except that it never says of an answer that it has a wrong
// shape. It says instead what the rules give at the first place where the answer differs.
func (j *Judge) Shapeless() *Judge {
	return &Judge{codes: j.codes, checks: j.checks, out: j.out, root: j.root, lax: j.lax, tables: sync.Pool{New: func() any { return newClasses() }}}
}

// A Comparison is what a judge says about one answer.
type Comparison struct {
	Outcome     Outcome      // Pass, WrongAnswer, WrongShape, MissingOutput or ExtraOutput
	Reason      string       // what the rules say against the answer; "" if they say nothing
	Differences []Difference // in document order, the first one decides
	More        int          // differences beyond DifferencesMax
	Remarks     []Difference // what is behind the warnings
	Warnings    []string     // OtherCode, ShapeUnchecked, MissingValue
	Fingerprint string       // the same for failures of one cause, "" for a pass
}

// Record writes the comparison into a verdict: everything that is said about
// the answer, and nothing else.
func (c Comparison) Record(v *Verdict) {
	v.Outcome = c.Outcome
	v.Blame = ""
	if c.Outcome != Pass {
		v.Blame = BlameSubject
	}
	v.Reason = c.Reason
	v.Differences = c.Differences
	v.More = c.More
	v.Warnings = append(v.Warnings, c.Warnings...)
	v.Fingerprint = c.Fingerprint
	v.Pointer, v.Clause, v.Message, v.Expected, v.Received = "", "", "", nil, nil
	switch {
	case len(c.Differences) > 0:
		d := c.Differences[0]
		v.Pointer, v.Clause, v.Message, v.Expected, v.Received = d.Pointer, d.Clause, d.Message, d.Expected, d.Received
	case len(c.Remarks) > 0:
		v.Message = c.Remarks[0].Message
	}
}

// Compare compares the values that were received with the expected ones. All
// values must be JSON as package stream lets it through. The first value that
// differs decides the outcome; when all there are agree, their number does.
func (j *Judge) Compare(expected, received []jsontext.Value) Comparison {
	return j.CompareBy("", expected, received)
}

// CompareBy is Compare where the clause that decides the expected answer is
// known. It is named where no field of the task names a more precise one: one
// for the only value of an answer is not.
func (j *Judge) CompareBy(clause string, expected, received []jsontext.Value) Comparison {
	if len(j.out) != 1 {
		return j.CompareUnder(clause, expected, received)
	}
	return j.compare(clause, clause, expected, received)
}

// CompareUnder is Compare where the clause is named that no field of the task
// gives one.
func (j *Judge) CompareUnder(clause string, expected, received []jsontext.Value) Comparison {
	return j.compare("", clause, expected, received)
}

func (j *Judge) compare(decides, otherwise string, expected, received []jsontext.Value) Comparison {
	common := min(len(expected), len(received))
	equal := 0
	for equal < common && sameText(expected[equal], received[equal]) {
		equal++
	}
	if equal == len(expected) && equal == len(received) {
		return Comparison{Outcome: Pass}
	}
	t := j.tables.Get().(*classes)
	f := finder{judge: j, classes: t}
	f.found.Outcome = Pass
	for i := equal; i < common; i++ {
		p := j.root.element(i)
		if t.same(expected[i], received[i], p, false) {
			continue
		}
		f.pointer = appendElement(f.pointer[:0], i)
		f.compare(p, cmp.Or(decides, p.clauseOr(j.root.clauseOr(otherwise))), expected[i], received[i])
		if f.found.Outcome == Pass && len(f.found.Differences) > 0 {
			f.found.Outcome = WrongAnswer
			f.checkShape(i, expected[i], received[i])
		}
	}
	switch {
	case len(received) < len(expected):
		f.missing(expected, len(received))
	case len(received) > len(expected):
		f.extra(received, len(expected))
	}
	if !t.full() {
		j.tables.Put(t)
	}
	if f.otherCode {
		f.found.Warnings = append(f.found.Warnings, OtherCode)
	}
	if len(f.found.Differences) > 0 {
		first := f.found.Differences[0]
		f.found.Fingerprint = Fingerprint(f.found.Outcome, j.general(first.Pointer), first.Clause, f.cause)
	}
	return f.found
}

// param returns the parameter that the i-th output value belongs to.
func (j *Judge) param(i int) (game.Param, bool) {
	if i < len(j.out) {
		return j.out[i], true
	}
	if n := len(j.out); n > 0 && j.out[n-1].Repeated {
		return j.out[n-1], true
	}
	return game.Param{}, false
}

// general makes the pointers into all values of a repeated parameter alike.
func (j *Judge) general(pointer string) string {
	n := len(j.out)
	if n == 0 || !j.out[n-1].Repeated {
		return pointer
	}
	var i int
	if _, err := fmt.Sscanf(pointer, "/%d", &i); err != nil || i < n {
		return pointer
	}
	_, rest, _ := strings.Cut(pointer[1:], "/")
	if rest != "" {
		rest = "/" + rest
	}
	return fmt.Sprintf("/%d%s", n-1, rest)
}
