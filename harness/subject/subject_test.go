//go:build unix

package subject

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// TestMain makes the test binary a subject when it is called as one: so there
// are subjects wherever there is Go.
func TestMain(m *testing.M) {
	if mode := os.Getenv("SUBJECT_MODE"); mode != "" {
		os.Exit(play(mode))
	}
	Keeper()
	os.Exit(m.Run())
}

// play is what the subject does in a mode.
func play(mode string) int {
	switch mode {
	case "echo":
		if _, err := io.Copy(os.Stdout, os.Stdin); err != nil {
			return 1
		}
	case "flood":
		line := bytes.Repeat([]byte("1234567 "), 1<<12)
		for {
			if _, err := os.Stdout.Write(line); err != nil {
				return 1
			}
		}
	case "deaf":
		fmt.Println("true")
	case "promptly":
		fmt.Print(`"a"[1]{"b":2}`)
		time.Sleep(time.Hour)
	}
	return 0
}

func self(mode string) *Command {
	return &Command{Argv: []string{os.Args[0]}, Env: []string{"SUBJECT_MODE=" + mode, "GORACE=atexit_sleep_ms=0"}}
}

func shell(script string) *Command {
	return &Command{Argv: []string{"sh", "-c", script}}
}

func run(t *testing.T, c *Command, input string, limits Limits) Answer {
	t.Helper()
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.Run(context.Background(), []byte(input), limits)
}

func values(a Answer) string {
	var texts []string
	for _, v := range a.Values {
		texts = append(texts, string(v))
	}
	return strings.Join(texts, " ")
}

func needShell(t *testing.T) {
	t.Helper()
	needProgram(t, "sh")
}

func needProgram(tb testing.TB, name string) {
	tb.Helper()
	if _, err := exec.LookPath(name); err != nil {
		tb.Skipf("needs %s", name)
	}
}

