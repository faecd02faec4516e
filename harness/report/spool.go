package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

// spoolBytesMax is how much a spool keeps in memory: some thousand verdicts, so
// that most runs need no file.
const spoolBytesMax = 1 << 20

// A spool keeps what stands behind something that is known last. It keeps a
// little in memory and the rest in a file without a name, so that a run of any
// length takes no more memory. It remembers the first error.
type spool struct {
	memory bytes.Buffer
	file   *os.File
	out    *bufio.Writer // of the file
	bytes  int64
	err    error
}

// Write implements io.Writer.
func (s *spool) Write(text []byte) (int, error) {
	s.bytes += int64(len(text))
	if s.file == nil && s.memory.Len()+len(text) > spoolBytesMax && s.err == nil {
		s.file, s.err = os.CreateTemp("", "touchstone-*")
		if s.err == nil {
			// Where an open file cannot be removed, copyTo does it.
			_ = os.Remove(s.file.Name())
			s.out = bufio.NewWriterSize(s.file, 64<<10)
		}
	}
	switch {
	case s.err != nil:
		return 0, s.err
	case s.file == nil:
		return s.memory.Write(text)
	}
	var n int
	n, s.err = s.out.Write(text)
	return n, s.err
}

// empty tells whether nothing was written.
func (s *spool) empty() bool { return s.bytes == 0 }

// copyTo writes everything, and ends the spool. The error is only its own.
func (s *spool) copyTo(w *errWriter) error {
	w.write(s.memory.Bytes())
	if s.file == nil {
		return s.failed(s.err)
	}
	defer os.Remove(s.file.Name())
	defer s.file.Close()
	if s.err == nil {
		s.err = s.out.Flush()
	}
	if s.err == nil {
		_, s.err = s.file.Seek(0, io.SeekStart)
	}
	if s.err == nil {
		_, s.err = io.Copy(w, s.file)
	}
	return s.failed(s.err)
}

func (s *spool) failed(err error) error {
	if err != nil {
		return fmt.Errorf("keep verdicts in a file of %s: %w", os.TempDir(), err)
	}
	return nil
}
