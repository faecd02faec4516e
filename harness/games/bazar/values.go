package bazar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// forms are the values of chapter 5: each is described once, and its schema file,
// decoder and encoder come of that.
type forms struct {
	book  *value.Book
	codes []code

	content   value.Type[contentText]
	guild     value.Type[guild]
	kind      value.Type[kind]
	card      value.Type[event]
	cell      value.Type[square]
	cells     value.Type[[]square]
	direction value.Type[direction]
	tile      value.Type[merchant]
	placed    value.Type[placed]
	board     value.Type[[]placed]
	choice    value.Type[choice]
	request   value.Type[requestText]
	placement value.Type[requestText] // a reply, without market cells
	setup     value.Type[setupText]
	state     value.Type[stateText]
	shown     value.Type[stateText] // a State that the rules produce
	position  value.Type[positionText]
	shove     value.Type[shove]
	pushed    value.Type[pushedText]
	view      value.Type[viewText]
	wealth    value.Type[wealthText]
	order     value.Type[[]guild]
	result    value.Type[resultText]
	owners    value.Type[ownersText]
	code      value.Type[code]
	verdict   value.Type[verdictText]
	answers   value.Type[[]code]
	outcome   value.Type[[][]string]
	event     value.Type[happening]
	void      value.Type[struct{}]
	cast      *guest.Cast

	merchant value.Type[kind]  // of a hand or a pile
	normal   value.Type[event] // of the pile
}

// The values as they are written, where the engine has a form of its own. What
// checks need is noted: where a part begins.
type (
	merchant struct {
		guild guild
		kind  kind
	}
	placed struct {
		cell  square
		guild guild
		kind  kind
		face  face
		at    int
	}
	requestText struct {
		request
		atGuild int
	}
	playerText struct {
		guild                   guild
		coins                   int
		hand, pile              []kind
		atGuild, atHand, atPile int
	}
	stateText struct {
		round, turn       int
		phase             phase
		players           []playerText
		order             []guild
		board             []placed
		haremIn, marketIn bool
		event             event
		played, pile      []event
		discarded         []merchant

		atPlayers, atOrder, atTurn, atHarem, atMarket, atBoard, atDiscarded, atPhase, atPlayed, atPile, atEvent int
	}
	setupText struct {
		players                      []playerText
		order                        []guild
		events                       []event
		atPlayers, atOrder, atEvents int
	}
	positionText struct {
		guilds            []guild
		board             []placed
		haremIn, marketIn bool
		event             event
		atGuilds          int
	}
	wealthText struct {
		players            []playerText
		previous           []guild
		atPlayers, atOrder int
	}
	pushedText struct {
		board                 []placed
		eliminated, discarded []merchant
		steps                 int
	}
	shownPlayer struct {
		guild             guild
		coins, hand, pile int
	}
	viewText struct {
		guild             guild
		round             int
		phase             phase
		order             []guild
		haremIn, marketIn bool
		toAct             guild
		players           []shownPlayer
		board             []placed
		event             event
		played            []event
		left              int
		discarded         []merchant
		hand, toCome      []kind
	}
	score struct {
		guild              guild
		coins, token, rank int
	}
	resultText struct {
		over   bool
		scores []score
		winner guild
	}
	districtText struct {
		district district
		counts   []value.Entry[guild]
		value    int
		owner    guild
	}
	ownersText struct {
		districts []districtText
		income    []value.Entry[guild]
	}
	verdictText struct {
		code  code
		state *stateText
	}
)

// shown is the state of a verdict, which is made when it is read.
func (v *verdictText) shown() *stateText {
	if v.state == nil {
		v.state = new(stateText)
	}
	return v.state
}

// noGuild stands for nobody.
const noGuild guild = guilds

// A face is the side of a tile that is seen (BZ-27).
type face uint8

const (
	faceUp face = iota
	faceDown
)

var faceNames = []string{"up", "down"}

// coinsMax bounds the coins of a value that is read; more can be won (chapter 5).
// shownCoinsMax bounds those of a View and a Result, which are of a game that
// went on.
const (
	coinsMax      = 999
	shownCoinsMax = 1_000_000
)

