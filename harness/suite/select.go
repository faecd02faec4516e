package suite

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Selection picks cases. Of each kind that is given a case must match one;
// the empty selection picks all.
type Selection struct {
	// Cases are patterns over ids: "*" stands for any characters within a
	// part, "**" for any characters, "?" for one character within a part. An
	// id as it stands picks just that case, whatever characters it has. @FILE
	// stands for the patterns in a file, one a line, with comments after "#".
	Cases   []string
	Tags    []string
	Clauses []string

	Skip   []string // patterns like those of Cases: these are not picked
	Failed *Failed  // picks those that did not pass earlier; nil: all
}

// Select returns the cases that s picks, in their order. A pattern, tag or
// clause that no case has is an error, since the tests it was meant for would
// silently not be run; it is a *game.UsageError that names the nearest. So is
// a selection without a case.
func (s Selection) Select(cases Cases) (Cases, error) {
	if cases.Len() == 0 {
		return nil, &game.UsageError{Message: "there are no cases to choose from", Hint: "name a suite with at least one case that can be read"}
	}
	wanted, err := readPatterns(s.Cases)
	if err != nil {
		return nil, err
	}
	unwanted, err := readPatterns(s.Skip)
	if err != nil {
		return nil, err
	}
	ids := func() []string { return collect(cases, func(c *Case) []string { return []string{c.ID} }) }
	picked := cases
	for _, kind := range []struct {
		noun   string
		wanted []pattern
		has    func(c *Case, want string, exact bool) bool
		known  func() []string
		drop   bool // what matches
	}{
		{"case", wanted, hasID, ids, false},
		{"tag", plainPatterns(s.Tags), hasTag, func() []string { return collect(cases, func(c *Case) []string { return c.Tags }) }, false},
		{"clause", plainPatterns(s.Clauses), hasClause, func() []string { return collect(cases, func(c *Case) []string { return c.Clauses }) }, false},
		{"case", unwanted, hasID, ids, true},
	} {
		if len(kind.wanted) == 0 {
			continue
		}
		exact := make([]bool, len(kind.wanted))
		for i, want := range kind.wanted {
			exact[i] = some(cases, func(c *Case) bool { return kind.has(c, want.text, true) })
			if !exact[i] && !some(cases, func(c *Case) bool { return kind.has(c, want.text, false) }) {
				return nil, unmatched(kind.noun, want, kind.known(), cases.Len())
			}
		}
		picked = pick(picked, func(_ int, c *Case) bool {
			for i, want := range kind.wanted {
				if kind.has(c, want.text, exact[i]) {
					return !kind.drop
				}
			}
			return kind.drop
		})
	}
	if s.Failed != nil {
		if picked, err = s.Failed.pick(cases, picked); err != nil {
			return nil, err
		}
	}
	if picked.Len() == 0 {
		return nil, &game.UsageError{
			Message: noneHas(cases.Len()) + " all that was asked for",
			Hint:    "a case must match one of the patterns, one of the tags and one of the clauses, and nothing to skip; drop one of these conditions",
		}
	}
	return picked, nil
}

func hasID(c *Case, want string, exact bool) bool {
	return c.ID == want || !exact && match(want, c.ID)
}

func hasTag(c *Case, want string, _ bool) bool { return slices.Contains(c.Tags, want) }

func hasClause(c *Case, want string, _ bool) bool {
	return slices.ContainsFunc(c.Clauses, func(id string) bool { return strings.EqualFold(id, want) })
}

// collect lists the different names of one kind that the cases have, sorted.
func collect(cases Cases, names func(*Case) []string) []string {
	var all []string
	for i := range cases.Len() {
		all = append(all, names(cases.Head(i))...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unmatched is the error for a name that no case has.
func unmatched(noun string, pattern pattern, known []string, count int) error {
	want := pattern.text
	e := &game.UsageError{Message: fmt.Sprintf("no case matches %q", want)}
	if noun != "case" {
		e.Message = fmt.Sprintf("%s the %s %q", noneHas(count), noun, want)
	}
	e.Message = pattern.where + e.Message
	// A star ends at a slash, which who wrote it may not have meant.
	if wide := widened(want); noun == "case" && wide != want && slices.ContainsFunc(known, func(k string) bool { return match(wide, k) }) {
		e.Hint = fmt.Sprintf("* does not match /; try %q", wide)
		return e
	}
	near := game.Nearest(want, known)
	if near == "" {
		// Often only the suite in front is missing, or the end.
		i := slices.IndexFunc(known, func(k string) bool { return strings.HasSuffix(k, "/"+want) })
		if i < 0 {
			i = slices.IndexFunc(known, func(k string) bool { return len(want) >= containedMin && strings.Contains(k, want) })
		}
		if i >= 0 {
			near = known[i]
		}
	}
	switch {
	case near != "":
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	case len(known) == 0:
		e.Hint = fmt.Sprintf("the cases have no %[1]s: write %[1]ss into them, or choose them by name", noun)
	case noun != "case":
		e.Hint = fmt.Sprintf("the %ss are %s", noun, strings.Join(known[:min(len(known), shownNames)], ", "))
		if more := len(known) - shownNames; more > 0 {
			e.Hint += fmt.Sprintf(" and %d more", more)
		}
	default:
		folder := want[:strings.LastIndexByte(want, '/')+1]
		if i := slices.IndexFunc(known, func(k string) bool { return folder != "" && strings.HasPrefix(k, folder) }); i >= 0 {
			e.Hint = fmt.Sprintf("the first case of %s is %q", strings.TrimSuffix(folder, "/"), known[i])
		} else {
			e.Hint = fmt.Sprintf("the first case is %q", known[0])
		}
	}
	return e
}

// containedMin is how long a part of an id is that may be meant for it: shorter ones are in any.
const containedMin = 4

// shownNames is how many tags or clauses a hint lists: nearly all of those of the
// embedded suites, in a few lines.
const shownNames = 30

// widened is a pattern with a double star for each star.
func widened(pattern string) string {
	return strings.ReplaceAll(strings.ReplaceAll(pattern, "**", "*"), "*", "**")
}

// noneHas begins the sentence on what none of so many cases has.
func noneHas(count int) string {
	if count == 1 {
		return "the only case does not have"
	}
	return fmt.Sprintf("none of the %d cases has", count)
}

// match tells whether an id matches a pattern. It goes back to the last star
// only, and to the last double star if that is not enough, so that its time is
// bounded by the product of three lengths whatever the pattern.
func match(pattern, id string) bool {
	type mark struct{ pattern, id int }
	width := func(at int) int {
		_, size := utf8.DecodeRuneInString(id[at:])
		return size
	}
	none := mark{-1, -1}
	star, double := none, none
	p, i := 0, 0
	for i < len(id) {
		switch {
		case strings.HasPrefix(pattern[p:], "**"):
			p += 2
			double = mark{p, i}
			star = none
			continue
		case p < len(pattern) && pattern[p] == '*':
			p++
			star = mark{p, i}
			continue
		case p < len(pattern) && pattern[p] == '?' && id[i] != '/':
			p++
			i += width(i)
			continue
		case p < len(pattern) && pattern[p] == id[i]:
			p++
			i++
			continue
		}
		switch {
		case star != none && id[star.id] != '/':
			star.id += width(star.id)
			p, i = star.pattern, star.id
		case double != none:
			double.id += width(double.id)
			star = none
			p, i = double.pattern, double.id
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
