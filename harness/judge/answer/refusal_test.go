package answer_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	json "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

// refusals are inputs that are no case of their task, and where the culprit
// stands. On a line of its own it stands in another column, and on the one
// line; the rest is the same.
var refusals = []struct {
	name    string
	task    string
	values  []string
	line    int // where the values stand one below the other
	column  int
	value   int
	param   string
	pointer string
	clause  string
	message string // a part of it
}{
	{
		name: "a wrong word", task: "equations", values: []string{`[]`, `["red", "pink"]`, `[]`},
		line: 2, column: 9, value: 2, param: "wallet", pointer: "/1", clause: "BG-01", message: `found "pink"`,
	},
	{
		name: "a wrong type", task: "equations", values: []string{`[]`, `[]`, `{"red":1}`},
		line: 3, column: 1, value: 3, param: "bank", clause: "BG-02", message: `expected an array of pebbles, found`,
	},
	{
		name: "within a value of several lines", task: "equations", values: []string{`[]`, "[\"red\",\n \"blue\",\n  3]", `[]`},
		line: 4, column: 3, value: 2, param: "wallet", pointer: "/2", clause: "BG-01", message: "found 3",
	},
	{
		name: "an unknown key", task: "turn", values: []string{`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1,"~/":2}]}`},
		line: 1, column: 71, value: 1, param: "game", pointer: "/players/0", message: `unknown key "~/"`,
	},
	{
		name: "a missing key", task: "strategy", values: []string{`[]`, `{"bank":[],"cards":[],"active":{"wallet":[]},"scores":[]}`, `"purchase-size"`},
		line: 2, column: 32, value: 2, param: "turn", pointer: "/active", message: `missing key "score"`,
	},
	{
		name: "a number with an exponent", task: "strategy",
		values: []string{`[]`, `{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[1,1e20]}`, `"purchase-size"`},
		line:   2, column: 68, value: 2, param: "turn", pointer: "/scores/1", clause: "BG-33", message: "1e20",
	},
	{
		name: "a shared colour", task: "rules",
		values: []string{`[]`, `[[["red"],["blue"]],[["red"],["red"]]]`, `{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[]}`},
		line:   2, column: 21, value: 2, param: "exchanges", pointer: "/1", clause: "BG-05", message: "no colour on both sides",
	},
	{
		name: "equal equations", task: "equations", values: []string{`[[["red"],["blue"]], [["blue"],["red"]]]`, `[]`, `[]`},
		line: 1, column: 22, value: 1, param: "equations", pointer: "/1", clause: "BG-06", message: "equal to equation 1",
	},
	{
		name: "a repeated value", task: "play", values: []string{
			`{"equations":[],"bank":["red"],"visibles":[{"pebbles":["red","red","red","red","red"],"face?":true}],"cards":[],` +
				`"players":[{"name":"Ada","wallet":[],"score":3,"cards":[]}],"dropouts":[],"phase":"cards"}`, `[]`, `true`,
		},
		line: 3, column: 1, value: 3, param: "request", message: "found true",
	},
	{
		name: "more than one thing", task: "equations", values: []string{`[]`, `["pink", "pink", 3]`, `[]`},
		line: 2, column: 2, value: 2, param: "wallet", pointer: "/0", clause: "BG-01", message: ", and 2 more",
	},
	{
		name: "too few values", task: "equations", values: []string{`[]`, `["red"]`},
		line: 2, column: 1, message: "expected 3 values (equations, wallet, bank), found 2",
	},
	{
		name: "too many values", task: "equations", values: []string{`[]`, `[]`, `[]`, `[]`, `[]`},
		line: 4, column: 1, message: "expected 3 values (equations, wallet, bank), found 5",
	},
	{
		name: "no values", task: "equations", values: nil,
		line: 1, column: 1, message: "expected 3 values (equations, wallet, bank), found 0",
	},
	{
		name: "a key that stands twice", task: "turn", values: []string{`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"wallet":[]}]}`},
		line: 1, column: 61, value: 1, param: "game", pointer: "/players/0/wallet", message: "the key appears twice",
	},
	{
		name: "bytes that are no text", task: "equations", values: []string{`[]`, "[\"red\",\"\xff\"]", `[]`},
		line: 2, column: 9, value: 2, param: "wallet", pointer: "/1", message: "invalid UTF-8",
	},
	{
		name: "no JSON", task: "equations", values: []string{`[]`, `[]`, `['red']`},
		line: 3, column: 2, value: 3, param: "bank", pointer: "/0", message: "invalid character",
	},
	{
		name: "nested too deep", task: "equations", values: []string{`[]`, strings.Repeat("[", 70) + strings.Repeat("]", 70), `[]`},
		line: 2, column: 65, value: 2, param: "wallet", message: "nested deeper than 64",
	},
}

