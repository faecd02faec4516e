package bazar

import (
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Generate makes one valid input of a task. It leans towards where
// implementations differ: crowded districts, equal and nearly equal coins, a
// market that is nearly full, rounds in which something enters, and requests
// that are just illegal.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value {
	m := &maker{rules: r.right, rng: rng, size: max(0, min(size, game.SizeMax))}
	switch task {
	case "setup":
		b := m.beginning()
		return inputs(described().setup.Text(b.text()))
	case "move":
		s := m.state()
		q := m.request(s)
		for range 6 { // most tiles find nothing to do where chance puts them
			if m.chance(4) || m.stirs(s, &q) {
				break
			}
			q = m.request(s)
		}
		m.enter(s, &q, false)
		return inputs(appendState(nil, s), requestJSON(&q))
	case "play":
		return m.playInput()
	case "view":
		s := m.state()
		g := s.players[rng.IntN(len(s.players))].guild
		return inputs(appendState(nil, s), described().guild.Text(g))
	case "score":
		return inputs(appendState(nil, m.state()))
	case "order":
		return inputs(m.wealth())
	case "owners":
		return inputs(m.position())
	case "server", "clients":
		return m.pair()
	case "player":
		return m.seatedPair()
	case "push":
		p := m.position()
		return inputs(p, m.shove(p))
	}
	return nil
}

// pair is the input of a live case, with a few actors that misbehave.
func (m *maker) pair() []jsontext.Value {
	b := m.beginning()
	n := len(b.players)
	if m.chance(8) {
		n = m.rng.IntN(described().cast.Max + 1)
	}
	cast, guests := described().cast.Random(m.rng, n)
	return inputs(cast, guests, described().setup.Text(b.text()))
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	b := m.beginning()
	return inputs(described().cast.Honest(m.rng, len(b.players)), []byte("[]"), described().setup.Text(b.text()))
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
	rules *rules
	rng   *rand.Rand
	size  int
}

// chance is true once in n times.
func (m *maker) chance(n int) bool { return m.rng.IntN(n) == 0 }

// upTo is a number from 0 to most, the larger ones only with a larger size.
func (m *maker) upTo(most int) int {
	return m.rng.IntN(min(most, 1+most*m.size/game.SizeMax) + 1)
}

// playing are two to four guilds in any order.
func (m *maker) playing() []guild {
	list := m.guilds()
	return list[:playersMin+m.upTo(guilds-playersMin)]
}

