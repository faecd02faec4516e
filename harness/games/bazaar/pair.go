package bazaar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// A pair is the input of a live case: what the clients are given, and what the
// server is given (11.1).
type pair struct {
	cast   []actor       // in the order in which they connect
	guests []guest.Guest // the special ones connect behind them
	table  *table
	bonus  *bonus // or nil
}

// specialNames are the special clients, which connect behind the actors.
var specialNames = []string{sendsNothing, sendsNameOnly}

// readPair reads the input of a live case.
func (o *oracle) readPair(in []jsontext.Value) (pair, error) {
	var p pair
	d := o.dec
	if err := d.Decode(in, 0, func() { p.cast = d.actors(&d.forms.clients) }); err != nil {
		return p, err
	}
	if err := d.Decode(in, 1, func() { p.guests = d.guests(namesOf(p.cast)) }); err != nil {
		return p, err
	}
	var err error
	p.table, p.bonus, err = d.serverValues(in, len(clientsIn))
	return p, err
}

// namesOf are the names of the actors, not nil if there are none.
func namesOf(cast []actor) []string {
	names := make([]string, len(cast))
	for i := range cast {
		names[i] = cast[i].name
	}
	return names
}

// signUps are those who are seated, in the order in which they connect, which is
// that of sign-up (BG-83), as actors of task games (11.6). False if no game is
// played, since a name was there twice (BG-84).
func (o *oracle) signUps(p pair) ([]actor, bool) {
	r := o.rules
	var seated []actor
	for i := range p.cast {
		if !r.nameOK(p.cast[i].name) || len(seated) >= r.playersMax {
			continue
		}
		trick := trickOf(&p.cast[i])
		a := trick.asActor(p.cast[i], r.live.lenientFirstReply)
		// Q7: one that raises closes its connection, unless a fault takes the place
		// of that.
		faulty := slices.ContainsFunc(p.guests, func(g guest.Guest) bool { return g.As == a.name })
		a.leaves = r.live.closedIsPebble && trick == honest && !a.hangs && !faulty
		seated = append(seated, a)
	}
	playable := true
	for _, g := range p.guests {
		// BG-85: with players_max the game starts, later ones are not served.
		if g.Special != sendsNameOnly || len(seated) == r.playersMax {
			continue
		}
		known := slices.ContainsFunc(seated, func(a actor) bool { return a.name == g.Special })
		switch {
		case known && r.live.duplicatesVoid:
			playable = false
		case known:
			continue
		}
		seated = append(seated, actor{name: g.Special, behaviour: fails, method: callSetup, fromCall: 1, hangs: true})
	}
	return seated, playable
}

// server is the outcome of a pair (11.1): that of task games for the clients
// that signed up, or nothing if they are too few (BG-85) or not as many as the
// Game has players (BG-87). The clients play by the rules, whatever the server
// does.
func (o *oracle) server(in []jsontext.Value, out *game.Output) error {
	p, err := o.readPair(in)
	if err != nil {
		return err
	}
	seated, playable := o.signUps(p)
	if !playable || len(seated) < o.rules.playersMin || len(seated) != len(p.table.players) {
		out.Buf = append(out.Buf, voidResult...)
		out.End()
		return nil
	}
	if o.clients == nil {
		o.clients = newStrategist(o.rules.right)
	}
	f := o.run(seated, p.table, p.bonus, o.clients)
	if err := o.clients.refusal(len(clientsIn)); err != nil {
		return err
	}
	d := o.rules.outcome(f.winners, f.table.dropouts)
	o.dec.forms.outcome.Answer(out, &d)
	return nil
}

// runClients is what the clients of a pair write in the end, and what stands for the
// result of a player, whatever has come of the game.
func (o *oracle) runClients(in []jsontext.Value, out *game.Output) error {
	if _, err := o.readPair(in); err != nil {
		return err
	}
	out.Buf = append(out.Buf, `"void"`...)
	out.End()
	return nil
}