// roundsMax is the number of tiles that a guild can place after the start phase.
const roundsMax = 13

// described describes the values when they are first asked for.
var described = sync.OnceValue(describe)

func describe() *forms {
	b := value.NewBook("bazar")
	f := &forms{book: b}
	f.describePieces(b)
	f.describeContent(b)
	f.describeRequests(b)
	players := func(member ...value.Member[playerText]) value.Type[[]playerText] {
		return value.List("an array of players", "BZ-01", value.Object("a player", "", member...), value.Size{Min: playersMin, Max: guilds})
	}
	playerGuild := value.Key("guild", f.guild, func(p *playerText) *guild { return &p.guild }).At(func(p *playerText) *int { return &p.atGuild })
	f.describeStates(b, players, playerGuild)
	f.describeAnswers(b)
	f.describeLive(b)
	f.describeCast(b)

	f.setup = value.Define(b, "setup", "Setup",
		"Everything that chance decides before a game: the piles (BZ-03), the starting order (BZ-07) and the pile of normal cards (BZ-05). "+
			"The rules check that players and order have the same guilds; this schema does not.",
		value.Object("a setup", "",
			value.Key("players", players(playerGuild,
				value.Key("pile", f.kinds("BZ-02", value.Size{Min: roundsMax, Max: roundsMax, Set: true}).
					Says("The 13 tiles besides the start tile, top first (BZ-03)."), func(p *playerText) *[]kind { return &p.pile }).
					At(func(p *playerText) *int { return &p.atPile })),
				func(s *setupText) *[]playerText { return &s.players }).At(func(s *setupText) *int { return &s.atPlayers }),
			value.Key("order", f.guilds("BZ-10"), func(s *setupText) *[]guild { return &s.order }).At(func(s *setupText) *int { return &s.atOrder }),
			value.Key("events", cards(f.normal, value.Size{Min: events - conditionals, Max: events - conditionals, Set: true}).
				Says("The eight normal cards, top first (BZ-05)."), func(s *setupText) *[]event { return &s.events }).
				At(func(s *setupText) *int { return &s.atEvents })))
	f.wealth = value.Define(b, "wealth", "Wealth",
		"What decides the order of a round: the coins, and the order of the previous round (BZ-10, BZ-11). "+
			"The rules check that both have the same guilds; this schema does not.",
		value.Object("the wealth of the players", "",
			value.Key("players", players(playerGuild, value.Key("coins", coinsRead(), func(p *playerText) *int { return &p.coins })),
				func(w *wealthText) *[]playerText { return &w.players }).At(func(w *wealthText) *int { return &w.atPlayers }),
			value.Key("previous", f.guilds("BZ-10"), func(w *wealthText) *[]guild { return &w.previous }).
				At(func(w *wealthText) *int { return &w.atOrder })))
	return f
}

func coinsRead() value.Type[int] { return value.Int("coins from 0 to 999", "BZ-66", 0, coinsMax) }

// guilds is an order, or the guilds that play.
func (f *forms) guilds(clause string) value.Type[[]guild] {
	return value.List("an array of guilds", clause, f.guild, value.Size{Min: playersMin, Max: guilds, Set: true})
}

