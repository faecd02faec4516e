package ubongo

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Generate makes one valid input of a task. It leans towards where
// implementations differ: ties, last rounds, the moment in which the hourglass
// has run out, solutions that are wrong in one cube.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value {
	m := &maker{rules: r.right, Draw: game.NewDraw(rng, size), solver: newSolver(r.right.ways)}
	switch task {
	case "check":
		text, p := m.problem()
		list := m.attempt(p)
		if rest := p.pieces; len(list) > 0 && m.Chance(12) {
			// A piece that the problem does not have any more leaves a gap.
			if rest &^= list[0].piece.one(); rest != 0 {
				p.pieces, list = rest, list[1:]
				text = m.shuffled(p)
			}
		}
		return game.Inputs(text, appendPlacements(nil, list))
	case "solve":
		text, _ := m.problem()
		return game.Inputs(text)
	case "rewards":
		return game.Inputs(m.payout())
	case "solo":
		return game.Inputs(m.run())
	case "move":
		t := m.state()
		q := m.request(t)
		return game.Inputs(appendState(nil, t), requestJSON(&q))
	case "play":
		return m.playInput()
	case "view":
		t := m.state()
		return game.Inputs(appendState(nil, t), described().index.Text(m.IntN(len(t.players))))
	case "score":
		return game.Inputs(appendState(nil, m.state()))
	case "setup":
		s := m.setup()
		return game.Inputs(setupJSON(&s))
	case "server", "clients":
		return m.pair()
	case "player":
		return m.seatedPair()
	}
	return nil
}

// pair is the input of a live case, with a few actors that misbehave.
func (m *maker) pair() []jsontext.Value {
	s := m.setup()
	n := len(s.players)
	if m.Chance(8) {
		n = m.IntN(described().cast.Max + 1)
	}
	cast, guests := described().cast.Random(m.Rand, n)
	return game.Inputs(cast, guests, setupJSON(&s), described().chance.Text(m.IntN(chanceMax+1)))
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	s := m.setup()
	return game.Inputs(described().cast.Honest(m.Rand, len(s.players)), []byte("[]"), setupJSON(&s), described().chance.Text(m.IntN(chanceMax+1)))
}

// A maker makes random pieces for one input.
type maker struct {
	game.Draw
	rules  *rules
	solver *solver
}

// setup is a game that begins, among two to four players.
func (m *maker) setup() setup {
	same := m.IntN(levels)
	chosen := make([]int, playersMin+m.UpTo(playersMax-playersMin))
	for i := range chosen {
		chosen[i] = m.IntN(levels)
		if m.Chance(3) {
			chosen[i] = same
		}
	}
	return m.setupOf(chosen)
}

// setupOf is any Setup of players with boards of these levels.
func (m *maker) setupOf(chosen []int) setup {
	n := len(chosen)
	names := []string{"Ada", "bob", "Cyd", "dan", "Eve7", "0", "Zoe", "abcdefghijKLMNOPQRST", "a", "A"}
	m.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var s setup
	var used cardSet
	for i, level := range chosen {
		p := player{name: names[i], level: level}
		for len(p.stack) < rounds {
			if b := m.board(p.level); used.add(m.rules, b) {
				p.stack = append(p.stack, b)
			}
		}
		s.players = append(s.players, p)
	}
	s.youngest = m.IntN(n)
	s.flipper = (s.youngest + 1 + m.IntN(n-1)) % n
	return s
}

// board is any board of a level.
func (m *maker) board(level int) boardIndex {
	all := m.rules.content.boards
	for {
		if i := m.IntN(len(all)); all[i].level == level {
			return boardIndex(i)
		}
	}
}

func (m *maker) die() int { return 1 + m.IntN(sides) }

// tiesTried is how many games are played to find one that ends as it should.
// About every twentieth ends with a tie.
const tiesTried = 400

