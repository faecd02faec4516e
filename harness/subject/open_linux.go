package subject

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// How the link to a pipe begins, and how much one holds unless its size is
// changed, which the filter refuses.
const (
	pipeFile     = "pipe:"
	pipeBytesMax = 64 << 10
)

// openedAtOnce is at how many open files, or pipes, one sample looks. To look at all that a
// few hundred processes can have open takes seconds, in which they could take what memory
// they like: that is spread over many samples.
const openedAtOnce = 2048

// An opened finds out, a part with each sample, what the processes of a program have open that
// counts nowhere else: files that have no folder, and pipes.
type opened struct {
	todo []int // the processes that this round still has to look at
	seen map[uint64]bool
	// What this round has found, and what the last one found that looked at all.
	found, all openFiles
	// The pipes of that whose contents are not yet known, the bytes in those that are, and in
	// all of them when they were known the last time.
	unknown []string
	known   int64
	waiting int64
}

// openFiles are what a program has open.
type openFiles struct {
	memory int64             // of files that have no folder
	pipes  map[uint64]string // by inode: a path
}

// look goes on looking at what the processes have open.
func (o *opened) look(pids []int, atOnce int) {
	if len(o.todo) == 0 {
		o.todo, o.found, o.seen = slices.Clone(pids), openFiles{}, nil
	}
	for left := atOnce; left > 0 && len(o.todo) > 0; o.todo = o.todo[1:] {
		left -= o.lookAt(o.todo[0])
	}
	if len(o.todo) == 0 {
		o.all = o.found
	}
}

// lookAt looks at what one process has open, and tells how many files that are.
func (o *opened) lookAt(pid int) int {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	list := numbers(folder)
	for _, n := range list {
		path := folder + "/" + strconv.Itoa(n)
		target, err := os.Readlink(path)
		if err != nil {
			continue
		}
		if inode, ok := strings.CutPrefix(target, pipeFile); ok {
			if i, err := strconv.ParseUint(strings.Trim(inode, "[]"), 10, 64); err == nil {
				if o.found.pipes == nil {
					o.found.pipes = map[uint64]string{}
				}
				o.found.pipes[i] = path
			}
			continue
		}
		var stat unix.Stat_t
		if !strings.HasPrefix(target, memoryFile) || unix.Stat(path, &stat) != nil || o.seen[stat.Ino] {
			continue
		}
		if o.seen == nil {
			o.seen = map[uint64]bool{}
		}
		o.seen[stat.Ino] = true
		o.found.memory += stat.Blocks * statBlock
	}
	return len(list) + 1
}

// memory is that of files that have no folder.
func (o *opened) memory() int64 { return max(o.all.memory, o.found.memory) }

// pipesMax is more than what the pipes can hold.
func (o *opened) pipesMax() int64 {
	return int64(max(len(o.all.pipes), len(o.found.pipes))) * pipeBytesMax
}

// pipes goes on finding out what the pipes hold: one in which something waits counts as full,
// as a byte may take a page.
func (o *opened) pipes(atOnce int) int64 {
	if len(o.unknown) == 0 {
		o.known = 0
		for _, path := range o.all.pipes {
			o.unknown = append(o.unknown, path)
		}
	}
	n := min(atOnce, len(o.unknown))
	for _, path := range o.unknown[:n] {
		o.known += pipeBytes(path)
	}
	if o.unknown = o.unknown[n:]; len(o.unknown) == 0 {
		o.waiting = o.known
	}
	return max(o.waiting, o.known)
}

// pipeBytes is the memory of a pipe.
func pipeBytes(path string) int64 {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	if waiting, err := unix.IoctlGetInt(fd, unix.TIOCINQ); err != nil || waiting == 0 {
		return 0
	}
	size, err := unix.FcntlInt(uintptr(fd), unix.F_GETPIPE_SZ, 0)
	if err != nil {
		size = pipeBytesMax
	}
	return int64(size)
}
