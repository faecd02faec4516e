package subject

import (
	"os"

	"golang.org/x/sys/unix"
)

// unreadBytes counts what stands in a pipe, seen from the end that writes.
func unreadBytes(pipe *os.File) (count int, known bool) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = raw.Control(func(fd uintptr) {
		count, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ)
		known = err == nil
	})
	return count, known && err == nil
}

// isHeld tells whether somebody may still write to a pipe, seen from the end that reads, also
// while there is something to read.
func isHeld(pipe *os.File) bool {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return true
	}
	held := true
	if err := raw.Control(func(fd uintptr) {
		polled := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(polled, 0)
		held = err != nil || n == 0 || polled[0].Revents&unix.POLLHUP == 0
	}); err != nil {
		return true
	}
	return held
}
