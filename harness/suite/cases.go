package suite

import (
	"hash/maphash"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Cases are cases in their order, wherever they are kept. They serve one goroutine at a
// time.
type Cases interface {
	Len() int
	// Head is the case at a place, from 0, perhaps without its values. It is good until the
	// next call.
	Head(at int) *Case
	// Read is the whole case at a place.
	Read(at int) *Case
	// Some are the cases at these places.
	Some(places []int) Cases
}

// A List is cases in memory.
type List []Case

// Len implements Cases.
func (l List) Len() int { return len(l) }

// Head implements Cases.
func (l List) Head(at int) *Case { return &l[at] }

// Read implements Cases.
func (l List) Read(at int) *Case { return &l[at] }

// Some implements Cases.
func (l List) Some(places []int) Cases {
	some := make(List, len(places))
	for i, at := range places {
		some[i] = l[at]
	}
	return some
}

// All are the cases in memory.
func All(cases Cases) []Case {
	if list, ok := cases.(List); ok {
		return slices.Clip(list)
	}
	all := make([]Case, cases.Len())
	for i := range all {
		all[i] = *cases.Read(i)
	}
	return all
}

// kept are the cases of whose places and heads keeps is true, in their order.
func kept(cases Cases, keeps func(at int, c *Case) (bool, error)) (Cases, error) {
	var places []int
	all := true // up to here
	for i := range cases.Len() {
		keep, err := keeps(i, cases.Head(i))
		switch {
		case err != nil:
			return nil, err
		case !keep && all:
			all = false
			for k := range i {
				places = append(places, k)
			}
		case keep && !all:
			places = append(places, i)
		}
	}
	if all {
		return cases, nil
	}
	return cases.Some(places), nil
}

// pick is kept where nothing can go wrong.
func pick(cases Cases, keeps func(at int, c *Case) bool) Cases {
	picked, _ := kept(cases, func(at int, c *Case) (bool, error) { return keeps(at, c), nil })
	return picked
}

// some tells whether there is a case of whose head is tells so.
func some(cases Cases, is func(*Case) bool) bool {
	for i := range cases.Len() {
		if is(cases.Head(i)) {
			return true
		}
	}
	return false
}

// distinct leaves out the cases that are there already: two arguments may name them, a
// folder and a file in it. Sums are those of all ids: mostly they tell that none is there
// twice. The error, a *game.UsageError, is for different cases with one id.
func distinct(cases Cases, sums []uint64) (Cases, error) {
	if slices.Sort(sums); len(slices.Compact(sums)) == cases.Len() {
		return cases, nil
	}
	files := make(map[string]string, cases.Len())
	return kept(cases, func(_ int, c *Case) (bool, error) {
		file, again := files[c.ID]
		if again && !sameFile(file, c.File) {
			return false, sameID(c.ID, file, c.File)
		}
		if !again {
			files[c.ID] = c.File
		}
		return !again, nil
	})
}

// idSeed is that of the sums of ids.
var idSeed = maphash.MakeSeed()

// idSum is the same for the same id, and nearly always another one for another.
func idSum(c *Case) uint64 { return maphash.String(idSeed, c.ID) }

// A Shelf keeps cases outside of memory, however many there are, if there is room for a
// file: only where each stands is in memory. They are copies, so that whatever becomes of the files of a suite
// meanwhile, a run has the cases that it began with.
type Shelf struct {
	*records
	starts  []int64  // of the records of the cases
	sums    []uint64 // of their ids, until it is known that they are distinct
	sources []string // the different ones
}

// NewShelf is an empty shelf.
func NewShelf() *Shelf { return &Shelf{records: newRecords()} }

// Load puts the suite at a path on the shelf, as Load reads it, and returns its name.
func (s *Shelf) Load(path string) (string, error) { return load(path, s.add) }

// Generate puts generated cases on the shelf, as Generate makes them.
func (s *Shelf) Generate(rules game.Rules, task string, count int, seed uint64) (string, error) {
	var by *teller
	if _, brought := rules.(game.Arbiter); !brought {
		// The reference of a game that was brought has to answer for itself each time.
		by = &teller{rules, task}
	}
	return generatedName, generate(rules, task, count, seed, func(c *Case, answer *game.Output) {
		if by != nil {
			c.told = &told{by, c.In, answer.Values(), answer.Clause}
		}
		s.add(c)
	})
}

// Put puts a suite that is in memory on the shelf.
func (s *Shelf) Put(all *Suite) {
	for i := range all.Cases {
		s.add(&all.Cases[i])
	}
}

// Distinct are the cases on the shelf without those that are there twice. The error, a
// *game.UsageError, is for different cases with one id.
func (s *Shelf) Distinct() (Cases, error) {
	sums := s.sums
	s.sums = nil
	return distinct(s, sums)
}

// Sources are the arguments that load the suites on the shelf again.
func (s *Shelf) Sources() []string { return s.sources }

func (s *Shelf) add(c *Case) {
	s.starts, s.sums = append(s.starts, s.append(c)), append(s.sums, idSum(c))
	if !slices.Contains(s.sources, c.Source) {
		s.sources = append(s.sources, c.Source)
	}
}

// Len implements Cases.
func (s *Shelf) Len() int { return len(s.starts) }

// Head implements Cases.
func (s *Shelf) Head(at int) *Case { return s.records.head(s.starts[at]) }

// Read implements Cases.
func (s *Shelf) Read(at int) *Case { return s.records.read(s.starts[at]) }

// Some implements Cases.
func (s *Shelf) Some(places []int) Cases {
	some := &Shelf{records: s.records, starts: make([]int64, len(places)), sources: s.sources}
	for i, at := range places {
		some.starts[i] = s.starts[at]
	}
	return some
}
