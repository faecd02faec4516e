// Package guest describes what the case of a live game has besides the game: its actors,
// the special clients of the game, if it has any, and faults on the wire. What a fault
// is and does is the business of those who play the case. It knows the rules of no
// game.
package guest

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Guest is a special client, or what else happens on the wire. For the
// outcome only the special clients count: the others describe how an actor
// fails that fails anyway, or never sign up.
type Guest struct {
	Special string // the name of a special client, or ""
	As      string // the actor whose client has a fault, or ""
	How     string // the fault
	Send    string // what a connection sends in place of a name
	Then    string // what it does then, one of Leavings, or ""

	at    int  // where the name of the actor begins
	sends bool // it has the key send
}

// Leavings are what a connection does behind what it has sent in place of a
// name.
var Leavings = []string{"waits", "leaves", "resets"}

// A Wire is what the guests of a game may be.
type Wire struct {
	Says     string              // what they are, in the words of the schema
	Name     value.Type[string]  // of an actor
	Special  *value.Type[string] // the name of a special client, nil if the game has none
	Nameless string              // the clause that a name breaks in place of what is none, "" if there is none

	// The clauses that the schema names, "BG-37, BG-93", or "".
	Fault, How, Connection, Send, Then string
}

// Define describes the guests in the book of a game. Whether a fault belongs to an actor
// is for Belong to say.
func (w *Wire) Define(b *value.Book) value.Type[[]Guest] {
	list, element := "an array of faults", "a fault of an actor, or a connection without a name"
	what := `{"as":NAME,"how":FAULT} or {"send":TEXT,"then":"waits"}`
	if w.Special != nil {
		list, element = "an array of special clients and faults", "a special client or a fault"
		what = "a special client, " + what
	}
	members := w.members()
	forms := []value.Case[Guest]{
		{
			Type: value.Object("a fault of an actor", "", members[:2]...).
				Says("In a test of a server: where the actor of that name would raise or hang, its client does this instead; " +
					"a harmless fault affects every value it sends" + by(w.Fault) + ". In a test of clients: how the server treats that client."),
			Is: func(g *Guest) bool { return g.As != "" },
		},
		{
			Type: value.Object("a connection without a name", "", members[2:]...).
				Says("A connection that comes before the others and sends these characters instead of a name, so that it gets no seat" +
					by(w.Connection) + "."),
			Is: func(g *Guest) bool { return g.Then != "" },
		},
	}
	object := value.Keyed("a guest", func(g *Guest) { *g = Guest{} }, members, func(r *value.Reader, g *Guest, at int) {
		fault, nameless := g.As != "" || g.How != "", g.sends || g.Then != ""
		if whole := g.As != "" && g.How != "" || g.sends && g.Then != ""; !whole || fault && nameless {
			r.Fail(at, "", "expected %s, found an object with other keys", what)
		}
	}, forms...)
	kinds := []value.Case[Guest]{{Type: object, Is: func(g *Guest) bool { return g.Special == "" }, Set: func(*Guest) {}}}
	shapes := []value.Type[Guest]{forms[0].Type, forms[1].Type}
	if w.Special != nil {
		special := value.In(*w.Special, func(g *Guest) *string { return &g.Special })
		kinds = append(kinds, value.Case[Guest]{
			Type: special, Is: func(g *Guest) bool { return g.Special != "" }, Set: func(g *Guest) { *g = Guest{} },
		})
		shapes = slices.Insert(shapes, 0, special)
	}
	one := value.As(value.Either(what, kinds...), value.OneOfForms(element, "", shapes...))
	return value.Define(b, "guests", "Guests", w.Says, value.List(list, "", one, value.Size{}, checkOnce))
}

// members are the keys of a fault and of a connection without a name, two each.
func (w *Wire) members() []value.Member[Guest] {
	return []value.Member[Guest]{
		value.Key("as", w.Name, func(g *Guest) *string { return &g.As }).At(func(g *Guest) *int { return &g.at }),
		// What such texts mean is no matter of the rules, so that only their alphabet is.
		value.Key("how", Matching("a fault: 1 to 200 printable characters of ASCII that begin with a lower case letter", "^[a-z][ -~]{0,199}$").
			Expects("a fault").Says("The faults on the wire, such as late=5s or text=void@setup"+by(w.How)+"."),
			func(g *Guest) *string { return &g.How }),
		value.Key("send", value.String("a string").Then(w.checkNameless).
			Says("The characters it sends, which are no name"+by(w.Send)+"."),
			func(g *Guest) *string { return &g.Send }).Noted(func(g *Guest) *bool { return &g.sends }),
		value.Key("then", value.Name(`"waits", "leaves" or "resets"`, "", Leavings).
			Says("What it does next: wait until the server closes the connection, close it, or reset it"+by(w.Then)+"."),
			func(g *Guest) *string { return &g.Then }),
	}
}

// by ends a sentence of a schema with its clauses, if there are any.
func by(clauses string) string {
	if clauses == "" {
		return ""
	}
	return " (" + clauses + ")"
}

// Matching is a string that a pattern matches.
func Matching(expected, pattern string) value.Type[string] {
	matching := text.Pattern(pattern)
	return value.Text(expected, pattern, func(said string) bool { return matching().MatchString(said) })
}

// checkOnce: an actor has at most one fault.
func checkOnce(r *value.Reader, list []Guest, _ int) {
	last := list[len(list)-1]
	if last.As != "" && slices.ContainsFunc(list[:len(list)-1], func(g Guest) bool { return g.As == last.As }) {
		r.Fail(last.at, "", "expected one fault of an actor, found another of %q", last.As)
	}
}

// Belong checks that each fault belongs to an actor, of whom these are the names. Of two
// actors of one name nobody knows which is meant.
func Belong(r *value.Reader, list []Guest, cast []string) {
	for _, g := range list {
		called := 0
		for _, name := range cast {
			if name == g.As {
				called++
			}
		}
		switch {
		case g.As == "":
		case called == 0:
			r.Fail(g.at, "", "expected the name of an actor, found %q", g.As)
		case called > 1:
			r.Fail(g.at, "", "expected the name of one actor, found %q, which is that of %d", g.As, called)
		}
	}
}

// checkNameless checks what a connection sends in place of a name. With a name it would
// be a client like any other, and have a seat.
func (w *Wire) checkNameless(r *value.Reader, text *string, at int) {
	if startsWithName([]byte(*text)) {
		r.Fail(at, w.Nameless, "expected characters that are not a name, found a name of 1 to 20 letters and digits")
	}
}

// startsWithName tells whether a client that sends this has sent its name, as
// its first value (BG-80).
func startsWithName(text []byte) bool {
	first, err := jsontext.NewDecoder(bytes.NewReader(text)).ReadValue()
	if err != nil || first.Kind() != '"' {
		return false
	}
	name, err := jsontext.AppendUnquote(nil, first)
	return err == nil && game.IsName(name)
}
