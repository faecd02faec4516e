package ubar

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
)

// Live is how the game is played live. The rule text leaves open what becomes of
// a player who breaks the rules or the protocol; here the player is out, and the
// others go on: the marker of that player moves to space 36 at once, the goods
// stay unsold, and the player cannot win.
func (r *rules) Live() game.Live { return liveRules{r} }

// liveRules are the rules as live play sees them.
type liveRules struct{ rules *rules }

// SignUp says how players sign up, by a name of letters and digits.
func (l liveRules) SignUp() game.SignUp {
	s := connections.Usual(playersMin, playersMax)
	return s
}

// Seats tells how many players the game of a Setup has.
func (l liveRules) Seats(in []jsontext.Value) (game.Span, error) {
	b, err := newDecoder(l.rules).serverInput(in)
	if err != nil {
		return game.Span{}, err
	}
	return game.Just(len(b.starters)), nil
}

// serverInput reads what a server is given, a Setup.
func (d *decoder) serverInput(in []jsontext.Value) (b *setup, err error) {
	count := game.Task{In: protocol().In}
	if err := count.CheckCount(len(in)); err != nil {
		return nil, err
	}
	err = d.Decode(in, 0, func() { b = d.setupValue() })
	return b, err
}

// Deal draws all that a Setup leaves to chance.
func (l liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	if players < playersMin || players > playersMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("a game of ubar needs %d to %d players, found %d", playersMin, playersMax, players)}
	}
	m := &maker{rules: l.rules.right, Draw: game.NewDraw(rng, 0)}
	return game.Inputs(described().setup.Text(*m.setupFor(players))), nil
}

// Referee begins a game.
func (l liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	d := newDecoder(l.rules)
	b, err := d.serverInput(in)
	if err != nil {
		return nil, err
	}
	if len(names) != len(b.starters) {
		return nil, fmt.Errorf("the game has %d players, but %d names signed up", len(b.starters), len(names))
	}
	f := &referee{Caller: stages.NewCaller(names), rules: l.rules, state: l.rules.begin(b), dec: d}
	f.tell(happening{kind: startHappens, names: names, state: f.state})
	f.advance()
	return f, nil
}

// A referee runs one live game, with one call due at a time.
type referee struct {
	stages.Caller
	game.Log
	rules *rules
	state *state
	dec   *decoder
	how   passage

	won   []int     // the seats that have won, once the turns are over
	told  happening // the last event
	round int       // that observers know of
}

// advance finds the next call.
func (f *referee) advance() {
	seat, ok := f.Next(f.nextTurn)
	switch {
	case !ok:
		f.tell(happening{kind: endHappens, names: f.winners(), dropouts: f.Dropouts()})
	case f.Stage == stages.Telling:
		f.Call(seat, stages.Result, appendOutcome(nil, f.state, f.standing(), f.won, true))
	default:
		f.Call(seat, stages.Methods[f.Stage], f.rules.appendView(nil, f.state, seat))
	}
}

// nextTurn is the seat whose turn it is, false if there are no more turns.
func (f *referee) nextTurn() (seat int, ok bool) {
	f.settle()
	if f.state.phase == over || f.AllOut() {
		f.finish()
		return 0, false
	}
	seat = f.rules.actor(f.state)
	f.tell(happening{kind: turnHappens, player: f.Names[seat], round: f.state.round, phase: f.state.phase})
	return seat, true
}

// settle does what those who are out do not do any more: their markers go to the
// last space, one after another in turn order, and they sell nothing.
func (f *referee) settle() {
	s := f.state
	for s.phase != over {
		i := f.rules.actor(s)
		switch {
		case s.phase == drafting && f.anyOutBehind():
			for _, k := range slices.Clone(s.order) {
				if f.Out[k] && s.players[k].time < spaceMax {
					f.rules.advance(s, k, spaceMax)
				}
			}
			f.rules.endDraft(s)
		case s.phase == selling && f.Out[i]:
			s.toSell = s.toSell[1:]
			if len(s.toSell) == 0 {
				f.rules.endRound(s)
			}
		default:
			f.tellRound()
			return
		}
	}
}

