package diagnosis

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// arrangementMin is how many wrong answers show that a program lists the right values in
// another order: two may do so by chance.
const arrangementMin = 3

// A row is an array of a right answer, and of what the program answered there.
type row struct {
	pointer   string
	want, got []jsontext.Value
}

// arrangements say of wrong answers that all have the right values in another order which
// order it is, under the likeliest clause; nil if they do not.
func (x *examination) arrangements(e *evidence, left []int) []judge.Diagnosis {
	said := x.arranged(left)
	if said == "" {
		return nil
	}
	g := judge.Diagnosis{Clause: e.rank()[0], Mutants: []string{}, Text: said, Likely: true, Explains: len(left), Of: len(left), Passes: x.passes}
	for _, i := range left {
		g.Cases = append(g.Cases, x.held[i].Case.ID)
	}
	return []judge.Diagnosis{g}
}

// arranged says in which order a program lists the right values, "" if it has more wrong
// than that in one of the answers that are left. Where the order itself is the whole
// answer, that says nothing.
func (x *examination) arranged(left []int) string {
	if len(left) < arrangementMin {
		return ""
	}
	name := ""
	var rows []row
	for _, i := range left {
		h := &x.held[i]
		moved, ok := x.moved(h)
		if !ok {
			return ""
		}
		for _, r := range moved {
			if n := nameOf(r.pointer); name == "" {
				name = n
			} else if n != name {
				return ""
			}
			rows = append(rows, r)
		}
	}
	if strings.Count(name, "/") < 2 {
		return ""
	}
	for i := x.wrong; i < len(x.held); i++ {
		for _, list := range listsAt(x.held[i].want, name) {
			rows = append(rows, row{want: list, got: list})
		}
	}
	return "lists the right values at " + text.Visible(name) + " in another order" + orderOf(rows)
}

// moved are the lists that have their values in another order in a wrong answer; it is
// false for an answer that has more wrong than that.
func (x *examination) moved(h *held) (rows []row, ok bool) {
	if len(h.want) != len(h.Got) {
		return nil, false
	}
	for i := range h.want {
		if !rearranged(h.want[i], h.Got[i], "/"+strconv.Itoa(i), &rows) {
			return nil, false
		}
	}
	// Where the order is free, it may be another one.
	differences := x.judge.CompareBy(h.clause, h.want, h.Got).Differences
	rows = slices.DeleteFunc(rows, func(r row) bool {
		return !slices.ContainsFunc(differences, func(d judge.Difference) bool { return strings.HasPrefix(d.Pointer, r.pointer+"/") })
	})
	return rows, len(rows) > 0
}

// rearranged appends the lists that differ in their order, and is false if more differs.
func rearranged(want, got jsontext.Value, pointer string, rows *[]row) bool {
	if judge.SameValue(want, got) {
		return true
	}
	if a, b, ok := listsOf(want, got); ok {
		if len(a) != len(b) {
			return false
		}
		if slices.EqualFunc(canonical(a), canonical(b), bytes.Equal) {
			*rows = append(*rows, row{pointer, a, b})
			return true
		}
		for i := range a {
			if !rearranged(a[i], b[i], pointer+"/"+strconv.Itoa(i), rows) {
				return false
			}
		}
		return true
	}
	var a, b map[string]jsontext.Value
	if json.Unmarshal(want, &a) != nil || json.Unmarshal(got, &b) != nil || a == nil || len(a) != len(b) {
		return false
	}
	for key := range a {
		if b[key] == nil || !rearranged(a[key], b[key], pointer+"/"+key, rows) {
			return false
		}
	}
	return true
}

// canonical are values in an order that depends on them alone.
func canonical(list []jsontext.Value) [][]byte {
	var sorted [][]byte
	for _, v := range list {
		v = v.Clone()
		_ = v.Canonicalize() // it stays as it is if it cannot be
		sorted = append(sorted, v)
	}
	slices.SortFunc(sorted, bytes.Compare)
	return sorted
}

func listsOf(want, got jsontext.Value) (a, b []jsontext.Value, ok bool) {
	ok = want.Kind() == '[' && got.Kind() == '[' && json.Unmarshal(want, &a) == nil && json.Unmarshal(got, &b) == nil
	return a, b, ok
}

// listsAt are the lists of an answer at the places of a name.
func listsAt(answer []jsontext.Value, name string) (lists [][]jsontext.Value) {
	steps := strings.Split(name, "/")[1:]
	first, err := strconv.Atoi(steps[0])
	if err != nil || first >= len(answer) {
		return nil
	}
	values := answer[first : first+1]
	for _, step := range steps[1:] {
		var next []jsontext.Value
		for _, v := range values {
			if step == "*" {
				_ = json.Unmarshal(v, &next) // what is no list has no elements
			} else if member := judge.Member(v, step); member != nil {
				next = append(next, member)
			}
		}
		values = next
	}
	for _, v := range values {
		var list []jsontext.Value
		if json.Unmarshal(v, &list) == nil {
			lists = append(lists, list)
		}
	}
	return lists
}

// orderOf says by what all rows are sorted, "" if that is not seen.
func orderOf(rows []row) string {
	if !slices.ContainsFunc(rows, func(r row) bool {
		for i := range r.got {
			if !judge.SameValue(r.got[i], r.want[len(r.want)-1-i]) {
				return true
			}
		}
		return false
	}) {
		return ", from the last to the first"
	}
	keys := []string{""}
	var first map[string]jsontext.Value
	if json.Unmarshal(rows[0].got[0], &first) == nil {
		keys = slices.Sorted(maps.Keys(first))
	}
	said, ties := "", 0
	for _, key := range keys {
		for _, sign := range []int{1, -1} {
			n, ok := sorted(rows, key, sign)
			if !ok || said != "" && n >= ties {
				continue
			}
			ties, said = n, ", ascending"
			if sign < 0 {
				said = ", descending"
			}
			if key != "" {
				said += " by " + text.Visible(key)
			}
		}
	}
	return said
}

// sorted tells whether all rows are sorted by a member of their elements, "" for the
// elements themselves, and how many neighbours are equal in it.
func sorted(rows []row, key string, sign int) (ties int, ok bool) {
	for _, r := range rows {
		for i := 1; i < len(r.got); i++ {
			a, b := r.got[i-1], r.got[i]
			if key != "" {
				a, b = judge.Member(a, key), judge.Member(b, key)
			}
			c, ok := compared(a, b)
			if !ok || sign*c > 0 {
				return 0, false
			}
			if c == 0 {
				ties++
			}
		}
	}
	return ties, true
}

// compared compares two numbers, two strings, or two arrays of these; it is false for others.
func compared(a, b jsontext.Value) (c int, ok bool) {
	var m, n float64
	var s, t string
	if a == nil || b == nil || a.Kind() != b.Kind() {
		return 0, false
	}
	switch {
	case json.Unmarshal(a, &m) == nil && json.Unmarshal(b, &n) == nil:
		return cmp.Compare(m, n), true
	case json.Unmarshal(a, &s) == nil && json.Unmarshal(b, &t) == nil:
		return cmp.Compare(s, t), true
	}
	list, other, ok := listsOf(a, b)
	if !ok {
		return 0, false
	}
	for i := range min(len(list), len(other)) {
		if c, ok = compared(list[i], other[i]); c != 0 || !ok {
			return c, ok
		}
	}
	return cmp.Compare(len(list), len(other)), true
}
