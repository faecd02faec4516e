package ubar

import (
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/harness/games/ubar/material"
)

// The numbers of the components, which the content is held to.
const (
	tilesMax    = 60
	startersMax = 4
	marketsMax  = 20
	coinsMax    = 130 // 30 coins of 1 and 20 of 5
	spaceMax    = 36  // the last space of the time track
	playersMin  = 2
	playersMax  = 4
	roundsMax   = 3
)

// A tile is a trade-route tile, 1 to 60, or a starter, 61 to 64; 0 is none.
type tile uint8

func (t tile) isStarter() bool { return t > tilesMax }

// A market is a market card, its index in the content.
type market uint8

// A tileFace is what a tile shows.
type tileFace struct {
	tile   tile
	base   int    // time symbols (UB-21)
	touch  [4]int // those that lie on a side, by direction (UB-22)
	acts   bool   // whether it has an action
	action action
	wind   wind // a starter has none
}

// An action is an exchange: goods or time for goods.
type action struct {
	time      int
	give, get goods
}

func isNone(a *action) bool { return *a == action{} }

// A direction is a side of a tile or a way in a tableau.
type direction uint8

const (
	up direction = iota
	right
	down
	left
)

var directionNames = [4]string{"up", "right", "down", "left"}

// opposite is the side of a neighbour that touches the side in this direction.
func (d direction) opposite() direction { return (d + 2) % 4 }

// A windKind says which tiles a tradewind reaches.
type windKind uint8

const (
	noWind     windKind = iota // of a starter
	line                       // UB-42
	anyTile                    // UB-44
	orthogonal                 // UB-45
	diagonal                   // UB-46
)

var windNames = [...]string{"none", "line", "any", "orthogonal", "diagonal"}

// A wind is a tradewind; length and direction are those of a line.
type wind struct {
	kind   windKind
	length int
	dir    direction
}

// content is what there is. It is read with the first rules, so that programs
// start without it, and never changes then.
var content *contents

var readOnce = sync.OnceFunc(func() { described() })

type (
	contents struct {
		goods    []goodKind
		ship     size
		grids    [playersMax + 1]size // by the number of players
		ends     []int                // of the rounds
		tiles    []tileFace
		starters []tileFace
		markets  []marketCard

		// What the engine asks for most.
		faces  [1 + tilesMax + startersMax]tileFace // by tile
		prices [kinds]int                           // the normal ones
		cells  [kinds][][2]int
	}
	size     struct{ rows, cols int }
	goodKind struct {
		good          good
		cells         [][2]int
		supply, price int
	}
	marketCard struct {
		market      market
		over, under good
		prices      [kinds]int
	}
)

