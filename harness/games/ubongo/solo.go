package ubongo

// An eventType is what happens in a solo run.
type eventType uint8

const (
	starts eventType = iota
	solves
	putsAside
)

var eventTypes = []string{"start", "solve", "aside"}

// An event is one line of the log of a run.
type event struct {
	kind       eventType
	atMs       int
	board      boardIndex // of a start
	die        int
	placements []placement // of a solve
}

// A run is the log of a solo game (UO-01).
type run struct {
	timed  bool // variant time, else count
	wanted int  // tasks of a timed run, minutes of the other
	best   int  // best result so far, ms or tasks, or noBest
	events []event
}

const noBest = -1

// A outcome is what a run has come to.
type outcome struct {
	solved, aside, wrong int
	timeMs               int // or noTime
	finished, record     bool
}

const noTime = -1

const msPerMinute = 60_000

// bestMax bounds a best result.
const bestMax = 3_600_000

var amounts = []int{5, 10, 20}

// assess counts what happened in a run. With variant count all up to the limit
// counts, a solution at exactly the limit too (UO-68); with variant time all up
// to the solution that ended the run (UO-69).
func (r *rules) assess(p *run) outcome {
	v := outcome{timeMs: noTime, finished: !p.timed}
	limitMs := p.wanted * msPerMinute
	var task problem
	for i := range p.events {
		e := &p.events[i]
		if !p.timed && e.atMs > limitMs {
			continue // UO-68
		}
		switch e.kind {
		case starts:
			task = r.problem(e.board, e.die)
		case putsAside:
			v.aside++ // UO-70
		case solves:
			if r.judge(task, e.placements).code != legal {
				v.wrong++ // UO-72
				continue
			}
			v.solved++
			if !p.timed || v.solved == p.wanted {
				v.timeMs, v.finished = e.atMs, true // UO-69
			}
		}
		if p.timed && v.finished {
			break
		}
	}
	v.record = v.finished && r.beats(&v, p)
	return v
}

// beats tells whether a finished run is better than the best so far (UO-73).
func (r *rules) beats(v *outcome, p *run) bool {
	switch {
	case p.best == noBest:
		return true
	case p.timed:
		return v.timeMs < p.best
	}
	return v.solved > p.best
}
