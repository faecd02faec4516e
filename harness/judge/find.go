package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// How much a message shows, so that one fits on a few lines of a terminal.
const (
	shownMax   = 160 // bytes of each of the two values
	elementMax = 60  // bytes of an element or a key
	listedMax  = 5   // elements of a bag that are missing or too much
	messageMax = 400 // bytes of what somebody else says
	pointerMax = 400 // bytes of a pointer, with its control characters as escapes
)

// A finder collects what two answers differ in.
type finder struct {
	judge   *Judge
	classes *classes
	pointer []byte // where it stands
	found   Comparison

	cause     string // of the first difference, for its fingerprint
	otherCode bool   // a code differs, and may
}

// A finding is a difference that still has to be put into words.
type finding struct {
	text               string // what is wrong, without place and clause
	clause             string
	expected, received jsontext.Value // nil for nothing
	cause              string         // the kind of difference, without values
}

// room tells whether another difference would be described; if not, it is
// counted here.
func (f *finder) room() bool {
	if len(f.found.Differences) < DifferencesMax {
		return true
	}
	f.found.More++
	return false
}

// add records a difference at the pointer.
func (f *finder) add(g finding) {
	if !f.room() {
		return
	}
	if len(f.found.Differences) == 0 {
		f.cause = g.cause
	}
	f.found.Differences = append(f.found.Differences, f.describe(g))
}

// remark records something different that is not wrong.
func (f *finder) remark(g finding) {
	if len(f.found.Remarks) < DifferencesMax {
		f.found.Remarks = append(f.found.Remarks, f.describe(g))
	}
}

func (f *finder) describe(g finding) Difference {
	pointer := stream.Place(string(f.pointer))
	message := text.Visible(pointer) + ": " + g.text
	if g.clause != "" {
		message += " (" + g.clause + ")"
	}
	return Difference{
		Pointer:  pointer,
		Clause:   g.clause,
		Message:  message,
		Expected: bounded(g.expected),
		Received: bounded(g.received),
	}
}

// bounded returns a copy of a value, or nil if it is too long to keep.
func bounded(raw jsontext.Value) jsontext.Value {
	if raw == nil {
		return nil
	}
	text, complete := compact(raw, RawMax)
	if !complete {
		return nil
	}
	return jsontext.Value(text)
}

// compare records the differences between two values that are not equal. The
// clause is the one that decides there.
func (f *finder) compare(p *place, clause string, expected, received jsontext.Value) {
	clause = f.judge.codeClause(p, expected, received, clause)
	e, r := kindOf(expected), kindOf(received)
	switch {
	case e == '"' && r == '"' && f.judge.lax && p.isCode():
		f.otherCode = true
		f.remark(finding{
			text:   bothShown(expected, received) + ": a wrong code for the illegal request" + f.judge.earlier(expected, received),
			clause: clause, expected: expected, received: received,
		})
	case e == '{' && r == '{':
		f.compareObjects(p, clause, expected, received)
	case e == '[' && r == '[' && p.isBag():
		f.compareBags(p, clause, expected, received)
	case e == '[' && r == '[':
		f.compareArrays(p, clause, expected, received)
	case f.room():
		text := bothShown(expected, received)
		switch {
		case stream.KindName(e) != stream.KindName(r):
			text += fmt.Sprintf(": %s instead of %s", stream.KindName(r), stream.KindName(e))
		case len(expected) > shownMax || len(received) > shownMax:
			text += fmt.Sprintf(": they differ first at character %d", firstDifference(expected, received)+1)
		}
		f.add(finding{
			text: text, clause: clause, expected: expected, received: received,
			cause: fmt.Sprintf("%c for %c", r, e),
		})
	}
}

// earlier says that the rules check for a code before another one, "" if they do not.
func (j *Judge) earlier(expected, received jsontext.Value) string {
	var want, got string
	if json.Unmarshal(expected, &want) != nil || json.Unmarshal(received, &got) != nil {
		return ""
	}
	if first, second := slices.Index(j.checks, want), slices.Index(j.checks, got); first < 0 || second < first {
		return ""
	}
	return "; the rules check for " + text.Visible(string(expected)) + " before " + text.Visible(string(received))
}

