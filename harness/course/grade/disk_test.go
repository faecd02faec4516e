package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestDisk: what a build takes counts beyond what there was, small files and
// large ones, and is removed again.
func TestDisk(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]int // bytes by name
		over  bool
	}{
		{"nothing", nil, false},
		{"a little", map[string]int{"new": 60 << 10}, false},
		{"one file", map[string]int{"new": 200 << 10}, true},
		{"one that grows", map[string]int{"old": 400 << 10}, true},
		{"several", map[string]int{"a": 40 << 10, "b": 40 << 10, "deep/c": 40 << 10}, true},
		{"many empty ones", many(40), true},
		{"a closed folder", map[string]int{"deep/c": 120 << 10}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree, home := t.TempDir(), t.TempDir()
			fill(t, tree, map[string]int{"old": 200 << 10, "kept": 10})
			d, err := newDisk(100<<10, tree, home)
			if err != nil {
				t.Fatal(err)
			}
			defer d.close()
			fill(t, tree, c.files)
			if c.name == "a closed folder" {
				if err := os.Chmod(filepath.Join(tree, "deep"), 0); err != nil {
					t.Fatal(err)
				}
			}
			if over := d.over(); over != c.over {
				t.Errorf("over is %t, expected %t", over, c.over)
			}
			if !c.over {
				return
			}
			ctx, end := d.guard(t.Context())
			<-ctx.Done()
			if !errors.Is(context.Cause(ctx), errDisk) {
				t.Errorf("the build ends with %v", context.Cause(ctx))
			}
			end()
			if err := d.clear(); err != nil {
				t.Error(err)
			}
			if d.over() {
				t.Error("what it took is still there")
			}
			if _, err := os.Stat(filepath.Join(tree, "kept")); err != nil {
				t.Error(err)
			}
		})
	}
}

func many(n int) map[string]int {
	files := make(map[string]int)
	for i := range n {
		files[fmt.Sprint("f", i)] = 0
	}
	return files
}

func fill(t *testing.T, folder string, files map[string]int) {
	t.Helper()
	for name, size := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
