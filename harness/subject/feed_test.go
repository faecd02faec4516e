//go:build unix

package subject

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestFeed(t *testing.T) {
	needShell(t)
	t.Parallel()
	for _, test := range []struct {
		name   string
		script string
		feed   Feed
		values string
		fault  Fault
	}{
		{
			"dribbled", "cat",
			Feed{Chunks: []Chunk{{Text: []byte("[1")}, {[]byte("2]"), 50 * time.Millisecond}, {[]byte(" 3"), 50 * time.Millisecond}}},
			"[12] 3", None,
		},
		{"late, answered", "read line; echo $line; cat >/dev/null", Feed{Chunks: []Chunk{{Text: []byte("7\n")}}, CloseAfter: time.Hour}, "7", None},
		{"late, two answers", "echo 1; sleep 0.1; echo 2; cat", Feed{CloseAfter: time.Hour, Answers: 2}, "1 2", None},
		{"late, waits for the end", "cat >/dev/null; echo 1", Feed{Chunks: []Chunk{{Text: []byte("7\n")}}, CloseAfter: time.Hour}, "", Silent},
		{"late, but not for ever", "cat >/dev/null; echo 1", Feed{Chunks: []Chunk{{Text: []byte("7\n")}}, CloseAfter: 50 * time.Millisecond}, "1", None},
		{"long wait for one that has gone", "echo 1", Feed{Chunks: []Chunk{{[]byte("1"), time.Hour}}}, "1", None},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := shell(test.script)
			limits := Limits{Timeout: 10 * time.Second}
			if test.fault == Silent {
				limits.Timeout = 300 * time.Millisecond
			}
			a := c.RunFeed(context.Background(), test.feed, limits)
			if values(a) != test.values || a.Fault != test.fault || a.Err != nil {
				t.Errorf("values %s, fault %q, error %v", values(a), a.Fault, a.Err)
			}
		})
	}
}

// TestAnswered: that the output is complete is told before the run is over, also of a
// program that ends with it.
func TestAnswered(t *testing.T) {
	needShell(t)
	t.Parallel()
	rounds := 30
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		told := false
		feed := Plain(nil)
		feed.Answers, feed.Answered = 1, func() { told = true }
		if a := shell("echo 1").RunFeed(t.Context(), feed, Limits{}); values(a) != "1" || !told {
			t.Fatalf("values %s, told %v", values(a), told)
		}
	}
}

func TestFirstByte(t *testing.T) {
	needShell(t)
	t.Parallel()
	begin := time.Now()
	a := run(t, shell("sleep 60"), "", Limits{Timeout: time.Minute, FirstByte: 200 * time.Millisecond})
	if a.Fault != Silent || time.Since(begin) > 20*time.Second {
		t.Errorf("fault %q after %v", a.Fault, time.Since(begin))
	}
	a = run(t, shell("echo 1; sleep 2; echo 2"), "", Limits{Timeout: time.Minute, FirstByte: time.Second})
	if a.Fault != None || values(a) != "1 2" {
		t.Errorf("fault %q, values %s", a.Fault, values(a))
	}
}

