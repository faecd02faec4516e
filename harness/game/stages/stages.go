// Package stages takes a live game through its three stages, with one call due at a time.
// First the game is shown to each player, then the players take turns, and last the result is
// told to each player. If a player fails, it is out of the game, and the others go on. The
// package knows the rules of no game: the referee of a game embeds a Caller, says who has the
// turn, and writes what its calls show.
package stages

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Stage is what the calls of a game are about.
type Stage uint8

// The stages, in order.
const (
	Showing Stage = iota
	Playing
	Telling
	Ended // no call is due
)

// The methods of the calls. A game may have more of them for its turns.
const (
	Setup    = "setup"
	TakeTurn = "take-turn"
	Result   = "result"
)

// Methods are the methods, each at the number of its stage.
var Methods = []string{Showing: Setup, Playing: TakeTurn, Telling: Result}

// A Caller keeps whose call is due, and who is out of the game.
type Caller struct {
	Names []string // by seat
	Out   []bool   // who is out of the game, by seat
	Stage Stage

	next     int         // the first seat that has not been called yet in a stage without turns
	due      []game.Call // none or one
	dropouts []string
}

// NewCaller is the Caller of a new game with players of these names, by seat.
func NewCaller(names []string) Caller {
	return Caller{Names: slices.Clone(names), Out: make([]bool, len(names))}
}

// Next ends the due call and finds the seat to call next, false when the game has ended. In
// the turns it asks turn, which returns false when they are over. Call has to follow.
func (c *Caller) Next(turn func() (seat int, ok bool)) (seat int, ok bool) {
	c.due = c.due[:0]
	for ; c.Stage != Ended; c.Stage, c.next = c.Stage+1, 0 {
		if c.Stage == Playing {
			if seat, ok := turn(); ok {
				return seat, true
			}
			continue
		}
		for c.next < len(c.Names) {
			if c.next++; !c.Out[c.next-1] {
				return c.next - 1, true
			}
		}
	}
	return 0, false
}

// Call makes a call due.
func (c *Caller) Call(seat int, method string, args ...jsontext.Value) {
	c.due = append(c.due, game.Call{Seat: seat, Player: c.Names[seat], Method: method, Args: args})
}

// Calls implements game.Referee.
func (c *Caller) Calls() []game.Call { return slices.Clone(c.due) }

// Due is the due call. There must be one.
func (c *Caller) Due() game.Call { return c.due[0] }

// IsDue tells whether the call of a seat is due. That it is not is a mistake of whoever
// runs the referee, which must not spoil the game.
func (c *Caller) IsDue(seat int) bool { return len(c.due) > 0 && c.due[0].Seat == seat }

// Drop puts the player of the due call out of the game, and returns what it did: why is a
// game.Failure or a code of the game.
func (c *Caller) Drop(why, clause, message string) *game.Breach {
	due := c.Due()
	c.Out[due.Seat] = true
	c.dropouts = append(c.dropouts, due.Player)
	return &game.Breach{Seat: due.Seat, Player: due.Player, Method: due.Method, Why: why, Clause: clause, Message: message}
}

// AllOut tells whether nobody is left.
func (c *Caller) AllOut() bool { return len(c.dropouts) == len(c.Names) }

// Dropouts are the names of those who are out, sorted.
func (c *Caller) Dropouts() []string { return slices.Sorted(slices.Values(c.dropouts)) }
