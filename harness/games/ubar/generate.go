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
	m := &maker{rules: r.right, Draw: game.NewDraw(rng, size)}
	m.chooser = chooser{rules: r.right, random: rng}
	f := described()
	switch task {
	case "move":
		s := m.state()
		q := m.request(s)
		return game.Inputs(appendState(nil, s), requestJSON(&q))
	case "play":
		return m.playInput()
	case "view":
		s := m.state()
		return game.Inputs(appendState(nil, s), f.player.Text(m.IntN(len(s.players))))
	case "score":
		return game.Inputs(appendState(nil, m.standing()))
	case "setup":
		return game.Inputs(f.setup.Text(*m.setup()))
	case "cost":
		return m.costInput()
	case "fit":
		return game.Inputs(f.someGoods.Text(m.anyGoods()))
	case "winds":
		return m.windsInput()
	case "server", "clients":
		return m.pair()
	case "player":
		return m.seatedPair()
	case "sell":
		hold := m.hold()
		if m.Chance(20) {
			hold = goods{}
		}
		return game.Inputs(f.market.Text(market(m.IntN(marketsMax))), f.goods.Text(hold), f.someGoods.Text(m.soldFrom(hold)))
	}
	return nil
}

// pair is the input of a live case, with a few actors that misbehave.
func (m *maker) pair() []jsontext.Value {
	b := m.setup()
	n := len(b.starters)
	if m.Chance(8) {
		n = m.IntN(described().cast.Max + 1)
	}
	cast, guests := described().cast.Random(m.Rand, n)
	return game.Inputs(cast, guests, described().setup.Text(*b))
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	b := m.setup()
	return game.Inputs(described().cast.Honest(m.Rand, len(b.starters)), []byte("[]"), described().setup.Text(*b))
}

// A maker makes random pieces for one input.
type maker struct {
	game.Draw
	rules   *rules
	chooser chooser
	short   goods // one of the good, if any, of which the supply was made short
}

// setup is any way in which a game can begin.
func (m *maker) setup() *setup {
	return m.setupFor(playersMin + m.IntN(playersMax-playersMin+1))
}

func (m *maker) setupFor(n int) *setup {
	b := &setup{players: n, order: m.Perm(n)}
	for _, i := range m.Perm(startersMax)[:n] {
		b.starters = append(b.starters, tile(1+tilesMax+i))
	}
	for _, i := range m.Perm(marketsMax)[:roundsMax] {
		b.markets = append(b.markets, market(i))
	}
	for _, i := range m.Perm(tilesMax) {
		b.tiles = append(b.tiles, tile(1+i))
	}
	return b
}

