package transcript

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// shownBytes is how much of a value is shown: a line of most terminals, with
	// what stands in front of it.
	shownBytes = 100
	// nameColumns is how wide names are made, so that arrows stand below each
	// other; longer ones are not cut.
	nameColumns = 10
)

// The colours of what is shown.
const (
	red    = "\x1b[1;31m"
	yellow = "\x1b[33m"
	faint  = "\x1b[2m"
	reset  = "\x1b[0m"
)

// ShowOptions say how a transcript is shown.
type ShowOptions struct {
	Color   bool // ANSI colours
	Verbose bool // whole values, and all of the header
}

// Show prints a transcript for people: a line for everything, with its time, the
// number of a message, the player, and an arrow that points to the right where the player sends. The
// error is one of the reader's or of writing.
func Show(w io.Writer, r *Reader, o ShowOptions) error {
	s := &shower{ShowOptions: o, out: bufio.NewWriter(w), names: map[int]string{}}
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
		s.print(yellow, fmt.Sprintf("line %d is torn: the recording was ended there", line))
	} else if !s.over && r.Header().Side == game.Server {
		s.print(yellow, "there is no result: the game was ended early")
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
	out   *bufio.Writer
	names map[int]string // by connection
	over  bool

	messages int // of all connections, as verdicts of live tasks count them
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
	line := fmt.Sprintf("%s, recorded by the %s, %s", h.Game, h.Side, h.Started.UTC().Format("2006-01-02 15:04:05"))
	if h.Seed != nil {
		line += fmt.Sprintf(", seed %d", *h.Seed)
	}
	if h.Scale != 1 {
		line += fmt.Sprintf(", times %v of the usual", h.Scale)
	}
	s.print("", line+", touchstone "+h.Touchstone)
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

func (s *shower) line(l *Line) {
	switch l.Kind {
	case Connect:
		s.said(l, faint, "connects")
	case SignUp:
		s.names[l.Conn] = *l.Name
		s.said(l, "", fmt.Sprintf("signs up on connection %d, in seat %d", l.Conn, *l.Seat+1))
	case Refuse:
		s.said(l, yellow, fmt.Sprintf("does not take part: %s (%s)", *l.Why, *l.Clause))
	case Message:
		s.said(l, "", arrow(l)+s.message(l))
	case Bytes:
		what := strconv.QuoteToASCII(string(*l.Bytes))
		if !s.Verbose {
			what = text.Shorten(what, shownBytes)
		}
		if l.Cut > 0 {
			what += " and " + text.Count(l.Cut, "byte") + " more"
		}
		s.said(l, yellow, arrow(l)+what+", no JSON value")
	case Breach:
		s.said(l, red, fmt.Sprintf("is out: %s (%s, %s)", *l.Message, *l.Clause, *l.Why))
	case Event:
		s.said(l, faint, "* "+s.event(l.Event))
	case Close:
		s.said(l, faint, "is closed by the "+*l.By)
	case Result:
		s.over = true
		values := make([]string, len(l.Values))
		for i, v := range l.Values {
			values[i] = s.value(v)
		}
		s.said(l, "", "result "+strings.Join(values, " "))
	}
}

func arrow(l *Line) string {
	if l.out() {
		return "< "
	}
	return "> "
}

// said shows what a line tells, behind its time and its player.
func (s *shower) said(l *Line, color, what string) {
	name := ""
	if l.Conn != 0 {
		name = "#" + strconv.Itoa(l.Conn)
		if known, ok := s.names[l.Conn]; ok {
			name = text.Visible(known)
		}
	}
	number := ""
	if l.Kind == Message || l.Kind == Bytes {
		s.messages++
		number = strconv.Itoa(s.messages)
	}
	pad := strings.Repeat(" ", max(0, nameColumns-utf8.RuneCountInString(name)))
	s.print(color, fmt.Sprintf("%9.3fs %4s  %s%s %s", l.Ms/1000, number, name, pad, what))
}

// message is a call in short form, or another value.
func (s *shower) message(l *Line) string {
	if l.out() {
		if method, args, err := parseCall(l.Value); err == nil {
			texts := make([]string, len(args))
			for i, a := range args {
				texts[i] = string(a)
			}
			return s.short(method + "(" + strings.Join(texts, ", ") + ")")
		}
	}
	return s.value(l.Value)
}

func (s *shower) value(v jsontext.Value) string { return s.short(string(v)) }

// short cuts a text, unless all is to be shown.
func (s *shower) short(line string) string {
	if s.Verbose {
		return line
	}
	return text.Shorten(text.Visible(line), shownBytes)
}

// event is the name of an event with its fields.
func (s *shower) event(v jsontext.Value) string {
	var name, fields string
	var c cursor.Cursor
	c.Reset(v)
	c.Object("an event")
	for c.More() {
		key := string(c.Key())
		value := c.Skip()
		shown := string(value)
		// A word needs no quotes.
		if plain, err := jsontext.AppendUnquote(nil, value); err == nil && value[0] == '"' {
			shown = string(plain)
		}
		if key == "event" {
			name = shown
		} else {
			fields += " " + key + "=" + shown
		}
	}
	return s.short(name + fields)
}