// codeClause is the clause of the code that one of two values is, or has as a
// member: what the rules forbid, or what a program wrongly believes they do.
// Without such a code it is the clause given.
func (j *Judge) codeClause(p *place, expected, received jsontext.Value, clause string) string {
	if p == nil || len(j.codes) == 0 {
		return clause
	}
	for _, raw := range []jsontext.Value{expected, received} {
		switch kindOf(raw) {
		case '"':
			if c, ok := j.codes[contentOf(raw)]; ok && p.code {
				return c
			}
		case '{':
			for _, name := range slices.Sorted(maps.Keys(p.named)) { // of two codes, always the same one
				if !p.named[name].code {
					continue
				}
				value := child(raw, name)
				if c, ok := j.codes[contentOf(value)]; ok && kindOf(value) == '"' {
					return c
				}
			}
		}
	}
	return clause
}

// bothShown says what was expected and what was received.
func bothShown(expected, received jsontext.Value) string {
	return fmt.Sprintf("expected %s, received %s", show(expected, shownMax), show(received, shownMax))
}

// firstDifference is the index of the first character in which two strings or
// numbers differ.
func firstDifference(a, b jsontext.Value) int {
	s, t := string(a), string(b)
	if kindOf(a) == '"' {
		s, t = contentOf(a), contentOf(b)
	}
	i := 0
	for i < len(s) && i < len(t) && s[i] == t[i] {
		i++
	}
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return utf8.RuneCountInString(s[:i])
}

func (f *finder) compareObjects(p *place, clause string, expected, received jsontext.Value) {
	type member struct {
		key                string
		expected, received jsontext.Value
	}
	var wanted []member
	index := make(map[string]int)
	for key, value := range members(expected) {
		index[string(key)] = len(wanted)
		wanted = append(wanted, member{key: string(key), expected: value})
	}
	// What may be missing counts as if it were there, on either side.
	for key, value := range p.absent(func(key string) bool { _, ok := index[key]; return ok }) {
		index[key] = len(wanted)
		wanted = append(wanted, member{key: key, expected: value})
	}
	var unknown []member
	unknownMore := 0
	for key, value := range members(received) {
		if i, ok := index[string(key)]; ok {
			wanted[i].received = value
		} else if len(unknown) < DifferencesMax {
			unknown = append(unknown, member{key: string(key), received: value})
		} else {
			unknownMore++
		}
	}
	for i := range wanted {
		if q := p.member([]byte(wanted[i].key)); wanted[i].received == nil && q != nil {
			wanted[i].received = q.missing
		}
	}
	base := len(f.pointer)
	for _, m := range wanted {
		q := p.member([]byte(m.key))
		f.pointer = appendMember(f.pointer[:base], m.key)
		switch {
		case m.received == nil:
			f.add(finding{
				text: fmt.Sprintf("expected %s, received nothing: the key %s is missing",
					show(m.expected, shownMax), quote(m.key, elementMax)),
				clause: q.clauseOr(clause), expected: m.expected,
				cause: "missing key",
			})
		case !f.classes.same(m.expected, m.received, q, false):
			f.compare(q, q.clauseOr(clause), m.expected, m.received)
		}
	}
	for _, m := range unknown {
		f.pointer = appendMember(f.pointer[:base], m.key)
		f.add(finding{
			text: fmt.Sprintf("expected nothing, received %s: the key %s is unknown",
				show(m.received, shownMax), quote(m.key, elementMax)),
			clause: p.member([]byte(m.key)).clauseOr(clause), received: m.received,
			cause: "unknown key",
		})
	}
	f.pointer = f.pointer[:base]
	f.found.More += unknownMore
}

