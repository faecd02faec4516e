package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// A Question is an input with the answer the rules give.
type Question struct {
	In       []jsontext.Value
	Expected []jsontext.Value
	Clause   string        // that decides the answer as a whole, if one does
	Refusal  *game.Invalid // why the rules refuse the input; nil if they do not
	// Malformed says how Text, which is asked in place of the values, is no JSON;
	// "" for values.
	Malformed string
	Text      []byte
}

// Input is the text that a program is given.
func (q *Question) Input() []byte {
	if q.Malformed != "" {
		return q.Text
	}
	return []byte(lines(q.In))
}

// Size is how large the input is for people, in bytes.
func (q *Question) Size() int {
	if q.Malformed != "" {
		return len(q.Text)
	}
	return stream.Size(q.In)
}

// A Reply is what became of a question.
type Reply struct {
	Verdict judge.Verdict // on the peer; of two peers, on the second as the first sees it
	// Received are the values that came, as far as they are known; of two peers
	// those of the second.
	Received []jsontext.Value
	// First are, of two peers, those of the first.
	First []jsontext.Value
}

// A Peer is what is held against the rules.
type Peer interface {
	// Name is what reports call it.
	Name() string
	// Ask asks it and returns a reply for each question, in order, whatever the
	// number of jobs is. The error is for what cannot be asked, such as a program
	// that does not start.
	Ask(ctx context.Context, questions []Question) ([]Reply, error)
	// Pace is how long asking takes.
	Pace() Pace
}

// A Pace is how long it takes to ask a peer, held against the making of an input.
type Pace int

// The paces there are, the fastest first.
const (
	// InProcess is as fast as making inputs, and gives the same each time.
	InProcess Pace = iota
	// Kept is a program that answers line after line: many inputs are asked together,
	// and choosing them with care would take longer than the answers.
	Kept
	// Spawned is a program that is started for each input, or a live game: so much
	// slower that inputs are chosen with care.
	Spawned
)

// Other are other rules of the same game, in process: a mutant, or other
// options.
type Other struct {
	Title string // "mutant R2"
	Rules game.Rules
	Task  game.Task
	Judge *judge.Judge
	Jobs  int
	// Causes are the right rules with one option each as these have it. Those
	// that answer otherwise than the right ones, too, are named in a verdict, and
	// tell disagreements apart.
	Causes []*Other
	idle   sync.Pool // of *answerer
}

