package course

import (
	"errors"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A pattern finds what filepath.Glob finds, and stops at a bound.
func TestGlob(t *testing.T) {
	dir := write(t, map[string]string{"a/b/c": "", "a/b[1]/c": "", "d/b/c": "", "d/e/c": "", "f": ""})
	for _, pattern := range []string{"*", "*/*", "*/b/*", "*/*/c", "a/*/c", "a/b/c", "none/*", "*/none", `*/b\[1]/*`, "[ad]/*/*", "f/*"} {
		pattern = filepath.Join(dir, pattern)
		want, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		left := globMax
		got, err := glob(pattern, &left)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, expected %q", pattern, got, err, want)
		}
		left = len(want)
		if got, err = glob(pattern, &left); !errors.Is(err, errVast) {
			t.Errorf("%s: %q, %v, expected more than there may be", pattern, got, err)
		}
	}
}

// A pipe in the place of the folder of submissions is not waited for.
func TestFindBesidePipe(t *testing.T) {
	dir := write(t, map[string]string{"in/ada/x": ""})
	if err := syscall.Mkfifo(filepath.Join(dir, "in", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{Paths: []string{filepath.Join(dir, "in", "*", "*")}}}
	done := make(chan error, 1)
	go func() {
		_, err := c.Find()
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			t.Error("x is no submission, and was taken for one")
		}
	case <-time.After(time.Minute):
		t.Error("it waits for the pipe")
	}
}
