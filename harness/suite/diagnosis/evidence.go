package diagnosis

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// An effect is what a mutant does to the answers that are looked at.
type effect struct {
	configured bool   // the options have such a mutant
	changed    int    // right answers that it changes
	there      []bool // by wrong answer left: it changes the answer to that case,
	place      []bool // at the same place,
	alike      []bool // or at one of the same name,
	same       []bool // to the same
}

// The evidence for clauses, of the wrong answers that are left and the right
// ones.
type evidence struct {
	x       *examination
	left    []int
	effects []effect      // by mutant
	decided []string      // by wrong answer left: the clause of the place that differs first
	refused [][]string    // and those of the codes with which only the program refuses
	near    []game.Mutant // those of the operators that give all of them
}

// compare finds what each mutant does to the answers.
func (x *examination) compare(ctx context.Context, left []int) (*evidence, error) {
	if err := x.trace(ctx); err != nil {
		return nil, err
	}
	e := &evidence{x: x, left: left, effects: make([]effect, len(x.Mutants)), decided: make([]string, len(left)), refused: make([][]string, len(left))}
	for k, i := range left {
		h := &x.held[i]
		if c := x.judge.CompareBy(h.clause, h.want, h.Got); len(c.Differences) > 0 {
			e.decided[k] = c.Differences[0].Clause
		}
		e.refused[k] = x.refused(h)
	}
	err := pool.Run(ctx, len(x.Mutants), x.Game.Jobs(x.Jobs), func() func(int) error {
		return func(i int) error { return e.observe(ctx, i) }
	})
	if err != nil {
		return nil, err
	}
	e.near, err = x.operators(ctx, left)
	return e, err
}

// refused are the clauses of the codes with which a program refuses what the rules
// allow, or refuse for another reason: it says itself which rule it applies. Of several
// requests only the first counts: a later one may be refused for what became of others.
func (x *examination) refused(h *held) []string {
	var clauses []string
	for i, v := range h.Got {
		raw := judge.Member(v, "code")
		if i == 0 && h.Pointer == "/0/0" {
			raw = firstOf(v)
		}
		var code string
		if raw == nil || json.Unmarshal(raw, &code) != nil {
			continue
		}
		if i < len(h.want) && bytes.Equal(judge.Member(h.want[i], "code"), raw) {
			continue
		}
		if c, ok := x.Game.Code(code); ok {
			clauses = append(clauses, c.Clause)
		}
	}
	return clauses
}

// firstOf is the answer to the first of several requests, which stand in an array; nil if
// there is none.
func firstOf(value jsontext.Value) jsontext.Value {
	var answers []jsontext.Value
	if json.Unmarshal(value, &answers) != nil || len(answers) == 0 {
		return nil
	}
	return answers[0]
}

// observe finds what a mutant does.
func (e *evidence) observe(ctx context.Context, mutant int) error {
	x := e.x
	rival, err := x.rival(mutant)
	if err != nil {
		return nil
	}
	f := &e.effects[mutant]
	n := len(e.left)
	*f = effect{there: make([]bool, n), place: make([]bool, n), alike: make([]bool, n), same: make([]bool, n), configured: true}
	for k, i := range e.left {
		if rival.work > workMax {
			break
		}
		h := &x.held[i]
		answered, err := rival.answer(h.Case.In)
		if err != nil {
			return err
		}
		if answered && x.judge.Same(h.want, &rival.out) {
			continue
		}
		f.there[k] = true
		if !answered {
			continue
		}
		f.same[k] = x.judge.Same(h.Got, &rival.out)
		first := h.Pointer
		if !f.same[k] {
			first = firstPlace(x.judge, h, &rival.out)
		}
		f.place[k] = first == h.Pointer
		f.alike[k] = judge.NameOf(first) == judge.NameOf(h.Pointer)
	}
	for _, i := range x.quick {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i < x.wrong {
			continue
		}
		told := x.told[mutant][i]
		if told == untold && rival.work <= workMax {
			answered, err := rival.answer(x.held[i].Case.In)
			if err != nil {
				return err
			}
			if told = changed; answered && x.judge.Same(x.held[i].want, &rival.out) {
				told = right
			}
		}
		if told == changed {
			f.changed++
		}
	}
	return nil
}

// firstPlace is where an answer differs first from the right one.
func firstPlace(j *judge.Judge, h *held, out *game.Output) string {
	if c := j.CompareBy(h.clause, h.want, out.Values()); len(c.Differences) > 0 {
		return c.Differences[0].Pointer
	}
	return ""
}

