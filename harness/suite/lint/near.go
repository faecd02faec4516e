package lint

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
)

// nearDuplicates finds cases that are the same as an earlier one but for names.
// Those that are repeated as they stand are passed over.
func nearDuplicates(p *baseline.Runner, cases []baseline.Case, kills [][]int) ([]Finding, error) {
	if p.Task.Live != "" {
		return nil, nil
	}
	var found []Finding
	repeated := make(map[string]bool) // by the input
	alike := make(map[string][]int)   // by the form of settings and input
	forms := make([]form, len(cases))
	renamers := make(map[string]*renamer)
	seats := p.Game.Seats
	if seats == nil {
		seats = new(game.Seats)
	}
	for i := range cases {
		input := cases[i].InputKey()
		if repeated[input] {
			continue
		}
		repeated[input] = true
		forms[i] = formOf(seats, p.Task.In, cases[i].In)
		settings := cases[i].Key
		key := settings + forms[i].text
		for _, first := range alike[key] {
			if !slices.Equal(kills[first], kills[i]) || !slices.Equal(cases[first].Met, cases[i].Met) ||
				!slices.Equal(cases[first].Features, cases[i].Features) {
				continue
			}
			if renamers[settings] == nil {
				var err error
				if renamers[settings], err = newRenamer(p, seats, cases[i].Settings, cases); err != nil {
					return nil, err
				}
			}
			x := between(&forms[first], &forms[i])
			if agree, err := renamers[settings].agrees(&cases[first], &cases[i], x); err != nil {
				return nil, err
			} else if !agree {
				continue
			}
			f := of(&cases[i].Case, NearDuplicate, fmt.Sprintf("it is %s%s", cases[first].ID, x.words()))
			f.Other = cases[first].ID
			f.Hint = "a program that passes one of them passes both"
			found = append(found, f)
			break
		}
		alike[key] = append(alike[key], i)
	}
	return found, nil
}

// An exchange makes the input of one case that of another.
type exchange struct {
	from, to []string          // names of the first, and those of the second in their place
	names    map[string]string // the same, and others in place of those that are taken
	seats    []int             // of the second, by the seat of the first
}

// between is the exchange that makes the first of two inputs of one form the
// second.
func between(first, second *form) *exchange {
	x := &exchange{from: first.names, to: second.names, names: make(map[string]string), seats: make([]int, len(first.seats))}
	var gone []string // names of the first that the second has not
	for i, name := range x.from {
		x.names[name] = x.to[i]
		if !slices.Contains(x.to, name) {
			gone = append(gone, name)
		}
	}
	for _, name := range x.to {
		// Elsewhere both may stand, so that each needs another one in its place.
		if _, known := x.names[name]; !known {
			x.names[name], gone = gone[0], gone[1:]
		}
	}
	for i, place := range first.seats {
		x.seats[i] = slices.Index(second.seats, place)
	}
	return x
}

// wordsMax is how many names and players words tells: a few of them are enough to
// see what two cases have in common.
const wordsMax = 6

// words says what became what.
func (x *exchange) words() string {
	var list []string
	for i, seat := range x.seats {
		if seat != i {
			list = append(list, fmt.Sprintf("player %d for player %d", seat, i))
		}
	}
	for i, name := range x.from {
		if name != x.to[i] {
			list = append(list, fmt.Sprintf("%q for %q", x.to[i], name))
		}
	}
	if len(list) == 0 {
		return " in another order"
	}
	if more := len(list) - wordsMax; more > 0 {
		list = append(list[:wordsMax], fmt.Sprintf("and %d more", more))
	}
	return " with " + strings.Join(list, ", ")
}

// samplesMax is how many random inputs an exchange of names is tried on, besides
// the other cases: a word that means something shows in a few of them.
const samplesMax = 100

// looseDepth is how deep the order of an answer to a sample means nothing. Names
// of players are sorted there, and which comes first is their least meaning.
const looseDepth = 6

// A sample is an input with what the rules give.
type sample struct {
	in, want []jsontext.Value
	players  int // that sit in seats
}

// A renamer tells which names can be exchanged under some settings.
type renamer struct {
	task    *game.Task
	seats   *game.Seats
	oracle  game.Oracle
	judge   *judge.Judge
	loose   *judge.Judge // to whom order means nothing
	samples []sample
	out     game.Output
}

// newRenamer makes samples of the cases for the settings, and of random inputs.
func newRenamer(p *baseline.Runner, seats *game.Seats, settings game.Settings, cases []baseline.Case) (*renamer, error) {
	rules, err := p.Game.Configure(settings)
	if err != nil {
		return nil, err
	}
	unordered := game.Task{Fields: slices.Clone(p.Task.Fields)}
	for depth := 1; depth <= looseDepth; depth++ {
		unordered.Fields = append(unordered.Fields, game.Field{Pointer: strings.Repeat("/*", depth), Bag: true})
	}
	r := &renamer{task: &p.Task, seats: seats, oracle: rules.Oracle(p.Task.Name), judge: p.Judge(), loose: judge.New(unordered, p.Codes, nil)}
	key := baseline.Key(settings)
	add := func(in, want []jsontext.Value) {
		r.samples = append(r.samples, sample{in, want, players(seats, p.Task.In, in)})
	}
	for i := range cases {
		if cases[i].Key == key {
			add(cases[i].In, cases[i].Want)
		}
	}
	for n := range samplesMax {
		in := suite.GenerateCase(rules, p.Task.Name, 1, n+1).In
		r.out.Reset()
		if r.oracle(in, &r.out) == nil {
			add(in, r.out.Values())
		}
	}
	return r, nil
}

// agrees tells whether the rules make no difference between two cases: the first
// one with names and seats exchanged gets the answer to the second, and on all
// samples of as many players, too, exchanging them exchanges just these in the
// answer.
func (r *renamer) agrees(a, b *baseline.Case, x *exchange) (bool, error) {
	in := r.rename(r.task.In, a.In, x)
	for _, want := range [][]jsontext.Value{b.Want, r.rename(r.task.Out, a.Want, x)} {
		if ok, err := r.gives(in, want, r.judge); err != nil || !ok {
			return ok, err
		}
	}
	moved := !slices.IsSorted(x.seats)
	for _, s := range r.samples {
		if moved && s.players != len(x.seats) {
			continue
		}
		if ok, err := r.gives(r.rename(r.task.In, s.in, x), r.rename(r.task.Out, s.want, x), r.loose); err != nil || !ok {
			return ok, err
		}
	}
	return true, nil
}

// gives tells whether the rules give that output for an input.
func (r *renamer) gives(in, want []jsontext.Value, j *judge.Judge) (bool, error) {
	r.out.Reset()
	if err := r.oracle(in, &r.out); err != nil {
		_, invalid := errors.AsType[*game.Invalid](err)
		if invalid {
			err = nil
		}
		return false, err
	}
	return j.Same(want, &r.out), nil
}

// rename exchanges the names and seats in values.
func (r *renamer) rename(params []game.Param, list []jsontext.Value, x *exchange) []jsontext.Value {
	all := make([]jsontext.Value, len(list))
	for i, v := range list {
		w := writer{seats: r.seats, places: x.seats, exchange: x.names}
		w.value(jsontext.NewDecoder(bytes.NewBuffer(v.Clone())), paramName(params, i))
		all[i] = w.out
	}
	return all
}
