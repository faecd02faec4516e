//go:build !unix

package subject

import "os"

// LockFolder locks nothing on this system.
func LockFolder(string) *os.File { return nil }
