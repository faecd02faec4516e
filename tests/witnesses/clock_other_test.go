//go:build !linux

package witnesses

import "time"

// started is when this began.
var started = time.Now()

// processorTime is the time on the wall, since threads cannot be asked here.
func processorTime() time.Duration { return time.Since(started) }
