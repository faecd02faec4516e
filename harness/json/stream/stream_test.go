package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

func deep(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func texts(values []stream.Value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v.Raw)
	}
	return list
}

func streamError(t *testing.T, err error) *stream.Error {
	t.Helper()
	var e *stream.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *stream.Error", err)
	}
	return e
}

func TestAll(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\t\r ", nil},
		{"1", []string{"1"}},
		{"1 2\n3", []string{"1", "2", "3"}},
		{`"a""b"[]{}`, []string{`"a"`, `"b"`, "[]", "{}"}},
		{"01", []string{"0", "1"}}, // a number is what can belong to it
		{`truefalse null1"x"`, []string{"true", "false", "null", "1", `"x"`}},
		{`[1][2]{"a":1}3`, []string{"[1]", "[2]", `{"a":1}`, "3"}},
		{"\n\n [ 1 ,\n 2 ] \n", []string{"[ 1 ,\n 2 ]"}},
		{`"é😀\u00e9"`, []string{`"é😀\u00e9"`}},
		{`{"a":{"a":1},"b":{"a":2}}`, []string{`{"a":{"a":1},"b":{"a":2}}`}},
	} {
		for name, r := range readers(tt.text) {
			got, err := stream.All(r, stream.Limits{})
			if err != nil || !slices.Equal(texts(got), tt.want) {
				t.Errorf("%q, %s: %q %v, want %q", tt.text, name, texts(got), err, tt.want)
			}
			if raws := stream.Raws(got); len(raws) != len(tt.want) {
				t.Errorf("%q: %d raws", tt.text, len(raws))
			}
		}
	}
}

// readers hand the same text on in pieces of several sizes.
func readers(text string) map[string]io.Reader {
	return map[string]io.Reader{
		"at once":      strings.NewReader(text),
		"byte by byte": iotest.OneByteReader(strings.NewReader(text)),
		"by halves":    iotest.HalfReader(strings.NewReader(text)),
		"end at once":  iotest.DataErrReader(strings.NewReader(text)),
	}
}

