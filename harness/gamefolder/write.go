package gamefolder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/schemas"
)

// LeftBehind is what a game of ours has beyond what format 1 can say: live play, with
// what nothing else has.
type LeftBehind struct {
	Tasks   []string `json:"tasks"`
	Clauses []string `json:"clauses"`
	Options []string `json:"options"`
	Mutants []string `json:"mutants"`
}

// Write writes a game of ours as a folder whose reference is this program, by the
// pipe, into a sink. Suites are the embedded ones.
func Write(g *game.Game, suites fs.FS, to suite.Sink) (*LeftBehind, error) {
	w := &writer{game: g, files: map[string][]byte{}}
	for _, list := range []*[]string{&w.left.Tasks, &w.left.Clauses, &w.left.Options, &w.left.Mutants} {
		*list = []string{} // so that JSON has an array
	}
	w.choose()
	if err := w.values(); err != nil {
		return nil, err
	}
	w.chooseClauses()
	if err := w.gameFile(); err != nil {
		return nil, err
	}
	w.ruleBook()
	if err := w.mutantsFile(); err != nil {
		return nil, err
	}
	if err := w.suiteFiles(suites); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		if err := to(name, w.files[name]); err != nil {
			return nil, err
		}
	}
	return &w.left, nil
}

// A writer writes one folder.
type writer struct {
	game  *game.Game
	files map[string][]byte // by their path in the folder
	left  LeftBehind

	tasks   []string // that are not live
	clauses []game.Clause
	options []game.Option
	mutants []game.Mutant
}

// choose parts what is written from what stays behind with live play.
func (w *writer) choose() {
	g := w.game
	for i := range g.Tasks {
		if t := &g.Tasks[i]; t.Live == "" {
			w.tasks = append(w.tasks, t.Name)
		} else {
			w.left.Tasks = append(w.left.Tasks, t.Name)
		}
	}
	for _, m := range g.Mutants {
		if m.Tasks = w.batch(m.Tasks); len(m.Tasks) == 0 {
			w.left.Mutants = append(w.left.Mutants, m.ID)
			continue
		}
		w.mutants = append(w.mutants, m)
	}
	for _, o := range g.Options {
		if !slices.ContainsFunc(w.tasks, func(task string) bool { return g.Shows(&o, task) }) {
			w.left.Options = append(w.left.Options, o.Name)
			continue
		}
		if o.Tasks != nil {
			o.Tasks = w.batch(o.Tasks)
		}
		w.options = append(w.options, o)
	}
}

// chooseClauses parts the clauses: those stay behind that only live play has.
func (w *writer) chooseClauses() {
	g := w.game
	needed := map[string]bool{}
	for _, m := range w.mutants {
		needed[m.Clause] = true
	}
	for _, o := range w.options {
		needed[o.Clause] = true
	}
	for _, c := range g.Codes {
		needed[c.Clause] = true
	}
	for i := range g.Tasks {
		for _, f := range g.Tasks[i].Fields {
			needed[f.Clause] = needed[f.Clause] || g.Tasks[i].Live == ""
		}
	}
	for _, id := range w.cited() {
		if c, ok := g.Clause(id); ok && !needed[id] && len(c.Tasks) > 0 && len(w.batch(c.Tasks)) == 0 {
			// What it says is tested by a live task alone: no case that is written could cite it.
			w.uncite(id)
			continue
		}
		needed[id] = true
	}
	for _, c := range g.Clauses {
		if c.Tasks = w.batch(c.Tasks); len(c.Tasks) == 0 && !needed[c.ID] {
			w.left.Clauses = append(w.left.Clauses, c.ID)
			continue
		}
		w.clauses = append(w.clauses, c)
	}
}

// batch are the tasks of a list that are not live.
func (w *writer) batch(tasks []string) []string {
	var list []string
	for _, t := range tasks {
		if slices.Contains(w.tasks, t) {
			list = append(list, t)
		}
	}
	return list
}

