package subject

import (
	"context"
	"errors"
	"flag"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// needFilter skips the test where the kernel has no filter for system calls.
func needFilter(t *testing.T) {
	t.Helper()
	g, err := greetingOf(probe())
	if err == nil && !g.Filter {
		t.Skip("needs a filter of system calls: " + g.FilterProblem)
	}
}

// needStrict skips a test where the machine does not offer everything.
func needStrict(t *testing.T) {
	t.Helper()
	if !StrictPossible(Survey()) {
		t.Skip("needs strict isolation")
	}
}

// python is a program in Python; its needs are met everywhere but on bare machines.
func python(t *testing.T, script string) *Command {
	t.Helper()
	needProgram(t, "python3")
	return &Command{Argv: []string{"python3", "-c", script}}
}

// TestFilesAreSealed leaves a file open for programs, as a shell can.
func TestFilesAreSealed(t *testing.T) {
	needShell(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]offering{"nothing": {}, "all": {namespaces: allNamespaces, landlock: true}, "unisolated": {groups: true}} {
		// Without O_CLOEXEC.
		fd, err := unix.Open(secret, unix.O_RDONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		c := shell(`for fd in /proc/$$/fd/*; do n=${fd##*/}; [ "$n" -gt 2 ] && [ -r "$fd" ] && echo "$n"; done; exit 0`)
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		c.pool.offer = offer{offering: o}
		a := c.Run(context.Background(), nil, Limits{})
		// A shell opens files of its own from 10.
		if slices.ContainsFunc(a.Values, func(v jsontext.Value) bool { return len(v) == 1 }) || a.Fault != None {
			t.Errorf("%s: there are %s open, %+v", name, values(a), a)
		}
		c.Close()
		unix.Close(fd)
	}
}

// TestModeOfOtherFilesStays tries to change what Landlock does not guard.
func TestModeOfOtherFilesStays(t *testing.T) {
	needShell(t)
	t.Parallel()
	// Wherever there is Landlock, mounts can be made read-only.
	if !slices.ContainsFunc(Survey(), func(f Facility) bool { return f.Name == "landlock" && f.Available }) || probe().namespaces != allNamespaces {
		t.Skip("needs namespaces and landlock")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// What programs may write to is still the machine's.
	a := run(t, shell("for d in null full random urandom; do touch -c /dev/$d && echo $d; chmod 666 /dev/$d && echo $d; echo >/dev/null; done"), "", Limits{})
	if a.OutputBytes != 0 || a.Fault != None {
		t.Errorf("of devices: %+v", a)
	}
	for isolation, want := range map[Isolation]string{Best: "", Unisolated: "1 2"} {
		c := shell("chmod 644 '" + file + "' && echo 1; touch -d 2001-01-01 '" + file + "' && echo 2; echo x >own && chmod 600 own && echo >/dev/null")
		c.Isolation = isolation
		if isolation == Unisolated {
			c.Argv[2] = strings.ReplaceAll(c.Argv[2], "own", filepath.Join(t.TempDir(), "own"))
		}
		if a := run(t, c, "", Limits{}); values(a) != want || a.Fault != None {
			t.Errorf("%s: %+v", isolation, a)
		}
	}
}

// TestObjectsEndWithTheRun looks for what the run before has left in memory.
func TestObjectsEndWithTheRun(t *testing.T) {
	needStrict(t)
	t.Parallel()
	for name, script := range map[string]string{
		"segment":    `c.shmget(77, 4096, 0o1600)`,
		"semaphores": `c.semget(77, 1, 0o1600)`,
		"messages":   `c.msgget(77, 0o1600)`,
		"queue":      `c.mq_open(b"/touchstone", 0o102, 0o600, None)`,
	} {
		find := strings.NewReplacer("0o1600", "0", `0o102, 0o600, None`, "0").Replace(script)
		c := python(t, "import ctypes\nc = ctypes.CDLL(None)\nprint(int("+find+" >= 0), int("+script+" >= 0))")
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if name == "queue" {
			// Landlock refuses them: they are in a folder that nobody mounts.
			c.pool.offer = offer{offering: offering{namespaces: allNamespaces}}
		}
		for range 3 {
			if a := c.Run(context.Background(), nil, Limits{}); values(a) != "0 1" {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
}

// TestMemoryWithoutGroups takes memory that no size of a process shows, and some
// that no sample sees.
func TestMemoryWithoutGroups(t *testing.T) {
	needFilter(t)
	t.Parallel()
	const most = 64 << 20
	const timeout = 20 * time.Second
	const behind = `
def behind(work):
    import platform, threading
    threading.Thread(target=work).start()
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
`
	all := offering{namespaces: allNamespaces, landlock: true}
	for name, test := range map[string]struct {
		offering
		script string
		want   Fault
	}{
		"memory file":           {all, `f = os.memfd_create("x")`, Crashed},
		"shared without a file": {all, `mmap.mmap(-1, 4096)`, Crashed},
		"shared zeros":          {all, `mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096)`, Crashed},
		"larger pipe":           {all, `fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)`, Crashed},
		"pipes": {all, `os.fork(), os.fork()
kept = []
for i in range(500):
    kept.append(os.pipe())
    os.set_blocking(kept[-1][1], False)
    os.write(kept[-1][1], bytes(1 << 16))
time.sleep(60)`, MemoryLimit},
		"sockets": {all, `os.fork()
kept = []
for i in range(400):
    left, right = socket.socketpair()
    left.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    left.setblocking(False)
    while True:
        try: left.send(bytes(1 << 14))
        except BlockingIOError: break
    kept.append(right)
time.sleep(60)`, MemoryLimit},
		"sockets on their way": {all, `first, last = socket.socketpair()
for i in range(20):
    kept = []
    for i in range(30):
        left, right = socket.socketpair()
        left.setblocking(False)
        while True:
            try: left.send(bytes(1 << 14))
            except BlockingIOError: break
        kept.append(right)
    socket.send_fds(first, [b"x"], [right.fileno() for right in kept])
del kept, right, left
time.sleep(60)`, MemoryLimit},
		"messages": {all, `c = ctypes.CDLL(None)
text = ctypes.create_string_buffer(b"12345678", 8008)
for i in range(6000):
    q = c.msgget(0, 0o1600)
    c.msgsnd(q, text, 8000, 0o4000), c.msgsnd(q, text, 8000, 0o4000)
time.sleep(60)`, MemoryLimit},
		"tables": {all, `m = mmap.mmap(-1, 1 << 36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
m.madvise(15)
for at in range(0, 1 << 36, 1 << 21): m[at]
time.sleep(60)`, MemoryLimit},
		"some of all": {all, `kept = [os.pipe() for i in range(100)] + [socket.socketpair() for i in range(100)]
for i in range(8): os.write(kept[i][1], b"x"), kept[-i-1][0].send(b"x")
time.sleep(0.3)`, None},
		// No file of this machine has such a name, which would be shown to the program.
		"stored": {all, `for name in "/dev/shm/stored", "/tmp/stored-by-a-test":
    with open(name, "wb") as f:
        for i in range(50): f.write(bytes(1 << 20)); f.flush()
time.sleep(60)`, MemoryLimit},
		"segment": {all, `c = ctypes.CDLL(None)
c.shmat.restype = ctypes.c_void_p
p = c.shmat(c.shmget(0, 100 << 20, 0o1600), None, 0)
ctypes.memset(p, 1, 100 << 20)
c.shmdt(ctypes.c_void_p(p))
time.sleep(60)`, MemoryLimit},
		// The first thread of a process ends, and with it what the process table shows at once.
		"other threads": {all, behind + `
def work():
    time.sleep(0.3)
    m = mmap.mmap(-1, 100 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
    time.sleep(60)
behind(work)`, MemoryLimit},
		"pipes of other threads": {all, behind + `
os.fork(), os.fork()
def work():
    kept = []
    for i in range(500):
        kept.append(os.pipe())
        os.set_blocking(kept[-1][1], False)
        os.write(kept[-1][1], bytes(1 << 16))
    time.sleep(60)
behind(work)`, MemoryLimit},
		"peak": {offering{}, `m = mmap.mmap(-1, 100 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)`, MemoryLimit},
	} {
		if test.namespaces&^probe().namespaces != 0 {
			continue
		}
		c := python(t, "import ctypes, fcntl, mmap, os, socket, time\n"+test.script)
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.pool.offer = offer{offering: test.offering}
		a := c.Run(context.Background(), nil, Limits{MemoryBytesMax: most, Timeout: timeout})
		if a.Fault != test.want || a.Fault == MemoryLimit && a.Duration > timeout || a.Fault == Crashed && !strings.Contains(a.Stderr, "Error") {
			t.Errorf("%s: %+v", name, a)
		}
	}
	// A limit below the size of the harness itself says nothing about programs.
	if a := run(t, shell("echo 1"), "", Limits{MemoryBytesMax: 4 << 20}); a.Fault != None {
		t.Errorf("small: %+v", a)
	}
}

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// memoryRounds is how often TestMemoryIsJudgedAlways takes too much and not too
// much, with control groups and without; it takes soakTimes as many with -soak.
const (
	memoryRounds = 3
	soakTimes    = 10
)

// TestMemoryIsJudgedAlways takes 1.15 and 0.85 of the limit, for a moment: in every
// run the verdict is the same.
func TestMemoryIsJudgedAlways(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("under the race detector a keeper is larger than the limit, and the peak of a program may be that of its keeper")
	}
	c := python(t, `import mmap, re
def have(): return int(re.search(r"Rss(?:Anon|Shmem):\s+(\d+)", open("/proc/self/status").read())[1]) << 10
total = int(input()) << 20
m = mmap.mmap(-1, total - have(), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
print(1)`)
	for _, groups := range []bool{true, false} {
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		c.pool.offer = offer{offering: offering{namespaces: probe().namespaces, landlock: true, groups: groups}}
		rounds := memoryRounds
		if *soak {
			rounds *= soakTimes
		}
		for range rounds {
			for mebibytes, want := range map[string]Fault{"69": MemoryLimit, "51": None} {
				if a := c.Run(context.Background(), []byte(mebibytes), Limits{MemoryBytesMax: 60 << 20}); a.Fault != want {
					t.Errorf("%s, control groups %v: %+v", mebibytes, groups, a)
				}
			}
		}
		c.Close()
	}
}

// TestAfterwards looks at programs that were gone before a sample saw them.
func TestAfterwards(t *testing.T) {
	needProgram(t, "true")
	h := &holder{cpu: 2 * time.Second, peak: 1 << 40}
	for _, test := range []struct {
		cpu    time.Duration
		memory int64
		want   Fault
	}{
		{time.Second, 1 << 40, CPULimit},
		{2 * time.Second, 1 << 40, None},
		{time.Minute, 1<<40 - 1, MemoryLimit},
	} {
		if got := limitFaults[h.afterwards(request{CPUNs: int64(test.cpu), MemoryBytes: test.memory})]; got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
	if a := run(t, &Command{Argv: []string{"true"}}, "", Limits{CPU: time.Microsecond}); canKeep.Load() && a.Fault != CPULimit {
		t.Errorf("a program that is gone at once: %+v", a)
	}
	h.peak = 2
	if got := h.afterwards(request{CPUNs: int64(time.Hour), MemoryBytes: 1}); got != 0 {
		t.Errorf("the memory of the keeper counts: %d", got)
	}
}

// TestKeeperUnderAttack kills and stops the keeper from within, where a program
// can.
func TestKeeperUnderAttack(t *testing.T) {
	needShell(t)
	t.Parallel()
	for script, want := range map[string]Answer{
		"kill -KILL $PPID; sleep 60":            {Fault: Crashed, Signal: "SIGKILL"},
		"kill -STOP $PPID; echo 1":              {Warnings: []Warning{Lingered}},
		"kill -STOP $PPID; echo 1; sleep 60":    {Fault: TimedOut},
		"kill -STOP $PPID; while :; do :; done": {Fault: Silent},
	} {
		c := shell(script)
		c.Isolation = Unisolated
		begin := time.Now()
		a := run(t, c, "", Limits{Timeout: 1500 * time.Millisecond})
		if a.Fault == Crashed {
			// How soon the program ends after its keeper is the machine's affair.
			a.Warnings = nil
		}
		ended := a.Fault == None && len(a.Warnings) == 0
		if strings.HasSuffix(script, "echo 1") && (a.Fault == TimedOut || ended) && values(a) == "1" {
			// The keeper was stopped before it had closed its own end of the pipe, or after it
			// had told the end of the program.
			continue
		}
		if a.Fault != want.Fault || a.Signal != want.Signal || !slices.Equal(a.Warnings, want.Warnings) {
			t.Errorf("%s: %+v", script, a)
		}
		// By themselves two of them would take a minute, or for ever.
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%s: took %v", script, took)
		}
	}
}

// TestLaterKeeperMayNotHaveLess lets keepers fail after the first.
func TestLaterKeeperMayNotHaveLess(t *testing.T) {
	needShell(t)
	needStrict(t)
	t.Parallel()
	var warned []string
	c := shell("echo 1")
	c.Warn = func(message string) { warned = append(warned, message) }
	again := func(change func(p *pool)) Answer {
		t.Helper()
		if err := c.Resolve(); err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		change(c.pool)
		return c.Run(context.Background(), nil, Limits{})
	}
	if a := again(func(*pool) {}); values(a) != "1" || len(warned) > 0 {
		t.Errorf("%+v, warned %q", a, warned)
	}
	begun := greeting{ABI: 1, Proc: true, OwnFiles: true, ReadOnly: true, Caps: true}
	less := again(func(p *pool) { p.began, p.offers, p.offer = true, begun, offer{offering: offering{landlock: true}} })
	if less.Fault != Trouble || !strings.Contains(less.Err.Error(), "less isolation than the first") {
		t.Errorf("with less: %+v", less)
	}
	// No machine has this namespace.
	const none = 1 << 31
	failed := again(func(p *pool) { p.began, p.offers, p.offer = true, begun, offer{offering: offering{namespaces: none}} })
	if failed.Fault != Trouble {
		t.Errorf("without: %+v", failed)
	}
	if len(warned) > 0 {
		t.Errorf("warned %q", warned)
	}
	first := again(func(p *pool) { p.offer = offer{offering: offering{namespaces: none}} })
	if values(first) != "1" || len(warned) != 1 {
		t.Errorf("first: %+v, warned %q", first, warned)
	}
}

// TestWipeIsNobodysTime leaves so many files that to remove them takes long.
func TestWipeIsNobodysTime(t *testing.T) {
	t.Parallel()
	c := python(t, "import os\nprint(len(os.listdir('.')))\nfor i in range(15000): os.close(os.open(str(i), os.O_CREAT))")
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		if a := c.Run(context.Background(), nil, Limits{}); values(a) != "0" || a.Fault != None {
			t.Fatalf("%+v", a)
		}
		if n := len(c.pool.idle); n != 1 || c.pool.idle[0].wiping == nil {
			t.Errorf("of %d keepers none says that it is wiping", n)
		}
	}
}

// TestTemporaryFolder takes the blame off the program where the temporary folder
// is no good.
func TestTemporaryFolder(t *testing.T) {
	needShell(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	a := shell("echo 1").Run(context.Background(), nil, Limits{})
	if a.Fault != NotStarted || !strings.Contains(a.Err.Error(), "private folder") || !strings.Contains(a.Err.Error(), "none") {
		t.Errorf("%+v", a)
	}
	t.Chdir(dir)
	if err := os.Mkdir("some", 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", "some")
	a = shell(`echo 1 >"$TMPDIR/x" && [ "$TMPDIR" = "$PWD" ] && cat x`).Run(context.Background(), nil, Limits{})
	if values(a) != "1" {
		t.Errorf("%+v", a)
	}
}

// TestSignalIsNoLimit sends the signal of a limit that was not met.
func TestSignalIsNoLimit(t *testing.T) {
	needShell(t)
	t.Parallel()
	if a := run(t, shell("kill -XCPU $$"), "", Limits{}); a.Fault != Crashed || a.Signal != "SIGXCPU" {
		t.Errorf("%+v", a)
	}
}

// TestSessionHasProcessorTimeForEachCase lets cases compute.
func TestSessionHasProcessorTimeForEachCase(t *testing.T) {
	needShell(t)
	needStrict(t)
	t.Parallel()
	s := NewSession(python(t, `import sys, time
for line in sys.stdin:
    end = time.process_time() + float(line)
    while time.process_time() < end: pass
    print(1, flush=True)`), Limits{CPU: 250 * time.Millisecond})
	defer s.command.Close()
	defer s.Close()
	for i, test := range []struct {
		line string
		want Fault
	}{{"0.15", None}, {"0.15", None}, {"0.15", None}, {"0", None}, {"60", CPULimit}, {"0.15", None}} {
		if r := s.Ask(context.Background(), []byte(test.line)); r.Fault != test.want {
			t.Errorf("%d: %+v", i, r)
		}
	}
}

// TestDurationsStaySmall has limits that would overflow.
func TestDurationsStaySmall(t *testing.T) {
	const largest = time.Duration(1<<63 - 1)
	l := Limits{Timeout: largest, CPU: largest, FirstByte: largest}.OrDefault()
	if l.Timeout > DurationMax || l.CPU > DurationMax || l.FirstByte > DurationMax || l.Timeout <= 0 || l.CPU <= 0 {
		t.Errorf("%+v", l)
	}
	if l = (Limits{Timeout: largest}).OrDefault(); l.CPU <= 0 {
		t.Errorf("%+v", l)
	}
}

// TestPipeAsProgram: a build can leave a pipe where its program, or the script that its
// command names, should be. Nobody ever writes to it.
func TestPipeAsProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o700); err != nil {
		t.Skip(err)
	}
	needShell(t)
	for _, argv := range [][]string{{"./pipe"}, {"sh", "pipe"}, {"sh", "-c", "./pipe; exit 127"}} {
		for _, isolation := range []Isolation{Best, Unisolated} {
			done := make(chan Answer, 1)
			go func() {
				c := &Command{Argv: argv, Dir: dir, Isolation: isolation}
				defer c.Close()
				a := c.Run(t.Context(), nil, Limits{Timeout: time.Second})
				c.Advice(127, a.Stderr)
				done <- a
			}()
			select {
			case a := <-done:
				if usage, ok := errors.AsType[*game.UsageError](a.Err); len(argv) == 1 && (!ok || usage.Message != filepath.Join(dir, "pipe")+" is a pipe, a socket or a device, not a program") {
					t.Errorf("%q, %s: fault %q with error %v", argv, isolation, a.Fault, a.Err)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%q, %s: somebody waits for a pipe to which nobody writes", argv, isolation)
			}
		}
	}
}

// TestTimeOfZombies: what children have used counts although their parent never asks how
// they ended, so that a program can neither pass its limit nor seem to be starved by others.
func TestTimeOfZombies(t *testing.T) {
	t.Parallel()
	script := python(t, `
import os, time
while True:
    child = os.fork()
    if child == 0:
        while time.process_time() < 0.1:
            pass
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
`)
	script.Isolation = Best
	defer script.Close()
	a := script.Run(t.Context(), nil, Limits{Timeout: 30 * time.Second, CPU: 400 * time.Millisecond, ProcessesMax: 1000})
	if a.Fault != CPULimit || a.Duration > 20*time.Second {
		t.Errorf("%+v", a)
	}
}

// TestSharesOfUser: what the kernel gives to a user as a whole is not one program's to take
// from those that run at the same time.
func TestSharesOfUser(t *testing.T) {
	needStrict(t)
	const script = `
import ctypes, fcntl, os, signal, time
c = ctypes.CDLL(None)
def take(most):
    pipes = signals = watches = 0
    while pipes < min(most, 100):
        end = os.pipe()[0]
        pipes += 1
        try: fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 1 << 20)
        except OSError: pass
    full = fcntl.fcntl(end, fcntl.F_GETPIPE_SZ) >= 1 << 16
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    while signals < most and c.sigqueue(os.getpid(), signal.SIGRTMIN, None) == 0: signals += 1
    while watches < most and c.inotify_init() >= 0: watches += 1
    return full, signals, watches
`
	greedy := python(t, script+`
take(1 << 20)
print(1, flush=True)
time.sleep(60)`)
	modest := python(t, script+`
assert take(8) == (True, 8, 8), take(8)
print(1)`)
	ctx, stop := context.WithCancel(t.Context())
	taken, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		feed := Plain(nil)
		feed.Answers, feed.Answered = 1, func() { close(taken) }
		greedy.RunFeed(ctx, feed, Limits{Timeout: 40 * time.Second, Linger: 40 * time.Second})
	}()
	defer func() { stop(); <-ended }()
	select {
	case <-taken:
	case <-time.After(30 * time.Second):
		t.Skip("the machine is too busy")
	}
	if a := modest.Run(t.Context(), nil, Limits{Timeout: 20 * time.Second}); a.Fault != None {
		t.Errorf("%+v", a)
	}
}

// TestWatchedFiles: a program can watch some files, but only a small part of those that the
// user may watch as a whole.
func TestWatchedFiles(t *testing.T) {
	needStrict(t)
	t.Parallel()
	a := run(t, python(t, `
import ctypes, os
c = ctypes.CDLL(None)
watcher, watched, refused = c.inotify_init(), set(), False
for folder, _, files in os.walk("/usr"):
    for name in files:
        watch = c.inotify_add_watch(watcher, os.fsencode(os.path.join(folder, name)), 2)
        refused |= watch < 0
        watched.add(watch)
    if refused or len(watched) > 1 << 12: break
print(int(64 < len(watched) <= 1+`+strconv.Itoa(watchedMax)+`))`), "", Limits{})
	if values(a) != "1" || a.Fault != None {
		t.Errorf("%+v", a)
	}
}

// TestNoCores: the limit of the size of cores is such that the kernel starts no program of the
// machine for a crash, which it does for a limit of zero, and it stays so.
func TestNoCores(t *testing.T) {
	needStrict(t)
	t.Parallel()
	a := run(t, python(t, `
import resource
before = resource.getrlimit(resource.RLIMIT_CORE)
for limit in (0, 0), (0, 1), (1, 1):
    resource.setrlimit(resource.RLIMIT_CORE, limit)
print(int(before == resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)))`), "", Limits{})
	if values(a) != "1" || a.Fault != None {
		t.Errorf("%+v", a)
	}
}

// TestMemoryOfTheNetwork stores more in sockets of a game's network than the memory that a
// program may have. Groups of version 1 do not count that, nor does any count netlink.
func TestMemoryOfTheNetwork(t *testing.T) {
	needStrict(t)
	t.Parallel()
	for name, script := range map[string]string{
		"tcp": `
server = socket.create_server(("127.0.0.1", 0))
while sent < 400 << 20:
    client = socket.create_connection(server.getsockname())
    kept += [client, server.accept()[0]]
    client.setblocking(False)
    try:
        while True: sent += client.send(bytes(1 << 16))
    except BlockingIOError: pass`,
		"udp": `
while sent < 400 << 20:
    own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    own.bind(("127.0.0.1", 0))
    kept.append(own)
    for _ in range(8): sent += own.sendto(bytes(50000), own.getsockname())`,
	} {
		c := python(t, "import socket, time\nkept, sent = [], 0"+script+"\ntime.sleep(5)")
		c.Live = true
		if a := run(t, c, "", Limits{MemoryBytesMax: 64 << 20}); a.Fault != MemoryLimit {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// TestFullSocket fills both ends of a connection: none holds as much as the kernel is taken
// to allow, by which a program with few sockets is never asked what they hold.
func TestFullSocket(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	near, err := net.Dial("tcp4", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	far, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	each := func(do func(fd int)) {
		for _, end := range []net.Conn{near, far} {
			raw, err := end.(*net.TCPConn).SyscallConn()
			if err == nil {
				err = raw.Control(func(fd uintptr) { do(int(fd)) })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	each(func(fd int) {
		for _, way := range []int{unix.SO_RCVBUF, unix.SO_SNDBUF} {
			// The kernel makes it the most that it allows.
			_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, way, 1<<30)
		}
	})
	each(func(fd int) {
		for part, err := make([]byte, 1<<20), error(nil); err == nil; {
			_, err = unix.Write(fd, part)
		}
	})
	var held int64
	each(func(fd int) {
		var memory [skNumbers + 1]uint32
		size := uint32(unsafe.Sizeof(memory))
		if _, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
			uintptr(unsafe.Pointer(&memory)), uintptr(unsafe.Pointer(&size)), 0); errno != 0 {
			t.Fatal(errno)
		}
		sum := int64(memory[skReceived]) + int64(memory[skQueued]) + int64(memory[skOptions]) + int64(memory[skBacklog])
		if most := socketBytesMax(); most > 0 && sum > most {
			t.Errorf("a socket holds %d bytes, more than %d", sum, most)
		}
		held += sum
	})
	if t.Logf("together they hold %d bytes, each %d at most", held, socketBytesMax()); held < 1<<17 {
		t.Errorf("two full sockets hold %d bytes", held)
	}
}

// TestSignalsStartAnew: a keeper ignores what programs send it, and whoever started this
// process may ignore something, as a shell does for what runs in the background; programs
// start without that. The three signals from 32 on belong to C libraries and stay as they are.
func TestSignalsStartAnew(t *testing.T) {
	needProgram(t, "grep")
	for _, isolation := range []Isolation{Best, Unisolated} {
		c := &Command{Argv: []string{"grep", "-Ec", "^SigIgn:.*[0-9a-f]{8}[08]0000000$", "/proc/self/status"}, Isolation: isolation}
		if a := run(t, c, "", Limits{}); values(a) != "1" {
			t.Errorf("%s: %+v", isolation, a)
		}
	}
}
