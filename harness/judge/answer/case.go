// Package answer is the way from a stream of input values to the oracle's
// answer: one case from a whole stream, or one case a line. What it refuses it
// explains, with the place in the stream and, where the shape is wrong, in the
// words of the value's schema.
package answer

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A Desk answers cases of one task under fixed rules. It may be used by
// several goroutines at once.
type Desk struct {
	Game    *game.Game
	Task    game.Task
	Rules   game.Rules
	Schemas *schema.Set
}

// A Refusal is input that is not a case of the task, with its place.
type Refusal struct {
	Message string `json:"error"` // what was expected and what was found
	Line    int    `json:"line,omitzero"`
	Column  int    `json:"column,omitzero"`   // in bytes
	Value   int    `json:"value,omitzero"`    // which input value, from 1; 0 if none is at fault
	Name    string `json:"name,omitempty"`    // what that value is called
	Pointer string `json:"pointer,omitempty"` // into that value
	Clause  string `json:"clause,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// Error is the message with its place in front.
func (r *Refusal) Error() string {
	s := fmt.Sprintf("line %d, column %d: ", r.Line, r.Column)
	if r.Value > 0 {
		s += fmt.Sprintf("value %d", r.Value)
		if r.Name != "" {
			s += fmt.Sprintf(" (%s)", r.Name)
		}
		if r.Pointer != "" {
			s += " at " + r.Pointer
		}
		s += ": "
	}
	s += r.Message
	if r.Clause != "" {
		s += " (" + r.Clause + ")"
	}
	return s
}

// Read reads the values of one case from a whole stream. The error is a
// *Refusal, or comes from the stream's source.
func (d *Desk) Read(r io.Reader) ([]stream.Value, error) {
	values, err := stream.All(r, stream.Limits{})
	var broken *stream.Error
	if errors.As(err, &broken) {
		return values, d.broken(broken, false)
	}
	return values, err
}

// Unbracket is the hint where the values of a case are missing and there is one array.
const Unbracket = "if the values are in this one array, remove its brackets"

// Solve answers the case into out; the error is a *Refusal.
func (d *Desk) Solve(oracle game.Oracle, values []stream.Value, out *game.Output) error {
	err := oracle(stream.Raws(values), out)
	var invalid *game.Invalid
	if errors.As(err, &invalid) {
		refusal := d.refuse(values, invalid)
		if invalid.Count && len(values) == 1 && values[0].Raw.Kind() == '[' {
			refusal.Hint = Unbracket
		}
		return refusal
	}
	return err
}

// refuse says what is wrong with a value that the oracle does not take.
func (d *Desk) refuse(values []stream.Value, invalid *game.Invalid) *Refusal {
	r := &Refusal{Line: 1, Column: 1, Message: invalid.Message, Clause: invalid.Clause, Hint: invalid.Hint}
	if invalid.Count {
		if n := len(values); n > 0 {
			at := values[invalid.Value].Start
			r.Line, r.Column = at.Line, at.Column
		}
		r.Message += d.Schemas.Missing(d.Task.In, stream.Raws(values))
		r.Hint = d.runs(d.whereToRead(""))
		return r
	}
	v := values[invalid.Value]
	param := d.param(invalid.Value)
	r.Value, r.Name = invalid.Value+1, param.Name
	p, shape := d.Schemas.Refusal(param.Value, v.Raw, invalid)
	r.Pointer, r.Message, r.Clause = p.Pointer, p.Message, p.Clause
	at := v.At(p.Offset)
	r.Line, r.Column = at.Line, at.Column
	r.Hint = d.runs(cmp.Or(d.Schemas.Advice(d.Game, d.Rules, d.Task.In, stream.Raws(values), invalid.Value, shape), r.Hint, d.whereToRead(r.Clause)))
	return r
}

// runs is a hint whose commands run as they stand, though somebody has brought the game.
func (d *Desk) runs(hint string) string { return d.Game.WithFolder(hint, d.Game.Folder) }

// shown is the command that shows the task, or all values where there is none.
func (d *Desk) shown() string {
	if d.Task.Name == "" {
		return "touchstone games " + d.Game.Name + " values"
	}
	return "touchstone games " + d.Game.Name + "/" + d.Task.Name
}

// whereToRead leads to what the rules, or else the task, say about a value that is refused.
func (d *Desk) whereToRead(clause string) string {
	if clause != "" {
		return fmt.Sprintf("%q shows the clause", "touchstone rules "+d.Game.Name+" "+clause)
	}
	return fmt.Sprintf("%q shows the parts of a case", d.shown())
}

// broken says what is wrong with a stream that is not JSON, or with a line, and what to do.
func (d *Desk) broken(e *stream.Error, line bool) *Refusal {
	r := &Refusal{
		Line: e.Where.Line, Column: e.Where.Column,
		Value: e.Index + 1, Name: d.param(e.Index).Name, Pointer: e.Pointer,
		Message: e.Message, Hint: e.Hint,
	}
	if e.Near != "" {
		r.Message += ", near " + e.Near
	}
	switch {
	case r.Hint != "":
	case e.Kind == stream.Cut && line:
		r.Hint = "write the whole case on one line, and close every bracket, brace and quotation mark"
	case e.Kind == stream.Cut:
		r.Hint = "close every bracket, brace and quotation mark"
	case e.Kind == stream.TooDeep:
		r.Hint = "no value of a game is nested so deeply: look for a bracket that is not closed"
	case e.Kind == stream.TooLong && !line:
		r.Hint = "no value of a game is so long: look for a bracket or quotation mark that is not closed"
	case e.Kind == stream.TooMany, e.Kind == stream.TooLong:
		r.Hint = fmt.Sprintf("each line has the input values of one case, which %q shows", d.shown())
	case e.Kind == stream.NoArray, e.Kind == stream.Malformed && line:
		r.Hint = fmt.Sprintf("each line is a JSON array of the input values of one case, which %q shows; a single case goes without --lines", d.shown())
	case e.Kind == stream.Malformed && d.Task.Name == "": // a value of no task
		r.Hint = fmt.Sprintf("%q lists the values", "touchstone games "+d.Game.Name+" values")
	case e.Kind == stream.Malformed:
		r.Hint = fmt.Sprintf("%q shows the values of a case", d.shown())
	}
	r.Hint = d.runs(r.Hint)
	return r
}

// param is the parameter that the i-th input value stands for, or an empty one.
func (d *Desk) param(i int) game.Param { return game.ParamAt(d.Task.In, i) }
