package course

import (
	"fmt"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// complaintsMax is how many mistakes one error lists.
const complaintsMax = 20

// complaintBytesMax is how long what is said of one may be: rosters cite what people
// have typed, or a service has put there.
const complaintBytesMax = 1000

// A complaint is a list of what is wrong with a roster or with submissions.
type complaint []document.Problem

func (c *complaint) add(file string, line int, format string, args ...any) {
	*c = append(*c, document.Problem{File: file, Line: line, Message: text.Shorten(fmt.Sprintf(format, args...), complaintBytesMax)})
}

// key adds what is wrong with a key of the course file.
func (c *complaint) key(of *Course, path, format string, args ...any) {
	*c = append(*c, document.Problem{File: of.File, Line: of.Line(path), Key: path, Message: text.Shorten(fmt.Sprintf(format, args...), complaintBytesMax)})
}

// err is a *document.Problems, nil if nothing is wrong.
func (c complaint) err(hint string) error {
	if len(c) == 0 {
		return nil
	}
	list := slices.Clone(c[:min(len(c), complaintsMax)])
	if n := len(c) - len(list); n > 0 {
		list[len(list)-1].Message += fmt.Sprintf("; and %d more like this", n)
	}
	return &document.Problems{List: list, Hint: hint}
}
