package subject

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// write makes a file with the folders above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFindGroups(t *testing.T) {
	t.Parallel()
	const (
		v1 = "35 31 0:32 ROOT BASE/memory rw,relatime shared:5 - cgroup cgroup rw,memory\n" +
			"39 31 0:36 / BASE/pids rw,relatime - cgroup cgroup rw,pids,misc\n"
		v2 = "41 31 0:38 / BASE/unified rw,relatime - cgroup2 cgroup2 rw\n"
	)
	for name, test := range map[string]struct {
		cgroup, mounts, offers string
		memory, pids           string // what is found, "": nothing
	}{
		"nothing":      {cgroup: "", mounts: v1 + v2},
		"version 1":    {"8:pids,misc:/\n4:memory:/a/b\n0::/\n", v1 + v2, "cpu", "memory/a/b", "pids"},
		"container":    {"8:pids,misc:/c\n4:memory:/a/b\n", strings.ReplaceAll(v1, "ROOT", "/a"), "", "memory/b", "pids/c"},
		"elsewhere":    {"8:pids,misc:/c\n4:memory:/b\n", strings.ReplaceAll(v1, "ROOT", "/a"), "", "", ""},
		"no memory":    {"8:pids,misc:/\n0::/\n", v1 + v2, "", "", ""},
		"version 2":    {"0::/u\n", v2, "cpu memory pids", "unified/u", "unified/u"},
		"both":         {"8:pids,misc:/\n4:memory:/\n0::/u\n", v1 + v2, "memory pids", "unified/u", "unified/u"},
		"not unified":  {"0::/u\n", v2, "cpu pids", "", ""},
		"not readable": {"0::/other\n", v2, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			mounts := strings.NewReplacer("ROOT", "/", "BASE", base).Replace(test.mounts)
			write(t, filepath.Join(base, "proc", "cgroup"), test.cgroup)
			write(t, filepath.Join(base, "proc", "mountinfo"), mounts)
			write(t, filepath.Join(base, "unified", "u", "cgroup.subtree_control"), test.offers)
			g, err := findGroups(filepath.Join(base, "proc"))
			if test.memory == "" {
				if err == nil {
					t.Errorf("found %+v", g)
				}
				return
			}
			want := controlGroup{
				V2: strings.HasPrefix(test.memory, "unified"), Weighs: strings.HasPrefix(test.offers, "cpu") && test.memory == test.pids, Memory: filepath.Join(base, test.memory), Pids: filepath.Join(base, test.pids),
			}
			if err != nil || g != want {
				t.Errorf("found %+v, error %v, expected %+v", g, err, want)
			}
		})
	}
}

