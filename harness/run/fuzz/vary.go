package fuzz

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/tree"
)

// A variation changes one place of an input, and tells whether it could.
type variation func(rng *rand.Rand, root *tree.Node, other donor) bool

// A donor gives another input, from which parts may be taken; it is made when it
// is asked for. It must not be changed.
type donor func() *tree.Node

// The variations of valid inputs. What they put in comes from places of the same
// type or shape, so that most of what they make is valid again.
var variations = []variation{
	dropElement, repeatElement, swapElements, moveElement,
	changeNumber, replaceString, replaceString, flip, dropMember, transplant,
	nearCopy, nearCopy, repeatAll, moveAmount, moveAmount,
}

// The spoilings of inputs for which a refusal is the right answer.
var spoilings = []variation{
	misspell, wrongKind, unknownMember, dropMember, negative, fraction, huge, dropValue, repeatValue, overflow, changeNumber, moveElement, replaceString,
}

// pick is a random place that suits, false if there is none.
func pick(rng *rand.Rand, root *tree.Node, suits func(p tree.Place) bool) (tree.Place, bool) {
	return pickAt(rng, root, func(p tree.Place, _ *tree.Way) bool { return suits(p) })
}

// pickAt is pick by the way to the place, too, which has no path yet.
func pickAt(rng *rand.Rand, root *tree.Node, suits func(p tree.Place, way *tree.Way) bool) (tree.Place, bool) {
	var chosen tree.Place
	var at []byte
	n := 0
	root.Walk(func(p tree.Place, way *tree.Way) {
		if suits(p, way) {
			// The n-th takes the place of the one before once in n times, so that
			// all are as likely.
			if n++; rng.IntN(n) == 0 {
				chosen, at = p, way.AppendPath(at[:0])
			}
		}
	})
	chosen.Path = string(at)
	return chosen, n > 0
}

// isList tells whether a place is an array with so many elements; the values of
// the input together are none.
func isList(least int) func(p tree.Place) bool {
	return func(p tree.Place) bool { return p.Parent != nil && p.Kind == '[' && len(p.Kids) >= least }
}

func ofKind(kinds ...jsontext.Kind) func(p tree.Place) bool {
	return func(p tree.Place) bool { return slices.Contains(kinds, p.Kind) }
}

func dropElement(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, isList(1))
	if ok {
		at := rng.IntN(len(p.Kids))
		p.Drop(at, 1+rng.IntN(min(3, len(p.Kids)-at)))
	}
	return ok
}

func repeatElement(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, isList(1))
	if ok {
		p.Insert(rng.IntN(len(p.Kids)+1), p.Kids[rng.IntN(len(p.Kids))].Clone())
	}
	return ok
}

// repeatedMax is as long as an array gets by repeating all of it.
const repeatedMax = 24

// repeatAll puts the elements of an array behind themselves: a long list of
// exchanges there and back.
func repeatAll(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool { return isList(1)(p) && len(p.Kids) <= repeatedMax/2 })
	if ok {
		for _, kid := range slices.Clone(p.Kids) {
			p.Insert(len(p.Kids), kid.Clone())
		}
	}
	return ok
}

// nearCopy puts what is almost an element of an array beside it, or in the place
// of another one: an equation the other way round with another colour, a card with
// a face.
func nearCopy(rng *rand.Rand, root *tree.Node, other donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool {
		return isList(1)(p) && (p.Kids[0].Kind == '[' || p.Kids[0].Kind == '{')
	})
	if !ok {
		return false
	}
	at := rng.IntN(len(p.Kids))
	near := p.Kids[at].Clone()
	if near.Kind == '[' && rng.IntN(2) == 0 {
		slices.Reverse(near.Kids)
	}
	if rng.IntN(4) > 0 {
		// It is a root of its own here, whose paths are not those of the input.
		changes := []variation{replaceString, flip, dropElement, changeNumber}
		changes[rng.IntN(len(changes))](rng, &tree.Node{Kind: '[', Kids: []*tree.Node{near}}, other)
	}
	if to := rng.IntN(len(p.Kids)); to != at && rng.IntN(2) == 0 {
		p.Kids = slices.Clone(p.Kids)
		p.Kids[to] = near
	} else {
		p.Insert(at+rng.IntN(2), near)
	}
	return true
}

