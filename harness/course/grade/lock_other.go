//go:build !unix

package grade

import "os"

// lock does nothing: here one process grades a course at a time.
func lock(*os.File) error { return nil }
