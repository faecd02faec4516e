package main

import (
	"io"
	"os"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// asciiLocale tells whether the environment asks for ASCII: LC_ALL, LC_CTYPE or
// LANG, the first that is set, is C or POSIX.
func asciiLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return v == "C" || v == "POSIX"
		}
	}
	return false
}

// forLocale is a stream as the environment wants it: a terminal gets ASCII if it
// asks for that. What goes to files and other programs stays as it is.
func forLocale(stream io.Writer) io.Writer {
	if asciiLocale() && isTerminal(stream) {
		return &asciiTerminal{file: fileOf(stream)}
	}
	return stream
}

// An asciiTerminal is a terminal that is written to in ASCII.
type asciiTerminal struct {
	file *os.File
	held []byte // the beginning of a character whose end is still to come
}

// Write implements io.Writer.
func (a *asciiTerminal) Write(p []byte) (int, error) {
	all := append(a.held, p...)
	whole := len(all)
	for i := 1; i < utf8.UTFMax && i <= len(all); i++ {
		if last := all[len(all)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= i
			}
			break
		}
	}
	a.held = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(a.file, text.ASCII(string(all[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}
