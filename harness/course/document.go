package course

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A document is a file of TOML with the lines of its keys. The library stops at
// the first value of a wrong type; here all of them are told at once.
type document struct {
	file     string
	lines    map[string]int // by path: "task[0].limits.timeout"
	problems []Problem
}

// parse reads a document. The problem is nil if it is TOML.
func parse(file string, text []byte) (*document, map[string]any, *Problem) {
	values := make(map[string]any)
	if err := toml.Unmarshal(text, &values); err != nil {
		p := &Problem{File: file, Message: strings.TrimPrefix(err.Error(), "toml: ")}
		if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
			p.Line, _ = wrong.Position()
		}
		return nil, nil, p
	}
	d := &document{file: file, lines: make(map[string]int)}
	d.locate(text)
	return d, values, nil
}

// locate finds the lines of all keys.
func (d *document) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	prefix := ""
	counts := make(map[string]int)
	for p.NextExpression() {
		e := p.Expression()
		path, line := "", 0
		if e.Kind == unstable.KeyValue {
			path = prefix
		}
		for key := e.Key(); key.Next(); {
			path = join(path, string(key.Node().Data))
			line = p.Shape(key.Node().Raw).Start.Line
			if n := counts[path]; n > 0 && (e.Kind != unstable.ArrayTable || !key.IsLast()) {
				path += fmt.Sprintf("[%d]", n-1)
			}
			if d.lines[path] == 0 {
				d.lines[path] = line
			}
		}
		switch e.Kind {
		case unstable.KeyValue:
			d.locateWithin(&p, path, e.Value())
		case unstable.ArrayTable:
			counts[path]++
			prefix = fmt.Sprintf("%s[%d]", path, counts[path]-1)
			d.lines[prefix] = line
		case unstable.Table:
			prefix = path
		}
	}
}