func (f *finder) compareArrays(p *place, clause string, expected, received jsontext.Value) {
	var wanted, got []jsontext.Value
	for value := range elements(expected) {
		wanted = append(wanted, value)
	}
	n := 0
	for value := range elements(received) {
		// One more than expected is needed to show the first extra one.
		if n <= len(wanted) {
			got = append(got, value)
		}
		n++
	}
	if n != len(wanted) {
		f.compareLengths(p, clause, finding{expected: expected, received: received}, wanted, got, n)
		return
	}
	base := len(f.pointer)
	for i := range wanted {
		q := p.element(i)
		if !f.classes.same(wanted[i], got[i], q, false) {
			f.pointer = appendElement(f.pointer[:base], i)
			f.compare(q, q.clauseOr(clause), wanted[i], got[i])
		}
	}
	f.pointer = f.pointer[:base]
}

// compareLengths records that an array has n elements instead of the wanted
// ones, and where the two begin to differ.
func (f *finder) compareLengths(p *place, clause string, g finding, wanted, got []jsontext.Value, n int) {
	if !f.room() {
		return
	}
	i := 0
	for i < len(wanted) && i < len(got) && f.classes.same(wanted[i], got[i], p.element(i), f.judge.lax) {
		i++
	}
	shown := func(values []jsontext.Value) string {
		if i < len(values) {
			return show(values[i], shownMax)
		}
		return "nothing"
	}
	g.text = fmt.Sprintf("expected %s, received %d: they differ first at index %d, expected %s, received %s",
		text.Count(len(wanted), "element"), n, i, shown(wanted), shown(got))
	g.clause = clause
	g.cause = "other length"
	f.add(g)
}

// A tally is an element of a bag, and how often it is missing or too much.
type tally struct {
	value jsontext.Value
	class class
	n     int
}

func (f *finder) compareBags(p *place, clause string, expected, received jsontext.Value) {
	missing, surplus, others := f.weigh(p, expected, received)
	var detail []string
	lost := 0 // kinds of elements that are missing
	for _, m := range missing {
		if m.n == 0 {
			continue
		}
		if lost++; lost <= listedMax {
			detail = append(detail, fmt.Sprintf("%s is missing %s", show(m.value, elementMax), times(m.n)))
		}
	}
	if lost > listedMax {
		others := "1 other kind is missing"
		if n := lost - listedMax; n > 1 {
			others = fmt.Sprintf("%d other kinds are missing", n)
		}
		detail = append(detail, others)
	}
	for _, s := range surplus {
		detail = append(detail, fmt.Sprintf("%s is extra %s", show(s.value, elementMax), times(s.n)))
	}
	if others > 0 {
		detail = append(detail, fmt.Sprintf("%s too many", text.Count(others, "other element")))
	}
	g := finding{clause: clause, expected: expected, received: received, cause: "other bag"}
	g.text = fmt.Sprintf("expected %s in any order, received %s", show(expected, shownMax), show(received, shownMax))
	if len(detail) == 0 {
		// Only codes can differ in what is equal otherwise.
		g.text += ": wrong codes for illegal requests"
		f.otherCode = true
		f.remark(g)
		return
	}
	g.text += ": " + strings.Join(detail, ", ")
	f.add(g)
}

// weigh counts, by their kinds, the elements of a bag that are missing, and those that are
// too much. Of these only the first few kinds get a class and a count of their own,
// whatever number of them is sent; others is how many more there are.
func (f *finder) weigh(p *place, expected, received jsontext.Value) (missing, surplus []tally, others int) {
	t, lax := f.classes, f.judge.lax
	index := make(map[class]int) // into missing
	for value := range elements(expected) {
		k := t.of(value, p.element(0), mode{learn: true, lax: lax})
		i, ok := index[k]
		if !ok {
			i = len(missing)
			index[k] = i
			missing = append(missing, tally{value: value, class: k})
		}
		missing[i].n++
	}
	for value := range elements(received) {
		k := t.of(value, p.element(0), mode{learn: len(surplus) < listedMax, lax: lax})
		if i, ok := index[k]; ok && missing[i].n > 0 {
			missing[i].n--
			continue
		}
		i := slices.IndexFunc(surplus, func(s tally) bool { return s.class == k })
		switch {
		case i >= 0:
			surplus[i].n++
		case len(surplus) < listedMax:
			surplus = append(surplus, tally{value, k, 1})
		default:
			others++
		}
	}
	return missing, surplus, others
}
