package run

import (
	"context"
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a setup, and why.
const (
	// SetupTimeout is what it gets by default: a first build of a large
	// project that has to fetch its packages takes minutes.
	SetupTimeout = 10 * time.Minute
	// SetupMemoryBytesMax, SetupProcessesMax, SetupOpenFilesMax and
	// SetupFileBytesMax only keep a build that has run wild from taking the
	// machine down: linkers and virtual machines of build tools take gigabytes,
	// and tools that run a job for each processor hundreds of processes.
	SetupMemoryBytesMax = 64 << 30
	SetupProcessesMax   = 16 << 10
	SetupOpenFilesMax   = 64 << 10
	SetupFileBytesMax   = 64 << 30
	// SetupProcessorsMax is for how many processors a setup may take its time.
	SetupProcessorsMax = 256
	// setupLinesMax and setupBytesMax keep two screens of what a compiler
	// says; it is shown only once.
	setupLinesMax = 60
	setupBytesMax = 8 << 10
)

// A Setup is a command line for the shell that runs once before all cases,
// usually to build the subject.
type Setup struct {
	Command string
	Timeout time.Duration // 0: SetupTimeout
}

// A SetupError is a setup that failed.
type SetupError struct {
	Command string
	How     string // "exit status 2"
	Output  string // its last lines, stdout and stderr as they came
}

func (e *SetupError) Error() string {
	return fmt.Sprintf("the setup %q failed: %s", e.Command, text.Valid(e.How))
}

// run runs the setup; without a command it does nothing. The error is a
// *SetupError, or that of the context. Processes that the setup leaves behind
// are ended like those of a subject: it builds, it does not serve.
func (s Setup) run(ctx context.Context) error {
	if s.Command == "" {
		return nil
	}
	if s.Timeout <= 0 {
		s.Timeout = SetupTimeout
	}
	// Both streams go where not values but last lines are kept.
	shell := &subject.Command{Argv: []string{"sh", "-c", `eval "$1" >&2`, "sh", s.Command}, Isolation: subject.Unisolated}
	limits := subject.Limits{
		Timeout: s.Timeout, CPU: min(s.Timeout, subject.DurationMax/SetupProcessorsMax) * SetupProcessorsMax,
		MemoryBytesMax: SetupMemoryBytesMax, ProcessesMax: SetupProcessesMax,
		OpenFilesMax: SetupOpenFilesMax, FileBytesMax: SetupFileBytesMax,
	}
	answer := shell.Run(ctx, nil, limits)
	failed := &SetupError{Command: s.Command, Output: endOf(answer.Stderr, setupLinesMax, setupBytesMax)}
	switch answer.Fault {
	case subject.None:
		return nil
	case subject.Canceled:
		return context.Cause(ctx)
	case subject.Crashed:
		failed.How = fmt.Sprintf("exit status %d", answer.Exit)
		if answer.Signal != "" {
			failed.How = "signal " + answer.Signal
		}
	case subject.Silent, subject.TimedOut:
		failed.How = fmt.Sprintf("still running after %v", s.Timeout)
	case subject.CPULimit:
		failed.How = fmt.Sprintf("more than %v of processor time", limits.CPU)
	case subject.MemoryLimit:
		failed.How = fmt.Sprintf("more than %s of memory", text.Bytes(SetupMemoryBytesMax))
	case subject.ProcessLimit:
		failed.How = fmt.Sprintf("more than %d processes and threads at once", SetupProcessesMax)
	default:
		failed.How = string(answer.Fault)
		if answer.Err != nil {
			failed.How += ": " + answer.Err.Error()
		}
	}
	return failed
}
