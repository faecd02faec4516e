package judge

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A place is what the fields of a task say about one place of the output. The
// places form a tree that is walked along with the values, so that no pointer
// is ever matched against a pattern. A nil place says nothing.
type place struct {
	bag, code bool
	clause    string
	missing   jsontext.Value    // what counts where this member of an object is missing, or nil
	any       *place            // elements and members without an entry of their own
	named     map[string]*place // those that a field names
	spared    []string          // keys of the named members that may be missing, sorted
}

// A pattern is a field and what is left of its pointer on the way down.
type pattern struct {
	segments []string
	field    game.Field
}

// compile turns fields into the place of the array of output values.
func compile(fields []game.Field) *place {
	patterns := make([]pattern, len(fields))
	for i, f := range fields {
		patterns[i] = pattern{strings.Split(f.Pointer, "/")[1:], f}
	}
	return build(patterns)
}

func build(patterns []pattern) *place {
	if len(patterns) == 0 {
		return nil
	}
	p := new(place)
	var deeper []pattern
	for _, q := range patterns {
		if len(q.segments) > 0 {
			deeper = append(deeper, q)
			continue
		}
		p.bag = p.bag || q.field.Bag
		p.code = p.code || q.field.Code
		if q.field.Clause != "" {
			p.clause = q.field.Clause
		}
		if q.field.Missing != nil {
			p.missing = q.field.Missing
		}
	}
	// The patterns for a name are those that name it and those for any name,
	// in the order of the fields, because the last one listed counts.
	below := func(name string) *place {
		var matching []pattern
		for _, q := range deeper {
			if s := q.segments[0]; s == "*" || s == name {
				matching = append(matching, pattern{q.segments[1:], q.field})
			}
		}
		return build(matching)
	}
	p.any = below("*")
	for _, q := range deeper {
		s := q.segments[0]
		if s == "*" {
			continue
		}
		name := unescaped(s)
		if _, done := p.named[name]; done {
			continue
		}
		if p.named == nil {
			p.named = make(map[string]*place)
		}
		p.named[name] = below(s)
		if p.named[name].missing != nil {
			p.spared = append(p.spared, name)
		}
	}
	slices.Sort(p.spared)
	return p
}

// element is the place of the i-th element of an array there. The elements of
// a bag have no fixed index, so that only "*" can mean them.
func (p *place) element(i int) *place {
	if p == nil {
		return nil
	}
	if len(p.named) > 0 && !p.bag {
		var digits [20]byte
		if q, ok := p.named[string(strconv.AppendInt(digits[:0], int64(i), 10))]; ok {
			return q
		}
	}
	return p.any
}

// member is the place of a member of an object there.
func (p *place) member(key []byte) *place {
	if p == nil {
		return nil
	}
	if q, ok := p.named[string(key)]; ok {
		return q
	}
	return p.any
}

// absent are the keys that an object there may lack, and the values that then
// count in their place.
func (p *place) absent(has func(key string) bool) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		if !p.spares() {
			return
		}
		for _, key := range p.spared {
			if !has(key) && !yield(key, p.named[key].missing) {
				return
			}
		}
	}
}

// spares tells whether an object there may lack some key.
func (p *place) spares() bool { return p != nil && len(p.spared) > 0 }

func (p *place) isBag() bool  { return p != nil && p.bag }
func (p *place) isCode() bool { return p != nil && p.code }

// clauseOr is the clause that decides there: what no field gives a clause is
// decided by the clause of what it is part of.
func (p *place) clauseOr(outer string) string {
	if p != nil && p.clause != "" {
		return p.clause
	}
	return outer
}

// hasCode tells whether a field for codes matches the place or one below it.
func (p *place) hasCode() bool {
	if p == nil {
		return false
	}
	if p.code || p.any.hasCode() {
		return true
	}
	for _, q := range p.named {
		if q.hasCode() {
			return true
		}
	}
	return false
}

// unescaped is the name that a segment of a JSON pointer stands for.
func unescaped(segment string) string { return jsontext.Pointer("/" + segment).LastToken() }

// appendMember extends a JSON pointer by the key of a member.
func appendMember(pointer []byte, key string) []byte {
	return append(pointer, jsontext.Pointer("").AppendToken(key)...)
}

// appendElement extends a JSON pointer by the index of an element.
func appendElement(pointer []byte, i int) []byte {
	return strconv.AppendInt(append(pointer, '/'), int64(i), 10)
}

// find returns the place that a pointer leads to, seen from the array of output
// values, and the clause that decides there.
func (p *place) find(pointer string) (*place, string) {
	clause := p.clauseOr("")
	for name := range jsontext.Pointer(pointer).Tokens() {
		if i, err := strconv.Atoi(name); err == nil && i >= 0 {
			p = p.element(i)
		} else {
			p = p.member([]byte(name))
		}
		clause = p.clauseOr(clause)
	}
	return p, clause
}
