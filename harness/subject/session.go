package subject

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// A Session is one program that answers many cases: one line in, one line out,
// in order. It is started with the first case and again after each failure. The
// nth line since the start is the answer to the nth case, whenever it came: only
// the end of the output, with Close, tells whether there were more lines than
// cases, and then nobody can say which line answered what. A Session belongs to
// one goroutine.
type Session struct {
	command *Command
	limits  Limits
	running *conversation
}

// A Reply is what a program made of one line.
type Reply struct {
	// Line is the answer, without the line feed; it is the caller's. With a
	// fault it is what came of it before the end, or nil.
	Line []byte
	// Unread tells of a program that Crashed, whatever its exit status, that it
	// had not read anything of the line: it had ended before. Linux tells; on
	// other systems it is never set.
	Unread bool
	// AtEnd tells of a program that was Silent that it stirred when its input
	// ended: it may have waited for that.
	AtEnd bool
	// Extra is, with Close, the first line for which there was no case.
	// Excess tells whether there was one, which may be blank.
	Extra    []byte
	Excess   bool
	Fault    Fault  // None, or why there is no line; the program has been ended
	Exit     int    // exit status, if it ended by itself; -1 otherwise
	Signal   string // that ended it
	Stderr   string // the last bytes since the start of the program, with a fault
	Err      error  // for NotStarted a *game.UsageError; for Trouble what failed
	Duration time.Duration
	Starved  bool // as an Answer has it
}

// NewSession prepares a session; the command is started by the first Ask. The
// timeout is for each line, and so is the limit of the output; memory,
// processes and files are bounded for the whole life of the program, and
// processor time for each line that takes longer than caseCPUPause.
func NewSession(c *Command, limits Limits) *Session {
	return &Session{command: c, limits: limits.OrDefault()}
}

// Within sets the time for the lines that come.
func (s *Session) Within(timeout time.Duration) {
	s.limits.Timeout, s.limits.FirstByte = timeout, timeout
}

// Started tells whether the program runs.
func (s *Session) Started() bool { return s.running != nil }

// Unasked is a line that has come and answers nothing. The program is of no use then.
func (s *Session) Unasked() (line []byte, ok bool) {
	c := s.running
	if c == nil {
		return nil, false
	}
	if len(c.come) == 0 {
		select {
		case c.come = <-c.answers:
		default:
			return nil, false
		}
	}
	return c.come[0].text, c.come[0].err == nil
}

// A conversation is one life of the program.
type conversation struct {
	tree    tree
	pipes   pipeEnds
	lines   *bufio.Reader
	stderr  *tail
	answers chan []answerLine // as many as have come at once
	come    []answerLine      // that were received, and not yet asked for
	release context.CancelFunc

	sent    chan struct{} // closed when the last line has been written, or cannot be
	written int           // bytes of it, then
	begun   atomic.Bool   // some of the next line has come
}

// An answerLine is a line from the program, or why it is not complete.
type answerLine struct {
	text []byte
	err  error
}

// sessionCPU stands for no limit on the processor time of a session: what it
// uses depends on how many cases there are, and each has its own.
const sessionCPU = 1 << 20 * time.Hour

// caseCPUPause is after how long a case gets its limit of processor time: those
// that are shorter, which most are, need not be told apart, and what a case has
// used by then is a gift.
const caseCPUPause = 10 * time.Millisecond

// A bounder is a tree whose processor time can be bounded from now on.
type bounder interface {
	bound(cpu time.Duration, enough float64)
}

// Ask sends one line, without its line feed, and waits for the answer.
func (s *Session) Ask(ctx context.Context, line []byte) Reply {
	return s.during(ctx, s.limits.CPU, func(ctx context.Context, begin time.Time) Reply {
		return s.running.ask(ctx, line, begin, s.limits)
	})
}

// AskAhead sends so many lines, each with its line feed, before the answers to those before
// them have come, and hands on the answers in order. The reply is that of the first
// line without an answer, None if there is none. Whether the program took a line for
// another one, nobody can tell: where an answer counts against it, Ask alone does.
func (s *Session) AskAhead(ctx context.Context, lines []byte, count int, take func(i int, answer []byte) bool) Reply {
	cpu, n := sessionCPU, time.Duration(max(count, 1))
	if s.limits.CPU < sessionCPU/n {
		cpu = s.limits.CPU * n
	}
	return s.during(ctx, cpu, func(ctx context.Context, _ time.Time) Reply {
		return s.running.askAhead(ctx, lines, count, s.limits, take)
	})
}

