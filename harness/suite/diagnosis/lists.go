package diagnosis

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// traitsOf are what an element of a list may have in common with others: the value of a member behind its
// key, or, without a key, of the element itself. A line break is between them.
func traitsOf(element jsontext.Value) map[string]bool {
	traits := make(map[string]bool)
	add := func(key string, value jsontext.Value) {
		if k := value.Kind(); k != '{' && k != '[' && len(value) <= sameShownMax {
			traits[key+"\n"+string(value)] = true
		}
	}
	if element.Kind() != '{' {
		add("", element)
		return traits
	}
	var members map[string]jsontext.Value
	_ = json.Unmarshal(element, &members) // it is an object
	for key, value := range members {
		add(key, value)
	}
	return traits
}

// leftOut says which elements of a list are missing in all wrong answers, if these have a value in
// common that no element of any answer has; else "".
func (x *examination) leftOut(list string, left []int) string {
	var common map[string]bool
	for _, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, list) {
			missing, ok := without(judge.Elements(h.want, at), judge.Elements(h.Got, at))
			if !ok {
				return ""
			}
			for _, one := range missing {
				traits := traitsOf(one)
				if common == nil {
					common = traits
				}
				maps.DeleteFunc(common, func(t string, _ bool) bool { return !traits[t] })
			}
		}
	}
	for i := range x.held {
		answer := x.answer(i)
		for _, at := range places(answer, list) {
			for _, one := range judge.Elements(answer, at) {
				if len(common) == 0 {
					return ""
				}
				for t := range traitsOf(one) {
					delete(common, t)
				}
			}
		}
	}
	if len(common) != 1 {
		return "" // nobody knows which of several it is
	}
	key, value, _ := strings.Cut(slices.Collect(maps.Keys(common))[0], "\n")
	if key == "" {
		return fmt.Sprintf("leaves out each %s of the list at %s", text.Visible(value), text.Visible(list))
	}
	return fmt.Sprintf("leaves out each element of the list at %s whose %q is %s", text.Visible(list), text.Visible(key), text.Visible(value))
}

// without are the elements of a list that another one lacks; it is false if that has others, too, or
// lists them in another order.
func without(whole, part []jsontext.Value) (missing []jsontext.Value, ok bool) {
	for _, one := range whole {
		if len(part) > 0 && judge.SameValue(part[0], one) {
			part = part[1:]
		} else {
			missing = append(missing, one)
		}
	}
	return missing, len(part) == 0
}

// atMost says how many elements all wrong answers have in a list, if they lack those behind, and no
// answer has more; else "".
func (x *examination) atMost(list string, left []int) string {
	most := -1
	for _, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, list) {
			want, got := judge.Elements(h.want, at), judge.Elements(h.Got, at)
			if len(want) == len(got) {
				if !slices.EqualFunc(want, got, judge.SameValue) {
					return "" // something else is wrong there
				}
				continue
			}
			if most < 0 {
				most = len(got)
			}
			if len(got) != most || len(got) > len(want) || !slices.EqualFunc(got, want[:len(got)], judge.SameValue) {
				return ""
			}
		}
	}
	for i := range x.held {
		answer := x.answer(i)
		for _, at := range places(answer, list) {
			if len(judge.Elements(answer, at)) > most {
				return ""
			}
		}
	}
	if most < 1 {
		return "" // it is always the same
	}
	return fmt.Sprintf("lists no more than %s at %s", text.Count(most, "element"), text.Visible(list))
}

// alwaysIn says which value a member of all elements of a list has in all answers, if nothing else is
// wrong in the list; else "". Where the order counts, the places of the member tell.
func (x *examination) alwaysIn(list string, left []int) string {
	var key, value string
	for n, i := range left {
		h := &x.held[i]
		for _, at := range places(h.want, list) {
			want, got := judge.Elements(h.want, at), judge.Elements(h.Got, at)
			if len(want) != len(got) || len(got) == 0 {
				return ""
			}
			if n == 0 && value == "" {
				key, value, _ = strings.Cut(x.constantOf(list, got[0]), "\n")
			}
			if value == "" || !slices.Equal(lacking(want, key), lacking(got, key)) {
				return ""
			}
		}
	}
	if value == "" {
		return ""
	}
	return "always has " + text.Visible(value) + " at " + text.Visible(list+"/*/"+key)
}

