package subject

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// allNamespaces are those in which a keeper is started where that works.
const allNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWNS | unix.CLONE_NEWIPC

// An offering is what a keeper is started with.
type offering struct {
	namespaces uintptr
	landlock   bool
	groups     bool // control groups
}

// everything is what a keeper is started with where the machine lacks nothing.
var everything = offering{namespaces: allNamespaces, landlock: true, groups: true}

// An offer is an offering that may not have been tried yet.
type offer struct {
	offering
	untried bool
}

// known is what works here, once it had to be found out.
var known struct {
	sync.Mutex
	is       bool
	offering offering
	why      map[uintptr]error // of namespaces that do not work
	strict   bool              // a supervisor could do all that strict isolation needs
}

// strictNeeds is what a supervisor can do where isolation is strict.
func strictNeeds(live bool) greeting {
	return greeting{
		ABI: 1, Proc: true, OwnFiles: true, Permitted: true, Nesting: true, Filter: true, Counted: true,
		Loopback: live, ReadOnly: true, Caps: true,
	}
}

// strictHere finds out whether strict isolation is possible. Mostly it is: one supervisor
// shows that, once for all programs, and each later one is held to it as it starts. The
// error says what is missing.
func strictHere() error {
	if !canKeep.Load() || !shownStrict() {
		return notStrict(Survey())
	}
	return nil
}

// shownStrict tells whether a supervisor has shown that strict isolation is possible. The first
// who asks starts one.
func shownStrict() bool {
	known.Lock()
	defer known.Unlock()
	if known.strict {
		return true
	}
	if g, err := greetingOf(everything); err == nil && g.less(strictNeeds(false)) == "" {
		known.is, known.strict, known.offering = true, true, everything
	}
	return known.strict
}

// offered is all that there is, or what is known to work.
func offered() offer {
	known.Lock()
	defer known.Unlock()
	if known.is {
		return offer{offering: known.offering}
	}
	return offer{everything, true}
}

// probe finds out which namespaces work here.
func probe() offering {
	known.Lock()
	defer known.Unlock()
	if known.is {
		return known.offering
	}
	if try(allNamespaces) == nil {
		known.offering, known.is = everything, true
		return known.offering
	}
	known.why = map[uintptr]error{}
	base := uintptr(unix.CLONE_NEWUSER)
	if err := try(base); err != nil {
		known.why[base] = err
		base = 0
	}
	works := base
	for _, namespace := range []uintptr{unix.CLONE_NEWPID, unix.CLONE_NEWNET, unix.CLONE_NEWNS, unix.CLONE_NEWIPC} {
		if err := try(base | namespace); err != nil {
			known.why[namespace] = err
		} else {
			works |= namespace
		}
	}
	if works != 0 && try(works) != nil {
		works = 0
	}
	known.offering, known.is = offering{namespaces: works, landlock: true, groups: true}, true
	return known.offering
}

// try starts a process in namespaces. It ends at once, as it is told nothing.
func try(namespaces uintptr) error {
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{"touchstone", keeperArgument}, Env: os.Environ(),
		SysProcAttr: keeperAttributes(namespaces),
	}
	if err := cmd.Start(); err != nil {
		return text.Cause(err)
	}
	// Its status says nothing that the start did not.
	_ = cmd.Wait()
	return nil
}

