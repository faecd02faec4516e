// Package document reads files of TOML that people write, strictly: a key that
// nobody reads is unknown, and all mistakes are reported together, each with its line
// and path.
package document

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A File is one of TOML with the lines of its keys. The library stops at the
// first value of a wrong type; here all of them are reported.
type File struct {
	Name     string
	Lines    map[string]int // by path, from 1: "task[0].limits.timeout"
	Problems []Problem
	strays   []stray
}

// A stray is an unknown key. Whether another table has it shows when all are read.
type stray struct {
	problem int // its index
	key     string
	in      *Table
}

// above is where to write the key if a table knows it in which that of the key is, "" if none does.
func (s *stray) above() string {
	for at := s.in; at.above != nil; at = at.above {
		if !slices.Contains(at.above.known, s.key) {
			continue
		}
		value := s.in.Values[s.key]
		list, _ := value.([]any)
		if at.above.Path == "" && !isTable(value) && (len(list) == 0 || !isTable(list[0])) {
			return "at the top of the file, above all tables"
		}
		return "above " + at.head()
	}
	return ""
}

// below says what to write where a table knows the key that is in that of the key, "" if none does.
// A table needs its full name, wherever it stands.
func (s *stray) below() string {
	for _, inner := range s.in.below {
		switch {
		case !slices.Contains(inner.known, s.key):
		case isTable(s.in.Values[s.key]):
			name, list := strings.CutPrefix(inner.head(), "[[")
			name = "[" + Join(strings.Trim(name, "[]"), s.key) + "]"
			if list {
				return name + " below " + inner.head()
			}
			return name
		default:
			return "it below " + inner.head()
		}
	}
	return ""
}

// keysMax bounds the keys and tables of a file, as far as signs tell how many there are:
// the library compares each with all others of its table.
const keysMax = 20_000

// Parse reads a file. The problem is nil if it is TOML.
func Parse(name string, text []byte) (*Table, *Problem) {
	if p := miscoded(name, text); p != nil {
		return nil, p
	}
	if n := bytes.Count(text, []byte("=")) + bytes.Count(text, []byte("\n[")); n > keysMax {
		return nil, &Problem{File: name, Message: fmt.Sprintf("expected at most %d keys and tables, found about %d", keysMax, n)}
	}
	values := make(map[string]any)
	if err := toml.Unmarshal(text, &values); err != nil {
		// What a number is too large for is a function of the library's language.
		said := strings.Replace(strings.TrimPrefix(err.Error(), "toml: "), "strconv.ParseFloat: parsing ", "", 1)
		wrong, placed := errors.AsType[*toml.DecodeError](err)
		line, column := 0, 0
		if placed {
			line, column = wrong.Position()
		}
		p := &Problem{File: name, Message: "not valid TOML: " + plainly(said, characterAt(text, line, column))}
		if placed {
			if bracketForm().MatchString(p.Message) {
				found, _, _ := bytes.Cut(fromLine(text, line), []byte("\n"))
				found, _, _ = bytes.Cut(found, []byte("#"))
				head := strings.TrimSpace(string(found))
				p.Message = fmt.Sprintf("not valid TOML: found %s where there is such a table already; "+
					"if there are several, write [[%s]] in two brackets each time, and above all that is in it", head, strings.Trim(head, "[]"))
			}
			if p.Line = line; misquoted(text, line, column) != "" {
				p.Message = fmt.Sprintf("not valid TOML: found the quotation mark %s; write \" instead", misquoted(text, line, column))
			} else if bareNull().Match(fromLine(text, line)) {
				p.Message = `not valid TOML, which has no null; write "null" for an option that takes null, or leave the key out`
			} else if found := bareTime().FindStringSubmatch(string(fromLine(text, line))); found != nil {
				p.Message = fmt.Sprintf(`not valid TOML: expected a time such as 2026-10-01T23:59:00+02:00, or "2026-10-01 23:59 Europe/Vienna" `+
					"in quotation marks, found %s%s", strings.TrimSpace(found[1]), timely(said))
			} else if why := timely(said); why != "" {
				p.Message = "not valid TOML: " + strings.TrimPrefix(why, "; ")
			}
		}
		return nil, p
	}
	d := &File{Name: name, Lines: make(map[string]int)}
	(&locator{File: d}).locate(text)
	return &Table{File: d, Values: values}, nil
}

// plainly is what the library says, in words of people who write a file and have never read a
// grammar. The library shows bytes where it says what it has found, which is there.
func plainly(said, found string) string {
	const line, startOfKey = "expected newline but got U+", "invalid character at start of key: "
	switch {
	case strings.HasPrefix(said, "expected keyword "), strings.HasSuffix(said, " at start of value"), said == "strings must be quoted":
		return "expected a value: a text in quotation marks, a number, true or false"
	case strings.HasSuffix(said, " strings cannot have new lines"):
		return "a text ends on its line, with the quotation mark with which it begins"
	case strings.HasPrefix(said, startOfKey+"U+002F"):
		return "a comment begins with #, not with /"
	case strings.HasPrefix(said, startOfKey):
		return "expected a key, found " + found
	case strings.HasSuffix(said, "64-bit signed integer"):
		return "a number has too many digits"
	case strings.HasPrefix(said, line):
		return "expected the end of the line, found " + found
	case strings.HasPrefix(said, "unicode escape sequence is"), strings.HasPrefix(said, "invalid escape character "):
		return `a backslash in "..." changes what follows; write \\ for it, or '...' around the text`
	}
	return said
}

