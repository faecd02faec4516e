//go:build linux

// Package zoo runs hostile programs through the harness and sees that each gets
// its verdict and leaves nothing behind.
package zoo

import (
	"context"
	"flag"
	"fmt"
	"hash/crc32"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// The limits of the zoo.
const (
	// shortTimeout is for those whose verdict is that they took too long.
	shortTimeout = time.Second
	// longTimeout is for all others: on a busy machine Python takes its time.
	longTimeout = 20 * time.Second
	// overdueMax is how much later than its timeout a verdict may come, be the
	// subject as stubborn as it likes.
	overdueMax = 500 * time.Millisecond
	// overdueTries is how often a program that took longer is tried again: on a busy
	// machine hardly any is late so often.
	overdueTries = 3
	// busyTries is how often a program is tried again alone that could not be judged, since
	// the machine was busy: what keeps it so is over by then.
	busyTries = 20

	// cpuMax is enough to start Python, and a hundred processes, where a fork takes 15 ms.
	cpuMax = 2 * time.Second
	// shortCPU is for those whose verdict is that they took too much of the processor: it is
	// enough to start Python.
	shortCPU        = 300 * time.Millisecond
	memoryBytesMax  = 64 << 20 // enough for Python; all at once may take it
	processesMax    = 48
	fileBytesMax    = 16 << 20
	outputBytesMax  = 1 << 20
	harnessBytesMax = 200 << 20 // of memory, for the harness itself

	// subjectsAtOnce keeps those that sleep from keeping the others waiting. With
	// their memory and folders they stay below a gigabyte.
	subjectsAtOnce = 6
	// roundsAll: what one run leaves behind would show in the next.
	roundsAll = 2
	// sharesOrdinary: without -all root leaves one program in so many to an
	// ordinary user, so that each runs once. With make zoo both run them all.
	sharesOrdinary = 3
)

// all is for make zoo. Without it every program runs once, on one case.
var all = flag.Bool("all", false, "run every program in several rounds, as root and as an ordinary user")

// The variables that name the copy of the zoo that an ordinary user runs, and
// the folder of those of its animals that have been compiled.
const (
	folderVariable = "ZOO_FOLDER"
	builtVariable  = "ZOO_BUILT"
)

// built is the folder of the animals that are written in Go; "" before the first test has
// them compiled.
var built string

// build compiles the animals that are written in Go, once for all tests, and returns their
// folder, which an ordinary user may read.
func build(t *testing.T) string {
	t.Helper()
	if built != "" {
		return built
	}
	folder, err := os.MkdirTemp("", "zoo-built-")
	if err != nil {
		t.Fatal(err)
	}
	built = folder
	// The pattern is well formed.
	sources, _ := filepath.Glob(filepath.Join("..", "subjects", "zoo", "*.go"))
	for _, source := range sources {
		program := filepath.Join(folder, strings.TrimSuffix(filepath.Base(source), ".go"))
		if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", source, err, out)
		}
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestMain lets the test binary be a keeper.
func TestMain(m *testing.M) {
	subject.Keeper()
	flag.Parse()
	status := m.Run()
	os.RemoveAll(built)
	os.Exit(status)
}

// An animal is a row of the table.
type animal struct {
	program  string
	outcome  judge.Outcome
	warnings []string
}

// row matches a row of the table: program, what it does, verdict.
var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| `([^`]+)`(?: with (.*?))? \\|$")

// animals reads the table, which has to have every program of the folder.
func animals(t *testing.T, folder string) []animal {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []animal
	var names []string
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		a := animal{program: m[1], outcome: judge.Outcome(m[2])}
		for name := range strings.SplitSeq(m[3], ", ") {
			if name = strings.Trim(name, "`"); name != "" {
				a.warnings = append(a.warnings, name)
			}
		}
		list, names = append(list, a), append(names, a.program)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := file.Name(); name != "README.md" && !slices.Contains(names, name) {
			t.Errorf("%s is not in the table", name)
		}
	}
	return list
}

