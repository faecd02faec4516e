//go:build !linux

package clock

import "time"

// started is when this began.
var started = time.Now()

// Thread is the time on the wall, since threads cannot be asked here.
func Thread() time.Duration { return time.Since(started) }