// locateWithin finds the lines of what stands in a value.
func (d *document) locateWithin(p *unstable.Parser, path string, value *unstable.Node) {
	i := 0
	for inner := value.Children(); inner.Next(); {
		switch node := inner.Node(); {
		case value.Kind == unstable.InlineTable && node.Kind == unstable.KeyValue:
			at := path
			for key := node.Key(); key.Next(); {
				at = join(at, string(key.Node().Data))
				if d.lines[at] == 0 {
					d.lines[at] = p.Shape(key.Node().Raw).Start.Line
				}
			}
			d.locateWithin(p, at, node.Value())
		case value.Kind == unstable.Array && node.Kind != unstable.Comment:
			at := fmt.Sprintf("%s[%d]", path, i)
			if i++; node.Raw.Length > 0 {
				d.lines[at] = p.Shape(node.Raw).Start.Line
			}
			d.locateWithin(p, at, node)
		}
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// line is that of a path, or of what it stands in.
func (d *document) line(path string) int {
	for path != "" {
		if n := d.lines[path]; n > 0 {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// wrong tells of a problem at a path.
func (d *document) wrong(path, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: d.line(path), Key: path, Message: fmt.Sprintf(format, args...)})
}

// usage tells of an error that says what is wrong.
func (d *document) usage(path string, err error) {
	message := err.Error()
	if usage, ok := errors.AsType[*game.UsageError](err); ok && usage.Hint != "" {
		message += "; " + usage.Hint
	}
	d.wrong(path, "%s", message)
}

// sorted are the problems in the order of the lines.
func (d *document) sorted() []Problem {
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return d.problems
}

// A table is one table of a document, whose keys are read one by one; those
// that nobody has read are unknown.
type table struct {
	*document
	path   string
	values map[string]any
	known  []string
}

// take returns the value of a key, nil if there is none.
func (t *table) take(key string) any {
	t.known = append(t.known, key)
	return t.values[key]
}

// has tells whether a key is there.
func (t *table) has(key string) bool { return t.values[key] != nil }

// blank tells whether there is no word in a value, which is a text or an array.
func (t *table) blank(key string) bool {
	switch v := t.values[key].(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	}
	return false
}

func (t *table) at(key string) string { return join(t.path, key) }

func (t *table) mistyped(key, expected string, found any) {
	t.wrong(t.at(key), "expected %s, found %s", expected, describe(found))
}

// end tells of keys that there are not.
func (t *table) end() {
	for _, key := range slices.Sorted(maps.Keys(t.values)) {
		if slices.Contains(t.known, key) {
			continue
		}
		message := "there is no such key"
		if near := game.Nearest(key, t.known); near != "" {
			message += fmt.Sprintf("; did you mean %s?", near)
		}
		t.wrong(t.at(key), "%s", message)
	}
}

// table returns a table within this one, an empty one if there is none.
func (t *table) table(key string) *table {
	inner := &table{document: t.document, path: t.at(key)}
	switch v := t.take(key).(type) {
	case nil:
	case map[string]any:
		inner.values = v
	default:
		t.mistyped(key, "a table", v)
	}
	return inner
}

// tables returns the tables of an array of them.
func (t *table) tables(key string) []*table {
	var list []*table
	switch v := t.take(key).(type) {
	case nil:
	case []any:
		for i, element := range v {
			path := fmt.Sprintf("%s[%d]", t.at(key), i)
			inner, ok := element.(map[string]any)
			if !ok {
				t.wrong(path, "expected a table, found %s", describe(element))
				continue
			}
			list = append(list, &table{document: t.document, path: path, values: inner})
		}
	default:
		t.mistyped(key, "tables, each starting with [["+key+"]]", v)
	}
	return list
}

// text returns a string, or otherwise what stands for none.
func (t *table) text(key, otherwise string) string {
	switch v := t.take(key).(type) {
	case nil:
	case string:
		if strings.ContainsRune(v, 0) {
			t.wrong(t.at(key), "expected a string without NUL")
			return otherwise
		}
		return v
	default:
		t.mistyped(key, "a string", v)
	}
	return otherwise
}

// word returns one of some words.
func (t *table) word(key string, words []string) string {
	v := t.text(key, words[0])
	if !slices.Contains(words, v) {
		t.wrong(t.at(key), "expected one of %s, found %q", strings.Join(words, ", "), v)
		return words[0]
	}
	return v
}

func (t *table) flag(key string) bool {
	switch v := t.take(key).(type) {
	case nil:
	case bool:
		return v
	default:
		t.mistyped(key, "true or false", v)
	}
	return false
}

// whole returns a whole number within bounds.
func (t *table) whole(key string, otherwise, least, most int64) int64 {
	switch v := t.take(key).(type) {
	case nil:
	case int64:
		if v >= least && v <= most {
			return v
		}
		t.wrong(t.at(key), "expected a whole number from %d to %d, found %d", least, most, v)
	default:
		t.mistyped(key, fmt.Sprintf("a whole number from %d to %d", least, most), v)
	}
	return otherwise
}

// number returns a number within bounds.
func (t *table) number(key string, otherwise, least, most float64) float64 {
	n := otherwise
	switch v := t.take(key).(type) {
	case nil:
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		t.mistyped(key, "a number", v)
	}
	if !(n >= least && n <= most) {
		t.wrong(t.at(key), "expected a number from %v to %v, found %v", least, most, n)
		return otherwise
	}
	return n
}

// hundredths returns a number with at most two decimals, times a hundred.
func (t *table) hundredths(key string, otherwise, most float64) int64 {
	n := t.number(key, otherwise, 0.01, most)
	if whole := math.Round(n * 100); math.Abs(whole-n*100) < 1e-6 {
		return int64(whole)
	}
	t.wrong(t.at(key), "expected at most two decimals, found %v", n)
	return int64(math.Round(otherwise * 100))
}

// signedHundredths is hundredths of a number that may be below 0; 0 if there is
// none.
func (t *table) signedHundredths(key string, most float64) int64 {
	n := t.number(key, 0, -most, most)
	whole := math.Round(n * 100)
	if math.Abs(whole-n*100) >= 1e-6 {
		t.wrong(t.at(key), "expected at most two decimals, found %v", n)
	}
	return int64(whole)
}

func (t *table) duration(key string, most time.Duration) time.Duration {
	v := t.text(key, "")
	if v == "" {
		if t.has(key) {
			if _, isText := t.values[key].(string); isText {
				t.wrong(t.at(key), `expected a duration such as "2s" or "150ms", found ""`)
			}
		}
		return 0
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 || d > most {
		t.wrong(t.at(key), "expected a duration such as \"2s\" or \"150ms\", at most %v, found %q", most, v)
		return 0
	}
	return d
}

// sizeUnits are the units of sizes.
var sizeUnits = map[byte]int64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

// size returns a number of bytes.
func (t *table) size(key string, otherwise, most int64) int64 {
	const expected = `a size such as "512M"`
	switch v := t.take(key).(type) {
	case nil:
		return otherwise
	case int64:
		if v >= 1 && v <= most {
			return v
		}
		t.wrong(t.at(key), "expected from 1 to %d bytes, found %d", most, v)
	case string:
		digits, unit := v, int64(1)
		if n := len(v); n > 0 && sizeUnits[v[n-1]] > 0 {
			digits, unit = v[:n-1], sizeUnits[v[n-1]]
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err == nil && n >= 1 && n <= most/unit {
			return n * unit
		}
		t.wrong(t.at(key), "expected %s, at most %d bytes, found %q", expected, most, v)
	default:
		t.mistyped(key, expected, v)
	}
	return otherwise
}

// texts returns strings; a string alone stands for one.
func (t *table) texts(key string) []string {
	switch v := t.take(key).(type) {
	case nil:
	case string:
		return []string{v}
	case []any:
		var list []string
		for i, element := range v {
			text, ok := element.(string)
			if !ok || text == "" || strings.ContainsRune(text, 0) {
				t.wrong(fmt.Sprintf("%s[%d]", t.at(key), i), "expected a non-empty string, found %s", describe(element))
				continue
			}
			list = append(list, text)
		}
		return list
	default:
		t.mistyped(key, "a string or an array of strings", v)
	}
	return nil
}

// environment returns a table of strings as NAME=VALUE, sorted.
func (t *table) environment(key string) []string {
	inner := t.table(key)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(inner.values)) {
		value := inner.text(name, "")
		if name == "" || strings.ContainsAny(name, "=\x00") {
			t.wrong(inner.path, "expected names of variables, found %q", name)
			continue
		}
		list = append(list, name+"="+value)
	}
	return list
}

// describe says what a value is.
func describe(v any) string {
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
