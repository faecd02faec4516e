package ubongo

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules    *rules
	task     string
	dec      *decoder
	solver   *solver   // made when first needed
	requests []request // of task play
	codes    []code
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle {
		o := newOracle(r)
		o.task = task
		return o
	}, nil)
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
	err = o.dec.Decode(in, 0, func() { t = o.dec.stateValue() })
	return t, err
}

func (o *oracle) readProblem(in []jsontext.Value) (p problem, err error) {
	err = o.dec.Decode(in, 0, func() { p = o.dec.problemValue() })
	return p, err
}

func (o *oracle) readMove(in []jsontext.Value) (*table, request, error) {
	var q request
	t, err := o.readState(in)
	if err == nil {
		err = o.dec.Decode(in, 1, func() { q = o.dec.requestValue() })
	}
	return t, q, err
}

// move judges one request.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	t, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	c := o.rules.move(t, &q)
	if c != legal {
		out.Clause = o.rules.clauseOf(c)
		if c == wrongPhase || c == notYourTurn {
			out.Clause = turnClauses[q.kind]
		}
		if out.Explains {
			out.Why = o.rules.explain(t, &q, c)
		}
	}
	out.Buf = appendVerdict(out.Buf, t, c)
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
	for len(o.requests) < len(in)-1 {
		o.requests = append(o.requests, request{})
	}
	requests := o.requests[:len(in)-1]
	for i := range requests {
		if err := o.dec.Decode(in, i+1, func() { o.dec.forms.request.Read(&o.dec.Reader, &requests[i]) }); err != nil {
			return err
		}
	}
	o.codes = o.codes[:0]
	for i := range requests {
		c := o.rules.move(t, &requests[i])
		o.codes = append(o.codes, c)
	}
	out.Buf = o.dec.forms.answers.Append(out.Buf, &o.codes)
	out.End()
	out.Buf = appendState(out.Buf, t)
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
	err = o.dec.Decode(in, 1, func() {
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
	if err := o.dec.Decode(in, 0, func() { s = o.dec.setupValue() }); err != nil {
		return err
	}
	t := &o.dec.table
	*t = o.rules.begin(&s)
	out.Buf = appendState(out.Buf, t)
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
	if err := o.dec.Decode(in, 1, func() { list = o.dec.placementList() }); err != nil {
		return err
	}
	f := o.rules.judge(p, list)
	out.Clause = "UO-80"
	if f.code != legal {
		out.Clause = o.rules.clauseOf(f.code)
	}
	out.Buf = appendFault(out.Buf, f.code)
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
	if err := o.dec.Decode(in, 0, func() { p = o.dec.payoutValue() }); err != nil {
		return err
	}
	out.Buf = o.rules.appendGains(out.Buf, &p, o.rules.pay(&p))
	out.End()
	return nil
}

// solo judges the log of a run.
func (o *oracle) solo(in []jsontext.Value, out *game.Output) error {
	var p run
	if err := o.dec.Decode(in, 0, func() { p = o.dec.runValue() }); err != nil {
		return err
	}
	out.Buf = appendOutcome(out.Buf, p.timed, o.rules.assess(&p))
	out.End()
	return nil
}

// clauseOf is the clause that a request breaks with this code.
func (r *rules) clauseOf(c code) string { return r.ClauseOf(string(c)) }

// Check tells whether raw is a valid value of the given name: of the form that is
// described, and fit together where the rules ask for it. A value that no task
// reads is left to its schema.
func (r *rules) Check(name string, raw jsontext.Value) error { return r.Checker()(name, raw) }

// Checker implements game.Reader.
func (r *rules) Checker() func(name string, raw jsontext.Value) error {
	d := newDecoder(r)
	return d.forms.book.Checker(&d.Reader, map[string]func(){
		"state":   func() { d.stateValue() },
		"setup":   func() { d.setupValue() },
		"rewards": func() { d.payoutValue() },
		"solo":    func() { d.runValue() },
	})
}

// SplitsCases implements game.Splitter.
func (r *rules) SplitsCases() {}

// Reads implements game.Reader.
func (r *rules) Reads(name string) bool { return described().book.Reads(name) }
