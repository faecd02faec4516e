package run

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// A Pipe is a program that answers line by line and is kept from question to question,
// which are written ahead. It says which answers are right. What is wrong with the
// others, and whether the program is to blame, Run tells, which asks each alone.
// A Pipe belongs to one goroutine.
type Pipe struct {
	worker
	session *subject.Session
}

// An Asked is an input with the answer that the rules give.
type Asked struct {
	In, Expected []jsontext.Value
	Clause       string // that decides the answer as a whole, if one does
}

// NewPipe is a pipe to the subject of a config, which is started when it is first
// asked. Cases, and how they are handed out, do not count.
func NewPipe(config Config) *Pipe {
	session := subject.NewSession(config.Subject, config.Limits)
	session.Within(waitAhead(config.Limits))
	return &Pipe{worker: worker{runner: &runner{Config: config}, splitter: stream.NewSplitter(stream.Limits{})}, session: session}
}

// Right asks, and sets right of each question whose answer is right and came in time.
// Where one is not, the program ends: perhaps its lines answer other questions.
func (p *Pipe) Right(ctx context.Context, questions []Asked, right []bool) {
	var lines []byte
	for i := range questions {
		lines = append(append(lines, p.request(questions[i].In)...), '\n')
	}
	if _, stray := p.session.Unasked(); stray {
		p.session.Close()
		return
	}
	limits := p.Limits.OrDefault()
	all := true
	reply := p.session.AskAhead(ctx, lines, len(questions), func(i int, line []byte) bool {
		q := &questions[i]
		r := subject.Reply{Line: line}
		// If the rules panic, the answer is not right, and Run says why.
		done := p.guard(func() result {
			limits.ValuesMax = len(q.Expected) + 1
			return result{Result: p.decide(q.Clause, q.In, q.Expected, nil, p.answer(&r, limits))}
		})
		right[i] = done.Verdict.Outcome == judge.Pass
		all = all && right[i]
		return true
	})
	if reply.Fault == subject.None && !all {
		p.session.Close()
	}
}

// Close ends the program.
func (p *Pipe) Close() { p.session.Close() }
