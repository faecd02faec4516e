package gamefolder

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// othersDrawn is how many values are drawn of an option that has a schema: enough to
// meet its bounds, which come first.
const othersDrawn = 8

// Others are values that an option takes instead of the one in force: all of a list,
// the bounds and the neighbours of a number, true for false, null, and some drawn
// ones where a schema says what it takes. They are the same each time.
func (f *Folder) Others(name string, inForce jsontext.Value) []jsontext.Value {
	i := slices.IndexFunc(f.options, func(o option) bool { return o.name == name })
	if i < 0 {
		return nil
	}
	o := &f.options[i]
	all := []jsontext.Value{o.def}
	least, most, bounded := o.bounds()
	switch {
	case o.takes.OneOf != nil:
		all = append(all, o.takes.OneOf...)
	case bounded:
		around := []int64{least, most}
		if n, err := strconv.ParseInt(string(inForce), 10, 64); err == nil && n > math.MinInt64 && n < math.MaxInt64 {
			around = []int64{n + 1, n - 1, least, most}
		}
		for _, n := range around {
			all = append(all, strconv.AppendInt(nil, n, 10))
		}
	case o.value != "":
		for n := range uint64(othersDrawn) {
			rng := rand.New(rand.NewPCG(n, 0))
			if v, err := f.schemas.Vary(o.value, inForce, rng, int(n)); err == nil {
				all = append(all, v)
			}
			if v, err := f.schemas.Random(o.value, rng, int(n)); err == nil {
				all = append(all, v)
			}
		}
	default:
		all = append(all, []byte("true"), []byte("false"))
	}
	if o.takes.Null {
		all = append(all, []byte("null"))
	}
	var others []jsontext.Value
	for _, v := range all {
		seen := func(other jsontext.Value) bool { return Same(other, v) }
		if !seen(inForce) && !slices.ContainsFunc(others, seen) && o.refuses(v, f.schemas) == "" {
			others = append(others, v)
		}
	}
	return others
}
