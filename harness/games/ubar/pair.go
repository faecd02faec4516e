package ubar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/guest"
)

// readPair reads the input of a live case.
func (o *oracle) readPair(in []jsontext.Value) (cast []guest.Actor, wire []guest.Guest, b *setup, err error) {
	d := o.dec
	cast, wire, err = actors().Pair(&d.Cursor, func(i int, decode func()) error { return d.read(in, i, decode) })
	if err != nil {
		return nil, nil, nil, err
	}
	if err = d.read(in, 2, func() { b = d.setup() }); err != nil {
		return nil, nil, nil, err
	}
	return cast, wire, b, nil
}

// signUps are those who are seated: they come in the order of the actors (UB-83),
// nobody twice (UB-84), until the game is full (UB-85).
func (r *rules) signUps(cast []guest.Actor) []guest.Actor {
	var seated []guest.Actor
	for _, a := range cast {
		taken := slices.ContainsFunc(seated, func(b guest.Actor) bool { return b.Name == a.Name })
		if !taken && len(seated) < playersMax { // UB-83: in the order of their connections
			seated = append(seated, a)
		}
	}
	return seated
}

// server is the outcome of a live case: the winners and the drop-outs of the game
// among those who signed up, or nothing if they are too few or not as many as the
// Setup has players.
func (o *oracle) server(in []jsontext.Value, out *game.Output) error {
	cast, _, b, err := o.readPair(in)
	if err != nil {
		return err
	}
	seated := o.rules.signUps(cast)
	if len(seated) < playersMin || len(seated) != len(b.starters) { // UB-85, UB-87
		out.Buf = append(out.Buf, voidResult...)
		out.End()
		return nil
	}
	perform := func(a guest.Actor) game.Player { return o.rules.performer(a, a.Name) }
	return guest.Outcome(liveRules{o.rules}, in[2:], seated, perform, out)
}

// clients is what the clients of a live case write in the end, and what stands for the
// result of a player, whatever has come of the game.
func (o *oracle) clients(in []jsontext.Value, out *game.Output) error {
	if _, _, _, err := o.readPair(in); err != nil {
		return err
	}
	out.Buf = append(out.Buf, `"void"`...)
	out.End()
	return nil
}
