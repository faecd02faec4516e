package run

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
)

// subjectBytes is what one running program is taken to need of the machine's
// memory: an interpreter with its libraries, or a small virtual machine.
const subjectBytes = 128 << 20

// waitersMax is how many workers share a processor when their programs wait for
// their input most of the time.
const waitersMax = 6

// livesMax is how many share one when they play live games. These are idle
// nearly all the time, but their programs start at the same time, and what that
// takes must stay well below the time of a call.
const livesMax = 8

// Jobs is the number of workers for which the machine has processors, and room
// for what each of them may hold at the worst.
func Jobs(limits subject.Limits, deliveries []delivery.Delivery, live bool) int {
	jobs := runtime.GOMAXPROCS(0) // as containers limit it, unlike the number of processors
	switch {
	case live:
		jobs *= livesMax
	case slices.ContainsFunc(deliveries, delivery.Delivery.Waits):
		jobs *= waitersMax
	}
	if room := memoryRoom(os.ReadFile); room > 0 {
		jobs = int(min(int64(jobs), room/workerBytes(limits)))
	}
	return min(max(jobs, 1), JobsMax)
}

// workerBytes bounds the memory of one worker and its program: the output as
// it came and as it is compared, what is kept of stderr, and the program.
func workerBytes(limits subject.Limits) int64 {
	limits = limits.OrDefault()
	return 2*int64(limits.OutputBytesMax) + int64(limits.StderrBytesMax) + subjectBytes
}

// memoryRoom is how many bytes of memory are free for us, 0 if that cannot be
// known here. A container's own limit counts if it is the smaller one.
func memoryRoom(read func(name string) ([]byte, error)) int64 {
	room := int64(0)
	lower := func(n int64) {
		if room == 0 || n < room {
			room = max(n, 1)
		}
	}
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range bytes.Lines(text) {
			fields := bytes.Fields(line)
			if len(fields) < 2 || string(fields[0]) != "MemAvailable:" {
				continue
			}
			if n, err := strconv.ParseInt(string(fields[1]), 10, 64); err == nil {
				lower(n << 10)
			}
		}
	}
	const group = "/sys/fs/cgroup"
	// Without a limit the file says "max", and outside of a container there is
	// none.
	most, err := number(read(filepath.Join(group, "memory.max")))
	if err != nil {
		return room
	}
	if used, err := number(read(filepath.Join(group, "memory.current"))); err == nil {
		lower(most - used)
	}
	return room
}

// number reads the one number in a file.
func number(text []byte, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
}
