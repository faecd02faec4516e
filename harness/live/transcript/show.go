package transcript

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// nameColumns is how wide names are made, so that arrows stand below each
// other; longer ones are not cut.
const nameColumns = 10

// The colours of what is shown.
const (
	red    = "\x1b[1;31m"
	yellow = "\x1b[33m"
	faint  = "\x1b[2m"
	reset  = "\x1b[0m"
)

var toneColors = map[Tone]string{Plain: "", Quiet: faint, Odd: yellow, Bad: red}

// ShowOptions say how a transcript is shown.
type ShowOptions struct {
	Color   bool // ANSI colours
	Verbose bool // whole values, and all of the header
	// Headlines say in words what messages mean; without them values are shown.
	Headlines *headline.Writer
}

// Show prints a transcript for people: a line for everything, with its time, the
// number of a message, the player, and an arrow that points to the right where the player sends. The
// error is one of the reader's or of writing.
func Show(w io.Writer, r *Reader, o ShowOptions) error {
	s := &shower{ShowOptions: o, out: bufio.NewWriter(w), narrator: NewNarrator(o.Verbose, o.Headlines)}
	s.header(r.Header())
	for l, err := range r.Lines() {
		if err != nil {
			s.out.Flush()
			return err
		}
		s.line(&l)
		// Whoever follows a long game sees each line at once.
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
	if line := r.Torn(); line > 0 {
		s.print(yellow, fmt.Sprintf("line %d is cut off: the recording stopped there", line))
	} else if !s.over && r.Header().Side == game.Server {
		s.print(yellow, "there is no result: the game was stopped early")
	}
	return s.out.Flush()
}

// Copy writes a transcript as it is, but for keys that this version does not
// know. The error is one of the reader's or of writing.
func Copy(w io.Writer, r *Reader) error {
	put := func(value any) error {
		line, err := encode(value)
		if err == nil {
			_, err = w.Write(append(line, '\n'))
		}
		return err
	}
	h := r.Header()
	if h.Scale == 1 {
		h.Scale = 0
	}
	if err := put(&h); err != nil {
		return err
	}
	for l, err := range r.Lines() {
		if err == nil {
			err = put(&l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A shower shows lines.
type shower struct {
	ShowOptions
	out      *bufio.Writer
	narrator *Narrator
	over     bool
}

// print writes a line in a colour, "" for none.
func (s *shower) print(color, line string) {
	line = text.Visible(line)
	if s.Color && color != "" {
		line = color + line + reset
	}
	// The first error is kept by the writer, and returned when it is flushed.
	_, _ = s.out.WriteString(line + "\n")
}

func (s *shower) header(h Header) {
	s.print("", h.Words())
	if !s.Verbose {
		return
	}
	for _, o := range h.Options {
		s.print(faint, fmt.Sprintf("  option %s=%s", o.Name, o.Value))
	}
	for _, v := range h.In {
		s.print(faint, "  input "+string(v))
	}
}

// line shows what a line tells, behind its time and its player.
func (s *shower) line(l *Line) {
	s.over = s.over || l.Kind == Result
	told := s.narrator.Tell(l)
	number, what := "", text.Citing(told.What, told.Clause)
	if told.Message > 0 {
		number, what = strconv.Itoa(told.Message), told.Way+" "+what
	}
	pad := strings.Repeat(" ", max(0, nameColumns-utf8.RuneCountInString(told.Who)))
	s.print(toneColors[told.Tone], fmt.Sprintf("%9.3fs %4s  %s%s %s", l.Ms/1000, number, told.Who, pad, what))
}
