// Package spool keeps what is to stay out of memory: a little of it there, more in a file
// without a name.
package spool

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// BytesMax is how much a spool keeps in memory before it has a file: some hundred verdicts
// or cases, so that most runs need none.
const BytesMax = 256 << 10

// fileBytes is how much is written to the file at once.
const fileBytes = 64 << 10

// A Spool keeps what is written to it. What its file cannot take, as there is no room for
// it or no folder, stays in memory: nothing is lost for want of a file. The zero Spool is
// empty. It serves one goroutine at a time.
type Spool struct {
	What string // it keeps, for its errors: "the verdicts"

	file   *os.File
	filed  int64  // bytes in the file
	memory []byte // what stands behind them
	full   bool   // the file takes nothing more
}

// Write implements io.Writer. There is never an error.
func (s *Spool) Write(text []byte) (int, error) {
	if room := s.room(); len(s.memory)+len(text) > room {
		if s.store(s.memory) {
			if s.memory = s.memory[:0]; cap(s.memory) != fileBytes {
				// From now on it holds as much, and is not to grow up to that each time.
				s.memory = make([]byte, 0, fileBytes)
			}
		}
		if len(text) > fileBytes && s.store(text) {
			return len(text), nil
		}
	}
	s.memory = append(s.memory, text...)
	return len(text), nil
}

// room is for how many bytes there is room in memory.
func (s *Spool) room() int {
	if s.file == nil {
		return BytesMax
	}
	return fileBytes
}

// store puts text behind all others in the file, and tells whether it is there.
func (s *Spool) store(text []byte) bool {
	if s.full {
		return false
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "touchstone-*")
		if err != nil {
			s.full = true
			return false
		}
		// Where an open file cannot be removed, Close does it.
		_ = os.Remove(file.Name())
		s.file = file
	}
	if _, err := s.file.WriteAt(text, s.filed); err != nil {
		s.full = true
		return false
	}
	s.filed += int64(len(text))
	return true
}

// Len is how many bytes have been written.
func (s *Spool) Len() int64 { return s.filed + int64(len(s.memory)) }

// ReadAt implements io.ReaderAt. What it finds is what was written.
func (s *Spool) ReadAt(to []byte, offset int64) (int, error) {
	n := 0
	if offset < s.filed {
		part := to[:min(int64(len(to)), s.filed-offset)]
		var err error
		if n, err = s.file.ReadAt(part, offset); n < len(part) {
			return n, fmt.Errorf("%s cannot be read again from a file in %s: %w", s.What, os.TempDir(), text.Cause(err))
		}
	}
	if n < len(to) {
		if behind := offset + int64(n) - s.filed; behind < int64(len(s.memory)) {
			n += copy(to[n:], s.memory[behind:])
		}
	}
	if n < len(to) {
		return n, io.EOF
	}
	return n, nil
}

// Reader reads everything from the beginning.
func (s *Spool) Reader() *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(s, 0, s.Len()), fileBytes)
}

// Close drops everything, and the file if there is one.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	*s = Spool{What: s.What}
}
