//go:build unix

package grade

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock waits until nobody else holds the lock of a file, and then holds it for
// as long as the file is open. Where the file system knows no locks there is
// none.
func lock(file *os.File) error {
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX)
		switch {
		case err == nil, errors.Is(err, unix.ENOLCK), errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS):
			return nil
		case !errors.Is(err, unix.EINTR):
			return err
		}
	}
}
