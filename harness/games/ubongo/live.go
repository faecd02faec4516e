package ubongo

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Live is how the game is played live. The rule book says nothing of that, so
// that all of it is ours:
//
//   - The referee rolls the die, turns the hourglass, draws the gems and shouts
//     stop; whatever is left to chance comes from the number that a server is
//     given (UO-77). Players only solve their tasks.
//   - All who have not solved are asked at the same time (take-turn), and each
//     replies with a solution and the time at which it shows it, or with false
//     for none. The claims are judged in order of their times, of equal ones in
//     order of seats (UO-20).
//   - The referee measures how long the calls of a player were open since the
//     hourglass was turned, and that is the least time of a claim. A player may tell
//     a later one; who tells one that is more than 1 s earlier is out. Of builtin
//     players nothing is measured: they keep the times of their seed.
//   - After a wrong claim the player is asked again (UO-29), in each run of the
//     hourglass for so many claims at most, as wrongClaimsMax says.
//   - Who does not reply, or not with such a value, is out of the game: its seat
//     stays empty, and its gems go back into the bag, so that it cannot win.
//   - A playoff in which nobody shows a solution has no winner.
func (r *rules) Live() game.Live { return liveRules{r} }

// liveRules are the rules as live play sees them.
type liveRules struct{ rules *rules }

const (
	// wrongClaimsMax bounds how often a player is asked in one run of the
	// hourglass, so that one who never learns cannot keep the others for ever.
	wrongClaimsMax = 10
	// glassMax bounds how often the hourglass is turned in a round of a live game:
	// the rules say twice, but not every wrong reading of them does.
	glassMax = 20
	// chanceMax bounds the number that chance comes from: it is an integer of at
	// most 15 digits.
	chanceMax = 999_999_999_999_999
)

// SignUp says how players sign up; for a call they have as long as the hourglass
// runs (UO-09).
func (l liveRules) SignUp() game.SignUp {
	s := connections.Usual(playersMin, playersMax)
	s.CallMs = l.rules.content.hourglass
	return s
}

// serverInput reads what a server is given.
func (l liveRules) serverInput(in []jsontext.Value) (s setup, chance uint64, err error) {
	count := game.Task{In: protocol().In}
	if err := count.CheckCount(len(in)); err != nil {
		return s, 0, err
	}
	d := newDecoder(l.rules)
	if err := d.Decode(in, 0, func() { s = d.setupValue() }); err != nil {
		return s, 0, err
	}
	err = d.Decode(in, 1, func() { chance = d.chance() })
	return s, chance, err
}

// Seats tells how many players the Setup of a server's input has.
func (l liveRules) Seats(in []jsontext.Value) (game.Span, error) {
	s, _, err := l.serverInput(in)
	return game.Just(len(s.players)), err
}

// Deal draws a Setup, of boards of one level for all, and the number that dice
// and gems are drawn from.
func (l liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	if players < playersMin || players > playersMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("a game of ubongo needs %d to %d players, found %d", playersMin, playersMax, players)}
	}
	m := &maker{rules: l.rules.right, Draw: game.NewDraw(rng, 0)}
	level := rng.IntN(levels)
	s := m.setupOf(slices.Repeat([]int{level}, players))
	return game.Inputs(setupJSON(&s), described().chance.Text(rng.IntN(chanceMax+1))), nil
}

// Referee begins a game. The players are called as they have signed up.
func (l liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	s, chance, err := l.serverInput(in)
	if err != nil {
		return nil, err
	}
	if len(names) != len(s.players) {
		return nil, fmt.Errorf("the game has %d players, but %d names signed up", len(s.players), len(names))
	}
	for i := range s.players {
		s.players[i].name = names[i]
	}
	f := newLiveReferee(l.rules, &s, chance)
	if f == nil {
		return nil, fmt.Errorf("these rules seat other than %d players", len(names))
	}
	return f, nil
}
