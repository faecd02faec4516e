package bazar

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-harness/touchstone/schemas"
)

var update = flag.Bool("update", false, "write the schema files anew")

// TestSchemas: the files of schemas/bazar are those of the descriptions.
func TestSchemas(t *testing.T) {
	book := described().book
	for _, name := range book.Names() {
		path := "bazar/" + name + schemas.Suffix
		if *update {
			if err := os.WriteFile(filepath.Join("..", "..", "..", "schemas", path), book.File(name), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if text, err := fs.ReadFile(schemas.FS, path); err != nil || !bytes.Equal(text, book.File(name)) {
			t.Errorf("%s is not as described: go test ./harness/games/bazar -run TestSchemas -update writes it (%v)", path, err)
		}
	}
	files, err := fs.Glob(schemas.FS, "bazar/*"+schemas.Suffix)
	if err != nil || len(files) != len(book.Names()) {
		t.Errorf("there are %d files for %d values: %v", len(files), len(book.Names()), err)
	}
}
