package bazar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules    *rules
	dec      *decoder
	requests []request
	codes    []code
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle { return newOracle(r) }, nil)
}

// solvers are what answers each task.
var solvers = game.Solvers[*oracle]{
	"setup":  (*oracle).setup,
	"move":   (*oracle).move,
	"play":   (*oracle).play,
	"view":   (*oracle).view,
	"score":  (*oracle).score,
	"order":  (*oracle).order,
	"owners": (*oracle).owners,
	"push":   (*oracle).push,

	"server":  (*oracle).server,
	"clients": (*oracle).clients,
	"player":  (*oracle).clients,
}

// setup makes the first State (BZ-03 to BZ-08).
func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var b beginning
	if err := o.dec.Decode(in, 0, func() { b = o.dec.setupValue() }); err != nil {
		return err
	}
	s := o.rules.setup(b.players, b.order, b.events)
	out.Buf = appendState(out.Buf, s)
	out.End()
	return nil
}

func (o *oracle) readState(in []jsontext.Value) (*state, error) {
	s := &o.dec.state
	err := o.dec.Decode(in, 0, func() { o.dec.stateValue() })
	return s, err
}

func (o *oracle) readMove(in []jsontext.Value) (s *state, q request, err error) {
	if s, err = o.readState(in); err != nil {
		return s, q, err
	}
	err = o.dec.Decode(in, 1, func() { q = o.dec.requestTo(s) })
	return s, q, err
}

// move judges one request.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	s, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	if c := o.rules.move(s, &q); c != legal {
		out.Clause = o.rules.clauseOf(c, &q, s.phase)
		if out.Explains {
			out.Why = o.rules.explain(s, &q, c)
		}
		out.Buf = appendVerdict(out.Buf, s, c)
	} else {
		out.Buf = appendVerdict(out.Buf, s, legal)
	}
	out.End()
	return nil
}

// play judges one request after another; an illegal one changes nothing. All
// are read before the first is judged.
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	o.requests = o.requests[:0]
	for i := 1; i < len(in); i++ {
		var q request
		if err := o.dec.Decode(in, i, func() { q = o.dec.requestTo(s) }); err != nil {
			return err
		}
		o.requests = append(o.requests, q)
	}
	o.codes = o.codes[:0]
	for i := range o.requests {
		o.codes = append(o.codes, o.rules.move(s, &o.requests[i]))
	}
	out.Buf = o.dec.forms.answers.Append(out.Buf, &o.codes)
	out.End()
	out.Buf = appendState(out.Buf, s)
	out.End()
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

// view is what a guild may see (BZ-80, BZ-81).
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	var g guild
	err = o.dec.Decode(in, 1, func() {
		at := o.dec.Offset()
		o.dec.forms.guild.Read(&o.dec.Reader, &g)
		o.dec.checkGuild(s, g, at)
	})
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendView(out.Buf, s, s.seatOf(g))
	out.End()
	return nil
}

// score ranks the players (BZ-73, BZ-74).
func (o *oracle) score(in []jsontext.Value, out *game.Output) error {
	s, err := o.readState(in)
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendResult(out.Buf, s)
	out.End()
	return nil
}

// order makes the order of a round (BZ-10, BZ-11).
func (o *oracle) order(in []jsontext.Value, out *game.Output) error {
	var w wealth
	if err := o.dec.Decode(in, 0, func() { w = o.dec.wealthValue() }); err != nil {
		return err
	}
	out.Clause = "BZ-10"
	for i, coins := range w.coins {
		if slices.Contains(w.coins[:i], coins) {
			out.Clause = "BZ-11" // the order before decides among equals
		}
	}
	o.rules.arrange(w.previous, func(i int) int { return w.coins[i] })
	out.Buf = appendOrder(out.Buf, &w)
	out.End()
	return nil
}

func (o *oracle) readPosition(in []jsontext.Value) (p *position, err error) {
	err = o.dec.Decode(in, 0, func() { p = o.dec.positionValue() })
	return p, err
}

// owners tells who owns what (BZ-60 to BZ-66).
func (o *oracle) owners(in []jsontext.Value, out *game.Output) error {
	p, err := o.readPosition(in)
	if err != nil {
		return err
	}
	out.Buf = o.rules.appendOwners(out.Buf, &p.table, p.guilds)
	out.End()
	return nil
}

// push pushes one tile (BZ-31 to BZ-36, BZ-55 to BZ-57).
func (o *oracle) push(in []jsontext.Value, out *game.Output) error {
	p, err := o.readPosition(in)
	if err != nil {
		return err
	}
	var how shove
	if err := o.dec.Decode(in, 1, func() { how = o.dec.shoveValue() }); err != nil {
		return err
	}
	done := o.rules.push(&p.table, how.cell, how.direction, how.steps)
	out.Buf = appendPushed(out.Buf, &p.table, done)
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
		"setup":    func() { d.setupValue() },
		"state":    func() { d.stateValue() },
		"position": func() { d.positionValue() },
		"wealth":   func() { d.wealthValue() },
	})
}

// SplitsCases implements game.Splitter.
func (r *rules) SplitsCases() {}

// Reads implements game.Reader.
func (r *rules) Reads(value string) bool { return described().book.Reads(value) }
