package answer_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

// TestPipe: each line is answered, and what is wrong with one costs the others
// nothing.
func TestPipe(t *testing.T) {
	rows := []struct{ question, reply string }{
		{
			`{"id":1,"task":"equations","options":{},"in":[[[["red"],["blue"]]],["red"],["blue"]]}`,
			`{"id":1,"out":[[[["red"],["blue"]]]]}`,
		},
		{
			`{"id":2,"task":"equations","options":{},"in":[[[["red"],["pink"]]],["red"],["blue"]]}`,
			`{"id":2,"invalid":{"message":"expected one of`,
		},
		{`{"id":3,"task":"equation","options":{},"in":[]}`, `{"id":3,"error":"bazaar has no task \"equation\" that can be asked"}`},
		{`{"id":4,"task":"rules","options":{"max_exchanges":"x"},"in":[]}`, `{"id":4,"usage":{"option":"max_exchanges","message":`},
		{`hello`, `{"id":0,"error":"this is no question: `},
		{
			`{"id":6,"task":"equations","options":{},"in":[[[["red"],["blue"]]],["red"],["blue"]],"answer":[[]]}`,
			`{"id":6,"right":false}`,
		},
		{
			`{"id":7,"task":"equations","options":{},"in":[[[["red"],["blue"]]],["red"],["blue"]],"answer":[[[["red"],["blue"]]]]}`,
			`{"id":7,"right":true}`,
		},
		{`{"id":8,"task":"equations","options":{},"in":[]}`, `{"id":8,"invalid":{"message":"expected 3 values (equations, wallet, bank), found 0","value":0}}`},
		{`{"id":9,"task":"server","options":{},"in":[]}`, `{"id":9,"error":"bazaar has no task \"server\" that can be asked"}`},
	}
	var in, out bytes.Buffer
	for _, row := range rows {
		in.WriteString(row.question + "\n")
	}
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Pipe(context.Background(), g, &in, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(rows) {
		t.Fatalf("found %d replies\n%s", len(lines), out.String())
	}
	for i, row := range rows {
		if !strings.HasPrefix(lines[i], row.reply) {
			t.Errorf("%s\nfound    %s\nexpected %s", row.question, lines[i], row.reply)
		}
	}
}
