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
	m := &maker{rules: r.right, Draw: game.NewDraw(rng, size)}
	switch task {
	case "setup":
		b := m.beginning()
		return game.Inputs(described().setup.Text(b.text()))
	case "move":
		s := m.state()
		q := m.request(s)
		for range 6 { // most tiles find nothing to do where chance puts them
			if m.Chance(4) || m.stirs(s, &q) {
				break
			}
			q = m.request(s)
		}
		m.enter(s, &q, false)
		return game.Inputs(appendState(nil, s), requestJSON(&q))
	case "play":
		return m.playInput()
	case "view":
		s := m.state()
		g := s.players[rng.IntN(len(s.players))].guild
		return game.Inputs(appendState(nil, s), described().guild.Text(g))
	case "score":
		return game.Inputs(appendState(nil, m.state()))
	case "order":
		return game.Inputs(m.wealth())
	case "owners":
		return game.Inputs(m.position())
	case "server", "clients":
		return m.pair()
	case "player":
		return m.seatedPair()
	case "push":
		p := m.position()
		return game.Inputs(p, m.shove(p))
	}
	return nil
}

// pair is the input of a live case, with a few actors that misbehave.
func (m *maker) pair() []jsontext.Value {
	b := m.beginning()
	n := len(b.players)
	if m.Chance(8) {
		n = m.IntN(described().cast.Max + 1)
	}
	cast, guests := described().cast.Random(m.Rand, n)
	return game.Inputs(cast, guests, described().setup.Text(b.text()))
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	b := m.beginning()
	return game.Inputs(described().cast.Honest(m.Rand, len(b.players)), []byte("[]"), described().setup.Text(b.text()))
}

// A maker makes random pieces for one input.
type maker struct {
	game.Draw
	rules *rules
}

// playing are two to four guilds in any order.
func (m *maker) playing() []guild {
	list := m.guilds()
	return list[:playersMin+m.UpTo(guilds-playersMin)]
}

// guilds are all guilds in any order.
func (m *maker) guilds() []guild {
	list := []guild{0, 1, 2, 3}
	m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
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
		m.Shuffle(len(p.pile), func(i, j int) { p.pile[i], p.pile[j] = p.pile[j], p.pile[i] })
		b.players = append(b.players, p)
		b.order = append(b.order, i)
	}
	m.Shuffle(len(b.order), func(i, j int) { b.order[i], b.order[j] = b.order[j], b.order[i] })
	for e := event(conditionals); e < events; e++ {
		b.events = append(b.events, e)
	}
	m.Shuffle(len(b.events), func(i, j int) { b.events[i], b.events[j] = b.events[j], b.events[i] })
	return b
}

