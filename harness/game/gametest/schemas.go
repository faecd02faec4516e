package gametest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/schemas"
)

// SchemaFiles holds the files of a folder, from the top of the module, against the
// values that are described, or writes them anew.
func SchemaFiles(t *testing.T, book *value.Book, folder string, write bool) {
	t.Helper()
	path := func(name string) string {
		return filepath.Join(module(t), filepath.FromSlash(folder), name+schemas.Suffix)
	}
	for _, name := range book.Names() {
		if write {
			if err := os.WriteFile(path(name), book.File(name), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if text, err := os.ReadFile(path(name)); err != nil || !bytes.Equal(text, book.File(name)) {
			t.Errorf("%s/%s%s is not as described: the flag -update of this test writes it (%v)", folder, name, schemas.Suffix, err)
		}
	}
	files, err := filepath.Glob(path("*"))
	for _, file := range files {
		if !slices.ContainsFunc(book.Names(), func(name string) bool { return file == path(name) }) {
			t.Errorf("%s has no description", file)
		}
	}
	if err != nil || len(files) != len(book.Names()) {
		t.Errorf("there are %d files for %d values: %v", len(files), len(book.Names()), err)
	}
}
