package document

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A table is one table of a document, whose keys are read one by one; those
// that nobody has read are unknown.
type Table struct {
	*File
	Path   string // of the table in the file, "" for all of it
	Values map[string]any
	known  []string
	lacks  map[string]int // keys that are missing, with the problem that says so
	above  *Table         // in which it is, nil for all of the file
	below  []*Table       // that are in it
	told   bool           // that there is something else in its place
}

// head is how a table begins in a file: "[task.limits]".
func (t *Table) head() string {
	name, list := "", strings.HasSuffix(t.Path, "]")
	for part := range strings.SplitSeq(t.Path, ".") {
		part, _, _ = strings.Cut(part, "[")
		name = Join(name, part)
	}
	if list {
		return "[[" + name + "]]"
	}
	return "[" + name + "]"
}

// within adds a table that is in this one.
func (t *Table) within(path string, values map[string]any) *Table {
	inner := &Table{File: t.File, Path: path, Values: values, above: t}
	t.below = append(t.below, inner)
	return inner
}

// Take returns the value of a key, nil if there is none.
func (t *Table) Take(key string) any {
	t.known = append(t.known, key)
	return t.Values[key]
}

// Has tells whether a key is there.
func (t *Table) Has(key string) bool { return t.Values[key] != nil }

// Blank tells whether there is no word in a value, which is a text or an array.
func (t *Table) Blank(key string) bool {
	switch v := t.Values[key].(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	}
	return false
}

// At is the path of a key of the table.
func (t *Table) At(key string) string { return Join(t.Path, key) }

// Mistyped tells of a value of another type than was expected.
func (t *Table) Mistyped(key, expected string, found any) {
	t.mistyped(key, expected, found, rewritten(expected, found))
}

// mistyped is Mistyped with what ends the message.
func (t *Table) mistyped(key, expected string, found any, hint string) {
	t.Wrong(t.At(key), "expected %s, found %s%s", expected, Describe(found), hint)
}

// plainNumber is a number that TOML reads, without an exponent.
var plainNumber = text.Pattern(`^-?(0|[1-9]\d*)(\.\d+)?$`)

// unquoted ends a message about a text where a number is expected with how to write it, if a number
// is in it that would be taken.
func unquoted(found any, takes func(n float64) bool) string {
	v, _ := found.(string)
	said := strings.TrimSpace(v)
	if n, err := strconv.ParseFloat(said, 64); err != nil || !plainNumber().MatchString(said) || !takes(n) {
		return ""
	}
	return "; write " + said + ", without quotation marks"
}

// rewritten ends a message about a value of another type with how to write it, if that is clear.
func rewritten(expected string, found any) string {
	switch v := found.(type) {
	case string:
		switch said := strings.ToLower(strings.TrimSpace(v)); {
		case expected == "a whole number":
			return unquoted(v, func(n float64) bool { return !strings.Contains(said, ".") && math.Abs(n) < 1<<53 })
		case expected != "true or false":
		case said == "true", said == "yes", said == "on":
			return "; write true, without quotation marks"
		case said == "false", said == "no", said == "off":
			return "; write false, without quotation marks"
		}
	case int64, float64, bool:
		if expected == "a string" {
			return "; write " + strconv.Quote(Describe(v))
		}
	case []any:
		if expected == "a string" && len(v) == 1 {
			return joined(v)
		}
	}
	return ""
}

