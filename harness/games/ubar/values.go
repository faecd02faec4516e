package ubar

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// forms are the values of chapter 4 and those of live play: each is described once,
// and its schema file, decoder and encoder come of that.
type forms struct {
	book    *value.Book
	content value.Type[contents]

	player      value.Type[int]
	pos         value.Type[pos]
	goods       value.Type[goods]
	someGoods   value.Type[goods]
	tile        value.Type[tile]
	starter     value.Type[tile]
	market      value.Type[market]
	tableau     value.Type[[]placed]
	playerState value.Type[player]
	grid        value.Type[grid]
	wind        value.Type[wind]
	state       value.Type[state]
	shown       value.Type[state] // a State that the rules produce
	request     value.Type[request]
	setup       value.Type[setup]
	view        value.Type[viewText]
	result      value.Type[resultText]
	code        value.Type[code]
	verdict     value.Type[verdictText]
	answers     value.Type[[]code]
	cost        value.Type[int]
	fit         value.Type[bool]
	winds       value.Type[windsText]
	sale        value.Type[saleText]
	outcome     value.Type[[][]string]
	event       value.Type[happening]
	void        value.Type[struct{}]
	cast        *guest.Cast
}

// The values as they are written, where the engine has no form of its own.
type (
	// A viewText is what a player sees. Coins that are hidden are -1 (UB-75), and so is
	// who has the turn when the game is over.
	viewText struct {
		you, turn, end int
		state          *state // its players are those of the view
		players        []player
		costs          [][]int
		left           int // tiles of the pile

		// Memory of what is written.
		hiding []player
		cells  [sideMax * sideMax]int
	}
	resultText struct {
		over    bool
		coins   []int
		ranking [][]int
		winners []int
	}
	verdictText struct {
		code  code
		state *state
	}
	saleText struct {
		code  code
		coins int
		left  goods
	}
	windsText struct {
		choice bool
		tiles  []pos
	}
)

// The ranges of chapter 4.
const (
	coinsRange = 9999 // far more than a game brings
	someMax    = 99   // of a good that a request names
	skipMax    = 99   // the highest number of a step that can be written
	dumpsMax   = 99
	holdMax    = 20

	// coinsShown bounds the coins that are written: those of a State and three
	// sales of all goods there are.
	coinsShown = 99_999
)

// none stands for nobody, for no cost and for coins that are hidden.
const none = -1

// described describes the values when they are first asked for.
var described = sync.OnceValue(newForms)

func newForms() *forms {
	b := value.NewBook("ubar")
	f := &forms{book: b}
	f.describePieces(b)
	f.describeContent(b)
	content = f.readContent()
	f.describeTableau(b)
	f.describeRequests(b)
	f.describeStates(b)
	f.describeSetup(b)
	f.describeView(b)
	f.describeAnswers(b)
	f.describeLive(b)
	f.describeCast(b)
	return f
}

