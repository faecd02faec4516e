package judge_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

func TestFingerprintOfComparisons(t *testing.T) {
	print := func(task game.Task, expected, received string) string {
		t.Helper()
		f := judge.New(task, judge.Lax, nil).Compare(read(t, expected), read(t, received)).Fingerprint
		if len(f) != 12 {
			t.Errorf("fingerprint %q", f)
		}
		return f
	}
	tests := []struct {
		name string
		a, b string
		same bool
	}{
		{
			"other pebbles in the wallet",
			print(turn, `{"active":{"wallet":["red","white"]}}`, `{"active":{"wallet":["red"]}}`),
			print(turn, `{"active":{"wallet":["blue"]}}`, `{"active":{"wallet":["blue","blue","green"]}}`), true,
		},
		{
			"other card of the display",
			print(turn, `{"cards":[{"pebbles":["red"]},{"pebbles":["red"]}]}`, `{"cards":[{"pebbles":["red"]},{"pebbles":["blue"]}]}`),
			print(turn, `{"cards":[{"pebbles":["red"]}]}`, `{"cards":[{"pebbles":["blue"]}]}`), true,
		},
		{"other numbers", print(strategy, `[] [] 5 []`, `[] [] 8 []`), print(strategy, `[] [] 1 []`, `[] [] 2 []`), true},
		{"any value of a repeated parameter", print(moves, `1 2 3`, `1 2 4`), print(moves, `1 2 3`, `1 5 3`), true},
		{"but not the one before", print(moves, `1 2 3`, `2 2 3`), print(moves, `1 2 3`, `1 5 3`), false},
		{
			"another place",
			print(turn, `{"active":{"wallet":["red"]}}`, `{"active":{"wallet":[]}}`),
			print(turn, `{"bank":["red"]}`, `{"bank":[]}`), false,
		},
		{"another value of the output", print(strategy, `[1] [] 5 []`, `[2] [] 5 []`), print(strategy, `[] [1] 5 []`, `[] [2] 5 []`), false},
		{"false for an answer", print(turn, `["red"]`, `false`), print(turn, `false`, `["red"]`), false},
		{"another outcome", print(turn, `1`, `2`), print(turn, `1`, ``), false},
	}
	for _, tt := range tests {
		if (tt.a == tt.b) != tt.same {
			t.Errorf("%s: %s and %s", tt.name, tt.a, tt.b)
		}
	}
}

func TestFingerprintOfCauses(t *testing.T) {
	tests := []struct {
		name string
		a, b string
		same bool
	}{
		{
			"python, other folder and value",
			"Traceback (most recent call last):\n  File \"/tmp/a1/turn.py\", line 12, in main\nKeyError: 'red'",
			"Traceback (most recent call last):\n  File \"/tmp/zz/turn.py\", line 12, in main\nKeyError: 'blue'", true,
		},
		{
			"python, other line",
			"  File \"/tmp/a1/turn.py\", line 12, in main\nKeyError: 'red'",
			"  File \"/tmp/a1/turn.py\", line 13, in main\nKeyError: 'red'", false,
		},
		{
			"go, other index and address",
			"panic: index out of range [5] with length 3\nmain.go:12 +0x1d",
			"panic: index out of range [7] with length 7\nmain.go:12 +0x2f", true,
		},
		{"go, other place", "panic: boom\n\t/home/x/main.go:12 +0x1d", "panic: boom\n\t/home/x/main.go:99 +0x1d", false},
		{"java, other folder", "at Foo.bar(/a/Foo.java:12)", "at Foo.bar(/b/Foo.java:12)", true},
		{"another message", "division by zero", "out of memory", false},
		{"quoted values", `expected a colour, found "pink"`, `expected a colour, found "a \"b\""`, true},
	}
	for _, tt := range tests {
		a := judge.Fingerprint(judge.Crashed, "", "", tt.a)
		b := judge.Fingerprint(judge.Crashed, "", "", tt.b)
		if (a == b) != tt.same {
			t.Errorf("%s: %s and %s", tt.name, a, b)
		}
	}
	if judge.Fingerprint(judge.Crashed, "", "", "x") == judge.Fingerprint(judge.Silent, "", "", "x") {
		t.Error("the outcome does not count")
	}
	if judge.Fingerprint(judge.WrongAnswer, "/0/1/a", "BG-1", "x") == judge.Fingerprint(judge.WrongAnswer, "/0/1/a", "BG-2", "x") {
		t.Error("the clause does not count")
	}
}
