package bazaar

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// forms are the values of chapter 4 and those of live play: each is described once, and
// its schema file, decoder and encoder come of that. They are those of some rules, since
// options bound many of them; the files have the defaults, and name the options.
type forms struct {
	rules *rules
	book  *value.Book

	colour    value.Type[colour]
	pebbles   value.Type[bag]
	wallet    value.Type[player] // with the list as written if the rules depend on it (chapter 10)
	card      value.Type[card]
	cards     value.Type[[]card]
	exchange  value.Type[exchange]
	equations value.Type[[]equation] // as they are read
	packed    value.Type[[]equation] // written in the order of an answer
	spelled   value.Type[[]equation] // which remember how they are written
	exchanges value.Type[[]exchange]
	score     value.Type[natural]
	players   value.Type[[]player]
	game      value.Type[table]
	turn      value.Type[turn]
	liveTurn  value.Type[turn]
	shownTurn value.Type[turn] // a Turn that the rules produce
	policy    value.Type[policy]
	method    value.Type[method]
	cheat     value.Type[cheat]
	actors    value.Type[[]actor]
	client    value.Type[actor]
	clients   value.Type[[]actor]
	bonus     value.Type[string]
	name      value.Type[string]
	names     value.Type[[]string]
	dropouts  value.Type[[]string]
	index     value.Type[int]
	phase     value.Type[phase]
	state     value.Type[table]
	shown     value.Type[table] // a State that the rules produce
	live      value.Type[table] // the same as observers see it, with equations and wallets as written
	request   value.Type[request]
	first     value.Type[request]
	second    value.Type[request]
	code      value.Type[code]
	verdict   value.Type[verdictText]
	answers   value.Type[[]code]
	checked   value.Type[checkedText]
	result    value.Type[resultText]
	outcome   value.Type[[][]string]
	event     value.Type[happening]
	special   value.Type[string]
	guests    value.Type[[]guest.Guest]
	specials  value.Type[[]string]
	won       value.Type[bool]
	void      value.Type[struct{}]
}

// The values as they are written, where the engine has no form of its own.
type (
	verdictText struct {
		code  code
		table *table
	}
	checkedText struct {
		wallet, bank bag
		illegal      bool
	}
	resultText struct {
		over     bool
		reason   string
		players  []player
		winners  []string // nil if they are not known
		dropouts []string
	}
)

// A policy is what a player of ours maximises.
type policy uint8

const (
	byPoints policy = iota
	bySize
)

var policyNames = []string{"purchase-points", "purchase-size"}

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

// reasons are those that a State tells.
var reasons = []string{noPlayers, enoughPoints, noCards, nobodyCanBuy}

const (
	// loopsMax is the largest number of the call at which an actor may hang.
	loopsMax = 7
	// seatScoreMax bounds the score of a Seat.
	seatScoreMax = 1_000_000
	// clientNameMax is the length of the longest name with which a client may try to sign
	// up (11.1).
	clientNameMax = 100
)

func isClientName[T string | []byte](text T) bool { return len([]rune(string(text))) <= clientNameMax }

// described are the values under the default options. What is written does not depend on
// options.
var described = sync.OnceValue(func() *forms { return formsOf(asWritten()) })

// bounds are the options that the values depend on.
type bounds struct {
	pebbles, side, equations, cards, visible, players, score int
	walletLists, recordedDraws                               bool
	bonuses                                                  string // their names
}

// known are the values under the options of late: many rules have the same, and values
// take a millisecond to describe.
var known = struct {
	sync.Mutex
	forms map[bounds]*forms
}{forms: map[bounds]*forms{}}

// knownMax is how many are kept: more sets of options than a suite has, each of which takes
// some hundred kilobytes.
const knownMax = 64

// formsOf are the values under the options of some rules.
func formsOf(r *rules) *forms {
	key := bounds{
		r.pebblesMax, r.sideMax, r.equationsMax, r.cardsMax, r.visibleMax, r.playersMax, r.scoreLimit,
		r.walletLists, r.recordedDraws, fmt.Sprintf("%q", bonusNames(r)),
	}
	known.Lock()
	defer known.Unlock()
	f := known.forms[key]
	if f == nil {
		if len(known.forms) == knownMax {
			clear(known.forms)
		}
		f = newForms(r)
		known.forms[key] = f
	}
	return f
}

