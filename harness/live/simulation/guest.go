package simulation

import (
	"bytes"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	reader "github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// A guest is a client as a server sees it. It implements match.Player: calls of
// one do not overlap.
type guest struct {
	client   *client.Client
	script   *fault.Script
	number   int
	recorder match.Recorder
	bytesMax int
	last     string // the method behind whose reply no call follows
	signedUp time.Duration

	deaf     time.Duration    // that it reads nothing before the next call
	finished bool             // it has replied to the last method
	hangs    bool             // it sends nothing more
	thought  time.Duration    // before its last reply
	ended    bool             // nor can it: the connection has ended on its side
	told     bool             // that it has ended
	rest     []byte           // of what came: no whole value yet
	waiting  []jsontext.Value // that came and were not taken yet
	broken   game.Failure     // what came behind them, if it can be no value
	closed   bool             // by the server
}

func newGuest(c *client.Client, number int, signUp *game.SignUp, last string, r match.Recorder) *guest {
	return &guest{
		client: c, script: fault.NewScript(c.Faults, seed+uint64(number)), number: number, recorder: r, bytesMax: signUp.ReplyBytesMax,
		last: last, hangs: c.Silent || c.Player == nil,
	}
}

// Call implements match.Player. The oldest value that has come is the reply, even
// if it came before the call (BG-94).
func (g *guest) Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	g.recorder.Message(g.number, true, match.AppendCall(nil, method, args))
	late := false
	if !g.hangs && !g.ended {
		reply, err := g.client.Player.Reply(method, args)
		if err != nil {
			return nil, &match.Error{Why: game.Raised, Err: err}
		}
		late = g.send(method, reply, limit)
	}
	switch {
	case len(g.waiting) > 0:
		v := g.waiting[0]
		g.waiting = g.waiting[1:]
		return v, nil
	case late:
		return nil, &match.Error{Why: game.TimedOut}
	case g.broken != "":
		return nil, &match.Error{Why: g.broken}
	case g.ended:
		return nil, &match.Error{Why: game.Closed}
	}
	return nil, &match.Error{Why: game.TimedOut}
}

// send sends a reply, and tells whether that takes too long.
func (g *guest) send(method string, reply game.Reply, limit time.Duration) (late bool) {
	sent := fault.Effect{Text: reply.Text}
	if jsontext.Value(reply.Text).IsValid() {
		sent = g.script.Next(method, reply.Text)
	}
	g.hangs = reply.Then == game.Hangs
	g.thought = g.deaf + sent.Took + time.Duration(reply.AfterMs)*time.Millisecond
	took := g.thought
	g.deaf = sent.Deaf
	if took >= limit {
		return true
	}
	g.finished = method == g.last && reply.Then == game.Waits
	g.ended = sent.Ends || reply.Then == game.Leaves
	g.rest = append(g.rest, sent.Text...)
	g.arrive()
	return false
}

// Thought implements match.Thinker.
func (g *guest) Thought() int { return int(g.thought.Milliseconds()) }

// arrive takes the values apart that have come.
func (g *guest) arrive() {
	values := reader.NewReader(bytes.NewReader(g.rest), reader.Limits{ValueBytesMax: g.bytesMax})
	for g.broken == "" {
		text := bytes.TrimLeft(g.rest, " \t\r\n")
		if len(g.rest)-len(text) > g.bytesMax {
			g.broken = game.TooLong
			g.recorder.Bytes(g.number, false, nil, len(g.rest))
			break
		}
		v, err := values.Next()
		if err != nil {
			if g.broken = whyOf(err); g.broken != "" {
				g.recorder.Bytes(g.number, false, text, len(g.rest)-len(text))
			}
			break
		}
		g.rest = text[len(v.Raw):]
		g.recorder.Message(g.number, false, v.Raw)
		g.waiting = append(g.waiting, v.Raw.Clone())
	}
	if g.ended && !g.told {
		g.told = true
		g.recorder.Close(g.number, match.Client)
	}
}

// whyOf is the failure that an error of reading stands for, "" if more might come.
func whyOf(err error) game.Failure {
	broken, ok := errors.AsType[*reader.Error](err)
	switch {
	case !ok || broken.Kind == reader.Cut:
		return ""
	case broken.Kind == reader.Duplicate:
		return game.WrongShape
	case broken.Kind == reader.TooDeep, broken.Kind == reader.TooLong:
		return game.TooLong
	}
	return game.NotJSON
}

// Close implements match.Player.
func (g *guest) Close() {
	if !g.closed && !g.told {
		g.recorder.Close(g.number, match.Server)
	}
	g.closed = true
}
