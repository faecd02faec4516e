// Package guest reads what the case of a live game has besides its actors: the
// special clients of the game, if it has any, and faults on the wire. What a fault
// is and does is the business of those who play the case. It knows the rules of no
// game.
package guest

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// A Guest is a special client, or what else happens on the wire. For the
// outcome only the special clients count: the others describe how an actor
// fails that fails anyway, or never sign up.
type Guest struct {
	Special string // the name of a special client, or ""
	As      string // the actor whose client has a fault, or ""
	How     string // the fault
}

// Leavings are what a connection does behind what it has sent in place of a
// name.
var Leavings = []string{"waits", "leaves", "resets"}

// A Reader reads guests.
type Reader struct {
	*cursor.Cursor
	// Special reads the name of a special client; nil if the game has none.
	Special func() string
	// Cast are the actors that a fault can be given to; nil if they are not known.
	Cast []string
	// Clause is that of what a name looks like, "" if there is none.
	Clause string
}

// Read reads an array of guests.
func (r *Reader) Read() []Guest {
	var list []Guest
	for r.Array(r.whats()); r.More(); {
		list = append(list, r.guest(list))
	}
	return list
}

func (r *Reader) whats() string {
	if r.Special == nil {
		return "an array of faults"
	}
	return "an array of special clients and faults"
}

func (r *Reader) what() string {
	const what = `{"as":NAME,"how":FAULT} or {"send":TEXT,"then":"waits"}`
	if r.Special == nil {
		return what
	}
	return "a special client, " + what
}

func (r *Reader) guest(before []Guest) Guest {
	var g Guest
	switch kind := r.Kind(); {
	case kind == '"' && r.Special != nil:
		g.Special = r.Special()
		return g
	case kind != '{':
		r.Expected(r.what())
		return g
	}
	at := r.Offset()
	seen := ""
	for r.Object("a guest"); r.More(); {
		keyAt := r.Offset()
		switch key := r.Key(); string(key) {
		case "as":
			g.As = r.faultyActor(before)
			seen += "a"
		case "how":
			g.How = r.fault()
			seen += "h"
		case "send":
			r.noName()
			seen += "s"
		case "then":
			r.leaving()
			seen += "t"
		default:
			r.Fail(keyAt, "", "unknown key %q in a guest%s", key, game.DidYouMean(key, nil))
			return g
		}
	}
	if !slices.Contains([]string{"ah", "ha", "st", "ts"}, seen) {
		r.Fail(at, "", "expected %s, found an object with other keys", r.what())
	}
	return g
}

// faultyActor reads the name of an actor that has no fault yet. Of two actors of
// one name nobody knows which is meant.
func (r *Reader) faultyActor(before []Guest) string {
	const what = "a name of 1 to 20 letters and digits"
	at := r.Offset()
	name := string(r.String(what))
	called := 0
	for _, c := range r.Cast {
		if c == name {
			called++
		}
	}
	switch {
	case r.Err() != nil:
	case !game.IsName(name):
		r.Rejected(what)
		return ""
	case r.Cast != nil && called == 0:
		r.Fail(at, "", "expected the name of an actor, found %q", name)
	case called > 1:
		r.Fail(at, "", "expected the name of one actor, found %q, which is that of %d", name, called)
	case slices.ContainsFunc(before, func(g Guest) bool { return g.As == name }):
		r.Fail(at, "", "expected one fault of an actor, found another of %q", name)
	}
	return name
}

// faultLengthMax bounds the description of a fault.
const faultLengthMax = 200

// fault reads a fault on the wire: what such texts mean is no matter of the
// rules, so that only their alphabet is.
func (r *Reader) fault() string {
	const what = "a fault: 1 to 200 printable characters of ASCII that begin with a lower case letter"
	text := r.String(what)
	ok := len(text) > 0 && len(text) <= faultLengthMax && text[0] >= 'a' && text[0] <= 'z'
	for _, b := range text {
		ok = ok && b >= ' ' && b <= '~'
	}
	if !ok {
		r.Rejected(what)
	}
	return string(text)
}

func (r *Reader) leaving() {
	const what = `"waits", "leaves" or "resets"`
	if !slices.Contains(Leavings, string(r.String(what))) {
		r.Rejected(what)
	}
}

// noName reads what a connection sends in place of a name. With a name it would
// be a client like any other, and have a seat.
func (r *Reader) noName() {
	at := r.Offset()
	if text := r.String("a string"); startsWithName(text) {
		r.Fail(at, r.Clause, "expected characters that are not a name, found a name of 1 to 20 letters and digits")
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
