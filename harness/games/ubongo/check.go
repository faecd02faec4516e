package ubongo

import "fmt"

// The checks of chapter 4 that make a State or another value invalid input: one method
// for each, in its order. They look at a value whose keys, types and ranges are right.

func (d *decoder) checkState(t *table) {
	for _, check := range []func(*table){
		d.checkPlayers, d.checkNames, d.checkPhase, d.checkBoards, d.checkSolved, d.checkGems, d.checkLeaders,
	} {
		if d.Err() != nil {
			break
		}
		check(t)
	}
}

// checkPlayers: every index is that of a player (1).
func (d *decoder) checkPlayers(t *table) {
	n := len(t.players)
	if t.roller >= n {
		d.refusePlayer(t.roller, n, "roller")
	}
	if t.flipper >= n {
		d.refusePlayer(t.flipper, n, "flipper")
	}
	for i := range t.solved {
		if p := t.solved[i].player; p >= n {
			d.refusePlayer(p, n, "solved", i, "player")
		}
	}
	for i, p := range t.out {
		if p >= n {
			d.refusePlayer(p, n, "out", i)
		}
	}
	if t.winner >= n {
		d.refusePlayer(t.winner, n, "winner")
	}
}

func (d *decoder) refusePlayer(p, n int, steps ...any) {
	d.refuse("UO-01", steps, "expected a player below %d, found %d", n, p)
}

// checkNames: names differ, and so do roller and flipper (2).
func (d *decoder) checkNames(t *table) {
	for i := range t.players {
		for j := range i {
			if t.players[i].name == t.players[j].name {
				d.refuse("", path("players", i, "name"), "expected different names, found %q again", t.players[i].name)
			}
		}
	}
	if t.roller == t.flipper {
		d.refuse("UO-15", path("flipper"), "expected another player than the roller, found %d", t.flipper)
	}
}

// checkPhase: what the phase asks of the other values (3).
func (d *decoder) checkPhase(t *table) {
	name := phaseNames[t.phase]
	if !t.phase.main() && t.round != rounds {
		d.refuse("UO-54", path("round"), "expected %d in phase %s, found %d", rounds, name, t.round)
	}
	if none := t.phase == toRoll || t.phase == toRollPlayoff || t.phase == over; none != (t.die == 0) {
		wanted := "a number"
		if none {
			wanted = "null"
		}
		d.refuse("UO-17", path("die"), "expected %s in phase %s", wanted, name)
	}
	least, most := 0, 0
	switch t.phase {
	case toFlip:
		most = 1
	case toSolve:
		least, most = 1, 2
	}
	if t.glass < least || t.glass > most {
		wanted := fmt.Sprint(least)
		if least != most {
			wanted = fmt.Sprintf("%d or %d", least, most)
		}
		d.refuse("UO-18", path("glass"), "expected %s in phase %s, found %d", wanted, name, t.glass)
	}
	if t.phase != toSolve && len(t.solved) > 0 {
		d.refuse("UO-53", path("solved"), "expected nobody in phase %s", name)
	}
	if len(t.out) > 0 {
		switch {
		case !d.rules.wrongOut:
			d.refuse("UO-29", path("out"), `expected nobody unless the option wrong_claim is "out"`)
		case t.phase != toSolve && !(t.phase == toFlip && t.glass == 1):
			d.refuse("UO-29", path("out"), "expected nobody in phase %s with glass %d", name, t.glass)
		}
	}
	if (t.winner == nobody) != (t.phase != over) {
		wanted := "null"
		if t.phase == over {
			wanted = "a player"
		}
		d.refuse("UO-56", path("winner"), "expected %s in phase %s", wanted, name)
	}
}

