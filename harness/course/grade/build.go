package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A build is one that was made, with what it depends on.
type build struct {
	Built
	Key string `json:"key"`
}

// built makes sure that a submission is unpacked and built.
func (e *Engine) built(ctx context.Context, s course.Submission) (st *state, err error) {
	err = e.alone("team-"+s.Team, func() error {
		e.Observer.Build(s.Team)
		defer e.Observer.Ready(s.Team)
		var why string
		st, why, err = e.buildOnce(ctx, s, false)
		if why == "" && !noRoom(err) {
			return err
		}
		if err != nil {
			why = err.Error()
		}
		e.say(fmt.Sprintf("team %s: building again: %s", s.Team, text.Visible(why)))
		// What it lacked, another build may have had: this one is alone.
		e.building.Lock()
		defer e.building.Unlock()
		if st, why, err = e.buildOnce(ctx, s, true); why != "" {
			// Next time it is built again.
			e.fail(fmt.Sprintf("team %s: cannot build, through no fault of the team: %s", s.Team, text.Visible(why)), "")
		}
		return err
	})
	return e.orTrouble(ctx, s, st, err)
}

// noRoom tells whether there was no room to write: the disk is full, or the quota of the user
// is used up.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// withRoom does something that writes to the disk, and once more while nothing is built if
// there was no room: a build that takes it all is nobody else's fault.
func (e *Engine) withRoom(do func() error) error {
	err := do()
	if noRoom(err) {
		e.building.Lock()
		defer e.building.Unlock()
		err = do()
	}
	return err
}

// buildOnce unpacks and builds a submission unless that is done, alone or beside those of
// other teams, and says what this machine lacked for a build; the lock of its team is held.
func (e *Engine) buildOnce(ctx context.Context, s course.Submission, alone bool) (st *state, why string, err error) {
	st, err = e.unpackOnce(ctx, s)
	if err != nil || st.Refused != "" {
		return st, "", err
	}
	wanted := e.builds()
	same := slices.EqualFunc(st.Builds, wanted, func(a, b build) bool { return a.Key == b.Key })
	if same && (len(wanted) > 0 || !st.Begun) {
		for i := range st.Builds {
			st.Builds[i].Tasks = wanted[i].Tasks
		}
		return st, "", nil
	}
	if st.Begun {
		st.Builds, st.Begun, st.Refused = nil, false, ""
		if err := e.unpack(ctx, s, st, e.limits()); err != nil || st.Refused != "" {
			return st, "", err
		}
	}
	st.Begun = true
	if err := st.save(); err != nil {
		return nil, "", err
	}
	if why, err = e.makeAll(ctx, st, wanted, alone); err != nil {
		return nil, "", err
	}
	if st.Builds = wanted; why != "" {
		return st, why, nil
	}
	if len(wanted) > 0 {
		if err := st.findCopies(ctx); err != nil {
			return nil, "", err
		}
	}
	return st, "", st.save()
}

// makeAll makes builds one after the other, alone or beside those of other teams, and says
// what this machine lacked for one of them.
func (e *Engine) makeAll(ctx context.Context, st *state, wanted []build, alone bool) (trouble string, err error) {
	if !alone {
		e.building.RLock()
		defer e.building.RUnlock()
	}
	for i := range wanted {
		b := &wanted[i]
		b.Failed, b.Output, b.Trouble = "", "", ""
		if err := e.make(ctx, st, b, alone); err != nil {
			return "", err
		}
		if b.Trouble != "" {
			return b.Trouble, nil
		}
	}
	return "", nil
}

// builds are the builds of all tasks, each once, in their order.
func (e *Engine) builds() []build {
	var list []build
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Build.Command == "" {
			continue
		}
		key := sumOf(t.Dir, t.Build, t.Read, t.Isolation)
		if n := slices.IndexFunc(list, func(b build) bool { return b.Key == key }); n >= 0 {
			list[n].Tasks = append(list[n].Tasks, t.Name)
			continue
		}
		list = append(list, build{Built{Tasks: []string{t.Name}, Command: t.Build.Command, Dir: t.Dir}, key})
	}
	return list
}

// How much of what a build writes is kept: two screens, shown once.
const (
	buildOutputMax = 6 << 10
	buildFileMax   = 1 << 30 // of each file that it writes
	buildFilesOpen = 4096
	// buildProcessors is for how many processors a build may take its time.
	buildProcessors = 64
)

// busy is why nobody can tell whether a build would have ended in time.
const busy = "the machine was busy: other processes kept the build from the processors until its time was over"