// describePieces describes what values consist of.
func (f *forms) describePieces(b *value.Book) {
	f.player = value.Define(b, "player", "Player",
		"The seat of a player, counted from 0. The rules check that the game has that seat; this schema does not (UB-01).",
		playerBelow(playersMax))
	f.pos = value.Define(b, "pos", "Pos",
		"A cell: in the grid counted from the upper left corner (UB-04), in a tableau relative to the starter (UB-01). "+
			"Rows grow downward, columns to the right.",
		value.Point("a position [row, col]", "an integer from -99 to 99", -posMax, posMax,
			func(p *pos) (row, col *int8) { return &p.row, &p.col }))
	f.goods = value.Define(b, "goods", "Goods", "The number of tiles of each good in a hold or in the supply (UB-02).",
		value.Object("goods", "", numbers(value.Small[int8]("an integer from 0 to 20", "", 0, holdMax))...))
	some := numbers(value.Small[int8]("an integer from 0 to 99", "", 0, someMax))
	for k := range some {
		some[k] = some[k].Optional(func(g *goods) bool { return g[k] != 0 })
	}
	f.someGoods = value.Define(b, "some-goods", "SomeGoods", "Numbers of goods; goods that are not named count 0 (UB-54, UB-62).",
		value.Object("some goods", "", some...))
	var tiles [1 + tilesMax + startersMax]string // as they are written
	for i := range tiles {
		tiles[i] = strconv.Quote(tile(i).id())
	}
	quoted := func(t *tile) string { return tiles[*t] }
	var markets [marketsMax]string
	for i := range markets {
		markets[i] = strconv.Quote(market(i).id())
	}
	f.tile = value.Define(b, "tile", "Tile", "The id of a trade-route tile (UB-04).",
		value.TextOf(`the id of a trade-route tile, "t01" to "t60"`, "^t(0[1-9]|[1-5][0-9]|60)$", func(r *value.Reader, id []byte) (tile, bool) {
			n, ok := numbered(id, 't', tilesMax)
			if ok {
				checkOnce(r, tile(n))
			}
			return tile(n), ok
		}, quoted))
	f.starter = value.Define(b, "starter", "Starter", "The id of a starter (UB-01).",
		value.TextOf(`the id of a starter, "s1" to "s4"`, "^s[1-4]$", func(r *value.Reader, id []byte) (tile, bool) {
			t, ok := tileNamed(id)
			if ok = ok && t.isStarter(); ok {
				checkOnce(r, t)
			}
			return t, ok
		}, quoted))
	f.market = value.Define(b, "market", "Market", "The id of a market card (UB-63).",
		value.TextOf(`the id of a market card, "m01" to "m20"`, "^m(0[1-9]|1[0-9]|20)$", func(_ *value.Reader, id []byte) (market, bool) {
			return marketNamed(id)
		}, func(m *market) string { return markets[*m] }))
	f.grid = value.Define(b, "grid", "Grid",
		"The shared tiles, row by row from the top; null for a hole (UB-04, UB-23). "+
			"The rules check that the rows have equal length and no tile occurs twice; this schema does not.",
		value.Rows("an array of 1 to 5 rows", "a row of 1 to 5 cells", sideMax,
			value.OrNull(`the id of a trade-route tile, "t01" to "t60"`, f.tile, 0),
			func(g *grid) (rows, cols *int) { return &g.rows, &g.cols },
			func(g *grid, row int) []tile { return g.cells[row*g.cols:][:sideMax] }))
	f.wind = value.Define(b, "wind", "Wind", "Which tiles a new tile triggers again (UB-42, UB-44, UB-45, UB-46).",
		value.Forms("a wind", "UB-42", []value.Member[wind]{
			value.Own("kind", value.WordOf(`one of "line", "any", "orthogonal", "diagonal"`, "", windNames[line:],
				func(w *wind) int { return int(w.kind - line) }, func(w *wind, k int) { w.kind = line + windKind(k) })),
			value.Key("length", value.Int("an integer from 1 to 3", "", 1, 3), func(w *wind) *int { return &w.length }),
			value.Key("dir", value.Word[direction](`one of "up", "right", "down", "left"`, "", directionNames[:]),
				func(w *wind) *direction { return &w.dir }),
		},
			value.Form[wind]{
				Words: windNames[line:anyTile], Name: "a line", Clause: "UB-42", Says: "A line (UB-42).",
				Keys: []string{"length", "dir"}, Is: func(w *wind) bool { return w.kind == line },
			},
			value.Form[wind]{
				Words: windNames[anyTile:], Name: "a wind that is not a line", Clause: "UB-42",
				Says: "Any tile (UB-44), or the neighbours (UB-45, UB-46).",
			}))
}

// playerBelow is a seat of a game of n players.
func playerBelow(n int) value.Type[int] {
	return value.Int("the index of a player, 0 to 3", "", 0, n-1)
}

// numbers are the members of goods.
func numbers(number value.Type[int8]) []value.Member[goods] {
	return value.Keys(goodNames[:], number, func(g *goods, k int) *int8 { return &g[k] })
}

