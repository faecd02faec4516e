package subject

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestIsCopy takes a build of this harness for one under any name, and nothing else.
func TestIsCopy(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	other, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		self:                                    true,
		write("renamed", program):               true,
		write("cut", program[:100]):             false, // spoiled
		write("half", program[:len(program)/2]): false,
		write("names", []byte("#!/bin/sh\n# mod\tgithub.com/touchstone-harness/touchstone\t(devel)\n")): false,
		other:                      false,
		filepath.Join(dir, "none"): false,
	} {
		if got := isCopy(path); got != want {
			t.Errorf("isCopy(%s) is %v", path, got)
		}
	}
}
