package reference

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A question is one line to the reference (7.2).
type question struct {
	Task    string
	Options []game.Setting
	In      []jsontext.Value
	Mutant  string           // "" for the rules
	Answer  []jsontext.Value // to be judged; nil: it is to answer

	Live string // the word of a question of live play, "" for one of a task
	Rest []byte // what stands behind the options in one of live play, with a comma in front
}

// line is the question as it is written, without its line feed.
func (o *open) line(id int) []byte {
	return append(strconv.AppendInt([]byte(`{"id":`), int64(id), 10), o.body...)
}

// body is all of the line behind the id.
func (q *question) body() []byte {
	out := appendText([]byte(`,"task":`), q.Task)
	if q.Live != "" {
		out = appendText([]byte(`,"live":`), q.Live)
	}
	out = append(out, `,"options":{`...)
	for i, o := range q.Options {
		if i > 0 {
			out = append(out, ',')
		}
		out = number.AppendPlain(append(appendText(out, o.Name), ':'), o.Value)
	}
	if out = append(out, '}'); q.Live != "" {
		out = append(out, q.Rest...)
	} else {
		out = appendValues(append(out, `,"in":`...), q.In)
	}
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

	liveSaid

	size int // of the line, in bytes
}

// What a reply to a question of live play has.
type liveSaid struct {
	Table  jsontext.Value `json:"table"`
	Calls  []liveCall     `json:"calls"`
	Breach *liveBreach    `json:"breach"`
	Result jsontext.Value `json:"result"`
	Value  jsontext.Value `json:"value"`
	Known  jsontext.Value `json:"known"`
}

type liveCall struct {
	Seat   *int             `json:"seat"`
	Method string           `json:"method"`
	Args   []jsontext.Value `json:"args"`
}

type liveBreach struct {
	Code    string `json:"code"`
	Clause  string `json:"clause"`
	Message string `json:"message"`
}

// sameLive tells whether two replies of live play say the same. The table and what a player
// knows may differ: nobody but the reference reads them.
func (r *reply) sameLive(other *reply) bool {
	if (r.Invalid != nil) != (other.Invalid != nil) || (r.Breach == nil) != (other.Breach == nil) || len(r.Calls) != len(other.Calls) {
		return false
	}
	for i, c := range r.Calls {
		d := other.Calls[i]
		seats := (c.Seat == nil) == (d.Seat == nil) && (c.Seat == nil || *c.Seat == *d.Seat)
		if !seats || c.Method != d.Method || !slices.EqualFunc(c.Args, d.Args, gamefolder.Same) {
			return false
		}
	}
	return (r.Breach == nil || r.Breach.Code == other.Breach.Code) && gamefolder.Same(r.Result, other.Result) && gamefolder.Same(r.Value, other.Value)
}

// shownMax is how many bytes of a line a message shows: enough to know who printed it.
const shownMax = 60

// notAReply says why a line is none, in words of JSON.
func notAReply(line []byte, err error) string {
	var semantic *json.SemanticError
	found := ""
	if errors.As(err, &semantic) {
		if found = stream.KindName(semantic.JSONKind); semantic.JSONKind == 't' || semantic.JSONKind == 'f' {
			found = semantic.JSONKind.String()
		}
		if semantic.JSONValue != nil {
			found = string(semantic.JSONValue)
		}
	}
	switch {
	case semantic == nil:
		return notJSON(line, err)
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Sprintf("there is no key %q in a reply", semantic.JSONPointer.LastToken())
	case semantic.JSONPointer == "":
		return "expected an object, found " + found
	}
	return fmt.Sprintf("at %s: expected %s, found %s", stream.Place(string(semantic.JSONPointer)), typeWords(semantic.GoType), found)
}

// expectedLine begins what is said of a line that is not one value of JSON.
const expectedLine = "expected an object of JSON on one line, found "

// sameLine is a message without the line that it cites: a reference that prints what it does
// makes one mistake, whatever it prints.
func sameLine(message string) string {
	const cited = expectedLine + `"`
	if before, _, ok := strings.Cut(message, cited); ok {
		return before + cited
	}
	return message
}