// describeTableau describes a tableau, of which the starter is first, and whose it is.
func (f *forms) describeTableau(b *value.Book) {
	at := func(p *placed) *pos { return &p.at }
	own := func(p *placed) *tile { return &p.tile }
	origin := value.As(f.pos, value.OneOf("[0,0]", "", []any{[]int{0, 0}}))
	f.tableau = value.Define(b, "tableau", "Tableau",
		"A player's tiles in the order of placement; the starter comes first, at [0,0] (UB-01). "+
			"The rules check that no cell and no tile is used twice and that each tile touches an earlier one; this schema does not (UB-25, UB-26).",
		value.Headed("an array of placed tiles", "UB-01",
			value.Object("a placed tile", "", value.Key("at", origin, at), value.Key("tile", f.starter, own)).Says("The starter."),
			value.Object("a placed tile", "", value.Key("at", f.pos, at), value.Key("tile", f.tile, own)).Says("A trade-route tile."),
			value.Size{Min: 1, Max: 1 + tilesMax}, checkPlaced).Then(checkStarter))
	f.playerState = value.Define(b, "player-state", "PlayerState",
		"A player: coins, marker, ship and tableau (UB-07, UB-06, UB-02, UB-01). "+
			"The rules check that the goods fit on the ship; this schema does not (UB-51).",
		f.playerWith(value.Int("coins, 0 to 9999", "", 0, coinsRange)))
}

func (f *forms) playerWith(coins value.Type[int]) value.Type[player] {
	return value.Object("a player", "",
		value.Key("coins", coins, func(p *player) *int { return &p.coins }),
		value.Key("time", spaceForm("UB-15"), func(p *player) *int { return &p.time }),
		value.Key("hold", f.goods, func(p *player) *goods { return &p.hold }),
		value.Key("tableau", f.tableau, func(p *player) *[]placed { return (*[]placed)(&p.tableau) }))
}

func spaceForm(clause string) value.Type[int] {
	return value.Int("a space of the time track, 0 to 36", clause, 0, spaceMax)
}

func roundForm() value.Type[int] { return value.Int("a round, 1 to 3", "", 1, roundsMax) }

func phaseForm() value.Type[phase] {
	return value.Word[phase](`one of "draft", "sell", "over"`, "", phaseNames[:])
}

// describeRequests describes what players decide.
func (f *forms) describeRequests(b *value.Book) {
	target := value.Either("a position [row, col] or null",
		value.Case[aim]{
			Type: value.In(f.pos, func(a *aim) *pos { return &a.target }),
			Is:   func(a *aim) bool { return a.hasTarget }, Set: func(a *aim) { a.hasTarget = true },
		},
		value.Case[aim]{
			Type: value.Literal[aim](nil),
			Is:   func(a *aim) bool { return !a.hasTarget }, Set: func(a *aim) { *a = aim{} },
		})
	step := value.Int("a step number, 1 to "+strconv.Itoa(skipMax), "", 1, skipMax)
	words := []string{"draft", "sell"}
	form := func(word, says string, keys ...string) value.Form[request] {
		return value.Form[request]{
			Words: []string{word}, Name: "a request of type " + strconv.Quote(word), Says: says, Keys: keys,
			Is: func(q *request) bool { return !q.sells },
		}
	}
	f.request = value.Define(b, "request", "Request",
		"One decision of a player: a draft (UB-20) or a sale (UB-62). The rules check that the skipped steps increase; this schema does not (UB-47).",
		value.Forms("a request", "", []value.Member[request]{
			value.Own("type", value.WordOf(`"draft" or "sell"`, "", words, func(q *request) int {
				if q.sells {
					return 1
				}
				return 0
			}, func(q *request, word int) { q.sells = word == 1 })),
			value.Key("player", f.player, func(q *request) *int { return &q.player }),
			value.Key("take", f.pos, func(q *request) *pos { return &q.take }),
			value.Key("place", f.pos, func(q *request) *pos { return &q.place }),
			value.Key("target", target, func(q *request) *aim { return &q.aim }),
			value.Key("skip", value.List("an array of step numbers", "", step, value.Size{Max: skipMax, Set: true}, checkIncreases),
				func(q *request) *[]int { return &q.skip }),
			value.Key("dumps", value.List("an array of some goods", "UB-54", f.someGoods, value.Size{Max: dumpsMax}).Then(checkDumps),
				func(q *request) *[]goods { return &q.dumps }),
			value.Key("goods", f.someGoods, func(q *request) *goods { return &q.sold }),
		},
			form(words[0], "A draft: the cell the tile comes from and the cell it goes to (UB-25), the target of an \"any\" wind (UB-44), "+
				"the steps whose action is skipped (UB-47), and what goes overboard before and after the steps (UB-54).",
				"player", "take", "place", "target", "skip", "dumps"),
			form(words[1], "A sale (UB-62).", "player", "goods")))
}

