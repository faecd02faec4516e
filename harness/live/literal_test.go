package live

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// rawDouble is a program of clients that owes a text that is no value.
func rawDouble(text string) (*doubles, *double) {
	d := &doubles{record: record{protocol: &game.Protocol{}, found: func() {}, now: time.Now}}
	k := &double{number: 1, named: true, expects: []expectation{{method: "turn", Reply: game.Reply{Text: []byte(text)}, raw: true}}}
	d.conns = []*double{k}
	return d, k
}

// TestLiteral: text that is no value is compared as it comes, whatever pieces it comes in,
// and white space around it does not count.
func TestLiteral(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		due       bool   // something is due still
		message   string // of the finding, "" for none
	}{
		{want: "[1,", got: "[1,"},
		{want: " [1,\n", got: "\n [1,  \n"},
		{want: "[1, 2", got: "[1, 2"},
		{want: "[1,", got: "[1", due: true},
		{want: "[1,", got: "  \n", due: true},
		{want: "[1,", got: "[2,", due: true, message: "the reply of connection 1 to turn begins with [2,, expected [1,"},
		{want: "[1,2", got: "[1, 2", due: true, message: "the reply of connection 1 to turn begins with [1,2, expected [1,2"},
	} {
		for _, size := range []int{1, 2, len(tt.got)} {
			d, k := rawDouble(tt.want)
			for i := 0; i < len(tt.got); i += size {
				d.received(1, []byte(tt.got[i:min(i+size, len(tt.got))]))
			}
			found := d.hard != nil
			if found != (tt.message != "") || found && size == len(tt.got) && d.hard.Message != tt.message {
				t.Errorf("%q for %q in pieces of %d: %+v, expected %q", tt.got, tt.want, size, d.hard, tt.message)
			}
			if due := len(k.expects) > 0; due != tt.due || d.messages != 1 {
				t.Errorf("%q for %q in pieces of %d: due is %v after %d messages", tt.got, tt.want, size, due, d.messages)
			}
		}
	}
}

// TestLiteralFlood: what comes in front of such a text, behind it or in place of its rest is
// not kept, and a byte costs the same however many came before it.
func TestLiteralFlood(t *testing.T) {
	for name, first := range map[string]string{"in front": " ", "in the middle": "[1 ", "behind": "[1,2"} {
		d, _ := rawDouble("[1,2")
		d.received(1, []byte(first))
		blanks := []byte(strings.Repeat(" ", 1<<10))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 1 << 10 {
			d.received(1, blanks)
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<18 || d.hard != nil {
			t.Errorf("%s: %d bytes are allocated for 1 MiB of blanks; %v", name, grown, d.hard)
		}
	}
}
