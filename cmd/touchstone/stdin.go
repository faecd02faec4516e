package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// tellWaiting says on a terminal what the command is waiting for.
func tellWaiting(c *cobra.Command, what string) {
	if isTerminal(c.InOrStdin()) {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: reading %s from the terminal, Ctrl-D ends it\n", what)
	}
}

// stdin is the standard input of a command. A read from it ends with the
// command's context, although the one below may wait for ever.
func stdin(c *cobra.Command) io.Reader {
	return &interruptible{ctx: c.Context(), r: c.InOrStdin()}
}

type interruptible struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (i *interruptible) Read(p []byte) (int, error) {
	if i.buf == nil {
		i.buf = make([]byte, 64<<10)
	}
	// The read below may outlive this call, so that it must not write into p.
	var n int
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err = i.r.Read(i.buf[:min(len(p), len(i.buf))])
	}()
	select {
	case <-done:
		return copy(p, i.buf[:n]), err
	case <-i.ctx.Done():
		return 0, context.Cause(i.ctx)
	}
}
