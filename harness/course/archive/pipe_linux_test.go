package archive

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A submission that is a folder may hold a named pipe, on which nobody writes.
func TestPipeInFolder(t *testing.T) {
	from := t.TempDir()
	pipe := filepath.Join(from, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	type result struct {
		hash string
		err  error
	}
	results := make(chan result, 1)
	go func() {
		hash, err := Hash(t.Context(), from, generous)
		results <- result{hash, err}
	}()
	var found result
	select {
	case found = <-results:
	case <-time.After(10 * time.Second):
		t.Fatal("the checksum of a folder with a pipe waits for the pipe")
	}
	if found.err != nil {
		t.Fatal(found.err)
	}
	err := Unpack(t.Context(), from, t.TempDir(), generous)
	if _, told := errors.AsType[*Refusal](err); !told {
		t.Errorf("%v, expected a refusal", err)
	}
	if err := os.Remove(pipe); err != nil {
		t.Fatal(err)
	}
	if without, err := Hash(t.Context(), from, generous); err != nil || without == found.hash {
		t.Errorf("with and without the pipe the checksum is %s (%v)", without, err)
	}
}
