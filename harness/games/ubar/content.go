package ubar

import (
	"fmt"
	"strconv"
	"sync"

	json "github.com/go-json-experiment/json"

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
	id     string
	quoted string // the id as it is written
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

var readOnce = sync.OnceFunc(func() { content = readContent() })

type contents struct {
	faces   [1 + tilesMax + startersMax]tileFace
	markets [marketsMax]struct {
		id     string
		quoted string // the id as it is written
		prices [kinds]int
	}
	prices [kinds]int // the normal ones
	cells  [kinds][][2]int
	ship   struct{ rows, cols int }
	grids  [playersMax + 1]struct{ rows, cols int } // by the number of players
	ends   [roundsMax]int                           // of the rounds
}

// The shapes of the content file.
type (
	actionText struct {
		Time      int
		Give, Get map[string]int8
	}
	sizeText    struct{ Rows, Cols int }
	contentFile struct {
		Goods []struct {
			ID     string
			Cells  [][2]int
			Supply int
			Price  int
		}
		Ship      sizeText
		Grid      map[string]sizeText
		RoundEnds []int `json:"round_ends"`
		Tiles     []struct {
			ID     string
			Base   int
			Touch  map[string]int
			Action *actionText
			Wind   struct {
				Kind   string
				Length int
				Dir    string
			}
		}
		Starters []struct {
			ID     string
			Action actionText
		}
		Markets []struct {
			ID     string
			Prices map[string]int
		}
	}
)

func readContent() *contents {
	var f contentFile
	if err := json.Unmarshal(material.Text, &f, json.MatchCaseInsensitiveNames(true)); err != nil {
		panic(err) // the file is part of the program, and every test reads it
	}
	c := new(contents)
	c.ship.rows, c.ship.cols = f.Ship.Rows, f.Ship.Cols
	for n := playersMin; n <= playersMax; n++ {
		size := f.Grid[fmt.Sprint(n)]
		c.grids[n].rows, c.grids[n].cols = size.Rows, size.Cols
	}
	copy(c.ends[:], f.RoundEnds)
	for k, g := range f.Goods {
		c.cells[k], c.prices[k] = g.Cells, g.Price
	}
	for i, t := range f.Tiles {
		face := &c.faces[1+i]
		*face = tileFace{id: t.ID, quoted: strconv.Quote(t.ID), base: t.Base, acts: t.Action != nil}
		for d, name := range directionNames {
			face.touch[d] = t.Touch[name]
			if t.Wind.Dir == name {
				face.wind.dir = direction(d)
			}
		}
		for k, name := range windNames {
			if t.Wind.Kind == name {
				face.wind.kind = windKind(k)
			}
		}
		face.wind.length = t.Wind.Length
		if t.Action != nil {
			face.action = t.Action.read()
		}
	}
	for i, s := range f.Starters {
		c.faces[1+tilesMax+i] = tileFace{id: s.ID, quoted: strconv.Quote(s.ID), acts: true, action: s.Action.read()}
	}
	for i, m := range f.Markets {
		c.markets[i].id, c.markets[i].quoted = m.ID, strconv.Quote(m.ID)
		for k, name := range goodNames {
			c.markets[i].prices[k] = m.Prices[name]
		}
	}
	return c
}

func (a *actionText) read() action {
	read := action{time: a.Time}
	for k, name := range goodNames {
		read.give[k], read.get[k] = a.Give[name], a.Get[name]
	}
	return read
}

func (t tile) face() *tileFace { return &content.faces[t] }

func (t tile) id() string { return content.faces[t].id }

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
