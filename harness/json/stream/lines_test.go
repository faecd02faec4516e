package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

func TestSplit(t *testing.T) {
	s := stream.NewSplitter(stream.Limits{})
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"[]", nil},
		{" [ ] ", nil},
		{"[1]", []string{"1"}},
		{`[1,"two",[3,[]],{"a":{"b":null}},true]`, []string{"1", `"two"`, "[3,[]]", `{"a":{"b":null}}`, "true"}},
		{" [ 1 , [ 2 , 3 ] ]\r", []string{"1", "[ 2 , 3 ]"}},
		{`["]","[","\"]"]`, []string{`"]"`, `"["`, `"\"]"`}},
		{"[" + deep(64) + "]", []string{deep(64)}},
	} {
		values, err := s.Split([]byte(tt.line), 7)
		if err != nil || !slices.Equal(texts(values), tt.want) {
			t.Errorf("%q: %q %v, want %q", tt.line, texts(values), err, tt.want)
			continue
		}
		for i, v := range values {
			want := stream.Position{Offset: v.Start.Offset, Line: 7, Column: int(v.Start.Offset) + 1}
			if v.Index != i || v.Start != want || !strings.HasPrefix(tt.line[v.Start.Offset:], string(v.Raw)) {
				t.Errorf("%q: value %d is %+v", tt.line, i, v)
			}
			if end := v.At(len(v.Raw)); end.Line != 7 || end.Column != want.Column+len(v.Raw) {
				t.Errorf("%q: value %d ends at %+v", tt.line, i, end)
			}
		}
	}
}

func TestSplitErrors(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		limits     stream.Limits
		index      int
		kind       stream.Kind
		col        int // 0 is not looked at
		says       string
	}{
		{"blank", "", stream.Limits{}, 0, stream.Malformed, 1, "blank"},
		{"white space", "  \r", stream.Limits{}, 0, stream.Malformed, 1, "blank"},
		{"an object", `{"a":1}`, stream.Limits{}, 0, stream.NoArray, 1, "an object"},
		{"a string", `"a"`, stream.Limits{}, 0, stream.NoArray, 1, "a string"},
		{"a number", `12`, stream.Limits{}, 0, stream.NoArray, 1, "a number"},
		{"null", `null`, stream.Limits{}, 0, stream.NoArray, 1, "null"},
		{"a Boolean", `false`, stream.Limits{}, 0, stream.NoArray, 1, "a Boolean"},
		{"no JSON", `void`, stream.Limits{}, 0, stream.Malformed, 1, ""},
		{"two arrays", `[1] [2]`, stream.Limits{}, 1, stream.Malformed, 5, "after its array"},
		{"a comma behind", `[1],`, stream.Limits{}, 1, stream.Malformed, 4, "after its array"},
		{"a comma too many", `[1,]`, stream.Limits{}, 1, stream.Malformed, 4, "']' at start of value"},
		{"a comma too many behind arrays", `[[1],[2],]`, stream.Limits{}, 2, stream.Malformed, 10, "']' at start of value"},
		{"a comma too many inside", `[[],{"a":[3,}]}]`, stream.Limits{}, 1, stream.Malformed, 13, "'}' at start of value"},
		{"a comma in front", `[,1]`, stream.Limits{}, 0, stream.Malformed, 2, ""},
		{"no comma", `[1 2]`, stream.Limits{}, 1, stream.Malformed, 4, ""},
		{"a bare word", `[1, red]`, stream.Limits{}, 1, stream.Malformed, 5, ""},
		{"a lone surrogate", `["\udc00"]`, stream.Limits{}, 0, stream.Malformed, 3, ""},
		{"invalid UTF-8", "[1,\"\xff\"]", stream.Limits{}, 1, stream.Malformed, 5, ""},
		{"a doubled key", `[1,{"a":1,"a":2}]`, stream.Limits{}, 1, stream.Duplicate, 11, "twice"},
		{"cut in front", `[`, stream.Limits{}, 0, stream.Cut, 0, "ends inside"},
		{"cut behind a value", `[1`, stream.Limits{}, 1, stream.Cut, 0, "ends inside"},
		{"cut behind a comma", `[1,`, stream.Limits{}, 1, stream.Cut, 0, "ends inside"},
		{"cut in a value", `[1,[2,"a`, stream.Limits{}, 1, stream.Cut, 0, "ends inside"},
		{"too deep", "[0," + deep(65) + "]", stream.Limits{}, 1, stream.TooDeep, 4 + 64, "deeper than 64"},
		{"much too deep", "[0," + deep(20_000) + "]", stream.Limits{}, 1, stream.TooDeep, 4 + 64, "deeper than 64"},
		{"too many", "[1,2,3]", stream.Limits{ValuesMax: 2}, 2, stream.TooMany, 6, "more than 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := stream.NewSplitter(tt.limits)
			for range 2 { // what was before makes no difference
				values, err := s.Split([]byte(tt.line), 3)
				e := streamError(t, err)
				if len(values) > e.Index {
					t.Errorf("%q with %v", texts(values), err)
				}
				if e.Kind != tt.kind || e.Index != tt.index || e.Where.Line != 3 || tt.col > 0 && e.Where.Column != tt.col {
					t.Errorf("%+v, want %s in value %d, column %d", e, tt.kind, tt.index, tt.col)
				}
				if !strings.Contains(e.Message, tt.says) || e.Message == "" {
					t.Errorf("%q does not say %q", e.Message, tt.says)
				}
				if values, err := s.Split([]byte(`["a",2]`), 4); err != nil || len(values) != 2 {
					t.Fatalf("the next line: %q %v", texts(values), err)
				}
			}
		})
	}
}

