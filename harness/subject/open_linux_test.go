package subject

import (
	"maps"
	"os"
	"slices"
	"testing"
)

// TestOpened looks at many pipes a part at a time, as is done of a program that has so many
// open that all of them would take too long, and finds what it would find at once.
func TestOpened(t *testing.T) {
	const pipes, filled, atOnce = 60, 20, 25
	for i := range pipes {
		r, w, err := os.Pipe()
		if err == nil && i < filled {
			_, err = w.WriteString("x")
		}
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
	}
	pids := slices.Repeat([]int{os.Getpid()}, 4) // as if each had its own
	var whole, parts opened
	whole.look(pids, 1<<20)
	for rounds := 1; ; rounds++ {
		parts.look(pids, atOnce)
		if len(parts.todo) == 0 {
			if rounds != len(pids) {
				t.Errorf("it took %d rounds", rounds)
			}
			break
		}
		if len(parts.all.pipes) != 0 || parts.pipesMax() < pipes*pipeBytesMax {
			t.Errorf("round %d: %d pipes of a whole look, at most %d bytes", rounds, len(parts.all.pipes), parts.pipesMax())
		}
	}
	if !slices.Equal(slices.Sorted(maps.Keys(parts.all.pipes)), slices.Sorted(maps.Keys(whole.all.pipes))) || len(whole.all.pipes) < pipes {
		t.Errorf("there are %d pipes, and %d at once", len(parts.all.pipes), len(whole.all.pipes))
	}
	want := whole.pipes(1 << 20)
	if want < filled*pipeBytesMax || want >= pipes*pipeBytesMax {
		t.Errorf("in pipes there are %d bytes", want)
	}
	for last := int64(0); ; {
		got := parts.pipes(atOnce)
		if got < last || got > want {
			t.Errorf("after %d bytes there are %d", last, got)
		}
		if last = got; len(parts.unknown) == 0 {
			break
		}
	}
	// What is known stays while it is found out anew.
	if got := parts.pipes(1); got != want {
		t.Errorf("in pipes there are %d bytes, at once %d", got, want)
	}
}
