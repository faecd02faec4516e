package subject

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	json "github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// keeperGrace bounds the start of a keeper: it only runs out on a machine that
// is as good as dead.
const keeperGrace = 10 * time.Second

// A pool has the keepers of one command. Each holds one run at a time, so that
// there are as many as there are runs at once.
type pool struct {
	command *Command    // as it was when the pool was made
	plan    func() view // what its program sees

	first  sync.Mutex // held while the first keeper starts, which decides what there is
	lonely sync.Once  // warns that games are played in the network of the machine
	began  bool       // it has started, or cannot
	offer  offer
	none   bool     // there can be no keepers
	offers greeting // what the first one could do

	mu     sync.Mutex
	idle   []*keeper
	base   *scratch // has all their folders; nil: none yet
	made   int
	closed bool
}

// newPool makes the pool of a command, without a keeper yet.
func newPool(c *Command) (*pool, error) {
	p := &pool{command: c, plan: sync.OnceValue(c.plan), offer: offered()}
	switch c.Isolation {
	case Unisolated:
		// Its keeper only holds the processes together, and within their limits.
		p.offer = offer{offering: offering{groups: true}}
	case Strict:
		if err := strictHere(); err != nil {
			if _, cause := greetingOf(probe()); isPassing(cause) {
				return nil, c.NotStarted(blameless(cause)).Err
			}
			return nil, err
		}
	}
	return p, nil
}

// keep starts the program in the hands of a keeper, and returns our ends of its
// pipes; nil if there can be no keeper.
func (p *pool) keep(ctx context.Context, limits Limits, port int, venue place) (tree, pipeEnds, error) {
	if !canKeep.Load() {
		return nil, pipeEnds{}, nil
	}
	if k, ok := venue.(*keeper); ok {
		t, ours, err := k.start(limits, port)
		if err != nil {
			k.kill()
			return nil, pipeEnds{}, errors.New(err.Error())
		}
		return t, ours, nil
	}
	for {
		k, fresh, err := p.get(ctx)
		if k == nil {
			// Without an error the harness holds the program itself.
			return nil, pipeEnds{}, blameless(err)
		}
		if !k.wiped(ctx) {
			k.kill()
			continue
		}
		t, ours, err := k.start(limits, port)
		if err == nil {
			return t, ours, nil
		}
		k.kill()
		if fresh {
			return nil, pipeEnds{}, err
		}
		// It died while it was idle: another one takes its place.
	}
}

// start makes the pipes of a run and hands it over to the keeper.
func (k *keeper) start(limits Limits, port int) (*kept, pipeEnds, error) {
	// A process that another goroutine starts meanwhile would hold the
	// program's ends too, until it has got so far as to close them.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	ours, theirs, err := handOver()
	if err != nil {
		return nil, pipeEnds{}, err
	}
	defer closeAll(theirs)
	t, err := k.run(theirs, limits, port)
	if err != nil {
		ours.close()
		return nil, pipeEnds{}, err
	}
	return t, ours, nil
}

// handOver makes the pipes of a program that a keeper starts: our ends and its
// own, which are plain files, as nobody here reads or writes them.
func handOver() (ours pipeEnds, theirs []int, err error) {
	for i, end := range []**os.File{&ours.stdin, &ours.stdout, &ours.stderr} {
		var fds [2]int
		if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
			ours.close()
			closeAll(theirs)
			return pipeEnds{}, nil, fmt.Errorf("cannot make a pipe: %w", err)
		}
		own, other := fds[0], fds[1]
		if i == 0 {
			own, other = fds[1], fds[0]
		}
		// Only so can closing it end a read or a write that waits. It cannot fail
		// for a pipe.
		_ = unix.SetNonblock(own, true)
		*end = os.NewFile(uintptr(own), "pipe")
		theirs = append(theirs, other)
	}
	return ours, theirs, nil
}

// get takes a keeper that has nothing to do, or starts one. Without either, and
// without an error, there can be none.
func (p *pool) get(ctx context.Context) (k *keeper, fresh bool, err error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		k = p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return k, false, nil
	}
	if p.base != nil && !isThere(p.base.path) {
		// Somebody tidies up where temporary files are. Who has a folder below it keeps that.
		p.base.remove()
		p.base = nil
	}
	if p.base == nil && p.command.Isolation != Unisolated {
		if p.base, err = makeScratch(); err != nil {
			p.mu.Unlock()
			return nil, false, err
		}
	}
	folder := ""
	if p.base != nil {
		p.made++
		folder = filepath.Join(p.base.path, strconv.Itoa(p.made))
	}
	p.mu.Unlock()
	k, err = p.open(ctx, folder)
	return k, true, err
}

