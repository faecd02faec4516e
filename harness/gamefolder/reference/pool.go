package reference

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Kind is the word for what a reference does wrong (chapter 8).
type Kind string

// The kinds of faults.
const (
	Exited      Kind = "exited"       // the process ends while a question is open
	TimedOut    Kind = "timed-out"    // no reply in time
	NotAReply   Kind = "not-a-reply"  // a line that is none
	WrongID     Kind = "wrong-id"     // another id than that of the question
	TooLong     Kind = "too-long"     // a line longer than its output may be
	Limit       Kind = "limit"        // more memory or processes than it may have
	WrongShape  Kind = "wrong-shape"  // an answer that does not match its schema
	UnknownName Kind = "unknown-name" // a clause or option that the folder does not have
	Refused     Kind = "refused"      // it replies that it cannot answer

	Inconsistent Kind = "inconsistent"        // asked twice it gives two answers
	Disagree     Kind = "references-disagree" // the two references do (7.5)
)

// again tells whether a fault may be one of the process alone, so that another one
// is asked once more.
func (k Kind) again() bool {
	return k == Exited || k == TimedOut || k == NotAReply || k == WrongID || k == TooLong || k == Limit
}

// faultsMax is after how many faults in one command a reference is given up.
const faultsMax = 20

// The names of the references in findings.
const (
	first  = "first"
	second = "second"
)

// referenceCPU stands for no limit of processor time: the time to answer bounds it.
const referenceCPU = 1 << 20 * time.Hour

// A pool holds the processes of a reference.
type pool struct {
	ctx     context.Context // of the command: its end ends a build
	folder  *gamefolder.Folder
	program *gamefolder.Program
	name    string // of the reference: "first" or "second"

	prepare sync.Once
	wrong   error // why no process can be started
	command *subject.Command
	limits  subject.Limits
	workers int // how many processes may run

	mu        sync.Mutex
	changed   sync.Cond         // with mu: a process is idle again, or replies are there
	idle      []*process        // those that nobody asks: those that run before those that do not
	waiting   []*open           // the questions that no process has been given
	asked     map[[32]byte]int  // which process a question went to last
	isolation subject.Isolation // "": the best
	faults    int
	hasty     bool // one question that nobody answers in time is enough
	silent    bool // there was such a question
	findings  []game.Finding

	doubt     sync.Mutex
	fresh     process                // for second looks
	doubted   map[[32]byte]bool      // the questions that it has been asked
	life      int                    // how many questions the next one lives for
	confirmed map[[32]byte][2]*reply // what second looks have found, with mu
}

func newPool(ctx context.Context, f *gamefolder.Folder, program *gamefolder.Program, name string) *pool {
	p := &pool{
		ctx: ctx, folder: f, program: program, name: name,
		asked: make(map[[32]byte]int), doubted: make(map[[32]byte]bool), confirmed: make(map[[32]byte][2]*reply),
	}
	p.changed.L = &p.mu
	return p
}

// A process is one life of the reference after another.
type process struct {
	number  int // of the pool's, from 0
	session *subject.Session
	asked   int   // questions since its start
	last    *open // the last of them that it has answered
}

// take waits for a process that nobody asks, or for the one of that number. It is to be
// given back.
func (p *pool) take(number int) *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if one := p.idleFor(number); one != nil {
			return one
		}
		p.changed.Wait()
	}
}

// idleFor takes a process that nobody asks, or the one of that number: nil if there is
// none. It is called with mu held.
func (p *pool) idleFor(number int) *process {
	i := slices.IndexFunc(p.idle, func(one *process) bool { return number == anyProcess || one.number == number })
	if i < 0 {
		return nil
	}
	one := p.idle[i]
	p.idle = slices.Delete(p.idle, i, i+1)
	return one
}

// processFor takes a process that may answer a question: nil if there is none, or if one
// has been given the question already. It is called with mu held.
func (p *pool) processFor(o *open) *process {
	if !slices.Contains(p.waiting, o) {
		return nil
	}
	return p.idleFor(o.by)
}

// anyProcess is the number that stands for any process.
const anyProcess = -1

func (p *pool) give(one *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.Insert(p.idle, 0, one)
	p.changed.Broadcast()
}

// answeredBy is the process that was asked a question last, any if that is forgotten.
func (p *pool) answeredBy(key [32]byte) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if number, ok := p.asked[key]; ok {
		return number
	}
	return anyProcess
}

