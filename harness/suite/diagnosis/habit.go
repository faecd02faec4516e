package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
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

// A part is what a program may take for all of a list of requests, and what it answers then.
type part struct {
	said   string
	answer func(p *posed) []jsontext.Value
}

// posed are the requests of a case.
type posed struct {
	want     []jsontext.Value // the right answer
	requests int
	refused  int                                 // the first that the rules refuse; as many as there are if there is none
	ask      func(requests int) []jsontext.Value // what the rules answer to so many
}

// requestParts are the parts that a program may judge, or tell of.
func (x *examination) requestParts() []part {
	list := []part{
		{"judges no request after the first illegal one", func(p *posed) []jsontext.Value {
			return p.ask(min(p.refused+1, p.requests))
		}},
		{"judges all requests but the last", func(p *posed) []jsontext.Value { return p.ask(max(0, p.requests-1)) }},
		{"judges only the first request", func(p *posed) []jsontext.Value { return p.ask(min(1, p.requests)) }},
		{"answers no request after the first illegal one, though it carries them out", func(p *posed) []jsontext.Value {
			return p.listed(0, p.refused+1)
		}},
		{"answers no request from the first illegal one on, though it carries them out", func(p *posed) []jsontext.Value {
			return p.listed(0, p.refused)
		}},
		{"answers only the last request, though it carries out all", func(p *posed) []jsontext.Value {
			return p.listed(p.requests-1, p.requests)
		}},
		{"gives no answer to illegal requests", func(p *posed) []jsontext.Value {
			return p.with(slices.DeleteFunc(judge.Elements(p.want, "/0"), isRefusal))
		}},
	}
	for i := 1; i < len(x.Task.Out); i++ {
		said := fmt.Sprintf("gives at /%d what is there before all requests", i)
		list = append(list, part{said, func(p *posed) []jsontext.Value {
			return slices.Concat(p.want[:i], p.ask(0)[i:i+1], p.want[i+1:])
		}})
	}
	return list
}

// listed is the right answer, but with the answers to requests only from one on and before another.
func (p *posed) listed(from, before int) []jsontext.Value {
	answers := judge.Elements(p.want, "/0")
	before = min(before, len(answers))
	return p.with(answers[min(max(0, from), before):before])
}

// with is the right answer, but with these answers to the requests.
func (p *posed) with(answers []jsontext.Value) []jsontext.Value {
	first, _ := json.Marshal(slices.Concat([]jsontext.Value{}, answers)) // they have been read
	return slices.Concat([]jsontext.Value{first}, p.want[1:])
}

// isRefusal tells whether the answer to a request is not that it is legal.
func isRefusal(v jsontext.Value) bool { return v.Kind() != 't' }

// stops says which part of the requests a program judges, or tells of, as if there were no others,
// nil if it is none that is known.
func (x *examination) stops(ctx context.Context) ([]judge.Diagnosis, error) {
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
			asked := posed{want: h.want, requests: len(h.Case.In) - first}
			if asked.refused = slices.IndexFunc(judge.Elements(h.want, "/0"), isRefusal); asked.refused < 0 {
				asked.refused = asked.requests
			}
			asked.ask = func(requests int) []jsontext.Value {
				var out game.Output
				if failed = oracle(h.Case.In[:first+requests], &out); failed != nil {
					return h.want
				}
				return out.Values()
			}
			given := p.answer(&asked)
			switch _, refused := errors.AsType[*game.Invalid](failed); {
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case refused: // with fewer requests it is no input, so that nobody can have judged that
				fits = false
				continue
			case failed != nil:
				return nil, failed
			}
			answer := h.want
			if i < x.wrong {
				answer = h.Got
				g.Cases = append(g.Cases, h.Case.ID)
			}
			fits = x.judgeOf(i).Compare(given, answer).Outcome == judge.Pass
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
		said := fmt.Sprintf("at %s %s", text.Visible(judge.NameOf(h.Pointer)), h.Expectation)
		k := slices.IndexFunc(ways, func(g judge.Diagnosis) bool { return g.Text == said })
		if k < 0 {
			k = len(ways)
			ways = append(ways, judge.Diagnosis{Habit: judge.Shape, Mutants: []string{}, Text: said, Of: x.wrong})
		}
		ways[k].Explains++
		ways[k].Cases = append(ways[k].Cases, h.Case.ID)
	}
	ways = slices.DeleteFunc(ways, func(g judge.Diagnosis) bool { return g.Explains < habitMin })
	sort.SliceStable(ways, func(i, j int) bool { return ways[i].Explains > ways[j].Explains })
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
