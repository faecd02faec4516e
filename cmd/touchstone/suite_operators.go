package main

import (
	"context"
	"fmt"
	"io"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// operatorsJSON is how a suite fares against the mutants of the usual operators.
type operatorsJSON struct {
	Killed       int            `json:"killed"`
	Survived     int            `json:"survived"`
	NotToldApart int            `json:"notToldApart"`
	Duplicates   int            `json:"duplicates"`
	Inputs       int            `json:"inputs"`
	Survivors    []operatorJSON `json:"survivors"`
	Alike        []operatorJSON `json:"alike"`
}

type operatorJSON struct {
	ID      string      `json:"id"`
	Clause  string      `json:"clause"`
	Summary string      `json:"summary"`
	Suggest *suite.Line `json:"suggested,omitempty"` // an input that tells it from the rules
}

// operators holds the mutants of the operators against a suite.
func (f *scoreFlags) operatorsOf(ctx context.Context, stderr io.Writer, s *scoreJSON) (*operatorsJSON, error) {
	p := s.of.runner
	if p.Game.Twin == nil || p.Task.Live != "" {
		return nil, nil
	}
	told := time.Now()
	contest := &mutation.Contest{
		Runner: p, Settings: generator.Variety(p.Game, p.Settings, p.Task.Name), Seed: f.seed, Inputs: mutation.OperatorInputs,
		Progress: func(done, of int) {
			if time.Since(told) > progressPlain {
				told = time.Now()
				fmt.Fprintf(stderr, "touchstone: %s: %d of %d inputs\n", s.Task, done, of)
			}
		},
	}
	found, err := contest.Run(ctx, s.of.base.Cases)
	if err != nil {
		return nil, err
	}
	o := &operatorsJSON{
		Killed: len(found.Killed), Survived: len(found.Survived), NotToldApart: len(found.Alike), Duplicates: found.Duplicates, Inputs: found.Inputs,
		Survivors: []operatorJSON{}, Alike: []operatorJSON{},
	}
	for i := range found.Survived {
		m := &found.Survived[i]
		line := m.Told.Line(m.Told.Want)
		line.Name, line.Clauses, line.Tags = "tells "+m.ID, []string{m.Clause}, nil
		o.Survivors = append(o.Survivors, operatorJSON{m.ID, m.Clause, m.Summary, &line})
	}
	for _, m := range found.Alike {
		o.Alike = append(o.Alike, operatorJSON{m.ID, m.Clause, m.Summary, nil})
	}
	return o, nil
}

func (o *operatorsJSON) print(w io.Writer, out *output, suggest bool) {
	fmt.Fprintf(w, "  operators: %d of %s killed; %d not told apart by %s; %s counted once\n", o.Killed,
		text.Count(o.Killed+o.Survived, "mutant"), o.NotToldApart, text.Count(o.Inputs, "random input"), text.Count(o.Duplicates, "duplicate"))
	if out.quiet {
		return
	}
	for _, m := range o.Survivors {
		fmt.Fprintf(w, "  survives %s (%s): %s\n", m.ID, m.Clause, m.Summary)
		if suggest {
			// It was made from JSON, so that it is some.
			line, _ := json.Marshal(m.Suggest, json.Deterministic(true))
			fmt.Fprintf(w, "    %s\n", line)
		}
	}
	if out.verbose {
		for _, m := range o.Alike {
			fmt.Fprintf(w, "  alike    %s (%s): %s\n", m.ID, m.Clause, m.Summary)
		}
	}
}
