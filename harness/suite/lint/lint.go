// Package lint finds the cases of a suite that are worth less than they look:
// wrong ones, those that say the same twice, and those that rest on a ruling of
// ours.
package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// A Kind is the word for what is wrong with a case. Besides those here it is the
// kind of a suite.Fault.
type Kind string

// The kinds of findings.
const (
	Unreadable       Kind = "unreadable"                 // it is not written as cases are
	NotJSON          Kind = Kind(suite.NotJSON)          // input or output is not JSON
	OutOfDomain      Kind = Kind(suite.OutOfDomain)      // the spec refuses the input
	WrongExpectation Kind = Kind(suite.WrongExpectation) // the output contradicts the rules
	UnknownName      Kind = Kind(suite.UnknownName)      // a clause or option that the game has not
	Duplicate        Kind = "duplicate"                  // another case has the same input
	NearDuplicate    Kind = "near-duplicate"             // another case is the same but for names
	HouseRuling      Kind = "house-ruling"               // no rule text decides the answer
	NotJudged        Kind = "not-judged"                 // the reference of the game fails on it
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Unreadable, NotJSON, OutOfDomain, WrongExpectation, UnknownName, Duplicate, NearDuplicate, HouseRuling, NotJudged}
}

// A Finding is what is wrong with one case.
type Finding struct {
	Kind    Kind     `json:"kind"`
	Case    string   `json:"case"` // its id
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitzero"`   // from 1
	Column  int      `json:"column,omitzero"` // in bytes, from 1
	Message string   `json:"message"`
	Clauses []string `json:"clauses,omitempty"` // that decide
	Other   string   `json:"other,omitempty"`   // the id of the case that is much the same
	Hint    string   `json:"hint,omitempty"`
}

// Check finds what is wrong with cases, in their order. The error is trouble of
// the run.
//
// Two cases are duplicates if they are meant for the same options and their
// inputs are the same but for white space. They are near-duplicates if
// exchanging strings for others, each everywhere for the same one, and the seats
// of players that are numbered, and perhaps the order within arrays of strings,
// makes the input of one that of the other, and the rules make no difference
// between these: on both cases, on all others of the suite and on random inputs,
// exchanging them in the input exchanges them in the answer and changes nothing
// else, on the others but for the order in which they are listed. Both cases must
// note the same clauses and features and kill the same mutants, too. So players
// are renamed, and colours as far as a task has no order of theirs. The answer to a
// case of a live game tells too little of it for such a comparison.
func Check(ctx context.Context, p *baseline.Runner, cases []suite.Case) ([]Finding, error) {
	patient := *p
	patient.Patient = true // the other cases can be looked at all the same
	base, err := patient.Run(ctx, cases)
	if err != nil {
		return nil, err
	}
	var found []Finding
	for _, unknown := range base.Unknown {
		f := of(&unknown.Case, NotJudged, fmt.Sprintf("the reference of %s is at fault (%s): %s", unknown.Game, unknown.Kind, unknown.Message))
		f.Hint = fmt.Sprintf("mend the reference: \"%s\" checks the folder of %s", p.Game.LintCommand(), unknown.Game)
		found = append(found, f)
	}
	for _, broken := range base.Broken {
		found = append(found, fault(broken))
	}
	same := make(map[string]*suite.Case)
	for i := range cases {
		c := &cases[i]
		if c.In == nil {
			continue
		}
		key := c.InputKey()
		if first := same[key]; first != nil {
			f := of(c, Duplicate, fmt.Sprintf("it has the same input as %s", first.ID))
			f.Other = first.ID
			f.Hint = "remove one of the two"
			found = append(found, f)
			continue
		}
		same[key] = c
	}
	more, err := byMutants(ctx, p, base.Cases)
	if err != nil && !isFault(err) {
		return nil, err
	}
	found = append(found, more...)
	place := make(map[string]int)
	for i := range cases {
		place[cases[i].ID] = i
	}
	sort.SliceStable(found, func(i, j int) bool { return place[found[i].Case] < place[found[j].Case] })
	return found, nil
}

// byMutants finds what takes mutants to find. With the fault of a reference comes what was
// found without it.
func byMutants(ctx context.Context, p *baseline.Runner, cases []baseline.Case) ([]Finding, error) {
	mutants, _ := mutation.Mutants(p.Game, p.Task.Name)
	matrix, err := mutation.Measure(ctx, p, cases, mutants)
	if err != nil {
		return nil, err
	}
	kills := make([][]int, len(cases)) // indices of mutants, by case
	for i := range mutants {
		for _, n := range matrix.Kills[i] {
			kills[n] = append(kills[n], i)
		}
	}
	found, err := nearDuplicates(p, cases, kills)
	if err != nil && !isFault(err) {
		return nil, err
	}
	rests, err := resting(ctx, p, cases, mutants, matrix, nil)
	if err != nil {
		return found, err
	}
	for i := range cases {
		if f, ok := house(p, &cases[i], rests[i]); ok {
			found = append(found, f)
		}
	}
	return found, nil
}

// isFault tells whether an error is the fault of a reference. Every command reports those
// when it ends; what else was found is worth telling, too.
func isFault(err error) bool {
	_, fault := errors.AsType[*game.Fault](err)
	return fault
}

// of begins a finding about a case.
func of(c *suite.Case, kind Kind, message string) Finding {
	f := Finding{Kind: kind, Case: c.ID, Message: message}
	f.File, f.Line = c.Place()
	return f
}

// fault is the finding about a broken case.
func fault(broken baseline.Fault) Finding {
	f := Finding{
		Kind: Kind(broken.Kind), Case: broken.Case.ID, File: broken.File, Line: broken.Line, Column: broken.Column,
		Message: broken.Message, Hint: broken.Hint,
	}
	if broken.Line == 0 && broken.File == broken.Case.File {
		f.File, f.Line = broken.Case.Place()
	}
	if broken.Kind == suite.Unreadable {
		f.Kind = Unreadable
	}
	if broken.Clause != "" {
		f.Clauses = []string{broken.Clause}
	}
	return f
}

// house finds out whether the answer to a case rests on house rulings: on those that
// change it, and in a live game, whose answer tells too little of it, on those that
// the case cites. Else its tags, or its input, may say so.
func house(p *baseline.Runner, c *baseline.Case, ids []string) (Finding, bool) {
	message := ""
	if p.Task.Live != "" {
		for _, id := range c.Clauses {
			if clause, ok := p.Game.Clause(id); ok && slices.Contains(clause.Marks, game.House) && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
	}
	tags := c.Tags
	if p.Game.Demands != nil {
		tags = slices.Concat(tags, p.Game.Demands(p.Task.Name, c.In))
	}
	switch {
	case len(ids) > 0:
		message = fmt.Sprintf("its answer rests on %s, which no rule text decides", strings.Join(ids, ", "))
	case slices.Contains(tags, game.TagRace):
		message = "its answer depends on which of two messages the server reads first, and no rule text decides that"
	case slices.Contains(tags, game.TagHouse):
		message = "its input has a form that no published test has; to accept it is a house ruling"
	default:
		return Finding{}, false
	}
	f := of(&c.Case, HouseRuling, message)
	f.Clauses = ids
	f.Hint = "a program that decides otherwise is not wrong, unless you told its authors"
	return f, true
}
