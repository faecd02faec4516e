package bazaar

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// The options of chapter 2.
var optionTable = option.TableOf(func() []option.Entry[rules] {
	return []option.Entry[rules]{
		{Option: game.Option{
			Name: "draw_order", Default: `["red","white","blue","green","yellow"]`, Clause: "BG-15",
			Range: "a permutation of the five colours", Summary: "the order in which the bank gives its pebbles",
			Takes: game.Takes{Schema: `{"type":"array","items":{"$ref":"colour.schema.json"},"minItems":5,"maxItems":5,"uniqueItems":true}`},
		}, Set: setDrawOrder},
		option.Choice("draws", "BG-15", "order", "recorded", "whether a request may say which pebble was drawn",
			func(r *rules) *bool { return &r.recordedDraws }).In("move", "play"),
		{Option: game.Option{
			Name: "points_table", Default: `[[3,1,2],[2,2,3],[1,3,5],[0,5,8]]`, Clause: "BG-32",
			Range:   "rows [n, plain, face] with n strictly falling to 0 and points from 0 to 1000",
			Summary: "the points for a card, by the pebbles left",
			Takes: game.Takes{Schema: `{"type":"array","minItems":1,"items":{"type":"array","minItems":3,"maxItems":3,` +
				`"prefixItems":[{"type":"integer","minimum":0}],"items":{"type":"integer","minimum":0,"maximum":1000}}}`},
		}, Set: setPointsTable},
		option.Number("winning_score", "20", "BG-46", 1, 1000, "the score that ends the game",
			func(r *rules) *int { return &r.winningScore }),
		option.Boolean("price", "true", "BG-22", "whether exchange lists cost a card",
			func(r *rules) *bool { return &r.price }),
		option.Boolean("empty_exchange_price", "true", "BG-24", "whether the empty exchange list costs a card",
			func(r *rules) *bool { return &r.emptyPrice }),
		option.Limit("max_exchanges", "BG-20", 0, -1, "the length of the longest legal exchange list",
			func(r *rules) *int { return &r.exchangesMax }),
		option.Number("visible_cards", "4", "BG-08", 1, 20, "the size of the display",
			func(r *rules) *int { return &r.visibleMax }),
		option.Number("cards_max", "20", "BG-04", 1, 100, "the number of cards of a game",
			func(r *rules) *int { return &r.cardsMax }),
		option.Number("equations_max", "10", "BG-06", 0, 100, "the number of equations of a game",
			func(r *rules) *int { return &r.equationsMax }),
		option.Number("side_max", "4", "BG-05", 1, 20, "the most pebbles on a side of an equation",
			func(r *rules) *int { return &r.sideMax }),
		{Option: game.Option{
			Name: "pebbles_max", Default: "100", Clause: "BG-02",
			Range: "a multiple of 5 from 5 to 1000", Summary: "the number of pebbles of a game",
			Takes: game.Takes{Schema: `{"type":"integer","minimum":5,"maximum":1000,"multipleOf":5}`},
		}, Set: setPebblesMax},
		option.Number("players_min", "2", "BG-09", 1, 10, "the fewest players of a game from scratch",
			func(r *rules) *int { return &r.playersMin }).In("setup", "server"),
		option.Number("players_max", "6", "BG-09", 1, 10, "the most players",
			func(r *rules) *int { return &r.playersMax }),
		option.Limit("score_limit", "", 1, 0, "the score that a Player or Seat of an input must stay below",
			func(r *rules) *int { return &r.scoreLimit }).
			In("turn", "strategy", "rules", "games", "move", "play", "view", "score", "server", "clients"),
		option.Number("search_depth", "4", "BG-63", 0, 6, "how many exchanges the strategy looks ahead",
			func(r *rules) *int { return &r.searchDepth }),
		{Option: game.Option{
			Name: "bonus", Default: `"none"`, Clause: "BG-55",
			Range: `"none" or a key of the option bonuses`, Summary: "the bonus that score and play award",
			Takes: game.Takes{Schema: `{"type":"string"}`},
		}, Set: func(r *rules, c *cursor.Cursor) { r.bonus = string(c.String("a string")) }},
		{Option: game.Option{
			Name: "bonuses", Default: `{"RWB":[["red","white","blue"],10],"SEY":[["red","white","blue","green","yellow"],50]}`,
			Clause: "BG-56", Range: "an object: name to [array of colours, points from 0]",
			Summary: "the bonuses, instead of the two default ones",
			Takes: game.Takes{Schema: `{"type":"object","additionalProperties":{"type":"array","minItems":2,"maxItems":2,"prefixItems":[` +
				`{"type":"array","items":{"$ref":"colour.schema.json"}},{"type":"integer","minimum":0}]}}`},
		}, Set: setBonuses},
		option.Choice("unavailable_card", "BG-30", "refuse", "sell", "whether a card not on display can be bought (Q1)",
			func(r *rules) *bool { return &r.sellAny }),
		option.Choice("wallet_tie", "", "bag", "list", "whether ties depend on how wallets are written (Q2)",
			func(r *rules) *bool { return &r.walletLists }).In("strategy", "games"),
		option.Choice("card_order", "BG-61", "total", "either", "whether cards compare by the reference's relation (Q3)",
			func(r *rules) *bool { return &r.cardsEither }),
		option.Choice("buyable_cards", "BG-48", "visible", "all", "which cards keep a game with an empty bank going (Q4)",
			func(r *rules) *bool { return &r.hiddenBuyable }),
		option.Choice("invented_equation", "BG-75", "unoriented", "oriented", "whether a flipped equation counts as invented (Q5)",
			func(r *rules) *bool { return &r.inventOriented }),
		option.Choice("first_reply", "BG-92", "strict", "lenient", "whether a live first reply that is not an array counts as false (Q6)",
			func(r *rules) *bool { return &r.live.lenientFirstReply }),
		option.Choice("closed_call", "", "fails", "pebble", "how a connection counts that closes at the first call of a turn (Q7)",
			func(r *rules) *bool { return &r.live.closedIsPebble }).In("server", "clients"),
		option.Choice("duplicate_names", "BG-84", "refuse", "void", "what happens if a second client sends the same name",
			func(r *rules) *bool { return &r.live.duplicatesVoid }),
		option.Number("turns_max", "3000", "BG-43", 1, option.Unbounded, "the number of turns after which a game is over",
			func(r *rules) *int { return &r.turnsMax }),
		option.Number("name_ms", "2000", "BG-82", 1, option.Unbounded, "the time a client has for its name, in ms",
			func(r *rules) *int { return &r.live.nameMs }),
		option.Number("wait_ms", "20000", "BG-85", 1, option.Unbounded, "the length of a wait for players, in ms",
			func(r *rules) *int { return &r.live.waitMs }),
		option.Number("waits", "2", "BG-85", 1, option.Unbounded, "the number of waits for players",
			func(r *rules) *int { return &r.live.waits }),
		option.Number("call_ms", "4000", "BG-91", 1, option.Unbounded, "the time a client has for a reply, in ms",
			func(r *rules) *int { return &r.live.callMs }),
	}
})

