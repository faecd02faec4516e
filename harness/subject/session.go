package subject

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// A Session is one program that answers many cases: one line in, one line out,
// in order. It is started with the first case and again after each failure, so
// that a case which ends the program costs only itself. It belongs to one
// goroutine.
type Session struct {
	command *Command
	limits  Limits
	running *conversation
}

// A Reply is what a program made of one line.
type Reply struct {
	Line     []byte // without the line feed; valid for as long as the caller likes
	Fault    Fault  // None, or why there is no line; the program has been ended
	Exit     int    // exit status, if it ended by itself; -1 otherwise
	Signal   string // that ended it
	Stderr   string // the last bytes since the start of the program, with a fault
	Err      error  // for NotStarted a *game.UsageError; for Trouble what failed
	Duration time.Duration
}

// NewSession prepares a session; the command is started by the first Ask. The
// timeout is for each line, and so is the limit of the output; memory,
// processes and files are bounded for the whole life of the program, and
// processor time is not.
func NewSession(c *Command, limits Limits) *Session {
	return &Session{command: c, limits: limits.OrDefault()}
}

// A conversation is one life of the program.
type conversation struct {
	tree    tree
	pipes   pipeEnds
	lines   *bufio.Reader
	stderr  *tail
	answers chan answerLine
	release context.CancelFunc
}

// An answerLine is a line from the program, or why there is none.
type answerLine struct {
	text []byte
	err  error
}

// sessionCPU stands for no limit on the processor time of a session: what it
// uses depends on how many cases there are, and each has its timeout.
const sessionCPU = 1 << 20 * time.Hour

// Ask sends one line, without its line feed, and waits for the answer.
func (s *Session) Ask(ctx context.Context, line []byte) Reply {
	begin := time.Now()
	if ctx.Err() != nil {
		return Reply{Fault: Canceled, Exit: -1}
	}
	if s.running == nil {
		if err := s.start(ctx); err != nil {
			a := s.command.notStarted(err)
			return Reply{Fault: a.Fault, Err: a.Err, Exit: -1}
		}
	}
	r := s.running.ask(ctx, line, begin, s.limits)
	if r.Fault != None {
		s.end(&r)
	}
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
		tree: tree, pipes: pipes, answers: make(chan answerLine),
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
		line, err := readLine(c.lines, bytesMax)
		select {
		case c.answers <- answerLine{line, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// readLine reads one line of at most so many bytes. A last line without a line
// feed is cut off, and none.
func readLine(from *bufio.Reader, bytesMax int) ([]byte, error) {
	var line []byte
	for {
		part, err := from.ReadSlice('\n')
		if len(line)+len(part) > bytesMax+1 {
			return nil, errOver
		}
		line = append(line, part...)
		if err == nil {
			return bytes.TrimSuffix(line, []byte("\n")), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// ask sends a line and waits for one.
func (c *conversation) ask(ctx context.Context, line []byte, begin time.Time, limits Limits) Reply {
	// The line is the caller's again when ask returns, be it written or not.
	text := append(line[:len(line):len(line)], '\n')
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		// A program that has gone away is noticed by the reader.
		_, _ = c.pipes.stdin.Write(text)
	}()
	timer := time.NewTimer(time.Until(begin.Add(limits.Timeout)))
	defer timer.Stop()
	select {
	case answer := <-c.answers:
		if answer.err == nil {
			<-sent
			return Reply{Line: answer.text}
		}
		r := Reply{Fault: Crashed, Exit: -1}
		if errors.Is(answer.err, errOver) {
			r.Fault = OutputLimit
		} else if !errors.Is(answer.err, io.EOF) {
			r.Fault, r.Err = Trouble, fmt.Errorf("cannot read the output: %w", answer.err)
		}
		return r
	case <-timer.C:
		return Reply{Fault: Silent, Exit: -1}
	case <-ctx.Done():
		return Reply{Fault: Canceled, Exit: -1}
	}
}

// end ends the program and completes the story of its end.
func (s *Session) end(r *Reply) {
	c := s.running
	s.running = nil
	byItself := r.Fault == Crashed || r.Fault == None
	if byItself {
		// It has closed stdout: now it has to go.
		c.pipes.stdin.Close()
		select {
		case <-c.tree.exited():
		case <-time.After(lingerGrace):
			byItself = false
		}
	}
	c.tree.terminate()
	end := c.tree.clear(false)
	c.release()
	c.pipes.stdin.Close()
	c.pipes.stdout.Close()
	r.Stderr = c.stderr.endWithin(drainGrace)
	switch {
	case end.startErr != nil:
		a := s.command.notStarted(end.startErr)
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

// Close ends the session and its program, which may do so by itself: its stdin
// is closed first. The reply tells how it ended; Fault is Crashed for a status
// other than 0.
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
