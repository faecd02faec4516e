package transcripts

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// A line is a line of a transcript, taken apart.
type line map[string]any

func (l line) kind() string  { return fmt.Sprint(l["kind"]) }
func (l line) isIn() bool    { return l["dir"] == "in" }
func (l line) conn() float64 { c, _ := l["conn"].(float64); return c }

// A change of a transcript that a right server cannot have written, or that means
// the same.
type change struct {
	what  string
	lines []line
	at    int  // the first line that is changed, from 1
	exact bool // it must be refused at this line, otherwise there or behind
	same  bool // it may mean the same: why is said where this is set
}

// mutate changes one thing in a transcript. It returns false if what it drew is
// not there.
func mutate(rng *rand.Rand, lines []line) (change, bool) {
	c := change{lines: slices.Clone(lines)}
	i := 1 + rng.IntN(len(lines)-1)
	l := lines[i]
	c.at = i + 1
	edit := func(key string, value any) {
		changed := line{}
		for k, v := range l {
			changed[k] = v
		}
		changed[key] = value
		c.lines[i] = changed
	}
	c.what = []string{"value", "drop", "duplicate", "swap", "name", "event", "result", "clause", "why", "seat", "conn", "late", "early", "spelling"}[rng.IntN(14)]
	switch kind := l.kind(); {
	case c.what == "value" && kind == "message":
		edit("value", []any{[]any{"changed"}})
		c.exact = !l.isIn()
		// A reply that nobody read, or that was of another shape already.
		c.same = l.isIn() && (unread(lines, i) || wasWrong(lines, i))
	case c.what == "drop" && kind != "message" || c.what == "drop" && !unread(lines, i):
		c.lines = slices.Delete(c.lines, i, i+1)
		// Nobody needs to see a connection end; only a call that fails by it.
		// Without the result the game was interrupted. Bytes may be the rest of
		// what another failure has proved. Who sent no name may as well have gone
		// without a word.
		c.same = kind == "close" || kind == "result" || kind == "bytes" || kind == "message" && l.isIn() && isRefused(lines, i)
	case c.what == "duplicate" && kind != "bytes":
		c.lines = slices.Insert(c.lines, i, l)
		c.at++
		// Another value that no call asks for is nothing wrong (BG-94): it is the
		// reply to the next call, if there is one.
		c.same = kind == "message" && l.isIn() && (!calledLater(lines, i) || isNext(lines, i))
	case c.what == "swap" && i+1 < len(lines):
		next := lines[i+1]
		first, second := line{}, line{}
		for k, v := range next {
			first[k] = v
		}
		for k, v := range l {
			second[k] = v
		}
		first["ms"], second["ms"] = l["ms"], next["ms"]
		c.lines[i], c.lines[i+1] = first, second
		// What one connection does says nothing about another one, and what comes
		// from a client need not stand before what the server does with others.
		passive := func(k line) bool {
			return k.isIn() || k.kind() == "close" || k.kind() == "refuse" || k.kind() == "connect"
		}
		c.same = passive(l) || passive(next) || fmt.Sprint(l) == fmt.Sprint(next)
	case c.what == "name" && kind == "sign-up":
		edit("name", fmt.Sprint(l["name"])+"x")
		c.exact = true
		if len(fmt.Sprint(l["name"])) > 19 {
			return c, false
		}
	case c.what == "event" && kind == "event":
		edit("event", map[string]any{"event": "turn", "player": "nobody"})
		c.exact = true
	case c.what == "result" && kind == "result":
		edit("values", []any{[]any{[]any{"nobody"}, []any{}}})
		c.exact = true
	case c.what == "clause" && (kind == "breach" || kind == "refuse"):
		edit("clause", "BG-01")
		c.exact = kind == "breach"
	case c.what == "why" && kind == "breach":
		why := "closed"
		if l["why"] == why {
			why = "timeout"
		}
		edit("why", why)
		c.exact = true
	case c.what == "seat" && (kind == "breach" || kind == "sign-up"):
		edit("seat", l["seat"].(float64)+1)
		c.exact = true
	case c.what == "conn" && (kind == "breach" || kind == "sign-up" || kind == "message" && !l.isIn()):
		edit("conn", l.conn()+1)
		c.exact = true
	case c.what == "late" && kind == "message" && l.isIn() && lines[i-1]["dir"] == "out" && lines[i-1]["conn"] == l["conn"]:
		if unread(lines, i) || wasWrong(lines, i) {
			return c, false
		}
		// The game waits too long for a reply.
		for j := i; j < len(lines); j++ {
			later := line{}
			for k, v := range lines[j] {
				later[k] = v
			}
			later["ms"] = later["ms"].(float64) + 5001
			c.lines[j] = later
		}
		// One that breaks a rule is refused where that is told.
		c.exact = i+1 < len(lines) && lines[i+1].kind() != "breach"
	case c.what == "early" && kind == "sign-up" && l["seat"] == 0.0 && l["ms"].(float64) >= 20000:
		for j := i; j < len(lines); j++ {
			sooner := line{}
			for k, v := range lines[j] {
				sooner[k] = v
			}
			sooner["ms"] = sooner["ms"].(float64) - 5000
			c.lines[j] = sooner
		}
	case c.what == "spelling" && kind == "message" && !l.isIn():
		value, ok := respelled(l["value"])
		if !ok {
			return c, false
		}
		edit("value", value)
		c.exact = true
	default:
		return c, false
	}
	return c, true
}