// guilds are all guilds in any order.
func (m *maker) guilds() []guild {
	list := []guild{0, 1, 2, 3}
	m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// beginning is any Setup.
func (m *maker) beginning() beginning { return m.beginningOf(m.playing()) }

// beginningOf is any Setup of these guilds.
func (m *maker) beginningOf(playing []guild) beginning {
	var b beginning
	for i, g := range playing {
		p := player{guild: g}
		for k := range kinds {
			if k != guildMaster {
				p.pile = append(p.pile, k)
			}
		}
		m.rng.Shuffle(len(p.pile), func(i, j int) { p.pile[i], p.pile[j] = p.pile[j], p.pile[i] })
		b.players = append(b.players, p)
		b.order = append(b.order, i)
	}
	m.rng.Shuffle(len(b.order), func(i, j int) { b.order[i], b.order[j] = b.order[j], b.order[i] })
	for e := event(conditionals); e < events; e++ {
		b.events = append(b.events, e)
	}
	m.rng.Shuffle(len(b.events), func(i, j int) { b.events[i], b.events[j] = b.events[j], b.events[i] })
	return b
}

// state is any State of a game that has been played at random for a while,
// perhaps with other coins and with its tiles elsewhere.
func (m *maker) state() *state {
	b := m.beginning()
	s := m.rules.setup(b.players, b.order, b.events)
	poor := m.chance(2) // so that the game lasts
	for range m.moves(len(s.players)) {
		if s.phase == over {
			break
		}
		m.act(s)
		for i := range s.players {
			if c := &s.players[i].coins; poor && *c > goal/2 {
				*c -= goal / 2
			}
		}
	}
	if m.chance(2) {
		m.pay(s)
	}
	if m.chance(3) {
		m.scatter(&s.table)
	}
	if n := len(s.played); n > 0 && n == s.round-1 && m.chance(4) {
		m.redeal(s)
	}
	return s
}

// redeal makes other cards the played ones, as many as were: a State may have
// conditional ones among them sooner than any game has.
func (m *maker) redeal(s *state) {
	n := len(s.played)
	deck := make([]event, events)
	for e := range deck {
		deck[e] = event(e)
	}
	m.rng.Shuffle(events, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	s.played, s.pile = deck[:n:n], nil
	for _, e := range deck[n:] {
		if e >= conditionals {
			s.pile = append(s.pile, e)
		}
	}
	s.event = deck[n-1]
}

// moves is how many requests come before a state: often whole rounds, so that
// a round has just begun, or all but one.
func (m *maker) moves(players int) int {
	n := m.upTo((roundsMax + 1) * players)
	switch m.rng.IntN(4) {
	case 0:
		n -= n % players
	case 1:
		n += players - 1 - n%players
	}
	return n
}

// act executes a random legal request.
func (m *maker) act(s *state) {
	q := m.legalRequest(s)
	m.enter(s, &q, true)
	m.rules.execute(s, &q)
}

// legalRequest draws a legal request. A reachable state has one; in one whose
// tiles were scattered a last favourite may find nothing to eliminate.
func (m *maker) legalRequest(s *state) request {
	p := s.active()
	hand := p.hand
	if s.phase == starting {
		hand = []kind{guildMaster}
	}
	q, ok := m.rules.drawRequest(&s.table, p.guild, hand, m.rng)
	if !ok {
		return request{guild: p.guild, kind: hand[0]}
	}
	return q
}

// pay gives the players other coins: equal ones, or some near a limit of the
// rules.
func (m *maker) pay(s *state) {
	near := []int{0, 1, 2, m.rules.bountyCoins, goal - 5, goal}[m.rng.IntN(6)]
	for i := range s.players {
		s.players[i].coins = max(0, near+m.rng.IntN(7)-3)
	}
}

// scatter puts all tiles outside the market on other cells in play, those of
// few districts if it can, so that districts are crowded.
func (m *maker) scatter(t *table) {
	var free []square
	var lying []tile
	order := []district{0, 1, 2, 3, 4, harem}
	m.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, d := range order {
		if !t.inPlay.has(d) {
			continue
		}
		cells := slices.Clone(cellsOf[d])
		m.rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		free = append(free, cells...)
		for _, c := range cells {
			if t.board[c] != 0 {
				lying = append(lying, t.board[c])
				t.board[c] = 0
			}
		}
	}
	m.rng.Shuffle(len(lying), func(i, j int) { lying[i], lying[j] = lying[j], lying[i] })
	m.lay(t, free, lying)
}

// lay puts tiles on free cells, of which there are enough, leaving gaps here
// and there.
func (m *maker) lay(t *table, free []square, lying []tile) {
	for _, one := range lying {
		if len(free) == 0 {
			return
		}
		i := m.rng.IntN(min(len(free), 4))
		t.board[free[i]] = one
		free = slices.Delete(free, i, i+1)
	}
}

// request draws a request, legal or not, of a guild that plays.
func (m *maker) request(s *state) request {
	var q request
	if s.phase != over && !m.chance(4) {
		q = m.legalRequest(s)
		if !m.chance(3) {
			return q
		}
	} else {
		p := &s.players[m.rng.IntN(len(s.players))]
		q = request{guild: p.guild, kind: kind(m.rng.IntN(int(kinds))), cell: m.square()}
		if n := len(p.hand); n > 0 && !m.chance(3) {
			q.kind = p.hand[m.rng.IntN(n)]
		}
		q.choice = m.choice(s, q.kind)
	}
	switch m.rng.IntN(6) { // one thing is otherwise
	case 0:
		q.cell = m.square()
	case 1:
		q.kind = kind(m.rng.IntN(int(kinds)))
	case 2:
		q.guild = s.players[m.rng.IntN(len(s.players))].guild
	case 3:
		q.choice = m.choice(s, q.kind)
	case 4:
		q.choice.from = m.occupied(s)
	default:
		q.choice = m.choice(s, kind(m.rng.IntN(int(kinds))))
	}
	return q
}

// enter adds market cells for tiles that a request puts into the market, as many
// as there are or fewer; unless they have to be right, sometimes one too many, or
// one that is not free (BZ-56).
func (m *maker) enter(s *state, q *request, right bool) {
	if m.rules.marketCell != chosenCell || m.chance(4) {
		return
	}
	coming := 0
	if m.rules.judge(s, q) == legal {
		coming = len(m.rules.marketed(s, q))
	}
	if coming == 0 {
		if !right && m.chance(8) {
			q.market = []square{cellsOf[market][m.rng.IntN(marketLimit)]}
		}
		return
	}
	cells := s.freeCells(market, offEdge, nil)
	m.rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	n := coming
	if m.chance(4) {
		n = m.rng.IntN(coming + 1)
	}
	q.market = cells[:n]
	if right || !m.chance(3) {
		return
	}
	wrong := []square{m.square(), cellsOf[market][m.rng.IntN(marketLimit)]}[m.rng.IntN(2)]
	if n == 0 || n < marketLimit && m.chance(3) {
		q.market = append(q.market, wrong)
		return
	}
	q.market[m.rng.IntN(n)] = wrong
}

// stirs tells whether more than one square is otherwise after the request.
func (m *maker) stirs(s *state, q *request) bool {
	var after state
	after.copyFrom(s)
	if m.rules.move(&after, q) != legal {
		return false
	}
	n := 0
	for i := range s.board {
		if s.board[i] != after.board[i] {
			n++
		}
	}
	return n > 1
}

func (m *maker) square() square { return square(m.rng.IntN(squares)) }

// occupied is the square of a tile if it finds one soon, else any.
func (m *maker) occupied(s *state) square {
	p := m.square()
	for range 5 {
		if s.board[p] != 0 {
			break
		}
		p = m.square()
	}
	return p
}

// choice draws a choice of the form that a kind needs.
func (m *maker) choice(s *state, k kind) choice {
	c := choice{form: formOf[k], direction: direction(m.rng.IntN(int(directions)))}
	switch c.form {
	case choosesNothing:
		c.direction = 0
	case choosesTurn:
		c.form = choosesDirection
	case choosesWalk:
		c.steps = 1 + m.rng.IntN(walkMax)
	case choosesMove:
		c.from, c.to = m.occupied(s), m.square()
		if m.chance(4) {
			c = choice{}
		}
	}
	return c
}

// requestsMax is how many requests an input of play has at most: some rounds.
const requestsMax = 40

// playInput makes a State and requests, most of them legal when they are due.
func (m *maker) playInput() []jsontext.Value {
	s := m.state()
	list := inputs(appendState(nil, s))
	for range m.upTo(requestsMax) {
		q := m.request(s)
		if s.phase != over && !m.chance(5) {
			q = m.legalRequest(s)
		}
		m.enter(s, &q, false)
		list = append(list, requestJSON(&q))
		m.rules.move(s, &q)
	}
	return list
}

// wealth makes an input of order, in which ties are frequent.
func (m *maker) wealth() []byte {
	playing := m.playing()
	var w wealthText
	span := 1 + m.upTo(6)
	from := m.upTo(coinsMax - span)
	for _, g := range playing {
		w.players = append(w.players, playerText{guild: g, coins: from + m.rng.IntN(span)})
	}
	m.rng.Shuffle(len(playing), func(i, j int) { playing[i], playing[j] = playing[j], playing[i] })
	w.previous = playing
	return described().wealth.Text(w)
}

// position makes a Position, often with crowded districts.
func (m *maker) position() []byte {
	p := position{guilds: m.playing()}
	haremIn := m.chance(2)
	p.setIn(haremIn, m.chance(2))
	p.event = noEvent
	if !m.chance(3) {
		p.event = event(m.rng.IntN(events))
	}
	var lying []tile
	for _, g := range p.guilds {
		for k := range kinds {
			lying = append(lying, newTile(g, k))
		}
	}
	m.rng.Shuffle(len(lying), func(i, j int) { lying[i], lying[j] = lying[j], lying[i] })
	n := m.upTo(len(lying))
	waiting := min(n, m.rng.IntN(marketLimit+1))
	m.lay(&p.table, slices.Clone(cellsOf[market]), lying[:waiting])
	for _, one := range lying[waiting:n] { // first anywhere, then crowded
		cells := cellsOf[m.rng.IntN(int(harem))]
		if c := cells[m.rng.IntN(len(cells))]; p.board[c] == 0 {
			p.board[c] = one
		}
	}
	if !m.chance(3) {
		m.scatter(&p.table)
	}
	return described().position.Text(positionText{
		guilds: p.guilds, board: p.written(nil), haremIn: p.inPlay.has(harem), marketIn: p.inPlay.has(market), event: p.event,
	})
}

// shove makes a push on a position, mostly of a tile.
func (m *maker) shove(p jsontext.Value) []byte {
	d := newDecoder(m.rules)
	how := shove{cell: m.square(), direction: direction(m.rng.IntN(int(directions))), steps: 1 + m.upTo(8)}
	if err := d.Decode(inputs(p), 0, func() { d.positionValue() }); err == nil && len(d.position.board) > 0 && !m.chance(8) {
		how.cell = d.position.board[m.rng.IntN(len(d.position.board))].cell
	}
	return described().shove.Text(how)
}
