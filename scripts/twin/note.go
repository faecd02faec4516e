package main

import (
	"errors"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// A note is something worth meeting that the twin notes when it comes by: a
// boundary, an outcome, or that a clause without mutants decides.
type note struct {
	Feature string         `toml:"feature"` // its name; * stands for the words of each
	Each    any            `toml:"each"`    // "win loss", or what each means: ["win: a win", "loss: a loss"]
	Clause  string         `toml:"clause"`  // instead of a feature
	Means   string         `toml:"means"`   // what a case for it must contain
	Tasks   string         `toml:"tasks"`
	At      map[string]any `toml:"at"`

	list  string      // "exchange"
	at    string      // its file, for messages
	edits []edit      // where it is noted, and what has to hold there
	words [][2]string // for the star, with what they mean
	again int         // how many notes of its list before it have the same name
}

// star stands in names for one of several words.
const star = "*"

// complete checks a note and reads its places.
func (n *note) complete() error {
	switch {
	case (n.Feature == "") == (n.Clause == ""):
		return errors.New("expected a feature or a clause")
	case n.Tasks == "":
		return errors.New("key \"tasks\" is missing")
	case len(n.At) == 0:
		return errors.New("it is noted nowhere: expected at")
	case strings.Contains(n.Feature+n.Clause, star) != (n.Each != nil):
		return fmt.Errorf("a name with %s and each go together", star)
	}
	if err := n.readWords(); err != nil {
		return err
	}
	if n.Feature != "" && n.Means == "" && slices.ContainsFunc(n.words, func(w [2]string) bool { return w[1] == "" }) {
		return errors.New("it does not say what it means")
	}
	edits, err := readEdits(n.At)
	n.edits = edits
	return err
}

// readWords reads the words that may stand for the star; without one the only
// word is "".
func (n *note) readWords() error {
	switch each := n.Each.(type) {
	case nil:
		n.words = [][2]string{{"", n.Means}}
	case string:
		for word := range strings.FieldsSeq(each) {
			n.words = append(n.words, [2]string{word, strings.ReplaceAll(n.Means, star, word)})
		}
	case []any:
		for _, one := range each {
			text, _ := one.(string)
			word, means, ok := strings.Cut(text, ": ")
			if !ok {
				return fmt.Errorf("expected \"WORD: what it means\" in each, found %v", one)
			}
			n.words = append(n.words, [2]string{word, means})
		}
	}
	return nil
}

// name is what messages call it.
func (n *note) name() string { return "note " + n.Feature + n.Clause }

// constant is its number in the twin.
func (n *note) constant() string {
	name := "note" + strings.ToUpper(n.list[:1]) + n.list[1:] + "_"
	for _, r := range n.Feature + n.Clause {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			name += string(r)
		default:
			name += fmt.Sprintf("_%x", r) // names differ in signs alone: left=3, left>3
		}
	}
	if n.again > 0 {
		name += fmt.Sprintf("_again%d", n.again)
	}
	return name
}

// An insertion is text of the twin alone in front of a statement of the rules.
type insertion struct {
	file *ast.File
	at   int
	text string
}

// insert finds where the twin takes a note.
func (w *writing) insert(n *note) error {
	functions := w.functions()
	for _, e := range n.edits {
		d, f, at, err := w.fragment(functions, e)
		if err != nil {
			return err
		}
		from, ok := w.statement(d, at)
		if !ok {
			return fmt.Errorf("%s: %q is in no statement", e.function, e.old)
		}
		rules, ok := w.rulesAt(d, w.fset.File(d.Pos()).Pos(from))
		if !ok {
			return fmt.Errorf("%s: no value of type rules is at hand there, which could take the note", e.function)
		}
		text := fmt.Sprintf("if %s.notes(%s) && (%s) {\n%[1]s.note(%[2]s, \"\")\n}\n", rules, n.constant(), e.new)
		if n.Each != nil {
			text = fmt.Sprintf("if %s.notes(%s) {\n%[1]s.note(%[2]s, %[3]s)\n}\n", rules, n.constant(), e.new)
		}
		w.insertions = append(w.insertions, insertion{f, from, text})
	}
	return nil
}

// hush has the twin note nothing as long as a function runs.
func (w *writing) hush(function string) error {
	found := w.functions()[function]
	if len(found) != 1 || len(found[0].Body.List) == 0 {
		return fmt.Errorf("there are %d functions %s with statements, expected one: write TYPE.METHOD", len(found), function)
	}
	first := found[0].Body.List[0].Pos()
	rules, ok := w.rulesAt(found[0], first)
	if !ok {
		return fmt.Errorf("%s: no value of type rules is at hand there", function)
	}
	text := fmt.Sprintf("if %s.tracing != nil {\n%[1]s.tracing.tries++\ndefer func() { %[1]s.tracing.tries-- }()\n}\n", rules)
	w.insertions = append(w.insertions, insertion{w.fileAt(first), w.offset(first), text})
	return nil
}

