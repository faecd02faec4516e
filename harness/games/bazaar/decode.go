package bazaar

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A decoder reads the values of chapter 4 from text whose syntax has been
// checked, and refuses what is not valid. It keeps its memory from case to
// case: what it returns is valid until the next reset.
type decoder struct {
	cursor.Cursor
	rules  *rules // that say what is valid
	spells bool   // equations are to remember how they are written
	colour []colour
	cards  []card
	player []player
	given  []equation
	moves  []exchange
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right, spells: r.walletLists} }

// reset forgets the values of the last case.
func (d *decoder) reset() {
	d.colour = d.colour[:0]
	d.cards = d.cards[:0]
	d.player = d.player[:0]
	d.given = d.given[:0]
	d.moves = d.moves[:0]
}

// read decodes one input value with the method given.
func (d *decoder) read(in []jsontext.Value, i int, decode func()) error {
	d.Cursor.Reset(in[i])
	decode()
	return d.failure(i)
}

// failure is the cursor's error about input value i, if there is one.
func (d *decoder) failure(i int) error {
	if e := d.Err(); e != nil {
		return &game.Invalid{Value: i, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
	}
	return nil
}

// colourValue reads one colour (BG-01).
func (d *decoder) colourValue() colour {
	const what = `one of "red", "white", "blue", "green", "yellow"`
	c, ok := colourNamed(d.String(what))
	if !ok {
		d.Rejected(what)
	}
	return c
}

// bag reads a bag of at most so many pebbles.
func (d *decoder) bag(most int) bag {
	b, _ := d.bagFirst(most, nil)
	return b
}

// bagFirst reads a bag and the first pebble as written; if written is not nil
// all are appended to it.
func (d *decoder) bagFirst(most int, written *[]colour) (bag, colour) {
	at := d.Offset()
	var b bag
	var first colour
	n := 0
	for d.Array("an array of colours"); d.More(); n++ {
		c := d.colourValue()
		if n == 0 {
			first = c
		}
		if n < most {
			b += c.one()
		}
		if written != nil {
			*written = append(*written, c)
		}
	}
	if n > most {
		d.Fail(at, "BG-02", "expected at most %s, found %d", text.Count(most, "pebble"), n)
	}
	return b, first
}

// pebbles reads a value of the name Pebbles.
func (d *decoder) pebbles() bag { return d.bag(d.rules.pebblesMax) }

// wallet reads the wallet of a player, with the list as written if the rules
// depend on it (chapter 10).
func (d *decoder) wallet(p *player) {
	if !d.rules.walletLists {
		p.wallet = d.pebbles()
		return
	}
	start := len(d.colour)
	p.wallet, _ = d.bagFirst(d.rules.pebblesMax, &d.colour)
	p.written = slices.Clip(d.colour[start:])
}

// cardValue reads a Card (BG-03).
func (d *decoder) cardValue() card {
	var pebbles bag
	var face bool
	d.object("a card", keysOfCard, func(key []byte) int {
		switch string(key) {
		case "pebbles":
			at := d.Offset()
			pebbles = d.bag(d.rules.pebblesMax)
			if n := pebbles.size(); n != pebblesOnCard {
				d.Fail(at, "BG-03", "expected exactly %d pebbles on a card, found %d", pebblesOnCard, n)
			}
			return 0
		case "face?":
			face = d.Bool("true or false")
			return 1
		}
		return -1
	})
	return newCard(pebbles, face)
}

// The required keys of objects, in the order of their numbers.
var (
	keysOfCard   = []string{"pebbles", "face?"}
	keysOfPlayer = []string{"wallet", "score", "cards"}
	keysOfGame   = []string{"bank", "visibles", "cards", "players"}
	keysOfTurn   = []string{"bank", "cards", "active", "scores"}
	keysOfSeat   = []string{"name", "wallet", "score", "cards"}
	keysOfState  = []string{"bank", "visibles", "cards", "players", "equations", "dropouts", "phase"}
	keysOfDraw   = []string{"draw"}
)

// object reads an object that has exactly the keys which field knows, the required
// ones numbered as they are listed, the others behind them optional. Field reads the
// value and returns the key's number, or -1 for a key that should not be
// there. That no key stands twice is a matter of syntax.
func (d *decoder) object(what string, required []string, field func(key []byte) int) {
	at := d.Offset()
	seen := 0
	for d.Object(what); d.More(); {
		keyAt := d.Offset()
		i := field(d.Key())
		if i < 0 {
			d.Seek(keyAt)
			key := d.Key()
			d.Fail(keyAt, "", "unknown key %q in %s%s", key, what, game.DidYouMean(key, required))
			return
		}
		seen |= 1 << i
	}
	for i, key := range required {
		if seen&(1<<i) == 0 {
			d.Fail(at, "", "missing key %q in %s", key, what)
			return
		}
	}
}

// cardList reads an array of at most so many cards, which are a "hidden card"
// each, or a "card" and " of a seat".
func (d *decoder) cardList(most int, what, of string) []card {
	at := d.Offset()
	start := len(d.cards)
	n := 0
	for d.Array("an array of cards"); d.More(); n++ {
		k := d.cardValue()
		if n < most {
			d.cards = append(d.cards, k)
		}
	}
	if n > most {
		d.Fail(at, "BG-04", "expected at most %s%s, found %d", text.Count(most, what), of, n)
	}
	return slices.Clip(d.cards[start:])
}

// equation reads an Equation (BG-05).
func (d *decoder) equation() equation {
	at := d.Offset()
	var e equation
	n := 0
	for d.Array("an equation: an array of two sides"); d.More(); n++ {
		sideAt := d.Offset()
		start := len(d.colour)
		var written *[]colour
		if d.spells {
			written = &d.colour
		}
		side, first := d.bagFirst(d.rules.pebblesMax, written)
		if size := side.size(); size < 1 || size > d.rules.sideMax {
			d.Fail(sideAt, "BG-05", "expected 1 to %s on a side of an equation, found %d", text.Count(d.rules.sideMax, "pebble"), size)
		}
		switch n {
		case 0:
			e.give, e.first = side, first
		case 1:
			e.get = side
		}
		if n < 2 && d.spells {
			e.written[n] = slices.Clip(d.colour[start:])
		}
	}
	if n != 2 {
		d.Fail(at, "BG-05", "expected an equation of exactly two sides, found %d", n)
	} else if !e.give.disjoint(e.get) {
		d.Fail(at, "BG-05", "expected an equation with no colour on both sides, found %s on both", sharedColour(e.exchange))
	}
	return e
}

// sharedColour names a colour that both sides have.
func sharedColour(x exchange) string {
	for _, c := range writingOrder {
		if x.give.count(c) > 0 && x.get.count(c) > 0 {
			return colourNames[c]
		}
	}
	return "none"
}

// equations reads Equations: at most equations_max of them, no two equal, also
// not when one is flipped (BG-06).
func (d *decoder) equations() []equation {
	at := d.Offset()
	start := len(d.given)
	n := 0
	for d.Array("an array of equations"); d.More(); n++ {
		oneAt := d.Offset()
		e := d.equation()
		for i := range d.given[start:] {
			if d.given[start+i].same(e.exchange) && d.Err() == nil {
				d.Fail(oneAt, "BG-06", "expected different equations, found one that is equal to equation %d, perhaps flipped", i+1)
			}
		}
		if n < d.rules.equationsMax {
			d.given = append(d.given, e)
		}
	}
	if n > d.rules.equationsMax {
		d.Fail(at, "BG-06", "expected at most %s, found %d", text.Count(d.rules.equationsMax, "equation"), n)
	}
	return slices.Clip(d.given[start:])
}

// exchanges reads Exchanges: valid equations, each used left to right.
func (d *decoder) exchanges() []exchange {
	start := len(d.moves)
	for d.Array("an array of exchanges"); d.More(); {
		d.moves = append(d.moves, d.equation().exchange)
	}
	return slices.Clip(d.moves[start:])
}

// natural reads a natural number of any size.
func (d *decoder) natural() natural {
	const what = "a natural number (without fraction or exponent, or with an integer value of at most 15 digits)"
	digits := d.Digits(what)
	if d.Err() != nil {
		return natural{}
	}
	if digits[0] == '-' {
		d.Rejected(what)
		return natural{}
	}
	return naturalFrom(digits)
}

// score reads the score of a Player or Seat, below score_limit if that is set.
func (d *decoder) score() natural {
	at := d.Offset()
	n := d.natural()
	if limit := d.rules.scoreLimit; limit > 0 && n.atLeast(limit) {
		d.Fail(at, "", "expected a score below the score limit of %d", limit)
	}
	return n
}

// playerValue reads a Player, who may have no "cards".
func (d *decoder) playerValue() player {
	return d.playerWith(keysOfPlayer[:2], d.rules.cardsMax, d.score)
}

// playerWith reads a player with its required keys, the most
// cards and the way to read the score.
func (d *decoder) playerWith(required []string, cardsMax int, score func() natural) player {
	var p player
	d.object("a player", required, func(key []byte) int {
		switch string(key) {
		case "wallet":
			d.wallet(&p)
			return 0
		case "score":
			p.score = score()
			return 1
		case "cards":
			p.cards = d.cardList(cardsMax, "card", " of a player")
			p.hasCard = true
			return 2
		}
		return -1
	})
	return p
}

// gameValue reads a Game. Its integrity is a matter of the task.
func (d *decoder) gameValue() *table {
	t := new(table)
	d.object("a game", keysOfGame, func(key []byte) int {
		switch string(key) {
		case "players":
			start := len(d.player)
			at := d.Offset()
			for d.Array("an array of players"); d.More(); {
				d.player = append(d.player, d.playerValue())
			}
			t.players = slices.Clip(d.player[start:])
			d.playerCount(at, len(t.players))
			return 3
		}
		return d.tableKey(t, key)
	})
	return t
}

// tableKey reads the bank, the display or the hidden pile of a Game or State.
func (d *decoder) tableKey(t *table, key []byte) int {
	switch string(key) {
	case "bank":
		t.bank = d.pebbles()
		return 0
	case "visibles":
		t.visibles = d.visibles()
		return 1
	case "cards":
		t.hidden = d.cardList(d.rules.cardsMax, "hidden card", "")
		return 2
	}
	return -1
}

func (d *decoder) visibles() []card { return d.cardList(d.rules.visibleMax, "visible card", "") }

// playerCount checks the upper bound of BG-09; the lower one is a matter of
// set-up.
func (d *decoder) playerCount(at, n int) {
	if n > d.rules.playersMax {
		d.Fail(at, "BG-09", "expected at most %s, found %d", text.Count(d.rules.playersMax, "player"), n)
	}
}

// integrity checks what chapter 4 calls the integrity of a Game: (a) hidden
// cards only if the display is full, (b) the number of cards (BG-04), (c) the
// number of pebbles (BG-02).
func (d *decoder) integrity(t *table) {
	if visible, hidden := len(t.visibles), len(t.hidden); hidden > 0 && visible < d.rules.visibleMax {
		d.Fail(0, "BG-35", "expected %s where there are hidden ones, found %d visible and %d hidden",
			text.Count(d.rules.visibleMax, "visible card"), visible, hidden)
	}
	d.amounts(t)
}

// amounts checks (b) and (c) alone, which is all that is asked of a Game that
// is to be played: its display may be short, and the first refill makes up for
// it (BG-35).
func (d *decoder) amounts(t *table) {
	switch n := len(t.visibles) + len(t.hidden); {
	case n > d.rules.cardsMax:
		d.Fail(0, "BG-04", "expected at most %s, visible and hidden together, found %d", text.Count(d.rules.cardsMax, "card"), n)
	case t.total() > d.rules.pebblesMax:
		d.Fail(0, "BG-02", "expected at most %s in the bank and all wallets, found %d", text.Count(d.rules.pebblesMax, "pebble"), t.total())
	}
}

// turnValue reads a Turn.
func (d *decoder) turnValue() turn { return d.turnWith(d.playerValue) }

// liveTurn reads the Turn of a call, in which the active player never goes
// without its cards, those brought along and those bought (BG-14, BG-57). No
// limit for incoming scores touches it.
func (d *decoder) liveTurn() turn {
	return d.turnWith(func() player { return d.playerWith(keysOfPlayer, 2*d.rules.cardsMax, d.natural) })
}

func (d *decoder) turnWith(active func() player) turn {
	var t turn
	d.object("a turn", keysOfTurn, func(key []byte) int {
		switch string(key) {
		case "bank":
			t.bank = d.pebbles()
			return 0
		case "cards":
			t.visibles = d.visibles()
			return 1
		case "active":
			t.active = active()
			return 2
		case "scores":
			for d.Array("an array of scores"); d.More(); {
				t.scores = append(t.scores, d.natural())
			}
			return 3
		}
		return -1
	})
	return t
}

// name reads a NAME.
func (d *decoder) name() string {
	const what = "a name of 1 to 20 letters and digits"
	text := d.String(what)
	if !game.IsName(text) {
		d.Rejected(what)
		return ""
	}
	return string(text)
}

// clientNameMax is the length of the longest name with which a client may try
// to sign up (11.1).
const clientNameMax = 100

func isClientName[T string | []byte](text T) bool { return len([]rune(string(text))) <= clientNameMax }

// clientName reads what a client signs up with: a NAME, or anything else that
// a server must refuse (BG-81).
func (d *decoder) clientName() string {
	what := fmt.Sprintf("a string of at most %d characters", clientNameMax)
	text := d.String(what)
	if !isClientName(text) {
		d.Rejected(what)
		return ""
	}
	return string(text)
}

// newName reads a name that is not among those before it.
func (d *decoder) newName(before []string) string {
	at := d.Offset()
	name := d.name()
	if name != "" && slices.Contains(before, name) {
		d.Fail(at, "", "expected different names, found %q again", name)
	}
	return name
}

// names reads an array of different names.
func (d *decoder) names() []string {
	at := d.Offset()
	var list []string
	for d.Array("an array of names"); d.More(); {
		// What is too long is refused anyway, and must not take for ever.
		list = append(list, d.newName(list[:min(len(list), d.rules.playersMax)]))
	}
	d.playerCount(at, len(list))
	return list
}

// seatScoreMax bounds the score of a Seat.
const seatScoreMax = 1_000_000

// seat reads a Seat.
func (d *decoder) seat() player {
	var p player
	d.object("a seat", keysOfSeat, func(key []byte) int {
		switch string(key) {
		case "name":
			p.name = d.name()
			return 0
		case "wallet":
			d.wallet(&p)
			return 1
		case "score":
			at := d.Offset()
			p.score = d.score()
			if p.score.atLeast(seatScoreMax + 1) {
				d.Fail(at, "", "expected a score of at most %d", seatScoreMax)
			}
			return 2
		case "cards":
			// The cards on the table are counted when all keys are read.
			p.cards = d.cardList(2*d.rules.cardsMax, "card", " of a seat")
			p.hasCard = true
			return 3
		}
		return -1
	})
	return p
}

// stateValue reads a State and checks all that chapter 4 asks of it.
func (d *decoder) stateValue() *table {
	t := new(table)
	seatsAt, dropoutsAt, phaseAt := 0, 0, 0
	d.object("a state", keysOfState, func(key []byte) int {
		switch string(key) {
		case "players":
			seatsAt = d.Offset()
			start := len(d.player)
			for d.Array("an array of seats"); d.More(); {
				d.player = append(d.player, d.seat())
			}
			t.players = slices.Clip(d.player[start:])
			return 3
		case "equations":
			t.equations = d.equations()
			return 4
		case "dropouts":
			dropoutsAt = d.Offset()
			t.dropouts = d.names()
			return 5
		case "phase":
			phaseAt = d.Offset()
			t.phase = d.phaseValue()
			return 6
		}
		return d.tableKey(t, key)
	})
	if d.Err() != nil {
		return t
	}
	d.integrity(t)
	onTable := len(t.visibles) + len(t.hidden)
	for i := range t.players {
		// Each seat by itself may have what was brought along and bought.
		if n := onTable + len(t.players[i].cards); n > 2*d.rules.cardsMax {
			d.Fail(seatsAt, "BG-04", "expected at most %s of seat %d, visible and hidden together, found %d", text.Count(2*d.rules.cardsMax, "card"), i, n)
		}
		for j := range i {
			if t.players[j].name == t.players[i].name {
				d.Fail(seatsAt, "", "expected different names, found %q again", t.players[i].name)
			}
		}
		if slices.Contains(t.dropouts, t.players[i].name) {
			d.Fail(dropoutsAt, "BG-41", "expected names that no player has, found %q", t.players[i].name)
		}
	}
	d.playerCount(seatsAt, len(t.players)+len(t.dropouts))
	reason := d.rules.end(t)
	switch {
	case t.phase == over && reason == "":
		d.Fail(phaseAt, "BG-44", "expected a phase of a game that goes on, found \"over\"")
	case t.phase != over && reason != "":
		d.Fail(phaseAt, "BG-44", "expected \"over\", since %s", reasonTexts[reason])
	}
	return t
}

func (d *decoder) phaseValue() phase {
	i := d.word("a phase", phaseNames[:])
	return phase(max(i, 0))
}

// word reads a string that is one of a few, and returns its index, or -1.
func (d *decoder) word(what string, words []string) int {
	text := d.String(what)
	if i := slices.Index(words, string(text)); i >= 0 {
		return i
	}
	d.Rejected(what)
	return -1
}

// requestValue reads a Request: false, an exchange list or cards, one kind
// only, and if draws are recorded also the pebble that came (BG-15).
func (d *decoder) requestValue() request {
	const what = "false, an array of exchanges or an array of cards"
	var q request
	at := d.Offset()
	switch {
	case d.Kind() == 'f':
		d.Skip()
		return request{pebble: true}
	case d.Kind() == '{' && d.rules.recordedDraws:
		q.pebble, q.recorded = true, true
		d.object("a recorded draw", keysOfDraw, func(key []byte) int {
			if string(key) != "draw" {
				return -1
			}
			q.drawn = d.colourValue()
			return 0
		})
		return q
	case d.Kind() == '{':
		d.Fail(at, "BG-15", "expected %s, found an object, which records a draw only with the option draws=recorded", what)
		return q
	}
	cards, moves := len(d.cards), len(d.moves)
	for d.Array(what); d.More(); {
		switch kind := d.Kind(); {
		case kind == '[' && len(d.cards) == cards:
			d.moves = append(d.moves, d.equation().exchange)
		case kind == '{' && len(d.moves) == moves:
			d.cards = append(d.cards, d.cardValue())
		case kind == '[' || kind == '{':
			d.Fail(at, "", "expected exchanges or cards, found an array that mixes them")
		default:
			d.Expected("an exchange or a card")
		}
	}
	q.exchanges, q.cards = slices.Clip(d.moves[moves:]), slices.Clip(d.cards[cards:])
	if n := len(q.cards); n > d.rules.cardsMax {
		d.Fail(at, "BG-04", "expected at most %s, found %d", text.Count(d.rules.cardsMax, "card"), n)
	}
	return q
}

// A policy is what a player of ours maximises.
type policy uint8

const (
	byPoints policy = iota
	bySize
)

var policyNames = []string{"purchase-points", "purchase-size"}

func (d *decoder) policyValue() policy {
	return policy(max(0, d.word(`"purchase-points" or "purchase-size"`, policyNames)))
}

// The methods that a referee calls, in the order in which they first occur.
type method uint8

const (
	callSetup method = iota
	callFirstReply
	callSecondReply
	callWin
	methods
)

var methodNames = []string{"setup", "request-pebble-or-trades", "request-cards", "win"}

// A cheat is a way to send what is not legal.
type cheat uint8

const (
	cheatEquation cheat = iota
	cheatBank
	cheatWallet
	cheatCard
	cheatPurchase
)

var cheatNames = []string{
	"use-non-existent-equation", "bank-cannot-trade", "wallet-cannot-trade",
	"buy-unavailable-card", "wallet-cannot-buy-card",
}

// loopsMax is the largest number of the call at which an actor may hang.
const loopsMax = 7

// actorValue reads an Actor; its name must be new.
func (d *decoder) actorValue(before []actor) actor { return d.actorCalled(d.name, before) }

// clientActor reads an Actor of the task clients, whose name may be one that
// no server takes (11.1).
func (d *decoder) clientActor(before []actor) actor { return d.actorCalled(d.clientName, before) }

func (d *decoder) actorCalled(name func() string, before []actor) actor {
	const what = "an actor: an array of a name, a policy and perhaps a way to misbehave"
	var a actor
	at := d.Offset()
	n := 0
	for d.Array(what); d.More(); n++ {
		switch {
		case n == 0:
			nameAt := d.Offset()
			a.name = name()
			if slices.ContainsFunc(before, func(b actor) bool { return b.name == a.name }) {
				d.Fail(nameAt, "", "expected different names, found %q again", a.name)
			}
		case n == 1:
			a.policy = d.policyValue()
		case n == 2:
			i := d.word(`a method or "a cheat"`, append(slices.Clone(methodNames), "a cheat"))
			if i == int(methods) {
				a.behaviour = cheats
			} else {
				a.behaviour, a.method, a.fromCall = fails, method(max(i, 0)), 1
			}
		case n == 3 && a.behaviour == cheats:
			a.cheat = cheat(max(0, d.word("a kind of cheat", cheatNames)))
		case n == 3:
			a.fromCall, a.hangs = d.Int(1, loopsMax, "an integer from 1 to 7"), true
		default:
			d.Skip()
		}
	}
	if n < 2 || n > 4 || n == 3 && a.behaviour == cheats {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return a
}

// actors reads Actors.
func (d *decoder) actors() []actor { return d.actorsOf(d.actorValue) }

// clientActors reads the Actors of the task clients.
func (d *decoder) clientActors() []actor { return d.actorsOf(d.clientActor) }

func (d *decoder) actorsOf(one func(before []actor) actor) []actor {
	at := d.Offset()
	var list []actor
	for d.Array("an array of actors"); d.More(); {
		list = append(list, one(list[:min(len(list), d.rules.playersMax)]))
	}
	d.playerCount(at, len(list))
	return list
}

// bonusValue reads the name of a bonus.
func (d *decoder) bonusValue() *bonus {
	const what = "the name of a bonus"
	if b := d.rules.bonusNamed(string(d.String(what))); b != nil {
		return b
	}
	d.Rejected(what)
	return nil
}
