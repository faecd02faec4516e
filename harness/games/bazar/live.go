package bazar

import (
	"fmt"
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
)

// Live is how the game is played live. The rule text does not say what becomes
// of a player who breaks the rules or the protocol. Here the player is out and
// cannot win, and the game goes on: the tiles of the guild stay where they are
// and count, and at its turns the referee places for it, always the first legal
// request in the order of its hand, the districts, their cells and the choices.
// Where owners choose the market cells of their tiles, the referee asks each of
// them that is not out before it executes the request (BZ-56).
func (r *rules) Live() game.Live { return liveRules{r} }

// liveRules are the rules as live play sees them.
type liveRules struct{ rules *rules }

// playersMin is how many a game has at least.
const playersMin = 2

// SignUp says how players sign up, by a name of letters and digits.
func (l liveRules) SignUp() game.SignUp {
	s := connections.Usual(playersMin, guilds)
	return s
}

// Seats tells how many players the game of a Setup has.
func (l liveRules) Seats(in []jsontext.Value) (game.Span, error) {
	b, err := newDecoder(l.rules).serverInput(in)
	return game.Just(len(b.players)), err
}

// serverInput reads what a server is given, a Setup.
func (d *decoder) serverInput(in []jsontext.Value) (b beginning, err error) {
	count := game.Task{In: protocol().In}
	if err := count.CheckCount(len(in)); err != nil {
		return b, err
	}
	err = d.Decode(in, 0, func() { b = d.setupValue() })
	return b, err
}

// Deal draws all that a Setup leaves to chance.
func (l liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	if players < playersMin || players > guilds {
		return nil, &game.UsageError{Message: fmt.Sprintf("a game of bazar needs %d to %d players, found %d", playersMin, guilds, players)}
	}
	m := &maker{rules: l.rules.right, Draw: game.NewDraw(rng, 0)}
	b := m.beginningOf(m.guilds()[:players])
	return game.Inputs(described().setup.Text(b.text())), nil
}

// Referee begins a game: the first name is that of the first guild of the Setup.
func (l liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	d := newDecoder(l.rules)
	b, err := d.serverInput(in)
	if err != nil {
		return nil, err
	}
	if len(names) != len(b.players) {
		return nil, fmt.Errorf("the game has %d players, but %d names signed up", len(b.players), len(names))
	}
	f := &referee{
		Caller: stages.NewCaller(names), rules: l.rules, state: l.rules.setup(b.players, b.order, b.events),
		dec: d, asksOwners: l.rules.marketCell == chosenCell,
	}
	f.tell(&happening{kind: startHappens, names: names, state: new(stateText).of(f.state)})
	f.advance()
	return f, nil
}
