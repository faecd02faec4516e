// Package reference asks the program that knows the rules of a game which somebody
// has brought as a folder (chapter 7 of game-folder.md): a question a line, a reply
// a line. What the program does wrong is a fault of the game and never one of
// whoever is tested (chapter 8).
package reference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Game is the game of a folder with rules that ask its reference. The program
// starts with the first question. It is built first if it must be; the end of the
// context ends the build.
func Game(ctx context.Context, f *gamefolder.Folder) *game.Game {
	var other *pool
	if f.Second != nil {
		other = newPool(ctx, f, f.Second, second)
	}
	pool := newPool(ctx, f, &f.Reference, first)
	f.Game.Ahead = aheadMax
	f.Game.Findings = func() []game.Finding {
		list := pool.found("")
		if other != nil {
			list = append(list, other.found("")...)
		}
		return list
	}
	// Schemas follow options alone, and mutants are asked under the same ones.
	var last atomic.Pointer[compiled]
	f.Game.Configure = func(s game.Settings) (game.Rules, error) {
		options, err := f.Settle(s)
		if err != nil {
			return nil, err
		}
		c := last.Load()
		if under := fmt.Sprint(options); c == nil || c.under != under {
			c = &compiled{under, schema.Of(f.Game, options)}
			last.Store(c)
		}
		return &rules{folder: f, options: options, mutant: s.Mutant, schemas: c.schemas, pool: pool, other: other}, nil
	}
	return f.Game
}

// compiled are the schemas under some options.
type compiled struct {
	under   string
	schemas *schema.Set
}

// rules are those of one run.
type rules struct {
	folder  *gamefolder.Folder
	options []game.Setting
	mutant  string
	schemas *schema.Set
	pool    *pool
	other   *pool // of the second reference; nil if there is none

	mu     sync.Mutex
	inputs map[string][][]jsontext.Value // of the suites, by task
}

func (r *rules) Options() []game.Setting { return slices.Clone(r.options) }

func (r *rules) Mutant() string { return r.mutant }

// Oracle asks the reference. What the schemas refuse it is never asked.
func (r *rules) Oracle(name string) game.Oracle {
	task, ok := r.folder.Game.Task(name)
	if !ok {
		return nil
	}
	return func(in []jsontext.Value, out *game.Output) error {
		if task.Live != "" {
			return r.outcome(r.live(), &task, in, out)
		}
		if err := r.refusal(&task, in); err != nil {
			return err
		}
		q := question{Task: task.Name, Options: r.options, In: in, Mutant: r.mutant}
		reply, err := r.pool.ask(q)
		if err != nil {
			return err
		}
		err = r.answer(&task, in, reply, out)
		if _, fault := errors.AsType[*game.Fault](err); fault || r.other == nil || r.mutant != "" {
			return err
		}
		if disagree := r.agree(&task, q, reply); disagree != nil {
			return disagree
		}
		return err
	}
}

// agree asks the second reference what the first one was asked. The error is a fault if
// they do not agree (7.5).
func (r *rules) agree(task *game.Task, q question, mine *reply) error {
	theirs, err := r.other.ask(q)
	if err != nil {
		return err
	}
	switch {
	case theirs.Error != nil:
		return r.other.fault(Refused, q.Task, q.In, "", "it cannot answer: "+*theirs.Error)
	case mine.Invalid != nil && theirs.Invalid != nil, mine.Usage != nil && theirs.Usage != nil:
		return nil
	case mine.Out != nil && theirs.Out != nil:
		if where, message := r.wrongShape(task, theirs.Out); message != "" {
			return r.other.fault(WrongShape, q.Task, q.In, "", "out"+where+": "+message)
		}
		for _, one := range []struct {
			of           *pool
			its, answers *reply
		}{{r.pool, mine, theirs}, {r.other, theirs, mine}} {
			right, err := r.takes(one.of, q, one.its, one.answers.Out)
			if err != nil {
				return err
			}
			if !right {
				return r.disagree(q, shortened(mine), shortened(theirs))
			}
		}
		return nil
	}
	return r.disagree(q, shortened(mine), shortened(theirs))
}

