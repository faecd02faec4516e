package subject

import (
	"syscall"
	"testing"
)

// TestStatus tells how a program ended from what the kernel says.
func TestStatus(t *testing.T) {
	for _, test := range []struct {
		wait   syscall.WaitStatus
		exit   int
		signal string
	}{
		{0, 0, ""},
		{139 << 8, 139, ""}, // as a shell ends after a program that a signal ended
		{syscall.WaitStatus(syscall.SIGSEGV), -1, "SIGSEGV"},
		{0x80 | syscall.WaitStatus(syscall.SIGABRT), -1, "SIGABRT"}, // with a core
		{37, -1, "37"},
	} {
		if exit, signal := statusOf(test.wait); exit != test.exit || signal != test.signal {
			t.Errorf("%#x: %d %q, expected %d %q", test.wait, exit, signal, test.exit, test.signal)
		}
	}
}
