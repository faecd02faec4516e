package client

import (
	"net"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOwners finds the process that has a socket in its own network, and where the system
// tells nothing of networks, but not in another one.
func TestOwners(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	raw, err := l.(*net.TCPListener).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var stat unix.Stat_t
	var own uint64
	if err := raw.Control(func(fd uintptr) {
		err = unix.Fstat(int(fd), &stat)
		own = networkOf(int(fd))
	}); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for network, want := range map[uint64][]int{0: {os.Getpid()}, own: {os.Getpid()}, own + 1: nil} {
		if network == 1 {
			continue // who may not set up networks is not told of them
		}
		if got := owners(uint32(stat.Ino), nil, network); !slices.Equal(got, want) {
			t.Errorf("in the network %d its owners are %v, expected %v", network, got, want)
		}
	}
}
