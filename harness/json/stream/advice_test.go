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
		{`[{"a":1,"a":2}]`, "remove one of the two keys"},
		{`[1`, ""},
		{`[1 2]`, ""},
		{`[1}`, ""},
		{`[01]`, ""},
		{`["\x"]`, ""},
	} {
		_, err := stream.All(strings.NewReader(tt.text), stream.Limits{})
		_, lineErr := stream.NewSplitter(stream.Limits{}).Split([]byte(tt.text), 1)
		for _, e := range []*stream.Error{streamError(t, err), streamError(t, lineErr)} {
			if !strings.Contains(e.Hint, tt.hint) || (tt.hint == "") != (e.Hint == "") {
				t.Errorf("%.40s: %q, expected %q", tt.text, e.Hint, tt.hint)
			}
		}
	}
	for _, at := range []int{-1, 0, 1} {
		if hint := stream.Advice(nil, at); hint != "" {
			t.Errorf("%q of nothing", hint)
		}
	}
}
