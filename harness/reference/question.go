package reference

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/number"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A question is one line to the reference (7.2).
type question struct {
	Task    string
	Options []game.Setting
	In      []jsontext.Value
	Mutant  string           // "" for the rules
	Answer  []jsontext.Value // to be judged; nil: it is to answer
}

// line is the question as it is written, without its line feed.
func (o *open) line(id int) []byte {
	return append(strconv.AppendInt([]byte(`{"id":`), int64(id), 10), o.body...)
}

// body is all of the line behind the id.
func (q *question) body() []byte {
	out := appendText([]byte(`,"task":`), q.Task)
	out = append(out, `,"options":{`...)
	for i, o := range q.Options {
		if i > 0 {
			out = append(out, ',')
		}
		out = number.AppendPlain(append(appendText(out, o.Name), ':'), o.Value)
	}
	out = appendValues(append(out, `},"in":`...), q.In)
	if q.Mutant != "" {
		out = appendText(append(out, `,"mutant":`...), q.Mutant)
	}
	if q.Answer != nil {
		out = appendValues(append(out, `,"answer":`...), q.Answer)
	}
	return append(out, '}')
}

// key stands for a question.
func (o *open) key() [32]byte { return sha256.Sum256(o.body) }

func appendText(out []byte, s string) []byte {
	out, _ = jsontext.AppendQuote(out, s) // names are ASCII
	return out
}

func appendValues(out []byte, list []jsontext.Value) []byte {
	out = append(out, '[')
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = number.AppendPlain(out, v)
	}
	return append(out, ']')
}

// A reply is one line of the reference (7.3).
type reply struct {
	ID      *int               `json:"id"`
	Out     []jsontext.Value   `json:"out"`
	Or      [][]jsontext.Value `json:"or"`
	Clauses []string           `json:"clauses"`
	Why     string             `json:"why"`
	Invalid *invalidReply      `json:"invalid"`
	Right   *bool              `json:"right"`
	Pointer string             `json:"pointer"`
	Message string             `json:"message"`
	Clause  string             `json:"clause"`
	Usage   *usageReply        `json:"usage"`
	Error   *string            `json:"error"`

	size int // of the line, in bytes
}

// shownMax is how many bytes of a line a message shows: enough to know who printed it.
const shownMax = 60

// notAReply says why a line is none, in words of JSON.
func notAReply(line []byte, err error) string {
	var semantic *json.SemanticError
	found := ""
	if errors.As(err, &semantic) {
		switch found = semantic.JSONKind.String(); semantic.JSONKind {
		case '"', '0':
			found = "a " + found
		case '[', '{':
			found = "an " + found
		}
		if semantic.JSONValue != nil {
			found = string(semantic.JSONValue)
		}
	}
	switch {
	case semantic == nil:
		found = text.Shorten(string(line), shownMax)
		return fmt.Sprintf("expected an object of JSON on one line, found %q: %s", found, strings.TrimPrefix(err.Error(), "jsontext: "))
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Sprintf("there is no key %q in a reply", semantic.JSONPointer.LastToken())
	case semantic.JSONPointer == "":
		return "expected an object, found " + found
	}
	return fmt.Sprintf("at %s: expected another type, found %s", semantic.JSONPointer, found)
}

type invalidReply struct {
	Message string `json:"message"`
	Value   *int   `json:"value"`
	Pointer string `json:"pointer"`
	Clause  string `json:"clause"`
}

type usageReply struct {
	Option  string `json:"option"`
	Message string `json:"message"`
}

// orMax is how many answers a reply may list beside the first.
const orMax = 1000

// parseReply reads a line. The message says why it is no reply.
func parseReply(line []byte, q *question) (*reply, string) {
	var r reply
	if err := json.Unmarshal(line, &r, json.RejectUnknownMembers(true)); err != nil {
		return nil, notAReply(line, err)
	}
	said := 0
	for _, has := range []bool{r.Out != nil, r.Invalid != nil, r.Right != nil, r.Usage != nil, r.Error != nil} {
		if has {
			said++
		}
	}
	switch {
	case r.ID == nil:
		return nil, `expected an object with "id", found none`
	case said != 1:
		return nil, fmt.Sprintf("expected one of out, invalid, right, usage and error, found %d of them", said)
	case r.Or != nil && r.Out == nil, r.Clauses != nil && r.Out == nil, r.Why != "" && r.Out == nil:
		return nil, "expected or, clauses and why only together with out"
	case len(r.Or) > orMax:
		return nil, fmt.Sprintf("expected at most %d answers in or, found %d", orMax, len(r.Or))
	case r.Right != nil && q.Answer == nil:
		return nil, "expected right only where there is an answer to judge"
	case (r.Pointer != "" || r.Message != "" || r.Clause != "") && (r.Right == nil || *r.Right):
		return nil, "expected pointer, message and clause only beside \"right\": false"
	case r.Invalid != nil && r.Invalid.Message == "":
		return nil, "expected a message in invalid"
	}
	r.size = len(line)
	return &r, ""
}