// seats is a list of players.
func seats(player value.Type[int], size value.Size) value.Type[[]int] {
	return value.List("an array of players", "", player, size)
}

// cards is a list of different market cards, which the clause asks for.
func (f *forms) cards(clause string, size value.Size) value.Type[[]market] {
	return value.List("an array of market cards", "", f.market, size, func(r *value.Reader, list []market, at int) {
		checkDifferent(r, list, at, clause)
	})
}

// describeStates describes a State, as it is read and as the rules produce it.
func (f *forms) describeStates(b *value.Book) {
	state := func(one value.Type[player]) value.Type[state] {
		return value.Object("a state", "",
			value.Key("round", roundForm(), func(s *state) *int { return &s.round }),
			value.Key("phase", phaseForm(), func(s *state) *phase { return &s.phase }),
			value.Key("players", value.List("an array of players", "UB-03", one, value.Size{Min: playersMin, Max: playersMax}, checkNotMore).
				Then(checkPlayers), func(s *state) *[]player { return &s.players }),
			value.Key("order", seats(f.player, value.Size{Min: playersMin, Max: playersMax, Set: true}), func(s *state) *[]int { return &s.order }),
			value.Key("to_sell", seats(f.player, value.Size{Max: playersMax, Set: true}), func(s *state) *[]int { return &s.toSell }),
			value.Key("grid", f.grid, func(s *state) *grid { return &s.grid }),
			value.Key("pile", value.List("an array of tiles", "", f.tile, value.Size{Max: tilesMax}), func(s *state) *[]tile { return &s.pile }),
			value.Key("markets", f.cards("UB-67", value.Size{Max: roundsMax, Set: true}), func(s *state) *[]market { return &s.markets }),
			value.Key("supply", f.goods, func(s *state) *goods { return &s.supply }))
	}
	f.state = value.Define(b, "state", "State",
		"A whole game at one moment, with the order of the pile (UB-75). "+
			"The rules check that tiles, goods, times, order and phase fit together; this schema does not (UB-01, UB-10, UB-51, UB-55, UB-60, UB-64).",
		state(f.playerState))
	f.shown = value.Define(b, "state-shown", "State written",
		"A State in an output. It has no limit for coins, since a sale may exceed the limit of inputs (UB-63).",
		state(f.playerWith(value.Natural("coins", ""))))
}

// describeSetup describes a Setup. Its schema has a form for each number of players,
// which the checks behind it say in their own words.
func (f *forms) describeSetup(b *value.Book) {
	members := func(count value.Member[setup], player value.Type[int], n int) []value.Member[setup] {
		return []value.Member[setup]{
			count,
			value.Key("starters", value.List("an array of starters", "", f.starter, value.Size{Min: n, Max: n, Set: true}),
				func(b *setup) *[]tile { return &b.starters }),
			value.Key("order", seats(player, value.Size{Min: n, Max: n, Set: true}), func(b *setup) *[]int { return &b.order }),
			value.Key("markets", f.cards("UB-05", value.Size{Min: roundsMax, Max: roundsMax, Set: true}).Then(checkCards),
				func(b *setup) *[]market { return &b.markets }),
			value.Key("tiles", value.List("an array of tiles", "", f.tile, value.Size{Min: tilesMax, Max: tilesMax, Set: true}).Then(checkTiles),
				func(b *setup) *[]tile { return &b.tiles }),
		}
	}
	var counts []string
	var games []value.Case[setup]
	for n := playersMin; n <= playersMax; n++ {
		counts = append(counts, strconv.Itoa(n))
		games = append(games, value.Case[setup]{
			Type: value.Object("a setup", "", members(value.Own("players", value.Literal[setup](n)), playerBelow(n), n)...).
				Says(fmt.Sprintf("A game of %d players.", n)),
		})
	}
	players := value.Key("players", value.Int("an integer from 2 to 4", "", playersMin, playersMax), func(b *setup) *int { return &b.players })
	f.setup = value.Define(b, "setup", "Setup",
		"Everything that chance decides before a game: the starter of each player (UB-01), the order of the markers (UB-06), "+
			"the market cards (UB-05) and the tiles (UB-04).",
		value.As(value.Object("a setup", "", members(players, f.player, 0)...), value.Union("a setup", "players", counts, games...)))
}