func readColours(c *cursor.Cursor) []colour {
	var list []colour
	for c.Array("an array of colours"); c.More(); {
		k, known := colourNamed(c.String("a colour"))
		if !known {
			c.Rejected("a colour")
		}
		list = append(list, k)
	}
	return list
}

func setDrawOrder(r *rules, c *cursor.Cursor) {
	list := readColours(c)
	if c.Err() == nil && len(list) != int(colours) {
		c.Fail(0, "", "expected five colours, found %d", len(list))
		return
	}
	var seen bag
	for i, k := range list {
		if c.Err() == nil && seen.count(k) > 0 {
			c.Fail(0, "", "expected each colour once, found %q twice", colourNames[k])
		}
		if c.Err() == nil {
			seen += k.one()
			r.drawOrder[i] = k
		}
	}
}

// pointsMax is the most that a card can bring.
const pointsMax = 1000

func setPointsTable(r *rules, c *cursor.Cursor) {
	r.points = nil
	for c.Array("an array of rows"); c.More(); {
		at := c.Offset()
		var row [3]int
		n := 0
		for c.Array("a row [n, plain, face]"); c.More(); n++ {
			most := pointsMax
			if n == 0 {
				most = option.Unbounded
			}
			v := option.Integer(c, 0, most, "an integer from 0 to "+strconv.Itoa(most))
			if n < len(row) {
				row[n] = v
			}
		}
		if n != len(row) {
			c.Fail(at, "", "expected a row [n, plain, face], found one of %d", n)
		}
		if k := len(r.points); k > 0 && r.points[k-1].left <= row[0] {
			c.Fail(at, "", "expected n to fall strictly, found %d after %d", row[0], r.points[k-1].left)
		}
		r.points = append(r.points, pointsRow{row[0], row[1], row[2]})
	}
	if n := len(r.points); n == 0 || r.points[n-1].left != 0 {
		c.Fail(0, "", "expected the last row to be for 0 pebbles")
	}
}

