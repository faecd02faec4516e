package subject

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	json "github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// keeperArgument makes a binary that calls Keeper a keeper.
const keeperArgument = "__exec"

// canKeep tells whether this binary calls Keeper: another one, started as a
// keeper, would do whatever it does.
var canKeep atomic.Bool

// Keeper has to be the first call of main, or of TestMain, in a binary whose
// subjects shall be isolated: the harness starts the binary once more to hold
// them. That process never comes to main.
func Keeper() { canKeep.Store(true) }

// init is the whole life of a keeper. One is started for each worker, and needs
// nothing of the packages that are set up after this one, which takes longer than
// all that a keeper does before its first program.
func init() {
	if len(os.Args) == 2 && os.Args[1] == keeperArgument {
		os.Exit(keep())
	}
}

// The file descriptor of a keeper's socket, and the names of the folders in
// the one that is its own.
const (
	keeperSocket  = 3
	homeName      = "home" // of the program
	sharedName    = "shm"  // stands for the system's folder for shared memory
	temporaryName = "tmp"  // stands for the system's folder for temporary files
	runName       = "run"  // stands for the system's folder for sockets
	queuesName    = "mq"   // lists message queues
	rootName      = "root" // becomes the root of what programs see
)

// badLoader is the error of a program that names a loader which is none.
const badLoader = syscall.ELIBBAD

// samplePause stands between two looks at what a program uses, where no control group
// limits it. A program cannot take more than a few dozen megabytes in that time.
const samplePause = 10 * time.Millisecond

// keeperBytesMax is when a keeper collects its garbage.
const keeperBytesMax = 32 << 20

// leftPause is the same while others are left behind by the program, the end
// of which is not signalled.
const leftPause = time.Millisecond

// A holder is the keeper's own side of a keeper: one thread that waits, so
// that no scheduler stands between a program's end and its message.
type holder struct {
	setup
	greeting
	leader int
	status syscall.WaitStatus // of the leader, once it is gone
	gone   bool
	begun  time.Duration // when the leader was started, as uptime tells
	cpu    time.Duration // of those reaped
	seen   usage         // of all, at the last look
	peak   int64         // bytes of memory, of the largest process
	files  uint64        // of its file system while its folders are empty; 0: not known
	queues int           // the folder of POSIX message queues; 0: none
	home   string        // where programs run; "" outside of a sandbox
	own    []string      // folders in which they may write, empty at the start of each run
	fixed  []string      // what stands in them nevertheless, since it is shown
	made   unix.Timespec // the date of each at the start of a run
	member membership
	hunger hunger
	// unfiltered is called by the thread that no system call filter holds for.
	unfiltered chan<- func()
	// What tells of sockets, 0 for nothing, and room for what it says. Without control
	// groups: the memory that the kernel held for the program lately.
	sockets int
	// What tells how many sockets there are, and how many that is without a program; -1 if
	// nobody knows.
	counts, ownSockets int
	answer             [diagBytesMax]byte
	held               int64
	open               opened
	// oneSession tells that programs stay in the session of the keeper.
	oneSession bool
}

// keep starts the life of a keeper and returns its exit status.
func keep() int {
	// The first thread, which this is, stands for the memory of the process. It
	// stays out of the control group of the program, so that the kernel neither
	// counts that memory there nor ends the keeper for want of it.
	runtime.LockOSThread()
	// It stays out of the filter as well, and does what that refuses to programs.
	status, calls := make(chan int), make(chan func())
	go func() { status <- life(calls) }()
	for {
		select {
		case last := <-status:
			return last
		case call := <-calls:
			call()
		}
	}
}

