package diagnosis

import (
	"cmp"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// When a reading is taken for a part of what a program does. With these bounds one in a
// hundred programs of two mistakes, of which one is known, is told a third one.
const (
	// partMin is how many wrong answers the reading has to give: fewer are often those of
	// another reading, which is not known.
	partMin = 4
	// partShareMin is which part of all wrong answers they are at least: where most of
	// what a program does is wrong, something is always like something.
	partShareMin = 0.25
)

// parts are readings that explain a part of the wrong answers, where the others have a
// cause that is not known, and what they leave over. A program reads so if it answers as
// the reading does wherever that differs from the rules, and if none that fits explains
// these answers and more: that one may be what it does, and shows otherwise elsewhere. Its
// clause has to be the likeliest of all wrong answers: else it is a special case of a
// misreading of another one.
func (x *examination) parts(fits []fit, ranked []string) (list []judge.Diagnosis, left []int) {
	shaped := x.shaped()
	of := len(shaped)
	open := slices.Repeat([]bool{true}, x.wrong)
	var sure []*fit
	for i := range fits {
		f := &fits[i]
		if f.differs == 0 && f.count >= partMin && float64(f.count) >= partShareMin*float64(of) && !within(f, fits) &&
			x.Mutants[f.mutant].Clause == ranked[0] {
			sure = append(sure, f)
		}
	}
	slices.SortStableFunc(sure, func(a, b *fit) int { return cmp.Compare(b.count, a.count) })
	for _, f := range sure {
		if overlap(f.explains, open) < f.count {
			continue // it is like one before, or explains the same in part
		}
		var alike []game.Mutant
		for _, o := range sure {
			if slices.Equal(o.explains, f.explains) {
				alike = append(alike, x.Mutants[o.mutant])
			}
		}
		g := judge.Diagnosis{Passes: x.passes, Explains: f.count, Of: of}
		name(&g, alike)
		for i, explained := range f.explains {
			if explained {
				g.Cases = append(g.Cases, x.held[i].Case.ID)
				open[i] = false
			}
		}
		list = append(list, g)
	}
	for _, i := range shaped {
		if open[i] {
			left = append(left, i)
		}
	}
	for i := range list {
		list[i].Unexplained = len(left)
	}
	return list, left
}

// within tells whether another reading that fits explains all that one explains, and more.
func within(f *fit, fits []fit) bool {
	return slices.ContainsFunc(fits, func(o fit) bool { return o.count > f.count && overlap(o.explains, f.explains) == f.count })
}
