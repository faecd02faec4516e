package ubar

import (
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Generate makes one valid input of a task. States come from games that are
// played at random, and are then made harder: full ships, empty supplies, grids
// and piles that run out, markers that meet. Requests lean towards being just
// legal or just illegal.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value {
	m := &maker{rules: r.right, rng: rng, size: max(0, min(size, game.SizeMax))}
	m.chooser = chooser{rules: r.right, random: rng}
	f := described()
	switch task {
	case "move":
		s := m.state()
		q := m.request(s)
		return inputs(appendState(nil, s), requestJSON(&q))
	case "play":
		return m.playInput()
	case "view":
		s := m.state()
		return inputs(appendState(nil, s), f.player.Text(m.rng.IntN(len(s.players))))
	case "score":
		return inputs(appendState(nil, m.standing()))
	case "setup":
		return inputs(f.setup.Text(*m.setup()))
	case "cost":
		return m.costInput()
	case "fit":
		return inputs(f.someGoods.Text(m.anyGoods()))
	case "winds":
		return m.windsInput()
	case "server", "clients":
		return m.pair()
	case "player":
		return m.seatedPair()
	case "sell":
		hold := m.hold()
		if m.chance(20) {
			hold = goods{}
		}
		return inputs(f.market.Text(market(m.rng.IntN(marketsMax))), f.goods.Text(hold), f.someGoods.Text(m.soldFrom(hold)))
	}
	return nil
}

// pair is the input of a live case, with a few actors that misbehave.
func (m *maker) pair() []jsontext.Value {
	b := m.setup()
	n := len(b.starters)
	if m.chance(8) {
		n = m.rng.IntN(described().cast.Max + 1)
	}
	cast, guests := described().cast.Random(m.rng, n)
	return inputs(cast, guests, described().setup.Text(*b))
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	b := m.setup()
	return inputs(described().cast.Honest(m.rng, len(b.starters)), []byte("[]"), described().setup.Text(*b))
}

func inputs(texts ...[]byte) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return list
}

// A maker makes random pieces for one input.
type maker struct {
	rules   *rules
	rng     *rand.Rand
	size    int
	chooser chooser
	short   goods // one of the good, if any, of which the supply was made short
}

// chance is true once in n times.
func (m *maker) chance(n int) bool { return m.rng.IntN(n) == 0 }

// upTo is a number from 0 to most, the larger ones only with a larger size.
func (m *maker) upTo(most int) int {
	return m.rng.IntN(min(most, 1+most*m.size/game.SizeMax) + 1)
}

// setup is any way in which a game can begin.
func (m *maker) setup() *setup {
	return m.setupFor(playersMin + m.rng.IntN(playersMax-playersMin+1))
}

func (m *maker) setupFor(n int) *setup {
	b := &setup{players: n, order: m.rng.Perm(n)}
	for _, i := range m.rng.Perm(startersMax)[:n] {
		b.starters = append(b.starters, tile(1+tilesMax+i))
	}
	for _, i := range m.rng.Perm(marketsMax)[:roundsMax] {
		b.markets = append(b.markets, market(i))
	}
	for _, i := range m.rng.Perm(tilesMax) {
		b.tiles = append(b.tiles, tile(1+i))
	}
	return b
}

// state is a State from a random game, the later ones with a larger size.
func (m *maker) state() *state {
	s := m.rules.begin(m.setup())
	for range m.upTo(tilesMax) {
		if s.phase == over {
			break
		}
		m.step(s)
	}
	if m.chance(3) {
		m.strain(s)
	}
	return s
}

// step is one request of a random game.
func (m *maker) step(s *state) {
	q := m.chooser.choose(s, m.rules.actor(s))
	m.rules.judge(s, &q, nil)
}

