package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// TestValidateKnowsAll asks about values of every name that touchstone games lists: a
// verdict comes on each, whether rules read such values or only a schema is there.
func TestValidateKnowsAll(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		names, err := schema.Of(g, nil).Names()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			var stdout, stderr bytes.Buffer
			status := inProcess([]string{"validate", g.Name + "/" + name}, strings.NewReader(`null false 1 "x" [] {} ["win",[true]]`), &stdout, &stderr)
			if lines := strings.Count(stdout.String(), "\n"); status != statusDiffers || lines < 7 || stderr.Len() > 0 {
				t.Errorf("%s/%s: status %d\n%s%s", g.Name, name, status, &stdout, &stderr)
			}
		}
	}
}
