package judge

import "github.com/go-json-experiment/json/jsontext"

// Canonical returns the output values as one array that is the same text for
// all answers that a judge with strict codes takes for equal: no white space,
// members sorted by key, bags sorted, one spelling for each number and string.
func (j *Judge) Canonical(values []jsontext.Value) jsontext.Value {
	text := []byte{'['}
	for i, value := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendCanonical(text, value, j.root.element(i))
	}
	return append(text, ']')
}
