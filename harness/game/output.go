package game

import "github.com/go-json-experiment/json/jsontext"

// An Output collects the values of an answer, back to back in one buffer that
// is kept from case to case. Append a value's text to Buf, then call End.
type Output struct {
	Buf []byte
	// Clause is the one that decides the answer as a whole, if the oracle can
	// say so; the fields of the task say it of the parts.
	Clause string
	// Explains asks the oracle of a task move to say in Why, as Explain does, why a request
	// is illegal. An oracle that does not leaves Why empty.
	Explains bool
	// Trace, if it is not nil, is told what the oracle meets on the way.
	Trace *Trace
	// Work counts the steps of a search, where an oracle has one that may take
	// long. It is the same on every machine.
	Work int

	// Or are other answers that are as right, each a list of values; Why is the
	// reason of the answer in a sentence. Games of folders may have them.
	Or  [][]jsontext.Value
	Why string

	ends []int
}

// Reset forgets the values and keeps the memory.
func (o *Output) Reset() {
	o.Buf = o.Buf[:0]
	o.ends = o.ends[:0]
	o.Clause = ""
	o.Work = 0
	o.Or, o.Why = nil, ""
}

// End marks what was appended to Buf since the last call as one value.
func (o *Output) End() { o.ends = append(o.ends, len(o.Buf)) }

// Len is the number of complete values.
func (o *Output) Len() int { return len(o.ends) }

// Value returns the i-th value; it is valid until the next Reset.
func (o *Output) Value(i int) jsontext.Value {
	start := 0
	if i > 0 {
		start = o.ends[i-1]
	}
	return jsontext.Value(o.Buf[start:o.ends[i]:o.ends[i]])
}

// Values returns a copy of all values that outlives the next Reset.
func (o *Output) Values() []jsontext.Value {
	all := append([]byte(nil), o.Buf...)
	values := make([]jsontext.Value, len(o.ends))
	start := 0
	for i, end := range o.ends {
		values[i] = all[start:end:end]
		start = end
	}
	return values
}
