package judge

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// Codes lists the codes for illegal requests in an answer, in their order: the
// strings where the task has codes.
func (j *Judge) Codes(answer []jsontext.Value) []string {
	if !j.root.hasCode() {
		return nil
	}
	var found []string
	for i, raw := range answer {
		found = codesIn(found, raw, j.root.element(i))
	}
	return found
}

func codesIn(found []string, raw jsontext.Value, p *place) []string {
	if !p.hasCode() {
		return found
	}
	var c cursor.Cursor
	c.Reset(raw)
	switch c.Kind() {
	case '"':
		if content := c.String("a string"); p.code {
			found = append(found, string(content))
		}
	case '[':
		c.Array("an array")
		for i := 0; c.More(); i++ {
			found = codesIn(found, c.Skip(), p.element(i))
		}
	case '{':
		c.Object("an object")
		for c.MoreKeys() {
			q := p.member(c.Key())
			found = codesIn(found, c.Skip(), q)
		}
	}
	return found
}
