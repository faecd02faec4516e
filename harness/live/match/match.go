// Package match lets a referee and players of any kind play one live game. It
// knows the rules of no game: the referee says who is to be called, and takes
// the replies or the reasons why there are none.
package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A Player is one that can be called, wherever it runs. Calls of one player do
// not overlap.
type Player interface {
	// Call makes a method call and returns the reply, or an *Error. The limit is
	// from the start of sending to the complete reply (BG-91).
	Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error)

	// Close ends the player, and with it a call that is under way. More calls
	// fail, and more Closes do nothing.
	Close()
}

// A Thinker is a player whose time passes only as it says: nobody waits for it.
type Thinker interface {
	Player

	// Thought is how long it thought about its last reply, in milliseconds of the
	// rules; 0 leaves it unmeasured.
	Thought() int
}

// An Error is a call that was not answered.
type Error struct {
	Why game.Failure
	Err error // what is known besides, if anything is
}

func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Why)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// A Seat is a player in a game.
type Seat struct {
	Conn   int // by which number a Recorder knows it, from 1
	Player Player
}

// Options are how a game is played.
type Options struct {
	CallTimeout time.Duration // of each call
	Scale       float64       // of times, 0 for 1: a Timed referee knows those of the rules
	Recorder    Recorder      // is told everything, if not nil
	OneByOne    bool          // calls that are due at the same time are made in the order of the seats
}

// A Result is what is known in the end.
type Result struct {
	Values   []jsontext.Value // that a server writes; nil if the game was ended early
	Breaches []game.Breach    // in the order in which they happened
}

// Play plays a game to its end; the players are given in the order of the
// referee's seats. Players that break a rule are closed at once, so that nothing
// more is sent to them (BG-96), the others stay open. When the context ends so
// does the game: then the error is the context's cause, and the result has what
// had happened until then. It is a *game.Fault where the program that knows the
// rules does not answer.
func Play(ctx context.Context, referee game.Referee, seats []Seat, o Options) (Result, error) {
	p := &play{referee: referee, seats: seats, options: o, recorder: orNobody(o.Recorder)}
	p.observer = observer(p.recorder)
	// A call that waits ends with its player.
	stop := context.AfterFunc(ctx, func() {
		for _, s := range seats {
			s.Player.Close()
		}
	})
	defer stop()
	for {
		p.tellEvents()
		calls := referee.Calls()
		if asking, ok := referee.(game.Asking); ok && asking.Err() != nil {
			return p.result, asking.Err()
		}
		if len(calls) == 0 {
			break
		}
		replies := p.call(calls)
		if ctx.Err() != nil {
			// Some replies may be missing for no fault of the players.
			return p.result, context.Cause(ctx)
		}
		for i := range replies {
			// A player that cannot be asked has not broken a rule.
			if fault, ok := errors.AsType[*game.Fault](replies[i].err); ok {
				return p.result, fault
			}
		}
		for i, c := range calls {
			p.hand(c, replies[i])
		}
	}
	p.result.Values = referee.Result()
	p.recorder.Result(p.result.Values)
	return p.result, nil
}

// A play is one game under way.
type play struct {
	referee  game.Referee
	seats    []Seat
	options  Options
	recorder Recorder
	observer Observer // nil if nobody is shown the states
	result   Result

	replies []reply // kept from call to call
}

// A reply is what became of a call.
type reply struct {
	value jsontext.Value
	err   error
	took  time.Duration
}

// call makes the calls that are due, several at the same time: in a game in
// which all are asked at once nobody waits for somebody slow.
func (p *play) call(calls []game.Call) []reply {
	for len(p.replies) < len(calls) {
		p.replies = append(p.replies, reply{})
	}
	replies := p.replies[:len(calls)]
	one := func(i int) {
		c := calls[i]
		begin := time.Now()
		replies[i].value, replies[i].err = p.seats[c.Seat].Player.Call(c.Method, c.Args, p.options.CallTimeout)
		replies[i].took = time.Since(begin)
	}
	if p.options.OneByOne {
		for i := range calls {
			one(i)
		}
		return replies
	}
	var others sync.WaitGroup
	for i := 1; i < len(calls); i++ {
		others.Go(func() { one(i) })
	}
	one(0)
	others.Wait()
	return replies
}

// hand gives a reply to the referee, in the order of the calls, whichever came
// first.
func (p *play) hand(c game.Call, r reply) {
	var breach *game.Breach
	if r.err == nil {
		p.tellTime(c, r.took)
		breach = p.referee.Answer(c.Seat, r.value)
		if hasty, ok := p.seats[c.Seat].Player.(interface{ Early() bool }); ok && breach != nil && hasty.Early() {
			breach.Message += cameEarly
		}
	} else {
		failure := why(r.err)
		breach = p.referee.Fail(c.Seat, failure)
		if breach != nil {
			breach.Failure = failure
			breach.Message = withCause(breach.Message, r.err)
		}
	}
	if breach != nil {
		seat := p.seats[c.Seat]
		p.result.Breaches = append(p.result.Breaches, *breach)
		p.recorder.Breach(seat.Conn, *breach)
		seat.Player.Close()
	}
	p.tellEvents()
}

// cameEarly is said of a wrong reply that had come before its call (BG-94): the mistake is
// older than the call.
const cameEarly = "; the value came before this call, so an earlier call may have had two replies"

// tellTime tells a referee that goes by the times of players how long a reply
// took. A builtin player has the times of its seed, unless it thinks on purpose.
func (p *play) tellTime(c game.Call, took time.Duration) {
	timed, ok := p.referee.(game.Timed)
	seat := p.seats[c.Seat]
	if !ok {
		return
	}
	if own, is := seat.Player.(Thinker); is {
		if ms := own.Thought(); ms > 0 {
			_, slack := Took(0, p.options.Scale)
			timed.Took(c.Seat, ms, slack)
		}
		return
	}
	ms := float64(took.Microseconds()) / 1e3
	if k, ok := p.recorder.(Timekeeper); ok {
		k.Took(seat.Conn, ms)
	}
	inRules, slack := Took(ms, p.options.Scale)
	timed.Took(c.Seat, inRules, slack)
}

// why is the failure that an error of a call stands for.
func why(err error) game.Failure {
	var e *Error
	if errors.As(err, &e) {
		return e.Why
	}
	return game.Raised
}

// withCause adds to a message what is known of the failure besides.
func withCause(message string, err error) string {
	var e *Error
	if errors.As(err, &e) && e.Err == nil {
		return message
	}
	var broken *wire.Error
	if errors.As(err, &broken) {
		details := broken.Details()
		if details == "" {
			return message
		}
		return message + ": " + details
	}
	return fmt.Sprintf("%s: %v", message, err)
}

// tellEvents tells what has happened, and how the game stands then.
func (p *play) tellEvents() {
	for _, e := range p.referee.Events() {
		p.recorder.Event(e)
	}
	if o, ok := p.referee.(game.Observed); ok && p.observer != nil {
		p.observer.State(o.State())
	}
}
