package subject

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestNoFilterNoted: what is known of the kernel holds until the machine starts anew, and
// only if nobody else can have written it.
func TestNoFilterNoted(t *testing.T) {
	usual := rootFolder
	rootFolder = t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", rootFolder)
	before := filterless.Load()
	t.Cleanup(func() {
		rootFolder = usual
		filterless.Store(before)
	})
	for _, c := range []struct {
		name  string
		write func(name string) error
		want  bool
	}{
		{"nothing", func(string) error { return nil }, false},
		{"noted", func(string) error { noteNoFilter(); return nil }, true},
		{"of an earlier start", func(name string) error { return os.WriteFile(name, []byte("earlier\n"), 0o600) }, false},
		{"empty", func(name string) error { return os.WriteFile(name, nil, 0o600) }, false},
		{"a link", func(name string) error {
			other := filepath.Join(t.TempDir(), "other")
			if err := os.WriteFile(other, bootID(), 0o600); err != nil {
				return err
			}
			return os.Symlink(other, name)
		}, false},
	} {
		name := filterlessName()
		os.Remove(name)
		filterless.Store(false)
		if err := c.write(name); err != nil {
			t.Fatal(err)
		}
		filterless.Store(false)
		if got := hasNoFilter(); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// TestBootID: it is the same all the time.
func TestBootID(t *testing.T) {
	if id := bootID(); len(id) == 0 || !bytes.Equal(id, bootID()) {
		t.Errorf("%q", id)
	}
}

// TestWaitsForFilter: who waits for something else does not wait for a filter.
func TestWaitsForFilter(t *testing.T) {
	if waitsForFilter(os.Getpid()) {
		t.Error("this process is said to wait for a filter")
	}
}
