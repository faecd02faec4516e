package subject

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A controlGroup is a control group that bounds memory and processes, or the
// place where such groups are made. In version 1 of control groups it is two
// folders, in version 2 twice the same.
type controlGroup struct {
	V2           bool
	Weighs       bool // groups below it get equal parts of the processors
	Memory, Pids string
}

// What a control group gets beyond the memory of its program, for the tables of
// the kernel: a part of it, and some for each. A program that takes nine tenths of
// its limit always fits, and one that takes eleven tenths never does.
const (
	memorySlackPart = 20
	memorySlackMin  = 1 << 20
)

// memoryMax is the limit of a control group for a program with a limit.
func memoryMax(memory int64) int64 { return memory + memory/memorySlackPart + memorySlackMin }

// swapSlack is how much more memory and swap together may be than memory alone:
// so it is the limit of memory that is met first, and counted.
const swapSlack = 1 << 20

// groupPrefix begins the names of control groups. The id of the harness and a
// number follow.
const groupPrefix = "touchstone-"

// groupsMade counts the control groups of this harness.
var groupsMade atomic.Int64

// groupPlace is where control groups are made: below the one of the harness,
// so that they stay within its bounds.
var groupPlace = sync.OnceValues(func() (controlGroup, error) {
	place, err := findGroups("/proc/self")
	if err != nil {
		return place, err
	}
	place.sweep()
	return place, place.prove()
})

// newGroup makes a control group; nil where there can be none.
func newGroup() *controlGroup {
	place, err := groupPlace()
	if err != nil {
		return nil
	}
	g, err := racked.make(place)
	if err != nil {
		return nil
	}
	return g
}

// A rack has the control groups that there are, so that a harness which exits without
// having waited leaves none.
type rack struct {
	mu     sync.Mutex
	groups map[*controlGroup]bool
	closed bool
}

// racked are those of this process.
var racked rack

// make makes a group.
func (r *rack) make(place controlGroup) (*controlGroup, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errors.New("touchstone ends")
	}
	g, err := place.make()
	if err != nil {
		return nil, err
	}
	if r.groups == nil {
		r.groups = make(map[*controlGroup]bool)
	}
	r.groups[g] = true
	return g, nil
}

// remove removes a group once all its processes are gone.
func (r *rack) remove(g *controlGroup) error {
	err := g.remove()
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.groups, g)
	}
	return err
}

// close ends all processes of the groups and removes these, and no other is made.
func (r *rack) close() {
	r.mu.Lock()
	r.closed = true
	groups := r.groups
	r.groups = nil
	r.mu.Unlock()
	var ending sync.WaitGroup
	for g := range groups {
		ending.Go(func() {
			g.kill()
			// One that cannot be removed now is by the next harness.
			_ = g.remove()
		})
	}
	ending.Wait()
}

// endGroups ends all processes in groups of this harness, and removes the groups.
func endGroups() { racked.close() }

// kill ends all processes of the group, of which there may be none, and returns their ids.
func (g *controlGroup) kill() (killed []int) {
	if g == nil {
		return nil
	}
	for _, folder := range g.folders() {
		// A group that is gone has none.
		text, _ := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
		for field := range strings.FieldsSeq(string(text)) {
			// The 0 of a process that is out of sight would mean ourselves.
			if pid, err := strconv.Atoi(field); err == nil && pid > 0 && unix.Kill(pid, unix.SIGKILL) == nil {
				killed = append(killed, pid)
			}
		}
	}
	return killed
}

