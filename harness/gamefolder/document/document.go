// Package document reads files of TOML that people write, strictly: a key that
// nobody reads is unknown, and all mistakes are reported together, each with its line
// and path.
package document

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A File is one of TOML with the lines of its keys. The library stops at the
// first value of a wrong type; here all of them are reported.
type File struct {
	Name     string
	Lines    map[string]int // by path, from 1: "task[0].limits.timeout"
	Problems []Problem
	strays   []stray
}

// A stray is an unknown key. Whether another table has it shows when all are read.
type stray struct {
	problem int // its index
	key     string
	in      *Table
}

// above is where to write the key if a table knows it in which that of the key is, "" if none does.
func (s *stray) above() string {
	for at := s.in; at.above != nil; at = at.above {
		if !slices.Contains(at.above.known, s.key) {
			continue
		}
		value := s.in.Values[s.key]
		list, _ := value.([]any)
		if at.above.Path == "" && !isTable(value) && (len(list) == 0 || !isTable(list[0])) {
			return "at the top of the file, above all tables"
		}
		return "above " + at.head()
	}
	return ""
}

// below says what to write where a table knows the key that is in that of the key, "" if none does.
// A table needs its full name, wherever it stands.
func (s *stray) below() string {
	for _, inner := range s.in.below {
		switch {
		case !slices.Contains(inner.known, s.key):
		case isTable(s.in.Values[s.key]):
			name, list := strings.CutPrefix(inner.head(), "[[")
			name = "[" + Join(strings.Trim(name, "[]"), s.key) + "]"
			if list {
				return name + " below " + inner.head()
			}
			return name
		default:
			return "it below " + inner.head()
		}
	}
	return ""
}

// keysMax bounds the keys and tables of a file, as far as signs tell how many there are:
// the library compares each with all others of its table.
const keysMax = 20_000

// Parse reads a file. The problem is nil if it is TOML.
func Parse(name string, text []byte) (*Table, *Problem) {
	if p := miscoded(name, text); p != nil {
		return nil, p
	}
	if n := bytes.Count(text, []byte("=")) + bytes.Count(text, []byte("\n[")); n > keysMax {
		return nil, &Problem{File: name, Message: fmt.Sprintf("expected at most %d keys and tables, found about %d", keysMax, n)}
	}
	values := make(map[string]any)
	if err := toml.Unmarshal(text, &values); err != nil {
		return nil, notTOML(name, text, err)
	}
	d := &File{Name: name, Lines: make(map[string]int)}
	(&locator{File: d}).locate(text)
	return &Table{File: d, Values: values}, nil
}

// Join is the path of a key in the table of a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Line is that of a path, or of what it stands in.
func (d *File) Line(path string) int {
	for path != "" {
		if n := d.Lines[path]; n > 0 {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// Wrong tells of a problem at a path.
func (d *File) Wrong(path, format string, args ...any) {
	d.Problems = append(d.Problems, Problem{File: d.Name, Line: d.Line(path), Key: path, Message: fmt.Sprintf(format, args...)})
}

// Usage tells of an error that says what is wrong.
func (d *File) Usage(path string, err error) {
	message := err.Error()
	if usage, ok := errors.AsType[*game.UsageError](err); ok && usage.Hint != "" {
		message += "; " + usage.Hint
	}
	d.Wrong(path, "%s", message)
}

// Sorted are the problems in the order of the lines, when all is read.
func (d *File) Sorted() []Problem {
	for _, s := range d.strays {
		p := &d.Problems[s.problem]
		// One that follows the head of another table is the slip of TOML.
		if where := s.above(); where != "" {
			p.Message = fmt.Sprintf("%s has no such key; write it %s", s.in.head(), where)
			continue
		}
		if where := s.below(); where != "" {
			p.Message = "there is no such key; write " + where
		}
	}
	d.strays = nil
	d.Problems = slices.DeleteFunc(d.Problems, func(p Problem) bool { return p.Message == "" })
	sort.SliceStable(d.Problems, func(i, j int) bool { return d.Problems[i].Line < d.Problems[j].Line })
	return d.Problems
}