// make makes one build in a sandbox where only the tree can be written.
func (e *Engine) make(ctx context.Context, st *state, b *build, alone bool) error {
	t := e.taskNamed(b.Tasks[0])
	home := filepath.Join(st.folder, homeName)
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	if !st.hasDir(t) {
		b.Failed = fmt.Sprintf("there is no folder %s in the submission", t.Dir)
		return nil
	}
	absolute, err := filepath.Abs(home)
	if err != nil {
		return err
	}
	shared, env, err := e.pass(ctx, t, st, []string{"HOME=" + absolute, "TMPDIR=" + absolute})
	if err != nil {
		return err
	}
	// What it has written to caches is of use to nobody.
	defer folder.Remove(filepath.Join(st.folder, cacheName))
	c := &subject.Command{
		Argv: []string{"sh", "-c", `eval "$1" >&2`, "sh", t.Build.Command}, Dir: st.dir(t),
		Env:       append(env, t.Build.Env...),
		Isolation: t.Isolation, Network: t.Build.Network, Hide: e.hide, Read: t.Read, Layers: shared.layers, Warn: e.warn,
		Write: append([]string{st.tree(), home}, shared.write...),
	}
	defer c.Close()
	space, err := newDisk(t.Build.Disk, append([]string{filepath.Join(st.folder, treeName), home}, shared.fills...)...)
	if err != nil {
		return err
	}
	defer space.close()
	space.alone = alone
	defer e.patiently(st.team, "its build")()
	guarded, end := space.guard(ctx)
	answer := runBuild(guarded, c, &t.Build, alone)
	end()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, path := range []string{filepath.Join(st.folder, treeName), home} {
		if err := folder.Strip(ctx, path); err != nil {
			return err
		}
	}
	if errors.Is(context.Cause(guarded), errDisk) || space.over() {
		// What it had written by then is another text each time: it depends on when
		// the disk was looked at.
		b.Failed = space.why()
		return space.clear()
	}
	if errors.Is(context.Cause(guarded), errFull) {
		b.Trouble = space.full()
		return nil
	}
	if answer.Fault == subject.Canceled {
		return context.Cause(ctx)
	}
	return st.settle(b, &t.Build, &answer, shared, space)
}

// runBuild runs the command of a build, alone or beside those of other teams.
func runBuild(ctx context.Context, c *subject.Command, limits *course.Build, alone bool) subject.Answer {
	answer := subject.Answer{Fault: subject.Canceled}
	once := func(ctx context.Context) {
		answer = c.Run(ctx, nil, subject.Limits{
			Timeout: limits.Timeout, CPU: min(limits.Timeout, subject.DurationMax/buildProcessors) * buildProcessors,
			MemoryBytesMax: limits.Memory, ProcessesMax: limits.Procs, OpenFilesMax: buildFilesOpen,
			FileBytesMax: min(buildFileMax, limits.Disk),
		})
	}
	if alone {
		// The programs of other teams wait, too.
		_ = subject.Alone(ctx, nil, once)
	} else {
		once(ctx)
	}
	return answer
}

// settle notes in a build whether its command failed, or what the machine lacked for it. The
// error is about the course, not about the team.
func (s *state) settle(b *build, limits *course.Build, answer *subject.Answer, shared *caches, space *disk) error {
	switch answer.Fault {
	case subject.None:
		return nil
	case subject.Trouble, subject.NotStarted:
		if _, ours := errors.AsType[*game.UsageError](answer.Err); ours && answer.Fault == subject.NotStarted {
			// It is so for every team.
			return answer.Err
		}
		b.Trouble = s.scrub(text.Visible(answer.Err.Error()))
		return nil
	}
	if answer.LateByOthers() {
		b.Trouble = busy
		return nil
	}
	if why := troubleOf(answer.Stderr, shared, space); why != "" {
		b.Trouble = s.scrub(lastLines(why))
		return nil
	}
	b.Failed, b.Output = howFailed(answer, limits), s.scrub(lastLines(answer.Stderr))
	return nil
}

// howFailed says how a build failed, through a fault of its own.
func howFailed(answer *subject.Answer, limits *course.Build) string {
	switch answer.Fault {
	case subject.Crashed:
		if answer.Signal != "" {
			return "signal " + answer.Signal
		}
		return fmt.Sprintf("exit status %d", answer.Exit)
	case subject.Silent, subject.TimedOut:
		return fmt.Sprintf("still running after %v", limits.Timeout)
	case subject.MemoryLimit:
		return fmt.Sprintf("more than %s of memory", text.Bytes(limits.Memory))
	case subject.ProcessLimit:
		return fmt.Sprintf("more than %d processes and threads at once", limits.Procs)
	}
	return string(answer.Fault)
}

// failedBuild says that the build of a task failed, "" if it did not.
func (s *state) failedBuild(t *course.Task) string {
	for _, b := range s.Builds {
		if b.Failed != "" && slices.Contains(b.Tasks, t.Name) {
			return "the build failed: " + b.Failed
		}
	}
	return ""
}

// lastLines are the last lines of what a program wrote, fit to be shown.
func lastLines(said string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(said, "\n"), "\n") {
		lines = append(lines, text.Inert(text.Visible(strings.TrimRight(line, "\r"))))
	}
	joined := strings.Join(lines, "\n")
	if n := len(joined) - buildOutputMax; n > 0 {
		joined = joined[n:]
		if _, rest, ok := strings.Cut(joined, "\n"); ok {
			joined = rest
		}
		joined = "…\n" + strings.ToValidUTF8(joined, "")
	}
	return joined
}
