package game

import (
	"slices"
	"strings"
	"sync"
)

// A Note is something that an oracle may note in a Trace: a feature, or that a
// clause decides. A star in the name stands for one of the words.
type Note struct {
	Feature string // "claim=60000", "phase:*"
	Clause  string // instead of a feature
	Words   []Word // the only one of a name without a star is ""
	Tasks   []string
}

// A Word stands for the star in the name of a note.
type Word struct{ Word, Means string }

// star stands in names for one of several words.
const star = "*"

// Take takes the note with each of some words, separated by blanks; words that it
// does not know take none. The word of a name without a star is "".
func (n *Note) Take(t *Trace, words string) {
	if n.Words[0].Word == "" {
		n.take(t, "")
		return
	}
	for word := range strings.FieldsSeq(words) {
		if slices.ContainsFunc(n.Words, func(w Word) bool { return w.Word == word }) {
			n.take(t, word)
		}
	}
}

func (n *Note) take(t *Trace, word string) {
	if n.Clause != "" {
		t.Clause(strings.Replace(n.Clause, star, word, 1))
		return
	}
	t.Feature(strings.Replace(n.Feature, star, word, 1))
}

// FeaturesOf returns what finds the features among notes, each once, when it is first called.
func FeaturesOf(notes []Note) func() []Feature {
	return sync.OnceValue(func() []Feature { return featuresOf(notes) })
}

func featuresOf(notes []Note) []Feature {
	var list []Feature
	seen := map[string]bool{}
	for i := range notes {
		n := &notes[i]
		if n.Feature == "" {
			continue
		}
		for _, w := range n.Words {
			if name := strings.Replace(n.Feature, star, w.Word, 1); !seen[name] {
				seen[name] = true
				list = append(list, Feature{Name: name, Means: w.Means, Tasks: n.Tasks})
			}
		}
	}
	return list
}