func TestRun(t *testing.T) {
	needShell(t)
	t.Parallel()
	short := Limits{Timeout: time.Second}
	// This binary, built for the race detector, takes longer to start beside others.
	patient := Limits{Timeout: 3 * time.Second}
	for _, test := range []struct {
		name     string
		command  *Command
		input    string
		limits   Limits
		values   string
		fault    Fault
		exit     int
		signal   string
		stderr   string
		trouble  stream.Kind
		warnings []Warning
		partial  bool
	}{
		{name: "echo", command: self("echo"), input: `{"a":1} 2`, values: `{"a":1} 2`},
		{name: "large echo", command: self("echo"), input: `"` + strings.Repeat("x", 1<<20) + `"`, values: `"` + strings.Repeat("x", 1<<20) + `"`},
		{name: "cat", command: &Command{Argv: []string{"cat"}}, input: "[1]\n[2]\n", values: "[1] [2]"},
		{name: "nothing", command: shell("exit 0")},
		{name: "does not read", command: self("deaf"), input: strings.Repeat("[1] ", 1<<18), values: "true"},
		{name: "closes stdin", command: shell("exec <&-; sleep 0.1; echo 1"), input: strings.Repeat("[1] ", 1<<18), values: "1"},
		{name: "exit status", command: shell("echo 1; echo oops >&2; exit 3"), values: "1", fault: Crashed, exit: 3, stderr: "oops\n"},
		{name: "signal", command: shell("kill -SEGV $$"), fault: Crashed, exit: -1, signal: "SIGSEGV"},
		{name: "cut by a crash", command: shell(`printf '1 {"a":'; kill -KILL $$`), values: "1", fault: Crashed, exit: -1, signal: "SIGKILL", trouble: stream.Cut},
		{name: "cut", command: shell(`printf '1 {"a":'`), values: "1", trouble: stream.Cut},
		{name: "not JSON", command: shell(`echo '1 Hello 2'; exit 4`), values: "1", trouble: stream.Malformed, fault: Crashed, exit: 4},
		{name: "duplicate key", command: shell(`echo '{"a":1,"a":2}'`), trouble: stream.Duplicate},
		{name: "too many", command: shell(`echo 1 2 3 4`), limits: Limits{ValuesMax: 2}, values: "1 2", trouble: stream.TooMany},
		{name: "silent", command: shell("sleep 60"), limits: short, fault: Silent, exit: -1},
		{name: "silent but for blanks", command: shell("echo; sleep 60"), limits: short, fault: Silent, exit: -1},
		{name: "slow", command: shell("echo 1; sleep 60"), limits: short, values: "1", fault: TimedOut, exit: -1},
		{name: "slow inside a value", command: shell("echo '1 [2'; sleep 60"), limits: short, values: "1", fault: TimedOut, exit: -1, partial: true},
		{
			name: "says how we end it", limits: short, fault: Silent, exit: -1, stderr: "mine\n",
			command: shell("trap 'echo user break >&2; exit 0' TERM; echo mine >&2; while :; do sleep 0.1; done"),
		},
		{name: "prompt", command: self("promptly"), limits: patient, values: `"a" [1] {"b":2}`, fault: TimedOut, exit: -1},
		{name: "refuses to end", command: shell("trap '' TERM; echo 1; while :; do sleep 60; done"), limits: short, values: "1", fault: TimedOut, exit: -1},
		{name: "floods", command: self("flood"), limits: Limits{OutputBytesMax: 1 << 20, ValuesMax: 3}, values: "1234567 1234567 1234567", fault: OutputLimit, exit: -1, trouble: stream.TooMany},
		{name: "endless value", command: shell(`printf '1 "'; while :; do printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done`), limits: Limits{OutputBytesMax: 1 << 14}, values: "1", fault: OutputLimit, exit: -1, partial: true},
		{name: "just within the limit", command: shell(`printf '1 2 3'`), limits: Limits{OutputBytesMax: 5}, values: "1 2 3"},
		{name: "just over the limit", command: shell(`printf '1 2 34'; sleep 0.1`), limits: Limits{OutputBytesMax: 5}, values: "1 2", fault: OutputLimit, exit: -1, partial: true},
		{name: "closes stdout and stays", command: shell("echo 1; exec >&-; sleep 60"), values: "1", exit: -1, warnings: []Warning{Lingered}},
		{name: "leaves a child that holds stdout", command: shell("sleep 60 & echo 1"), values: "1", warnings: []Warning{Lingered, Leaked}},
		{name: "crashes with a child that holds stdout", command: shell("sleep 60 & echo 1; exit 1"), values: "1", fault: Crashed, exit: 1, warnings: []Warning{Lingered, Leaked}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			a := run(t, test.command, test.input, test.limits)
			if got := values(a); got != test.values {
				t.Errorf("values are %.200q, expected %.200q", got, test.values)
			}
			if a.Fault != test.fault || a.Exit != test.exit || a.Signal != test.signal || a.Stderr != test.stderr || a.Err != nil {
				t.Errorf("fault %q, exit %d, signal %q, stderr %q, error %v; expected %q, %d, %q, %q",
					a.Fault, a.Exit, a.Signal, a.Stderr, a.Err, test.fault, test.exit, test.signal, test.stderr)
			}
			trouble := stream.Kind("")
			if a.StreamErr != nil {
				trouble = a.StreamErr.Kind
			}
			if trouble != test.trouble || a.Partial != test.partial {
				t.Errorf("trouble %q, partial %t; expected %q, %t", trouble, a.Partial, test.trouble, test.partial)
			}
			if !slices.Equal(a.Warnings, test.warnings) {
				t.Errorf("warnings %q, expected %q", a.Warnings, test.warnings)
			}
			if took := time.Since(begin); took > Timeout {
				t.Errorf("took %v", took)
			}
		})
	}
}

// late is later than a busy machine makes anything here, and long before a program that
// sleeps for a minute ends by itself.
const late = 30 * time.Second