// strain changes a State so that it stays valid and gets harder.
func (m *maker) strain(s *state) {
	switch m.rng.IntN(8) {
	case 0: // full ships
		for i := range s.players {
			p := &s.players[i]
			s.supply = s.supply.plus(p.hold)
			p.hold = m.hold().atMost(s.supply)
			s.supply = s.supply.minus(p.hold)
		}
	case 1: // a short supply of some good
		k := good(m.rng.IntN(int(kinds)))
		m.short[k] = 1
		left := int8(m.rng.IntN(3))
		for i := range s.players {
			for p := &s.players[i]; s.supply[k] > left; p.hold[k]++ {
				one := p.hold
				one[k]++
				if !m.rules.fits(one) {
					break
				}
				s.supply[k]--
			}
		}
	case 2: // few tiles left in the grid
		cells := s.grid.cells[:s.grid.rows*s.grid.cols]
		for n, i := range m.rng.Perm(len(cells)) {
			if t := cells[i]; t != 0 && (n > 0 || s.phase != drafting) && !m.lastTile(s, i) {
				s.pile = append(slices.Clip(s.pile), t)
				cells[i] = 0
			}
		}
	case 3: // markers that meet on one space
		if s.phase == drafting {
			time := s.players[s.order[0]].time
			for _, i := range s.order[:1+m.rng.IntN(len(s.order))] {
				s.players[i].time = time
			}
		}
	case 4:
		m.level(s)
	case 5, 6: // few tiles left in the pile, or none but those of the tableaus, before a last sale
		if s.phase == selling {
			s.toSell = s.toSell[len(s.toSell)-1:]
			if m.chance(2) {
				s.pile = append(slices.Clip(s.pile), takeAll(s.grid.cells[:])...)
			}
		}
		for left := m.rng.IntN(4); len(s.pile) > left; {
			p := &s.players[m.rng.IntN(len(s.players))]
			p.tableau = append(p.tableau, placed{m.chooser.randomPlace(p.tableau), s.pile[0]})
			s.pile = s.pile[1:]
		}
	case 7: // markers beyond the next round end, before a last sale
		if s.phase == selling {
			s.toSell = s.toSell[len(s.toSell)-1:]
			for _, i := range s.order {
				s.players[i].time = min(spaceMax, s.players[i].time+content.ends[0])
			}
		}
	}
}

// level gives all players equal coins, or nearly.
func (m *maker) level(s *state) {
	coins := m.rng.IntN(70)
	for i := range s.players {
		s.players[i].coins = coins
		if m.chance(3) {
			s.players[i].coins += m.rng.IntN(3)
		}
	}
}

// standing is a State whose standing is of interest: often the last one of a
// game, often with equal coins.
func (m *maker) standing() *state {
	s := m.state()
	if m.chance(2) {
		s.round, s.phase, s.toSell, s.markets = roundsMax, over, nil, nil
		for i := range s.players {
			s.players[i].time = spaceMax
		}
	}
	if m.chance(2) {
		m.level(s)
	}
	return s
}

// lastTile tells whether a cell has the last tile of the grid.
func (m *maker) lastTile(s *state, cell int) bool {
	for i, t := range s.grid.cells[:s.grid.rows*s.grid.cols] {
		if t != 0 && i != cell {
			return false
		}
	}
	return true
}

// patience is how many drafts are tried for one that brings the good which is
// short.
const patience = 5

// request is a request about a State: legal in half of the cases, else a legal
// one with one thing changed.
func (m *maker) request(s *state) request {
	if s.phase == over {
		return request{sells: m.chance(2), player: m.rng.IntN(playersMax), place: pos{0, 1}}
	}
	q := m.chooser.choose(s, m.rules.actor(s))
	for n := 0; n < patience && !q.sells && !s.grid.at(q.take).face().action.get.contains(m.short); n++ {
		q = m.chooser.choose(s, q.player)
	}
	if m.chance(2) {
		return q
	}
	if q.sells {
		switch m.rng.IntN(4) {
		case 0:
			q.sold = m.soldFrom(s.players[q.player].hold)
			q.sold[m.rng.IntN(int(kinds))]++
		case 1:
			return request{player: q.player, place: pos{0, 1}}
		case 2:
			q.player = m.rng.IntN(playersMax)
		case 3:
			q.sold = goods{}
		}
		return q
	}
	m.spoil(s, &q)
	return q
}

