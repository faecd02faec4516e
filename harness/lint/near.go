package lint

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/proof"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// nearDuplicates finds cases that are the same as an earlier one but for names.
// Those that are repeated as they stand are passed over.
func nearDuplicates(p *proof.Prover, cases []proof.Case, kills [][]int, repeated map[string]bool) ([]Finding, error) {
	if p.Task.Live != "" {
		return nil, nil
	}
	var found []Finding
	alike := make(map[string][]int) // by the form of settings and input
	names := make([][]string, len(cases))
	renamers := make(map[string]*renamer)
	for i := range cases {
		if repeated[cases[i].ID] {
			continue
		}
		var form string
		form, names[i] = formOf(cases[i].In)
		settings := cases[i].Key
		key := settings + form
		for _, first := range alike[key] {
			if !slices.Equal(kills[first], kills[i]) || !slices.Equal(cases[first].Met, cases[i].Met) ||
				!slices.Equal(cases[first].Features, cases[i].Features) {
				continue
			}
			if renamers[settings] == nil {
				var err error
				if renamers[settings], err = newRenamer(p, cases[i].Settings, cases); err != nil {
					return nil, err
				}
			}
			if agree, err := renamers[settings].agrees(&cases[first], &cases[i], names[first], names[i]); err != nil {
				return nil, err
			} else if !agree {
				continue
			}
			f := of(&cases[i].Case, NearDuplicate, fmt.Sprintf("it is %s%s", cases[first].ID, exchanged(names[first], names[i])))
			f.Other = cases[first].ID
			f.Hint = "a program that gets one of them right gets both right"
			found = append(found, f)
			break
		}
		alike[key] = append(alike[key], i)
	}
	return found, nil
}