func TestTimeoutIsKeptWhateverHoldsStdout(t *testing.T) {
	needShell(t)
	t.Parallel()
	for _, script := range []string{
		"sleep 60 & sleep 60",
		"trap '' TERM; sleep 60 & while :; do sleep 60; done",
		"sleep 60 & exec >&-; wait",
	} {
		begin := time.Now()
		a := run(t, shell("echo 1; "+script), "", Limits{Timeout: time.Second})
		if took := time.Since(begin); took < 500*time.Millisecond || took > late {
			t.Errorf("%s: a second took %v", script, took)
		}
		if values(a) != "1" {
			t.Errorf("%s: values are %s", script, values(a))
		}
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	needShell(t)
	t.Parallel()
	for name, script := range map[string]string{
		"child":              `sleep 61 >/dev/null 2>&1 & echo 1`,
		"child with pipes":   `sleep 61 & echo 1`,
		"deaf child":         `sh -c 'trap "" TERM; while :; do sleep 61; done' >/dev/null 2>&1 & echo 1`,
		"leader and child":   `sleep 61 & echo 1; sleep 61`,
		"grandchild":         `sh -c 'sleep 61 >/dev/null 2>&1 & echo 1'`,
		"escaped":            `setsid sleep 61 >/dev/null 2>&1 & echo 1`,
		"escaped twice":      `setsid sh -c 'setsid sleep 61 & echo 1; wait'`,
		"escaped with pipes": `setsid sh -c 'setsid sleep 61 & echo 1'; echo 0`,
		"escaped unmarked":   `env -i setsid sleep 61 >/dev/null 2>&1 & sleep 0.1; echo 1`,
		"in another group":   `python3 -c '` + joinsHarness + `' & sleep 0.5; echo 1`,
		"escaped headless":   `python3 -c '` + headless + `' & sleep 0.5; echo 1; kill -KILL $PPID`,
		"escaped killer":     `setsid sleep 61 & setsid sh -c 'setsid sleep 61 & sleep 61' & sleep 0.1; echo 1; kill -KILL $PPID; sleep 61`,
	} {
		for _, isolation := range []Isolation{Best, Unisolated} {
			t.Run(name+", "+string(isolation), func(t *testing.T) {
				t.Parallel()
				if strings.Contains(script, "setsid") {
					needProgram(t, "setsid")
				}
				if strings.Contains(script, "python3") {
					needProgram(t, "python3")
				}
				if strings.HasPrefix(name, "escaped") && runtime.GOOS != "linux" {
					t.Skip("only on Linux are they found")
				}
				// The processes are known by how long they sleep: their ids may be
				// those of a namespace.
				marked := fmt.Sprintf("61.%09d", rand.IntN(1e9))
				c := shell(strings.ReplaceAll(script, "61", marked))
				c.Isolation = isolation
				c.Env = []string{fmt.Sprintf("HARNESS=%d", os.Getpid())}
				a := run(t, c, "", Limits{Timeout: time.Second})
				if len(a.Values) == 0 {
					t.Fatalf("the subject gave no answer: %+v", a)
				}
				noneWith(t, marked)
				if a.Fault == None && runtime.GOOS == "linux" && !slices.Contains(a.Warnings, Leaked) {
					t.Errorf("warnings are %q", a.Warnings)
				}
			})
		}
	}
}

// joinsHarness is a Python program that joins the process group of the harness
// where it can, and sleeps.
const joinsHarness = `import os
try:
    os.setpgid(0, os.getpgid(int(os.environ["HARNESS"])))
except OSError:
    pass
os.closerange(0, 3)
os.execlp("sleep", "sleep", "61")`

// headless is a Python program that leaves its group and whose first thread ends
// while another sleeps.
const headless = `import ctypes, os, threading, time
os.setsid()
threading.Thread(target=time.sleep, args=(61,)).start()
ctypes.CDLL(None).pthread_exit(None)`

// noneWith sees that there are no processes whose command lines contain text. What has been
// killed may take a moment to be gone on a busy machine.
func noneWith(t *testing.T, text string) {
	t.Helper()
	left := processesWith(t, text)
	for deadline := time.Now().Add(5 * time.Second); len(left) > 0 && time.Now().Before(deadline); left = processesWith(t, text) {
		time.Sleep(10 * time.Millisecond)
	}
	if len(left) > 0 {
		t.Errorf("processes are still there: %q", left)
	}
}

// processesWith lists the command lines of processes that contain text.
func processesWith(t *testing.T, text string) []string {
	t.Helper()
	// Of a process whose first thread has ended only the others tell.
	threads, err := filepath.Glob("/proc/[0-9]*/task/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, thread := range threads {
		// That a pattern ends above it spares the kernel to list what there is beside it.
		line, err := os.ReadFile(filepath.Join(thread, "cmdline"))
		if err == nil && strings.Contains(string(line), text) {
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

func TestHelperThatEndsSoonIsNoLeak(t *testing.T) {
	needShell(t)
	t.Parallel()
	var a Answer
	for range 5 { // on a busy machine soon may be late
		a = run(t, shell("sleep 0.02 >/dev/null 2>&1 & echo 1"), "", Limits{})
		if a.Fault == None && len(a.Warnings) == 0 {
			return
		}
	}
	t.Errorf("fault %q, warnings %q", a.Fault, a.Warnings)
}

func TestFloodTakesBoundedMemory(t *testing.T) {
	needShell(t)
	for name, command := range map[string]*Command{
		"values":  self("flood"),
		"stderr":  shell("yes oops >&2 & sleep 1; kill $!"),
		"garbage": shell("yes"),
	} {
		runtime.GC()
		debug.FreeOSMemory()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		a := run(t, command, "", Limits{Timeout: 3 * time.Second, OutputBytesMax: 64 << 20, ValuesMax: 10, StderrBytesMax: 1 << 10})
		runtime.ReadMemStats(&after)
		if len(a.Values) > 10 || len(a.Stderr) > 1<<10 {
			t.Errorf("%s: %d values, %d bytes of stderr", name, len(a.Values), len(a.Stderr))
		}
		const grownMax = 32 << 20
		if grown := int64(after.Sys) - int64(before.Sys); grown > grownMax {
			t.Errorf("%s: memory grew by %d bytes", name, grown)
		}
	}
}

func TestCancel(t *testing.T) {
	needShell(t)
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	begin := time.Now()
	a := shell("echo 1; sleep 60").Run(ctx, nil, Limits{})
	if a.Fault != Canceled || time.Since(begin) > late {
		t.Errorf("fault %q after %v", a.Fault, time.Since(begin))
	}
	if a := shell("echo 1").Run(ctx, nil, Limits{}); a.Fault != Canceled {
		t.Errorf("fault %q with an ended context", a.Fault)
	}
}

func TestRunInParallel(t *testing.T) {
	needShell(t)
	t.Parallel()
	c := shell("sleep 0.01 & cat")
	defer c.Close()
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 20 {
				want := fmt.Sprintf("[%d,%d]", worker, i)
				a := c.Run(context.Background(), []byte(want), Limits{})
				if values(a) != want || a.Fault != None {
					t.Errorf("%s: got %+v", want, a)
				}
			}
		})
	}
	all.Wait()
}

// TestTooManyFiles: it is no fault of the program that this process may open no more files,
// and there is a next step.
func TestTooManyFiles(t *testing.T) {
	c := &Command{Argv: []string{"./xturn"}}
	a := c.NotStarted(fmt.Errorf("pipe2: %w", syscall.EMFILE))
	usage, ok := errors.AsType[*game.UsageError](a.Err)
	if a.Fault != Trouble || !ok || !strings.Contains(usage.Message, "cannot start ./xturn") || !strings.Contains(usage.Hint, "ulimit -n") {
		t.Errorf("%q %v, expected trouble with a hint", a.Fault, a.Err)
	}
}

// TestShelf: who exits without having waited removes the folders that there are, and whoever
// has not noticed makes no other.
func TestShelf(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var s shelf
	var made []string
	for range 3 {
		path, err := s.make()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(path, "1"), 0o700); err != nil {
			t.Fatal(err)
		}
		made = append(made, path)
	}
	s.remove(made[0])
	if _, err := os.Stat(made[1]); err != nil {
		t.Error(err)
	}
	s.close()
	if _, err := s.make(); err == nil {
		t.Error("a folder is made after the end")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("there are %v, %v", left, err)
	}
}