// life is the life of a keeper, with a way to the thread that has no filter. It
// returns the exit status.
func life(calls chan<- func()) int {
	// What is set up below holds for this thread, and so for all that it starts.
	runtime.LockOSThread()
	// Neither the socket nor what the harness itself was given is the program's.
	sealFiles()
	text, err := io.ReadAll(os.Stdin)
	h := &holder{unfiltered: calls}
	if err != nil || len(text) == 0 || json.Unmarshal(text, &h.setup) != nil {
		return 1
	}
	h.prepare()
	greeting, err := json.Marshal(h.greeting)
	if err != nil || unix.Sendmsg(keeperSocket, greeting, nil, nil, 0) != nil || h.Failed != "" {
		return 1
	}
	for {
		r, fds, err := receive()
		if err != nil {
			return 0
		}
		if asksSocket(r.Op) {
			if !giveSocket(r.Op) {
				return 0
			}
			continue
		}
		if r.Op != opRun || len(fds) != 3 {
			// It came too late: what it is about is done.
			closeAll(fds)
			continue
		}
		last, connected := h.serve(r, fds)
		last.Op, last.Run = opDone, r.Run
		// Most programs leave nothing. To remove what others leave may take
		// long, which is neither this run's time nor the next one's.
		clean := h.isClean()
		if !clean {
			last.Wiping = 1
		}
		connected = connected && send(last)
		if !clean {
			// Without the harness nobody else empties the folders, and one that
			// cannot be emptied is no use: a fresh keeper gets a fresh folder.
			clean = h.wipe()
			connected = clean && connected && send(reply{Op: opWiped, Run: r.Run})
		}
		if !connected {
			return 0
		}
	}
}

func closeAll(fds []int) {
	for _, fd := range fds {
		unix.Close(fd)
	}
}

// serve starts the program and holds it until nothing of it is left. It tells
// how that went, and whether the harness is still there.
func (h *holder) serve(r request, fds []int) (last reply, connected bool) {
	pidfd := -1
	h.begun = uptime()
	h.hunger.start(h.late(r))
	argv, env := atPort(h.Argv, h.Env, int(r.Port))
	pid, err := syscall.ForkExec(h.Path, argv, &syscall.ProcAttr{
		Dir: h.Dir, Env: env,
		Files: []uintptr{uintptr(fds[0]), uintptr(fds[1]), uintptr(fds[2])},
		// Signals to its group do not come here.
		Sys: &syscall.SysProcAttr{
			Setsid: !h.oneSession, Setpgid: h.oneSession, PidFD: &pidfd, UseCgroupFD: h.member.folder != 0, CgroupFD: h.member.folder,
		},
	})
	closeAll(fds)
	if err != nil {
		errno := syscall.EINVAL
		errors.As(err, &errno)
		return reply{Errno: int64(errno)}, true
	}
	if h.Filter {
		done := make(chan struct{})
		h.unfiltered <- func() {
			h.limit(pid, r)
			close(done)
		}
		<-done
	} else {
		h.limit(pid, r)
	}
	h.leader, h.status, h.gone, h.cpu, h.seen, h.peak, h.held = pid, 0, false, 0, usage{}, 0, 0
	h.open = opened{}
	last, connected = h.hold(r, pidfd)
	// What the kernel has refused counts, also where no sample came in time.
	if met := h.member.met(); last.Limit == 0 {
		last.Limit = limitIndex(met)
	}
	if last.Limit == 0 {
		last.Limit = h.afterwards(r)
	}
	if pidfd >= 0 {
		unix.Close(pidfd)
	}
	last.Status = int64(h.status)
	last.CPUNs, last.MemoryBytes = int64(h.cpu), h.peak
	return last, connected
}

// limit sets what the kernel itself enforces. Between the start and here the
// program has had no time to do harm.
func (h *holder) limit(pid int, r request) {
	set := func(resource int, n uint64) {
		// What cannot be set is above the machine's own limit.
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: n, Max: n}, nil)
	}
	set(unix.RLIMIT_NOFILE, uint64(r.OpenFiles))
	set(unix.RLIMIT_FSIZE, uint64(r.FileBytesMax))
	// Whole seconds only, and of each process alone: samples are finer.
	set(unix.RLIMIT_CPU, uint64(time.Duration(r.CPUNs)/time.Second)+2)
	if h.Namespaces&unix.CLONE_NEWUSER != 0 {
		// Elsewhere all processes of the user would count.
		set(unix.RLIMIT_NPROC, processesSlack*uint64(r.Processes)+keeperThreads)
		// The user has so many for all programs at once, and timers need one each.
		set(unix.RLIMIT_SIGPENDING, signalsWaiting)
	}
}

