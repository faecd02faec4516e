package judge_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// read reads concatenated JSON values the way the harness does.
func read(t testing.TB, text string) []jsontext.Value {
	t.Helper()
	values, err := stream.All(strings.NewReader(text), stream.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return stream.Raws(values)
}

var (
	// pairs is like bazaar/equations: a bag of ordered pairs of bags.
	pairs = game.Task{
		Name: "equations",
		Out:  []game.Param{{Name: "usable", Value: "equations"}},
		Fields: []game.Field{
			{Pointer: "/0", Bag: true, Clause: "BG-18"},
			{Pointer: "/0/*/*", Bag: true},
		},
	}
	// turn is like bazaar/turn.
	turn = game.Task{
		Name: "turn",
		Out:  []game.Param{{Name: "turn", Value: "turn"}},
		Fields: []game.Field{
			{Pointer: "/0", Clause: "BG-14"},
			{Pointer: "/0/bank", Bag: true, Clause: "BG-15"},
			{Pointer: "/0/cards/*/pebbles", Bag: true},
			{Pointer: "/0/active/wallet", Bag: true},
			{Pointer: "/0/active/cards", Bag: true},
			{Pointer: "/0/active/cards/*/pebbles", Bag: true},
		},
	}
	// strategy is like bazaar/strategy: several values.
	strategy = game.Task{
		Name: "strategy",
		Out: []game.Param{
			{Name: "exchanges", Value: "exchanges"},
			{Name: "cards", Value: "cards"},
			{Name: "points", Value: "natural"},
			{Name: "wallet", Value: "pebbles"},
		},
		Fields: []game.Field{
			{Pointer: "/2", Clause: "BG-32"},
			{Pointer: "/3", Bag: true, Clause: "BG-63"},
		},
	}
	// play is like bazaar/play: codes inside an array.
	play = game.Task{
		Name: "play",
		Out:  []game.Param{{Name: "verdicts", Value: "verdicts"}, {Name: "state", Value: "state"}},
		Fields: []game.Field{
			{Pointer: "/0/*", Code: true, Clause: "BG-37"},
			{Pointer: "/1/bank", Bag: true},
		},
	}
	// moves answers with any number of values.
	moves = game.Task{
		Name:   "moves",
		Out:    []game.Param{{Name: "start", Value: "state"}, {Name: "state", Value: "state", Repeated: true}},
		Fields: []game.Field{{Pointer: "/*/code", Code: true}},
	}
)

func TestOutcome(t *testing.T) {
	deep := strings.Repeat("[", 60) + "%s" + strings.Repeat("]", 60)
	tests := []struct {
		name               string
		task               game.Task
		codes              judge.Codes
		expected, received string
		want               judge.Outcome
	}{
		{"the same text", turn, judge.Lax, `{"bank":["red"]}`, `{"bank":["red"]}`, judge.Pass},
		{"no values at all", turn, judge.Lax, ``, ``, judge.Pass},
		{"white space", turn, judge.Lax, `{"bank":["red","blue"]}`, "\n{ \"bank\"\t:[\r\n\"red\" , \"blue\" ] }", judge.Pass},
		{"white space inside a string counts", turn, judge.Lax, `["a b"]`, `["a  b"]`, judge.WrongAnswer},
		{"order of keys", turn, judge.Lax, `{"bank":[],"cards":[]}`, `{"cards":[],"bank":[]}`, judge.Pass},
		{"spelling of a string", turn, judge.Lax, `"réd/\n"`, `"r\u00e9\u0064\/\u000a"`, judge.Pass},
		{"spelling of a key", turn, judge.Lax, `{"bank":["red","blue"]}`, `{"b\u0061nk":["blue","red"]}`, judge.Pass},
		{"surrogate pair", turn, judge.Lax, `"😀"`, `"\ud83d\ude00"`, judge.Pass},
		{"a quote behind a backslash", turn, judge.Lax, `["\\","\" ]"]`, `[ "\\", "\" ]"]`, judge.Pass},
		{"upper case counts", turn, judge.Lax, `"red"`, `"Red"`, judge.WrongAnswer},

		{"integer with fraction", turn, judge.Lax, `1`, `1.0`, judge.Pass},
		{"integer with exponent", turn, judge.Lax, `1`, `10e-1`, judge.Pass},
		{"negative zero", turn, judge.Lax, `0`, `-0.0`, judge.Pass},
		{"long integers are exact", turn, judge.Lax, `12345678901234567890123456789`, `12345678901234567890123456788`, judge.WrongAnswer},
		{"beyond 15 digits only plain", turn, judge.Lax, `10000000000000000`, `1e16`, judge.WrongAnswer},
		{"fractions by value", turn, judge.Lax, `1.5`, `150E-2`, judge.Pass},
		{"fractions differ", turn, judge.Lax, `1.5`, `1.50000000000000000000001`, judge.WrongAnswer},
		{"small fractions", turn, judge.Lax, `0.001`, `1e-3`, judge.Pass},
		{"absurd exponents", turn, judge.Lax, `1e99999999999999999999`, `1E+99999999999999999999`, judge.Pass},
		{"other absurd exponents", turn, judge.Lax, `1e99999999999999999999`, `1e99999999999999999998`, judge.WrongAnswer},
		{"a number is no string", turn, judge.Lax, `1`, `"1"`, judge.WrongAnswer},
		{"a Boolean is no number", turn, judge.Lax, `1`, `true`, judge.WrongAnswer},
		{"true and false", turn, judge.Lax, `true`, `false`, judge.WrongAnswer},
		{"null and false", turn, judge.Lax, `null`, `false`, judge.WrongAnswer},
		{"empty containers", turn, judge.Lax, `[]`, `{}`, judge.WrongAnswer},

		{"arrays are ordered", turn, judge.Lax, `{"cards":[1,2]}`, `{"cards":[2,1]}`, judge.WrongAnswer},
		{"bags are not", turn, judge.Lax, `{"bank":["red","red","blue"]}`, `{"bank":["red","blue","red"]}`, judge.Pass},
		{"bags count", turn, judge.Lax, `{"bank":["red","red","blue"]}`, `{"bank":["red","blue","blue"]}`, judge.WrongAnswer},
		{"bags below an array", turn, judge.Lax, `{"cards":[{"pebbles":["red","blue"]}]}`, `{"cards":[{"pebbles":["blue","red"]}]}`, judge.Pass},
		{
			"bags of objects with bags", turn, judge.Lax,
			`{"active":{"cards":[{"pebbles":["red","blue"],"face?":true},{"pebbles":[],"face?":false}]}}`,
			`{"active":{"cards":[{"face?":false,"pebbles":[]},{"face?":true,"pebbles":["blue","red"]}]}}`, judge.Pass,
		},
		{
			"bags of pairs of bags", pairs, judge.Lax,
			`[[["red","white"],["blue"]],[["blue"],["green","red"]]]`,
			`[[["blue"],["red","green"]],[["white","red"],["blue"]]]`, judge.Pass,
		},
		{"the pair itself is ordered", pairs, judge.Lax, `[[["red"],["blue"]]]`, `[[["blue"],["red"]]]`, judge.WrongAnswer},
		{
			"a side moves to another pair", pairs, judge.Lax,
			`[[["red"],["blue"]],[["white"],["green"]]]`, `[[["red"],["green"]],[["white"],["blue"]]]`, judge.WrongAnswer,
		},
		{"the bag of a later value", strategy, judge.Lax, `[] [] 5 ["red","blue"]`, `[] [] 5 ["blue","red"]`, judge.Pass},
		{"no bag there", strategy, judge.Lax, `[1,2] [] 5 []`, `[2,1] [] 5 []`, judge.WrongAnswer},

		{"missing key", turn, judge.Lax, `{"bank":[],"cards":[]}`, `{"bank":[]}`, judge.WrongAnswer},
		{"unknown key", turn, judge.Lax, `{"bank":[]}`, `{"bank":[],"cards":[]}`, judge.WrongAnswer},
		{"key with null is not missing", turn, judge.Lax, `{"bank":null}`, `{}`, judge.WrongAnswer},

		{"values are missing", strategy, judge.Lax, `[] [] 5 []`, `[] [] 5`, judge.MissingOutput},
		{"all values are missing", strategy, judge.Lax, `[] [] 5 []`, ``, judge.MissingOutput},
		{"one value too many", strategy, judge.Lax, `[] [] 5 []`, `[] [] 5 [] []`, judge.ExtraOutput},
		{"values where none is due", turn, judge.Lax, ``, `1`, judge.ExtraOutput},
		{"a wrong value comes before a missing one", strategy, judge.Lax, `[] [] 5 []`, `[] [1]`, judge.WrongAnswer},
		{"a wrong value comes before one too many", turn, judge.Lax, `{}`, `[] []`, judge.WrongAnswer},

		{"another code, lax", play, judge.Lax, `[true,"bank_short"] {}`, `[true,"wallet_short"] {}`, judge.Pass},
		{"another code, strict", play, judge.Strict, `[true,"bank_short"] {}`, `[true,"wallet_short"] {}`, judge.WrongAnswer},
		{"a code for true is wrong", play, judge.Lax, `[true] {}`, `["bank_short"] {}`, judge.WrongAnswer},
		{"true for a code is wrong", play, judge.Lax, `["bank_short"] {}`, `[true] {}`, judge.WrongAnswer},
		{"another code and a wrong state", play, judge.Lax, `["bank_short"] {"bank":[]}`, `["x"] {"bank":[1]}`, judge.WrongAnswer},
		{"a string elsewhere is no code", play, judge.Lax, `[] "a"`, `[] "b"`, judge.WrongAnswer},

		{"deep values", turn, judge.Lax, fmt.Sprintf(deep, "1"), fmt.Sprintf(deep, " 1.0"), judge.Pass},
		{"deep differences", turn, judge.Lax, fmt.Sprintf(deep, "1"), fmt.Sprintf(deep, "2"), judge.WrongAnswer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := judge.New(tt.task, tt.codes, nil)
			c := j.Compare(read(t, tt.expected), read(t, tt.received))
			if c.Outcome != tt.want {
				t.Errorf("outcome %s, want %s; differences: %v", c.Outcome, tt.want, messages(c.Differences))
			}
			if (len(c.Differences) == 0) != (c.Outcome == judge.Pass) {
				t.Errorf("outcome %s with the differences %v", c.Outcome, messages(c.Differences))
			}
			back := j.Compare(read(t, tt.received), read(t, tt.expected))
			if (back.Outcome == judge.Pass) != (c.Outcome == judge.Pass) {
				t.Errorf("outcome %s, but %s the other way round", c.Outcome, back.Outcome)
			}
		})
	}
}