func TestResolve(t *testing.T) {
	needShell(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("xturn", "#!/bin/sh\necho 1\n", 0o755)
	write("plain.py", "#!/bin/sh\necho 1\n", 0o644)
	write("bare.py", "print(1)\n", 0o644)
	write("no-line.py", "print(1)\n", 0o755)
	write("no-line", "just text\x01", 0o755)
	write("marked", "\ufeff#!/bin/sh\necho 1\n", 0o755)
	write("indented", "\n #!/bin/sh\necho 1\n", 0o755)
	write("empty", "", 0o755)
	write("windows", "#!/bin/sh\r\necho 1\r\n", 0o755)
	write("circle", "#!"+filepath.Join(dir, "circle")+"\n", 0o755)
	for _, test := range []struct {
		argv          []string
		message, hint string
	}{
		{argv: []string{"./circle"}, message: `circle", which cannot be started either`, hint: "correct that line"},
		{argv: nil, message: "there is no program to test", hint: "after --"},
		{argv: []string{"./xturn"}},
		{argv: []string{"./xtrun"}, message: "there is no program ./xtrun", hint: "did you mean ./xturn?"},
		{argv: []string{"xturn"}, message: `there is no program "xturn" on the PATH`, hint: "write ./xturn"},
		{argv: []string{"no-such-program"}, message: "on the PATH", hint: "interpreter"},
		{argv: []string{"./plain.py"}, message: "./plain.py is not executable", hint: "write python3 ./plain.py, or run chmod +x ./plain.py"},
		{argv: []string{"./bare.py", "a b"}, message: "./bare.py is not executable", hint: "write python3 ./bare.py 'a b', or give it a first line such as #!/usr/bin/env python3 and run chmod +x ./bare.py"},
		{argv: []string{"bare.py"}, message: `there is no program "bare.py" on the PATH`, hint: "write python3 bare.py"},
		{argv: []string{"./no-line.py"}, message: "not a program for this machine", hint: "write python3 ./no-line.py, or give it a first line"},
		{argv: []string{dir}, message: "is a folder", hint: "name the program in it"},
		{argv: []string{"./no-line"}, message: "not a program for this machine", hint: "#!/usr/bin/env"},
		{argv: []string{"./marked"}, message: "byte order mark", hint: "save it as UTF-8 without"},
		{argv: []string{"./indented"}, message: "something stands before its #!", hint: "remove what stands before"},
		{argv: []string{"./empty"}, message: "./empty is empty", hint: "save the program"},
		{argv: []string{"./windows"}, message: `its lines end with CRLF, so the first one names "/bin/sh\r"`, hint: `sed -i 's/\r$//' ./windows`},
	} {
		c := &Command{Argv: test.argv}
		defer c.Close()
		err := c.Resolve()
		if err == nil {
			a := c.Run(context.Background(), nil, Limits{})
			err = a.Err
			if a.Fault == NotStarted != (err != nil) {
				t.Errorf("%q: fault %q with error %v", test.argv, a.Fault, err)
			}
		}
		if test.message == "" {
			if err != nil {
				t.Errorf("%q: %v", test.argv, err)
			}
			continue
		}
		usage, ok := errors.AsType[*game.UsageError](err)
		if !ok || !strings.Contains(usage.Message, test.message) || !strings.Contains(usage.Hint, test.hint) {
			t.Errorf("%q: error %v, expected %q with hint %q", test.argv, err, test.message, test.hint)
		}
	}
}
