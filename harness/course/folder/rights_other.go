//go:build !linux

package folder

// withoutCapabilities tells whether a file has no capabilities: only Linux has
// them.
func withoutCapabilities(*Entry) bool { return true }
