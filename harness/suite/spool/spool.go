// Package spool keeps what does not fit into memory: a little of it there, more in a
// file without a name.
package spool

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// BytesMax is how much a spool keeps in memory: some hundred verdicts or cases, so that
// most runs need no file.
const BytesMax = 256 << 10

// fileBytes is how much is written to the file at once.
const fileBytes = 64 << 10

// A Spool keeps what is written to it, however much that is, in the same memory. The
// zero Spool is empty. It remembers the first error of its file. It serves one goroutine
// at a time.
type Spool struct {
	What string // it keeps, for its errors: "verdicts"

	memory []byte // everything, until there is a file
	file   *os.File
	out    *bufio.Writer // of the file
	bytes  int64
	err    error
}

// Write implements io.Writer.
func (s *Spool) Write(text []byte) (int, error) {
	if s.file == nil && len(s.memory)+len(text) > BytesMax && s.err == nil {
		s.create()
	}
	if s.err != nil {
		return 0, s.failed()
	}
	s.bytes += int64(len(text))
	if s.file == nil {
		s.memory = append(s.memory, text...)
		return len(text), nil
	}
	var n int
	n, s.err = s.out.Write(text)
	return n, s.failed()
}

// create moves everything to a file.
func (s *Spool) create() {
	file, err := os.CreateTemp("", "touchstone-*")
	if err != nil {
		s.err = err
		return
	}
	// Where an open file cannot be removed, Close does it.
	_ = os.Remove(file.Name())
	s.file, s.out = file, bufio.NewWriterSize(file, fileBytes)
	_, s.err = s.out.Write(s.memory)
	s.memory = nil
}

// Len is how many bytes have been written.
func (s *Spool) Len() int64 { return s.bytes }

// ReadAt implements io.ReaderAt. What it finds is what was written.
func (s *Spool) ReadAt(text []byte, offset int64) (int, error) {
	switch {
	case s.err != nil:
		return 0, s.failed()
	case offset >= s.bytes:
		return 0, io.EOF
	case s.file == nil:
		n := copy(text, s.memory[offset:])
		if n < len(text) {
			return n, io.EOF
		}
		return n, nil
	}
	if s.out.Buffered() > 0 {
		if s.err = s.out.Flush(); s.err != nil {
			return 0, s.failed()
		}
	}
	n, err := s.file.ReadAt(text, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
		err = s.failed()
	}
	return n, err
}

// Reader reads everything from the beginning.
func (s *Spool) Reader() *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(s, 0, s.bytes), fileBytes)
}

// Close drops everything, and the file if there is one.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	*s = Spool{What: s.What}
}

func (s *Spool) failed() error {
	if s.err == nil {
		return nil
	}
	return fmt.Errorf("keep %s in a file of %s: %w", s.What, os.TempDir(), s.err)
}
