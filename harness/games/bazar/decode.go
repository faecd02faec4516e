package bazar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// A decoder reads the values of chapter 5 from text whose syntax has been
// checked, and refuses what is not valid. It keeps its memory from case to
// case: what it returns is valid until the same value is read again.
type decoder struct {
	cursor.Cursor
	rules *rules // that say what is valid
	state state
	at    places
}

// places are where parts of the value begin, for what is wrong with them.
type places struct {
	players, order, turn, harem, market, board, discarded, phase, played, pile, current int

	seats []seatPlaces
	tiles []int // of the board, in its order; then those of the discarded
	lying []square
	ranks []guild // of the order
}

type seatPlaces struct{ guild, hand, pile int }

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right} }

// read decodes one input value with the function given.
func (d *decoder) read(in []jsontext.Value, i int, decode func()) error {
	d.Reset(in[i])
	decode()
	if e := d.Err(); e != nil {
		return invalid(i, e)
	}
	return nil
}

func invalid(value int, e *cursor.Error) *game.Invalid {
	return &game.Invalid{Value: value, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
}

// object reads an object that has exactly these keys, in any order; field reads
// the value of the key of that number. That no key stands twice is a matter of
// syntax.
func (d *decoder) object(what string, keys []string, field func(i int)) {
	d.objectOf(what, keys, len(keys), field)
}

// objectOf reads an object of which only the first keys, so many, are required.
func (d *decoder) objectOf(what string, keys []string, required int, field func(i int)) {
	at := d.Offset()
	seen := 0
	for d.Object(what); d.More(); {
		keyAt := d.Offset()
		key := d.Key()
		i := slices.IndexFunc(keys, func(k string) bool { return k == string(key) })
		if i < 0 {
			d.Fail(keyAt, "", "unknown key %q in %s%s", key, what, game.DidYouMean(key, keys))
			return
		}
		seen |= 1 << i
		field(i)
	}
	for i, key := range keys[:required] {
		if seen>>i&1 == 0 {
			d.Fail(at, "", "missing key %q in %s", key, what)
		}
	}
}

// word reads one of the words.
func word[T ~uint8](d *decoder, what, clause string, words []string) T {
	at := d.Offset()
	text := d.String(what)
	w, ok := named[T](words, text)
	if !ok && d.Err() == nil {
		d.Fail(at, clause, "expected %s, found %q", what, text)
	}
	return w
}

func (d *decoder) guildValue() guild {
	return word[guild](d, "a guild: red, blue, green or yellow", "BZ-01", guildNames)
}

func (d *decoder) kindValue() kind { return word[kind](d, "a kind of tile", "BZ-02", kindNames) }

func (d *decoder) eventValue() event { return word[event](d, "an event card", "BZ-05", eventNames) }

func (d *decoder) directionValue() direction {
	return word[direction](d, "a direction: up, right, down or left", "", directionNames[:])
}

// eventOrNull reads a card or none.
func (d *decoder) eventOrNull() event {
	if d.Kind() == 'n' {
		d.Skip()
		return noEvent
	}
	if d.Kind() != '"' {
		d.Expected("an event card or null")
	}
	return d.eventValue()
}

// cellValue reads a Cell, which names any square of the board.
func (d *decoder) cellValue() square {
	const what = "a cell: [row,col]"
	at := d.Offset()
	n := 0
	var s square
	for d.Array(what); d.More(); n++ {
		switch n {
		case 0:
			s = square(columns * d.Int(0, rows-1, "a row from 0 to 8"))
		case 1:
			s += square(d.Int(0, columns-1, "a column from 0 to 9"))
		default:
			d.Skip()
		}
	}
	if n != 2 {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return s
}

// lyingValue reads a Cell on which a tile lies, and so can lie (BZ-24).
func (d *decoder) lyingValue() square {
	at := d.Offset()
	s := d.cellValue()
	if d.Err() == nil && !isCell(s) {
		d.Fail(at, "BZ-24", "expected a cell of a district, found [%d,%d]", s.row(), s.column())
	}
	return s
}

var (
	tileKeys   = []string{"guild", "kind"}
	placedKeys = []string{"cell", "guild", "kind"}
)

func (d *decoder) tileValue() tile {
	var g guild
	var k kind
	d.object("a tile", tileKeys, func(i int) {
		if i == 0 {
			g = d.guildValue()
		} else {
			k = d.kindValue()
		}
	})
	return newTile(g, k)
}

func (d *decoder) placedValue() (square, tile) {
	var s square
	var g guild
	var k kind
	d.object("a placed tile", placedKeys, func(i int) {
		switch i {
		case 0:
			s = d.lyingValue()
		case 1:
			g = d.guildValue()
		case 2:
			k = d.kindValue()
		}
	})
	return s, newTile(g, k)
}

// boardValue reads a Board: each tile on a cell of a district, no cell and no
// tile twice. Whose tiles they are is looked at later.
func (d *decoder) boardValue(t *table) {
	t.board = [squares + 1]tile{}
	d.at.tiles, d.at.lying = d.at.tiles[:0], d.at.lying[:0]
	var seen [tiles]bool
	for d.Array("a board: an array of placed tiles"); d.More(); {
		at := d.Offset()
		s, one := d.placedValue()
		if d.Err() != nil {
			return
		}
		switch {
		case t.board[s] != 0:
			d.Fail(at, "BZ-24", "expected at most one tile on a cell, found another on [%d,%d]", s.row(), s.column())
		case seen[one]:
			d.Fail(at, "BZ-02", "expected each tile once, found the %s %s again", guildNames[one.guild()], kindNames[one.kind()])
		}
		t.board[s], seen[one] = one, true
		d.at.tiles, d.at.lying = append(d.at.tiles, at), append(d.at.lying, s)
	}
}

// checkBoard is about whose tiles lie on the board, and about the harem
// (check 4 of a State).
func (d *decoder) checkBoard(t *table, plays func(guild) bool) {
	for i, s := range d.at.lying {
		one := t.board[s]
		if !plays(one.guild()) {
			d.Fail(d.at.tiles[i], "BZ-01", "expected tiles of the guilds that play, found one of %s", guildNames[one.guild()])
		}
		if districtOf[s] == harem && !t.inPlay.has(harem) {
			d.Fail(d.at.tiles[i], "BZ-08", "expected no tile in the harem, which is not in play, found one on [%d,%d]", s.row(), s.column())
		}
	}
}

// guildsValue reads an array of guilds into list.
func (d *decoder) guildsValue(list []guild) []guild {
	for d.Array("an array of guilds"); d.More(); {
		list = append(list, d.guildValue())
	}
	return list
}

// kindsValue reads an array of kinds into list.
func (d *decoder) kindsValue(list []kind) []kind {
	for d.Array("an array of kinds"); d.More(); {
		list = append(list, d.kindValue())
	}
	return list
}

// eventsValue reads an array of cards into list.
func (d *decoder) eventsValue(list []event) []event {
	for d.Array("an array of event cards"); d.More(); {
		list = append(list, d.eventValue())
	}
	return list
}

// coinsMax bounds the coins of a value that is read; more can be won (chapter 5).
const coinsMax = 999

func (d *decoder) coinsValue() int { return d.Int(0, coinsMax, "coins from 0 to 999") }

// setIn puts a district in play or not.
func (t *table) setIn(d district, in bool) {
	t.inPlay &^= 1 << d
	if in {
		t.inPlay = t.inPlay.with(d)
	}
}

var (
	stateKeys  = []string{"round", "phase", "players", "order", "turn", "board", "harem_in", "market_in", "events", "discarded"}
	playerKeys = []string{"guild", "coins", "hand", "pile"}
	eventsKeys = []string{"current", "played", "pile"}
)

// roundsMax is the number of tiles that a guild can place after the start phase.
const roundsMax = 13

// stateValue reads a State. What it returns is the decoder's own.
func (d *decoder) stateValue() *state {
	s, at := &d.state, &d.at
	s.inPlay = fromStart
	s.eliminated = s.eliminated[:0]
	d.object("a state", stateKeys, func(i int) {
		here := d.Offset()
		switch i {
		case 0:
			s.round = d.Int(0, roundsMax, "a round from 0 to 13")
		case 1:
			at.phase = here
			s.phase = word[phase](d, "a phase: start, players or over", "", phaseNames)
		case 2:
			at.players = here
			d.playersValue(s)
		case 3:
			at.order = here
			at.ranks = d.guildsValue(at.ranks[:0])
		case 4:
			at.turn = here
			s.turn = d.Int(0, guilds, "a turn from 0 to 4")
		case 5:
			at.board = here
			d.boardValue(&s.table)
		case 6:
			at.harem = here
			s.setIn(harem, d.Bool("true or false"))
		case 7:
			at.market = here
			s.setIn(market, d.Bool("true or false"))
		case 8:
			d.decks(s)
		case 9:
			at.discarded = here
			s.discarded = s.discarded[:0]
			for d.Array("an array of tiles"); d.More(); {
				s.discarded = append(s.discarded, d.tileValue())
			}
		}
	})
	if d.Err() == nil {
		d.checkState(s)
	}
	return s
}

// playersValue reads the players of a State.
func (d *decoder) playersValue(s *state) {
	old := s.players[:cap(s.players)] // for the memory of their hands and piles
	s.players = s.players[:0]
	d.at.seats = d.at.seats[:0]
	for d.Array("an array of players"); d.More(); {
		var p player
		var at seatPlaces
		if n := len(s.players); n < len(old) {
			p.hand, p.pile = old[n].hand[:0], old[n].pile[:0]
		}
		d.object("a player", playerKeys, func(i int) {
			here := d.Offset()
			switch i {
			case 0:
				at.guild = here
				p.guild = d.guildValue()
			case 1:
				p.coins = d.coinsValue()
			case 2:
				at.hand = here
				p.hand = d.kindsValue(p.hand)
			case 3:
				at.pile = here
				p.pile = d.kindsValue(p.pile)
			}
		})
		s.players = append(s.players, p)
		d.at.seats = append(d.at.seats, at)
	}
}

// decks reads the event cards of a State.
func (d *decoder) decks(s *state) {
	d.object("the event cards", eventsKeys, func(i int) {
		here := d.Offset()
		switch i {
		case 0:
			d.at.current = here
			s.event = d.eventOrNull()
		case 1:
			d.at.played = here
			s.played = d.eventsValue(s.played[:0])
		case 2:
			d.at.pile = here
			s.pile = d.eventsValue(s.pile[:0])
		}
	})
}

var (
	requestKeys = []string{"type", "guild", "kind", "cell", "choice", "market"} // the last is optional, and not always known
	walkKeys    = []string{"direction", "steps"}
	moveKeys    = []string{"from", "to"}
)

// requestValue reads a Request, which has the entries of the owners only if they
// choose (BZ-56). That the guild plays is a matter of the State that it goes
// with; at is where it stands.
func (d *decoder) requestValue() (q request, at int) {
	return d.requestOf(d.rules.marketCell == chosenCell)
}

// requestOf reads a Request that may have entries, or may not.
func (d *decoder) requestOf(entries bool) (q request, at int) {
	required := len(requestKeys) - 1
	keys := requestKeys[:required]
	if entries {
		keys = requestKeys
	}
	d.objectOf("a request", keys, required, func(i int) {
		switch i {
		case 0:
			word[uint8](d, `"place"`, "", []string{"place"})
		case 1:
			at = d.Offset()
			q.guild = d.guildValue()
		case 2:
			q.kind = d.kindValue()
		case 3:
			q.cell = d.cellValue()
		case 4:
			q.choice = d.choiceValue()
		case 5:
			q.market = d.cellsValue()
		}
	})
	return q, at
}

// cellsValue reads as many Cells as the market has, or fewer.
func (d *decoder) cellsValue() (list []square) {
	at := d.Offset()
	for d.Array("an array of cells"); d.More(); {
		list = append(list, d.cellValue())
	}
	if len(list) > marketLimit {
		d.Fail(at, "BZ-56", "expected at most %d cells, found %d", marketLimit, len(list))
	}
	return list
}

// requestTo reads a Request for a State, whose guild must be one of its players.
func (d *decoder) requestTo(s *state) request {
	q, at := d.requestValue()
	d.checkGuild(s, q.guild, at)
	return q
}

// placementTo reads what a player in turn replies, a Request for a State without
// entries: the owners are asked for them (BZ-56).
func (d *decoder) placementTo(s *state) request {
	q, at := d.requestOf(false)
	d.checkGuild(s, q.guild, at)
	return q
}

// checkGuild tells whether a guild is that of a player.
func (d *decoder) checkGuild(s *state, g guild, at int) {
	if d.Err() == nil && s.seatOf(g) < 0 {
		d.Fail(at, "BZ-01", "expected a guild that plays, found %q", guildNames[g])
	}
}

// choiceValue reads a Choice of any form: which one a kind needs is a matter of
// the rules.
func (d *decoder) choiceValue() (c choice) {
	switch d.Kind() {
	case 'n':
		d.Skip()
		return c
	case '"':
		return choice{form: choosesDirection, direction: d.directionValue()}
	case '{':
	default:
		d.Expected("a choice: null, a direction, a walk or a move")
		return c
	}
	if d.hasKey(walkKeys) {
		c.form = choosesWalk
		d.object("a walk", walkKeys, func(i int) {
			if i == 0 {
				c.direction = d.directionValue()
			} else {
				c.steps = d.Int(1, 3, "steps from 1 to 3")
			}
		})
		return c
	}
	c.form = choosesMove
	d.object("a move", moveKeys, func(i int) {
		if i == 0 {
			c.from = d.cellValue()
		} else {
			c.to = d.cellValue()
		}
	})
	return c
}

// hasKey tells whether the object that comes begins with one of the keys,
// without reading it.
func (d *decoder) hasKey(keys []string) bool {
	at := d.Offset()
	found := false
	if d.Object("a choice"); d.More() {
		key := d.Key()
		found = slices.ContainsFunc(keys, func(k string) bool { return k == string(key) })
	}
	d.Seek(at)
	return found
}
