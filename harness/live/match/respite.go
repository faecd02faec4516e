package match

import "time"

// A Gauge tells how much processor time a player had in the last wait for it, and whether
// others kept it from more.
type Gauge func(wait time.Duration) (used time.Duration, starved bool)

// respitesMax bounds how often the time of one wait begins again, so that a game ends on a
// machine that is as good as dead.
const respitesMax = 20

// Respite makes a function that tells each time when a limit is up whether it begins once
// more. It does for a player that others keep from the processors, until that has had as much
// processor time as the limit is long: those who compute out of turn must not make it late.
func Respite(gauge Gauge, limit time.Duration) (more func() bool) {
	times, had := 0, time.Duration(0)
	return func() bool {
		if gauge == nil || times == respitesMax {
			return false
		}
		times++
		used, starved := gauge(limit)
		had += used
		return starved && had < limit
	}
}