// Survey tells what this machine offers to keep programs apart.
func Survey() []Facility {
	if !canKeep.Load() {
		return []Facility{{
			Name: "keeper", Needed: true, Why: "this binary does not call subject.Keeper, which starts supervisors",
			Follows: "touchstone supervises programs itself, by process group",
		}}
	}
	o := probe()
	g, err := greetingOf(o)
	problem := ""
	if err != nil {
		problem = err.Error()
		if errors.Is(err, unix.EMFILE) {
			problem += "; " + tooManyFiles
		}
	}
	list := []Facility{{
		Name: "keeper", Needed: true, Available: err == nil, Why: problem, TooManyFiles: errors.Is(err, unix.EMFILE),
		Follows: either(err == nil, "a separate process supervises each program and all its child processes",
			"touchstone supervises programs itself, by process group, and limits only time and output"),
	}}
	list = append(list, namespaceFacilities(o)...)
	return append(
		list, landlockFacility(g),
		Facility{
			Name: "permitted files", Needed: true, Available: g.Permitted, Why: g.PermittedProblem,
			Follows: either(g.Permitted, "programs see the system, their tool chain, their own files, and the paths of --read",
				either(g.ABI > 0, "programs can list other files and connect to sockets among them, but read none",
					"programs see all files on the machine")),
		},
		Facility{
			Name: "no nested namespaces", Needed: true, Available: g.Nesting, Why: g.NestingProblem,
			Follows: either(g.Nesting, "programs cannot make namespaces of their own",
				"programs can make namespaces and keep memory in them that does not count"),
		},
		Facility{
			Name: "system call filter", Needed: true, Available: g.Filter, Why: g.FilterProblem,
			Follows: either(g.Filter, "programs cannot use kernel keys, io_uring, or sockets other than network sockets",
				"programs can keep kernel keys from run to run, and reach devices through sockets"),
		},
		Facility{
			Name: "process table", Needed: true, Available: g.Proc, Why: g.ProcProblem,
			Follows: either(g.Proc, "programs see only their own processes", "programs see all processes on the machine"),
		},
		Facility{
			Name: "file system", Needed: true, Available: g.OwnFiles, Why: g.ScratchProblem,
			Follows: either(g.OwnFiles, "the private folder has a size limit and is temporary", "the private folder is on the disk, without a limit"),
		},
		Facility{
			Name: "read-only files", Needed: true, Available: g.ReadOnly, Why: g.ReadOnlyProblem,
			Follows: either(g.ReadOnly, "programs cannot change mode or times of files that are not theirs",
				"programs can change mode and times of all files that you own"),
		},
		Facility{
			Name: "no capabilities", Needed: true, Available: g.Caps, Why: either(g.Caps, "", g.CapsProblem),
			Follows: either(g.Caps, "programs cannot regain any of these rights", "programs may regain some of these rights"),
		},
		Facility{
			Name: "sampling", Needed: true, Available: err == nil, Why: problem,
			Follows: either(err == nil, fmt.Sprintf("memory, processor time and processes are checked every %v, or %v with control groups",
				samplePause, hungerPause), "memory, processor time and processes have no limit"),
		},
		Facility{
			Name: "memory accounting", Needed: true, Available: g.Counted, Why: g.CountProblem,
			Follows: either(g.Counted, "memory in files, segments, messages, sockets and pipes counts against the limit",
				"data on its way through sockets and pipes does not count"),
		},
		groupFacility(g),
		weightFacility(),
		starvationFacility(),
		processLimit(o, g),
	)
}

// namespaceFacilities are the namespaces that the system lets a supervisor make.
func namespaceFacilities(o offering) (list []Facility) {
	for _, n := range []struct {
		name    string
		flag    uintptr
		follows [2]string
	}{
		{"user namespace", unix.CLONE_NEWUSER, [2]string{"programs have no privileges beyond file permissions", "programs have touchstone's own privileges"}},
		{"pid namespace", unix.CLONE_NEWPID, [2]string{"no process escapes, and none sees touchstone", "touchstone finds processes by their parents: slower"}},
		{"network namespace", unix.CLONE_NEWNET, [2]string{"programs have no network", "programs can reach the network, unless Landlock refuses TCP"}},
		{"mount namespace", unix.CLONE_NEWNS, [2]string{"each program has private folders", "private folders are on the disk, without a limit"}},
		{"ipc namespace", unix.CLONE_NEWIPC, [2]string{"shared memory is private", "programs can reach other programs' shared memory"}},
	} {
		f := Facility{Name: n.name, Needed: true, Available: o.namespaces&n.flag != 0, Follows: n.follows[0]}
		if !f.Available {
			f.Follows, f.Why = n.follows[1], "the system refuses it"
			switch err := known.why[n.flag]; {
			case errors.Is(err, unix.EMFILE):
				f.Why, f.TooManyFiles = "nobody knows, since too many files are open; "+tooManyFiles, true
			case err != nil:
				f.Why = fmt.Sprintf("the system refuses it: %v", err)
			}
		}
		list = append(list, f)
	}
	return list
}