func TestZoo(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, program := range []string{"sh", "python3", "setsid"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("needs %s", program)
		}
	}
	if facilities := subject.Survey(); !subject.StrictPossible(facilities) {
		t.Skipf("needs strict isolation: %+v", facilities)
	}
	folder := os.Getenv(folderVariable)
	if folder == "" {
		folder = filepath.Join("..", "subjects", "zoo")
	}
	// Orphans that escape become ours, so that they are found.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	compiled := os.Getenv(builtVariable)
	if compiled == "" {
		compiled = build(t)
	}
	z := newPremises(t)
	z.built = compiled
	list, rounds := animals(t, folder), roundsAll
	if !*all {
		rounds = 1
		// Whoever is neither can start no other user, and runs them all.
		if user := os.Geteuid(); user == 0 || user == ordinary {
			list = slices.DeleteFunc(list, func(a animal) bool {
				return (crc32.ChecksumIEEE([]byte(a.program))%sharesOrdinary == 0) != (user == ordinary)
			})
		}
	}
	for round := range rounds {
		var running sync.WaitGroup
		free := make(chan struct{}, subjectsAtOnce)
		for _, a := range list {
			free <- struct{}{}
			running.Go(func() {
				defer func() { <-free }()
				z.try(t, folder, a)
			})
		}
		running.Wait()
		// What took long may have waited for others: it is tried again alone, and the best
		// of its runs counts.
		for _, a := range list {
			for tries := 0; tries < busyTries && z.busy[a.program] || tries < overdueTries && z.best[a.program] > shortTimeout+overdueMax; tries++ {
				z.try(t, folder, a)
			}
			if z.busy[a.program] {
				t.Errorf("round %d: %s: the machine was too busy to judge it, however often it was tried", round, a.program)
			}
		}
		for _, left := range z.leftovers(t) {
			t.Errorf("round %d: %s", round, left)
		}
	}
	for program, took := range z.best {
		if took > shortTimeout+overdueMax {
			t.Errorf("%s: a timeout of %v took %v", program, shortTimeout, took)
		}
	}
	if called := z.called(); called {
		t.Error("a subject reached a server of this machine")
	}
	if peak := peakBytes(t); peak > harnessBytesMax {
		t.Errorf("the harness took %d bytes of memory, allowed are %d", peak, harnessBytesMax)
	}
}

// The one case of the zoo: its answer is [[["red"],["white"]]].
var caseInput = []jsontext.Value{
	jsontext.Value(`[[["red"],["white"]]]`), jsontext.Value(`["red"]`), jsontext.Value(`["white"]`),
}

// try runs one subject on the case, and notes whether the machine was too busy to judge it.
func (z *premises) try(t *testing.T, folder string, a animal) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Error(err)
		return
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Error(err)
		return
	}
	task, _ := g.Task("equations")
	program, err := filepath.Abs(filepath.Join(folder, a.program))
	if err != nil {
		t.Error(err)
		return
	}
	command := &subject.Command{
		Argv: []string{"sh", program}, Isolation: subject.Strict, Env: z.env, Hide: []string{filepath.Dir(z.secret)},
	}
	switch name, ok := strings.CutSuffix(a.program, ".go"); {
	case ok:
		command.Argv = []string{filepath.Join(z.built, name)}
	case strings.HasSuffix(a.program, ".py"):
		command.Argv[0] = z.python
	}
	defer command.Close()
	limits := subject.Limits{
		Timeout: longTimeout, CPU: cpuMax, MemoryBytesMax: memoryBytesMax, ProcessesMax: processesMax,
		FileBytesMax: fileBytesMax, OutputBytesMax: outputBytesMax,
	}
	slow := a.outcome == judge.Silent || a.outcome == judge.Timeout
	if slow {
		limits.Timeout = shortTimeout
	}
	if a.outcome == judge.CPULimit {
		limits.CPU = shortCPU
	}
	z.note(a, false)
	cases := suite.List{{ID: "zoo/1", Name: "1", In: caseInput}}
	config := run.Config{
		Game: g, Rules: rules, Task: task, Judge: judge.New(task, judge.Lax, shapeOf), Subject: command, Limits: limits, Jobs: 1,
	}
	switch a.outcome {
	case judge.Pass, judge.WrongAnswer, judge.Crashed, judge.Silent, judge.Timeout:
		// What the first run leaves must neither help nor hinder the second, and
		// the second is not kept waiting by the start of a keeper.
		if *all || slow {
			cases = append(cases, suite.Case{ID: "zoo/2", Name: "2", In: caseInput})
		}
	}
	config.Cases = cases
	last := time.Now()
	config.Deliver = func(r run.Result) {
		took := time.Since(last)
		last = time.Now()
		v := r.Verdict
		if v.Outcome == judge.HarnessError && strings.Contains(v.Message, run.MachineBusy) {
			t.Logf("%s, %s: %s", a.program, v.Case, v.Message)
			z.note(a, true)
			return
		}
		if v.Outcome != a.outcome || !slices.Equal(v.Warnings, a.warnings) {
			t.Errorf("%s, %s: %s %q with %q, expected %s with %q\n%s", a.program, v.Case, v.Outcome, v.Message, v.Warnings, a.outcome, a.warnings, v.Stderr)
		}
		if v.Outcome != judge.Pass && v.Blame != judge.BlameSubject {
			t.Errorf("%s: the blame is the %s's", a.program, v.Blame)
		}
		if slow {
			z.mu.Lock()
			if best, ok := z.best[a.program]; !ok || took < best {
				z.best[a.program] = took
			}
			z.mu.Unlock()
		}
	}
	if _, err := run.Run(context.Background(), config); err != nil {
		t.Errorf("%s: %v", a.program, err)
	}
}

