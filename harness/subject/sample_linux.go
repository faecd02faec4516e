package subject

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"
)

// ticksPerSecond is in what the kernel counts processor time for programs, on
// every machine that Go runs on.
const ticksPerSecond = 100

// sample looks at what the program uses now, and returns the index of the
// limit that it has passed, 0 for none.
func (h *holder) sample(r request) int64 {
	var bytesUsed, threads int64
	cpu := h.cpu
	pids := h.others()
	for _, pid := range pids {
		u, ok := usageOf(pid)
		if !ok {
			continue
		}
		bytesUsed += u.bytes
		threads += u.threads
		cpu += u.cpu
		if threads > r.Processes {
			// A fork bomb would grow faster than all of it can be looked at.
			return int64(slices.Index(limitFaults[:], ProcessLimit))
		}
	}
	switch {
	case bytesUsed > r.MemoryBytes && proportional(pids) > r.MemoryBytes:
		return int64(slices.Index(limitFaults[:], MemoryLimit))
	case cpu > time.Duration(r.CPUNs):
		h.cpu = cpu
		return int64(slices.Index(limitFaults[:], CPULimit))
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
			list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, thread))
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

// numbers lists the entries of a folder that are numbers.
func numbers(folder string) []int {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	// Entries may vanish while they are read; those that were seen count.
	names, _ := dir.Readdirnames(-1)
	var found []int
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			found = append(found, n)
		}
	}
	return found
}

// A usage is what one process uses, and has used.
type usage struct {
	bytes, threads int64
	cpu            time.Duration
}

// The fields of a process's stat behind its name, from 0.
const (
	statState   = 0
	statCPU     = 11 // user and system time, then those of children waited for
	statThreads = 17
	statPages   = 21
)

// usageOf reads what a process uses; those that have ended use nothing.
func usageOf(pid int) (u usage, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return u, false
	}
	// pid (name) state …; the name may hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= statPages || fields[statState][0] == 'Z' || fields[statState][0] == 'X' {
		return u, false
	}
	field := func(i int) int64 {
		// What the kernel writes there are numbers.
		n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
		return n
	}
	for i := statCPU; i < statCPU+4; i++ {
		u.cpu += time.Duration(field(i)) * time.Second / ticksPerSecond
	}
	u.threads = field(statThreads)
	u.bytes = field(statPages) * int64(os.Getpagesize())
	return u, true
}

// proportional sums the memory of processes, each page that several share
// counted once. That takes the kernel far longer than the plain sizes.
func proportional(pids []int) int64 {
	var sum int64
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		_, rest, ok := bytes.Cut(text, []byte("\nPss:"))
		fields := bytes.Fields(rest)
		if err != nil || !ok || len(fields) == 0 {
			// The plain size is what there is.
			u, _ := usageOf(pid)
			sum += u.bytes
			continue
		}
		kilobytes, _ := strconv.ParseInt(string(fields[0]), 10, 64)
		sum += kilobytes << 10
	}
	return sum
}