// state is a State of any phase, which a game has led to.
func (m *maker) state() *table {
	wanted := phase(m.IntN(len(phaseNames)))
	if m.Chance(2) {
		wanted = toSolve
	}
	if !wanted.main() {
		return m.late(wanted)
	}
	t := m.started()
	for round := 1 + m.UpTo(rounds-1); t.round < round; {
		m.skipRound(t)
	}
	if m.Chance(4) {
		for t.round < rounds-1 || t.round < rounds && m.Chance(2) {
			m.skipRound(t)
		}
	}
	m.enter(t, wanted)
	return t
}

// started is a game at its beginning.
func (m *maker) started() *table {
	s := m.setup()
	t := m.rules.begin(&s)
	return &t
}

// enter leads a round to one of its phases.
func (m *maker) enter(t *table, wanted phase) {
	r := m.rules
	if wanted == toRoll {
		return
	}
	t.die, t.phase = m.die(), wanted
	t.glass = m.IntN(2)
	if wanted == toSolve {
		t.glass++
	}
	order := m.Perm(len(t.players))
	if r.wrongOut && (wanted == toSolve || t.glass == 1) {
		for len(order) > 1 && m.Chance(3) {
			t.out, order = append(t.out, order[0]), order[1:]
		}
	}
	if wanted == toFlip {
		return
	}
	solvers := m.IntN(len(order))
	if r.waits && m.Chance(4) {
		solvers = len(order)
	}
	for i, at := range m.times(solvers) {
		m.pay(t, order[i], at)
	}
}

// times are times of claims, some of them equal, some the last in time.
func (m *maker) times(n int) []int {
	list := make([]int, n)
	for i := range list {
		switch {
		case m.Chance(6):
			list[i] = m.rules.content.hourglass
		case i > 0 && m.Chance(3):
			list[i] = list[i-1]
		default:
			list[i] = m.IntN(m.rules.content.hourglass + 1)
		}
	}
	slices.Sort(list)
	return list
}

// pay accepts a claim.
func (m *maker) pay(t *table, p, at int) {
	gem := m.gemOf(&t.bag)
	m.rules.reward(len(t.solved), gem, &t.players[p].gems, &t.display, &t.bag)
	t.solved = append(t.solved, solved{p, at, gem})
}

// gemOf is a gem that is in the bag, as likely as it would be drawn.
func (m *maker) gemOf(bag *gems) colour { return drawn(m.Rand, bag) }

// drawn is a gem drawn from a bag that is not empty.
func drawn(rng *rand.Rand, bag *gems) colour {
	return bag.at(rng.IntN(bag.total()))
}

// skipRound plays a round of which only the outcome matters.
func (m *maker) skipRound(t *table) {
	for _, p := range m.Perm(len(t.players))[:m.IntN(len(t.players)+1)] {
		m.pay(t, p, 0)
	}
	m.rules.endRound(t)
}

// late is a state behind the last round.
func (m *maker) late(wanted phase) *table {
	for range tiesTried {
		t := m.started()
		for t.phase.main() {
			m.skipRound(t)
		}
		if t.phase == wanted && !m.Chance(4) {
			return t
		}
		if t.phase != toRollPlayoff {
			continue
		}
		if wanted == inPlayoff || wanted == over {
			m.rules.move(t, &request{kind: playoff, player: m.tied(t), die: m.die(), boards: m.playoffBoards(t)})
		}
		if wanted == over {
			t.phase, t.winner, t.die = over, m.tied(t), 0
			clearBoards(t)
		}
		return t
	}
	return m.started()
}

// tied is a player with the most points.
func (m *maker) tied(t *table) int {
	is, _ := m.rules.leaders(t)
	for {
		if p := m.IntN(len(t.players)); is[p] {
			return p
		}
	}
}

// playoffBoards are boards for the tied players that fit.
func (m *maker) playoffBoards(t *table) []boardIndex {
	is, _ := m.rules.leaders(t)
	var used cardSet
	var list []boardIndex
	for p := range t.players {
		for is[p] {
			level := t.players[p].level
			if m.rules.anyLevel {
				level = m.IntN(levels)
			}
			if b := m.board(level); used.add(m.rules, b) {
				list = append(list, b)
				break
			}
		}
	}
	return list
}

