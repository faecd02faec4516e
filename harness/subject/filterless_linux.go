package subject

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// After a deadlock in the kernel, whoever asks it for a filter of system calls waits for ever
// and cannot be ended, until the machine starts anew. Seen with Linux 6.18, when thousands of
// filters of a program were given back at once: see filterOf. Programs then run as where there
// is no filter. One supervisor finds that out, for all commands of this user.

// filterUnanswered is why there is no filter then.
const filterUnanswered = "the kernel has stopped answering requests for a filter: start the machine anew"

// filterless tells that this was found out in this process.
var filterless atomic.Bool

// hasNoFilter tells whether the kernel is known not to answer.
func hasNoFilter() bool {
	if filterless.Load() {
		return true
	}
	name := filterlessName()
	var about unix.Stat_t
	if name == "" || unix.Lstat(name, &about) != nil || about.Mode&unix.S_IFMT != unix.S_IFREG || int(about.Uid) != os.Geteuid() {
		return false
	}
	known, err := os.ReadFile(name)
	if err != nil || len(known) == 0 || !bytes.Equal(known, bootID()) {
		return false
	}
	filterless.Store(true)
	return true
}

// noteNoFilter notes it for all commands, as far as there is a folder for what holds until
// the machine starts anew.
func noteNoFilter() {
	filterless.Store(true)
	if name := filterlessName(); name != "" {
		// Where it cannot be written, each command finds it out for itself.
		_ = os.WriteFile(name, bootID(), 0o600)
	}
}

// rootFolder is where root has what holds until the machine starts anew.
var rootFolder = "/run"

// filterlessName is the file in which it is noted, "" if there is no place that only this
// user can write to.
func filterlessName() string {
	folder := os.Getenv("XDG_RUNTIME_DIR")
	if os.Geteuid() == 0 {
		folder = rootFolder
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "touchstone-without-filter")
}

// bootID tells this start of the machine from all others.
func bootID() []byte {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return id
}

// waitsForFilter tells whether a thread of a process waits in the kernel for a filter, where
// no signal ends it.
func waitsForFilter(pid int) bool {
	for _, thread := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
		call, _ := readProc(fmt.Sprintf("/proc/%d/task/%d/syscall", pid, thread))
		number, _, _ := bytes.Cut(call, []byte(" "))
		stat := statOf(fmt.Sprintf("/proc/%d/task/%d/stat", pid, thread))
		if string(number) == strconv.Itoa(unix.SYS_SECCOMP) && len(stat) > 0 && string(stat[0]) == "D" {
			return true
		}
	}
	return false
}
