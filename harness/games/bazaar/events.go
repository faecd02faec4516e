package bazaar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// The events of chapter 9, one JSON object each. They are found by looking at
// the table before and after each reply, so that games which nobody observes
// pay nothing for them.

// A happening is an event as observers see it. Which of its parts count depends on its
// kind.
type happening struct {
	kind      happeningKind
	player    string
	table     *table
	ok, won   bool
	drawn     colour
	exchanges []exchange
	cards     []card // the price, those bought, or those that came to the display
	points    natural
	why       string // a code or a failure, or the reason of the end
	bonus     string
	winners   []string
	dropouts  []string
}

// A happeningKind is the kind of an event.
type happeningKind uint8

const (
	startHappens happeningKind = iota
	setupHappens
	turnHappens
	pebbleHappens
	exchangeHappens
	buyHappens
	refillHappens
	dropHappens
	overHappens
	bonusHappens
	winHappens
	endHappens
)

// describeLive describes the values of live play.
func (f *forms) describeLive(b *value.Book) {
	f.special = value.Define(b, "special", "Special client",
		"A client that does not play but disturbs the server in some way (BG-80, BG-82).",
		value.Name(`"AAdivergeBeforeSending" or "AAsendnameloop"`, "", specialNames).Expects("a special client"))
	f.specials = value.Define(b, "specials", "Special clients", "The special clients, which connect after the actors (BG-80).",
		value.List("an array of special clients", "", f.special, value.Size{}))
	wire := guest.Wire{
		Says: "What a test pair contains besides its actors: the special clients that connect after them, and the faults on the wire (BG-80, BG-81). " +
			"In a test pair it stands in place of the special clients of the input. The rules check that each fault belongs to an actor, " +
			"that an actor has at most one, and that what is sent instead of a name is no name; this schema does not.",
		Name: f.name, Special: &f.special, Nameless: "BG-81",
		Fault: "BG-37, BG-93", How: "BG-90", Connection: "BG-81", Send: "BG-81", Then: "BG-82",
	}
	f.guests = wire.Define(b)
	f.won = value.Define(b, "won", "Won", "Whether the player has won (BG-51).", value.Bool().Clause("BG-51"))
	f.void = value.Define(b, "void", "Void", "A reply without content: the player has received the call (BG-10, BG-51).",
		value.Constant[struct{}]("void"))
	value.Define(b, "reply-setup", "Reply to setup", "The client's reply to the equations (BG-10).", f.void)
	value.Define(b, "reply-win", "Reply to win", "The client's reply to the result (BG-51).", f.void)
	f.describeCalls(b)

	player := value.Key("player", f.name, func(h *happening) *string { return &h.player })
	ok := value.Key("ok", value.Bool(), func(h *happening) *bool { return &h.ok })
	cards := func(key string) value.Member[happening] {
		return value.Key(key, f.cards, func(h *happening) *[]card { return &h.cards })
	}
	points := value.Key("points", f.score, func(h *happening) *natural { return &h.points })
	why := func(h *happening) *string { return &h.why }
	events := value.Kinds[happening]{
		Member: "event",
		Is:     func(h *happening, kind int) bool { return int(h.kind) == kind },
		Set:    func(h *happening, kind int) { *h = happening{kind: happeningKind(kind), table: new(table)} },
	}
	happens := events.Add
	happens("start", "The game before the first call (BG-10).", value.Key("state", f.live, func(h *happening) *table { return h.table }))
	happens("setup", "A player received the equations, or failed in this call (BG-10).", player, ok)
	happens("turn", "A player's turn begins (BG-12).", player)
	happens("pebble", "A pebble went from the bank to the player (BG-15).", player,
		value.Key("color", f.colour, func(h *happening) *colour { return &h.drawn }))
	happens("exchange", "A legal exchange list was executed and its price paid: the listed cards left the game (BG-21, BG-22, BG-23).", player,
		value.Key("exchanges", f.exchanges, func(h *happening) *[]exchange { return &h.exchanges }), cards("price"))
	happens("buy", "A legal purchase, which may be empty, and the points it earned (BG-27, BG-32).", player, cards("cards"), points)
	happens("refill", "Cards moved from the pile to the display (BG-35).", cards("cards"))
	happens("drop", "A player is out because of an illegal request or a fault (BG-37, BG-52).", player,
		value.Key("why", value.Name("a code or a fault", "BG-37", faults()), why))
	happens("over", "The game is over, with the reason (BG-49).",
		value.Key("reason", value.Name("a reason", "BG-49", append(slices.Clone(reasons), turnLimit)), why))
	happens("bonus", "A player gets the bonus of the game (BG-55).", player,
		value.Key("bonus", f.bonus, func(h *happening) *string { return &h.bonus }), points)
	happens("win", "A player received the result: whether it won (BG-51).", player,
		value.Key("won", value.Bool(), func(h *happening) *bool { return &h.won }), ok)
	happens("end", "The outcome, sorted (BG-53).",
		value.Key("winners", f.names, func(h *happening) *[]string { return &h.winners }),
		value.Key("dropouts", f.dropouts, func(h *happening) *[]string { return &h.dropouts }))
	f.event = value.Define(b, "event", "Event",
		"An event as the referee's observers see it: one object for each thing that happens (BG-10, BG-12).", events.Union("an event"))
}

