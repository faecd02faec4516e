package fuzz

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/tree"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/witness"
)

// The bounds of making a disagreement small, and why.
const (
	// confirmations is how often a disagreement is asked about again before it is
	// believed: a program that fails one time in ten is noticed one time in five.
	confirmations = 2
	// ShrinkTime is how long a witness may be made small by default. A Python
	// program is asked a few hundred questions in it, and most need a few dozen.
	ShrinkTime = 20 * time.Second
	// shrinkAsksFast bounds the questions for one witness in process, where an
	// answer takes microseconds; a bound in time would not give the same each time.
	shrinkAsksFast = 40_000
	// foundersMax is from how many other inputs with the same disagreement the
	// search for the smallest witness starts, where asking is fast; it looks for
	// them in so many rounds, which are numbered from founderRound.
	foundersMax   = 8
	founderRounds = 8
	founderRound  = 1 << 28
	// joltsMax and joltChangesMax are how often and how much a witness is changed
	// at random before it is made small again, where asking is fast: two steps
	// that only go together may lead to a smaller one.
	joltsMax       = 150
	joltChangesMax = 3
	// shrinkWaitsMax bounds the questions for one witness where each answer is a limit that
	// runs out.
	shrinkWaitsMax = 8
)

// settle asks about a disagreement again, and makes it small if it stays.
func (f *search) settle(ctx context.Context, d *Disagreement) error {
	if f.slow() {
		if stays, err := f.stays(ctx, d); err != nil || !stays {
			return err
		}
	}
	s := shrinking{search: f, d: d, fingerprint: d.Verdict.Fingerprint, asksMax: math.MaxInt, begin: time.Now()}
	switch d.Verdict.Outcome {
	case judge.Silent, judge.Timeout, judge.CPULimit:
		s.asksMax = shrinkWaitsMax * max(f.Ahead, 1)
	}
	if !f.slow() {
		s.asksMax = shrinkAsksFast
	}
	return s.run(ctx)
}

// stays asks about a disagreement a few times more. One that does not stay becomes flaky.
func (f *search) stays(ctx context.Context, d *Disagreement) (bool, error) {
	replies, err := f.judged(ctx, slices.Repeat([]Question{d.Question}, confirmations))
	if err != nil {
		return false, err
	}
	for _, r := range replies {
		if r.Verdict.Outcome == judge.HarnessError {
			d.Verdict.Message = fmt.Sprintf("a second run of the same input cannot be judged (%s); first run: %s", r.Verdict.Message, d.Verdict.Message)
			return false, nil
		}
		if r.Verdict.Fingerprint != d.Verdict.Fingerprint {
			d.Flaky = true
			d.Verdict.Message = fmt.Sprintf("a second run of the same input gives something else (%s); first run: %s", r.Verdict.Outcome, d.Verdict.Message)
			d.Verdict.Outcome = judge.Flaky
			return false, nil
		}
	}
	return true, nil
}

// A shrinking makes one disagreement small.
type shrinking struct {
	*search
	d           *Disagreement
	fingerprint string // of its verdict, which has to stay
	asksMax     int
	begin       time.Time
	cut         bool  // it ended before no step was left
	broken      error // of the peer
}

// An answered question is one with its reply.
type answered struct {
	Question
	Reply
}

// run makes the disagreement small, first by the steps of a shrinker. With a peer that
// answers at once it begins anew from other inputs, too, and takes the smallest.
func (s *shrinking) run(ctx context.Context) error {
	d := s.d
	k := witness.Shrinker{Advance: s.advance, Members: d.Refusal != nil && d.Malformed == ""}
	keep := func(in []jsontext.Value) bool { return s.keep(ctx, in) }
	var small []jsontext.Value
	if s.Ahead > 1 && s.slow() {
		small = s.shrinkAhead(ctx, k)
	} else {
		small = k.Shrink(ctx, d.In, keep)
	}
	question, reply := d.Question, d.Reply
	d.Minimal = !s.cut
	from := func(in []jsontext.Value) {
		in = k.Shrink(ctx, in, keep)
		if !s.cut && witness.Compare(in, small) < 0 {
			small, question, reply = in, d.Question, d.Reply
		}
	}
	if !s.slow() {
		for _, in := range s.founders(ctx, keep) {
			from(in)
		}
		s.jolt(&small, keep, from)
	}
	d.Question, d.Reply, d.In = question, reply, small
	d.Shrinking = time.Since(s.begin)
	d.Minimal = d.Minimal && s.broken == nil && ctx.Err() == nil
	if s.broken != nil && ctx.Err() == nil {
		return s.broken
	}
	return nil
}

