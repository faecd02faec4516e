package matchtest

import (
	"context"
	"io"
	"net"
	"sync"
	"time"
)

// A Listener is a port in memory, for tests in which no time passes.
type Listener struct {
	queue  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// backlog is how many connections may wait to be accepted.
const backlog = 1 << 14

// Listen opens a port.
func Listen() *Listener {
	return &Listener{queue: make(chan net.Conn, backlog), closed: make(chan struct{})}
}

// DialClient is Dial for client.Options.
func (l *Listener) DialClient(context.Context, time.Duration) (io.ReadWriteCloser, error) {
	return l.Dial()
}

// Dial connects to the port.
func (l *Listener) Dial() (net.Conn, error) {
	select {
	case <-l.closed:
		return nil, net.ErrClosed
	default:
		ours, theirs := net.Pipe()
		l.queue <- theirs
		return ours, nil
	}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case <-l.closed:
		return nil, net.ErrClosed
	case conn := <-l.queue:
		return conn, nil
	}
}

// Close implements net.Listener. As a system does, it closes those that wait.
func (l *Listener) Close() error {
	l.once.Do(func() {
		close(l.closed)
		for {
			select {
			case conn := <-l.queue:
				conn.Close()
			default:
				return
			}
		}
	})
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }
