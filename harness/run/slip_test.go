package run

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

func TestSlip(t *testing.T) {
	for _, c := range []struct {
		name, output       string
		expected, previous string
		want               string // in the hint; "" for none
	}{
		{"list of Python", `['red']`, `["red"]`, "", "Python"},
		{"None", `None`, `false`, "", "Python"},
		{"True in a list", `[True]`, `[true]`, "", "Python"},
		{"printed word", "debug 1\n" + `["red"]`, `["red"]`, "", "debug line"},
		{"printed number", `3 ["red"]`, `["red"]`, "", "other values come before the answer"},
		{"byte order mark", "\ufeff" + `["red"]`, `["red"]`, "", "byte order mark"},
		{"all in an array", `[["red"],["blue"]]`, `["red"] ["blue"]`, "", "one pair of brackets too many"},
		{"one value in an array", `[["red"]]`, `["red"]`, "", "one pair of brackets too many"},
		{"elements alone", `"red" "blue"`, `["red","blue"]`, "", "print them as one array"},
		{"each element in an array", `[["red"],["blue"]]`, `["red","blue"]`, "", "in its own array"},
		{"encode it once", `"[\"red\"]"`, `["red"]`, "", "encode it once"},
		{"numbers as strings", `{"score":"3"}`, `{"score":3}`, "", "numbers are written as strings"},
		{"answer to the case before", `["red"]`, `false`, `["red"]`, "the previous case"},
		{"wrong answer", `["red"]`, `["blue"]`, `false`, ""},
		{"missing brace", `{"score":`, `{"score":3}`, "", ""},
	} {
		got, streamErr := values(c.output)
		expected, _ := values(c.expected)
		previous, _ := values(c.previous)
		v := judge.Verdict{Outcome: judge.WrongAnswer}
		if streamErr != nil {
			v.Outcome = judge.NotJSON
		}
		a := &subject.Answer{Values: got, StreamErr: streamErr}
		hint := slip(&v, a, expected, previous, false)
		if hint == "" != (c.want == "") || !strings.Contains(hint, c.want) {
			t.Errorf("%s: %q, expected %q in it", c.name, hint, c.want)
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
		{judge.Timeout, subject.Answer{Exit: -1, Partial: true}, true, ""},
		{judge.Crashed, subject.Answer{Exit: 127, Stderr: `env: 'python3\r': No such file or directory`}, false, "CRLF"},
		{judge.Crashed, subject.Answer{Exit: 1, Stderr: "KeyError: 'bank'"}, false, ""},
	} {
		v := judge.Verdict{Outcome: c.outcome}
		if hint := slip(&v, &c.answer, nil, nil, c.lines); hint == "" != (c.want == "") || !strings.Contains(hint, c.want) {
			t.Errorf("%s: %q, expected %q in it", c.outcome, hint, c.want)
		}
	}
}

// values are those that a text has, and what is wrong behind them.
func values(text string) ([]jsontext.Value, *stream.Error) {
	list, err := stream.All(strings.NewReader(text), stream.Limits{})
	broken, _ := err.(*stream.Error)
	return stream.Raws(list), broken
}
