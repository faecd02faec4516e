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

// TestPressure reads what Linux tells about the processors.
func TestPressure(t *testing.T) {
	for text, want := range map[string]float64{
		"some avg10=70.25 avg60=10.19 avg300=40.84 total=11114346813\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n": 70.25,
		"full avg10=12.00 avg60=0.00 avg300=0.00 total=0\nsome avg10=0.00 avg60=0.00 avg300=0.00 total=0\n":             0,
		"": 0,
	} {
		if got := pressure([]byte(text)); got != want {
			t.Errorf("%v, expected %v, in\n%s", got, want, text)
		}
	}
}