// describeView describes what a player sees of a State.
func (f *forms) describeView(b *value.Book) {
	coins := value.OrNull("coins or null", value.Int("coins", "", 0, coinsShown), none)
	costs := value.List("an array of rows", "", value.List("a row: an array of costs and null", "",
		value.OrNull("a cost or null", value.Int("a cost, 0 to 36", "", 0, spaceMax), none), value.Size{}), value.Size{})
	f.view = value.Define(b, "view", "View",
		"What a player sees of a State: everything but the order of the pile and, depending on an option, the coins of the others (UB-75). "+
			"The rules check that its parts fit together; this schema does not.",
		value.Object("a view", "",
			value.Key("you", f.player, func(v *viewText) *int { return &v.you }),
			value.Key("turn", value.OrNull("the index of a player, 0 to 3, or null", f.player, none), func(v *viewText) *int { return &v.turn }),
			value.Key("round", roundForm(), func(v *viewText) *int { return &v.state.round }),
			value.Key("round_end", value.IntAmong("a round end, 12, 24 or 36", "", content.ends), func(v *viewText) *int { return &v.end }),
			value.Key("phase", phaseForm(), func(v *viewText) *phase { return &v.state.phase }),
			value.Key("players", value.List("an array of players", "UB-03", f.playerWith(coins), value.Size{Min: playersMin, Max: playersMax}).
				Then(checkPlayers), func(v *viewText) *[]player { return &v.players }),
			value.Key("order", seats(f.player, value.Size{}), func(v *viewText) *[]int { return &v.state.order }),
			value.Key("to_sell", seats(f.player, value.Size{}), func(v *viewText) *[]int { return &v.state.toSell }),
			value.Key("grid", f.grid, func(v *viewText) *grid { return &v.state.grid }),
			value.Key("costs", costs, func(v *viewText) *[][]int { return &v.costs }),
			value.Key("pile_count", value.Int("a number of tiles, 0 to 60", "", 0, tilesMax), func(v *viewText) *int { return &v.left }),
			value.Key("markets", f.cards("UB-05", value.Size{Set: true}), func(v *viewText) *[]market { return &v.state.markets }),
			value.Key("supply", f.goods, func(v *viewText) *goods { return &v.state.supply })))
}

