package subject

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// When a program counts as starved: its threads were ready to run without a
// processor, or not even started, for more than a quarter of the wait, while its
// processes together used less than what is enough for them (see enoughOf). One that
// neither ran nor wanted to for more than three quarters of the second half of the wait
// was late since it slept, whatever it went without before, such as at its start.
const (
	hungryShare = 4
	wakeShare   = 4
)

// momentsMax bounds how many looks are remembered: a wait of minutes has fewer, and
// of a longer one the older half is forgotten.
const momentsMax = 1 << 13

// hungerPause stands between two looks at what threads wait for. A program that
// waits so long for a processor that it passes a limit has many of them.
const hungerPause = 50 * time.Millisecond

// A hunger is how long a program has been ready to run without a processor, since
// others had them all.
type hunger struct {
	begin   time.Time
	used    usage               // at the beginning
	lost    time.Duration       // since then, from how late the program started
	hidden  time.Duration       // of that, while processes ended
	ended   time.Duration       // processor time that these have had, as far as it was seen
	reaped  time.Duration       // what somebody has waited for of it, or of others
	stolen  time.Duration       // from the machine as a whole, when that was looked at last; -1: not yet
	parents int                 // processes that were there at most at a look, each of which may have waited
	threads map[int]threadTimes // as they were at the last look
	moments []moment            // of the looks, from the beginning
	now     map[int]threadTimes // of the look under way
}

// A moment is what a program had lost and used by then.
type moment struct {
	at                 time.Time
	lost, hidden, used time.Duration
}

// When a program is calmed: it has so many more threads that compute than it is
// due one processor. Languages with helpers for each processor have fewer.
const surplusMin = 8

// The least of the priorities that a user can give, how much less each is than
// the one before, and the policy of who runs only while nobody else wants to.
const (
	niceMax      = 19
	niceStep     = 1.25
	scheduleIdle = 5
)

// autogroups tells whether the kernel shares the processors among sessions.
func autogroups() bool {
	text, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled")
	return err == nil && len(text) > 0 && text[0] == '1'
}

// calm lowers the priority of a program with so many threads that compute that
// there would be next to nothing left for others. Without control groups there
// is no other way to share.
func (g *hunger) calm() {
	active := 0
	for thread, t := range g.threads {
		if before, ok := g.now[thread]; ok && t.ran+t.waited-before.ran-before.waited > hungerPause/2 {
			active++
		}
	}
	if active < surplusMin {
		return
	}
	nice := int(math.Ceil(math.Log(float64(active)) / math.Log(niceStep)))
	for thread := range g.threads {
		// One that has gone meanwhile needs nothing.
		if nice <= niceMax {
			_ = unix.Setpriority(unix.PRIO_PROCESS, thread, nice)
			continue
		}
		var none int32
		_, _, _ = unix.Syscall(unix.SYS_SCHED_SETSCHEDULER, uintptr(thread), scheduleIdle, uintptr(unsafe.Pointer(&none)))
	}
}

// threadTimes are how long a thread has had a processor, and has waited for one. The
// kernel adds a wait when it ends: of the one that goes on, what is known is that the
// thread was ready at each look, and that neither time has changed.
type threadTimes struct {
	pid         int
	ran, waited time.Duration
	ready       bool      // it runs or waits
	since       time.Time // when it is known to wait
	waits       time.Duration
}

// goesOn adds the wait that goes on: the thread is ready now, and since the last look it
// neither ran nor ended a wait.
func (t *threadTimes) goesOn(before threadTimes, last, now time.Time) {
	if !t.ready || t.ran != before.ran || t.waited != before.waited {
		return
	}
	switch t.since = before.since; {
	case !t.since.IsZero():
	case before.ready:
		t.since = last
	default:
		t.since = now
	}
	t.waits = now.Sub(t.since)
}