// signalsWaiting is how many signals of a program may wait: far less than the thousands
// that a user has.
const signalsWaiting = 512

// processesSlack is how many times the processes allowed the kernel lets a
// program start. It only has to keep the machine alive: a program that could
// not start one more would go on, or end in some way of its own, before a sample
// sees that it passes its limit.
const processesSlack = 4

// keeperThreads is more than the threads of a keeper, which count with those
// of its program.
const keeperThreads = 32

// pause is how long the program need not be looked at. Where a control group limits its
// memory and processes, only its processor time can still pass a limit, and that grows
// no faster than all processors together; how long it waits for one must be seen too.
func (h *holder) pause(r request) time.Duration {
	if h.member.files == nil {
		return samplePause
	}
	left := time.Duration(r.CPUNs) - h.seen.cpu
	return min(max(left/time.Duration(runtime.NumCPU()), samplePause), hungerPause)
}

// hold waits for the end of the program, keeps it to its limits, and ends what
// it leaves.
func (h *holder) hold(r request, pidfd int) (last reply, connected bool) {
	w := &watching{holder: h, run: r, begin: time.Now(), stopAt: never, clearAt: never}
	for {
		if w.wait(pidfd) && !w.hear() {
			h.killAll()
			return w.last, false
		}
		if !h.reap() {
			return w.last, true
		}
		now := time.Since(w.begin)
		switch {
		case now >= w.stopAt || w.stopAt != never && h.gone:
			w.last.Stuck = h.killAll()
			return w.last, true
		case now >= w.clearAt:
			w.last.Left = 1
			w.last.Stuck = h.killAll()
			return w.last, true
		}
		if h.gone && !w.told && w.stopAt == never {
			w.told = true
			if !send(reply{Op: opExited, Run: w.run.Run}) {
				h.killAll()
				return w.last, false
			}
		}
		if now >= samplePause && w.isOver() {
			w.last.Stuck = h.killAll()
			return w.last, true
		}
	}
}

// never is when something happens that nobody has asked for.
const never = time.Duration(1<<63 - 1)

// A watching is what a holder knows of the run that it watches.
type watching struct {
	*holder
	run             request
	begin           time.Time
	stopAt, clearAt time.Duration // from the beginning: when what is left is killed
	told            bool          // the harness knows that the program has ended
	last            reply
}

// wait waits until something may have happened, and tells whether the harness says
// something.
func (w *watching) wait(pidfd int) bool {
	pause := min(w.pause(w.run), max(min(w.stopAt, w.clearAt)-time.Since(w.begin), 0))
	polled := []unix.PollFd{{Fd: keeperSocket, Events: unix.POLLIN}, {Fd: int32(pidfd), Events: unix.POLLIN}}
	if w.gone || pidfd < 0 {
		polled, pause = polled[:1], leftPause
	}
	pollRaw(polled, pause)
	return polled[0].Revents != 0
}

// hear does what the harness asks for, and returns false if it is gone.
func (w *watching) hear() bool {
	message, fds, err := receive()
	closeAll(fds)
	if err != nil || asksSocket(message.Op) && !giveSocket(message.Op) {
		return false
	}
	if message.Run != w.run.Run {
		return true
	}
	at := time.Since(w.begin) + time.Duration(message.GraceMs)*time.Millisecond
	waited := time.Duration(message.WaitMs) * time.Millisecond
	switch message.Op {
	case opStop:
		// It may have ended in the meantime.
		if w.reap(); !w.gone {
			w.last.Stopped = 1
		}
		if w.isStarved(w.run, waited) {
			w.last.Starved = 1
		}
		w.signalAll(unix.SIGTERM)
		w.stopAt = at
	case opClear:
		w.clearAt = at
	case opHunger:
		return send(w.hungerOf(w.run, waited))
	case opBound:
		pids := w.others()
		used := w.used(pids)
		w.run.CPUNs, w.run.EnoughMilli = message.CPUNs+int64(used.cpu), message.EnoughMilli
		w.hunger.look(pids, used)
		w.hunger.reset(used, w.late(message))
	}
	return true
}

