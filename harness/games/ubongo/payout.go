package ubongo

// A payout is a round to pay out: who has solved, in the finishing order, and
// what each of them drew.
type payout struct {
	players int
	display gems
	bag     gems
	order   []int
	draws   []colour
}

var payoutKeys = []string{"players", "display", "bag", "order", "draws"}

// payoutValue reads the input of task rewards.
func (d *decoder) payoutValue() payout {
	var p payout
	d.object("rewards", payoutKeys, func(i int) {
		at := d.Offset()
		n := 0
		switch i {
		case 0:
			p.players = d.Int(playersMin, playersMax, "a number of players, 2 to 4")
		case 1:
			p.display = d.display(1)
		case 2:
			p.bag = d.gems()
		case 3:
			for d.Array("an array of players"); d.More(); n++ {
				if one := d.playerIndex(); n < playersMax {
					p.order = append(p.order, one)
				}
			}
		case 4:
			for d.Array("an array of colours"); d.More(); n++ {
				if one := d.colourOrNull(); n < playersMax {
					p.draws = append(p.draws, one)
				}
			}
		}
		if n > playersMax {
			d.Fail(at, "", "expected at most %d elements, found %d", playersMax, n)
		}
	})
	if d.Err() == nil {
		d.checkPayout(&p)
	}
	return p
}

func (d *decoder) checkPayout(p *payout) {
	if p.display[blue] != p.display[brown] {
		d.refuse("UO-48", path("display"), "expected as many blue as brown gems, found %d and %d", p.display[blue], p.display[brown])
	}
	for c, n := range p.bag {
		if most := d.rules.content.count[c]; n+p.display[c] > most {
			d.refuse("UO-05", path("bag", colourNames[c]), "expected at most %d %s gems in bag and display, found %d", most, colourNames[c], n+p.display[c])
		}
	}
	var seen [playersMax]bool
	for i, one := range p.order {
		switch {
		case one >= p.players:
			d.refusePlayer(one, p.players, "order", i)
		case seen[one]:
			d.refuse("UO-21", path("order", i), "expected each player once, found %d again", one)
		}
		seen[one] = true
	}
	if len(p.draws) != len(p.order) {
		d.refuse("UO-46", path("draws"), "expected as many draws as players in order, %d, found %d", len(p.order), len(p.draws))
	}
	bag := p.bag
	for i, c := range p.draws {
		switch {
		case c == noColour && bag.total() > 0:
			d.refuse("UO-47", path("draws", i), "expected a gem, since the bag has %d left, found null", bag.total())
		case c == noColour:
		case bag[c] == 0:
			d.refuse("UO-46", path("draws", i), "expected a gem that is in the bag, found %s", colourNames[c])
		default:
			bag[c]--
		}
	}
}
