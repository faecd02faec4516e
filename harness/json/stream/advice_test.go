package stream_test

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// TestHints has the next step for the frequent mistakes, in a stream and on a line.
func TestHints(t *testing.T) {
	for _, tt := range []struct{ text, hint string }{
		{`[1,]`, "remove the comma after the last element"},
		{"[[1 ,\t], 2]", "remove the comma after the last element"},
		{`[{"a":1, }]`, "remove the comma after the last element"},
		{`['a']`, "put strings and keys in double quotes"},
		{`[{'a':1}]`, "put strings and keys in double quotes"},
		{`[1, # one` + "\t" + `]`, "remove the comment"},
		{`[1 // one` + "\t" + `]`, "remove the comment"},
		{`[/* one */ 1]`, "remove the comment"},
		{`[NaN]`, "JSON has neither NaN nor Infinity"},
		{`[nan]`, "JSON has neither NaN nor Infinity"},
		{`[{"a":-Infinity}]`, "JSON has neither NaN nor Infinity"},
		{`[None]`, "write true, false and null, in lower case"},
		{`[1,True]`, "write true, false and null, in lower case"},
		{`[undefined]`, "write true, false and null, in lower case"},
		{`[red]`, "put words and keys in double quotes"},
		{`[tree]`, "put words and keys in double quotes"},
		{`[{red:1}]`, "put words and keys in double quotes"},
		{`[` + strings.Repeat("none", 1<<10) + `]`, "put words and keys in double quotes"},
		{"\ufeff[1]", "byte order mark"},
		{"[\"\xff\"]", "save it as UTF-8"},
		{`["\ud800"]`, `write both, such as \ud83d\ude00`},
		{`["\udc00\ud800"]`, `write both, such as \ud83d\ude00`},
		{`["\x"]`, `write \\ for a backslash`},
		{`[{"a":1,"a":2}]`, "remove one of the two keys"},
		{`["a" "b"]`, "put a comma between the two elements"},
		{`[{"a":1 "b":2}]`, "put a comma between the two elements"},
		{`[{"a":1;"b":2}]`, "put a comma between the two elements"},
		{`[1 false]`, "put a comma between the two elements"},
		{`["a" null]`, "put a comma between the two elements"},
		{`[1 2]`, "put a comma between the two elements"},
		{`[1}`, "close what was opened last"},
		{`[{"a":1]]`, "close what was opened last"},
		{`[{"a"=1}]`, "put a colon between a key and its value"},
		{`[{"a"}]`, "put a colon between a key and its value"},
		{`[01]`, "without zeros in front"},
		{`[-01]`, "without zeros in front"},
		{`[+1]`, "without a plus sign"},
		{`[.5]`, "digits before and after the point"},
		{`[1.]`, "digits before and after the point"},
		{"[\"a\nb\"]", "close the string"},
		{"[\"a\tb\"]", "as escapes"},
		{`[1,,2]`, "remove the comma, or write the element"},
		{`[,1]`, "remove the comma, or write the element"},
		{`[“a”]`, "straight double quotes"},
		{"\xff\xfe[\x00", "save it as UTF-8"},
		{"[\x001\x00]", "save it as UTF-8"},
		{`[1 true]`, "put a comma between the two elements"},
		{`[{"a" true}]`, "put a colon between a key and its value"},
		{`[{"a":,"b":1}]`, "the value that is missing behind the colon"},
		{`[{"a":}]`, "the value that is missing behind the colon"},
		{`[,]`, "remove the comma, or write the element"},
		{`[Null]`, "write true, false and null, in lower case"},
		{`[truee]`, "put words and keys in double quotes"},
		{`["red],["blue"]]`, "close the string before, or write a quotation mark"},
		{`["he said "hi""]`, "close the string before, or write a quotation mark"},
		{`["\ud800UTF-8"]`, `write both, such as \ud83d\ude00`},
		{`[10px]`, "without letters right behind it"},
		{`[0x10]`, "without letters right behind it"},
		{`[1 /2]`, ""},
		{`[1`, ""},
		{`[nul`, ""},
		{`[tru]`, ""},
		{`(1)`, ""},
	} {
		_, err := stream.All(strings.NewReader(tt.text), stream.Limits{})
		_, lineErr := stream.NewSplitter(stream.Limits{}).Split([]byte(tt.text), 1)
		for _, e := range []*stream.Error{streamError(t, err), streamError(t, lineErr)} {
			if !strings.Contains(e.Hint, tt.hint) || (tt.hint == "") != (e.Hint == "") {
				t.Errorf("%.40s: %q, expected %q", tt.text, e.Hint, tt.hint)
			}
		}
	}
	for text, hint := range map[string]string{
		`[1],[2]`: "without commas between them",
		`[1]]`:    "closes nothing",
		`4h`:      "without letters right behind it",
		`4 house`: "put words and keys in double quotes",
		// What the decoder has not read yet belongs to the word.
		strings.Repeat(" ", 62) + "None": "write true, false and null, in lower case",
		strings.Repeat(" ", 63) + "None": "write true, false and null, in lower case",
	} {
		_, err := stream.All(strings.NewReader(text+" "), stream.Limits{})
		if e := streamError(t, err); !strings.Contains(e.Hint, hint) {
			t.Errorf("%s: %q, expected %q", text, e.Hint, hint)
		}
	}
	for _, at := range []int{-1, 0, 1} {
		if hint := stream.Advice("", nil, at); hint != "" {
			t.Errorf("%q of nothing", hint)
		}
	}
	// Half a quotation mark is none.
	for _, text := range []string{"[\xe2", "[\xe2\x80"} {
		if hint := stream.Advice("", []byte(text), 1); hint != "" {
			t.Errorf("%q: %q", text, hint)
		}
	}
}
