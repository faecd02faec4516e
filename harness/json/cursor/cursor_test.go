package cursor_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

func at(text string) *cursor.Cursor {
	c := new(cursor.Cursor)
	c.Reset(jsontext.Value(text))
	return c
}

// rebuild walks over the next value token by token and writes it anew. It
// counts its steps, so that a cursor that does not move is found out.
func rebuild(c *cursor.Cursor, out []byte, steps *int) []byte {
	*steps++
	switch c.Kind() {
	case '"':
		out, _ = jsontext.AppendQuote(out, c.String("a string"))
	case '0':
		out = append(out, c.Skip()...)
	case 'n':
		out = append(out, c.Skip()...)
	case 't', 'f':
		if c.Bool("a Boolean") {
			out = append(out, "true"...)
		} else {
			out = append(out, "false"...)
		}
	case '[':
		out = append(out, '[')
		comma := ""
		for c.Array("an array"); c.More(); comma = "," {
			out = rebuild(c, append(out, comma...), steps)
		}
		out = append(out, ']')
	case '{':
		out = append(out, '{')
		comma := ""
		for c.Object("an object"); c.MoreKeys(); comma = "," {
			out, _ = jsontext.AppendQuote(append(out, comma...), c.Key())
			out = rebuild(c, append(out, ':'), steps)
		}
		out = append(out, '}')
	default:
		c.Expected("a value")
	}
	return out
}

// documents are values whose rebuilding takes every turn.
var documents = []string{
	`null`, `true`, `false`, `0`, `-1.5e+7`, `""`, `"a"`, `[]`, `{}`, `[[],{}]`,
	` [ 1 , "two" , [ true , null ] , { "a" : { } , "b c" : [ ] } ] `,
	"\n{\t\"a\"\r:\n[ 1\n,\n2 ]\n}\n",
	`{"face?":true,"pebbles":["red","white"]}`,
	`["]","}","{","[",",",":","\\","\"","\\\"]"]`,
	`["\u0041","\ud83d\ude00","\n\t\/","é😀"]`,
	`{"\u0061":1,"b":{"\"":"\\"}}`,
}

func TestWalk(t *testing.T) {
	for _, text := range documents {
		c, steps := at(text), 0
		out := rebuild(c, nil, &steps)
		if c.Err() != nil {
			t.Errorf("%s: %v", text, c.Err())
			continue
		}
		if !sameDocument(t, out, []byte(text)) {
			t.Errorf("%s\nwas read as\n%s", text, out)
		}
		if rest := c.Skip(); len(rest) != 0 || c.Offset() != len(text) {
			t.Errorf("%s: %q is left at %d", text, rest, c.Offset())
		}
	}
}

func sameDocument(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	for text, v := range map[*any][]byte{&x: a, &y: b} {
		dec := json.NewDecoder(strings.NewReader(string(v)))
		dec.UseNumber()
		if err := dec.Decode(text); err != nil {
			t.Fatalf("%s: %v", v, err)
		}
	}
	return reflect.DeepEqual(x, y)
}

