package generator

import (
	"context"
	"errors"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/witness"
)

// The bounds of a search, and why.
const (
	// Tries is how many inputs are drawn under the first of the settings. What
	// shows more rarely than once in so many is looked for among known inputs.
	Tries = 1000
	// shrinkTriesMax bounds how many inputs are tried to make one small. One of a
	// hundred values that gets rid of nine in ten of them takes a few hundred.
	shrinkTriesMax = 5000
)

// small makes an input small for which something holds.
func small(ctx context.Context, in []jsontext.Value, holds func(in []jsontext.Value) bool) []jsontext.Value {
	return witness.Shrinker{TriesMax: shrinkTriesMax}.Shrink(ctx, in, holds)
}

// A Search looks for inputs of one task on which a mutant gives itself away: first among random ones under the first
// of the settings, then among known ones, then under the other settings. What it
// finds is shrunk. The same search finds the same, whatever the time it takes.
type Search struct {
	Runner   *baseline.Runner
	Settings []game.Settings // in the order in which they are tried
	Known    []suite.Case    // inputs that others found worth keeping
	Seed     uint64
	Tries    int // random inputs for the first of the settings; for others there are fewer

	mutex sync.Mutex
	drawn map[int][]sample // by the index of the settings
}

// Variants are settings worth trying: those given, each preset, and every option
// that is on or off turned round. Those that the game refuses are left out.
func Variants(g *game.Game, first game.Settings) []game.Settings {
	list := []game.Settings{first}
	add := func(options []game.Setting) {
		s := game.Settings{Options: options}
		if _, err := g.Configure(s); err == nil {
			list = append(list, s)
		}
	}
	for _, p := range g.Presets {
		if len(p.Values) > 0 {
			add(p.Values)
		}
	}
	for _, o := range g.Options {
		switch o.Default {
		case "true":
			add([]game.Setting{{Name: o.Name, Value: jsontext.Value("false")}})
		case "false":
			add([]game.Setting{{Name: o.Name, Value: jsontext.Value("true")}})
		}
	}
	return list
}

// A sample is a random input with what the rules give.
type sample struct{ in, want []jsontext.Value }

// samples draws the inputs for some of the settings, once for all mutants.
func (s *Search) samples(n int) ([]sample, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.drawn[n]; ok {
		return known, nil
	}
	rules, err := s.Runner.Game.Configure(s.Settings[n])
	if err != nil {
		return nil, err
	}
	tries := s.Tries
	if n > 0 {
		tries = max(tries/variantShare, 1)
	}
	oracle := rules.Oracle(s.Runner.Task.Name)
	var list []sample
	var out game.Output
	for i := range tries {
		in := suite.GenerateCase(rules, s.Runner.Task.Name, s.Seed, i+1).In
		out.Reset()
		if err := oracle(in, &out); err != nil {
			if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
				return nil, err
			}
			continue
		}
		list = append(list, sample{in, out.Values()})
	}
	if s.drawn == nil {
		s.drawn = make(map[int][]sample)
	}
	s.drawn[n] = list
	return list, nil
}

// Find returns a case that kills a mutant, with what it must give, or nil if there
// is none within the bounds of the search. Several goroutines may call it at once.
func (s *Search) Find(ctx context.Context, mutant game.Mutant) (*suite.Case, error) {
	for n := range s.Settings {
		found, err := s.among(ctx, n, mutant)
		if found == nil && err == nil && n == 0 {
			found, err = s.known(ctx, mutant)
		}
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// among looks among the random inputs for some of the settings.
func (s *Search) among(ctx context.Context, n int, mutant game.Mutant) (*suite.Case, error) {
	samples, err := s.samples(n)
	if err != nil {
		return nil, err
	}
	d, err := s.duel(s.Settings[n], mutant)
	if err != nil {
		// An option that only the rules as they are can have.
		return nil, nil
	}
	for _, sample := range samples {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if falls, err := d.rival.Falls(sample.in, sample.want); err != nil {
			return nil, err
		} else if falls {
			return d.shrunk(ctx, sample.in)
		}
	}
	return nil, nil
}

// known looks among the inputs that others found worth keeping.
func (s *Search) known(ctx context.Context, mutant game.Mutant) (*suite.Case, error) {
	duels := make(map[string]*duel)
	for i := range s.Known {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		settings := s.Runner.SettingsOf(&s.Known[i])
		key := baseline.Key(settings)
		if _, ok := duels[key]; !ok {
			// Known inputs may be for options that this mutant has not.
			duels[key], _ = s.duel(settings, mutant)
		}
		if d := duels[key]; d != nil && d.differs(s.Known[i].In) {
			return d.shrunk(ctx, s.Known[i].In)
		}
	}
	return nil, nil
}

// A duel is between the rules and a mutant of theirs.
type duel struct {
	mutant  game.Mutant
	options []game.Setting
	oracle  game.Oracle
	rival   *mutation.Rival
	out     game.Output
	err     error // of an oracle that fails
}

func (s *Search) duel(settings game.Settings, mutant game.Mutant) (*duel, error) {
	rules, err := s.Runner.Game.Configure(settings)
	if err != nil {
		return nil, err
	}
	rival, err := mutation.NewRival(s.Runner, settings, mutant.ID)
	if err != nil {
		return nil, err
	}
	options, err := baseline.Options(s.Runner.Game, settings)
	return &duel{mutant: mutant, options: options, oracle: rules.Oracle(s.Runner.Task.Name), rival: rival}, err
}

// differs tells whether an input is valid and the mutant answers it wrong.
func (d *duel) differs(in []jsontext.Value) bool {
	want := d.answer(in)
	if want == nil {
		return false
	}
	falls, err := d.rival.Falls(in, want)
	if err != nil {
		d.err = err
	}
	return falls
}

// answer is nil for an invalid input.
func (d *duel) answer(in []jsontext.Value) []jsontext.Value {
	d.out.Reset()
	if err := d.oracle(in, &d.out); err != nil {
		if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
			d.err = err
		}
		return nil
	}
	return d.out.Values()
}

// shrunk makes a case of an input that shows the difference.
func (d *duel) shrunk(ctx context.Context, in []jsontext.Value) (*suite.Case, error) {
	in = small(ctx, in, d.differs)
	if d.err != nil {
		return nil, d.err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return &suite.Case{
		Name:    "kills-" + d.mutant.ID,
		Why:     "A program that " + d.mutant.Summary + " answers otherwise",
		Clauses: []string{d.mutant.Clause},
		Options: d.options,
		In:      in, Out: d.answer(in),
	}, nil
}
