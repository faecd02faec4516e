package schema

import "slices"

// choose guesses which branch of a oneOf or anyOf the author of v meant, where
// v matches none of them: the only branch for values of its type, the one whose
// constants it has, the one that it comes nearest to. It returns the branch's
// index; or -1 and the tokens, below v, of a member that decides between the
// branches and has none of the values in allowed; or -1 and nothing where the
// branches have to be told together.
func (d documents) choose(p place, branches []any, v any) (index int, member []string, allowed []any) {
	places := make([]place, len(branches))
	var left []int
	for i, b := range branches {
		places[i] = d.resolve(p.within(b))
		if d.admits(places[i], v) {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return -1, nil, nil
	}
	if object, ok := v.(map[string]any); ok {
		for _, name := range d.constantMembers(places, left) {
			value, given := object[name]
			if !given {
				return -1, []string{name}, nil
			}
			var allowed []any
			var matching []int
			for _, i := range left {
				constant := d.member(places[i], name).keyword("const")
				allowed = append(allowed, constant)
				if equal(value, constant) {
					matching = append(matching, i)
				}
			}
			if len(matching) == 0 {
				return -1, []string{name}, allowed
			}
			left = matching
		}
	}
	if array, ok := v.([]any); ok && len(array) > 0 {
		var allowed []any
		var matching []int
		for _, i := range left {
			first := d.prefix(places[i], 0)
			if !first.has("const") {
				matching, allowed = left, nil
				break
			}
			allowed = append(allowed, first.keyword("const"))
			if equal(array[0], first.keyword("const")) {
				matching = append(matching, i)
			}
		}
		if len(matching) == 0 {
			return -1, []string{"0"}, allowed
		}
		left = matching
	}
	best, tied := left[0], false
	least := d.distance(places[best], v)
	for _, i := range left[1:] {
		switch n := d.distance(places[i], v); {
		case n < least:
			best, least, tied = i, n, false
		case n == least:
			tied = true
		}
	}
	if tied || places[best].has("const") {
		return -1, nil, nil
	}
	return best, nil, nil
}

// constantMembers lists the members that are constants in all the branches,
// sorted.
func (d documents) constantMembers(places []place, left []int) []string {
	var names []string
	for name := range places[left[0]].properties() {
		if !slices.ContainsFunc(left, func(i int) bool { return !d.member(places[i], name).has("const") }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// member returns the schema of a member.
func (d documents) member(p place, name string) place {
	return d.resolve(p.within(p.properties()[name]))
}

// prefix returns the schema that prefixItems has for an index.
func (d documents) prefix(p place, i int) place {
	list := p.list("prefixItems")
	if i >= len(list) {
		return place{}
	}
	return d.resolve(p.within(list[i]))
}

// admits tells whether the schema has room for values of the type of v.
func (d documents) admits(p place, v any) bool {
	if types := p.types(); len(types) > 0 {
		k := kind(v)
		return slices.ContainsFunc(types, func(t any) bool {
			return t == k || t == "number" && k == "integer" || t == "integer" && k == "number"
		})
	}
	if p.has("const") {
		return kind(p.keyword("const")) == kind(v)
	}
	if list := p.list("enum"); list != nil {
		return slices.ContainsFunc(list, func(e any) bool { return kind(e) == kind(v) })
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		if branches := p.list(keyword); branches != nil {
			return slices.ContainsFunc(branches, func(b any) bool {
				return d.admits(d.resolve(p.within(b)), v)
			})
		}
	}
	return true
}

// What a difference between a value and a branch weighs: an element too many
// is worst, for nothing in the branch explains it, and one that is missing may
// merely have been forgotten.
const (
	weightMissing = 1
	weightWrong   = 2
	weightSurplus = 3
)

// distance weighs how far v is from a schema, looking one level down.
func (d documents) distance(p place, v any) int {
	sum := 0
	wrong := func(part place, v any) {
		if part.node != nil && !d.fits(part, v) {
			sum += weightWrong
		}
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range p.required() {
			if _, ok := v[name]; !ok {
				sum += weightMissing
			}
		}
		for name, value := range v {
			part := d.member(p, name)
			if part.node == nil {
				sum += weightMissing
			}
			wrong(part, value)
		}
	case []any:
		for i := range min(len(v), len(p.list("prefixItems"))) {
			wrong(d.prefix(p, i), v[i])
		}
		if len(v) > 0 && p.has(itemsKeyword) {
			wrong(d.resolve(p.within(p.keyword(itemsKeyword))), v[0])
		}
		sum += weightMissing * max(0, p.count("minItems", 0)-len(v))
		sum += weightSurplus * max(0, len(v)-p.count("maxItems", len(v)))
	}
	return sum
}

// fits tells whether v can be meant for a schema: type and constants are right.
func (d documents) fits(p place, v any) bool {
	if !d.admits(p, v) {
		return false
	}
	if p.has("const") {
		return equal(p.keyword("const"), v)
	}
	if list := p.list("enum"); list != nil {
		return slices.ContainsFunc(list, func(e any) bool { return equal(e, v) })
	}
	return true
}
