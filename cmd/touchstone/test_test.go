//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// scriptProgram writes a shell script and returns its path.
func scriptProgram(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.sh")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestInterrupt sends the signal to this process while a program hangs.
func TestInterrupt(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		mark := filepath.Join(t.TempDir(), "pid")
		// The first case gets its answer, which is wrong; the others hang, with
		// a process in the background.
		path := scriptProgram(t, `mkdir '`+mark+`.first' 2>/dev/null && { echo 1; exit; }
sleep 300 & echo $! > '`+mark+`.new'; mv '`+mark+`.new' '`+mark+`'; sleep 300`)
		signaled := make(chan time.Time, 1)
		go func() {
			for {
				if _, err := os.Stat(mark); err == nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			signaled <- time.Now()
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		}()
		status, stdout, stderr := touchstone("test", "bazaar/rules", "--generate", "4", "--seed", "7", "-j", "1", "--isolation", "none", "--format", format, "--", path)
		took := time.Since(<-signaled)
		if status != statusInterrupted || !strings.HasSuffix(stderr, "touchstone: interrupted\n") {
			t.Errorf("status %d, stderr %q", status, stderr)
		}
		// A second is promised, but the machine may be busy. Without an end it is five minutes.
		if took > 30*time.Second {
			t.Errorf("it took %v", took)
		}
		known := map[string]string{"text": "0 of 4 pass; 1 fail (1 cause); interrupted, 3 cases not run", "json": `"case":"generated/7-1"`}[format]
		if !strings.Contains(stdout, known) {
			t.Errorf("what is known is not printed: %q", stdout)
		}
		text, err := os.ReadFile(mark)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil || syscall.Kill(pid, 0) == nil {
			t.Errorf("process %s is left, error %v", text, err)
		}
	}
}

// times are what differs between two reports of the same run.
var times = text.Pattern(`"ms":[0-9.e+-]+|\([0-9.]+m?s\)`)

// TestJobs holds reports of one worker against those of eight. It tries several
// times, since on a busy machine any program may linger, which is a remark.
func TestJobs(t *testing.T) {
	path := scriptProgram(t, `IFS= read -r line
case $line in *blue*blue*) echo 1;; *red*) echo Hello; exit 3;; *) echo false;; esac`)
	for _, format := range []string{"text", "json"} {
		var one, eight string
		for range 5 {
			one, eight = reportOf(t, path, format, 1), reportOf(t, path, format, 8)
			if one == eight {
				break
			}
		}
		if one != eight {
			t.Errorf("with one worker\n%s\nwith eight\n%s", one, eight)
		}
	}
}

// reportOf runs a program on so many workers and returns the report without
// the times.
func reportOf(t *testing.T, path, format string, jobs int) string {
	t.Helper()
	status, stdout, stderr := touchstone("test", "bazaar/rules", "--generate", "20", "--seed", "7",
		"--retries", "1", "--max-failures", "10", "--format", format, "--jobs", strconv.Itoa(jobs), "--", path)
	if status != statusDiffers {
		t.Fatalf("status %d: %s", status, stderr)
	}
	return times().ReplaceAllString(stdout, "")
}

func TestWatchRuns(t *testing.T) {
	path := scriptProgram(t, "exit 3")
	var out growing
	done := make(chan int, 1)
	go func() {
		args := []string{"test", "bazaar/rules", "--generate", "2", "--seed", "7", "--watch", "--", path}
		done <- inProcess(args, strings.NewReader(""), &out, &out)
	}()
	out.await(t, "exit status 3")
	// What has changed is found by size and time, so that it must differ in one.
	if err := os.WriteFile(path, []byte("#!/bin/sh\n# changed\nexit 4\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	out.await(t, "program.sh has changed")
	out.await(t, "exit status 4")
	_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
	out.await(t, "touchstone: interrupted")
	if status := <-done; status != statusInterrupted {
		t.Errorf("status %d", status)
	}
}

// A growing is an output that can be read while it is written.
type growing struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (g *growing) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.Write(p)
}

// await waits until the output has a text. The bound is far above what the
// slowest machine needs.
func (g *growing) await(t *testing.T, want string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		g.mu.Lock()
		got := g.text.String()
		g.mu.Unlock()
		if strings.Contains(got, want) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%q is missing in\n%s", want, got)
		}
	}
}

func TestFlagsOfTest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		flags string
		want  string
	}{
		{"--jobs 0", "--jobs is 0, expected 1 to 1024"},
		{"--repeat 0", "--repeat is 0, expected 1 to 10000"},
		{"--retries -1", "--retries is -1, expected 0 to 10000"},
		{"--max-failures 0", "--max-failures is 0, expected 1 to"},
		{"--timeout 0s", "--timeout is 0s, expected more than 0s"},
		{"--setup-timeout -1s", "--setup-timeout is -1s"},
		{"--fail-fast --max-failures 3", "exclude each other"},
		{"--known-update", "needs the list to rewrite"},
		{"--known x --known-update --fail-fast", "needs all failures"},
		{"--known no-such-list", "list of known failures no-such-list: there is no such file"},
		{"--failed no-such-report", "verdicts of an earlier run, no-such-report: there is no such file"},
		{"--shard 3", `shard "3": expected a part and the number of parts`},
		{"--skip nothing", `no case matches "nothing"`},
		{"--codes odd", `unknown value of --codes "odd"`},
	} {
		args := append([]string{"test", "bazaar/rules", "--generate", "2", "--seed", "7"}, strings.Fields(test.flags)...)
		status, stdout, stderr := touchstone(append(args, "--", "true")...)
		if status != statusTrouble || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: status %d, stdout %q, stderr %q", test.flags, status, stdout, stderr)
		}
	}
	status, _, stderr := touchstone("test", "bazaar/rules", "--seed", "7", "--", "true")
	if status != statusTrouble || !strings.Contains(stderr, "--seed is for random cases only") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

func TestHelpOfTestFits(t *testing.T) {
	t.Parallel()
	status, stdout, _ := touchstone("test", "--help")
	if status != 0 || !strings.Contains(stdout, "--case PATTERN") {
		t.Errorf("status %d", status)
	}
	for i, line := range strings.Split(stdout, "\n") {
		if utf8.RuneCountInString(line) > textWidth || strings.Contains(line, "\t") {
			t.Errorf("line %d of the help is too long, or has a tab: %q", i+1, line)
		}
	}
}

func TestDryRunShowsAll(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := touchstone("test", "bazaar/rules", "--generate", "3", "--seed", "7", "--setup", "make\x1b", "--shard", "1/1",
		"--repeat", "2", "--retries", "4", "--max-failures", "5", "--timeout", "3s", "--output", "2K", "-j", "2", "--dir", "/", "--isolation", "none",
		"--memory", "1G", "--procs", "7", "--ledger", "none.jsonl", "--report", "csv=none.csv", "--dry-run", "--", "no such", "program")
	want := `generated/7-1
generated/7-2
generated/7-3

3 cases of bazaar/rules
shard:   1/1
seed:    7
setup:   make\u001b, within 10m0s
command: 'no such' program
deliver: plain
folder:  /, isolation none
limits:  3s, 2K of output, 1G of memory and 7 processes for each case
runs:    2 at once, each case 2 times, 4 retries, to failure 5
ledger:  none.jsonl
report:  csv=none.csv
`
	if status != 0 || stdout != want {
		t.Errorf("status %d: %s\n%s", status, stderr, fmt.Sprintf("%s\nexpected\n%s", stdout, want))
	}
}