// TestRefusal refuses each input as a stream and as a line of many.
func TestRefusal(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, c.task, game.Settings{})
			want := answer.Refusal{Line: c.line, Column: c.column, Value: c.value, Name: c.param, Pointer: c.pointer, Clause: c.clause}
			values, err := d.Read(strings.NewReader(strings.Join(c.values, "\n")))
			if err == nil {
				err = d.Solve(d.Rules.Oracle(c.task), values, new(game.Output))
			}
			refused(t, err, want, c.message)

			// On one line, in front of what is on the lines before the culprit.
			text := "[" + strings.ReplaceAll(strings.Join(c.values, ","), "\n", " ") + "]"
			before := strings.Split(strings.Join(c.values, "\n"), "\n")[:c.line-1]
			want.Line, want.Column = 7, 1+len(strings.Join(before, " "))+min(len(before), 1)+c.column
			if c.values == nil {
				want.Column = 1
			}
			_, _, err = d.Solver()([]byte(text), 7, nil)
			refused(t, err, want, c.message)
		})
	}
}

// refused compares a refusal but for its words, which need only have a part in
// common.
func refused(t *testing.T, err error, want answer.Refusal, message string) {
	t.Helper()
	var got *answer.Refusal
	if !errors.As(err, &got) {
		t.Fatalf("%v is no refusal", err)
	}
	if !strings.Contains(got.Message, message) {
		t.Errorf("the message is %q, expected %q in it", got.Message, message)
	}
	want.Message, want.Hint = got.Message, got.Hint
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Errorf("%v\n%s", got, diff)
	}
}

// TestRefusalOfLine is about lines that are no array of values at all.
func TestRefusalOfLine(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	for _, c := range []struct {
		line    string
		column  int
		message string
	}{
		{"", 1, "blank"},
		{"  \t\r", 1, "blank"},
		{`"red"`, 1, "found a string"},
		{`{}`, 1, "found an object"},
		{`null`, 1, "found null"},
		{`true`, 1, "found a Boolean"},
		{`12`, 1, "found a number"},
		{`[[],[],[]] []`, 12, "the line goes on after its array"},
		{`[[],[],[]],`, 11, "the line goes on after its array"},
		{`[[],[],[]`, 10, "the line ends inside its array"},
		{`[[],["re`, 9, "the line ends inside its array"},
		{`[[],[],[}`, 9, "invalid character '}'"},
		{`nothing`, 2, "invalid character 'o'"},
	} {
		out, _, err := d.Solver()([]byte(c.line), 3, []byte("kept"))
		var got *answer.Refusal
		switch {
		case !errors.As(err, &got):
			t.Errorf("%q: %v is no refusal", c.line, err)
		case got.Line != 3 || got.Column != c.column || !strings.Contains(got.Message, c.message):
			t.Errorf("%q: %v, expected column %d, %q", c.line, got, c.column, c.message)
		case string(out) != "kept":
			t.Errorf("%q: %q was appended to", c.line, out)
		}
	}
}