// missing is how much of the time since the last look, so long ago, the thread neither ran nor
// waited for a processor, although it was ready at both.
func (t *threadTimes) missing(before threadTimes, ago time.Duration) time.Duration {
	if !before.ready || !t.ready {
		return 0
	}
	return ago - (t.ran + t.waited + t.waits - before.ran - before.waited - before.waits)
}

// theft is what the host of a virtual machine has kept from it since the last call. The
// kernel adds it to the times of no thread.
func (g *hunger) theft() time.Duration {
	// A kernel that does not tell knows of nothing.
	text, _ := readProc("/proc/stat")
	before := g.stolen
	if g.stolen = stolenIn(text); before < 0 {
		return 0
	}
	return g.stolen - before
}

// statStolen is the place of that time in the first line of the kernel's sums.
const statStolen = 8

func stolenIn(sums []byte) time.Duration {
	line, _, _ := bytes.Cut(sums, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) <= statStolen {
		return 0
	}
	// What the kernel writes there are numbers.
	ticks, _ := strconv.ParseInt(string(fields[statStolen]), 10, 64)
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// uptime is a time that the harness and its keepers share.
func uptime() time.Duration {
	var now unix.Timespec
	// It cannot fail for this clock.
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return time.Duration(now.Nano())
}

// start begins the first wait of a program that starts so late.
func (g *hunger) start(late time.Duration) {
	clear(g.threads)
	g.reset(usage{}, late)
}

// reset begins a wait, of a program that has used so much processor time. The wait has
// begun earlier if the program starts late: others kept its keeper from starting it.
func (g *hunger) reset(used usage, late time.Duration) {
	now := time.Now()
	g.begin, g.used, g.lost, g.hidden, g.ended, g.reaped, g.parents, g.stolen = now.Add(-late), used, late, 0, 0, 0, 0, -1
	g.moments = append(g.moments[:0], moment{at: g.begin, used: used.cpu}, moment{at: now, lost: late, used: used.cpu})
}

// isDue tells whether it is time for another look.
func (g *hunger) isDue() bool {
	return time.Since(g.moments[len(g.moments)-1].at) >= hungerPause
}

// by is what was lost and used by a time, as far as it is remembered.
func (g *hunger) by(at time.Time) moment {
	last := moment{at: g.begin, used: g.used.cpu}
	for i, m := range g.moments {
		if i > 0 && m.at.After(at) {
			break
		}
		last = m
	}
	return last
}

// look adds what the threads of processes, which have used so much processor time
// by now, have lost since the last look. Threads of one program that wait for each
// other lose nothing by that: of the longest wait the time counts in which no other
// one of them ran. Of threads that live shorter than from one look to the next nobody
// reads how long they waited: where one is found ready, some were since the last look,
// and lost what the program did not use of it.
func (g *hunger) look(pids []int, used usage) {
	if g.now == nil {
		g.now = map[int]threadTimes{}
	}
	clear(g.now)
	last, brief := g.moments[len(g.moments)-1], false
	var ran, lost, missing time.Duration
	for _, pid := range pids {
		for _, thread := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
			t, ok := timesOf(pid, thread)
			if !ok {
				continue
			}
			before, seen := g.threads[thread]
			about := threadStat(pid, thread)
			t.ready = isReady(about)
			if seen {
				t.goesOn(before, last.at, time.Now())
			} else {
				brief = brief || t.ready && isCounted(about)
			}
			g.now[thread] = t
			ran += t.ran - before.ran
		}
	}
	now := time.Now()
	ago := now.Sub(last.at)
	for thread, t := range g.now {
		before := g.threads[thread]
		missing = max(missing, t.missing(before, ago))
		others := ran - (t.ran - before.ran)
		lost = max(lost, t.waited+t.waits-before.waited-before.waits-others)
	}
	if brief {
		lost = max(lost, ago-(used.cpu-last.used))
	}
	if g.stolen < 0 || missing > max(lost, ago/hungryShare) {
		lost = max(lost, min(missing, g.theft()))
	}
	g.lost += lost
	g.follow(pids, used, ago)
	g.threads, g.now = g.now, g.threads
	if len(g.moments) >= momentsMax {
		g.moments = g.moments[:copy(g.moments, g.moments[momentsMax/2:])]
	}
	g.moments = append(g.moments, moment{now, g.lost, g.hidden, used.cpu})
}