// isOver tells whether the programs have gone beyond a limit, and notes how they fare.
func (w *watching) isOver() bool {
	pids, due := w.others(), w.hunger.isDue()
	processes := pids
	if due {
		// The sample puts other threads in their place, which change.
		processes = slices.Clone(pids)
	}
	if w.last.Limit = w.sample(w.run, pids, due); w.last.Limit != 0 {
		return true
	}
	if due {
		w.hunger.look(processes, w.seen)
		if !w.member.weighs {
			w.hunger.calm()
		}
	}
	return false
}

// late is how much later than it was asked for with a request the program started.
func (h *holder) late(r request) time.Duration { return max(h.begun-time.Duration(r.AtNS), 0) }

// isStarved tells whether the program was starved in the last wait, or with 0 since
// it was bound the last time.
func (h *holder) isStarved(r request, wait time.Duration) bool {
	if h.gone {
		return false
	}
	pids := h.others()
	used := h.used(pids)
	h.hunger.look(pids, used)
	return h.hunger.starved(used.cpu, float64(r.EnoughMilli)/1000, wait)
}

// hungerOf tells how the program fared in the last wait.
func (h *holder) hungerOf(r request, wait time.Duration) reply {
	told := reply{Op: opHunger, Run: r.Run}
	if h.isStarved(r, wait) {
		told.Starved = 1
	}
	if !h.gone {
		told.CPUNs = int64(h.hunger.usedIn(wait))
	}
	return told
}

// reap takes the exit statuses of all that have ended, and tells whether some
// have not.
func (h *holder) reap() (alive bool) {
	for {
		pid, status, usage, err := takeExit()
		if pid == 0 {
			return err == nil
		}
		h.cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		h.peak = max(h.peak, int64(usage.Maxrss)<<10)
		if pid == h.leader {
			h.status, h.gone = status, true
		}
	}
}

// killAll ends all that is left of the program. The result is 1 if that cannot
// be done.
func (h *holder) killAll() (stuck int64) {
	pause := 100 * time.Microsecond
	for end := time.Now().Add(reapGrace); time.Now().Before(end); {
		h.signalAll(unix.SIGKILL)
		if !h.reap() {
			return 0
		}
		time.Sleep(pause)
		pause = min(2*pause, pollPause)
	}
	return 1
}

// signalAll sends a signal to every process of the program.
func (h *holder) signalAll(signal syscall.Signal) {
	if h.Namespaces&unix.CLONE_NEWPID != 0 {
		// All that there are but ourselves.
		_ = unix.Kill(-1, signal)
		return
	}
	for _, pid := range h.others() {
		// One that is a child of ours keeps its id until we reap it. A deeper one
		// may be gone; once its parent is, it is a child of ours too.
		_ = unix.Kill(pid, signal)
	}
}

// prepare sets up all that programs inherit.
func (h *holder) prepare() {
	shield()
	// A core would only fill the folder. With a limit of one byte, unlike none, the machine does
	// not start its own program for crashes either, whose time nobody counts.
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{Cur: 1, Max: 1})
	// Without its folders this would not be possible any more.
	if h.Group != nil {
		if err := h.member.join(h.Group); err != nil {
			h.GroupProblem = err.Error()
		}
	}
	if h.Namespaces&unix.CLONE_NEWPID == 0 {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	if h.Scratch != "" {
		// What is made here is for the program to read, whatever the user keeps others from.
		unix.Umask(0o022)
		if !h.isolate() {
			return
		}
	}
	h.settle()
	// Programs run as the same user: they must not look into the keeper.
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	// There is next to no garbage.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(keeperBytesMax)
}

