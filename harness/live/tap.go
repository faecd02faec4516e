package live

import (
	"net"
	"sync"
)

// A witness is told all that passes through the connections of a game, in order
// and one at a time. Connections are counted from 1.
type witness interface {
	connected(conn int)
	sent(conn int, p []byte)     // by our side, and on its way
	received(conn int, p []byte) // from the program
	closed(conn int, ours bool)  // by our side or the program
}

// A tapped connection tells a witness what passes.
type tapped struct {
	*net.TCPConn
	number  int
	witness witness
	ended   sync.Once
}

func tap(conn net.Conn, number int, w witness) net.Conn {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return conn
	}
	w.connected(number)
	return &tapped{TCPConn: tcp, number: number, witness: w}
}

// Read implements net.Conn.
func (t *tapped) Read(p []byte) (int, error) {
	n, err := t.TCPConn.Read(p)
	if n > 0 {
		t.witness.received(t.number, p[:n])
	}
	if err != nil {
		t.end(false)
	}
	return n, err
}

// Write implements net.Conn.
func (t *tapped) Write(p []byte) (int, error) {
	t.witness.sent(t.number, p)
	return t.TCPConn.Write(p)
}

// CloseWrite closes the sending direction: for the other side that is the end.
func (t *tapped) CloseWrite() error {
	t.end(true)
	return t.TCPConn.CloseWrite()
}

// Close implements net.Conn.
func (t *tapped) Close() error {
	t.end(true)
	return t.TCPConn.Close()
}

func (t *tapped) end(ours bool) { t.ended.Do(func() { t.witness.closed(t.number, ours) }) }

// A tappedListener taps the connections that it accepts.
type tappedListener struct {
	net.Listener
	witness  witness
	accepted int
}

// Accept implements net.Listener; one goroutine calls it.
func (l *tappedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.accepted++
	return tap(conn, l.accepted, l.witness), nil
}
