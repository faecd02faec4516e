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

// A spoolReader reads what a spool keeps, which it ends.
type spoolReader struct {
	memory []byte
	file   *os.File
	in     *bufio.Reader
	line   []byte
}

// reader reads everything from the beginning. The error is only the spool's own.
func (s *spool) reader() (*spoolReader, error) {
	r := &spoolReader{memory: s.memory.Bytes(), file: s.file}
	if s.file == nil || s.err != nil {
		return r, s.failed(s.err)
	}
	if s.err = s.out.Flush(); s.err == nil {
		_, s.err = s.file.Seek(0, io.SeekStart)
	}
	r.in = bufio.NewReaderSize(s.file, 64<<10)
	return r, s.failed(s.err)
}

// next reads so many bytes, all of one write. They are good until the next call.
func (r *spoolReader) next(n int) ([]byte, error) {
	if len(r.memory) > 0 {
		line := r.memory[:n]
		r.memory = r.memory[n:]
		return line, nil
	}
	if r.in == nil {
		return nil, io.ErrUnexpectedEOF
	}
	r.line = append(r.line[:0], make([]byte, n)...)
	_, err := io.ReadFull(r.in, r.line)
	return r.line, err
}

// Close removes the file, if there is one.
func (r *spoolReader) Close() {
	if r.file != nil {
		r.file.Close()
		os.Remove(r.file.Name())
	}
}

func (s *spool) failed(err error) error {
	if err != nil {
		return fmt.Errorf("keep verdicts in a file of %s: %w", os.TempDir(), err)
	}
	return nil
}
