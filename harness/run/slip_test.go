package run

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

func TestSlip(t *testing.T) {
	for _, c := range []struct {
		name, output       string
		expected, previous string
		want               string // in the hint; "" for none
		lines              string // in that of a program that answers line by line; "" for the same
	}{
		{name: "list of Python", output: `['red']`, expected: `["red"]`, want: "Python list or dict"},
		{name: "dict of Python", output: `{'legal': False}`, expected: `{"legal":false}`, want: "Python list or dict"},
		{name: "None", output: `None`, expected: `false`, want: "Python value"},
		{name: "True in a list", output: `[True]`, expected: `[true]`, want: "Python value"},
		{name: "not a number", output: `[NaN]`, expected: `[1]`, want: "JSON has no NaN"},
		{name: "not a number in Go", output: `[NaN,1]`, expected: `[1]`, want: "JSON has no NaN"},
		{name: "minus infinity", output: `-Infinity`, expected: `1`, want: "JSON has no NaN"},
		{name: "printed word", output: "debug 1\n" + `["red"]`, expected: `["red"]`, want: "debug line"},
		{name: "printed number", output: `3 ["red"]`, expected: `["red"]`, want: "other values come before"},
		{name: "bare word", output: "void\n", expected: `"void"`, want: "strings have quotation marks"},
		{name: "another bare word", output: "done\n", expected: `"void"`, want: "debug line"},
		{name: "bare list", output: "red blue\n", expected: `["red","blue"]`, want: "strings have quotation marks"},
		{name: "bare word of an object", output: "sell 3\n", expected: `[{"verb":"sell","n":3}]`, want: "strings have quotation marks"},
		{name: "debug line that begins like an answer", output: "redo\n", expected: `["red","blue"]`, want: "debug line"},
		{name: "number with a unit", output: "4h\n", expected: `4`, want: "without letters right behind it"},
		{name: "number with a unit in a list", output: "[1,4h]\n", expected: `[1,4]`, want: "without letters right behind it"},
		{name: "half a number", output: "1ex\n", expected: `1`, want: "write numbers"},
		{name: "list of Go", output: "[red blue]\n", expected: `["red","blue"]`, want: "in double quotes"},
		{name: "generator of Python", output: "<generator object <genexpr> at 0x7f>\n", expected: `["red"]`, want: "printed as text"},
		{name: "object of a class of Python", output: "<__main__.Answer object at 0x7f>\n", expected: `["red"]`, want: "printed as text"},
		{name: "function in a list", output: "[<function f at 0x7f>]\n", expected: `["red"]`, want: "printed as text"},
		{name: "object of JavaScript", output: "[object Object]\n", expected: `{"n":3}`, want: "printed as text"},
		{name: "object of Java", output: "Answer@1b6d3586\n", expected: `{"n":3}`, want: "printed as text"},
		{name: "array of Java", output: "[I@1b6d3586\n", expected: `[3]`, want: "printed as text"},
		{name: "map of Go", output: "map[n:3]\n", expected: `{"n":3}`, want: "printed as text"},
		{name: "array of JavaScript", output: "[ 'red', 'blue' ]\n", expected: `["red","blue"]`, want: "JSON.stringify"},
		{name: "long array of JavaScript", output: "[\n  'red', 'blue'\n]\n", expected: `["red","blue"]`, want: "JSON.stringify"},
		{name: "object that JavaScript shows", output: "{ n: 3 }\n", expected: `{"n":3}`, want: "JSON.stringify"},
		{name: "keys without quotation marks", output: "{n:3}\n", expected: `{"n":3}`, want: "keys in double quotes"},
		{name: "undefined", output: "undefined\n", expected: `{"n":3}`, want: "JSON has no undefined"},
		{name: "less-than sign", output: "< 3\n", expected: `3`},
		{name: "colours", output: "\x1b[32m[\"red\"]\x1b[0m\n", expected: `["red"]`, want: "codes for colours"},
		{name: "comma and blank at the end", output: `["red", ]`, expected: `["red"]`, want: "only between elements"},
		{name: "missing comma", output: `["red" "blue"]`, expected: `["red","blue"]`, want: "comma between the two elements"},
		{name: "Latin-1", output: "[\"r\xe9d\"]", expected: `["red"]`, want: "write UTF-8"},
		{name: "commas between values", output: `["red"], 3`, expected: `["red"] 3`, want: "without commas between them"},
		{name: "in an object", output: `{"order":["red","blue"]}`, expected: `["red","blue"]`, want: "names of its parts"},
		{name: "two in an object", output: `{"cards":[],"wallet":["red"]}`, expected: `["red"] []`, want: "names of its parts"},
		{name: "another value in an object", output: `{"order":["blue"]}`, expected: `["red","blue"]`},
		{name: "in a larger object", output: `{"order":["red"],"n":3}`, expected: `["red"]`},
		{name: "twice", output: `["red"] ["red"]`, expected: `["red"]`, want: "more than once"},
		{name: "two values twice", output: `["red"] 3 ["red"] 3`, expected: `["red"] 3`, want: "more than once"},
		{name: "byte order mark", output: "\ufeff" + `["red"]`, expected: `["red"]`, want: "byte order mark"},
		{name: "bytes of Python", output: `b'["red"]'`, expected: `["red"]`, want: "value.decode()"},
		{name: "bytes in a list", output: `[b'red']`, expected: `["red"]`, want: "value.decode()"},
		{name: "UTF-16", output: "\xff\xfe[\x00]\x00", expected: `["red"]`, want: "UTF-16"},
		{name: "UTF-16 of one digit", output: "\xff\xfe1\x00", expected: `1`, want: "UTF-16"},
		{name: "UTF-16 without a mark", output: "[\x00]\x00", expected: `["red"]`, want: "UTF-16"},
		{name: "a text of C with its end", output: `["red"]` + "\x00", expected: `["red"]`, want: "NUL byte"},
		{name: "a room of C that is not full", output: `["red"]` + "\x00\x00\x00\n", expected: `["red"]`, want: "NUL byte"},
		{name: "UTF-16 of the other order", output: "\x00[\x00]", expected: `["red"]`, want: "UTF-16"},
		{name: "marks of code", output: "```json\n" + `["red"]` + "\n```", expected: `["red"]`, want: "between code fences"},
		{name: "comma at the end of a list", output: `["red",]`, expected: `["red"]`, want: "only between elements"},
		{name: "comma at the end of an object", output: `{"legal":true,}`, expected: `{"legal":true}`, want: "only between elements"},
		{name: "all in an array", output: `[["red"],["blue"]]`, expected: `["red"] ["blue"]`, want: "one after the other", lines: "in one array"},
		{name: "one value in an array", output: `[["red"]]`, expected: `["red"]`, want: "print the value alone", lines: "in one array"},
		{name: "elements alone", output: `"red" "blue"`, expected: `["red","blue"]`, want: "print them as one array", lines: "array on the line is the answer"},
		{name: "first value alone", output: `"red"`, expected: `["red"] 3`, lines: "array on the line is the answer"},
		{name: "each element in an array", output: `[["red"],["blue"]]`, expected: `["red","blue"]`, want: "in its own array"},
		{name: "encoded twice", output: `"[\"red\"]"`, expected: `["red"]`, want: "encode it once"},
		{name: "numbers as strings", output: `{"score":"3"}`, expected: `{"score":3}`, want: "numbers are written as strings"},
		{name: "answer to the case before", output: `["red"]`, expected: `false`, previous: `["red"]`, want: "the previous case"},
		{name: "several lines", output: `["red",`, expected: `["red"]`, lines: "on a single line"},
		{name: "wrong answer", output: `["red"]`, expected: `["blue"]`, previous: `false`},
		{name: "missing brace", output: `{"score":`, expected: `{"score":3}`, lines: "on a single line"},
	} {
		got, streamErr := values(c.output)
		expected, _ := values(c.expected)
		previous, _ := values(c.previous)
		v := judge.Verdict{Outcome: judge.WrongAnswer}
		if streamErr != nil {
			v.Outcome = judge.NotJSON
		}
		a := &subject.Answer{Values: got, StreamErr: streamErr}
		for _, lines := range []bool{false, true} {
			want := c.want
			if lines && c.lines != "" {
				want = c.lines
			}
			hint := slip(&v, a, expected, previous, lines)
			if hint == "" != (want == "") || !strings.Contains(hint, want) {
				t.Errorf("%s, line by line %v: %q, expected %q in it", c.name, lines, hint, want)
			}
		}
	}
	for _, c := range []struct {
		outcome judge.Outcome
		answer  subject.Answer
		lines   bool
		want    string
	}{
		{judge.Timeout, subject.Answer{Exit: -1}, true, "flush"},
		{judge.Silent, subject.Answer{Exit: -1}, false, "wait for more input"},
		{judge.Silent, subject.Answer{Exit: -1, CPU: 30 * time.Millisecond, Duration: time.Second}, false, "wait for more input"},
		{judge.Silent, subject.Answer{Exit: -1, CPU: 900 * time.Millisecond, Duration: time.Second}, false, "too slow for this input"},
		{judge.Timeout, subject.Answer{Exit: -1, Partial: true}, true, "line feed"},
		{judge.Crashed, subject.Answer{Exit: 127, Stderr: `env: 'python3\r': No such file or directory`}, false, "CRLF"},
		{judge.Crashed, subject.Answer{Exit: 127, Stderr: "/usr/bin/env: ‘python3\\r’: No such file or directory"}, false, "CRLF"},
		{judge.Crashed, subject.Answer{Exit: 3, Values: []jsontext.Value{jsontext.Value("1")}}, false, "exit status 0"},
		{judge.Crashed, subject.Answer{Exit: 1, Values: []jsontext.Value{jsontext.Value("1")}, Stderr: "KeyError: 'bank'"}, false, ""},
		{judge.Crashed, subject.Answer{Exit: -1, Signal: "SIGSEGV", Values: []jsontext.Value{jsontext.Value("1")}}, false, ""},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "    t = open(sys.argv[1]).read()\nIndexError: list index out of range"}, false, "standard input"},
		{judge.Crashed, subject.Answer{Exit: 2, Stderr: "usage: x [-h] file\nx: error: the following arguments are required: file"}, false, "standard input"},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "Usage: ./xeq FILE"}, false, "standard input"},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "KeyError: 'bank'"}, false, ""},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "json.decoder.JSONDecodeError: Extra data: line 2 column 1 (char 10)"}, false, "several JSON values"},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "SyntaxError: Unexpected non-whitespace character after JSON at position 10"}, false, "several JSON values"},
		{judge.WrongShape, subject.Answer{StreamErr: &stream.Error{Kind: stream.NoArray}}, true, "in one array on one line"},
		{judge.MissingOutput, subject.Answer{Warnings: []subject.Warning{subject.Lingered, subject.Leaked}}, false, "let it wait for that one"},
		{judge.MissingOutput, subject.Answer{Warnings: []subject.Warning{subject.Lingered}}, false, ""},
		{judge.MissingOutput, subject.Answer{}, false, "does it call its main function"},
		{judge.MissingOutput, subject.Answer{OutputBytes: 1}, false, ""},
		{judge.MissingOutput, subject.Answer{}, true, ""},
		{judge.MissingOutput, subject.Answer{Stderr: "reading\n[[\"bob\"], []]\n"}, false, "the answer is on standard error"},
		{judge.MissingOutput, subject.Answer{Stderr: "reading\n[[\"eve\"], []]\n"}, false, ""},
	} {
		v := judge.Verdict{Outcome: c.outcome}
		expected := c.answer.Values
		if c.outcome == judge.MissingOutput {
			expected = []jsontext.Value{jsontext.Value(`[["bob"],[]]`)}
		}
		if hint := slip(&v, &c.answer, expected, nil, c.lines); hint == "" != (c.want == "") || !strings.Contains(hint, c.want) {
			t.Errorf("%s: %q, expected %q in it", c.outcome, hint, c.want)
		}
	}
}

