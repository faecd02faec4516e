package ubongo

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules  *rules
	task   string
	dec    *decoder
	solver *solver // made when first needed
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle {
		o := newOracle(r)
		o.task = task
		return o
	}, func(o *oracle) { o.dec.reset() })
}

// solvers are what answers each task.
var solvers = game.Solvers[*oracle]{
	"move":    (*oracle).move,
	"play":    (*oracle).play,
	"view":    (*oracle).view,
	"score":   (*oracle).score,
	"setup":   (*oracle).setup,
	"check":   (*oracle).check,
	"solve":   (*oracle).solve,
	"rewards": (*oracle).rewards,
	"solo":    (*oracle).solo,

	"server":  (*oracle).server,
	"clients": (*oracle).clients,
	"player":  (*oracle).clients,
}

func (o *oracle) readState(in []jsontext.Value) (t *table, err error) {
	err = o.dec.read(in, 0, func() { t = o.dec.stateValue() })
	return t, err
}

func (o *oracle) readProblem(in []jsontext.Value) (p problem, err error) {
	err = o.dec.read(in, 0, func() { p = o.dec.problemValue() })
	return p, err
}

func (o *oracle) readMove(in []jsontext.Value) (*table, request, error) {
	var q request
	t, err := o.readState(in)
	if err == nil {
		err = o.dec.read(in, 1, func() { q = o.dec.requestValue() })
	}
	return t, q, err
}

// move judges one request.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	t, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	if c := o.rules.move(t, &q); c != legal {
		out.Clause = o.rules.clauseOf(c)
		if c == wrongPhase || c == notYourTurn {
			out.Clause = turnClauses[q.kind]
		}
		out.Buf = append(out.Buf, `{"legal":false,"code":`...)
		out.Buf = appendString(out.Buf, string(c))
	} else {
		out.Buf = append(out.Buf, `{"legal":true,"state":`...)
		out.Buf = o.rules.appendState(out.Buf, t)
	}
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// turnClauses say when, and by whom, a request of each type is due.
var turnClauses = [...]string{roll: "UO-17", flip: "UO-18", claim: "UO-19", stop: "UO-24", playoff: "UO-58"}

// play judges one request after another. An illegal one changes nothing.
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	t, err := o.readState(in)
	if err != nil {
		return err
	}
	requests := make([]request, len(in)-1)
	for i := range requests {
		if err := o.dec.read(in, i+1, func() { requests[i] = o.dec.requestValue() }); err != nil {
			return err
		}
	}
	out.Buf = append(out.Buf, '[')
	for i := range requests {
		if i > 0 {
			out.Buf = append(out.Buf, ',')
		}
		if c := o.rules.move(t, &requests[i]); c != legal {
			out.Buf = appendString(out.Buf, string(c))
		} else {
			out.Buf = append(out.Buf, "true"...)
		}
	}
	out.Buf = append(out.Buf, ']')
	out.End()
	out.Buf = o.rules.appendState(out.Buf, t)
	out.End()
	o.writeResult(t, out)
	return nil
}

func (o *oracle) writeResult(t *table, out *game.Output) {
	out.Buf = o.rules.appendResult(out.Buf, t)
	out.End()
}

// view is what a player sees of a State.
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	t, err := o.readState(in)
	if err != nil {
		return err
	}
	var p int
	err = o.dec.read(in, 1, func() {
		last := len(t.players) - 1
		p = o.dec.Int(0, last, "a player of the state, an integer from 0 to "+strconv.Itoa(last))
	})
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendView(out.Buf, t, p)
	out.End()
	return nil
}

func (o *oracle) score(in []jsontext.Value, out *game.Output) error {
	t, err := o.readState(in)
	if err != nil {
		return err
	}
	o.writeResult(t, out)
	return nil
}

func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var s setup
	if err := o.dec.read(in, 0, func() { s = o.dec.setupValue() }); err != nil {
		return err
	}
	t := o.rules.begin(&s)
	out.Buf = o.rules.appendState(out.Buf, &t)
	out.End()
	return nil
}

// check holds placements against a problem, and says what is wrong first.
func (o *oracle) check(in []jsontext.Value, out *game.Output) error {
	p, err := o.readProblem(in)
	if err != nil {
		return err
	}
	var list []placement
	if err := o.dec.read(in, 1, func() { list = o.dec.placementList() }); err != nil {
		return err
	}
	f := o.rules.judge(p, list)
	if f.code != legal {
		out.Clause = o.rules.clauseOf(f.code)
		out.Buf = append(out.Buf, `{"ok":false,"code":`...)
		out.Buf = appendString(out.Buf, string(f.code))
		out.Buf = append(out.Buf, '}')
	} else {
		out.Clause = "UO-80"
		out.Buf = append(out.Buf, `{"ok":true}`...)
	}
	out.End()
	return nil
}

