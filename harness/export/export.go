// Package export writes a game of ours as a folder, as somebody brings one (chapter 11
// of game-folder.md): next year's game often begins with a change of this year's.
package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/schemas"
)

// Left is what stays behind, since a folder cannot have it.
type Left struct {
	What  string   `json:"what"`            // "live tasks"
	Names []string `json:"names,omitempty"` // none: of this kind a folder has nothing
}

// A writer writes one game.
type writer struct {
	game    *game.Game // without what stays behind
	whole   *game.Game
	to      suite.Sink
	toml    bytes.Buffer
	written map[string]bool // values
	err     error
}

// Write writes a game with its suites into a sink and says what stays behind.
// Suites are those that the program has embedded.
func Write(g *game.Game, suites fs.FS, to suite.Sink) ([]Left, error) {
	kept, left := batch(g)
	w := &writer{game: kept, whole: g, to: to, written: make(map[string]bool)}
	w.head()
	w.file("rules.md", w.rules())
	if len(kept.Mutants) > 0 {
		w.file("mutants.toml", w.mutants())
	}
	for _, t := range kept.Tasks {
		for _, p := range append(slices.Clone(t.In), t.Out...) {
			w.value(p.Value)
		}
		s, err := suite.Embedded(suites, g.Name, t.Name)
		if err != nil {
			return nil, err
		}
		for i := range s.Cases {
			// An option of live tasks changes nothing here.
			s.Cases[i].Options = slices.DeleteFunc(s.Cases[i].Options, func(o game.Setting) bool { return !w.has(o.Name) })
		}
		w.file("suites/"+t.Name+"/cases.jsonl", suite.Manifest(s.Cases))
	}
	w.file("game.toml", w.toml.Bytes())
	return left, w.err
}

func (w *writer) file(name string, text []byte) {
	if w.err == nil {
		w.err = w.to(name, text)
	}
}

// has tells whether an option does not stay behind.
func (w *writer) has(option string) bool {
	return slices.ContainsFunc(w.game.Options, func(o game.Option) bool { return o.Name == option })
}

// batch is a game without its live tasks, and without the clauses, options and mutants
// that they alone have.
func batch(g *game.Game) (*game.Game, []Left) {
	kept := *g
	var live []string
	var tasks, clauses, options, mutants []string // that stay behind
	kept.Tasks = nil
	for _, t := range g.Tasks {
		if t.Live != "" {
			live = append(live, t.Name)
			tasks = append(tasks, t.Name)
		} else {
			kept.Tasks = append(kept.Tasks, t)
		}
	}
	// alone tells whether live tasks alone have something.
	alone := func(of []string) bool {
		return len(of) > 0 && !slices.ContainsFunc(of, func(t string) bool { return !slices.Contains(live, t) })
	}
	others := func(of []string) []string {
		return slices.DeleteFunc(slices.Clone(of), func(t string) bool { return slices.Contains(live, t) })
	}
	kept.Clauses = nil
	for _, c := range g.Clauses {
		if alone(c.Tasks) {
			clauses = append(clauses, c.ID)
			continue
		}
		c.Tasks = others(c.Tasks)
		kept.Clauses = append(kept.Clauses, c)
	}
	kept.Options = nil
	for _, o := range g.Options {
		if c, ok := g.Clause(o.Clause); alone(o.Tasks) || o.Tasks == nil && ok && alone(c.Tasks) {
			options = append(options, o.Name)
			continue
		}
		o.Tasks = others(o.Tasks)
		kept.Options = append(kept.Options, o)
	}
	kept.Mutants = nil
	for _, m := range g.Mutants {
		if alone(m.Tasks) || slices.Contains(clauses, m.Clause) {
			mutants = append(mutants, m.ID)
			continue
		}
		m.Tasks = others(m.Tasks)
		kept.Mutants = append(kept.Mutants, m)
	}
	var left []Left
	leave := func(there bool, what string, names []string) {
		if there {
			left = append(left, Left{what, names})
		}
	}
	leave(len(tasks) > 0, "live tasks", tasks)
	leave(len(clauses) > 0, "clauses of live tasks", clauses)
	leave(len(options) > 0, "options of live tasks", options)
	leave(len(mutants) > 0, "mutants of live tasks", mutants)
	leave(g.Twin != nil, "mutants of the operators", nil)
	leave(len(g.Profiles) > 0, "profiles", profileNames(g))
	leave(true, "pictures", nil)
	leave(len(g.Aids) > 0, "aids", aidNames(g))
	leave(len(g.Features) > 0, "features", nil)
	return &kept, left
}

