package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What a number in a transcript can be at most; beyond is nothing that happens.
const (
	// msMax is some thirty years.
	msMax = 1e12
	// connMax is more connections than a port has.
	connMax = 1 << 20
)

// A Reader reads a transcript line by line, in memory for one line. It serves
// one goroutine.
type Reader struct {
	in     *bufio.Reader
	name   string
	header Header
	whole  int // lines that are whole
	torn   bool
	err    error // why Next returns nothing more
}

// NewReader reads the header of a transcript. Name is what errors call it. They
// are all *game.UsageError.
func NewReader(in io.Reader, name string) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 64<<10), name: name}
	const ended = "the game was ended before it began"
	line, last, err := r.read()
	switch {
	case err == io.EOF:
		return nil, &game.UsageError{Message: fmt.Sprintf("transcript %s: it is empty", name), Hint: ended}
	case err != nil:
		return nil, err
	}
	err = r.header.parse(line)
	switch whole := line[len(line)-1] == '\n'; {
	case last && (err == nil && !whole || errors.Is(err, io.ErrUnexpectedEOF)):
		return nil, &game.UsageError{Message: fmt.Sprintf("transcript %s: its first line is torn", name), Hint: ended}
	case err != nil:
		return nil, r.fail(err, "a transcript is what --transcript FILE of touchstone play, serve and join writes")
	}
	r.whole++
	return r, nil
}

// parse reads the first line. The version comes first: of a newer one nothing
// else need be as we know it.
func (h *Header) parse(line []byte) error {
	var version struct {
		Transcript *int   `json:"transcript"`
		Touchstone string `json:"touchstone"`
	}
	if err := json.Unmarshal(line, &version); err != nil {
		return err
	}
	switch v := version.Transcript; {
	case v == nil:
		return errors.New(`expected a header with the key "transcript"`)
	case *v > Version:
		return &game.UsageError{
			Message: fmt.Sprintf("a transcript of version %d, expected at most %d", *v, Version),
			Hint:    fmt.Sprintf("it was written by touchstone %q: use that version or a later one", version.Touchstone),
		}
	case *v < 1:
		return fmt.Errorf("at /transcript: version %d, expected %d", *v, Version)
	}
	if err := json.Unmarshal(line, h); err != nil {
		return err
	}
	switch {
	case h.Game == "":
		return errors.New(`expected a header with the key "game"`)
	case h.Side != game.Server && h.Side != game.Clients:
		return fmt.Errorf("at /side: %q, expected %q or %q", h.Side, game.Server, game.Clients)
	case h.Scale < 0:
		return fmt.Errorf("at /scale: %v, expected more than 0", h.Scale)
	case h.Scale == 0:
		h.Scale = 1
	}
	return nil
}

// Header returns the first line; its scale is not 0.
func (r *Reader) Header() Header { return r.header }

// Name is what errors call the transcript.
func (r *Reader) Name() string { return r.name }

// Torn returns the number of the last line if it was only begun, else 0. It
// speaks of what has been read so far.
func (r *Reader) Torn() int {
	if !r.torn {
		return 0
	}
	return r.whole + 1
}