// findGroups finds the control group of the process with the given folder in
// the process table: of version 2, if that can have children with both
// controllers, otherwise of version 1.
func findGroups(process string) (controlGroup, error) {
	own, err := os.ReadFile(filepath.Join(process, "cgroup"))
	if err != nil {
		return controlGroup{}, err
	}
	mounts, err := os.ReadFile(filepath.Join(process, "mountinfo"))
	if err != nil {
		return controlGroup{}, err
	}
	// find returns the folder of the group in the hierarchy of a controller, ""
	// for that of version 2.
	find := func(controller string) string {
		for line := range strings.Lines(string(own)) {
			// number:controller,…:path
			if parts := strings.SplitN(strings.TrimSpace(line), ":", 3); len(parts) == 3 && slices.Contains(strings.Split(parts[1], ","), controller) {
				return folderOf(string(mounts), controller, parts[2])
			}
		}
		return ""
	}
	if folder := find(""); folder != "" && offersChildren(folder) {
		return controlGroup{V2: true, Weighs: offersWeights(folder), Memory: folder, Pids: folder}, nil
	}
	g := controlGroup{Memory: find("memory"), Pids: find("pids")}
	if g.Memory == "" || g.Pids == "" {
		return g, errors.New("touchstone's control group cannot have subgroups")
	}
	return g, nil
}

// folderOf finds the folder of a control group in a list of mounts.
func folderOf(mounts, controller, path string) string {
	for line := range strings.Lines(mounts) {
		// id parent device root folder options … - type source options
		front, back, ok := strings.Cut(line, " - ")
		fields, kind := strings.Fields(front), strings.Fields(back)
		if !ok || len(fields) < 5 || len(kind) < 3 {
			continue
		}
		if controller == "" && kind[0] != "cgroup2" ||
			controller != "" && (kind[0] != "cgroup" || !slices.Contains(strings.Split(kind[2], ","), controller)) {
			continue
		}
		below, err := filepath.Rel(fields[3], path)
		if err == nil && filepath.IsLocal(below) {
			return filepath.Join(fields[4], below)
		}
	}
	return ""
}

// offersChildren tells whether children of a group of version 2 have both
// controllers. They can be asked for where the group is the root, or has no
// processes.
func offersChildren(folder string) bool {
	file := filepath.Join(folder, "cgroup.subtree_control")
	offers := func() bool {
		text, err := os.ReadFile(file)
		list := strings.Fields(string(text))
		return err == nil && slices.Contains(list, "memory") && slices.Contains(list, "pids")
	}
	return offers() || fill(file, "+memory +pids") == nil && offers()
}

// offersWeights tells whether children of a group of version 2 share the
// processors by weights, which are the same if nobody changes them. In version 1
// only whole keepers could be in a group for that, and would be starved by their
// own programs.
func offersWeights(folder string) bool {
	file := filepath.Join(folder, "cgroup.subtree_control")
	offers := func() bool {
		text, err := os.ReadFile(file)
		return err == nil && slices.Contains(strings.Fields(string(text)), "cpu")
	}
	return offers() || fill(file, "+cpu") == nil && offers()
}

// fill writes to a file that is there.
func fill(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(text)
	return err
}

// folders are those of the group, each once.
func (g controlGroup) folders() []string {
	return slices.Compact([]string{g.Memory, g.Pids})
}

// make makes a group below this one.
func (g controlGroup) make() (*controlGroup, error) {
	name := fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groupsMade.Add(1))
	made := &controlGroup{V2: g.V2, Weighs: g.Weighs, Memory: filepath.Join(g.Memory, name), Pids: filepath.Join(g.Pids, name)}
	for i, folder := range made.folders() {
		if err := os.Mkdir(folder, 0o755); err != nil {
			for _, folder := range made.folders()[:i] {
				_ = unix.Rmdir(folder)
			}
			return nil, err
		}
	}
	return made, nil
}

// remove removes the group, with all below it, once all its processes are gone.
func (g *controlGroup) remove() error {
	if g == nil {
		return nil
	}
	var failed error
	for _, folder := range g.folders() {
		for end := time.Now().Add(drainGrace); ; time.Sleep(pollPause) {
			err := unix.Rmdir(folder)
			if (errors.Is(err, unix.EBUSY) || errors.Is(err, unix.ENOTEMPTY)) && time.Now().Before(end) {
				removeBelow(folder)
				continue
			}
			if err != nil && !errors.Is(err, unix.ENOENT) {
				failed = err
			}
			break
		}
	}
	return failed
}

