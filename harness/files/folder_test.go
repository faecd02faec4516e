package files

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTryFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, good := range map[string]bool{".": true, "new": true, "new/one/inside": true, "file": false, "file/inside": false} {
		if err := TryFolder(filepath.Join(dir, path)); (err == nil) != good {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v, expected the file alone", left, err)
	}
}
