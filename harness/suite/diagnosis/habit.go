package diagnosis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
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

// A part is what a program may take for all of a list of requests.
type part struct {
	said string
	// answer is what such a program gives: what the rules say of so many requests is asked. The first
	// that they refuse has a number, -1 if there is none.
	answer func(h *held, requests, refused int, ask func(requests int) []jsontext.Value) []jsontext.Value
}

// requestParts are the parts that a program may judge, or tell of.
func (x *examination) requestParts() []part {
	list := []part{
		{"judges no request after the first illegal one", func(_ *held, requests, refused int, ask func(int) []jsontext.Value) []jsontext.Value {
			if refused < 0 {
				return ask(requests)
			}
			return ask(refused + 1)
		}},
		{"judges all requests but the last", func(_ *held, requests, _ int, ask func(int) []jsontext.Value) []jsontext.Value {
			return ask(max(0, requests-1))
		}},
		{"judges only the first request", func(_ *held, requests, _ int, ask func(int) []jsontext.Value) []jsontext.Value {
			return ask(min(1, requests))
		}},
		{"answers no request after the first illegal one, though it carries them out", func(h *held, _, refused int, _ func(int) []jsontext.Value) []jsontext.Value {
			if refused < 0 {
				return h.want
			}
			return listed(h, 0, refused+1)
		}},
		{"answers no request from the first illegal one on, though it carries them out", func(h *held, _, refused int, _ func(int) []jsontext.Value) []jsontext.Value {
			return listed(h, 0, refused)
		}},
		{"answers only the last request, though it carries out all", func(h *held, requests, _ int, _ func(int) []jsontext.Value) []jsontext.Value {
			return listed(h, max(0, requests-1), -1)
		}},
		{"gives no answer to illegal requests", func(h *held, _, _ int, _ func(int) []jsontext.Value) []jsontext.Value {
			legal := slices.DeleteFunc(judge.Elements(h.want, "/0"), isRefusal)
			return withAnswers(h, legal)
		}},
	}
	for i := 1; i < len(x.Task.Out); i++ {
		said := fmt.Sprintf("gives at /%d what is there before all requests", i)
		list = append(list, part{said, func(h *held, _, _ int, ask func(int) []jsontext.Value) []jsontext.Value {
			return slices.Concat(h.want[:i], ask(0)[i:i+1], h.want[i+1:])
		}})
	}
	return list
}

// listed is the right answer, but with the answers to requests only from one on and before another,
// of which there is none below 0.
func listed(h *held, from, before int) []jsontext.Value {
	answers := judge.Elements(h.want, "/0")
	if before < 0 || before > len(answers) {
		before = len(answers)
	}
	return withAnswers(h, answers[min(from, before):before])
}

// withAnswers is the right answer, but with these answers to the requests.
func withAnswers(h *held, answers []jsontext.Value) []jsontext.Value {
	first, _ := json.Marshal(slices.Concat([]jsontext.Value{}, answers)) // they have been read
	return slices.Concat([]jsontext.Value{first}, h.want[1:])
}

// isRefusal tells whether the answer to a request is not that it is legal.
func isRefusal(v jsontext.Value) bool { return v.Kind() != 't' }

// stops says which part of the requests a program judges, or tells of, as if there were no others,
// nil if it is none that is known.
func (x *examination) stops() ([]judge.Diagnosis, error) {
	in := x.Task.In
	if len(in) == 0 || !in[len(in)-1].Repeated || x.wrong < placeMin {
		return nil, nil
	}
	oracle := x.Rules.Oracle(x.Task.Name)
	for _, p := range x.requestParts() {
		g := judge.Diagnosis{Habit: judge.Stops, Mutants: []string{}, Text: p.said, Explains: x.wrong, Of: x.wrong, Passes: x.passes}
		fits := true
		for i := 0; i < len(x.held) && fits; i++ {
			h := &x.held[i]
			first := len(in) - 1
			var failed error
			given := p.answer(h, len(h.Case.In)-first, slices.IndexFunc(judge.Elements(h.want, "/0"), isRefusal), func(requests int) []jsontext.Value {
				var out game.Output
				if failed = oracle(h.Case.In[:first+requests], &out); failed != nil {
					return h.want
				}
				return out.Values()
			})
			if failed != nil {
				return nil, failed
			}
			answer := h.want
			if i < x.wrong {
				answer = h.Got
				g.Cases = append(g.Cases, h.Case.ID)
			}
			fits = x.judge.Compare(given, answer).Outcome == judge.Pass
		}
		if fits {
			return []judge.Diagnosis{g}, nil
		}
	}
	return nil, nil
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
