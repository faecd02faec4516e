package ubar

import (
	"fmt"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// What no description of a value says. Checks of a list look at it as soon as another
// element is read, so that the first mistake in the text is the one that is named.

// checkOnce tells whether a tile is named for the first time (UB-01).
func checkOnce(r *value.Reader, t tile) {
	was := r.Met
	if r.Met |= 1 << (t - 1); r.Met == was { // tiles run from 1 to 64, so that each has a bit
		foundAgain(r, t)
	}
}

func foundAgain(r *value.Reader, t tile) {
	r.Fail(r.Last(), "UB-01", "expected each tile once, found %q again", t.id())
}

// checkPlaced looks at the last of the tiles of a tableau (UB-25, UB-26): the starter at
// [0,0], then trade-route tiles, each adjacent to an earlier one. With each tile once
// there are 61 at most, and no place is as far away as can be written.
func checkPlaced(r *value.Reader, list []placed, at int) {
	n := len(list) - 1
	own, last := tableau(list[:n]), list[n].at
	switch {
	case n == 0 && last != pos{}:
		r.Fail(at, "UB-01", "expected the starter at [0,0], found it at %s", describePos(last))
	case n > 0 && own.find(last) >= 0:
		r.Fail(at, "UB-26", "expected one tile at a place, found another at %s", describePos(last))
	case n > 0 && !own.touches(last):
		r.Fail(at, "UB-25", "expected a place adjacent to an earlier tile, found %s", describePos(last))
	}
}

func checkStarter(r *value.Reader, list *[]placed, at int) {
	if len(*list) == 0 {
		r.Fail(at, "UB-01", "expected a tableau with a starter, found none")
	}
}

// checkDifferent tells whether the last of the market cards is a new one.
func checkDifferent(r *value.Reader, list []market, at int, clause string) {
	if n := len(list) - 1; slices.Contains(list[:n], list[n]) {
		r.Fail(at, clause, "expected different market cards, found %q again", list[n].id())
	}
}

func checkCards(r *value.Reader, list *[]market, at int) {
	if n := len(*list); n != roundsMax {
		r.Fail(at, "UB-05", "expected %d market cards, found %d", roundsMax, n)
	}
}

func checkTiles(r *value.Reader, list *[]tile, at int) {
	if n := len(*list); n != tilesMax {
		r.Fail(at, "UB-04", "expected all %d tiles, found %d", tilesMax, n)
	}
}

func checkIncreases(r *value.Reader, list []int, at int) {
	if k := len(list) - 1; k > 0 && list[k] <= list[k-1] {
		r.Fail(at, "UB-47", "expected step numbers that increase, found %d after %d", list[k], list[k-1])
	}
}

func checkDumps(r *value.Reader, list *[]goods, at int) {
	if n := len(*list); n > dumpsMax {
		r.Fail(at, "UB-54", "expected at most %d entries, found %d", dumpsMax, n)
	}
}

// checkNotMore refuses the players of a State as soon as there is one too many.
func checkNotMore(r *value.Reader, list []player, _ int) {
	if len(list) < playersMax {
		return
	}
	behind := r.Offset()
	if r.More() {
		r.Fail(r.Find("players"), "UB-03", "expected %d to %d players, found more", playersMin, playersMax)
	}
	r.Seek(behind)
}

func checkPlayers(r *value.Reader, list *[]player, at int) {
	if n := len(*list); n < playersMin || n > playersMax {
		r.Fail(at, "UB-03", "expected %d to %d players, found %d", playersMin, playersMax, n)
	}
}

// checkSetup tells whether a Setup has a starter and a place in the order for each of
// its players.
func (d *decoder) checkSetup(b *setup) {
	if n := len(b.starters); n != b.players {
		d.Fail(d.Find("starters"), "UB-01", "expected %d starters, one for each player, found %d", b.players, n)
	}
	d.checkOrder(b.order, b.players)
}

// checkOrder tells whether an order has each of n players once (UB-06).
func (d *decoder) checkOrder(list []int, n int) {
	seen := 0
	for _, i := range list {
		if i < n {
			seen |= 1 << i
		}
	}
	if len(list) != n || seen != 1<<n-1 {
		d.Fail(d.Find("order"), "UB-06", "expected each player from 0 to %d once, found %s", n-1, fmt.Sprint(list))
	}
}

// checkComponents checks that nothing of the game's material is lost or doubled, and
// that all of it lies where it can: 1, 3 to 6 and the grid's form. That no tile
// stands twice was seen while reading.
func (d *decoder) checkComponents(s *state) {
	n := len(s.players)
	if rows, cols := d.rules.gridSize(n); s.grid.rows != rows || s.grid.cols != cols {
		d.Fail(d.Find("grid"), "UB-03", "expected %d rows of %d for %d players, found %d of %d", rows, cols, n, s.grid.rows, s.grid.cols)
	}
	for t := tile(1); t <= tilesMax; t++ {
		if d.Met&(1<<(t-1)) == 0 {
			d.Fail(0, "UB-04", "expected every tile in the grid, the pile or a tableau, found %q nowhere", t.id())
		}
	}
	d.checkOrder(s.order, n)
	total := s.supply
	for i := range s.players {
		if d.Err() != nil {
			return
		}
		total = total.plus(s.players[i].hold)
		if !d.rules.fits(s.players[i].hold) {
			d.Fail(d.Find("players", i, "hold"), "UB-51", "expected goods that fit on the ship, found a hold of %s", describe(s.players[i].hold))
		}
	}
	for k, sum := range total {
		if sum > supplyOfGood || sum < supplyOfGood && !d.rules.lostRemoved {
			d.Fail(d.Find("supply"), "UB-55", "expected %d of the good %s in supply and holds, found %d", supplyOfGood, goodNames[k], sum)
		}
	}
	cards := roundsMax + 1 - s.round
	if s.phase == over {
		cards = 0
	}
	if len(s.markets) != cards {
		d.Fail(d.Find("markets"), "UB-67", "expected %d market cards in round %d, phase %q, found %d", cards, s.round, phaseNames[s.phase], len(s.markets))
	}
}

// checkCourse checks that times, phase and order can stand beside each other: 3 and
// 7 to 10.
func (d *decoder) checkCourse(s *state) {
	first, last := s.players[s.order[0]].time, 0
	for k, i := range s.order {
		time := s.players[i].time
		if k > 0 && time < last {
			d.Fail(d.Find("order"), "UB-10", "expected players from furthest back to furthest ahead, found space %d after space %d", time, last)
		}
		last = time
	}
	if s.round > 1 {
		for i := range s.players {
			if least := content.ends[s.round-2]; s.players[i].time < least {
				d.Fail(d.Find("players", i, "time"), "UB-60", "expected a time from %d in round %d, found %d", least, s.round, s.players[i].time)
			}
		}
	}
	end := s.roundEnd()
	if s.phase != selling && len(s.toSell) > 0 {
		d.Fail(d.Find("to_sell"), "UB-62", "expected nobody to sell in the phase %q, found %d players", phaseNames[s.phase], len(s.toSell))
	}
	switch s.phase {
	case drafting:
		if first >= end {
			d.Fail(d.Find("players"), "UB-60", "expected a player before space %d in the phase \"draft\", found none", end)
		}
		if s.grid.isEmpty() {
			d.Fail(d.Find("grid"), "UB-61", "expected a tile in the grid in the phase \"draft\", found none")
		}
	case selling:
		if first < end {
			d.Fail(d.Find("players"), "UB-60", "expected all players on space %d or beyond in the phase \"sell\", found one on %d", end, first)
		}
		d.checkSellers(s)
	case over:
		if s.round != roundsMax || first < spaceMax {
			d.Fail(d.Find("players"), "UB-72", "expected round %d and all players on space %d in the phase \"over\", found round %d and space %d",
				roundsMax, spaceMax, s.round, first)
		}
	}
}

// checkSellers checks that those who still have to sell are the tail of all (UB-64).
func (d *decoder) checkSellers(s *state) {
	var all [playersMax]int
	sequence := append(all[:0], s.order...)
	if d.rules.seatsSell {
		slices.Sort(sequence)
	}
	n := len(s.toSell)
	if n == 0 || n > len(sequence) || !slices.Equal(s.toSell, sequence[len(sequence)-n:]) {
		d.Fail(d.Find("to_sell"), "UB-64", "expected the last of the players %s, at least one, found %s", fmt.Sprint(sequence), fmt.Sprint(s.toSell))
	}
}

// checkTurn tells whether a View says what a player needs who is asked for a request;
// at is where it begins.
func (d *decoder) checkTurn(v *viewText, at int) {
	s := v.state
	switch {
	case v.turn != v.you || s.phase == over:
		d.Fail(at, "UB-10", "expected a view in which it is the turn of player %d", v.you)
	case len(s.markets) == 0:
		d.Fail(at, "UB-05", "expected a market card as long as the game goes on, found none")
	case s.phase == drafting && s.grid.isEmpty():
		d.Fail(at, "UB-61", "expected a tile in the grid, found none")
	case !d.rules.fits(s.players[v.you].hold):
		d.Fail(at, "UB-51", "expected goods that fit on the ship, found %s", describe(s.players[v.you].hold))
	}
}

// checkHold tells whether goods that stand alone fit on a ship.
func (d *decoder) checkHold() {
	if !d.rules.fits(d.hold) {
		d.Fail(0, "UB-51", "expected goods that fit on the ship, found %s", describe(d.hold))
	}
}

// checkPlace tells whether a tile can be put at a place of a tableau that was read.
func (d *decoder) checkPlace() {
	own := tableau(d.tableau)
	switch {
	case own.find(d.pos) >= 0:
		d.Fail(0, "UB-26", "expected an empty place for the new tile, found one with a tile")
	case !own.touches(d.pos):
		d.Fail(0, "UB-25", "expected a place adjacent to the tableau, found %s", describePos(d.pos))
	}
}
