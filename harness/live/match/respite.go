package match

import "time"

// A Gauge tells how much processor time a player had in the last wait for it, and whether
// others kept it from more.
type Gauge func(wait time.Duration) (used time.Duration, starved bool)

// respitesMax bounds how often the time of one wait begins again, so that a game ends on a
// machine that is as good as dead.
const respitesMax = 20

// A respite gives a player that others keep from the processors the time that it would have
// had alone: those who compute out of turn must not make it late.
type respite struct {
	gauge Gauge
	limit time.Duration
	used  time.Duration
	times int
}

// more tells, when the limit is up, whether it begins once more.
func (r *respite) more() bool {
	if r.gauge == nil || r.times == respitesMax {
		return false
	}
	r.times++
	used, starved := r.gauge(r.limit)
	r.used += used
	return starved && r.used < r.limit
}

// Respite makes a function that tells each time when a limit is up whether it begins once
// more: it does for a player that was starved, until that has had as much processor time as
// the limit is long.
func Respite(gauge Gauge, limit time.Duration) (more func() bool) {
	r := &respite{gauge: gauge, limit: limit}
	return r.more
}
