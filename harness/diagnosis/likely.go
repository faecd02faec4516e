package diagnosis

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/pool"
)

// An effect is what a mutant does to the answers that are looked at.
type effect struct {
	configured bool   // the options have such a mutant
	changed    int    // right answers that it changes
	there      []bool // by wrong answer left: it changes the answer to that case,
	place      []bool // at the same place,
	same       []bool // to the same
}

// The evidence for clauses, of the wrong answers that are left and the right
// ones.
type evidence struct {
	x       *examination
	left    []int
	effects []effect // by mutant
	decided []string // by wrong answer left: the clause of the place that differs first
}

// compare finds what each mutant does to the answers.
func (x *examination) compare(ctx context.Context, left []int) (*evidence, error) {
	e := &evidence{x: x, left: left, effects: make([]effect, len(x.Mutants)), decided: make([]string, len(left))}
	for k, i := range left {
		h := &x.held[i]
		if c := x.judge.CompareBy(h.clause, h.want, h.Got); len(c.Differences) > 0 {
			e.decided[k] = c.Differences[0].Clause
		}
	}
	err := pool.Run(ctx, len(x.Mutants), x.Jobs, func() func(int) error {
		return func(i int) error { return e.observe(ctx, i) }
	})
	return e, err
}

// observe finds what a mutant does.
func (e *evidence) observe(ctx context.Context, mutant int) error {
	x := e.x
	rival, err := x.rival(mutant)
	if err != nil {
		return nil
	}
	f := &e.effects[mutant]
	*f = effect{there: make([]bool, len(e.left)), place: make([]bool, len(e.left)), same: make([]bool, len(e.left)), configured: true}
	for k, i := range e.left {
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
		f.place[k] = f.same[k] || firstPlace(x.judge, h, &rival.out) == h.Pointer
	}
	for i := x.wrong; i < len(x.held); i++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		answered, err := rival.answer(x.held[i].Case.In)
		if err != nil {
			return err
		}
		if !answered || !x.judge.Same(x.held[i].want, &rival.out) {
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
	weightOverlap   = 0.6  // a mutant of it changes just these cases
	weightPlaces    = 0.4  // and at the same places
	weightMet       = 1.0  // it has a say in just these cases
	weightMetAll    = 0.7  // it has a say in all of them
	weightSame      = 0.4  // mutants of it give the same wrong answers
	weightPlace     = 0.2  // mutants of it change the same places
	weightTouched   = -0.7 // mutants of it change these cases at all: a clause with many touches all
	weightDecided   = 0.4  // it decides the places that differ
	weightCited     = 1.3  // these cases are about it, and few others are
	weightCitedEach = 0.2  // each of them is
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
	var overlap, places float64
	touched, placed, same := make([]bool, len(e.left)), make([]bool, len(e.left)), make([]bool, len(e.left))
	for i, m := range x.Mutants {
		f := &e.effects[i]
		if m.Clause != clause || !f.configured {
			continue
		}
		merge(touched, f.there)
		merge(placed, f.place)
		merge(same, f.same)
		union := n + float64(f.changed)
		overlap = max(overlap, count(f.there)/union)
		places = max(places, count(f.place)/union)
	}
	var met, cited, decided float64
	for k, i := range e.left {
		met += bit(slices.Contains(x.held[i].met, clause))
		cited += bit(slices.Contains(x.held[i].Case.Clauses, clause))
		decided += bit(e.decided[k] == clause)
	}
	metElsewhere, citedElsewhere := 0.0, 0.0
	for i := x.wrong; i < len(x.held); i++ {
		metElsewhere += bit(slices.Contains(x.held[i].met, clause))
		citedElsewhere += bit(slices.Contains(x.held[i].Case.Clauses, clause))
	}
	all := n + float64(x.passes)
	rare := 0.0 // 1 for what a single case is about, 0 for what all are
	if cited > 0 && all > 1 {
		rare = math.Log(all/(cited+citedElsewhere)) / math.Log(all)
	}
	return weightOverlap*overlap + weightPlaces*places +
		weightMet*met/(n+metElsewhere) + weightMetAll*met/n +
		weightSame*count(same)/n + weightPlace*count(placed)/n + weightTouched*count(touched)/n +
		weightDecided*decided/n + weightCited*rare*cited/n + weightCitedEach*bit(cited == n)
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