// describePieces describes what values consist of.
func (f *forms) describePieces(b *value.Book) {
	f.guild = value.Define(b, "guild", "Guild", "The colour of a player (BZ-01).",
		value.Word[guild]("a guild: red, blue, green or yellow", "BZ-01", guildNames))
	f.kind = value.Define(b, "kind", "Kind", "One of the 14 kinds of tile (BZ-02).", value.Word[kind]("a kind of tile", "BZ-02", kindNames))
	f.card = value.Define(b, "card", "Event card", "The name of an event card (BZ-05).", value.Word[event]("an event card", "BZ-05", eventNames))
	// That the start tile is in no hand, and no conditional card in the pile, is for
	// the rules to say.
	merchants := slices.DeleteFunc(slices.Clone(kindNames), func(name string) bool { return name == kindNames[guildMaster] })
	f.merchant = value.Variant(b, "kind", "merchant", "Any kind but the start tile; piles and hands consist of these (BZ-03).",
		f.kind, value.Word[kind]("a kind of tile other than guild_master", "BZ-03", merchants))
	f.normal = value.Variant(b, "card", "normal", "A card of the pile (BZ-05).", f.card,
		value.Word[event]("a normal event card", "BZ-05", eventNames[conditionals:]))
	f.direction = value.Define(b, "direction", "Direction",
		"The direction in which a tile moves or faces: up is towards row 0, left towards column 0 (BZ-32).",
		value.Word[direction]("a direction: up, right, down or left", "", directionNames[:]))
	f.cell = value.Define(b, "cell", "Cell", "A square of the board, [row,col]. The rules decide whether a tile can lie there (BZ-24).",
		value.Pair("a cell: [row,col]", "",
			value.IntOf("a row from 0 to 8", "", 0, rows-1, func(s *square) int { return s.row() }, func(s *square, n int) { *s = square(columns * n) }),
			value.IntOf("a column from 0 to 9", "", 0, columns-1, func(s *square) int { return s.column() }, func(s *square, n int) { *s += square(n) })))
	var cells []any
	for s := range square(squares) {
		if isCell(s) {
			cells = append(cells, []int{s.row(), s.column()})
		}
	}
	lying := value.Variant(b, "cell", "lying", "A square on which a tile can lie, even if its district is not in play (BZ-24).",
		f.cell.Then(func(r *value.Reader, s *square, at int) {
			if !isCell(*s) {
				r.Fail(at, "BZ-24", "expected a cell of a district, found [%d,%d]", s.row(), s.column())
			}
		}), value.OneOf("a cell of a district", "BZ-24", cells))
	f.cells = value.Define(b, "cells", "Cells", "Cells of the market. The rules decide whether they are free (BZ-56).",
		value.List("an array of cells", "BZ-56", f.cell, value.Size{Max: marketLimit}).Then(func(r *value.Reader, list *[]square, at int) {
			if n := len(*list); n > marketLimit {
				r.Fail(at, "BZ-56", "expected at most %d cells, found %d", marketLimit, n)
			}
		}))
	f.tile = value.Define(b, "tile", "Tile", "A tile: every guild has each kind once (BZ-02).", value.Object("a tile", "",
		value.Key("guild", f.guild, func(t *merchant) *guild { return &t.guild }),
		value.Key("kind", f.kind, func(t *merchant) *kind { return &t.kind })))
	members := []value.Member[placed]{
		value.Key("cell", lying, func(p *placed) *square { return &p.cell }),
		value.Key("guild", f.guild, func(p *placed) *guild { return &p.guild }),
		value.Key("kind", f.kind, func(p *placed) *kind { return &p.kind }),
	}
	f.placed = value.Define(b, "placed", "Placed tile", "A tile and the cell on which it lies (BZ-24).",
		value.Object("a placed tile", "", members...).At(func(p *placed) *int { return &p.at }))
	f.board = value.Define(b, "board", "Board",
		"The tiles on the board in any order, including those that wait in the market (BZ-55). "+
			"The rules check that no cell and no tile occurs twice; this schema does not (BZ-02, BZ-24).",
		value.List("a board: an array of placed tiles", "", f.placed, value.Size{Max: tiles - 1}).Then(checkOnce))
	f.view = f.describeView(b, append(members, value.Key("face", value.Word[face]("a face: up or down", "BZ-27", faceNames),
		func(p *placed) *face { return &p.face })))
}

// kinds is a hand or a pile.
func (f *forms) kinds(clause string, size value.Size) value.Type[[]kind] {
	return value.List("an array of kinds", clause, f.merchant, size)
}

// cards is a list of cards.
func cards(card value.Type[event], size value.Size) value.Type[[]event] {
	return value.List("an array of event cards", "BZ-05", card, size)
}

