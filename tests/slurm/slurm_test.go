// Package slurm grades a course by a real Slurm, which it brings up on this
// machine and takes down again: make slurm.
package slurm

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/suite"
)

var folder = flag.String("slurm", "", "bring up Slurm in this `folder`, which keeps its programs; without it nothing is tested")

// teams of the course, each with a task of its own in the array.
const teams = 24

// patience is how long anything here may take; all of it takes a minute.
const patience = 4 * time.Minute

// slowTeam is one whose programs take seconds, so that its task can be killed.
const slowTeam = "team-13"

// cluster brings up Slurm until the test ends, and returns the environment in
// which its programs are found.
func cluster(t *testing.T) []string {
	t.Helper()
	if *folder == "" {
		t.Skip("it needs a Slurm, which make slurm brings up")
	}
	home, err := filepath.Abs(*folder)
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("../../scripts/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(script, "up", home).CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 3 {
		t.Skipf("there is no Slurm here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command(script, "down", home).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	env, err := exec.Command("bash", "-c", `. "$0/env" && env -0`, home).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(env), "\x00"), "\x00")
}

// program builds touchstone.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "touchstone")
	if out, err := exec.Command("go", "build", "-o", path, "../../cmd/touchstone").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// newCourse writes a course whose programs answer some of the cases.
func newCourse(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put("course.toml", `title = "in an array"
points = 100
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = "./xrules"
suites = ["staff"]
[task.counts]
cases = 3
others = 1
[task.own]
suite = "Tests"
`)
	turn := `{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
	for i, trade := range []string{`["red"],["green"]`, `["blue"],["red"]`, `["white"],["red"]`, `["green"],["red"]`} {
		put(fmt.Sprintf("staff/%d-in.json", i+1), `[[["red"],["blue"]]] [[`+trade+`]] `+turn)
		put(fmt.Sprintf("staff/%d-out.json", i+1), "false")
	}
	colors := []string{"green", "white", "nothing"}
	for i := range teams {
		name := fmt.Sprintf("team-%02d", i+1)
		slow := ""
		if name == slowTeam {
			slow = "sleep 2\n"
		}
		put("in/"+name+"/xrules", "#!/bin/sh\n"+slow+"case $(cat) in *"+colors[i%3]+"*) echo true ;; *) echo false ;; esac\n")
		if i%6 == 0 {
			put("in/"+name+"/Tests/1-in.json", `[] [[["red"],["blue"]]] `+turn)
			put("in/"+name+"/Tests/1-out.json", "false")
		}
	}
	return home
}

// grades are the files that were made of a course, by their names.
func grades(t *testing.T, home string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	root := os.DirFS(filepath.Join(home, "grades"))
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A command is one that runs.
type command struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

func start(t *testing.T, env []string, home, program string, args ...string) *command {
	t.Helper()
	c := &command{Cmd: exec.Command(program, append([]string{"grade", "course.toml"}, args...)...)}
	c.Env, c.Dir, c.Stdout, c.Stderr = env, home, &c.stdout, &c.stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
	t.Cleanup(func() { timer.Stop() })
	return c
}

// slurm runs a program of Slurm.
func slurm(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	// The program is looked up in our PATH, not in that of env.
	c := exec.Command("env", append([]string{name}, args...)...)
	c.Env = env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// until waits for something.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in %v there was never %s", patience, what)
		}
	}
}

// slowTask is the task of the slow team.
func slowTask(t *testing.T) int {
	t.Helper()
	for i := range teams {
		if (suite.Shard{Index: i + 1, Count: teams}).Has(slowTeam) {
			return i + 1
		}
	}
	t.Fatal("no shard has the slow team")
	return 0
}

// running is the name that a running task has in the queue, "" if it does not
// run.
func running(t *testing.T, env []string, task int) string {
	t.Helper()
	queue := slurm(t, env, "squeue", "--noheader", "--array", "--states=RUNNING", "--format=%i")
	for id := range strings.FieldsSeq(queue) {
		if strings.HasSuffix(id, fmt.Sprintf("_%d", task)) {
			return id
		}
	}
	return ""
}

func TestArray(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("Slurm runs on Linux")
	}
	env := cluster(t)
	touchstone := program(t)

	local := newCourse(t)
	want := start(t, env, local, touchstone)
	if err := want.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &want.stderr)
	}
	engine := []string{"--engine", "slurm", "--per-task", "1"}
	task := slowTask(t)

	t.Run("killed", func(t *testing.T) {
		home := newCourse(t)
		c := start(t, env, home, touchstone, engine...)
		id := ""
		until(t, "a task to kill", func() bool { id = running(t, env, task); return id != "" })
		slurm(t, env, "scancel", "--signal=KILL", "--full", id)
		if err := c.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, &c.stderr)
		}
		for _, said := range []string{fmt.Sprintf(" has %d tasks\n", teams), fmt.Sprintf(" left nothing of task %d", task), " has 1 task\n"} {
			if !strings.Contains(c.stderr.String(), said) {
				t.Errorf("it does not say %q:\n%s", said, &c.stderr)
			}
		}
		if diff := cmp.Diff(want.stdout.String(), c.stdout.String()); diff != "" {
			t.Errorf("printed (-local +slurm):\n%s", diff)
		}
		files := grades(t, home)
		if diff := cmp.Diff(grades(t, local), files); diff != "" {
			t.Errorf("gradebook (-local +slurm):\n%s", diff)
		}
		t.Logf("%d files are the same\n%s", len(files), &c.stderr)
	})

	t.Run("requeued", func(t *testing.T) {
		home := newCourse(t)
		c := start(t, env, home, touchstone, engine...)
		id := ""
		until(t, "a task to requeue", func() bool { id = running(t, env, task); return id != "" })
		slurm(t, env, "scontrol", "requeue", id)
		// Slurm would wait two minutes before it begins anew.
		until(t, "a task in the queue again", func() bool { return running(t, env, task) == "" })
		slurm(t, env, "scontrol", "update", "JobId="+id, "StartTime=now")
		if err := c.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, &c.stderr)
		}
		if diff := cmp.Diff(grades(t, local), grades(t, home)); diff != "" {
			t.Errorf("gradebook (-local +slurm):\n%s", diff)
		}
		if n := strings.Count(c.stderr.String(), " has "); n != 1 {
			t.Errorf("%d submissions:\n%s", n, &c.stderr)
		}
	})

	t.Run("ended", func(t *testing.T) {
		home := newCourse(t)
		first := start(t, env, home, touchstone, engine...)
		until(t, "a task", func() bool { return running(t, env, task) != "" })
		if err := first.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = first.Wait()
		second := start(t, env, home, touchstone, engine...)
		until(t, "the end of the task", func() bool { return running(t, env, task) == "" })
		if err := second.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, &second.stderr)
		}
		if !strings.Contains(second.stderr.String(), "is in the queue already") || strings.Contains(second.stderr.String(), " has ") {
			t.Errorf("the job was not taken over:\n%s", &second.stderr)
		}
		if diff := cmp.Diff(grades(t, local), grades(t, home)); diff != "" {
			t.Errorf("gradebook (-local +slurm):\n%s", diff)
		}
	})

	t.Run("interrupted", func(t *testing.T) {
		c := start(t, env, newCourse(t), touchstone, engine...)
		until(t, "a task", func() bool { return running(t, env, task) != "" })
		if err := c.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		err := c.Wait()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 130 {
			t.Errorf("it ended with %v\n%s", err, &c.stderr)
		}
		until(t, "an empty queue", func() bool { return slurm(t, env, "squeue", "--noheader") == "" })
	})
}
