package client

import (
	"net"
	"net/netip"
	"slices"
	"testing"
)

// TestListeners finds who waits for connections, by either family of addresses, and tells
// nothing of the network of everybody.
func TestListeners(t *testing.T) {
	if got := Listeners(nil); got != nil {
		t.Errorf("of the machine: %v", got)
	}
	for _, network := range []string{"tcp4", "tcp6"} {
		l, err := net.Listen(network, "localhost:0")
		if err != nil {
			t.Log(err) // not every machine has both
			continue
		}
		defer l.Close()
		// What is connected does not wait.
		conn, err := net.Dial(network, l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		list := Listeners(diagnosis)
		if want := l.Addr().(*net.TCPAddr).AddrPort(); !slices.Contains(list, want) {
			t.Errorf("%v is not among %v", want, list)
		}
		if own := conn.LocalAddr().(*net.TCPAddr).AddrPort(); slices.ContainsFunc(list, func(a netip.AddrPort) bool { return a == own }) {
			t.Errorf("%v is among %v", own, list)
		}
	}
}
