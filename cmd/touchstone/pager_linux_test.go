package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPager shows texts on a terminal of ten lines: the pager gets those that are
// longer, and what it does with them changes nothing.
func TestPager(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no terminal to be had: %v", err)
	}
	defer terminal.Close()
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 10, Col: 80}); err != nil {
		t.Skip(err)
	}
	paged := filepath.Join(t.TempDir(), "paged")
	t.Setenv("TOUCHSTONE_PAGER", "cat > '"+paged+"'; exit 7")
	show := func(lines int) string {
		t.Helper()
		p := &pager{terminal: terminal}
		p.text.WriteString(strings.Repeat("line\n", lines))
		var stderr bytes.Buffer
		p.show(&stderr)
		if stderr.Len() > 0 {
			t.Errorf("%d lines: %s", lines, &stderr)
		}
		text, err := os.ReadFile(paged)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := show(3); text != "" {
		t.Errorf("three lines were paged: %q", text)
	}
	if text := show(40); text != strings.Repeat("line\n", 40) {
		t.Errorf("the pager got %q", text)
	}
	t.Setenv("LC_ALL", "C")
	p := &pager{terminal: terminal}
	p.text.WriteString(strings.Repeat("… é\n", 40))
	p.show(nil)
	if text, err := os.ReadFile(paged); err != nil || string(text) != strings.Repeat("... ?\n", 40) {
		t.Errorf("where the environment asks for ASCII the pager got %q, %v", text, err)
	}
	for command, want := range map[string]string{"cat": "", "": "", "less -S": "less -S"} {
		t.Setenv("TOUCHSTONE_PAGER", command)
		if got := pagerCommand(); got != want {
			t.Errorf("with %q the pager is %q, expected %q", command, got, want)
		}
	}
}