// TestLate has programs that answer line by line, some of them one case too late: the
// short answers, which many cases have, are late only if more of them in a row are.
func TestLate(t *testing.T) {
	for _, c := range []struct {
		name, expected, received string // an answer for each question
		want                     string // T for each that is held to be late
	}{
		{"in time", `1 2 3 4 5`, `1 2 3 4 5`, "....."},
		{"late", `1 2 3 4 5 6`, `0 1 2 3 4 5`, "...TTT"},
		{"late and long", long("red") + long("blue") + long("green"), `0` + long("red") + long("blue"), "..T"},
		{"long by chance", long("red") + long("blue") + long("green"), long("red") + long("red") + long("green"), "..."},
		{"late and short", `["red"] ["blue"] ["green"] ["white"] ["red"]`, `0 ["red"] ["blue"] ["green"] ["white"]`, "...TT"},
		{"late and often right", `1 2 2 1 1 2 2 1 1 2 2 1`, `0 1 2 2 1 1 2 2 1 1 2 2`, "...........T"},
		{"late and once right", `1 2 2 3 4`, `0 1 2 2 3`, "....T"},
		{"swapped", `1 1 2 1 2 2 1 2 1`, `2 2 1 2 1 1 2 1 2`, "........."},
		{"short by chance", `{"fits":false} {"fits":true} [0]`, `{"fits":false} {"fits":false} [0]`, "..."},
		{"refusal by chance", `{"code":"overhang","legal":false} {"code":"gap","legal":false} 0`, `0 {"code":"overhang","legal":false} 0`, "..."},
		{"wrong by chance", `true false true true false`, `true true true false true`, "....."},
		{"alike", `["red"] ["red"] ["red"]`, `["red"] ["red"] ["red"]`, "..."},
	} {
		expected, _ := values(c.expected)
		received, _ := values(c.received)
		var before *question
		got := ""
		for i := range expected {
			q := &question{expected: expected[i : i+1], before: before}
			if q.previous(received[i:i+1]) != nil {
				got += "T"
			} else {
				got += "."
			}
			before = q
		}
		if got != c.want {
			t.Errorf("%s: %s, expected %s", c.name, got, c.want)
		}
	}
}

// long is an answer of a colour that none gives by chance twice.
func long(colour string) string {
	return ` {"wallet":[` + strings.Repeat(`"`+colour+`",`, 20) + `"red"]} `
}

// values are those that a text has, and what is wrong behind them.
func values(text string) ([]jsontext.Value, *stream.Error) {
	list, err := stream.All(strings.NewReader(text), stream.Limits{})
	broken, _ := err.(*stream.Error)
	return stream.Raws(list), broken
}
