// Package option is the options of a rule book as a table: each with the
// function that reads its value into the rules of its game. A game writes the
// table, and has its rules set by it.
package option

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// An Entry is an option of rules of type R. Set reads a value into the rules, as
// a whole: what the option stood at before leaves no trace. What the value should
// have been is the option's Range.
type Entry[R any] struct {
	game.Option
	Set func(*R, *cursor.Cursor)
}

// In says in which tasks an option shows, where its clause does not.
func (e Entry[R]) In(tasks ...string) Entry[R] {
	e.Tasks = tasks
	return e
}

// A Table is the options of a game, in the order of its rule book.
type Table[R any] func() []Entry[R]

// TableOf is the table of these entries, which are made when they are first asked for:
// a program that knows many games starts without them.
func TableOf[R any](entries func() []Entry[R]) Table[R] { return sync.OnceValue(entries) }

// Options are the entries without what they set.
func (t Table[R]) Options() []game.Option {
	entries := t()
	list := make([]game.Option, len(entries))
	for i, e := range entries {
		list[i] = e.Option
	}
	return list
}

// Defaults are rules at every default, made when they are first asked for: start has
// them without options. They are there to be copied.
func (t Table[R]) Defaults(start func() *R) func() *R {
	return sync.OnceValue(func() *R {
		rules := start()
		for _, e := range t() {
			if err := e.read(rules, jsontext.Value(e.Default)); err != nil {
				panic(err) // a default that its own option refuses is a mistake in the table, which any test of the game meets
			}
		}
		return rules
	})
}

// Set sets rules that stand at every default to the settings of a run; the edition
// has the values in force of all options. The error is that of game.Resolve, or says
// which option takes what instead.
func (t Table[R]) Set(rules *R, g *game.Game, s game.Settings) (none game.Edition, err error) {
	resolved, err := g.Resolve(s)
	if err != nil {
		return none, err
	}
	entries := t()
	// A value that a later one replaces has to be right all the same.
	for _, v := range s.Options {
		i := slices.IndexFunc(entries, func(e Entry[R]) bool { return e.Name == v.Name })
		if string(v.Value) == string(resolved[i].Value) {
			continue
		}
		if err := entries[i].read(new(R), v.Value); err != nil {
			return none, err
		}
	}
	// Those at their defaults stand already: whoever measures a suite configures
	// the game for each mutant and each set of options.
	for i := range entries {
		if string(resolved[i].Value) == entries[i].Default {
			continue
		}
		if err := entries[i].read(rules, resolved[i].Value); err != nil {
			return none, err
		}
	}
	return game.NewEdition(g, resolved, s.Mutant), nil
}

func (e *Entry[R]) read(rules *R, value jsontext.Value) error {
	var c cursor.Cursor
	c.Reset(value)
	e.Set(rules, &c)
	if err := c.Err(); err != nil {
		return &game.UsageError{
			Message: fmt.Sprintf("option %s: %s", e.Name, err.Message),
			Hint:    fmt.Sprintf("%s takes %s", e.Name, e.Range),
		}
	}
	return nil
}

// Unbounded stands for everything above it where a rule book bounds an option
// only from below. It is so large that it never matters, and sums of two still
// fit.
const Unbounded = math.MaxInt / 4

// Integer reads an integer from least to most, written without fraction and
// exponent; what says what it should be. With most Unbounded, one above is
// Unbounded.
func Integer(c *cursor.Cursor, least, most int, what string) int {
	at := c.Offset()
	text := string(c.Skip())
	c.Seek(at)
	if strings.ContainsAny(text, ".eE") && c.Kind() == '0' {
		c.Expected(what + ", written plainly")
		return least
	}
	if digits := c.Digits(what); c.Err() == nil && most == Unbounded && len(digits) > len(strconv.Itoa(most))-1 && digits[0] != '-' {
		return Unbounded
	}
	c.Seek(at)
	return c.Int(least, most, what)
}

// Number is an option whose value is an integer from least to most, which may be
// Unbounded.
func Number[R any](name, value, clause string, least, most int, summary string, field func(*R) *int) Entry[R] {
	o := game.Option{
		Name: name, Default: value, Clause: clause, Summary: summary,
		Range: fmt.Sprintf("an integer from %d to %d", least, most),
	}
	o.Takes.Min = new(int64(least))
	if most == Unbounded {
		o.Range = fmt.Sprintf("an integer from %d", least)
	} else {
		o.Takes.Max = new(int64(most))
	}
	return Entry[R]{Option: o, Set: func(r *R, c *cursor.Cursor) { *field(r) = Integer(c, least, most, o.Range) }}
}

// Limit is an option whose value is null, for no limit, or an integer from
// least; none is what stands for no limit in the rules.
func Limit[R any](name, clause string, least, none int, summary string, field func(*R) *int) Entry[R] {
	o := game.Option{
		Name: name, Default: "null", Clause: clause, Summary: summary,
		Range: "null or an integer from " + strconv.Itoa(least),
		Takes: game.Takes{Min: new(int64(least)), Null: true},
	}
	return Entry[R]{Option: o, Set: func(r *R, c *cursor.Cursor) {
		if c.Kind() == 'n' {
			c.Skip()
			*field(r) = none
			return
		}
		*field(r) = Integer(c, least, Unbounded, o.Range)
	}}
}

// Boolean is an option whose value is true or false.
func Boolean[R any](name, value, clause, summary string, field func(*R) *bool) Entry[R] {
	o := game.Option{Name: name, Default: value, Clause: clause, Summary: summary, Range: "true or false"}
	return Entry[R]{Option: o, Set: func(r *R, c *cursor.Cursor) { *field(r) = c.Bool(o.Range) }}
}

// Choice is an option with two words: the default, and another that sets the
// field.
func Choice[R any](name, clause, usual, other, summary string, field func(*R) *bool) Entry[R] {
	return Words(name, clause, summary, func(r *R, i int) { *field(r) = i == 1 }, usual, other)
}

// Words is an option with several words, the default first; set is told the
// index of the word.
func Words[R any](name, clause, summary string, set func(*R, int), words ...string) Entry[R] {
	quoted := make([]string, len(words))
	var takes game.Takes
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
		takes.OneOf = append(takes.OneOf, jsontext.Value(quoted[i]))
	}
	last := len(quoted) - 1
	o := game.Option{
		Name: name, Default: quoted[0], Clause: clause, Summary: summary,
		Range: strings.Join(quoted[:last], ", ") + " or " + quoted[last], Takes: takes,
	}
	return Entry[R]{Option: o, Set: func(r *R, c *cursor.Cursor) {
		i := slices.Index(words, string(c.String(o.Range)))
		if c.Err() == nil && i < 0 {
			c.Rejected(o.Range)
			return
		}
		set(r, i)
	}}
}