func newForms(r *rules) *forms {
	b := value.NewBook("bazaar")
	f := &forms{rules: r, book: b}
	f.describePebbles(b)
	f.describeEquations(b)
	f.describePlayers(b)
	f.describeTables(b)
	f.describeActors(b)
	f.describeRequests(b)
	f.describeAnswers(b)
	f.describeLive(b)
	return f
}

// tooMany refuses more than there may be of what a noun names; of says where.
func tooMany(clause string, most int, noun, of string) func(n int) (clause, message string) {
	return func(n int) (string, string) {
		return clause, fmt.Sprintf("expected at most %s%s, found %d", text.Count(most, noun), of, n)
	}
}

// describePebbles describes bags and cards.
func (f *forms) describePebbles(b *value.Book) {
	r := f.rules
	written := make([]string, colours)
	for i, c := range writingOrder {
		written[i] = colourNames[c]
	}
	f.colour = value.Define(b, "colour", "Colour", "One of the five colours that a pebble can have (BG-01).",
		value.As(value.Word[colour](`one of "red", "white", "blue", "green", "yellow"`, "", colourNames[:]),
			value.Word[colour]("a colour", "BG-01", written)))
	f.pebbles = value.Define(b, "pebbles", "Pebbles",
		"A bag of pebbles; the order of the colours does not matter (BG-01). A bag holds at most the full set (BG-02).",
		bagOf(f, func(p *bag) bag { return *p }, func(p *bag, pebbles bag) { *p = pebbles }).
			Expects("an array of pebbles").Clause("BG-02").Tied("maxItems", "pebbles_max"))
	five := value.As(bagOf(f, func(c *card) bag { return c.pebbles() }, (*card).setPebbles).Then(checkFive),
		value.List("an array of five pebbles", "BG-03", f.colour, value.Size{Min: pebblesOnCard, Max: pebblesOnCard}))
	f.card = value.Define(b, "card", "Card", "Five pebbles in any order, and whether the card shows a face (BG-03).",
		value.Object("a card", "BG-03",
			value.Own("face?", value.BoolOf(func(c *card) bool { return c.face() }, (*card).setFace).Clause("BG-03").
				Says("False for a plain card (BG-03).")),
			value.Own("pebbles", five.Says("The bag of exactly five pebbles (BG-03)."))))
	f.cards = value.Define(b, "cards", "Cards",
		"A row of cards, in order; cards may be equal. It holds at most as many cards as a whole game has (BG-04).",
		f.cardsUpTo("BG-04", r.cardsMax, "card", "").Tied("maxItems", "cards_max"))

	f.wallet = value.In(f.pebbles, func(p *player) *bag { return &p.wallet })
	if r.walletLists {
		list := value.In(f.listOfPebbles(), func(p *player) *[]colour { return &p.written })
		f.wallet = value.As(list.Then(func(_ *value.Reader, p *player, _ int) { p.wallet = bagWith(p.written) }), f.pebbles)
	}
}

// packing is how pebbles are packed into a bag.
var packing = func() value.Packing[colour, bag] {
	p := value.Packing[colour, bag]{Count: bag.count, Order: writingOrder[:]}
	for c := range colours {
		p.One = append(p.One, c.one())
	}
	return p
}()

// bagOf is a bag that is a part of an S.
func bagOf[S any](f *forms, get func(*S) bag, set func(*S, bag)) value.Type[S] {
	most := f.rules.pebblesMax
	return value.Bag("an array of colours", "", f.colour, most, packing, tooMany("BG-02", most, "pebble", ""), get, set)
}

// listOfPebbles is a bag as it is written.
func (f *forms) listOfPebbles() value.Type[[]colour] {
	most := f.rules.pebblesMax
	return value.Counted("an array of colours", "", f.colour, value.Size{Max: most}, tooMany("BG-02", most, "pebble", ""))
}

// bagWith is the bag of some pebbles.
func bagWith(pebbles []colour) bag {
	var b bag
	for _, c := range pebbles {
		b += c.one()
	}
	return b
}

func checkFive(r *value.Reader, c *card, at int) {
	if n := c.pebbles().size(); n != pebblesOnCard {
		r.Fail(at, "BG-03", "expected exactly %d pebbles on a card, found %d", pebblesOnCard, n)
	}
}

