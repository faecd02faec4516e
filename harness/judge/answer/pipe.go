package answer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// pipeRulesMax is for how many settings the rules are kept: a run asks for a few,
// and each mutant once.
const pipeRulesMax = 1000

// Pipe answers the questions of a pipe (chapter 7 of game-folder.md) by the rules of
// a game: one a line, each reply as soon as it is known. The error is the reader's,
// the writer's or the context's.
func Pipe(ctx context.Context, g *game.Game, r io.Reader, w io.Writer) error {
	p := &pipe{game: g, known: make(map[string]game.Rules), oracles: make(map[string]game.Oracle)}
	lines := bufio.NewReaderSize(r, 64<<10)
	for ctx.Err() == nil {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			if _, err := w.Write(append(p.reply(line), '\n')); err != nil {
				return err
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	return context.Cause(ctx)
}

type pipe struct {
	game    *game.Game
	known   map[string]game.Rules  // by settings
	oracles map[string]game.Oracle // by settings and task
	out     game.Output
}

// A pipeQuestion is one line of the pipe.
type pipeQuestion struct {
	ID      int                       `json:"id"`
	Task    string                    `json:"task"`
	Options map[string]jsontext.Value `json:"options"`
	In      []jsontext.Value          `json:"in"`
	Mutant  string                    `json:"mutant"`
	Answer  []jsontext.Value          `json:"answer"`
}

type pipeReply struct {
	ID      int                `json:"id"`
	Out     []jsontext.Value   `json:"out,omitzero"`
	Or      [][]jsontext.Value `json:"or,omitempty"`
	Clauses []string           `json:"clauses,omitempty"`
	Why     string             `json:"why,omitempty"`
	Invalid *pipeInvalid       `json:"invalid,omitempty"`
	Right   *bool              `json:"right,omitempty"`
	Pointer string             `json:"pointer,omitempty"`
	Message string             `json:"message,omitempty"`
	Clause  string             `json:"clause,omitempty"`
	Usage   *pipeUsage         `json:"usage,omitempty"`
	Error   string             `json:"error,omitempty"`
}

type pipeInvalid struct {
	Message string `json:"message"`
	Value   int    `json:"value"`
	Pointer string `json:"pointer,omitempty"`
	Clause  string `json:"clause,omitempty"`
}

type pipeUsage struct {
	Option  string `json:"option"`
	Message string `json:"message"`
}

// reply answers a line, whatever it is.
func (p *pipe) reply(line []byte) []byte {
	var q pipeQuestion
	r := pipeReply{}
	if err := json.Unmarshal(line, &q); err != nil {
		r.Error = "this is no question: " + err.Error()
	} else {
		r.ID = q.ID
		p.answer(&q, &r)
	}
	text, err := json.Marshal(&r, json.Deterministic(true))
	if err != nil {
		return fmt.Appendf(nil, `{"id":%d,"error":"the answer cannot be written"}`, q.ID)
	}
	return text
}

func (p *pipe) answer(q *pipeQuestion, r *pipeReply) {
	task, ok := p.game.Task(q.Task)
	if !ok || task.Live != "" {
		r.Error = fmt.Sprintf("%s has no task %q that can be asked", p.game.Name, q.Task)
		return
	}
	rules, oracle, err := p.rules(q, task.Name)
	if err != nil {
		p.unusable(err, r)
		return
	}
	p.out.Reset()
	p.out.Trace = nil
	if _, brought := rules.(game.Arbiter); brought {
		// The program in the folder says which clauses had a say: who asks this one hears all of them.
		p.out.Trace = new(game.Trace)
	}
	if err := oracle(q.In, &p.out); err != nil {
		invalid, ok := errors.AsType[*game.Invalid](err)
		if !ok {
			p.unusable(err, r)
			return
		}
		r.Invalid = &pipeInvalid{Message: invalid.Message, Value: max(0, min(invalid.Value, len(q.In)-1)), Clause: p.told(invalid.Clause)}
		if invalid.Value < len(q.In) && !invalid.Count {
			r.Invalid.Pointer = stream.Pointer(q.In[invalid.Value], invalid.Offset)
		}
		return
	}
	if q.Answer != nil {
		if err := p.judge(task, rules, q, r); err != nil {
			p.unusable(err, r)
		}
		return
	}
	r.Out, r.Or, r.Why = p.out.Values(), p.out.Or, p.out.Why
	r.Clauses = p.clauses()
	if code, ok := refusedCode(task.Name, r.Out); ok && r.Why == "" && q.Mutant == "" {
		r.Why = rules.Explain(q.In, code)
	}
}

// clauses are those that had a say in the answer, the one that decides in front.
func (p *pipe) clauses() []string {
	var list []string
	if p.out.Clause != "" {
		list = append(list, p.out.Clause)
	}
	if p.out.Trace == nil {
		return list
	}
	for _, id := range p.out.Trace.Clauses() {
		if id != p.out.Clause {
			list = append(list, id)
		}
	}
	return list
}

// judge tells whether an answer is right, as a test of a program would find: it is the
// one that was given, another that is as right, or one that the rules call right. What these
// say against it is passed on.
func (p *pipe) judge(task game.Task, rules game.Rules, q *pipeQuestion, r *pipeReply) error {
	r.Right = new(bool)
	lax := judge.New(task, judge.Lax, nil)
	given := p.out.Values()
	for _, one := range append([][]jsontext.Value{given}, p.out.Or...) {
		if lax.Compare(one, q.Answer).Outcome == judge.Pass {
			*r.Right = true
			return nil
		}
	}
	if q.Mutant != "" {
		return nil // no rules speak for a mistake
	}
	c, _, err := lax.Decide(rules, task.Name, "", q.In, given, q.Answer)
	*r.Right = err == nil && c.Outcome == judge.Pass
	if c.Reason != "" {
		d := c.Differences[0]
		r.Pointer, r.Message, r.Clause = d.Pointer, c.Reason, p.told(d.Clause)
	}
	return err
}

// told is a clause that a folder of the game has: not one of live play alone, which a
// question never asks about.
func (p *pipe) told(clause string) string {
	c, ok := p.game.Clause(clause)
	live := func(name string) bool {
		t, ok := p.game.Task(name)
		return ok && t.Live != ""
	}
	if ok && len(c.Tasks) > 0 && !slices.ContainsFunc(c.Tasks, func(t string) bool { return !live(t) }) {
		return ""
	}
	return clause
}

// refusedCode is the code of an answer of task move that refuses the request.
func refusedCode(task string, out []jsontext.Value) (string, bool) {
	if task != "move" || len(out) != 1 {
		return "", false
	}
	var verdict struct {
		Legal *bool  `json:"legal"`
		Code  string `json:"code"`
	}
	err := json.Unmarshal(out[0], &verdict)
	return verdict.Code, err == nil && verdict.Legal != nil && !*verdict.Legal && verdict.Code != ""
}

// rules are those of the options and the mutant of a question.
func (p *pipe) rules(q *pipeQuestion, task string) (game.Rules, game.Oracle, error) {
	settings := game.Settings{Mutant: q.Mutant}
	key := strconv.Quote(q.Mutant)
	for _, name := range slices.Sorted(maps.Keys(q.Options)) {
		settings.Options = append(settings.Options, game.Setting{Name: name, Value: q.Options[name]})
		key += " " + name + "=" + string(q.Options[name])
	}
	rules := p.known[key]
	if rules == nil {
		var err error
		if rules, err = p.game.Configure(settings); err != nil {
			return nil, nil, err
		}
		if len(p.known) >= pipeRulesMax {
			clear(p.known)
			clear(p.oracles)
		}
		p.known[key] = rules
	}
	oracle := p.oracles[key+" "+task]
	if oracle == nil {
		oracle = rules.Oracle(task)
		p.oracles[key+" "+task] = oracle
	}
	return rules, oracle, nil
}

// optionForm finds the option that an error of usage is about.
var optionForm = text.Pattern(`option "?([a-z][a-z0-9_-]*)"?`)

// unusable says why options cannot be had.
func (p *pipe) unusable(err error, r *pipeReply) {
	m := optionForm().FindStringSubmatch(err.Error())
	if _, fault := errors.AsType[*game.Fault](err); fault {
		m = nil // its words are those of a program
	}
	if m != nil && slices.ContainsFunc(p.game.Options, func(o game.Option) bool { return o.Name == m[1] }) {
		// The option stands beside the message, which need not name it once more.
		r.Usage = &pipeUsage{Option: m[1], Message: strings.TrimPrefix(err.Error(), "option "+m[1]+": ")}
		return
	}
	r.Error = err.Error()
}
