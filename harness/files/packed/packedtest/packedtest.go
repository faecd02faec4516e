// Package packedtest writes the archives that package packed reads, and holds them against
// the files that they are made of.
package packedtest

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
)

// Lying are the files of this folder that match the pattern.
func Lying(t *testing.T, pattern string) fstest.MapFS {
	t.Helper()
	found := fstest.MapFS{}
	here := os.DirFS(".")
	names, err := fs.Glob(here, pattern)
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

// Stale tells which files that match the pattern are not in the archive as they lie here,
// and which are there only.
func Stale(t *testing.T, archive fs.FS, lying fstest.MapFS, pattern string) (names []string) {
	t.Helper()
	for name, file := range lying {
		if text, err := fs.ReadFile(archive, name); err != nil || !bytes.Equal(text, file.Data) {
			names = append(names, name)
		}
	}
	held, err := fs.Glob(archive, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range held {
		if lying[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Write packs the files that match the pattern into a file beside them, if that would have
// other files: the same files may be packed otherwise by another version of Go.
func Write(t *testing.T, name string, archive fs.FS, pattern string) {
	t.Helper()
	lying := Lying(t, pattern)
	if len(Stale(t, archive, lying, pattern)) == 0 {
		return
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	if err := w.AddFS(lying); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