func TestMessages(t *testing.T) {
	tests := []struct {
		name               string
		task               game.Task
		expected, received string
		want               []string
	}{
		{"bag", turn, `{"active":{"wallet":["red","white"]}}`, `{"active":{"wallet":["red"]}}`, []string{
			`/0/active/wallet: expected ["red","white"] in any order, received ["red"]: "white" is missing once (BG-14)`,
		}},
		{"bag with counts", turn, `{"bank":["red","blue","blue","white","white","white"]}`, `{"bank":["red","green","red","green","blue"]}`, []string{
			`/0/bank: expected ["red","blue","blue","white","white","white"] in any order, ` +
				`received ["red","green","red","green","blue"]: "blue" is missing once, "white" is missing 3 times, ` +
				`"green" is extra twice, "red" is extra once (BG-15)`,
		}},
		{"bag with many differences", pairs, `[1,2,3,4,5,6,7]`, `[11,12,13,11,14,15,16,17,11]`, []string{
			`/0: expected [1,2,3,4,5,6,7] in any order, received [11,12,13,11,14,15,16,17,11]: ` +
				`1 is missing once, 2 is missing once, 3 is missing once, 4 is missing once, 5 is missing once, ` +
				`2 other kinds are missing, 11 is extra 3 times, 12 is extra once, 13 is extra once, ` +
				`14 is extra once, 15 is extra once, 2 other elements too many (BG-18)`,
		}},
		{"bag that lacks six", pairs, `[1,2,3,4,5,6]`, `[]`, []string{
			`/0: expected [1,2,3,4,5,6] in any order, received []: 1 is missing once, 2 is missing once, 3 is missing once, ` +
				`4 is missing once, 5 is missing once, 1 other kind is missing (BG-18)`,
		}},
		{"scalars", strategy, `[] [] 5 []`, `[] [] 8 []`, []string{`/2: expected 5, received 8 (BG-32)`}},
		{"other kind", strategy, `[] [] 5 []`, `[] [] "5" []`, []string{
			`/2: expected 5, received "5": a string instead of a number (BG-32)`,
		}},
		{"no clause", strategy, `[] [1] 5 []`, `[] [2] 5 []`, []string{`/1/0: expected 1, received 2`}},
		{"length", turn, `{"cards":[1,2,3]}`, `{"cards":[1,3]}`, []string{
			`/0/cards: expected 3 elements, received 2: they differ first at index 1, expected 2, received 3 (BG-14)`,
		}},
		{"length, one is the beginning of the other", turn, `{"cards":[1]}`, `{"cards":[1,3]}`, []string{
			`/0/cards: expected 1 element, received 2: they differ first at index 1, expected nothing, received 3 (BG-14)`,
		}},
		{"keys", turn, `{"bank":["red"],"score":1}`, `{"Bank":["red"],"score":2}`, []string{
			`/0/bank: expected ["red"], received nothing: the key "bank" is missing (BG-15)`,
			`/0/score: expected 1, received 2 (BG-14)`,
			`/0/Bank: expected nothing, received ["red"]: the key "Bank" is unknown (BG-14)`,
		}},
		{"document order over several values", strategy, `[[1],[2]] [] 5 ["red"]`, `[[2],[2,2]] [] 6 ["red"]`, []string{
			`/0/0/0: expected 1, received 2`,
			`/0/1: expected 1 element, received 2: they differ first at index 1, expected nothing, received 2`,
			`/2: expected 5, received 6 (BG-32)`,
		}},
		{"missing value", strategy, `[] [] 5 []`, `[] [] 5`, []string{
			`/3: received 3 of 4 values: value 4 (wallet) is missing (BG-63)`,
		}},
		{"missing values", strategy, `[] [] 5 []`, `[]`, []string{
			`/1: received 1 of 4 values: values 2 to 4 (cards, points, wallet) are missing`,
		}},
		{"many missing values", moves, `{} 1 2 3 4 5 6`, `{}`, []string{
			`/1: received 1 of 7 values: values 2 to 7 (state, state, state, state, …) are missing`,
		}},
		{"missing values without a name", turn, `{} 1`, `{}`, []string{`/1: received 1 of 2 values: value 2 is missing`}},
		{"extra values", turn, `{}`, `{} ["a b"] 7`, []string{
			`/1: expected 1 value, received 3: the first extra one is ["a b"]`,
		}},
		{"wrong and missing", strategy, `[] [] 5 []`, `[] [1] 5`, []string{
			`/1: expected 0 elements, received 1: they differ first at index 0, expected nothing, received 1`,
			`/3: received 3 of 4 values: value 4 (wallet) is missing (BG-63)`,
		}},
		{"pointer of odd keys", turn, `{"a/b":{"c~d":1}}`, `{"a/b":{"c~d":2}}`, []string{
			`/0/a~1b/c~0d: expected 1, received 2 (BG-14)`,
		}},
		{"control characters", turn, `"ok"`, `"\u001b[2J\n\u0000\u007f\u0085\u202e\ud83d\ude00\udb40\udc01"`, []string{
			`/0: expected "ok", received "\u001b[2J\n\u0000\u007f\u0085\u202e😀\udb40\udc01" (BG-14)`,
		}},
		{"control characters in keys", turn, `{}`, `{"\u001b]0;x\u0007":1}`, []string{
			`/0/\u001b]0;x\u0007: expected nothing, received 1: the key "\u001b]0;x\u0007" is unknown (BG-14)`,
		}},
		{"long strings", turn, `"` + strings.Repeat("é", 100) + `a"`, `"` + strings.Repeat("é", 100) + `b"`, []string{
			`/0: expected "` + strings.Repeat("é", 79) + `…, received "` + strings.Repeat("é", 79) +
				`…: they differ first at character 101 (BG-14)`,
		}},
		{"long numbers", strategy, `[] [] 1` + strings.Repeat("0", 200) + ` []`, `[] [] 1` + strings.Repeat("0", 199) + `1 []`, []string{
			`/2: expected 1` + strings.Repeat("0", 159) + `…, received 1` + strings.Repeat("0", 159) +
				`…: they differ first at character 201 (BG-32)`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := judge.New(tt.task, judge.Lax, nil).Compare(read(t, tt.expected), read(t, tt.received))
			if diff := cmp.Diff(tt.want, messages(c.Differences)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func messages(differences []judge.Difference) []string {
	var all []string
	for _, d := range differences {
		all = append(all, d.Message)
	}
	return all
}

func TestDifferenceHoldsBothValues(t *testing.T) {
	c := judge.New(turn, judge.Lax, nil).Compare(
		read(t, `{"bank":["red"],"cards":[],"score":5}`), read(t, `{ "bank" : [ "r\u0065d", "\u001b" ], "score" : 5, "x" : 1.0 }`))
	want := []judge.Difference{
		{
			Pointer: "/0/bank", Clause: "BG-15", Expected: jsontext.Value(`["red"]`), Received: jsontext.Value(`["red","\u001b"]`),
			Message: `/0/bank: expected ["red"] in any order, received ["red","\u001b"]: "\u001b" is extra once (BG-15)`,
		},
		{
			Pointer: "/0/cards", Clause: "BG-14", Expected: jsontext.Value(`[]`),
			Message: `/0/cards: expected [], received nothing: the key "cards" is missing (BG-14)`,
		},
		{
			Pointer: "/0/x", Clause: "BG-14", Received: jsontext.Value(`1.0`),
			Message: `/0/x: expected nothing, received 1.0: the key "x" is unknown (BG-14)`,
		},
	}
	if diff := cmp.Diff(want, c.Differences); diff != "" {
		t.Error(diff)
	}
}

func TestLastFieldListedDecidesTheClause(t *testing.T) {
	fields := []game.Field{
		{Pointer: "/0/*/a", Clause: "one"},
		{Pointer: "/0/1/*", Clause: "two"},
		{Pointer: "/0/1", Clause: "three"},
	}
	c := judge.New(game.Task{Fields: fields}, judge.Lax, nil).Compare(
		read(t, `[{"a":1},{"a":1,"b":{"c":1}},5]`), read(t, `[{"a":2},{"a":2,"b":{"c":2}},6]`))
	var got []string
	for _, d := range c.Differences {
		got = append(got, d.Pointer+" "+d.Clause)
	}
	want := []string{"/0/0/a one", "/0/1/a two", "/0/1/b/c two", "/0/2 "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRemarks(t *testing.T) {
	j := judge.New(play, judge.Lax, nil)
	c := j.Compare(read(t, `[true,"bank_short"] {}`), read(t, `[true,"wallet_short"] {}`))
	want := judge.Comparison{
		Outcome:  judge.Pass,
		Warnings: []string{judge.OtherCode},
		Remarks: []judge.Difference{{
			Pointer: "/0/1", Clause: "BG-37", Expected: jsontext.Value(`"bank_short"`), Received: jsontext.Value(`"wallet_short"`),
			Message: `/0/1: expected "bank_short", received "wallet_short": a wrong code for the illegal request (BG-37)`,
		}},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	var v judge.Verdict
	c.Record(&v)
	if v.Outcome != judge.Pass || v.Blame != "" || v.Message != c.Remarks[0].Message || len(v.Warnings) != 1 {
		t.Errorf("verdict %+v", v)
	}
}

// TestEarlierCode says of a wrong code that the rules check for another one first, if they do.
func TestEarlierCode(t *testing.T) {
	task := play
	task.Codes = []game.Code{{Name: "wallet_short", Clause: "BG-19"}, {Name: "bank_short", Clause: "BG-19"}}
	for _, c := range []struct{ want, got, said string }{
		{"wallet_short", "bank_short", `: a wrong code for the illegal request; the rules check for "wallet_short" before "bank_short" (BG-19)`},
		{"bank_short", "wallet_short", ": a wrong code for the illegal request (BG-19)"},
		{"bank_short", "broke", ": a wrong code for the illegal request (BG-19)"},
	} {
		found := judge.New(task, judge.Lax, nil).Compare(read(t, `["`+c.want+`"] {}`), read(t, `["`+c.got+`"] {}`))
		if len(found.Remarks) != 1 || !strings.HasSuffix(found.Remarks[0].Message, `received "`+c.got+`"`+c.said) {
			t.Errorf("%+v: %+v", c, found.Remarks)
		}
	}
}

// TestWaivedValue leaves out a value that nobody has to write.
func TestWaivedValue(t *testing.T) {
	j := judge.New(game.Task{Out: []game.Param{{Name: "sum"}, {Name: "void", Waived: true}}}, judge.Lax, nil)
	expected := []jsontext.Value{jsontext.Value("3"), jsontext.Value(`"void"`)}
	// Of an output whose last value goes with some first ones only it is not waived.
	some := judge.New(game.Task{Out: []game.Param{{Name: "sum"}, {Name: "rest", Optional: true}}}, judge.Lax, nil)
	if c := some.Compare(expected, expected[:1]); c.Outcome != judge.MissingOutput {
		t.Errorf("an optional value that is due is missing: %s", c.Outcome)
	}
	for received, want := range map[string]judge.Outcome{`3 "void"`: judge.Pass, "3": judge.Pass, "4": judge.WrongAnswer, "": judge.MissingOutput, "3 4": judge.WrongAnswer} {
		var values []jsontext.Value
		for _, v := range strings.Fields(received) {
			values = append(values, jsontext.Value(v))
		}
		c := j.Compare(expected, values)
		if c.Outcome != want {
			t.Errorf("%q: %s, expected %s", received, c.Outcome, want)
		}
		if got := slices.Contains(c.Warnings, judge.MissingValue); got != (received == "3" || received == "4") {
			t.Errorf("%q: warnings %q", received, c.Warnings)
		}
	}
}

func TestCodesInsideBags(t *testing.T) {
	task := game.Task{Fields: []game.Field{{Pointer: "/0", Bag: true}, {Pointer: "/0/*/code", Code: true}}}
	expected, received := `[{"id":1,"code":"a"},{"id":2,"code":"b"}]`, `[{"id":2,"code":"c"},{"id":1,"code":"a"}]`
	c := judge.New(task, judge.Lax, nil).Compare(read(t, expected), read(t, received))
	if c.Outcome != judge.Pass || len(c.Remarks) != 1 || c.Remarks[0].Pointer != "/0" {
		t.Errorf("lax: %s %v", c.Outcome, messages(c.Remarks))
	}
	c = judge.New(task, judge.Strict, nil).Compare(read(t, expected), read(t, received))
	if c.Outcome != judge.WrongAnswer || len(c.Warnings) != 0 {
		t.Errorf("strict: %s %v", c.Outcome, c.Warnings)
	}
	c = judge.New(task, judge.Lax, nil).Compare(read(t, expected), read(t, `[{"id":2,"code":"c"},{"id":3,"code":"a"}]`))
	if c.Outcome != judge.WrongAnswer {
		t.Errorf("another id: %s", c.Outcome)
	}
}

// objections is a schema that every value of the name contradicts.
func objections(name string, problems ...judge.Problem) judge.Explain {
	return func(value string, _ jsontext.Value) ([]judge.Problem, error) {
		if value == name {
			return problems, nil
		}
		return nil, nil
	}
}

func TestWrongShape(t *testing.T) {
	wallet := objections("pebbles", judge.Problem{Pointer: "/1", Message: "expected a colour, found \"p\x1bink\""})
	tests := []struct {
		name               string
		task               game.Task
		explain            judge.Explain
		expected, received string
		want               judge.Outcome
		first              string
	}{
		{
			"the wrong value has the wrong shape", strategy, wallet, `[] [] 5 ["red"]`, `[] [] 5 ["red","p\u001bink"]`,
			judge.WrongShape, `/3/1: expected a colour, found "p\u001bink" (BG-63)`,
		},
		{
			"another value is wrong first", strategy, wallet, `[] [] 5 ["red"]`, `[] [] 6 ["red","p"]`,
			judge.WrongAnswer, `/2: expected 5, received 6 (BG-32)`,
		},
		{"right values are not tested", strategy, wallet, `[] [] 5 ["red"]`, `[] [] 5 ["red"]`, judge.Pass, ""},
		{"another schema", turn, wallet, `1`, `2`, judge.WrongAnswer, `/0: expected 1, received 2 (BG-14)`},
		{"no parameter for the value", turn, wallet, `1 2`, `1 3`, judge.WrongAnswer, `/1: expected 2, received 3`},
		{
			"repeated parameter", moves, objections("state", judge.Problem{Message: "expected an object"}), `1 2 3 4`, `1 2 3 5`,
			judge.WrongShape, `/3: expected an object`,
		},
		{
			"own codes are no wrong shape", play, objections("verdicts", judge.Problem{Pointer: "/0", Message: "unknown code"}),
			`["bank_short",true] {}`, `["no_money","no_money"] {}`,
			judge.WrongAnswer, `/0/1: expected true, received "no_money": a string instead of a Boolean (BG-37)`,
		},
		{
			"the schema is missing", turn, func(string, jsontext.Value) ([]judge.Problem, error) { return nil, errors.New("no such schema") },
			`1`, `2`, judge.WrongAnswer, `/0: expected 1, received 2 (BG-14)`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := judge.New(tt.task, judge.Lax, tt.explain).Compare(read(t, tt.expected), read(t, tt.received))
			first := ""
			if len(c.Differences) > 0 {
				first = c.Differences[0].Message
			}
			if c.Outcome != tt.want || first != tt.first {
				t.Errorf("%s, %s", c.Outcome, first)
			}
			if unchecked := strings.Contains(fmt.Sprint(c.Warnings), judge.ShapeUnchecked); unchecked != (tt.name == "the schema is missing") {
				t.Errorf("warnings %v, remarks %v", c.Warnings, messages(c.Remarks))
			}
		})
	}
}

func TestWrongShapeTellsBothValues(t *testing.T) {
	explain := objections("turn", judge.Problem{Pointer: "/bank/0", Message: "expected a colour"}, judge.Problem{Pointer: "/x", Message: "unknown key"})
	c := judge.New(turn, judge.Lax, explain).Compare(read(t, `{"bank":["red"]}`), read(t, `{"bank":["pink"],"x":[1]}`))
	want := []judge.Difference{
		{
			Pointer: "/0/bank/0", Clause: "BG-15", Message: "/0/bank/0: expected a colour (BG-15)",
			Expected: jsontext.Value(`"red"`), Received: jsontext.Value(`"pink"`),
		},
		{Pointer: "/0/x", Clause: "BG-14", Message: "/0/x: unknown key (BG-14)", Received: jsontext.Value(`[1]`)},
	}
	if diff := cmp.Diff(want, c.Differences); diff != "" {
		t.Error(diff)
	}
}

func TestManyDifferencesAreCounted(t *testing.T) {
	const n = 1000
	numbers := func(from int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d ", from+i)
		}
		return "[" + strings.ReplaceAll(strings.TrimSpace(b.String()), " ", ",") + "]"
	}
	c := judge.New(turn, judge.Lax, nil).Compare(read(t, numbers(0)), read(t, numbers(n)))
	if len(c.Differences) != judge.DifferencesMax || c.More != n-judge.DifferencesMax {
		t.Errorf("%d differences and %d more", len(c.Differences), c.More)
	}
	var v judge.Verdict
	c.Record(&v)
	if v.Pointer != "/0/0" || v.Blame != judge.BlameSubject || v.More != c.More || v.Fingerprint == "" || string(v.Expected) != "0" {
		t.Errorf("verdict %+v", v)
	}
	var keys strings.Builder
	for i := range n {
		fmt.Fprintf(&keys, `,"%d":0`, i)
	}
	c = judge.New(turn, judge.Lax, nil).Compare(read(t, `{}`), read(t, `{`+keys.String()[1:]+`}`))
	if len(c.Differences) != judge.DifferencesMax || c.More != n-judge.DifferencesMax {
		t.Errorf("unknown keys: %d differences and %d more", len(c.Differences), c.More)
	}
}

func TestMessagesAreBoundedAndVisible(t *testing.T) {
	nasty := `\u001b[31m\n\u202e` + strings.Repeat(`\u0007é`, 100_000)
	received := []string{
		`"` + nasty + `"`,
		`["` + nasty + `"]`,
		`{"` + nasty + `":1,"bank":"` + nasty + `"}`,
		`{"bank":["` + nasty + `","` + nasty + `x"]}`,
		strings.Repeat(`[`, 60) + strings.Repeat(`]`, 60),
		`{"a":{"` + nasty + `":{"` + nasty + `":1}}}`,
		`1` + strings.Repeat("0", 100_000),
		`{} "` + nasty + `"`,
	}
	explain := objections("turn", judge.Problem{Pointer: "/" + strings.Repeat("x", 10_000) + "/\x1b", Message: strings.Repeat("\x1b", 10_000)})
	for _, r := range received {
		for _, e := range []judge.Explain{nil, explain} {
			c := judge.New(turn, judge.Lax, e).Compare(read(t, `{"bank":["red"],"a":{"b":1}}`), read(t, r))
			if len(c.Differences) == 0 {
				t.Fatalf("no differences for %.40s", r)
			}
			for _, d := range c.Differences {
				if len(d.Message) > 4000 || len(d.Pointer) > 400 {
					t.Errorf("message of %d bytes, pointer of %d", len(d.Message), len(d.Pointer))
				}
				if hidden := strings.IndexFunc(d.Message, func(r rune) bool { return !unicode.IsPrint(r) }); hidden >= 0 {
					t.Errorf("invisible character in %.200q", d.Message)
				}
				if len(d.Received) > judge.RawMax {
					t.Errorf("value of %d bytes", len(d.Received))
				}
			}
			var v judge.Verdict
			c.Record(&v)
			if _, err := json.Marshal(v); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestJudgeIsSharedByGoroutines(t *testing.T) {
	j := judge.New(pairs, judge.Lax, nil)
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := range 200 {
				expected := read(t, fmt.Sprintf(`[[[%d,1],[2]],[[3],[%d]]]`, g, i))
				right := read(t, fmt.Sprintf(`[[[3],[%d]],[[1,%d],[2]]]`, i, g))
				wrong := read(t, fmt.Sprintf(`[[[3],[%d]],[[1,%d],[2]]]`, i+1, g))
				if c := j.Compare(expected, right); c.Outcome != judge.Pass {
					t.Errorf("%v", messages(c.Differences))
				}
				if c := j.Compare(expected, wrong); c.Outcome != judge.WrongAnswer {
					t.Errorf("outcome %s", c.Outcome)
				}
			}
		})
	}
	group.Wait()
}

func TestCanonical(t *testing.T) {
	j := judge.New(pairs, judge.Lax, nil)
	got := j.Canonical(read(t, `[ [["red","blue"],["white"]], [["b\u006cue"],["red"]], {"b":1.0,"a":[2,1]} ] 1.50`))
	want := `[[[["blue","red"],["white"]],[["blue"],["red"]],{"a":[1,2],"b":1}],1.5]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// shown is like bazaar/turn, whose player may lack the key cards.
var shown = game.Task{
	Name: "turn",
	Out:  []game.Param{{Name: "turn", Value: "turn"}},
	Fields: []game.Field{
		{Pointer: "/0/active/cards", Bag: true, Clause: "BG-14"},
		{Pointer: "/0/active/cards", Missing: jsontext.Value("[]")},
		{Pointer: "/0/active/score", Missing: jsontext.Value("1.0")},
	},
}

// TestMissing: where a key may be missing its value counts all the same, on
// either side, and nowhere else.
func TestMissing(t *testing.T) {
	j := judge.New(shown, judge.Strict, nil)
	for _, tt := range []struct {
		expected, received string
		says               string // "" if they are equal
	}{
		{`{"active":{"w":3}}`, `{"active":{"w":3,"cards":[]}}`, ""},
		{`{"active":{"w":3,"cards":[ ]}}`, `{"active":{"w":3}}`, ""},
		{`{"active":{"w":3,"cards":[]}}`, `{"active":{"cards":[],"w":3}}`, ""},
		{`{"active":{}}`, `{"active":{"score":1,"cards":[]}}`, ""},
		{`{"active":{"score":10e-1,"cards":[]}}`, `{"active":{}}`, ""},
		{`{"active":{"cards":[2,1]}}`, `{"active":{"cards":[1,2]}}`, ""},
		{`{"active":{}}`, `{"active":{"cards":[1]}}`, "received [1]: 1 is extra once"},
		{`{"active":{"cards":[1]}}`, `{"active":{}}`, "received []: 1 is missing once"},
		{`{"active":{}}`, `{"active":{"score":2}}`, "expected 1.0, received 2"},
		{`{"active":{}}`, `{"active":{"cards":null}}`, "expected [], received null"},
		{`{"active":{}}`, `{"active":{"w":[]}}`, `the key "w" is unknown`},
		{`{"active":{},"cards":[]}`, `{"active":{}}`, `the key "cards" is missing`},
		{`{"active":{}}`, `{"active":{},"cards":[]}`, `the key "cards" is unknown`},
	} {
		expected, received := read(t, tt.expected), read(t, tt.received)
		c := j.Compare(expected, received)
		if got := c.Outcome == judge.Pass; got != (tt.says == "") {
			t.Errorf("%s and %s: %v", tt.expected, tt.received, c.Outcome)
			continue
		}
		if tt.says != "" && !strings.Contains(c.Differences[0].Message, tt.says) {
			t.Errorf("%s and %s: %s, want %s", tt.expected, tt.received, c.Differences[0].Message, tt.says)
		}
		var out game.Output
		for _, v := range received {
			out.Buf = append(out.Buf, v...)
			out.End()
		}
		if j.Same(expected, &out) != (tt.says == "") {
			t.Errorf("%s and %s: Same says otherwise", tt.expected, tt.received)
		}
	}
}

func TestCodesOfAnAnswer(t *testing.T) {
	move := game.Task{
		Name:   "move",
		Out:    []game.Param{{Name: "verdict", Value: "verdict"}},
		Fields: []game.Field{{Pointer: "/0/code", Code: true}},
	}
	for _, tt := range []struct {
		task   game.Task
		answer string
		want   []string
	}{
		{move, `{"legal":false,"code":"bank"}`, []string{"bank"}},
		{move, `{"legal":true}`, nil},
		{move, `{"why":"wallet","code":["bank"]}`, nil},
		{play, `["ok","bank",{"code":"x"},"wallet"] {"code":"later"}`, []string{"ok", "bank", "wallet"}},
		{play, `[] {}`, nil},
		{turn, `{"code":"bank"}`, nil},
	} {
		got := judge.New(tt.task, judge.Lax, nil).Codes(read(t, tt.answer))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: codes of %s are %q, expected %q", tt.task.Name, tt.answer, got, tt.want)
		}
	}
}

// TestTwoCodesOfOneObject: where two codes of an object differ, the same one always decides
// the clause.
func TestTwoCodesOfOneObject(t *testing.T) {
	task := game.Task{
		Out:    []game.Param{{Name: "verdict", Value: "verdict"}},
		Fields: []game.Field{{Pointer: "/0/first", Code: true}, {Pointer: "/0/second", Code: true}},
		Codes:  []game.Code{{Name: "a", Clause: "A-01"}, {Name: "b", Clause: "B-02"}},
	}
	for range 50 {
		c := judge.New(task, judge.Strict, nil).Compare(read(t, `{"second":"b","first":"a"}`), read(t, `7`))
		if got := c.Differences[0].Clause; got != "A-01" {
			t.Fatalf("the clause is %s, expected A-01", got)
		}
	}
}

// TestClauseThatDecides: the clause that decides the answer is better than that of a whole
// value, and the clause of a part is better than both.
func TestClauseThatDecides(t *testing.T) {
	task := game.Task{
		Out:    []game.Param{{Name: "state", Value: "state"}},
		Fields: []game.Field{{Pointer: "/0", Clause: "A-01"}, {Pointer: "/0/bank", Clause: "A-02"}},
	}
	j := judge.New(task, judge.Strict, nil)
	for _, c := range []struct{ received, decides, by, under string }{
		{`[]`, "A-07", "A-07", "A-01"},
		{`{"score":2,"bank":3}`, "A-07", "A-07", "A-01"},
		{`{"score":1,"bank":4}`, "A-07", "A-02", "A-02"},
		{`[]`, "", "A-01", "A-01"},
	} {
		expected, received := read(t, `{"score":1,"bank":3}`), read(t, c.received)
		by := j.CompareBy(c.decides, expected, received).Differences[0].Clause
		under := j.CompareUnder(c.decides, expected, received).Differences[0].Clause
		if by != c.by || under != c.under {
			t.Errorf("%s decided by %q: found %s and %s, expected %s and %s", c.received, c.decides, by, under, c.by, c.under)
		}
	}

	// One of several values is a part of the answer.
	task.Out = append(task.Out, game.Param{Name: "score", Value: "score"})
	if got := judge.New(task, judge.Strict, nil).CompareBy("A-07", read(t, "1 2"), read(t, "3 2")).Differences[0].Clause; got != "A-01" {
		t.Errorf("of two values the first: found %s, expected A-01", got)
	}
}