func swapElements(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, isList(2))
	if ok {
		i, j := rng.IntN(len(p.Kids)), rng.IntN(len(p.Kids))
		p.Kids[i], p.Kids[j] = p.Kids[j], p.Kids[i]
	}
	return ok
}

// moveElement moves one from an array to another of the same shape, or to an
// empty one: a pebble from the bank to a wallet.
func moveElement(rng *rand.Rand, root *tree.Node, _ donor) bool {
	from, ok := pick(rng, root, isList(1))
	if !ok {
		return false
	}
	to, ok := pick(rng, root, func(p tree.Place) bool {
		return p.Parent != nil && p.Node != from.Node && p.Kind == '[' && (len(p.Kids) == 0 || p.HasShape(from.Node))
	})
	if ok {
		at := rng.IntN(len(from.Kids))
		kid := from.Kids[at].Clone()
		if rng.IntN(2) == 0 {
			from.Drop(at, 1)
		}
		to.Insert(rng.IntN(len(to.Kids)+1), kid)
	}
	return ok
}

// changeNumber makes a number one that is near it, near another one of the
// input, or at a boundary.
func changeNumber(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('0'))
	if !ok {
		return false
	}
	near, _ := pick(rng, root, ofKind('0'))
	text := near.Text
	switch rng.IntN(16) {
	case 0, 1, 2, 3, 4, 5, 6:
		boundaries := []string{"0", "1", "2", "3", "4", "5", "10", "19", "20", "21"}
		text = boundaries[rng.IntN(len(boundaries))]
	case 7:
		// Where 32 bits end, the integers of doubles, and 64 bits.
		boundaries := []string{"2147483648", "9007199254740993", "18446744073709551615"}
		text = boundaries[rng.IntN(len(boundaries))]
	}
	n, isInteger := new(big.Int).SetString(text, 10)
	if !isInteger {
		return false
	}
	n.Add(n, big.NewInt(int64(rng.IntN(3)-1)))
	p.Set(&tree.Node{Kind: '0', Text: n.Abs(n).String()})
	return true
}

// amountMax is the largest number of which a part is moved: there are no more of
// anything in a game.
const amountMax = 1 << 16

// moveAmount takes something off a number and puts it on another of the same
// name, else on any, so that they add up to the same: coins from a player to
// another, or goods from a hold to the supply.
func moveAmount(rng *rand.Rand, root *tree.Node, _ donor) bool {
	amount := func(p tree.Place) int {
		if p.Kind != '0' {
			return -1
		}
		if n, err := strconv.Atoi(p.Text); err == nil && n <= amountMax {
			return n
		}
		return -1
	}
	from, ok := pick(rng, root, func(p tree.Place) bool { return amount(p) > 0 })
	if !ok {
		return false
	}
	name := []byte("/" + path.Base(from.Path))
	var at []byte
	to, ok := pickAt(rng, root, func(p tree.Place, way *tree.Way) bool {
		if p.Node == from.Node || amount(p) < 0 {
			return false
		}
		at = way.AppendPath(at[:0])
		return bytes.HasSuffix(at, name)
	})
	if !ok {
		to, ok = pick(rng, root, func(p tree.Place) bool { return p.Node != from.Node && amount(p) >= 0 })
	}
	if ok {
		n := amount(from)
		moved := 1 + rng.IntN(n)
		switch rng.IntN(3) {
		case 0:
			moved = 1
		case 1:
			moved = n // or all but what is often just enough
			if n > 2 && rng.IntN(2) == 0 {
				moved -= 1 + rng.IntN(2)
			}
		}
		to.Text = strconv.Itoa(amount(to) + moved)
		from.Text = strconv.Itoa(n - moved)
	}
	return ok
}

// replaceString takes another string from a place of the same type, of this
// input or of the other, else from any place.
func replaceString(rng *rand.Rand, root *tree.Node, other donor) bool {
	p, ok := pick(rng, root, ofKind('"'))
	if !ok {
		return false
	}
	source := root
	if rng.IntN(2) == 0 {
		source = other()
	}
	var at []byte
	from, ok := pickAt(rng, source, func(q tree.Place, way *tree.Way) bool {
		if q.Kind != '"' || q.Text == p.Text {
			return false
		}
		at = way.AppendPath(at[:0])
		return string(at) == p.Path
	})
	if !ok {
		from, ok = pick(rng, root, func(q tree.Place) bool { return q.Kind == '"' && q.Text != p.Text })
	}
	if ok {
		p.Set(from.Node.Clone())
	}
	return ok
}

