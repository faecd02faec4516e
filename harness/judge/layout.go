package judge

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A sheet is a value that is about to be laid out in lines.
type sheet struct {
	kind     jsontext.Kind
	pointer  string // of the value; of the bag for what is inside one, where indices mean nothing
	key      string // with quotes and colon, if it is a member
	text     string // all of it, canonical and safe to look at
	children []*sheet
	times    int  // it stands there, for the elements of a bag
	open     bool // one child a line
}

// A line is one line of a value that has been laid out.
type line struct {
	text    string
	pointer string
}

// newSheet prepares a canonical text.
func newSheet(raw jsontext.Value, p *place, pointer string) *sheet {
	s := &sheet{kind: kindOf(raw), pointer: pointer, text: text.Visible(string(raw)), times: 1}
	switch s.kind {
	case '[':
		i := 0
		var last jsontext.Value // of a bag, in which equal elements stand together
		for value := range elements(raw) {
			below := pointer
			if !p.isBag() {
				below = string(appendElement([]byte(pointer), i))
			} else if i > 0 && bytes.Equal(last, value) {
				s.children[len(s.children)-1].times++
				continue
			}
			s.children = append(s.children, newSheet(value, p.element(i), below))
			last = value
			i++
		}
	case '{':
		for key, value := range members(raw) {
			member := newSheet(value, p.member(key), string(appendMember([]byte(pointer), string(key))))
			member.key = quote(string(key), len(key)) + ": "
			s.children = append(s.children, member)
		}
	}
	return s
}

// indentation is what each level of an open container adds.
const indentation = "  "

// layOut decides which containers are written one child a line: where one of a
// group does not fit into the width, all of it. A group is what stands at the
// same place of both documents, or in the same array, so that equal parts look
// alike in both, wherever they stand.
func layOut(group []*sheet, level, width int) {
	for _, kind := range []jsontext.Kind{'[', '{'} {
		open := false
		for _, s := range group {
			if s.kind == kind && len(s.children) > 0 && s.width(level) > width {
				open = true
			}
		}
		if !open {
			continue
		}
		groups := make(map[string][]*sheet)
		for _, s := range group {
			if s.kind != kind {
				continue
			}
			s.open = true
			for _, child := range s.children {
				groups[child.key] = append(groups[child.key], child)
			}
		}
		for _, inner := range groups {
			layOut(inner, level+1, width)
		}
	}
}

// width is the number of columns that the sheet takes on one line.
func (s *sheet) width(level int) int {
	return level*len(indentation) + utf8.RuneCountInString(s.key) + utf8.RuneCountInString(s.text) + len(",")
}

// lines appends the lines of a sheet. Within an open container each child ends
// with a comma, the last one as well, so that a line does not change because
// another one follows it; equal elements of a bag stand there once, with their
// number.
func (s *sheet) lines(dst []line, level int) []line {
	indent := strings.Repeat(indentation, level)
	comma := ","
	if level == 0 {
		comma = ""
	}
	if s.times > 1 {
		comma = " ×" + strconv.Itoa(s.times) + comma
	}
	if !s.open {
		return append(dst, line{indent + s.key + s.text + comma, s.pointer})
	}
	opening, closing := "[", "]"
	if s.kind == '{' {
		opening, closing = "{", "}"
	}
	dst = append(dst, line{indent + s.key + opening, s.pointer})
	for _, child := range s.children {
		dst = child.lines(dst, level+1)
	}
	return append(dst, line{indent + closing + comma, s.pointer})
}
