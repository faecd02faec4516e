package main

import (
	"io"
	"os"
	"strings"
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

// A display is a terminal. Lines that are too long for it are broken at words, and
// where the environment asks for ASCII it gets nothing else. What goes to files and
// other programs stays as it is.
type display struct {
	to    io.Writer
	file  *os.File
	ascii bool
	exact bool // what is written is for programs, or fits: no line is broken

	held   []byte // the beginning of a character whose end is still to come
	column int    // how much of the line is taken; 0 at its beginning
	indent int    // where the line goes on when it is broken
	whole  bool   // the line is not broken
	blanks int    // at the end of the line so far
}

// displayMin is the least width that lines are broken for: the longest words have
// room.
const displayMin = 20

// onDisplay makes a display of a terminal; other streams stay what they are.
func onDisplay(stream io.Writer) io.Writer {
	if !isTerminal(stream) {
		return stream
	}
	return &display{to: stream, file: fileOf(stream), ascii: asciiLocale()}
}

// exactly has the lines of the command's output left as they are.
func exactly(stream io.Writer) {
	if o, ok := stream.(*outlet); ok {
		stream = o.w
	}
	if s, ok := stream.(*display); ok {
		s.exact = true
	}
}

// Write implements io.Writer.
func (s *display) Write(p []byte) (int, error) {
	all := append(s.held, p...)
	end := len(all)
	for i := 1; i < utf8.UTFMax && i <= len(all); i++ {
		if last := all[len(all)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				end -= i
			}
			break
		}
	}
	s.held = append([]byte(nil), all[end:]...)
	said := string(all[:end])
	if s.ascii {
		said = text.ASCII(said)
	}
	width := columns(s.file)
	switch {
	case strings.Contains(said, "\r"):
		s.column = 0 // it writes over its own line, and knows how wide that is
	case !s.exact && width >= displayMin:
		said = s.breakLines(said, width)
	}
	if _, err := io.WriteString(s.to, said); err != nil {
		return 0, err
	}
	return len(p), nil
}

var (
	// escapes are the sequences that set colours.
	escapes = text.Pattern(`\x1b\[[0-9;]*[A-Za-z]`)
	// named lines begin with what they are about.
	named = text.Pattern(`^ *[a-zA-Z][\w -]{0,30}: `)
	// copied lines are values, and commands, which people copy.
	copied = text.Pattern(`^ *(?:[\[{"<$]|(?:[\w -]+: +)?touchstone )`)
)

// breakLines breaks lines at words.
func (s *display) breakLines(said string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(said) {
		body, end := strings.CutSuffix(line, "\n")
		if s.column == 0 {
			s.begin(escapes().ReplaceAllString(body, ""), width)
		}
		for body != "" {
			word := strings.TrimLeft(body, " ")
			blanks := len(body) - len(word)
			word, _, _ = strings.Cut(word, " ")
			s.put(&b, blanks, word, width)
			body = body[blanks+len(word):]
		}
		if end {
			b.WriteByte('\n')
			s.column = 0
		}
	}
	return b.String()
}

// put adds blanks and a word to the line, or the word to a new one.
func (s *display) put(b *strings.Builder, blanks int, word string, width int) {
	n := utf8.RuneCountInString(escapes().ReplaceAllString(word, ""))
	s.blanks += blanks
	switch {
	case word == "":
	case s.blanks == s.column+blanks: // the first word of the line
		s.indent = max(s.indent, min(s.blanks, width/2))
		s.blanks = 0
	case s.blanks > 1 && s.column+blanks <= width/2:
		s.indent = s.column + blanks // the column of a table
	case s.blanks > 1:
		s.indent = min(s.indent+4, width/2)
	}
	if !s.whole && word != "" && s.blanks > 0 && s.column > s.indent && s.column+blanks+n > width {
		b.WriteString("\n" + strings.Repeat(" ", s.indent) + word)
		s.column, s.blanks = s.indent+n, 0
		return
	}
	b.WriteString(strings.Repeat(" ", blanks) + word)
	s.column += blanks + n
	if word != "" {
		s.blanks = 0
	}
}

// begin looks at a line of which this is the beginning, or all.
func (s *display) begin(line string, width int) {
	s.whole, s.blanks = copied().MatchString(line), 0
	s.indent = len(line) - len(strings.TrimLeft(line, " "))
	if named().MatchString(line) && s.indent+2 <= width/2 {
		s.indent += 2
	}
}
