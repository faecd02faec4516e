package report

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
)

// TestReadsLike has how surely a diagnosis is told.
func TestReadsLike(t *testing.T) {
	for _, test := range []struct {
		d    judge.Diagnosis
		want string // behind what the program does
	}{
		{judge.Diagnosis{Clause: "X-01", Explains: 2, Of: 5, Decides: 3, Passes: 4, Likely: true}, "nearly like a program that misreads X-01: 2 of 5 wrong answers, and all 4 right ones; in the other 3 it decides the same but gives other values"},
		{judge.Diagnosis{Clause: "X-01", Text: "misses a boundary of this rule", Explains: 3, Of: 3, Passes: 4, Likely: true}, "answers like a program that misses a boundary of this rule (X-01): 3 of 3 wrong answers, and all 4 right ones"},
		{judge.Diagnosis{Clause: "X-01", Clauses: []string{"X-01", "X-02"}, Explains: 2, Of: 2, Passes: 3}, "misreads X-01 or X-02: 2 of 2 wrong answers, and all 3 right ones"},
		{judge.Diagnosis{Clause: "X-01", Explains: 2, Of: 2, Passes: 3}, "misreads X-01: 2 of 2 wrong answers, and all 3 right ones"},
		{judge.Diagnosis{Clause: "X-01", Explains: 4, Of: 9, Passes: 3, Unexplained: 5}, "answers like a program that misreads X-01: 4 of 9 wrong answers, and all 3 right ones; no known misreading explains the other 5"},
		{judge.Diagnosis{Clause: "X-01", Explains: 5, Of: 5, Passes: 1}, "misreads X-01: 5 of 5 wrong answers, and the right one"},
		{judge.Diagnosis{Clause: "X-01", Explains: 4, Of: 5, Unexplained: 1}, "4 of 5 wrong answers; no known misreading explains the other one"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1}, "misreads X-01: 1 of 1 wrong answer; these are few answers and may have other causes: run more cases, or touchstone test --diagnose"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Telling: "a/1"}, "misreads X-01: 1 of 1 wrong answer; touchstone test --diagnose runs more cases to tell them apart"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Asked: true}, "misreads X-01: 1 of 1 wrong answer; these are few answers and may have other causes: run more cases"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Telling: "a/1", Asked: true}, "misreads X-01: 1 of 1 wrong answer; more cases did not tell them apart"},
		{judge.Diagnosis{Habit: judge.Constant, Text: "gives the same answer to everything: []", Explains: 40, Of: 40, Passes: 1}, "the program gives the same answer to everything: [] (40 wrong answers, 1 right one)"},
		{judge.Diagnosis{Habit: judge.Shape, Text: "at /0/tiles/* expected a cell", Explains: 40, Of: 40, Passes: 3}, "all 40 wrong answers have the same wrong shape: at /0/tiles/* expected a cell"},
		{judge.Diagnosis{Habit: judge.Shape, Text: "at /0 missing key \"tiles\"", Explains: 20, Of: 40}, "20 of 40 wrong answers have the same wrong shape: at /0 missing key \"tiles\""},
		{judge.Diagnosis{Habit: judge.Constant, Text: "gives the same answer to everything: []", Explains: 40, Of: 40}, "the program gives the same answer to everything: [] (40 wrong answers)"},
	} {
		if got := readsLike(&test.d); !strings.HasSuffix(got, test.want) {
			t.Errorf("%+v: %s", test.d, got)
		}
	}
}

