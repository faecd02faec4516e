package answer

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A Validity says whether one value of a stream is valid, and if not, why.
type Validity struct {
	Value  int      `json:"value"` // which one, from 1
	Valid  bool     `json:"valid"`
	Errors []Defect `json:"errors,omitempty"`
}

// A Defect is one thing that is wrong with a value.
type Defect struct {
	Pointer string `json:"pointer"`
	Line    int    `json:"line"`
	Column  int    `json:"column"` // in bytes
	Message string `json:"message"`
	Clause  string `json:"clause,omitempty"`
}

// Validate tells of each value of a stream whether it is a valid value of the
// given name: by its schema, then by its decoder. The error is a *Refusal
// where the stream is not JSON, or comes from tell or the stream's source.
func (d *Desk) Validate(value string, r io.Reader, tell func(Validity) error) error {
	reader := stream.NewReader(r, stream.Limits{})
	decodes := d.decodes(value)
	for {
		v, err := reader.Next()
		if err == io.EOF {
			return nil
		}
		var broken *stream.Error
		if errors.As(err, &broken) {
			return d.broken(broken, false)
		}
		if err != nil {
			return err
		}
		if decodes(v.Raw) {
			// What a decoder takes its schema takes. The schema, which takes many times as
			// long, says more of what is wrong.
			if err := tell(Validity{Value: v.Index + 1, Valid: true}); err != nil {
				return err
			}
			continue
		}
		result, err := d.validate(value, v)
		if err != nil {
			return err
		}
		if err := tell(result); err != nil {
			return err
		}
	}
}

// decodes tells of the texts of values of a name whether the decoder of the game, if it has
// one, takes them.
func (d *Desk) decodes(value string) func(raw jsontext.Value) bool {
	reader, ok := d.Rules.(game.Reader)
	if !ok || !reader.Reads(value) {
		return func(jsontext.Value) bool { return false }
	}
	check := reader.Checker()
	return func(raw jsontext.Value) bool { return check(value, raw) == nil }
}

func (d *Desk) validate(value string, v stream.Value) (Validity, error) {
	result := Validity{Value: v.Index + 1, Valid: true}
	add := func(offset int, pointer, message, clause string) {
		at := v.At(offset)
		result.Valid = false
		result.Errors = append(result.Errors, Defect{pointer, at.Line, at.Column, message, clause})
	}
	problems, schemaErr := d.Schemas.Explain(value, v.Raw)
	if schemaErr != nil && !errors.Is(schemaErr, schema.ErrTooLarge) {
		return result, schemaErr
	}
	for _, p := range problems {
		add(p.Offset, p.Pointer, p.Message, p.Clause)
	}
	if !result.Valid {
		return result, nil
	}
	var invalid *game.Invalid
	switch err := d.Rules.Check(value, v.Raw); {
	case errors.As(err, &invalid):
		add(invalid.Offset, stream.Pointer(v.Raw, invalid.Offset), invalid.Message, invalid.Clause)
	case err != nil:
		return result, err
	}
	if result.Valid && schemaErr != nil {
		// The decoder has nothing against a value that the schema could not test.
		return result, schemaErr
	}
	return result, nil
}