// cardsUpTo is a list of at most so many cards: of a "hidden card" each, or of a "card"
// " of a seat".
func (f *forms) cardsUpTo(clause string, most int, noun, of string) value.Type[[]card] {
	return value.Counted("an array of cards", clause, f.card, value.Size{Max: most}, tooMany("BG-04", most, noun, of))
}

// describeEquations describes equations, which are read as exchanges from left to right.
func (f *forms) describeEquations(b *value.Book) {
	r := f.rules
	const what = "an equation: an array of two sides"
	notTwo := func(n int) (clause, message string) {
		return "BG-05", fmt.Sprintf("expected an equation of exactly two sides, found %d", n)
	}
	side := value.In(f.pebbles, func(p *bag) *bag { return p }).Then(func(d *value.Reader, p *bag, at int) { r.checkSide(d, p.size(), at) })
	shape := value.List("an array of pebbles", "BG-05", f.colour, value.Size{Min: 1, Max: r.sideMax}).Tied("maxItems", "side_max").
		Says("One side: at least one pebble, and no more than the option allows (BG-05).")
	f.exchange = value.Define(b, "equation", "Equation",
		"Two sides that can be exchanged for each other, each a small bag of pebbles. "+
			"The rules check that the sides share no colour; this schema does not (BG-05).",
		value.Two(what, "BG-05", value.As(side, shape), notTwo, func(x *exchange) (give, get *bag) { return &x.give, &x.get }).
			Then(checkDisjoint).Expects("an equation of two sides"))
	whole := func(e *equation) *exchange { return &e.exchange }
	f.packed = value.Define(b, "equations", "Equations",
		"The equations of a game. The rules check that they all differ, even when flipped; this schema does not (BG-06).",
		f.equationsOf(value.In(f.exchange, whole).Then(f.readFirst)))
	written := f.listOfPebbles().Then(func(d *value.Reader, list *[]colour, at int) { r.checkSide(d, len(*list), at) })
	f.spelled = value.As(f.equationsOf(
		value.Two(what, "", written, notTwo, func(e *equation) (left, right *[]colour) { return &e.written[0], &e.written[1] }).
			Then(func(d *value.Reader, e *equation, at int) {
				e.exchange, e.first = exchange{bagWith(e.written[0]), bagWith(e.written[1])}, e.written[0][0]
				checkDisjoint(d, &e.exchange, at)
			})), f.packed)
	f.equations = f.packed
	if r.walletLists {
		f.equations = f.spelled
	}
	f.exchanges = value.Define(b, "exchanges", "Exchanges",
		"An exchange list: any number of equations, used one after another, each from left to right. An equation may occur more than once (BG-18, BG-20).",
		value.List("an array of exchanges", "BG-20", f.exchange, value.Size{}))
}

// equationsOf is a list of different equations.
func (f *forms) equationsOf(one value.Type[equation]) value.Type[[]equation] {
	most := f.rules.equationsMax
	return value.Counted("an array of equations", "BG-06", one, value.Size{Max: most}, tooMany("BG-06", most, "equation", ""), checkNew).
		Tied("maxItems", "equations_max")
}

// readFirst notes the first pebble of an equation as it is written (BG-75).
func (f *forms) readFirst(d *value.Reader, e *equation, at int) {
	end := d.Mark()
	d.Seek(at)
	for range 2 { // into the array of the left side
		d.Array("")
		d.More()
	}
	f.colour.Read(d, &e.first)
	d.Seek(end)
}

