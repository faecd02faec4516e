package bazar

import (
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

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

// effectNames are the names of the effects, by their bits.
var effectNames = []string{"plus2", "minus2", "barred", "double", "minority", "shift", "amnesty"}

// A choiceForm is what a kind lets its player choose (chapter 5).
type choiceForm uint8

const (
	choosesNothing   choiceForm = iota
	choosesDirection            // any of the four
	choosesTurn                 // left or right
	choosesMove                 // from and to
	choosesWalk                 // direction and steps
)

var formNames = []string{"none", "direction", "turn", "move", "walk"}

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

// What the content of 2.4 says, by index; a test holds it against the file.
var (
	guildNames = []string{"red", "blue", "green", "yellow"}
	kindNames  = []string{
		beggar:        "beggar",
		administrator: "administrator",
		traitor:       "traitor",
		guildMaster:   "guild_master",
		fishmonger:    "fishmonger",
		courier:       "courier",
		favourite:     "favourite",
		charlatan:     "charlatan",
		architect:     "architect",
		notable:       "notable",
		pedlar:        "pedlar",
		ferryman:      "ferryman",
		innkeeper:     "innkeeper",
		taxCollector:  "tax_collector",
	}
	districtNames = []string{"palace", "harbour", "hippodrome", "great_bazaar", "arsenal", "harem", "black_market"}
	eventNames    = []string{
		"governor_bounty",
		"feast_of_the_poor",
		"reorganisation",
		"spice_fleet",
		"plague",
		"great_fire",
		"revolt",
		"chariot_races",
		"sultan_visit",
		"siege",
		"amnesty",
	}

	// permanent are the kinds that act as long as they lie on the board (BZ-28).
	permanent = [kinds]bool{beggar: true, administrator: true, traitor: true}
	formOf    = [kinds]choiceForm{
		courier: choosesDirection, charlatan: choosesDirection, architect: choosesTurn, notable: choosesMove, pedlar: choosesWalk,
		ferryman: choosesDirection, innkeeper: choosesDirection,
	}
	baseValue = [districts]int{5, 4, 3, 4, 3, 6, 5}
	fromStart = everywhere &^ (1<<harem | 1<<market)
	// effectsOf has the effect of each card on each district, by their places in
	// the names.
	effectsOf = [events + 1][districts]effect{
		{plus2, plus2, plus2, plus2, plus2, plus2, plus2},
		{minority, minority, minority, minority, minority, minority, minority},
		{shift, shift, shift, shift, shift, shift, shift},
		{1: plus2, 3: plus2},
		{2: minus2, 3: minus2, 5: minus2},
		{3: barred},
		{0: barred, 4: plus2},
		{1: minus2, 2: plus2},
		{0: plus2, 5: plus2, 6: barred},
		{1: barred, 4: double},
		{amnesty, amnesty, amnesty, amnesty, amnesty, amnesty, amnesty},
	}
)

// grid is the board: a small letter is a cell, a capital an illustration, anything
// else a hole (2.1). Letters stand in district order.
const (
	letters = "phrbamn"
	grid    = "pppp.hhhhh" +
		"pPPp.hhHHh" +
		"ppppmmmhh." +
		".rrrmMmbbb" +
		"rrRrmmmbBb" +
		"rrRr.nnbbb" +
		"r..aanNbb." +
		"aaaaAnn..." +
		".aaaa....."
)

// The squares by district, in reading order, and each square's district, whether it
// is an illustration, and its neighbours.
var cellsOf, districtOf, painted, neighbour = readGrid()

// A districtSet has a bit for each district.
type districtSet uint8

// everywhere are all districts.
const everywhere districtSet = 1<<districts - 1

func (s districtSet) has(d district) bool { return s>>d&1 != 0 }

func (s districtSet) with(d district) districtSet { return s | 1<<d }

// readGrid reads the board.
func readGrid() (
	cellsOf [districts][]square, districtOf [squares + 1]district, painted [squares + 1]bool, neighbour [squares + 1][directions]square,
) {
	districtOf[offEdge] = noDistrict
	for d := range directions {
		neighbour[offEdge][d] = offEdge
	}
	for s := range square(squares) {
		letter := grid[s]
		d := strings.IndexByte(letters, letter)
		isCell := d >= 0
		if !isCell {
			d = strings.IndexByte(letters, letter|' ')
			painted[s] = d >= 0
		}
		districtOf[s] = noDistrict
		if d >= 0 {
			districtOf[s] = district(d)
		}
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
	return cellsOf, districtOf, painted, neighbour
}

// isCell tells whether a tile can lie on the square, its district being in play
// or not (BZ-24).
func isCell(s square) bool { return districtOf[s] != noDistrict && !painted[s] }

// A tile is one merchant: nothing, or 1 + its guild * kinds + its kind.
type tile uint8

// tiles is one more than the largest tile.
const tiles = 1 + guilds*int(kinds)

func newTile(g guild, k kind) tile { return 1 + tile(g)*tile(kinds) + tile(k) }

func (t tile) guild() guild { return guild((t - 1) / tile(kinds)) }
func (t tile) kind() kind   { return kind((t - 1) % tile(kinds)) }

// The content as the file has it, which repeats what the tables say, for players.
type (
	contentText struct {
		grid      []string
		districts []districtContent
		kinds     []kindContent
		guilds    []guild
		events    []eventContent
	}
	districtContent struct {
		district       district
		letter, french string
		value          int
		fromStart      bool
	}
	kindContent struct {
		kind             kind
		french           string
		permanent, start bool
		form             choiceForm
	}
	eventContent struct {
		event   event
		french  string
		numeral int // 0 if it has none
		effects []effectContent
	}
	effectContent struct {
		district, effect int // by their places in the names; noDistrict stands for all districts
	}
)

func checkEffects(r *value.Reader, list *[]effectContent, at int) {
	if len(*list) == 0 {
		r.Fail(at, "", "expected an effect, found none")
	}
}

// describeContent describes the file.
func (f *forms) describeContent(b *value.Book) {
	french := value.String("a French name").Says("What the French rules call it.")
	row := value.Text("a row of 10 squares", "^[phrbamnPHRBAMN.]{10}$", func(row string) bool {
		return len(row) == columns && strings.Trim(row, letters+strings.ToUpper(letters)+".") == ""
	})
	area := value.Object("a district", "",
		value.Key("id", value.Word[district]("a district", "", districtNames), func(d *districtContent) *district { return &d.district }),
		value.Key("letter", value.Text("a small letter", "^[a-z]$", func(text string) bool {
			return len(text) == 1 && text[0] >= 'a' && text[0] <= 'z'
		}), func(d *districtContent) *string { return &d.letter }),
		value.Key("french", french, func(d *districtContent) *string { return &d.french }),
		value.Key("value", value.Int("a value from 3 to 6", "", 3, 6), func(d *districtContent) *int { return &d.value }),
		value.Key("from_start", value.Bool().Says("Whether it is in play from the start (BZ-13, BZ-14)."),
			func(d *districtContent) *bool { return &d.fromStart }))
	sort := value.Object("a kind of tile", "",
		value.Key("id", f.kind, func(k *kindContent) *kind { return &k.kind }),
		value.Key("french", french, func(k *kindContent) *string { return &k.french }),
		value.Key("permanent", value.Bool().Says("Whether it acts as long as it lies on the board (BZ-28)."),
			func(k *kindContent) *bool { return &k.permanent }),
		value.Key("start", value.Bool().Says("Whether it is placed in the start phase (BZ-07)."), func(k *kindContent) *bool { return &k.start }),
		value.Key("choice", value.Word[choiceForm]("a form of choice", "", formNames).Says("What its player chooses (BZ-29)."),
			func(k *kindContent) *choiceForm { return &k.form }))
	effects := value.Object("an effect on a district", "",
		value.Key("district", value.Word[int]("a district or *", "", append(slices.Clone(districtNames), "*")),
			func(e *effectContent) *int { return &e.district }),
		value.Key("effect", value.Word[int]("an effect", "", effectNames), func(e *effectContent) *int { return &e.effect }))
	card := value.Object("an event card", "",
		value.Key("id", f.card, func(e *eventContent) *event { return &e.event }),
		value.Key("french", french, func(e *eventContent) *string { return &e.french }),
		value.Key("numeral", value.IntOrNull("1, 2, 3 or null", "", 1, conditionals, 0).
			Says("That of a conditional card, null of the others (BZ-19)."), func(e *eventContent) *int { return &e.numeral }),
		value.Key("effects", value.List("an array of effects", "", effects, value.Size{Min: 1}).Then(checkEffects),
			func(e *eventContent) *[]effectContent { return &e.effects }))
	f.content = value.Define(b, "content", "Content",
		"The board and the pieces of the game, the same in every game: what players must know to play it (BZ-02, BZ-05, BZ-08).",
		value.Object("the content of the game", "",
			value.Key("grid", value.Counted("an array of rows", "", row, value.Size{Min: rows, Max: rows}, value.Exactly(rows)).
				Says("The board, a row each: the small letter of a district is a cell, its capital an illustration, a dot a hole (BZ-08)."),
				func(c *contentText) *[]string { return &c.grid }),
			value.Key("districts", value.InOrder("the districts", "BZ-08", area, districts, func(d *districtContent) int { return int(d.district) }).
				Says("The districts in their order, with the letter of the grid and the value (BZ-08, BZ-63)."),
				func(c *contentText) *[]districtContent { return &c.districts }),
			value.Key("kinds", value.InOrder("the kinds of tile", "BZ-02", sort, int(kinds), func(k *kindContent) int { return int(k.kind) }).
				Says("The kinds of tile, of which each guild has one (BZ-02)."), func(c *contentText) *[]kindContent { return &c.kinds }),
			value.Key("guilds", value.InOrder("the guilds", "BZ-01", f.guild, guilds, func(g *guild) int { return int(*g) }).
				Says("The colours of the players (BZ-01)."), func(c *contentText) *[]guild { return &c.guilds }),
			value.Key("events", value.InOrder("the event cards", "BZ-05", card, events, func(e *eventContent) int { return int(e.event) }).
				Says("The event cards and what they do to districts, where * stands for all (BZ-05, BZ-63)."),
				func(c *contentText) *[]eventContent { return &c.events })))
}
