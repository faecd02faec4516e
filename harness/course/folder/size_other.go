//go:build !unix

package folder

import "io/fs"

// Taken is how many bytes of the disk a file takes.
func Taken(info fs.FileInfo) int64 { return info.Size() }

// names is how many names a file has.
func names(fs.FileInfo) uint64 { return 1 }