func TestPlaces(t *testing.T) {
	text := " 1\n\n  [2,\n3]\"é\" {\"a\":\r\n4}\nnull"
	want := []stream.Position{
		{Offset: 1, Line: 1, Column: 2},
		{Offset: 6, Line: 3, Column: 3},
		{Offset: 12, Line: 4, Column: 3},
		{Offset: 17, Line: 4, Column: 8},
		{Offset: 27, Line: 6, Column: 1},
	}
	for name, r := range readers(text) {
		values, err := stream.All(r, stream.Limits{})
		if err != nil || len(values) != len(want) {
			t.Fatalf("%s: %q %v", name, texts(values), err)
		}
		for i, v := range values {
			if v.Start != want[i] || v.Index != i {
				t.Errorf("%s: value %d is %d at %+v, want %+v", name, i, v.Index, v.Start, want[i])
			}
			if from := text[v.Start.Offset:]; !strings.HasPrefix(from, string(v.Raw)) {
				t.Errorf("%s: %q is not what stands there: %q", name, v.Raw, from)
			}
		}
		array := values[1] // [2,\n3]
		for offset, want := range map[int]stream.Position{
			-1: {Offset: 6, Line: 3, Column: 3},
			0:  {Offset: 6, Line: 3, Column: 3},
			1:  {Offset: 7, Line: 3, Column: 4},
			4:  {Offset: 10, Line: 4, Column: 1},
			99: {Offset: 12, Line: 4, Column: 3},
		} {
			if got := array.At(offset); got != want {
				t.Errorf("byte %d is at %+v, want %+v", offset, got, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		limits     stream.Limits
		values     int // before it
		kind       stream.Kind
		pointer    string
		line, col  int
	}{
		{"no JSON", "1 void", stream.Limits{}, 1, stream.Malformed, "", 1, 3},
		{"a bare word in an array", "[1,\n red]", stream.Limits{}, 0, stream.Malformed, "/1", 2, 2},
		{"NaN", `{"score": NaN}`, stream.Limits{}, 0, stream.Malformed, "/score", 1, 11},
		{"a comma too many", `[1,]`, stream.Limits{}, 0, stream.Malformed, "/1", 1, 4},
		{"no comma", `{"a":1 "b":2}`, stream.Limits{}, 0, stream.Malformed, "", 1, 8},
		{"no colon", `{"a" 1}`, stream.Limits{}, 0, stream.Malformed, "/a", 1, 6},
		{"a number as key", `{1:2}`, stream.Limits{}, 0, stream.Malformed, "", 1, 2},
		{"single quotes", `['a']`, stream.Limits{}, 0, stream.Malformed, "/0", 1, 2},
		{"a plus sign", "+1", stream.Limits{}, 0, stream.Malformed, "", 1, 1},
		{"a comma between values", "1,2", stream.Limits{}, 1, stream.Malformed, "", 1, 2},
		{"a bracket too many", "[1]]", stream.Limits{}, 1, stream.Malformed, "", 1, 4},
		{"the wrong bracket", "[1}", stream.Limits{}, 0, stream.Malformed, "", 1, 3},
		{"a control character", "[\"a\nb\"]", stream.Limits{}, 0, stream.Malformed, "/0", 1, 4},
		{"a wrong escape", `["\x"]`, stream.Limits{}, 0, stream.Malformed, "/0", 1, 3},
		{"invalid UTF-8", "[\"ok\",\"\xff\"]", stream.Limits{}, 0, stream.Malformed, "/1", 1, 8},
		{"a lone surrogate", `{"a":"\ud800"}`, stream.Limits{}, 0, stream.Malformed, "/a", 1, 7},
		{"a byte order mark", "\ufeff1", stream.Limits{}, 0, stream.Malformed, "", 1, 1},
		{"a NUL", "1 \x00", stream.Limits{}, 1, stream.Malformed, "", 1, 3},
		{"a doubled key", "[{\"a\":1,\n\"b\":2,\"a\":3}]", stream.Limits{}, 0, stream.Duplicate, "/0/a", 2, 7},
		{"a doubled key, written otherwise", `{"a":1,"\u0061":2}`, stream.Limits{}, 0, stream.Duplicate, "/a", 1, 8},
		{"below a long key", `{"a":{"` + strings.Repeat("k", 1<<20) + `":[1e]}}`, stream.Limits{}, 0, stream.Malformed, "/a", 1, 0},
		{"a long key, doubled", `{"` + strings.Repeat("k", 1<<20) + `":1,"` + strings.Repeat("k", 1<<20) + `":2}`, stream.Limits{}, 0, stream.Duplicate, "", 1, 0},
		{"cut in an array", "1\n[2,", stream.Limits{}, 1, stream.Cut, "", 2, 4},
		{"cut deep inside", `{"a":[1,{"b":[`, stream.Limits{}, 0, stream.Cut, "/a/1/b", 1, 15},
		{"cut in a string", `"Adam`, stream.Limits{}, 0, stream.Cut, "", 1, 6},
		{"cut in an escape", `"\u00`, stream.Limits{}, 0, stream.Cut, "", 1, 6},
		{"cut behind a key", "{\"a\":\n", stream.Limits{}, 0, stream.Cut, "/a", 2, 1},
		{"cut in a literal", "tru", stream.Limits{}, 0, stream.Cut, "", 1, 4},
		{"cut in a number", "[-", stream.Limits{}, 0, stream.Cut, "/0", 1, 3},
		{"too deep", "1 " + deep(65), stream.Limits{}, 1, stream.TooDeep, "", 1, 3 + 64},
		{"too deep by limit", "[\n[{\"a\":[]}]]", stream.Limits{DepthMax: 3}, 0, stream.TooDeep, "", 2, 7},
		{"much too deep", deep(20_000), stream.Limits{}, 0, stream.TooDeep, "", 1, 0},
		{"much too deep and cut", strings.Repeat("[", 20_000), stream.Limits{}, 0, stream.TooDeep, "", 1, 0},
		{"too long", "1 \n \"abcdefgh\"", stream.Limits{ValueBytesMax: 9}, 1, stream.TooLong, "", 2, 2},
		{"too many", "1 2\n3", stream.Limits{ValuesMax: 2}, 2, stream.TooMany, "", 2, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, r := range readers(tt.text) {
				values, err := stream.All(r, tt.limits)
				e := streamError(t, err)
				if len(values) != tt.values || e.Index != tt.values {
					t.Errorf("%s: value %d behind %d, want %d", name, e.Index, len(values), tt.values)
				}
				if e.Kind != tt.kind || e.Pointer != tt.pointer {
					t.Errorf("%s: %s at %q, want %s at %q", name, e.Kind, e.Pointer, tt.kind, tt.pointer)
				}
				if tt.col != 0 && (e.Where.Line != tt.line || e.Where.Column != tt.col) {
					t.Errorf("%s: line %d, column %d, want line %d, column %d", name, e.Where.Line, e.Where.Column, tt.line, tt.col)
				}
				if e.Message == "" || !strings.Contains(e.Error(), e.Message) || !strings.Contains(e.Error(), fmt.Sprintf("line %d", e.Where.Line)) {
					t.Errorf("%s: %q", name, e.Error())
				}
			}
		})
	}
}

// TestLimits has what is just within the limits.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		text   string
		limits stream.Limits
		n      int
	}{
		{deep(64), stream.Limits{}, 1},
		{strings.Repeat(`{"a":`, 64) + "1" + strings.Repeat("}", 64), stream.Limits{}, 1},
		{`["` + strings.Repeat("[", 100) + `\"` + strings.Repeat("{", 100) + `"]`, stream.Limits{DepthMax: 1}, 1},
		{deep(3) + deep(3) + deep(3), stream.Limits{DepthMax: 3}, 3},
		{`[[],[],[],[],[]]`, stream.Limits{DepthMax: 2}, 1},
		{`"12345678"`, stream.Limits{ValueBytesMax: 10}, 1},
		{strings.Repeat(`"12345678" `, 5000), stream.Limits{ValueBytesMax: 10}, 5000},
		{"1 2 3", stream.Limits{ValuesMax: 3}, 3},
		{"[[[1,2],[3,4]],5] 6", stream.Limits{ValuesMax: 2}, 2},
	} {
		for name, r := range readers(tt.text) {
			if values, err := stream.All(r, tt.limits); err != nil || len(values) != tt.n {
				t.Errorf("%.40q, %s: %d values, %v", tt.text, name, len(values), err)
			}
		}
	}
}

