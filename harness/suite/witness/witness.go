// Package witness makes an input small for which something holds, so that a
// person sees at a glance what it holds for. It knows no game: it changes JSON
// values by their structure, and leaves it to the caller which of the changed
// ones are inputs at all.
package witness

import (
	"bytes"
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/json/tree"
)

// A Shrinker makes inputs small.
type Shrinker struct {
	// Advance, if there is one, returns other inputs with fewer values, such as a
	// game that begins later; the first that is kept is taken.
	Advance func(in []jsontext.Value) [][]jsontext.Value
	// Members keeps all members of objects: of an input that is wrong in one place
	// the rest stays right.
	Members bool
	// TriesMax bounds how many inputs are asked about; 0: there is no bound.
	TriesMax int
}

// Shrink returns an input that is kept and that no single step makes smaller to
// one that is kept, too. The input itself must be. The steps are these;
// their order is fixed, and another one than here:
//
//   - to take what Advance gives;
//   - to drop elements of an array, one or many; the same ones of two arrays, or of
//     all equal arrays; a value wherever it stands; a member of an object;
//   - to lower a number, in one place or everywhere; to make true false;
//   - to replace a string, in one place or everywhere, by one of the input that
//     stands where it could and comes before it in the alphabet;
//   - to sort an array of strings.
//
// Each makes the input smaller by one measure, or leaves that alone and makes it
// smaller by the next: values, nodes, numbers, strings, order; so there is an end.
// When ctx ends or TriesMax is reached, what has been reached is returned.
func (k Shrinker) Shrink(ctx context.Context, in []jsontext.Value, keep func(in []jsontext.Value) bool) []jsontext.Value {
	root, err := tree.Parse(in)
	if err != nil {
		// What is no JSON has no structure.
		return in
	}
	s := &search{Shrinker: k, ctx: ctx, keep: keep, root: root, refused: make(map[string]bool), kinds: kindsOf(root)}
	for s.smaller = true; s.smaller && !s.over(); {
		s.smaller = false
		s.advance()
		s.lists(s.root)
		s.pairs()
		if !s.Members {
			s.members()
		}
		s.sorted()
		s.groups()
		s.everywhere()
		s.plain()
		s.strings()
		s.scalars()
	}
	return s.root.Values()
}

// ShrinkAhead returns what Shrink does, and asks about up to so many inputs at
// once: those that Shrink would ask about one after the other if each were
// refused. That wastes questions behind one that is kept, and saves time where
// answers are waited for. Keep is asked about valid inputs only; it returns an
// answer for each, or nil when no more may be asked: then what has been reached is
// returned.
func (k Shrinker) ShrinkAhead(
	ctx context.Context, in []jsontext.Value, most int, valid func(in []jsontext.Value) bool, keep func(list [][]jsontext.Value) []bool,
) []jsontext.Value {
	known := make(map[string]bool) // answers
	for over := false; ; {
		var ahead [][]jsontext.Value
		asking, stop := context.WithCancel(context.WithoutCancel(ctx))
		// It takes the same way as the time before until there is no answer.
		small := k.Shrink(asking, in, func(in []jsontext.Value) bool {
			kept, ok := known[key(in)]
			switch {
			case ok || over:
			case !valid(in):
				known[key(in)] = false
			default:
				if ahead = append(ahead, in); len(ahead) >= most {
					stop()
				}
			}
			return kept
		})
		stop()
		if len(ahead) == 0 {
			return small
		}
		answers := keep(ahead)
		over = answers == nil || ctx.Err() != nil
		for i, kept := range answers {
			known[key(ahead[i])] = kept
		}
	}
}

// A search is one call of Shrink.
type search struct {
	Shrinker
	ctx     context.Context
	keep    func(in []jsontext.Value) bool
	root    *tree.Node
	text    []byte // of the tree, as it was last tried
	tries   int
	smaller bool            // a step of this round was kept
	refused map[string]bool // inputs that need not be asked about again
	kinds   map[string]int  // of strings: a colour is not replaced by a name
	known   []string        // the words of the tree, until it changes
}

