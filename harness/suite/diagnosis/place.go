package diagnosis

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// placeMin is how many wrong answers show that a program goes wrong at a place in one
	// way: fewer do so by chance.
	placeMin = 3
	// placesMax is how many places a program is told that it leaves as they were.
	placesMax = 3
	// placesAtMax is how many values of one answer are looked at that have places of one name.
	// Each is found by reading the answer; one that has more is told by its clauses.
	placesAtMax = 64
	// sameShownMax is how many bytes of a value are told that a program always has.
	sameShownMax = 40
)

// placed says of wrong answers that all go wrong at the same place in what way they do; nil if
// they do not, or if it is no way that can be told. It is sure of one that all other answers show, too,
// wherever it makes a difference; one that more of them contradict is none.
func (x *examination) placed(e *evidence, left []int) (list []judge.Diagnosis, sure bool) {
	if len(left) < placeMin {
		return nil, false
	}
	clause := e.there()
	names := x.namesOf(left)
	w := way{said: x.keeps(names, left)}
	if w.said == "" {
		w = x.way(names, left)
	}
	against := x.against(w, left)
	if ranked := e.rank(); w.inside && len(ranked) > 0 {
		clause = ranked[0]
	}
	if w.said == "" || clause == "" || against > len(left) {
		return nil, false
	}
	g := x.shared(clause, w.said, left)
	if against > 0 {
		g.Passes = 0
	}
	return []judge.Diagnosis{g}, against == 0
}

// shared says of wrong answers what is wrong with all of them, near a clause, though no known
// misreading gives them.
func (x *examination) shared(clause, said string, left []int) judge.Diagnosis {
	g := judge.Diagnosis{
		Clause: clause, Mutants: []string{}, Text: said, Likely: true, Explains: len(left), Of: len(left), Passes: x.passes,
	}
	for _, i := range left {
		g.Cases = append(g.Cases, x.held[i].Case.ID)
	}
	return g
}

// answer is what the program answered, as the rules write it where it conforms; nil if it has not
// the shape of an answer.
func (x *examination) answer(i int) []jsontext.Value {
	switch h := &x.held[i]; {
	case i >= x.wrong:
		return h.want
	case h.Misshapen:
		return nil
	default:
		return h.Got
	}
}

// A way is one in which all answers are wrong.
type way struct {
	said    string                             // what the program does, "" for none
	inside  bool                               // it goes wrong somewhere in a list, of which no clause decides each part
	changes func(answer []jsontext.Value) bool // whether a program that does so always gives another answer than this right one; nil for never
}

// against is how many other answers show that a program does not always go wrong in a way.
func (x *examination) against(w way, left []int) (n int) {
	for i := range x.held {
		if w.changes != nil && !slices.Contains(left, i) && w.changes(x.answer(i)) {
			n++
		}
	}
	return n
}

// there is the clause that decides the place where the answers go wrong, the likeliest of several, or else
// the likeliest of those whose known misreadings go wrong there, too; "" if there is none.
func (e *evidence) there() string {
	if c := e.decided[0]; c != "" && !slices.ContainsFunc(e.decided, func(other string) bool { return other != c }) {
		return c
	}
	ranked := e.rank()
	if !slices.Contains(e.decided, "") {
		for _, clause := range ranked {
			if slices.Contains(e.decided, clause) {
				return clause
			}
		}
	}
	for _, clause := range ranked {
		for i := range e.x.Mutants {
			if e.x.Mutants[i].Clause == clause && slices.Contains(e.effects[i].alike, true) {
				return clause
			}
		}
	}
	return ""
}

