package folder

import (
	"errors"

	"golang.org/x/sys/unix"
)

// capabilities is the attribute in which the kernel keeps those of a file.
const capabilities = "security.capability"

// withoutCapabilities tells whether a file has no capabilities, or is rid of
// them now.
func withoutCapabilities(e *Entry) bool {
	f, err := e.Open()
	if err != nil {
		// Its owner may not read it; to give itself the right to is harmless.
		if e.at.Chmod(e.base, e.Info.Mode().Perm()|0o400) != nil {
			return false
		}
		if f, err = e.Open(); err != nil {
			return false
		}
	}
	defer f.Close()
	if n, err := unix.Fgetxattr(int(f.Fd()), capabilities, nil); n == 0 && err == nil || errors.Is(err, unix.ENODATA) || errors.Is(err, unix.ENOTSUP) {
		return true
	}
	return unix.Fremovexattr(int(f.Fd()), capabilities) == nil
}