// TestHints: what is not JSON has a next step of its own kind, in a stream and on a line.
func TestHints(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	const line, comma = "each line is a JSON array", "put a comma between"
	for _, c := range []struct{ text, inStream, onLine string }{
		{`[[],[],[],]`, "remove the comma", "remove the comma"},
		{`[[],['red'],[]]`, "double quotes", "double quotes"},
		{`[[],{"a":1,"a":2},[]]`, "remove one of the two keys", "remove one of the two keys"},
		{`[[],[],[`, "close every bracket, brace", "write the whole case on one line, and close"},
		{`[[],[] []]`, comma, comma},
		{`[] , []`, "one after another, without commas between them", line},
		{`(1)`, "shows the values of a case", line},
		{``, "", line},
		{`[[],["` + "\xff" + `"],[]]`, "save it as UTF-8", "save it as UTF-8"},
	} {
		var got *answer.Refusal
		if _, err := d.Read(strings.NewReader(c.text)); errors.As(err, &got) != (c.inStream != "") || got != nil && !strings.Contains(got.Hint, c.inStream) {
			t.Errorf("%q: %+v, expected %q", c.text, err, c.inStream)
		}
		_, _, err := d.Solver()([]byte(c.text), 1, nil)
		if !errors.As(err, &got) || !strings.Contains(got.Hint, c.onLine) {
			t.Errorf("%q on a line: %+v, expected %q", c.text, err, c.onLine)
		}
	}
}

// TestHintOnBrackets: who puts the values of a case into one array hears it, and nobody else.
func TestHintOnBrackets(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	for _, c := range []struct {
		text string
		told bool
	}{
		{`[[],[],[]]`, true},
		{`{}`, false},
		{`[] []`, false},
		{`[] [] 1`, false},
	} {
		values, err := d.Read(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		var got *answer.Refusal
		err = d.Solve(d.Rules.Oracle("equations"), values, new(game.Output))
		if !errors.As(err, &got) || strings.Contains(got.Hint, "remove its brackets") != c.told {
			t.Errorf("%s: %v, %q", c.text, err, got.Hint)
		}
	}
}

// TestRefusalAsText says where the culprit stands, as far as that is known.
func TestRefusalAsText(t *testing.T) {
	for _, c := range []struct {
		refusal answer.Refusal
		want    string
	}{
		{answer.Refusal{Line: 1, Column: 2, Message: "no"}, "line 1, column 2: no"},
		{answer.Refusal{Line: 1, Column: 2, Value: 3, Message: "no"}, "line 1, column 2: value 3: no"},
		{
			answer.Refusal{Line: 1, Column: 2, Value: 3, Name: "bank", Pointer: "/0", Message: "no", Clause: "BG-01"},
			"line 1, column 2: value 3 (bank) at /0: no (BG-01)",
		},
	} {
		if got := c.refusal.Error(); got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}

// TestRefusalAsJSON leaves out what does not apply.
func TestRefusalAsJSON(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	var out bytes.Buffer
	if _, err := answer.Lines(t.Context(), strings.NewReader("[]\n[[],3,[]]\n[[],[red]]\n"), &out, 1, d.Solver); err != nil {
		t.Fatal(err)
	}
	var keys [][]string
	for l := range strings.Lines(out.String()) {
		var object map[string]any
		if err := json.Unmarshal([]byte(l), &object); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, key := range []string{"error", "line", "column", "value", "name", "pointer", "clause", "hint"} {
			if _, ok := object[key]; ok {
				list = append(list, key)
			}
		}
		keys = append(keys, list)
	}
	want := [][]string{
		{"error", "line", "column", "hint"},
		{"error", "line", "column", "value", "name", "clause", "hint"},
		{"error", "line", "column", "value", "name", "pointer", "hint"},
	}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
}

// TestReadFails passes on what is not the input's fault, wherever it happens.
func TestReadFails(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	broken := errors.New("the disk is broken")
	const text = `[[["red"],["bl\u0075e"]]] {"bank" : [1.5, null]} ["red"]`
	for n := range len(text) {
		if _, err := d.Read(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("after %s: %v, expected %v", text[:n], err, broken)
		}
	}
}

// TestValidate tells of each value of a stream, and of what breaks it off.
func TestValidate(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	for _, c := range []struct {
		value string
		text  string
		want  []answer.Validity
		err   string
	}{
		{"pebbles", "", nil, ""},
		{"pebbles", ` ["red"]` + "\n[]", []answer.Validity{{Value: 1, Valid: true}, {Value: 2, Valid: true}}, ""},
		{
			"pebbles", `["pink",` + "\n3] 4", []answer.Validity{
				{Value: 1, Errors: []answer.Defect{{Pointer: "/0", Line: 1, Column: 2}, {Pointer: "/1", Line: 2, Column: 1}}},
				{Value: 2, Errors: []answer.Defect{{Line: 2, Column: 4}}},
			}, "",
		},
		{"equation", `[["red"],` + "\n" + `["red"]]`, []answer.Validity{{Value: 1, Errors: []answer.Defect{{Line: 1, Column: 1}}}}, ""},
		// A value that no task reads is a matter of its schema alone.
		{"result", `3`, []answer.Validity{{Value: 1, Errors: []answer.Defect{{Line: 1, Column: 1}}}}, ""},
		{"pebbles", `[] [}`, []answer.Validity{{Value: 1, Valid: true}}, "line 1, column 5: value 2"},
	} {
		var got []answer.Validity
		err := d.Validate(c.value, strings.NewReader(c.text), func(v answer.Validity) error {
			for i := range v.Errors {
				if v.Errors[i].Message == "" {
					t.Errorf("%s: no message", c.text)
				}
				v.Errors[i].Message, v.Errors[i].Clause = "", ""
			}
			got = append(got, v)
			return nil
		})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s\n%s", c.text, diff)
		}
		var refusal *answer.Refusal
		if (err != nil) != (c.err != "") || err != nil && (!errors.As(err, &refusal) || !strings.HasPrefix(err.Error(), c.err)) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.err)
		}
	}

	enough := errors.New("enough")
	if err := d.Validate("pebbles", strings.NewReader("[] []"), func(answer.Validity) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("%v, expected %v", err, enough)
	}
	if err := d.Validate("no such value", strings.NewReader("[]"), func(answer.Validity) error { return nil }); err == nil {
		t.Error("there is a schema for no such value")
	}
}