// describeRequests describes what players decide.
func (f *forms) describeRequests(b *value.Book) {
	is := func(form choiceForm) func(*choice) bool { return func(c *choice) bool { return c.form == form } }
	set := func(form choiceForm) func(*choice) { return func(c *choice) { *c = choice{form: form} } }
	way := func(c *choice) *direction { return &c.direction }
	walk := value.Define(b, "walk", "Walk", "Where a pedlar walks, and how far (BZ-47).", value.Object("a walk", "",
		value.Key("direction", f.direction, way),
		value.Key("steps", value.Int("steps from 1 to 3", "BZ-47", 1, walkMax), func(c *choice) *int { return &c.steps })))
	move := value.Object("a move", "",
		value.Key("from", f.cell, func(c *choice) *square { return &c.from }),
		value.Key("to", f.cell, func(c *choice) *square { return &c.to })).
		Says("The cell a notable moves a tile from, and the cell it moves it to (BZ-46).")
	f.choice = value.Define(b, "choice", "Choice",
		"What a player chooses for the effect of a tile: nothing, a direction, a walk (BZ-47) or a move (BZ-46). "+
			"The rules say which of them a kind needs (BZ-29).",
		value.Either("a choice: null, a direction, a walk or a move",
			value.Case[choice]{Type: value.Literal[choice](nil), Is: is(choosesNothing), Set: set(choosesNothing)},
			value.Case[choice]{Type: value.In(f.direction, way), Is: is(choosesDirection), Set: set(choosesDirection)},
			value.Case[choice]{Type: walk, Is: is(choosesWalk), Set: set(choosesWalk)},
			value.Case[choice]{Type: move, Is: is(choosesMove), Set: set(choosesMove)}))

	members := []value.Member[requestText]{
		value.Own("type", value.Constant[requestText]("place")),
		value.Key("guild", f.guild, func(q *requestText) *guild { return &q.guild }).At(func(q *requestText) *int { return &q.atGuild }),
		value.Key("kind", f.kind, func(q *requestText) *kind { return &q.kind }),
		value.Key("cell", f.cell, func(q *requestText) *square { return &q.cell }),
		value.Key("choice", f.choice, func(q *requestText) *choice { return &q.choice }),
	}
	f.placement = value.Define(b, "placement", "Placement",
		"The reply of the player whose turn it is: a Request without market cells, because the owners of the tiles choose those (BZ-23, BZ-56). "+
			"The rules check that the guild takes part in the game; this schema does not (BZ-01).",
		value.Object("a request without market cells", "", members...))
	f.request = value.Define(b, "request", "Request",
		"One decision of the player whose turn it is: a tile, a cell and a choice (BZ-23). With market_cell=chosen it may also have the key market: "+
			"the cells that owners choose for their tiles that go to the market, in order of elimination (BZ-56). "+
			"The rules check that the guild takes part in the game; this schema does not (BZ-01).",
		value.Object("a request", "", append(members,
			value.Key("market", f.cells, func(q *requestText) *[]square { return &q.market }).
				Under("market_cell=chosen").Optional(func(q *requestText) bool { return len(q.market) > 0 }))...))
	f.shove = value.Define(b, "shove", "Push", "The question of task push: push the tile on a cell (BZ-36).", value.Object("a push", "",
		value.Key("cell", f.cell, func(s *shove) *square { return &s.cell }),
		value.Key("direction", f.direction, func(s *shove) *direction { return &s.direction }),
		value.Key("steps", value.Int("steps from 1 to 9", "BZ-36", 1, 9), func(s *shove) *int { return &s.steps })))
}

func roundForm() value.Type[int] { return value.Int("a round from 0 to 13", "BZ-23", 0, roundsMax) }

func phaseForm() value.Type[phase] {
	return value.Word[phase]("a phase: start, players or over", "", phaseNames)
}

func (f *forms) cardOrNull() value.Type[event] {
	return value.OrNull("an event card or null", f.card, noEvent)
}

func (f *forms) guildOrNull() value.Type[guild] {
	return value.OrNull("a guild or null", f.guild, noGuild)
}

