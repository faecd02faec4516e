package bazar

// A position is a board by itself (chapter 5).
type position struct {
	table
	guilds []guild
}

var (
	positionKeys = []string{"guilds", "board", "harem_in", "market_in", "event"}
	shoveKeys    = []string{"cell", "direction", "steps"}
	wealthKeys   = []string{"players", "previous"}
	richKeys     = []string{"guild", "coins"}
	setupKeys    = []string{"players", "order", "events"}
	heapKeys     = []string{"guild", "pile"}
)

// plays tells whether a guild is one of those that play.
func (p *position) plays(g guild) bool {
	for _, one := range p.guilds {
		if one == g {
			return true
		}
	}
	return false
}

// positionValue reads a Position.
func (d *decoder) positionValue() *position {
	p := &position{}
	p.inPlay = fromStart
	at := 0
	d.object("a position", positionKeys, func(i int) {
		switch i {
		case 0:
			at = d.Offset()
			p.guilds = d.guildsValue(nil)
		case 1:
			d.boardValue(&p.table)
		case 2:
			p.setIn(harem, d.Bool("true or false"))
		case 3:
			p.setIn(market, d.Bool("true or false"))
		case 4:
			p.event = d.eventOrNull()
		}
	})
	if d.Err() == nil && d.checkGuilds(len(p.guilds), at, func(i int) (guild, int) { return p.guilds[i], at }) {
		d.checkBoard(&p.table, p.plays)
	}
	return p
}

// A shove is what task push is asked to do.
type shove struct {
	cell      square
	direction direction
	steps     int
}

func (d *decoder) shoveValue() (s shove) {
	d.object("a push", shoveKeys, func(i int) {
		switch i {
		case 0:
			s.cell = d.cellValue()
		case 1:
			s.direction = d.directionValue()
		case 2:
			s.steps = d.Int(1, 9, "steps from 1 to 9")
		}
	})
	return s
}

// A wealth is what an order is made of: coins by the order of the round before
// (BZ-10, BZ-11).
type wealth struct {
	guilds   []guild
	coins    []int
	previous []int // indices into guilds
}

func (d *decoder) wealthValue() (w wealth) {
	var previous []guild
	var places []int
	at, orderAt := 0, 0
	d.object("the wealth of the players", wealthKeys, func(i int) {
		if i == 1 {
			orderAt = d.Offset()
			previous = d.guildsValue(nil)
			return
		}
		at = d.Offset()
		for d.Array("an array of players"); d.More(); {
			d.object("a player", richKeys, func(i int) {
				if i == 0 {
					places = append(places, d.Offset())
					w.guilds = append(w.guilds, d.guildValue())
				} else {
					w.coins = append(w.coins, d.coinsValue())
				}
			})
		}
	})
	if d.Err() == nil && d.checkGuilds(len(w.guilds), at, func(i int) (guild, int) { return w.guilds[i], places[i] }) {
		w.previous = d.orderOf(nil, previous, orderAt, len(w.guilds), indexIn(w.guilds))
	}
	return w
}

// indexIn tells where a guild stands in a list, -1 if it does not.
func indexIn(list []guild) func(guild) int {
	return func(g guild) int {
		for i, one := range list {
			if one == g {
				return i
			}
		}
		return -1
	}
}

// A beginning is everything that chance decides (chapter 5, Setup).
type beginning struct {
	players []player // guild and pile
	order   []int
	events  []event
}

// setupValue reads a Setup: piles of the 13 kinds (BZ-03), the starting order
// (BZ-07), the eight normal cards (BZ-05).
func (d *decoder) setupValue() (b beginning) {
	var order []guild
	var seats, piles []int
	at, orderAt, eventsAt := 0, 0, 0
	d.object("a setup", setupKeys, func(i int) {
		here := d.Offset()
		switch i {
		case 0:
			at = here
			for d.Array("an array of players"); d.More(); {
				b.players = append(b.players, player{})
				p := &b.players[len(b.players)-1]
				d.object("a player", heapKeys, func(i int) {
					if i == 0 {
						seats = append(seats, d.Offset())
						p.guild = d.guildValue()
					} else {
						piles = append(piles, d.Offset())
						p.pile = d.kindsValue(nil)
					}
				})
			}
		case 1:
			orderAt = here
			order = d.guildsValue(nil)
		case 2:
			eventsAt = here
			b.events = d.eventsValue(nil)
		}
	})
	if d.Err() != nil || !d.checkGuilds(len(b.players), at, func(i int) (guild, int) { return b.players[i].guild, seats[i] }) {
		return b
	}
	for i := range b.players {
		d.checkPile(b.players[i].pile, piles[i])
	}
	list := make([]guild, len(b.players))
	for i := range b.players {
		list[i] = b.players[i].guild
	}
	b.order = d.orderOf(nil, order, orderAt, len(b.players), indexIn(list))
	d.checkDeck(b.events, eventsAt)
	return b
}

// checkPile tells whether a first pile has each kind but the start tile once
// (BZ-03).
func (d *decoder) checkPile(pile []kind, at int) {
	var seen [kinds]bool
	for _, k := range pile {
		if k == guildMaster {
			d.Fail(at, "BZ-03", "expected no guild_master in a pile")
		}
		if seen[k] {
			d.Fail(at, "BZ-02", "expected each kind once in a pile, found %s again", kindNames[k])
		}
		seen[k] = true
	}
	if len(pile) != roundsMax {
		d.Fail(at, "BZ-03", "expected a pile of %d tiles, found %d", roundsMax, len(pile))
	}
}

// checkDeck tells whether a first event pile has each normal card once (BZ-05).
func (d *decoder) checkDeck(pile []event, at int) {
	var seen [events]bool
	for _, e := range pile {
		if e < conditionals {
			d.Fail(at, "BZ-05", "expected normal cards in the pile, found %q", eventNames[e])
		}
		if seen[e] {
			d.Fail(at, "BZ-05", "expected each event card once, found %q again", eventNames[e])
		}
		seen[e] = true
	}
	if n := events - conditionals; len(pile) != n {
		d.Fail(at, "BZ-05", "expected an event pile of %d cards, found %d", n, len(pile))
	}
}
