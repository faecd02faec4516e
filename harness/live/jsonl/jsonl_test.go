package jsonl_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
)

func TestRead(t *testing.T) {
	const most = 100_000 // more than the reader takes at once
	long := strings.Repeat("x", 90_000)
	for _, tt := range []struct {
		name, text string
		want       []string
		err        string // "" is io.EOF
	}{
		{"nothing", "", nil, ""},
		{"two lines", "a\nb\n", []string{"a\n", "b\n"}, ""},
		{"a torn line", "a\nb", []string{"a\n", "b"}, ""},
		{"a blank line", "\n\n", []string{"\n", "\n"}, ""},
		{"a long line", long + "\nb\n", []string{long + "\n", "b\n"}, ""},
		{"a byte order mark", "\ufeffa\n", nil, "log run.jsonl, line 1: expected UTF-8 without a byte order mark (BOM), found one"},
		{"UTF-16", "\xff\xfea\x00\n\x00", nil, "log run.jsonl, line 1: expected UTF-8, found UTF-16"},
		{"a line that is too long", "a\n" + long + long + "\n", []string{"a\n"}, "log run.jsonl, line 2: longer than 97.7 KiB"},
	} {
		r := jsonl.NewReader(strings.NewReader(tt.text), "log", "run.jsonl", most)
		for i := 0; ; i++ {
			line, last, err := r.Read()
			if i < len(tt.want) {
				if err != nil || string(line) != tt.want[i] || last != (i == len(tt.want)-1 && tt.err == "") {
					t.Fatalf("%s: line %d is %.20q, last %v, %v", tt.name, i+1, line, last, err)
				}
				r.Accept()
				continue
			}
			if tt.err == "" && err != io.EOF || tt.err != "" && (err == nil || err.Error() != tt.err) {
				t.Errorf("%s: %v, expected %q", tt.name, err, tt.err)
			}
			break
		}
		if r.Whole() != len(tt.want) {
			t.Errorf("%s: %d lines are whole, expected %d", tt.name, r.Whole(), len(tt.want))
		}
	}
}

// TestMore: a line comes in pieces while its writer still writes.
func TestMore(t *testing.T) {
	var in strings.Builder
	pipe := &growing{}
	r := jsonl.NewReader(pipe, "log", "run.jsonl", 100)
	var line []byte
	var err error
	for _, piece := range []string{"{", `"a"`, ":1}", "\n"} {
		if line, err = r.More(line); err != io.EOF || string(line) != in.String() {
			t.Fatalf("%q, %v, expected %q", line, err, in.String())
		}
		in.WriteString(piece)
		pipe.text += piece
	}
	if line, err = r.More(line); err != nil || string(line) != in.String() {
		t.Errorf("%q, %v, expected %q", line, err, in.String())
	}
}

// A growing file ends where it ends now.
type growing struct{ text string }

func (g *growing) Read(p []byte) (int, error) {
	n := copy(p, g.text)
	if g.text = g.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestFail(t *testing.T) {
	r := jsonl.NewReader(iotest.ErrReader(errors.New("the disk is gone")), "log", "run.jsonl", 100)
	if _, _, err := r.Read(); err == nil || err.Error() != "log run.jsonl: the disk is gone" {
		t.Error(err)
	}
	r.Accept()
	for text, want := range map[string]string{
		`{"a":[1],}`:      "log run.jsonl, line 2, column 9: not valid JSON: ",
		`{"a":`:           "log run.jsonl, line 2, column 6: at /a: the JSON value is incomplete",
		`{"a":[1,"\x1b"]`: "log run.jsonl, line 2, column 10: at /a/1: not valid JSON: ",
		`{"` + strings.Repeat("k", 1<<20) + `":[1e]}`: "log run.jsonl, line 2, column 1048584: not valid JSON: ",
		`{"a":"1"}`:   "log run.jsonl, line 2: at /a: expected an array, found a string",
		`{"a":["1"]}`: "log run.jsonl, line 2: at /a/0: expected a number, found a string",
		`[]`:          "log run.jsonl, line 2: expected an object, found an array",
		`{"a":[1.5]}`: "log run.jsonl, line 2: at /a/0: the value has the wrong type: ",
	} {
		var v struct{ A []int }
		err := json.Unmarshal([]byte(text), &v, json.MatchCaseInsensitiveNames(true))
		if err == nil {
			t.Fatalf("%s is read", text)
		}
		if got := r.Fail(err, "").Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
	err := r.Fail(&game.UsageError{Message: "of another version", Hint: "use that"}, "nothing")
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || usage.Hint != "use that" || usage.Message != "log run.jsonl, line 2: of another version" {
		t.Errorf("%#v", err)
	}
}
