package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
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
	lines  *jsonl.Reader
	header Header
	torn   bool
	err    error // why Next returns nothing more
}

// NewReader reads the header of a transcript. Name is what errors call it. They
// are all *game.UsageError.
func NewReader(in io.Reader, name string) (*Reader, error) {
	r := &Reader{lines: jsonl.NewReader(in, "transcript", name, LineBytesMax)}
	const ended = "the game was stopped before it started"
	line, last, err := r.lines.Read()
	switch {
	case err == io.EOF:
		return nil, &game.UsageError{Message: fmt.Sprintf("transcript %s: it is empty", name), Hint: ended}
	case err != nil:
		return nil, err
	}
	err = r.header.parse(line)
	switch whole := line[len(line)-1] == '\n'; {
	case last && (err == nil && !whole || jsonl.Cut(err)):
		return nil, &game.UsageError{Message: fmt.Sprintf("transcript %s: its first line is cut off", name), Hint: ended}
	case err != nil:
		return nil, r.lines.Fail(err, "touchstone play, serve and join write transcripts with --transcript FILE")
	}
	r.lines.Accept()
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
			Message: fmt.Sprintf("expected a transcript of version %[2]d or less, found version %[1]d", *v, Version),
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
func (r *Reader) Name() string { return r.lines.Name() }

// Torn returns the number of the last line if it was only begun, else 0. It
// speaks of what has been read so far.
func (r *Reader) Torn() int {
	if !r.torn {
		return 0
	}
	return r.lines.Whole() + 1
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

// hintLine is the next step where a line is none of a transcript.
const hintLine = `"touchstone docs --to FOLDER" writes the page formats/transcript, with every key of a line`

func (r *Reader) next() (Line, error) {
	raw, last, err := r.lines.Read()
	if err != nil {
		return Line{}, err
	}
	if raw[len(raw)-1] != '\n' {
		r.torn = true
		return Line{}, io.EOF
	}
	var l Line
	if len(bytes.TrimSpace(raw)) == 0 {
		return Line{}, r.lines.Fail(errors.New("expected a JSON value, found a blank line"), hintLine)
	}
	if err = json.Unmarshal(raw, &l); err == nil {
		err = l.check()
	}
	if err != nil {
		if r.torn = last && jsonl.Cut(err); r.torn {
			return Line{}, io.EOF
		}
		return Line{}, r.lines.Fail(err, hintLine)
	}
	r.lines.Accept()
	l.Number = r.lines.Whole()
	return l, nil
}

// check tells what is missing or wrong in a line that is JSON.
func (l *Line) check() error {
	needs, err := l.needs()
	if err != nil {
		return err
	}
	for _, n := range needs {
		if !n.there {
			return fmt.Errorf("the key %q is missing from a line of kind %q", n.key, l.Kind)
		}
	}
	return l.inBounds()
}

// A need is a key that a line of its kind must have.
type need struct {
	key   string
	there bool
}

// needs are the keys that a line of its kind must have. The error says that there is no
// such kind.
func (l *Line) needs() ([]need, error) {
	conn := need{"conn", l.Conn != 0}
	passed := need{"dir", l.Dir != ""}
	switch l.Kind {
	case Connect:
		return []need{conn}, nil
	case Failed:
		return []need{conn, {"tries", l.Tries > 0}, {"why", l.Why != nil}}, nil
	case SignUp:
		return []need{conn, {"seat", l.Seat != nil}, {"name", l.Name != nil}}, nil
	case Refuse:
		return []need{conn, {"clause", l.Clause != nil}, {"why", l.Why != nil}}, nil
	case Message:
		return []need{conn, passed, {"value", l.Value != nil}}, nil
	case Bytes:
		return []need{conn, passed, {"bytes", l.Bytes != nil}}, nil
	case Timed:
		return []need{conn, {"took", l.Took != nil}}, nil
	case Breach:
		return []need{
			conn,
			{"seat", l.Seat != nil},
			{"player", l.Player != nil},
			{"method", l.Method != nil},
			{"why", l.Why != nil},
			{"clause", l.Clause != nil},
			{"message", l.Message != nil},
		}, nil
	case Event:
		return []need{{"event", l.Event != nil}}, nil
	case Close:
		return []need{conn, {"by", l.By != nil}}, nil
	case Result:
		return []need{{"values", l.Values != nil}}, nil
	case "":
		return nil, errors.New(`expected a line with the key "kind"`)
	}
	return nil, fmt.Errorf("at /kind: unknown kind %q", l.Kind)
}

// inBounds tells which value of a line is none that its key can have.
func (l *Line) inBounds() error {
	switch {
	case !(l.Ms >= 0 && l.Ms <= msMax) || math.IsNaN(l.Ms):
		return fmt.Errorf("at /ms: %v, expected 0 to %v", l.Ms, msMax)
	case l.Conn < 0 || l.Conn > connMax:
		return fmt.Errorf("at /conn: %d, expected 1 to %d", l.Conn, connMax)
	case l.Dir != "" && l.Dir != Out && l.Dir != In:
		return fmt.Errorf("at /dir: expected %[2]q or %[3]q, found %[1]q", l.Dir, Out, In)
	case l.By != nil && *l.By != string(game.Server) && *l.By != ByClient:
		return fmt.Errorf("at /by: %q, expected %q or %q", *l.By, game.Server, ByClient)
	case l.Seat != nil && (*l.Seat < 0 || *l.Seat > connMax):
		return fmt.Errorf("at /seat: %d, expected 0 to %d", *l.Seat, connMax)
	case l.Began != nil && !(*l.Began >= 0 && *l.Began <= msMax):
		return fmt.Errorf("at /began: %v, expected 0 to %v", *l.Began, msMax)
	case l.Took != nil && !(*l.Took >= 0 && *l.Took <= msMax):
		return fmt.Errorf("at /took: %v, expected 0 to %v", *l.Took, msMax)
	case l.Cut < 0:
		return fmt.Errorf("at /cut: %d, expected 0 or more", l.Cut)
	case l.Kind == Event && l.Event.Kind() != '{':
		return errors.New("at /event: expected an object")
	}
	return nil
}
