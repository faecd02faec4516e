package ubongo

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// readPair reads the input of a live case.
func (o *oracle) readPair(in []jsontext.Value) (cast []guest.Actor, wire []guest.Guest, s setup, err error) {
	d := o.dec
	cast, wire, err = d.forms.cast.Pair(&d.Reader, in)
	if err != nil {
		return nil, nil, s, err
	}
	if err = d.Decode(in, 2, func() { s = d.setupValue() }); err != nil {
		return nil, nil, s, err
	}
	err = d.Decode(in, 3, func() { d.chance() })
	return cast, wire, s, err
}

// server is the outcome of a live case: the winner and the drop-outs of the game among
// those who signed up, or nothing if they are too few or not as many as the Setup has
// players.
func (o *oracle) server(in []jsontext.Value, out *game.Output) error {
	cast, _, s, err := o.readPair(in)
	if err != nil {
		return err
	}
	perform := func(a guest.Actor) game.Player { return o.rules.performer(a, a.Name) }
	// They sit in the order of their connections (UO-87), nobody twice (UO-88).
	return guest.Outcome(liveRules{o.rules}, in[2:], cast, game.Just(len(s.players)), perform, out) // UO-89, UO-91
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
