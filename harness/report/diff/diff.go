// Package diff tells in what a JSON value differs from the one before it, as
// the states of a game from step to step: what is new, what is gone, and what
// has another value now.
package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of what is told, and why.
const (
	// Max is how many changes are told of two values; the others are counted.
	// A move of a game has fewer.
	Max = 20
	// shownBytesMax is the length of each value that is told: an element of a
	// board, not a whole one.
	shownBytesMax = 120
	// listedMax is how many elements are told that came to an array, or left it.
	listedMax = 8
	// pairsMax is how many pairs of elements are looked at for those of one name.
	// Games have a dozen players and tiles that change at once.
	pairsMax = 1_000
	// depthMax is more than a value of a game has.
	depthMax = 64
)

// A Change is one thing that is different.
type Change struct {
	// Pointers lead to it in the later value; to what it was part of if it is
	// gone.
	Pointers []string
	// Text is one line: "/players/0/coins: 8 → 21", or "/bank: − "red"".
	Text string
}

// Between lists the changes from one value to the next, in the order of the
// next, and counts those beyond Max. An array whose elements came and went is
// told as that, not as another element at each place behind.
func Between(before, after jsontext.Value) (list []Change, more int) {
	var f finder
	f.values("", before, after, 0)
	return f.list, f.more
}

// A finder collects changes.
type finder struct {
	list []Change
	more int
}

func (f *finder) add(pointers []string, format string, args ...any) {
	if len(f.list) == Max {
		f.more++
		return
	}
	f.list = append(f.list, Change{Pointers: pointers, Text: fmt.Sprintf(format, args...)})
}

func (f *finder) values(pointer string, before, after jsontext.Value, depth int) {
	before, after = bytes.TrimSpace(before), bytes.TrimSpace(after)
	if bytes.Equal(before, after) {
		return
	}
	if kind := after.Kind(); kind == before.Kind() && depth < depthMax {
		a, aErr := parts(before)
		b, bErr := parts(after)
		switch {
		case aErr != nil || bErr != nil:
		case kind == '{':
			f.objects(pointer, a, b, depth)
			return
		case kind == '[':
			f.arrays(pointer, a, b, depth)
			return
		}
	}
	if then, now := compact(before), compact(after); then != now {
		f.add([]string{pointer}, "%s: %s → %s", name(pointer), shown(then), shown(now))
	}
}

func (f *finder) objects(pointer string, a, b []part, depth int) {
	old := make(map[string]jsontext.Value, len(a))
	for _, p := range a {
		old[p.name] = p.value
	}
	for _, p := range b {
		at := pointer + scene.At(p.name)
		before, ok := old[p.name]
		delete(old, p.name)
		if !ok {
			f.add([]string{at}, "%s: + %s", name(at), shown(compact(p.value)))
			continue
		}
		f.values(at, before, p.value, depth+1)
	}
	for _, p := range a {
		if _, gone := old[p.name]; gone {
			at := pointer + scene.At(p.name)
			f.add([]string{pointer}, "%s: − %s", name(at), shown(compact(p.value)))
		}
	}
}

// arrays tells what has changed in its place or under its name, what went and what came.
func (f *finder) arrays(pointer string, a, b []part, depth int) {
	then, now := texts(a), texts(b)
	different := 0
	for i := range min(len(then), len(now)) {
		if then[i] != now[i] {
			different++
		}
	}
	gone, came := goneAndCame(then, now)
	// With as many elements as before, of which most stayed where they were, each
	// of the others has changed in its place: a player, a cell of a grid.
	if len(a) == len(b) && different <= max(len(came), len(gone)) || len(came)+len(gone) == 0 {
		for i := range b {
			if then[i] != now[i] {
				f.values(pointer+scene.At(i), a[i].value, b[i].value, depth+1)
			}
		}
		return
	}
	// What has kept its name has changed, wherever it stands now: the players of
	// a round.
	if len(came)*len(gone) <= pairsMax {
		came = slices.DeleteFunc(came, func(now int) bool {
			i := slices.IndexFunc(gone, func(then int) bool { return sameName(a[then].value, b[now].value) })
			if i < 0 {
				return false
			}
			f.values(pointer+scene.At(now), a[gone[i]].value, b[now].value, depth+1)
			gone = slices.Delete(gone, i, i+1)
			return true
		})
	}
	if len(came)+len(gone) == 0 {
		return
	}
	pointers := make([]string, len(came))
	for i, at := range came {
		pointers[i] = pointer + scene.At(at)
	}
	if len(came) == 0 {
		pointers = []string{pointer}
	}
	said := append(listed("− ", "removed", then, gone), listed("+ ", "added", now, came)...)
	f.add(pointers, "%s: %s", name(pointer), strings.Join(said, ", "))
}

// goneAndCame are the indexes of the elements in then that are not in now, and the other
// way around; of equal ones, the last are those that are too many.
func goneAndCame(then, now []string) (gone, came []int) {
	left := make(map[string]int, len(then))
	for _, s := range then {
		left[s]++
	}
	for i, s := range now {
		if left[s] > 0 {
			left[s]--
		} else {
			came = append(came, i)
		}
	}
	for i, s := range slices.Backward(then) {
		if left[s] > 0 {
			left[s]--
			gone = append(gone, i)
		}
	}
	slices.Reverse(gone)
	return gone, came
}

// listed shows the first elements of a list at some indexes, and counts the others.
func listed(sign, what string, list []string, at []int) (said []string) {
	for _, at := range at[:min(len(at), listedMax)] {
		said = append(said, sign+shown(list[at]))
	}
	if more := len(at) - listedMax; more > 0 {
		said = append(said, fmt.Sprintf("and %d more %s", more, what))
	}
	return said
}

// sameName tells whether two objects begin with the same member, which is what
// they are called: {"name":"Ada", …}, {"cell":[2,3], …}.
func sameName(a, b jsontext.Value) bool {
	if a.Kind() != '{' || b.Kind() != '{' {
		return false
	}
	one, err := parts(a)
	two, err2 := parts(b)
	return err == nil && err2 == nil && len(one) > 0 && len(two) > 0 && one[0].name == two[0].name && compact(one[0].value) == compact(two[0].value)
}

// A part is an element of an array, or a member of an object with its name.
type part struct {
	name  string
	value jsontext.Value
}

// parts takes an array or object apart; it returns none of other values.
func parts(raw jsontext.Value) ([]part, error) {
	kind := raw.Kind()
	if kind != '{' && kind != '[' {
		return nil, nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var list []part
	for d.PeekKind() != '}' && d.PeekKind() != ']' {
		var p part
		if kind == '{' {
			t, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			p.name = t.String()
		}
		v, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		p.value = v.Clone()
		list = append(list, p)
	}
	return list, nil
}

func texts(list []part) []string {
	all := make([]string, len(list))
	for i, p := range list {
		all[i] = compact(p.value)
	}
	return all
}

// compact is a value without white space; one that is no JSON stays as it is.
func compact(raw jsontext.Value) string {
	v := raw.Clone()
	_ = v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return string(v)
}

// shown is as much of a value as is told of it, on one line.
func shown(s string) string {
	cut, long := text.Cut(s, shownBytesMax)
	cut, again := text.Cut(text.Visible(cut), shownBytesMax)
	if long || again {
		cut += "…"
	}
	return cut
}

// name is a pointer as it is told.
func name(pointer string) string {
	if pointer == "" {
		return "/"
	}
	return shown(pointer)
}
