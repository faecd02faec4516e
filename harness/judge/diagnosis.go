package judge

import (
	"strings"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Habit is what a program does in many answers, and which no clause is about.
type Habit string

// The habits.
const (
	Constant Habit = "constant" // it gives the same answer to everything
	Shape    Habit = "shape"    // its answers have a wrong shape, in the same way
	Stops    Habit = "stops"    // it judges only a part of the requests, or tells of a part
	// OtherRules are those of a preset, or of an option without a clause, that the run does not have.
	OtherRules Habit = "other-rules"
)

// A Diagnosis is what may be wrong with a program: a misreading of the rules that
// gives just its answers, or, where none is known to, a clause that is likely to
// be misread. A habit has no clause.
type Diagnosis struct {
	Clause string `json:"clause"`          // that is misread, "" for a habit
	Habit  Habit  `json:"habit,omitempty"` // "" for a misreading
	// Clauses are all that are misread by readings which cannot be told apart here;
	// empty for a single one.
	Clauses []string `json:"clauses,omitempty"`
	Mutants []string `json:"mutants"`        // the readings; none for a likely clause
	Text    string   `json:"text,omitempty"` // what a program does that reads so: "counts a wild pebble twice"
	Hint    string   `json:"hint,omitempty"` // where to look
	// Explains is how many of the wrong answers the readings give, and Of how many
	// there are.
	Explains int `json:"explains"`
	Of       int `json:"of"`
	// Decides is how many more a likely reading does not give, but decides like:
	// legal or not, with other values.
	Decides int `json:"decides,omitzero"`
	Passes  int `json:"passes,omitempty"` // right answers that the readings give as well: all that were looked at
	// Unexplained is how many of the wrong answers have another cause, which none of the
	// readings that are told gives.
	Unexplained int `json:"unexplained,omitzero"`
	// Likely tells that no known misreading fits: the clause bears upon the cases,
	// and that is all.
	Likely  bool     `json:"likely,omitzero"`
	Cases   []string `json:"cases"`             // whose wrong answers it is about
	Telling string   `json:"telling,omitempty"` // a case that tells the readings apart
	// Asked tells that the program has been given such cases already.
	Asked bool `json:"-"`
}

// Settled tells whether the readings account for all wrong answers: they give
// them, or of a likely clause at least decide the same.
func (d *Diagnosis) Settled() bool {
	return !d.Likely || d.Explains > 0 && d.Explains+d.Decides == d.Of
}

// Elsewhere is what a program does that is right under other options than the run has, ""
// for any other diagnosis.
func (d *Diagnosis) Elsewhere() string {
	other := len(d.Mutants) == 1 && (strings.Contains(d.Mutants[0], "=") || IgnoredOption(d.Text) != "")
	if d.Habit == OtherRules || other {
		return d.Text
	}
	return ""
}

// IgnoredOption is the option that a program ignores if it does what a text says, "" for none. The
// summary of such a mutant ends with it: "allows lists of any length, whatever max_exchanges
// says". It is right where the option has another value.
func IgnoredOption(text string) string {
	_, end, ok := strings.Cut(text, ", whatever ")
	name, says := strings.CutSuffix(end, " says")
	name = strings.TrimPrefix(name, "the option ")
	if !ok || !says || strings.ContainsRune(name, ' ') {
		return ""
	}
	return name
}

// Recite makes a clause the one that decides a verdict. The clauses that go with
// the places of its differences are no longer named. One that the rules themselves have named
// stays: they know more of this answer than anybody.
func (v *Verdict) Recite(clause string) {
	if v.Reason != "" && v.Clause != "" {
		return
	}
	v.Message = text.Recited(v.Message, v.Clause, clause)
	v.Clause = clause
	if len(v.Differences) == 0 {
		return
	}
	differences := make([]Difference, len(v.Differences))
	for i, d := range v.Differences {
		own := ""
		if i == 0 {
			own = clause
		}
		d.Message, d.Clause = text.Recited(d.Message, d.Clause, own), own
		differences[i] = d
	}
	v.Differences = differences
}

// Expectation is what the message of a verdict says is expected, without the place, the
// clause and what was found.
func (v *Verdict) Expectation() string {
	said := strings.TrimPrefix(text.Uncited(v.Message, v.Clause), text.Visible(v.Pointer)+": ")
	said, _, _ = strings.Cut(said, ", found ")
	return said
}