// The weights of what speaks for a clause. They are those that rank best, rounded,
// where the mutants of the games are taken for programs, and each, with all that
// answer alike, is left out of what is known.
const (
	weightOverlap   = 1.5  // a mutant of it changes just these cases
	weightPlaces    = 1.3  // and at the same places
	weightExplained = 1.0  // a mutant of it gives some of the answers, and changes no right one
	weightSame      = 0.6  // mutants of it give the same wrong answers
	weightAlike     = 1.3  // mutants of it change places of the same names
	weightTouched   = -1.5 // mutants of it change these cases at all: a clause with many touches all
	weightTouching  = -1.7 // and nearly all of them do
	weightMet       = 2.6  // it has a say in just these cases
	weightMetEach   = 2.1  // in each of them
	weightMetRare   = 1.6  // and in few others
	weightDecided   = 1.4  // it decides the places that differ
	weightRefused   = 3.5  // it is that of the codes with which only the program refuses
	weightNear      = 2.0  // a mutant of the operators that stands near it gives all of the answers
	weightCited     = 2.2  // these cases are about it, and few others are
	weightCitedJust = 1.2  // just these are
	weightCitedEach = 0.8  // each of them is
	weightCitedOnce = 1.5  // one of them is
)

// rank lists the clauses that may be misread, the likeliest first.
func (e *evidence) rank() []string {
	scores := make(map[string]float64)
	var clauses []string
	for _, m := range e.x.Mutants {
		if _, ok := scores[m.Clause]; !ok {
			scores[m.Clause] = e.score(m.Clause)
			clauses = append(clauses, m.Clause)
		}
	}
	slices.SortFunc(clauses, func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), strings.Compare(a, b))
	})
	return clauses
}

// score is how much speaks for a clause.
func (e *evidence) score(clause string) float64 {
	x, n := e.x, float64(len(e.left))
	var overlap, places, explained, mutants, touching float64
	touched, alike, same := make([]bool, len(e.left)), make([]bool, len(e.left)), make([]bool, len(e.left))
	for i, m := range x.Mutants {
		f := &e.effects[i]
		if m.Clause != clause || !f.configured {
			continue
		}
		merge(touched, f.there)
		merge(alike, f.alike)
		merge(same, f.same)
		union := n + float64(f.changed)
		there := count(f.there)
		overlap = max(overlap, there/union)
		places = max(places, count(f.place)/union)
		if f.changed == 0 {
			explained = max(explained, count(f.same)/n)
		}
		mutants++
		touching += bit(there > 0)
	}
	met := e.occurs(func(h *held) bool { return slices.Contains(h.met, clause) })
	cited := e.occurs(func(h *held) bool { return slices.Contains(h.Case.Clauses, clause) })
	decided, refused := 0.0, 0.0
	for k := range e.left {
		decided += bit(e.decided[k] == clause)
		refused += bit(slices.Contains(e.refused[k], clause))
	}
	return weightOverlap*overlap + weightPlaces*places + weightExplained*explained + weightSame*count(same)/n +
		weightAlike*count(alike)/n + weightTouched*count(touched)/n + weightTouching*touching/max(1, mutants) +
		weightMet*met.here/(n+met.elsewhere) + weightMetEach*bit(met.here == n) + weightMetRare*met.rare*met.here/n +
		weightDecided*decided/n + weightRefused*refused/n + weightNear*bit(e.isNear(clause)) +
		weightCited*cited.rare*cited.here/n + weightCitedJust*cited.here/(n+cited.elsewhere) +
		weightCitedEach*bit(cited.here == n) + weightCitedOnce*bit(cited.here > 0)
}

// An occurrence is in how many cases something is found.
type occurrence struct {
	here, elsewhere float64 // among the wrong answers that are left, and the right ones
	rare            float64 // 1 for what is in a single case, 0 for what is in all
}

func (e *evidence) occurs(in func(h *held) bool) occurrence {
	x := e.x
	var o occurrence
	for _, i := range e.left {
		o.here += bit(in(&x.held[i]))
	}
	for i := x.wrong; i < len(x.held); i++ {
		o.elsewhere += bit(in(&x.held[i]))
	}
	if all := float64(len(e.left) + x.passes); o.here > 0 && all > 1 {
		o.rare = math.Log(all/(o.here+o.elsewhere)) / math.Log(all)
	}
	return o
}

// isNear tells whether a mutant of the operators that gives all wrong answers stands
// near a clause.
func (e *evidence) isNear(clause string) bool {
	return slices.ContainsFunc(e.near, func(m game.Mutant) bool { return m.Clause == clause })
}

// nearest is the clause near which all of them stand, "" if there is none, or several are.
func (e *evidence) nearest() string {
	if len(e.near) == 0 || slices.ContainsFunc(e.near, func(m game.Mutant) bool { return m.Clause != e.near[0].Clause }) {
		return ""
	}
	return e.near[0].Clause
}

// bears tells whether a clause bears upon a wrong answer: a mutant of it gives
// the same or changes the same place, or the case is about it.
func (e *evidence) bears(clause string, k int) bool {
	for i, m := range e.x.Mutants {
		if f := &e.effects[i]; m.Clause == clause && f.configured && f.place[k] {
			return true
		}
	}
	return slices.Contains(e.x.held[e.left[k]].Case.Clauses, clause)
}

func merge(into, from []bool) {
	for i, b := range from {
		into[i] = into[i] || b
	}
}

func count(list []bool) float64 {
	n := 0.0
	for _, b := range list {
		n += bit(b)
	}
	return n
}

func bit(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
