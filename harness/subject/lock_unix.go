//go:build unix

package subject

import (
	"os"

	"golang.org/x/sys/unix"
)

// LockFolder locks a folder until it is closed, nil if somebody else has or if there are no
// locks. The lock ends with the process that has it, however that ends.
func LockFolder(path string) *os.File {
	f, err := os.OpenFile(path, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		f.Close()
		return nil
	}
	return f
}