// removeBelow removes the groups below one whose processes are gone: a program
// that is a harness, too, makes groups for its own programs, and may have been
// killed before it could remove them.
func removeBelow(folder string) {
	// What cannot be read cannot be removed either.
	below, _ := os.ReadDir(folder)
	for _, entry := range below {
		if path := filepath.Join(folder, entry.Name()); entry.IsDir() && unix.Rmdir(path) != nil {
			removeBelow(path)
			_ = unix.Rmdir(path)
		}
	}
}

// sweep removes the groups of harnesses that were killed, with those of killed
// harnesses below them. One that still has processes cannot be removed.
func (g controlGroup) sweep() {
	for _, folder := range g.folders() {
		sweepGroups(folder)
	}
}

func sweepGroups(folder string) {
	// The pattern is well formed.
	found, _ := filepath.Glob(filepath.Join(folder, groupPrefix+"*-*"))
	for _, path := range found {
		name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), groupPrefix), "-")
		pid, err := strconv.Atoi(name)
		// We have made none yet: one with our id is from an earlier process.
		if err == nil && (pid == os.Getpid() || errors.Is(unix.Kill(pid, 0), unix.ESRCH)) {
			sweepGroups(path)
			_ = unix.Rmdir(path)
		}
	}
}

// bound sets the limits. Was is the limit of memory before, 0 for none: that
// of memory alone may never be above that of memory and swap together.
func (g *controlGroup) bound(memory, was, processes int64) error {
	type limit struct {
		path  string
		value int64
	}
	limits := []limit{
		{filepath.Join(g.Memory, "memory.limit_in_bytes"), memoryMax(memory)},
		{filepath.Join(g.Memory, "memory.memsw.limit_in_bytes"), memoryMax(memory) + swapSlack},
		// The thread that starts the program counts too.
		{filepath.Join(g.Pids, "pids.max"), processes + 1},
	}
	switch {
	case g.V2:
		limits = []limit{
			{filepath.Join(g.Memory, "memory.max"), memoryMax(memory)},
			{filepath.Join(g.Memory, "memory.swap.max"), 0},
			{filepath.Join(g.Pids, "pids.max"), processes},
		}
	case was != 0 && memory > was:
		limits[0], limits[1] = limits[1], limits[0]
	}
	for _, l := range limits {
		err := fill(l.path, strconv.FormatInt(l.value, 10))
		// Not every kernel counts swap.
		if err != nil && !(errors.Is(err, os.ErrNotExist) && strings.Contains(l.path, "sw")) {
			return err
		}
	}
	return nil
}

// prove makes a group, bounds it, puts a process or a thread into it, as a keeper does,
// and removes the group.
func (g controlGroup) prove() error {
	made, err := racked.make(g)
	if err != nil {
		return fmt.Errorf("touchstone may not create control groups: %w", text.Cause(err))
	}
	defer racked.remove(made)
	if err := made.bound(MemoryBytesMax, 0, ProcessesMax); err != nil {
		return err
	}
	if made.V2 {
		err = made.bears()
	} else {
		err = made.takes()
	}
	return errors.Join(err, racked.remove(made))
}

// bears starts a process in the group, as version 2 has it, sees that it is there, and ends
// it.
func (g *controlGroup) bears() error {
	folder, err := os.Open(g.Memory)
	if err != nil {
		return err
	}
	defer folder.Close()
	attributes := keeperAttributes(0)
	attributes.UseCgroupFD, attributes.CgroupFD = true, int(folder.Fd())
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{"touchstone", keeperArgument}, Env: os.Environ(), SysProcAttr: attributes,
	}
	// It waits to be told what to do.
	if _, err := cmd.StdinPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return text.Cause(err)
	}
	err = g.isOf(fmt.Sprintf("/proc/%d/cgroup", cmd.Process.Pid))
	// It was killed, which is no news.
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return err
}

