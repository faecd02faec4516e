package ubar

// The keys of what players are shown.
var (
	viewKeys = []string{
		"you", "turn", "round", "round_end", "phase", "players", "order", "to_sell", "grid", "costs", "pile_count", "markets", "supply",
	}
	resultKeys = []string{"over", "coins", "ranking", "winners"}
)

// view reads a View as the State that a player knows of: without the pile, and
// with no coins where they are hidden (UB-75). Whether its parts fit together is
// the business of whoever wrote it.
func (d *decoder) view() *state {
	s, _, _ := d.viewParts()
	return s
}

// turn reads the View of a call that asks for a request. The players of a game
// count on what they are shown, so that what they need must be there.
func (d *decoder) turn() (s *state, you int) {
	at := d.Offset()
	s, you, turn := d.viewParts()
	if d.Err() != nil {
		return s, you
	}
	switch {
	case turn != you || s.phase == over:
		d.Fail(at, "UB-10", "expected a view in which it is the turn of player %d", you)
	case len(s.markets) == 0:
		d.Fail(at, "UB-05", "expected a market card as long as the game goes on, found none")
	case s.phase == drafting && s.grid.isEmpty():
		d.Fail(at, "UB-61", "expected a tile in the grid, found none")
	case !d.rules.fits(s.players[you].hold):
		d.Fail(at, "UB-51", "expected goods that fit on the ship, found %s", describe(s.players[you].hold))
	}
	return s, you
}

// viewParts reads a View, who sees it, and whose turn it is, -1 if nobody's.
func (d *decoder) viewParts() (s *state, you, turn int) {
	s = new(state)
	turn = -1
	d.object("a view", viewKeys, func(i int) {
		switch i {
		case 0:
			you = d.player()
		case 1:
			if d.Kind() == 'n' {
				d.Skip()
			} else {
				turn = d.player()
			}
		case 2:
			s.round = d.Int(1, roundsMax, "a round, 1 to 3")
		case 3:
			d.roundEnd()
		case 4:
			s.phase = phase(d.word(`one of "draft", "sell", "over"`, phaseNames[:]))
		case 5:
			s.players = d.shownPlayers()
		case 6:
			s.order = d.players(nil)
		case 7:
			s.toSell = d.players(nil)
		case 8:
			s.grid = d.grid()
		case 9:
			d.costs()
		case 10:
			d.Int(0, tilesMax, "a number of tiles, 0 to 60")
		case 11:
			s.markets = d.marketList(nil, "UB-05", -1)
		case 12:
			s.supply = d.goods()
		}
	})
	if d.Err() == nil && you >= len(s.players) {
		d.Fail(0, "UB-75", "expected one of the %d players, found player %d", len(s.players), you)
	}
	return s, you, turn
}

func (d *decoder) roundEnd() {
	const what = "a round end, 12, 24 or 36"
	for _, end := range content.ends {
		at := d.Offset()
		if n := d.Int(0, spaceMax, what); d.Err() != nil || n == end {
			return
		}
		d.Seek(at)
	}
	d.Expected(what)
}

// shownPlayers reads the players of a View, whose coins may be hidden and have
// no bound.
func (d *decoder) shownPlayers() []player {
	var list []player
	at := d.Offset()
	for d.Array("an array of players"); d.More(); {
		var p player
		d.object("a player", playerKeys, func(i int) {
			switch i {
			case 0:
				if d.Kind() == 'n' {
					d.Skip()
				} else {
					p.coins = d.Int(0, coinsShown, "coins or null")
				}
			case 1:
				p.time = d.Int(0, spaceMax, "a space of the time track, 0 to 36")
			case 2:
				p.hold = d.goods()
			case 3:
				p.tableau = d.tableau()
			}
		})
		list = append(list, p)
	}
	if n := len(list); n < playersMin || n > playersMax {
		d.Fail(at, "UB-03", "expected %d to %d players, found %d", playersMin, playersMax, n)
	}
	return list
}

// coinsShown bounds the coins that are written: those of a State and three
// sales of all goods there are.
const coinsShown = 99_999

// costs reads the costs of a grid, which players who know the tiles need not
// believe.
func (d *decoder) costs() {
	for d.Array("an array of rows"); d.More(); {
		for d.Array("a row: an array of costs and null"); d.More(); {
			if d.Kind() == 'n' {
				d.Skip()
			} else {
				d.Int(0, spaceMax, "a cost, 0 to 36")
			}
		}
	}
}

// result reads a Result.
func (d *decoder) result() {
	d.object("a result", resultKeys, func(i int) {
		switch i {
		case 0:
			d.Bool("true or false")
		case 1:
			for d.Array("an array of coins"); d.More(); {
				d.Int(0, coinsShown, "coins")
			}
		case 2:
			for d.Array("an array of groups of players"); d.More(); {
				d.players(nil)
			}
		case 3:
			d.players(nil)
		}
	})
}