// describeStates describes a State, as it is read and as the rules produce it,
// and a Position.
func (f *forms) describeStates(
	b *value.Book, players func(...value.Member[playerText]) value.Type[[]playerText], playerGuild value.Member[playerText],
) {
	state := func(coins value.Type[int], hand int) value.Type[stateText] {
		deck := value.Object("the event cards", "",
			value.Key("current", f.cardOrNull(), func(s *stateText) *event { return &s.event }).At(func(s *stateText) *int { return &s.atEvent }),
			value.Key("played", cards(f.card, value.Size{Max: events, Set: true}).
				Says("The cards played, oldest first, the current one included (BZ-21)."), func(s *stateText) *[]event { return &s.played }).
				At(func(s *stateText) *int { return &s.atPlayed }),
			value.Key("pile", cards(f.normal, value.Size{Max: events - conditionals, Set: true}).
				Says("The normal cards still in the pile, top first (BZ-05)."), func(s *stateText) *[]event { return &s.pile }).
				At(func(s *stateText) *int { return &s.atPile }))
		return value.Object("a state", "",
			value.Key("round", roundForm(), func(s *stateText) *int { return &s.round }),
			value.Key("phase", phaseForm(), func(s *stateText) *phase { return &s.phase }).At(func(s *stateText) *int { return &s.atPhase }),
			value.Key("players", players(
				playerGuild,
				value.Key("coins", coins, func(p *playerText) *int { return &p.coins }),
				value.Key("hand", f.kinds("BZ-02", value.Size{Max: hand, Set: true}), func(p *playerText) *[]kind { return &p.hand }).
					At(func(p *playerText) *int { return &p.atHand }),
				value.Key("pile", f.kinds("BZ-02", value.Size{Max: roundsMax, Set: true}), func(p *playerText) *[]kind { return &p.pile }).
					At(func(p *playerText) *int { return &p.atPile })).Says("The players in seat order (BZ-01)."),
				func(s *stateText) *[]playerText { return &s.players }).At(func(s *stateText) *int { return &s.atPlayers }),
			value.Key("order", f.guilds("BZ-10").Says("The order in which the guilds act in this round; the first has token 1 (BZ-10)."),
				func(s *stateText) *[]guild { return &s.order }).At(func(s *stateText) *int { return &s.atOrder }),
			value.Key("turn", value.Int("a turn from 0 to 4", "BZ-23", 0, guilds), func(s *stateText) *int { return &s.turn }).
				At(func(s *stateText) *int { return &s.atTurn }),
			value.Key("board", f.board, func(s *stateText) *[]placed { return &s.board }).At(func(s *stateText) *int { return &s.atBoard }),
			value.Key("harem_in", value.Bool(), func(s *stateText) *bool { return &s.haremIn }).At(func(s *stateText) *int { return &s.atHarem }),
			value.Key("market_in", value.Bool(), func(s *stateText) *bool { return &s.marketIn }).At(func(s *stateText) *int { return &s.atMarket }),
			value.Own("events", deck),
			value.Key("discarded", value.List("an array of tiles", "BZ-57", f.tile, value.Size{Max: tiles - 1, Set: true}).
				Says("The tiles out of the game, in any order (BZ-57)."), func(s *stateText) *[]merchant { return &s.discarded }).
				At(func(s *stateText) *int { return &s.atDiscarded }))
	}
	f.state = value.Define(b, "state", "State",
		"A whole game at one moment, with everything that decides how it continues. "+
			"The rules check that tiles, cards, round and phase fit together; this schema does not (BZ-02, BZ-05, BZ-07, BZ-13, BZ-57).",
		state(coinsRead(), handSize))
	f.shown = value.Define(b, "state-shown", "State as shown",
		"A State that the rules produce. The limit for coins in inputs does not apply (BZ-66).",
		state(value.Natural("coins", "BZ-66"), roundsMax))
	f.position = value.Define(b, "position", "Position",
		"A board alone, for the tasks owners and push (BZ-62, BZ-36). The rules check that the guilds of the tiles take part, "+
			"and that no tile lies in a harem that is not in play; this schema does not (BZ-01, BZ-08).",
		value.Object("a position", "",
			value.Key("guilds", f.guilds("BZ-01"), func(p *positionText) *[]guild { return &p.guilds }).At(func(p *positionText) *int { return &p.atGuilds }),
			value.Key("board", f.board, func(p *positionText) *[]placed { return &p.board }),
			value.Key("harem_in", value.Bool(), func(p *positionText) *bool { return &p.haremIn }),
			value.Key("market_in", value.Bool(), func(p *positionText) *bool { return &p.marketIn }),
			value.Key("event", f.cardOrNull(), func(p *positionText) *event { return &p.event })))
}