// settle completes what programs are started with.
func (h *holder) settle() {
	env := h.Env
	if h.home != "" {
		env = append(env, "HOME="+h.home, "TMPDIR="+h.home)
		h.Dir = cmp.Or(h.Dir, h.home)
	}
	// Of a variable that comes twice most programs take the first.
	values := map[string]string{}
	var names []string
	for _, entry := range append(env, h.Added...) {
		name, value, _ := strings.Cut(entry, "=")
		if _, ok := values[name]; !ok {
			names = append(names, name)
		}
		values[name] = value
	}
	h.Env = make([]string, len(names))
	for i, name := range names {
		h.Env[i] = name + "=" + values[name]
	}
}

// isolate sets up what keeps programs apart, as far as it can be had, and tells
// whether they can run like this at all.
func (h *holder) isolate() bool {
	h.home = filepath.Join(h.Scratch, homeName)
	h.made = unix.NsecToTimespec(time.Now().UnixNano())
	const why = "there is no mount namespace"
	h.LayerProblem = either(len(h.Layers) > 0, why, "")
	if h.Namespaces&unix.CLONE_NEWNS != 0 {
		h.mount()
	} else {
		h.ProcProblem, h.ScratchProblem, h.ReadOnlyProblem, h.PermittedProblem, h.NestingProblem = why, why, why, why, why
	}
	if h.Failed != "" {
		return false
	}
	if !h.Permitted {
		// Not with what is above it: that is gone only if touchstone ends.
		if err := os.Mkdir(h.home, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			h.Failed = err.Error()
			return false
		}
		h.own = append(h.own, h.home)
	}
	if h.Live {
		h.raiseLoopback()
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		h.Failed = "programs could gain privileges: " + err.Error()
		return false
	}
	h.filterCalls()
	h.countSockets()
	if h.Landlock || h.Permitted {
		h.files = h.filesNow()
	}
	if h.Landlock {
		h.restrictPaths()
	}
	h.dropCapabilities()
	return true
}

// filterCalls keeps system calls from programs that would get around their limits.
func (h *holder) filterCalls() {
	// Where the scheduler shares the processors among sessions, a program with
	// many of them would get many parts.
	h.oneSession = !h.member.weighs && autogroups()
	if h.NoFilter {
		h.FilterProblem, h.oneSession = filterUnanswered, false
	} else if err := filter(h.member.files != nil, !h.oneSession); err != nil {
		h.FilterProblem, h.oneSession = err.Error(), false
	} else {
		h.Filter = true
	}
}

// countSockets finds a way to count the memory that the kernel holds for sockets.
func (h *holder) countSockets() {
	if err := h.watchSockets(); h.member.files != nil {
		h.Counted = true
	} else if err != nil {
		h.CountProblem = err.Error()
	} else {
		h.Counted = h.Filter
		h.CountProblem = either(h.Filter, "", "no system call filter can refuse memory that is not counted")
	}
}

// restrictPaths forbids programs all paths but those that are named, also where they have no
// view of the file system of their own.
func (h *holder) restrictPaths() {
	r := restriction{
		writable: append(slices.Clone(h.own), h.writable()...), roots: []string{"/"}, hidden: h.View.Hidden, open: h.View.Open,
		network: h.Network || h.Live,
	}
	if !h.Permitted {
		// What is not named cannot be read, though it can be seen that it is there.
		r.roots = append(append(slices.Clone(h.View.Shown), accountFiles...), "/proc", "/dev/fd")
		r.hidden = append(slices.Clone(r.hidden), filepath.Dir(h.Scratch))
	}
	abi, err := restrict(r)
	h.ABI = abi
	if err != nil {
		h.ABI, h.LandlockProblem = 0, err.Error()
		if !h.Permitted {
			h.files = 0
		}
	}
}

// dropCapabilities takes from programs what they could gain beyond their user.
func (h *holder) dropCapabilities() {
	h.Caps = true
	for capability := uintptr(0); capability < 64; capability++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) {
			break
		}
		if err != nil {
			// Who may not drop any has none.
			h.Caps = os.Geteuid() != 0
			h.CapsProblem = err.Error()
			break
		}
	}
}

// writable are the folders in which programs may write besides their private one.
func (h *holder) writable() []string {
	list := slices.Clone(h.View.Write)
	if h.LayerProblem == "" {
		for _, l := range h.Layers {
			list = append(list, l.Path)
		}
	}
	return list
}

