package main

import (
	"bytes"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestColumns asks a terminal that nobody sits at.
func TestColumns(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no terminal to be had: %v", err)
	}
	defer terminal.Close()
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 132}); err != nil {
		t.Skip(err)
	}
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	for want, stream := range map[int]any{132: terminal, 0: pipe} {
		if got := columns(stream); got != want {
			t.Errorf("%T has %d columns, expected %d", stream, got, want)
		}
	}
	if got := columns(new(bytes.Buffer)); got != 0 {
		t.Errorf("a buffer has %d columns", got)
	}
}
