//go:build !linux

package grade

// mayMake tells whether a file can certainly be made in a folder.
func mayMake(string) bool { return false }
