package ubongo

// An eventType is what happens in a solo run.
type eventType uint8

const (
	starts eventType = iota
	solves
	putsAside
)

var eventTypes = []string{"start", "solve", "aside"}

var eventKeys = [][]string{
	starts:    {"type", "at", "board", "die"},
	solves:    {"type", "at", "placements"},
	putsAside: {"type", "at"},
}

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

var (
	variantNames = []string{"count", "time"}
	soloKeys     = []string{"variant", "minutes", "tasks", "best", "events"}
	amounts      = []int{5, 10, 20}
)

// runValue reads a Solo and goes through the whole log: a board is started when
// none is open, its card is new (UO-71), and solutions are for the open one.
func (d *decoder) runValue() run {
	at := d.Offset()
	p := run{best: noBest}
	seen := d.members("a solo run", soloKeys, func(i int) {
		switch soloKeys[i] {
		case "variant":
			p.timed = d.word(`"count" or "time"`, variantNames) == 1
		case "minutes", "tasks":
			amountAt := d.Offset()
			p.wanted = d.Int(amounts[0], amounts[2], "5, 10 or 20")
			if p.wanted != amounts[0] && p.wanted != amounts[1] && p.wanted != amounts[2] {
				d.Fail(amountAt, "", "expected 5, 10 or 20, found %d", p.wanted)
			}
		case "best":
			if !d.null() {
				p.best = d.Int(0, bestMax, "an integer from 0 to 3600000, or null")
			}
		case "events":
			d.eventList(&p)
		}
	})
	amount := 1
	if p.timed {
		amount = 2
	}
	if d.Err() != nil {
		return p
	}
	for i, key := range soloKeys {
		needed := i != 1 && i != 2 || i == amount
		switch has := seen&(1<<i) != 0; {
		case needed && !has:
			d.Fail(at, "", "the key %q is missing in a solo run", key)
		case has && !needed:
			d.refuse("", path(key), "unknown key %q in a solo run of this variant", key)
		}
	}
	d.checkLog(&p)
	return p
}

func (d *decoder) eventList(p *run) {
	at := d.Offset()
	n := 0
	for d.Array("an array of events"); d.More(); n++ {
		// What is too long is refused anyway, and must not take memory.
		if e := d.eventValue(); n < eventsMax {
			p.events = append(p.events, e)
		}
	}
	if n > eventsMax {
		d.Fail(at, "", "expected at most %d events, found %d", eventsMax, n)
	}
}

func (d *decoder) eventValue() event {
	var e event
	at := d.Offset()
	e.kind = eventType(max(0, d.typeOf("an event", eventTypes)))
	if d.Err() != nil {
		return e
	}
	d.Seek(at)
	keys := eventKeys[e.kind]
	d.object("an event of type "+eventTypes[e.kind], keys, func(i int) {
		switch keys[i] {
		case "type":
			d.Skip()
		case "at":
			e.atMs = d.timeMs()
		case "board":
			e.board = d.board()
		case "die":
			e.die = d.die()
		case "placements":
			e.placements = d.placementList()
		}
	})
	return e
}

// checkLog refuses a log that contradicts itself, also behind the end of the
// run.
func (d *decoder) checkLog(p *run) {
	r := d.rules
	var used cardSet
	open := false
	var task problem
	last := 0
	for i := range p.events {
		if d.Err() != nil {
			return
		}
		e := &p.events[i]
		if e.atMs < last {
			d.refuse("UO-68", path("events", i, "at"), "expected a time of at least %d ms, found %d", last, e.atMs)
		}
		last = e.atMs
		switch {
		case e.kind == starts && open:
			d.refuse("UO-71", path("events", i), "expected no start while a board is open")
		case e.kind != starts && !open:
			d.refuse("UO-71", path("events", i), "expected a start, since no board is open")
		case e.kind == starts && !used.add(r, e.board):
			d.refuse("UO-71", path("events", i, "board"), "expected a card not yet used in this run, found %s", r.content.boards[e.board].id)
		case e.kind == starts:
			open, task = true, r.content.problem(e.board, e.die)
		case e.kind == solves:
			open = r.judge(task, e.placements).code != legal
		default:
			open = false // UO-70
		}
	}
}

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
