package game_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

func TestTrace(t *testing.T) {
	var trace game.Trace
	trace.Clause("EX-02")
	trace.Clause("EX-01")
	trace.Clause("EX-02")
	trace.Feature("zero")
	if got := trace.Clauses(); !slices.Equal(got, []string{"EX-01", "EX-02"}) {
		t.Errorf("clauses %q", got)
	}
	if got := trace.Features(); !slices.Equal(got, []string{"zero"}) {
		t.Errorf("features %q", got)
	}
	trace.Reset()
	if len(trace.Clauses())+len(trace.Features()) > 0 {
		t.Error("it remembers")
	}
}

// TestTraceOff looks whether notes that nobody reads need any memory.
func TestTraceOff(t *testing.T) {
	var off *game.Trace
	if n := testing.AllocsPerRun(100, func() { off.Clause("EX-01"); off.Feature("zero") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkTrace is what one note costs.
func BenchmarkTrace(b *testing.B) {
	b.Run("off", func(b *testing.B) {
		var off *game.Trace
		for b.Loop() {
			off.Clause("EX-01")
		}
	})
	b.Run("on", func(b *testing.B) {
		on := new(game.Trace)
		for b.Loop() {
			on.Clause("EX-01")
		}
	})
}