// checkBoards: how many boards there are, whose, of which levels and cards (4).
func (d *decoder) checkBoards(t *table) {
	r := d.rules
	left := 0
	if t.phase.main() {
		left = rounds - t.round
	}
	for i := range t.players {
		if n := len(t.players[i].stack); n != left {
			d.refuse("UO-16", path("players", i, "stack"), "expected %d boards in round %d, phase %s, found %d",
				left, t.round, phaseNames[t.phase], n)
		}
	}
	for i := range t.players {
		p := &t.players[i]
		for k, b := range p.stack {
			if r.content.boards[b].level != p.level {
				d.refuseLevel(b, p.level, "players", i, "stack", k)
			}
		}
		free := p.board == noBoard || t.phase == inPlayoff && r.anyLevel
		if !free && r.content.boards[p.board].level != p.level {
			d.refuseLevel(p.board, p.level, "players", i, "board")
		}
	}
	tied, _ := r.leaders(t)
	for i := range t.players {
		wanted := t.phase.main() || t.phase == inPlayoff && tied[i]
		switch has := t.players[i].board != noBoard; {
		case wanted && !has:
			d.refuse("UO-16", path("players", i, "board"), "expected a board in phase %s, found null", phaseNames[t.phase])
		case has && !wanted && t.phase == inPlayoff:
			d.refuse("UO-57", path("players", i, "board"), "expected null of a player who is not tied for the most points")
		case has && !wanted:
			d.refuse("UO-54", path("players", i, "board"), "expected null in phase %s", phaseNames[t.phase])
		}
	}
	var seen cardSet
	for i := range t.players {
		p := &t.players[i]
		for k, b := range p.stack {
			if !seen.add(r, b) {
				d.refuseCard(b, "players", i, "stack", k)
			}
		}
		if p.board != noBoard && !seen.add(r, p.board) {
			d.refuseCard(p.board, "players", i, "board")
		}
	}
}

func (d *decoder) refuseLevel(b boardIndex, level int, steps ...any) {
	d.refuse("UO-12", steps, "expected a board of level %s, found %s, which is %s",
		levelNames[level], b.name(), levelNames[d.rules.content.boards[b].level])
}

func (d *decoder) refuseCard(b boardIndex, steps ...any) {
	d.refuse("UO-10", steps, "expected boards of different cards, found %s, whose card is already in use", b.name())
}

// A cardSet is a set of cards, or of boards if each is a card of its own, a bit
// for each.
type cardSet [3]uint64

