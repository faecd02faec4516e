package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// A list is a file of mutants.
type list struct {
	name    string   // "exchange", of exchange.toml
	Imports []string `toml:"imports"` // what only helpers import
	Helpers string   `toml:"helpers"`
	Notes   []note   `toml:"note"`
	Quiet   []string `toml:"quiet"` // functions that only try something, in which nothing is noted
	Groups  []struct {
		Hint    string   `toml:"hint"`
		Mutants []mutant `toml:"mutant"`
	} `toml:"group"`
}

// A mutant is one wrong reading of the rules.
type mutant struct {
	ID         string         `toml:"id"`
	Clause     string         `toml:"clause"`
	Summary    string         `toml:"summary"`
	Tasks      string         `toml:"tasks"`
	Equivalent string         `toml:"equivalent"`
	Set        string         `toml:"set"`
	Edit       map[string]any `toml:"edit"`

	hint, list string
	at         string // file and line, for messages
	edits      []edit
	sites      []*site
}

// An edit replaces a fragment of a function.
type edit struct {
	function string
	old, new string
	nth      int // which one, from 1; 0: the only one
}

// readLists reads the files of mutants in a folder, whose names come without
// ".toml".
func readLists(folder string, names []string) ([]*list, error) {
	var lists []*list
	known := map[string]string{}
	for _, name := range names {
		l, err := readList(filepath.Join(folder, name+".toml"))
		if err != nil {
			return nil, err
		}
		for _, g := range l.Groups {
			for i := range g.Mutants {
				m := &g.Mutants[i]
				if at, twice := known[m.ID]; twice {
					return nil, fmt.Errorf("%s: mutant %s is also at %s", m.at, m.ID, at)
				}
				known[m.ID] = m.at
			}
		}
		lists = append(lists, l)
	}
	return lists, nil
}

// idLine is the line of a file with which a mutant begins.
var idLine = regexp.MustCompile(`^\s*id\s*=`)

// readList reads one of them.
func readList(path string) (*list, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := &list{name: strings.TrimSuffix(filepath.Base(path), ".toml")}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(l); err != nil {
		if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
			return nil, fmt.Errorf("%s: unknown key\n%s", path, unknown.String())
		}
		if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := wrong.Position()
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range l.Notes {
		n := &l.Notes[i]
		n.list, n.at = l.name, path
		if err := n.complete(); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, n.name(), err)
		}
	}
	lines := strings.Split(string(text), "\n")
	next := 0
	for _, g := range l.Groups {
		for i := range g.Mutants {
			m := &g.Mutants[i]
			for next < len(lines) && !idLine.MatchString(lines[next]) {
				next++
			}
			next++
			m.hint, m.list, m.at = g.Hint, l.name, fmt.Sprintf("%s:%d", path, next)
			if err := m.complete(); err != nil {
				return nil, fmt.Errorf("%s: mutant %s: %w", m.at, m.ID, err)
			}
		}
	}
	return l, nil
}

// complete checks a mutant and reads its edits.
func (m *mutant) complete() error {
	for _, key := range []struct{ name, value string }{{"id", m.ID}, {"clause", m.Clause}, {"summary", m.Summary}, {"tasks", m.Tasks}} {
		if key.value == "" {
			return fmt.Errorf("key %q is missing", key.name)
		}
	}
	// game.MutantsOf reads lines and tabs.
	for _, value := range []string{m.ID, m.Clause, m.Summary, m.Tasks, m.Equivalent, m.hint} {
		if strings.ContainsAny(value, "\t\n") {
			return fmt.Errorf("expected no tab and no new line in a text, found %q", value)
		}
	}
	if len(m.Edit) == 0 && m.Set == "" {
		return errors.New("it changes nothing: expected edit or set")
	}
	edits, err := readEdits(m.Edit)
	m.edits = edits
	return err
}

// readEdits reads the fragments of some functions.
func readEdits(all map[string]any) ([]edit, error) {
	var edits []edit
	for _, function := range slices.Sorted(maps.Keys(all)) {
		texts, many := all[function].([]any)
		if !many {
			texts = []any{all[function]}
		}
		for _, text := range texts {
			s, ok := text.(string)
			if !ok {
				return nil, fmt.Errorf("edit of %s: expected \"FRAGMENT => INSTEAD\"", function)
			}
			e, err := readEdit(function, s)
			if err != nil {
				return nil, err
			}
			edits = append(edits, e)
		}
	}
	return edits, nil
}

// readEdit reads "FRAGMENT => INSTEAD" and "FRAGMENT #2 => INSTEAD".
func readEdit(function, text string) (edit, error) {
	old, instead, ok := strings.Cut(text+" ", "=> ")
	old = strings.TrimSpace(old)
	if !ok || old == "" {
		return edit{}, fmt.Errorf("edit of %s: %q has no \"=>\" between what stands there and what is to stand there", function, text)
	}
	e := edit{function: function, old: old, new: strings.TrimSpace(instead)}
	if i := strings.LastIndex(old, " #"); i >= 0 {
		n, err := strconv.Atoi(old[i+2:])
		if err != nil || n < 1 {
			return edit{}, fmt.Errorf("edit of %s: %q is no number of a fragment", function, old[i+1:])
		}
		e.old, e.nth = strings.TrimSpace(old[:i]), n
	}
	return e, nil
}