// open starts a keeper. What the first one can do all others have to: where one
// of them cannot, no program may run with less, unnoticed.
func (p *pool) open(ctx context.Context, folder string) (*keeper, error) {
	p.first.Lock()
	if !p.began {
		defer p.first.Unlock()
		return p.begin(ctx, folder)
	}
	p.first.Unlock()
	if p.none {
		return nil, nil
	}
	k, err := p.start(ctx, folder, p.offer)
	if err != nil {
		return nil, err
	}
	if less := k.greeting.less(p.offers); less != "" {
		k.kill()
		return nil, fmt.Errorf("a later supervisor has less isolation than the first one: %s", less)
	}
	return k, nil
}

// begin starts the first keeper, with as much as works here.
func (p *pool) begin(ctx context.Context, folder string) (*keeper, error) {
	best := p.command.Isolation == Best
	k, err := p.start(ctx, folder, p.offer)
	if err != nil && ctx.Err() == nil && p.offer.untried {
		p.offer = offer{offering: probe()}
		k, err = p.start(ctx, folder, p.offer)
	}
	switch {
	case err == nil && p.command.Isolation == Strict:
		p.offers = strictNeeds(p.command.Live)
		if less := k.greeting.less(p.offers); less != "" {
			k.kill()
			return nil, fmt.Errorf("strict isolation is not possible here: %s", less)
		}
	case err == nil:
		p.offers = k.greeting
		if lost := k.greeting.lost(p.offer.namespaces); best && len(lost) > 0 {
			p.warn("isolation is weaker than touchstone can do: programs can " + strings.Join(lost, ", "))
		}
	case ctx.Err() != nil || p.command.Isolation == Strict || isPassing(err):
		return nil, err
	default:
		p.none = true
		p.warn(fmt.Sprintf("only the time and the output of programs are limited, since no sandbox can be started: %v", err))
	}
	p.began = true
	return k, nil
}

// Why there is no keeper, although the machine may well offer one.
var (
	errNoFolder = errors.New("cannot make a private folder")
	errNotUp    = errors.New("a supervisor does not start")
	errNoAnswer = fmt.Errorf("it does not answer within %v", keeperGrace)
	errGivesUp  = fmt.Errorf("%w", errNotUp) // it says what it could not do
)

// isPassing tells of what kept a keeper from starting whether it says nothing about what this
// machine offers: at another moment it may be different. No program runs with less for that,
// which anybody could bring about who takes all processes, files or memory of the user.
func isPassing(err error) bool {
	return slices.ContainsFunc([]error{unix.EMFILE, unix.ENFILE, unix.EAGAIN, unix.ENOMEM, errNoFolder, errNotUp}, func(one error) bool {
		return errors.Is(err, one)
	})
}

// blameless is an error of a keeper as one that says nothing about the program, though for
// a program it might.
func blameless(err error) error {
	switch _, ok := errors.AsType[*game.UsageError](err); {
	case err == nil, ok, errors.Is(err, unix.EMFILE):
		// Too many open files are never the program's fault.
		return err
	case errors.Is(err, errNoFolder):
		return passing{err.Error(), keepFolder}
	case errors.Is(err, errGivesUp):
		return passing{err.Error(), askDoctor}
	case isPassing(err):
		return passing{err.Error(), makeRoom}
	}
	return errors.New(err.Error())
}

// warn tells that the isolation is less than it could be.
func (p *pool) warn(message string) {
	if p.command.Warn != nil {
		p.command.Warn(message)
	}
}