// state is any State of a game that has been played at random for a while,
// perhaps with other coins and with its tiles elsewhere.
func (m *maker) state() *state {
	b := m.beginning()
	s := m.rules.setup(b.players, b.order, b.events)
	poor := m.Chance(2) // so that the game lasts
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
	if m.Chance(2) {
		m.pay(s)
	}
	if m.Chance(3) {
		m.scatter(&s.table)
	}
	if n := len(s.played); n > 0 && n == s.round-1 && m.Chance(4) {
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
	m.Shuffle(events, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
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
	n := m.UpTo((roundsMax + 1) * players)
	switch m.IntN(4) {
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
	q, ok := m.rules.drawRequest(&s.table, p.guild, hand, m.Rand)
	if !ok {
		return request{guild: p.guild, kind: hand[0]}
	}
	return q
}

// pay gives the players other coins: equal ones, or some near a limit of the
// rules.
func (m *maker) pay(s *state) {
	near := []int{0, 1, 2, m.rules.bountyCoins, goal - 5, goal}[m.IntN(6)]
	for i := range s.players {
		s.players[i].coins = max(0, near+m.IntN(7)-3)
	}
}

// scatter puts all tiles outside the market on other cells in play, those of
// few districts if it can, so that districts are crowded.
func (m *maker) scatter(t *table) {
	var free []square
	var lying []tile
	order := []district{0, 1, 2, 3, 4, harem}
	m.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, d := range order {
		if !t.inPlay.has(d) {
			continue
		}
		cells := slices.Clone(cellsOf[d])
		m.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		free = append(free, cells...)
		for _, c := range cells {
			if t.board[c] != 0 {
				lying = append(lying, t.board[c])
				t.board[c] = 0
			}
		}
	}
	m.Shuffle(len(lying), func(i, j int) { lying[i], lying[j] = lying[j], lying[i] })
	m.lay(t, free, lying)
}

// lay puts tiles on free cells, of which there are enough, leaving gaps here
// and there.
func (m *maker) lay(t *table, free []square, lying []tile) {
	for _, one := range lying {
		if len(free) == 0 {
			return
		}
		i := m.IntN(min(len(free), 4))
		t.board[free[i]] = one
		free = slices.Delete(free, i, i+1)
	}
}

// request draws a request, legal or not, of a guild that plays.
func (m *maker) request(s *state) request {
	var q request
	if s.phase != over && !m.Chance(4) {
		q = m.legalRequest(s)
		if !m.Chance(3) {
			return q
		}
	} else {
		p := &s.players[m.IntN(len(s.players))]
		q = request{guild: p.guild, kind: kind(m.IntN(int(kinds))), cell: m.square()}
		if n := len(p.hand); n > 0 && !m.Chance(3) {
			q.kind = p.hand[m.IntN(n)]
		}
		q.choice = m.choice(s, q.kind)
	}
	switch m.IntN(6) { // one thing is otherwise
	case 0:
		q.cell = m.square()
	case 1:
		q.kind = kind(m.IntN(int(kinds)))
	case 2:
		q.guild = s.players[m.IntN(len(s.players))].guild
	case 3:
		q.choice = m.choice(s, q.kind)
	case 4:
		q.choice.from = m.occupied(s)
	default:
		q.choice = m.choice(s, kind(m.IntN(int(kinds))))
	}
	return q
}

// enter adds market cells for tiles that a request puts into the market, as many
// as there are or fewer; unless they have to be right, sometimes one too many, or
// one that is not free (BZ-56).
func (m *maker) enter(s *state, q *request, right bool) {
	if m.rules.marketCell != chosenCell || m.Chance(4) {
		return
	}
	coming := 0
	if m.rules.judge(s, q) == legal {
		coming = len(m.rules.marketed(s, q))
	}
	if coming == 0 {
		if !right && m.Chance(8) {
			q.market = []square{cellsOf[market][m.IntN(marketLimit)]}
		}
		return
	}
	cells := s.freeCells(market, offEdge, nil)
	m.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	n := coming
	if m.Chance(4) {
		n = m.IntN(coming + 1)
	}
	q.market = cells[:n]
	if right || !m.Chance(3) {
		return
	}
	wrong := []square{m.square(), cellsOf[market][m.IntN(marketLimit)]}[m.IntN(2)]
	if n == 0 || n < marketLimit && m.Chance(3) {
		q.market = append(q.market, wrong)
		return
	}
	q.market[m.IntN(n)] = wrong
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

func (m *maker) square() square { return square(m.IntN(squares)) }

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
	c := choice{form: formOf[k], direction: direction(m.IntN(int(directions)))}
	switch c.form {
	case choosesNothing:
		c.direction = 0
	case choosesTurn:
		c.form = choosesDirection
	case choosesWalk:
		c.steps = 1 + m.IntN(walkMax)
	case choosesMove:
		c.from, c.to = m.occupied(s), m.square()
		if m.Chance(4) {
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
	list := game.Inputs(appendState(nil, s))
	for range m.UpTo(requestsMax) {
		q := m.request(s)
		if s.phase != over && !m.Chance(5) {
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
	span := 1 + m.UpTo(6)
	from := m.UpTo(coinsMax - span)
	for _, g := range playing {
		w.players = append(w.players, playerText{guild: g, coins: from + m.IntN(span)})
	}
	m.Shuffle(len(playing), func(i, j int) { playing[i], playing[j] = playing[j], playing[i] })
	w.previous = playing
	return described().wealth.Text(w)
}

// position makes a Position, often with crowded districts.
func (m *maker) position() []byte {
	p := position{guilds: m.playing()}
	haremIn := m.Chance(2)
	p.setIn(haremIn, m.Chance(2))
	p.event = noEvent
	if !m.Chance(3) {
		p.event = event(m.IntN(events))
	}
	var lying []tile
	for _, g := range p.guilds {
		for k := range kinds {
			lying = append(lying, newTile(g, k))
		}
	}
	m.Shuffle(len(lying), func(i, j int) { lying[i], lying[j] = lying[j], lying[i] })
	n := m.UpTo(len(lying))
	waiting := min(n, m.IntN(marketLimit+1))
	m.lay(&p.table, slices.Clone(cellsOf[market]), lying[:waiting])
	for _, one := range lying[waiting:n] { // first anywhere, then crowded
		cells := cellsOf[m.IntN(int(harem))]
		if c := cells[m.IntN(len(cells))]; p.board[c] == 0 {
			p.board[c] = one
		}
	}
	if !m.Chance(3) {
		m.scatter(&p.table)
	}
	return described().position.Text(positionText{
		guilds: p.guilds, board: p.written(nil), haremIn: p.inPlay.has(harem), marketIn: p.inPlay.has(market), event: p.event,
	})
}

// shove makes a push on a position, mostly of a tile.
func (m *maker) shove(p jsontext.Value) []byte {
	d := newDecoder(m.rules)
	how := shove{cell: m.square(), direction: direction(m.IntN(int(directions))), steps: 1 + m.UpTo(8)}
	if err := d.Decode(game.Inputs(p), 0, func() { d.positionValue() }); err == nil && len(d.position.board) > 0 && !m.Chance(8) {
		how.cell = d.position.board[m.IntN(len(d.position.board))].cell
	}
	return described().shove.Text(how)
}