// describeView describes what a player sees, whose tiles have these members.
func (f *forms) describeView(b *value.Book, tile []value.Member[placed]) value.Type[viewText] {
	player := value.Object("a player", "",
		value.Key("guild", f.guild, func(p *shownPlayer) *guild { return &p.guild }),
		value.Key("coins", value.Int("coins", "BZ-66", 0, shownCoinsMax), func(p *shownPlayer) *int { return &p.coins }),
		value.Key("hand", value.Int("the size of a hand, 0 to 13", "BZ-80", 0, roundsMax), func(p *shownPlayer) *int { return &p.hand }),
		value.Key("pile", value.Int("the size of a pile, 0 to 13", "BZ-80", 0, roundsMax), func(p *shownPlayer) *int { return &p.pile }))
	deck := value.Object("the event cards", "",
		value.Key("current", f.cardOrNull(), func(v *viewText) *event { return &v.event }),
		value.Key("played", cards(f.card, value.Size{}), func(v *viewText) *[]event { return &v.played }),
		value.Key("left", value.Int("the number of cards left, 0 to 8", "BZ-80", 0, events-conditionals), func(v *viewText) *int { return &v.left }))
	hand := value.List("an array of kinds", "BZ-81", f.kind, value.Size{})
	return value.Define(b, "view", "View",
		"What a guild sees of a State (BZ-80): everything but the other hands and the order of the piles (BZ-81).",
		value.Object("a view", "",
			value.Key("guild", f.guild, func(v *viewText) *guild { return &v.guild }),
			value.Key("round", roundForm(), func(v *viewText) *int { return &v.round }),
			value.Key("phase", phaseForm(), func(v *viewText) *phase { return &v.phase }),
			value.Key("order", value.List("an array of guilds", "BZ-10", f.guild, value.Size{}), func(v *viewText) *[]guild { return &v.order }),
			value.Key("harem_in", value.Bool(), func(v *viewText) *bool { return &v.haremIn }),
			value.Key("market_in", value.Bool(), func(v *viewText) *bool { return &v.marketIn }),
			value.Key("to_act", f.guildOrNull(), func(v *viewText) *guild { return &v.toAct }),
			value.Key("players", value.List("an array of players", "BZ-80", player, value.Size{}), func(v *viewText) *[]shownPlayer { return &v.players }),
			value.Key("board", value.List("a board: an array of placed tiles", "BZ-80", value.Object("a placed tile", "", tile...), value.Size{}),
				func(v *viewText) *[]placed { return &v.board }),
			value.Own("events", deck),
			value.Key("discarded", value.List("an array of tiles", "BZ-80", f.tile, value.Size{}), func(v *viewText) *[]merchant { return &v.discarded }),
			value.Key("hand", hand.Says("The hand of the guild, in order (BZ-26)."), func(v *viewText) *[]kind { return &v.hand }),
			value.Key("to_come", hand.Says("The kinds in the guild's pile, sorted (BZ-81)."), func(v *viewText) *[]kind { return &v.toCome })))
}

