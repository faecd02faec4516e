//go:build unix

package grade

import "golang.org/x/sys/unix"

// freeBytes is how many bytes of its disk a folder may still take; false says
// that nobody knows.
func freeBytes(path string) (int64, bool) {
	var stat unix.Statfs_t
	if unix.Statfs(path, &stat) != nil {
		return 0, false
	}
	return int64(stat.Bavail) * int64(stat.Bsize), true
}
