package ubar

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules *rules
	dec   *decoder
	how   passage

	requests []request
	codes    []code
	answer   struct {
		verdict verdictText
		sale    saleText
		winds   windsText
		cost    int
		fits    bool
	}
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle { return newOracle(r) }, nil)
}

// solvers are what answers each task.
var solvers = game.Solvers[*oracle]{
	"move":  (*oracle).move,
	"play":  (*oracle).play,
	"view":  (*oracle).view,
	"score": (*oracle).score,
	"setup": (*oracle).setup,
	"cost":  (*oracle).cost,
	"fit":   (*oracle).fit,
	"winds": (*oracle).winds,
	"sell":  (*oracle).sell,

	"server":  (*oracle).server,
	"clients": (*oracle).clients,
	"player":  (*oracle).clients,
}

// readState reads the first value of several tasks.
func (o *oracle) readState(in []jsontext.Value) (s *state, err error) {
	err = o.dec.Decode(in, 0, func() { s = o.dec.stateValue() })
	return s, err
}

// readMove reads the input of task move.
func (o *oracle) readMove(in []jsontext.Value) (s *state, q *request, err error) {
	if s, err = o.readState(in); err == nil {
		err = o.dec.Decode(in, 1, func() { q = o.dec.requestValue() })
	}
	return s, q, err
}

// move judges one request and carries it out.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	s, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	c := o.rules.judge(s, q, &o.how)
	if c != legal {
		out.Clause = o.rules.clauseOf(c, s.phase, &o.how)
		if out.Explains {
			before := o.dec.state
			out.Why = o.rules.explain(&before, q, c, &o.how)
		}
	}
	o.answer.verdict = verdictText{code: c, state: s}
	out.Buf = o.dec.forms.verdict.Append(out.Buf, &o.answer.verdict)
	out.End()
	return nil
}

// play judges a sequence of requests; an illegal one changes nothing. All are read
// before the first is judged.
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	d := o.dec
	o.requests = slices.Grow(o.requests[:0], len(in)-1)[:len(in)-1]
	for i := range o.requests {
		if err := readAs(d, in, i+1, &d.forms.request, &o.requests[i]); err != nil {
			return err
		}
	}
	o.codes = o.codes[:0]
	for i := range o.requests {
		c := o.rules.judge(s, &o.requests[i], &o.how)
		o.codes = append(o.codes, c)
	}
	out.Buf = d.forms.answers.Append(out.Buf, &o.codes)
	out.End()
	out.Buf = appendState(out.Buf, s)
	out.End()
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

// view is what a player sees of a State (UB-75).
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	var you int
	d := o.dec
	err = d.Decode(in, 1, func() {
		last := len(s.players) - 1
		you = d.Int(0, last, "the index of a player of the game, 0 to "+strconv.Itoa(last))
	})
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendView(out.Buf, s, you)
	out.End()
	return nil
}

func (o *oracle) score(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var b *setup
	if err := o.dec.Decode(in, 0, func() { b = o.dec.setupValue() }); err != nil {
		return err
	}
	out.Buf = appendState(out.Buf, o.rules.begin(b))
	out.End()
	return nil
}

// cost is the time to draft a tile (UB-21 to UB-24).
func (o *oracle) cost(in []jsontext.Value, out *game.Output) error {
	d := o.dec
	if err := readAs(d, in, 0, &d.forms.grid, &d.grid); err != nil {
		return err
	}
	if err := readAs(d, in, 1, &d.forms.pos, &d.pos); err != nil {
		return err
	}
	g, p := &d.grid, d.pos
	out.Clause = costClause(g, p)
	o.answer.cost = o.rules.costOrNone(g, p)
	out.Buf = d.forms.cost.Append(out.Buf, &o.answer.cost)
	out.End()
	return nil
}

// costClause is the clause that decides what a cell's tile costs.
func costClause(g *grid, p pos) string {
	switch {
	case !g.has(p):
		return "UB-24"
	case g.at(p) == 0:
		return "UB-23"
	}
	for d := up; d <= left; d++ {
		if g.at(p.plus(d.step())) != 0 {
			return "UB-22"
		}
	}
	return "UB-21"
}

// fit tells whether goods fit on a ship (UB-51).
func (o *oracle) fit(in []jsontext.Value, out *game.Output) error {
	d := o.dec
	if err := readAs(d, in, 0, &d.forms.someGoods, &d.some); err != nil {
		return err
	}
	g := d.some
	o.answer.fits = o.rules.fits(g)
	out.Buf = d.forms.fit.Append(out.Buf, &o.answer.fits)
	out.End()
	return nil
}

// winds lists the tiles that a wind re-triggers (UB-42 to UB-46).
func (o *oracle) winds(in []jsontext.Value, out *game.Output) error {
	d := o.dec
	if err := readAs(d, in, 0, &d.forms.tableau, &d.tableau); err != nil {
		return err
	}
	if err := readAs(d, in, 1, &d.forms.pos, &d.pos, d.checkPlace); err != nil {
		return err
	}
	if err := readAs(d, in, 2, &d.forms.wind, &d.wind); err != nil {
		return err
	}
	own, at, w := tableau(d.tableau), d.pos, d.wind
	o.how.steps = o.rules.reached(o.how.steps[:0], own, at, w)
	answer := &o.answer.winds
	answer.choice, answer.tiles = w.kind == anyTile, answer.tiles[:0]
	for _, i := range o.how.steps {
		answer.tiles = append(answer.tiles, own[i].at)
	}
	out.Clause = windClause(w)
	out.Buf = d.forms.winds.Append(out.Buf, answer)
	out.End()
	return nil
}

// windClause is the clause by which a wind reaches tiles.
func windClause(w wind) string {
	switch w.kind {
	case anyTile:
		return "UB-44"
	case orthogonal:
		return "UB-45"
	case diagonal:
		return "UB-46"
	}
	return "UB-42"
}

// sell is one sale by itself (UB-62, UB-63); the bank does not matter.
func (o *oracle) sell(in []jsontext.Value, out *game.Output) error {
	d := o.dec
	if err := readAs(d, in, 0, &d.forms.market, &d.market); err != nil {
		return err
	}
	if err := readAs(d, in, 1, &d.forms.goods, &d.hold, d.checkHold); err != nil {
		return err
	}
	if err := readAs(d, in, 2, &d.forms.someGoods, &d.some); err != nil {
		return err
	}
	coins, left, c := o.rules.sale(d.market, d.hold, d.some)
	if c != legal {
		out.Clause = o.rules.clauseOf(c, selling, nil)
	}
	o.answer.sale = saleText{code: c, coins: coins, left: left}
	out.Buf = d.forms.sale.Append(out.Buf, &o.answer.sale)
	out.End()
	return nil
}

// Check tells whether raw is a valid value of the given name: of the form that is
// described, and fit together where the rules ask for it. A value that no task
// reads is left to its schema.
func (r *rules) Check(value string, raw jsontext.Value) error { return r.Checker()(value, raw) }

// Checker implements game.Reader.
func (r *rules) Checker() func(value string, raw jsontext.Value) error {
	d := newDecoder(r)
	return d.forms.book.Checker(&d.Reader, map[string]func(){
		"state": func() { d.stateValue() },
		"setup": func() { d.setupValue() },
		"view":  func() { d.viewValue() },
	})
}

// SplitsCases implements game.Splitter.
func (r *rules) SplitsCases() {}

// Reads implements game.Reader.
func (r *rules) Reads(value string) bool { return described().book.Reads(value) }
