package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hanging answers the first case once there is a file; in the second it hangs, and so
// does a process that has gone away from it.
const hanging = `case $(cat) in
*'"score":1'*) until [ -e "$2" ]; do sleep 0.1; done; echo false ;;
*) setsid sleep "$1" & trap '' TERM; while :; do sleep "$1"; done ;;
esac
`

// twoCases are one that is answered and one that hangs.
const twoCases = `{"name":"one","in":[{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1}]}]}
{"name":"two","in":[{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":2}]}]}
`

// TestNothingIsLeft ends touchstone in many ways while programs hang, and looks
// for their processes and folders.
func TestNothingIsLeft(t *testing.T) {
	for _, program := range []string{"sh", "setsid"} {
		if !haveProgram(program) {
			t.Skipf("needs %s", program)
		}
	}
	for _, test := range []struct {
		name    string
		signals []syscall.Signal
		status  int  // -1: by a signal
		again   bool // the second signal comes so late that it is one of its own
		stdout  bool // closed by its reader
		stderr  bool
		stream  bool // of verdicts as they come
		bare    bool // without isolation, too
	}{
		{name: "killed", signals: []syscall.Signal{syscall.SIGKILL}, status: -1, bare: true},
		{name: "interrupted", signals: []syscall.Signal{syscall.SIGINT}, status: statusInterrupted, bare: true},
		{name: "terminated", signals: []syscall.Signal{syscall.SIGTERM}, status: statusInterrupted},
		{name: "hung up", signals: []syscall.Signal{syscall.SIGHUP}, status: statusInterrupted},
		{name: "quit", signals: []syscall.Signal{syscall.SIGQUIT}, status: statusInterrupted},
		{name: "interrupted twice", signals: []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, status: statusInterrupted},
		{name: "interrupted again", signals: []syscall.Signal{syscall.SIGINT, syscall.SIGINT}, status: statusInterrupted, again: true},
		{name: "nobody reads its output", stdout: true, status: statusDiffers, bare: true},
		{name: "nobody reads its errors", stderr: true, status: statusDiffers},
		{name: "nobody reads its stream", stdout: true, stream: true, status: statusTrouble},
	} {
		// Which signal it was, and which stream, is told apart before anything is ended: the way
		// in which it is ended without isolation is shown by one of each kind.
		isolations := []string{"best"}
		if test.bare {
			isolations = append(isolations, "none")
		}
		for _, isolation := range isolations {
			t.Run(test.name+", "+isolation, func(t *testing.T) {
				t.Parallel()
				if slices.ContainsFunc(test.signals, func(s syscall.Signal) bool { return signal.Ignored(s) }) {
					t.Skip("whoever started this wants the signal to be ignored, and so it is by all that it starts")
				}
				dir := t.TempDir()
				for name, text := range map[string]string{"hanging.sh": hanging, "cases.jsonl": twoCases} {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				temporary := filepath.Join(dir, "tmp")
				if err := os.Mkdir(temporary, 0o700); err != nil {
					t.Fatal(err)
				}
				timeout := "1m"
				if test.stdout || test.stderr {
					// The report comes when all is done, and a word about a slow case
					// before. Until then the processes must have been seen.
					timeout = "8s"
				}
				mark := fmt.Sprintf("61.%09d", rand.IntN(1e9))
				// The first answer ends a run whose stream nobody reads, so it waits until the
				// processes have been seen.
				gate := filepath.Join(dir, "gate")
				if err := os.Mkdir(gate, 0o755); err != nil {
					t.Fatal(err)
				}
				opened := filepath.Join(gate, "opened")
				format := "json"
				if test.stream {
					format = "tap"
				}
				c := exec.Command("touchstone", "test", "bazaar/turn", "cases.jsonl", "--jobs", "2", "--timeout", timeout,
					"--isolation", isolation, "--read", gate, "--format", format, "--", "sh", "hanging.sh", mark, opened)
				c.Dir, c.Env = dir, append(os.Environ(), "TMPDIR="+temporary)
				c.WaitDelay = time.Second
				output := func(closed bool, w *io.Writer) {
					*w = io.Discard
					if !closed {
						return
					}
					reader, writer, err := os.Pipe()
					if err != nil {
						t.Fatal(err)
					}
					reader.Close()
					t.Cleanup(func() { writer.Close() })
					*w = writer
				}
				output(test.stdout, &c.Stdout)
				output(test.stderr, &c.Stderr)
				before := groupsOf(0)
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				awaitProcesses(t, mark, true)
				if err := os.WriteFile(opened, nil, 0o644); err != nil {
					t.Fatal(err)
				}
				begin := time.Now()
				for i, s := range test.signals {
					time.Sleep(20 * time.Millisecond)
					if test.again && i > 0 {
						time.Sleep(signalBounce)
					}
					if err := c.Process.Signal(s); err != nil {
						t.Error(err)
					}
				}
				// Its status is what counts.
				_ = c.Wait()
				if got := c.ProcessState.ExitCode(); got != test.status {
					t.Errorf("exit status %d, expected %d", got, test.status)
				}
				if took := time.Since(begin); took > busy {
					t.Errorf("it took %v", took)
				}
				awaitProcesses(t, mark, false)

				left := entries(t, temporary)
				if test.status >= 0 && len(left) > 0 {
					t.Errorf("there are %q", left)
				}
				for path := range groupsOf(c.Process.Pid) {
					if test.status >= 0 && !before[path] {
						t.Errorf("there is the control group %s", path)
					}
				}
				// What the dead could not remove the next run does, once it is not new.
				old := time.Now().Add(-time.Hour)
				for _, name := range left {
					if err := os.Chtimes(filepath.Join(temporary, name), old, old); err != nil {
						t.Error(err)
					}
				}
				next := exec.Command("touchstone", "test", "bazaar/turn", "cases.jsonl", "--", "true")
				next.Dir, next.Env = dir, c.Env
				// The program is wrong, which is no matter.
				_ = next.Run()
				if left := entries(t, temporary); len(left) > 0 {
					t.Errorf("after another run there are %q", left)
				}
			})
		}
	}
}

// groupsOf are the control groups that a touchstone with a process id has made, 0 for any.
// Those of one that was killed stay where no other runs, and ids come again.
func groupsOf(pid int) map[string]bool {
	prefix := "touchstone-"
	if pid != 0 {
		prefix += fmt.Sprintf("%d-", pid)
	}
	found := make(map[string]bool)
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry os.DirEntry, err error) error {
		// Groups of others may vanish meanwhile.
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), prefix) {
			found[path] = true
		}
		return nil
	})
	return found
}

// busy is how long what takes moments may take on a machine that does much else.
// It is less than the programs of the tests would take by themselves.
const busy = 50 * time.Second

// awaitProcesses waits until there are processes with a mark in their command
// line, or until there are none.
func awaitProcesses(t *testing.T, mark string, some bool) {
	t.Helper()
	for deadline := time.Now().Add(busy); ; time.Sleep(50 * time.Millisecond) {
		// The pattern is well formed.
		paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		var found []string
		for _, path := range paths {
			if line, err := os.ReadFile(path); err == nil && bytes.HasPrefix(line, []byte("sleep\x00"+mark)) {
				found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
			}
		}
		if some && len(found) == 2 || !some && len(found) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("there are the processes %q", found)
		}
	}
}

func entries(t *testing.T, folder string) []string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names
}
