package subject

import (
	"math"
	"sync"

	"golang.org/x/sys/unix"
)

// firstFile is the first file descriptor behind the standard streams.
const firstFile = 3

// seal keeps them from programs that the harness starts itself.
var seal = sync.OnceFunc(sealFiles)

// sealFiles keeps all files but the standard streams from programs that this
// process starts: whoever started the harness may have left it some open.
func sealFiles() {
	if unix.CloseRange(firstFile, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	// The kernel is older than 5.11.
	for _, fd := range numbers("/proc/self/fd") {
		if fd >= firstFile {
			unix.CloseOnExec(fd)
		}
	}
}