// request is a decision of some player that mostly fits the phase, and is mostly
// legal.
func (m *maker) request(t *table) request {
	q := request{player: m.IntN(len(t.players)), die: m.die(), gem: noColour}
	q.kind = map[phase]requestType{toRoll: roll, toFlip: flip, toSolve: claim, toRollPlayoff: playoff, inPlayoff: claim, over: claim}[t.phase]
	if t.phase == toSolve && m.Chance(5) {
		q.kind = stop
	}
	if m.Chance(12) {
		q.kind = requestType(m.IntN(len(requestTypes)))
	}
	usual := !m.Chance(8)
	switch q.kind {
	case roll:
		if usual {
			q.player = t.roller
		}
	case flip:
		if usual {
			q.player = t.flipper
		}
	case claim:
		m.claim(t, &q, usual)
	case stop:
		q.timeMs = m.rules.content.hourglass
		if !usual || m.Chance(3) {
			q.timeMs += m.IntN(3) - 1
		}
	case playoff:
		m.playoff(t, &q, usual)
	}
	if m.Chance(40) {
		q.player = m.IntN(playersMax)
	}
	return q
}

func (m *maker) playoff(t *table, q *request, usual bool) {
	if t.phase != toRollPlayoff {
		q.boards = []boardIndex{m.board(m.IntN(levels))}
		return
	}
	q.boards = m.playoffBoards(t)
	if usual {
		q.player = m.tied(t)
	}
	other := m.IntN(len(q.boards))
	switch m.IntN(8) {
	case 0:
		q.boards = q.boards[:other]
	case 1:
		q.boards[other] = m.board(m.IntN(levels))
	case 2:
		q.boards[other] = q.boards[m.IntN(len(q.boards))]
	case 3: // the other side of a card, or another one
		card := m.rules.content.boards[q.boards[m.IntN(len(q.boards))]].card
		q.boards[other] = boardIndex(slices.IndexFunc(m.rules.content.boards, func(b board) bool { return b.card == card }))
	}
}

// claim makes a claim of somebody who may, if it is a usual one.
func (m *maker) claim(t *table, q *request, usual bool) {
	for range 20 {
		p := &t.players[q.player]
		if !usual || p.board != noBoard && !t.hasSolved(q.player) && !t.isOut(q.player) {
			break
		}
		q.player = m.IntN(len(t.players))
	}
	if b := t.players[q.player].board; b != noBoard && t.die != 0 {
		q.placements = m.attempt(m.rules.content.problem(b, t.die))
	}
	last := 0
	if k := len(t.solved); k > 0 {
		last = t.solved[k-1].timeMs
	}
	q.timeMs = last + m.IntN(m.rules.content.hourglass-last+1)
	switch m.IntN(10) {
	case 0:
		q.timeMs = m.rules.content.hourglass + m.IntN(2)
	case 1:
		q.timeMs = max(0, last-m.IntN(2))
	case 2:
		q.timeMs = last
	}
	switch {
	case t.phase == inPlayoff && usual:
	case !usual && m.Chance(2):
	case m.Chance(10):
		q.gem = colour(m.IntN(colours))
	default:
		q.gem = m.gemOf(&t.bag)
	}
}

// playInput is a State with requests that follow the game they make.
func (m *maker) playInput() []jsontext.Value {
	t := m.state()
	if m.Chance(3) { // at the end of the game
		t = m.started()
		for t.round < rounds {
			m.skipRound(t)
		}
	}
	list := game.Inputs(appendState(nil, t))
	for range m.UpTo(40) {
		q := m.request(t)
		list = append(list, requestJSON(&q))
		m.rules.move(t, &q)
		if t.phase == over && !m.Chance(3) {
			break
		}
	}
	return list
}

