package subject

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// ticksPerSecond is in what the kernel counts processor time for programs, on
// every machine that Go runs on.
const ticksPerSecond = 100

// sample looks at what the program uses now, with these processes, and returns the
// index of the limit that it has passed, 0 for none. If held is set, it looks anew at what
// the kernel holds for them. Of a process whose first thread has ended, pids has another
// one afterwards.
func (h *holder) sample(r request, pids []int, held bool) int64 {
	if met := h.member.met(); met != None {
		return limitIndex(met)
	}
	sum := usage{cpu: h.cpu, reaped: h.cpu}
	for i, pid := range pids {
		if u, ok := usageOf(pid); ok {
			sum.add(u)
			pids[i] = u.thread
		}
		if sum.threads > r.Processes {
			// A fork bomb would grow faster than all of it can be looked at.
			return limitIndex(ProcessLimit)
		}
	}
	// A control group counts all memory but that of sockets of the network, to the page,
	// and refuses what is too much: two measures would disagree about the same program.
	if h.member.files == nil {
		if held {
			h.held = h.heldBytes(pids)
		}
		h.open.look(pids, openedAtOnce)
		shared := h.segmentBytes() + h.storedBytes() + h.open.memory()
		sizes := sum.bytes + shared + h.held
		if sizes+h.open.pipesMax() > r.MemoryBytes {
			pipes := h.open.pipes(openedAtOnce)
			if sizes+pipes > r.MemoryBytes && proportional(pids, shared)+h.held+pipes > r.MemoryBytes {
				return limitIndex(MemoryLimit)
			}
		}
	}
	if h.member.files != nil && held && h.networkBytesMax() > r.MemoryBytes && h.networkBytes() > r.MemoryBytes {
		return limitIndex(MemoryLimit)
	}
	h.seen = sum
	if sum.cpu > time.Duration(r.CPUNs) {
		h.cpu = sum.cpu
		return limitIndex(CPULimit)
	}
	return 0
}

// used is what all processes of the program use now, and have used.
func (h *holder) used(pids []int) usage {
	sum := usage{cpu: h.cpu, reaped: h.cpu}
	for _, pid := range pids {
		if u, ok := usageOf(pid); ok {
			sum.add(u)
		}
	}
	return sum
}

// afterwards is the index of the limit that the program has passed between two
// samples, 0 for none: it is gone, and the kernel has the sums.
func (h *holder) afterwards(r request) int64 {
	var own unix.Rusage
	switch {
	case h.cpu > time.Duration(r.CPUNs):
		return limitIndex(CPULimit)
	case h.member.files != nil || h.peak <= r.MemoryBytes || unix.Getrusage(unix.RUSAGE_SELF, &own) != nil:
		return 0
	case h.peak > int64(own.Maxrss)<<10:
		// Otherwise it may be our own memory, which a process has until it begins
		// with its program.
		return limitIndex(MemoryLimit)
	}
	return 0
}

// others lists the processes of the program.
func (h *holder) others() []int {
	if h.Proc {
		// All that this process table has belong to it, but for the keeper.
		return slices.DeleteFunc(numbers("/proc"), func(pid int) bool { return pid == 1 })
	}
	// In a pid namespace without a process table of its own, the keeper goes by
	// another id here than it knows itself.
	name, err := os.Readlink("/proc/self")
	if err != nil {
		return nil
	}
	self, err := strconv.Atoi(name)
	if err != nil {
		return nil
	}
	var all []int
	todo := []int{self}
	for len(todo) > 0 {
		pid := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, thread := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
			list, err := readProc(fmt.Sprintf("/proc/%d/task/%d/children", pid, thread))
			if err != nil {
				continue
			}
			for field := range bytes.FieldsSeq(list) {
				child, err := strconv.Atoi(string(field))
				if err == nil && !slices.Contains(all, child) {
					all = append(all, child)
					todo = append(todo, child)
				}
			}
		}
	}
	return all
}

// A usage is what one process uses, and has used.
type usage struct {
	bytes, threads int64
	cpu            time.Duration
	reaped         time.Duration // the part of it that is of those for which somebody has waited
	thread         int           // a living one, whose folder in the process table tells of the process
}

func (u *usage) add(other usage) {
	u.bytes += other.bytes
	u.threads += other.threads
	u.cpu += other.cpu
	u.reaped += other.reaped
}

// The fields of a process's stat behind its name, from 0.
const (
	statState    = 0
	statParent   = 1
	statGroup    = 2
	statCPU      = 11 // user and system time
	statReaped   = 13 // those of children waited for
	statThreads  = 17
	statPages    = 21
	statIgnored  = 30 // signals, of the first 31
	statEnvStart = 47 // 0 if there is no environment, not even an empty one
)

// usageOf reads what a process uses. One that has ended, and for which nobody has waited
// yet, uses nothing any more, but has used processor time.
func usageOf(pid int) (u usage, ok bool) {
	fields := statOf(fmt.Sprintf("/proc/%d/stat", pid))
	if len(fields) <= statPages || fields[statState][0] == 'X' {
		return u, false
	}
	u.thread = pid
	if fields[statState][0] == 'Z' {
		// Its first thread has ended, or all have.
		for _, thread := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
			other := statOf(fmt.Sprintf("/proc/%d/stat", thread))
			if len(other) > statPages && other[statState][0] != 'Z' && other[statState][0] != 'X' {
				u.thread, fields = thread, other
				break
			}
		}
	}
	field := func(i int) int64 {
		// What the kernel writes there are numbers.
		n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
		return n
	}
	own := time.Duration(field(statCPU)+field(statCPU+1)) * time.Second / ticksPerSecond
	u.reaped = time.Duration(field(statReaped)+field(statReaped+1)) * time.Second / ticksPerSecond
	u.cpu = own + u.reaped
	if fields[statState][0] != 'Z' {
		u.threads = field(statThreads)
		u.bytes = field(statPages) * int64(os.Getpagesize())
	}
	return u, true
}

// proportional sums the memory of processes, each page that several share
// counted once. That takes the kernel far longer than the plain sizes. Shared is
// memory that need not be in any of them; as nobody can tell how much of it is,
// only what is more than they have of that kind is added.
func proportional(pids []int, shared int64) int64 {
	var sum, mapped int64
	for _, pid := range pids {
		// What cannot be read is empty.
		text, _ := readProc(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		size, ok := kilobytes(text, "Pss:")
		if !ok {
			// The plain size is what there is.
			u, _ := usageOf(pid)
			sum += u.bytes
			mapped += u.bytes
			continue
		}
		sum += size
		if size, ok = kilobytes(text, "Pss_Shmem:"); ok {
			mapped += size
		}
	}
	return sum + max(shared-mapped, 0)
}

// kilobytes finds the line of a list of sizes that begins with a key, and
// returns the size in bytes.
func kilobytes(text []byte, key string) (int64, bool) {
	_, rest, ok := bytes.Cut(text, []byte("\n"+key))
	fields := bytes.Fields(rest)
	if !ok || len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return n << 10, err == nil
}

// memoryFile is how the link to a file begins that is in memory only.
const memoryFile = "/memfd:"

// storedBytes is how many bytes the files of the keeper's own file system take,
// all of which are in memory.
func (h *holder) storedBytes() int64 {
	var system unix.Statfs_t
	if !h.OwnFiles || unix.Statfs(h.home, &system) != nil {
		return 0
	}
	return int64(system.Blocks-system.Bfree) * int64(system.Bsize)
}

// statBlock is in what stat counts the room that a file takes, in bytes.
const statBlock = 512
