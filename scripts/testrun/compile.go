package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A suite is the tests of a package.
type suite struct {
	name   string // the import path
	folder string
	binary string
}

// find returns the tests that patterns stand for, each once, in the order of the patterns,
// and where their binaries are kept. go test names a binary by the last element of the
// import path: where another package of the module has the same, it gets a folder with a
// higher number.
func find(ctx context.Context, o options, patterns []string) ([]suite, error) {
	kept, err := filepath.Abs(o.binaries)
	if err != nil {
		return nil, err
	}
	if o.race {
		kept = filepath.Join(kept, "race")
	}
	all, _, err := command(ctx, "list", "./...")
	if err != nil {
		return nil, err
	}
	binaries, taken := make(map[string]string), make(map[string]int)
	for name := range strings.Lines(all) {
		name = strings.TrimSpace(name)
		base := path.Base(name)
		taken[base]++
		binaries[name] = filepath.Join(kept, strconv.Itoa(taken[base]), base+".test")
	}
	const format = "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"
	listed, _, err := command(ctx, append([]string{"list", "-f", format}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var suites []suite
	for line := range strings.Lines(listed) {
		name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
		switch binary := binaries[name]; {
		case !ok: // it has none
		case binary == "":
			return nil, fmt.Errorf("%s is in another module", name)
		default:
			suites = append(suites, suite{name, folder, binary})
		}
	}
	if len(suites) == 0 {
		return nil, fmt.Errorf("no tests in %s", strings.Join(patterns, " "))
	}
	return suites, nil
}

// compileAtOnce is how many packages one go command compiles: those that are ready are run
// while it compiles the next ones, and each command takes half a second to see that
// nothing has changed.
const compileAtOnce = 24

// compile compiles and links the tests of suites that have changed, and passes on those
// that are ready. It returns the processor time that it took.
func compile(ctx context.Context, o options, suites []suite, ready chan<- suite) (time.Duration, error) {
	var spent time.Duration
	var failed error
	for part := range slices.Chunk(suites, compileAtOnce) {
		// All that one command compiles lie in one folder.
		folders := make(map[string][]string)
		for _, s := range part {
			folder := filepath.Dir(s.binary)
			folders[folder] = append(folders[folder], s.name)
		}
		compiled := make(map[string]bool)
		for _, folder := range slices.Sorted(maps.Keys(folders)) {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return spent, err
			}
			arguments := []string{"test", "-vet=off", "-c", "-o", folder + "/"}
			if o.race {
				arguments = append(arguments, "-race")
			}
			_, took, err := command(ctx, append(arguments, folders[folder]...)...)
			spent += took
			failed = errors.Join(failed, err)
			compiled[folder] = err == nil
		}
		for _, s := range part {
			if compiled[filepath.Dir(s.binary)] {
				ready <- s
			}
		}
	}
	return spent, failed
}

// command runs go and returns what it prints, and the processor time that it took.
func command(ctx context.Context, arguments ...string) (string, time.Duration, error) {
	c := exec.CommandContext(ctx, "go", arguments...)
	var said bytes.Buffer
	c.Stderr = &said
	text, err := c.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, bytes.TrimSpace(said.Bytes()))
	}
	return string(text), processor(c.ProcessState), err
}

// processor is the processor time of a process, with that of its children it has waited for.
func processor(state *os.ProcessState) time.Duration {
	if state == nil {
		return 0
	}
	return state.UserTime() + state.SystemTime()
}