// namesOf are the names of the places at which wrong answers differ.
func (x *examination) namesOf(left []int) []string {
	var names []string
	for _, i := range left {
		c := x.judge.CompareBy(x.held[i].clause, x.held[i].want, x.held[i].Got)
		for _, d := range c.Differences {
			if name := judge.NameOf(d.Pointer); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// keeps says that the values of these places are those of the input, in the right answers as well;
// "" if they are not.
func (x *examination) keeps(names []string, left []int) string {
	var kept []string
	for _, name := range names {
		if slices.ContainsFunc(kept, func(k string) bool { return name == k || strings.HasPrefix(name, k+"/") }) {
			continue
		}
		found := ""
		for place := range above(name) {
			if x.isKept(place, left) {
				found = place
				break
			}
		}
		if found == "" || len(kept) == placesMax {
			return ""
		}
		kept = append(kept, found)
	}
	switch len(kept) {
	case 0:
		return ""
	case 1:
		return "leaves the value at " + text.Visible(kept[0]) + " as it is in the input"
	}
	return "leaves the values at " + text.Visible(strings.Join(kept, ", ")) + " as they are in the input"
}

// above are the places around one of that name and itself, the outermost first. An answer as
// a whole is none.
func above(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		parts := strings.Split(name, "/")
		for n := 3; n <= len(parts); n++ {
			if !yield(strings.Join(parts[:n], "/")) {
				return
			}
		}
	}
}

// isKept tells whether all answers have at places of a name what stands there in the input: under
// the same names, in the first input that has them. Where it is always the same value, it is
// another way.
func (x *examination) isKept(name string, left []int) bool {
	input, from := x.source(name, &x.held[left[0]])
	if from == 0 {
		return false
	}
	var first jsontext.Value
	several := false
	for i := range x.held {
		h, answer := &x.held[i], x.answer(i)
		if answer == nil {
			continue
		}
		for _, at := range slices.Concat(places(answer, name), places(h.want, name)) {
			was, is := judge.Part(h.Case.In, origin(at, input, from)), judge.Part(answer, at)
			if !judge.SameValue(was, is) && (i < x.wrong || !alike(was, is)) {
				return false
			}
			if first == nil {
				first = was
			}
			several = several || !judge.SameValue(first, was)
		}
	}
	return several
}

// alike tells whether two values are equal where arrays may be bags.
func alike(a, b jsontext.Value) bool {
	if judge.SameValue(a, b) {
		return true
	}
	one, other := []jsontext.Value{a}, []jsontext.Value{b}
	if list, with := judge.Elements(one, "/0"), judge.Elements(other, "/0"); list != nil && with != nil {
		return judge.Reordered(one, other, "/0/0") || slices.EqualFunc(list, with, alike)
	}
	var members, others map[string]jsontext.Value
	return json.Unmarshal(a, &members) == nil && json.Unmarshal(b, &others) == nil && maps.EqualFunc(members, others, alike)
}

// source is the input that has a place of that name, and with which part of its pointer; 0 if
// none has.
func (x *examination) source(name string, h *held) (input, from int) {
	parts := strings.Split(name, "/")
	all := places(h.want, name)
	for from := 2; from < len(parts) && len(all) > 0 && parts[from] != "*"; from++ {
		for input := range h.Case.In {
			if judge.Part(h.Case.In, origin(all[0], input, from)) != nil {
				return input, from
			}
		}
	}
	return 0, 0
}

// origin is a pointer into an answer as one into an input, from one of its parts on.
func origin(pointer string, input, from int) string {
	return "/" + strconv.Itoa(input) + "/" + strings.Join(strings.Split(pointer, "/")[from:], "/")
}

// places are the pointers of a name into an answer, none if there are too many.
func places(answer []jsontext.Value, name string) []string {
	list := []string{""}
	for k, part := range strings.Split(name, "/")[1:] {
		var next []string
		for _, at := range list {
			switch {
			case part != "*" && (k == 0 || judge.Part(answer, at+"/"+part) != nil):
				next = append(next, at+"/"+part)
			case part == "*":
				for i := range judge.Elements(answer, at) {
					next = append(next, at+"/"+strconv.Itoa(i))
				}
			}
		}
		if list = next; len(list) > placesAtMax {
			return nil
		}
	}
	return list
}

// way is the way in which all values around places of these names are wrong.
func (x *examination) way(names []string, left []int) way {
	around := names[0]
	for _, name := range names[1:] {
		for name != around && !strings.HasPrefix(name, around+"/") {
			around = around[:strings.LastIndex(around, "/")]
		}
	}
	for place := range above(around) {
		if value := x.same(place); value != "" {
			return way{said: "always has " + text.Visible(value) + " at " + text.Visible(place)}
		}
	}
	list := strings.TrimSuffix(around, "/*")
	short := way{}
	if said := x.cut(list, left); said != "" {
		short = way{said: said + " at " + text.Visible(list), changes: anyAt(list, func(answer []jsontext.Value, at string) bool {
			return len(judge.Elements(answer, at)) > 0
		})}
	}
	if short.said == "" || x.against(short, left) > 0 {
		if said := cmp.Or(x.leftOut(list, left), x.atMost(list, left)); said != "" {
			return way{said: said}
		}
		if said := x.alwaysIn(list, left); said != "" {
			return way{said: said, inside: true}
		}
	}
	if short.said != "" {
		return short
	}
	if len(names) > 1 {
		return way{}
	}
	return x.wayAt(around, left)
}

// anyAt is a test of answers: whether any value at a place of the name is such a one.
func anyAt(name string, is func(answer []jsontext.Value, at string) bool) func([]jsontext.Value) bool {
	return func(answer []jsontext.Value) bool {
		return slices.ContainsFunc(places(answer, name), func(at string) bool { return is(answer, at) })
	}
}

// wayAt is the way in which the values at the places of one name are wrong, each by itself.
func (x *examination) wayAt(name string, left []int) way {
	some, shown := "", " at "
	if !x.isEverywhere(name, left) {
		some, shown = "some ", " at some of "
	}
	shown += text.Visible(name)
	if by := x.off(name, left); by != 0 {
		than := "large"
		if by < 0 {
			by, than = -by, "small"
		}
		said := fmt.Sprintf("has %snumbers at %s that are %d too %s", some, text.Visible(name), by, than)
		return way{said: said, changes: anyAt(name, func(answer []jsontext.Value, at string) bool { return judge.Part(answer, at).Kind() == '0' })}
	}
	if said := x.scaled(name, left); said != "" {
		return way{said: "has" + shown + " numbers that are " + said, changes: anyAt(name, func(answer []jsontext.Value, at string) bool {
			n, err := strconv.Atoi(string(judge.Part(answer, at)))
			return err == nil && n != 0
		})}
	}
	if other := x.mistaken(name, left); other != "" {
		key := other[strings.LastIndex(other, "/"):]
		return way{said: "has" + shown + " what belongs at " + text.Visible(other), changes: anyAt(name, func(answer []jsontext.Value, at string) bool {
			return !judge.SameValue(judge.Part(answer, at), judge.Part(answer, at[:strings.LastIndex(at, "/")]+key))
		})}
	}
	if value := x.instead(name, left); value != "" {
		said := "has " + text.Visible(value) + shown + " instead of other values"
		return way{said: said, changes: anyAt(name, func(answer []jsontext.Value, at string) bool {
			return !judge.SameValue(judge.Part(answer, at), jsontext.Value(value))
		})}
	}
	if said := x.mapped(name, left); said != "" {
		return way{said: "has at " + text.Visible(name) + " " + said}
	}
	return way{}
}

// isEverywhere tells whether the values at all places of a name are wrong in each wrong answer.
func (x *examination) isEverywhere(name string, left []int) bool {
	for _, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, name) {
			if judge.SameValue(judge.Part(h.want, at), judge.Part(h.Got, at)) {
				return false
			}
		}
	}
	return true
}