// shield ignores all signals that a program might send to its parent. Go would end the
// keeper for some, such as SIGSEGV, unless it knew that somebody has sent them, and a
// program can hide that; and to handle the others takes time.
func shield() {
	// Go takes back for programs what it has been asked to handle.
	unread := make(chan os.Signal, 1)
	for n := syscall.Signal(1); n < 32; n++ {
		switch n {
		case syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGCHLD, syscall.SIGURG, syscall.SIGPROF:
		default:
			signal.Notify(unread, n)
		}
	}
	// As the kernel has it: first comes what is done, which is nothing with 1.
	ignored, unhandled := [4]uintptr{1}, [4]uintptr{}
	for n := uintptr(1); n <= signalLast; n++ {
		action := &ignored
		switch {
		case n >= signalThreads && n < signalThreads+3:
			continue
		case syscall.Signal(n) == syscall.SIGCHLD:
			// If it were ignored, nobody could wait for a child.
			action = &unhandled
		}
		// The kernel refuses it for those that cannot be ignored.
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, n, uintptr(unsafe.Pointer(action)), 0, signalSetBytes, 0, 0)
	}
}

// The last signal, and the first of three that C libraries use for threads, which Go leaves
// alone.
const (
	signalLast    = 64
	signalThreads = 32
)

// signalSetBytes is how much room a set of signals takes.
const signalSetBytes = 8

// freshen takes from a folder of the program's what that can leave on it: rights, and a
// date. It tells whether it could.
func (h *holder) freshen(folder string) bool {
	if os.Chmod(folder, 0o700) != nil {
		return false
	}
	for _, list := range []string{"system.posix_acl_access", "system.posix_acl_default"} {
		// Most folders have none.
		_ = unix.Removexattr(folder, list)
	}
	return unix.UtimesNanoAt(unix.AT_FDCWD, folder, []unix.Timespec{h.made, h.made}, 0) == nil
}

// isClean tells whether the program has left nothing that the next run of one
// would find.
func (h *holder) isClean() bool {
	for _, folder := range h.own {
		if !h.freshen(folder) {
			return false
		}
	}
	if h.hasObjects() {
		return false
	}
	if h.files != 0 {
		return h.filesNow() == h.files
	}
	return !slices.ContainsFunc(h.own, func(folder string) bool { return !isEmpty(folder) })
}

// wipe removes what the program has left, and tells whether nothing of it
// remains.
func (h *holder) wipe() bool {
	for _, folder := range h.own {
		if os.Chmod(folder, 0o700) != nil && os.Mkdir(folder, 0o700) != nil {
			return false
		}
	}
	// Objects between processes go with their namespace: a fresh keeper has a
	// fresh one.
	return !h.hasObjects() && !slices.ContainsFunc(h.own, func(folder string) bool { return !empty(folder, h.fixed) }) &&
		(h.files == 0 || h.filesNow() == h.files) && !slices.ContainsFunc(h.own, func(folder string) bool { return !h.freshen(folder) })
}

// filesNow counts the files and folders of the keeper's own file system; 0 if it
// has none. Where a program can only write in its folders, none is left in them
// if there are as many as at first.
func (h *holder) filesNow() uint64 {
	var system unix.Statfs_t
	if !h.OwnFiles || unix.Statfs(h.home, &system) != nil {
		return 0
	}
	return system.Files - system.Ffree
}

// empty removes all that a folder contains but for some paths.
func empty(folder string, but []string) bool {
	if isEmpty(folder) {
		return true
	}
	dir, err := openFolder(folder)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	for _, name := range names {
		path := filepath.Join(folder, name)
		if slices.Contains(but, path) {
			continue
		}
		if os.RemoveAll(path) == nil {
			continue
		}
		// Folders that may not be read hide what they contain.
		_ = filepath.WalkDir(path, func(path string, entry os.DirEntry, _ error) error {
			if entry != nil && entry.IsDir() {
				_ = os.Chmod(path, 0o700)
			}
			return nil
		})
		if os.RemoveAll(path) != nil {
			return false
		}
	}
	return err == nil
}
