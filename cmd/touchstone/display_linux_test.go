package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestDisplay writes to a terminal in the locale C: nothing beyond ASCII arrives, not
// even of a character that comes in two parts.
func TestDisplay(t *testing.T) {
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no terminal to be had: %v", err)
	}
	defer screen.Close()
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	t.Setenv("LC_ALL", "C")
	w := onDisplay(terminal)
	for _, part := range []string{"5 \xc3", "\x97 a\xe2\x80", "\xa6 \xff.", "end\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := screen.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Logf("reading may wait for ever: %v", err)
	}
	var got bytes.Buffer
	for b := make([]byte, 64); !strings.HasSuffix(got.String(), "end\r\n"); {
		n, err := screen.Read(b)
		if err != nil {
			t.Fatalf("%v after %q", err, &got)
		}
		got.Write(b[:n])
	}
	if got.String() != "5 x a... ?.end\r\n" {
		t.Errorf("the terminal got %q", &got)
	}
	if fileOf(&outlet{w: w}) != terminal {
		t.Error("the terminal behind the display is not found")
	}
	if other := new(bytes.Buffer); onDisplay(other) != other {
		t.Error("what is no terminal is a display")
	}
}