// constantOf is what an element has in common with all others of a list in all answers, but not in the
// right ones; "" if that is nothing, or not a single member.
func (x *examination) constantOf(list string, element jsontext.Value) string {
	traits := traitsOf(element)
	each := func(answer []jsontext.Value, see func(has map[string]bool)) {
		for _, at := range places(answer, list) {
			for _, one := range judge.Elements(answer, at) {
				see(traitsOf(one))
			}
		}
	}
	for i := range x.held {
		each(x.answer(i), func(has map[string]bool) {
			maps.DeleteFunc(traits, func(t string, _ bool) bool { return !has[t] })
		})
	}
	found := ""
	for t := range traits {
		differs := false
		for i := range x.wrong {
			each(x.held[i].want, func(has map[string]bool) { differs = differs || !has[t] })
		}
		switch {
		case !differs || t[0] == '\n':
		case found != "":
			return ""
		default:
			found = t
		}
	}
	return found
}

// lacking are the elements of a list without a member, sorted.
func lacking(list []jsontext.Value, key string) []string {
	var all []string
	for _, one := range list {
		var members map[string]jsontext.Value
		if json.Unmarshal(one, &members) != nil {
			continue
		}
		delete(members, key)
		written, _ := json.Marshal(members, json.Deterministic(true)) // they have been read
		value := jsontext.Value(written)
		_ = value.Canonicalize() // it stays as it is if it cannot be
		all = append(all, string(value))
	}
	slices.Sort(all)
	return all
}

// mapped says which value all wrong answers have at places of a name instead of which other one, if no
// answer has that one there; "" if there are several.
func (x *examination) mapped(name string, left []int) string {
	var want, got jsontext.Value
	for p := range x.wrongAt(name, left) {
		if want == nil {
			want, got = p.want, p.got
		}
		if p.want == nil || p.got == nil || len(want) > sameShownMax || len(got) > sameShownMax ||
			!judge.SameValue(want, p.want) || !judge.SameValue(got, p.got) {
			return ""
		}
	}
	if want == nil {
		return ""
	}
	for i := range x.held {
		answer := x.answer(i)
		for _, at := range places(answer, name) {
			if judge.SameValue(want, judge.Part(answer, at)) {
				return ""
			}
		}
	}
	return text.Visible(string(got)) + " instead of " + text.Visible(string(want))
}

// scaledMax is up to what a number is taken for one that is multiplied by mistake.
const scaledMax = 1 << 40

// scales are by what people multiply or divide by mistake.
var scales = []int{2, 3, 4, 5, 10, 60, 100, 1000, 60000}

// scaled says by what all wrong numbers at places of a name are divided or multiplied; "" if it is
// not the same for each, or is only one number.
func (x *examination) scaled(name string, left []int) string {
	var want, got []int
	several := false // one number, or 0 for all small ones, shows nothing
	for p := range x.wrongAt(name, left) {
		w, err := strconv.Atoi(string(p.want))
		g, err2 := strconv.Atoi(string(p.got))
		if err != nil || err2 != nil || min(w, g) < 0 || max(w, g) > scaledMax {
			return ""
		}
		want, got = append(want, w), append(got, g)
		several = several || w != want[0] && g != got[0]
	}
	if !several {
		return ""
	}
	for _, by := range scales {
		divided, multiplied, exact := true, true, true
		for i, w := range want {
			divided = divided && got[i] == w/by
			exact = exact && w%by == 0
			multiplied = multiplied && got[i] == w*by
		}
		switch {
		case multiplied:
			return fmt.Sprintf("multiplied by %d", by)
		case divided && exact:
			return fmt.Sprintf("divided by %d", by)
		case divided:
			return fmt.Sprintf("divided by %d and rounded down", by)
		}
	}
	return ""
}
