package bazar

import (
	_ "embed"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// The content file of 2.4: board, districts, kinds, guilds and event cards.
//
//go:embed content.json
var contentText []byte

// A guild is a player (BZ-01); the constants stand in the order of the content.
type guild uint8

// guilds is how many there are, and so the most players of a game.
const guilds = 4

// A kind is a sort of tile; the constants stand in the order of the content.
type kind uint8

const (
	beggar kind = iota
	administrator
	traitor
	guildMaster
	fishmonger
	courier
	favourite
	charlatan
	architect
	notable
	pedlar
	ferryman
	innkeeper
	taxCollector
	kinds // how many there are: a guild has each once (BZ-02)
)

// A district is a part of the board, in district order; the last two enter
// later (BZ-08).
type district uint8

const (
	harem      district = 5
	market     district = 6
	districts           = 7
	noDistrict district = 7 // of holes and of what is beyond the edge
)

// An event is a card, in the order of the content: the conditional ones first,
// by their numerals (BZ-19).
type event uint8

const (
	bounty         event = 0
	feast          event = 1
	reorganisation event = 2
	conditionals         = 3
	events               = 11
	noEvent        event = events
)

// An effect is what a card does to a district (BZ-63 to BZ-65), one bit each.
type effect uint8

const (
	plus2 effect = 1 << iota
	minus2
	barred
	double
	minority
	shift
	amnesty
)

var effectNames = map[string]effect{
	"plus2": plus2, "minus2": minus2, "barred": barred, "double": double, "minority": minority, "shift": shift, "amnesty": amnesty,
}

// A choiceForm is what a kind lets its player choose (chapter 5).
type choiceForm uint8

const (
	choosesNothing   choiceForm = iota
	choosesDirection            // any of the four
	choosesTurn                 // left or right
	choosesMove                 // from and to
	choosesWalk                 // direction and steps
)

var choiceForms = map[string]choiceForm{
	"none": choosesNothing, "direction": choosesDirection, "turn": choosesTurn, "move": choosesMove, "walk": choosesWalk,
}

// A square is a place of the board, row*columns + column, in reading order.
type square int8

const (
	rows           = 9
	columns        = 10
	squares        = rows * columns
	offEdge square = squares // stands for everything beyond the edge
)

func (s square) row() int    { return int(s) / columns }
func (s square) column() int { return int(s) % columns }

// A direction is one of the four of the ring, in ring order.
type direction uint8

const (
	up direction = iota
	right
	down
	left
	directions
)

var directionNames = [directions]string{"up", "right", "down", "left"}

func (d direction) opposite() direction      { return (d + 2) % directions }
func (d direction) clockwise() direction     { return (d + 1) % directions }
func (d direction) anticlockwise() direction { return (d + 3) % directions }

// What the content says, by index.
var (
	guildNames    []string
	kindNames     []string
	districtNames []string
	eventNames    []string

	permanent  [kinds]bool // acts as long as it lies on the board (BZ-28)
	formOf     [kinds]choiceForm
	baseValue  [districts]int
	fromStart  districtSet
	effectsOf  [events + 1][districts]effect
	cellsOf    [districts][]square // in reading order
	districtOf [squares + 1]district
	painted    [squares + 1]bool // illustrations
	neighbour  [squares + 1][directions]square
)

// A districtSet has a bit for each district.
type districtSet uint8

// everywhere are all districts.
const everywhere districtSet = 1<<districts - 1

func (s districtSet) has(d district) bool { return s>>d&1 != 0 }

func (s districtSet) with(d district) districtSet { return s | 1<<d }

// content is the form of the file.
type content struct {
	Grid      []string `json:"grid"`
	Districts []struct {
		ID        string `json:"id"`
		Letter    string `json:"letter"`
		French    string `json:"french"`
		Value     int    `json:"value"`
		FromStart bool   `json:"from_start"`
	} `json:"districts"`
	Kinds []struct {
		ID        string `json:"id"`
		French    string `json:"french"`
		Permanent bool   `json:"permanent"`
		Start     bool   `json:"start"`
		Choice    string `json:"choice"`
	} `json:"kinds"`
	Guilds []string `json:"guilds"`
	Events []struct {
		ID      string `json:"id"`
		French  string `json:"french"`
		Numeral *int   `json:"numeral"`
		Effects []struct {
			District string `json:"district"`
			Effect   string `json:"effect"`
		} `json:"effects"`
	} `json:"events"`
}

func init() {
	var c content
	if err := json.Unmarshal(contentText, &c, json.RejectUnknownMembers(true)); err != nil {
		panic(fmt.Sprintf("content.json: %v", err)) // the file is part of the program, and every test reads it
	}
	guildNames = c.Guilds
	for i, k := range c.Kinds {
		kindNames = append(kindNames, k.ID)
		term(k.ID, k.French)
		permanent[i] = k.Permanent
		formOf[i] = choiceForms[k.Choice]
	}
	letters := map[byte]district{}
	for i, d := range c.Districts {
		districtNames = append(districtNames, d.ID)
		term(d.ID, d.French)
		baseValue[i] = d.Value
		letters[d.Letter[0]] = district(i)
		if d.FromStart {
			fromStart = fromStart.with(district(i))
		}
	}
	for i, e := range c.Events {
		eventNames = append(eventNames, e.ID)
		term(e.ID, e.French)
		for _, f := range e.Effects {
			for d := range effectsOf[i] {
				if f.District == "*" || f.District == districtNames[d] {
					effectsOf[i][d] |= effectNames[f.Effect]
				}
			}
		}
	}
	loadGrid(c.Grid, letters)
}

// term notes what a kind, district or card is called in the French rules.
func term(id, text string) {
	Game.Terms = append(Game.Terms, game.Term{Name: id, Lang: "fr", Text: text})
}

// loadGrid reads the board: a small letter is a cell, a capital an
// illustration, anything else a hole (2.1).
func loadGrid(grid []string, letters map[byte]district) {
	districtOf[offEdge] = noDistrict
	for d := range directions {
		neighbour[offEdge][d] = offEdge
	}
	for s := range square(squares) {
		letter := grid[s.row()][s.column()]
		d, isCell := letters[letter]
		if !isCell {
			d, painted[s] = letters[letter|' ']
			if !painted[s] {
				d = noDistrict
			}
		}
		districtOf[s] = d
		if isCell {
			cellsOf[d] = append(cellsOf[d], s)
		}
		neighbour[s] = [directions]square{up: s - columns, right: s + 1, down: s + columns, left: s - 1}
		if s.row() == 0 {
			neighbour[s][up] = offEdge
		}
		if s.row() == rows-1 {
			neighbour[s][down] = offEdge
		}
		if s.column() == 0 {
			neighbour[s][left] = offEdge
		}
		if s.column() == columns-1 {
			neighbour[s][right] = offEdge
		}
	}
}

// isCell tells whether a tile can lie on the square, its district being in play
// or not (BZ-24).
func isCell(s square) bool { return districtOf[s] != noDistrict && !painted[s] }

// named looks a word up among names, which are few.
func named[T ~uint8](names []string, word []byte) (T, bool) {
	for i, name := range names {
		if name == string(word) {
			return T(i), true
		}
	}
	return 0, false
}

// A tile is one merchant: nothing, or 1 + its guild * kinds + its kind.
type tile uint8

// tiles is one more than the largest tile.
const tiles = 1 + guilds*int(kinds)

func newTile(g guild, k kind) tile { return 1 + tile(g)*tile(kinds) + tile(k) }

func (t tile) guild() guild { return guild((t - 1) / tile(kinds)) }
func (t tile) kind() kind   { return kind((t - 1) % tile(kinds)) }