// describePlayers describes players and what else stands around a table.
func (f *forms) describePlayers(b *value.Book) {
	r := f.rules
	f.name = value.Define(b, "name", "Name", "The name of a player: 1 to 20 ASCII letters and digits (BG-81).", value.PlayerName().Clause("BG-81"))
	names := value.Different("an array of names", "BG-09", f.name, value.Size{Max: r.playersMax}, tooMany("BG-09", r.playersMax, "player", ""),
		func(name string) (clause, message string) {
			return "", fmt.Sprintf("expected different names, found %q again", name)
		}).Tied("maxItems", "players_max")
	f.names = value.Define(b, "names", "Names",
		"Names of players, no two equal; what the names are for decides their order (BG-53). "+
			"The rules check how many a game has; this schema does not (BG-09).",
		names)
	f.dropouts = value.Define(b, "dropouts", "Drop-outs",
		"The names of the players that are out (BG-41): in a State by order of elimination, in a result sorted (BG-53).", names.Clause("BG-41"))
	f.score = value.Define(b, "score", "Score", "Points: a natural number of any length (BG-33). The rules compute with it exactly.", naturals("BG-33"))
	f.index = value.Define(b, "index", "Index", "The position of a player in the list of players, counted from 0 (BG-11).",
		value.Below("the index of a player", "BG-11", r.playersMax).Expects("an index of a player").Tied("exclusiveMaximum", "players_max"))
	f.phase = value.Define(b, "phase", "Phase",
		"What the game waits for: the first reply, the second reply, or nothing, because it is over (BG-12, BG-44).",
		value.Word[phase]("a phase", "", phaseNames[:]).Clause("BG-12"))
	f.bonus = value.Define(b, "bonus", "Bonus", "The name of a bonus (BG-55, BG-56). An option can replace the names.",
		value.Name("the name of a bonus", "", bonusNames(r)).Clause("BG-56").Tied("enum", "bonuses"))
}

func bonusNames(r *rules) []string {
	list := make([]string, len(r.bonuses))
	for i := range r.bonuses {
		list[i] = r.bonuses[i].name
	}
	return list
}

// naturals are scores of any length.
func naturals(clause string) value.Type[natural] {
	return value.Digits("a natural number (without fraction or exponent, or with an integer value of at most 15 digits)", clause,
		naturalFrom, func(out []byte, n *natural) []byte { return n.appendTo(out) }).Expects("a natural number")
}

// limited are scores below score_limit if that is set.
func (f *forms) limited(clause string) value.Type[natural] {
	limit := f.rules.scoreLimit
	return naturals(clause).Tied("exclusiveMaximum", "score_limit").Then(func(d *value.Reader, n *natural, at int) {
		if limit > 0 && n.atLeast(limit) {
			d.Fail(at, "", "expected a score below the score limit of %d", limit)
		}
	})
}

// The members of a player.

func walletOf(wallet value.Type[player]) value.Member[player] { return value.Own("wallet", wallet) }

func scoreOf(score value.Type[natural]) value.Member[player] {
	return value.Key("score", score, func(p *player) *natural { return &p.score })
}

func cardsOf(cards value.Type[[]card]) value.Member[player] {
	return value.Key("cards", cards, func(p *player) *[]card { return &p.cards }).Noted(func(p *player) *bool { return &p.hasCard })
}