// notJSON says why a line is not one value of JSON.
func notJSON(line []byte, err error) string {
	const expected = expectedLine
	shown := text.Shorten(string(line), shownMax)
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case strings.TrimSpace(string(line)) == "":
		return expected + "a blank line"
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s%q, which ends inside a value", expected, shown)
	case !isSyntax:
		return fmt.Sprintf("%s%q: %s", expected, shown, err)
	case syntax.JSONPointer != "":
		return fmt.Sprintf("%s%q: at %s: %v", expected, shown, stream.Place(string(syntax.JSONPointer)), syntax.Err)
	}
	return fmt.Sprintf("%s%q: %v", expected, shown, syntax.Err)
}

// typeWords says in words of JSON what a key of a reply takes.
func typeWords(t reflect.Type) string {
	if t == reflect.TypeFor[*int]() || t == reflect.TypeFor[int]() {
		return "an integer, written in plain digits"
	}
	return stream.TypeName(t)
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
	if q.Live != "" {
		r.size = len(line)
		return &r, r.wrongLive(q.Live)
	}
	if r.hasGame() || r.Breach != nil || r.hasPlay() {
		return nil, "expected table, calls, breach, result, value and known only in live play"
	}
	said := count(r.Out != nil, r.Invalid != nil, r.Right != nil, r.Usage != nil, r.Error != nil)
	switch {
	case r.ID == nil:
		return nil, `expected an object with "id", found none`
	case said != 1:
		return nil, fmt.Sprintf("expected one of out, invalid, right, usage and error, found %d of them", said)
	case r.Out == nil && r.aboutOut():
		return nil, "expected or, clauses and why only together with out"
	case len(r.Or) > orMax:
		return nil, fmt.Sprintf("expected at most %d answers in or, found %d", orMax, len(r.Or))
	case r.Right != nil && q.Answer == nil:
		return nil, "expected right only where there is an answer to judge"
	case r.Out != nil && r.Clause != "":
		return nil, "expected clauses, a list of ids, beside out, found clause"
	case (r.Right == nil || *r.Right) && r.aboutWrong():
		return nil, "expected pointer, message and clause only beside \"right\": false"
	case r.Invalid != nil && r.Invalid.Message == "":
		return nil, "expected a message in invalid"
	}
	r.size = len(line)
	return &r, ""
}

// hasGame tells whether a reply has keys that say how a live game stands.
func (r *reply) hasGame() bool { return r.Table != nil || r.Calls != nil || r.Result != nil }

// hasPlay tells whether a reply has keys of the reply to play.
func (r *reply) hasPlay() bool { return r.Value != nil || r.Known != nil }

// aboutOut tells whether a reply has keys that say more of the answer.
func (r *reply) aboutOut() bool { return r.Or != nil || r.Clauses != nil || r.Why != "" }

// aboutWrong tells whether a reply has keys that say what is wrong with an answer.
func (r *reply) aboutWrong() bool { return r.Pointer != "" || r.Message != "" || r.Clause != "" }

// count is how many of the conditions hold.
func count(conditions ...bool) int {
	n := 0
	for _, holds := range conditions {
		if holds {
			n++
		}
	}
	return n
}

// wrongLive says why a reply is none to a question of live play, "" if it is one.
func (r *reply) wrongLive(word string) string {
	const play = "play"
	said := count(r.Invalid != nil, r.Usage != nil, r.Error != nil, word != play && r.hasGame(), word == play && r.hasPlay())
	switch {
	case r.ID == nil:
		return `expected an object with "id", found none`
	case r.Out != nil || r.aboutOut() || r.Right != nil || r.aboutWrong():
		return "expected no keys of a task's reply in live play"
	case word == play && (r.hasGame() || r.Breach != nil || r.Invalid != nil):
		return "expected value and known in the reply to play"
	case word != play && r.hasPlay():
		return "expected value and known only in the reply to play"
	case r.Breach != nil && (word == "start" || r.Breach.Code == "" && word == "reply"):
		return "expected a breach with a code in the reply to reply only"
	case r.Invalid != nil && word != "start":
		return "expected invalid only in the reply to start"
	case said != 1 && word == play:
		return fmt.Sprintf("expected value and known, or error, found %d of them", said)
	case said != 1:
		return fmt.Sprintf("expected table and calls, invalid, usage or error, found %d of them", said)
	case r.Invalid != nil && r.Invalid.Message == "":
		return "expected a message in invalid"
	case r.Invalid != nil || r.Usage != nil || r.Error != nil:
		return ""
	case word == play && (r.Value == nil || r.Known == nil):
		return "expected both value and known"
	case word != play && r.Table == nil && r.Result == nil:
		return "expected a table, since the game goes on"
	}
	return ""
}
