// Package packedtest writes the archives that package packed reads, and holds them against
// the files that they are made of.
package packedtest

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

// matching are the files that match one of the patterns.
func matching(t *testing.T, in fs.FS, patterns []string) (names []string) {
	t.Helper()
	for _, pattern := range patterns {
		some, err := fs.Glob(in, pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, some...)
	}
	return names
}

// lying are the files of this folder that match one of the patterns.
func lying(t *testing.T, patterns []string) fstest.MapFS {
	t.Helper()
	found := fstest.MapFS{}
	here := os.DirFS(".")
	for _, name := range matching(t, here, patterns) {
		text, err := fs.ReadFile(here, name)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = &fstest.MapFile{Data: text}
	}
	return found
}

// stale tells which of these files are not in the archive as they lie here, and which files
// that match a pattern are there only.
func stale(t *testing.T, archive fs.FS, here fstest.MapFS, patterns []string) (names []string) {
	t.Helper()
	for name, file := range here {
		if text, err := fs.ReadFile(archive, name); err != nil || !bytes.Equal(text, file.Data) {
			names = append(names, name)
		}
	}
	for _, name := range matching(t, archive, patterns) {
		if here[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Check holds an archive against the files of this folder that match a pattern; writes is the
// command that packs them.
func Check(t *testing.T, archive fs.FS, writes string, patterns ...string) {
	t.Helper()
	if names := stale(t, archive, lying(t, patterns), patterns); len(names) > 0 {
		t.Errorf("the program has others than these files: %q\nhint: %s", names, writes)
	}
}

// Write packs the files that match a pattern into a file beside them, if that would have
// other files: the same files may be packed otherwise by another version of Go.
func Write(t *testing.T, name string, archive fs.FS, patterns ...string) {
	t.Helper()
	here := lying(t, patterns)
	if len(stale(t, archive, here, patterns)) == 0 {
		return
	}
	archived, err := pack(here)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, archived, 0o644); err != nil {
		t.Fatal(err)
	}
}

// togetherMax is how many bytes of a folder are compressed together: all are unpacked when
// one file of it is read.
const togetherMax = 256 << 10

// pack makes the archive of files.
func pack(here fstest.MapFS) ([]byte, error) {
	outer, folders, sizes := map[string][]byte{}, map[string]map[string][]byte{}, map[string]int{}
	for name, file := range here {
		folder, rest, below := strings.Cut(name, "/")
		if !below {
			outer[name] = file.Data
			continue
		}
		if folders[folder] == nil {
			folders[folder] = map[string][]byte{}
		}
		folders[folder][rest] = file.Data
		sizes[folder] += len(file.Data)
	}
	for folder, inside := range folders {
		if sizes[folder] > togetherMax {
			for rest, text := range inside {
				outer[folder+"/"+rest] = text
			}
			continue
		}
		inner, err := packed.Archive(inside, zip.Store)
		if err != nil {
			return nil, err
		}
		outer[folder+"/"+packed.Inner] = inner
	}
	return packed.Archive(outer, zip.Deflate)
}
