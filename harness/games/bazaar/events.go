package bazaar

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The events of chapter 9, one JSON object each. They are found by looking at
// the table before and after each reply, so that games which nobody observes
// pay nothing for them.

// Events returns what has happened since it was last asked.
func (f *liveReferee) Events() []jsontext.Value {
	list := f.events
	f.events = nil
	return list
}

// tell notes an event: its name, then keys and values in turn.
func (f *liveReferee) tell(event string, fields ...any) {
	out := appendString([]byte(`{"event":`), event)
	for i := 0; i+1 < len(fields); i += 2 {
		out = append(out, ',')
		out = appendString(out, fields[i].(string))
		out = append(out, ':')
		switch v := fields[i+1].(type) {
		case string:
			out = appendString(out, v)
		case bool:
			out = strconv.AppendBool(out, v)
		case natural:
			out = v.appendTo(out)
		case []byte:
			out = append(out, v...)
		}
	}
	f.events = append(f.events, append(out, '}'))
}

// eventStart tells the Game as given, with names, equations and the phase by
// the end test (BG-44).
func (f *liveReferee) eventStart() { f.tell("start", "state", []byte(f.State())) }

// State is the State of the game, with its equations as given.
func (f *liveReferee) State() jsontext.Value {
	t := *f.table
	if f.stage == settingUp && f.rules.end(&t) != "" {
		t.phase = over
	}
	return appendStateWith(nil, &t, f.equations, f.rules.walletLists)
}

func (f *liveReferee) eventTurn() { f.tell("turn", "player", f.call.player) }

// eventOutcome tells how a call of set-up or of the end went.
func (f *liveReferee) eventOutcome(ok bool) {
	switch f.call.method {
	case callSetup:
		f.tell("setup", "player", f.call.player, "ok", ok)
	case callWin:
		f.tell("win", "player", f.call.player, "won", f.call.won, "ok", ok)
	}
}

func (f *liveReferee) eventDrop(why string) { f.tell("drop", "player", f.call.player, "why", why) }

// eventOver tells why the game is over, and who gets the bonus, in list order
// (BG-55).
func (f *liveReferee) eventOver() {
	f.tell("over", "reason", f.reason)
	for _, name := range f.awarded {
		f.tell("bonus", "player", name, "bonus", f.bonus.name, "points", f.bonus.points)
	}
}

func (f *liveReferee) eventEnd() {
	f.tell("end", "winners", appendNames(nil, sorted(f.winners)), "dropouts", appendNames(nil, sorted(f.table.dropouts)))
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
		f.tell("pebble", "player", active.name, "color", colourNames[drawn(before.bank-t.bank)])
	default:
		price := appendCards(nil, f.price(&before))
		f.tell("exchange", "player", active.name, "exchanges", appendExchanges(nil, q.exchanges), "price", price)
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
	f.tell("buy", "player", active.name, "cards", appendCards(nil, cards), "points", natural{n: p.points})
	if came := missing(f.table.visibles, p.visibles); len(came) > 0 {
		f.tell("refill", "cards", appendCards(nil, came))
	}
}