// takes puts a thread into the group, as version 1 has it, and sees that it is there. That
// costs less than to start a process. The thread ends then.
func (g *controlGroup) takes() error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with this
		if unix.Gettid() == os.Getpid() {
			// The first thread would not end, but this one cannot be had meanwhile.
			done <- g.takes()
			runtime.UnlockOSThread()
			return
		}
		err := g.enter()
		if err == nil {
			err = g.isOf("/proc/thread-self/cgroup")
		}
		done <- err
	}()
	return <-done
}

// enter puts this thread into the group, as version 1 has it.
func (g *controlGroup) enter() error {
	for _, folder := range g.folders() {
		if err := fill(filepath.Join(folder, "tasks"), "0"); err != nil {
			return err
		}
	}
	return nil
}

// isOf sees that the group is among those that a file of /proc lists.
func (g *controlGroup) isOf(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if strings.Count(string(text), "/"+filepath.Base(g.Pids)+"\n") != len(g.folders()) {
		return errors.New("a process moved into a control group does not appear there")
	}
	return nil
}

// A membership is the keeper's side of a control group: the files that tell
// whether its program has met a limit. The zero value is that of none.
type membership struct {
	folder int  // of version 2, for starting programs; 0: none
	weighs bool // the group shares the processors with others by weights
	files  []counter
}

// A counter is a number in a file of a control group, and what it was when it
// was looked at last.
type counter struct {
	fd   int
	key  string // before the number, "" if it stands alone
	last int64
}

// Where the counters of a membership stand.
const (
	countForks  = iota // that the limit refused
	countKills         // for lack of memory
	countLimits        // times that the group itself was at its limit then
)

// join puts this thread, and so all that it starts, into the group, as version
// 1 has it. In version 2 threads cannot be apart, but programs can be started
// in a group.
func (m *membership) join(g *controlGroup) error {
	if unix.Gettid() == os.Getpid() {
		// Its group is that of the memory of the whole keeper.
		return errors.New("the first thread of a supervisor cannot be in a control group")
	}
	files := []counter{
		countForks:  {key: "max", fd: -1},
		countKills:  {key: "oom_kill", fd: -1},
		countLimits: {fd: -1},
	}
	names := []string{"pids.events", "memory.oom_control", "memory.failcnt"}
	if g.V2 {
		names[countKills], names[countLimits], files[countLimits].key = "memory.events", "memory.events", "oom"
	}
	for i, name := range names {
		folder := g.Memory
		if i == countForks {
			folder = g.Pids
		}
		fd, err := unix.Open(filepath.Join(folder, name), unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		files[i].fd = fd
		if files[i].last = files[i].read(); files[i].last < 0 {
			return fmt.Errorf("there is no number in %s", name)
		}
	}
	if g.V2 {
		fd, err := unix.Open(g.Pids, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		m.folder = fd
	} else if err := g.enter(); err != nil {
		return err
	}
	m.files, m.weighs = files, g.Weighs
	return nil
}

// read reads the number, -1 if there is none.
func (c *counter) read() int64 {
	var text [512]byte
	n, err := unix.Pread(c.fd, text[:], 0)
	if err != nil {
		return -1
	}
	for line := range bytes.Lines(text[:n]) {
		key, number, ok := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if !ok {
			key, number = nil, key
		}
		if string(key) == c.key {
			if n, err := strconv.ParseInt(string(number), 10, 64); err == nil {
				return n
			}
		}
	}
	return -1
}

// grew tells whether the number is larger than it was.
func (c *counter) grew() bool {
	n := c.read()
	grew := n > c.last
	c.last = n
	return grew
}

// met tells which limit the program has met since the last call.
func (m *membership) met() Fault {
	switch {
	case m.files == nil:
	case m.files[countForks].grew():
		return ProcessLimit
	case m.files[countKills].grew() && m.files[countLimits].grew():
		// Otherwise it was the machine that had no more memory.
		return MemoryLimit
	}
	return None
}
