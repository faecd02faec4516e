package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRun runs the tests of a small module, in which two packages have the same name, one
// test fails, and one package has no test.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":      "module example.org/touchstone/small\n\ngo 1.24\n",
		"a/same/x.go": "package same\n",
		"a/same/x_test.go": `package same

import "testing"

func TestPasses(t *testing.T) {}
`,
		"b/same/x_test.go": `package same

import (
	"os"
	"testing"
)

func TestFolder(t *testing.T) {
	if _, err := os.Stat("x_test.go"); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("FAIL") != "" {
		t.Run("here", func(t *testing.T) { t.Fatal("as it was asked") })
	}
}
`,
		"none/x.go": "package none\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := options{binaries: "kept", packages: 2, parallel: 2, timeout: time.Minute}
	runs := func(patterns ...string) (string, error) {
		t.Helper()
		var said bytes.Buffer
		err := run(context.Background(), &said, o, patterns)
		return said.String(), err
	}
	said, err := runs("./...")
	if err != nil || !strings.Contains(said, "2 of 2 packages passed") {
		t.Fatalf("%v, with\n%s", err, said)
	}

	// A file that is linked anew is another one, whatever its time says.
	const kept, held = "kept/2/same.test", "held" // of b
	if err := os.Link(kept, held); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FAIL", "yes")
	for _, o.times = range []bool{false, true} {
		said, err = runs("./b/...", "./...")
		if !errors.Is(err, errFailed) {
			t.Errorf("a failed test: %v", err)
		}
		for _, want := range []string{"--- FAIL: TestFolder/here", "as it was asked", "FAIL\texample.org/touchstone/small/b/same", "1 of 2 packages passed"} {
			if !strings.Contains(said, want) {
				t.Errorf("with times %t: no %q in\n%s", o.times, want, said)
			}
		}
	}
	before, err := os.Stat(held)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(kept); err != nil || !os.SameFile(before, after) {
		t.Errorf("linked again, with nothing changed (%v)", err)
	}

	if err := os.WriteFile("a/same/x.go", []byte("package different\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := runs("./..."); err == nil || !strings.Contains(err.Error(), "different") {
		t.Errorf("a package that cannot be compiled: %v", err)
	}
	if _, err := runs("./none"); err == nil {
		t.Error("nothing to run is no success")
	}
}

// TestTicks reads what Linux tells about the processors.
func TestTicks(t *testing.T) {
	for text, want := range map[string]ticks{
		"cpu  100 20 30 400 5 0 6 7 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n": {all: 568, spare: 425},
		"cpu  1 2 3 4 5": {all: 15, spare: 11},
		"":               {},
		"intr 1 2 3 4 5": {},
		"cpu  1 2 3 4":   {},
		"cpu  1 2 3 4 x": {},
	} {
		if got, ok := ticksOf([]byte(text)); got != want || ok != (want.all > 0) {
			t.Errorf("%+v, %t, expected %+v, of %q", got, ok, want, text)
		}
	}
}

// TestWhenSpare: who waits for processors that are busy stops waiting when nothing is left to run.
func TestWhenSpare(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	whenSpare(ctx)
	whenSpare(ctx) // the first has let go
}