// during waits for a turn, starts the program if it does not run, bounds its processor
// time while it is asked, and ends it if it fails.
func (s *Session) during(ctx context.Context, cpu time.Duration, ask func(ctx context.Context, begin time.Time) Reply) Reply {
	if ctx.Err() != nil {
		return Reply{Fault: Canceled, Exit: -1}
	}
	ctx, leave, err := Turn(ctx)
	if err != nil {
		return Reply{Fault: Canceled, Exit: -1}
	}
	defer leave()
	s.limits.enough = enoughOf(ctx)
	if s.running == nil {
		if err := s.start(ctx); err != nil {
			if ctx.Err() != nil {
				return Reply{Fault: Canceled, Exit: -1}
			}
			a := s.command.NotStarted(err)
			return Reply{Fault: a.Fault, Err: a.Err, Exit: -1}
		}
	}
	// The time that a keeper takes to start is not the program's.
	begin := time.Now()
	unbind := s.running.bind(cpu, s.limits.enough)
	r := ask(ctx, begin)
	if r.Fault != None {
		// Its bounds go after it: with them begins what is looked at to tell
		// whether it was starved.
		s.end(&r)
	}
	unbind()
	r.Duration = time.Since(begin)
	return r
}

// start starts the program.
func (s *Session) start(ctx context.Context) error {
	if s.command.pool == nil {
		if err := s.command.Resolve(); err != nil {
			return err
		}
	}
	limits := s.limits
	limits.CPU = sessionCPU
	tree, pipes, err := s.command.launch(ctx, limits)
	if err != nil {
		return err
	}
	s.running = &conversation{
		tree: tree, pipes: pipes, answers: make(chan []answerLine),
		lines:  bufio.NewReaderSize(pipes.stdout, 64<<10),
		stderr: readTail(pipes.stderr, limits.StderrBytesMax),
	}
	var reading context.Context
	reading, s.running.release = context.WithCancel(context.Background())
	go s.running.read(reading, limits.OutputBytesMax)
	return nil
}

// read reads lines until there are no more, or one is too long.
func (c *conversation) read(ctx context.Context, bytesMax int) {
	defer close(c.answers)
	for {
		answers := c.readLines(bytesMax)
		select {
		case c.answers <- answers:
		case <-ctx.Done():
			return
		}
		if answers[len(answers)-1].err != nil {
			return
		}
	}
}

// readLines reads one line, and those that have come with it: to wake up who waits for
// them costs more than to read one.
func (c *conversation) readLines(bytesMax int) []answerLine {
	list := []answerLine{c.readLine(bytesMax)}
	for list[len(list)-1].err == nil {
		// What is there can be had.
		there, _ := c.lines.Peek(c.lines.Buffered())
		if !bytes.Contains(there, []byte("\n")) {
			break
		}
		list = append(list, c.readLine(bytesMax))
	}
	return list
}

// readLine reads one line of at most so many bytes.
func (c *conversation) readLine(bytesMax int) (a answerLine) {
	_, err := c.lines.Peek(1)
	c.begun.Store(err == nil)
	defer c.begun.Store(false)
	for {
		part, err := c.lines.ReadSlice('\n')
		if len(a.text)+len(part) > bytesMax+1 {
			a.err = errOver
			return a
		}
		a.text = append(a.text, part...)
		if err == nil {
			a.text = bytes.TrimSuffix(a.text, []byte("\n"))
			return a
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			a.err = err
			return a
		}
	}
}

// bind bounds the processor time of a case, if it takes long enough, until the
// result is called.
func (c *conversation) bind(cpu time.Duration, enough float64) (unbind func()) {
	tree, ok := c.tree.(bounder)
	if !ok {
		return func() {}
	}
	bound := make(chan struct{})
	timer := time.AfterFunc(caseCPUPause, func() {
		defer close(bound)
		tree.bound(cpu, enough)
	})
	return func() {
		if !timer.Stop() {
			<-bound
			tree.bound(sessionCPU, enough)
		}
	}
}

