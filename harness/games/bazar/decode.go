package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A decoder reads the values of chapter 5, makes the engine's forms of them, and refuses
// what is not valid. It keeps its memory from case to case: what it returns is valid until
// the same value is read again.
type decoder struct {
	value.Reader
	rules *rules // that say what is valid
	forms *forms

	text     stateText
	state    state
	position positionText
	setup    setupText
	wealth   wealthText
	view     viewText
	request  requestText
	shove    shove
	cell     square
}

func newDecoder(r *rules) *decoder {
	d := &decoder{rules: r.right, forms: described()}
	chosen := r.right.marketCell == chosenCell
	d.Knows = func(string) bool { return chosen } // the one tie is that of a request's market cells (BZ-56)
	return d
}

// lay puts tiles on an empty board.
func (t *table) lay(list []placed) {
	t.board = [squares + 1]tile{}
	for i := range list {
		p := &list[i]
		t.board[p.cell] = newTile(p.guild, p.kind)
	}
}

// setIn says which of the late districts are in play.
func (t *table) setIn(haremIn, marketIn bool) {
	t.inPlay = fromStart
	if haremIn {
		t.inPlay = t.inPlay.with(harem)
	}
	if marketIn {
		t.inPlay = t.inPlay.with(market)
	}
}

// tilesOf are the tiles of a list that was read.
func tilesOf(memory []tile, list []merchant) []tile {
	for _, m := range list {
		memory = append(memory, newTile(m.guild, m.kind))
	}
	return memory
}

// stateValue reads a State. What it returns is the decoder's own.
func (d *decoder) stateValue() *state {
	s, t := &d.state, &d.text
	d.forms.state.Read(&d.Reader, t)
	if d.Err() != nil {
		return s
	}
	s.round, s.phase, s.turn, s.event = t.round, t.phase, t.turn, t.event
	s.players = s.players[:0]
	for i := range t.players {
		p := &t.players[i]
		s.players = append(s.players, player{guild: p.guild, coins: p.coins, hand: p.hand, pile: p.pile})
	}
	s.lay(t.board)
	s.setIn(t.haremIn, t.marketIn)
	s.played, s.pile = t.played, t.pile
	s.discarded, s.eliminated = tilesOf(s.discarded[:0], t.discarded), s.eliminated[:0]
	d.checkState(s)
	return s
}

// positionValue reads a Position.
func (d *decoder) positionValue() *position {
	t, p := &d.position, &position{}
	d.forms.position.Read(&d.Reader, t)
	p.guilds, p.event = t.guilds, t.event
	if d.Err() == nil && d.checkGuilds(len(t.guilds), t.atGuilds, func(i int) (guild, int) { return t.guilds[i], t.atGuilds }) {
		p.lay(t.board)
		p.setIn(t.haremIn, t.marketIn)
		d.checkBoard(t.board, t.haremIn, p.plays)
	}
	return p
}

// requestTo reads a Request for a State, whose guild must be one of its players.
func (d *decoder) requestTo(s *state) request { return d.requestOf(s, d.forms.request) }

// placementTo reads what a player in turn replies, a Request for a State without
// entries: the owners are asked for them (BZ-56).
func (d *decoder) placementTo(s *state) request { return d.requestOf(s, d.forms.placement) }

func (d *decoder) requestOf(s *state, form value.Type[requestText]) request {
	d.request = requestText{} // the entries are the request's own
	form.Read(&d.Reader, &d.request)
	d.checkGuild(s, d.request.guild, d.request.atGuild)
	return d.request.request
}

// shoveValue reads what task push is asked to do.
func (d *decoder) shoveValue() shove {
	d.forms.shove.Read(&d.Reader, &d.shove)
	return d.shove
}

// cellValue reads a Cell, which names any square of the board.
func (d *decoder) cellValue() square {
	d.forms.cell.Read(&d.Reader, &d.cell)
	return d.cell
}

// wealthValue reads a Wealth.
func (d *decoder) wealthValue() (w wealth) {
	t := &d.wealth
	d.forms.wealth.Read(&d.Reader, t)
	if d.Err() != nil || !d.checkPlaying(t.players, t.atPlayers) {
		return w
	}
	for i := range t.players {
		w.guilds, w.coins = append(w.guilds, t.players[i].guild), append(w.coins, t.players[i].coins)
	}
	w.previous = d.orderOf(nil, t.previous, t.atOrder, len(w.guilds), indexIn(w.guilds))
	return w
}

// setupValue reads a Setup: piles of the 13 kinds (BZ-03), the starting order
// (BZ-07), the eight normal cards (BZ-05).
func (d *decoder) setupValue() (b beginning) {
	t := &d.setup
	d.forms.setup.Read(&d.Reader, t)
	if d.Err() != nil || !d.checkPlaying(t.players, t.atPlayers) {
		return b
	}
	var list []guild
	for i := range t.players {
		p := &t.players[i]
		d.checkPile(p.pile, p.atPile)
		b.players = append(b.players, player{guild: p.guild, pile: p.pile})
		list = append(list, p.guild)
	}
	b.order, b.events = d.orderOf(nil, t.order, t.atOrder, len(list), indexIn(list)), t.events
	d.checkDeck(t.events, t.atEvents)
	return b
}

// viewValue reads a View. It comes from a referee, so that only its form is
// looked at.
func (d *decoder) viewValue() *view {
	t := &d.view
	d.forms.view.Read(&d.Reader, t)
	v := &view{guild: t.guild, phase: t.phase, playing: t.order, hand: t.hand}
	if d.Err() != nil {
		return v
	}
	v.event = t.event
	v.lay(t.board)
	v.setIn(t.haremIn, t.marketIn)
	v.discarded = tilesOf(nil, t.discarded)
	for _, p := range t.players {
		v.coins[p.guild] = p.coins
	}
	return v
}

// resultValue reads a Result, of which nothing is needed.
func (d *decoder) resultValue() { d.forms.result.Read(&d.Reader, new(resultText)) }

// checkGuild tells whether a guild is that of a player.
func (d *decoder) checkGuild(s *state, g guild, at int) {
	if d.Err() == nil && s.seatOf(g) < 0 {
		d.Fail(at, "BZ-01", "expected a guild that plays, found %q", guildNames[g])
	}
}
