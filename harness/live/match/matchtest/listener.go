package matchtest

import (
	"bytes"
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
	door   sync.Mutex // held to join the queue and to close the port: nobody joins it later
}

// backlog is how many connections may wait to be accepted.
const backlog = 1 << 14

// Listen opens a port.
func Listen() *Listener {
	return &Listener{queue: make(chan net.Conn, backlog), closed: make(chan struct{})}
}

// DialClient is Dial for client.Options. What the client sends waits in a buffer
// for the server to read it, as it does over TCP.
func (l *Listener) DialClient(context.Context, time.Duration, func(time.Time, error)) (io.ReadWriteCloser, error) {
	conn, err := l.Dial()
	if err != nil {
		return nil, err
	}
	b := &buffered{Conn: conn, queue: make(chan []byte, writesMax), broken: make(chan struct{}), closed: make(chan struct{})}
	go b.flush()
	return b, nil
}

// writesMax is how many writes a buffer has room for.
const writesMax = 64

// A buffered connection does not wait for its writes.
type buffered struct {
	net.Conn
	queue  chan []byte
	broken chan struct{} // closed when nothing can be written any more
	closed chan struct{}
	once   sync.Once
}

func (b *buffered) flush() {
	defer b.Conn.Close()
	for {
		select {
		case text := <-b.queue:
			if _, err := b.Conn.Write(text); err != nil {
				close(b.broken)
				return
			}
		case <-b.closed:
			if len(b.queue) == 0 {
				return
			}
		}
	}
}

// Write implements net.Conn.
func (b *buffered) Write(text []byte) (int, error) {
	select {
	case <-b.broken:
		return 0, io.ErrClosedPipe
	case <-b.closed:
		return 0, net.ErrClosed
	case b.queue <- bytes.Clone(text):
		return len(text), nil
	}
}

// Close implements net.Conn: what was written before still arrives.
func (b *buffered) Close() error {
	b.once.Do(func() {
		close(b.closed)
		// A connection in memory has deadlines.
		_ = b.Conn.SetReadDeadline(time.Now())
	})
	return nil
}

// Dial connects to the port.
func (l *Listener) Dial() (net.Conn, error) {
	l.door.Lock()
	defer l.door.Unlock()
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
	l.door.Lock()
	defer l.door.Unlock()
	select {
	case <-l.closed:
		return nil
	default:
		close(l.closed)
	}
	for {
		select {
		case conn := <-l.queue:
			conn.Close()
		default:
			return nil
		}
	}
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }
