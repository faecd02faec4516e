package subject

import (
	"time"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// The default limits, and why.
const (
	// Timeout is what the courses' own harness gives a program to begin an
	// answer; the reference programs need less than a tenth of it.
	Timeout = 10 * time.Second
	// CPUSlack is how much more processor time than wall clock time a program
	// gets: several threads of a virtual machine that compile and collect
	// garbage while it starts need that without computing anything for long.
	CPUSlack = 10 * time.Second
	// DurationMax bounds what a duration may be set to, so that sums of them
	// stay durations: nobody waits for a year.
	DurationMax = 365 * 24 * time.Hour
	// MemoryBytesMax is twice what a virtual machine takes for a program of
	// this kind that was told nothing about memory.
	MemoryBytesMax = 2 << 30
	// MemoryBytesLeast is what a shell takes: with less nothing runs, and a number
	// without its unit is meant.
	MemoryBytesLeast = 1 << 20
	// ProcessesMax counts threads too, of which a virtual machine has some
	// dozens on a large machine.
	ProcessesMax = 256
	// ProcessesMost bounds what that may be set to: kernels refuse a few millions, and no
	// program needs so many.
	ProcessesMost = 1 << 16
	// OpenFilesMax is what most systems give to a program that does not ask.
	OpenFilesMax = 1024
	// FileBytesMax leaves room for any log or cache that a program writes for
	// one case.
	FileBytesMax = 64 << 20
	// OutputBytesMax has room for one value of the largest size.
	OutputBytesMax = stream.ValueBytesMax
	// StderrBytesMax keeps the end of a long log: the cause of a crash stands
	// in its last lines.
	StderrBytesMax = 64 << 10
)

// How much a program may store in its private folder where that is a file
// system of its own: all of it is memory.
const (
	scratchBytesMax = 2 * FileBytesMax
	// scratchFilesMax is far more than unpacking a few libraries takes.
	scratchFilesMax = 16 << 10
)

// How long the harness waits where a program is done but something is not.
const (
	// lingerGrace is what a program gets to exit after it has closed stdout.
	// Delays of more than half a second have been seen on busy machines.
	lingerGrace = time.Second
	// holdGrace is what other processes get to close stdout after the program
	// itself has exited.
	holdGrace = 200 * time.Millisecond
	// lookAgain is what comes on top of these two, and of the time for a run, counted
	// from when we find them over: what has come by then we may not have seen yet.
	lookAgain = 50 * time.Millisecond
	// leakGrace is what helper processes get to notice that the program has
	// exited, as Python's resource tracker does, before they count as left
	// behind.
	leakGrace = 100 * time.Millisecond
	// killGrace stands between the polite signal and the one that cannot be
	// refused: enough to flush a log, little enough to keep a timeout of a
	// second well below two.
	killGrace = 150 * time.Millisecond
	// drainGrace bounds the wait for the end of a pipe whose writers have all
	// been killed. It only runs out if one escaped.
	drainGrace = 500 * time.Millisecond
	// wipeGrace is what a keeper gets to remove what a program has left. A fresh
	// one is there in a hundredth of it.
	wipeGrace = time.Second
	// reapGrace bounds the wait for a killed process to be gone. It only runs
	// out if the kernel is stuck in a system call for it.
	reapGrace = 2 * time.Second
)

// Limits bound one run of a program. A zero field stands for the constant of
// this package. CPU time, memory, processes and files are bounded where a
// keeper holds the program; Survey tells.
type Limits struct {
	Timeout   time.Duration // wall clock, from the start to the exit
	FirstByte time.Duration // wall clock, from the start to the first output; 0: Timeout
	// Linger is wall clock, from the complete answer of a Feed, with nothing begun
	// behind it, to the exit: a program that takes longer is ended with the warning
	// Lingered. 0: Timeout.
	Linger         time.Duration
	CPU            time.Duration // of all its processes together; 0: Timeout and CPUSlack
	MemoryBytesMax int64         // of all its processes together
	ProcessesMax   int           // processes and threads at once
	OpenFilesMax   int           // of each process
	FileBytesMax   int64         // of each file that it writes
	OutputBytesMax int           // of stdout
	StderrBytesMax int           // of stderr that are kept, the last ones
	// ValuesMax is after how many values reading ends with an error of the
	// kind stream.TooMany; 0 stands for stream.ValuesMax.
	ValuesMax int

	enough float64 // part of one processor: with less, the program was starved; 0: enoughAlone
}

// OrDefault returns the limits with every zero field filled in.
func (l Limits) OrDefault() Limits {
	l.Timeout = min(orDefault(l.Timeout, Timeout), DurationMax)
	l.FirstByte = min(orDefault(l.FirstByte, l.Timeout), l.Timeout)
	l.Linger = min(orDefault(l.Linger, l.Timeout), l.Timeout)
	l.CPU = min(orDefault(l.CPU, l.Timeout+CPUSlack), DurationMax)
	l.MemoryBytesMax = orDefault(l.MemoryBytesMax, MemoryBytesMax)
	l.ProcessesMax = orDefault(l.ProcessesMax, ProcessesMax)
	l.OpenFilesMax = orDefault(l.OpenFilesMax, OpenFilesMax)
	l.FileBytesMax = orDefault(l.FileBytesMax, FileBytesMax)
	l.OutputBytesMax = orDefault(l.OutputBytesMax, OutputBytesMax)
	l.StderrBytesMax = orDefault(l.StderrBytesMax, StderrBytesMax)
	l.ValuesMax = orDefault(l.ValuesMax, stream.ValuesMax)
	if l.enough == 0 {
		l.enough = enoughAlone
	}
	return l
}

func orDefault[N int | int64 | time.Duration](n, fallback N) N {
	if n <= 0 {
		return fallback
	}
	return n
}