// instead is the value that all wrong answers have at places of a name instead of several others,
// "" if they do not.
func (x *examination) instead(name string, left []int) string {
	var value, right jsontext.Value
	several := false
	for p := range x.wrongAt(name, left) {
		if value == nil {
			value, right = p.got, p.want
		}
		several = several || !judge.SameValue(right, p.want)
		if len(p.got) > sameShownMax || !judge.SameValue(value, p.got) {
			return ""
		}
	}
	if !several {
		return ""
	}
	return string(value)
}

// same is the value that all answers have at places of a name, right ones as well, "" if they do
// not, or if it is long.
func (x *examination) same(name string) string {
	var value jsontext.Value
	for i := range x.held {
		answer := x.answer(i)
		for _, at := range places(answer, name) {
			one := judge.Part(answer, at)
			if value == nil {
				value = one
			}
			if len(one) > sameShownMax || !judge.SameValue(value, one) {
				return ""
			}
		}
	}
	return string(value)
}

// A cut is a way in which a list has too few elements, or too many.
type cut struct {
	said  string
	shows func(want, got []jsontext.Value) bool
}

// cuts are the ways that a report may name; of several that fit, the first says most.
var cuts = []cut{
	{"leaves out the last element of the list", func(want, got []jsontext.Value) bool {
		return len(want) > 0 && slices.EqualFunc(want[:len(want)-1], got, judge.SameValue)
	}},
	{"leaves out the first element of the list", func(want, got []jsontext.Value) bool {
		return len(want) > 0 && slices.EqualFunc(want[1:], got, judge.SameValue)
	}},
	{"leaves out elements of the list", func(want, got []jsontext.Value) bool { return isPart(got, want) }},
	{"has too many elements in the list", isPart},
}

