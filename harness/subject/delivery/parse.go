package delivery

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// The names that stand for more than one delivery, or for one by its role.
const (
	nameDefault    = "default"
	nameAll        = "all"
	nameExhaustive = "exhaustive"
)

// listCommand shows the names of the deliveries.
const listCommand = "touchstone help deliveries"

// Parse reads the value of --deliver: names joined by commas. A name is a set of
// levels of different axes joined by "+", such as "pretty" or "escaped+cut";
// "plain" and "default" are the default, "all" is [Pairwise] and "exhaustive" is
// [Exhaustive]. The deliveries come in the order of the list, each of them once.
// The error is a *game.UsageError.
func Parse(list string) ([]Delivery, error) {
	var all []Delivery
	seen := make(map[Delivery]bool)
	for name := range strings.SplitSeq(list, ",") {
		some, err := parseName(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		for _, d := range some {
			if !seen[d] {
				seen[d] = true
				all = append(all, d)
			}
		}
	}
	return all, nil
}

func parseName(name string) ([]Delivery, error) {
	switch name {
	case "":
		return nil, &game.UsageError{
			Message: "a delivery is empty",
			Hint:    "write for example --deliver all or --deliver plain,pretty,escaped+cut",
		}
	case nameDefault:
		return []Delivery{Default}, nil
	case nameAll:
		return Pairwise(), nil
	case nameExhaustive:
		return Exhaustive(), nil
	}
	d := Default
	var named [len(axes)]string
	for part := range strings.SplitSeq(name, "+") {
		i, level := find(part)
		if i < 0 {
			return nil, unknown(part, name)
		}
		if named[i] != "" && named[i] != part {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("delivery %q has two levels of %s, %s and %s", name, axes[i].Name, named[i], part),
				Hint:    fmt.Sprintf("separate them by a comma to try both: --deliver %s,%s", named[i], part),
			}
		}
		named[i] = part
		d = d.with(i, level)
	}
	return []Delivery{d}, nil
}

// find returns the axis that has a level of this name, -1 if none has, and
// which of its levels it is.
func find(name string) (axis, level int) {
	for axis = range axes {
		level = slices.IndexFunc(axes[axis].Levels, func(l Level) bool { return l.Name == name })
		if level >= 0 {
			return axis, level
		}
	}
	return -1, -1
}

func unknown(part, name string) error {
	var known []string
	for _, axis := range axes {
		for _, level := range axis.Levels {
			known = append(known, level.Name)
		}
	}
	of := ""
	if part == name {
		known = append(known, nameDefault, nameAll, nameExhaustive)
	} else {
		of = fmt.Sprintf("in %q", name)
	}
	return game.Unknown("delivery", part, of, known, listCommand)
}