func TestSkip(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`1`, `1`},
		{` -1.5e7 ,`, `-1.5e7`},
		{`"a\"]}," 1`, `"a\"]},"`},
		{`[1,[2,"]"],{"a":[]}] [`, `[1,[2,"]"],{"a":[]}]`},
		{`{"a":{"b":"}"}}{}`, `{"a":{"b":"}"}}`},
		{`true]`, `true`},
		{`null}`, `null`},
		{``, ``},
	} {
		c := at(tt.text)
		if got := string(c.Skip()); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	long := `"` + strings.Repeat("é", 30) + `"`
	for _, tt := range []struct {
		name, text string
		do         func(c *cursor.Cursor)
		offset     int
		message    string
	}{
		{"no array", ` {"a":1}`, func(c *cursor.Cursor) { c.Array("an array") }, 1, `expected an array, found {"a":1}`},
		{"no object", `[1, 2] `, func(c *cursor.Cursor) { c.Object("a card") }, 0, `expected a card, found [1,2]`},
		{"no string", `  7`, func(c *cursor.Cursor) { c.String("a colour") }, 2, `expected a colour, found 7`},
		{"no Boolean", `"true"`, func(c *cursor.Cursor) { c.Bool("true or false") }, 0, `expected true or false, found "true"`},
		{"no number", `null`, func(c *cursor.Cursor) { c.Digits("a number") }, 0, `expected a number, found null`},
		{"no integer", ` 1.5`, func(c *cursor.Cursor) { c.Digits("an integer") }, 1, `expected an integer, found 1.5`},
		{"too large", `8`, func(c *cursor.Cursor) { c.Int(1, 7, "1 to 7") }, 0, `expected 1 to 7, found 8`},
		{"too small", ` 0`, func(c *cursor.Cursor) { c.Int(1, 7, "1 to 7") }, 1, `expected 1 to 7, found 0`},
		{"far too large", `99999999999999999999`, func(c *cursor.Cursor) { c.Int(1, 7, "1 to 7") }, 0, `expected 1 to 7, found 99999999999999999999`},
		{"the second element", `[1,"x"]`, func(c *cursor.Cursor) {
			for c.Array("an array"); c.More(); {
				c.Int(1, 7, "1 to 7")
			}
		}, 3, `expected 1 to 7, found "x"`},
		{"behind a key", `{"a": [ ]}`, func(c *cursor.Cursor) {
			for c.Object("an object"); c.MoreKeys(); {
				c.Key()
				c.Bool("true or false")
			}
		}, 6, `expected true or false, found []`},
		{"cut at 40 bytes", `"` + strings.Repeat("x", 50) + `"`, func(c *cursor.Cursor) { c.Bool("true") }, 0, `expected true, found "` + strings.Repeat("x", 39) + "…"},
		{"cut between characters", long, func(c *cursor.Cursor) { c.Bool("true") }, 0, `expected true, found "` + strings.Repeat("é", 19) + "…"},
		{"without white space, and controls made visible", "[\"\u202e\",\n\t1]", func(c *cursor.Cursor) { c.Bool("true") }, 0, `expected true, found ["\u202e",1]`},
		{"with a clause", `1`, func(c *cursor.Cursor) { c.Fail(0, "BG-05", "wrong by %d", 3) }, 0, `wrong by 3`},
		{"the first one counts", `[1,"x"]`, func(c *cursor.Cursor) {
			c.Fail(3, "", "first")
			c.Fail(1, "", "second")
			c.Expected("third")
			c.Array("fourth")
		}, 3, `first`},
		{"gone back", `["pink"]`, func(c *cursor.Cursor) {
			c.Array("an array")
			c.More()
			start := c.Offset()
			c.String("a string")
			c.Seek(start)
			c.Expected("a colour")
		}, 1, `expected a colour, found "pink"`},
		{"gone back to a mark", `[ "pink"]`, func(c *cursor.Cursor) {
			c.Array("an array")
			mark := c.Mark()
			c.String("a string")
			c.Seek(mark)
			c.Expected("a colour")
		}, 2, `expected a colour, found "pink"`},
		{"nothing there", ``, func(c *cursor.Cursor) { c.String("a name") }, 0, `expected a name, found `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := at(tt.text)
			tt.do(c)
			e := c.Err()
			if e == nil || e.Offset != tt.offset || e.Message != tt.message || e.Error() != tt.message {
				t.Fatalf("%+v, want %d: %s", e, tt.offset, tt.message)
			}
			if tt.name == "with a clause" && e.Clause != "BG-05" {
				t.Errorf("clause %q", e.Clause)
			}
			// Afterwards everything is at its end.
			if c.More() || c.Kind() != 0 {
				t.Error("it goes on after an error")
			}
			c.Reset(jsontext.Value("true"))
			if c.Err() != nil || !c.Bool("true") {
				t.Error("Reset does not begin anew")
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		text, digits string
		n            int
	}{
		{"7", "7", 7},
		{" 1.0 ", "1", 1},
		{"10e-1]", "1", 1},
		{"-0", "0", 0},
		{"-3,", "-3", -3},
		{"1e2", "100", 100},
	} {
		if got := string(at(tt.text).Digits("an integer")); got != tt.digits {
			t.Errorf("%s: digits %q", tt.text, got)
		}
		if got := at(tt.text).Int(-10, 100, "an integer"); got != tt.n {
			t.Errorf("%s: %d", tt.text, got)
		}
	}
	digits := strings.Repeat("123", 20)
	if got := string(at(digits).Digits("an integer")); got != digits {
		t.Errorf("%s: digits %s", digits, got)
	}
	if c := at("99999999999999999999"); c.Int(-10, 100, "a small one") != 0 || c.Err() == nil {
		t.Error("a number beyond an int is taken")
	}
}

// TestNoMemory: a walk without escapes takes no memory.
func TestNoMemory(t *testing.T) {
	text := jsontext.Value(`{"wallet":["red","white"],"score":12,"cards":[{"pebbles":["red"],"face?":true}],"x":[1.5,null]}`)
	var c cursor.Cursor
	if n := testing.AllocsPerRun(100, func() {
		c.Reset(text)
		for c.Object("an object"); c.MoreKeys(); {
			switch string(c.Key()) {
			case "wallet":
				for c.Array("an array"); c.More(); {
					c.String("a string")
				}
			case "score":
				c.Int(0, 20, "a score")
			default:
				c.Skip()
			}
		}
	}); n != 0 || c.Err() != nil {
		t.Errorf("%v allocations, error %v", n, c.Err())
	}
}

// sure reads a value of any kind, as the decoders of values do, and tells whether it is
// all there is and good JSON as far as the cursor knows.
func sure(text []byte) bool {
	var c cursor.Cursor
	c.Reset(text)
	sureOf(&c)
	return c.Offset() == len(text) && c.Err() == nil && c.Sure()
}

func sureOf(c *cursor.Cursor) {
	switch c.Kind() {
	case '"':
		c.String("a string")
	case '0':
		c.Int(0, 50, "an integer from 0 to 50")
	case '[':
		for c.Array("an array"); c.More(); {
			sureOf(c)
		}
	case '{':
		seen := map[string]bool{}
		for c.Members("an object"); c.MoreKeys(); {
			key := "a"
			if !c.KeyIs(`"a":`) {
				key = string(c.Key())
			}
			if seen[key] {
				c.Doubt()
			}
			seen[key] = true
			sureOf(c)
		}
	case 't', 'f':
		c.Bool("true or false")
	default:
		if !c.Literal("null") {
			c.Expected("a value")
		}
	}
}

// TestSure: what the cursor is sure of is good JSON, and it is sure of what is usual.
func TestSure(t *testing.T) {
	for text, want := range map[string]bool{
		`[]`: true, ` [ ] `: true, `[[],{}]`: true, `["red",{"a":[1,25,0],"b":null},true,false]`: true, "[1\t,\r\n2]": true, `{"a":{"a":1},"b":{"a":1}}`: true,
		"[\"\x7f\"]": true, `{"b" : 1 , "c":12 }`: true, `[-7]`: false, `["\u0061"]`: false, `["é"]`: false, `[1.0]`: false, `{"é":1}`: false, // good, but rare
		``: false, `[`: false, `[1`: false, `[1,]`: false, `[,1]`: false, `[1 2]`: false, `[1]x`: false, `[1]]`: false, `[01]`: false, `[00]`: false, `[-]`: false,
		`[1.]`: false, `[.5]`: false, `[+1]`: false, `[1e]`: false, `[tru]`: false, `[truex]`: false, `[nulL]`: false, `["a]`: false, `[1a]`: false, `[12a]`: false,
		"[\"\x01\"]": false, "[\"\xff\"]": false, `{"b":1,"b":2}`: false, `{"a":1,"b":2,"a":3}`: false, `{"b" 1}`: false, `{"a":}`: false, `{"a":1,}`: false,
		`{"a":1]`: false, `[[1}]`: false, "[1\v]": false, "\ufeff[1]": false, `{,"a":1}`: false, `["a""b"]`: false, `[1,,2]`: false, `{"a":1 "b":2}`: false,
	} {
		if got := sure([]byte(text)); got != want {
			t.Errorf("%q: the cursor is sure: %t, expected %t", text, got, want)
		}
	}
	pieces := []string{
		`"a"`, `"b"`, `"\u0061"`, "\"\xff\"", `""`, `"é"`, "7", "-0", "0", "01", "17", "1.5", "1e", "-", "null", "true", "fals", "{", "}", "[", "]", ",", ":", " ", "\t",
		"\x00", `"`, `\`, `{"a":1}`, `{"b":1,"b":2}`, `{"a":{"b":[]},"c":"d"}`, `[[],{}]`, `"a":`, `"b":`,
	}
	good := `[{"bank":["red","blue"],"n":12,"e":"dune","x":{"bank":null,"y":[true,false]},"a":1},"",[[[]]],0]`
	known := 0
	for seed := range uint64(100_000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text := []byte(good)
		if seed%2 == 0 {
			for range rng.IntN(4) {
				text[rng.IntN(len(text))] = good[rng.IntN(len(good))]
			}
		} else {
			text = []byte("[")
			for range rng.IntN(8) {
				text = append(text, pieces[rng.IntN(len(pieces))]...)
			}
			text = append(text, ']')
		}
		if !sure(text) {
			continue
		}
		known++
		if !jsontext.Value(text).IsValid() {
			t.Fatalf("the cursor is sure of %q", text)
		}
	}
	if known < 5_000 {
		t.Errorf("the cursor is sure of no more than %d texts", known)
	}
}

// FuzzCursor walks over anything: no panic, no standing still, and no place
// outside of the text. What is JSON is read as it is.
func FuzzCursor(f *testing.F) {
	for _, text := range documents {
		f.Add([]byte(text), []byte("kAmsMKdib0q"))
		f.Add([]byte(text[:len(text)/2]), []byte("OmKkqqqs"))
	}
	for _, text := range []string{
		`"`, `"\`, `"\u`, `"\ud800"`, `{`, `{"a"`, `{"a":`, `[,]`, `[,,]`, `{:}`, `]`, `}}`, `[}`, `{]`, `-`, `1e`, `1e99999999999999999999`,
		`tru`, `nul`, "\x00", "[\x00]", `[1"x"{}`, `"a":`, `,,,,`, `::`, "\xff\xfe", `{"a":1,}`, `[1 2]`, `-----`, `1.2.3.e.e`,
	} {
		f.Add([]byte(text), []byte("AmOmKsbdikqe"))
	}
	f.Fuzz(func(t *testing.T, text, operations []byte) {
		if len(text) > 1<<13 || len(operations) > 1<<10 {
			return
		}
		c, steps := at(string(text)), 0
		out := rebuild(c, nil, &steps)
		if steps > 2*len(text)+2 {
			t.Fatalf("%d steps over %d bytes", steps, len(text))
		}
		if jsontext.Value(text).IsValid() && (c.Err() != nil || !sameDocument(t, out, text)) {
			t.Fatalf("%q was read as %q: %v", text, out, c.Err())
		}
		if sure(text) && !jsontext.Value(text).IsValid() {
			t.Fatalf("the cursor is sure of %q", text)
		}
		// Any order of calls at all.
		c = at(string(text))
		starts := []int{0}
		for _, op := range operations {
			switch op {
			case 'A':
				c.Array("an array")
			case 'O':
				c.Object("an object")
			case 'm':
				c.More()
			case 'M':
				c.MoreKeys()
			case 'K':
				c.Key()
			case 's':
				c.String("a string")
			case 'b':
				c.Bool("a Boolean")
			case 'd':
				c.Digits("an integer")
			case 'i':
				c.Int(-5, 5, "a small integer")
			case 'k':
				c.Kind()
			case 'e':
				c.Expected("something else")
			case 'S':
				c.Seek(starts[len(starts)/2])
			case 'r':
				c.Reset(text)
			default:
				c.Skip()
			}
			offset := c.Offset()
			if offset < 0 || offset > len(text) {
				t.Fatalf("after %q the offset is %d of %d", op, offset, len(text))
			}
			starts = append(starts, offset)
			if e := c.Err(); e != nil && (e.Offset < 0 || e.Offset > len(text) || e.Message == "") {
				t.Fatalf("after %q: %+v", op, e)
			}
		}
	})
}
