package diagnosis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// habitMin is how many wrong answers show a habit: fewer have something in common by
	// chance.
	habitMin = 5
	// habitShownMax is how many bytes of an answer are shown: as many as fit on a line.
	habitShownMax = 120
)

// constant says that the program gives the same answer to everything, nil if it does not.
// Of right answers only that they conform is known, and whether they give another code:
// the answer has to be right there in the same way.
func (x *examination) constant() []judge.Diagnosis {
	if x.wrong < habitMin {
		return nil
	}
	answer := x.held[0].Got
	g := judge.Diagnosis{Habit: judge.Constant, Mutants: []string{}, Explains: x.wrong, Of: x.wrong, Passes: x.passes}
	for i := range x.held {
		h := &x.held[i]
		switch {
		case i < x.wrong:
			if !slices.EqualFunc(answer, h.Got, judge.SameValue) {
				return nil
			}
			g.Cases = append(g.Cases, h.Case.ID)
		case x.judge.Compare(h.want, answer).Outcome != judge.Pass,
			(x.strict.Compare(h.want, answer).Outcome == judge.Pass) == h.OtherCode:
			return nil
		}
	}
	g.Text = "gives the same answer to everything: " + shown(answer)
	return []judge.Diagnosis{g}
}

// shapesMax is how many ways in which answers have a wrong shape are told: a program that
// knows more of them is told by its cases.
const shapesMax = 3

// shapes say in which ways many answers have a wrong shape, that of most answers first.
// Those that a reading explains do not count.
func (x *examination) shapes(list []judge.Diagnosis) []judge.Diagnosis {
	explained := make(map[string]bool)
	for i := range list {
		for _, id := range list[i].Cases {
			explained[id] = true
		}
	}
	var ways []judge.Diagnosis
	for i := range x.wrong {
		h := &x.held[i]
		if !h.Misshapen || h.Expectation == "" || explained[h.Case.ID] {
			continue
		}
		said := fmt.Sprintf("at %s %s", text.Visible(nameOf(h.Pointer)), h.Expectation)
		k := slices.IndexFunc(ways, func(g judge.Diagnosis) bool { return g.Text == said })
		if k < 0 {
			k = len(ways)
			ways = append(ways, judge.Diagnosis{Habit: judge.Shape, Mutants: []string{}, Text: said, Of: x.wrong})
		}
		ways[k].Explains++
		ways[k].Cases = append(ways[k].Cases, h.Case.ID)
	}
	ways = slices.DeleteFunc(ways, func(g judge.Diagnosis) bool { return g.Explains < habitMin })
	slices.SortStableFunc(ways, func(a, b judge.Diagnosis) int { return cmp.Compare(b.Explains, a.Explains) })
	return ways[:min(len(ways), shapesMax)]
}

// shown is an answer on one line.
func shown(answer []jsontext.Value) string {
	var parts []string
	for _, v := range answer {
		v = v.Clone()
		_ = v.Compact() // it stays as it is if it cannot be
		parts = append(parts, string(v))
	}
	return text.Shorten(text.Visible(strings.Join(parts, " ")), habitShownMax)
}
