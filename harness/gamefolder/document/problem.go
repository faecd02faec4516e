package document

import (
	"fmt"
	"strings"
)

// A Problem is one thing that is wrong with a file that somebody wrote.
type Problem struct {
	File    string // "": the message says where it is
	Line    int    // from 1; 0: the file as a whole
	Key     string
	Message string
}

func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	if p.File != "" {
		b.WriteString(": ")
	}
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	b.WriteString(p.Message)
	return b.String()
}

// Problems are all that is wrong with a file, in the order of its lines, or with what
// it names.
type Problems struct {
	List []Problem
	Hint string // a line for each next step
}

func (p *Problems) Error() string {
	lines := make([]string, len(p.List))
	for i, one := range p.List {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}
