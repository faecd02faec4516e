package match

import (
	"bytes"
	"errors"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A Builtin is a player in this very process. It fails as one at the other end
// of a connection would, but at once: nobody waits for a reply that cannot come.
type Builtin struct {
	player   game.Player
	number   int
	recorder Recorder
	out      []byte
	thought  int // ms before its last reply

	mu     sync.Mutex
	closed bool
	left   bool      // it has closed itself
	then   game.Then // what it did behind its last reply
}

// NewBuiltin makes a player that replies as p does.
func NewBuiltin(p game.Player, number int, r Recorder) *Builtin {
	return &Builtin{player: p, number: number, recorder: orNobody(r)}
}

// Call implements Player.
func (b *Builtin) Call(method string, args []jsontext.Value, _ time.Duration) (jsontext.Value, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed && !b.left {
		return nil, &Error{Why: game.Closed}
	}
	if listening(b.recorder) {
		b.out = AppendCall(b.out[:0], method, args)
		b.recorder.Message(b.number, true, b.out)
	}
	if b.left {
		return nil, &Error{Why: game.Closed}
	}
	switch b.then {
	case game.Hangs:
		return nil, &Error{Why: game.TimedOut}
	case game.Leaves:
		return nil, b.leave(game.Closed)
	}
	reply, err := b.player.Reply(method, args)
	if err != nil {
		return nil, &Error{Why: game.Raised, Err: err}
	}
	b.then, b.thought = reply.Then, reply.AfterMs
	v, err := firstValue(reply.Text)
	switch {
	case err == nil:
		b.recorder.Message(b.number, false, v)
		return v, nil
	case len(reply.Text) > 0:
		b.recorder.Bytes(b.number, false, reply.Text, 0)
	}
	var e *Error
	switch {
	case errors.As(err, &e):
		return nil, e
	case b.then == game.Leaves && len(reply.Text) == 0:
		return nil, b.leave(game.Raised)
	case b.then == game.Leaves:
		return nil, b.leave(game.Closed)
	}
	return nil, &Error{Why: game.TimedOut}
}

// Thought implements Thinker.
func (b *Builtin) Thought() int { return b.thought }

// leave records that the player has gone.
func (b *Builtin) leave(why game.Failure) *Error {
	b.closed, b.left = true, true
	b.recorder.Close(b.number, Client)
	return &Error{Why: why}
}

// Close implements Player.
func (b *Builtin) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		b.recorder.Close(b.number, Server)
	}
}

// errIncomplete says that a text is the beginning of a value at best.
var errIncomplete = errors.New("no complete value")

// firstValue is what a server reads from the text of a reply: a value, or an
// *Error that is certain, or errIncomplete if more might come.
func firstValue(text []byte) (jsontext.Value, error) {
	v, err := stream.NewReader(bytes.NewReader(text), stream.Limits{}).Next()
	if err == nil {
		return v.Raw, nil
	}
	var broken *stream.Error
	if !errors.As(err, &broken) {
		return nil, errIncomplete
	}
	if broken.Kind == stream.Cut {
		return nil, errIncomplete
	}
	return nil, &Error{Why: FailureOf(broken.Kind), Err: err}
}

// FailureOf is why a player is out whose bytes could not be read on.
func FailureOf(kind stream.Kind) game.Failure {
	switch kind {
	case stream.TooLong, stream.TooDeep:
		return game.TooLong
	case stream.Duplicate:
		return game.WrongShape
	}
	return game.NotJSON
}
