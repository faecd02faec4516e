package ubongo

// pay pays the round and ends it. The gains are by player.
func (r *rules) pay(p *payout) []gems {
	gains := make([]gems, p.players)
	for i, one := range p.order {
		r.reward(i, p.draws[i], &gains[one], &p.display, &p.bag)
	}
	r.restore(len(p.order), &p.display, &p.bag)
	return gains
}

// reward pays one who has solved, at once (UO-46), by the place in the finishing
// order, counted from 0: a gem of the display for the first two, and one of the
// bag for everybody. Whoever has not solved gets nothing (UO-45).
func (r *rules) reward(place int, drawn colour, own, display, bag *gems) {
	switch place {
	case 0:
		display.take(blue, own) // UO-42
	case 1:
		display.take(brown, own) // UO-43
	}
	r.draw(drawn, own, bag) // UO-44
}

// draw moves the gem that was drawn from the bag, if one was.
func (r *rules) draw(drawn colour, own, bag *gems) {
	if drawn == noColour {
		return // UO-47
	}
	bag.take(drawn, own) // UO-46
}

// restore puts into the bag what the solvers of a round have left of its two
// gems of the display, so that it has one of each colour fewer (UO-48).
func (r *rules) restore(solvers int, display, bag *gems) {
	if solvers < 2 {
		display.take(brown, bag) // UO-49
	}
	if solvers < 1 {
		display.take(blue, bag) // UO-50
	}
}
