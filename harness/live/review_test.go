package live_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// TestShut: a server waits for players from when it opens its port, which is some time after
// the last attempt to connect that failed began. A client that was kept from its next attempt
// for long, and the time at which the failure was written down, say nothing against it.
func TestShut(t *testing.T) {
	const header = `{"transcript":1,"touchstone":"v1","game":"bazaar","options":{},"in":[[],[]],"side":"clients","scale":0.1,"started":"2026-11-28T10:57:17Z",` +
		`"case":[[["Ada","purchase-points"],["bob","purchase-size"]],[],[],` +
		`{"bank":["red"],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0,"cards":[]},{"wallet":[],"score":0,"cards":[]},` +
		`{"wallet":[],"score":0,"cards":[]}]}]}` + "\n"
	for _, tt := range []struct{ failed, clause string }{
		{`"began":20`, ""},
		{`"cut":0`, ""}, // as older ones, which do not say it
		{`"began":640`, "BG-85"},
	} {
		text := header + fmt.Sprintf(`{"ms":650,"kind":"failed","conn":1,"tries":1,"why":"refused",%s}`, tt.failed) + `
{"ms":660,"kind":"connect","conn":1}
{"ms":661,"kind":"message","conn":1,"dir":"in","value":"Ada"}
{"ms":670,"kind":"connect","conn":2}
{"ms":671,"kind":"message","conn":2,"dir":"in","value":"bob"}
{"ms":2050,"kind":"close","conn":1,"by":"server"}
{"ms":2051,"kind":"close","conn":2,"by":"server"}
{"ms":2055,"kind":"result","values":[[[],[]]]}
`
		r, err := transcript.NewReader(strings.NewReader(text), "x")
		if err != nil {
			t.Fatal(err)
		}
		report, err := live.Check(r, games.Named)
		if err != nil {
			t.Fatal(err)
		}
		clause := ""
		for _, f := range report.Findings {
			clause += f.Clause
		}
		if clause != tt.clause {
			t.Errorf("%s: %+v, expected %q", tt.failed, report.Findings, tt.clause)
		}
	}
}
