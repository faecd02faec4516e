package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// fits tells whether raw surely matches the schema of a value. It is quick, and says no
// where it would take long to find out.
func (s *Set) fits(value string, raw jsontext.Value) bool {
	c, err := s.load(value)
	return err == nil && c.gate.passes(raw)
}

// allFit tells whether all input values surely match the schemas of their parameters.
func (s *Set) allFit(params []game.Param, in []jsontext.Value) bool {
	for i, raw := range in {
		if !s.fits(game.ParamAt(params, i).Value, raw) {
			return false
		}
	}
	return true
}

// Missing ends a message about too few input values: ": the value request is missing", or "" where
// the values that are there do not tell which are not.
func (s *Set) Missing(params []game.Param, in []jsontext.Value) string {
	var needed []game.Param
	for _, p := range params {
		if !p.Optional && !p.Repeated {
			needed = append(needed, p)
		}
	}
	if len(in) == 0 || len(in) >= len(needed) {
		return ""
	}
	if ways := s.absent(nil, needed, in, nil); len(ways) == 1 {
		return missing(ways[0])
	}
	return ""
}

// absent adds to ways what may be missing of params if the input values stand for the
// others, in order, beyond what is known to be; it stops when there are two ways.
func (s *Set) absent(ways [][]game.Param, params []game.Param, in []jsontext.Value, known []game.Param) [][]game.Param {
	if len(params) == 0 {
		return append(ways, slices.Clone(known))
	}
	if len(in) > 0 && s.fits(params[0].Value, in[0]) {
		ways = s.absent(ways, params[1:], in[1:], known)
	}
	if len(params) > len(in) && len(ways) < 2 {
		ways = s.absent(ways, params[1:], in, append(known, params[0]))
	}
	return ways
}

func missing(params []game.Param) string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	last := len(names) - 1
	if last == 0 {
		return ": the value " + names[0] + " is missing"
	}
	return ": the values " + strings.Join(names[:last], ", ") + " and " + names[last] + " are missing"
}

// Exchanged is the next step where the i-th input value is refused, and it and another one
// that does not fit its place either would each fit in the place of the other: "" where
// there is no such one.
func (s *Set) Exchanged(params []game.Param, in []jsontext.Value, i int) string {
	if i >= len(params) || i >= len(in) {
		return ""
	}
	for j := range min(len(params), len(in)) {
		if j == i || params[i].Value == params[j].Value {
			continue
		}
		if s.fits(params[j].Value, in[j]) || !s.fits(params[i].Value, in[j]) || !s.fits(params[j].Value, in[i]) {
			continue
		}
		other := slices.Clone(in)
		other[i], other[j] = in[j], in[i]
		if s.allFit(params, other) {
			first, second := min(i, j), max(i, j)
			return fmt.Sprintf("values %d and %d fit the other way round: put %s before %s",
				first+1, second+1, params[first].Name, params[second].Name)
		}
	}
	return ""
}
