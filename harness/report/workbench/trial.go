package workbench

import (
	"errors"
	"strings"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/report/diff"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// moveTask is the task of the command check: a state and a request.
const moveTask = "move"

// How much the page gets to know about an input.
const (
	// problemsMax is how many problems of one value it lists: more than anybody reads.
	problemsMax = 20
	// problemsBytesMax is many times the largest state. A longer value gets only its first
	// problem, since looking for the others would double the time.
	problemsBytesMax = 64 << 10
	// valuesMax is how many values it can select: nobody looks through more.
	valuesMax = 2_000
)

// A Trial is the answer to an input.
type Trial struct {
	Command string `json:"command"` // the command line that says the same of this input
	Output  string `json:"output"`  // what it writes to standard output
	Status  int    `json:"status"`  // and its exit status

	Values  []Placed `json:"values"`            // of the input, as far as it can be read
	Refusal *Refusal `json:"refusal,omitempty"` // why there is no answer
	Verdict *Verdict `json:"verdict,omitempty"` // on a request, in task move

	Before  []Picture `json:"before"`  // of the input
	After   []Picture `json:"after"`   // of the answer
	Changes []string  `json:"changes"` // from the state before to the one after, a line each
}

// A Placed value is part of the input.
type Placed struct {
	Name  string `json:"name"`  // of the parameter
	Value string `json:"value"` // of its schema
	From  int    `json:"from"`  // where it begins and ends, as JavaScript counts
	To    int    `json:"to"`
}

// A Refusal is what is wrong with an input, with the place.
type Refusal struct {
	Message  string    `json:"message"` // as the command says it, with the place
	Clause   *clause   `json:"clause,omitempty"`
	From     int       `json:"from"`
	To       int       `json:"to"`
	Problems []Problem `json:"problems"` // all that the schema finds wrong with the value
}

// A Problem is one thing that is wrong with a value.
type Problem struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
	From    int    `json:"from"`
	To      int    `json:"to"`
}

// A Verdict is what the rules say to a request.
type Verdict struct {
	Legal  bool    `json:"legal"`
	Code   string  `json:"code,omitempty"`
	Why    string  `json:"why,omitempty"`
	Clause *clause `json:"clause,omitempty"`
	Words  string  `json:"words,omitempty"` // what the request does
}

// A Picture is one value that can be drawn.
type Picture struct {
	Name string `json:"name"`
	SVG  string `json:"svg"`
}