// remember notes which process is asked a question. It is called with mu held.
func (p *pool) remember(key [32]byte, one *process) {
	if len(p.asked) >= rememberedMax {
		clear(p.asked)
	}
	p.asked[key] = one.number
}

// ask asks the reference, and after a fault that may be one of the process a new
// process once more. The error is a *game.Fault, or what keeps it from starting.
func (p *pool) ask(q question) (*reply, error) { return p.await(newOpen(q)) }

// askAgain asks the process that was asked this question before.
func (p *pool) askAgain(q question) (*reply, error) {
	o := newOpen(q)
	o.by = p.answeredBy(o.key())
	return p.await(o)
}

// await asks a question with those that wait, too: whoever finds a process that nobody asks
// asks it all that is due.
func (p *pool) await(o *open) (*reply, error) {
	p.prepare.Do(p.set)
	if p.wrong != nil {
		return nil, p.wrong
	}
	if err := p.givenUp(o.question); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, o)
	for !o.answered {
		if one := p.processFor(o); one != nil {
			list := p.due(one)
			p.mu.Unlock()
			p.askAll(one, list)
			p.tell(list)
			p.mu.Lock()
			p.idle = slices.Insert(p.idle, 0, one)
			p.changed.Broadcast()
			continue
		}
		p.changed.Wait()
	}
	return o.reply, o.err
}

// twice are the replies of the process that was asked a question before, and of one that was
// not. They are kept for a while: one answer is often held against several programs, and
// asked about for two reasons.
func (p *pool) twice(q question) ([2]*reply, error) {
	o := newOpen(q)
	key := o.key()
	p.mu.Lock()
	both, ok := p.confirmed[key]
	p.mu.Unlock()
	if ok {
		return both, nil
	}
	var err error
	if both[0], err = p.askAgain(q); err != nil {
		return both, err
	}
	if both[1], err = p.askAnew(q); err != nil {
		return both, err
	}
	if both[0].size+both[1].size <= confirmedBytesMax {
		p.mu.Lock()
		if len(p.confirmed) >= confirmedMax {
			clear(p.confirmed)
		}
		p.confirmed[key] = both
		p.mu.Unlock()
	}
	return both, nil
}

// confirmedMax and confirmedBytesMax bound the replies that are kept: a few MiB together.
const (
	confirmedMax      = 64
	confirmedBytesMax = 64 << 10
)

// askAnew asks a process that has not been asked this question yet. With one worker
// the one that runs ends before.
func (p *pool) askAnew(q question) (*reply, error) {
	p.prepare.Do(p.set)
	if p.wrong != nil {
		return nil, p.wrong
	}
	if p.workers == 1 {
		held := p.take(anyProcess)
		defer p.give(held)
		held.close()
		fresh := &process{}
		defer fresh.close()
		return p.askOne(fresh, newOpen(q))
	}
	p.doubt.Lock()
	defer p.doubt.Unlock()
	o := newOpen(q)
	key := o.key()
	// Whoever answers wrong after some questions only is found out by a process that has
	// answered few: the first ones live for one question, later ones for twice as many
	// as the one before, unless it has been found out.
	if p.doubted[key] || len(p.doubted) >= p.life || p.unsteady() {
		p.fresh.close()
		clear(p.doubted)
		p.life = min(max(1, 2*p.life), rememberedMax)
	}
	p.doubted[key] = true
	return p.askOne(&p.fresh, o)
}

// unsteady tells whether the reference has given two answers to one question.
func (p *pool) unsteady() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.findings, func(f game.Finding) bool { return f.Kind == string(Inconsistent) })
}

// rememberedMax bounds the questions that are remembered: some 50 bytes each.
const rememberedMax = 100_000

// close ends a process, which may have no life.
func (one *process) close() {
	if one.session != nil {
		one.session.Close()
	}
}

// isolate keeps the processes apart so strictly, or as strictly as was asked before.
func (p *pool) isolate(isolation subject.Isolation) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kinds := subject.Isolations()
	if p.isolation == "" || slices.Index(kinds, string(isolation)) < slices.Index(kinds, string(p.isolation)) {
		p.isolation = isolation
	}
}

func (p *pool) isolated() subject.Isolation {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isolation
}

// givenUp is the fault of a reference that gets no more questions, nil if it does. It is
// no finding of its own.
func (p *pool) givenUp(q question) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.faults < faultsMax && !p.silent {
		return nil
	}
	last := p.findings[len(p.findings)-1]
	return &game.Fault{
		Game: last.Game, Kind: last.Kind, Reference: last.Reference, Task: q.Task, In: slices.Clone(q.In),
		Message: fmt.Sprintf("it gets no more questions after %s, such as: %s", text.Count(p.faults, "fault"), last.Message),
	}
}

