package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// programFlags are the flags of commands that start programs and judge them: how a
// program runs, its limits, and how strictly codes are compared.
type programFlags struct {
	timeout   time.Duration
	cpu       time.Duration
	memory    byteSize
	output    byteSize
	procs     int
	isolation string
	read      []string
	dir       string
	protocol  string
	codes     string
}

// The usages of flags that several commands register by themselves.
const (
	usageIsolation = "`strict|best|none`: strict: full sandbox, or the program does not run; best: as much as this machine can; none: no sandbox"
	usageRead      = "`PATH`: let the program read this file or folder, too; repeatable"
	usageCodes     = "`lax|strict`: another code for an illegal request is a remark (lax), or wrong (strict)"
	usageSeed      = "`N`: seed of everything random (default: a new one, which is printed)"
	usageSeedFixed = "`N`: seed of everything random"
	usageScale     = "`FACTOR`: multiply the times of the protocol; the other side must do the same"
	usageChart     = "`FILE`: also draw an SVG chart: "
	usageMutant    = "`ID`: answer by rules that are wrong in one clause (touchstone games GAME mutants)"
	usageTo        = "`FILE`: write to this file (default: standard output)"
	usageJobs      = "`N`: do N things at once; the output is the same"
	usageProgram   = "`PORT`: act as the program of the live task, called with this port"
)

// What happens without --jobs and without --procs, in the hints of several commands.
const withoutJobs = "run as many programs as the machine has room for"

var withoutProcs = fmt.Sprintf("allow %d processes and threads at once", subject.ProcessesMax)

// isolated is how far programs are kept apart: that of the flags, and any that the rules
// ask.
func (f *programFlags) isolated(rules game.Rules) (subject.Isolation, error) {
	if f.memory < subject.MemoryBytesLeast {
		return "", &game.UsageError{
			Message: fmt.Sprintf("--memory is %s, expected at least %s", f.memory.String(), text.Bytes(subject.MemoryBytesLeast)),
			Hint:    "add a unit: K, M or G",
		}
	}
	isolation, err := subject.ParseIsolation(f.isolation)
	if asked, ok := rules.(game.Faulty); ok && err == nil {
		asked.Isolate(f.isolation)
	}
	return isolation, err
}

// register adds the flags to a command.
func (f *programFlags) register(c *cobra.Command) {
	f.memory, f.output = subject.MemoryBytesMax, subject.OutputBytesMax
	flags := c.Flags()
	flags.DurationVar(&f.timeout, "timeout", subject.Timeout, "`DURATION`: wall clock limit for one case; live tasks get what the game may take")
	flags.DurationVar(&f.cpu, "cpu", 0, "`DURATION`: CPU limit for one case (default: --timeout plus 10s)")
	flags.Var(&f.memory, "memory", "`SIZE`: memory limit for one case, such as 512M")
	flags.Var(&f.output, "output", "`SIZE`: limit of what the program prints in one case, such as 512K")
	flags.IntVar(&f.procs, "procs", subject.ProcessesMax, "`N`: limit of processes and threads at once")
	flags.StringVar(&f.isolation, "isolation", string(subject.Best), usageIsolation)
	flags.StringArrayVar(&f.read, "read", nil, usageRead)
	flags.StringVar(&f.dir, "dir", "", "`FOLDER`: run the program in FOLDER (read-only); relative paths start there (default: a new empty folder)")
	flags.StringVar(&f.protocol, "protocol", protocolSpawn, "`spawn|lines`: start the program for each case, or give it one case a line")
	flags.StringVar(&f.codes, "codes", string(judge.Lax), usageCodes)
}