// anyOutBehind tells whether the marker of somebody who is out is short of the
// last space.
func (f *referee) anyOutBehind() bool {
	for i, out := range f.Out {
		if out && f.state.players[i].time < spaceMax {
			return true
		}
	}
	return false
}

// finish ends the turns. Those who are out cannot win, however many coins they
// have.
func (f *referee) finish() {
	for _, group := range f.standing() {
		if f.won = group; len(f.won) > 0 {
			break
		}
	}
	f.tell(happening{kind: overHappens, result: new(resultText).of(f.state, f.standing(), f.won, true)})
}

// standing is that of the players who are not out.
func (f *referee) standing() [][]int {
	var groups [][]int
	for _, group := range f.rules.standing(f.state) {
		if in := slices.DeleteFunc(group, func(i int) bool { return f.Out[i] }); len(in) > 0 {
			groups = append(groups, in)
		}
	}
	return groups
}

// Answer takes a reply. Of a wrong shape it puts the player out of the game, and
// so does an illegal request.
func (f *referee) Answer(seat int, reply jsontext.Value) *game.Breach {
	if !f.IsDue(seat) {
		return nil
	}
	if why, detail := game.Unreadable(reply); why != "" {
		return f.fail(why, detail)
	}
	d := f.dec // UB-93: how a value is written makes no difference.
	err := d.Decode([]jsontext.Value{reply}, 0, func() {
		if f.Stage == stages.Playing {
			d.requestValue()
		} else {
			d.forms.void.Read(&d.Reader, new(struct{}))
		}
	})
	if err != nil {
		return f.fail(game.WrongShape, err.(*game.Invalid).Message)
	}
	if f.Stage != stages.Playing {
		f.tellCall(seat, true)
		f.advance()
		return nil
	}
	return f.turn(seat, &d.request)
}

// turn carries out the request of the player whose turn it is.
func (f *referee) turn(seat int, q *request) *game.Breach {
	s := f.state
	t := s.grid.at(q.take)
	coins, phase := s.players[seat].coins, s.phase
	if c := f.rules.judge(s, q, &f.how); c != legal {
		why := f.rules.explain(s, q, c, &f.how)
		return f.drop(string(c), f.rules.clauseOf(c, phase, &f.how), fmt.Sprintf("%s broke the rules: %s", f.Names[seat], why))
	}
	p := &s.players[seat]
	if q.sells {
		f.tell(happening{kind: saleHappens, player: f.Names[seat], goods: q.sold, coins: p.coins - coins})
	} else {
		f.tell(happening{kind: draftHappens, player: f.Names[seat], tile: t, place: q.place, time: p.time, goods: p.hold})
	}
	f.advance()
	return nil
}

// State is the State of the game.
func (f *referee) State() jsontext.Value { return appendState(nil, f.state) }

// Fail takes a call that was not answered.
func (f *referee) Fail(seat int, why game.Failure) *game.Breach {
	if !f.IsDue(seat) {
		return nil
	}
	return f.fail(why, "")
}

// fail lets the due call fail; detail, if not empty, is what was wrong with the
// reply.
func (f *referee) fail(why game.Failure, detail string) *game.Breach {
	c := f.Due()
	if f.Stage != stages.Playing {
		f.tellCall(c.Seat, false)
	}
	return f.drop(string(why), connections.FailureClause(why), why.Tell(c, detail))
}

// drop puts the player of the due call out of the game, and goes on with the
// others.
func (f *referee) drop(why, clause, message string) *game.Breach {
	b := f.Drop(why, clause, message)
	f.won = slices.DeleteFunc(f.won, func(i int) bool { return i == b.Seat })
	f.tell(happening{kind: dropHappens, player: b.Player, why: why})
	f.advance()
	return b
}

// winners are the names of those who have won.
func (f *referee) winners() []string {
	var names []string
	for _, i := range f.won {
		names = append(names, f.Names[i])
	}
	slices.Sort(names)
	return names
}

// Result is the value that a server writes: winners and drop-outs, both sorted.
func (f *referee) Result() []jsontext.Value {
	return []jsontext.Value{described().outcome.Text([][]string{f.winners(), f.Dropouts()})}
}
