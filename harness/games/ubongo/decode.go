package ubongo

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A decoder reads the values of chapter 4, and refuses what is not valid. It keeps its
// memory from case to case: what it returns is valid until the same value is read again.
type decoder struct {
	value.Reader
	rules *rules // that say what is valid
	asked *rules // those that read what is asked for, perhaps wrongly
	forms *forms

	state      table // as it was read
	table      table // made of it
	problem    problemText
	placements []placement
	request    request
	setup      setup
	payout     payout
	run        runText
	seed       int
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right, asked: r, forms: described()} }

// refuse records that a part contradicts the rest of its value.
func (d *decoder) refuse(clause string, path []any, format string, args ...any) {
	if d.Err() == nil {
		d.Fail(d.Find(path...), clause, format, args...)
	}
}

// path is the way to a part of a value.
func path(steps ...any) []any { return steps }

// stateValue reads a State and checks all that chapter 4 asks of it, in its
// order. The table is the decoder's own.
func (d *decoder) stateValue() *table {
	t, s := &d.table, &d.state
	d.forms.state.Read(&d.Reader, s)
	// The game takes boards from stacks and adds to lists: the memory of what was read stays.
	players, solved, out := append(t.players[:0], s.players...), append(t.solved[:0], s.solved...), append(t.out[:0], s.out...)
	*t = *s
	t.players, t.solved, t.out = players, solved, out
	if d.Err() == nil {
		d.checkState(t)
	}
	return t
}

// placementList reads Placements.
func (d *decoder) placementList() []placement {
	d.forms.placements.Read(&d.Reader, &d.placements)
	return d.placements
}

// problemValue reads a Problem: a board with a number of the die, or a footprint
// with pieces, whose squares it sorts.
func (d *decoder) problemValue() problem {
	p := &d.problem
	switch d.forms.problem.Read(&d.Reader, p); {
	case d.Err() != nil:
		return problem{}
	case p.atBoard > 0:
		return d.asked.problem(p.board, p.die)
	}
	slices.SortStableFunc(p.footprint, compareSquares)
	return problem{p.footprint, setOf(p.pieces)}
}

// requestValue reads a Request.
func (d *decoder) requestValue() request {
	d.forms.request.Read(&d.Reader, &d.request)
	return d.request
}

// setupValue reads a Setup.
func (d *decoder) setupValue() setup {
	if d.forms.setup.Read(&d.Reader, &d.setup); d.Err() == nil {
		d.checkSetup(&d.setup)
	}
	return d.setup
}

// payoutValue reads the input of task rewards.
func (d *decoder) payoutValue() payout {
	if d.forms.rewards.Read(&d.Reader, &d.payout); d.Err() == nil {
		d.checkPayout(&d.payout)
	}
	return d.payout
}

// runValue reads a Solo.
func (d *decoder) runValue() run {
	p := &d.run
	d.forms.solo.Read(&d.Reader, p)
	p.timed = p.variant == timeVariant
	if d.Err() == nil {
		d.checkLog(&p.run)
	}
	return p.run
}

// chance reads the number that dice and gems are drawn from.
func (d *decoder) chance() uint64 {
	d.forms.chance.Read(&d.Reader, &d.seed)
	return uint64(d.seed)
}
