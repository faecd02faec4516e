package packed_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-harness/touchstone/harness/files/packed"
	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
)

// TestFiles: what is packed is read as it was, from small folders, whose files are packed
// together, and from large ones.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	large := strings.Repeat("0123456789abcdef", 1<<15)
	want := map[string]string{"top.txt": "a", "few/one.txt": "b", "few/deep/two.txt": "c", "large/one.txt": large, "large/two.txt": "d"}
	for name, text := range want {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	patterns := []string{"*.txt", "*/*.txt", "*/*/*.txt"}
	packedtest.Write(t, "all.zip", fstest.MapFS{}, patterns...)
	archive, err := os.ReadFile("all.zip")
	if err != nil {
		t.Fatal(err)
	}
	all := packed.Files(string(archive))
	packedtest.Check(t, all, "nothing", patterns...)
	for name, text := range want {
		if got, err := fs.ReadFile(all, name); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes and %v, expected %d", name, len(got), err, len(text))
		}
	}
	few, err := fs.Sub(all, "few")
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(few, "one.txt", "deep/two.txt"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"few/none.txt", "large/none.txt", "none/none.txt", "none.txt"} {
		_, err := all.Open(name)
		wrong, ok := errors.AsType[*fs.PathError](err)
		if !errors.Is(err, fs.ErrNotExist) || !ok || wrong.Path != name {
			t.Errorf("%s: %v, expected that it does not exist", name, err)
		}
	}
	for _, name := range []string{"/few/one.txt", "few/../top.txt", "few/"} {
		if _, err := all.Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}