// describeAnswers describes what the tasks answer.
func (f *forms) describeAnswers(b *value.Book) {
	var names []code
	for _, c := range codes {
		names = append(names, code(c.Name))
	}
	f.code = value.Define(b, "code", "Code",
		"The one reason why a request is illegal (UB-11, UB-20, UB-23, UB-25, UB-26, UB-30, UB-44, UB-47, UB-53, UB-54, UB-60, UB-62, UB-64, UB-72).",
		value.Name("a code", "", names))
	isLegal := func(c code) bool { return c == legal }
	f.answers = value.Define(b, "play-answer", "Answers of play", "One element for each request: true if it was legal, else its code (UB-20, UB-62).",
		value.List("an array of true and codes", "", value.Either("true or a code",
			value.Case[code]{Type: value.Literal[code](true), Is: func(c *code) bool { return isLegal(*c) }, Set: func(c *code) { *c = legal }},
			value.Case[code]{Type: f.code, Is: func(c *code) bool { return !isLegal(*c) }, Set: func(*code) {}}), value.Size{}))
	const illegalSays = "An illegal request, which leaves the State unchanged."
	verdicts := []string{"true", "false"}
	f.verdict = value.Define(b, "move-answer", "Answer of move", "Whether a request is legal: if so, the State after it, else the code (UB-20, UB-62).",
		value.Union("a verdict", "legal", verdicts,
			value.Case[verdictText]{
				Type: value.Object("a legal request", "", value.Own("legal", value.Literal[verdictText](true)),
					value.Key("state", f.shown, func(v *verdictText) *state { return v.state })).Says("A legal request."),
				Is: func(v *verdictText) bool { return isLegal(v.code) }, Set: func(v *verdictText) { *v = verdictText{state: new(state)} },
			},
			value.Case[verdictText]{
				Type: value.Object("an illegal request", "", value.Own("legal", value.Literal[verdictText](false)),
					value.Key("code", f.code, func(v *verdictText) *code { return &v.code })).Says(illegalSays),
				Is: func(v *verdictText) bool { return !isLegal(v.code) }, Set: func(v *verdictText) { *v = verdictText{} },
			}))
	f.sale = value.Define(b, "sell-answer", "Answer of sell",
		"The coins for the goods and what stays on board, or the code of an illegal sale (UB-62, UB-63, UB-66).",
		value.Union("a verdict", "legal", verdicts,
			value.Case[saleText]{
				Type: value.Object("a legal sale", "", value.Own("legal", value.Literal[saleText](true)),
					value.Key("coins", value.Natural("coins", ""), func(s *saleText) *int { return &s.coins }),
					value.Key("left", f.goods, func(s *saleText) *goods { return &s.left })).Says("A legal sale."),
				Is: func(s *saleText) bool { return isLegal(s.code) }, Set: func(s *saleText) { *s = saleText{} },
			},
			value.Case[saleText]{
				Type: value.Object("an illegal sale", "", value.Own("legal", value.Literal[saleText](false)),
					value.Key("code", f.code, func(s *saleText) *code { return &s.code })).Says(illegalSays),
				Is: func(s *saleText) bool { return !isLegal(s.code) }, Set: func(s *saleText) { *s = saleText{} },
			}))
	f.cost = value.Define(b, "cost-answer", "Answer of cost",
		"How much time it takes to draft the tile; null for a cell without a tile (UB-22, UB-23).",
		value.OrNull("a cost or null", value.Int("a cost", "", 0, spaceMax), none))
	f.fit = value.Define(b, "fit-answer", "Answer of fit", "Whether the goods fit on a ship together (UB-51).",
		value.Object("an answer of fit", "", value.Own("fits", value.Bool())))
	f.winds = value.Define(b, "winds-answer", "Answer of winds",
		"The cells of the tiles that are triggered again, in order; or, for a choice, of all tiles that can be chosen (UB-42, UB-44).",
		value.Object("an answer of winds", "",
			value.Key("choice", value.Bool(), func(w *windsText) *bool { return &w.choice }),
			value.Key("tiles", value.List("an array of positions", "", f.pos, value.Size{}), func(w *windsText) *[]pos { return &w.tiles })))
	coins := value.Int("coins", "", 0, coinsShown)
	group := seats(f.player, value.Size{})
	f.result = value.Define(b, "result", "Result",
		"The coins of each player, the ranking as groups of tied players, and the winners, empty before the end (UB-73, UB-74).",
		value.Object("a result", "",
			value.Key("over", value.Bool(), func(r *resultText) *bool { return &r.over }),
			value.Key("coins", value.List("an array of coins", "", coins, value.Size{}), func(r *resultText) *[]int { return &r.coins }),
			value.Key("ranking", value.List("an array of groups of players", "", group, value.Size{}), func(r *resultText) *[][]int { return &r.ranking }),
			value.Key("winners", group, func(r *resultText) *[]int { return &r.winners })))
}
