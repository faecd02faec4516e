package main

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"syscall"
)

// errClosed is the cause of the context when nobody reads standard output any
// more, as when it is piped to head.
var errClosed = fmt.Errorf("standard output is closed: %w", syscall.EPIPE)

// An outlet is standard output, which ends the command when nobody reads it any
// more: what it would still find out nobody would see.
type outlet struct {
	w      io.Writer
	closed func()
	// failed is why something could not be written, nil if all was, or if nobody reads it.
	failed atomic.Pointer[error]
	pager  *pager // of what the command wrote for readers; nil for none
}

// Write implements io.Writer.
func (o *outlet) Write(text []byte) (int, error) {
	n, err := o.w.Write(text)
	switch {
	case errors.Is(err, syscall.EPIPE):
		o.closed()
	case err != nil:
		o.failed.CompareAndSwap(nil, &err)
	}
	return n, err
}
