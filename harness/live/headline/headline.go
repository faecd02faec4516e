// Package headline says in words what passes between a referee and the players of
// a live game, for people who watch: what is asked, what is done, who has won.
package headline

import (
	"cmp"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// pendingMax bounds for how many connections the last call is kept: far more
// than play, while a server may be flooded with connections.
const pendingMax = 200

// A Writer writes the headlines of one live game. It remembers the last call of
// each connection, which its reply is an answer to.
type Writer struct {
	game    *game.Game
	rules   game.Rules
	pending map[int]pending // by connection
}

// A pending call waits for its reply.
type pending struct {
	method *game.Method
	shown  jsontext.Value // the first argument
}

// NewWriter makes a writer for a game by these rules.
func NewWriter(g *game.Game, rules game.Rules) *Writer {
	return &Writer{game: g, rules: rules, pending: map[int]pending{}}
}

// Call says what happens to the player at a connection by a call: "is asked for
// the cards to buy"; "" for a method that the game does not have.
func (w *Writer) Call(conn int, method string, args []jsontext.Value) string {
	m := w.game.Protocol.Method(method)
	if m == nil {
		m = &game.Method{}
	}
	p := pending{method: m}
	if len(args) > 0 {
		p.shown = args[0].Clone()
	}
	if _, known := w.pending[conn]; known || len(w.pending) < pendingMax {
		w.pending[conn] = p
	}
	said := m.Heard()
	if said == "" {
		return ""
	}
	for i, a := range args {
		if i >= len(m.Args) {
			break
		}
		if d := game.Tell(w.rules, m.Args[i].Value, a, nil); d.What != "" {
			said += ": " + text.Visible(d.What)
		}
	}
	return said
}

// Reply says what the player at a connection does by its reply: "trades 2 red for
// 1 blue". What is empty for a reply that has no words.
func (w *Writer) Reply(conn int, reply jsontext.Value) game.Deed {
	p, called := w.pending[conn]
	delete(w.pending, conn)
	var word string
	isWord := reply.Kind() == '"' && json.Unmarshal(reply, &word) == nil
	switch {
	case !called && isWord:
		return game.Deed{What: "gives the name " + text.Visible(word)}
	case !called:
		return game.Deed{}
	}
	d := game.Tell(w.rules, p.method.Reply.Value, reply, p.shown)
	d.What = text.Visible(d.What)
	if d.What == "" && isWord && word == "void" {
		d.What = "has taken note"
	}
	return d
}

// Event says what an observer is told: "turn: player Ada, round 1". Fields that
// are neither words nor numbers, nor lists of words, are left out, and whole is
// false then: the picture or the headline of the reply shows them.
func Event(event jsontext.Value) (said string, whole bool) {
	whole = true
	var name string
	var fields []string
	var c cursor.Cursor
	c.Reset(event)
	c.Object("an event")
	for c.MoreKeys() {
		key := string(c.Key())
		switch said, ok := inWords(jsontext.Value(c.Skip())); {
		case key == "event":
			name = said
		case ok:
			fields = append(fields, key+" "+said)
		default:
			whole = false
		}
	}
	if len(fields) > 0 {
		name += ": " + strings.Join(fields, ", ")
	}
	return text.Visible(name), whole
}

// inWords is the value of a field as people read it.
func inWords(value jsontext.Value) (string, bool) {
	switch value.Kind() {
	case '"':
		plain, err := jsontext.AppendUnquote(nil, value)
		return string(plain), err == nil
	case '[':
		var words []string
		if json.Unmarshal(value, &words) != nil {
			return "", false
		}
		return cmp.Or(list(words), "none"), true
	case '{':
		return "", false
	}
	return string(value), true
}

// Result says who has won and who has dropped out; "" for another value than a
// game has.
func Result(values []jsontext.Value) string {
	winners, dropouts, err := game.ReadOutcome(values)
	if err != nil {
		return ""
	}
	said := "nobody wins"
	switch len(winners) {
	case 0:
	case 1:
		said = winners[0] + " wins"
	default:
		said = list(winners) + " win together"
	}
	if len(dropouts) > 0 {
		said += "; out: " + list(dropouts)
	}
	return text.Visible(said)
}

// list is names in a sentence.
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
