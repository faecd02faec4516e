// Package clock measures what tests take, however busy the machine is.
package clock

import (
	"syscall"
	"time"
)

// Thread is what the thread of the caller has had of a processor, who must
// have locked it: unlike the time on the wall it does not tell how busy the
// machine is.
func Thread() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		panic(err) // there is a thread
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
