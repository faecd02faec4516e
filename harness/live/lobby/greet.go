package lobby

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// nameBytesMax bounds the text of a name: twenty characters written as escapes
// need 122 bytes, and other games may have somewhat longer names.
const nameBytesMax = 512

// A Refusal is why a connection does not take part.
type Refusal struct {
	Clause string
	Why    string
	Raw    []byte // the start of what came instead of a name, without blanks in front
}

func (r *Refusal) Error() string { return text.Citing(r.Why, r.Clause) }

// A Greeting is a name that came, and what came behind it, which is not read
// before the first call (BG-94).
type Greeting struct {
	Name string
	Text jsontext.Value // as it was sent; nil if there is no name
	rw   io.ReadWriteCloser
	rest []byte
}

// Greet reads the name that a client sends first (BG-80). If it is not complete
// within the limit, or not good, the stream is closed and the error is a *Refusal
// (BG-81, BG-82). Greet keeps no more of what comes than a name is long. More, if not
// nil, tells when the limit is up whether it begins once more.
func Greet(rw io.ReadWriteCloser, signUp *game.SignUp, limit time.Duration, more func() bool) (Greeting, error) {
	guard := newGuard(rw, limit, more)
	g := Greeting{rw: rw}
	refusal := g.read(timely{rw, guard}, signUp)
	inTime := guard.stop()
	if refusal == nil && !signUp.NameOK(g.Name) {
		refusal = &Refusal{Clause: signUp.Clauses.Name, Why: fmt.Sprintf("%s is not a name", g.Text)}
		if !game.IsName(g.Name) {
			refusal.Why += ": expected " + nameShape()
		}
	}
	if !inTime {
		late := &Refusal{Clause: signUp.Clauses.NameMs, Why: fmt.Sprintf("no complete name arrived within %v", limit)}
		if refusal != nil {
			late.Raw = refusal.Raw
		}
		refusal = late
	}
	if refusal != nil {
		// It is closed however that goes.
		_ = rw.Close()
		return g, refusal
	}
	return g, nil
}

// A guard closes a stream when a time is up.
type guard struct {
	mu    sync.Mutex
	timer *time.Timer
	over  bool // it was stopped, or has closed the stream
}

func newGuard(c io.Closer, limit time.Duration, more func() bool) *guard {
	g := &guard{}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.timer = time.AfterFunc(limit, func() {
		again := more != nil && more()
		g.mu.Lock()
		defer g.mu.Unlock()
		switch {
		case g.over:
		case again:
			g.timer.Reset(limit)
		default:
			g.over = true
			_ = c.Close() // however that goes, nothing is read any more
		}
	})
	return g
}

// stop tells whether the stream has not been closed, and keeps it open.
func (g *guard) stop() (inTime bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.timer.Stop()
	inTime, g.over = !g.over, true
	return inTime
}

// isOver tells whether the time was up, or the guard is stopped.
func (g *guard) isOver() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.over
}

// timely reads what came before the guard closed the stream: many programs print what they
// had held back once their input ends.
type timely struct {
	from  io.Reader
	guard *guard
}

// Read implements io.Reader.
func (t timely) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	if t.guard.isOver() {
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

// nameShape says what a name is in all games so far.
func nameShape() string { return fmt.Sprintf("1 to %d letters and digits", game.NameBytesMax) }

// NoName begins the reason of a Refusal that says what arrived in place of a name.
const NoName = "what arrived is not a name"

// errOther ends the reading of what can be no name.
var errOther = errors.New(NoName)

// shownMax bounds what is shown of what can be no name.
const shownMax = 40

// other says what arrived in place of a name. Many programs print a greeting first, or
// forget the quotation marks.
func other(raw []byte) string {
	shown := "blanks"
	if len(raw) > 0 {
		shown = text.Shorten(text.Visible(strings.TrimSpace(string(raw))), shownMax)
	}
	return fmt.Sprintf("%v: %s; expected a JSON string of %s, such as \"Ada\"", errOther, shown, nameShape())
}

// read reads a string, with no more white space in front than bytes are allowed.
func (g *Greeting) read(from io.Reader, signUp *game.SignUp) *Refusal {
	var buf [nameBytesMax]byte
	blanks := 0
	var text []byte
	for {
		n, err := from.Read(buf[:])
		for i, b := range buf[:n] {
			if len(text) == 0 && (b == ' ' || b == '\t' || b == '\n' || b == '\r') {
				if blanks++; blanks > signUp.ReplyBytesMax {
					err = errOther
					break
				}
				continue
			}
			text = append(text, b)
			if text[0] != '"' || len(text) > nameBytesMax {
				err = errOther
				text = append(text, buf[i+1:n]...)
				break
			}
			if closes(text) {
				g.rest = append([]byte(nil), buf[i+1:n]...)
				return g.take(text, signUp)
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, errOther):
			start := text[:min(len(text), nameBytesMax)]
			return &Refusal{signUp.Clauses.Name, other(start), start}
		default:
			return &Refusal{signUp.Clauses.Name, "the connection ended before a name was complete", text}
		}
	}
}

// closes tells whether the last byte of a text that begins a string ends it.
func closes(text []byte) bool {
	last := len(text) - 1
	if last == 0 || text[last] != '"' {
		return false
	}
	escapes := 0
	for text[last-1-escapes] == '\\' {
		escapes++
	}
	return escapes%2 == 0
}

// take notes the name.
func (g *Greeting) take(text []byte, signUp *game.SignUp) *Refusal {
	name, err := jsontext.AppendUnquote(nil, text)
	if err != nil {
		return &Refusal{signUp.Clauses.Name, other(text), text}
	}
	g.Text, g.Name = text, string(name)
	return nil
}

// Stream is the stream behind the name.
func (g *Greeting) Stream() io.ReadWriteCloser {
	if len(g.rest) == 0 {
		return g.rw
	}
	return &ahead{g.rw, g.rest}
}

// ahead is a stream of which a part has been read.
type ahead struct {
	io.ReadWriteCloser
	rest []byte
}

func (a *ahead) Read(p []byte) (int, error) {
	if len(a.rest) == 0 {
		return a.ReadWriteCloser.Read(p)
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}