// TestDeeper: a bracket that is too deep is found at the same place whatever pieces the
// text comes in, and those in strings do not count.
func TestDeeper(t *testing.T) {
	for _, test := range []struct {
		text string
		at   int
	}{
		{"", -1},
		{deep(3), -1},
		{deep(4), 3},
		{`[[["[[[[", "\\", "\"["]]]`, -1},
		{`[[["\\\\", {}]]]`, 11},
		{`[[],[],[],[],[[]]]`, -1},
		{`[{"a":[{}]}]`, 7},
		{`[[["[\\"[`, 8},
	} {
		if at := stream.Deeper([]byte(test.text), 3); at != test.at {
			t.Errorf("%s: %d, expected %d", test.text, at, test.at)
		}
		for size := 1; size <= len(test.text); size++ {
			var n stream.Nesting
			at, done := -1, 0
			for piece := range slices.Chunk([]byte(test.text), size) {
				if at = n.Deeper(piece, 3); at >= 0 {
					at += done
					break
				}
				done += len(piece)
			}
			if at != test.at {
				t.Errorf("%s in pieces of %d: %d, expected %d", test.text, size, at, test.at)
			}
		}
	}
}

// TestPrompt: a value is handed on with its last byte, a number with the byte
// behind it; nothing more has to come, not even the end.
func TestPrompt(t *testing.T) {
	type result struct {
		value stream.Value
		err   error
	}
	for _, tt := range []struct{ sent, want string }{
		{`"a"`, `"a"`},
		{`[]`, `[]`},
		{`[1,[2]]`, `[1,[2]]`},
		{`{}`, `{}`},
		{`{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{`true`, `true`},
		{`false`, `false`},
		{`null`, `null`},
		{"\n  \"é\\\"\"", `"é\""`},
		{strings.Repeat(" ", 5000) + `"a"`, `"a"`},
		{"12 ", `12`},
		{"12\n", `12`},
		{"12\"", `12`},
		{"-0.5e7[", `-0.5e7`},
	} {
		for _, pieces := range []int{1, 3, len(tt.sent)} {
			in, out := io.Pipe()
			results := make(chan result, 1)
			reader := stream.NewReader(in, stream.Limits{})
			go func() {
				v, err := reader.Next()
				results <- result{v, err}
			}()
			for i := range pieces {
				piece := tt.sent[len(tt.sent)*i/pieces : len(tt.sent)*(i+1)/pieces]
				if _, err := io.WriteString(out, piece); err != nil {
					t.Fatal(err)
				}
			}
			select {
			case r := <-results:
				if r.err != nil || string(r.value.Raw) != tt.want {
					t.Errorf("%q in %d pieces: %q %v", tt.sent, pieces, r.value.Raw, r.err)
				}
			case <-time.After(5 * time.Second):
				t.Errorf("%q in %d pieces: no value comes", tt.sent, pieces)
			}
			out.Close()
		}
	}
}

// TestPromptRun: several values that come at once are handed on without
// waiting for more, and a number waits.
func TestPromptRun(t *testing.T) {
	in, out := io.Pipe()
	reader := stream.NewReader(in, stream.Limits{})
	results := make(chan string)
	go func() {
		for {
			v, err := reader.Next()
			if err != nil {
				results <- err.Error()
				return
			}
			results <- string(v.Raw)
		}
	}()
	expect := func(want ...string) {
		t.Helper()
		for _, w := range want {
			select {
			case got := <-results:
				if got != w {
					t.Fatalf("%s, want %s", got, w)
				}
			case <-time.After(5 * time.Second):
				t.Fatalf("%s does not come", w)
			}
		}
	}
	send := func(text string) {
		t.Helper()
		if _, err := io.WriteString(out, text); err != nil {
			t.Fatal(err)
		}
	}
	send(`"a"[1] true`)
	expect(`"a"`, `[1]`, `true`)
	send("  \n12")
	select {
	case got := <-results:
		t.Fatalf("%s before it was complete", got)
	case <-time.After(50 * time.Millisecond):
	}
	send("3{")
	expect("123")
	send("}")
	expect("{}")
	out.Close()
	expect("EOF")
}

// An endless source repeats a text for ever, in pieces as pipes hand them on,
// and counts what it gave.
type endless struct {
	begin, again string
	given        int
}

const piece = 32 << 10

// patience is where an endless source ends after all, so that a reader that
// never gives up fails the test and not the machine.
const patience = 64 << 20

func (e *endless) Read(p []byte) (int, error) {
	if e.given > patience {
		return 0, io.EOF
	}
	p = p[:min(len(p), piece)]
	for i := range p {
		if e.given < len(e.begin) {
			p[i] = e.begin[e.given]
		} else {
			p[i] = e.again[(e.given-len(e.begin))%len(e.again)]
		}
		e.given++
	}
	return len(p), nil
}

// TestEndless: a value without end is given up soon after its limit.
func TestEndless(t *testing.T) {
	const limit = 1 << 20
	for name, source := range map[string]*endless{
		"a string":     {begin: `1 "`, again: "a"},
		"escapes":      {begin: `1 "`, again: `\u0041`},
		"a number":     {begin: "1 ", again: "7"},
		"white space":  {begin: "1", again: " \n"},
		"an array":     {begin: "1 [0", again: ",[1]"},
		"an object":    {begin: "1 [0", again: `,{"a":true}`},
		"one object":   {begin: `1 {"":0`, again: `,"a` + strings.Repeat("a", 100) + `":0`},
		"nested deep":  {begin: "1 ", again: "["},
		"objects deep": {begin: "1 ", again: `{"a":`},
	} {
		values, err := stream.All(source, stream.Limits{ValueBytesMax: limit})
		e := streamError(t, err)
		want := stream.TooLong
		switch {
		case strings.HasSuffix(name, "deep"):
			want = stream.TooDeep
		case name == "one object":
			want = stream.Duplicate
		}
		if e.Kind != want || len(values) != 1 || e.Index != 1 {
			t.Errorf("%s: %d values, then %v", name, len(values), err)
		}
		// The reader's own buffer grows by doubling, so that it may ask for as
		// much again as it has.
		if source.given > 5*limit {
			t.Errorf("%s: %d bytes were read", name, source.given)
		}
	}
}

// TestSmallValuesForEver: what has been handed on is forgotten.
func TestSmallValuesForEver(t *testing.T) {
	source := &endless{again: "[1,2]\n"}
	reader := stream.NewReader(source, stream.Limits{ValueBytesMax: 64, ValuesMax: 1 << 30})
	for i := range 200_000 {
		v, err := reader.Next()
		if err != nil || v.Start.Line != i+1 || v.Start.Offset != int64(6*i) {
			t.Fatalf("value %d: %+v %v", i, v, err)
		}
	}
}

func TestSourceErrors(t *testing.T) {
	broken := errors.New("the cable is broken")
	reader := stream.NewReader(io.MultiReader(strings.NewReader("1 [2,"), iotest.ErrReader(broken)), stream.Limits{})
	if v, err := reader.Next(); err != nil || string(v.Raw) != "1" {
		t.Fatalf("%q %v", v.Raw, err)
	}
	for range 2 {
		if _, err := reader.Next(); !errors.Is(err, broken) {
			t.Errorf("%v is not the source's error", err)
		}
	}
	if _, err := stream.All(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("[1,2,3]"))), stream.Limits{}); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("%v is not the source's error", err)
	}
}

