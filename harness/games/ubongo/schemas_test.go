package ubongo

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/schemas"
)

var update = flag.Bool("update", false, "write the schema files anew")

// TestSchemas: the files of schemas/ubongo are those of the descriptions.
func TestSchemas(t *testing.T) {
	book := described().book
	for _, name := range book.Names() {
		file := "ubongo/" + name + schemas.Suffix
		if *update {
			if err := os.WriteFile(filepath.Join("..", "..", "..", "schemas", file), book.File(name), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if text, err := fs.ReadFile(schemas.FS, file); err != nil || !bytes.Equal(text, book.File(name)) {
			t.Errorf("%s is not as described: go test ./harness/games/ubongo -run TestSchemas -update writes it (%v)", file, err)
		}
	}
	files, err := fs.Glob(schemas.FS, "ubongo/*"+schemas.Suffix)
	// Actors and guests are the same in all games, and package guest reads them; no decoder
	// reads the content, and none a call, which is for the clients of others to read.
	files = slices.DeleteFunc(files, func(f string) bool {
		return strings.Contains("actor actors guests content call", strings.TrimSuffix(filepath.Base(f), schemas.Suffix))
	})
	if err != nil || len(files) != len(book.Names()) {
		t.Errorf("there are %d files for %d values: %v", len(files), len(book.Names()), err)
	}
}
