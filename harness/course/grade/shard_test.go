package grade

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestMissing: a file that is no shard is missing; it is removed where it is made again, and
// nowhere else.
func TestMissing(t *testing.T) {
	e := &Engine{Course: &course.Course{Work: t.TempDir()}}
	file := e.ShardFile(suite.Shard{Index: 2, Count: 2})
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, again := range []bool{false, true} {
		missing, err := e.Missing(Header{}, 2, again)
		if err != nil || !slices.Equal(missing, []int{1, 2}) {
			t.Errorf("these are missing: %v, %v", missing, err)
		}
		if _, err := os.Stat(file); (err == nil) == again {
			t.Errorf("made again: %t, the file: %v", again, err)
		}
	}
}
