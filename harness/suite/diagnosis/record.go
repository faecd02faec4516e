package diagnosis

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// recordBytesMax bounds the wrong answers that are kept: some times the largest
// that a report shows, and far more than programs in trouble write.
const recordBytesMax = 64 << 20

// A Record keeps what a diagnosis looks at of the answers of a program, as its verdicts
// come: of those that conform only which cases they are on.
type Record struct {
	cases  suite.Cases
	asked  []suite.Case // besides
	passes []pass
	wrong  []wrong // the first ones
	bytes  int     // of all wrong answers
	all    int     // answers that tell something
	failed int     // how many of them are wrong
	shaped int     // how many of those that are kept have the shape of an answer
	slips  int     // how many others are wrong by a usual slip
}

// A wrong is a wrong answer to the case at a place.
type wrong struct {
	Answer
	place int
}

// A pass is the place of a case whose answer conforms.
type pass struct {
	place     int32
	otherCode bool
}

// NewRecord begins a record of a run of cases.
func NewRecord(cases suite.Cases) *Record { return &Record{cases: cases} }

// Ask takes one more case into account, of which a verdict is to come, and returns its
// place. It is false if there is such a case already.
func (r *Record) Ask(c *suite.Case) (place int, ok bool) {
	for i := range r.cases.Len() {
		if r.cases.Head(i).ID == c.ID {
			return 0, false
		}
	}
	if slices.ContainsFunc(r.asked, func(other suite.Case) bool { return other.ID == c.ID }) {
		return 0, false
	}
	r.asked = append(r.asked, *c)
	return r.cases.Len() + len(r.asked) - 1, true
}

// Add takes the verdict on the case at a place into account, if it tells what the program
// makes of the rules: a crash does not, nor does an answer that depends on how the input
// comes, or one that a usual slip explains. Alike are the mutants that did the same in a
// live game.
func (r *Record) Add(place int, v *judge.Verdict, received []jsontext.Value, alike []string) {
	if v.Delivery != "" && v.Delivery != delivery.Default.String() {
		return
	}
	a := Answer{Pointer: v.Pointer, Alike: alike}
	switch v.Outcome {
	case judge.Pass:
		r.passes = append(r.passes, pass{int32(place), slices.Contains(v.Warnings, judge.OtherCode)})
		r.all++
		return
	case judge.WrongAnswer, judge.MissingOutput, judge.ExtraOutput, judge.WrongShape:
		if v.Hint != "" {
			r.slips++
			return
		}
		a.Got = received
		if v.Outcome == judge.WrongShape {
			a.Misshapen, a.Expectation = true, v.Expectation()
		}
		for _, value := range received {
			r.bytes += len(value)
		}
		if len(received) == 0 || r.bytes > recordBytesMax {
			return
		}
	case judge.ProtocolError: // of a live game
		a.Got = []jsontext.Value{}
	default:
		return
	}
	r.all++
	r.failed++
	if len(r.wrong) < CasesMax || !a.Misshapen && r.shaped < CasesMax {
		r.wrong = append(r.wrong, wrong{a, place})
		if !a.Misshapen {
			r.shaped++
		}
	}
}

// Answers are those that a diagnosis looks at, wrong ones first, of so many that tell
// something. There are none where most wrong answers come of a slip: the others do, too;
// and none where none is wrong.
func (r *Record) Answers() (list []Answer, all int) {
	if r.slips > r.failed {
		return nil, 0
	}
	if r.failed == 0 {
		return nil, r.all
	}
	for _, w := range r.wrong {
		w.Case = r.read(w.place)
		list = append(list, w.Answer)
	}
	for _, i := range sample(len(r.passes), CasesMax-min(len(r.wrong), CasesMax)) {
		list = append(list, Answer{Case: r.read(int(r.passes[i].place)), OtherCode: r.passes[i].otherCode})
	}
	return list, r.all
}

// read is the case at a place.
func (r *Record) read(place int) *suite.Case {
	if n := place - r.cases.Len(); n >= 0 {
		return &r.asked[n]
	}
	return r.cases.Read(place)
}
