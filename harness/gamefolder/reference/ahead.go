package reference

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What may be written to a process before its replies have come (7.1).
const (
	aheadMax      = 16
	aheadBytesMax = 1 << 20
)

// An open question waits for its reply.
type open struct {
	question
	body []byte // its line but for the id
	by   int    // the number of the process that is to answer

	answered bool // reply or err is there
	reply    *reply
	err      error // *game.Fault, or why no process can be asked
}

func newOpen(q question) *open { return &open{question: q, body: q.body(), by: anyProcess} }

// due takes the questions that a process is to answer next: as many as there are for each
// process that runs, so that none has a queue while another has nothing to do. It is called
// with mu held while one question waits at least that the process may answer.
func (p *pool) due(one *process) []*open {
	share := min((len(p.waiting)+p.workers-1)/p.workers, aheadMax)
	var list, rest []*open
	bytes := 0
	for _, o := range p.waiting {
		fits := len(list) == 0 || len(list) < share && bytes+len(o.body) <= aheadBytesMax && p.timeout(o) == p.timeout(list[0])
		if !fits || o.by != anyProcess && o.by != one.number {
			rest = append(rest, o)
			continue
		}
		list = append(list, o)
		bytes += len(o.body)
		p.remember(o.key(), one)
	}
	p.waiting = rest
	return list
}

// timeout is how long the reply to a question may take.
func (p *pool) timeout(o *open) time.Duration {
	if t := p.folder.Tasks[o.Task].Timeout; t > 0 {
		return t
	}
	return p.program.Timeout
}

// tellPause is how long a reply waits for those behind it before it is told: long beside
// what waking takes.
const tellPause = time.Millisecond

// tell wakes those who wait for these replies.
func (p *pool) tell(list []*open) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, o := range list {
		o.answered = true
	}
	p.changed.Broadcast()
}

// askAll asks a process all of the questions. After a fault that may be one of the process
// a new one is asked the same question once more, and those behind it.
func (p *pool) askAll(one *process, list []*open) {
	for len(list) > 0 {
		if list[0].err = p.givenUp(list[0].question); list[0].err != nil {
			list = list[1:]
			continue
		}
		n := len(list)
		if one.session == nil || !one.session.Started() {
			n = 1 // the first reply has a time of its own
		}
		answered, err := p.write(one, list[:n])
		list = list[answered:]
		if err == nil {
			continue
		}
		failed := list[0]
		failed.err = err
		if fault, ok := errors.AsType[*game.Fault](err); ok && Kind(fault.Kind).again() {
			if again, err := p.askOne(one, failed); err == nil {
				failed.reply, failed.err = again, nil
			} else {
				p.hurry(err)
			}
		}
		list = list[1:]
	}
}

// askOne asks a process one question.
func (p *pool) askOne(one *process, o *open) (*reply, error) {
	if _, err := p.write(one, []*open{o}); err != nil {
		return nil, err
	}
	return o.reply, nil
}

// write writes questions to a process, which is started if it does not run, and reads the
// replies. The error is what became of the first that has none.
func (p *pool) write(one *process, list []*open) (answered int, err error) {
	if one.session == nil {
		one.session = subject.NewSession(p.command, p.limits)
	}
	if line, ok := one.session.Unasked(); ok {
		last := one.last
		_ = p.fault(NotAReply, last.Task, last.In, one.session.Stop(),
			fmt.Sprintf("expected one line for each question, found another one: %s", text.Shorten(string(line), shownMax)))
	}
	timeout := p.timeout(list[0])
	if !one.session.Started() {
		one.asked = 0
		timeout += p.program.Start
	}
	one.session.Within(timeout)
	var lines []byte
	for i, o := range list {
		lines = append(append(lines, o.line(one.asked+i+1)...), '\n')
	}
	var kind Kind
	var why string
	told := time.Now()
	got := one.session.AskAhead(subject.Aside(context.Background()), lines, len(list), func(i int, line []byte) bool {
		one.asked++
		list[i].reply, kind, why = read(list[i], one.asked, line)
		if kind != "" {
			return false
		}
		answered, one.last = i+1, list[i]
		if now := time.Now(); now.Sub(told) > tellPause {
			told = now
			p.tell(list[:answered])
		}
		return true
	})
	if kind == "" {
		if got.Fault == subject.None {
			return answered, nil
		}
		answered = min(answered, len(list)-1) // it may have answered a question that it has not read
		if kind, why = p.broken(got, p.timeout(list[0])); kind == "" {
			return answered, p.unstarted("the "+p.role(), got.Err)
		}
	}
	if one.session.Started() {
		// It is out of step, so that its next line would be no better.
		got.Stderr = one.session.Stop()
	}
	return answered, p.faultOf(&list[answered].question, kind, got.Stderr, why)
}

// read reads the reply to a question, which is the process's number n. The kind is that of
// the fault, "" if there is none.
func read(o *open, n int, line []byte) (r *reply, kind Kind, why string) {
	if stream.Deeper(line, stream.DepthMax) >= 0 {
		return nil, TooLong, fmt.Sprintf("expected values nested at most %d deep, found deeper ones", stream.DepthMax)
	}
	r, why = parseReply(line, &o.question)
	switch {
	case why != "":
		return nil, NotAReply, why
	case *r.ID != n:
		return nil, WrongID, fmt.Sprintf("expected the reply to question %d, found one to question %d", n, *r.ID)
	}
	return r, "", ""
}

// broken says why there is no reply. The kind is "" if that is nobody's fault.
func (p *pool) broken(got subject.Reply, timeout time.Duration) (kind Kind, why string) {
	switch got.Fault {
	case subject.Silent, subject.TimedOut:
		// A question that a running process and a new one leave open is one fault twice, in the same words.
		return TimedOut, fmt.Sprintf("expected a reply within %v, the first one of a process within %v, found none; "+
			"end and flush the line of each reply, or raise timeout", timeout, timeout+p.program.Start)
	case subject.OutputLimit:
		return TooLong, fmt.Sprintf("expected a line of at most %s, found a longer one", text.Bytes(p.program.Output))
	case subject.MemoryLimit, subject.ProcessLimit:
		return Limit, fmt.Sprintf("it took more than its limits allow: %s", got.Fault)
	case subject.NotStarted, subject.Trouble:
		return "", ""
	}
	return Exited, ended(got)
}
