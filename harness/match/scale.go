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

// Scaled is a time on a scale, 0 standing for 1.
func Scaled(d time.Duration, scale float64) time.Duration {
	if scale <= 0 {
		return d
	}
	return time.Duration(float64(d) * scale)
}
