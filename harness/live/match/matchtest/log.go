package matchtest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Log is a recorder that writes a line for everything.
type Log struct {
	mu    sync.Mutex
	lines []string
}

func (l *Log) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// Lines returns the lines that begin with a prefix, "" for all.
func (l *Log) Lines(prefix string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []string
	for _, line := range l.lines {
		if strings.HasPrefix(line, prefix) {
			list = append(list, line)
		}
	}
	return list
}

// String is all of it.
func (l *Log) String() string { return strings.Join(l.Lines(""), "\n") }

func direction(out bool) string {
	if out {
		return "<"
	}
	return ">"
}

// excerptBytes keeps the lines of large values short.
const excerptBytes = 100

func excerpt(text []byte) []byte { return text[:min(len(text), excerptBytes)] }

// Connect implements match.Recorder.
func (l *Log) Connect(conn int) { l.add("connect %d", conn) }

// SignUp implements match.Recorder.
func (l *Log) SignUp(conn, seat int, name string) { l.add("sign-up %d seat %d %s", conn, seat, name) }

// Refuse implements match.Recorder.
func (l *Log) Refuse(conn int, clause, why string) { l.add("refuse %d %s %s", conn, clause, why) }

// Message implements match.Recorder.
func (l *Log) Message(conn int, out bool, value jsontext.Value) {
	l.add("%d %s %s", conn, direction(out), excerpt(value))
}

// Bytes implements match.Recorder.
func (l *Log) Bytes(conn int, out bool, raw []byte, _ int) {
	l.add("%d %s bytes %q", conn, direction(out), excerpt(raw))
}

// Breach implements match.Recorder.
func (l *Log) Breach(conn int, b game.Breach) {
	l.add("breach %d %s %s %s", conn, b.Player, b.Method, b.Why)
}

// Event implements match.Recorder.
func (l *Log) Event(event jsontext.Value) { l.add("event %s", event) }

// Close implements match.Recorder.
func (l *Log) Close(conn int, by string) { l.add("close %d by %s", conn, by) }

// Result implements match.Recorder.
func (l *Log) Result(values []jsontext.Value) { l.add("result %s", values) }