// respelled is a call of setup with the pebbles of one side in another order,
// which matters to clients (11.3).
func respelled(call any) (any, bool) {
	parts, _ := call.([]any)
	if len(parts) != 2 || parts[0] != "setup" {
		return nil, false
	}
	text, err := json.Marshal(parts)
	var changed []any
	if err != nil || json.Unmarshal(text, &changed) != nil {
		return nil, false
	}
	equations, _ := changed[1].([]any)[0].([]any)
	for _, e := range equations {
		for _, side := range e.([]any) {
			pebbles := side.([]any)
			if last := len(pebbles) - 1; pebbles[0] != pebbles[last] {
				pebbles[0], pebbles[last] = pebbles[last], pebbles[0]
				return changed, true
			}
		}
	}
	return nil, false
}

// unread tells whether nobody reads what came on a line: its player is out, or is
// called no more, or does not take part.
func unread(lines []line, i int) bool {
	conn := lines[i]["conn"]
	seated, called, out, waiting := false, 0, false, 0
	for j, l := range lines {
		if l["conn"] != conn {
			continue
		}
		switch {
		case l.kind() == "sign-up":
			seated = true
		case l["dir"] == "out" && l.kind() == "message":
			called++
		case l.kind() == "breach" && j < i:
			out = true
		case l.isIn() && l.kind() == "message" && j <= i:
			waiting++
		}
	}
	// The first value is the name.
	return out || !seated && waiting > 1 || waiting-1 > called
}

// wasWrong tells whether what came on a line is of a wrong shape, or no name, as
// it is.
func wasWrong(lines []line, i int) bool {
	for _, l := range lines[i:] {
		if l["conn"] == lines[i]["conn"] && (l.kind() == "breach" && l["why"] == "wrong_shape" || l.kind() == "refuse") {
			return true
		}
	}
	return false
}

// isRefused tells whether the connection of a line does not take part.
func isRefused(lines []line, i int) bool {
	return slices.ContainsFunc(lines[i:], func(l line) bool { return l["conn"] == lines[i]["conn"] && l.kind() == "refuse" })
}

// isNext tells whether what came on a line is as good a reply to the next call of
// its connection as the one that follows it: the same, or one as wrong.
func isNext(lines []line, i int) bool {
	for j, l := range lines[i+1:] {
		if l["conn"] == lines[i]["conn"] && l.isIn() {
			return fmt.Sprint(l["value"]) == fmt.Sprint(lines[i]["value"]) || wasWrong(lines, i+1+j)
		}
	}
	return false
}

// calledLater tells whether the connection of a line is called behind it.
func calledLater(lines []line, i int) bool {
	for _, l := range lines[i+1:] {
		if l["conn"] == lines[i]["conn"] && l["dir"] == "out" {
			return true
		}
	}
	return false
}

func parse(t *testing.T, text string) (header string, lines []line) {
	t.Helper()
	for i, s := range strings.Split(strings.TrimSpace(text), "\n") {
		l := line{}
		if i == 0 {
			header = s
		} else if err := json.Unmarshal([]byte(s), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return header, lines
}

func unparse(t *testing.T, header string, lines []line) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, l := range lines[1:] {
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	return b.String()
}

// TestChanges changes one thing in a transcript of a right server, many times. It
// is found at its line, or where it shows first, unless it means the same.
func TestChanges(t *testing.T) {
	done, same := map[string]int{}, 0
	total := 0
	for seed := uint64(0); total < rounds(300, 3000); seed++ {
		text, _ := record(t, seed, "")
		header, lines := parse(t, text)
		rng := rand.New(rand.NewPCG(seed, 9))
		for range 300 {
			c, ok := mutate(rng, lines)
			if !ok || done[c.what] > rounds(300, 3000)/8 {
				continue
			}
			total++
			done[c.what]++
			changed := unparse(t, header, c.lines)
			report := check(t, changed)
			var f *transcript.Finding
			if len(report.Findings) > 0 {
				f = &report.Findings[0]
			}
			switch {
			case f == nil && c.same:
				same++
			case f == nil:
				t.Errorf("seed %d: %s at line %d passes\n%s", seed, c.what, c.at, around(changed, c.at))
			case f.Line < c.at && c.what != "early" && !c.same, c.exact && f.Line != c.at:
				t.Errorf("seed %d: %s at line %d is found at line %d: %s\n%s", seed, c.what, c.at, f.Line, f.Message, around(changed, c.at))
			}
		}
	}
	t.Logf("%d changes, %d of them mean the same: %v", total, same, done)
}
