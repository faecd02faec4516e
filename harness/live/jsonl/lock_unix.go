//go:build unix

package jsonl

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile locks a file for as long as it is open, and tells whether nobody else
// has. Where the file system knows no locks there is none.
func lockFile(file *os.File) bool {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK
}
