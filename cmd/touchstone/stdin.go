package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// tellWaiting says on a terminal what the command is waiting for.
func tellWaiting(c *cobra.Command, what string) {
	if isTerminal(c.InOrStdin()) {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: reading %s from the terminal, Ctrl-D ends it\n", what)
	}
}

// nothingPiped is the error for an empty standard input where a file was to come that a
// command writes: the command in front of the pipe may have failed.
func nothingPiped(what, writer string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("%s standard input: it is empty", what),
		Hint:    fmt.Sprintf("see whether the command in front of the pipe failed; %q writes a %s", writer, what),
	}
}

// stdin is the standard input of a command. A read from it ends with the
// command's context, although the one below may wait for ever.
func stdin(c *cobra.Command) io.Reader {
	r := c.InOrStdin()
	info, err := fileOf(r).Stat() // what is no file has none
	if err == nil && info.IsDir() {
		return folderIn{}
	}
	return &interruptible{ctx: c.Context(), r: r, prompt: err == nil && info.Mode().IsRegular()}
}

// folderIn stands for a folder on standard input, as after < FOLDER.
type folderIn struct{}

// Read implements io.Reader.
func (folderIn) Read([]byte) (int, error) {
	return 0, &game.UsageError{Message: "standard input: expected a file or a pipe, found a folder", Hint: "name a file: < FILE"}
}

// linesIn is standard input for what reads it by itself, but for a folder.
func linesIn(c *cobra.Command) io.Reader {
	if in, folder := stdin(c).(folderIn); folder {
		return in
	}
	return c.InOrStdin()
}

type interruptible struct {
	ctx    context.Context
	r      io.Reader
	prompt bool // a read never waits for anybody

	buf  []byte
	rest []byte // what has been read, and is not yet handed on
	err  error  // what came with it
}

// How much is read at once: at first what a move takes, then what is asked for.
const (
	chunkMin = 4 << 10
	chunkMax = 64 << 10 // what a pipe holds
)

func (i *interruptible) Read(p []byte) (int, error) {
	if err := context.Cause(i.ctx); err != nil {
		return 0, err
	}
	if i.prompt {
		return i.r.Read(p)
	}
	if len(i.rest) == 0 {
		if i.err != nil {
			return 0, i.err
		}
		if size := max(chunkMin, min(len(p), chunkMax)); size > len(i.buf) {
			i.buf = make([]byte, size)
		}
		// The read below may outlive this call, so that it must not write into p.
		done := make(chan struct{})
		var n int
		var err error
		go func() {
			defer close(done)
			n, err = i.r.Read(i.buf)
		}()
		select {
		case <-done:
			i.rest, i.err = i.buf[:n], err
		case <-i.ctx.Done():
			return 0, context.Cause(i.ctx)
		}
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	if len(i.rest) == 0 {
		return n, i.err
	}
	return n, nil
}
