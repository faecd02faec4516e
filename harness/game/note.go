package game

import (
	"slices"
	"strings"
)

// A Note is something that an oracle may note in a Trace: a feature, or that a
// clause decides. A name with a star stands for several, one for each word in its
// place.
type Note struct {
	Feature string // "claim=60000", "phase:*"
	Each    []string
	Clause  string // instead of a feature
	Means   string // of a feature
	Tasks   []string
}

// star stands in names for one of several words.
const star = "*"

// Take takes the note; word stands for the star, and "" then takes none.
func (n *Note) Take(t *Trace, word string) {
	switch {
	case n.Clause != "":
		t.Clause(n.Clause)
	case n.Each == nil:
		t.Feature(n.Feature)
	case word != "":
		t.Feature(strings.Replace(n.Feature, star, word, 1))
	}
}

// FeaturesOf are the features among notes. Notes of one feature at several places
// are one.
func FeaturesOf(notes []Note) []Feature {
	var list []Feature
	for i := range notes {
		n := &notes[i]
		words := n.Each
		if words == nil {
			words = []string{star}
		}
		for _, word := range words {
			f := Feature{Name: strings.Replace(n.Feature, star, word, 1), Means: strings.Replace(n.Means, star, word, 1), Tasks: n.Tasks}
			if n.Feature != "" && !slices.ContainsFunc(list, func(other Feature) bool { return other.Name == f.Name }) {
				list = append(list, f)
			}
		}
	}
	return list
}
