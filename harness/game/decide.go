package game

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A Tracer are rules that have another oracle for a caller that wants to know what its
// answers meet, which takes longer.
type Tracer interface {
	// Tracing is that oracle of a task, nil if the usual one will do.
	Tracing(task string) (Oracle, error)
}

// Tracing is the oracle of a task for a caller that wants to know what its answers
// meet.
func Tracing(r Rules, task string) (Oracle, error) {
	if t, ok := r.(Tracer); ok {
		if oracle, err := t.Tracing(task); oracle != nil || err != nil {
			return oracle, err
		}
	}
	return r.Oracle(task), nil
}

// A Decider is a mutant of a clause: the clause decides an answer if the mutant
// gives another one.
type Decider struct {
	Clause string
	Passed *bool                 // whether the answer came by what is wrong in it
	Rules  func() (Rules, error) // makes it; asked at most once

	made   bool
	rules  Rules
	oracle Oracle // nil if the options have no such mutant
	out    Output
}

// Deciding is the oracle of a task that notes in Output.Trace, besides what the
// rules note themselves, the clauses that decide: all of which some mutant gives
// another answer to this very case. Of a quick trace it notes the clauses that the
// answer came by. Begin is called before each case.
func Deciding(r Rules, task string, begin func(*Trace), deciders []Decider) Oracle {
	oracle := r.Oracle(task)
	if oracle == nil {
		return nil
	}
	var clauses []string
	byClause := map[string][]*Decider{}
	for i := range deciders {
		d := &deciders[i]
		if byClause[d.Clause] == nil {
			clauses = append(clauses, d.Clause)
		}
		byClause[d.Clause] = append(byClause[d.Clause], d)
	}
	return func(in []jsontext.Value, out *Output) error {
		t := out.Trace
		begin(t)
		from := len(out.Buf)
		if err := oracle(in, out); err != nil || t == nil {
			return err
		}
		asked := clauses
		if t.Asked != nil {
			asked = t.Asked
		}
		for _, id := range asked {
			list := byClause[id]
			i := slices.IndexFunc(list, func(d *Decider) bool {
				return !t.has(id) && *d.Passed && (t.Quick || d.decides(task, in, out.Buf[from:]))
			})
			if i >= 0 {
				t.Clause(id)
				// It is likely to decide the next case, too.
				d := list[i]
				copy(list[1:i+1], list[:i])
				list[0] = d
			}
			if t.AllAsked && !t.has(id) {
				return nil
			}
		}
		return nil
	}
}

// decides tells whether the mutant does not give the right answer.
func (d *Decider) decides(task string, in []jsontext.Value, right []byte) (decides bool) {
	if !d.made {
		d.made = true
		if rules, err := d.Rules(); err == nil {
			d.rules, d.oracle = rules, rules.Oracle(task)
		}
	}
	if d.oracle == nil {
		return false
	}
	defer func() {
		if recover() != nil {
			// What is wrong on purpose may crash. Its scratch memory is in no state to
			// go on with.
			d.oracle = d.rules.Oracle(task)
			decides = true
		}
	}()
	d.out.Reset()
	return d.oracle(in, &d.out) != nil || !bytes.Equal(d.out.Buf, right)
}
