package subject

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// diagnosis makes a socket of sock_diag(7) in the network of the machine.
func diagnosis(t *testing.T) int {
	t.Helper()
	fd, err := newDiagnosis()
	if err != nil {
		t.Fatal(err)
	}
	return fd
}

// knows tells whether a socket of sock_diag(7) knows of one that listens at a
// port, and closes it.
func knows(t *testing.T, fd, port int) bool {
	t.Helper()
	defer unix.Close(fd)
	ask := make([]byte, unix.SizeofNlMsghdr+56)
	binary.NativeEndian.PutUint32(ask, uint32(len(ask)))
	binary.NativeEndian.PutUint16(ask[4:], 20) // SOCK_DIAG_BY_FAMILY
	binary.NativeEndian.PutUint16(ask[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	ask[unix.SizeofNlMsghdr], ask[unix.SizeofNlMsghdr+1] = unix.AF_INET, unix.IPPROTO_TCP
	binary.NativeEndian.PutUint32(ask[unix.SizeofNlMsghdr+4:], 1<<10) // TCP_LISTEN
	if err := unix.Sendto(fd, ask, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 64<<10)
	n, _, err := unix.Recvfrom(fd, answer, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The message begins with family, state and two bytes, then the port.
	return bytes.Contains(answer[:n], binary.BigEndian.AppendUint16([]byte{unix.AF_INET, 10, 0, 0}, uint16(port)))
}

// TestVenue lets the harness and a program meet in both directions, while the
// program reaches neither the machine nor another game, and nobody on the machine
// reaches the program.
func TestVenue(t *testing.T) {
	t.Parallel()
	needStrict(t)
	outside, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	port := outside.Addr().(*net.TCPAddr).Port
	c := python(t, fmt.Sprintf(`import os, socket
own = int(os.environ["TOUCHSTONE_PORT"])
def reaches(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return 1
    except OSError:
        return 0
server = socket.create_server(("127.0.0.1", own + 1))
meeting = socket.create_connection(("127.0.0.1", own))
meeting.sendall(b"%%d %%d\n" %% (reaches(%d), reaches(own + 2)))
server.accept()[0].sendall(b"met\n")
print(1)`, port))
	c.Live, c.Isolation = true, Strict
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	meet := func() (*Venue, net.Listener) {
		t.Helper()
		v, err := c.Meet(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Apart() {
			t.Fatal("the network is that of the machine")
		}
		for {
			l, err := v.Listener().Listen(ctx, "tcp4", "127.0.0.1:12345")
			// The listener of the game before is closed, but processes that other
			// tests have forked meanwhile hold it until they are programs.
			if errors.Is(err, unix.EADDRINUSE) && ctx.Err() == nil {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			return v, l
		}
	}
	// The other game is at the ports that the program of the first looks at.
	other, otherListener := meet()
	otherListener.Close()
	defer other.Close()
	if otherListener, err = other.Listener().Listen(ctx, "tcp4", "127.0.0.1:12347"); err != nil {
		t.Fatal(err)
	}
	defer otherListener.Close()
	for range 2 {
		v, l := meet()
		answers := make(chan Answer)
		go func() { answers <- v.At(12345).Run(ctx, nil, Limits{}) }()
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(conn).ReadString('\n'); line != "0 0\n" {
			t.Errorf("it reaches %q, error %v", line, err)
		}
		if here, err := net.DialTimeout("tcp4", "127.0.0.1:12346", time.Second); err == nil {
			here.Close()
			t.Error("the machine reaches the program")
		}
		back, err := v.Dialer().DialContext(ctx, "tcp", "127.0.0.1:12346")
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(back).ReadString('\n'); line != "met\n" {
			t.Errorf("got %q, error %v", line, err)
		}
		if a := <-answers; values(a) != "1" || a.Fault != None {
			t.Errorf("%+v", a)
		}
		fd, err := v.Diagnoses()()
		if err != nil {
			t.Fatal(err)
		}
		if there, here := knows(t, fd, 12345), knows(t, diagnosis(t), 12345); !there || here {
			t.Errorf("the port of the game is known there: %t, here: %t", there, here)
		}
		conn.Close()
		back.Close()
		l.Close()
		v.Close()
	}
	if fd, err := (&Venue{command: c, place: other.place}).Diagnoses()(); err != nil || knows(t, fd, 12345) {
		t.Errorf("another game knows of this one, error %v", err)
	}
	if here := (&Venue{command: c}).Diagnoses(); here != nil {
		t.Error("the network of the machine is asked of a keeper")
	}
	if n := len(c.pool.idle); n != 1 {
		t.Errorf("%d keepers are idle", n)
	}
}