// TestSplitPointer: the pointer of an error leads into the value, as that of a
// Reader does.
func TestSplitPointer(t *testing.T) {
	s := stream.NewSplitter(stream.Limits{})
	for line, want := range map[string]string{
		`[1,{"a":[void]}]`:                "/a/0",
		`[void]`:                          "",
		`[[],{"a":[1,2,{"b":[3,}]}]},[]]`: "/a/2/b/1",
		`[[],{"a":[1,2,{"b":[3`:           "/a/2/b",
		`[{"a":{"b":1,"b":2}}]`:           "/a/b",
		`["a",["b",["c",'d']]]`:           "/1/1",
		`[{"a/b":{"~":1 "c":2}},3]`:       "/a~1b",
		// A key may have megabytes; the pointer ends above it.
		`[{"a":{"` + strings.Repeat("k", 1<<20) + `":[void]}}]`: "/a",
	} {
		_, err := s.Split([]byte(line), 1)
		if e := streamError(t, err); e.Pointer != want {
			t.Errorf("%s: %v at %q, want %q", line, err, e.Pointer, want)
		}
	}
}

// TestSplitKeepsTheLine: the values share the line's memory, and appending to
// one does not reach the next.
func TestSplitKeepsTheLine(t *testing.T) {
	line := []byte(`["a","b"]`)
	values, err := stream.NewSplitter(stream.Limits{}).Split(line, 1)
	if err != nil {
		t.Fatal(err)
	}
	_ = append(values[0].Raw, "xxx"...)
	if string(line) != `["a","b"]` || string(values[1].Raw) != `"b"` {
		t.Errorf("%s, %s", line, values[1].Raw)
	}
	line[2] = 'c'
	if string(values[0].Raw) != `"c"` {
		t.Error("the values are copies")
	}
}

// FuzzSplit: a line is split exactly if it is one array to the Reader, whose
// elements are what the Reader finds in them one after another.
func FuzzSplit(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
		f.Add([]byte("[" + text + "]"))
	}
	f.Add([]byte(`[1] [2]`))
	f.Add([]byte(`[ "a" , [ 1 ] ] `))
	s := stream.NewSplitter(stream.Limits{})
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(line) > 1<<12 {
			return // far below the depth at which the library itself gives up
		}
		values, err := s.Split(line, 5)
		whole, wholeErr := stream.All(bytes.NewReader(line), stream.Limits{DepthMax: stream.DepthMax + 1})
		isArray := wholeErr == nil && len(whole) == 1 && whole[0].Raw.Kind() == '['
		if (err == nil) != isArray {
			t.Fatalf("%q: %v, the reader: %q %v", line, err, texts(whole), wholeErr)
		}
		if err != nil {
			e := streamError(t, err)
			if e.Where.Offset < 0 || e.Where.Offset > int64(len(line)) || e.Message == "" {
				t.Fatalf("%q: %+v", line, e)
			}
			var read *stream.Error
			begun := bytes.HasPrefix(bytes.TrimLeft(line, " \t\r\n"), []byte("["))
			if begun && errors.As(wholeErr, &read) && len(whole) == 0 && (read.Kind == stream.Duplicate) != (e.Kind == stream.Duplicate) {
				t.Fatalf("%q: %v, the reader: %v", line, err, wholeErr)
			}
			return
		}
		separate := make([]string, len(values))
		for i, v := range values {
			if v.Index != i || !bytes.HasPrefix(line[v.Start.Offset:], v.Raw) || v.Start.Line != 5 {
				t.Fatalf("%q: value %d is %+v", line, i, v)
			}
			separate[i] = string(v.Raw)
		}
		again, err := stream.All(strings.NewReader(strings.Join(separate, " ")), stream.Limits{})
		if err != nil || !slices.Equal(texts(again), separate) {
			t.Fatalf("%q: %q, one after another %q %v", line, separate, texts(again), err)
		}
	})
}

// BenchmarkReader and BenchmarkSplitter read the same values.
func BenchmarkReader(b *testing.B) {
	text := strings.Repeat(benchValue+"\n", 100)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if values, err := stream.All(strings.NewReader(text), stream.Limits{}); err != nil || len(values) != 100 {
			b.Fatal(err)
		}
	}
}

func BenchmarkSplitter(b *testing.B) {
	line := []byte("[" + strings.Repeat(benchValue+",", 99) + benchValue + "]")
	s := stream.NewSplitter(stream.Limits{})
	b.ReportAllocs()
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if values, err := s.Split(line, 1); err != nil || len(values) != 100 {
			b.Fatal(err)
		}
	}
}

var benchValue = fmt.Sprintf(`{"wallet":["red","white","blue"],"score":%d,"cards":[{"pebbles":["red","red","red","red","red"],"face?":true}]}`, 12)