// less says what a keeper cannot do although another one could, "" if there is
// nothing.
func (g greeting) less(than greeting) string {
	for _, can := range []struct {
		is, was bool
		why     string
	}{
		{g.ABI >= than.ABI, true, "landlock: " + g.LandlockProblem},
		{g.Proc, than.Proc, "process table: " + g.ProcProblem},
		{g.OwnFiles, than.OwnFiles, "file system: " + g.ScratchProblem},
		{g.Permitted, than.Permitted, "permitted files: " + g.PermittedProblem},
		{g.Loopback, than.Loopback, "network of a game: " + g.LoopbackProblem},
		{g.Filter, than.Filter, "system call filter: " + g.FilterProblem},
		{g.Counted, than.Counted, "memory accounting: " + g.CountProblem},
		{g.Nesting, than.Nesting, "no nested namespaces: " + g.NestingProblem},
		{g.ReadOnly, than.ReadOnly, "read-only files: " + g.ReadOnlyProblem},
		{g.Caps, than.Caps, "no capabilities: " + g.CapsProblem},
	} {
		if can.was && !can.is {
			return can.why
		}
	}
	return ""
}

// lost are what programs can do because the machine does not offer all.
func (g greeting) lost(namespaces uintptr) []string {
	var list []string
	for _, can := range []struct {
		is   bool
		what string
	}{
		{!g.Proc, "see all processes on the machine"},
		{!g.Permitted && g.ABI == 0, "read whatever you can"},
		{!g.Permitted && g.ABI > 0, "connect to sockets in folders that they cannot read"},
		{namespaces&unix.CLONE_NEWNET == 0, "reach the network"},
		{namespaces&unix.CLONE_NEWIPC == 0, "reach other programs' shared memory"},
		{!g.OwnFiles, "fill the disk"},
		{!g.ReadOnly, "change mode and times of all files that you own"},
		{g.OwnFiles && !g.Nesting, "make namespaces of their own"},
		{!g.Counted, "keep memory in sockets and pipes that does not count"},
		{!g.Filter, "keep keys from run to run"},
	} {
		if can.is {
			list = append(list, can.what)
		}
	}
	return list
}

// put takes back a keeper that has nothing to do.
func (p *pool) put(k *keeper) {
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.idle = append(p.idle, k)
	}
	p.mu.Unlock()
	if closed {
		k.kill()
	}
}

// close ends the keepers and removes their folders.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	idle, base := p.idle, p.base
	p.idle, p.base = nil, nil
	p.mu.Unlock()
	for _, k := range idle {
		k.kill()
	}
	if base != nil {
		base.remove()
	}
}

// start starts a keeper with what is offered and waits for its greeting. Without
// a folder of its own it isolates nothing.
func (p *pool) start(ctx context.Context, folder string, o offer) (*keeper, error) {
	c := p.command
	namespaces := o.namespaces
	if c.Network {
		namespaces &^= unix.CLONE_NEWNET
	}
	s := setup{
		Path: c.path, Argv: c.arguments(), Dir: c.Dir, Scratch: folder, Network: c.Network, Live: c.Live, Layers: absoluteLayers(c.Layers),
		Namespaces: namespaces, Landlock: o.landlock, Added: c.Env,
	}
	if folder == "" {
		s.Env = os.Environ()
	} else {
		s.Env, s.View = cleanEnvironment(""), p.plan()
		if s.Dir != "" {
			s.Dir = absolutes([]string{s.Dir})[0]
		}
		// Not with what is above it: that is gone only if the harness ends.
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w: %w", errNoFolder, err)
		}
	}
	if namespaces&unix.CLONE_NEWPID == 0 {
		// A program can kill its keeper. What it leaves then is found by a mark.
		adopt()
		s.Marker = newMarker()
		s.Added = append(slices.Clip(s.Added), s.Marker)
	}
	if o.groups {
		s.Group = newGroup()
	}
	s.NoFilter = hasNoFilter()
	k, err := startKeeper(ctx, p, s)
	if err == nil {
		return k, nil
	}
	_ = racked.remove(s.Group)
	if !s.NoFilter && hasNoFilter() {
		return p.start(ctx, folder, o) // without it
	}
	return nil, err
}

// A keeper is the harness's side of a process that holds programs.
type keeper struct {
	pool     *pool
	cmd      *exec.Cmd
	conn     *net.UnixConn
	greeting greeting
	scratch  string
	exposed  bool          // to signals of its program
	group    *controlGroup // of its programs; nil: none
	bound    Limits        // that it has
	dead     chan struct{} // closed when the process is reaped
	log      bytes.Buffer  // what it said before it died
	sockets  chan int      // of its network, or -1
	hungry   chan reply    // has what was asked about the hunger of a program
	asking   sync.Mutex    // held while one is asked for
	reserved bool          // for a game
	runs     int64
	killed   atomic.Bool
	wiping   chan struct{} // closed when what the last run left is removed; nil: nothing

	mu   sync.Mutex
	held *kept // the run under way
}