// statement is where the statement of a list begins that has a stretch of a
// function.
func (s *source) statement(d *ast.FuncDecl, at span) (int, bool) {
	from, found := 0, false
	var around ast.Node
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if n == nil || s.offset(n.Pos()) > at.from || s.offset(n.End()) < at.to {
			return false
		}
		if _, ok := n.(ast.Stmt); ok {
			switch around.(type) {
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				switch n.(type) {
				case *ast.CaseClause, *ast.CommClause:
				default:
					from, found = s.offset(n.Pos()), true
				}
			}
		}
		around = n
		return true
	})
	return from, found
}

// between are the insertions behind one place of a file up to another one.
func (w *writing) between(f *ast.File, after, to int) []insertion {
	var list []insertion
	for _, i := range w.insertions {
		if i.file == f && after < i.at && i.at <= to {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	return list
}

// plain is a stretch of a file with the notes in it.
func (w *writing) plain(f *ast.File, at span) string {
	var b strings.Builder
	next := at.from
	for _, i := range w.between(f, at.from, at.to) {
		b.WriteString(w.texts[f][next:i.at])
		b.WriteString(i.text)
		next = i.at
	}
	b.WriteString(w.texts[f][next:at.to])
	return b.String()
}

// passing notes that the twin came by the fragments of some mutants.
func passing(rules string, others []instead) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s.tracing != nil {\n", rules)
	for _, o := range others {
		fmt.Fprintf(&b, "%s.tracing.passed[%s] = true\n", rules, constant(o.m))
	}
	b.WriteString("}\n")
	return b.String()
}

// noting is what the twin's own file has for its notes.
func (w *writing) noting() string {
	var b strings.Builder
	b.WriteString("\n// The notes, one for each boundary or outcome.\nconst (\n")
	for i, n := range w.notes {
		b.WriteString(n.constant())
		if i == 0 {
			b.WriteString(" = iota")
		}
		b.WriteString("\n")
	}
	if len(w.notes) == 0 {
		b.WriteString("notes = 0\n)\n")
	} else {
		b.WriteString("notes\n)\n")
	}
	b.WriteString("\n// noted are the notes, by their numbers.\nvar noted = [notes]game.Note{\n")
	for _, n := range w.notes {
		fmt.Fprintf(&b, "%s: {", n.constant())
		if n.Clause != "" {
			fmt.Fprintf(&b, "Clause: %q", n.Clause)
		} else {
			fmt.Fprintf(&b, "Feature: %q", n.Feature)
		}
		b.WriteString(", Words: []game.Word{")
		for i, w := range n.words {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "{Word: %q, Means: %q}", w[0], w[1])
		}
		fmt.Fprintf(&b, "}, Tasks: %#v},\n", strings.Fields(n.Tasks))
	}
	b.WriteString(`}

// A tracing is what the rules come by while they answer one case.
type tracing struct {
	trace  *game.Trace
	asked  [notes]bool  // of the task
	passed [wrongs]bool // the mutants whose fragments were passed
	tries  int          // how many functions run that only try something
}

// asked tells whether something is to be noted.
func (r *rules) notes(n int) bool {
	return r.tracing != nil && r.tracing.asked[n] && r.tracing.tries == 0
}

// note notes something; words stand for the star in its name, separated by blanks.
func (r *rules) note(n int, words string) { noted[n].Take(r.tracing.trace, words) }

// Tracing is an oracle that notes in a trace what it comes by, and which clauses
// decide.
func Tracing(g *game.Game, s game.Settings, task string) (game.Oracle, error) {
	r, err := ` + makeRules + `(g, s)
	if err != nil {
		return nil, err
	}
	r.tracing = &tracing{}
	t, _ := g.Task(task)
	for i := range noted {
		// What a server plays is a whole game, in which anything can happen.
		r.tracing.asked[i] = t.Live == game.Server || slices.Contains(noted[i].Tasks, task)
	}
	var deciders []game.Decider
	for i, m := range mutants() {
		c, _ := g.Clause(m.Clause)
		if slices.Contains(c.Tasks, task) || t.Live == game.Server && slices.Contains(m.Tasks, task) {
			deciders = append(deciders, game.Decider{
				Clause: m.Clause,
				Passed: &r.tracing.passed[i],
				Rules:  func() (game.Rules, error) { return New(g, s, m.ID) },
			})
		}
	}
	begin := func(t *game.Trace) { r.tracing.trace, r.tracing.passed, r.tracing.tries = t, optional, 0 }
	return game.Deciding(r, task, begin, deciders), nil
}

// optional are the mutants of the options, which have no fragment to pass.
var optional = [wrongs]bool{
`)
	for _, m := range w.mutants {
		if m.Set != "" {
			fmt.Fprintf(&b, "%s: true,\n", constant(m))
		}
	}
	b.WriteString("}\n")
	return b.String()
}
