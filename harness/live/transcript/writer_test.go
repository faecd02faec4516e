package transcript_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// A Writer can be told by a match.
var _ match.Recorder = (*transcript.Writer)(nil)

// started is when transcripts are started by a clock, which ticks each time it is looked at.
var started = time.Date(2026, 11, 22, 1, 20, 26, 1_500_007, time.UTC)

func clock() func() time.Time {
	const tick = 1500 * time.Microsecond
	now := started.Add(-tick)
	return func() time.Time {
		now = now.Add(tick)
		return now
	}
}

// everything tells a writer one of each.
func everything(w *transcript.Writer) {
	w.Connect(1)
	w.Message(1, false, jsontext.Value(" \"\\u0041da\"\n"))
	w.SignUp(1, 0, "Ada")
	w.Connect(2)
	w.Bytes(2, false, []byte("\x1b[2J\xff"), 0)
	w.Refuse(2, "BG-81", "no name")
	w.Close(2, match.Server)
	w.Event(jsontext.Value(`{"event":"start"}`))
	w.Message(1, true, jsontext.Value(`["setup", [ [] ]]`))
	w.Message(1, false, jsontext.Value("\"\u202e\""))
	w.Bytes(1, true, []byte(strings.Repeat("x", transcript.BytesMax+3)), 0)
	w.Message(1, false, jsontext.Value("void"))
	w.Breach(1, game.Breach{Seat: 0, Player: "Ada", Method: "setup", Why: "not_json", Clause: "BG-90", Message: "Ada sent nonsense"})
	w.Unconnected(3, 2, started.Add(time.Millisecond/2), "refused")
	w.Result(nil)
}

const everythingWritten = `{"transcript":1,"touchstone":"v1","game":"bazaar","options":{"price":true,"name":"x"},"in":[[],{}],"side":"server","seed":7,"started":"2026-11-22T01:20:26Z"}
{"ms":1.5,"kind":"connect","conn":1}
{"ms":3,"kind":"message","conn":1,"dir":"in","value":"\u0041da"}
{"ms":4.5,"kind":"sign-up","conn":1,"seat":0,"name":"Ada"}
{"ms":6,"kind":"connect","conn":2}
{"ms":7.5,"kind":"bytes","conn":2,"dir":"in","bytes":"G1sySv8="}
{"ms":9,"kind":"refuse","conn":2,"why":"no name","clause":"BG-81"}
{"ms":10.5,"kind":"close","conn":2,"by":"server"}
{"ms":12,"kind":"event","event":{"event":"start"}}
{"ms":13.5,"kind":"message","conn":1,"dir":"out","value":["setup",[[]]]}
{"ms":15,"kind":"message","conn":1,"dir":"in","value":"\u202e"}
{"ms":16.5,"kind":"bytes","conn":1,"dir":"out","bytes":"…","cut":3}
{"ms":18,"kind":"bytes","conn":1,"dir":"in","bytes":"dm9pZA=="}
{"ms":19.5,"kind":"breach","conn":1,"seat":0,"player":"Ada","method":"setup","why":"not_json","clause":"BG-90","message":"Ada sent nonsense"}
{"ms":21,"kind":"failed","conn":3,"why":"refused","tries":2,"began":0.5}
{"ms":22.5,"kind":"result","values":[]}
`

func someHeader() transcript.Header {
	seed := uint64(7)
	return transcript.Header{
		Touchstone: "v1", Game: "bazaar", Side: game.Server, Seed: &seed,
		Options: game.SettingList{{Name: "price", Value: jsontext.Value("true")}, {Name: "name", Value: jsontext.Value(`"x"`)}},
		In:      []jsontext.Value{jsontext.Value(" [] "), jsontext.Value("{}")},
	}
}

