package suite

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// InputKey is the same for cases that are meant for the same options, written the
// same way, and have the same input but for white space.
func (c *Case) InputKey() string {
	var b strings.Builder
	for _, o := range c.Options {
		fmt.Fprintf(&b, "%q=%q ", o.Name, o.Value)
	}
	for _, v := range c.In {
		v := v.Clone()
		// What is not JSON stays as it is.
		_ = v.Compact()
		fmt.Fprintf(&b, "%s ", v)
	}
	return b.String()
}

// A Change is a case that two suites have with other outputs.
type Change struct{ Before, After *Case }

// A Difference is what one suite has and another has not. Cases are the same if
// their inputs are, whatever they are called.
type Difference struct {
	Gone    []*Case // only in the first one
	New     []*Case // only in the second one
	Changed []Change
}

// Diff compares two suites. Same tells whether two outputs mean the same. Of
// cases with one input the first counts; those that cannot be read are passed
// over.
func Diff(before, after []Case, same func(a, b []jsontext.Value) bool) Difference {
	index := func(cases []Case) (map[string]*Case, []string) {
		byKey := make(map[string]*Case)
		var order []string
		for i := range cases {
			if cases[i].In == nil {
				continue
			}
			if key := cases[i].InputKey(); byKey[key] == nil {
				byKey[key] = &cases[i]
				order = append(order, key)
			}
		}
		return byKey, order
	}
	first, firstOrder := index(before)
	second, secondOrder := index(after)
	var d Difference
	for _, key := range firstOrder {
		a, b := first[key], second[key]
		switch {
		case b == nil:
			d.Gone = append(d.Gone, a)
		// Without an output the rules decide, for both.
		case a.Out != nil && b.Out != nil && !same(a.Out, b.Out):
			d.Changed = append(d.Changed, Change{a, b})
		}
	}
	for _, key := range secondOrder {
		if first[key] == nil {
			d.New = append(d.New, second[key])
		}
	}
	return d
}
