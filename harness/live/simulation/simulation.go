// Package simulation plays live cases for servers in this very process, without a
// program, a port or a clock: to learn what happens on the connections of a case,
// in the time of a few calculations. It knows the rules of no game.
package simulation

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// seed is that of what faults leave to chance: the same case is always played in
// the same way.
const seed = 1

// Transcript plays the game of a case for a server, whose values the oracle has
// accepted, and returns what a server would write about it; times are not those of
// the game. The error is one of client.FromPair or of a referee that fails.
func Transcript(g *game.Game, rules game.Rules, in []jsontext.Value) ([]byte, error) {
	pair, err := client.FromPair(g, rules, game.Server, in, seed, 1)
	if err != nil {
		return nil, err
	}
	var buffer bytes.Buffer
	start := time.Unix(0, 0)
	w := transcript.NewWriter(&buffer, "of a simulation", transcript.Header{
		Game: g.Name, Options: rules.Options(), In: pair.Server, Side: game.Server, Started: start,
	}, func() time.Time { return start })
	if err := play(rules.Live(), g.Protocol.Last(), &pair, w); err != nil {
		return nil, err
	}
	return buffer.Bytes(), w.End()
}

// play lets the clients sign up and plays the game, if there is one.
func play(live game.Live, last string, pair *client.Pair, r match.Recorder) error {
	seats, err := live.Seats(pair.Server)
	if err != nil {
		return err
	}
	signUp := live.SignUp()
	guests, playable := greet(&signUp, pair.Clients, last, r)
	players := make([]match.Seat, len(guests))
	names := make([]string, len(guests))
	for seat, g := range guests {
		players[seat], names[seat] = match.Seat{Conn: g.number, Player: g}, g.client.Name
		r.SignUp(g.number, seat, g.client.Name)
	}
	for _, g := range guests {
		// What came behind the name is looked at now (BG-94).
		g.arrive()
	}
	var referee game.Referee
	if n := len(guests); playable && n >= signUp.PlayersMin && seats.Has(n) {
		referee, err = live.Referee(pair.Server, names)
		if _, other := errors.AsType[*game.Invalid](err); err != nil && !other {
			return err
		}
	}
	if referee == nil {
		r.Result(signUp.Void)
	} else {
		limit := time.Duration(signUp.CallMs) * time.Millisecond
		// Nothing waits here, so that there is nothing to end early.
		if _, err := match.Play(context.Background(), referee, players, match.Options{CallTimeout: limit, Recorder: r}); err != nil {
			return err
		}
	}
	for _, g := range guests {
		// A client that has replied to the last call goes by itself (CF11); one with
		// faults may not have, and goes with the server (see package client).
		g.ended = g.ended || g.finished && len(g.client.Faults) == 0
		g.arrive()
		g.Close()
	}
	return nil
}

// A greeting is what becomes of a connection before the game.
type greeting struct {
	guest   *guest
	at      time.Duration // since the port was opened, when it is known
	text    []byte        // that came in place of a name or as one
	refusal *lobby.Refusal
}

// nameWait is how long a client waits for the one before it, see package client;
// pause is what a server needs until it has read a name and waits again.
const (
	nameWait = 2 * time.Second
	pause    = 100 * time.Millisecond
)

// greet lets the clients connect in their order, and returns those that sign up by
// their seats. It tells whether a game can be played with their names.
func greet(signUp *game.SignUp, clients []client.Client, last string, r match.Recorder) (guests []*guest, playable bool) {
	var all []*greeting
	now := time.Duration(0)
	for i := range clients {
		g := newGuest(&clients[i], i+1, signUp, last, r)
		now = max(now, clients[i].Joins)
		took, greeting := g.greet(signUp)
		greeting.at = now + took
		all = append(all, greeting)
		r.Connect(g.number)
		now += pause
		if !clients[i].Silent {
			now += min(took, nameWait)
		}
	}
	slices.SortStableFunc(all, func(a, b *greeting) int { return cmp.Compare(a.at, b.at) })
	names := make(map[string]bool)
	playable = true
	end := time.Duration(signUp.WaitMs*signUp.Waits) * time.Millisecond
	wait := time.Duration(signUp.WaitMs) * time.Millisecond
	for _, k := range all {
		g, refusal := k.guest, k.refusal
		if n := len(guests); n >= signUp.PlayersMin {
			// It ends with the round in which there are enough.
			since := guests[signUp.PlayersMin-1].signedUp
			end = min(end, (since/wait+1)*wait)
		}
		taken := names[g.client.Name]
		switch {
		case len(guests) == signUp.PlayersMax || k.at >= end:
			refusal = &lobby.Refusal{Clause: signUp.Clauses.Window, Why: "sign-up is over"}
		case refusal == nil && taken && !signUp.DuplicatesSeated && !signUp.DuplicateVoids:
			refusal = &lobby.Refusal{Clause: signUp.Clauses.Taken, Why: "the name is taken"}
		}
		switch {
		case refusal == nil:
			r.Message(g.number, false, k.text)
			playable = playable && (!taken || signUp.DuplicatesSeated)
			names[g.client.Name] = true
			g.signedUp = k.at
			guests = append(guests, g)
		default:
			r.Bytes(g.number, false, k.text, 0)
			r.Refuse(g.number, refusal.Clause, refusal.Why)
			g.Close()
		}
	}
	slices.SortFunc(guests, func(a, b *guest) int { return cmp.Compare(a.number, b.number) })
	return guests, playable
}

// A stream is what a client has sent before the game, as one reads it that waits
// for its name.
type stream struct {
	*bytes.Reader
	drained bool // somebody has waited for more
}

func (s *stream) Read(p []byte) (int, error) {
	s.drained = s.drained || s.Len() == 0
	return s.Reader.Read(p)
}

func (s *stream) Write(p []byte) (int, error) { return len(p), nil }
func (s *stream) Close() error                { return nil }

// greet sends the name, and tells how long that takes and what a server makes of
// it.
func (g *guest) greet(signUp *game.SignUp) (took time.Duration, k *greeting) {
	limit := time.Duration(signUp.NameMs) * time.Millisecond
	var sent fault.Effect
	switch o := g.client.Opening; {
	case g.client.Silent:
	case o != nil:
		sent = fault.Effect{Text: []byte(o.Text), Ends: o.Then != client.Waits}
	default:
		// Whatever a name is, it can be quoted.
		name, _ := jsontext.AppendQuote(nil, g.client.Name)
		sent = g.script.Next(fault.Name, name)
	}
	from := &stream{Reader: bytes.NewReader(sent.Text)}
	// The limit is never met here: all there is comes at once.
	name, err := lobby.Greet(from, signUp, time.Hour, nil)
	k = &greeting{guest: g, text: name.Text}
	g.ended, g.deaf = sent.Ends, sent.Deaf
	late := sent.Took >= limit || err != nil && from.drained && !sent.Ends
	switch refusal, _ := err.(*lobby.Refusal); {
	case late:
		k.refusal = &lobby.Refusal{Clause: signUp.Clauses.NameMs, Why: fmt.Sprintf("no complete name arrived within %v", limit)}
		k.text = bytes.TrimSpace(sent.Text)
		return limit, k
	case refusal != nil:
		k.refusal, k.text = refusal, refusal.Raw
	default:
		g.rest = sent.Text[bytes.Index(sent.Text, name.Text)+len(name.Text):]
	}
	return sent.Took, k
}
