package ubongo

import "slices"

// reward pays one who has solved, at once (UO-46): the first in the finishing
// order gets a blue gem from the display (UO-42), the second a brown one
// (UO-43), and everybody one from the bag (UO-44), as far as one was drawn
// (UO-47). Whoever has not solved gets nothing (UO-45).
func (r *rules) reward(place int, drawn colour, own, display, bag *gems) {
	pay := r.prizes[min(place, playersMax-1)]
	if pay.display != noColour {
		if r.wrong.reward.displayKeeps {
			own[pay.display]++
		} else {
			display.take(pay.display, own)
		}
	}
	if pay.draws {
		r.draw(drawn, own, bag)
	}
}

// A prize is what a place in the finishing order brings: a gem of the display,
// or none, and whether there is one of the bag.
type prize struct {
	display colour
	draws   bool
}

// prizes are those of all places (UO-42 to UO-44).
var prizes = [playersMax]prize{{blue, true}, {brown, true}, {noColour, true}, {noColour, true}}

// draw moves the gem that was drawn.
func (r *rules) draw(drawn colour, own, bag *gems) {
	wrong := &r.wrong.reward
	if drawn == noColour {
		if wrong.emptyBagPays {
			own[brown]++ // UO-47
		}
		return
	}
	if wrong.firstOfBag {
		drawn = colour(max(0, slices.IndexFunc(bag[:], func(n int) bool { return n > 0 })))
	}
	switch {
	case wrong.drawnStays:
		own[drawn]++
	case wrong.drawnLost:
		bag.take(drawn, new(gems))
	default:
		bag.take(drawn, own)
	}
}

// receiver is who gets the reward of a player.
func (r *rules) receiver(p, players int) int {
	if r.wrong.reward.toNext {
		return (p + 1) % players
	}
	return p
}

// leftovers are what goes from the display into the bag, by the number of
// solvers, three standing for more: what they have left of the two gems of the
// round (UO-49, UO-50).
var leftovers = [...][]colour{{brown, blue}, {brown}, {}, {}}

// restore puts into the bag what the solvers of a round have left of its two
// gems of the display, so that it has one of each colour fewer (UO-48).
func (r *rules) restore(solvers int, display, bag *gems) {
	for _, c := range r.leftovers[min(solvers, len(r.leftovers)-1)] {
		switch wrong := &r.wrong.reward; {
		case wrong.leftoversLost:
			display[c]--
		case wrong.leftoversCopied:
			bag[c]++
		default:
			display.take(c, bag)
		}
	}
}

// endRound ends a round, and begins the next one (UO-53) or ends the game
// (UO-54).
func (r *rules) endRound(t *table) {
	r.restore(len(t.solved), &t.display, &t.bag)
	if r.wrong.reward.losersToo {
		for p := range t.players {
			if !t.hasSolved(p) {
				t.bag.take(brown, &t.players[p].gems) // UO-45
			}
		}
	}
	last := t.round >= r.last
	stays := &r.wrong.nextRound
	if last {
		stays = &r.wrong.lastRound
	}
	if !stays.boards {
		r.putAway(t)
	}
	if !stays.die {
		t.die = 0
	}
	if !stays.glass {
		t.glass = 0
	}
	if !stays.solved {
		t.solved = t.solved[:0]
	}
	if !stays.out {
		t.out = t.out[:0]
	}
	if last {
		if stays.turns {
			r.pass(t)
		}
		if stays.round {
			t.round++
		}
		r.endGame(t)
		return
	}
	t.round++
	t.phase = toRoll
	r.pass(t)
	for p := range t.players {
		r.turnUp(&t.players[p])
	}
}

// putAway puts the boards of the round back into the box (UO-51).
func (r *rules) putAway(t *table) {
	if r.wrong.boardsReused {
		for p := range t.players {
			own := &t.players[p]
			own.stack = append(own.stack, own.board)
		}
	}
	clearBoards(t)
}

// pass hands die and hourglass to the left neighbours (UO-52).
func (r *rules) pass(t *table) {
	n := len(t.players)
	left := func(p int) int { return (p + 1) % n }
	switch wrong := &r.wrong.pass; {
	case wrong.nobody:
	case wrong.right:
		t.roller, t.flipper = (t.roller+n-1)%n, (t.flipper+n-1)%n
	case wrong.rollerOnly:
		t.roller = left(t.roller)
	case wrong.flipperOnly:
		t.flipper = left(t.flipper)
	case wrong.toFlipper:
		t.roller, t.flipper = t.flipper, left(t.flipper)
	case wrong.together:
		t.roller = left(t.roller)
		t.flipper = left(t.roller)
	default:
		t.roller, t.flipper = left(t.roller), left(t.flipper)
	}
}

// turnUp takes the top board from the stack (UO-16).
func (r *rules) turnUp(p *player) {
	top, rest := 0, p.stack[1:]
	switch {
	case r.wrong.fromBottom:
		top, rest = len(p.stack)-1, p.stack[:len(p.stack)-1]
	case r.wrong.topStays:
		rest = p.stack
	}
	p.board, p.stack = p.stack[top], rest
}

// endGame ends the game after the last round (UO-54), with a winner (UO-56) or
// a playoff of those who are tied (UO-57).
func (r *rules) endGame(t *table) {
	leads, n := r.leaders(t)
	wrong := &r.wrong.end
	switch {
	case wrong.tieBelow && r.anyTie(t), n > 1 && !wrong.firstWinsTie && !wrong.lastWinsTie:
		t.phase = toRollPlayoff
		return
	}
	t.phase = over
	if wrong.noWinner {
		return
	}
	for p := range t.players {
		if leads[p] {
			t.winner = p
			if !wrong.lastWinsTie {
				return
			}
		}
	}
}

// anyTie tells whether two players have the same points.
func (r *rules) anyTie(t *table) bool {
	for p := range t.players {
		for q := range p {
			if r.points(&t.players[p].gems) == r.points(&t.players[q].gems) {
				return true
			}
		}
	}
	return false
}

// tied are those who play for the win (UO-57).
func (r *rules) tied(t *table) (is [playersMax]bool, n int) {
	if r.wrong.playoff.everybody {
		for p := range t.players {
			is[p] = true
		}
		return is, len(t.players)
	}
	return r.leaders(t)
}