// TestAppendCheck says why a request is illegal, whatever the clerk wrote
// before.
func TestAppendCheck(t *testing.T) {
	d := newDesk(t, "move", game.Settings{})
	for n, illegal := 0, 0; illegal < 20; n++ {
		in := generate(d, n)
		var out game.Output
		if err := d.Rules.Oracle("move")(in, &out); err != nil {
			t.Fatal(err)
		}
		text, isIllegal, err := d.AppendCheck([]byte("before"), in, &out)
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := bytes.CutPrefix(text, []byte("before"))
		if !ok {
			t.Fatalf("%s", text)
		}
		var verdict struct {
			Legal             bool
			Code, Clause, Why string
			State             map[string]any
		}
		if err := json.Unmarshal(rest, &verdict, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("%s: %v", rest, err)
		}
		code, known := d.Game.Code(verdict.Code)
		state, legal := game.StateIn(out.Value(0))
		switch {
		case verdict.Legal == isIllegal || legal == isIllegal:
			t.Fatalf("%s: illegal is %v", rest, isIllegal)
		case isIllegal && (!known || verdict.Clause != code.Clause || verdict.Why == "" || state != nil):
			t.Fatalf("%s", rest)
		case !isIllegal && (verdict.State == nil || !state.IsValid() || !bytes.Contains(rest, state)):
			t.Fatalf("%s", rest)
		}
		if isIllegal {
			illegal++
			out.Clause = "BG-01" // what the oracle says stands above the code
			if text, _, _ := d.AppendCheck(nil, in, &out); !bytes.Contains(text, []byte(`"clause":"BG-01"`)) {
				t.Fatalf("%s", text)
			}
		}
	}
}

// TestAppendCheckOfNoVerdict: an answer that is no verdict makes no request illegal.
func TestAppendCheckOfNoVerdict(t *testing.T) {
	d := newDesk(t, "move", game.Settings{})
	for _, answer := range []string{`7`, `[]`, `{}`, `{"legal":false}`, `{"code":"bank_short"}`, `{"legal":"yes","code":"bank_short"}`, `{"legal":false,"code":7}`} {
		var out game.Output
		out.Buf = append(out.Buf, answer...)
		out.End()
		text, illegal, err := d.AppendCheck([]byte("before"), nil, &out)
		usage, ok := errors.AsType[*game.UsageError](err)
		if !ok || usage.Hint == "" || !strings.Contains(usage.Message, "the task bazaar/move answers "+answer+", expected ") || illegal || string(text) != "before" {
			t.Errorf("%s: found %q, %v, %v", answer, text, illegal, err)
		}
	}
}
