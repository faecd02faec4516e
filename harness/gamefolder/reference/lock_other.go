//go:build !unix

package reference

import "os"

// lockFolder locks nothing on this system.
func lockFolder(string) *os.File { return nil }
