package match

import "time"

// The limits of a scale of times: below, the pauses of the machine itself would
// count, and above nobody would wait.
const (
	ScaleMin = 0.001
	ScaleMax = 1000.0
)

// Scaled is a time on a scale, 0 standing for 1.
func Scaled(d time.Duration, scale float64) time.Duration {
	if scale <= 0 {
		return d
	}
	return time.Duration(float64(d) * scale)
}
