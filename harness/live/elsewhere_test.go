package live

import (
	"net/netip"
	"testing"
)

// TestElsewhere says where a server waits that nobody finds.
func TestElsewhere(t *testing.T) {
	const message = "nobody listens; hint: wait longer"
	for _, test := range []struct {
		found []string
		want  string
	}{
		{nil, ""},
		{[]string{"127.0.0.1:7"}, ""}, // since the last attempt
		{[]string{"127.0.0.1:9", "0.0.0.0:7"}, ""},
		{[]string{"[::ffff:127.0.0.1]:7"}, ""}, // as Java has it
		{[]string{"[::]:7"}, ""},
		{[]string{"[::1]:7"}, "nobody listens; the program listens on this port, but not at 127.0.0.1; hint: listen at 127.0.0.1, which is IPv4"},
		{[]string{"127.0.0.1:9", "127.0.0.2:7"}, "nobody listens; the program listens on this port, but not at 127.0.0.1; hint: listen at 127.0.0.1, which is IPv4"},
		{[]string{"0.0.0.0:8"}, "nobody listens; the program listens on another port; " +
			"hint: take the port from the command line, where it is the last word or stands for {port}"},
	} {
		var found []netip.AddrPort
		for _, one := range test.found {
			found = append(found, netip.MustParseAddrPort(one))
		}
		if got := elsewhere(message, found, 7); got != test.want {
			t.Errorf("%v: %q, expected %q", test.found, got, test.want)
		}
	}
}
