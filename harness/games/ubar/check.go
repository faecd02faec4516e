package ubar

import (
	"fmt"
	"slices"
)

// statePlaces are where the parts of a State stand in the text, so that an
// error can point to the one that contradicts the others.
type statePlaces struct {
	players, order, toSell, grid, markets, supply int
	time, hold                                    [playersMax]int
}

var (
	stateKeys  = []string{"round", "phase", "players", "order", "to_sell", "grid", "pile", "markets", "supply"}
	playerKeys = []string{"coins", "time", "hold", "tableau"}
)

// state reads a State that does not contradict itself.
func (d *decoder) state() *state {
	s := &d.states
	players, order, toSell, pile, markets := s.players[:0], s.order[:0], s.toSell[:0], s.pile[:0], s.markets[:0]
	*s = state{}
	w := &d.places
	*w = statePlaces{}
	d.object("a state", stateKeys, func(i int) {
		at := d.Offset()
		switch i {
		case 0:
			s.round = d.Int(1, roundsMax, "a round, 1 to 3")
		case 1:
			s.phase = phase(d.word(`one of "draft", "sell", "over"`, phaseNames[:]))
		case 2:
			w.players = at
			s.players = d.playerList(players, w)
		case 3:
			w.order = at
			s.order = d.players(order)
		case 4:
			w.toSell = at
			s.toSell = d.players(toSell)
		case 5:
			w.grid = at
			s.grid = d.grid()
		case 6:
			s.pile = pile
			for d.Array("an array of tiles"); d.More(); {
				s.pile = append(s.pile, d.tradeTile())
			}
		case 7:
			w.markets = at
			s.markets = d.marketList(markets, "UB-67", -1)
		case 8:
			w.supply = at
			s.supply = d.goods()
		}
	})
	if d.Err() == nil {
		d.components(s, w)
	}
	if d.Err() == nil {
		d.course(s, w)
	}
	return s
}

// playerList reads the players of a State.
func (d *decoder) playerList(list []player, w *statePlaces) []player {
	at := d.Offset()
	n := 0
	for d.Array("an array of players"); d.More(); n++ {
		if n == playersMax {
			d.Fail(at, "UB-03", "expected %d to %d players, found more", playersMin, playersMax)
			return list
		}
		list = append(list, d.playerState(&w.time[n], &w.hold[n]))
	}
	if n < playersMin {
		d.Fail(at, "UB-03", "expected %d to %d players, found %d", playersMin, playersMax, n)
	}
	return list
}

// playerState reads a PlayerState, and tells where its time and hold stand.
func (d *decoder) playerState(timeAt, holdAt *int) player {
	var p player
	d.object("a player", playerKeys, func(i int) {
		switch i {
		case 0:
			p.coins = d.Int(0, coinsRange, "coins, 0 to 9999")
		case 1:
			*timeAt = d.Offset()
			p.time = d.Int(0, spaceMax, "a space of the time track, 0 to 36")
		case 2:
			*holdAt = d.Offset()
			p.hold = d.goods()
		case 3:
			p.tableau = d.tableau()
		}
	})
	return p
}

// components checks that nothing of the game's material is lost or doubled, and
// that all of it lies where it can: 1, 3 to 6 and the grid's form. That no tile
// stands twice was seen while reading.
func (d *decoder) components(s *state, w *statePlaces) {
	n := len(s.players)
	if rows, cols := d.rules.gridSize(n); s.grid.rows != rows || s.grid.cols != cols {
		d.Fail(w.grid, "UB-03", "expected %d rows of %d for %d players, found %d of %d", rows, cols, n, s.grid.rows, s.grid.cols)
	}
	for t := tile(1); t <= tilesMax; t++ {
		if d.seen&(1<<(t-1)) == 0 {
			d.Fail(0, "UB-04", "expected every tile in the grid, the pile or a tableau, found %q nowhere", t.id())
		}
	}
	d.permutation(w.order, s.order, n)
	total := s.supply
	for i := range s.players {
		if d.Err() != nil {
			return
		}
		total = total.plus(s.players[i].hold)
		if !d.rules.fits(s.players[i].hold) {
			d.Fail(w.hold[i], "UB-51", "expected goods that fit on the ship, found a hold of %s", describe(s.players[i].hold))
		}
	}
	for k, sum := range total {
		if sum > supplyOfGood || sum < supplyOfGood && !d.rules.lostRemoved {
			d.Fail(w.supply, "UB-55", "expected %d of the good %s in supply and holds, found %d", supplyOfGood, goodNames[k], sum)
		}
	}
	cards := roundsMax + 1 - s.round
	if s.phase == over {
		cards = 0
	}
	if len(s.markets) != cards {
		d.Fail(w.markets, "UB-67", "expected %d market cards in round %d, phase %q, found %d", cards, s.round, phaseNames[s.phase], len(s.markets))
	}
}

// course checks that times, phase and order can stand beside each other: 3 and
// 7 to 10.
func (d *decoder) course(s *state, w *statePlaces) {
	first, last := s.players[s.order[0]].time, 0
	for k, i := range s.order {
		time := s.players[i].time
		if k > 0 && time < last {
			d.Fail(w.order, "UB-10", "expected players from furthest back to furthest ahead, found space %d after space %d", time, last)
		}
		last = time
	}
	if s.round > 1 {
		for i := range s.players {
			if least := content.ends[s.round-2]; s.players[i].time < least {
				d.Fail(w.time[i], "UB-60", "expected a time from %d in round %d, found %d", least, s.round, s.players[i].time)
			}
		}
	}
	end := s.roundEnd()
	if s.phase != selling && len(s.toSell) > 0 {
		d.Fail(w.toSell, "UB-62", "expected nobody to sell in the phase %q, found %d players", phaseNames[s.phase], len(s.toSell))
	}
	switch s.phase {
	case drafting:
		if first >= end {
			d.Fail(w.players, "UB-60", "expected a player before space %d in the phase \"draft\", found none", end)
		}
		if s.grid.isEmpty() {
			d.Fail(w.grid, "UB-61", "expected a tile in the grid in the phase \"draft\", found none")
		}
	case selling:
		if first < end {
			d.Fail(w.players, "UB-60", "expected all players on space %d or beyond in the phase \"sell\", found one on %d", end, first)
		}
		d.sellers(s, w.toSell)
	case over:
		if s.round != roundsMax || first < spaceMax {
			d.Fail(w.players, "UB-72", "expected round %d and all players on space %d in the phase \"over\", found round %d and space %d",
				roundsMax, spaceMax, s.round, first)
		}
	}
}

// sellers checks that those who still have to sell are the tail of all (UB-64).
func (d *decoder) sellers(s *state, at int) {
	var all [playersMax]int
	sequence := append(all[:0], s.order...)
	if d.rules.seatsSell {
		slices.Sort(sequence)
	}
	n := len(s.toSell)
	if n == 0 || n > len(sequence) || !slices.Equal(s.toSell, sequence[len(sequence)-n:]) {
		d.Fail(at, "UB-64", "expected the last of the players %s, at least one, found %s", fmt.Sprint(sequence), fmt.Sprint(s.toSell))
	}
}