// TestErrorsStay: what cannot be read on cannot be read on later either.
func TestErrorsStay(t *testing.T) {
	reader := stream.NewReader(strings.NewReader("1 void 2"), stream.Limits{})
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := reader.Next()
	for range 3 {
		if _, again := reader.Next(); again != err || err == nil {
			t.Errorf("%v, then %v", err, again)
		}
	}
	reader = stream.NewReader(strings.NewReader(" "), stream.Limits{})
	for range 3 {
		if _, err := reader.Next(); err != io.EOF {
			t.Errorf("%v at the end", err)
		}
	}
}

// TestValuesStayValid: a value does not share memory with later ones.
func TestValuesStayValid(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "[%d,%q]\n", i, strings.Repeat("x", i%50))
	}
	values, err := stream.All(iotest.HalfReader(strings.NewReader(text.String())), stream.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if want := fmt.Sprintf("[%d,%q]", i, strings.Repeat("x", i%50)); string(v.Raw) != want {
			t.Fatalf("value %d is %s, want %s", i, v.Raw, want)
		}
	}
}

func TestPointer(t *testing.T) {
	raw := `{"a": [1, {"b": "x"}, []], "c/~": {}}`
	for _, tt := range []struct {
		at   string // the first occurrence of this text
		want string
	}{
		{`{`, ""},
		{`"a"`, "/a"},
		{`[1`, "/a"},
		{`1,`, "/a/0"},
		{`{"b"`, "/a/1"},
		{`"b"`, "/a/1/b"},
		{`"x"`, "/a/1/b"},
		{`x`, "/a/1/b"},
		{`[]`, "/a/2"},
		{`"c/~"`, "/c~1~0"},
		{`{}`, "/c~1~0"},
	} {
		if got := stream.Pointer(jsontext.Value(raw), strings.Index(raw, tt.at)); got != tt.want {
			t.Errorf("%s is at %q, want %q", tt.at, got, tt.want)
		}
	}
	for raw, offset := range map[string]int{"7": 0, "": 0, `"x"`: 99, "[1": 50, "[1 void": 5} {
		if got := stream.Pointer(jsontext.Value(raw), offset); got != "" {
			t.Errorf("byte %d of %s is at %q", offset, raw, got)
		}
	}
	if got := stream.Pointer(jsontext.Value(" [ 5 ] "), 0); got != "" {
		t.Errorf("the blank in front is at %q", got)
	}
}