// takes tells whether an answer is right for a reference that has given a reply.
func (r *rules) takes(p *pool, q question, given *reply, answer []jsontext.Value) (bool, error) {
	task, _ := r.folder.Game.Task(q.Task)
	equal := judge.New(task, judge.Lax, nil)
	for _, out := range append([][]jsontext.Value{given.Out}, given.Or...) {
		if equal.Compare(out, answer).Outcome == judge.Pass {
			return true, nil
		}
	}
	if r.folder.Tasks[q.Task].Answers != gamefolder.Judged {
		return false, nil
	}
	q.Answer = answer
	said, err := p.ask(q)
	if err != nil {
		return false, err
	}
	if said.Right == nil {
		return false, p.fault(NotAReply, q.Task, q.In, "", "expected right in the reply to a question with an answer")
	}
	return *said.Right, nil
}

func (r *rules) disagree(q question, first, second string) error {
	return r.pool.fault(Disagree, q.Task, q.In, "", fmt.Sprintf("the first reference says %s, the second %s", first, second))
}

// shortened is what a reply says, for a message.
func shortened(r *reply) string {
	switch {
	case r.Invalid != nil:
		return "that the input is invalid (" + r.Invalid.Message + ")"
	case r.Usage != nil:
		return "that the options contradict each other (" + r.Usage.Message + ")"
	}
	words := make([]string, len(r.Out))
	for i, v := range r.Out {
		words[i] = text.Excerpt(v)
	}
	return strings.Join(words, " ")
}

// paramAt is what the value of that number is; the last one may be repeated.
func paramAt(params []game.Param, i int) game.Param { return params[min(i, len(params)-1)] }

// refusal tells why an input is none of the task: the first value too many, missing,
// or against its schema. It is nil if the reference may be asked.
func (r *rules) refusal(task *game.Task, in []jsontext.Value) error {
	if err := task.CheckCount(len(in)); err != nil {
		return err
	}
	for i, v := range in {
		if err := r.invalid(paramAt(task.In, i).Value, i, v); err != nil {
			return err
		}
	}
	return nil
}

// invalid tells why a value does not match its schema, nil if it does.
func (r *rules) invalid(value string, i int, v jsontext.Value) error {
	problems, err := r.schemas.Explain(value, v)
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	return &game.Invalid{Value: i, Offset: p.Offset, Message: p.Message, Clause: p.Clause}
}

// answer makes an output of a reply.
func (r *rules) answer(task *game.Task, in []jsontext.Value, reply *reply, out *game.Output) error {
	g := r.folder.Game
	fault := func(kind Kind, format string, args ...any) error {
		q := &question{Task: task.Name, Options: r.options, In: in, Mutant: r.mutant}
		return r.pool.faultOf(q, kind, "", fmt.Sprintf(format, args...))
	}
	for _, id := range reply.Clauses {
		if _, ok := g.Clause(id); !ok {
			return fault(UnknownName, "the reply names the clause %q, which is not in the rule book", id)
		}
	}
	switch {
	case reply.Error != nil:
		return fault(Refused, "it cannot answer: %s", *reply.Error)
	case reply.Usage != nil:
		if !slices.ContainsFunc(g.Options, func(o game.Option) bool { return o.Name == reply.Usage.Option }) {
			return fault(UnknownName, "the reply names the option %q, which the game does not have", reply.Usage.Option)
		}
		return &game.UsageError{
			Message: fmt.Sprintf("option %s: %s", reply.Usage.Option, reply.Usage.Message),
			Hint:    fmt.Sprintf("%q lists the options", "touchstone games "+g.Name+" options"),
		}
	case reply.Invalid != nil:
		return r.refused(task, in, reply.Invalid, fault)
	case reply.Out == nil:
		return fault(NotAReply, "expected out, invalid, usage or error in the reply")
	case reply.Or != nil && r.mutant == "" && r.folder.Tasks[task.Name].Answers != gamefolder.Listed:
		return fault(NotAReply, "expected or only of a task with answers = \"listed\" in %s, found it of %s", gamefolder.GameFile, task.Name)
	}
	if r.mutant == "" {
		for i, answer := range append([][]jsontext.Value{reply.Out}, reply.Or...) {
			if where, message := r.wrongShape(task, answer); message != "" {
				of := "out"
				if i > 0 {
					of = fmt.Sprintf("or, answer %d", i)
				}
				return fault(WrongShape, "%s%s: %s", of, where, message)
			}
		}
	}
	for _, v := range reply.Out {
		compact := v.Clone()
		if compact.Compact() == nil {
			v = compact
		}
		out.Buf = append(out.Buf, v...)
		out.End()
	}
	if len(reply.Clauses) > 0 {
		out.Clause = reply.Clauses[0]
	}
	for _, id := range reply.Clauses {
		out.Trace.Clause(id)
	}
	out.Or, out.Why = reply.Or, reply.Why
	return nil
}