// note notes whether the machine was too busy to judge a subject.
func (z *premises) note(a animal, busy bool) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.busy[a.program] = busy
}

// shapeOf stands for the schema: an answer is an array of arrays.
func shapeOf(_ string, raw jsontext.Value) ([]judge.Problem, error) {
	if raw.Kind() != '[' {
		return []judge.Problem{{Message: "expected an array"}}, nil
	}
	return nil, nil
}

// A premises is where the zoo is kept: what its animals attack, and by what
// their traces are known.
type premises struct {
	temporary string // the temporary folder of the harness
	outside   string // a folder into which everybody may write
	secret    string // a file that nobody may read
	kept      []string
	mark      string // in the environment of every animal
	port      int    // on which some try to listen, and the key of a segment
	server    net.Listener
	calls     chan struct{}
	sockets   []net.Listener // with a path, and without
	python    string
	built     string // the folder of those that were compiled
	env       []string

	mu   sync.Mutex
	best map[string]time.Duration // from the start of a slow one to its verdict
	busy map[string]bool          // the machine was too busy to judge it the last time
}

func newPremises(t *testing.T) *premises {
	t.Helper()
	base := t.TempDir()
	z := &premises{
		temporary: filepath.Join(base, "tmp"), outside: filepath.Join(base, "outside"), secret: filepath.Join(base, "hidden", "secret"),
		mark: fmt.Sprintf("zoo-%d-%d", os.Getpid(), time.Now().UnixNano()), calls: make(chan struct{}, 1),
		best: map[string]time.Duration{}, busy: map[string]bool{},
	}
	other := filepath.Join(z.temporary, "touchstone-run-other", "1", "home", "file")
	for _, file := range []string{other, z.secret, filepath.Join(z.outside, "keep")} {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("secret"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(z.outside, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", z.temporary)
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Fatal(err)
	}
	z.python = strings.TrimSpace(string(out))
	if z.server, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { z.server.Close() })
	go func() {
		for {
			conn, err := z.server.Accept()
			if err != nil {
				return
			}
			conn.Close()
			select {
			case z.calls <- struct{}{}:
			default:
			}
		}
	}()
	home, err := os.UserHomeDir()
	if err != nil {
		t.Log(err)
	}
	named, unnamed := filepath.Join(base, "socket"), fmt.Sprintf("@zoo-server-%d", os.Getpid())
	for _, address := range []string{named, unnamed} {
		server, err := net.Listen("unix", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { server.Close() })
		z.sockets = append(z.sockets, server)
	}
	// It stands for a copy of touchstone somewhere on the machine.
	oracle := filepath.Join(base, "bin", "oracle")
	if err := os.Mkdir(filepath.Dir(oracle), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(oracle, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	z.port = free.Addr().(*net.TCPAddr).Port
	free.Close()
	z.env = []string{
		"ZOO_MARK=" + z.mark, "ZOO_SECRET=" + z.secret, "ZOO_OTHER=" + other, "ZOO_OUTSIDE=" + z.outside,
		"ZOO_SOCKETS=" + named + " " + unnamed, "ZOO_HOME=" + home, "ZOO_PYTHON=" + z.python, "ZOO_ORACLE=" + oracle,
		"ZOO_PORT=" + strconv.Itoa(z.port), "ZOO_SERVER=" + strconv.Itoa(z.server.Addr().(*net.TCPAddr).Port),
	}
	z.kept = z.files(t)
	return z
}

// called tells whether an animal has reached the server.
func (z *premises) called() bool {
	select {
	case <-z.calls:
		return true
	default:
		return false
	}
}

// files lists all that there is on the premises, with sizes.
func (z *premises) files(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(filepath.Dir(z.temporary), func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			path += fmt.Sprintf(" (%d bytes)", info.Size())
		}
		all = append(all, path)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// leftovers lists what the animals have left: processes, files, sockets, control
// groups.
func (z *premises) leftovers(t *testing.T) []string {
	t.Helper()
	var found []string
	files := z.files(t)
	for _, file := range files {
		if !slices.Contains(z.kept, file) {
			found = append(found, "there is a new file "+file)
		}
	}
	for _, file := range z.kept {
		if !slices.Contains(files, file) {
			found = append(found, "a file is gone or changed: "+file)
		}
	}
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		// Those of other users cannot be read, nor can an animal become one.
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), z.mark) {
			found = append(found, "there is a process "+filepath.Dir(path))
		}
	}
	children, _ := filepath.Glob("/proc/self/task/*/children")
	for _, path := range children {
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			found = append(found, "there are children: "+string(text))
		}
	}
	if conn, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(z.port)); err == nil {
		conn.Close()
		found = append(found, "somebody listens on a port")
	}
	sockets, err := os.ReadFile("/proc/net/unix")
	if err != nil {
		t.Error(err)
	}
	if strings.Contains(string(sockets), z.mark) {
		found = append(found, "somebody listens on a unix socket")
	}
	segments, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(string(segments)) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == strconv.Itoa(z.port) {
			found = append(found, "there is a segment of shared memory")
		}
	}
	// Folders of other harnesses may vanish meanwhile, and so may the list.
	_ = filepath.WalkDir(controlGroups, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), fmt.Sprintf("touchstone-%d-", os.Getpid())) {
			found = append(found, "there is a control group "+path)
		}
		return nil
	})
	return found
}

