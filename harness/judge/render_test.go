package judge_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

var update = flag.Bool("update", false, "write the diffs in testdata anew")

// state is like a State of bazaar.
var state = game.Task{
	Name: "move",
	Out:  []game.Param{{Name: "outcome", Value: "outcome"}},
	Fields: []game.Field{
		{Pointer: "/0/state/bank", Bag: true},
		{Pointer: "/0/state/equations/*/*", Bag: true},
		{Pointer: "/0/state/visibles/*/pebbles", Bag: true},
		{Pointer: "/0/state/players/*/wallet", Bag: true},
	},
}

const (
	stateBefore = `{"legal":true,"state":{"equations":[[["red","white"],["blue"]],[["blue"],["green","green"]]],` +
		`"bank":["red","red","red","white","white","white","blue","blue","blue","green","green","green","yellow","yellow","yellow"],` +
		`"visibles":[{"pebbles":["red","red","red","red","red"],"face?":false},{"pebbles":["red","white","blue","green","yellow"],"face?":true}],` +
		`"cards":[],"players":[{"name":"Ada","wallet":["red","white"],"score":3,"cards":[]},{"name":"bob","wallet":[],"score":5,"cards":[]}],` +
		`"dropouts":[],"phase":"cards"}}`
	// stateAfter has other keys first, shuffled bags, a pebble moved, a face
	// turned, another score and a drop-out.
	stateAfter = `{"state":{"phase":"cards","equations":[[["white","red"],["blue"]],[["blue"],["green","green"]]],` +
		`"bank":["yellow","red","red","white","white","white","blue","blue","blue","green","green","green","yellow","yellow"],` +
		`"visibles":[{"face?":false,"pebbles":["red","red","red","red","red"]},{"face?":false,"pebbles":["yellow","white","blue","green","red"]}],` +
		`"cards":[],"players":[{"name":"Ada","wallet":["white","red","red"],"score":3,"cards":[]},{"name":"bob","wallet":[],"score":6,"cards":[]}],` +
		`"dropouts":["Cyd"]},"legal":true}`
)

func TestRender(t *testing.T) {
	var long []string
	for i := range 400 {
		long = append(long, fmt.Sprintf(`"element %03d"`, i))
	}
	many := "[" + strings.Join(long, ",") + "]"
	tests := []struct {
		name               string
		task               game.Task
		expected, received string
		style              judge.Style
	}{
		{"state", state, stateBefore, stateAfter, judge.Style{}},
		{"state-color", state, stateBefore, stateAfter, judge.Style{Color: true}},
		{"state-wide", state, stateBefore, stateAfter, judge.Style{Width: 120}},
		{"one-line", pairs, `[[["red"],["blue"]],[["white"],["green"]]]`, `[[["green"],["white"]],[["red"],["blue"]]]`, judge.Style{}},
		{"other-kind", turn, `false`, `["red","white"]`, judge.Style{}},
		{"values", strategy, `[] [] 5 ["red"]`, `[] [] 6`, judge.Style{}},
		{"fewer-values", strategy, `[] [] 5`, `[] []`, judge.Style{}},
		{"extra-value", turn, `{"bank":[]}`, `{"bank":[]} {"bank":[]}`, judge.Style{}},
		{
			"broken-in-both", turn,
			`{"bank":["red","red","red","red","red","red","red","red","red","red","red","red","red","red"],"cards":[]}`,
			`{"bank":["red","blue"],"cards":[]}`,
			judge.Style{},
		},
		{"emptied", state, stateBefore, strings.Replace(stateBefore, `"visibles":[{"pebbles":["red","red","red","red","red"],"face?":false},`+
			`{"pebbles":["red","white","blue","green","yellow"],"face?":true}]`, `"visibles":[]`, 1), judge.Style{}},
		{"two-places", turn, many, strings.Replace(strings.Replace(many, "element 020", "element x", 1), `"element 300",`, "", 1), judge.Style{}},
		{"sign", turn, `{"score":5}`, `{"score":-5}`, judge.Style{}},
		{"long-key", turn, `{"` + strings.Repeat("key", 100) + `":5}`, `{"` + strings.Repeat("key", 100) + `":6}`, judge.Style{}},
		{"control", turn, `{"name":"Ada"}`, `{"name":"A\u001b[31m\nda\u202e"}`, judge.Style{}},
		{"long-string", turn, `["` + strings.Repeat("ab", 300) + `"]`, `["` + strings.Repeat("ab", 299) + `"]`, judge.Style{}},
		{"cut", turn, "[" + strings.Repeat("1,", 500) + "1]", "[" + strings.Repeat("2,", 600) + "2]", judge.Style{}},
		{"too-long", turn, `[]`, `["` + strings.Repeat("x", 300_000) + `"]`, judge.Style{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := judge.New(tt.task, judge.Lax, nil).Render(read(t, tt.expected), read(t, tt.received), tt.style)
			golden := filepath.Join("testdata", "render", tt.name+".diff")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("run with -update if this is meant:\n%s", diff)
			}
		})
	}
}

func TestRenderOfEqualAnswersIsEmpty(t *testing.T) {
	j := judge.New(state, judge.Lax, nil)
	if got := j.Render(read(t, stateBefore), read(t, "\n"+stateBefore), judge.Style{}); got != "" {
		t.Error(got)
	}
	if got := j.Render(nil, nil, judge.Style{}); got != "" {
		t.Error(got)
	}
}

// The worst that fits into the bounds must not keep a report waiting.
func TestRenderStaysFast(t *testing.T) {
	array := func(from, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ",%d", from+i)
		}
		return "[" + b.String()[1:] + "]"
	}
	start := time.Now()
	got := judge.New(turn, judge.Lax, nil).Render(read(t, array(100_000, 30_000)), read(t, array(500_000, 30_000)), judge.Style{})
	if lines := strings.Count(got, "\n"); lines > 210 {
		t.Errorf("%d lines", lines)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
