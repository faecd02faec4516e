package noughts

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules *rules
	forms *forms // that say what is valid
	state state
	next  move
}

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle { return &oracle{rules: r, forms: r.right.forms} }, nil)
}

// solvers are what answers each task.
var solvers = game.Solvers[*oracle]{"move": (*oracle).move, "result": (*oracle).result}

func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	if err := o.forms.state.Decode(in, 0, &o.state); err != nil {
		return err
	}
	if err := o.forms.move.Decode(in, 1, &o.next); err != nil {
		return err
	}
	v := verdict{code: o.rules.play(o.state.board, &o.next), state: o.state}
	out.Clause = o.rules.ClauseOf(string(v.code))
	o.forms.verdict.Answer(out, &v)
	return nil
}

func (o *oracle) result(in []jsontext.Value, out *game.Output) error {
	if err := o.forms.state.Decode(in, 0, &o.state); err != nil {
		return err
	}
	end := o.rules.result(o.state.board)
	o.forms.result.Answer(out, &end)
	return nil
}

// Check tells whether raw is a valid value of the given name.
func (r *rules) Check(value string, raw jsontext.Value) error {
	return r.right.forms.book.Check(value, raw)
}

// Reads implements game.Reader.
func (r *rules) Reads(value string) bool { return r.right.forms.book.Reads(value) }

// Checker implements game.Reader.
func (r *rules) Checker() func(value string, raw jsontext.Value) error { return r.Check }

// Legal implements game.Lister.
func (r *rules) Legal(text jsontext.Value) iter.Seq2[jsontext.Value, error] {
	read := func() (b board, err error) {
		var s state
		err = r.right.forms.state.Decode([]jsontext.Value{text}, 0, &s)
		return s.board, err
	}
	moves := func(b board) iter.Seq[move] {
		return func(yield func(move) bool) {
			for i := range len(b) * len(b) {
				if !yield(move{r.due(b), i / len(b), i % len(b)}) {
					return
				}
			}
		}
	}
	return game.Listed(read, moves, func(b board, m move) bool { return r.play(b, &m) == legal }, func(m move) []byte { return r.forms.move.Text(m) })
}