// refused makes the refusal of an input that contradicts itself.
func (r *rules) refused(task *game.Task, in []jsontext.Value, v *invalidReply, fault func(Kind, string, ...any) error) error {
	e := &game.Invalid{Message: v.Message, Clause: v.Clause}
	if v.Clause != "" {
		if _, ok := r.folder.Game.Clause(v.Clause); !ok {
			return fault(UnknownName, "the reply names the clause %q, which is not in the rule book", v.Clause)
		}
	}
	if v.Value != nil {
		if *v.Value < 0 || *v.Value >= len(in) {
			return fault(NotAReply, "expected invalid.value from 0 to %d, found %d", len(in)-1, *v.Value)
		}
		e.Value = *v.Value
	}
	if v.Pointer != "" {
		if v.Value == nil {
			return fault(NotAReply, "expected invalid.value beside invalid.pointer")
		}
		offset, ok := schema.Locate(in[e.Value], v.Pointer)
		if !ok {
			return fault(NotAReply, "invalid.pointer: there is no %q in value %d of %s", v.Pointer, e.Value, task.Name)
		}
		e.Offset = offset
	}
	return e
}

// wrongShape says where an answer does not match the schemas of the output.
func (r *rules) wrongShape(task *game.Task, answer []jsontext.Value) (where, message string) {
	least, most := game.CountOf(task.Out, len(answer))
	if n := len(answer); n < least || n > most {
		expected := text.Counts(least, most, "value")
		if most < least { // there may be any number of the last one
			expected = "at least " + text.Count(least, "value")
		}
		return "", fmt.Sprintf("expected %s, found %d", expected, n)
	}
	for i, v := range answer {
		problems, err := r.schemas.Explain(paramAt(task.Out, i).Value, v)
		switch {
		case err != nil:
			return fmt.Sprintf(" at /%d", i), err.Error()
		case len(problems) > 0:
			return fmt.Sprintf(" at /%d%s", i, problems[0].Pointer), problems[0].Message
		}
	}
	return "", ""
}

// Check says whether a value is valid: by its schema, then, if a task reads just
// this one value, by the reference.
func (r *rules) Check(value string, raw jsontext.Value) error {
	if err := r.invalid(value, 0, raw); err != nil {
		return err
	}
	for _, t := range r.folder.Game.Tasks {
		if len(t.In) == 1 && t.In[0].Value == value && !t.In[0].Repeated {
			return r.Oracle(t.Name)([]jsontext.Value{raw}, new(game.Output))
		}
	}
	return nil
}

// Right implements game.Arbiter. The reference is asked once more, and so is a
// process of it that has not been asked yet: only if all three answers are the same
// is an answer held against them.
func (r *rules) Right(task string, in, expected, answer []jsontext.Value, same func(a, b []jsontext.Value) bool) (bool, game.Objection, error) {
	var none game.Objection
	if t, _ := r.folder.Game.Task(task); t.Live != "" {
		return false, none, r.confirmLive(&t, "", in, expected)
	}
	q := question{Task: task, Options: r.options, In: in}
	again, err := r.confirm(q, expected)
	if err != nil {
		return false, none, err
	}
	for _, other := range again.Or {
		if same(other, answer) {
			return true, none, nil
		}
	}
	if r.folder.Tasks[task].Answers != gamefolder.Judged || !r.fits(task, answer) {
		return false, none, nil
	}
	q.Answer = answer
	first, err := r.pool.ask(q)
	if err != nil {
		return false, none, err
	}
	if first.Right == nil {
		return false, none, r.pool.fault(NotAReply, task, in, "", "expected right in the reply to a question with an answer")
	}
	if *first.Right {
		return true, none, nil
	}
	for _, once := range []func(question) (*reply, error){r.pool.askAgain, r.pool.askAnew} {
		again, err := once(q)
		if err == nil && (again.Right == nil || *again.Right) {
			err = r.pool.fault(Inconsistent, task, in, "", "asked twice about one answer, it called the answer wrong once and right once")
		}
		if err != nil {
			return false, none, err
		}
	}
	if r.other != nil {
		said, err := r.other.ask(q)
		if err == nil && (said.Right == nil || *said.Right) {
			err = r.pool.fault(Disagree, task, in, "", "the first reference says that an answer is wrong, the second that it is right")
		}
		if err != nil {
			return false, none, err
		}
	}
	objection, err := r.objection(q, first)
	return false, objection, err
}

