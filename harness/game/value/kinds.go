package value

import "strconv"

// Kinds are the forms of an object by the word of a member, in the order in which they
// are added: what happens in a live game, for example.
type Kinds[S any] struct {
	Member string                    // that has the word
	Is     func(s *S, kind int) bool // whether an S has the form of that number, from 0
	Set    func(s *S, kind int)      // makes it have that form before it is read

	words []string
	cases []Case[S]
}

// Add adds a form, with a description and the members behind the word.
func (k *Kinds[S]) Add(word, says string, members ...Member[S]) {
	kind := len(k.words)
	k.words = append(k.words, word)
	members = append([]Member[S]{Own(k.Member, Constant[S](word))}, members...)
	k.cases = append(k.cases, Case[S]{
		Type: Object("the "+k.Member+" "+word, "", members...).Says(says),
		Is:   func(s *S) bool { return k.Is(s, kind) },
		Set:  func(s *S) { k.Set(s, kind) },
	})
}

// Union is a value of any of the kinds, as Union has it.
func (k *Kinds[S]) Union(expected string) Type[S] {
	names := make([]string, len(k.words))
	for i, word := range k.words {
		names[i] = strconv.Quote(word)
	}
	return Union(expected, k.Member, names, k.cases...)
}

// Tagged is a value of any of the kinds, as Tagged has it.
func (k *Kinds[S]) Tagged(expected, tag string) Type[S] {
	return Tagged(expected, k.Member, tag, k.words, k.cases...)
}
