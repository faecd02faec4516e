package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// An Option is one switch of a rule book. Its value is JSON.
type Option struct {
	Name    string
	Default string // JSON text
	Range   string // the values it takes, for people: "1 to 1000", "true or false"
	Clause  string // the clause it governs
	Summary string
	// Tasks are those whose answers it can change, or whose domain; nil are all
	// that its clause decides, or all there are if it has no clause.
	Tasks []string
	// Takes says for programs what Range says for people.
	Takes Takes
}

// Takes is what values an option takes: one of some, an integer within bounds, or
// what a schema describes; true or false if nothing is set.
type Takes struct {
	OneOf    []jsontext.Value
	Min, Max *int64 // nil: no bound
	Schema   string // a JSON Schema
	Null     bool   // null, too
}

// Shows tells whether an option of the game can show in a task.
func (g *Game) Shows(o *Option, task string) bool {
	if o.Tasks != nil {
		return slices.Contains(o.Tasks, task)
	}
	c, ok := g.Clause(o.Clause)
	return !ok || slices.Contains(c.Tasks, task)
}

// A Preset sets several options under one name.
type Preset struct {
	Name    string
	Summary string
	Values  []Setting
}

// A Setting is an option with a value, as JSON text.
type Setting struct {
	Name  string
	Value jsontext.Value
}

// A SettingList stands in JSON as one object, the settings in their order.
type SettingList []Setting

// MarshalJSONTo writes the settings as an object.
func (l SettingList) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, s := range l {
		if err := enc.WriteToken(jsontext.String(s.Name)); err != nil {
			return err
		}
		if err := enc.WriteValue(s.Value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads the settings from an object, and keeps their order.
func (l *SettingList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind != '{' {
		if err := dec.SkipValue(); err != nil {
			return err
		}
		return errors.New("expected an object of options")
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	*l = SettingList{}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		option := Setting{Name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		option.Value = value.Clone()
		*l = append(*l, option)
	}
	_, err := dec.ReadToken()
	return err
}

// Settings choose the rules of a run: a preset, then single options, which
// stand above the preset wherever they were written. Of several for the same
// name the last counts.
type Settings struct {
	Preset  string // "" is the game's default
	Options []Setting
	Mutant  string // "" is the rules as they are
}

// ParseSetting reads NAME=VALUE as the command line has it. VALUE is JSON; a
// bare word counts as a string.
func ParseSetting(text string) (Setting, error) { return parseSetting(text, "GAME") }

// parseSetting is ParseSetting for a game, whose name hints have.
func parseSetting(text, game string) (Setting, error) {
	lists := fmt.Sprintf("%q lists the options with their values", "touchstone games "+game+" options")
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return Setting{}, &UsageError{
			Message: fmt.Sprintf("option %q is not of the form NAME=VALUE", text),
			Hint:    lists,
		}
	}
	raw := jsontext.Value(value)
	if raw.IsValid() {
		return Setting{Name: name, Value: raw}, nil
	}
	if !bareWord(value) {
		return Setting{}, &UsageError{
			Message: fmt.Sprintf("option %s: %q is neither JSON nor a bare word", name, value),
			Hint:    `write arrays and strings as JSON, within quotes for the shell, such as --option 'NAME=["a","b"]'; ` + lists,
		}
	}
	quoted, err := jsontext.AppendQuote(nil, value)
	if err != nil {
		return Setting{}, &UsageError{Message: fmt.Sprintf("option %s: %v", name, err)}
	}
	return Setting{Name: name, Value: quoted}, nil
}

// ParseSettings reads several for this game, each as ParseSetting does.
func (g *Game) ParseSettings(texts []string) ([]Setting, error) {
	var list []Setting
	for _, text := range texts {
		s, err := parseSetting(text, g.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// Unusual are those of the options that have another value than by default.
func (g *Game) Unusual(options []Setting) []Setting {
	var list []Setting
	for _, s := range options {
		if !slices.ContainsFunc(g.Options, func(o Option) bool { return o.Name == s.Name && o.Default == string(s.Value) }) {
			list = append(list, s)
		}
	}
	return list
}

// Flags are the flags of a command that choose those of the options which have another
// value than by default.
func (g *Game) Flags(options []Setting) []string {
	var list []string
	for _, s := range g.Unusual(options) {
		value := string(s.Value)
		if word, err := jsontext.AppendUnquote(nil, s.Value); err == nil && s.Value.Kind() == '"' && bareWord(string(word)) {
			value = string(word)
		}
		list = append(list, "--option", s.Name+"="+value)
	}
	return list
}

// bareWord tells whether s can stand for a JSON string without its quotes:
// letters, digits, "_" and "-", beginning with a letter.
func bareWord(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

// Resolve merges defaults, preset and single options into one value per
// option of the game, in the order of Game.Options.
func (g *Game) Resolve(s Settings) ([]Setting, error) {
	// Whoever measures a suite asks for each mutant and each set of options: the defaults
	// share one piece of memory.
	size := 0
	for i := range g.Options {
		size += len(g.Options[i].Default)
	}
	in, all := make([]Setting, len(g.Options)), make(jsontext.Value, 0, size)
	for i := range g.Options {
		o, start := &g.Options[i], len(all)
		all = append(all, o.Default...)
		in[i] = Setting{Name: o.Name, Value: all[start:len(all):len(all)]}
	}
	set := func(list []Setting) error {
		for _, v := range list {
			i := slices.IndexFunc(in, func(o Setting) bool { return o.Name == v.Name })
			if i < 0 {
				return g.unknown("option", v.Name, optionNames(g.Options))
			}
			in[i].Value = v.Value
		}
		return nil
	}
	if s.Preset != "" {
		found := false
		names := make([]string, len(g.Presets))
		for i, p := range g.Presets {
			names[i] = p.Name
			if p.Name == s.Preset {
				found = true
				if err := set(p.Values); err != nil {
					return nil, err
				}
			}
		}
		if !found {
			return nil, g.unknown("preset", s.Preset, names)
		}
	}
	if err := set(s.Options); err != nil {
		return nil, err
	}
	if s.Mutant != "" {
		if _, ok := g.Mutant(s.Mutant); !ok {
			names := make([]string, len(g.Mutants))
			for i, m := range g.Mutants {
				names[i] = m.ID
			}
			return nil, g.unknown("mutant", s.Mutant, names)
		}
	}
	return in, nil
}

func optionNames(options []Option) []string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.Name
	}
	return names
}

func (g *Game) unknown(kind, name string, known []string) error {
	return Unknown(kind, name, "of "+g.Name, known, "touchstone games "+g.Name+" "+kind+"s")
}