// state is a State from a random game, the later ones with a larger size.
func (m *maker) state() *state {
	s := m.rules.begin(m.setup())
	for range m.UpTo(tilesMax) {
		if s.phase == over {
			break
		}
		m.step(s)
	}
	if m.Chance(3) {
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
	switch m.IntN(8) {
	case 0: // full ships
		for i := range s.players {
			p := &s.players[i]
			s.supply = s.supply.plus(p.hold)
			p.hold = m.hold().atMost(s.supply)
			s.supply = s.supply.minus(p.hold)
		}
	case 1: // a short supply of some good
		k := good(m.IntN(int(kinds)))
		m.short[k] = 1
		left := int8(m.IntN(3))
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
		for n, i := range m.Perm(len(cells)) {
			if t := cells[i]; t != 0 && (n > 0 || s.phase != drafting) && !m.lastTile(s, i) {
				s.pile = append(slices.Clip(s.pile), t)
				cells[i] = 0
			}
		}
	case 3: // markers that meet on one space
		if s.phase == drafting {
			time := s.players[s.order[0]].time
			for _, i := range s.order[:1+m.IntN(len(s.order))] {
				s.players[i].time = time
			}
		}
	case 4:
		m.level(s)
	case 5, 6: // few tiles left in the pile, or none but those of the tableaus, before a last sale
		if s.phase == selling {
			s.toSell = s.toSell[len(s.toSell)-1:]
			if m.Chance(2) {
				s.pile = append(slices.Clip(s.pile), takeAll(s.grid.cells[:])...)
			}
		}
		for left := m.IntN(4); len(s.pile) > left; {
			p := &s.players[m.IntN(len(s.players))]
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
	coins := m.IntN(70)
	for i := range s.players {
		s.players[i].coins = coins
		if m.Chance(3) {
			s.players[i].coins += m.IntN(3)
		}
	}
}

// standing is a State whose standing is of interest: often the last one of a
// game, often with equal coins.
func (m *maker) standing() *state {
	s := m.state()
	if m.Chance(2) {
		s.round, s.phase, s.toSell, s.markets = roundsMax, over, nil, nil
		for i := range s.players {
			s.players[i].time = spaceMax
		}
	}
	if m.Chance(2) {
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
		return request{sells: m.Chance(2), player: m.IntN(playersMax), place: pos{0, 1}}
	}
	q := m.chooser.choose(s, m.rules.actor(s))
	for n := 0; n < patience && !q.sells && !s.grid.at(q.take).face().action.get.contains(m.short); n++ {
		q = m.chooser.choose(s, q.player)
	}
	if m.Chance(2) {
		return q
	}
	if q.sells {
		switch m.IntN(4) {
		case 0:
			q.sold = m.soldFrom(s.players[q.player].hold)
			q.sold[m.IntN(int(kinds))]++
		case 1:
			return request{player: q.player, place: pos{0, 1}}
		case 2:
			q.player = m.IntN(playersMax)
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
	switch m.IntN(12) {
	case 0:
		q.player = m.IntN(playersMax)
	case 1:
		q.take = pos{int8(m.IntN(7) - 1), int8(m.IntN(7) - 1)}
	case 2:
		q.place = own[m.IntN(len(own))].at
	case 3:
		q.place = own[m.IntN(len(own))].at.plus(corners[m.IntN(len(corners))])
	case 4:
		if q.hasTarget = !q.hasTarget; q.hasTarget {
			q.target = own[m.IntN(len(own))].at
		} else {
			q.target = pos{}
		}
	case 5:
		if q.hasTarget {
			q.target = q.place.plus(pos{int8(m.IntN(3) - 1), int8(m.IntN(3) - 1)})
		}
	case 6, 7:
		q.skip = []int{1 + m.IntN(steps+1)}
	case 8:
		q.dumps = append(slices.Clip(q.dumps), make([]goods, steps+m.IntN(2))...)
	case 9:
		if len(q.dumps) == 0 {
			q.dumps = make([]goods, 1+m.IntN(steps+1))
		}
		q.dumps[m.IntN(len(q.dumps))][m.IntN(int(kinds))]++
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
	for range m.UpTo(24) {
		q := m.request(s)
		list = append(list, requestJSON(&q))
		m.rules.judge(s, &q, nil)
	}
	return game.Inputs(list...)
}

// costInput is a grid of any form, and a cell on it or beside it.
func (m *maker) costInput() []jsontext.Value {
	var g grid
	g.rows, g.cols = 1+m.UpTo(sideMax-1), 1+m.UpTo(sideMax-1)
	tiles := m.Perm(tilesMax)
	for i := range g.rows * g.cols {
		if !m.Chance(5) {
			g.cells[i] = tile(1 + tiles[i])
		}
	}
	at := pos{int8(m.IntN(g.rows)), int8(m.IntN(g.cols))}
	if m.Chance(8) {
		at = at.plus(steps[m.IntN(len(steps))].times(1 + m.IntN(sideMax)))
	}
	return game.Inputs(described().grid.Text(g), described().pos.Text(at))
}

// hold is what lies on a ship that is often nearly full.
func (m *maker) hold() goods {
	var g goods
	for misses := m.IntN(6); misses >= 0; {
		one := g
		one[m.IntN(int(kinds))]++
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
	if m.Size == 0 {
		g = goods{}
	}
	switch m.IntN(4) {
	case 0:
		k := m.IntN(int(kinds))
		g[k]++
		if j := m.IntN(int(kinds)); g[j] > 0 {
			g[j]--
		}
	case 1:
		g[m.IntN(int(kinds))]++
	case 2:
		if m.Chance(4) {
			g[m.IntN(int(kinds))] = int8(m.UpTo(someMax))
		}
	}
	return g
}

// soldFrom is a part of what is held, sometimes a little more than that.
func (m *maker) soldFrom(hold goods) goods {
	sold := m.chooser.someOf(hold)
	if m.Chance(4) {
		sold[m.IntN(int(kinds))]++
	}
	return sold
}

// windsInput is a tableau with holes, an empty place beside it and any wind.
func (m *maker) windsInput() []jsontext.Value {
	own := tableau{{tile: tile(1 + tilesMax + m.IntN(startersMax))}}
	tiles := m.Perm(tilesMax)
	for i := range m.UpTo(30) {
		own = append(own, placed{m.chooser.randomPlace(own), tile(1 + tiles[i])})
	}
	f := described()
	w := wind{kind: windKind(1 + m.IntN(len(windNames)-1))}
	if m.Chance(2) {
		w.kind = line
	}
	if w.kind == line {
		w.length, w.dir = 1+m.IntN(3), direction(m.IntN(4))
	}
	return game.Inputs(f.tableau.Text(own), f.pos.Text(m.chooser.randomPlace(own)), f.wind.Text(w))
}

// takeAll takes the tiles from all cells.
func takeAll(cells []tile) []tile {
	tiles := slices.DeleteFunc(slices.Clone(cells), func(t tile) bool { return t == 0 })
	clear(cells)
	return tiles
}