func flip(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('t', 'f'))
	switch {
	case !ok:
	case p.Kind == 't':
		p.Set(&tree.Node{Kind: 'f', Text: "false"})
	default:
		p.Set(&tree.Node{Kind: 't', Text: "true"})
	}
	return ok
}

func dropMember(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool { return p.Kind == '{' && len(p.Kids) > 0 })
	if ok {
		p.Drop(rng.IntN(len(p.Kids)), 1)
	}
	return ok
}

// transplant replaces an array or object by one of the same shape, of this input
// or of the other: a card of a request by a visible one.
func transplant(rng *rand.Rand, root *tree.Node, other donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool { return p.Parent != nil && len(p.Kids) > 0 })
	if !ok {
		return false
	}
	source := root
	if rng.IntN(2) == 0 {
		source = other()
	}
	from, ok := pick(rng, source, func(q tree.Place) bool { return q.Parent != nil && q.Node != p.Node && q.HasShape(p.Node) })
	if ok {
		p.Set(from.Node.Clone())
	}
	return ok
}

// misspell changes a string into one that nobody knows.
func misspell(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('"'))
	if ok {
		texts := []string{`"` + p.Text[1:len(p.Text)-1] + `x"`, `""`, `"pink"`, `"é"`, `" "`}
		p.Set(&tree.Node{Kind: '"', Text: texts[rng.IntN(len(texts))]})
	}
	return ok
}

// wrongKind replaces a value by one of another kind.
func wrongKind(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool { return p.Parent != nil })
	if ok {
		kinds := []tree.Node{
			{Kind: 'n', Text: "null"}, {Kind: 't', Text: "true"}, {Kind: '0', Text: "7"}, {Kind: '"', Text: `"red"`}, {Kind: '['}, {Kind: '{'},
		}
		kind := kinds[rng.IntN(len(kinds))]
		if kind.Kind == p.Kind {
			return false
		}
		p.Set(&kind)
	}
	return ok
}

// unknownMember adds a member to an object, or misspells a key.
func unknownMember(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, func(p tree.Place) bool { return p.Kind == '{' && !slices.Contains(p.Keys, `"unknown"`) })
	if !ok {
		return false
	}
	p.Keys = slices.Clone(p.Keys)
	if len(p.Keys) > 0 && rng.IntN(2) == 0 {
		p.Keys[rng.IntN(len(p.Keys))] = `"unknown"`
		return true
	}
	p.Keys = append(p.Keys, `"unknown"`)
	p.Kids = append(slices.Clone(p.Kids), &tree.Node{Kind: '0', Text: "1"})
	return true
}

func negative(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('0'))
	if ok {
		p.Set(&tree.Node{Kind: '0', Text: "-1"})
	}
	return ok
}

func fraction(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('0'))
	if ok {
		p.Set(&tree.Node{Kind: '0', Text: "1.5"})
	}
	return ok
}

func huge(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, ofKind('0'))
	if ok {
		texts := []string{"1e400", "-1e400", "1e-400", "18446744073709551616", "9007199254740993"}
		p.Set(&tree.Node{Kind: '0', Text: texts[rng.IntN(len(texts))]})
	}
	return ok
}

func dropValue(rng *rand.Rand, root *tree.Node, _ donor) bool {
	if len(root.Kids) == 0 {
		return false
	}
	root.Drop(rng.IntN(len(root.Kids)), 1)
	return true
}

func repeatValue(rng *rand.Rand, root *tree.Node, _ donor) bool {
	if len(root.Kids) == 0 {
		return false
	}
	root.Insert(len(root.Kids), root.Kids[rng.IntN(len(root.Kids))].Clone())
	return true
}

// overflowMin makes any array of the games' values too long.
const overflowMin = 101

// overflow repeats an element until there are too many.
func overflow(rng *rand.Rand, root *tree.Node, _ donor) bool {
	p, ok := pick(rng, root, isList(1))
	for ok && len(p.Kids) < overflowMin {
		p.Insert(len(p.Kids), p.Kids[0].Clone())
	}
	return ok
}