// controlGroups is where systems have their control groups.
const controlGroups = "/sys/fs/cgroup"

// peakBytes is the most memory that this process has had.
func peakBytes(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

// TestLeftoversAreFound leaves one of each kind behind, to see that the zoo
// would notice.
func TestLeftoversAreFound(t *testing.T) {
	z := newPremises(t)
	if found := z.leftovers(t); len(found) > 0 {
		t.Fatalf("before anything is left there is %q", found)
	}
	expect := func(what string) {
		t.Helper()
		found := z.leftovers(t)
		if !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, what) }) {
			t.Errorf("%q is not among %q", what, found)
		}
	}
	sleeper := exec.Command("sleep", "60")
	sleeper.Env = z.env
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		sleeper.Process.Kill()
		// It was killed, which is no news.
		_ = sleeper.Wait()
	}()
	expect("there is a process")
	expect("there are children")
	if err := os.WriteFile(filepath.Join(z.outside, "new"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	expect("a new file")
	if err := os.Truncate(filepath.Join(z.outside, "keep"), 0); err != nil {
		t.Fatal(err)
	}
	expect("gone or changed")
	server, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(z.port))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	expect("on a port")
	local, err := net.Listen("unix", "@"+z.mark)
	if err != nil {
		t.Fatal(err)
	}
	defer local.Close()
	expect("on a unix socket")
	segment, err := unix.SysvShmGet(z.port, 1, unix.IPC_CREAT|0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := unix.SysvShmCtl(segment, unix.IPC_RMID, nil); err != nil {
			t.Error(err)
		}
	}()
	expect("shared memory")
	group := filepath.Join(controlGroups, "pids", fmt.Sprintf("touchstone-%d-left", os.Getpid()))
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Logf("no control group can be left: %v", err)
		return
	}
	defer os.Remove(group)
	expect("a control group")
}

// ordinary is the user who owns nothing.
const ordinary = 65534

// TestZooAsOrdinaryUser runs the zoo once more, for somebody who is not root.
func TestZooAsOrdinaryUser(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	// t.TempDir is for its owner only.
	folder, err := os.MkdirTemp("", "zoo-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "zoo.test")
	if err := os.CopyFS(filepath.Join(folder, "zoo"), os.DirFS(filepath.Join("..", "subjects", "zoo"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(binary, text, 0o755); err != nil {
		t.Fatal(err)
	}
	temporary := filepath.Join(folder, "tmp")
	if err := os.Mkdir(temporary, 0o777); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{folder: 0o755, binary: 0o755, temporary: 0o777} {
		// The mask of the process must not matter.
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, "-test.run=^TestZoo$", "-test.v", fmt.Sprintf("-all=%t", *all))
	cmd.Dir = folder
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=" + temporary, folderVariable + "=" + filepath.Join(folder, "zoo"), builtVariable + "=" + build(t)}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinary, Gid: ordinary}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.Contains(string(out), "--- SKIP") {
		t.Skipf("not for an ordinary user here:\n%s", out)
	}
	if !strings.Contains(string(out), "--- PASS: TestZoo") {
		t.Errorf("nothing was run:\n%s", out)
	}
}
