//go:build unix

package subject

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// isolate gives the program a process group of its own, which can be killed as
// a whole and does not get the terminal's Ctrl-C.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	adopt()
	seal()
}

// signalGroup asks all processes of the program's group to end, or ends them.
func (g *group) signalGroup(forced bool) {
	signal := syscall.SIGTERM
	if forced {
		signal = syscall.SIGKILL
	}
	// A group that is gone already is what was wanted.
	_ = syscall.Kill(-g.pid, signal)
}

// exitOf returns the exit status of a program that exited, or the name of the
// signal that ended it, the status then being -1.
func exitOf(state *os.ProcessState) (status int, signal string) {
	if wait, ok := state.Sys().(syscall.WaitStatus); ok {
		return statusOf(wait)
	}
	return state.ExitCode(), ""
}

func statusOf(wait syscall.WaitStatus) (status int, signal string) {
	if !wait.Signaled() {
		return wait.ExitStatus(), ""
	}
	if signal = unix.SignalName(wait.Signal()); signal == "" {
		signal = strconv.Itoa(int(wait.Signal())) // those above 31 have no names of their own
	}
	return -1, signal
}
