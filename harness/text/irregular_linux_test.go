package text_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// TestIrregular: what is no file is told apart without opening it, since a pipe would be
// waited for.
func TestIrregular(t *testing.T) {
	dir := t.TempDir()
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, says := range map[string]string{pipe: "found a pipe", dir: "found a folder", os.DevNull: "found a device"} {
		if err := text.Irregular(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: found %v, expected %q", name, err, says)
		}
	}
	for _, name := range []string{file, filepath.Join(dir, "none")} {
		if err := text.Irregular(name); err != nil {
			t.Errorf("%s: found %v", name, err)
		}
	}
}