// cut says which elements of a list are missing in all wrong answers, "" if other ones are in each,
// or more is wrong.
func (x *examination) cut(list string, left []int) string {
	wrong, ways := false, slices.Clone(cuts)
	for _, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, list) {
			if judge.Part(h.want, at).Kind() != '[' || judge.Part(h.Got, at).Kind() != '[' {
				return ""
			}
			want, got := judge.Elements(h.want, at), judge.Elements(h.Got, at)
			if slices.EqualFunc(want, got, judge.SameValue) {
				continue
			}
			wrong = true
			ways = slices.DeleteFunc(ways, func(c cut) bool { return !c.shows(want, got) })
		}
	}
	if !wrong || len(ways) == 0 {
		return ""
	}
	return ways[0].said
}

// isPart tells whether a list is another one without some of its elements.
func isPart(part, whole []jsontext.Value) bool {
	if len(part) >= len(whole) {
		return false
	}
	for _, one := range whole {
		if len(part) > 0 && judge.SameValue(part[0], one) {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// off is by how much all wrong numbers at places of a name are wrong, 0 if it is not the same
// for each.
func (x *examination) off(name string, left []int) int {
	by := 0
	for p := range x.wrongAt(name, left) {
		w, err := strconv.Atoi(string(p.want))
		g, err2 := strconv.Atoi(string(p.got))
		if err != nil || err2 != nil || by != 0 && g-w != by {
			return 0
		}
		by = g - w
	}
	return by
}

// A wrongPart is a wrong value in an answer, where it is, and what is right there.
type wrongPart struct {
	held      *held
	at        string
	want, got jsontext.Value
}

// wrongAt are the wrong values at places of a name.
func (x *examination) wrongAt(name string, left []int) iter.Seq[wrongPart] {
	return func(yield func(wrongPart) bool) {
		for _, i := range left {
			h := &x.held[i]
			for _, at := range places(h.want, name) {
				p := wrongPart{h, at, judge.Part(h.want, at), judge.Part(h.Got, at)}
				if !judge.SameValue(p.want, p.got) && !yield(p) {
					return
				}
			}
		}
	}
}

// mistaken is the place in the same object whose value all wrong answers have at places of a name,
// "" if there is none, or several are. One value alone may be there by chance.
func (x *examination) mistaken(name string, left []int) string {
	cutAt := strings.LastIndex(name, "/")
	own := jsontext.Pointer(name).LastToken()
	var others map[string]bool
	var first jsontext.Value
	several := false
	for p := range x.wrongAt(name, left) {
		if first == nil {
			first = p.got
		}
		several = several || !judge.SameValue(first, p.got)
		var around map[string]jsontext.Value
		_ = json.Unmarshal(judge.Part(p.held.want, p.at[:strings.LastIndex(p.at, "/")]), &around) // what is no object has none
		here := make(map[string]bool)
		for key, value := range around {
			if key != own && (others == nil || others[key]) && judge.SameValue(value, p.got) {
				here[key] = true
			}
		}
		others = here
	}
	if len(others) != 1 || !several {
		return ""
	}
	for key := range others {
		return string(jsontext.Pointer(name[:cutAt]).AppendToken(key))
	}
	return ""
}
