package ubongo

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// aids are what the solver can tell besides the answer of task solve.
var aids = []game.Aid{
	{
		Name: game.AidAll, Task: "solve", Summary: "every solution in canonical form, one per line, in the order found",
		In: []game.Param{problemParam},
	},
	{
		Name: game.AidHint, Task: "solve", Summary: "the placement that continues yours in most solutions, and whether it is in all of them",
		In: []game.Param{problemParam, {Name: "placements", Value: "placements", Optional: true}},
	},
}

// Aid answers the input of an aid.
func (r *rules) Aid(task, name string, in []jsontext.Value, give func(jsontext.Value) error) error {
	a, ok := r.Game.Aid(task, name)
	if !ok {
		return fmt.Errorf("%s has no aid %q", task, name)
	}
	t := game.Task{In: a.In}
	if err := t.CheckCount(len(in)); err != nil {
		return err
	}
	o := newOracle(r)
	var p problem
	if err := o.dec.Decode(in, 0, func() { p = o.dec.problemValue() }); err != nil {
		return err
	}
	if name == game.AidAll {
		return o.all(p, give)
	}
	var made []placement
	if len(in) > 1 {
		if err := o.dec.Decode(in, 1, func() { made = o.dec.placementList() }); err != nil {
			return err
		}
	}
	return give(o.hint(p, made))
}

// all gives the solutions while they are found: there are too many of some
// problems to keep them. The search has a bound, so that it need not be broken
// off when nobody wants more.
func (o *oracle) all(p problem, give func(jsontext.Value) error) error {
	var text jsontext.Value
	var err error
	s := o.solving()
	s.each(p, func() {
		if err == nil {
			text = appendPlacements(text[:0], placementsOf(p, &s.placed))
			err = give(text)
		}
	})
	return err
}

// hint writes how many solutions have the placements made so far, and which
// placement to make next: the one that most of them have, whether all of them
// have it, and of equally good ones the first in canonical form (UO-82).
// Placements that no solution has, right or wrong, leave none.
func (o *oracle) hint(p problem, made []placement) jsontext.Value {
	fixed, possible := fillings(p, made)
	var had [pieceKinds]map[filling]int
	for i := range had {
		had[i] = map[filling]int{}
	}
	count := 0
	s := o.solving()
	if possible {
		s.each(p, func() {
			for i, f := range fixed {
				if f != 0 && s.placed[i] != f {
					return
				}
			}
			count++
			p.pieces.each(func(i pieceIndex) { had[i][s.placed[i]]++ })
		})
	}
	var best placement
	var place filling
	most := 0
	p.pieces.each(func(i pieceIndex) {
		if fixed[i] != 0 {
			return
		}
		for f, n := range had[i] {
			if n > most || n == most && best.piece == i && f.before(place) {
				best, place, most = placement{i, f.cells(p.footprint)}, f, n
			}
		}
	})
	return described().hint.Text(hintText{count, most > 0 && most == count, best})
}

// fillings are the placements made as the solver has them, by piece, or false if
// no solution can have them: a piece that is not asked for or placed twice, or a
// cell that is outside or named twice.
func fillings(p problem, made []placement) (list [pieceKinds]filling, possible bool) {
	for _, m := range made {
		if !p.pieces.has(m.piece) || list[m.piece] != 0 {
			return list, false
		}
		for _, c := range m.cells {
			i := slices.Index(p.footprint, square{c.row, c.col})
			if i < 0 || c.layer >= layers {
				return list, false
			}
			bit := filling(1) << (layers*i + int(c.layer))
			if list[m.piece]&bit != 0 {
				return list, false
			}
			list[m.piece] |= bit
		}
	}
	return list, true
}
