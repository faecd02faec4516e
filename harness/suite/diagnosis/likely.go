package diagnosis

import (
	"cmp"
	"slices"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// likelyMax is how many likely clauses are named, unless cases need more.
const likelyMax = 3

// likely ranks the clauses that may be misread where no known readings give the wrong
// answers that are left. Each of these goes to the first clause that bears upon it; where
// readings give just this answer, to one of theirs. With a clause stands the reading of it
// that gives most of the answers, if one fits.
func (x *examination) likely(e *evidence, fits []fit, left []int) []judge.Diagnosis {
	if len(left) == 0 {
		return nil // only answers without the shape of one, which no clause is about
	}
	clauses := e.rank()
	near := func(clause string) *fit {
		f, explains, decides := x.nearest(fits, clause, left)
		if f != nil && (explains+decides < len(left) || e.nearest() != "" && explains*2 < len(left)) {
			return nil // what gives all of the answers tells more than what decides most of them alike
		}
		return f
	}
	i := slices.IndexFunc(clauses[:min(len(clauses), likelyMax)], func(c string) bool { return near(c) != nil })
	if i < 0 {
		i = slices.Index(clauses, e.nearest())
	}
	if i > 0 {
		// What gives all answers, or decides all as the program does, goes first.
		clauses = slices.Concat(clauses[i:i+1], clauses[:i], clauses[i+1:])
	}
	var list []judge.Diagnosis
	given := x.given(fits, left)
	taken := make([]bool, len(left))
	for r, clause := range clauses {
		g := judge.Diagnosis{Clause: clause, Mutants: []string{}, Of: len(left), Likely: true, Cases: []string{}}
		if best, explains, decides := x.nearest(fits, clause, left); best != nil {
			name(&g, []game.Mutant{x.Mutants[best.mutant]})
			g.Passes, g.Explains, g.Decides = x.passes, explains, decides
		}
		if r == 0 && (!g.Settled() || g.Explains*2 < len(left)) && clause == e.nearest() {
			m := &e.near[0]
			g.Mutants, g.Text, g.Hint = []string{m.ID}, does(m), ""
			g.Passes, g.Explains, g.Decides = x.passes, len(left), 0
		}
		for k, i := range left {
			bears := slices.Contains(given[k], clause)
			if len(given[k]) == 0 {
				bears = e.bears(clause, k)
			}
			if !taken[k] && (g.Settled() || bears) {
				taken[k] = true
				g.Cases = append(g.Cases, x.held[i].Case.ID)
			}
		}
		if r < likelyMax || len(g.Cases) > 0 {
			list = append(list, g)
		}
	}
	// Behind the likeliest, those of most cases come first.
	if len(list) > likelyMax {
		rest := list[likelyMax:]
		sort.SliceStable(rest, func(i, j int) bool { return len(rest[i].Cases) > len(rest[j].Cases) })
	}
	return list
}

// given are, for each of the wrong answers that are left, the clauses of the readings that
// fit and give it.
func (x *examination) given(fits []fit, left []int) [][]string {
	list := make([][]string, len(left))
	for i := range fits {
		for k, at := range left {
			if clause := x.Mutants[fits[i].mutant].Clause; fits[i].explains[at] && !slices.Contains(list[k], clause) {
				list[k] = append(list[k], clause)
			}
		}
	}
	return list
}

// nearShare is the part of the wrong answers, one in so many, that a reading must give for the
// others to count which it only decides as the program does: a few are given by chance.
const nearShare = 8

// nearest is the fit of a clause that explains most of the wrong answers that are left, or
// nil; and how many it explains, and decides.
func (x *examination) nearest(fits []fit, clause string, left []int) (best *fit, explains, decides int) {
	for i := range fits {
		f := &fits[i]
		if x.Mutants[f.mutant].Clause != clause {
			continue
		}
		e, d := f.among(left)
		if e > 0 && (best == nil || cmp.Or(cmp.Compare(e, explains), cmp.Compare(d, decides)) > 0) {
			best, explains, decides = f, e, d
		}
	}
	if explains*nearShare < len(left) {
		decides = 0
	}
	return best, explains, decides
}

// among is how many of some wrong answers a fit explains, and decides.
func (f *fit) among(left []int) (explains, decides int) {
	for _, i := range left {
		if f.explains[i] {
			explains++
		}
		if f.decides[i] {
			decides++
		}
	}
	return explains, decides
}
