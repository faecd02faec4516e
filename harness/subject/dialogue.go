package subject

import (
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// restBytesMax is how much a program may still write when nobody reads it any more:
// far more than the line feed after its last value.
const restBytesMax = 1 << 20

// A Dialogue is one program that somebody talks to over its stdin and stdout,
// in whatever order. One goroutine at a time may read and one may write; anybody
// may close.
type Dialogue struct {
	command *Command
	limits  Limits
	tree    tree
	pipes   pipeEnds
	stderr  *tail
	begin   time.Time

	closing sync.Once
	closed  atomic.Bool
	reading sync.Mutex // held while somebody reads stdout
}

// Open starts the program. Memory, processes and files are bounded for its
// whole life; how long it may live and how much it may write is the caller's
// business, so that of the limits Timeout, FirstByte, CPU, OutputBytesMax and
// ValuesMax do not count. End must be called. The error is a *game.UsageError if
// the command cannot be run at all.
func (c *Command) Open(ctx context.Context, limits Limits) (*Dialogue, error) {
	if c.pool == nil {
		if err := c.Resolve(); err != nil {
			return nil, c.NotStarted(err).Err
		}
	}
	limits = limits.OrDefault()
	limits.CPU = sessionCPU
	tree, pipes, err := c.launch(ctx, limits)
	if err != nil {
		return nil, c.NotStarted(err).Err
	}
	return &Dialogue{
		command: c, limits: limits, tree: tree, pipes: pipes, begin: time.Now(),
		stderr: readTail(pipes.stderr, limits.StderrBytesMax),
	}, nil
}

// Read reads from the program's stdout.
func (d *Dialogue) Read(p []byte) (int, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	if d.closed.Load() {
		return 0, os.ErrClosed
	}
	return d.pipes.stdout.Read(p)
}

// Write writes to the program's stdin.
func (d *Dialogue) Write(p []byte) (int, error) { return d.pipes.stdin.Write(p) }

// CloseWrite closes the program's stdin.
func (d *Dialogue) CloseWrite() error { return d.pipes.stdin.Close() }

// Close closes the program's stdin, and it may end by itself then. Reads and writes that
// wait end. What the program still writes is dropped: one that is about to write the line
// feed after its last value must not crash by that.
func (d *Dialogue) Close() error {
	var err error
	d.closing.Do(func() {
		err = d.pipes.stdin.Close()
		d.closed.Store(true)
		if d.pipes.stdout.SetReadDeadline(time.Now()) != nil {
			_ = d.pipes.stdout.Close() // where nothing else ends a read that waits
			return
		}
		go d.drop()
	})
	return err
}

// drop reads what nobody is interested in, until End or a bound closes stdout.
func (d *Dialogue) drop() {
	d.reading.Lock()
	defer d.reading.Unlock()
	_ = d.pipes.stdout.SetReadDeadline(time.Time{})
	_, _ = io.CopyN(io.Discard, d.pipes.stdout, restBytesMax)
	_ = d.pipes.stdout.Close()
}

// A hungry tree can tell how a program fared.
type hungry interface {
	hunger(wait time.Duration) (used time.Duration, starved bool)
}

// Hunger tells how much processor time the program had in the last wait for it, and
// whether others kept it from more: it was starved, as an Answer has it. Where that is not
// known it was not. One goroutine at a time asks.
func (d *Dialogue) Hunger(wait time.Duration) (used time.Duration, starved bool) {
	if tree, ok := d.tree.(hungry); ok {
		return tree.hunger(wait)
	}
	return 0, false
}

// End ends the program, which gets a moment to do so by itself, and everything
// that it has started. The answer has no values, but tells the exit status, the
// last of stderr and the warnings: Crashed is a status other than 0 or a signal.
func (d *Dialogue) End() Answer {
	// It is closed however that went.
	_ = d.Close()
	a := Answer{Exit: -1}
	byItself := true
	select {
	case <-d.tree.exited():
	case <-time.After(lingerGrace):
		byItself = false
		d.stderr.stop()
		d.tree.terminate(0)
	}
	a.Duration = time.Since(d.begin)
	end := d.tree.clear(byItself)
	_ = d.pipes.stdout.Close()
	a.Stderr = d.stderr.endWithin(drainGrace)
	if end.startErr != nil {
		return d.command.NotStarted(end.startErr)
	}
	a.CPU, a.MemoryBytes = end.cpu, end.memoryBytes
	if byItself && end.known && end.limit == None {
		a.Exit, a.Signal = end.exit, end.signal
	}
	switch {
	case end.limit != None:
		a.Fault = end.limit
	case end.err != nil:
		a.Fault, a.Err = Trouble, end.err
	case byItself && a.Exit != 0:
		a.Fault = Crashed
	}
	if !byItself && end.limit == None {
		a.Warnings = append(a.Warnings, Lingered)
	}
	if byItself && end.left {
		a.Warnings = append(a.Warnings, Leaked)
	}
	return a
}
