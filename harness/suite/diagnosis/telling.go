package diagnosis

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// The bounds of the search for a case that tells readings apart, and why.
const (
	// tellingSeed is that of the cases, so that their ids are enough to have them.
	tellingSeed = 1
	// tellingTries are as many as find most of what random cases find at all, in a
	// fraction of a second.
	tellingTries = 400
	// tellingBytesMax is the size of a case that a person still reads.
	tellingBytesMax = 4 << 10
)

// Telling finds a random case that tells mutants of different clauses apart: the
// one that leaves fewest of them alike, and of several the smallest. It returns nil
// if none of those tried does.
func (d *Doctor) Telling(ctx context.Context, ids []string) (*suite.Case, error) {
	rivals := d.rivals(ids)
	if len(rivals) < 2 {
		return nil, nil
	}
	j := judge.New(d.Task, judge.Lax, nil)
	var best *suite.Case
	most, size := len(rivals), 0
	for n := 1; n <= tellingTries; n++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		c := suite.GenerateCase(d.Rules, d.Task.Name, tellingSeed, n)
		bytes := stream.Size(c.In)
		if bytes > tellingBytesMax || best != nil && most == 1 && bytes >= size {
			continue
		}
		alike, err := largest(j, rivals, c.In)
		if err != nil {
			return nil, err
		}
		if alike < most || alike == most && best != nil && bytes < size {
			best, most, size = &c, alike, bytes
		}
	}
	return best, nil
}

// rivals are the readings with these ids.
func (d *Doctor) rivals(ids []string) []*rival {
	var list []*rival
	for _, id := range ids {
		if r, err := d.rivalOf(d.settings(id)); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// largest is how many of the rivals answer alike at most.
func largest(j *judge.Judge, rivals []*rival, in []jsontext.Value) (int, error) {
	type class struct {
		answer []jsontext.Value // nil for those that give none
		n      int
	}
	var classes []class
	most := 0
	for _, r := range rivals {
		answered, err := r.answer(in)
		if err != nil {
			return 0, err
		}
		same := func(c class) bool {
			return answered == (c.answer != nil) && (!answered || j.Same(c.answer, &r.out))
		}
		i := slices.IndexFunc(classes, same)
		if i < 0 {
			i = len(classes)
			classes = append(classes, class{})
			if answered {
				classes[i].answer = r.out.Values()
			}
		}
		classes[i].n++
		most = max(most, classes[i].n)
	}
	return most, nil
}

// Undecided are the readings between which a finding leaves the choice, if they are
// of different clauses.
func (f *Finding) Undecided() []string {
	for i := range f.List {
		if g := &f.List[i]; !g.Likely && len(g.Clauses) > 1 {
			return g.Mutants
		}
	}
	return nil
}