// ask sends a line and waits for one.
func (c *conversation) ask(ctx context.Context, line []byte, begin time.Time, limits Limits) Reply {
	// The line is the caller's again when ask returns, be it written or not.
	c.send(append(line[:len(line):len(line)], '\n'))
	w := c.wait(time.Until(begin.Add(limits.Timeout)))
	defer w.timer.Stop()
	if limits.FirstByte < limits.Timeout {
		early := time.NewTimer(time.Until(begin.Add(limits.FirstByte)))
		defer early.Stop()
		w.first = early.C
	}
	answer, why := c.next(ctx, w)
	if why != None {
		return Reply{Fault: why, Exit: -1}
	}
	return c.taken(answer, w.timer.C)
}

// A wait is one for lines of a program.
type wait struct {
	timer  *time.Timer
	first  <-chan time.Time // nil: for the first byte, as long as for the line
	exited <-chan struct{}
	held   <-chan time.Time
}

func (c *conversation) wait(timeout time.Duration) *wait {
	return &wait{timer: time.NewTimer(timeout), exited: c.tree.exited()}
}

// next waits for a line, or tells why there is none.
func (c *conversation) next(ctx context.Context, w *wait) (answerLine, Fault) {
	if len(c.come) > 0 {
		return c.first(), None
	}
	for {
		why := None
		select {
		case c.come = <-c.answers:
			return c.first(), None
		case <-w.exited:
			// Others may hold its output open, and nobody answers any more.
			w.exited, w.held = nil, time.After(holdGrace)
		case <-w.held:
			if !isHeld(c.pipes.stdout) {
				// Only our own reader is behind: there is much to read.
				w.held = time.After(lookAgain)
				continue
			}
			why = Crashed
		case <-w.first:
			w.first = nil
			if !c.begun.Load() {
				why = Silent
			}
		case <-w.timer.C:
			why = Silent
			if c.begun.Load() {
				why = TimedOut
			}
		case <-ctx.Done():
			why = Canceled
		}
		if why == None {
			continue
		}
		look := lookAgain
		if why == Canceled {
			look = 0
		}
		select {
		case c.come = <-c.answers: // in time, after all
			w.timer.Reset(drainGrace)
			return c.first(), None
		case <-time.After(look):
			return answerLine{}, why
		}
	}
}

// first takes the first of the lines that have come.
func (c *conversation) first() answerLine {
	answer := c.come[0]
	c.come = c.come[1:]
	return answer
}

// send writes to the program, and does not wait until it has read it.
func (c *conversation) send(text []byte) {
	sent := make(chan struct{})
	c.sent = sent
	go func() {
		defer close(sent)
		// A program that has gone away is noticed by the reader.
		c.written, _ = c.pipes.stdin.Write(text)
	}()
}

// askAhead sends lines and waits for as many.
func (c *conversation) askAhead(ctx context.Context, lines []byte, count int, limits Limits, take func(i int, answer []byte) bool) Reply {
	c.send(lines)
	w := c.wait(limits.Timeout)
	defer w.timer.Stop()
	for i := range count {
		answer, why := c.next(ctx, w)
		switch {
		case why != None:
			return Reply{Fault: why, Exit: -1}
		case answer.err != nil:
			return c.taken(answer, w.timer.C)
		case !take(i, answer.text):
			return Reply{Exit: -1}
		}
		w.timer.Reset(limits.Timeout)
	}
	return c.taken(answerLine{}, w.timer.C)
}

// taken makes a reply of an answer.
func (c *conversation) taken(answer answerLine, timeout <-chan time.Time) Reply {
	r := Reply{Line: answer.text}
	switch {
	case answer.err == nil:
		select {
		case <-c.sent:
		case <-timeout:
			// It answers what it does not read, and would not read the next line
			// either.
			r.Fault, r.Exit = TimedOut, -1
		}
		return r
	case errors.Is(answer.err, errOver):
		r.Fault = OutputLimit
	case errors.Is(answer.err, io.EOF):
		r.Fault = Crashed
	default:
		r.Fault, r.Err = Trouble, fmt.Errorf("cannot read the output: %w", answer.err)
	}
	r.Exit = -1
	return r
}

