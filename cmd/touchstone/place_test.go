package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/subject"
)

// A program that may not start a copy of touchstone is told so, however its shell says it.
func TestCopyHint(t *testing.T) {
	dir := t.TempDir()
	// The mark of each build, which is written down nowhere as a whole.
	mark := fmt.Sprintf("touchstone build mark %s: a program that contains this knows all answers", "7f1d2c9a4be84d06")
	for name, text := range map[string]string{"copy": mark, "other": "text"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for stderr, want := range map[string]string{
		"x: 2: exec: ./copy: Permission denied\n":                      "./copy is a copy of touchstone",
		"./x: line 2: ./copy: Permission denied":                       "./copy is a copy of touchstone",
		"PermissionError: [Errno 13] Permission denied: './copy'":      "./copy is a copy of touchstone",
		"sh: 1: " + filepath.Join(dir, "copy") + ": Permission denied": filepath.Join(dir, "copy") + " is a copy of touchstone",
		"x: 2: exec: ./other: Permission denied":                       "",
		"x: 2: exec: ./none: Permission denied":                        "",
		"cat: copy: No such file or directory":                         "",
		"PermissionError: [Errno 13] Permission denied: '" + dir + "'": "",
	} {
		got := copyHint(&subject.Command{Dir: dir, Isolation: subject.Best}, stderr)
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, expected %q", stderr, got, want)
		}
		if want != "" && !strings.HasSuffix(got, "--read "+filepath.Join(dir, "copy")) {
			t.Errorf("%q: %q names no file to read", stderr, got)
		}
	}
	if got := copyHint(&subject.Command{Dir: dir, Isolation: subject.Unisolated}, "./copy: Permission denied"); got != "" {
		t.Errorf("without a sandbox: %q", got)
	}
}
