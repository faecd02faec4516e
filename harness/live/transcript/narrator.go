package transcript

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// shownBytes is how much of a value is shown: a line of most terminals, with
// what stands in front of it.
const shownBytes = 100

// A Narrator says in words what the lines of one transcript tell, which it is
// given in their order.
type Narrator struct {
	verbose   bool
	headlines *headline.Writer
	names     map[int]string // by connection
	messages  int            // of all connections, as verdicts of live tasks count them
}

// NewNarrator makes a narrator. A verbose one says whole values. With a writer of
// headlines it says in words what messages, events and results mean; nil for none.
func NewNarrator(verbose bool, headlines *headline.Writer) *Narrator {
	return &Narrator{verbose: verbose, headlines: headlines, names: map[int]string{}}
}

// A Telling is what a line tells, in words.
type Telling struct {
	Message int    // its number if it is a message or bytes, from 1 over all connections; else 0
	Who     string // the player, or the connection as #1; "" for the server itself
	Way     string // of a message or bytes: < to the player, > from it; else ""
	What    string // on one line
	Sent    bool   // What is a message as it was sent
	Clause  string // that a reply is about, "" if that is not known
	Tone    Tone
}

// A Tone is how much something matters to who looks for what went wrong.
type Tone int

// The tones.
const (
	Plain Tone = iota
	Quiet      // nobody has done anything wrong, nor anything that the game is made of
	Odd        // what should not be so
	Bad        // a breach
)

// Words say which game is recorded, by whom and when.
func (h *Header) Words() string {
	line := fmt.Sprintf("%s, recorded by the %s, %s", h.Game, h.Side, h.Started.UTC().Format("2006-01-02 15:04:05"))
	if h.Seed != nil {
		line += fmt.Sprintf(", seed %d", *h.Seed)
	}
	if h.Scale != 1 {
		line += fmt.Sprintf(", all times multiplied by %v", h.Scale)
	}
	return line + ", touchstone " + h.Touchstone
}

// Tell says what a line tells.
func (n *Narrator) Tell(l *Line) Telling {
	t := Telling{}
	switch l.Kind {
	case Connect:
		t.Tone, t.What = Quiet, "connects"
	case Failed:
		t.Tone, t.What = Quiet, fmt.Sprintf("fails to connect %s: %s", text.Count(l.Tries, "time"), *l.Why)
	case SignUp:
		n.names[l.Conn] = *l.Name
		t.What = fmt.Sprintf("signs up on connection %d, in seat %d", l.Conn, *l.Seat+1)
	case Refuse:
		t.Tone, t.What = Odd, fmt.Sprintf("does not take part: %s (%s)", *l.Why, *l.Clause)
	case Message:
		t.What, t.Clause = n.inWords(l)
		if t.Sent = t.What == ""; t.Sent {
			t.What = n.message(l)
		}
	case Bytes:
		what := strconv.QuoteToASCII(string(*l.Bytes))
		if !n.verbose {
			what = text.Shorten(what, shownBytes)
		}
		if l.Cut > 0 {
			what += " and " + text.Count(l.Cut, "byte") + " more"
		}
		t.Tone, t.What = Odd, what+", not a JSON value"
	case Timed:
		t.Tone, t.What = Quiet, fmt.Sprintf("took %v ms", *l.Took)
	case Breach:
		t.Tone, t.What = Bad, fmt.Sprintf("is out: %s (%s, %s)", *l.Message, *l.Clause, *l.Why)
	case Event:
		t.Tone, t.What = Quiet, "* "+n.event(l.Event)
		if n.headlines != nil {
			t.What, _ = headline.Event(l.Event)
		}
	case Close:
		t.Tone, t.What = Quiet, "is closed by the "+*l.By
	case Result:
		values := make([]string, len(l.Values))
		for i, v := range l.Values {
			values[i] = n.value(v)
		}
		t.What = "result " + strings.Join(values, " ")
		if said := headline.Result(l.Values); n.headlines != nil && said != "" {
			t.What = "result: " + said
		}
	}
	if l.Conn != 0 {
		t.Who = "#" + strconv.Itoa(l.Conn)
		if known, ok := n.names[l.Conn]; ok {
			t.Who = text.Visible(known)
		}
	}
	if l.Kind == Message || l.Kind == Bytes {
		n.messages++
		t.Message, t.Way = n.messages, ">"
		if l.out() {
			t.Way = "<"
		}
	}
	return t
}

// inWords is what a message means, "" if there are no words.
func (n *Narrator) inWords(l *Line) (what, clause string) {
	if n.headlines == nil {
		return "", ""
	}
	if !l.out() {
		d := n.headlines.Reply(l.Conn, l.Value)
		return d.What, d.Clause
	}
	method, args, err := parseCall(l.Value)
	if err != nil {
		return "", ""
	}
	return n.headlines.Call(l.Conn, method, args), ""
}

// message is a call in short form, or another value.
func (n *Narrator) message(l *Line) string {
	if l.out() {
		if method, args, err := parseCall(l.Value); err == nil {
			texts := make([]string, len(args))
			for i, a := range args {
				texts[i] = string(a)
			}
			return n.short(method + "(" + strings.Join(texts, ", ") + ")")
		}
	}
	return n.value(l.Value)
}

func (n *Narrator) value(v jsontext.Value) string { return n.short(string(v)) }

// short cuts a text, unless all is to be shown.
func (n *Narrator) short(line string) string {
	if n.verbose {
		return line
	}
	return text.Shorten(text.Visible(line), shownBytes)
}

// event is the name of an event with its fields.
func (n *Narrator) event(v jsontext.Value) string {
	var name, fields string
	var c cursor.Cursor
	c.Reset(v)
	c.Object("an event")
	for c.MoreKeys() {
		key := string(c.Key())
		value := c.Skip()
		shown := string(value)
		// A word needs no quotes.
		if plain, err := jsontext.AppendUnquote(nil, value); err == nil && value[0] == '"' {
			shown = string(plain)
		}
		if key == "event" {
			name = shown
		} else {
			fields += " " + key + "=" + shown
		}
	}
	return n.short(name + fields)
}