// jolt changes the smallest input that is known at random, and begins anew from what is
// kept of that.
func (s *shrinking) jolt(small *[]jsontext.Value, keep func(in []jsontext.Value) bool, from func(in []jsontext.Value)) {
	rng := rand.New(rand.NewPCG(s.Seed, joltStream+uint64(s.d.Inputs)))
	for jolt := 0; jolt < joltsMax && s.broken == nil; jolt++ {
		root, err := tree.Parse(*small)
		if err != nil {
			return
		}
		for range 1 + rng.IntN(joltChangesMax) {
			variations[rng.IntN(len(variations))](rng, root, func() *tree.Node { return root })
		}
		if in := root.Values(); keep(in) {
			from(in)
		}
	}
}

// ask gives those of some inputs that are kept, by their index in the list; nil if there
// is to be no more asking.
func (s *shrinking) ask(ctx context.Context, list [][]jsontext.Value) map[int]answered {
	s.cut = s.cut || s.d.Asked >= s.asksMax || s.slow() && time.Since(s.begin) >= s.ShrinkTime
	if s.cut || s.broken != nil {
		return nil
	}
	var questions []Question
	var places []int
	for i, in := range list {
		if q, valid := s.alike(&s.d.Question, in); valid {
			questions, places = append(questions, q), append(places, i)
		}
	}
	kept := make(map[int]answered)
	if len(questions) == 0 {
		return kept
	}
	s.d.Asked += len(questions)
	replies, err := s.Peer.Ask(ctx, questions)
	if err != nil {
		s.broken = err
		return nil
	}
	if s.Progress != nil && s.slow() {
		s.summarize()
		s.result.Shrinking = s.d.Asked
		s.Progress(s.result.Summary)
		s.result.Shrinking = 0
	}
	for i, r := range replies {
		v := &r.Verdict
		if v.Outcome != judge.Pass && v.Outcome != judge.HarnessError && (s.AnyFailure || v.Fingerprint == s.fingerprint) {
			kept[places[i]] = answered{questions[i], r}
		}
	}
	return kept
}

// keep asks about one input, which becomes that of the disagreement if it is kept.
func (s *shrinking) keep(ctx context.Context, in []jsontext.Value) bool {
	answer, kept := s.ask(ctx, [][]jsontext.Value{in})[0]
	if kept {
		s.d.Question, s.d.Reply = answer.Question, answer.Reply
	}
	return kept
}

// shrinkAhead makes a disagreement small by asking about several inputs at once.
func (s *shrinking) shrinkAhead(ctx context.Context, k witness.Shrinker) []jsontext.Value {
	d := s.d
	replies := make(map[string]answered)
	valid := func(in []jsontext.Value) bool {
		_, valid := s.alike(&d.Question, in)
		return valid
	}
	small := k.ShrinkAhead(ctx, d.In, s.Ahead, valid, func(list [][]jsontext.Value) []bool {
		kept := s.ask(ctx, list)
		if kept == nil {
			return nil
		}
		answers := make([]bool, len(list))
		for i, answer := range kept {
			answers[i] = true
			replies[lines(list[i])] = answer
		}
		return answers
	})
	if answer, ok := replies[lines(small)]; ok {
		d.Question, d.Reply = answer.Question, answer.Reply
	}
	return small
}

// alike is the question of another input in place of one, false if only one of
// the two is refused.
func (f *search) alike(other *Question, in []jsontext.Value) (Question, bool) {
	q, err := f.source.like(other, in)
	return q, err == nil && (q.Refusal != nil) == (other.Refusal != nil)
}

// founders are other inputs that are kept, which may lead to smaller witnesses:
// small ones that people have thought of, and those of further rounds.
func (f *search) founders(ctx context.Context, keep func(in []jsontext.Value) bool) [][]jsontext.Value {
	var list [][]jsontext.Value
	known := slices.Clone(f.Known)
	slices.SortStableFunc(known, witness.Compare)
	for _, in := range known {
		if len(list) < foundersMax/2 && keep(in) {
			list = append(list, in)
		}
	}
	for range founderRounds {
		f.extra++
		inputs, err := f.source.round(ctx, founderRound+f.extra)
		if err != nil {
			return list
		}
		for i := range inputs {
			if keep(inputs[i].In) {
				if list = append(list, inputs[i].In); len(list) == foundersMax {
					return list
				}
			}
		}
	}
	return list
}

// advance shortens an input whose last values are decisions, by those that are
// played already: where a task takes a value and makes another of the same form
// of it, such as the state of a game, that one takes its place.
func (f *search) advance(in []jsontext.Value) [][]jsontext.Value {
	params := f.Task.In
	fixed := len(params) - 1
	if fixed < 1 || !params[fixed].Repeated {
		return nil
	}
	var later [][]jsontext.Value
	for n := len(in) - fixed; n > 0; n-- {
		q, _, err := f.source.question(in[:fixed+n])
		if err != nil || q.Refusal != nil {
			continue
		}
		for _, out := range q.Expected {
			if shapeOf(out) == shapeOf(in[0]) {
				next := append([]jsontext.Value{out}, in[1:fixed]...)
				later = append(later, append(next, in[fixed+n:]...))
			}
		}
	}
	return later
}
