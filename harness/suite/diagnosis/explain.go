package diagnosis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// explain chooses of the mutants that fit as few as explain all that can be
// explained: first the one of most wrong answers, then that of most of the rest.
// Those of one clause are one misreading. It tells how many it took, and whether that is all. The
// error is an oracle's that fails.
func (x *examination) explain(ctx context.Context, fits []fit) (list []judge.Diagnosis, taken int, all bool, err error) {
	open := make([]bool, x.wrong)
	for i := range open {
		open[i] = true
	}
	for {
		most, best := 0, -1
		for i := range fits {
			if n := overlap(fits[i].explains, open); n > most || n == most && n > 0 && fits[i].count > fits[best].count {
				most, best = n, i
			}
		}
		if best < 0 {
			break
		}
		alike, err := x.alike(ctx, fits, &fits[best])
		if err != nil {
			return nil, 0, false, err
		}
		// Where nothing tells the readings apart, those come first whose clause the cases are for.
		cited := func(m *game.Mutant) (n int) {
			for i, explained := range fits[best].explains {
				if explained && slices.Contains(x.held[i].Case.Clauses, m.Clause) {
					n++
				}
			}
			return n
		}
		sort.SliceStable(alike, func(i, j int) bool { return cited(&alike[i]) > cited(&alike[j]) })
		g := judge.Diagnosis{Passes: x.passes, Explains: most}
		name(&g, alike)
		for i, explained := range fits[best].explains {
			if explained && open[i] {
				g.Cases = append(g.Cases, x.held[i].Case.ID)
				open[i] = false
			}
		}
		list = add(list, g)
		taken++
	}
	of := 0
	all = len(list) > 0 && len(list) <= mistakesMax
	for i := range open {
		// A misshapen answer that a reading explains is a wrong answer like others.
		if !open[i] || !x.held[i].aside() {
			of++
			all = all && !open[i]
		}
	}
	for i := range list {
		list[i].Of = of
		all = all && (len(list) == 1 || list[i].Explains >= shareMin)
	}
	return list, taken, all, nil
}

// alike are the mutants that explain the same as one that fits, each once.
func (x *examination) alike(ctx context.Context, fits []fit, best *fit) (list []game.Mutant, err error) {
	for i := range fits {
		if !slices.Equal(fits[i].explains, best.explains) {
			continue
		}
		m := &x.Mutants[fits[i].mutant]
		known, err := x.known(ctx, list, m)
		if err != nil {
			return nil, err
		}
		if !known {
			list = append(list, *m)
		}
	}
	return list, nil
}

// mostly tells whether diagnoses of live games explain enough of them. The first
// mistake of a game may lead to others that no misreading is like.
func mostly(list []judge.Diagnosis) bool {
	if len(list) == 0 || len(list) > mistakesMax {
		return false
	}
	explained := 0
	for i := range list {
		if list[i].Explains < shareMin {
			return false
		}
		explained += list[i].Explains
	}
	return enough(explained, list[0].Of)
}

// enough tells whether so many of some live games are most of them.
func enough(explained, of int) bool { return float64(explained) >= mostlyMin*float64(of) }

// add puts a diagnosis behind others, or into the one of the same clause.
func add(list []judge.Diagnosis, g judge.Diagnosis) []judge.Diagnosis {
	i := slices.IndexFunc(list, func(o judge.Diagnosis) bool {
		return o.Clause == g.Clause && len(o.Clauses) == 0 && len(g.Clauses) == 0
	})
	if i < 0 {
		return append(list, g)
	}
	o := &list[i]
	o.Mutants = append(o.Mutants, g.Mutants...)
	o.Text += ", and elsewhere " + g.Text
	o.Hint = cmp.Or(o.Hint, g.Hint)
	o.Explains += g.Explains
	o.Cases = append(o.Cases, g.Cases...)
	return list
}

// overlap counts the answers that are in both.
func overlap(a, b []bool) int {
	n := 0
	for i := range a {
		if a[i] && b[i] {
			n++
		}
	}
	return n
}

// readingsMax is how many readings are named that cannot be told apart.
const readingsMax = 4

// name puts mutants that cannot be told apart into a diagnosis.
func name(g *judge.Diagnosis, alike []game.Mutant) {
	for _, m := range alike {
		if !slices.Contains(g.Clauses, m.Clause) {
			g.Clauses = append(g.Clauses, m.Clause)
		}
		g.Mutants = append(g.Mutants, m.ID)
	}
	g.Clause = alike[0].Clause
	if len(g.Clauses) == 1 {
		g.Clauses = nil
	}
	for i, m := range alike[:min(len(alike), readingsMax)] {
		if i > 0 {
			g.Text += ", or "
		}
		g.Text += m.Summary
		if len(g.Clauses) > 0 {
			g.Text += " (" + m.Clause + ")"
		}
		if m.Hint != "" && g.Hint == "" {
			g.Hint = m.Hint
		}
	}
}
