package suite

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Line is a case as it stands on a line of a manifest, and as its schema
// report/case has it.
type Line struct {
	Name    string                    `json:"name"`
	Why     string                    `json:"why,omitempty"`
	Clauses []string                  `json:"clauses,omitempty"`
	Tags    []string                  `json:"tags,omitempty"`
	Options map[string]jsontext.Value `json:"options,omitempty"`
	In      []jsontext.Value          `json:"in"`
	Out     []jsontext.Value          `json:"out,omitempty"`
}

// Line returns the case with an output, which need not be its own; nil leaves
// it to the oracle.
func (c *Case) Line(out []jsontext.Value) Line {
	line := Line{Name: c.Name, Why: c.Why, Clauses: c.Clauses, Tags: c.Tags, In: c.In, Out: out}
	for _, o := range c.Options {
		if line.Options == nil {
			line.Options = make(map[string]jsontext.Value)
		}
		line.Options[o.Name] = o.Value
	}
	return line
}

// TaskOf is the GAME/TASK in the id of an embedded case, "" if there is none.
func TaskOf(id string) string {
	if i := strings.LastIndexByte(id, '/'); i > 0 {
		return id[:i]
	}
	return ""
}

// Find returns the one case that an id, or a pattern, names. The error is a
// *game.UsageError.
func (s *Suite) Find(id string) (*Case, error) {
	found, err := Selection{Cases: []string{id}}.Select(List(s.Cases))
	if err != nil {
		return nil, err
	}
	if found.Len() > 1 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("%d cases match %q, expected one", found.Len(), id),
			Hint:    `"touchstone test GAME/TASK [SUITE...] --list" lists them`,
		}
	}
	return found.Read(0), nil
}