// joined ends a message about an array of strings where one is expected with all of them in one, if
// none needs quotation marks of its own.
func joined(list []any) string {
	var words []string
	for _, element := range list {
		word, ok := element.(string)
		if !ok || word == "" || text.Quote([]string{word}) != word {
			return ""
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return ""
	}
	return "; write " + strconv.Quote(strings.Join(words, " "))
}

// Lacks tells at a path that a key is missing, unless an unknown one is meant for it.
func (t *Table) Lacks(path, key string) {
	t.Missing(path, []string{key}, fmt.Sprintf("missing key %q", key))
}

// Missing is Lacks of one of some keys, with a message.
func (t *Table) Missing(path string, keys []string, message string) {
	if t.lacks == nil {
		t.lacks = make(map[string]int)
	}
	for _, key := range keys {
		t.lacks[key] = len(t.Problems)
	}
	t.Wrong(path, "%s", message)
}

// End tells of keys that there are not.
func (t *Table) End() {
	for _, key := range slices.Sorted(maps.Keys(t.Values)) {
		if slices.Contains(t.known, key) {
			continue
		}
		near := Near(key, t.known)
		if i, lacks := t.lacks[game.Nearest(key, t.known)]; lacks {
			t.Problems[i].Message = "" // this key says it
		}
		// A table that another one knows is hardly a slip of the pen.
		if t.Wrong(t.At(key), "there is no such key%s", near); near == "" || isTable(t.Values[key]) && !isTable(t.Values[game.Nearest(key, t.known)]) {
			t.strays = append(t.strays, stray{len(t.Problems) - 1, key, t})
		}
	}
}

// Near ends a message about a name that does not exist: "; did you mean limits?", or
// "" if it is like none of the known ones.
func Near(name string, known []string) string {
	if near := game.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}

// Table returns a table within this one, an empty one if there is none.
func (t *Table) Table(key string) *Table {
	inner := t.within(t.At(key), nil)
	switch v := t.Take(key).(type) {
	case nil:
	case map[string]any:
		inner.Values = v
	case []any:
		if len(v) > 0 && isTable(v[0]) {
			t.Wrong(t.At(key), "expected one table, %s, found a list of them, as two brackets make it; write %[1]s", inner.head())
		} else {
			t.Mistyped(key, "a table", v)
		}
		inner.told = true
	default:
		t.Mistyped(key, "a table", v)
		inner.told = true
	}
	return inner
}

// Told tells whether there was something else in place of the table, of which was told: nothing is
// missing in it.
func (t *Table) Told() bool { return t.told }

func isTable(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// Inner is a table that stands at a path within this one.
func (t *Table) Inner(path string, values map[string]any) *Table {
	return t.within(path, values)
}

// Tables returns the tables of an array of them.
func (t *Table) Tables(key string) []*Table {
	var list []*Table
	switch v := t.Take(key).(type) {
	case nil:
	case []any:
		for i, element := range v {
			path := fmt.Sprintf("%s[%d]", t.At(key), i)
			inner, ok := element.(map[string]any)
			if !ok {
				t.Wrong(path, "expected a table, found %s", Describe(element))
				continue
			}
			list = append(list, t.within(path, inner))
		}
	default:
		t.Mistyped(key, "tables, each starting with "+(&Table{Path: t.At(key) + "[0]"}).head(), v)
	}
	return list
}

// Text returns a string, or otherwise what stands for none.
func (t *Table) Text(key, otherwise string) string {
	switch v := t.Take(key).(type) {
	case nil:
	case string:
		if strings.ContainsRune(v, 0) {
			t.Wrong(t.At(key), "expected a string without NUL")
			return otherwise
		}
		return v
	default:
		t.Mistyped(key, "a string", v)
	}
	return otherwise
}

// CommandLine is Text of a command line, whose words may be meant where there is an array of them.
func (t *Table) CommandLine(key string) string {
	if list, ok := t.Values[key].([]any); ok {
		t.Take(key)
		t.mistyped(key, "a string", list, joined(list))
		return ""
	}
	return t.Text(key, "")
}

// Word returns one of some words.
func (t *Table) Word(key string, words []string) string {
	if _, isText := t.Values[key].(string); !isText && t.Has(key) {
		t.Mistyped(key, "one of "+strings.Join(words, ", "), t.Take(key))
		return words[0]
	}
	v := t.Text(key, words[0])
	if !slices.Contains(words, v) {
		t.Wrong(t.At(key), "expected one of %s, found %q", strings.Join(words, ", "), v)
		return words[0]
	}
	return v
}

// Flag returns a Boolean, false if there is none.
func (t *Table) Flag(key string) bool {
	switch v := t.Take(key).(type) {
	case nil:
	case bool:
		return v
	default:
		t.Mistyped(key, "true or false", v)
	}
	return false
}

// Whole returns a whole number within bounds.
func (t *Table) Whole(key string, otherwise, least, most int64) int64 {
	switch v := t.Take(key).(type) {
	case nil:
	case int64:
		if v >= least && v <= most {
			return v
		}
		t.Wrong(t.At(key), "expected a whole number from %d to %d, found %d", least, most, v)
	default:
		t.mistyped(key, fmt.Sprintf("a whole number from %d to %d", least, most), v, unquoted(v, func(n float64) bool {
			return !strings.Contains(Describe(v), ".") && n >= float64(least) && n <= float64(most)
		}))
	}
	return otherwise
}

// Number returns a number within bounds.
func (t *Table) Number(key string, otherwise, least, most float64) float64 {
	return t.number(key, otherwise, least, most, func(float64) bool { return true })
}

// number is Number of one that something else may be expected of as well: no other one is proposed.
func (t *Table) number(key string, otherwise, least, most float64, takes func(n float64) bool) float64 {
	n := otherwise
	switch v := t.Take(key).(type) {
	case nil:
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		t.mistyped(key, "a number", v, unquoted(v, func(n float64) bool { return n >= least && n <= most && takes(n) }))
	}
	if !(n >= least && n <= most) {
		t.Wrong(t.At(key), "expected a number from %s to %s, found %s", plain(least), plain(most), plain(n))
		return otherwise
	}
	return n
}

// plain is a number as people write it, without an exponent.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// Hundredths returns a number with at most two decimals, times a hundred.
func (t *Table) Hundredths(key string, otherwise, most float64) int64 {
	n := t.number(key, otherwise, 0.01, most, inHundredths)
	if inHundredths(n) {
		return int64(math.Round(n * 100))
	}
	t.Wrong(t.At(key), "expected at most two decimals, found %v", n)
	return int64(math.Round(otherwise * 100))
}

// inHundredths tells whether a number has at most two decimals.
func inHundredths(n float64) bool { return math.Abs(math.Round(n*100)-n*100) < 1e-6 }

// SignedHundredths is Hundredths of a number that may be below 0; 0 if there is
// none.
func (t *Table) SignedHundredths(key string, most float64) int64 {
	n := t.number(key, 0, -most, most, inHundredths)
	if !inHundredths(n) {
		t.Wrong(t.At(key), "expected at most two decimals, found %v", n)
	}
	return int64(math.Round(n * 100))
}

// Duration returns a duration of at most so much, 0 if there is none.
func (t *Table) Duration(key string, most time.Duration) time.Duration {
	if found := t.Values[key]; found != nil {
		if _, isText := found.(string); !isText {
			t.Take(key)
			meant := ""
			if n, isWhole := found.(int64); isWhole && n > 0 && n <= int64(most/time.Second) {
				meant = fmt.Sprintf("; write \"%ds\" if seconds are meant", n)
			}
			t.mistyped(key, `a duration such as "2s" or "150ms"`, found, meant)
			return 0
		}
	}
	v := t.Text(key, "")
	if v == "" {
		if t.Has(key) {
			t.Wrong(t.At(key), `expected a duration such as "2s" or "150ms", found ""`)
		}
		return 0
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 || d > most {
		t.Wrong(t.At(key), "expected a duration such as \"2s\" or \"150ms\", at most %s, found %q%s", hours(most), v, meantFor(v, most))
		return 0
	}
	return d
}

// wordedDuration is a duration with a unit in other words.
var wordedDuration = text.Pattern(`^(\d{1,9})\s*([a-zA-Z]*)$`)

// meantFor ends a message about what is no duration with how to write it, if that is clear.
func meantFor(v string, most time.Duration) string {
	if d, err := time.ParseDuration(v); err == nil && d <= 0 {
		return "; it must be above 0"
	}
	found := wordedDuration().FindStringSubmatch(strings.TrimSpace(v))
	if found == nil {
		return ""
	}
	n, _ := strconv.ParseInt(found[1], 10, 64) // of so few digits
	times, written := int64(1), ""
	switch strings.ToLower(found[2]) {
	case "":
		return "; add a unit: s, m or h"
	case "ms", "msec", "msecs", "millisecond", "milliseconds":
		written = "ms"
	case "s", "sec", "secs", "second", "seconds":
		written = "s"
	case "m", "min", "mins", "minute", "minutes":
		written = "m"
	case "h", "hr", "hrs", "hour", "hours":
		written = "h"
	case "d", "day", "days":
		times, written = 24, "h"
	case "w", "week", "weeks":
		times, written = 7*24, "h"
	}
	said := strconv.FormatInt(n*times, 10) + written
	if d, err := time.ParseDuration(said); err != nil || d <= 0 || d > most {
		return ""
	}
	return fmt.Sprintf("; write %q", said)
}

// wordedSize is a number of bytes with a unit in other words.
var wordedSize = text.Pattern(`^(\d{1,9})(\.\d{1,3})?\s*([KMG])I?B?$`)

// meantSize ends a message about what is no size with how to write it, if that is clear.
func meantSize(v string, least, most int64) string {
	found := wordedSize().FindStringSubmatch(strings.ToUpper(strings.TrimSpace(v)))
	if found == nil {
		return ""
	}
	const units = "KMG"
	n, _ := strconv.ParseFloat(found[1]+found[2], 64) // of so few digits
	at := strings.Index(units, found[3])
	if at > 0 && n != math.Trunc(n) {
		n, at = n*1024, at-1
	}
	unit := float64(sizeUnits[units[at]])
	if n = math.Round(n); n >= 1 && n*unit >= float64(least) && n*unit <= float64(most) {
		return fmt.Sprintf("; write \"%d%c\"", int64(n), units[at])
	}
	return ""
}

// hours is a duration of whole hours as people write it.
func hours(d time.Duration) string { return strconv.FormatInt(int64(d/time.Hour), 10) + "h" }

// sizeUnits are the units of sizes.
var sizeUnits = map[byte]int64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

// Size returns a number of bytes, at least and at most so many.
func (t *Table) Size(key string, otherwise, least, most int64) int64 {
	tooSmall := func(hasUnit bool) {
		hint := ""
		if !hasUnit { // which is most often what is missing
			hint = "; add a unit: K, M or G"
		}
		t.Wrong(t.At(key), "expected at least %s, found %s%s", text.Bytes(least), Describe(t.Values[key]), hint)
	}
	const expected = `a size such as "512M"`
	switch v := t.Take(key).(type) {
	case nil:
		return otherwise
	case int64:
		switch {
		case v >= least && v <= most:
			return v
		case v >= 1 && v < least:
			tooSmall(false)
			return otherwise
		}
		t.Wrong(t.At(key), "expected from 1 byte to %s, found %d", text.Bytes(most), v)
	case string:
		digits, unit := v, int64(1)
		if n := len(v); n > 0 && sizeUnits[v[n-1]] > 0 {
			digits, unit = v[:n-1], sizeUnits[v[n-1]]
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		switch {
		case err == nil && n == 0:
			tooSmall(true)
			return otherwise
		case err != nil || n < 1 || n > most/unit:
		case n*unit >= least:
			return n * unit
		default:
			tooSmall(unit > 1)
			return otherwise
		}
		t.Wrong(t.At(key), "expected %s, at most %s, found %q%s", expected, text.Bytes(most), v, meantSize(v, least, most))
	default:
		t.Mistyped(key, expected, v)
	}
	return otherwise
}

// Texts returns strings; a string alone stands for one.
func (t *Table) Texts(key string) []string {
	switch v := t.Take(key).(type) {
	case nil:
	case string:
		return []string{v}
	case []any:
		var list []string
		for i, element := range v {
			text, ok := element.(string)
			if !ok || text == "" || strings.ContainsRune(text, 0) {
				t.Wrong(fmt.Sprintf("%s[%d]", t.At(key), i), "expected a non-empty string, found %s", Describe(element))
				continue
			}
			list = append(list, text)
		}
		return list
	default:
		t.Mistyped(key, "a string or an array of strings", v)
	}
	return nil
}

// Chosen is Texts of a key without which all count: an empty array would say the same
// as no key, and mean the opposite. What the key is without says all.
func (t *Table) Chosen(key, all string) []string {
	if list, ok := t.Values[key].([]any); ok && len(list) == 0 {
		t.Wrong(t.At(key), "expected at least one name, found an empty array; remove the key for %s", all)
	}
	return t.Texts(key)
}

// Environment returns a table of strings as NAME=VALUE, sorted.
func (t *Table) Environment(key string) []string {
	if t.Has(key) && !isTable(t.Values[key]) {
		t.Take(key)
		t.Mistyped(key, `a table such as { NAME = "value" }`, t.Values[key])
		return nil
	}
	inner := t.Table(key)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(inner.Values)) {
		value := inner.Text(name, "")
		if name == "" || strings.ContainsAny(name, "=\x00") {
			t.Wrong(inner.Path, "expected names of variables, found %q", name)
			continue
		}
		list = append(list, name+"="+value)
	}
	return list
}

// Describe says what a value is.
func Describe(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case bool, int64:
		return fmt.Sprint(v)
	case float64:
		said := strconv.FormatFloat(v, 'g', -1, 64)
		if v == math.Trunc(v) && !strings.ContainsAny(said, ".enI") {
			said += ".0" // or it would be shown as what it should be
		}
		return said
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date or a time"
}
