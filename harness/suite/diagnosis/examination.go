package diagnosis

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// An examination is one diagnosis under way.
type examination struct {
	*Doctor
	judge  *judge.Judge
	strict *judge.Judge
	held   []held // wrong answers first
	quick  []int  // those for which the rules search least first
	wrong  int    // how many of them are wrong
	passes int
	told   [][]told // by mutant and held answer: what is known of the mutant's own
	traced bool     // it is known which clauses have a say in the answers
	coded  bool     // some answers are wrong only in their codes
}

// told is what is known of the answer of a mutant to a case that passes.
type told byte

const (
	untold told = iota
	right
	changed // or none at all
)

// A held answer with what the rules say about its case.
type held struct {
	Answer
	want   []jsontext.Value
	clause string   // that decides the answer as a whole
	met    []string // clauses that have a say in it, once they are traced
	// decision is what a wrong answer decides, "" for a right one.
	decision string
	coded    bool // only its codes are wrong, and codes count in this run
}

// aside tells of a wrong answer that no reading of the rules need explain, though one may.
func (h *held) aside() bool { return h.Misshapen || h.coded }

// judgeOf compares answers to a case. Where the codes of the program count, all that it was judged
// by counts: else each reading that refuses a request would give every code.
func (x *examination) judgeOf(i int) *judge.Judge {
	if x.coded && (i >= x.wrong || x.held[i].coded) {
		return x.strict
	}
	return x.judge
}

// ask finds what the rules say about the cases.
func (x *examination) ask(answers []Answer, wrong int) error {
	oracle := x.Rules.Oracle(x.Task.Name)
	var out game.Output
	var took []int // in steps
	for i, a := range answers {
		out.Reset()
		if err := oracle(a.Case.In, &out); err != nil {
			if _, refused := errors.AsType[*game.Invalid](err); refused {
				continue // a broken case says nothing about a program
			}
			return err
		}
		h := held{Answer: a, want: out.Values(), clause: out.Clause, decision: decision(a.Got)}
		h.coded = i < wrong && !a.Misshapen && x.judge.Same(a.Got, &out)
		x.coded = x.coded || h.coded
		x.held = append(x.held, h)
		if i < wrong {
			x.wrong++
		}
		x.quick, took = append(x.quick, len(took)), append(took, out.Work)
	}
	slices.SortStableFunc(x.quick, func(a, b int) int { return cmp.Compare(took[a], took[b]) })
	return nil
}

// trace finds which clauses have a say in the answers. That takes as long as all mutants
// take for all cases, and only what ranks clauses asks for it.
func (x *examination) trace(ctx context.Context) error {
	if x.traced {
		return nil
	}
	x.traced = true
	return pool.Run(ctx, len(x.held), x.Game.Jobs(x.Jobs), func() func(int) error {
		oracle, failed := game.Tracing(x.Rules, x.Task.Name)
		var out game.Output
		var trace game.Trace
		return func(i int) error {
			if failed != nil {
				return failed
			}
			out.Reset()
			trace.Reset()
			out.Trace = &trace
			if err := oracle(x.held[i].Case.In, &out); err != nil {
				return err
			}
			x.held[i].met = trace.Clauses()
			return nil
		}
	})
}

// chosen are the answers that are looked at: the failures, then the passes, of
// which some are picked by chance where there are too many.
func chosen(answers []Answer) (failures, passes []Answer) {
	for _, a := range answers {
		if a.Got != nil {
			failures = append(failures, a)
		} else {
			passes = append(passes, a)
		}
	}
	failures = failures[:min(len(failures), CasesMax)]
	var kept []Answer
	for _, i := range sample(len(passes), CasesMax-len(failures)) {
		kept = append(kept, passes[i])
	}
	return failures, kept
}

// sample is which of so many there is room for, in their order.
func sample(count, room int) []int {
	rng := rand.New(rand.NewPCG(passesSeed, uint64(count)))
	picked := rng.Perm(count)[:min(count, room)]
	slices.Sort(picked)
	return picked
}