func setPebblesMax(r *rules, c *cursor.Cursor) {
	r.pebblesMax = option.Integer(c, 5, 1000, "an integer from 5 to 1000")
	if r.pebblesMax%int(colours) != 0 {
		c.Fail(0, "", "expected a multiple of 5, found %d", r.pebblesMax)
	}
}

func setBonuses(r *rules, c *cursor.Cursor) {
	r.bonuses = nil
	for c.Object("an object"); c.MoreKeys(); {
		b := bonus{name: string(c.Key())}
		if b.name == noBonus {
			c.Fail(0, "", "expected names other than %q, which stands for no bonus", noBonus)
		}
		at := c.Offset()
		n := 0
		for c.Array("an array of colours and points"); c.More(); n++ {
			switch n {
			case 0:
				b.colours = readColours(c)
			case 1:
				b.points = natural{n: option.Integer(c, 0, option.Unbounded, "points: an integer from 0")}
			default:
				c.Skip()
			}
		}
		if n != 2 {
			c.Fail(at, "", "expected an array of colours and points, found an array of %d", n)
		}
		r.bonuses = append(r.bonuses, b)
	}
}

// live are the options of the TCP protocol.
type live struct {
	lenientFirstReply bool // Q6, BG-92
	closedIsPebble    bool // Q7
	duplicatesVoid    bool // BG-84
	nameMs            int  // BG-82
	waitMs            int  // BG-85
	waits             int  // BG-85
	callMs            int  // BG-91
}

// presets are the sets of options that have a name.
var presets = []game.Preset{
	{Name: "rules", Summary: "every default: the rule text as the course's tests read it"},
	{
		Name: "overview", Summary: "the rule text alone: doing nothing is free (BG-24), and requests may record the drawn pebble (BG-15)",
		Values: []game.Setting{
			{Name: "empty_exchange_price", Value: jsontext.Value("false")},
			{Name: "draws", Value: jsontext.Value(`"recorded"`)},
		},
	},
	{
		Name: "reference-2024", Summary: "the course's reference program with its quirks Q1 to Q7",
		Values: quirks,
	},
	{
		Name: "reference-late-2024", Summary: "the same program as of late 2024, which accepts no player with 20 points or more",
		Values: append(slices.Clone(quirks), game.Setting{Name: "score_limit", Value: jsontext.Value("20")}),
	},
}

// quirks are how the course's reference program deviates (chapter 10).
var quirks = []game.Setting{
	{Name: "unavailable_card", Value: jsontext.Value(`"sell"`)},
	{Name: "wallet_tie", Value: jsontext.Value(`"list"`)},
	{Name: "card_order", Value: jsontext.Value(`"either"`)},
	{Name: "buyable_cards", Value: jsontext.Value(`"all"`)},
	{Name: "invented_equation", Value: jsontext.Value(`"oriented"`)},
	{Name: "first_reply", Value: jsontext.Value(`"lenient"`)},
	{Name: "closed_call", Value: jsontext.Value(`"pebble"`)},
	{Name: "duplicate_names", Value: jsontext.Value(`"void"`)},
}

// noBonus is the value of the option bonus that stands for none.
const noBonus = "none"

// newRules fixes the options of a run.
func newRules(g *game.Game, s game.Settings) (*rules, error) {
	r := *asWritten()
	var err error
	if r.Edition, err = optionTable.Set(&r, g, s); err != nil {
		return nil, err
	}
	if r.playersMin > r.playersMax {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("option players_min is %d, above players_max, which is %d", r.playersMin, r.playersMax),
			Hint:    "set both",
		}
	}
	if r.bonus != noBonus && r.bonusNamed(r.bonus) == nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("option bonus: expected a key of the option bonuses, found %q", r.bonus),
			Hint:    `"none" is no bonus`,
		}
	}
	r.right = &r
	r.derive()
	return &r, nil
}

// derive prepares what is made of the options when it is first asked for.
func (r *rules) derive() {
	r.scores = sync.OnceValue(func() *scoreTables { return newScoreTables(r) })
	r.forms = sync.OnceValue(func() *forms { return formsOf(r) })
}

// asWritten are the rules with every option at its default.
var asWritten = optionTable.Defaults(func() *rules { return new(rules) })
