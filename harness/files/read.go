package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// Irregular says what has the name instead of a file: a folder, a pipe that somebody would
// wait for, or a device. It is nil for a file, and if there is nothing of that name.
func Irregular(name string) error {
	info, err := os.Stat(name)
	switch {
	case err != nil || info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return errors.New("expected a file, found a folder")
	case info.Mode()&fs.ModeNamedPipe != 0:
		return errors.New("expected a file, found a pipe")
	}
	return errors.New("expected a file, found a device or a socket")
}

// NotInput refuses the name - for what is to be read, which in other places stands for standard
// input. The error does not name the file.
func NotInput(name string) error {
	if name != "-" {
		return nil
	}
	return errStandard
}

var errStandard = errors.New("expected a file, not standard input; a file called - is ./-")

// HintUTF8 is the next step where a file is no UTF-8.
const HintUTF8 = "save the file as UTF-8, without a byte order mark"

// ByteOrderMark is what editors of Windows write in front of UTF-8.
const ByteOrderMark = "\xef\xbb\xbf"

// Miscoded says why a file that begins with some bytes is not text as it should be, and the next step;
// the error is nil if nothing is wrong. Editors and shells of Windows write such letters, and browsers
// hand on what is packed.
func Miscoded(start []byte) (hint string, err error) {
	switch {
	case bytes.HasPrefix(start, []byte(ByteOrderMark)):
		return HintUTF8, errors.New("expected UTF-8 without a byte order mark (BOM), found one")
	case IsUTF16(start):
		return HintUTF8, errors.New("expected UTF-8, found UTF-16")
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return "unpack it first, with gunzip", errors.New("expected text, found a file that gzip has packed")
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return "unpack it first, with unzip", errors.New("expected text, found a zip archive")
	}
	return "", nil
}

// IsUTF16 tells whether a file that begins with some bytes is UTF-16, as editors of Windows mark it.
func IsUTF16(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff"))
}

// NotUTF8 says in which line a text is no UTF-8, and what is there; the error is nil if it is.
func NotUTF8(text []byte) (line int, err error) {
	line = 1
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			return line, fmt.Errorf("expected UTF-8, found the byte 0x%02X", text[0])
		case r == '\n':
			line++
		}
		text = text[size:]
	}
	return 0, nil
}

// Read reads a file of at most so many bytes. A pipe is not waited for; what the shell hands
// on as <(...) or /dev/stdin is read all the same. The error does not name the file; that
// there is none is fs.ErrNotExist.
func Read(name string, bytesMax int) ([]byte, error) {
	if err := NotInput(name); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(name, "/dev/") && !strings.HasPrefix(name, "/proc/") {
		if err := Irregular(name); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, text.Cause(err)
	}
	defer f.Close()
	var content bytes.Buffer
	if info, err := f.Stat(); err == nil {
		content.Grow(int(min(info.Size(), int64(bytesMax))) + bytes.MinRead)
	}
	switch _, err := content.ReadFrom(io.LimitReader(f, int64(bytesMax)+1)); {
	case err != nil:
		return nil, text.Cause(err)
	case content.Len() > bytesMax:
		return nil, fmt.Errorf("it is larger than %s", text.Bytes(int64(bytesMax)))
	}
	return content.Bytes(), nil
}
