// Package fuzz looks for inputs on which a program and the rules disagree, and
// hands them back as small as they get.
//
// Inputs come from the game's generator, and from variations of those that
// reached something new: clauses and features that the oracle notes, and kinds
// of answers. They are made and asked in rounds of a fixed size. What a round
// makes depends on the seed and on what the rounds before it have found, never on
// the workers, so that one seed gives the same witnesses on any number of them.
// Each round leans to something else (swarm testing): to sizes, to the generator
// or to variations, to some of those. For a program that is started for each input,
// many more inputs are made than are asked, and those are asked first that tell wrong
// rules from right ones.
package fuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite/witness"
)

// The bounds of a search, and why.
const (
	// These are how many inputs are asked together, by the pace of the peer: few
	// enough that the first disagreement is not held up by the rest of its round,
	// and as many as the workers of most machines share without waiting.
	roundInputs        = 64
	roundInputsKept    = 512
	roundInputsSpawned = 32
	// roundInputsFirst is how many a program is asked at first; each round has twice
	// as many as the one before, until they are as many as fit its pace. Most wrong
	// programs fail at once.
	roundInputsFirst = 4
	// choiceSpawned is how many inputs are made for each one for which a program is
	// started. Making so many takes less than the start of an interpreter.
	choiceSpawned = 16
	// flakyMax is how many disagreements of one fingerprint may be flaky before
	// all of them count as that: on a busy machine one program in many is slow.
	flakyMax = 3
	// unjudgedTries is how often one is asked again whose answer cannot be judged: a machine
	// that is busy still by then is so for longer.
	unjudgedTries = 2
	// busyMax is how many inputs in a row may go without a verdict because the machine was
	// busy, before the search ends: it finds nothing on such a machine.
	busyMax = 8
	// RunsMax bounds how many inputs can be asked for.
	RunsMax = 1 << 40
	// KeepMax bounds the disagreements: nobody reads more.
	KeepMax = 1000
)

// A Config says what is searched, and for how long.
type Config struct {
	Game  *game.Game
	Rules game.Rules
	Task  game.Task
	Peer  Peer
	Judge *judge.Judge // of the task
	// Guides are wrong rules under the same options. An input that tells one from
	// the right rules is worth asking a program that is slow.
	Guides []game.Rules

	Seed       uint64
	Invalid    bool          // also inputs that the spec refuses
	AnyFailure bool          // a witness may fail in another way than the input that it comes from
	Keep       int           // distinct disagreements, flaky ones aside, after which the search ends; 0: 1
	Runs       int           // inputs after which it ends; 0: no bound
	Time       time.Duration // after which no round begins; 0: no bound
	ShrinkTime time.Duration // for each witness, where the peer is slow; 0: ShrinkTime
	Jobs       int           // that make inputs; 0: 1
	// Ahead is how many inputs the peer is asked at once to make one small, where
	// it is slow because it waits, such as in a live game; 0: 1.
	Ahead int

	// Corpus are inputs of an earlier search, from which this one goes on.
	Corpus [][]jsontext.Value
	// Known are inputs that were found worth keeping otherwise, such as those of a
	// suite. They are not asked, but varied as those of the corpus are, except the
	// ones that the rules refuse.
	Known [][]jsontext.Value

	// Found, if there is one, is told each disagreement.
	Found func(Disagreement)
	// Progress, if there is one, is told how far the search is: after each round,
	// and while a witness is made small.
	Progress func(Summary)
}

// A Disagreement is an input on which the peer and the rules do not agree.
type Disagreement struct {
	Number int // from 1
	Question
	Reply
	Flaky      bool          // asked again it gave something else; the input is as it was found
	Minimal    bool          // no single step makes the input smaller
	FoundBytes int           // the size of the input before it was made smaller
	Inputs     int           // inputs asked until it was found, this one included
	After      time.Duration // the same in time
	Asked      int           // questions to make it small
	Shrinking  time.Duration // that this took
}

// A Summary is how far a search has come.
type Summary struct {
	Inputs    int      // asked, those to make witnesses small aside
	Refused   int      // of them, those that the rules refuse
	Clauses   []string // that the oracle noted, sorted
	Features  []string // the same
	Corpus    int      // inputs that reached something new
	Distinct  int      // disagreements
	Unjudged  int      // inputs passed over: the machine was busy, also when they were asked later
	Again     int      // inputs with a disagreement that is known already
	Wrong     int      // Guides that were told from the rules; only where inputs are chosen by them
	Shrinking int      // questions for the witness that is being made small; 0: none is
	Took      time.Duration
	Inactive  bool // nothing could be asked: the generator makes no valid input
	Exhausted bool // Keep, Runs or Time were reached
}

