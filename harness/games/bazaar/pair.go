package bazaar

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A pair is the input of a live case: what the clients are given, and what the
// server is given (11.1).
type pair struct {
	cast   []actor // in the order in which they connect
	guests []guest // the special ones connect behind them
	table  *table
	bonus  *bonus // or nil
}

// A guest is a special client, or what else happens on the wire. For the
// outcome only the special clients count: the others describe how an actor
// fails that fails anyway, or never sign up.
type guest struct {
	special string // one of 11.1, or ""
	as      string // the actor whose client has a fault, or ""
	how     string // the fault
}

// specialNames are the special clients, which connect behind the actors.
var specialNames = []string{sendsNothing, sendsNameOnly}

// special reads a special client.
func (d *decoder) special() string {
	if i := d.word(`"AAdivergeBeforeSending" or "AAsendnameloop"`, specialNames); i >= 0 {
		return specialNames[i]
	}
	return ""
}

// specials reads the special clients of a clients program's input.
func (d *decoder) specials() {
	for d.Array("an array of special clients"); d.More(); {
		d.special()
	}
}

// guests reads the special clients of a pair. The actors are those that a
// fault can be given to; nil if they are not known.
func (d *decoder) guests(cast []actor) []guest {
	var list []guest
	for d.Array("an array of special clients and faults"); d.More(); {
		list = append(list, d.guest(cast, list))
	}
	return list
}

// leavings are what a connection does behind what it has sent in place of a
// name.
var leavings = []string{"waits", "leaves", "resets"}

func (d *decoder) guest(cast []actor, before []guest) guest {
	const what = `a special client, {"as":NAME,"how":FAULT} or {"send":TEXT,"then":"waits"}`
	var g guest
	switch d.Kind() {
	case '"':
		g.special = d.special()
		return g
	case '{':
	default:
		d.Expected(what)
		return g
	}
	at := d.Offset()
	seen := ""
	d.object("a guest", nil, func(key []byte) int {
		switch string(key) {
		case "as":
			g.as = d.faultyActor(cast, before)
			seen += "a"
		case "how":
			g.how = d.fault()
			seen += "h"
		case "send":
			d.noName()
			seen += "s"
		case "then":
			d.word(`"waits", "leaves" or "resets"`, leavings)
			seen += "t"
		default:
			return -1
		}
		return 0
	})
	if seen != "ah" && seen != "ha" && seen != "st" && seen != "ts" {
		d.Fail(at, "", "expected %s, found an object with other keys", what)
	}
	return g
}

// faultyActor reads the name of an actor that has no fault yet.
func (d *decoder) faultyActor(cast []actor, before []guest) string {
	at := d.Offset()
	name := d.name()
	switch {
	case name == "":
	case cast != nil && !slices.ContainsFunc(cast, func(a actor) bool { return a.name == name }):
		d.Fail(at, "", "expected the name of an actor, found %q", name)
	case slices.ContainsFunc(before, func(g guest) bool { return g.as == name }):
		d.Fail(at, "", "expected one fault of an actor, found another of %q", name)
	}
	return name
}

// faultLengthMax bounds the description of a fault.
const faultLengthMax = 200

// fault reads a fault on the wire: what such texts mean is no matter of the
// rules, so that only their alphabet is.
func (d *decoder) fault() string {
	const what = "a fault: 1 to 200 printable characters of ASCII that begin with a lower case letter"
	text := d.String(what)
	ok := len(text) > 0 && len(text) <= faultLengthMax && text[0] >= 'a' && text[0] <= 'z'
	for _, b := range text {
		ok = ok && b >= ' ' && b <= '~'
	}
	if !ok {
		d.Rejected(what)
	}
	return string(text)
}

// noName reads what a connection sends in place of a name. With a name it would
// be a client like any other, and have a seat.
func (d *decoder) noName() {
	at := d.Offset()
	text := d.String("a string")
	if startsWithName(text) {
		d.Fail(at, "BG-81", "expected characters that are not a name, found a name of 1 to 20 letters and digits")
	}
}

// startsWithName tells whether a client that sends this has sent its name, as
// its first value (BG-80).
func startsWithName(text []byte) bool {
	value, err := jsontext.NewDecoder(bytes.NewReader(text)).ReadValue()
	if err != nil || value.Kind() != '"' {
		return false
	}
	name, err := jsontext.AppendUnquote(nil, value)
	return err == nil && game.IsName(name)
}

// readPair reads the input of a live case.
func (o *oracle) readPair(in []jsontext.Value) (pair, error) {
	var p pair
	d := o.dec
	if err := d.read(in, 0, func() { p.cast = d.clientActors() }); err != nil {
		return p, err
	}
	if err := d.read(in, 1, func() { p.guests = d.guests(append([]actor{}, p.cast...)) }); err != nil {
		return p, err
	}
	var err error
	p.table, p.bonus, err = d.serverValues(in, len(clientsIn))
	return p, err
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
		faulty := slices.ContainsFunc(p.guests, func(g guest) bool { return g.as == a.name })
		a.leaves = r.live.closedIsPebble && trick == honest && !a.hangs && !faulty
		seated = append(seated, a)
	}
	playable := true
	for _, g := range p.guests {
		// BG-85: with players_max the game starts, later ones are not served.
		if g.special != sendsNameOnly || len(seated) == r.playersMax {
			continue
		}
		known := slices.ContainsFunc(seated, func(a actor) bool { return a.name == g.special })
		switch {
		case known && r.live.duplicatesVoid:
			playable = false
		case known:
			continue
		}
		seated = append(seated, actor{name: g.special, behaviour: fails, method: callSetup, fromCall: 1, hangs: true})
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
	out.Buf = o.rules.appendResult(out.Buf, f.winners, f.table.dropouts)
	out.End()
	return nil
}

// runClients is what the clients of a pair write in the end, whatever has come
// of the game.
func (o *oracle) runClients(in []jsontext.Value, out *game.Output) error {
	if _, err := o.readPair(in); err != nil {
		return err
	}
	out.Buf = append(out.Buf, `"void"`...)
	out.End()
	return nil
}