// The tables of game.toml and mutants.toml.
type (
	gameTOML struct {
		Format    int           `toml:"format"`
		Name      string        `toml:"name"`
		Title     string        `toml:"title"`
		Summary   string        `toml:"summary"`
		Prefix    string        `toml:"prefix"`
		Reference referenceTOML `toml:"reference"`
		Tasks     []taskTOML    `toml:"task"`
		Options   []optionTOML  `toml:"option,omitempty"`
		Presets   []presetTOML  `toml:"preset,omitempty"`
	}
	referenceTOML struct {
		Command []string `toml:"command"`
	}
	taskTOML struct {
		Name    string        `toml:"name"`
		Summary string        `toml:"summary"`
		Aliases []string      `toml:"aliases,omitempty"`
		In      []any         `toml:"in"`
		Out     []any         `toml:"out"`
		Compare []compareTOML `toml:"compare,omitempty"`
	}
	paramTOML struct {
		Name     string `toml:"name"`
		Value    string `toml:"value"`
		Optional bool   `toml:"optional,omitempty"`
		Repeated bool   `toml:"repeated,omitempty"`
	}
	compareTOML struct {
		At      string `toml:"at"`
		Bag     bool   `toml:"bag,omitempty"`
		Code    bool   `toml:"code,omitempty"`
		Missing string `toml:"missing,omitempty"`
		Clause  string `toml:"clause,omitempty"`
	}
	optionTOML struct {
		Name    string   `toml:"name"`
		Summary string   `toml:"summary"`
		Default string   `toml:"default"`
		OneOf   []string `toml:"one_of,omitempty"`
		Min     *int64   `toml:"min,omitempty"`
		Max     *int64   `toml:"max,omitempty"`
		Value   string   `toml:"value,omitempty"`
		Null    bool     `toml:"null,omitempty"`
		Range   string   `toml:"range,omitempty"`
		Clause  string   `toml:"clause,omitempty"`
		Tasks   []string `toml:"tasks,omitempty"`
	}
	presetTOML struct {
		Name    string            `toml:"name"`
		Summary string            `toml:"summary"`
		Options map[string]string `toml:"options"`
	}
	mutantsTOML struct {
		Mutants []mutantTOML `toml:"mutant"`
	}
	mutantTOML struct {
		ID         string   `toml:"id"`
		Clause     string   `toml:"clause"`
		Summary    string   `toml:"summary"`
		Hint       string   `toml:"hint,omitempty"`
		Tasks      []string `toml:"tasks"`
		Equivalent string   `toml:"equivalent,omitempty"`
	}
)

// gameFile writes game.toml.
func (w *writer) gameFile() error {
	g := w.game
	top := gameTOML{
		Format: Format, Name: g.Name, Title: g.Title, Summary: g.Summary, Prefix: g.Prefix,
		Reference: referenceTOML{[]string{TouchstoneWord, "solve", g.Name, "--pipe"}},
	}
	for _, name := range w.tasks {
		t, _ := g.Task(name)
		task := taskTOML{Name: t.Name, Summary: t.Summary, Aliases: t.Aliases, In: paramsTOML(t.In), Out: paramsTOML(t.Out)}
		for _, f := range t.Fields {
			if f.Code && !(t.Name == moveTask && f.Pointer == codePlace) {
				task.Compare = append(task.Compare, compareTOML{At: f.Pointer, Code: true})
			}
			if f.Bag {
				task.Compare = append(task.Compare, compareTOML{At: f.Pointer, Bag: true})
			}
			if f.Missing != nil {
				task.Compare = append(task.Compare, compareTOML{At: f.Pointer, Missing: string(f.Missing)})
			}
			if f.Clause != "" {
				task.Compare = append(task.Compare, compareTOML{At: f.Pointer, Clause: f.Clause})
			}
		}
		top.Tasks = append(top.Tasks, task)
	}
	for _, o := range w.options {
		one := optionTOML{
			Name: o.Name, Summary: o.Summary, Default: o.Default, Min: o.Takes.Min, Max: o.Takes.Max, Null: o.Takes.Null,
			Range: o.Range, Clause: o.Clause, Tasks: o.Tasks,
		}
		for _, v := range o.Takes.OneOf {
			one.OneOf = append(one.OneOf, string(v))
		}
		if o.Takes.Schema != "" {
			one.Value = optionValue(o.Name)
		}
		top.Options = append(top.Options, one)
	}
	for _, p := range g.Presets {
		if p.Name == presetRules {
			continue // it is always there
		}
		one := presetTOML{Name: p.Name, Summary: p.Summary, Options: map[string]string{}}
		for _, s := range p.Values {
			if slices.ContainsFunc(w.options, func(o game.Option) bool { return o.Name == s.Name }) {
				one.Options[s.Name] = string(s.Value)
			}
		}
		top.Presets = append(top.Presets, one)
	}
	return w.toml(GameFile, top)
}

// optionValue is the name of the value that an option takes which only a schema can
// describe.
func optionValue(name string) string { return "option-" + name }

func paramsTOML(params []game.Param) []any {
	list := make([]any, len(params))
	for i, p := range params {
		if list[i] = any(p.Value); p.Name != p.Value || p.Optional || p.Repeated {
			list[i] = paramTOML{p.Name, p.Value, p.Optional, p.Repeated}
		}
	}
	return list
}