// A Result is what a search has found.
type Result struct {
	Summary
	Disagreements []Disagreement
	Corpus        [][]jsontext.Value // to go on from
}

// Run searches until as many disagreements are found as are to be kept, or
// another bound is reached. The error is that of the peer, of ctx, or of an oracle
// that is broken; the result has what was found until then.
func Run(ctx context.Context, config Config) (Result, error) {
	f := &search{
		Config: config,
		begin:  time.Now(),
		source: newSource(config),
		known:  make(map[string]bool),
		flaky:  make(map[string]int),
		noted:  make(map[string]bool),
	}
	f.Config.Keep = max(config.Keep, 1)
	f.Config.ShrinkTime = cmp.Or(config.ShrinkTime, ShrinkTime)
	err := f.run(ctx)
	f.summarize()
	f.result.Corpus = f.source.inputs()
	return f.result, err
}

// A search is one Run.
type search struct {
	Config
	source *source
	result Result
	begin  time.Time
	known  map[string]bool // fingerprints of the disagreements
	flaky  map[string]int  // disagreements that did not stay, by their fingerprint
	extra  int             // rounds for founders
	noted  map[string]bool // marks of the inputs that were asked
	later  []input         // to be asked with the next round: the machine was busy
	busy   int             // inputs in a row that were asked on a busy machine
}

// run asks round after round.
func (f *search) run(ctx context.Context) error {
	empty := 0
	for round := 0; !f.over(); round++ {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		inputs, err := f.source.round(ctx, round)
		if err != nil {
			return err
		}
		if len(inputs) == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if empty++; empty == emptyRoundsMax {
				f.result.Inactive = true
				return &game.UsageError{
					Message: fmt.Sprintf("no valid input of %s/%s could be generated under these options", f.Game.Name, f.Task.Name),
					Hint:    game.NoInputHint(f.Rules, f.Task.Name, nil),
				}
			}
			continue
		}
		if left := f.Runs - f.result.Inputs; f.Runs > 0 && len(inputs) > left {
			inputs = inputs[:left]
		}
		if err := f.ask(ctx, inputs); err != nil {
			return err
		}
		f.summarize()
		if f.Progress != nil {
			f.Progress(f.result.Summary)
		}
	}
	if len(f.later) > 0 && f.kept() < f.Config.Keep && (f.Time == 0 || time.Since(f.begin) < f.Time) {
		if err := f.ask(ctx, nil); err != nil {
			return err
		}
	}
	f.result.Unjudged += len(f.later)
	if f.result.Unjudged > 0 && f.result.Unjudged == f.result.Inputs {
		return errBusy
	}
	f.result.Exhausted = true
	return nil
}

// errBusy is for a search in which nothing was judged.
var errBusy = &game.UsageError{
	Message: "no answer could be judged: the machine was busy, and kept the program from the processors",
	Hint:    "use a smaller --jobs, or search when the machine is less busy",
}

// emptyRoundsMax is after how many rounds without a valid input there is none.
const emptyRoundsMax = 8

func (f *search) over() bool {
	return f.kept() >= f.Config.Keep ||
		f.Runs > 0 && f.result.Inputs >= f.Runs ||
		f.Time > 0 && time.Since(f.begin) >= f.Time
}

// slow tells that asking takes longer than making inputs, and may give something else
// the next time.
func (c *Config) slow() bool { return c.Peer.Pace() != InProcess }

// kept counts the disagreements that stay when they are asked about again.
func (f *search) kept() int {
	n := 0
	for i := range f.result.Disagreements {
		if !f.result.Disagreements[i].Flaky {
			n++
		}
	}
	return n
}

func (f *search) summarize() {
	s := &f.result.Summary
	s.Took = time.Since(f.begin)
	s.Distinct = len(f.result.Disagreements)
	s.Corpus = len(f.source.corpus)
	s.Wrong = f.source.told()
	s.Clauses, s.Features = nil, nil
	for _, mark := range slices.Sorted(maps.Keys(f.noted)) {
		if id, ok := strings.CutPrefix(mark, markClause); ok {
			s.Clauses = append(s.Clauses, id)
		} else if name, ok := strings.CutPrefix(mark, markFeature); ok {
			s.Features = append(s.Features, name)
		}
	}
}