// end ends the program and completes the story of its end.
func (s *Session) end(r *Reply) {
	c := s.running
	s.running = nil
	byItself := r.Fault == Crashed || r.Fault == None
	if r.Fault == Crashed && len(r.Line) == 0 {
		r.Unread = c.unread()
	}
	if tree, ok := c.tree.(hungry); ok && r.Fault == Silent {
		// At the end of its input it may go, and nobody can tell any more.
		_, r.Starved = tree.hunger(0)
	}
	if byItself || r.Fault == Silent {
		byItself = c.leave(r)
	}
	if !byItself {
		c.stderr.stop()
	}
	c.tree.terminate(0)
	end := c.tree.clear(false)
	c.release()
	c.pipes.stdin.Close()
	c.pipes.stdout.Close()
	r.Stderr = c.stderr.endWithin(drainGrace)
	r.Starved = r.Starved || end.starved
	switch {
	case end.startErr != nil:
		a := s.command.NotStarted(end.startErr)
		r.Fault, r.Err = a.Fault, a.Err
	case end.limit != None:
		r.Fault = end.limit
	case end.err != nil && r.Fault == Crashed:
		r.Fault, r.Err = Trouble, end.err
	}
	r.Exit = -1
	if byItself && end.known && end.limit == None {
		r.Exit, r.Signal = end.exit, end.signal
	}
}

// unread tells whether a program that has closed its output has read nothing of
// the last line.
func (c *conversation) unread() bool {
	select {
	case <-c.sent:
	case <-time.After(lingerGrace):
		// It lives, and reads some of it at most.
		return false
	}
	if c.written == 0 {
		return true
	}
	left, known := unreadBytes(c.pipes.stdin)
	return known && left >= c.written
}

// leave lets the program end by itself, and tells whether it did: its input
// ends, and what it writes then is what nobody asked for.
func (c *conversation) leave(r *Reply) bool {
	c.pipes.stdin.Close()
	grace := time.NewTimer(lingerGrace)
	defer grace.Stop()
	exited, answers := c.tree.exited(), c.answers
	// take takes lines that answer nothing, and tells whether there may be more.
	take := func(lines []answerLine) bool {
		if first := &lines[0]; r.Fault == None && !r.Excess && (first.err == nil || errors.Is(first.err, errOver) || len(first.text) > 0) {
			r.Excess, r.Extra = true, first.text
		}
		return lines[len(lines)-1].err == nil
	}
	if len(c.come) > 0 && !take(c.come) {
		answers = nil
	}
	tree, canTell := c.tree.(hungry)
	graces := 0
	for exited != nil || answers != nil {
		select {
		case <-exited:
			exited = nil
			if answers != nil {
				grace.Reset(holdGrace)
			}
		case lines, ok := <-answers:
			if r.Fault == Silent {
				// How it goes on makes no difference.
				r.AtEnd = true
				return false
			}
			if !ok || !take(lines) {
				answers = nil
			}
		case <-grace.C:
			if graces++; canTell && exited != nil && r.Fault != Silent && graces < gracesMax {
				if _, starved := tree.hunger(lingerGrace); starved {
					grace.Reset(lingerGrace)
					continue
				}
			}
			return exited == nil
		}
	}
	return true
}

// gracesMax is how often a program gets the time to end by itself, as long as others keep
// the processors from it: it might have been about to write a line too many.
const gracesMax = 10

// Stop ends the session and its program at once, with all that it has started, and
// returns the end of its standard error.
func (s *Session) Stop() (stderr string) {
	r := Reply{Fault: Canceled}
	if s.running != nil {
		s.end(&r)
	}
	return r.Stderr
}

// Close ends the session and its program, which may do so by itself: its stdin
// is closed first. The reply tells how it ended, and whether there were lines
// beyond the answers; Fault is Crashed for a status other than 0.
func (s *Session) Close() Reply {
	r := Reply{}
	if s.running == nil {
		return r
	}
	s.end(&r)
	if r.Fault == None && r.Exit > 0 || r.Signal != "" {
		r.Fault = Crashed
	}
	return r
}