// kindsOf tells strings apart by where they stand in an input: two that stand at
// one path are of a kind, and so is what either is of a kind with.
func kindsOf(root *tree.Node) map[string]int {
	kinds := make(map[string]int)
	atPath := make(map[string]int)
	for _, p := range root.Places() {
		if p.Kind != '"' {
			continue
		}
		here, known := atPath[p.Path]
		word, seen := kinds[p.Text]
		switch {
		case !known && !seen:
			here = len(atPath) + 1 // each new kind is that of a new path
		case !known:
			here = word
		case seen && word != here:
			for text, kind := range kinds {
				if kind == word {
					kinds[text] = here
				}
			}
			for path, kind := range atPath {
				if kind == word {
					atPath[path] = here
				}
			}
		}
		kinds[p.Text], atPath[p.Path] = here, here
	}
	return kinds
}

// over tells whether no more may be asked.
func (s *search) over() bool {
	return s.ctx.Err() != nil || s.TriesMax > 0 && s.tries >= s.TriesMax
}

// refusedMax bounds the memory for inputs that were refused.
const refusedMax = 1 << 14

// try keeps the tree as it was just changed, or undoes the change.
func (s *search) try(undo func()) bool {
	if !s.over() {
		s.text = s.root.Append(s.text[:0])
		if !s.refused[string(s.text)] {
			s.tries++
			if s.keep(s.root.Values()) {
				s.smaller = true
				s.known = nil
				return true
			}
			if len(s.refused) < refusedMax {
				s.refused[string(s.text)] = true
			}
		}
	}
	undo()
	return false
}

// restore is the undoing of a change of these nodes.
func restore(nodes ...*tree.Node) func() {
	before := make([]tree.Node, len(nodes))
	for i, n := range nodes {
		before[i] = *n
	}
	return func() {
		for i, n := range nodes {
			*n = before[i]
		}
	}
}

func (s *search) advance() {
	if s.Advance == nil {
		return
	}
	before := s.root
	for _, later := range s.Advance(s.root.Values()) {
		root, err := tree.Parse(later)
		if err != nil || len(root.Kids) >= len(before.Kids) {
			continue
		}
		s.root = root
		if s.try(func() { s.root = before }) {
			return
		}
	}
}

// lists drops elements of a node and of all below it, many at once as long as
// that goes.
func (s *search) lists(n *tree.Node) {
	if n.Kind == '[' {
		for size := len(n.Kids); size > 0; size /= 2 {
			for end := len(n.Kids); end > 0; end -= size {
				at := max(end-size, 0)
				undo := restore(n)
				n.Drop(at, end-at)
				s.try(undo)
			}
		}
	}
	for _, kid := range slices.Clone(n.Kids) {
		s.lists(kid)
	}
}

// pairs drops elements with one index from two arrays of one length, of which
// there is one each in an input: an actor and its player.
func (s *search) pairs() {
	var lists []*tree.Node
	for _, p := range s.root.Places() {
		if p.Kind == '[' && p.Node != s.root && !bytes.Contains([]byte(p.Path), []byte("*")) {
			lists = append(lists, p.Node)
		}
	}
	for i, a := range lists {
		for _, b := range lists[i+1:] {
			for at := len(a.Kids) - 1; at >= 0 && len(a.Kids) == len(b.Kids) && !slices.Contains(a.Kids, b); at-- {
				undo := restore(a, b)
				a.Drop(at, 1)
				b.Drop(at, 1)
				s.try(undo)
			}
		}
	}
}

// members drops members of objects.
func (s *search) members() {
	for _, p := range s.root.Places() {
		if p.Kind != '{' {
			continue
		}
		for at := len(p.Kids) - 1; at >= 0; at-- {
			undo := restore(p.Node)
			p.Drop(at, 1)
			s.try(undo)
		}
	}
}

