package diagnosis

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// arrangementMin is how many wrong answers show that a program lists the right values in
// another order: two may do so by chance.
const arrangementMin = 3

// arranged says of wrong answers that all have the right values in another order which order
// it is, under the likeliest clause; nil if they do not.
func (x *examination) arranged(e *evidence, left []int) []judge.Diagnosis {
	clauses := e.rank()
	if len(left) < arrangementMin || len(clauses) == 0 {
		return nil // a game of a folder may have no mutants
	}
	list := ""
	for n, i := range left {
		moved := judge.NameOf(x.moved(&x.held[i]))
		if n == 0 {
			list = moved
		}
		if moved == "" || moved != list {
			return nil
		}
	}
	said := "lists the right values at " + text.Visible(list)
	if by := x.orderOf(list, left); by == "" && x.reversed(list, left) {
		said += " in reverse order"
	} else {
		said += " in another order" + by
	}
	return []judge.Diagnosis{x.shared(cmp.Or(e.there(), clauses[0]), said, left)}
}

// reversed tells whether all wrong answers have the values of a list from the last to the first,
// and one of these has more than two, of which any other order is that.
func (x *examination) reversed(list string, left []int) bool {
	longer := false
	for _, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, list) {
			got := slices.Clone(judge.Elements(h.Got, at))
			slices.Reverse(got)
			if !slices.EqualFunc(judge.Elements(h.want, at), got, judge.SameValue) {
				return false
			}
			longer = longer || len(got) > 2
		}
	}
	return longer
}

// moved is the list that has its values in another order in a wrong answer, "" if there is
// none, or more is wrong. Where the list is the whole answer, its order says nothing.
func (x *examination) moved(h *held) string {
	differences := x.judge.CompareBy(h.clause, h.want, h.Got).Differences
	if len(differences) == 0 {
		return ""
	}
	for at := differences[0].Pointer; strings.Count(at, "/") > 2; {
		list := string(jsontext.Pointer(at).Parent())
		if judge.Reordered(h.want, h.Got, at) && !slices.ContainsFunc(differences, func(d judge.Difference) bool {
			return !x.movedIn(h, list, d.Pointer)
		}) {
			return list
		}
		at = list
	}
	return ""
}

// movedIn tells whether what differs lies in a list, or in another one of its name that has its
// values in another order, too.
func (x *examination) movedIn(h *held, list, pointer string) bool {
	if strings.HasPrefix(pointer, list+"/") {
		return true
	}
	parts := strings.Split(pointer, "/")
	depth := strings.Count(list, "/") + 1
	if len(parts) <= depth {
		return false
	}
	other := strings.Join(parts[:depth], "/")
	return judge.NameOf(other) == judge.NameOf(list) && judge.Reordered(h.want, h.Got, other+"/0")
}

// orderOf says by what the program sorts a list, "" if that is not seen: by its elements, or by a member
// of them, that with the fewest equal neighbours.
func (x *examination) orderOf(list string, left []int) string {
	var keys map[string]jsontext.Value
	if first := judge.Elements(x.held[left[0]].Got, list); len(first) > 0 {
		_ = json.Unmarshal(first[0], &keys) // what is no object has none
	}
	said, fewest, best := "", 0, ""
	if keys == nil {
		for _, way := range []string{"ascending", "descending"} {
			if _, ok := x.sorted(list, left, "", way == "descending"); ok {
				return ", " + way
			}
		}
	}
	for key := range keys {
		for _, way := range []string{"ascending", "descending"} {
			ties, ok := x.sorted(list, left, key, way == "descending")
			if ok && (said == "" || ties < fewest || ties == fewest && key < best) {
				said, fewest, best = ", "+way+" by "+text.Visible(key), ties, key
			}
		}
	}
	return said
}

// sorted tells whether the list is sorted by a member of its elements, or without a key by these, in the
// wrong answers and the right ones, and how many neighbours are equal in it.
func (x *examination) sorted(list string, left []int, key string, down bool) (ties int, ok bool) {
	differ := false // else they are in any order
	for i := range x.held {
		answer := x.held[i].want
		if i < x.wrong {
			if !slices.Contains(left, i) {
				continue
			}
			answer = x.held[i].Got
		}
		var last jsontext.Value
		for k, one := range judge.Elements(answer, list) {
			if key != "" {
				one = judge.Member(one, key)
			}
			if !isPlain(one) || k > 0 && one.Kind() != last.Kind() {
				return 0, false
			}
			c := bytes.Compare(bytes.TrimSuffix(last, quote), bytes.TrimSuffix(one, quote))
			if one.Kind() == '0' {
				c = cmp.Or(len(last)-len(one), c)
			}
			if down {
				c = -c
			}
			switch last = one; {
			case k == 0:
			case c > 0:
				return 0, false
			case c == 0:
				ties++
			default:
				differ = true
			}
		}
	}
	return ties, differ
}

var quote = []byte{'"'}

// isPlain tells whether a value compares as it is written: a natural number, or a string
// without escapes.
func isPlain(v jsontext.Value) bool {
	return v.Kind() == '0' && !bytes.ContainsAny(v, "-.eE") || v.Kind() == '"' && !bytes.ContainsRune(v, '\\')
}
