package suites_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/touchstone-harness/touchstone/tests/suites"
)

// manifests are the files of the suites as they lie here.
func manifests(t *testing.T) fstest.MapFS {
	t.Helper()
	found := fstest.MapFS{}
	here := os.DirFS(".")
	names, err := fs.Glob(here, "*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(here, name)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = &fstest.MapFile{Data: text}
	}
	return found
}

// stale tells which manifests are not in the program as they lie here.
func stale(t *testing.T, files fstest.MapFS) (names []string) {
	t.Helper()
	for name, file := range files {
		if text, err := fs.ReadFile(suites.FS, name); err != nil || !bytes.Equal(text, file.Data) {
			names = append(names, name)
		}
	}
	embedded, err := fs.Glob(suites.FS, "*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range embedded {
		if files[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TestPacked: what is embedded is what lies here.
func TestPacked(t *testing.T) {
	if *update {
		t.Skip("it is about to be written")
	}
	if names := stale(t, manifests(t)); len(names) > 0 {
		t.Errorf("the program has others than these files: %q\nhint: make suites", names)
	}
}

// pack writes the archive that is embedded, if it would have other files: the same files
// may be packed otherwise by another version of Go.
func pack(t *testing.T) {
	files := manifests(t)
	if len(stale(t, files)) == 0 {
		return
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	if err := w.AddFS(files); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("suites.zip", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
