package match

import "time"

// The limits of a scale of times: below, the pauses of the machine itself would
// count, and above nobody would wait.
const (
	ScaleMin = 0.001
	ScaleMax = 1000.0
)

// millisMax stands for all longer times: nobody waits for a year, and a sum of
// many years is a time still.
const millisMax = 365 * 24 * 60 * 60 * 1000

// Millis is a time of the rules, in milliseconds, on a scale, 0 standing for 1.
// Any number is fine; what is longer than a year is a year.
func Millis(n, scale float64) time.Duration {
	if scale > 0 {
		n *= scale
	}
	return time.Duration(min(n, millisMax) * float64(time.Millisecond))
}

const (
	// tolerance is how far a time may be from that of the rules (11.4).
	tolerance = time.Second
	// toleranceMin is the least of it on a scale of times: so long a machine with
	// other work may let a program wait.
	toleranceMin = 300 * time.Millisecond
)

// Tolerance is how far a time on a scale, 0 standing for 1, may be from that of the
// rules.
func Tolerance(scale float64) time.Duration {
	return max(Scaled(tolerance, scale), toleranceMin)
}

// Took is what a Timed referee is told of a reply that took these milliseconds on
// a scale, 0 standing for 1, and by how much a player may be wrong about its own time:
// by the tolerance of all times. Both are in milliseconds of the rules.
func Took(ms, scale float64) (took, slack int) {
	if scale <= 0 {
		scale = 1
	}
	return int(min(ms/scale, millisMax)), int(max(float64(tolerance.Milliseconds()), float64(toleranceMin.Milliseconds())/scale))
}

// Scaled is a time on a scale, 0 standing for 1.
func Scaled(d time.Duration, scale float64) time.Duration {
	if scale <= 0 {
		return d
	}
	return time.Duration(float64(d) * scale)
}