// timely is what the library says of a time of which one part is wrong, in words of people who
// write a file; "" of any other time.
func timely(said string) string {
	switch {
	case strings.HasPrefix(said, "hour cannot be greater"):
		return "; a day has the hours 00 to 23: write 24:00 as 00:00 of the next day"
	case strings.HasPrefix(said, "minutes cannot be greater"):
		return "; an hour has the minutes 00 to 59"
	case strings.HasPrefix(said, "seconds cannot be greater"):
		return "; a minute has the seconds 00 to 59"
	case said == "impossible date":
		return "; there is no such day"
	}
	return ""
}

// bareTime is a line with what people write for a date, not in quotation marks. A time of day alone may
// be a duration, or any text.
var bareTime = text.Pattern(`^[^\n"'#=]*=[ \t]*(\d{4}-\d[^\n"'#]*|\d{1,2}[./]\d{1,2}[./]\d{4}[^\n"'#]*)`)

// bracketForm is what the library says where [task] or [task.x] stands above [[task]] or [task],
// or [task] below [[task]].
var bracketForm = text.Pattern(`already exists( as a table, but should be an array table| as an array of tables)?$`)

// bareNull is a line with a value that JSON has, and TOML has not.
var bareNull = text.Pattern(`^[^\n"'#]*[=,\[]\s*null\b`)

// partsMax is how many parts the paths have whose lines are found: far more than those
// of any key that somebody reads. Each has a path of its own, which grows with them.
const partsMax = 32

// A locator finds the lines of keys.
type locator struct {
	*File
	ends []int // of the lines
}

// line is where a part of the text begins. The library counts all lines up to there.
func (d *locator) line(r unstable.Range) int {
	n, _ := slices.BinarySearch(d.ends, int(r.Offset))
	return n + 1
}

// locate finds the lines of all keys.
func (d *locator) locate(text []byte) {
	for i, b := range text {
		if b == '\n' {
			d.ends = append(d.ends, i)
		}
	}
	var p unstable.Parser
	p.Reset(text)
	prefix := ""
	counts := make(map[string]int)
	for p.NextExpression() {
		e := p.Expression()
		path, line, parts := "", 0, 0
		if e.Kind == unstable.KeyValue {
			path = prefix
		}
		for key := e.Key(); key.Next() && parts < partsMax; parts++ {
			path = Join(path, string(key.Node().Data))
			line = d.line(key.Node().Raw)
			if n := counts[path]; n > 0 && (e.Kind != unstable.ArrayTable || !key.IsLast()) {
				path += fmt.Sprintf("[%d]", n-1)
			}
			if d.Lines[path] == 0 {
				d.Lines[path] = line
			}
		}
		switch e.Kind {
		case unstable.KeyValue:
			d.locateWithin(path, parts, e.Value())
		case unstable.ArrayTable:
			counts[path]++
			prefix = fmt.Sprintf("%s[%d]", path, counts[path]-1)
			d.Lines[prefix] = line
		case unstable.Table:
			prefix = path
		}
	}
}

// locateWithin finds the lines of what stands in a value at a path of so many parts.
func (d *locator) locateWithin(path string, parts int, value *unstable.Node) {
	if parts >= partsMax {
		return
	}
	i := 0
	for inner := value.Children(); inner.Next(); {
		switch node := inner.Node(); {
		case value.Kind == unstable.InlineTable && node.Kind == unstable.KeyValue:
			at, deeper := path, parts
			for key := node.Key(); key.Next() && deeper < partsMax; deeper++ {
				at = Join(at, string(key.Node().Data))
				if d.Lines[at] == 0 {
					d.Lines[at] = d.line(key.Node().Raw)
				}
			}
			d.locateWithin(at, deeper, node.Value())
		case value.Kind == unstable.Array && node.Kind != unstable.Comment:
			at := fmt.Sprintf("%s[%d]", path, i)
			if i++; node.Raw.Length > 0 {
				d.Lines[at] = d.line(node.Raw)
			}
			d.locateWithin(at, parts+1, node)
		}
	}
}

// Join is the path of a key in the table of a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Line is that of a path, or of what it stands in.
func (d *File) Line(path string) int {
	for path != "" {
		if n := d.Lines[path]; n > 0 {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// Wrong tells of a problem at a path.
func (d *File) Wrong(path, format string, args ...any) {
	d.Problems = append(d.Problems, Problem{File: d.Name, Line: d.Line(path), Key: path, Message: fmt.Sprintf(format, args...)})
}

// Usage tells of an error that says what is wrong.
func (d *File) Usage(path string, err error) {
	message := err.Error()
	if usage, ok := errors.AsType[*game.UsageError](err); ok && usage.Hint != "" {
		message += "; " + usage.Hint
	}
	d.Wrong(path, "%s", message)
}

// Sorted are the problems in the order of the lines, when all is read.
func (d *File) Sorted() []Problem {
	for _, s := range d.strays {
		p := &d.Problems[s.problem]
		// One that follows the head of another table is the slip of TOML.
		if where := s.above(); where != "" {
			p.Message = fmt.Sprintf("%s has no such key; write it %s", s.in.head(), where)
			continue
		}
		if where := s.below(); where != "" {
			p.Message = "there is no such key; write " + where
		}
	}
	d.strays = nil
	d.Problems = slices.DeleteFunc(d.Problems, func(p Problem) bool { return p.Message == "" })
	sort.SliceStable(d.Problems, func(i, j int) bool { return d.Problems[i].Line < d.Problems[j].Line })
	return d.Problems
}

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
			t.Mistyped(key, `a duration such as "2s" or "150ms"`, found)
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
	found := wordedDuration().FindStringSubmatch(strings.TrimSpace(v))
	if found == nil {
		return ""
	}
	n, _ := strconv.ParseInt(found[1], 10, 64) // of so few digits
	times, written := int64(1), ""
	switch strings.ToLower(found[2]) {
	case "":
		if n > 0 {
			return "; add a unit: s, m or h"
		}
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