// objection is what a reply says against the answer in a question.
func (r *rules) objection(q question, said *reply) (game.Objection, error) {
	fault := func(kind Kind, format, found string) (game.Objection, error) {
		return game.Objection{}, r.pool.fault(kind, q.Task, q.In, "", fmt.Sprintf(format, found))
	}
	if _, ok := r.folder.Game.Clause(said.Clause); !ok && said.Clause != "" {
		return fault(UnknownName, "the reply names the clause %q, which is not in the rule book", said.Clause)
	}
	if _, ok := schema.Locate(appendValues(nil, q.Answer), said.Pointer); !ok {
		return fault(NotAReply, "pointer: there is no %q in the answer", said.Pointer)
	}
	return game.Objection{Pointer: said.Pointer, Message: said.Message, Clause: said.Clause}, nil
}

// Confirm implements game.Arbiter.
func (r *rules) Confirm(name string, in, expected []jsontext.Value) error {
	task, _ := r.folder.Game.Task(name)
	if r.refusal(&task, in) != nil {
		return nil // which the reference was never asked
	}
	if task.Live != "" {
		return r.confirmLive(&task, r.mutant, in, expected)
	}
	_, err := r.confirm(question{Task: name, Options: r.options, In: in, Mutant: r.mutant}, expected)
	return err
}

// confirm asks the same process once more, and one that has not been asked yet. All answers have to
// be equal, codes too.
func (r *rules) confirm(q question, expected []jsontext.Value) (*reply, error) {
	both, err := r.pool.twice(q)
	if err != nil {
		return nil, err
	}
	task, _ := r.folder.Game.Task(q.Task)
	for _, again := range both {
		// Without an answer the input or the options were refused, and the same is refused again.
		same := (again.Invalid != nil || again.Usage != nil) && (again.Invalid == nil) == (both[0].Invalid == nil)
		if expected != nil {
			same = again.Out != nil && r.same(&task, expected, again.Out)
		}
		if !same {
			return nil, r.pool.fault(Inconsistent, q.Task, q.In, "", "asked twice, it gave two different answers")
		}
	}
	return both[0], nil
}

// same tells whether two answers are equal, codes too.
func (r *rules) same(task *game.Task, a, b []jsontext.Value) bool {
	return judge.New(*task, judge.Strict, nil).Compare(a, b).Outcome == judge.Pass
}

// fits tells whether an answer has the shape of the output: of another one the
// reference is never asked.
func (r *rules) fits(name string, answer []jsontext.Value) bool {
	task, _ := r.folder.Game.Task(name)
	_, message := r.wrongShape(&task, answer)
	return message == ""
}

// Findings implements game.Faulty.
func (r *rules) Findings(task string) []game.Finding {
	if t, _ := r.folder.Game.Task(task); t.Live != "" {
		task = string(game.Server) // both sides ask the same questions
	}
	list := r.pool.found(task)
	if r.other != nil {
		list = append(list, r.other.found(task)...)
	}
	return list
}

// Isolate implements game.Faulty.
func (r *rules) Isolate(isolation string) {
	r.pool.isolate(subject.Isolation(isolation))
	if r.other != nil {
		r.other.isolate(subject.Isolation(isolation))
	}
}

// Explain is the sentence of the reference, or what the code means.
func (r *rules) Explain(in []jsontext.Value, code string) string {
	var out game.Output
	if err := r.Oracle("move")(in, &out); err == nil && out.Why != "" {
		return out.Why
	}
	c, _ := r.folder.Game.Code(code)
	return c.When
}
