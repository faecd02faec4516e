package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts that compare it")

// TestMain makes the test binary stand in for touchstone, so that scripts, and
// shells that they start, find the program on their PATH without a build. They start it
// thousands of times: what the tests link, and the variables of their files, should take
// no time before main.
func TestMain(m *testing.M) {
	// Commands that are tested in this process start it once more as a keeper;
	// those that scripts run do so in main.
	subject.Keeper()
	// Under the race detector every process would sleep a second at its end.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(tests{m}, standsFor)
}

// standsFor has the programs that the test binary stands in for, by their names.
var standsFor = map[string]func(){"touchstone": main}

// inProcess runs the command in this process, and returns its exit status.
func inProcess(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := caught()
	defer signal.Stop(signals)
	return execute(signals, args, stdin, stdout, stderr)
}

// touchstone runs the command in this process.
func touchstone(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = inProcess(args, strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

// tests are all tests, and afterwards nothing of what they built is left.
type tests struct{ *testing.M }

func (m tests) Run() int {
	defer func() { os.RemoveAll(built.dir) }()
	return m.M.Run()
}

// TestScripts runs the command lines of tests/cli.
func TestScripts(t *testing.T) {
	subjects, err := filepath.Abs("../../tests/subjects")
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := program(t, "right/rules"), program(t, "wrong/rules")
	testscript.Run(t, testscript.Params{
		Dir:                 "../../tests/cli",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("GOGC", os.Getenv("GOGC"))
			env.Setenv("SUBJECTS", subjects)
			// For programs that ask touchstone, which they do not see by themselves.
			self, err := exec.LookPath("touchstone")
			if err != nil {
				return err
			}
			env.Setenv("TOUCHSTONE", self)
			env.Setenv("RULES_RIGHT", right)
			env.Setenv("RULES_WRONG", wrong)
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "python3":
				return haveProgram("python3"), nil
			case "landlock":
				return slices.ContainsFunc(subject.Survey(), func(f subject.Facility) bool { return f.Name == name && f.Available }), nil
			case "strict":
				return strict(), nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// strict tells whether this machine isolates programs as well as touchstone can.
var strict = sync.OnceValue(func() bool { return exec.Command("touchstone", "doctor", "--quiet").Run() == nil })

// busyTries is how often a script runs a program that says the machine is too busy to judge:
// what keeps it so is over by then.
const busyTries = 5

// exits is a command of scripts: exits STATUS PROGRAM [ARGUMENT...] is exec for
// a program that must end with just that status. The statuses 1 and 2 mean
// different things, which exec does not tell apart. That the machine is too busy is
// no answer, and the program is run again.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	for tries := 1; ; tries++ {
		err = ts.Exec(args[1], args[2:]...)
		got := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			got = exit.ExitCode()
		} else {
			ts.Check(err)
		}
		stdout := ts.ReadFile("stdout")
		busy := strings.Contains(stdout, run.MachineBusy) || strings.Contains(stdout, run.MachineLate)
		switch {
		case busy && tries < busyTries: // also if the status is right, what it says is another thing
		case got == want:
			return
		default:
			ts.Fatalf("exit status %d, expected %d", got, want)
		}
	}
}

func haveProgram(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// built are the sample programs in Go, by their folder in tests/subjects.
var built struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

// program builds a sample program, once however many tests ask for it.
func program(t *testing.T, folder string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if path, ok := built.paths[folder]; ok {
		return path
	}
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "touchstone-subjects-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.paths = dir, make(map[string]string)
	}
	path := filepath.Join(built.dir, strings.ReplaceAll(folder, "/", "-"))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", path, "../../tests/subjects/"+folder).CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", folder, err, out)
	}
	built.paths[folder] = path
	return path
}