// add puts in the card of a board, and tells whether it was not there.
func (s *cardSet) add(r *rules, b boardIndex) bool {
	n := int(b)
	if !r.singleSides {
		n = r.content.boards[b].card
	}
	word, bit := &s[n/64], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// checkSolved: nobody is done twice, not all are done, and times do not go back
// (5).
func (d *decoder) checkSolved(t *table) {
	var seen [playersMax]bool
	for i := range t.solved {
		p := t.solved[i].player
		if seen[p] {
			d.refuse("UO-21", path("solved", i, "player"), "expected each player once, found %d again", p)
		}
		seen[p] = true
	}
	for i, p := range t.out {
		if seen[p] {
			d.refuse("UO-29", path("out", i), "expected each player once in solved and out together, found %d again", p)
		}
		seen[p] = true
	}
	if t.allDone() && !(d.rules.waits && t.phase == toSolve) {
		d.refuse("UO-25", path("solved"), "expected a player who has not solved and is not out, since otherwise the round is over")
	}
	for i := 1; i < len(t.solved); i++ {
		if last := t.solved[i-1].timeMs; t.solved[i].timeMs < last {
			d.refuse("UO-20", path("solved", i, "time"), "expected a time of at least %d ms, found %d", last, t.solved[i].timeMs)
		}
	}
}

// checkGems: the display is what the rounds have left of it, no gem is lost or
// doubled, and the players hold what they can have won (6).
func (d *decoder) checkGems(t *table) {
	k, left, done := len(t.solved), 0, rounds
	if t.phase.main() {
		left, done = rounds+1-t.round, t.round-1
	}
	paid := [2]int{min(k, 1), max(0, min(k-1, 1))}
	for i, c := range []colour{blue, brown} {
		if want := left - paid[i]; t.display[c] != want {
			d.refuse("UO-48", path("display", colourNames[c]), "expected %d in the display, found %d", want, t.display[c])
		}
	}
	sum := t.bag
	held := 0
	for c := range sum {
		sum[c] += t.display[c]
		for i := range t.players {
			sum[c] += t.players[i].gems[c]
			held += t.players[i].gems[c]
		}
		if want := d.rules.content.count[c]; sum[c] != want {
			d.refuse("UO-05", path("bag", colourNames[c]),
				"expected %d %s gems in bag, display and hands together, found %d", want, colourNames[c], sum[c])
		}
	}
	n := len(t.players)
	least := k + paid[0] + paid[1]
	if most := done*(n+2) + least; held < least || held > most {
		d.refuse("UO-46", path("players"), "expected %d to %d gems in the hands of all players, found %d", least, most, held)
	}
	for i := range t.solved {
		var won gems
		won[t.solved[i].gem]++
		switch i {
		case 0:
			won[blue]++
		case 1:
			won[brown]++
		}
		for c := range won {
			if own := t.players[t.solved[i].player].gems[c]; own < won[c] {
				d.refuse("UO-46", path("players", t.solved[i].player, "gems", colourNames[c]),
					"expected at least the reward of this round, %d, found %d", won[c], own)
			}
		}
	}
}

// checkLeaders: a playoff is one of several, and the winner leads (7).
func (d *decoder) checkLeaders(t *table) {
	leads, n := d.rules.leaders(t)
	switch {
	case (t.phase == toRollPlayoff || t.phase == inPlayoff) && n < 2:
		d.refuse("UO-57", path("phase"), "expected a phase without playoff, since only one player has the most points")
	case t.phase == over && !leads[t.winner]:
		d.refuse("UO-56", path("winner"), "expected a player with the most points, found %d", t.winner)
	}
}

// checkSetup: names, cards and the two players with something to do differ, and boards
// are of their player's level (UO-12).
func (d *decoder) checkSetup(s *setup) {
	for i := range s.players {
		for j := range i {
			if s.players[i].name == s.players[j].name {
				d.refuse("", path("players", i, "name"), "expected different names, found %q again", s.players[i].name)
			}
		}
	}
	switch n := len(s.players); {
	case s.youngest >= n:
		d.refusePlayer(s.youngest, n, "youngest")
	case s.flipper >= n:
		d.refusePlayer(s.flipper, n, "flipper")
	case s.youngest == s.flipper:
		d.refuse("UO-15", path("flipper"), "expected another player than the youngest, who rolls, found %d", s.flipper)
	}
	var seen cardSet
	for i := range s.players {
		p := &s.players[i]
		for k, b := range p.stack {
			switch {
			case d.rules.content.boards[b].level != p.level:
				d.refuseLevel(b, p.level, "players", i, "stack", k)
			case !seen.add(d.rules, b):
				d.refuseCard(b, "players", i, "stack", k)
			}
		}
	}
}

// checkPayout: the gems are there, and who has solved is a player.
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

// checkLog refuses a log that contradicts itself, also behind the end of the
// run.
func (d *decoder) checkLog(p *run) {
	r := d.rules
	var used cardSet
	open := false
	var task problem
	last := 0
	for i := range p.events {
		if d.Err() != nil {
			return
		}
		e := &p.events[i]
		if e.atMs < last {
			d.refuse("UO-68", path("events", i, "at"), "expected a time of at least %d ms, found %d", last, e.atMs)
		}
		last = e.atMs
		switch {
		case e.kind == starts && open:
			d.refuse("UO-71", path("events", i), "expected no start while a board is open")
		case e.kind != starts && !open:
			d.refuse("UO-71", path("events", i), "expected a start, since no board is open")
		case e.kind == starts && !used.add(r, e.board):
			d.refuse("UO-71", path("events", i, "board"), "expected a card not yet used in this run, found %s", e.board.name())
		case e.kind == starts:
			open, task = true, r.content.problem(e.board, e.die)
		case e.kind == solves:
			open = r.judge(task, e.placements).code != legal
		default:
			open = false // UO-70
		}
	}
}