// describeAnswers describes what the tasks answer.
func (f *forms) describeAnswers(b *value.Book) {
	for _, c := range codes {
		f.codes = append(f.codes, code(c.Name))
	}
	f.code = value.Define(b, "code", "Code",
		"The one reason why a request is illegal (BZ-07, BZ-08, BZ-23, BZ-24, BZ-25, BZ-29, BZ-46, BZ-56, BZ-75).",
		value.Name("a code", "", f.codes))
	isLegal := func(c *code) bool { return *c == legal }
	f.answers = value.Define(b, "play-answer", "Answer of play", "One element for each request: true if it was legal, else its code (BZ-23).",
		value.List("an array of true or codes", "", value.Either("true or a code",
			value.Case[code]{Type: value.Literal[code](true), Is: isLegal, Set: func(c *code) { *c = legal }},
			value.Case[code]{Type: f.code, Is: func(c *code) bool { return !isLegal(c) }, Set: func(*code) {}}), value.Size{}))
	f.verdict = value.Define(b, "move-answer", "Answer of move", "Whether a request is legal: if so, the State after it, else the code (BZ-23).",
		value.Verdict(f.shown, (*verdictText).shown, f.code, func(v *verdictText) *code { return &v.code }))
	place := value.Int("a number from 1 to 4", "BZ-74", 1, guilds)
	f.result = value.Define(b, "result", "Result", "The standing of a game: the scores in seat order and, once it is over, the winner (BZ-73, BZ-74).",
		value.Object("a result", "",
			value.Key("over", value.Bool(), func(r *resultText) *bool { return &r.over }),
			value.Key("scores", value.List("an array of scores", "BZ-74", value.Object("a score", "",
				value.Key("guild", f.guild, func(s *score) *guild { return &s.guild }),
				value.Key("coins", value.Int("coins", "BZ-66", 0, shownCoinsMax), func(s *score) *int { return &s.coins }),
				value.Key("token", place, func(s *score) *int { return &s.token }),
				value.Key("rank", place, func(s *score) *int { return &s.rank })), value.Size{Max: guilds}),
				func(r *resultText) *[]score { return &r.scores }),
			value.Key("winner", f.guildOrNull(), func(r *resultText) *guild { return &r.winner })))
	f.order = value.Define(b, "order", "Order", "The order in which the guilds act; the first has token 1 (BZ-10, BZ-11).", f.guilds("BZ-10"))
	perGuild := func(expected, clause string) value.Type[[]value.Entry[guild]] {
		return value.Tally[guild](expected, clause, guildNames, value.Natural("a number from 0", ""), playersMin)
	}
	f.owners = value.Define(b, "owners", "Owners",
		"Who owns the districts in play, and what a payout would pay each guild (BZ-60, BZ-62, BZ-63, BZ-66).",
		value.Object("owners and income", "",
			value.Key("districts", value.List("an array of districts", "BZ-62", value.Object("a district", "",
				value.Key("district", value.Word[district]("a district", "", districtNames), func(d *districtText) *district { return &d.district }),
				value.Key("counts", perGuild("a count for every guild", "BZ-60"), func(d *districtText) *[]value.Entry[guild] { return &d.counts }),
				value.Key("value", value.Natural("a value from 0", "BZ-63"), func(d *districtText) *int { return &d.value }),
				value.Key("owner", f.guildOrNull(), func(d *districtText) *guild { return &d.owner })),
				value.Size{Min: int(harem), Max: districts}), func(o *ownersText) *[]districtText { return &o.districts }),
			value.Key("income", perGuild("coins for every guild", "BZ-66"), func(o *ownersText) *[]value.Entry[guild] { return &o.income })))
	out := func(clause string) value.Type[[]merchant] {
		return value.List("an array of tiles", clause, f.tile, value.Size{Max: tiles - 1})
	}
	f.pushed = value.Define(b, "pushed", "Outcome of a push",
		"The board after a push (BZ-32), the tiles it eliminated in order (BZ-35), those of them that left the game (BZ-57), "+
			"and the number of steps done (BZ-36).",
		value.Object("the outcome of a push", "",
			value.Key("board", f.board, func(p *pushedText) *[]placed { return &p.board }),
			value.Key("eliminated", out("BZ-35"), func(p *pushedText) *[]merchant { return &p.eliminated }),
			value.Key("discarded", out("BZ-57"), func(p *pushedText) *[]merchant { return &p.discarded }),
			value.Key("steps", value.Int("steps from 0 to 9", "BZ-36", 0, 9), func(p *pushedText) *int { return &p.steps })))
}