// exchanged says which names became which.
func exchanged(from, to []string) string {
	var list []string
	for i := range from {
		if from[i] != to[i] {
			list = append(list, fmt.Sprintf("%q for %q", to[i], from[i]))
		}
	}
	if len(list) == 0 {
		return " in another order"
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
type sample struct{ in, want []jsontext.Value }

// A renamer tells which names can be exchanged under some settings.
type renamer struct {
	oracle  game.Oracle
	judge   *judge.Judge
	loose   *judge.Judge // to whom order means nothing
	samples []sample
	out     game.Output
}

// newRenamer makes samples of the cases for the settings, and of random inputs.
func newRenamer(p *proof.Prover, settings game.Settings, cases []proof.Case) (*renamer, error) {
	rules, err := p.Game.Configure(settings)
	if err != nil {
		return nil, err
	}
	unordered := game.Task{Fields: slices.Clone(p.Task.Fields)}
	for depth := 1; depth <= looseDepth; depth++ {
		unordered.Fields = append(unordered.Fields, game.Field{Pointer: strings.Repeat("/*", depth), Bag: true})
	}
	r := &renamer{oracle: rules.Oracle(p.Task.Name), judge: p.Judge(), loose: judge.New(unordered, p.Codes, nil)}
	key := proof.Key(settings)
	for i := range cases {
		if cases[i].Key == key {
			r.samples = append(r.samples, sample{cases[i].In, cases[i].Want})
		}
	}
	for n := range samplesMax {
		in := suite.GenerateCase(rules, p.Task.Name, 1, n+1).In
		r.out.Reset()
		if r.oracle(in, &r.out) == nil {
			r.samples = append(r.samples, sample{in, r.out.Values()})
		}
	}
	return r, nil
}

// agrees tells whether the rules make no difference between two cases whose names
// are those: the first one with names exchanged gets the answer to the second,
// and on all samples, too, exchanging names exchanges just these in the answer.
func (r *renamer) agrees(a, b *proof.Case, from, to []string) (bool, error) {
	exchange := make(map[string]string, len(from))
	var gone []string // names of the first that the second has not
	for i := range from {
		exchange[from[i]] = to[i]
		if !slices.Contains(to, from[i]) {
			gone = append(gone, from[i])
		}
	}
	for _, name := range to {
		// Elsewhere both may stand, so that each needs another one in its place.
		if _, known := exchange[name]; !known {
			exchange[name], gone = gone[0], gone[1:]
		}
	}
	in := rename(a.In, exchange)
	for _, want := range [][]jsontext.Value{b.Want, rename(a.Want, exchange)} {
		if ok, err := r.gives(in, want, r.judge); err != nil || !ok {
			return ok, err
		}
	}
	for _, s := range r.samples {
		if ok, err := r.gives(rename(s.in, exchange), rename(s.want, exchange), r.loose); err != nil || !ok {
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

// rename exchanges the strings of values that a map has.
func rename(list []jsontext.Value, exchange map[string]string) []jsontext.Value {
	all := make([]jsontext.Value, len(list))
	for i, v := range list {
		w := writer{exchange: exchange}
		w.value(jsontext.NewDecoder(bytes.NewBuffer(v.Clone())))
		all[i] = w.out
	}
	return all
}

// formOf writes values with a number for each different string, given out in the
// order in which they first stand there, and lists the strings by number. Arrays
// of nothing but strings are sorted: by how often a string stands in the whole
// input, then by its number, which does not depend on how it is spelt.
func formOf(list []jsontext.Value) (form string, names []string) {
	w := writer{numbers: make(map[string]int), times: make(map[string]int)}
	for _, v := range values(list) {
		w.value(jsontext.NewDecoder(bytes.NewBuffer(v)))
	}
	w.out, w.counted = nil, true
	for _, v := range values(list) {
		w.value(jsontext.NewDecoder(bytes.NewBuffer(v)))
		w.out = append(w.out, ' ')
	}
	names = make([]string, len(w.numbers))
	for name, number := range w.numbers {
		names[number] = name
	}
	return string(w.out), names
}

// A writer copies values with other strings: those of an exchange, or numbers.
type writer struct {
	exchange map[string]string
	numbers  map[string]int
	times    map[string]int // that a string stands there
	counted  bool
	out      []byte
}

func (w *writer) value(dec *jsontext.Decoder) {
	switch kind := dec.PeekKind(); kind {
	case '[':
		w.array(dec)
	case '{':
		// Values that were read as JSON before lead to no error.
		_, _ = dec.ReadToken()
		w.out = append(w.out, '{')
		for n := 0; dec.PeekKind() != '}' && dec.PeekKind() != 0; n++ {
			if n > 0 {
				w.out = append(w.out, ',')
			}
			key, _ := dec.ReadValue()
			w.out = append(append(w.out, key...), ':')
			w.value(dec)
		}
		_, _ = dec.ReadToken()
		w.out = append(w.out, '}')
	case '"':
		raw, _ := dec.ReadValue()
		w.string(raw)
	default:
		raw, _ := dec.ReadValue()
		w.out = append(w.out, raw...)
	}
}

func (w *writer) array(dec *jsontext.Decoder) {
	_, _ = dec.ReadToken()
	var elements [][]byte
	var ranks []int
	bag := true
	outer := w.out
	for dec.PeekKind() != ']' && dec.PeekKind() != 0 {
		w.out = nil
		if dec.PeekKind() != '"' {
			bag = false
			w.value(dec)
		} else {
			raw, _ := dec.ReadValue()
			name := w.string(raw)
			ranks = append(ranks, w.times[name]*len(w.numbers)+w.numbers[name])
		}
		elements = append(elements, w.out)
	}
	_, _ = dec.ReadToken()
	if bag && w.counted {
		order := make([]int, len(elements))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return ranks[a] - ranks[b] })
		sorted := make([][]byte, len(elements))
		for i, n := range order {
			sorted[i] = elements[n]
		}
		elements = sorted
	}
	w.out = append(append(append(outer, '['), bytes.Join(elements, []byte{','})...), ']')
}

// string writes what stands for a string, and returns the string.
func (w *writer) string(raw jsontext.Value) string {
	content, _ := jsontext.AppendUnquote(nil, raw)
	name := string(content)
	if w.exchange != nil {
		other, ok := w.exchange[name]
		if !ok {
			other = name
		}
		w.out, _ = jsontext.AppendQuote(w.out, other)
		return name
	}
	if !w.counted {
		if _, known := w.numbers[name]; !known {
			w.numbers[name] = len(w.numbers)
		}
		w.times[name]++
	}
	// How a string is spelt counts, so that a case about escapes is another one.
	if bytes.IndexByte(raw, '\\') >= 0 {
		w.out = append(w.out, raw...)
		return name
	}
	w.out = append(strconv.AppendInt(append(w.out, '"'), int64(w.numbers[name]), 10), '"')
	return name
}