// seeds are streams with every kind of trouble.
var seeds = []string{
	"", " ", "1 2", `"a"[]{}`, `{"a":[1,{"b":"x"}],"c":-1.5e7}`, `{"a":1,"a":2}`, "[1,", `"\ud800"`, "\xff", "[[[[", "]]", "tru", "01", "1,2",
	"\n\n[1,\n void]", `["\u0041","é"]`, "\ufeff", "[1]\r\n[2]\r\n", strings.Repeat("[", 70) + strings.Repeat("]", 70), `{"":{"":{}}}`, "-", "[1}", `{"a" 1}`, `"a`,
}

// FuzzReader: pieces make no difference, and every value and every error is
// where it says. What is read is what the text is made of.
func FuzzReader(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<13 {
			return
		}
		limits := stream.Limits{DepthMax: 8, ValuesMax: 20}
		values, err := stream.All(bytes.NewReader(text), limits)
		end := int64(0)
		for i, v := range values {
			if v.Index != i || v.Start.Offset < end || !bytes.HasPrefix(text[v.Start.Offset:], v.Raw) {
				t.Fatalf("value %d is %+v in %q", i, v, text)
			}
			if blank := text[end:v.Start.Offset]; len(bytes.Trim(blank, " \t\r\n")) > 0 {
				t.Fatalf("%q was left out before value %d of %q", blank, i, text)
			}
			checkPosition(t, text, v.Start)
			if !v.Raw.IsValid() {
				t.Fatalf("%q is not JSON", v.Raw)
			}
			end = v.Start.Offset + int64(len(v.Raw))
		}
		if err == nil {
			if rest := text[end:]; len(bytes.Trim(rest, " \t\r\n")) > 0 {
				t.Fatalf("%q was left out at the end of %q", rest, text)
			}
		} else {
			e := streamError(t, err)
			if e.Index != len(values) || e.Message == "" {
				t.Fatalf("%+v after %d values of %q", e, len(values), text)
			}
			checkPosition(t, text, e.Where)
		}
		for name, r := range readers(string(text)) {
			other, otherErr := stream.All(r, limits)
			if !slices.Equal(texts(other), texts(values)) || (otherErr == nil) != (err == nil) {
				t.Fatalf("%q, %s: %q %v, at once: %q %v", text, name, texts(other), otherErr, texts(values), err)
			}
			if err == nil {
				continue
			}
			a, b := streamError(t, err), streamError(t, otherErr)
			if a.Kind != b.Kind || a.Where != b.Where {
				t.Fatalf("%q, %s: %v, at once: %v", text, name, otherErr, err)
			}
		}
	})
}

// checkPosition compares line and column with the offset.
func checkPosition(t *testing.T, text []byte, p stream.Position) {
	t.Helper()
	if p.Offset < 0 || p.Offset > int64(len(text)) {
		t.Fatalf("%+v is outside of %q", p, text)
	}
	before := text[:p.Offset]
	line := 1 + bytes.Count(before, []byte{'\n'})
	column := len(before) - bytes.LastIndexByte(before, '\n')
	if p.Line != line || p.Column != column {
		t.Fatalf("%+v is line %d, column %d in %q", p, line, column, text)
	}
}
