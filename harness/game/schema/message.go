package schema

import (
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// message says in one sentence what is wrong. V is the decoded value at the
// leaf's place, raw its text.
func (d documents) message(l leaf, v any, raw jsontext.Value) string {
	p := l.schema
	expected := func(what string, words []any) string {
		return fmt.Sprintf("expected %s, found %s", what, text.Excerpt(raw)) + meant(v, words)
	}
	switch l.keyword {
	case "required":
		if l.key != "" {
			return "missing key " + quote(l.key) + p.inWhat()
		}
	case "additionalProperties":
		// The empty key is a key as well.
		if _, ok := v.(map[string]any); ok {
			message := "unknown key " + quote(l.key) + p.inWhat()
			switch {
			case l.tie != "":
				message += game.AllowedBy(l.tie)
			case l.near != "":
				message += fmt.Sprintf(" (did you mean %s?)", quote(l.near))
			}
			return message
		}
	case "const":
		if l.allowed != nil {
			return expected(choiceOf(l.allowed), l.allowed)
		}
		if p.text(expectedKeyword) == "" {
			return expected(literal(p.keyword("const")), nil)
		}
	case "type":
		if kind(v) == "number" && p.text("type") == "integer" && writtenAsInteger(raw) {
			return text.Excerpt(raw) + " is not an integer of at most 15 digits"
		}
	case "minItems", "maxItems":
		array, ok := v.([]any)
		if !ok {
			break
		}
		return fmt.Sprintf("expected %s, found %d", p.limit(l.keyword, "minItems", "maxItems", p.counted), len(array))
	case "minLength", "maxLength":
		s, ok := v.(string)
		if !ok {
			break
		}
		n, limit := utf8.RuneCountInString(s), func(counted func(int) string) string { return p.limit(l.keyword, "minLength", "maxLength", counted) }
		if what := p.text(expectedKeyword); what != "" {
			return expected(what, nil) + fmt.Sprintf(" (%s, expected %s)", text.Count(n, "character"), limit(strconv.Itoa))
		}
		return fmt.Sprintf("expected %s, found %d", limit(counter("character")), n)
	case "minProperties", "maxProperties":
		if object, ok := v.(map[string]any); ok && p.text(expectedKeyword) == "" {
			return fmt.Sprintf("expected %s, found %d", p.limit(l.keyword, "minProperties", "maxProperties", counter("key")), len(object))
		}
	case "pattern":
		if _, ok := v.(string); ok && p.text(expectedKeyword) == "" {
			return expected("a string that matches "+quote(p.text("pattern")), nil)
		}
	case "multipleOf", "exclusiveMinimum":
		if p.text(expectedKeyword) == "" {
			what := map[string]string{"multipleOf": "a multiple of ", "exclusiveMinimum": "a number above "}[l.keyword]
			return expected(what+literal(p.keyword(l.keyword)), nil)
		}
	case "uniqueItems":
		start, end := locate(raw, []string{strconv.Itoa(l.index)})
		return fmt.Sprintf("expected different %s, found %s twice", p.elements(), text.Excerpt(raw[start:end]))
	case "minimum", "maximum", "exclusiveMaximum":
		if what := p.bounds(l.keyword); what != "" {
			return expected(what, nil)
		}
	}
	return expected(d.expectation(p), d.resolve(p).list("enum"))
}

// meant ends a message about a word that is none of a few: it names the one that seems to
// be meant.
func meant(v any, words []any) string {
	word, ok := v.(string)
	if !ok {
		return ""
	}
	var list []string
	for _, w := range words {
		if s, ok := w.(string); ok {
			list = append(list, s)
		}
	}
	return game.MeantWord([]byte(word), list)
}

// expectedKeyword is the annotation that says what a schema expects.
const expectedKeyword = "x-expected"

// inWhat says in what a key is missing or unknown, if the schema says what it is for.
func (p place) inWhat() string {
	if what := p.text(expectedKeyword); what != "" {
		return " in " + what
	}
	return ""
}

// elements names the elements of an array, as the schema does.
func (p place) elements() string {
	if what, ok := strings.CutPrefix(p.text(expectedKeyword), "an array of "); ok && !strings.Contains(what, " ") {
		return what
	}
	return "elements"
}

// limit says how many there may be, of which the keyword names the bound that failed.
func (p place) limit(keyword, leastWord, mostWord string, counted func(int) string) string {
	least, most := p.count(leastWord, 0), p.count(mostWord, -1)
	switch {
	case least == most:
		return "exactly " + counted(most)
	case keyword == leastWord:
		return "at least " + counted(least)
	}
	return "at most " + counted(most)
}

// counter counts things of a name.
func counter(name string) func(int) string {
	return func(n int) string { return text.Count(n, name) }
}

// counted is so many of them.
func (p place) counted(n int) string {
	if n == 1 {
		return "1 element"
	}
	return strconv.Itoa(n) + " " + p.elements()
}

// expectation says what a schema is for.
func (d documents) expectation(p place) string {
	p = d.resolve(p)
	if list := p.list("enum"); len(list) > 0 {
		return choiceOf(list)
	}
	if what := p.text(expectedKeyword); what != "" {
		return what
	}
	if p.has("const") {
		return literal(p.keyword("const"))
	}
	var words []string
	for _, t := range p.types() {
		name, _ := t.(string)
		words = append(words, typeNames[name])
	}
	if len(words) == 0 {
		return d.alternatives(p)
	}
	return strings.Join(words, " or ")
}

// alternatives says what a schema without a type is for: what one of its branches is for.
// Of one that takes nothing there is not more to say than that.
func (d documents) alternatives(p place) string {
	var words []string
	for _, branch := range slices.Concat(p.list("anyOf"), p.list("oneOf")) {
		if word := d.expectation(p.within(branch)); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 || slices.Contains(words, nothingKnown) {
		return nothingKnown
	}
	return strings.Join(words, " or ")
}

// nothingKnown is what is expected where a schema does not say it.
const nothingKnown = "something else"

// typeNames names the types of JSON for people.
var typeNames = map[string]string{
	"null":    "null",
	"boolean": "true or false",
	"string":  "a string",
	"number":  "a number",
	"integer": "an integer",
	"array":   "an array",
	"object":  "an object",
}

// bounds says what the limits of a number leave, of which the keyword names
// the one that failed; empty where the schema has a word of its own for it.
func (p place) bounds(keyword string) string {
	least, hasLeast := p.keyword("minimum").(stdjson.Number)
	most, hasMost := p.keyword("maximum").(stdjson.Number)
	switch {
	case keyword == "exclusiveMaximum":
		return "a number below " + literal(p.keyword(keyword))
	case hasLeast && hasMost && strings.Contains(p.text(expectedKeyword), " from "+string(least)+" to "+string(most)):
		return p.text(expectedKeyword) // such as "a round from 0 to 13", if no option has changed that
	case hasLeast && hasMost:
		what := "a number"
		if p.text("type") == "integer" {
			what = typeNames["integer"]
		}
		return fmt.Sprintf("%s from %s to %s", what, literal(least), literal(most))
	case p.text(expectedKeyword) != "":
		return ""
	case hasLeast && keyword == "minimum":
		return "at least " + literal(least)
	case hasMost:
		return "at most " + literal(most)
	}
	return ""
}

// writtenAsInteger tells whether a number that is none of our integers looks
// like one to its author: written with an exponent, or with nothing but zeros
// behind the point.
func writtenAsInteger(token []byte) bool {
	text := string(token)
	if strings.ContainsAny(text, "eE") {
		return true
	}
	_, fraction, _ := strings.Cut(text, ".")
	return strings.Trim(fraction, "0") == ""
}

// wordsMax bounds how many values a sentence lists.
const wordsMax = 20

// choiceOf writes a choice of values.
func choiceOf(list []any) string {
	if len(list) == 1 {
		return literal(list[0])
	}
	if len(list) == 2 {
		return literal(list[0]) + " or " + literal(list[1])
	}
	var words []string
	for _, v := range list[:min(len(list), wordsMax)] {
		word := literal(v)
		if word == unwritten {
			return "one of " + strconv.Itoa(len(list)) + " values"
		}
		words = append(words, word)
	}
	if len(list) > wordsMax {
		words = append(words, "…")
	}
	return "one of " + strings.Join(words, ", ")
}

// literal writes a scalar of a schema.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case string:
		return quote(v)
	case stdjson.Number:
		return text.Excerpt([]byte(v))
	}
	return unwritten
}

// unwritten stands for arrays and objects, which no sentence shows.
const unwritten = "another value"

// quote writes a string as JSON has it, shortened.
func quote(s string) string {
	// Only a string that is no valid UTF-8 has an error, and decoded text is.
	quoted, _ := jsontext.AppendQuote(nil, s)
	return text.Excerpt(quoted)
}