// judged asks questions, and some again whose answers cannot be judged, as on a busy machine:
// that says nothing about the program. None is asked behind one for which this does not help.
func (f *search) judged(ctx context.Context, questions []Question) ([]Reply, error) {
	replies, err := f.Peer.Ask(ctx, questions)
	for i := range replies {
		for tries := 0; err == nil && replies[i].Verdict.Outcome == judge.HarnessError; tries++ {
			if tries == unjudgedTries {
				return replies, nil
			}
			var again []Reply
			if again, err = f.Peer.Ask(ctx, questions[i:i+1]); err == nil {
				replies[i] = again[0]
			}
		}
	}
	return replies, err
}

// ask asks the inputs of a round, then those that were put off, and settles what disagrees.
func (f *search) ask(ctx context.Context, inputs []input) error {
	first, asked := len(inputs), f.result.Inputs
	inputs = append(inputs, f.later...)
	f.later = nil
	questions := make([]Question, len(inputs))
	for i := range inputs {
		questions[i] = inputs[i].Question
	}
	replies, err := f.judged(ctx, questions)
	if err != nil {
		return err
	}
	smallest, unjudged := f.sift(inputs, first, replies)
	after := time.Since(f.begin)
	for _, i := range smallest {
		if f.kept() >= f.Config.Keep {
			return nil
		}
		err := f.take(ctx, Disagreement{
			Question: questions[i], Reply: replies[i],
			FoundBytes: questions[i].Size(), Inputs: min(asked+i+1, f.result.Inputs), After: after,
		})
		if err != nil {
			return err
		}
	}
	if f.kept() >= f.Config.Keep {
		return nil // no more was to be asked
	}
	return unjudged
}

// sift counts the replies to inputs, of which those from first on were put off before, and
// puts off what met a busy machine. It returns the smallest input of each disagreement that
// is new, in the order in which they came. Unjudged ends the search when these are settled.
func (f *search) sift(inputs []input, first int, replies []Reply) (smallest []int, unjudged error) {
	places := make(map[string]int) // of fingerprints in smallest
	for i := range inputs {
		v := &replies[i].Verdict
		if i < first {
			f.result.Inputs++
			if inputs[i].Refusal != nil {
				f.result.Refused++
			}
		}
		if run.WasBusy(v) {
			if f.busy++; i < first {
				f.later = append(f.later, inputs[i])
			} else {
				f.result.Unjudged++
			}
			continue
		}
		f.busy = 0
		for _, mark := range inputs[i].marks {
			f.noted[mark] = true
		}
		switch {
		case v.Outcome == judge.HarnessError:
			unjudged = fmt.Errorf("cannot judge the answer to %s: %s", inputs[i].text(), v.Message)
		case v.Outcome == judge.Pass:
			continue
		}
		if unjudged != nil {
			break
		}
		place, again := places[v.Fingerprint]
		switch {
		case f.known[v.Fingerprint]:
			f.result.Again++
		case !again:
			places[v.Fingerprint] = len(smallest)
			smallest = append(smallest, i)
		default:
			f.result.Again++
			if witness.Compare(inputs[i].In, inputs[smallest[place]].In) < 0 {
				smallest[place] = i
			}
		}
	}
	if f.busy >= busyMax && unjudged == nil {
		unjudged = errBusy
	}
	return smallest, unjudged
}

// take settles a disagreement and keeps it, unless another witness has come to it meanwhile,
// as with AnyFailure.
func (f *search) take(ctx context.Context, d Disagreement) error {
	fingerprint := d.Verdict.Fingerprint
	if f.known[fingerprint] {
		f.result.Again++
		return nil
	}
	if err := f.settle(ctx, &d); err != nil {
		return err
	}
	if d.Flaky {
		f.flaky[fingerprint]++
	}
	f.known[fingerprint] = !d.Flaky || f.flaky[fingerprint] >= flakyMax
	f.known[d.Verdict.Fingerprint] = f.known[fingerprint]
	d.Number = len(f.result.Disagreements) + 1
	f.result.Disagreements = append(f.result.Disagreements, d)
	if f.Found != nil {
		f.Found(d)
	}
	return nil
}

// text is the input on one line, for an error.
func (i *input) text() string {
	var parts []string
	for _, v := range i.In {
		parts = append(parts, string(v))
	}
	return strings.Join(parts, " ")
}

// errBroken tells of an oracle that fails otherwise than by a refusal.
var errBroken = errors.New("the oracle fails")
