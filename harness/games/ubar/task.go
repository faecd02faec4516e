package ubar

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules *rules
	dec   *decoder
	how   passage
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle { return newOracle(r) }, func(o *oracle) { o.dec.reset() })
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

// readMove reads the input of task move.
func (o *oracle) readMove(in []jsontext.Value) (s *state, q request, err error) {
	d := o.dec
	if err = d.read(in, 0, func() { s = d.state() }); err == nil {
		err = d.read(in, 1, func() { q = d.request() })
	}
	return s, q, err
}

// move judges one request and carries it out.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	s, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	c := o.rules.judge(s, &q, &o.how)
	if c == legal {
		out.Buf = append(out.Buf, `{"legal":true,"state":`...)
		out.Buf = appendState(out.Buf, s)
	} else {
		out.Clause = o.rules.clauseOf(c, s.phase, &o.how)
		out.Buf = append(out.Buf, `{"legal":false,"code":`...)
		out.Buf = appendWord(out.Buf, string(c))
	}
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// play judges a sequence of requests; an illegal one changes nothing.
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	var s *state
	d := o.dec
	if err := d.read(in, 0, func() { s = d.state() }); err != nil {
		return err
	}
	requests := make([]request, len(in)-1)
	for i := range requests {
		if err := d.read(in, i+1, func() { requests[i] = d.request() }); err != nil {
			return err
		}
	}
	out.Buf = append(out.Buf, '[')
	for i := range requests {
		if i > 0 {
			out.Buf = append(out.Buf, ',')
		}
		if c := o.rules.judge(s, &requests[i], &o.how); c == legal {
			out.Buf = append(out.Buf, "true"...)
		} else {
			out.Buf = appendWord(out.Buf, string(c))
		}
	}
	out.Buf = append(out.Buf, ']')
	out.End()
	out.Buf = appendState(out.Buf, s)
	out.End()
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

// view is what a player sees of a State (UB-75).
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	var s *state
	var you int
	d := o.dec
	if err := d.read(in, 0, func() { s = d.state() }); err != nil {
		return err
	}
	err := d.read(in, 1, func() {
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
	var s *state
	d := o.dec
	if err := d.read(in, 0, func() { s = d.state() }); err != nil {
		return err
	}
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var b *setup
	d := o.dec
	if err := d.read(in, 0, func() { b = d.setup() }); err != nil {
		return err
	}
	out.Buf = appendState(out.Buf, o.rules.begin(b))
	out.End()
	return nil
}

// cost is the time to draft a tile (UB-21 to UB-24).
func (o *oracle) cost(in []jsontext.Value, out *game.Output) error {
	var g grid
	var p pos
	d := o.dec
	if err := d.read(in, 0, func() { g = d.grid() }); err != nil {
		return err
	}
	if err := d.read(in, 1, func() { p = d.pos() }); err != nil {
		return err
	}
	out.Clause = costClause(&g, p)
	out.Buf = o.rules.appendCost(out.Buf, &g, p)
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
	var g goods
	d := o.dec
	if err := d.read(in, 0, func() { g = d.someGoods() }); err != nil {
		return err
	}
	out.Buf = append(out.Buf, `{"fits":`...)
	out.Buf = strconv.AppendBool(out.Buf, o.rules.fits(g))
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// winds lists the tiles that a wind re-triggers (UB-42 to UB-46).
func (o *oracle) winds(in []jsontext.Value, out *game.Output) error {
	var own tableau
	var at pos
	var w wind
	d := o.dec
	if err := d.read(in, 0, func() { own = d.tableau() }); err != nil {
		return err
	}
	err := d.read(in, 1, func() {
		at = d.pos()
		switch {
		case d.Err() != nil:
		case own.find(at) >= 0:
			d.Fail(0, "UB-26", "expected an empty place for the new tile, found one with a tile")
		case !own.touches(at):
			d.Fail(0, "UB-25", "expected a place adjacent to the tableau, found %s", appendPos(nil, at))
		}
	})
	if err != nil {
		return err
	}
	if err := d.read(in, 2, func() { w = d.wind() }); err != nil {
		return err
	}
	o.how.steps = o.rules.reached(o.how.steps[:0], own, at, w)
	out.Buf = append(out.Buf, `{"choice":`...)
	out.Buf = strconv.AppendBool(out.Buf, w.kind == anyTile)
	out.Buf = append(out.Buf, `,"tiles":`...)
	out.Buf = appendList(out.Buf, o.how.steps, func(out []byte, i int) []byte { return appendPos(out, own[i].at) })
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// sell is one sale by itself (UB-62, UB-63); the bank does not matter.
func (o *oracle) sell(in []jsontext.Value, out *game.Output) error {
	var m market
	var hold, sold goods
	d := o.dec
	if err := d.read(in, 0, func() { m = d.market() }); err != nil {
		return err
	}
	err := d.read(in, 1, func() {
		hold = d.goods()
		if d.Err() == nil && !d.rules.fits(hold) {
			d.Fail(0, "UB-51", "expected goods that fit on the ship, found %s", describe(hold))
		}
	})
	if err != nil {
		return err
	}
	if err := d.read(in, 2, func() { sold = d.someGoods() }); err != nil {
		return err
	}
	coins, left, c := o.rules.sale(m, hold, sold)
	if c != legal {
		out.Clause = o.rules.clauseOf(c, selling, nil)
		out.Buf = append(out.Buf, `{"legal":false,"code":`...)
		out.Buf = appendWord(out.Buf, string(c))
	} else {
		out.Buf = append(out.Buf, `{"legal":true,"coins":`...)
		out.Buf = appendInt(out.Buf, coins)
		out.Buf = append(out.Buf, `,"left":`...)
		out.Buf = appendGoods(out.Buf, left)
	}
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

// Check tells whether raw is a valid value of the given name.
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
	"state":      func(d *decoder) { d.state() },
	"request":    func(d *decoder) { d.request() },
	"player":     func(d *decoder) { d.player() },
	"setup":      func(d *decoder) { d.setup() },
	"grid":       func(d *decoder) { d.grid() },
	"pos":        func(d *decoder) { d.pos() },
	"goods":      func(d *decoder) { d.goods() },
	"some-goods": func(d *decoder) { d.someGoods() },
	"tableau":    func(d *decoder) { d.tableau() },
	"wind":       func(d *decoder) { d.wind() },
	"market":     func(d *decoder) { d.market() },
	"view":       func(d *decoder) { d.view() },
	"result":     func(d *decoder) { d.result() },
	"tile":       func(d *decoder) { d.tradeTile() },
	"starter":    func(d *decoder) { d.starter() },
	"player-state": func(d *decoder) {
		var at int
		d.playerState(&at, &at)
	},
	"void":   func(d *decoder) { d.word(`"void"`, voidWords) },
	"actor":  func(d *decoder) { actors().Actor(&d.Cursor) },
	"actors": func(d *decoder) { actors().Actors(&d.Cursor) },
	"guests": func(d *decoder) { (&guest.Reader{Cursor: &d.Cursor}).Read() },
}