// describeContent describes the file.
func (f *forms) describeContent(b *value.Book) {
	edge := value.From("an integer from 1", "", 1)
	sizes := value.Object("a size", "",
		value.Key("rows", edge, func(s *size) *int { return &s.rows }),
		value.Key("cols", edge, func(s *size) *int { return &s.cols }))
	grids := value.Keys([]string{"2", "3", "4"}, sizes, func(c *contents, i int) *size { return &c.grids[playersMin+i] })
	goodName := value.Word[good]("a good", "", goodNames[:])
	coins := value.Int("coins, 1 to 12", "", 1, 12)
	symbols := value.Int("time symbols, 0 to 4", "", 0, 4)
	cell := value.Point("a cell [row, column]", "an integer from 0 to 6", 0, 6,
		func(c *[2]int) (row, column *int) { return &c[0], &c[1] })
	kind := value.Object("a kind of goods", "",
		value.Key("id", goodName, func(g *goodKind) *good { return &g.good }),
		value.Key("cells", value.List("an array of cells", "", cell, value.Size{}).Says("The spaces of its shape, as [row, column] (UB-51)."),
			func(g *goodKind) *[][2]int { return &g.cells }),
		value.Key("supply", value.IntAmong("20 tiles", "", []int{supplyOfGood}).Says("How many there are in the game (UB-32)."),
			func(g *goodKind) *int { return &g.supply }),
		value.Key("price", coins.Says("Its normal price (UB-63)."), func(g *goodKind) *int { return &g.price }))
	sides := value.Keys(directionNames[:], symbols, func(t *tileFace, d int) *int { return &t.touch[d] })
	exchange := value.Object("an action", "",
		value.Key("time", value.Int("a time from 0 to 3", "", 0, 3).Says("The time it costs, 0 for an exchange of goods (UB-12)."),
			func(a *action) *int { return &a.time }),
		value.Key("give", f.someGoods, func(a *action) *goods { return &a.give }),
		value.Key("get", f.someGoods, func(a *action) *goods { return &a.get })).
		Says("What a tile exchanges: goods for goods, or time for goods (UB-31).")
	tiles := func(id value.Type[tile], members ...value.Member[tileFace]) value.Type[tileFace] {
		own := value.Key("id", id, func(t *tileFace) *tile { return &t.tile })
		return value.Object("a tile", "", append([]value.Member[tileFace]{own}, members...)...)
	}
	acts := func(t *tileFace) *action { return &t.action }
	card := value.Object("a market card", "",
		value.Key("id", f.market, func(m *marketCard) *market { return &m.market }),
		value.Key("over", goodName.Says("The overvalued good."), func(m *marketCard) *good { return &m.over }),
		value.Key("under", goodName.Says("The undervalued good."), func(m *marketCard) *good { return &m.under }),
		value.Own("prices", value.Object("prices", "", value.Keys(goodNames[:], coins, func(m *marketCard, k int) *int { return &m.prices[k] })...)))
	f.content = value.Define(b, "content", "Content",
		"The pieces of the game, the same in every game: what players must know to play it (UB-20, UB-42, UB-51, UB-63).",
		value.Object("the content of the game", "",
			value.Key("goods", value.InOrder("the goods", "UB-51", kind, int(kinds), func(g *goodKind) int { return int(g.good) }).
				Says("The goods, in the order that all values keep (UB-51)."), func(c *contents) *[]goodKind { return &c.goods }),
			value.Key("ship", sizes.Says("The spaces of a ship (UB-50)."), func(c *contents) *size { return &c.ship }),
			value.Own("grid", value.Object("sizes", "", grids...).Says("The size of the grid by the number of players (UB-03).")),
			value.Key("round_ends", value.Counted("an array of spaces", "", value.Int("a space of the time track, 1 to 36", "", 1, spaceMax),
				value.Size{Min: roundsMax, Max: roundsMax}, value.Exactly(roundsMax)).Says("The spaces of the time track that end the rounds (UB-60)."),
				func(c *contents) *[]int { return &c.ends }),
			value.Key("tiles", value.InOrder("the trade-route tiles", "UB-20", tiles(f.tile,
				value.Key("base", symbols.Says("Its time symbols (UB-21)."), func(t *tileFace) *int { return &t.base }),
				value.Own("touch", value.Object("symbols", "", sides...).Says("How many of them touch the neighbour on each side (UB-22).")),
				value.Key("action", value.Maybe("an action or null", "", exchange, isNone), acts),
				value.Key("wind", f.wind, func(t *tileFace) *wind { return &t.wind })), tilesMax, func(t *tileFace) int { return int(t.tile) - 1 }).
				Says("The trade-route tiles (UB-20)."), func(c *contents) *[]tileFace { return &c.tiles }),
			value.Key("starters", value.InOrder("the start tiles", "UB-01", tiles(f.starter, value.Key("action", exchange, acts)), startersMax,
				func(t *tileFace) int { return int(t.tile) - 1 - tilesMax }).Says("The start tiles (UB-01)."),
				func(c *contents) *[]tileFace { return &c.starters }),
			value.Key("markets", value.InOrder("the market cards", "UB-63", card, marketsMax, func(m *marketCard) int { return int(m.market) }).
				Says("The market cards (UB-63)."), func(c *contents) *[]marketCard { return &c.markets })))
}

// readContent reads the file.
func (f *forms) readContent() *contents {
	c := new(contents)
	if err := f.content.Decode([]jsontext.Value{material.Text}, 0, c); err != nil {
		panic(err) // the file is part of the program, and every test reads it
	}
	copy(c.faces[1:], append(c.tiles, c.starters...))
	for i := range c.faces {
		c.faces[i].acts = !isNone(&c.faces[i].action)
	}
	for k, g := range c.goods {
		c.prices[k], c.cells[k] = g.price, g.cells
	}
	return c
}

func (t tile) face() *tileFace { return &content.faces[t] }

// id is how a tile is named.
func (t tile) id() string {
	if t.isStarter() {
		return fmt.Sprintf("s%d", t-tilesMax)
	}
	return fmt.Sprintf("t%02d", t)
}

// id is how a market card is named.
func (m market) id() string { return fmt.Sprintf("m%02d", m+1) }

// tileNamed returns the tile with that id, and whether there is one: "t" or "s" and the
// number of the tile among its like, to which a test holds the content.
func tileNamed(id []byte) (tile, bool) {
	if len(id) == len("s1") && id[0] == 's' {
		n := tile(id[1] - '0')
		return tilesMax + n, n >= 1 && n <= startersMax
	}
	n, ok := numbered(id, 't', tilesMax)
	return tile(n), ok
}

// marketNamed returns the market card with that id, and whether there is one.
func marketNamed(id []byte) (market, bool) {
	n, ok := numbered(id, 'm', marketsMax)
	return market(n - 1), ok
}

// numbered returns the number of an id, a letter and two digits, and whether it is one
// from 1 to most, of less than a hundred.
func numbered(id []byte, letter byte, most uint8) (uint8, bool) {
	if len(id) != len("t01") || id[0] != letter {
		return 0, false
	}
	tens, ones := id[1]-'0', id[2]-'0'
	n := 10*tens + ones
	return n, tens <= 9 && ones <= 9 && n >= 1 && n <= most
}
