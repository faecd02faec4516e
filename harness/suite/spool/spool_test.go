package spool

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpool keeps more than fits into memory, and says when it cannot.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	s := Spool{What: "parts"}
	var want strings.Builder
	for i := range 3 * BytesMax / 1000 {
		part := fmt.Sprintf("%0999d\n", i)
		want.WriteString(part)
		if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
		back := make([]byte, len(part))
		if n, err := s.ReadAt(back, s.Len()-int64(len(part))); n != len(part) || string(back) != part {
			t.Fatalf("part %d comes back as %q: %v", i, back[:n], err)
		}
	}
	if cap(s.memory) > BytesMax {
		t.Errorf("there are %d bytes in memory", cap(s.memory))
	}
	got, err := io.ReadAll(s.Reader())
	if err != nil || string(got) != want.String() {
		t.Errorf("%d of %d bytes come back: %v", len(got), want.Len(), err)
	}
	s.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v (%v)", left, err)
	}

	t.Setenv("TMPDIR", filepath.Join(dir, "nowhere"))
	t.Setenv("TMP", filepath.Join(dir, "nowhere"))
	for range 2 {
		_, _ = s.Write(make([]byte, BytesMax))
	}
	if _, err := io.ReadAll(s.Reader()); err == nil || !strings.Contains(err.Error(), "nowhere") || !strings.HasPrefix(err.Error(), "keep parts") {
		t.Errorf("the error is %v", err)
	}
}