func (w *writer) toml(name string, v any) error {
	var b bytes.Buffer
	encoder := toml.NewEncoder(&b)
	encoder.SetArraysMultiline(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.files[name] = b.Bytes()
	return nil
}

// ruleBook writes rules.md.
func (w *writer) ruleBook() {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n", w.game.Title, w.game.Summary)
	for _, c := range w.clauses {
		marks := make([]string, len(c.Marks))
		for i, m := range c.Marks {
			marks[i] = string(m)
		}
		fmt.Fprintf(&b, "\n### %s (%s)\n\n%s\n", c.ID, strings.Join(marks, ", "), c.Text)
		if len(c.Tasks) > 0 {
			fmt.Fprintf(&b, "\nTasks: %s\n", strings.Join(c.Tasks, ", "))
		}
	}
	if len(w.game.Codes) > 0 {
		fmt.Fprintf(&b, "\n## %s\n\n", codesHeading)
	}
	for _, c := range w.game.Codes {
		fmt.Fprintf(&b, "- %s (%s): %s\n", c.Name, c.Clause, c.When)
	}
	w.files[RulesFile] = []byte(b.String())
}

// mutantsFile writes mutants.toml.
func (w *writer) mutantsFile() error {
	var top mutantsTOML
	for _, m := range w.mutants {
		top.Mutants = append(top.Mutants, mutantTOML{m.ID, m.Clause, m.Summary, m.Hint, m.Tasks, m.Equivalent})
	}
	return w.toml(MutantsFile, top)
}

// referTo is the file that a $ref leads to.
var referTo = text.Pattern(`"\$ref":\s*"([a-z][a-z0-9_-]*)` + regexp.QuoteMeta(schemas.Suffix))

// values writes the schemas of all values that tasks and options take or give, and of
// those in them.
func (w *writer) values() error {
	var open []string
	for _, name := range w.tasks {
		t, _ := w.game.Task(name)
		for _, p := range slices.Concat(t.In, t.Out) {
			open = append(open, p.Value)
		}
	}
	for _, o := range w.options {
		if o.Takes.Schema != "" {
			open = append(open, optionValue(o.Name))
		}
	}
	for len(open) > 0 {
		name := open[0]
		open = open[1:]
		path := ValueFile(name)
		if w.files[path] != nil {
			continue
		}
		text, err := w.schema(name)
		if err != nil {
			return err
		}
		w.files[path] = text
		for _, m := range referTo().FindAllSubmatch(text, -1) {
			open = append(open, string(m[1]))
		}
	}
	return nil
}

// cited are the clauses that the schemas name.
func (w *writer) cited() []string {
	var list []string
	for name, text := range w.files {
		if strings.HasPrefix(name, valuesDir+"/") {
			for _, m := range clauseOf().FindAllSubmatch(text, -1) {
				list = append(list, string(m[1]))
			}
		}
	}
	return list
}

var clauseOf = text.Pattern(`"x-clause":\s*"([^"]*)"`)

// uncite has the schemas name a clause no more, neither as a key nor in brackets.
func (w *writer) uncite(id string) {
	citation := regexp.MustCompile(`"x-clause":\s*"` + id + `",?\s*| \(` + id + `\)|, ` + id + `\b`)
	for name, text := range w.files {
		if strings.HasPrefix(name, valuesDir+"/") {
			w.files[name] = citation.ReplaceAll(text, nil)
		}
	}
}

// schema is that of a value, in the keywords of the format.
func (w *writer) schema(name string) ([]byte, error) {
	for _, o := range w.options {
		if o.Takes.Schema != "" && optionValue(o.Name) == name {
			return indented([]byte(o.Takes.Schema))
		}
	}
	text, err := fs.ReadFile(schemas.FS, w.game.Name+"/"+name+schemas.Suffix)
	if err != nil {
		return nil, err
	}
	return indented(withoutKeys(text))
}

// withoutKeys leaves out which keys of an object only some options allow: the
// reference refuses them.
func withoutKeys(text []byte) []byte {
	return keysForm().ReplaceAll(text, nil)
}

var keysForm = text.Pattern(`"x-keys":\s*\{[^}]*\},?`)

func indented(text []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// suiteFiles writes the suites. An option of live play that a case names with others
// changes nothing in its answer, and stays behind.
func (w *writer) suiteFiles(embedded fs.FS) error {
	for _, task := range w.tasks {
		s, err := suite.Embedded(embedded, w.game.Name, task)
		if err != nil {
			return err
		}
		for i := range s.Cases {
			s.Cases[i].Options = slices.DeleteFunc(s.Cases[i].Options, func(o game.Setting) bool { return slices.Contains(w.left.Options, o.Name) })
		}
		w.files[suitesDir+"/"+task+"/"+task+".jsonl"] = suite.Manifest(s.Cases)
	}
	return nil
}
