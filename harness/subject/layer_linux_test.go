package subject

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestLayers: a program writes in a shared folder, sees what it has written, and
// changes nothing there; the next one with a layer of its own finds the folder as
// it was.
func TestLayers(t *testing.T) {
	needShell(t)
	t.Parallel()
	dir := t.TempDir()
	layer := func(name string) Layer {
		l := Layer{Path: filepath.Join(dir, "shared"), Upper: filepath.Join(dir, name, "upper"), Work: filepath.Join(dir, name, "work")}
		for _, path := range []string{l.Path, l.Upper, l.Work} {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	probe := layer("probe")
	old := filepath.Join(probe.Path, "old")
	if err := os.WriteFile(old, []byte("1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Layerable(probe); err != nil {
		t.Skip(err)
	}
	for _, isolation := range []Isolation{Best, Strict} {
		if isolation == Strict && !StrictPossible(Survey()) {
			continue
		}
		// The system leaves a folder there that a plain user has to open to remove it.
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, string(isolation), "work", "work"), 0o700) })
		c := shell("cd " + probe.Path + " && cat old && echo 2 >>old && echo 3 >new && cat old new && rm new && rm old && ls | wc -l")
		c.Isolation, c.Layers = isolation, []Layer{layer(string(isolation))}
		c.Hide = []string{dir}
		a := c.Run(context.Background(), nil, Limits{})
		if values(a) != "1 1 2 3 0" {
			t.Errorf("%s: %+v", isolation, a)
		}
		c.Close()
		if text, err := os.ReadFile(old); err != nil || string(text) != "1\n" {
			t.Errorf("%s: the shared folder has %q (%v)", isolation, text, err)
		}
		if entries, err := os.ReadDir(probe.Path); err != nil || len(entries) != 1 {
			t.Errorf("%s: the shared folder has %v (%v)", isolation, entries, err)
		}
	}
	strange := layer("a,b:c")
	if err := Layerable(strange); err == nil {
		t.Error("a layer with a path that cannot be mounted is taken")
	}
}
