package diagnosis

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// recordBytesMax bounds the wrong answers that are kept: some times the largest
// that a report shows, and far more than programs in trouble write.
const recordBytesMax = 64 << 20

// A Record keeps the answers of a program as its verdicts come.
type Record struct {
	cases   map[string]*suite.Case
	answers []Answer
	bytes   int
	wrong   int // how many of the answers are wrong
	slips   int // how many others are wrong by a usual slip
}

// NewRecord begins a record of a run of cases.
func NewRecord(cases []suite.Case) *Record {
	r := &Record{cases: make(map[string]*suite.Case, len(cases))}
	for i := range cases {
		r.cases[cases[i].ID] = &cases[i]
	}
	return r
}

// Ask takes one more case into account, of which a verdict is to come. It is false
// if there is such a case already.
func (r *Record) Ask(c *suite.Case) bool {
	if r.cases[c.ID] != nil {
		return false
	}
	r.cases[c.ID] = c
	return true
}

// Add takes a verdict into account, if it tells what the program makes of the
// rules: a crash does not, nor does an answer that depends on how the input comes, or
// one that a usual slip explains. Alike are the mutants that did the same in a live game.
func (r *Record) Add(v *judge.Verdict, received []jsontext.Value, alike []string) {
	c := r.cases[v.Case]
	if c == nil || v.Delivery != "" && v.Delivery != delivery.Default.String() {
		return
	}
	a := Answer{Case: c, Pointer: v.Pointer, Alike: alike}
	switch v.Outcome {
	case judge.Pass:
		a.Pointer = ""
	case judge.WrongAnswer, judge.MissingOutput, judge.ExtraOutput, judge.WrongShape:
		if v.Hint != "" {
			r.slips++
			return
		}
		a.Got, a.Misshapen = received, v.Outcome == judge.WrongShape
		for _, value := range received {
			r.bytes += len(value)
		}
		if len(received) == 0 || r.bytes > recordBytesMax {
			return
		}
		r.wrong++
	case judge.ProtocolError: // of a live game
		a.Got = []jsontext.Value{}
		r.wrong++
	default:
		return
	}
	r.answers = append(r.answers, a)
}

// Answers are those that tell something, in the order in which they came. There are
// none where most wrong answers come of a slip: the others do, too.
func (r *Record) Answers() []Answer {
	if r.slips > r.wrong {
		return nil
	}
	return r.answers
}
