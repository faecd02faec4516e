package transcript

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Writer writes a transcript. Each line is one write, so that what ends the
// program between two of them loses nothing. It may be told by several
// goroutines at once; what is told first stands first.
type Writer struct {
	name string
	out  io.Writer
	now  func() time.Time

	mu    sync.Mutex
	start time.Time
	lines int
	err   error
}

// Create begins a transcript in a file, which is replaced if it is there; End
// closes it. The error is a *game.UsageError.
func Create(name string, h Header) (*Writer, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("transcript %s: %v", name, text.Cause(err)), Hint: "--transcript names a file in a folder that you can write to",
		}
	}
	w := NewWriter(file, name, h, nil)
	if w.err != nil {
		file.Close()
		return nil, &game.UsageError{Message: w.err.Error()}
	}
	return w, nil
}

// NewWriter begins a transcript. Times count from now on, so that a server calls
// it when it opens its port (BG-85). Name is what errors call it; now is the
// clock, nil for that of the machine. The header's version is filled in, its
// Started as well if it is zero. If out is an io.Closer, End closes it.
func NewWriter(out io.Writer, name string, h Header, now func() time.Time) *Writer {
	if now == nil {
		now = time.Now
	}
	w := &Writer{name: name, out: out, now: now, start: now()}
	h.Transcript = Version
	if h.Started.IsZero() {
		h.Started = w.start
	}
	h.Started = h.Started.UTC().Truncate(time.Second)
	if h.Scale == 1 {
		h.Scale = 0
	}
	w.put(&h)
	return w
}

// End ends the transcript and returns the first error of all.
func (w *Writer) End() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.out.(io.Closer); ok {
		if err := c.Close(); err != nil && w.err == nil {
			w.err = fmt.Errorf("transcript %s: %w", w.name, text.Cause(err))
		}
	}
	return w.err
}

// Connect tells of a connection that was accepted, or of a player that was
// started.
func (w *Writer) Connect(conn int) { w.add(Line{Kind: Connect, Conn: conn}) }

// Unconnected tells of attempts to connect that failed, the last of which began at a time.
func (w *Writer) Unconnected(conn, tries int, began time.Time, why string) {
	at := max(0, w.ms(began))
	w.add(Line{Kind: Failed, Conn: conn, Tries: tries, Began: &at, Why: &why})
}

// SignUp tells that the player of a connection was seated.
func (w *Writer) SignUp(conn, seat int, name string) {
	w.add(Line{Kind: SignUp, Conn: conn, Seat: &seat, Name: &name})
}

// Refuse tells that a connection does not take part.
func (w *Writer) Refuse(conn int, clause, why string) {
	w.add(Line{Kind: Refuse, Conn: conn, Clause: &clause, Why: &why})
}

// Message tells of a value that passed.
func (w *Writer) Message(conn int, out bool, value jsontext.Value) {
	if !value.IsValid() {
		// A line that is no JSON would spoil the file.
		w.Bytes(conn, out, value, 0)
		return
	}
	w.add(Line{Kind: Message, Conn: conn, Dir: dir(out), Value: value})
}

// blanksMin is from how many bytes on white space alone is told of: everybody takes
// fewer (BG-93).
const blanksMin = 5000

// Bytes tells of bytes that are no value; the first BytesMax are kept. Cut is how
// many came besides, such as white space.
func (w *Writer) Bytes(conn int, out bool, raw []byte, cut int) {
	if len(raw) == 0 && cut < blanksMin {
		return
	}
	kept := raw[:min(len(raw), BytesMax)]
	w.add(Line{Kind: Bytes, Conn: conn, Dir: dir(out), Bytes: &kept, Cut: cut + len(raw) - len(kept)})
}

// Took tells how long a reply took, as the referee counts it.
func (w *Writer) Took(conn int, ms float64) { w.add(Line{Kind: Timed, Conn: conn, Took: &ms}) }

// Breach tells that a player broke the rules or the protocol.
func (w *Writer) Breach(conn int, b game.Breach) {
	w.add(Line{
		Kind: Breach, Conn: conn, Seat: &b.Seat, Player: &b.Player, Method: &b.Method,
		Why: &b.Why, Clause: &b.Clause, Message: &b.Message,
	})
}

// Event tells what an observer of the referee sees.
func (w *Writer) Event(event jsontext.Value) { w.add(Line{Kind: Event, Event: event}) }

// Close tells that a connection was closed, by game.Server or by ByClient.
func (w *Writer) Close(conn int, by string) { w.add(Line{Kind: Close, Conn: conn, By: &by}) }

// Result tells the values that a server writes.
func (w *Writer) Result(values []jsontext.Value) {
	if values == nil {
		values = []jsontext.Value{}
	}
	w.add(Line{Kind: Result, Values: values})
}

func dir(out bool) Dir {
	if out {
		return Out
	}
	return In
}

// add writes a line with its time.
func (w *Writer) add(l Line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.Ms = w.ms(w.now())
	w.put(&l)
}

// ms is how long after the start a time is, in milliseconds. Microseconds tell more than the
// clocks of two machines could agree on.
func (w *Writer) ms(at time.Time) float64 { return math.Round(float64(at.Sub(w.start))/1e3) / 1e3 }

// put writes a line. After an error nothing is written any more, since what is
// behind half a line could not be read. It is called with the lock held.
func (w *Writer) put(value any) {
	if w.err != nil {
		return
	}
	line, err := encode(value)
	if err == nil && len(line) >= LineBytesMax {
		err = fmt.Errorf("a line of %d bytes, expected fewer than %d", len(line), LineBytesMax)
	}
	if err == nil {
		_, err = w.out.Write(append(line, '\n'))
	}
	if err != nil {
		w.err = fmt.Errorf("transcript %s, line %d: %w", w.name, w.lines+1, text.Cause(err))
		return
	}
	w.lines++
}
