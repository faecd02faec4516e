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