func TestSession(t *testing.T) {
	needShell(t)
	t.Parallel()
	for _, isolation := range []Isolation{Best, Unisolated} {
		c := shell(`while read -r line; do case $line in
			die) echo oops >&2; exit 3;;
			kill) kill -KILL $$;;
			sleep) sleep 60;;
			close) exec >&-; sleep 60;;
			flood) while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done;;
			*) n=$((n + 1)); echo "$n $line";;
			esac; done; exit 4`)
		c.Isolation = isolation
		s := NewSession(c, Limits{Timeout: 5 * time.Second, OutputBytesMax: 1 << 12})
		for _, test := range []struct {
			line, answer string
			fault        Fault
			exit         int
			signal       string
			stderr       string
		}{
			{line: "a", answer: "1 a"},
			{line: "b", answer: "2 b"},
			{line: "die", fault: Crashed, exit: 3, stderr: "oops\n"},
			{line: "c", answer: "1 c"},
			{line: "kill", fault: Crashed, exit: -1, signal: "SIGKILL"},
			{line: "close", fault: Crashed, exit: -1},
			{line: "flood", fault: OutputLimit, exit: -1},
			{line: "sleep", fault: Silent, exit: -1},
			{line: "d", answer: "1 d"},
		} {
			if test.fault == Silent {
				s.limits.Timeout = 200 * time.Millisecond
			}
			r := s.Ask(context.Background(), []byte(test.line))
			s.limits.Timeout = 5 * time.Second
			if string(r.Line) != test.answer || r.Fault != test.fault || r.Exit != test.exit || r.Signal != test.signal ||
				!strings.HasPrefix(r.Stderr, test.stderr) {
				t.Errorf("%s, %s: %+v", isolation, test.line, r)
			}
		}
		if r := s.Close(); r.Fault != Crashed || r.Exit != 4 {
			t.Errorf("%s: the end is %+v", isolation, r)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if r := s.Ask(ctx, []byte("e")); r.Fault != Canceled {
			t.Errorf("%s: %+v", isolation, r)
		}
		c.Close()
	}
	s := NewSession(&Command{Argv: []string{"./no-such-program"}}, Limits{})
	if r := s.Ask(context.Background(), nil); r.Fault != NotStarted || r.Err == nil {
		t.Errorf("%+v", r)
	}
}

// TestSessionEnd tells the ends of programs apart: what they had read, what was
// too much, and what they waited for.
func TestSessionEnd(t *testing.T) {
	needShell(t)
	t.Parallel()
	for _, test := range []struct {
		name, script string
		lines        int
		line, extra  string // of the last reply
		want         Reply
	}{
		{"in order", "read -r a; echo $a; read -r b; exit 0", 1, "", "", Reply{}},
		{"a line more", "read -r a; echo $a; echo more; echo and more", 1, "", "more", Reply{Excess: true}},
		{"lines more at once", `read -r a; printf '%s\nmore\nand more\n' "$a"`, 1, "", "more", Reply{Excess: true}},
		{"a late line more", "read -r a; echo $a; read -r b; sleep 0.1; printf more", 1, "", "more", Reply{Excess: true}},
		{"a blank line more", "read -r a; echo $a; echo", 1, "", "", Reply{Excess: true}},
		{"a line more, then a crash", "read -r a; echo $a; echo more; exit 3", 1, "", "more", Reply{Excess: true, Fault: Crashed, Exit: 3}},
		{"a crash", "read -r a; echo $a; read -r b; exit 3", 1, "", "", Reply{Fault: Crashed, Exit: 3}},
		{"gone before", "read -r a; echo $a", 2, "", "", Reply{Fault: Crashed, Unread: true}},
		{"crashed before", "read -r a; echo $a; sleep 0.1; exit 3", 2, "", "", Reply{Fault: Crashed, Exit: 3, Unread: true}},
		{"crashed on it", "read -r a; echo $a; read -r b; exit 3", 2, "", "", Reply{Fault: Crashed, Exit: 3}},
		{"inside an answer", "read -r a; echo $a; printf cut", 2, "cut", "", Reply{Fault: Crashed}},
		{"waits for the end", "cat >/dev/null; echo late", 1, "", "", Reply{Fault: Silent, Exit: -1, AtEnd: true}},
		{"hangs", "sleep 60", 1, "", "", Reply{Fault: Silent, Exit: -1}},
	} {
		c := shell(test.script)
		limits := Limits{Timeout: 5 * time.Second}
		if test.want.Fault == Silent {
			limits.Timeout = 500 * time.Millisecond
		}
		s := NewSession(c, limits)
		var r Reply
		for n := 1; n <= test.lines; n++ {
			r = s.Ask(context.Background(), []byte{byte('a' + n)})
			if n < test.lines && r.Fault != None {
				t.Fatalf("%s: line %d: %+v", test.name, n, r)
			}
		}
		if r.Fault == None {
			r = s.Close()
		}
		if string(r.Line) != test.line || string(r.Extra) != test.extra || r.Excess != test.want.Excess || r.Fault != test.want.Fault ||
			r.Exit != test.want.Exit || r.Unread != (test.want.Unread && runtime.GOOS == "linux") || r.AtEnd != test.want.AtEnd {
			t.Errorf("%s: %q %q %+v", test.name, r.Line, r.Extra, r)
		}
		c.Close()
	}
}