func profileNames(g *game.Game) []string {
	var names []string
	for _, p := range g.Profiles {
		names = append(names, p.Name)
	}
	return names
}

func aidNames(g *game.Game) []string {
	var names []string
	for _, a := range g.Aids {
		names = append(names, a.Task+" --"+a.Name)
	}
	return names
}

func quoted(text string) string {
	// A basic string of TOML escapes as JSON does.
	out, _ := jsontext.AppendQuote(nil, text) // ours are UTF-8
	return string(out)
}

func list(names []string) string {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = quoted(n)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// head writes game.toml.
func (w *writer) head() {
	g := w.game
	say := func(format string, args ...any) { fmt.Fprintf(&w.toml, format, args...) }
	say("format  = %d\nname    = %s\ntitle   = %s\nprefix  = %s\nsummary = %s\n",
		gamefolder.Format, quoted(g.Name), quoted(g.Title), quoted(g.Prefix), quoted(g.Summary))
	for _, t := range g.Tasks {
		say("\n[[task]]\nname    = %s\nsummary = %s\n", quoted(t.Name), quoted(t.Summary))
		if len(t.Aliases) > 0 {
			say("aliases = %s\n", list(t.Aliases))
		}
		say("in      = %s\nout     = %s\n", params(t.In), params(t.Out))
		w.compare(&t)
	}
	for _, o := range g.Options {
		say("\n[[option]]\nname    = %s\nsummary = %s\ndefault = %s\nrange   = %s\n", quoted(o.Name), quoted(o.Summary), setting(jsontext.Value(o.Default)), quoted(o.Range))
		if o.Clause != "" {
			say("clause  = %s\n", quoted(o.Clause))
		}
		if o.Tasks != nil {
			say("tasks   = %s\n", list(o.Tasks))
		}
		w.takes(&o)
	}
	for _, p := range g.Presets {
		if p.Name == "rules" {
			continue // always there
		}
		var values []string
		for _, v := range p.Values {
			if w.has(v.Name) {
				values = append(values, v.Name+" = "+setting(v.Value))
			}
		}
		say("\n[[preset]]\nname    = %s\nsummary = %s\noptions = { %s }\n", quoted(p.Name), quoted(p.Summary), strings.Join(values, ", "))
	}
	say("\n[reference]\ncommand = %s\n", list([]string{gamefolder.TouchstoneWord, "solve", g.Name, "--pipe"}))
}

func params(of []game.Param) string {
	words := make([]string, len(of))
	for i, p := range of {
		word := fmt.Sprintf("{ name = %s, value = %s", quoted(p.Name), quoted(p.Value))
		switch {
		case p.Name == p.Value && !p.Optional && !p.Repeated:
			words[i] = quoted(p.Value)
			continue
		case p.Optional:
			word += ", optional = true"
		case p.Repeated:
			word += ", repeated = true"
		}
		words[i] = word + " }"
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// compare writes how the answers of a task compare, each entry with one thing to say.
func (w *writer) compare(t *game.Task) {
	for _, f := range t.Fields {
		var say []string
		if f.Bag {
			say = append(say, "bag    = true")
		}
		if f.Code && !(t.Name == "move" && f.Pointer == "/0/code") {
			say = append(say, "code   = true")
		}
		if f.Missing != nil {
			say = append(say, "missing = "+setting(f.Missing))
		}
		if f.Clause != "" {
			say = append(say, "clause = "+quoted(f.Clause))
		}
		for _, one := range say {
			fmt.Fprintf(&w.toml, "\n[[task.compare]]\nat     = %s\n%s\n", quoted(f.Pointer), one)
		}
	}
}

// setting is a value of JSON as TOML has it, a text read as on the command line.
func setting(v jsontext.Value) string {
	switch v.Kind() {
	case 't', 'f':
		return string(v)
	case '0':
		if _, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return string(v)
		}
	}
	return quoted(string(v))
}

// The forms of ranges that say for people what the keys of an option say for programs.
var (
	betweenForm  = regexp.MustCompile(`^(null or )?an integer from (\d+)(?: to (\d+))?$`)
	multipleForm = regexp.MustCompile(`^a multiple of (\d+) from (\d+) to (\d+)$`)
	wordForm     = regexp.MustCompile(`"([^"]*)"`)
	wordsForm    = regexp.MustCompile(`^"[^"]*"(, "[^"]*")*( or "[^"]*")?$`)
)

// takes writes what an option takes. Where no key says it, a schema does that follows
// from the default; the reference refuses what it does not take.
func (w *writer) takes(o *game.Option) {
	say := func(format string, args ...any) { fmt.Fprintf(&w.toml, format, args...) }
	if o.Range == "true or false" {
		return
	}
	if m := betweenForm.FindStringSubmatch(o.Range); m != nil {
		say("min     = %s\n", m[2])
		if m[3] != "" {
			say("max     = %s\n", m[3])
		}
		if m[1] != "" {
			say("null    = true\n")
		}
		return
	}
	if wordsForm.MatchString(o.Range) {
		var words []string
		for _, m := range wordForm.FindAllStringSubmatch(o.Range, -1) {
			words = append(words, m[1])
		}
		say("one_of  = %s\n", list(words))
		return
	}
	name := strings.ReplaceAll("option-"+o.Name, "_", "-")
	say("value   = %s\n", quoted(name))
	is := like(jsontext.Value(o.Default))
	if m := multipleForm.FindStringSubmatch(o.Range); m != nil {
		is["multipleOf"], is["minimum"], is["maximum"] = json.Number(m[1]), json.Number(m[2]), json.Number(m[3])
	}
	if values, ok := is["items"].(map[string]any); ok && strings.HasPrefix(o.Range, "a permutation of ") {
		n := len(values["enum"].([]any))
		is["minItems"], is["maxItems"], is["uniqueItems"] = n, n, true
	}
	is["x-expected"] = o.Range
	text, err := json.MarshalIndent(is, "", "  ")
	if err != nil {
		w.err = err
		return
	}
	w.file("values/"+name+schemas.Suffix, append(text, '\n'))
}

// like is a schema of values that are made as an example is.
func like(example jsontext.Value) map[string]any {
	var v any
	d := json.NewDecoder(bytes.NewReader(example))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return map[string]any{} // the default of an option is JSON
	}
	return likeAll([]any{v})
}

// likeAll is a schema of values that are made as some examples of one kind are.
func likeAll(examples []any) map[string]any {
	switch first := examples[0].(type) {
	case bool:
		return map[string]any{"type": "boolean"}
	case json.Number:
		return map[string]any{"type": "integer", "minimum": 0}
	case map[string]any:
		var values []any
		for _, e := range examples {
			for _, key := range sortedKeys(e) {
				values = append(values, e.(map[string]any)[key])
			}
		}
		is := map[string]any{"type": "object", "additionalProperties": false}
		if len(values) > 0 {
			is["additionalProperties"] = likeAll(values)
		}
		return is
	case []any:
		var values []any
		same := true
		for _, e := range examples {
			l, _ := e.([]any)
			values = append(values, l...)
			same = same && len(l) == len(first)
		}
		is := map[string]any{"type": "array"}
		kinds := make(map[string]bool)
		for _, v := range values {
			kinds[fmt.Sprintf("%T", v)] = true
		}
		switch {
		case len(kinds) > 1 && same: // a tuple
			var prefix []any
			for i := range first {
				var column []any
				for _, e := range examples {
					column = append(column, e.([]any)[i])
				}
				prefix = append(prefix, likeAll(column))
			}
			is["prefixItems"], is["items"], is["minItems"], is["maxItems"] = prefix, false, len(first), len(first)
		case len(kinds) == 1:
			is["items"] = likeAll(values)
			if same && len(examples) > 1 {
				is["minItems"], is["maxItems"] = len(first), len(first)
			}
		}
		return is
	case string:
		var words []any
		for _, e := range examples {
			if !slices.Contains(words, e) {
				words = append(words, e)
			}
		}
		if len(words) == 1 {
			return map[string]any{"type": "string"}
		}
		return map[string]any{"enum": words}
	}
	return map[string]any{}
}

func sortedKeys(v any) []string {
	object, _ := v.(map[string]any)
	var keys []string
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// rules writes the rule book.
func (w *writer) rules() []byte {
	g := w.game
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n", g.Title)
	var all []string
	for _, t := range g.Tasks {
		all = append(all, t.Name)
	}
	for _, c := range g.Clauses {
		marks := make([]string, len(c.Marks))
		for i, m := range c.Marks {
			marks[i] = string(m)
		}
		fmt.Fprintf(&b, "\n### %s (%s)\n\n%s\n", c.ID, strings.Join(marks, ", "), c.Text)
		if !slices.Equal(sorted(c.Tasks), sorted(all)) {
			fmt.Fprintf(&b, "\nTasks: %s\n", strings.Join(c.Tasks, ", "))
		}
	}
	if len(g.Codes) > 0 {
		b.WriteString("\n## Codes\n\n")
	}
	for _, c := range g.Codes {
		fmt.Fprintf(&b, "- %s (%s): %s\n", c.Name, c.Clause, c.When)
	}
	return b.Bytes()
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// mutants writes mutants.toml.
func (w *writer) mutants() []byte {
	var b bytes.Buffer
	for _, m := range w.game.Mutants {
		fmt.Fprintf(&b, "[[mutant]]\nid      = %s\nclause  = %s\nsummary = %s\n", quoted(m.ID), quoted(m.Clause), quoted(m.Summary))
		if m.Hint != "" {
			fmt.Fprintf(&b, "hint    = %s\n", quoted(m.Hint))
		}
		fmt.Fprintf(&b, "tasks   = %s\n", list(m.Tasks))
		if m.Equivalent != "" {
			fmt.Fprintf(&b, "equivalent = %s\n", quoted(m.Equivalent))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// refForm finds the references of a schema to others.
var refForm = regexp.MustCompile(`"\$ref":\s*"([a-z0-9_-]+)\.schema\.json`)

// keysForm is an extension that only our own schemas have: keys that one value of an
// option takes away. The reference refuses them then.
var keysForm = regexp.MustCompile(`\s*"x-keys": \{[^}]*\},`)

// value writes the schema of a value, and of those that it refers to.
func (w *writer) value(name string) {
	if w.written[name] || w.err != nil {
		return
	}
	w.written[name] = true
	text, err := fs.ReadFile(schemas.FS, w.whole.Name+"/"+name+schemas.Suffix)
	if err != nil {
		w.err = err
		return
	}
	text = w.narrowed(keysForm.ReplaceAll(text, nil))
	text = clauseForm.ReplaceAllFunc(text, func(said []byte) []byte {
		if _, ok := w.game.Clause(string(clauseForm.FindSubmatch(said)[1])); ok {
			return said
		}
		return nil
	})
	w.file("values/"+name+schemas.Suffix, text)
	for _, m := range refForm.FindAllSubmatch(text, -1) {
		w.value(string(m[1]))
	}
}

// clauseForm finds the clauses that a schema cites. One that stays behind goes.
var clauseForm = regexp.MustCompile(`\s*"x-clause": "([^"]*)",`)

// narrowForm finds a reference with bounds beside it, which a folder does not have.
var narrowForm = regexp.MustCompile(`\{"\$ref": "([a-z0-9_-]+)\.schema\.json", ("m[^{}]*)\}`)

// narrowed puts what is referred to in the place of such a reference.
func (w *writer) narrowed(text []byte) []byte {
	return narrowForm.ReplaceAllFunc(text, func(node []byte) []byte {
		m := narrowForm.FindSubmatch(node)
		source, err := fs.ReadFile(schemas.FS, w.whole.Name+"/"+string(m[1])+schemas.Suffix)
		is := make(map[string]json.RawMessage)
		if err == nil {
			err = json.Unmarshal(source, &is)
		}
		beside := make(map[string]json.RawMessage)
		if err == nil {
			err = json.Unmarshal([]byte("{"+string(m[2])+"}"), &beside)
		}
		for _, annotation := range []string{"$schema", "$id", "title", "description", "x-expected"} {
			delete(is, annotation)
		}
		maps.Copy(is, beside)
		whole, errAgain := json.Marshal(is)
		if w.err = cmp.Or(w.err, err, errAgain); w.err != nil {
			return node
		}
		return whole
	})
}
