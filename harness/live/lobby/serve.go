package lobby

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// An Outcome is how a server's game ended.
type Outcome struct {
	match.Result
	Names []string // of the players, by seat
	// NoGame says why no game was played, nil if one was; the values are then
	// those of game.SignUp.
	NoGame *Refusal
}

// Serve lets players sign up at a listener, which it closes in the end, plays
// one game of these input values with them, and closes all connections. The
// sign-up of the options is that of the game. The error is an *game.Invalid for
// input values that are none, or the context's cause; the outcome has what had
// happened until then.
func Serve(ctx context.Context, listener net.Listener, live game.Live, in []jsontext.Value, o Options) (Outcome, error) {
	o.SignUp = live.SignUp()
	o.Recorder = match.Recorders(o.Recorder)
	seats, err := live.Seats(in)
	if err != nil {
		_ = listener.Close()
		return Outcome{}, err
	}
	l := Open(listener, o)
	defer l.Close()
	guests, noGame, err := l.Wait(ctx)
	var outcome Outcome
	players := make([]match.Seat, len(guests))
	for i, g := range guests {
		outcome.Names = append(outcome.Names, g.Name)
		players[i] = match.Seat{Conn: g.Conn, Player: g.Player}
	}
	if err != nil {
		return outcome, err
	}
	var referee game.Referee
	if n := len(guests); noGame == nil && !seats.Has(n) {
		noGame = otherNumber(&o, fmt.Sprintf("%d signed up, but the game is for %s", n, seats.Words()))
	}
	if noGame == nil {
		referee, err = live.Referee(in, outcome.Names)
		if invalid, ok := errors.AsType[*game.Invalid](err); ok {
			noGame = otherNumber(&o, fmt.Sprintf("%d signed up, but the game cannot be played with so many: %s", len(guests), invalid.Message))
		} else if err != nil {
			return outcome, err
		}
	}
	if noGame != nil {
		outcome.NoGame, outcome.Values = noGame, o.SignUp.Void
		o.Recorder.Result(outcome.Values)
		return outcome, nil
	}
	outcome.Result, err = match.Play(ctx, referee, players, match.Options{
		CallTimeout: o.limit(o.SignUp.CallMs), Scale: o.Scale, Recorder: o.Recorder,
	})
	return outcome, err
}

// otherNumber says that no game is played with so many as have signed up.
func otherNumber(o *Options, why string) *Refusal {
	return &Refusal{Clause: o.SignUp.Clauses.Seats, Why: why}
}