// spoil changes one thing of a draft.
func (m *maker) spoil(s *state, q *request) {
	own := s.players[q.player].tableau
	steps := len(m.chooser.how.steps)
	switch m.rng.IntN(12) {
	case 0:
		q.player = m.rng.IntN(playersMax)
	case 1:
		q.take = pos{int8(m.rng.IntN(7) - 1), int8(m.rng.IntN(7) - 1)}
	case 2:
		q.place = own[m.rng.IntN(len(own))].at
	case 3:
		q.place = own[m.rng.IntN(len(own))].at.plus(corners[m.rng.IntN(len(corners))])
	case 4:
		if q.hasTarget = !q.hasTarget; q.hasTarget {
			q.target = own[m.rng.IntN(len(own))].at
		} else {
			q.target = pos{}
		}
	case 5:
		if q.hasTarget {
			q.target = q.place.plus(pos{int8(m.rng.IntN(3) - 1), int8(m.rng.IntN(3) - 1)})
		}
	case 6, 7:
		q.skip = []int{1 + m.rng.IntN(steps+1)}
	case 8:
		q.dumps = append(slices.Clip(q.dumps), make([]goods, steps+m.rng.IntN(2))...)
	case 9:
		if len(q.dumps) == 0 {
			q.dumps = make([]goods, 1+m.rng.IntN(steps+1))
		}
		q.dumps[m.rng.IntN(len(q.dumps))][m.rng.IntN(int(kinds))]++
	case 10:
		q.dumps = nil // what had to go stays on board
	case 11:
		if n := len(q.dumps); n > 0 && n <= steps { // it goes one step later
			q.dumps = append([]goods{{}}, q.dumps...)
		}
	}
}

// playInput is a State and requests, some of them illegal.
func (m *maker) playInput() []jsontext.Value {
	s := m.state()
	list := [][]byte{appendState(nil, s)}
	for range m.upTo(24) {
		q := m.request(s)
		list = append(list, requestJSON(&q))
		m.rules.judge(s, &q, nil)
	}
	return inputs(list...)
}

// costInput is a grid of any form, and a cell on it or beside it.
func (m *maker) costInput() []jsontext.Value {
	var g grid
	g.rows, g.cols = 1+m.upTo(sideMax-1), 1+m.upTo(sideMax-1)
	tiles := m.rng.Perm(tilesMax)
	for i := range g.rows * g.cols {
		if !m.chance(5) {
			g.cells[i] = tile(1 + tiles[i])
		}
	}
	at := pos{int8(m.rng.IntN(g.rows)), int8(m.rng.IntN(g.cols))}
	if m.chance(8) {
		at = at.plus(steps[m.rng.IntN(len(steps))].times(1 + m.rng.IntN(sideMax)))
	}
	return inputs(described().grid.Text(g), described().pos.Text(at))
}

// hold is what lies on a ship that is often nearly full.
func (m *maker) hold() goods {
	var g goods
	for misses := m.rng.IntN(6); misses >= 0; {
		one := g
		one[m.rng.IntN(int(kinds))]++
		if m.rules.fits(one) {
			g = one
		} else {
			misses--
		}
	}
	return g
}

// anyGoods are goods of which it is hard to see whether they fit: a full ship,
// with a few more or others.
func (m *maker) anyGoods() goods {
	g := m.hold()
	if m.size == 0 {
		g = goods{}
	}
	switch m.rng.IntN(4) {
	case 0:
		k := m.rng.IntN(int(kinds))
		g[k]++
		if j := m.rng.IntN(int(kinds)); g[j] > 0 {
			g[j]--
		}
	case 1:
		g[m.rng.IntN(int(kinds))]++
	case 2:
		if m.chance(4) {
			g[m.rng.IntN(int(kinds))] = int8(m.upTo(someMax))
		}
	}
	return g
}

// soldFrom is a part of what is held, sometimes a little more than that.
func (m *maker) soldFrom(hold goods) goods {
	sold := m.chooser.someOf(hold)
	if m.chance(4) {
		sold[m.rng.IntN(int(kinds))]++
	}
	return sold
}

// windsInput is a tableau with holes, an empty place beside it and any wind.
func (m *maker) windsInput() []jsontext.Value {
	own := tableau{{tile: tile(1 + tilesMax + m.rng.IntN(startersMax))}}
	tiles := m.rng.Perm(tilesMax)
	for i := range m.upTo(30) {
		own = append(own, placed{m.chooser.randomPlace(own), tile(1 + tiles[i])})
	}
	f := described()
	w := wind{kind: windKind(1 + m.rng.IntN(len(windNames)-1))}
	if m.chance(2) {
		w.kind = line
	}
	if w.kind == line {
		w.length, w.dir = 1+m.rng.IntN(3), direction(m.rng.IntN(4))
	}
	return inputs(f.tableau.Text(own), f.pos.Text(m.chooser.randomPlace(own)), f.wind.Text(w))
}

// takeAll takes the tiles from all cells.
func takeAll(cells []tile) []tile {
	tiles := slices.DeleteFunc(slices.Clone(cells), func(t tile) bool { return t == 0 })
	clear(cells)
	return tiles
}