// TestGroupFiles uses folders that look like those of control groups.
func TestGroupFiles(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	v1 := controlGroup{Memory: filepath.Join(base, "memory"), Pids: filepath.Join(base, "pids")}
	v2 := controlGroup{V2: true, Memory: filepath.Join(base, "both"), Pids: filepath.Join(base, "both")}
	for _, file := range []string{"memory/memory.limit_in_bytes", "pids/pids.max", "both/memory.max", "both/memory.swap.max", "both/pids.max"} {
		write(t, filepath.Join(base, file), "")
	}
	for _, g := range []controlGroup{v1, v2} {
		if err := g.bound(1000, 0, 10); err != nil {
			t.Error(err)
		}
	}
	for file, expected := range map[string]string{
		"memory/memory.limit_in_bytes": fmt.Sprint(memoryMax(1000)), "pids/pids.max": "11",
		"both/memory.max": fmt.Sprint(memoryMax(1000)), "both/memory.swap.max": "0", "both/pids.max": "10",
	} {
		if text, err := os.ReadFile(filepath.Join(base, file)); err != nil || string(text) != expected {
			t.Errorf("%s: %q, error %v, expected %q", file, text, err, expected)
		}
	}
	if err := os.Remove(filepath.Join(base, "pids", "pids.max")); err != nil {
		t.Fatal(err)
	}
	if err := v1.bound(1000, 0, 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without pids.max: %v", err)
	}

	// Those of harnesses that live stay, and what has another name.
	mine, live, dead := fmt.Sprintf("touchstone-%d-7", os.Getpid()), "touchstone-1-1", fmt.Sprintf("touchstone-%d-1", 1<<30)
	for _, name := range []string{mine, live, dead, dead + "/" + dead, "touchstone-x-1", "other-1-1"} {
		if err := os.MkdirAll(filepath.Join(base, "pids", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	v1.sweep()
	left, err := os.ReadDir(filepath.Join(base, "pids"))
	if err != nil || len(left) != 3 {
		t.Errorf("left are %v, error %v", left, err)
	}

	// A failure leaves nothing half made.
	made, err := v1.make()
	if err != nil {
		t.Fatal(err)
	}
	if err := made.remove(); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(v1.Pids); err != nil {
		t.Fatal(err)
	}
	if made, err := v1.make(); err == nil {
		t.Errorf("made %+v", made)
	}
	if left, err := os.ReadDir(v1.Memory); err != nil || len(left) != 1 {
		t.Errorf("left are %v, error %v", left, err)
	}
}

func TestCounter(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	for _, test := range []struct {
		text, key string
		number    int64
	}{
		{"max 3\n", "max", 3},
		{"low 0\noom 1\noom_kill 2\n", "oom", 1},
		{"oom_kill_disable 0\nunder_oom 0\noom_kill 2\n", "oom_kill", 2},
		{"7\n", "", 7},
		{"max x\n", "max", -1},
		{"", "", -1},
	} {
		write(t, path, test.text)
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		c := counter{fd: fd, key: test.key}
		if n := c.read(); n != test.number {
			t.Errorf("%q: %d, expected %d", test.text, n, test.number)
		}
		if first, second := c.grew(), c.grew(); first != (test.number > 0) || second {
			t.Errorf("%q: grew %v, then %v", test.text, first, second)
		}
		unix.Close(fd)
	}
}

// needGroups skips a test where there are no control groups, and sees that none
// is left after it.
func needGroups(t *testing.T) controlGroup {
	t.Helper()
	needShell(t)
	place, err := groupPlace()
	if err != nil {
		t.Skipf("needs control groups: %v", err)
	}
	return place
}

// A bomb of many processes, none of which takes anything.
const bomb = "i=0; while [ $i -lt 300 ]; do sleep 5 & i=$((i+1)); done; wait"

// peakOf looks at a count until it is over, and returns the largest.
func peakOf(t *testing.T, path string, over <-chan struct{}) int {
	peak := 0
	for {
		select {
		case <-over:
			return peak
		case <-time.After(time.Millisecond):
		}
		n := 0
		text, err := os.ReadFile(path)
		if _, scan := fmt.Sscan(string(text), &n); err != nil || scan != nil {
			t.Error(err, scan)
		}
		peak = max(peak, n)
	}
}

func TestForkBombIsBounded(t *testing.T) {
	place := needGroups(t)
	for _, isolation := range []Isolation{Best, Unisolated} {
		c := shell(bomb)
		c.Isolation = isolation
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		c.Run(context.Background(), nil, Limits{ProcessesMax: 64})
		k := c.pool.idle[0]
		// On a busy machine a bomb may be over before anybody has looked.
		peak := 0
		for try := 0; try < 5 && peak < 2; try++ {
			over, most := make(chan struct{}), make(chan int)
			go func() { most <- peakOf(t, filepath.Join(k.group.Pids, "pids.current"), over) }()
			a := c.Run(context.Background(), nil, Limits{ProcessesMax: 64})
			close(over)
			if peak = <-most; a.Fault != ProcessLimit || peak > 64+1 {
				t.Errorf("%s: %d processes, %+v", isolation, peak, a)
			}
		}
		if peak < 2 {
			t.Errorf("%s: no processes were seen", isolation)
		}
		c.Close()
		if left := groupsLeft(place); len(left) > 0 {
			t.Errorf("%s: left are %q", isolation, left)
		}
	}
}

// TestKilledKeeperLeavesNothingUnmarked sees that processes which have thrown away
// the mark of their program end with it, if it has ended its keeper.
func TestKilledKeeperLeavesNothingUnmarked(t *testing.T) {
	needGroups(t)
	needProgram(t, "setsid")
	t.Parallel()
	marked := fmt.Sprintf("61.%09d", rand.IntN(1e9))
	c := shell("env -i setsid sleep " + marked + " & sleep 0.1; echo 1; kill -KILL $PPID; sleep 1")
	c.Isolation = Unisolated
	if a := run(t, c, "", Limits{}); len(a.Values) != 1 {
		t.Errorf("%+v", a)
	}
	noneWith(t, marked)
}

// TestKernelLimits sees that a program which the kernel stops before any sample
// would gets the right verdict, and the next one nothing of it.
func TestKernelLimits(t *testing.T) {
	place := needGroups(t)
	c := shell(`read -r line; eval "$line"`)
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	run := func(line string) Answer { return c.Run(context.Background(), []byte(line+"\n"), Limits{}) }
	if a := run("echo 1"); values(a) != "1" {
		t.Fatalf("%+v", a)
	}
	// The keeper still goes by the limits that it is told.
	if err := c.pool.idle[0].group.bound(44<<20, MemoryBytesMax, 4); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line  string
		fault Fault
	}{
		{`x=$(head -c 100000000 /dev/zero | tr '\0' x); echo 1`, MemoryLimit},
		{"echo 1", None},
		{"for i in 1 2 3 4 5 6; do sleep 0.1 & done; wait; echo 1", ProcessLimit},
		{"echo 1", None},
		{"kill -9 $$", Crashed},
	} {
		if a := run(test.line); a.Fault != test.fault {
			t.Errorf("%s: %+v", test.line, a)
		}
	}
	c.Close()
	if left := groupsLeft(place); len(left) > 0 {
		t.Errorf("left are %q", left)
	}
}

// TestGroupsBelow sees that a group is removed with those below it, which a
// program that is a harness, too, leaves when it is killed.
func TestGroupsBelow(t *testing.T) {
	place := needGroups(t)
	dead := fmt.Sprintf("%s%d-1", groupPrefix, 1<<30)
	for name, test := range map[string]struct {
		below  string
		remove func(*controlGroup) error
	}{
		"remove": {groupPrefix + "1-1/deeper", (*controlGroup).remove},
		"sweep":  {dead + "/" + dead, func(*controlGroup) error { place.sweep(); return nil }},
	} {
		g, err := place.make()
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range g.folders() {
			if err := os.MkdirAll(filepath.Join(folder, test.below), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := test.remove(g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left := groupsLeft(place); len(left) > 0 {
			t.Errorf("%s: left are %q", name, left)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	place := needGroups(t)
	c := shell(`x=$(head -c 300000000 /dev/zero | tr '\0' x); echo 1`)
	if a := c.Run(context.Background(), nil, Limits{MemoryBytesMax: 128 << 20}); a.Fault != MemoryLimit {
		t.Errorf("%+v", a)
	}
	if left := groupsLeft(place); len(left) > 0 {
		t.Errorf("left are %q", left)
	}
}

// groupsLeft lists the control groups of this process.
func groupsLeft(place controlGroup) (left []string) {
	for _, folder := range place.folders() {
		// The pattern is well formed.
		found, _ := filepath.Glob(filepath.Join(folder, fmt.Sprintf("%s%d-*", groupPrefix, os.Getpid())))
		left = append(left, found...)
	}
	return left
}

// TestRack ends a program and removes its group although nobody waits for it, and then
// makes no other.
func TestRack(t *testing.T) {
	place := needGroups(t)
	var r rack
	gone, err := r.make(place)
	if err != nil {
		t.Fatal(err)
	}
	left, err := r.make(place)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.remove(gone); err != nil {
		t.Fatal(err)
	}
	if r.groups[gone] || !r.groups[left] {
		t.Errorf("known are %v", r.groups)
	}
	sleeper := exec.Command("sleep", "60")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = sleeper.Wait() // it is killed
	}()
	for _, folder := range left.folders() {
		if err := fill(filepath.Join(folder, "cgroup.procs"), strconv.Itoa(sleeper.Process.Pid)); err != nil {
			t.Error(err)
		}
	}
	r.close()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the program goes on")
		_ = sleeper.Process.Kill()
	}
	if left := groupsLeft(place); len(left) > 0 {
		t.Errorf("left are %q", left)
	}
	if g, err := r.make(place); err == nil {
		t.Errorf("afterwards there is %v", g)
	}
}