// TestWriter: each line is one write of the form that the schema promises.
func TestWriter(t *testing.T) {
	var lines pieces
	w := transcript.NewWriter(&lines, "x", someHeader(), clock())
	everything(w)
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(strings.Join(lines, ""), strings.Repeat("eHh4", transcript.BytesMax/3)+"eA==", "…")
	if got != everythingWritten {
		t.Errorf("got\n%s", got)
	}
	for i, line := range lines {
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
			t.Errorf("line %d is written in parts", i+1)
		}
		problems, err := schema.Report("transcript", jsontext.Value(strings.TrimSpace(line)))
		if err != nil || len(problems) > 0 {
			t.Errorf("line %d: %v %v", i+1, problems, err)
		}
	}
}

// pieces keeps each write by itself.
type pieces []string

func (p *pieces) Write(text []byte) (int, error) {
	*p = append(*p, string(text))
	return len(text), nil
}

// TestRoundTrip: what a reader makes of a transcript is what was written.
func TestRoundTrip(t *testing.T) {
	var first, second bytes.Buffer
	w := transcript.NewWriter(&first, "x", someHeader(), clock())
	everything(w)
	r, err := transcript.NewReader(bytes.NewReader(first.Bytes()), "x")
	if err != nil {
		t.Fatal(err)
	}
	again := transcript.NewWriter(&second, "y", r.Header(), clock())
	number := 1
	for l, err := range r.Lines() {
		if number++; err != nil || l.Number != number {
			t.Fatal(l.Number, number, err)
		}
		switch l.Kind {
		case transcript.Connect:
			again.Connect(l.Conn)
		case transcript.Failed:
			began := time.Duration(*l.Began * float64(time.Millisecond))
			again.Unconnected(l.Conn, l.Tries, started.Add(began), *l.Why)
		case transcript.SignUp:
			again.SignUp(l.Conn, *l.Seat, *l.Name)
		case transcript.Refuse:
			again.Refuse(l.Conn, *l.Clause, *l.Why)
		case transcript.Message:
			again.Message(l.Conn, l.Dir == transcript.Out, l.Value)
		case transcript.Bytes:
			again.Bytes(l.Conn, l.Dir == transcript.Out, *l.Bytes, l.Cut)
		case transcript.Breach:
			again.Breach(l.Conn, game.Breach{Seat: *l.Seat, Player: *l.Player, Method: *l.Method, Why: *l.Why, Clause: *l.Clause, Message: *l.Message})
		case transcript.Event:
			again.Event(l.Event)
		case transcript.Close:
			again.Close(l.Conn, *l.By)
		case transcript.Result:
			again.Result(l.Values)
		}
	}
	if first.String() != second.String() {
		t.Errorf("got\n%swant\n%s", &second, &first)
	}
}

// TestTrouble: the first error of writing is kept, and nothing is written behind
// it.
func TestTrouble(t *testing.T) {
	full := &limited{room: 250}
	w := transcript.NewWriter(full, "file", someHeader(), clock())
	everything(w)
	if err := w.End(); !errors.Is(err, io.ErrShortWrite) || err.Error() != "transcript file, line 3: short write" {
		t.Error(err)
	}
	if full.late {
		t.Error("it writes behind half a line")
	}
	w = transcript.NewWriter(io.Discard, "file", someHeader(), clock())
	w.Message(1, false, jsontext.Value(`"`+strings.Repeat("x", transcript.LineBytesMax)+`"`))
	if err := w.End(); err == nil || !strings.Contains(err.Error(), "line 2: a line of 16777") {
		t.Error(err)
	}
}

type limited struct {
	room       int
	full, late bool
}

func (l *limited) Write(text []byte) (int, error) {
	l.late = l.late || l.full
	if l.room -= len(text); l.room < 0 {
		l.full = true
		return 0, io.ErrShortWrite
	}
	return len(text), nil
}

// TestCreate: a transcript goes to a file, and one that cannot be is refused.
func TestCreate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	w, err := transcript.Create(name, someHeader())
	if err != nil {
		t.Fatal(err)
	}
	w.Connect(1)
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%s %v", text, err)
	}
	var usage *game.UsageError
	if _, err := transcript.Create(filepath.Join(name, "x"), someHeader()); !errors.As(err, &usage) {
		t.Error(err)
	}
}
