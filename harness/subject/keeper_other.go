//go:build !linux

package subject

import (
	"context"
	"runtime"
	"syscall"
)

// badLoader stands for an error that other systems do not have.
const badLoader = syscall.ENOEXEC

// Keeper does nothing: keepers need what only Linux has.
func Keeper() {}

// A pool stands for keepers that do not exist here.
type pool struct{}

func newPool(c *Command) (*pool, error) {
	if c.Isolation == Strict {
		return nil, notStrict(Survey())
	}
	return &pool{}, nil
}

func (*pool) keep(context.Context, Limits, int, place) (tree, pipeEnds, error) {
	return nil, pipeEnds{}, nil
}

func (*pool) close() {}

// endGroups does nothing: there are no control groups.
func endGroups() {}

// Sees tells what a program is shown besides the system: here nothing is kept
// from it.
func (*Command) Sees() []string { return nil }

// Survey tells what this machine offers to keep programs apart.
func Survey() []Facility {
	const why = "this needs Linux"
	return []Facility{
		{Name: "private folder", Available: true, Needed: true, Follows: "each run starts in a new empty folder"},
		{Name: "clean environment", Available: true, Needed: true, Follows: "programs do not see touchstone's environment variables"},
		{
			Name: "process group", Available: runtime.GOOS != "windows", Detail: runtime.GOOS, Why: missing(runtime.GOOS == "windows"),
			Follows: "child processes are stopped with the program, unless they leave its process group",
		},
		{Name: "namespaces", Needed: true, Why: why, Follows: "a program sees other processes and can reach the network"},
		{Name: "landlock", Needed: true, Why: why, Follows: "a program can read and write whatever you can"},
		{Name: "sampling", Needed: true, Why: why, Follows: "memory, processor time and processes have no limit"},
		{Name: "resource limits", Needed: true, Why: why, Follows: "the number of open files and the size of files have no limit"},
	}
}

func missing(is bool) string {
	if is {
		return "there are none on this system"
	}
	return ""
}
