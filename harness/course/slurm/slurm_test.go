package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
)

func TestRanges(t *testing.T) {
	for _, test := range []struct {
		numbers []int
		want    string
	}{
		{nil, ""},
		{[]int{7}, "7"},
		{[]int{1, 2}, "1-2"},
		{[]int{1, 2, 3, 5, 8, 9}, "1-3,5,8-9"},
	} {
		if got := Ranges(test.numbers); got != test.want {
			t.Errorf("%v: %q, expected %q", test.numbers, got, test.want)
		}
	}
}

func TestProgressRead(t *testing.T) {
	var p Progress
	p.read("RUNNING|None\nPENDING|None\nPENDING|Resources\nCOMPLETING|None\nREQUEUE_HOLD|launch failed requeued held\n")
	if want := (Progress{Running: 2, Waiting: 3, Why: "Resources"}); p != want {
		t.Errorf("%+v, expected %+v", p, want)
	}
}

// A cluster stands in for Slurm: programs in a folder in PATH that write down how
// they were called.
type cluster struct {
	t   *testing.T
	dir string
}

// newCluster makes one whose squeue is the script.
func newCluster(t *testing.T, sbatch, squeue string) *cluster {
	t.Helper()
	c := &cluster{t, t.TempDir()}
	t.Setenv("PATH", c.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, body := range map[string]string{"sbatch": sbatch, "squeue": squeue, "sacct": "exit 1", "scancel": ""} {
		text := fmt.Sprintf("#!/bin/sh\ncd '%s' || exit 1\necho \"%s $*\" >>calls\n%s\n", c.dir, name, body)
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// calls are those of a program so far.
func (c *cluster) calls(name string) []string {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, "calls"))
	if err != nil {
		c.t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			list = append(list, strings.TrimSpace(rest))
		}
	}
	return list
}

// array is one whose tasks are missing as the cluster's file missing says.
func (c *cluster) array(missing func() []int) *Array {
	return &Array{
		Name: "name", Script: "script", Dir: c.dir, Logs: filepath.Join(c.dir, "100%"), Options: []string{"--time=5"},
		Missing: func() ([]int, error) { return missing(), nil },
		poll:    time.Millisecond,
	}
}

// TestRunAdopts finds the job of an earlier wait in the queue: nothing is
// submitted.
func TestRunAdopts(t *testing.T) {
	c := newCluster(t, "exit 1", `case $* in *--me*) printf '41\n7\n41\n'; exit ;; esac; [ -e seen ] || echo 'RUNNING|None'; touch seen`)
	rounds := 0
	a := c.array(func() []int {
		if rounds++; rounds == 1 {
			return []int{2}
		}
		return nil
	})
	var job string
	a.Tell = func(p Progress) { job = p.Job }
	if err := a.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := len(c.calls("sbatch")); n > 0 {
		t.Errorf("%d submissions", n)
	}
	for _, call := range c.calls("squeue")[1:] {
		if !strings.Contains(call, "--jobs=41,7 ") {
			t.Errorf("squeue %s", call)
		}
	}
	if job != "41,7" {
		t.Errorf("told of job %q", job)
	}
}

// TestRunSubmits submits what is missing, the name of the cluster aside, and a
// queue that does not answer, or has forgotten the job, ends nothing.
func TestRunSubmits(t *testing.T) {
	c := newCluster(t, "echo '12;west'", `
case $* in *--me*) exit ;; esac
n=$(wc -l <calls)
[ $n -le 4 ] && { echo 'Unable to contact slurm controller' >&2; exit 1; }
[ $n -le 6 ] && { echo 'PENDING|Priority'; exit; }
echo 'slurm_load_jobs error: Invalid job id specified' >&2
exit 1`)
	rounds := 0
	a := c.array(func() []int {
		if rounds++; rounds == 1 {
			return []int{1, 2, 5}
		}
		return nil
	})
	var told []Progress
	a.Tell = func(p Progress) { told = append(told, p) }
	if err := a.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(c.dir, "100%%", "%A_%a.log")
	want := []string{"--parsable --job-name=name --array=1-2,5 --output=" + log + " --time=5 script"}
	if got := c.calls("sbatch"); !slices.Equal(got, want) {
		t.Errorf("submitted %q, expected %q", got, want)
	}
	waiting := Progress{Job: "12", Tasks: 3, Waiting: 1, Why: "Priority", Attempts: 1}
	if !slices.Equal(told, []Progress{waiting, waiting}) {
		t.Errorf("told %+v, expected %+v twice", told, waiting)
	}
}

// TestRunGivesUp has a task that never leaves anything.
func TestRunGivesUp(t *testing.T) {
	c := newCluster(t, "echo 3", "")
	a := c.array(func() []int { return []int{4} })
	var said []string
	a.Say = func(message string) { said = append(said, message) }
	if os.MkdirAll(a.Logs, 0o755) != nil || os.WriteFile(filepath.Join(a.Logs, "3_4.log"), []byte("first\nno room\x1b\n"), 0o644) != nil {
		t.Fatal("cannot prepare")
	}
	err := a.Run(context.Background())
	if _, told := errors.AsType[*game.UsageError](err); !told || err.Error() != "task 4 wrote nothing to 4 submissions" {
		t.Errorf("%v", err)
	}
	if n := len(c.calls("sbatch")); n != 1+resubmissionsMax {
		t.Errorf("%d submissions", n)
	}
	if len(said) < 2 || !strings.HasPrefix(said[1], "job 3 wrote nothing for task 4; it says: no room") {
		t.Errorf("said %q", said)
	}
}

// TestRunCancelled ends the job when the context ends.
func TestRunCancelled(t *testing.T) {
	c := newCluster(t, "echo 3", "case $* in *--me*) exit ;; esac; echo 'RUNNING|None'")
	a := c.array(func() []int { return []int{1} })
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	a.Tell = func(Progress) { cancel(cause) }
	if err := a.Run(ctx); !errors.Is(err, cause) {
		t.Errorf("%v, expected %v", err, cause)
	}
	if got := c.calls("scancel"); !slices.Equal(got, []string{"3"}) {
		t.Errorf("cancelled %q", got)
	}
}

// TestRunRefused has no Slurm, or one that does not want the job.
func TestRunRefused(t *testing.T) {
	for _, test := range []struct{ sbatch, want string }{
		{"echo 'sbatch: warning'; echo 'sbatch: error: Invalid partition' >&2; exit 1", "sbatch: sbatch: error: Invalid partition"},
		{"echo Submitted batch job 3", "expected the number of a job"},
	} {
		a := newCluster(t, test.sbatch, "").array(func() []int { return []int{1} })
		err := a.Run(context.Background())
		if _, told := errors.AsType[*game.UsageError](err); !told || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, expected an error with %q", err, test.want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	a := &Array{Missing: func() ([]int, error) { return []int{1}, nil }}
	if err := a.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "not found in PATH") {
		t.Errorf("%v, expected that there is no squeue", err)
	}
}