// describeTables describes a Game, a State, and what a player sees of it.
func (f *forms) describeTables(b *value.Book) {
	r := f.rules
	plain := value.In(f.pebbles, func(p *player) *bag { return &p.wallet })
	limited := f.limited("").Says("Points so far: any natural number, unless an option limits inputs (BG-33, BG-46).")
	one := value.Define(b, "player", "Player",
		"What a player has at the start of a game or a turn: pebbles, points and, if given, the cards bought earlier (BG-14, BG-57).",
		value.Object("a player", "", walletOf(f.wallet), scoreOf(limited),
			cardsOf(value.As(f.cardsUpTo("", r.cardsMax, "card", " of a player"), f.cards)).Optional(func(p *player) bool { return p.hasCard })))
	atMost := value.Size{Max: r.playersMax}
	f.players = value.Counted("an array of players", "BG-09", one, atMost, tooMany("BG-09", r.playersMax, "player", "")).
		Tied("maxItems", "players_max").
		Says("The players, the active one first (BG-11). In an input there may be any number of them, even none (BG-09).")
	bank := value.Key("bank", f.pebbles, func(t *table) *bag { return &t.bank })
	display := f.cardsUpTo("BG-08", r.visibleMax, "visible card", "").Tied("maxItems", "visible_cards")
	visibles := value.Key("visibles", display.Says("The display, in order (BG-08)."), func(t *table) *[]card { return &t.visibles })
	hidden := value.Key("cards", value.As(f.cardsUpTo("", r.cardsMax, "hidden card", ""), f.cards).
		Says("The hidden pile, front first (BG-08, BG-22)."), func(t *table) *[]card { return &t.hidden })
	seated := func(t *table) *[]player { return &t.players }
	f.game = value.Define(b, "game", "Game",
		"A game as the referee sees it: bank, display, hidden pile and players. "+
			"The rules check the numbers of pebbles and cards; this schema does not (BG-02, BG-04, BG-08).",
		value.Object("a game", "", bank, visibles, hidden, value.Key("players", f.players, seated)))
	value.Define(b, "server-game", "Server game",
		"The game that a server plays. It has the form of every Game, but the rules check more: the numbers of all cards and pebbles (BG-02, BG-04). "+
			"Its display may have gaps while cards are still hidden (BG-35).", f.game)

	turn := func(active value.Type[player]) value.Type[turn] {
		return value.Object("a turn", "BG-14",
			value.Key("bank", f.pebbles, func(t *turn) *bag { return &t.bank }),
			value.Key("cards", display.Says("The display, in order (BG-08, BG-14)."), func(t *turn) *[]card { return &t.visibles }),
			value.Key("active", active, func(t *turn) *player { return &t.active }),
			value.Key("scores", value.List("an array of scores", "BG-14", f.score, value.Size{}).Expects("an array of natural numbers").
				Says("The scores of the others in turn order (BG-14)."), func(t *turn) *[]natural { return &t.scores }))
	}
	f.turn = value.Define(b, "turn", "Turn",
		"What a player sees of its turn: the bank, the display, the active player and the scores of the others (BG-14).", turn(one))
	// In a call the active player never goes without its cards, and no limit for incoming
	// scores touches it.
	brought := "The cards that the player brought and bought (BG-34, BG-57)."
	f.liveTurn = value.Define(b, "live-turn", "Turn of a call",
		"A Turn on the wire. The active player always has its cards: those it brought and those it bought, "+
			"up to twice as many as a Player may bring (BG-14, BG-57).",
		turn(value.Object("a player", "", walletOf(f.wallet), scoreOf(f.score),
			cardsOf(f.cardsUpTo("BG-57", 2*r.cardsMax, "card", " of a player").Tied("maxItems", "2*cards_max").Says(brought)))))
	owned := value.List("an array of cards", "BG-57", f.card, value.Size{})
	f.shownTurn = value.Define(b, "turn-shown", "Turn as shown",
		"A Turn that the rules or a referee produce. Its player may own more cards than a player of an input: "+
			"those it brought and those it bought (BG-14, BG-57). "+
			"The limit for scores in inputs does not apply.",
		turn(value.Object("a player", "", walletOf(plain), scoreOf(f.score), cardsOf(owned.Says(brought)).Optional(func(p *player) bool { return p.hasCard }))))

	seat := func(wallet value.Type[player], score value.Type[natural], cards value.Type[[]card]) value.Type[player] {
		return value.Object("a seat", "", value.Key("name", f.name, func(p *player) *string { return &p.name }),
			walletOf(wallet), scoreOf(score), cardsOf(cards.Says("The cards that the player brought and bought, in any order (BG-57).")))
	}
	// The cards on the table are counted when all keys are read.
	read := value.Define(b, "seat", "Seat",
		"A player of a State, with its name (BG-57, BG-81). "+
			"The rules check how many cards it has together with display and hidden pile; this schema does not (BG-04).",
		seat(f.wallet, f.seatScore(), f.cardsUpTo("BG-57", 2*r.cardsMax, "card", " of a seat").Tied("maxItems", "2*cards_max")))
	state := func(equations value.Type[[]equation], seats value.Type[[]player]) value.Type[table] {
		return value.Object("a state", "",
			value.Key("equations", equations, func(t *table) *[]equation { return &t.equations }), bank, visibles, hidden,
			value.Key("players", seats.Says("The players still in the game, the active one first (BG-11)."), seated),
			value.Key("dropouts", f.dropouts, func(t *table) *[]string { return &t.dropouts }),
			value.Key("phase", f.phase, func(t *table) *phase { return &t.phase }))
	}
	// How many seats there may be is for the rules to say, which count the drop-outs, too.
	seats := func(one value.Type[player]) value.Type[[]player] {
		return value.List("an array of seats", "BG-09", one, atMost).Tied("maxItems", "players_max")
	}
	f.state = value.Define(b, "state", "State",
		"A whole game at one moment, with everything that decides how it continues. "+
			"The rules check that pieces, names and phase fit together; this schema does not (BG-02, BG-04, BG-08, BG-44).",
		state(f.equations, seats(read)))
	f.shown = value.Define(b, "state-shown", "State as shown",
		"A State that the rules or a referee produce. The limits for inputs do not apply: scores have any size, "+
			"and a player may own any number of cards (BG-33, BG-34).",
		state(f.packed, seats(seat(plain, f.score, owned))))
	f.live = value.As(state(f.spelled, seats(seat(f.wallet, f.score, owned))), f.shown)
}

