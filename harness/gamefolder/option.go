package gamefolder

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An option is what one takes, and where it stands.
type option struct {
	table *document.Table
	name  string
	def   jsontext.Value
	takes game.Takes
	value string // whose schema says what it takes

	unknown bool // what it takes, since the keys that say it are wrong
}

// bounds are the least and the greatest integer that it takes, and whether it takes
// integers at all.
func (o *option) bounds() (least, most int64, bounded bool) {
	least, most = math.MinInt64, math.MaxInt64
	if o.takes.Min != nil {
		least = *o.takes.Min
	}
	if o.takes.Max != nil {
		most = *o.takes.Max
	}
	return least, most, o.takes.Min != nil || o.takes.Max != nil
}

// option reads an [[option]]; what depends on clauses and values comes later.
func (r *reader) option(t *document.Table) {
	o := option{table: t, name: name(t, "name"), takes: game.Takes{Null: t.Flag("null")}}
	for _, other := range r.options {
		if o.name != "" && other.name == o.name {
			t.Wrong(t.At("name"), "expected each option once, found %q again", o.name)
		}
	}
	public := game.Option{Name: o.name, Summary: line(t, "summary", summaryMax), Clause: t.Text("clause", ""), Range: t.Text("range", "")}
	ways := 0
	if v := t.Take("one_of"); v != nil {
		ways++
		list, ok := v.([]any)
		switch {
		case !ok:
			t.Mistyped("one_of", "an array of the values that it takes", v)
		case len(list) == 0:
			t.Wrong(t.At("one_of"), "expected at least one value, found none")
		}
		o.unknown = len(list) == 0
		for i, one := range list {
			o.takes.OneOf = append(o.takes.OneOf, valueOf(t, fmt.Sprintf("%s[%d]", t.At("one_of"), i), one))
		}
	}
	if t.Has("min") || t.Has("max") {
		ways++
		o.takes.Min, o.takes.Max = o.bound("min"), o.bound("max")
		if least, most, _ := o.bounds(); least > most {
			o.unknown = true
			t.Wrong(t.At("max"), "expected at least min, %d, found %d", least, most)
		}
	}
	if o.value = t.Text("value", ""); o.value != "" {
		ways++
	}
	if ways > 1 {
		t.Wrong(t.Path, "expected one of one_of, min and max, and value, found several")
	}
	if required(t, "default") {
		o.def = valueOf(t, t.At("default"), t.Values["default"])
	}
	public.Default = string(o.def)
	public.Range = cmp.Or(public.Range, o.words())
	r.options = append(r.options, o)
	r.folder.Game.Options = append(r.folder.Game.Options, public)
}

// bound reads the least or greatest integer of an option, nil if it has none.
func (o *option) bound(key string) *int64 {
	switch v := o.table.Take(key).(type) {
	case nil:
	case int64:
		return &v
	default:
		o.unknown = true
		o.table.Mistyped(key, "a whole number", v)
	}
	return nil
}

// Settle gives every option of the game its value under settings, in the order of
// Game.Options. The error is a *game.UsageError.
func (f *Folder) Settle(s game.Settings) ([]game.Setting, error) {
	list, err := f.Game.Resolve(s)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if why := f.options[i].refuses(list[i].Value, f.schemas); why != "" {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("option %s: %s", list[i].Name, why),
				Hint:    fmt.Sprintf("%q lists what options take", "touchstone games "+f.Game.Name+" options"),
			}
		}
	}
	return list, nil
}

// words says what an option takes.
func (o *option) words() string {
	var said string
	least, most, bounded := o.bounds()
	switch {
	case o.takes.OneOf != nil:
		list := make([]string, len(o.takes.OneOf))
		for i, v := range o.takes.OneOf {
			list[i] = string(v)
			// A string stands as it is written behind --option: bare, unless it would be another value then.
			if bare := strings.Trim(list[i], `"`); !jsontext.Value(bare).IsValid() {
				list[i] = bare
			}
		}
		said = strings.Join(list, ", ")
	case bounded && o.takes.Min == nil:
		said = fmt.Sprintf("at most %d", most)
	case bounded && o.takes.Max == nil:
		said = fmt.Sprintf("from %d", least)
	case bounded:
		said = fmt.Sprintf("%d to %d", least, most)
	case o.value != "":
		said = "a value " + o.value
	default:
		said = "true or false"
	}
	if o.takes.Null {
		said += ", or null"
	}
	return said
}

