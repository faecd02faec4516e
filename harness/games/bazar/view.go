package bazar

// A view is what a player sees of a State, as far as it decides by it: what
// lies open, and its own hand (BZ-80, BZ-81).
type view struct {
	table
	guild   guild
	phase   phase
	playing []guild // in the order of the round
	coins   [guilds]int
	hand    []kind
}

var (
	viewKeys = []string{
		"guild", "round", "phase", "order", "harem_in", "market_in", "to_act", "players", "board", "events", "discarded", "hand", "to_come",
	}
	shownPlayerKeys = []string{"guild", "coins", "hand", "pile"}
	shownTileKeys   = []string{"cell", "guild", "kind", "face"}
	shownCardsKeys  = []string{"current", "played", "left"}
	faceWords       = []string{"up", "down"}
)

// shownCoinsMax bounds the coins of a View: they are those of a game that went
// on, and so may be more than a State that is read has.
const shownCoinsMax = 1_000_000

// viewValue reads a View. It comes from a referee, so that only its form is
// looked at.
func (d *decoder) viewValue() *view {
	v := &view{}
	v.inPlay = fromStart
	d.object("a view", viewKeys, func(i int) {
		switch i {
		case 0:
			v.guild = d.guildValue()
		case 1:
			d.Int(0, roundsMax, "a round from 0 to 13")
		case 2:
			v.phase = word[phase](d, "a phase: start, players or over", "", phaseNames)
		case 3:
			v.playing = d.guildsValue(nil)
		case 4:
			v.setIn(harem, d.Bool("true or false"))
		case 5:
			v.setIn(market, d.Bool("true or false"))
		case 6:
			if d.Kind() == 'n' {
				d.Skip()
			} else {
				d.guildValue()
			}
		case 7:
			d.shownPlayers(v)
		case 8:
			d.shownBoard(v)
		case 9:
			d.shownCards(v)
		case 10:
			for d.Array("an array of tiles"); d.More(); {
				v.discarded = append(v.discarded, d.tileValue())
			}
		case 11:
			v.hand = d.kindsValue(nil)
		case 12:
			d.kindsValue(nil)
		}
	})
	return v
}

func (d *decoder) shownPlayers(v *view) {
	for d.Array("an array of players"); d.More(); {
		var g guild
		coins := 0
		d.object("a player", shownPlayerKeys, func(i int) {
			switch i {
			case 0:
				g = d.guildValue()
			case 1:
				coins = d.Int(0, shownCoinsMax, "coins")
			case 2:
				d.Int(0, roundsMax, "the size of a hand, 0 to 13")
			case 3:
				d.Int(0, roundsMax, "the size of a pile, 0 to 13")
			}
		})
		v.coins[g] = coins
	}
}

func (d *decoder) shownBoard(v *view) {
	for d.Array("a board: an array of placed tiles"); d.More(); {
		var s square
		var g guild
		var k kind
		d.object("a placed tile", shownTileKeys, func(i int) {
			switch i {
			case 0:
				s = d.lyingValue()
			case 1:
				g = d.guildValue()
			case 2:
				k = d.kindValue()
			case 3:
				word[uint8](d, "a face: up or down", "BZ-27", faceWords)
			}
		})
		v.board[s] = newTile(g, k)
	}
}

func (d *decoder) shownCards(v *view) {
	d.object("the event cards", shownCardsKeys, func(i int) {
		switch i {
		case 0:
			v.event = d.eventOrNull()
		case 1:
			d.eventsValue(nil)
		case 2:
			d.Int(0, events-conditionals, "the number of cards left, 0 to 8")
		}
	})
}

var (
	resultKeys = []string{"over", "scores", "winner"}
	scoreKeys  = []string{"guild", "coins", "token", "rank"}
)

// resultValue reads a Result, whose form alone is looked at.
func (d *decoder) resultValue() {
	d.object("a result", resultKeys, func(i int) {
		switch i {
		case 0:
			d.Bool("true or false")
		case 1:
			for d.Array("an array of scores"); d.More(); {
				d.object("a score", scoreKeys, func(i int) {
					switch i {
					case 0:
						d.guildValue()
					case 1:
						d.Int(0, shownCoinsMax, "coins")
					default:
						d.Int(1, guilds, "a number from 1 to 4")
					}
				})
			}
		case 2:
			if d.Kind() == 'n' {
				d.Skip()
			} else {
				d.guildValue()
			}
		}
	})
}
