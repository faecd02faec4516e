package ubongo_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// TestNotes holds what the oracles note against cases in which it is known, and
// against cases that just miss it.
func TestNotes(t *testing.T) {
	state, claim := rightClaim[0], rightClaim[1]
	at := func(ms string) string { return strings.Replace(claim, `"time":2500`, `"time":`+ms, 1) }
	second := strings.Replace(state, `"glass":1`, `"glass":2`, 1)
	square := `{"footprint":[[0,0]],"pieces":["r2"]}`
	log := func(ms string) string {
		return `{"variant":"count","minutes":5,"best":0,"events":[{"type":"start","at":0,"board":"g01","die":1},{"type":"aside","at":` + ms + `}]}`
	}
	for _, tt := range []struct {
		name, task string
		in         []string
		met, unmet string // clauses and features, separated by blanks
	}{
		{"in time", "move", []string{state, claim}, "UO-19 UO-42 UO-46 claim=1st claim:before-lower-seat", "UO-20 UO-22 UO-31 UO-43 claim=60000"},
		{"the last moment", "move", []string{state, at("60000")}, "UO-09 UO-22 claim=60000", "claim=60001 code:too_late"},
		{"too late", "move", []string{state, at("60001")}, "UO-09 UO-22 claim=60001 code:too_late", "UO-31 UO-42 claim=60000"},
		{"the second chance", "move", []string{second, at("60001")}, "UO-22 UO-31 glass=2", "UO-42"},
		{"a stop", "move", []string{state, `{"type":"stop","player":1,"time":60000}`}, "UO-23 UO-24 UO-26 stop=60000", "UO-27 UO-28 UO-50"},
		{"the second stop", "move", []string{second, `{"type":"stop","player":1,"time":60001}`}, "UO-27 UO-50 UO-52 solvers=0", "UO-09 UO-26 UO-49 stop=60000"},
		{"play notes what move does", "play", []string{state, at("60001"), claim}, "UO-22 UO-42 UO-63 code:too_late", "UO-09 UO-54"},
		{"a piece as it is listed", "check", []string{square, `[{"piece":"r2","cells":[[0,0,0],[0,0,1]]}]`}, "UO-36 UO-80 squares=1", "UO-04 UO-08 UO-41"},
		{"a cell twice", "check", []string{square, `[{"piece":"r2","cells":[[0,0,0],[0,0,0]]}]`}, "UO-35 code:wrong_shape shape:cell-twice", "shape:number UO-80"},
		{"one solution", "solve", []string{square}, "UO-81 count=1 footprint:symmetric problem:footprint", "count=0 UO-08"},
		{"none", "solve", []string{`{"footprint":[[0,0],[5,5]],"pieces":["b4"]}`}, "UO-83 count=0 footprint:torn", "UO-80 UO-82 volume:too-small"},
		{"at the limit", "solo", []string{log("300000")}, "UO-68 UO-70 at=limit best:equal", "UO-69 UO-72 at=limit+1"},
		{"behind it", "solo", []string{log("300001")}, "UO-68 at=limit+1", "at=limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := game.Output{Trace: new(game.Trace)}
			oracle, err := game.Tracing(configured(t), tt.task)
			if err != nil {
				t.Fatal(err)
			}
			if err := oracle(gametest.Values(t, tt.in...), &out); err != nil {
				t.Fatal(err)
			}
			noted := append(out.Trace.Clauses(), out.Trace.Features()...)
			for _, name := range strings.Fields(tt.met) {
				if !slices.Contains(noted, name) {
					t.Errorf("%s is not noted, only %q", name, noted)
				}
			}
			for _, name := range strings.Fields(tt.unmet) {
				if slices.Contains(noted, name) {
					t.Errorf("%s is noted", name)
				}
			}
		})
	}
}
