package gamefolder

import (
	"cmp"
	"encoding"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of game.toml, and why where the format does not give them.
const (
	titleMax     = 80
	summaryMax   = 200
	paramNameMax = 40
	timeoutMax   = time.Hour // nobody waits longer for one answer
)

var twoCapitals = text.Pattern(`^[A-Z]{2}$`)

// takenTasks are the tasks of live play, which a folder does not name (chapter 12).
var takenTasks = []string{"server", "clients", "player"}

// moveTask is the task whose answers may have a code, and codePlace where it stands.
const (
	moveTask  = "move"
	codePlace = "/0/code"
)

// game reads game.toml, and with its names all other files.
func (r *reader) game(top *document.Table) {
	g := &game.Game{Folder: r.path}
	r.folder.Game = g
	g.Name = name(top, "name")
	if g.Name == takenName {
		top.Wrong("name", "expected another name, since %q is taken", takenName)
	}
	g.Title, g.Summary = line(top, "title", titleMax), line(top, "summary", summaryMax)
	if required(top, "prefix") {
		if g.Prefix = top.Text("prefix", ""); !twoCapitals().MatchString(g.Prefix) {
			top.Wrong("prefix", "expected two capital letters, found %q", g.Prefix)
		}
	}
	options := top.Tables("option")
	tasks := top.Tables("task")
	if r.unread.tasks = len(tasks) == 0; r.unread.tasks && required(top, "task") {
		top.Wrong("task", "expected at least one task, begun with [[task]], found none")
	}
	presets := top.Tables("preset")
	for _, t := range options {
		r.option(t)
	}
	valueNames := r.valueNames()
	for _, t := range tasks {
		r.task(t, valueNames)
	}
	r.live(top, valueNames)
	r.ruleBook()
	r.readValues(valueNames)
	clauses := r.clauseNames()
	for _, t := range r.compares {
		r.among(t, t.At("clause"), "clause", t.Text("clause", ""), clauses)
	}
	r.finishLive(clauses)
	r.finishOptions(clauses)
	r.presets(presets)
	if t := top.Table("reference"); required(top, "reference") {
		r.folder.Reference = r.program(t)
	}
	if t := top.Table("second"); top.Has("second") {
		second := r.program(t)
		r.folder.Second = &second
	}
	top.End()
	for i := range g.Tasks {
		g.Tasks[i].Codes = g.Codes
	}
	r.mutants(clauses)
	r.suites()
	g.Schemas = r.schemaFiles()
	r.folder.options, r.folder.schemas = r.options, r.schemas
}

// task reads a [[task]].
func (r *reader) task(t *document.Table, values []string) {
	g := r.folder.Game
	known := len(t.Problems)
	k := game.Task{Name: name(t, "name"), Summary: line(t, "summary", summaryMax), Aliases: names(t, "aliases")}
	if slices.Contains(takenTasks, k.Name) {
		t.Wrong(t.At("name"), "expected another name, since %q is a task of live play", k.Name)
	}
	for i, a := range k.Aliases {
		if slices.Contains(takenTasks, a) {
			t.Wrong(fmt.Sprintf("%s[%d]", t.At("aliases"), i), "expected another name, since %q is a task of live play", a)
		}
	}
	for _, other := range g.Tasks {
		switch {
		case k.Name == "":
		case other.Name == k.Name:
			t.Wrong(t.At("name"), "expected another name, found %q, which the task %s already has", k.Name, other.Name)
		case slices.Contains(other.Aliases, k.Name):
			t.Wrong(t.At("name"), "expected another name, found %q, which the task %s already has as an alias", k.Name, other.Name)
		}
		for i, a := range k.Aliases {
			if other.Name == a || slices.Contains(other.Aliases, a) {
				t.Wrong(fmt.Sprintf("%s[%d]", t.At("aliases"), i), "expected another name, found %q, which the task %s already has", a, other.Name)
			}
		}
	}
	r.unread.tasks = r.unread.tasks || len(t.Problems) > known
	if i := slices.Index(k.Aliases, k.Name); i >= 0 && k.Name != "" {
		t.Wrong(fmt.Sprintf("%s[%d]", t.At("aliases"), i), "expected another word than the name, found %q", k.Name)
	}
	k.In, k.Out = r.params(t, "in", values), r.params(t, "out", values)
	k.Fields = r.compare(t)
	if k.Name == moveTask {
		k.Fields = append([]game.Field{{Pointer: codePlace, Code: true}}, k.Fields...)
	}
	said := Task{
		Answers: Answers(t.Word("answers", []string{string(One), string(Listed), string(Judged)})),
		Timeout: t.Duration("timeout", timeoutMax),
	}
	t.End()
	g.Tasks = append(g.Tasks, k)
	r.folder.Tasks[k.Name] = said
}

// params reads the values that a task reads or writes.
func (r *reader) params(t *document.Table, key string, values []string) []game.Param {
	if !required(t, key) {
		return nil
	}
	list, ok := t.Values[key].([]any)
	if !ok {
		t.Mistyped(key, "an array", t.Values[key])
		return nil
	}
	if len(list) == 0 {
		t.Wrong(t.At(key), "expected at least one value, found none")
	}
	var params []game.Param
	for i, element := range list {
		at := fmt.Sprintf("%s[%d]", t.At(key), i)
		var p game.Param
		switch v := element.(type) {
		case string:
			p = game.Param{Name: v, Value: v}
			r.among(t, at, "value", v, values)
		case map[string]any:
			inner := t.Inner(at, v)
			p.Name = line(inner, "name", paramNameMax)
			if required(inner, "value") {
				p.Value = inner.Text("value", "")
				r.among(inner, inner.At("value"), "value", p.Value, values)
			}
			p.Optional, p.Repeated = inner.Flag("optional"), inner.Flag("repeated")
			inner.End()
		default:
			t.Wrong(at, `expected the name of a value or a table such as { name = "state", value = "state" }, found %s`, document.Describe(v))
			continue
		}
		switch {
		case p.Optional && p.Repeated:
			t.Wrong(at, "expected one of optional and repeated, found both")
		case (p.Optional || p.Repeated) && i < len(list)-1:
			t.Wrong(at, "expected optional or repeated at the last value only")
		}
		params = append(params, p)
	}
	return params
}

// pointerForm is that of a JSON pointer to a part of the output values.
var pointerForm = text.Pattern(`^(/([^~/]|~[01])*)+$`)

// compare reads how the answers of a task compare.
func (r *reader) compare(t *document.Table) []game.Field {
	var fields []game.Field
	for _, c := range t.Tables("compare") {
		var f game.Field
		var said []string
		for _, key := range []string{"bag", "code", "missing", "clause"} {
			if c.Has(key) {
				said = append(said, key)
			}
		}
		if len(said) != 1 {
			c.Wrong(c.Path, "expected exactly one of bag, code, missing and clause, found %s; write an entry for each",
				cmp.Or(strings.Join(said, " and "), "none"))
		}
		for _, key := range []string{"bag", "code"} {
			if c.Values[key] == false {
				c.Wrong(c.At(key), "expected true, found false; remove the entry: without one arrays have an order, and strings are no codes")
			}
		}
		f.Bag, f.Code, f.Clause = c.Flag("bag"), c.Flag("code"), c.Text("clause", "")
		if v := c.Take("missing"); v != nil {
			f.Missing = valueOf(c, c.At("missing"), v)
		}
		if f.Clause != "" {
			r.compares = append(r.compares, c)
		}
		if required(c, "at") {
			places := c.Texts("at")
			if list, _ := c.Values["at"].([]any); list != nil && len(list) == 0 {
				c.Wrong(c.At("at"), "expected at least one JSON pointer, found none")
			}
			for _, p := range places {
				if !pointerForm().MatchString(p) {
					c.Wrong(c.At("at"), `expected JSON pointers such as "/0/scores/*", found %q`, p)
				}
				one := f
				one.Pointer = p
				fields = append(fields, one)
			}
		}
		c.End()
	}
	return fields
}

// valueOf is a value of TOML as one of JSON. A string is read as the command line
// reads VALUE in NAME=VALUE: as JSON, else as a bare word.
func valueOf(t *document.Table, at string, v any) jsontext.Value {
	if s, ok := v.(string); ok {
		set, err := game.ParseSetting("x=" + s)
		if err != nil {
			t.Wrong(at, `expected JSON or a bare word, found %q; a text with blanks is written '"like this"'`, s)
			return nil
		}
		compact := set.Value.Clone()
		_ = compact.Compact() // it is JSON
		return compact
	}
	text, err := json.Marshal(v, json.Deterministic(true), json.WithMarshalers(noDates()))
	if err != nil {
		t.Wrong(at, "expected a value that JSON has, found a date, a time, inf or nan")
		return nil
	}
	return text
}

// noDates refuses what TOML has beyond JSON, which else would become a text.
var noDates = sync.OnceValue(func() *json.Marshalers {
	return json.MarshalToFunc(func(_ *jsontext.Encoder, v encoding.TextMarshaler) error {
		return fmt.Errorf("JSON has no %T", v)
	})
})

// mutantForm is that of the id of a mutant.
var mutantForm = text.Pattern(`^(([A-Z]{2}-)?[A-Z][0-9]+|[a-z][a-z0-9]*(-[a-z0-9]+)*)$`)

// mutantIDMax bounds the id of a mutant, which stands in tables.
const mutantIDMax = 60

// noMutants refuses a file with nearly the name of that of the mutants, where there is none:
// nobody would miss them.
func (r *reader) noMutants() {
	if _, err := os.Stat(filepath.Join(r.path, MutantsFile)); err == nil {
		return // the file is there but cannot be read, and another message says so
	}
	entries, _ := os.ReadDir(r.path)
	for _, e := range entries {
		if game.Nearest(e.Name(), []string{MutantsFile}) != "" {
			r.fail(e.Name(), 0, "", "expected %s for the mutants of the game, found %q", MutantsFile, e.Name())
		}
	}
}

// mutants reads mutants.toml.
func (r *reader) mutants(clauses []string) {
	top := r.toml(MutantsFile)
	if top == nil {
		r.noMutants()
		return
	}
	g := r.folder.Game
	seen := map[string]bool{}
	for _, t := range top.Tables("mutant") {
		var m game.Mutant
		if required(t, "id") {
			m.ID = t.Text("id", "")
			prefix, _, dashed := strings.Cut(m.ID, "-")
			switch {
			case !mutantForm().MatchString(m.ID) || len(m.ID) > mutantIDMax || dashed && twoCapitals().MatchString(prefix) && prefix != g.Prefix:
				t.Wrong(t.At("id"), "expected M3, %s-M3 or words-with-hyphens of at most %d characters, found %q", g.Prefix, mutantIDMax, m.ID)
			case seen[m.ID]:
				t.Wrong(t.At("id"), "expected each id once, found %q again", m.ID)
			}
			seen[m.ID] = true
		}
		if required(t, "clause") {
			m.Clause = t.Text("clause", "")
			r.among(t, t.At("clause"), "clause", m.Clause, clauses)
		}
		m.Summary = line(t, "summary", summaryMax)
		m.Hint, m.Equivalent = t.Text("hint", ""), t.Text("equivalent", "")
		if t.Blank("equivalent") {
			t.Wrong(t.At("equivalent"), "expected why no input tells the mutant from the rules, found no word; without the key a case has to tell it")
		}
		m.Tasks = r.taskNames(t, "tasks")
		if c, ok := g.Clause(m.Clause); ok && m.Tasks == nil {
			m.Tasks = c.Tasks
		}
		t.End()
		g.Mutants = append(g.Mutants, m)
	}
	top.End()
}

// taskNames reads names of tasks, all of which exist.
func (r *reader) taskNames(t *document.Table, key string) []string {
	list := texts(t, key)
	for i, n := range list {
		r.among(t, fmt.Sprintf("%s[%d]", t.At(key), i), "task", n, r.allTasks())
	}
	return list
}

func (r *reader) allTasks() []string {
	var names []string
	for _, t := range r.folder.Game.Tasks {
		names = append(names, t.Name)
	}
	return names
}

// batchTasks are those that are not played live.
func (r *reader) batchTasks() []string {
	var names []string
	for _, t := range r.folder.Game.Tasks {
		if t.Live == "" {
			names = append(names, t.Name)
		}
	}
	return names
}
