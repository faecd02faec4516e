package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files"
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
		if err := files.Irregular(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: found %v, expected %q", name, err, says)
		}
	}
	for _, name := range []string{file, filepath.Join(dir, "none")} {
		if err := files.Irregular(name); err != nil {
			t.Errorf("%s: found %v", name, err)
		}
	}
}

// TestRead: nothing is waited for, and what has no end is not read to it.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	pipe, file, endless := filepath.Join(dir, "pipe"), filepath.Join(dir, "file"), filepath.Join(dir, "endless")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, []byte("1234"), 0o600), os.Symlink("/dev/zero", endless)); err != nil {
		t.Fatal(err)
	}
	if text, err := files.Read(file, 4); string(text) != "1234" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := files.Read(os.DevNull, 4); string(text) != "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := files.Read(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for name, says := range map[string]string{
		file: "it is larger than 3 bytes", pipe: "expected a file, found a pipe", dir: "expected a file, found a folder",
		endless: "expected a file, found a device or a socket", "/dev/zero": "it is larger than 3 bytes",
	} {
		if _, err := files.Read(name, 3); err == nil || err.Error() != says {
			t.Errorf("%s: %v, expected %q", name, err, says)
		}
	}
}
