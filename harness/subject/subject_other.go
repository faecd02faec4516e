//go:build !unix

package subject

import (
	"os"
	"os/exec"
)

// isolate does nothing: there are no process groups here.
func isolate(*exec.Cmd) {}

// signalGroup ends the program. There is no polite way that every program
// here understands, and none to reach the processes that it started.
func (g *group) signalGroup(forced bool) {
	if forced {
		// A program that is gone already is what was wanted.
		_ = g.cmd.Process.Kill()
	}
}

// exitOf returns the exit status of the program.
func exitOf(state *os.ProcessState) (status int, signal string) {
	return state.ExitCode(), ""
}