// seatScore is the score of a seat: that of a player, but bounded.
func (f *forms) seatScore() value.Type[natural] {
	return value.As(f.limited("").Then(func(d *value.Reader, n *natural, at int) {
		if n.atLeast(seatScoreMax + 1) {
			d.Fail(at, "", "expected a score of at most %d", seatScoreMax)
		}
	}), value.Int("an integer from 0 to "+strconv.Itoa(seatScoreMax), "BG-33", 0, seatScoreMax).Tied("exclusiveMaximum", "score_limit").
		Says("Points so far (BG-33). The limit is far above the score that ends a game (BG-46)."))
}

// describeActors describes the players of task games, and the clients of a pair.
func (f *forms) describeActors(b *value.Book) {
	r := f.rules
	clientName := value.Define(b, "client-name", "Client name",
		"The string that a client sends to sign up: a player's name, or any other string, which the server must refuse (BG-81).",
		value.Short(fmt.Sprintf("a string of at most %d characters", clientNameMax), "BG-81", clientNameMax))
	f.policy = value.Define(b, "policy", "Policy", "What the strategy maximizes: points or cards (BG-63, BG-65).",
		value.Word[policy](`"purchase-points" or "purchase-size"`, "", policyNames).Expects("a policy").Clause("BG-65"))
	f.method = value.Define(b, "method", "Method", "The name of a call on the wire (BG-10, BG-13, BG-26, BG-51).",
		value.Word[method]("a method", "", methodNames))
	f.cheat = value.Define(b, "cheat", "Cheat", "A way in which an actor cheats (BG-73 to BG-77).",
		value.Word[cheat]("a kind of cheat", "", cheatNames).Expects("a cheat").Clause("BG-73"))

	all := func(one value.Type[actor]) value.Type[[]actor] {
		return value.Counted("an array of actors", "BG-09", one, value.Size{Max: r.playersMax}, tooMany("BG-09", r.playersMax, "player", ""), checkNames).
			Tied("maxItems", "players_max")
	}
	one := value.Define(b, "actor", "Actor", "Describes a player: its name, its policy and, if it misbehaves, how (BG-70 to BG-73).", f.actor(f.name))
	f.actors = value.Define(b, "actors", "Actors",
		"The actors of a game in seating order. The rules check that their names differ; this schema does not (BG-70).", all(one))
	f.client = value.Define(b, "client-actor", "Client actor",
		"An actor in the input of a clients program (BG-70 to BG-73). Its name may be one that a server must refuse (BG-81).", f.actor(clientName))
	f.clients = value.Define(b, "client-actors", "Client actors",
		"The actors of a clients program, in the order in which they connect. The rules check that their names differ; this schema does not (BG-70).",
		all(f.client))
}

// actor is an array of a name, a policy, and how it misbehaves, if it does.
func (f *forms) actor(name value.Type[string]) value.Type[actor] {
	const aCheat = "a cheat"
	head := []value.Type[actor]{
		value.In(name, func(a *actor) *string { return &a.name }),
		value.In(f.policy, func(a *actor) *policy { return &a.policy }),
	}
	how := value.WordOf(`a method or "a cheat"`, "", append(slices.Clone(methodNames), aCheat),
		func(a *actor) int {
			if a.behaviour == cheats {
				return int(methods)
			}
			return int(a.method)
		}, func(a *actor, word int) {
			a.behaviour, a.method, a.fromCall = fails, method(word), 1
			if word == int(methods) {
				a.behaviour, a.method, a.fromCall = cheats, 0, 0
			}
		})
	kind := value.In(f.cheat, func(a *actor) *cheat { return &a.cheat })
	call := value.In(value.Int("an integer from 1 to 7", "BG-72", 1, loopsMax), func(a *actor) *int { return &a.fromCall }).
		Says("The number of the first call that never returns (BG-72).")
	hangs := call.Then(func(_ *value.Reader, a *actor, _ int) { a.hangs = true })
	more := value.Told(func(a *actor) int { return int(a.behaviour - fails) }, hangs, kind)
	size := func(a *actor) int {
		switch {
		case a.behaviour == behaves:
			return len(head)
		case a.behaviour == fails && !a.hangs:
			return len(head) + 1
		}
		return len(head) + 2
	}
	form := func(clause, says string, parts ...value.Type[actor]) value.Type[actor] {
		return value.TupleShape(clause, says, append(slices.Clone(head), parts...)...)
	}
	raises := value.In(f.method, func(a *actor) *method { return &a.method })
	return value.As(
		value.Tuple("an actor: an array of a name, a policy and perhaps a way to misbehave", "", size,
			func(a *actor, n int) bool { return n == size(a) }, append(slices.Clone(head), how, more)...),
		value.OneOfForms("an actor", "BG-70",
			form("BG-70", "An actor that follows its strategy (BG-70)."),
			form("BG-71", "An actor that raises an exception in a method (BG-71).", raises),
			form("BG-72", "An actor that stops answering: one call of a method, and every later one, never returns (BG-72).", raises, call),
			form("BG-73", "An actor that cheats (BG-73).", value.Constant[actor](aCheat), kind)))
}

