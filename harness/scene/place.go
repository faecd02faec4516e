package scene

import (
	"fmt"
	"slices"
	"strings"
)

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// At is the JSON pointer of these steps: names and indexes.
func At(steps ...any) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteByte('/')
		escape.WriteString(&b, fmt.Sprint(s)) // a strings.Builder takes everything
	}
	return b.String()
}

// each calls visit with a part and all parts in it, and with the place of each
// cell, from the outside to the inside.
func each(p Part, visit func(p Part, place string)) {
	walk(p, func(p Part, place *string) {
		if *place != "" {
			visit(p, *place)
		}
	})
}

// Move puts something in front of all places of a part.
func Move(p Part, with string) {
	walk(p, func(_ Part, place *string) {
		switch *place {
		case "":
		case "/":
			*place = with
		default:
			*place = with + *place
		}
	})
}

func walk(p Part, visit func(p Part, place *string)) {
	switch p := p.(type) {
	case *Text:
		visit(p, &p.At)
	case *Token:
		visit(p, &p.At)
	case *Row:
		visit(p, &p.At)
		for _, part := range p.Parts {
			walk(part, visit)
		}
	case *Column:
		visit(p, &p.At)
		for _, part := range p.Parts {
			walk(part, visit)
		}
	case *Panel:
		visit(p, &p.At)
		walk(p.Body, visit)
	case *Grid:
		visit(p, &p.At)
		for _, row := range p.Cells {
			for i := range row {
				visit(p, &row[i].At)
				walk(row[i].Body, visit)
			}
		}
	case *Figure:
		visit(p, &p.At)
	}
}

// Places are the JSON pointers that something in the scene shows, each once, in
// ascending order.
func (s *Scene) Places() []string {
	var places []string
	each(s.Body, func(_ Part, place string) { places = append(places, place) })
	slices.Sort(places)
	return slices.Compact(places)
}

// Marks are the places of a scene that are to be marked.
type Marks map[string]bool

// Mark finds the places that show what stands at JSON pointers: those of just
// that, else the outermost of its parts, else the smallest place that contains
// it. A pointer of which nothing is shown marks nothing.
func (s *Scene) Mark(pointers ...string) Marks {
	places := s.Places()
	known := make(map[string]bool, len(places))
	for _, place := range places {
		known[place] = true
	}
	marks := Marks{}
	for _, pointer := range pointers {
		if pointer == "" {
			pointer = "/"
		}
		if known[pointer] {
			marks[pointer] = true
			continue
		}
		found := false
		for _, place := range places {
			if !within(place, pointer) {
				continue
			}
			found = true
			outer := parent(place)
			for outer != "" && (!known[outer] || !within(outer, pointer)) {
				outer = parent(outer)
			}
			if outer == "" {
				marks[place] = true
			}
		}
		for !found && pointer != "" {
			pointer = parent(pointer)
			found = known[pointer]
			if found {
				marks[pointer] = true
			}
		}
	}
	return marks
}

// parent is the pointer without its last step, "" if it has but one.
func parent(pointer string) string { return pointer[:max(0, strings.LastIndexByte(pointer, '/'))] }

// within tells whether a pointer leads to a part of what another leads to, or to
// the same.
func within(pointer, outer string) bool {
	if outer == "/" {
		return true
	}
	rest, ok := strings.CutPrefix(pointer, outer)
	return ok && (rest == "" || rest[0] == '/')
}