// Causes are what other rules consist of if they differ from those of some
// settings by several options; none if it is one. What cannot be had alone is
// left out.
func Causes(g *game.Game, task game.Task, settings game.Settings, rules, other game.Rules, j *judge.Judge) []*Other {
	var list []*Other
	right := rules.Options()
	for i, o := range other.Options() {
		if bytes.Equal(o.Value, right[i].Value) {
			continue
		}
		one := settings
		one.Options = append(slices.Clone(settings.Options), o)
		if r, err := g.Configure(one); err == nil {
			list = append(list, &Other{Title: fmt.Sprintf("option %s=%s", o.Name, o.Value), Rules: r, Task: task, Judge: j})
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// An answerer is an oracle with room for its answer, which are used again and
// again.
type answerer struct {
	oracle game.Oracle
	out    game.Output
}

// take is an answerer of some rules, which pool gets back.
func take(pool *sync.Pool, rules game.Rules, task string) *answerer {
	if a, ok := pool.Get().(*answerer); ok {
		a.out.Reset()
		return a
	}
	return &answerer{oracle: rules.Oracle(task)}
}

// Name implements Peer.
func (o *Other) Name() string { return o.Title }

// Pace implements Peer.
func (o *Other) Pace() Pace { return InProcess }

// Ask implements Peer.
func (o *Other) Ask(ctx context.Context, questions []Question) ([]Reply, error) {
	replies := make([]Reply, len(questions))
	err := pool.Run(ctx, len(questions), o.Jobs, func() func(int) error {
		return func(i int) error {
			a := take(&o.idle, o.Rules, o.Task.Name)
			defer o.idle.Put(a)
			replies[i] = o.reply(a, &questions[i])
			if replies[i].Verdict.Outcome != judge.Pass {
				o.blame(&questions[i], &replies[i].Verdict)
			}
			return nil
		}
	})
	return replies, err
}

// blame says in a verdict which of the causes alone make a difference.
func (o *Other) blame(q *Question, v *judge.Verdict) {
	var names []string
	for _, cause := range o.Causes {
		a := take(&cause.idle, cause.Rules, cause.Task.Name)
		if cause.reply(a, q).Verdict.Outcome != judge.Pass {
			names = append(names, cause.Title)
		}
		cause.idle.Put(a)
	}
	switch {
	case len(o.Causes) == 0:
		return
	case len(names) == 0:
		v.Message += "; by several options together, by no single one"
	default:
		v.Message += "; by " + strings.Join(names, ", by ")
	}
	v.Fingerprint += strings.Join(names, " ")
}

func (o *Other) reply(a *answerer, q *Question) Reply {
	err := a.oracle(q.In, &a.out)
	invalid, refused := errors.AsType[*game.Invalid](err)
	switch {
	case err != nil && !refused:
		return Reply{Verdict: judge.Verdict{Outcome: judge.HarnessError, Message: err.Error()}}
	case refused:
		return Reply{Verdict: refusal(q, subject.Answer{Exit: exitRefused, Fault: subject.Crashed, Stderr: invalid.Error()})}
	case q.Refusal != nil:
		received := a.out.Values()
		return Reply{Verdict: refusal(q, subject.Answer{Values: received}), Received: received}
	}
	received := a.out.Values()
	var v judge.Verdict
	comparison, _, err := o.Judge.Decide(o.Rules, o.Task.Name, q.Clause, q.In, q.Expected, received)
	if err != nil {
		return Reply{Verdict: judge.Verdict{Outcome: judge.HarnessError, Message: err.Error()}}
	}
	comparison.Record(&v)
	return Reply{Verdict: v, Received: received}
}

// exitRefused is the exit status for input that the spec refuses.
const exitRefused = 2

// refusal is the verdict on an answer where one side refuses the input: the
// rules do if the question has a refusal, and else the peer.
func refusal(q *Question, a subject.Answer) judge.Verdict {
	v := judge.Verdict{Outcome: judge.Pass}
	said := len(a.Values) > 0 || a.OutputBytes > 0
	switch {
	case q.Refusal == nil:
		v.Outcome, v.Pointer = judge.Crashed, "/0"
		v.Message = fmt.Sprintf("exit status %d before any output, though the input is valid: %s", a.Exit, a.Stderr)
		v.Exit = a.Exit
	case a.LateByOthers():
		return judge.Verdict{Outcome: judge.HarnessError, Blame: judge.BlameHarness, Message: run.MachineBusy}
	case a.Fault == subject.Silent:
		v.Outcome, v.Message = judge.Silent, "it neither refuses the input nor writes output in time"
	case a.Fault == subject.TimedOut:
		v.Outcome, v.Message = judge.Timeout, "no end in time"
	case a.Fault == subject.OutputLimit, a.Fault == subject.CPULimit, a.Fault == subject.MemoryLimit, a.Fault == subject.ProcessLimit:
		v.Outcome, v.Message = judge.Outcome(a.Fault), "a limit was reached"
	case a.Exit == exitRefused && !said:
		return v
	case a.Exit == exitRefused:
		v.Outcome, v.Message = judge.ExtraOutput, "the program refuses the input, but writes to standard output"
	case a.Exit == 0:
		v.Outcome, v.Message = judge.WrongAnswer, "the program accepts invalid input"
		if !said {
			v.Message = "the program exits 0 on invalid input"
		}
	default:
		v.Outcome, v.Exit, v.Signal = judge.Crashed, max(a.Exit, 0), a.Signal
		how := "exit status " + strconv.Itoa(a.Exit)
		if a.Signal != "" {
			how = "signal " + a.Signal
		}
		v.Message = how + " for invalid input"
	}
	v.Blame = judge.BlameSubject
	if q.Refusal != nil {
		v.Message += fmt.Sprintf("; expected exit status %d and nothing on standard output, because of value %d: %s",
			exitRefused, q.Refusal.Value+1, q.Refusal.Message)
		v.Clause = q.Refusal.Clause
		v.Stderr = a.Stderr
		v.Fingerprint = judge.Fingerprint(v.Outcome, "", v.Clause, strconv.Itoa(v.Exit)+v.Signal+q.Refusal.Message)
		return v
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", v.Message)
	return v
}

// Program is an external program. Its Config has all of a run but the cases.
type Program struct {
	Config run.Config
	pipes  []*run.Pipe // with Config.Lines: one for each job
	asked  bool
}

// Name implements Peer.
func (p *Program) Name() string { return p.Config.Subject.String() }

// Pace implements Peer.
func (p *Program) Pace() Pace {
	if p.Config.Lines {
		return Kept
	}
	return Spawned
}

// Close ends what is kept of the program.
func (p *Program) Close() {
	for _, pipe := range p.pipes {
		pipe.Close()
	}
	p.pipes = nil
}

// Ask implements Peer.
func (p *Program) Ask(ctx context.Context, questions []Question) ([]Reply, error) {
	replies := make([]Reply, len(questions))
	var valid, refused []int
	for i := range questions {
		if questions[i].Refusal != nil {
			refused = append(refused, i)
		} else {
			valid = append(valid, i)
		}
	}
	// The first questions tell how the program begins, and how it ends.
	if p.Config.Lines && p.asked {
		valid = p.askPipes(ctx, questions, valid, replies)
	}
	p.asked = true
	for len(valid) > 0 {
		var err error
		if valid, err = p.askValid(ctx, questions, valid, replies); err != nil {
			return nil, err
		}
	}
	if len(refused) == 0 {
		return replies, ctx.Err()
	}
	if err := p.Config.Subject.Resolve(); err != nil {
		return nil, err
	}
	err := pool.Run(ctx, len(refused), p.Config.Jobs, func() func(int) error {
		return func(i int) error {
			q := &questions[refused[i]]
			a := p.fairly(ctx, q)
			replies[refused[i]] = Reply{Verdict: refusal(q, a), Received: a.Values}
			return a.Err
		}
	})
	return replies, err
}

// fairly asks what shall be refused, and once more alone if the program ended by time while
// it was starved.
func (p *Program) fairly(ctx context.Context, q *Question) (a subject.Answer) {
	once := func(ctx context.Context) { a = p.Config.Subject.Run(ctx, q.Input(), p.Config.Limits) }
	if once(ctx); a.LateByOthers() && !subject.Alone(ctx, nil, once) {
		return subject.Answer{Fault: subject.Canceled, Exit: -1}
	}
	return a
}

// askPipes asks those of the questions with these indices of processes that are kept,
// and returns those whose answers were not right: they must be asked again.
func (p *Program) askPipes(ctx context.Context, questions []Question, valid []int, replies []Reply) (again []int) {
	for len(p.pipes) < max(p.Config.Jobs, 1) {
		p.pipes = append(p.pipes, run.NewPipe(p.Config))
	}
	asked, right := make([]run.Asked, len(valid)), make([]bool, len(valid))
	for i, index := range valid {
		q := &questions[index]
		asked[i] = run.Asked{In: q.In, Expected: q.Expected, Clause: q.Clause}
	}
	share := max((len(valid)+len(p.pipes)-1)/len(p.pipes), pipeMin)
	var all sync.WaitGroup
	for n := 0; n*share < len(valid); n++ {
		from, to := n*share, min((n+1)*share, len(valid))
		all.Go(func() { p.pipes[n].Right(ctx, asked[from:to], right[from:to]) })
	}
	all.Wait()
	for i, index := range valid {
		if right[i] {
			replies[index] = Reply{Verdict: judge.Verdict{Outcome: judge.Pass}, Received: questions[index].Expected}
		} else {
			again = append(again, index)
		}
	}
	return again
}

// pipeMin is how many questions are worth another process.
const pipeMin = 16

// askValid asks some of the questions, by their indices, and returns those that
// are left: in one run no two cases have one name.
func (p *Program) askValid(ctx context.Context, questions []Question, valid []int, replies []Reply) (left []int, err error) {
	config := p.Config
	var asked []int
	var cases suite.List
	known := make(map[string]bool)
	for _, i := range valid {
		id := p.id(&questions[i], i)
		if known[id] {
			left = append(left, i)
			continue
		}
		known[id] = true
		asked = append(asked, i)
		cases = append(cases, suite.Case{ID: id, AnyRun: true, In: questions[i].In})
	}
	config.Cases = cases
	config.Deliver = func(r run.Result) {
		i := asked[r.Number-1]
		replies[i] = Reply{Verdict: r.Verdict, Received: r.Received}
		if r.Verdict.Outcome == judge.Pass {
			replies[i].Received = questions[i].Expected
		}
	}
	_, err = run.Run(ctx, config)
	return left, err
}

// id names a case. What players of a live game do at random depends on the name,
// so that it is the same whenever the same question is asked.
func (p *Program) id(q *Question, i int) string {
	if p.Config.Live == nil {
		return fmt.Sprintf("fuzz/%d", i+1)
	}
	sum := fnv.New64a()
	for _, v := range q.In {
		sum.Write(v) // it never fails
		sum.Write([]byte{'\n'})
	}
	return fmt.Sprintf("fuzz/%016x", sum.Sum64())
}

// Two are two programs that are held against each other. The rules only say
// which inputs are valid, and which of the two is right.
type Two struct {
	A, B  *Program
	Judge *judge.Judge
}

// Name implements Peer.
func (t *Two) Name() string { return t.B.Name() + " against " + t.A.Name() }

// Pace implements Peer.
func (t *Two) Pace() Pace { return max(t.A.Pace(), t.B.Pace()) }

// Ask implements Peer.
func (t *Two) Ask(ctx context.Context, questions []Question) ([]Reply, error) {
	a, err := t.A.Ask(ctx, questions)
	if err != nil {
		return nil, err
	}
	b, err := t.B.Ask(ctx, questions)
	if err != nil {
		return nil, err
	}
	replies := make([]Reply, len(questions))
	for i := range questions {
		replies[i] = t.compare(&a[i], &b[i])
	}
	return replies, nil
}

// compare holds the reply of the second against that of the first.
func (t *Two) compare(a, b *Reply) Reply {
	r := Reply{Verdict: b.Verdict, First: a.Received, Received: b.Received}
	v := &r.Verdict
	about := "by the rules the first is correct and the second is wrong"
	who := ""
	switch {
	case a.Verdict.Outcome == judge.HarnessError:
		return *a
	case a.Verdict.Outcome == judge.Pass && b.Verdict.Outcome == judge.Pass, b.Verdict.Outcome == judge.HarnessError:
		return r
	case b.Verdict.Outcome == judge.Pass:
		*v = a.Verdict
		about, who = "by the rules the second is correct and the first is wrong", "first:"
	case a.Verdict.Outcome == judge.Pass:
	case a.Received != nil && b.Received != nil && a.Verdict.Outcome == b.Verdict.Outcome:
		comparison := t.Judge.Compare(a.Received, b.Received)
		*v = judge.Verdict{}
		comparison.Record(v)
		if comparison.Outcome == judge.Pass {
			return r
		}
		about, who = "by the rules both are wrong; the second differs from the first", "both:"
	case a.Verdict.Outcome == b.Verdict.Outcome:
		// Both fail alike; how is told by their stderr at most.
		r.Verdict = judge.Verdict{Outcome: judge.Pass}
		return r
	default:
		about, who = fmt.Sprintf("by the rules both are wrong, the first with %s, the second", a.Verdict.Outcome), "both:"
	}
	v.Message = about + ": " + v.Message
	v.Fingerprint = who + v.Fingerprint
	return r
}