// sorted sorts arrays of strings, so that equal bags are equal arrays.
func (s *search) sorted() {
	byText := func(a, b *tree.Node) int { return cmp.Compare(a.Text, b.Text) }
	for _, p := range s.root.Places() {
		if p.Shape() != "[string]" || slices.IsSortedFunc(p.Kids, byText) ||
			slices.ContainsFunc(p.Kids, func(kid *tree.Node) bool { return kid.Kind != '"' }) {
			continue
		}
		undo := restore(p.Node)
		p.Kids = slices.Clone(p.Kids)
		slices.SortStableFunc(p.Kids, byText)
		s.try(undo)
	}
}

// equals are the arrays and objects that occur several times, by their text, the
// larger ones first.
func (s *search) equals() [][]tree.Place {
	byText := make(map[string][]tree.Place)
	var texts []string
	for _, p := range s.root.Places() {
		if p.Parent == nil || len(p.Kids) == 0 {
			continue
		}
		text := p.String()
		if len(byText[text]) == 0 {
			texts = append(texts, text)
		}
		byText[text] = append(byText[text], p)
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	var groups [][]tree.Place
	for _, text := range texts {
		if len(byText[text]) > 1 {
			groups = append(groups, byText[text])
		}
	}
	return groups
}

// groups drops and renames in all equal arrays at once: of an equation, and of
// the exchange by it.
func (s *search) groups() {
	for _, group := range s.equals() {
		nodes := make([]*tree.Node, len(group))
		for i, p := range group {
			nodes[i] = p.Node
		}
		text := nodes[0].String()
		if nodes[0].Kind != '[' || slices.ContainsFunc(nodes, func(n *tree.Node) bool { return n.String() != text }) {
			continue // or a change of a larger one has reached it
		}
		for at := len(nodes[0].Kids) - 1; at >= 0; at-- {
			undo := restore(nodes...)
			for _, n := range nodes {
				n.Drop(at, 1)
			}
			s.try(undo)
		}
		for at := range nodes[0].Kids {
			kids := make([]*tree.Node, len(nodes))
			for i, n := range nodes {
				kids[i] = n.Kids[at]
			}
			s.rename(kids)
		}
	}
}

// everywhere drops a value from all arrays in which it stands.
func (s *search) everywhere() {
	for _, group := range s.equals() {
		var parents []*tree.Node
		for _, p := range group {
			if p.Parent.Kind == '[' && p.Parent != s.root && !slices.Contains(parents, p.Parent) {
				parents = append(parents, p.Parent)
			}
		}
		text := group[0].String()
		undo := restore(parents...)
		changed := false
		for _, parent := range parents {
			for at := len(parent.Kids) - 1; at >= 0; at-- {
				if parent.Kids[at].String() == text {
					parent.Drop(at, 1)
					changed = true
				}
			}
		}
		if changed {
			s.try(undo)
		}
	}
}

// words are the different strings of the input, sorted. They must not be changed.
func (s *search) words() []string {
	if s.known == nil {
		s.root.Walk(func(p tree.Place, _ *tree.Way) {
			if p.Kind == '"' {
				s.known = append(s.known, p.Text)
			}
		})
		slices.Sort(s.known)
		s.known = slices.Compact(s.known)
	}
	return s.known
}

// wordsMax is how many texts of its kind are tried for a string. There are fewer
// colours and the like; of many names or cards one is as plain as another.
const wordsMax = 8

// rename gives equal strings the first text that is kept.
func (s *search) rename(nodes []*tree.Node) {
	if nodes[0].Kind != '"' {
		return
	}
	before := nodes[0].Text
	tried := 0
	for _, word := range s.words() {
		if word >= before || tried == wordsMax {
			return
		}
		if s.kinds[word] != s.kinds[before] {
			continue
		}
		tried++
		undo := restore(nodes...)
		for _, n := range nodes {
			n.Text = word
		}
		if s.try(undo) {
			return
		}
	}
}

// plain gives scalars the plainest value there is, all at once if that goes, then
// halves of them, and so on down to single ones: a string the first word of its
// kind, a number zero, and true false.
func (s *search) plain() {
	first := make(map[int]string)
	for _, word := range s.words() {
		if _, ok := first[s.kinds[word]]; !ok {
			first[s.kinds[word]] = word
		}
	}
	var nodes []*tree.Node
	var texts []tree.Node
	for _, p := range s.root.Places() {
		text := tree.Node{Kind: p.Kind, Text: p.Text}
		switch p.Kind {
		case '"':
			text.Text = first[s.kinds[p.Text]]
		case '0':
			text.Text = "0"
		case 't':
			text = tree.Node{Kind: 'f', Text: "false"}
		}
		if text.Text != p.Text {
			nodes, texts = append(nodes, p.Node), append(texts, text)
		}
	}
	for size := len(nodes); size > 0; size /= 2 {
		for end := len(nodes); end > 0; {
			at := max(end-size, 0)
			undo := restore(nodes[at:end]...)
			for i := at; i < end; i++ {
				*nodes[i] = texts[i]
			}
			if s.try(undo) {
				nodes, texts = slices.Delete(nodes, at, end), slices.Delete(texts, at, end)
			}
			end = at
		}
	}
}

// strings renames strings, everywhere and in single places.
func (s *search) strings() {
	words := s.words()
	for _, word := range slices.Backward(words) {
		var nodes []*tree.Node
		for _, p := range s.root.Places() {
			if p.Kind == '"' && p.Text == word {
				nodes = append(nodes, p.Node)
			}
		}
		if len(nodes) > 0 {
			s.rename(nodes)
		}
	}
	for _, p := range s.root.Places() {
		if p.Kind == '"' {
			s.rename([]*tree.Node{p.Node})
		}
	}
}

// scalars lowers numbers, everywhere and in single places, and makes true false.
func (s *search) scalars() {
	byText := make(map[string][]*tree.Node)
	var texts []string
	for _, p := range s.root.Places() {
		if p.Kind == '0' {
			if byText[p.Text] = append(byText[p.Text], p.Node); len(byText[p.Text]) == 2 {
				texts = append(texts, p.Text)
			}
		}
	}
	for _, text := range texts {
		for s.lower(byText[text]) {
		}
	}
	for _, p := range s.root.Places() {
		switch p.Kind {
		case '0':
			for s.lower([]*tree.Node{p.Node}) {
			}
		case 't':
			undo := restore(p.Node)
			p.Set(&tree.Node{Kind: 'f', Text: "false"})
			s.try(undo)
		}
	}
}

// lower brings equal numbers nearer to zero: to zero if possible, else to one,
// else to half, else by one, and tells whether it did. Of a number that is no
// integer only the first is tried.
func (s *search) lower(nodes []*tree.Node) bool {
	value, ok := new(big.Int).SetString(nodes[0].Text, 10)
	if !ok {
		value = big.NewInt(1)
	}
	sign := big.NewInt(int64(value.Sign()))
	half := new(big.Int).Quo(value, big.NewInt(2))
	less := new(big.Int).Sub(value, sign)
	for _, to := range []*big.Int{new(big.Int), sign, half, less} {
		if to.CmpAbs(value) >= 0 {
			continue
		}
		undo := restore(nodes...)
		for _, n := range nodes {
			n.Text = to.String()
		}
		if s.try(undo) {
			return true
		}
	}
	return false
}

// Compare orders inputs by size, then by their text, so that of several
// witnesses there is a first.
func Compare(a, b []jsontext.Value) int {
	return cmp.Or(cmp.Compare(stream.Size(a), stream.Size(b)), cmp.Compare(key(a), key(b)))
}

func key(in []jsontext.Value) string {
	var text []byte
	for _, v := range in {
		text = append(strconv.AppendQuote(text, string(v)), ',')
	}
	return string(text)
}