// describeRequests describes what players decide.
func (f *forms) describeRequests(b *value.Book) {
	r := f.rules
	exchanges := func(q *request) *[]exchange { return &q.exchanges }
	cards := func(q *request) *[]card { return &q.cards }
	pebble := value.Case[request]{
		Type: value.Literal[request](false),
		Is:   func(q *request) bool { return q.pebble && !q.recorded },
		Set:  func(q *request) { *q = request{pebble: true, exchanges: q.exchanges[:0], cards: q.cards[:0]} },
	}
	none := func(q *request) { *q = request{exchanges: q.exchanges[:0], cards: q.cards[:0]} }
	const what = "false, an array of exchanges or an array of cards"
	draw := value.Object("a recorded draw", "BG-15", value.Key("draw", f.colour, func(q *request) *colour { return &q.drawn })).
		Says("The player asked for a pebble and drew this colour (BG-15).")
	drawn := draw
	if !r.recordedDraws {
		drawn = draw.Refused("BG-15", "expected "+what+", found an object, which records a draw only with the option draws=recorded")
	}
	list := value.Alike(what, "an exchange or a card", "expected exchanges or cards, found an array that mixes them",
		f.exchange, exchanges, f.card, cards).Then(func(d *value.Reader, q *request, at int) {
		if n := len(q.cards); n > r.cardsMax {
			clause, message := tooMany("BG-04", r.cardsMax, "card", "")(n)
			d.Fail(at, clause, "%s", message)
		}
	})
	f.request = value.Define(b, "request", "Request",
		"One decision of the active player: ask for a pebble (BG-13), possibly with the colour drawn (BG-15), "+
			"an exchange list (BG-18), or the cards to buy (BG-26). "+
			"The empty array can be an exchange list or a purchase; the phase decides (BG-12). "+
			"The rules check that the option draws allows a recorded colour; this schema does not.",
		value.As(value.Either(what, pebble,
			value.Case[request]{Type: drawn, Is: func(q *request) bool { return q.recorded }, Set: func(q *request) {
				none(q)
				q.pebble, q.recorded = true, true
			}},
			value.Case[request]{Type: list, Is: func(q *request) bool { return !q.pebble }, Set: none}),
			value.AnyOf(what, "", pebble.Type, draw, value.In(f.exchanges, exchanges), value.In(f.cards, cards))))
	f.first = value.Define(b, "first-reply", "First reply", "False to ask for a pebble, or an exchange list, which may be empty (BG-13).",
		value.Either("false or an array of exchanges", pebble,
			value.Case[request]{Type: value.In(f.exchanges, exchanges), Is: func(q *request) bool { return !q.pebble }, Set: none}).Clause("BG-13"))
	f.second = value.Define(b, "second-reply", "Second reply",
		"The cards to buy, in order; the array may be empty (BG-26). The schema sets no limit: the rules judge a reply of any length.",
		value.In(value.List("an array of cards", "BG-26", f.card, value.Size{}), cards))
}

