//go:build unix

package folder

import (
	"io/fs"
	"syscall"
)

// statBlock is the unit in which a system counts what files take.
const statBlock = 512

// Taken is how many bytes of the disk a file takes: one with holes takes fewer
// than it is long.
func Taken(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(stat.Blocks) * statBlock
	}
	return info.Size()
}

// names is how many names a file has.
func names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