// landlockFacility is the kernel's own refusal of files.
func landlockFacility(g greeting) Facility {
	f := Facility{
		Name: "landlock", Needed: true, Available: g.ABI > 0, Why: g.LandlockProblem,
		Follows: either(g.ABI > 0, "the kernel also refuses programs all files they are not given",
			either(g.Permitted, "only the mounted view keeps programs from other files", "programs can read and write whatever you can")),
	}
	if f.Available {
		f.Detail = fmt.Sprintf("ABI %d", g.ABI)
	}
	return f
}

// groupFacility tells whether the kernel bounds what a program takes as a whole.
func groupFacility(g greeting) Facility {
	place, err := groupPlace()
	f := Facility{
		Name: "control groups", Available: err == nil && g.GroupProblem == "", Why: g.GroupProblem,
		Follows: "the kernel limits memory and processes, even between samples",
	}
	if err != nil {
		f.Why = err.Error()
	}
	if !f.Available {
		f.Follows = fmt.Sprintf(
			"samples every %v and the peak of each process limit memory; memory files and anonymous shared memory are refused", samplePause,
		)
	} else {
		f.Detail = either(place.V2, "version 2", "version 1")
	}
	return f
}

// weightFacility tells how programs that run at once share the processors.
func weightFacility() Facility {
	place, err := groupPlace()
	f := Facility{Name: "processor shares", Available: err == nil && place.Weighs, Follows: "programs running at the same time get equal processor shares"}
	if !f.Available {
		f.Why = "there are no version 2 control groups with weights"
		f.Follows = "programs with many processes get a low priority" + either(autogroups(), ", and one session each", "")
	}
	return f
}

// starvationFacility tells whether it can be told that a program was starved.
func starvationFacility() Facility {
	times, ok := timesOf(os.Getpid(), os.Getpid())
	f := Facility{Name: "waiting times", Available: ok && times.ran > 0, Follows: "a program that others starved of processor time runs the case again, alone"}
	if !f.Available {
		f.Why, f.Follows = "the kernel does not record how long threads wait for a processor", "a program that others starved of processor time fails the case"
	}
	return f
}

// processLimit tells whether the kernel itself bounds the number of processes.
func processLimit(o offering, g greeting) Facility {
	works := o.namespaces&unix.CLONE_NEWUSER != 0 && os.Geteuid() != 0
	f := Facility{
		Name: "kernel process limit", Available: works,
		Follows: fmt.Sprintf("a program never has more than %d times its process limit", processesSlack),
	}
	if !works {
		f.Why = either(os.Geteuid() == 0, "it does not hold for root", "without a user namespace it counts all processes of the user")
		f.Follows = either(groupFacility(g).Available, "only control groups and samples limit the number of processes",
			"only samples limit the number of processes")
	}
	return f
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// greetingOf starts a keeper to see what it can do.
func greetingOf(o offering) (greeting, error) {
	path, err := os.Executable()
	if err != nil {
		return greeting{}, err
	}
	base, err := makeScratch()
	if err != nil {
		return greeting{}, err
	}
	defer base.remove()
	c := &Command{Argv: []string{path}, path: path}
	p := &pool{command: c, plan: c.plan}
	k, err := p.start(context.Background(), filepath.Join(base.path, "1"), offer{offering: o})
	if err != nil {
		return greeting{}, err
	}
	k.kill()
	return k.greeting, nil
}