// unseenMax is what is missing at most from the time of processes for which one parent has waited:
// the kernel tells the parts of it that the program and the system used in whole ticks.
const unseenMax = 2 * time.Second / ticksPerSecond

// follow notes what happens to the time of processes that have ended since the last look, so
// long ago: if somebody waits for them, it is part of what the program has used. A parent can
// say that it will not, and /proc does not tell. What its children used is then nowhere, as if
// others had used it.
func (g *hunger) follow(pids []int, used usage, ago time.Duration) {
	g.reaped, g.parents = used.reaped-g.used.reaped, max(g.parents, len(pids))
	var ended time.Duration
	for _, t := range g.threads {
		if !slices.Contains(pids, t.pid) {
			ended += t.ran
		}
	}
	if ended > 0 {
		g.ended += ended
		g.hidden += max(ago, ended)
	}
}

// lostBy is what others kept from a program by then. While it hides what its own processes
// use, nobody can tell that it was others.
func (g *hunger) lostBy(m moment) time.Duration {
	if g.ended-g.reaped > unseenMax*time.Duration(g.parents+1) {
		return m.lost - m.hidden
	}
	return m.lost
}

// timesOf reads the times of a thread.
func timesOf(pid, thread int) (t threadTimes, ok bool) {
	text, err := readProc(fmt.Sprintf("/proc/%d/task/%d/schedstat", pid, thread))
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 2 {
		return t, false
	}
	// What the kernel writes there are nanoseconds.
	ran, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	waited, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return threadTimes{pid: pid, ran: time.Duration(ran), waited: time.Duration(waited)}, true
}

// threadStat are the fields of a thread's stat.
func threadStat(pid, thread int) [][]byte {
	return statOf(fmt.Sprintf("/proc/%d/task/%d/stat", pid, thread))
}

// isReady tells by its fields whether a thread runs or waits for a processor.
func isReady(fields [][]byte) bool { return len(fields) > statState && fields[statState][0] == 'R' }

// isCounted tells by the fields of a thread whether the time of its process and of its
// children will count, which it does not where those who started them ignore that they end:
// nobody waits for them.
func isCounted(fields [][]byte) bool {
	return !ignoresChildren(fields) && !ignoresChildren(statOf("/proc/"+string(fields[statParent])+"/stat"))
}

// ignoresChildren tells it by the fields of a process, or where there are none.
func ignoresChildren(fields [][]byte) bool {
	if len(fields) <= statIgnored {
		return true
	}
	ignored, err := strconv.ParseUint(string(fields[statIgnored]), 10, 64)
	return err != nil || ignored&(1<<(unix.SIGCHLD-1)) != 0
}

// starved tells whether a program was, that has used so much processor time by
// now and for which so much of one processor was enough. It looks at the last wait, or
// with 0 at all the time since the beginning.
func (g *hunger) starved(used time.Duration, enough float64, wait time.Duration) bool {
	now := time.Now()
	if all := now.Sub(g.begin); wait <= 0 || wait > all {
		wait = all
	}
	first, middle := g.by(now.Add(-wait)), g.by(now.Add(-wait/2))
	lost := g.lostBy(moment{lost: g.lost, hidden: g.hidden})
	awake := lost - g.lostBy(middle) + used - middle.used
	return lost-g.lostBy(first) > wait/hungryShare && used-first.used < time.Duration(enough*float64(wait)) && awake > wait/2/wakeShare
}

// usedIn is how much processor time a program used in the last wait, as of the last look.
func (g *hunger) usedIn(wait time.Duration) time.Duration {
	last := g.moments[len(g.moments)-1]
	return last.used - g.by(last.at.Add(-wait)).used
}