// finishOptions looks at what options refer to, and at their defaults.
func (r *reader) finishOptions(clauses []string) {
	g := r.folder.Game
	for i := range r.options {
		o, t := &r.options[i], r.options[i].table
		r.among(t, t.At("clause"), "clause", g.Options[i].Clause, clauses)
		if o.value != "" {
			r.among(t, t.At("value"), "value", o.value, slices.Sorted(maps.Keys(r.values)))
		}
		g.Options[i].Takes = o.takes
		if o.value != "" {
			if source, err := r.schemas.Source(o.value); err == nil {
				g.Options[i].Takes.Schema = string(source)
			}
		}
		g.Options[i].Tasks = r.taskNames(t, "tasks")
		if c := slices.IndexFunc(g.Clauses, func(c game.Clause) bool { return c.ID == g.Options[i].Clause }); c >= 0 && g.Clauses[c].Option == "" {
			g.Clauses[c].Option = o.name
		}
		if o.def != nil {
			if why := o.refuses(o.def, r.schemas); why != "" {
				t.Wrong(t.At("default"), "%s", why)
			}
		}
		t.End()
	}
}

// refuses says why an option does not take a value, "" if it does.
func (o *option) refuses(v jsontext.Value, schemas explainer) string {
	if o.unknown || o.takes.Null && string(v) == "null" {
		return ""
	}
	expected := o.words()
	if len(o.takes.OneOf) > 1 {
		expected = "one of " + expected
	}
	found := fmt.Sprintf("expected %s, found %s", expected, text.Excerpt(v))
	least, most, bounded := o.bounds()
	switch {
	case o.takes.OneOf != nil:
		for _, one := range o.takes.OneOf {
			if Same(one, v) {
				return ""
			}
		}
		return found
	case bounded:
		digits, ok := number.Integer(v)
		if v.Kind() != '0' || !ok {
			return found
		}
		if n, err := strconv.ParseInt(string(digits), 10, 64); err != nil || n < least || n > most {
			return found
		}
		return ""
	case o.value != "":
		problems, err := schemas.Explain(o.value, v)
		switch {
		case err != nil:
			return "" // of the schema, which is told of itself
		case len(problems) > 0:
			return fmt.Sprintf("expected %s: %s", o.words(), problems[0].Message)
		}
		return ""
	}
	if k := v.Kind(); k == 't' || k == 'f' {
		return ""
	}
	return found
}

// Same tells whether two values of JSON are one, or both are missing: keys have no order,
// and numbers compare by value.
func Same(a, b jsontext.Value) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	a, b = a.Clone(), b.Clone()
	return a.Canonicalize() == nil && b.Canonicalize() == nil && string(a) == string(b)
}

// presets reads the [[preset]]s. The preset rules, every default, is always there.
func (r *reader) presets(tables []*document.Table) {
	g := r.folder.Game
	g.Presets = []game.Preset{{Name: presetRules, Summary: "every option at its default"}}
	for _, t := range tables {
		p := game.Preset{Name: name(t, "name"), Summary: line(t, "summary", summaryMax)}
		if p.Name == presetRules {
			t.Wrong(t.At("name"), "expected another name, since the preset %s is always there, with every default", presetRules)
		} else if slices.ContainsFunc(g.Presets, func(other game.Preset) bool { return other.Name == p.Name }) {
			t.Wrong(t.At("name"), "expected different names, found %q again", p.Name)
		}
		required(t, "options")
		inner := t.Table("options")
		for _, key := range slices.Sorted(maps.Keys(inner.Values)) {
			i := slices.IndexFunc(r.options, func(o option) bool { return o.name == key })
			if i < 0 {
				r.among(inner, inner.At(key), "option", key, optionNames(r.options))
				continue
			}
			v := valueOf(inner, inner.At(key), inner.Take(key))
			if v == nil {
				continue
			}
			if why := r.options[i].refuses(v, r.schemas); why != "" {
				inner.Wrong(inner.At(key), "%s", why)
			}
			p.Values = append(p.Values, game.Setting{Name: key, Value: v})
		}
		t.End()
		g.Presets = append(g.Presets, p)
	}
}

// presetRules is the preset that every game has.
const presetRules = "rules"

func optionNames(options []option) []string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.name
	}
	return names
}