// TestPerhaps names the likely clauses where no reading explains the wrong answers, and
// what comes near to the program, if it gives at least half of them.
func TestPerhaps(t *testing.T) {
	likely := func(clause string) judge.Diagnosis { return judge.Diagnosis{Clause: clause, Of: 5, Likely: true} }
	near := likely("X-02")
	near.Text, near.Explains = "counts twice", 3
	far := near
	far.Explains = 2
	settled := near
	settled.Decides = 2
	all, part := likely("X-03"), far
	all.Text, all.Explains = "misses a boundary of this rule", 5
	part.Likely, part.Unexplained = false, 3
	const none = "no known misreading explains all wrong answers; "
	book := &Book{Game: &game.Game{Clauses: []game.Clause{{ID: "X-02", Text: "A pebble counts once. Two pebbles count twice."}}}}
	for _, test := range []struct {
		list []judge.Diagnosis
		want string
	}{
		{nil, ""},
		{[]judge.Diagnosis{likely("X-01")}, none + "the most likely clause is X-01"},
		{
			[]judge.Diagnosis{likely("X-01"), near, likely("X-03"), likely("X-04")},
			none + "the most likely clauses are X-01, X-02, X-03; closest is a program that counts twice (X-02): 3 of 5 wrong answers",
		},
		{[]judge.Diagnosis{likely("X-01"), far}, none + "the most likely clauses are X-01, X-02"},
		{[]judge.Diagnosis{likely("X-01"), settled}, ""},
		{[]judge.Diagnosis{likely("X-02"), likely("X-01")}, none + "the most likely clauses are X-02, X-01. X-02: A pebble counts once."},
		{[]judge.Diagnosis{far}, none + "the most likely clause is X-02. X-02: A pebble counts once."},
		{
			[]judge.Diagnosis{{Clause: "X-05", Explains: 4, Of: 9, Unexplained: 5}, likely("X-01"), likely("X-02")},
			"no known misreading explains the other 5; the most likely clauses are X-01, X-02",
		},
		{
			[]judge.Diagnosis{{Habit: judge.Shape, Explains: 4, Of: 9}, likely("X-01")},
			"no known misreading explains all other wrong answers; the most likely clause is X-01",
		},
		{[]judge.Diagnosis{all, part, likely("X-04")}, "a known misreading explains a part: a program that counts twice (X-02): 2 of 5 wrong answers"},
		{[]judge.Diagnosis{all, likely("X-04"), near}, "a known misreading explains a part: a program that counts twice (X-02): 3 of 5 wrong answers"},
		{[]judge.Diagnosis{all, far}, ""},
	} {
		if got := book.perhaps(&run.Summary{Fail: answersMin, Diagnoses: test.list}); got != test.want {
			t.Errorf("%+v: %s", test.list, got)
		}
		few, _ := perhaps(&run.Summary{Pass: 1, Fail: 1, Diagnoses: test.list})
		if strings.Contains(few, "no known misreading explains") != strings.HasSuffix(few, "; these are few answers: run more cases") {
			t.Errorf("%+v: of two answers: %s", test.list, few)
		}
		if strings.Contains(few, "likely") {
			t.Errorf("%+v: of two answers it names a clause: %s", test.list, few)
		}
		said := strings.Join(book.verdictsOn(&run.Summary{Fail: answersMin, Diagnoses: test.list}), "\n")
		if strings.Count(said, "counts twice (X-02)") > 1 {
			t.Errorf("%+v: said twice: %s", test.list, said)
		}
		if !strings.HasSuffix(said, test.want) || test.want == "" && strings.Contains(said, none) {
			t.Errorf("%+v: of the whole run: %s", test.list, said)
		}
	}
}

// TestApply cites the clause of a diagnosis for a case only if that is sure.
func TestApply(t *testing.T) {
	for _, test := range []struct {
		d     judge.Diagnosis
		cites []string // the clauses that the case is for
		want  string
	}{
		{judge.Diagnosis{Clause: "X-01", Explains: 3, Of: 3, Passes: 2}, nil, "X-01"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Passes: 3}, nil, "X-09"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1}, []string{"X-02", "X-01"}, "X-01"},
		{judge.Diagnosis{Clause: "X-01", Of: 9, Likely: true}, []string{"X-01"}, "X-09"},
		{judge.Diagnosis{Clause: "X-01", Explains: 9, Of: 9, Likely: true}, nil, "X-01"},
		{judge.Diagnosis{Habit: judge.Constant, Explains: 9, Of: 9}, nil, "X-09"},
	} {
		r := run.Result{Clauses: test.cites}
		r.Verdict.Clause = "X-09"
		if apply(&r, &test.d); r.Verdict.Clause != test.want {
			t.Errorf("%+v: cites %s, expected %s", test.d, r.Verdict.Clause, test.want)
		}
	}
}