// describeAnswers describes what the tasks answer besides.
func (f *forms) describeAnswers(b *value.Book) {
	f.code = value.Define(b, "code", "Code",
		"The one reason why a request is illegal (BG-12, BG-15, BG-16, BG-18, BG-19, BG-20, BG-27, BG-30, BG-44).",
		value.Name("a code", "", codeNames()))
	f.verdict = value.Define(b, "move-answer", "Answer of move", "Whether a request is legal: if so, the State after it, else the code (BG-21, BG-27).",
		value.Verdict(f.shown, func(v *verdictText) *table { return v.table }, f.code, func(v *verdictText) *code { return &v.code }))
	isLegal := func(c *code) bool { return *c == legal }
	f.answers = value.Define(b, "play-answer", "Answer of play", "One element for each request: true if it was legal, else its code (BG-37).",
		value.List("an array of true or codes", "BG-37", value.Either("true or a code",
			value.Case[code]{Type: value.Literal[code](true), Is: isLegal, Set: func(c *code) { *c = legal }},
			value.Case[code]{Type: f.code, Is: func(c *code) bool { return !isLegal(c) }, Set: func(*code) {}}), value.Size{}))
	wallet := value.As(value.In(f.pebbles, func(c *checkedText) *bag { return &c.wallet }),
		value.List("an array of pebbles", "", f.colour, value.Size{}))
	f.checked = value.Define(b, "rules-answer", "Answer of rules",
		"False for an illegal exchange list, else the wallet after the exchanges (BG-18, BG-21). "+
			"It may hold more pebbles than a bag in an input (BG-02), because bank and wallet of an input need not add up to a full set.",
		value.OrFalse("false or an array of pebbles", "BG-21", wallet,
			func(c *checkedText) bool { return !c.illegal }, func(c *checkedText, is bool) { c.illegal = !is }))

	point := value.Object("a name with points", "",
		value.Key("name", f.name, func(p *player) *string { return &p.name }),
		value.Key("points", f.score, func(p *player) *natural { return &p.score }))
	points := value.Key("points", value.List("an array of names with points", "BG-50", point, value.Size{Max: f.rules.playersMax}).
		Tied("maxItems", "players_max").
		Says("The players still in the game with their points, bonus included, sorted by name (BG-50, BG-55)."),
		func(t *resultText) *[]player { return &t.players })
	dropouts := value.Key("dropouts", f.dropouts, func(t *resultText) *[]string { return &t.dropouts })
	reason := value.Name("a reason", "BG-49", reasons)
	form := func(over, reason, winners value.Type[resultText]) value.Type[resultText] {
		return value.Object("a result", "", value.Own("over", over), value.Own("reason", reason), points, value.Own("winners", winners), dropouts)
	}
	reasonIn := func(t *resultText) *string { return &t.reason }
	winnersIn := func(t *resultText) *[]string { return &t.winners }
	null := value.Literal[resultText](nil)
	f.result = value.Define(b, "result", "Result", "The standing of a game, or its final result (BG-49, BG-50, BG-55).",
		value.As(
			form(value.In(value.Bool(), func(t *resultText) *bool { return &t.over }),
				value.In(value.OrNull("a reason or null", reason, ""), reasonIn),
				value.In(value.Maybe("names or null", "", f.names, func(list *[]string) bool { return *list == nil }), winnersIn)),
			value.OneOfForms("a result", "BG-49",
				form(value.Literal[resultText](true), value.In(reason, reasonIn),
					value.In(f.names.Says("The winners, sorted (BG-50, BG-53)."), winnersIn)).Says("The game is over (BG-49, BG-50)."),
				form(value.Literal[resultText](false), null, null).Says("The game goes on."))))
	f.outcome = value.Define(b, "server-answer", "Answer of server", "The winners and the drop-outs, both sorted (BG-50, BG-53).",
		value.List("an array of winners and drop-outs", "BG-53", f.names, value.Size{Min: 2, Max: 2}))
}

func codeNames() []code {
	list := make([]code, len(codes))
	for i := range codes {
		list[i] = code(codes[i].Name)
	}
	return list
}

// faults are why a player may be out: the codes of what is illegal at a call, and the
// failures of calls.
func faults() []string {
	var list []string
	for _, c := range []code{bankEmpty, tooManyExchanges, unknownEquation, walletShort, bankShort, cardNotVisible, walletCannotBuy} {
		list = append(list, string(c))
	}
	for _, why := range []game.Failure{game.Raised, game.TimedOut, game.Closed, game.NotJSON, game.WrongShape, game.TooLong} {
		list = append(list, string(why))
	}
	return list
}