// solve counts the solutions of a problem and gives the first one.
func (o *oracle) solve(in []jsontext.Value, out *game.Output) error {
	p, err := o.readProblem(in)
	if err != nil {
		return err
	}
	s := o.solving()
	before := s.seen
	t := o.rules.solve(s, p)
	out.Work += s.seen - before
	out.Buf = o.rules.appendTally(out.Buf, p, t)
	out.End()
	return nil
}

func (o *oracle) solving() *solver {
	if o.solver == nil {
		o.solver = newSolver(o.rules.ways)
	}
	return o.solver
}

// rewards pays one round.
func (o *oracle) rewards(in []jsontext.Value, out *game.Output) error {
	var p payout
	if err := o.dec.read(in, 0, func() { p = o.dec.payoutValue() }); err != nil {
		return err
	}
	gains := o.rules.pay(&p)
	out.Buf = append(out.Buf, `{"gains":`...)
	out.Buf = appendList(out.Buf, gains, appendGems)
	out.Buf = append(out.Buf, `,"points":`...)
	out.Buf = appendList(out.Buf, gains, func(b []byte, g gems) []byte { return appendInt(b, o.rules.points(&g)) })
	out.Buf = append(out.Buf, `,"display":`...)
	out.Buf = appendDisplay(out.Buf, p.display)
	out.Buf = append(out.Buf, `,"bag":`...)
	out.Buf = appendGems(out.Buf, p.bag)
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// solo judges the log of a run.
func (o *oracle) solo(in []jsontext.Value, out *game.Output) error {
	var p run
	if err := o.dec.read(in, 0, func() { p = o.dec.runValue() }); err != nil {
		return err
	}
	v := o.rules.assess(&p)
	variant := variantNames[0]
	if p.timed {
		variant = variantNames[1]
	}
	out.Buf = append(out.Buf, `{"variant":`...)
	out.Buf = appendString(out.Buf, variant)
	out.Buf = append(out.Buf, `,"solved":`...)
	out.Buf = appendInt(out.Buf, v.solved)
	out.Buf = append(out.Buf, `,"aside":`...)
	out.Buf = appendInt(out.Buf, v.aside)
	out.Buf = append(out.Buf, `,"wrong":`...)
	out.Buf = appendInt(out.Buf, v.wrong)
	out.Buf = append(out.Buf, `,"time":`...)
	out.Buf = appendOrNull(out.Buf, v.timeMs, noTime)
	out.Buf = append(out.Buf, `,"finished":`...)
	out.Buf = strconv.AppendBool(out.Buf, v.finished)
	out.Buf = append(out.Buf, `,"record":`...)
	out.Buf = strconv.AppendBool(out.Buf, v.record)
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// clauseOf is the clause that a request breaks with this code.
func (r *rules) clauseOf(c code) string { return r.ClauseOf(string(c)) }

// Check tells whether raw is a valid value of the given name. A value that no
// task reads has no decoder and is left to its schema.
func (r *rules) Check(value string, raw jsontext.Value) error {
	read := readers[value]
	if read == nil {
		return nil
	}
	d := newDecoder(r)
	return d.read([]jsontext.Value{raw}, 0, func() { read(d) })
}

// Reads implements game.Reader.
func (r *rules) Reads(value string) bool { return readers[value] != nil }

// readers read a value of each name that a task or a player reads.
var readers = map[string]func(d *decoder){
	"state":      func(d *decoder) { d.stateValue() },
	"request":    func(d *decoder) { d.requestValue() },
	"index":      func(d *decoder) { d.playerIndex() },
	"setup":      func(d *decoder) { d.setupValue() },
	"problem":    func(d *decoder) { d.problemValue() },
	"placements": func(d *decoder) { d.placementList() },
	"rewards":    func(d *decoder) { d.payoutValue() },
	"solo":       func(d *decoder) { d.runValue() },
	"chance":     func(d *decoder) { d.chance() },
	"actor":      func(d *decoder) { actors().Actor(&d.Cursor) },
	"actors":     func(d *decoder) { actors().Actors(&d.Cursor) },
	"guests":     func(d *decoder) { (&guest.Reader{Cursor: &d.Cursor}).Read() },
	"turn-reply": func(d *decoder) {
		if d.Kind() == 'f' {
			d.Skip()
			return
		}
		d.turnReply()
	},
}