// TestInWords has what it means that an answer is of another kind.
func TestInWords(t *testing.T) {
	value := func(text string) []jsontext.Value { return []jsontext.Value{jsontext.Value(text)} }
	book := &Book{Task: game.Task{Out: []game.Param{{Name: "wallet or false"}}}}
	for _, test := range []struct {
		pointer            string
		expected, received string // the values at the pointer
		right, answer      string // the values as a whole
		want               string
	}{
		{"/0/legal", "true", "false", `{"legal":true}`, `{"legal":false,"code":"no_tile"}`, "you call the request illegal (no_tile); the rules allow it"},
		{"/0/legal", "false", "true", `{"legal":false,"code":"no_tile"}`, `{"legal":true}`, "you allow the request; the rules call it illegal (no_tile)"},
		{"/0/legal", "true", "false", `{"legal":true}`, `{"legal":false}`, "you call the request illegal; the rules allow it"},
		{"/0/ok", "true", "false", `{"ok":true}`, `{"ok":false,"code":"gap"}`, "you refuse the solution (gap); the rules accept it"},
		{"/0/ok", "false", "true", `{"ok":false,"code":"gap"}`, `{"ok":true}`, "you accept the solution; the rules refuse it (gap)"},
		{"/0", `["red"]`, "false", `["red"]`, "false", `you call the request illegal; the rules allow it, and then the wallet is ["red"]`},
		{"/0", "false", `["red"]`, "false", `["red"]`, "you allow the request; the rules call it illegal"},
		{"/0/n", "null", "3", `{"n":null}`, `{"n":3}`, "you answer a number; the correct answer is null"},
		{"/0/n", "4", "3", `{"n":4}`, `{"n":3}`, ""},
		{"/0/n/0", `"a"`, `"b"`, `{"n":["a","b"]}`, `{"n":["b","a"]}`, "you list the right values in another order"},
		{"/0/n/0", `"a"`, `"b"`, `{"n":["a","b"]}`, `{"n":["b","b"]}`, ""},
		{"/0/0", `{"x":1,"y":2}`, `[3]`, `[{"x":1,"y":2},[3]]`, `[[3],{"y":2,"x":1.0}]`, "you answer an array; the correct answer is an object"},
		{"/0/0/0", `1`, `2`, `[[1,2],[3]]`, `[[2,1],[4]]`, "you list the right values in another order"},
		{"/0/n/0/x", `1`, `2`, `{"n":[{"x":1},{"x":2}]}`, `{"n":[{"x":2},{"x":1}]}`, "you list the right values at /n in another order"},
		{"/0/0/x", `1`, `2`, `[{"x":1},{"x":2}]`, `[{"x":2},{"x":1}]`, "you list the right values in another order"},
		{"/0/0/x", `1`, `2`, `[{"x":1},{"x":2}]`, `[{"x":2},{"x":2}]`, ""},
		{"/0", `1`, `2`, `1`, `2`, ""},
	} {
		r := &run.Result{
			Verdict: judge.Verdict{
				Outcome: judge.WrongAnswer, Pointer: test.pointer,
				Expected: jsontext.Value(test.expected), Received: jsontext.Value(test.received),
			},
			Expected: value(test.right), Received: value(test.answer),
		}
		if got := book.inWords(r); got != test.want {
			t.Errorf("%s: expected %s, received %s: %q, not %q", test.pointer, test.expected, test.received, got, test.want)
		}
	}
}

// TestTests says why the clause of a verdict is not one that the case is for: of a live
// game a single message decides, of batch tasks the answers together may. What mistake such
// a case catches would mislead then, but in a live game it says what happens there.
func TestTests(t *testing.T) {
	for _, c := range []struct {
		live           game.Side
		clause         string // of the verdict
		tests, catches string
	}{
		{"", "X-02", "X-01; but all your answers together point to X-02", ""},
		{"", "X-01", "", "One leaves"},
		{game.Server, "X-02", "X-01; but what your program did breaks X-02", "One leaves"},
	} {
		book := &Book{Game: &game.Game{Clauses: []game.Clause{{ID: "X-02", Text: "A pebble counts once."}}}, Task: game.Task{Live: c.live}}
		r := &run.Result{Why: "One leaves", Clauses: []string{"X-01"}, Verdict: judge.Verdict{Outcome: judge.WrongAnswer, Clause: c.clause}}
		got := make(map[string]string)
		for _, p := range book.lesson(r, nil) {
			got[p.name] = p.text
		}
		if got["tests"] != c.tests || got["catches"] != c.catches {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestCausesInOrder has cases that did not run behind the causes for which they did not,
// however many they are.
func TestCausesInOrder(t *testing.T) {
	c := newCauses()
	for i, outcome := range []judge.Outcome{judge.Blocked, judge.Blocked, judge.Blocked, judge.Silent, judge.WrongAnswer, judge.WrongAnswer} {
		v := judge.Verdict{Case: "a", Outcome: outcome, Fingerprint: string(outcome)}
		c.add(&run.Result{Verdict: v}, view{outcome: string(outcome), kind: run.KindOf(&v)}, i)
	}
	var order []string
	for _, g := range c.sorted(repair...) {
		order = append(order, g.name())
	}
	if got := strings.Join(order, " "); got != "wrong-answer silent blocked" {
		t.Error(got)
	}
}