// startKeeper starts this very program as a keeper and waits for its greeting.
func startKeeper(ctx context.Context, p *pool, s setup) (*keeper, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "keeper"), os.NewFile(uintptr(fds[1]), "keeper")
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	ours.Close()
	if err != nil {
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	k := &keeper{
		pool: p, conn: conn.(*net.UnixConn), scratch: s.Scratch, group: s.Group, exposed: s.Marker != "",
		dead: make(chan struct{}), sockets: make(chan int, 1), hungry: make(chan reply, 1),
	}
	k.cmd = &exec.Cmd{
		// The binary may be replaced while the harness runs; this stays itself.
		Path:        "/proc/self/exe",
		Args:        []string{"touchstone", keeperArgument},
		Env:         keeperEnvironment(),
		Stdin:       bytes.NewReader(text),
		Stderr:      &k.log,
		ExtraFiles:  []*os.File{theirs},
		WaitDelay:   drainGrace,
		SysProcAttr: keeperAttributes(s.Namespaces),
	}
	if err := k.cmd.Start(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	go func() {
		defer close(k.dead)
		if k.cmd.Wait() != nil && s.Marker != "" {
			// It did not come to end the processes of its program itself.
			endLeft(s.Group, s.Marker)
		}
	}()
	theirs.Close()
	err = k.greet(ctx)
	if err != nil {
		if errors.Is(err, errNoAnswer) && waitsForFilter(k.cmd.Process.Pid) {
			noteNoFilter()
		}
		k.kill()
		if words := k.lastWords(); words != "" {
			err = fmt.Errorf("%w: %s", err, words)
		}
		return nil, err
	}
	go k.listen()
	return k, nil
}

// keeperEnvironment is ours. In a keeper the scheduler would take a thread that
// waits for one that computes, and send it a signal every ten milliseconds. One thread does
// everything there; to say so when it has started would stop all others, for a tenth of the
// time of the start.
func keeperEnvironment() []string {
	debug := "GODEBUG=asyncpreemptoff=1"
	if own := os.Getenv("GODEBUG"); own != "" {
		debug += "," + own
	}
	return append(os.Environ(), debug, "GOMAXPROCS=1")
}

// keeperAttributes are those of a keeper in its namespaces: there it is root,
// whoever we are.
func keeperAttributes(namespaces uintptr) *syscall.SysProcAttr {
	// In a session of its own it has no terminal.
	a := &syscall.SysProcAttr{Cloneflags: namespaces, Setsid: true}
	if namespaces&unix.CLONE_NEWUSER != 0 {
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return a
}

// greet waits for the keeper's first message.
func (k *keeper) greet(ctx context.Context) error {
	deadline := time.Now().Add(keeperGrace)
	stop := context.AfterFunc(ctx, func() { k.conn.SetReadDeadline(time.Now()) })
	defer stop()
	k.conn.SetReadDeadline(deadline)
	text := make([]byte, messageBytesMax)
	n, err := k.conn.Read(text)
	if err == nil {
		err = json.Unmarshal(text[:n], &k.greeting)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() == nil {
		err = errNoAnswer
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errNotUp, err)
	}
	if k.greeting.Failed != "" {
		return fmt.Errorf("%w: %s", errGivesUp, k.greeting.Failed)
	}
	if !stop() {
		return ctx.Err()
	}
	return k.conn.SetReadDeadline(time.Time{})
}

// wiped waits until the keeper has removed what its last program left, and tells
// whether it has: one that needs long is as good as none.
func (k *keeper) wiped(ctx context.Context) bool {
	if k.wiping == nil {
		return true
	}
	timer := time.NewTimer(wipeGrace)
	defer timer.Stop()
	select {
	case <-k.wiping:
		k.wiping = nil
		return true
	case <-k.dead:
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// kill ends the keeper and with it everything in its namespaces.
func (k *keeper) kill() {
	if k.killed.Swap(true) {
		return
	}
	// Where it has no namespaces it ends what is left when the socket closes.
	k.conn.Close()
	select {
	case <-k.dead:
	case <-time.After(drainGrace):
		// It is gone already, or it does not listen.
		_ = k.cmd.Process.Kill()
		select {
		case <-k.dead:
		case <-time.After(reapGrace):
		}
	}
	if k.scratch != "" {
		// What cannot be removed is the program's doing, and harms nobody.
		_ = os.RemoveAll(k.scratch)
	}
	// One that cannot be removed now is by the next harness.
	_ = racked.remove(k.group)
}

// A kept is a program in the hands of a keeper.
type kept struct {
	keeper *keeper
	run    int64
	gone   chan struct{} // closed when the program has ended
	done   chan struct{} // closed when nothing is left of it
	isGone bool          // of the listening goroutine
	toStop bool          // the keeper is asked to stop it
	// last is the keeper's last message; of the listening goroutine until done.
	last reply
	err  error
}

// run hands a run over to the keeper.
func (k *keeper) run(ends []int, limits Limits, port int) (*kept, error) {
	if err := k.limit(limits); err != nil {
		return nil, fmt.Errorf("cannot set the limits of a control group: %w", err)
	}
	k.runs++
	t := &kept{keeper: k, run: k.runs, gone: make(chan struct{}), done: make(chan struct{})}
	k.mu.Lock()
	k.held = t
	k.mu.Unlock()
	message := encode(request{
		Op: opRun, Run: t.run, CPUNs: int64(limits.CPU), MemoryBytes: limits.MemoryBytesMax,
		Processes: int64(limits.ProcessesMax), OpenFiles: int64(limits.OpenFilesMax), FileBytesMax: limits.FileBytesMax, Port: int64(port),
		EnoughMilli: int64(1000 * limits.enough), AtNS: int64(uptime()),
	})
	if _, _, err := k.conn.WriteMsgUnix(message, unix.UnixRights(ends...), nil); err != nil {
		return nil, fmt.Errorf("cannot reach a supervisor: %w", err)
	}
	return t, nil
}

// limit sets the limits of the control group, unless they are those of the run
// before.
func (k *keeper) limit(l Limits) error {
	was := k.bound
	if k.group == nil || k.greeting.GroupProblem != "" || l.MemoryBytesMax == was.MemoryBytesMax && l.ProcessesMax == was.ProcessesMax {
		return nil
	}
	k.bound = l
	return k.group.bound(l.MemoryBytesMax, was.MemoryBytesMax, int64(l.ProcessesMax))
}

// receive waits for a message, and for the file that may come along if the
// keeper has a network.
func (k *keeper) receive(text, control []byte) (n, m int, err error) {
	if !k.greeting.Loopback {
		n, err = k.conn.Read(text)
		return n, 0, err
	}
	n, m, _, _, err = k.conn.ReadMsgUnix(text, control)
	return n, m, err
}

// listen takes the keeper's messages until it is gone.
func (k *keeper) listen() {
	text := make([]byte, messageBytesMax)
	control := make([]byte, unix.CmsgSpace(4))
	var wiping chan struct{}
	for {
		n, m, err := k.receive(text, control)
		var r reply
		if err == nil {
			if n == 0 {
				err = errors.New("it is gone")
			} else {
				err = decode(text[:n], &r)
			}
		}
		if err == nil && r.Op == opSocket {
			k.sockets <- takeSocket(control[:m])
			continue
		}
		k.mu.Lock()
		t := k.held
		k.mu.Unlock()
		if err != nil {
			if t != nil {
				t.finish(k.fail(err))
			}
			return
		}
		if r.Op == opWiped && wiping != nil {
			close(wiping)
			wiping = nil
			continue
		}
		if t == nil || r.Run != t.run {
			continue
		}
		switch r.Op {
		case opExited:
			t.leave()
		case opHunger:
			select {
			case k.hungry <- r:
			default: // nobody waits any more for the one before
			}
		case opDone:
			if r.Wiping != 0 {
				k.wiping = make(chan struct{})
				wiping = k.wiping
			}
			t.finish(r, nil)
		}
	}
}

// fail tells the end of a run whose keeper is gone. Where a program can kill its
// keeper and somebody else has, it was the program.
func (k *keeper) fail(err error) (reply, error) {
	select {
	case <-k.dead:
	case <-time.After(reapGrace):
	}
	var wait syscall.WaitStatus
	if isClosed(k.dead) && k.cmd.ProcessState != nil {
		wait, _ = k.cmd.ProcessState.Sys().(syscall.WaitStatus)
	}
	switch {
	case k.killed.Load():
		err = errors.New("it did not answer in time")
	case wait.Signaled() && k.exposed:
		return reply{Status: int64(wait), Wiping: lost}, nil
	case wait.Signaled():
		_, signal := statusOf(wait)
		err = errors.New("somebody ended it by the signal " + signal)
	case k.lastWords() != "":
		err = errors.New(k.lastWords())
	}
	return reply{}, &game.UsageError{
		Message: "the supervisor of the program failed: " + err.Error(),
		Hint:    "if the machine lacks memory or processors, run fewer cases at once",
	}
}

// lastWords are what a keeper that is gone has said of it, on its first line.
func (k *keeper) lastWords() string {
	if !isClosed(k.dead) {
		return ""
	}
	words, _, _ := strings.Cut(k.log.String(), "\n")
	return words
}

// leave notes that the program has ended.
func (t *kept) leave() {
	if !t.isGone {
		t.isGone = true
		close(t.gone)
	}
}

// finish notes that nothing is left of the program.
func (t *kept) finish(last reply, err error) {
	t.keeper.mu.Lock()
	t.keeper.held = nil
	t.keeper.mu.Unlock()
	t.last, t.err = last, err
	t.leave()
	close(t.done)
}

func (t *kept) exited() <-chan struct{} { return t.gone }

func (t *kept) terminate(wait time.Duration) {
	t.toStop = true
	if t.keeper.exposed {
		// The program may have stopped it. One that is gone needs nothing.
		_ = t.keeper.cmd.Process.Signal(syscall.SIGCONT)
	}
	t.tell(request{Op: opStop, Run: t.run, GraceMs: killGrace.Milliseconds(), WaitMs: wait.Milliseconds()})
	t.await(killGrace + reapGrace)
}

// bound lets the program use so much processor time from now on, and so much of one
// processor is enough for it.
func (t *kept) bound(cpu time.Duration, enough float64) {
	t.tell(request{Op: opBound, Run: t.run, CPUNs: int64(cpu), EnoughMilli: int64(1000 * enough), AtNS: int64(uptime())})
}

// hunger tells how much processor time the program had in the last wait, and whether
// others kept it from more. One goroutine at a time asks.
func (t *kept) hunger(wait time.Duration) (used time.Duration, starved bool) {
	select {
	case <-t.keeper.hungry: // one that came too late
	default:
	}
	t.tell(request{Op: opHunger, Run: t.run, WaitMs: wait.Milliseconds()})
	timer := time.NewTimer(reapGrace)
	defer timer.Stop()
	select {
	case r := <-t.keeper.hungry:
		return time.Duration(r.CPUNs), r.Starved != 0
	case <-t.done:
	case <-timer.C:
	}
	return 0, false
}

// tell sends the keeper a message. If it cannot be reached, the listening
// goroutine notices.
func (t *kept) tell(r request) {
	_, _ = t.keeper.conn.Write(encode(r))
}

// await waits until nothing is left, but not longer than grace.
func (t *kept) await(grace time.Duration) {
	select {
	case <-t.done:
		return
	default:
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-t.done:
	case <-timer.C:
	}
}

func (t *kept) clear(patient bool) end {
	select {
	case <-t.done:
	default:
		r := request{Op: opClear, Run: t.run}
		if patient {
			r.GraceMs = leakGrace.Milliseconds()
		}
		t.tell(r)
		t.await(leakGrace + reapGrace)
	}
	k := t.keeper
	select {
	case <-t.done:
	default:
		k.kill()
		<-t.done
	}
	if t.err != nil || t.last.Stuck != 0 || t.last.Wiping == lost {
		k.kill()
		if t.err != nil {
			return end{exit: -1, err: t.err}
		}
	} else if !k.reserved {
		k.pool.put(k)
	}
	if t.last.Errno != 0 {
		errno := syscall.Errno(t.last.Errno)
		return end{exit: -1, startErr: &os.PathError{Op: "start", Path: k.pool.command.path, Err: errno}}
	}
	e := end{
		known: true, left: t.last.Left != 0, limit: limitFaults[t.last.Limit],
		cpu: time.Duration(t.last.CPUNs), memoryBytes: t.last.MemoryBytes, starved: t.last.Starved != 0,
		// A keeper that its program has killed cannot say so any more.
		early: t.toStop && t.last.Stopped == 0 && t.last.Wiping != lost,
	}
	e.exit, e.signal = statusOf(syscall.WaitStatus(t.last.Status))
	return e
}