// describeCalls describes the calls as they are sent, which no rules read.
func (f *forms) describeCalls(b *value.Book) {
	call := func(m method, clause, says string, argument value.Type[struct{}]) value.Type[struct{}] {
		return value.TupleShape(clause, says, value.Constant[struct{}](methodNames[m]),
			value.TupleShape("", "The only argument.", argument).Expects("an array of one argument"))
	}
	turn := value.Shape(f.liveTurn)
	value.Define(b, "call", "Call", "A call that the server sends to a client: the method and its argument (BG-90).",
		value.OneOfForms("a call", "BG-90",
			call(callSetup, "BG-10", "The equations of the game (BG-10).", value.Shape(f.equations)),
			call(callFirstReply, "BG-13", "The server asks for the first reply (BG-13).", turn),
			call(callSecondReply, "BG-26", "The server asks for the second reply (BG-26).", turn),
			call(callWin, "BG-51", "Whether the player has won (BG-51).", value.Shape(f.won))))
}

// tell notes an event.
func (f *liveReferee) tell(h happening) {
	f.told = h
	f.Note(f.forms.event.Append(nil, &f.told))
}

// eventStart tells the Game as given, with names, equations and the phase by
// the end test (BG-44).
func (f *liveReferee) eventStart() { f.tell(happening{kind: startHappens, table: f.state()}) }

// State is the State of the game, with its equations as given.
func (f *liveReferee) State() jsontext.Value { return f.forms.live.Append(nil, f.state()) }

func (f *liveReferee) state() *table {
	t := *f.table
	if f.stage == settingUp && f.rules.end(&t) != "" {
		t.phase = over
	}
	return &t
}

func (f *liveReferee) eventTurn() { f.tell(happening{kind: turnHappens, player: f.call.player}) }

// eventOutcome tells how a call of set-up or of the end went.
func (f *liveReferee) eventOutcome(ok bool) {
	switch f.call.method {
	case callSetup:
		f.tell(happening{kind: setupHappens, player: f.call.player, ok: ok})
	case callWin:
		f.tell(happening{kind: winHappens, player: f.call.player, won: f.call.won, ok: ok})
	}
}

func (f *liveReferee) eventDrop(why string) {
	f.tell(happening{kind: dropHappens, player: f.call.player, why: why})
}

// eventOver tells why the game is over, and who gets the bonus, in list order
// (BG-55).
func (f *liveReferee) eventOver() {
	f.tell(happening{kind: overHappens, why: f.reason})
	for _, name := range f.awarded {
		f.tell(happening{kind: bonusHappens, player: name, bonus: f.bonus.name, points: f.bonus.points})
	}
}

func (f *liveReferee) eventEnd() {
	f.tell(happening{kind: endHappens, winners: sorted(f.winners), dropouts: sorted(f.table.dropouts)})
}

// take executes a reply of the right shape and tells what it did. Of an illegal
// one it keeps the explanation, for which the table must not have lost the
// player yet.
func (f *liveReferee) take(q request) code {
	if f.stage != playing {
		f.eventOutcome(true)
		return f.answer(q)
	}
	t := f.table
	before := *t
	active := t.players[0]
	c := f.rules.move(t, &q)
	if c != legal {
		f.explained = f.rules.explain(t, &q, c)
		f.rules.penalise(t)
		return c
	}
	switch {
	case f.call.method == callSecondReply:
		f.eventBuy(&before, &active, q.cards)
	case q.pebble:
		f.tell(happening{kind: pebbleHappens, player: active.name, drawn: drawn(before.bank - t.bank)})
	default:
		f.tell(happening{kind: exchangeHappens, player: active.name, exchanges: q.exchanges, cards: f.price(&before)})
	}
	return c
}

// drawn is the colour of a bag of one pebble.
func drawn(b bag) colour {
	for c := range colours {
		if b == c.one() {
			return c
		}
	}
	return colours - 1
}

// price is what an exchange list has taken out of the game: the bottom card of
// the hidden pile (BG-22), all visible cards (BG-23), or nothing.
func (f *liveReferee) price(before *table) []card {
	return slices.Concat(missing(before.visibles, f.table.visibles), missing(before.hidden, f.table.hidden))
}

// missing are the cards of the first list that the second has not got, equal
// ones as often.
func missing(before, after []card) []card {
	rest := slices.Clone(after)
	var gone []card
	for _, k := range before {
		if i := indexCard(rest, k); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			gone = append(gone, k)
		}
	}
	return gone
}

// eventBuy tells of a purchase, also an empty one, and of the cards that then
// came to the display (BG-35).
func (f *liveReferee) eventBuy(before *table, active *player, cards []card) {
	// What has been bought once is bought again, to learn its points.
	p, _ := f.rules.buy(active.wallet, before.bank, before.visibles, cards)
	f.tell(happening{kind: buyHappens, player: active.name, cards: cards, points: natural{n: p.points}})
	if came := missing(f.table.visibles, p.visibles); len(came) > 0 {
		f.tell(happening{kind: refillHappens, cards: came})
	}
}
