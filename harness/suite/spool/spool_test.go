package spool

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpool keeps more than fits into memory.
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
}

// TestSpoolWithoutRoom keeps everything where there is no folder for a file, and where the
// file takes nothing more at some point.
func TestSpoolWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	for name, fill := range map[string]func(s *Spool, so []byte){
		"no folder": nil,
		"full": func(s *Spool, so []byte) {
			path := filepath.Join(dir, "full")
			if err := os.WriteFile(path, so[:s.filed], 0o600); err != nil {
				t.Fatal(err)
			}
			s.file.Close()
			var err error
			if s.file, err = os.Open(path); err != nil { // only to be read
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := dir
			if fill == nil {
				folder = filepath.Join(dir, "nowhere")
			}
			t.Setenv("TMPDIR", folder)
			t.Setenv("TMP", folder)
			s := Spool{What: "parts"}
			defer s.Close()
			var want []byte
			write := func(bytes int) {
				for len(want) < bytes {
					part := fmt.Appendf(nil, "%0*d\n", 1+len(want)%99_991, len(want))
					want = append(want, part...)
					if n, err := s.Write(part); n != len(part) || err != nil {
						t.Fatal(n, err)
					}
				}
			}
			write(2 * BytesMax)
			if fill != nil {
				fill(&s, want)
			}
			write(6 * BytesMax)
			if !s.full {
				t.Error("there is room for everything")
			}
			if got, err := io.ReadAll(s.Reader()); err != nil || string(got) != string(want) || s.Len() != int64(len(want)) {
				t.Errorf("%d of %d bytes come back: %v", len(got), len(want), err)
			}
			for at := 0; at < len(want); at += 5000 {
				back := make([]byte, 12_000)
				n, err := s.ReadAt(back, int64(at))
				if string(back[:n]) != string(want[at:min(at+len(back), len(want))]) || (err != nil) != (n < len(back)) {
					t.Fatalf("%d bytes come back from %d on: %v", n, at, err)
				}
			}
		})
	}
}