// payout is a round to pay out.
func (m *maker) payout() []byte {
	p := payout{players: playersMin + m.IntN(playersMax-playersMin+1)}
	left := 1 + m.IntN(rounds)
	p.display[blue], p.display[brown] = left, left
	for c := range p.bag {
		p.bag[c] = m.IntN(m.rules.content.count[c] - p.display[c] + 1)
		if m.Chance(4) {
			p.bag[c] = 0
		}
	}
	if m.Chance(6) { // nearly empty
		p.bag = gems{}
		p.bag[m.IntN(colours)] = m.IntN(3)
	}
	p.order = m.Perm(p.players)[:m.IntN(p.players+1)]
	bag := p.bag
	for range p.order {
		c := noColour
		if bag.total() > 0 {
			c = m.gemOf(&bag)
			bag[c]--
		}
		p.draws = append(p.draws, c)
	}
	return described().rewards.Append(nil, &p)
}

// problem is the problem of a board, as such or as a footprint perhaps turned or
// mirrored, or one of any footprint.
func (m *maker) problem() ([]byte, problem) {
	b, die := boardIndex(m.IntN(len(m.rules.content.boards))), m.die()
	p := m.rules.content.problem(b, die)
	switch m.IntN(4) {
	case 0:
		return described().problem.Text(problemText{board: b, die: die}), p
	case 1:
		p.footprint = m.turned(p.footprint)
	case 2:
		p.footprint = m.footprint()
		p.pieces = m.pieces(layers * len(p.footprint))
	}
	// Squares and pieces stand in any order.
	return m.shuffled(p), p
}

// shuffled is the text of a problem with squares and pieces in any order.
func (m *maker) shuffled(p problem) []byte {
	text := problemText{footprint: slices.Clone(p.footprint), pieces: p.pieces.list(nil)}
	m.Shuffle(len(text.footprint), func(i, j int) { text.footprint[i], text.footprint[j] = text.footprint[j], text.footprint[i] })
	m.Shuffle(len(text.pieces), func(i, j int) { text.pieces[i], text.pieces[j] = text.pieces[j], text.pieces[i] })
	return described().problem.Append(nil, &text)
}

// turned turns and mirrors a footprint, and moves it.
func (m *maker) turned(from []square) []square {
	list := slices.Clone(from)
	for range m.IntN(4) {
		for i, at := range list {
			list[i] = square{at.col, squareMax - at.row}
		}
	}
	if m.Chance(2) {
		for i, at := range list {
			list[i] = square{at.row, squareMax - at.col}
		}
	}
	slices.SortStableFunc(list, compareSquares)
	return list
}

// footprint is any footprint, mostly connected and rather compact.
func (m *maker) footprint() []square {
	n := 1 + m.UpTo(squaresMax-1)
	edge := int8(2 + m.IntN(3))
	list := []square{{int8(m.IntN(squareMax + 1 - int(edge))), int8(m.IntN(squareMax + 1 - int(edge)))}}
	corner := list[0]
	for tries := 0; len(list) < n && tries < 40*squaresMax; tries++ {
		next := list[m.IntN(len(list))]
		switch step := int8(1 - 2*m.IntN(2)); {
		case m.Chance(60):
			next = square{int8(m.IntN(squareMax + 1)), int8(m.IntN(squareMax + 1))}
		case m.Chance(2):
			next.row += step
		default:
			next.col += step
		}
		inside := next.row >= corner.row && next.col >= corner.col && next.row < corner.row+edge && next.col < corner.col+edge
		if (inside || m.Chance(20)) && next.row >= 0 && next.col >= 0 && next.row <= squareMax && next.col <= squareMax && !slices.Contains(list, next) {
			list = append(list, next)
		}
	}
	slices.SortStableFunc(list, compareSquares)
	return list
}

// pieces is a set of pieces of some volume, or of nearly that.
func (m *maker) pieces(volume int) pieceSet {
	set := pieceSet(0)
	for range 200 {
		set = pieceSet(1 + m.IntN(1<<pieceKinds-1))
		if v := m.rules.volume(set); v == volume || m.Chance(100) {
			break
		}
	}
	return set
}

// volume is the number of cubes of some pieces.
func (r *rules) volume(set pieceSet) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n += len(r.content.pieces[bits.TrailingZeros8(uint8(set))].cells)
	}
	return n
}
