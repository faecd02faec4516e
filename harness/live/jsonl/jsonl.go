// Package jsonl reads files of JSON lines that somebody writes while something
// goes on, so that the last line may be torn: ledgers, records and transcripts. It
// keeps two runs from writing one of them.
package jsonl

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Reader reads the lines of a file, in memory for one line. It serves one
// goroutine.
type Reader struct {
	in    *bufio.Reader
	kind  string
	name  string
	most  int
	whole int
}

// NewReader reads a file of a kind, "ledger" for example, whose lines have at
// most so many bytes. Kind and name are what errors call it.
func NewReader(in io.Reader, kind, name string, lineBytesMax int) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, 64<<10), kind: kind, name: name, most: lineBytesMax}
}

// Read returns the next line with its end, if it has one, and tells whether it
// is the last. The error is io.EOF if there is none, else a *game.UsageError.
func (r *Reader) Read() (line []byte, last bool, err error) {
	line, err = r.More(nil)
	switch {
	case err == io.EOF && len(line) > 0:
		return line, true, nil
	case err != nil:
		return nil, err == io.EOF, err
	}
	// What goes wrong here goes wrong again with the next line.
	_, err = r.in.Peek(1)
	return line, err == io.EOF, nil
}

// More reads on with a line that was begun, up to its end. The error is io.EOF,
// beside what there is, if the file ends first, else a *game.UsageError.
func (r *Reader) More(line []byte) ([]byte, error) {
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		if r.whole == 0 {
			if hint, wrong := files.Miscoded(line); wrong != nil {
				return nil, r.Fail(wrong, hint)
			}
		}
		switch {
		case len(line) > r.most:
			return nil, r.Fail(fmt.Errorf("longer than %s", text.Bytes(int64(r.most))), "")
		case err == bufio.ErrBufferFull:
			continue
		case err == nil || err == io.EOF:
			return line, err
		}
		return nil, &game.UsageError{Message: fmt.Sprintf("%s %s: %v", r.kind, r.name, text.Cause(err)), Hint: files.HintReadable}
	}
}

// Accept counts the line that was read last as whole.
func (r *Reader) Accept() { r.whole++ }

// Whole is how many lines are whole.
func (r *Reader) Whole() int { return r.whole }

// Name is what errors call the file.
func (r *Reader) Name() string { return r.name }

// Cut tells whether an error is of JSON that ends too early.
func Cut(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }

// Fail is a *game.UsageError that says what is wrong with the line that was read
// last, and where.
func (r *Reader) Fail(err error, hint string) error {
	e := &game.UsageError{Hint: hint}
	what, where := err.Error(), ""
	var usage *game.UsageError
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &usage):
		e.Hint = usage.Hint
	case errors.As(err, &syntax):
		where = fmt.Sprintf(", column %d", syntax.ByteOffset+1)
		what = "not valid JSON: " + syntax.Err.Error()
		if Cut(err) {
			what = "the JSON value is incomplete"
		}
		what = at(string(syntax.JSONPointer)) + what
	case errors.As(err, &semantic):
		what = at(string(semantic.JSONPointer)) + mistyped(semantic)
	}
	e.Message = fmt.Sprintf("%s %s, line %d%s: %s", r.kind, r.name, r.whole+1, where, text.Visible(what))
	return e
}

// mistyped says what a value had to be, and what it is.
func mistyped(e *json.SemanticError) string {
	if e.Err != nil {
		return "the value has the wrong type: " + e.Err.Error()
	}
	return fmt.Sprintf("expected %s, found %s", stream.TypeName(e.GoType), stream.KindName(e.JSONKind))
}

// at says where in a line something is, if it is not the line as a whole.
func at(pointer string) string {
	if pointer = stream.Place(pointer); pointer == "" {
		return ""
	}
	return fmt.Sprintf("at %s: ", pointer)
}