// hurry gives a reference up that has left a question open twice, if one is enough.
func (p *pool) hurry(err error) {
	fault, ok := errors.AsType[*game.Fault](err)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = p.silent || p.hasty && ok && Kind(fault.Kind) == TimedOut
}

// fault makes a fault, and counts it.
func (p *pool) fault(kind Kind, task string, in []jsontext.Value, stderr, message string) error {
	return p.faultOf(&question{Task: task, In: in}, kind, stderr, message)
}

// faultOf makes a fault in answering a question, and counts it.
func (p *pool) faultOf(q *question, kind Kind, stderr, message string) error {
	task := q.Task
	var flags []string
	if q.Mutant != "" {
		flags, message = []string{"--mutant", q.Mutant}, "as the mutant "+q.Mutant+": "+message
	}
	for _, o := range p.folder.Game.Unusual(q.Options) {
		flags = append(flags, "--option", o.Name+"="+string(o.Value))
	}
	f := game.Finding{
		Game: p.folder.Game.Name, Kind: string(kind), Reference: p.name, Task: task, In: slices.Clone(q.In), Flags: flags,
		Message: message, Stderr: stderr, Count: 1,
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults++
	if i := slices.IndexFunc(p.findings, func(other game.Finding) bool {
		return other.Kind == f.Kind && other.Task == task && sameLine(other.Message) == sameLine(message)
	}); i >= 0 {
		p.findings[i].Count++
	} else {
		p.findings = append(p.findings, f)
	}
	return &game.Fault{
		Game: f.Game, Kind: f.Kind, Reference: f.Reference, Task: task, In: f.In, Message: message, Stderr: stderr,
	}
}

// found are the findings about a task, about all with "".
func (p *pool) found(task string) []game.Finding {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []game.Finding
	for _, f := range p.findings {
		if task == "" || f.Task == task {
			list = append(list, f)
		}
	}
	return list
}

// set finds the program, after it has been built if it must be.
func (p *pool) set() {
	program := p.program
	self, err := os.Executable()
	if err != nil {
		p.wrong = fmt.Errorf("cannot find touchstone itself: %w", err)
		return
	}
	build, err := p.built(self)
	if err != nil {
		p.wrong = err
		return
	}
	read := append([]string{p.folder.Path}, program.Read...)
	argv := make([]string, len(program.Command))
	for i, word := range program.Command {
		argv[i] = strings.ReplaceAll(strings.ReplaceAll(word, gamefolder.BuildWord, build), gamefolder.TouchstoneWord, self)
	}
	if build != "" {
		read = append(read, build)
	}
	argv[0] = p.inFolder(argv[0])
	p.command = &subject.Command{Argv: argv, Dir: p.folder.Path, Env: program.Env, Isolation: p.isolated(), Read: read}
	p.limits = subject.Limits{
		Timeout: program.Timeout, CPU: referenceCPU, MemoryBytesMax: program.Memory, ProcessesMax: program.Procs,
		OutputBytesMax: int(program.Output),
	}
	if err := p.command.Resolve(); err != nil {
		p.wrong = p.unstarted("the "+p.role(), err)
		return
	}
	p.workers = cmp.Or(program.Workers, runtime.GOMAXPROCS(0))
	for number := range p.workers {
		p.idle = append(p.idle, &process{number: number})
	}
}

// An Unstarted error says why a program of game.toml cannot be started: that is no answer of
// the reference, and none of its faults.
type Unstarted struct{ Err *game.UsageError }

func (e *Unstarted) Error() string { return e.Err.Error() }

// Unwrap leads to the message and the hint.
func (e *Unstarted) Unwrap() error { return e.Err }

// unstarted says that a program of game.toml cannot be started.
func (p *pool) unstarted(what string, err error) error {
	hint := fmt.Sprintf("its command is in %s:%d", filepath.Join(p.folder.Path, gamefolder.GameFile), p.program.Line)
	if said, ok := errors.AsType[*game.UsageError](err); ok && said.Hint != "" {
		hint = said.Hint + "; " + hint
	}
	return &Unstarted{&game.UsageError{
		Message: fmt.Sprintf("%s of %s cannot be started: %s", what, p.folder.Game.Name, strings.TrimSuffix(err.Error(), "\n")),
		Hint:    hint,
	}}
}

// role is what messages call the program.
func (p *pool) role() string {
	if p.name == second {
		return "second reference"
	}
	return "reference"
}

// inFolder is a program as it is started: a path starts in the folder.
func (p *pool) inFolder(word string) string {
	if strings.Contains(word, "/") && !filepath.IsAbs(word) {
		return filepath.Join(p.folder.Path, filepath.FromSlash(word))
	}
	return word
}

// ended says how a process ended.
func ended(r subject.Reply) string {
	said := "it ended while a question was open"
	switch {
	case r.Signal != "":
		said += ", by " + r.Signal
	case r.Exit >= 0:
		said += fmt.Sprintf(", with status %d", r.Exit)
	}
	if lines := strings.Split(strings.TrimSpace(r.Stderr), "\n"); lines[len(lines)-1] != "" {
		said += ": " + lines[len(lines)-1]
	}
	return said
}

// What a build may take, as that of a submission.
const (
	buildTimeout = 5 * time.Minute
	buildMemory  = 4 << 30
	buildProcs   = 512
)

// built is the folder that the build of the reference has written, "" if it needs
// none. It is built once for each checksum. Self is the running program.
func (p *pool) built(self string) (string, error) {
	build := p.program.Build
	if len(build) == 0 {
		return "", nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the build of %s: %w", p.folder.Game.Name, err)
	}
	sum, err := p.folder.Game.Checksum()
	if err != nil {
		return "", fmt.Errorf("the checksum of %s: %w", p.folder.Path, err)
	}
	done := filepath.Join(cache, "touchstone", "games", p.folder.Game.Name+"-"+p.name+"-"+sum)
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}
	if err := os.MkdirAll(filepath.Dir(done), 0o700); err != nil {
		return "", err
	}
	sweep(filepath.Dir(done))
	to, err := os.MkdirTemp(filepath.Dir(done), buildPrefix)
	if err != nil {
		return "", err
	}
	// Nobody sweeps it as long as it is locked.
	if lock := subject.LockFolder(to); lock != nil {
		defer lock.Close()
	}
	argv := make([]string, len(build))
	for i, word := range build {
		argv[i] = strings.ReplaceAll(strings.ReplaceAll(word, gamefolder.BuildWord, to), gamefolder.TouchstoneWord, self)
	}
	argv[0] = p.inFolder(argv[0])
	c := &subject.Command{
		Argv: argv, Dir: p.folder.Path, Env: p.program.Env, Isolation: p.isolated(),
		Read: append([]string{p.folder.Path}, p.program.Read...), Write: []string{to},
	}
	a := c.Run(subject.Aside(p.ctx), nil, subject.Limits{Timeout: buildTimeout, MemoryBytesMax: buildMemory, ProcessesMax: buildProcs})
	if a.Fault != subject.None || a.Exit != 0 {
		os.RemoveAll(to)
		if err := context.Cause(p.ctx); err != nil {
			return "", err
		}
		if a.Err != nil {
			return "", p.unstarted("the build of the "+p.role(), a.Err)
		}
		said := cmp.Or(strings.TrimSpace(a.Stderr), "it wrote nothing to standard error")
		return "", &game.UsageError{
			Message: fmt.Sprintf("the build of the %s of %s failed (status %d): %s", p.role(), p.folder.Game.Name, a.Exit, said),
			Hint:    fmt.Sprintf("run it by hand in %s: %s", p.folder.Path, text.Quote(argv)),
		}
	}
	if err := os.Rename(to, done); err != nil {
		os.RemoveAll(to)
		if _, there := os.Stat(done); there != nil {
			return "", err
		}
	}
	return done, nil
}

// buildPrefix is how the name of a folder begins in which a build is under way; digits follow.
const buildPrefix = "build-"

// staleMin is how old the folder of a build without a lock has to be: a build that is not
// locked, of an earlier version or on a file system without locks, has ended by then.
const staleMin = 2 * buildTimeout

// sweep removes the folders of builds that were killed.
func sweep(games string) {
	// A folder that cannot be listed is left alone.
	list, _ := os.ReadDir(games)
	for _, e := range list {
		number, ok := strings.CutPrefix(e.Name(), buildPrefix)
		info, err := e.Info()
		// A game may be called build, too.
		if !ok || strings.Trim(number, "0123456789") != "" || err != nil || !info.IsDir() || time.Since(info.ModTime()) < staleMin {
			continue
		}
		path := filepath.Join(games, e.Name())
		if lock := subject.LockFolder(path); lock != nil {
			os.RemoveAll(path)
			lock.Close()
		}
	}
}