// Lines yields the lines behind the header. An error, a *game.UsageError, is the
// last thing that comes. A torn last line is none: Torn tells of it. The sequence
// can be read once.
func (r *Reader) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for {
			l, err := r.Next()
			if err == io.EOF || !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// Next returns the next line. The error is io.EOF at the end, else a
// *game.UsageError.
func (r *Reader) Next() (Line, error) {
	if r.err != nil {
		return Line{}, r.err
	}
	l, err := r.next()
	r.err = err
	return l, err
}

func (r *Reader) next() (Line, error) {
	raw, last, err := r.read()
	if err != nil {
		return Line{}, err
	}
	if raw[len(raw)-1] != '\n' {
		r.torn = true
		return Line{}, io.EOF
	}
	var l Line
	if len(bytes.TrimSpace(raw)) == 0 {
		return Line{}, r.fail(errors.New("blank, expected a JSON value"), "")
	}
	if err = json.Unmarshal(raw, &l); err == nil {
		err = l.check()
	}
	if err != nil {
		if r.torn = last && errors.Is(err, io.ErrUnexpectedEOF); r.torn {
			return Line{}, io.EOF
		}
		return Line{}, r.fail(err, "")
	}
	r.whole++
	l.Number = r.whole
	return l, nil
}

// check tells what is missing or wrong in a line that is JSON.
func (l *Line) check() error {
	type need struct {
		key   string
		there bool
	}
	var needs []need
	conn := need{"conn", l.Conn != 0}
	passed := need{"dir", l.Dir != ""}
	switch l.Kind {
	case Connect:
		needs = []need{conn}
	case SignUp:
		needs = []need{conn, {"seat", l.Seat != nil}, {"name", l.Name != nil}}
	case Refuse:
		needs = []need{conn, {"clause", l.Clause != nil}, {"why", l.Why != nil}}
	case Message:
		needs = []need{conn, passed, {"value", l.Value != nil}}
	case Bytes:
		needs = []need{conn, passed, {"bytes", l.Bytes != nil}}
	case Breach:
		needs = []need{
			conn,
			{"seat", l.Seat != nil},
			{"player", l.Player != nil},
			{"method", l.Method != nil},
			{"why", l.Why != nil},
			{"clause", l.Clause != nil},
			{"message", l.Message != nil},
		}
	case Event:
		needs = []need{{"event", l.Event != nil}}
	case Close:
		needs = []need{conn, {"by", l.By != nil}}
	case Result:
		needs = []need{{"values", l.Values != nil}}
	case "":
		return errors.New(`expected a line with the key "kind"`)
	default:
		return fmt.Errorf("at /kind: unknown kind %q", l.Kind)
	}
	for _, n := range needs {
		if !n.there {
			return fmt.Errorf("the key %q is missing from a line of kind %q", n.key, l.Kind)
		}
	}
	switch {
	case !(l.Ms >= 0 && l.Ms <= msMax) || math.IsNaN(l.Ms):
		return fmt.Errorf("at /ms: %v, expected 0 to %v", l.Ms, msMax)
	case l.Conn < 0 || l.Conn > connMax:
		return fmt.Errorf("at /conn: %d, expected 1 to %d", l.Conn, connMax)
	case l.Dir != "" && l.Dir != Out && l.Dir != In:
		return fmt.Errorf("at /dir: %q, expected %q or %q", l.Dir, Out, In)
	case l.By != nil && *l.By != string(game.Server) && *l.By != ByClient:
		return fmt.Errorf("at /by: %q, expected %q or %q", *l.By, game.Server, ByClient)
	case l.Seat != nil && (*l.Seat < 0 || *l.Seat > connMax):
		return fmt.Errorf("at /seat: %d, expected 0 to %d", *l.Seat, connMax)
	case l.Cut < 0:
		return fmt.Errorf("at /cut: %d, expected 0 or more", l.Cut)
	case l.Kind == Event && l.Event.Kind() != '{':
		return errors.New("at /event: expected an object")
	}
	return nil
}

// read returns the next line with its end, if it has one, and tells whether it
// is the last. The error is io.EOF if there is none, else a *game.UsageError.
func (r *Reader) read() (line []byte, last bool, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > LineBytesMax:
			return nil, false, r.fail(fmt.Errorf("longer than %d bytes", LineBytesMax), "")
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0:
			return line, true, nil
		case err == io.EOF:
			return nil, true, io.EOF
		case err != nil:
			return nil, false, &game.UsageError{Message: fmt.Sprintf("transcript %s: %v", r.name, cause(err))}
		}
		// What goes wrong here goes wrong again with the next line.
		_, err = r.in.Peek(1)
		return line, err == io.EOF, nil
	}
}

var errNoOptions = errors.New("expected an object of options")

// fail says what is wrong with the line that was read last, and where.
func (r *Reader) fail(err error, hint string) error {
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
		what = "not JSON: " + syntax.Err.Error()
		if errors.Is(err, io.ErrUnexpectedEOF) {
			what = "the JSON value ends too early"
		}
		if syntax.JSONPointer != "" {
			what = fmt.Sprintf("at %s: %s", syntax.JSONPointer, what)
		}
	case errors.As(err, &semantic):
		what = "the value does not fit there"
		if semantic.JSONPointer != "" {
			what = fmt.Sprintf("at %s: %s", semantic.JSONPointer, what)
		}
		if semantic.Err != nil {
			what += ": " + semantic.Err.Error()
		}
	}
	e.Message = fmt.Sprintf("transcript %s, line %d%s: %s", r.name, r.whole+1, where, text.Visible(what))
	return e
}