// trial answers the input of a task.
func (b *Bench) trial(q *Question) (any, error) {
	d, err := b.at(q)
	if err == nil && q.Task == "" {
		err = &game.UsageError{Message: "a case is of a task, and none is named"}
	}
	if err != nil {
		return nil, err
	}
	t := &Trial{Command: command(q), Values: []Placed{}, Before: []Picture{}, After: []Picture{}, Changes: []string{}}
	p := newPlaces(q.Input)
	values, err := d.Read(strings.NewReader(q.Input))
	for _, v := range values[:min(len(values), valuesMax)] {
		param := game.ParamAt(d.Task.In, v.Index)
		from := int(v.Start.Offset)
		t.Values = append(t.Values, Placed{param.Name, param.Value, p.unit(from), p.unit(from + len(v.Raw))})
	}
	var result game.Output
	if err == nil {
		err = d.Solve(d.Rules.Oracle(d.Task.Name), values, &result)
	}
	if refusal, ok := errors.AsType[*answer.Refusal](err); ok {
		t.Status = 2
		t.Refusal = refuse(d, p, refusal, values)
		t.Before = draw(d, d.Task.In, stream.Raws(values), nil, q)
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	raws := stream.Raws(values)
	for i := range result.Len() {
		t.Output += string(result.Value(i)) + "\n"
	}
	if d.Task.Name == moveTask {
		t.judge(d, raws, &result, q)
		return t, nil
	}
	t.Before = draw(d, d.Task.In, raws, nil, q)
	t.After = draw(d, d.Task.Out, result.Values(), nil, q)
	return t, nil
}

// judge says what check says of a request.
func (t *Trial) judge(d *answer.Desk, raws []jsontext.Value, result *game.Output, q *Question) {
	said, illegal, _ := d.AppendCheck(nil, raws, result) // the page has no game that somebody brought
	t.Output = string(said) + "\n"
	t.Verdict = &Verdict{Legal: !illegal, Words: words(d, d.Task.In[1].Value, raws[1], raws[0])}
	value := d.Task.In[:1]
	before := canonical(d, raws[0])
	if illegal {
		t.Status = 1
		var v struct {
			Code   string `json:"code"`
			Clause string `json:"clause"`
			Why    string `json:"why"`
		}
		_ = json.Unmarshal(said, &v) // we have just written it
		t.Verdict.Code, t.Verdict.Why, t.Verdict.Clause = v.Code, v.Why, cite(d.Game, v.Clause)
		t.Before = draw(d, value, []jsontext.Value{before}, nil, q)
		return
	}
	after, _ := game.StateIn(result.Value(0))
	list, more := diff.Between(before, after)
	t.Before = draw(d, value, []jsontext.Value{before}, differing(before, after), q)
	t.After = draw(d, value, []jsontext.Value{after}, pointers(list), q)
	for _, c := range list {
		t.Changes = append(t.Changes, c.Text)
	}
	if more > 0 {
		t.Changes = append(t.Changes, "… and "+text.Count(more, "more change"))
	}
}

// canonical is a state as the rules write it: in it bags have the order that they have in
// the state behind a request, so that only what changes differs.
func canonical(d *answer.Desk, state jsontext.Value) jsontext.Value {
	play, ok := d.Game.Task(playback.PlayTask)
	var out game.Output
	if !ok || len(play.Out) < 2 || d.Rules.Oracle(play.Name)([]jsontext.Value{state}, &out) != nil || out.Len() < 2 {
		return state
	}
	return out.Value(1).Clone()
}

// differing are the places of a state that another one has otherwise, or not at all.
func differing(state, other jsontext.Value) []string {
	list, _ := diff.Between(other, state)
	return pointers(list)
}

func pointers(list []diff.Change) []string {
	all := []string{}
	for _, c := range list {
		all = append(all, c.Pointers...)
	}
	return all
}

// words are what a request does, as people say it; "" if the game has no words for it.
func words(d *answer.Desk, value string, request, state jsontext.Value) string {
	deed := game.Tell(d.Rules, value, request, state)
	return strings.TrimSpace(deed.Who + " " + deed.What)
}

// draw draws each value that can be drawn, but for those of which there may be many: these
// are looked at step by step. What has not the shape of its value has no picture, and the
// answer says what is wrong with it.
func draw(d *answer.Desk, params []game.Param, values []jsontext.Value, marked []string, q *Question) []Picture {
	list := []Picture{}
	for i, param := range params[:min(len(params), len(values))] {
		if q.Plain || param.Repeated {
			break
		}
		if s, err := picture.Value(d.Rules, param.Value, values[i]); err == nil {
			list = append(list, Picture{param.Name, drawn(s, s.Mark(marked...), q.Width)})
		}
	}
	return list
}

func drawn(s *scene.Scene, marks scene.Marks, width int) string {
	return string(svg.Draw(s, svg.Options{Width: width, Marks: marks, Places: true}))
}

// refuse says what is wrong with the input.
func refuse(d *answer.Desk, p *places, r *answer.Refusal, values []stream.Value) *Refusal {
	at := p.offset(r.Line, r.Column)
	out := &Refusal{Message: r.Error(), Clause: cite(d.Game, r.Clause), Problems: []Problem{}}
	out.From, out.To = p.span(at)
	if r.Value == 0 || r.Value > len(values) {
		return out
	}
	v := values[r.Value-1]
	if len(v.Raw) > problemsBytesMax {
		return out
	}
	// Whatever stops it, the refusal has said what is wrong.
	_ = d.Validate(game.ParamAt(d.Task.In, r.Value-1).Value, strings.NewReader(string(v.Raw)), func(found answer.Validity) error {
		own := newPlaces(string(v.Raw))
		for _, e := range found.Errors[:min(len(found.Errors), problemsMax)] {
			one := Problem{Pointer: e.Pointer, Message: e.Message}
			one.From, one.To = p.span(int(v.Start.Offset) + own.offset(e.Line, e.Column))
			out.Problems = append(out.Problems, one)
		}
		return nil
	})
	return out
}

// places turns places of a text into others.
type places struct {
	text  string
	plain bool // ASCII: bytes are units

	known, units int // the byte that was asked for last, and its place
}

func newPlaces(s string) *places {
	p := &places{text: s, plain: true}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			p.plain = false
			break
		}
	}
	return p
}

// unit is the place of a byte as JavaScript counts: in units of UTF-16.
func (p *places) unit(offset int) int {
	offset = min(max(offset, 0), len(p.text))
	if p.plain {
		return offset
	}
	// Most questions are about what comes later.
	if offset < p.known {
		p.known, p.units = 0, 0
	}
	for _, r := range p.text[p.known:offset] {
		p.units++
		if r > 0xFFFF {
			p.units++
		}
	}
	p.known = offset
	return p.units
}

// offset is the byte at a line and a column, both from 1.
func (p *places) offset(line, column int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(p.text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return min(at+max(column-1, 0), len(p.text))
}

// span is where what begins at a byte begins and ends as JavaScript counts: a JSON value,
// or one character.
func (p *places) span(offset int) (from, to int) {
	end := offset
	if v, err := stream.NewReader(strings.NewReader(p.text[offset:]), stream.Limits{}).Next(); err == nil {
		end += int(v.Start.Offset) + len(v.Raw)
	} else if _, n := utf8.DecodeRuneInString(p.text[offset:]); n > 0 {
		end += n
	}
	return p.unit(offset), p.unit(end)
}

// command is the command line that gives the answer.
func command(q *Question) string {
	list := []string{"touchstone", "solve", q.Game + "/" + q.Task}
	if q.Task == moveTask {
		list = []string{"touchstone", "check", q.Game}
	}
	if q.Preset != "" {
		list = append(list, "--preset", q.Preset)
	}
	for _, o := range q.Options {
		list = append(list, "--option", o)
	}
	return text.Quote(list)
}
