package fault

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Script says how the values of one side leave, one after the other, whoever
// sends them.
type Script struct {
	faults []Fault // in the order in which they are applied
	rng    *rand.Rand
	counts map[string]int
	last   jsontext.Value
	silent bool // from here on
}

// NewScript makes the script of some faults. What they leave to chance the seed
// decides, so that the same values leave as the same bytes again.
func NewScript(faults []Fault, seed uint64) *Script {
	s := &Script{rng: rand.New(rand.NewPCG(seed, 0)), counts: map[string]int{}}
	for _, k := range kinds {
		for _, f := range faults {
			if f.Kind == k.Kind {
				s.faults = append(s.faults, f)
			}
		}
	}
	return s
}

// An Effect is what the other side gets of a value.
type Effect struct {
	Text []byte        // all that is sent, with what follows a moment later
	Took time.Duration // from when it was due to the last byte
	Ends bool          // the connection behind it: nothing more comes
	Deaf time.Duration // for so long nothing is read behind it
}

// Next tells what becomes of the value that is due for a method, as Sender.Send
// would send it.
func (s *Script) Next(method string, value jsontext.Value) Effect {
	if s.silent {
		return Effect{}
	}
	p, _ := s.plan(method, value)
	e := Effect{Text: p.out, Took: p.wait + p.spread, Deaf: p.hold, Ends: p.end == endSending || p.end == endConnection || p.end == endByReset}
	if len(e.Text) > 0 && !p.raw {
		e.Text = append(e.Text, '\n')
	}
	e.Text = append(e.Text, p.behind...)
	return e
}

// plan makes the plan of the value that is due for a method, and tells whether
// any fault has a part in it.
func (s *Script) plan(method string, value jsontext.Value) (p *plan, struck bool) {
	s.counts[method]++
	p = &plan{rng: s.rng, last: s.last, out: slices.Clone(value)}
	s.last = slices.Clone(value)
	for _, f := range s.faults {
		if f.at(method, s.counts[method]) {
			kinds[index(f.Kind)].apply(p, f)
			struck = true
		}
	}
	s.silent = p.end == fallSilent || p.end == endSending
	return p, struck
}
