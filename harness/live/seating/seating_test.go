package seating

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestMeant asks about a player that has no kind.
func TestMeant(t *testing.T) {
	of := &game.Game{Name: "bazaar", Players: []game.PlayerKind{{Name: "points"}}}
	for written, want := range map[string]string{
		"points":             "did you mean --player builtin:points?",
		"Ada=points":         "did you mean --player Ada=builtin:points?",
		"Ada":                "did you mean --player Ada=builtin:random?",
		"Ada=localhost:3000": "did you mean --player Ada=tcp:localhost:3000?",
		"ada":                `for example --player Ada=builtin:points; "touchstone games bazaar players" lists the kinds`,
		"./xplayer":          "did you mean --player exec:./xplayer?",
		"Ada=python3 one.py": "did you mean --player 'Ada=exec:python3 one.py'?",
		"bultin:points":      "for example --player Ada=builtin:random --player exec:./xplayer",
		"":                   "for example --player Ada=builtin:random --player exec:./xplayer",
		"exec:":              "for example --player Ada=builtin:random --player exec:./xplayer",
	} {
		_, err := Parse(written, of)
		if usage, ok := errors.AsType[*game.UsageError](err); !ok || usage.Hint != want {
			t.Errorf("%q: %v, expected the hint %q", written, err, want)
		}
	}
}

// TestNameLimit gives programs the time to start, and more if the game says so.
func TestNameLimit(t *testing.T) {
	for _, tt := range []struct {
		kind string
		ms   int
		want time.Duration
	}{
		{TCP, 2000, 2 * time.Second},
		{TCP, 20_000, 20 * time.Second},
		{Exec, 2000, DefaultWaits.Start},
		{Exec, 20_000, 20 * time.Second},
	} {
		if got := (&playing{Table: &Table{}, signUp: game.SignUp{NameMs: tt.ms}}).nameLimit(tt.kind); got != tt.want {
			t.Errorf("%s with name_ms %d: %v, expected %v", tt.kind, tt.ms, got, tt.want)
		}
	}
}

// TestUnsaid tells what came of a name, and does not say that a limit of the
// rules was broken that was not the one which held.
func TestUnsaid(t *testing.T) {
	for raw, want := range map[string]string{
		"":         "it sent no name within 10s",
		`"Ad`:      `it sent only "\"Ad" within 10s`,
		"\x1b\xff": `it sent only "\x1b\xff" within 10s`,
	} {
		p := playing{signUp: game.SignUp{Clauses: game.SignUpClauses{First: "XX-1", NameMs: "XX-2"}}}
		r := p.unsaid([]byte(raw), 10*time.Second)
		if !strings.HasPrefix(r.Why, want+"; ") || r.Clause != "XX-1" || !strings.Contains(r.Why, "flush") {
			t.Errorf("%q: %v, expected %q", raw, r, want)
		}
	}
}

// TestEnding tells in words how a program ended.
func TestEnding(t *testing.T) {
	for _, tt := range []struct {
		answer subject.Answer
		want   string
	}{
		{subject.Answer{}, ""},
		{subject.Answer{Fault: subject.Crashed, Exit: 3, Stderr: "a\nb\n"}, "exec:x: exit status 3, b"},
		{subject.Answer{Warnings: []subject.Warning{subject.Lingered}}, "exec:x: it did not exit when the game was over, so touchstone stopped it"},
		{subject.Answer{Warnings: []subject.Warning{subject.Leaked}}, "exec:x: it left processes running, so touchstone stopped them"},
	} {
		if got := ending(&chair{entrant: Entrant{Text: "exec:x"}}, tt.answer); got != tt.want {
			t.Errorf("%+v: %q, expected %q", tt.answer, got, tt.want)
		}
	}
}
