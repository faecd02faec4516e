package bazar

import (
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A page is memory for values that are about to be written.
type page struct {
	state   stateText
	view    viewText
	verdict verdictText
	result  resultText
	owners  ownersText
	pushed  pushedText
	order   []guild
}

var pages = sync.Pool{New: func() any { return new(page) }}

// written appends a value that is put on a page.
func written(out []byte, write func(f *forms, p *page, out []byte) []byte) []byte {
	p := pages.Get().(*page)
	out = write(described(), p, out)
	pages.Put(p)
	return out
}

// written are the tiles of a board in reading order.
func (t *table) written(memory []placed) []placed {
	for s := range square(squares) {
		if one := t.board[s]; one != 0 {
			memory = append(memory, placed{cell: s, guild: one.guild(), kind: one.kind()})
		}
	}
	return memory
}

// merchantsOf are tiles as they are written.
func merchantsOf(memory []merchant, list []tile) []merchant {
	for _, one := range list {
		memory = append(memory, merchant{one.guild(), one.kind()})
	}
	return memory
}

// of makes t the text of a state, of which it shares the lists that need no change.
func (t *stateText) of(s *state) *stateText {
	t.round, t.phase, t.turn, t.event = s.round, s.phase, s.turn, s.event
	t.players = t.players[:0]
	for i := range s.players {
		p := &s.players[i]
		t.players = append(t.players, playerText{guild: p.guild, coins: p.coins, hand: p.hand, pile: p.pile})
	}
	t.order = s.guildsInOrder(t.order[:0])
	t.board = s.written(t.board[:0])
	t.haremIn, t.marketIn = s.inPlay.has(harem), s.inPlay.has(market)
	t.played, t.pile = s.played, s.pile
	t.discarded = merchantsOf(t.discarded[:0], s.discarded)
	return t
}

func appendState(out []byte, s *state) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte { return f.shown.Append(out, p.state.of(s)) })
}

// appendVerdict writes the answer of task move.
func appendVerdict(out []byte, s *state, c code) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.verdict = verdictText{code: c}
		if c == legal {
			p.verdict.state = p.state.of(s)
		}
		return f.verdict.Append(out, &p.verdict)
	})
}

// appendView writes what the player at a seat may see (BZ-80, BZ-81).
func (r *rules) appendView(out []byte, s *state, seat int) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		r.show(&p.view, s, seat)
		return f.view.Append(out, &p.view)
	})
}

// appendResult writes the Result of a state (BZ-73, BZ-74).
func (r *rules) appendResult(out []byte, s *state) []byte {
	list := r.standings(s)
	return r.appendOutcome(out, s, list, r.winner(s, list))
}

// appendOutcome writes a Result with the seat of the winner, -1 for nobody.
func (r *rules) appendOutcome(out []byte, s *state, list []standing, winner int) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.result.of(s, list, winner)
		return f.result.Append(out, &p.result)
	})
}

// of makes t the text of an outcome.
func (t *resultText) of(s *state, list []standing, winner int) *resultText {
	t.over, t.winner, t.scores = s.phase == over, noGuild, t.scores[:0]
	if winner >= 0 {
		t.winner = s.players[winner].guild
	}
	for _, one := range list {
		t.scores = append(t.scores, score{s.players[one.seat].guild, one.coins, one.token, one.rank})
	}
	return t
}

// appendOwners writes the answer of task owners for a position of these guilds.
func (r *rules) appendOwners(out []byte, t *table, playing []guild) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		list := p.owners.districts[:0]
		for d := range district(districts) {
			if !t.inPlay.has(d) {
				continue
			}
			var counts []value.Entry[guild]
			if n := len(list); n < cap(list) {
				counts = list[:n+1][n].counts[:0]
			}
			o := r.ownership(t, d, playing)
			text := districtText{district: d, counts: tallied(counts, playing, o.counts), value: r.value(t, d), owner: noGuild}
			if o.owned {
				text.owner = o.owner
			}
			list = append(list, text)
		}
		p.owners.districts, p.owners.income = list, tallied(p.owners.income[:0], playing, r.income(t, playing))
		return f.owners.Append(out, &p.owners)
	})
}

// tallied are the numbers of the guilds that play.
func tallied(memory []value.Entry[guild], playing []guild, numbers [guilds]int) []value.Entry[guild] {
	for _, g := range playing {
		memory = append(memory, value.Entry[guild]{Key: g, N: numbers[g]})
	}
	return memory
}

// appendOrder writes the answer of task order.
func appendOrder(out []byte, w *wealth) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.order = p.order[:0]
		for _, i := range w.previous {
			p.order = append(p.order, w.guilds[i])
		}
		return f.order.Append(out, &p.order)
	})
}

// appendPushed writes the answer of task push: a table after so many steps.
func appendPushed(out []byte, t *table, steps int) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		text := &p.pushed
		text.board, text.steps = t.written(text.board[:0]), steps
		text.eliminated, text.discarded = merchantsOf(text.eliminated[:0], t.eliminated), merchantsOf(text.discarded[:0], t.discarded)
		return f.pushed.Append(out, text)
	})
}

// requestJSON is a Request, with entries if there are any.
func requestJSON(q *request) []byte { return described().request.Text(requestText{request: *q}) }

// textOf makes a Setup.
func (b *beginning) text() setupText {
	t := setupText{events: b.events}
	for i := range b.players {
		t.players = append(t.players, playerText{guild: b.players[i].guild, pile: b.players[i].pile})
	}
	for _, seat := range b.order {
		t.order = append(t.order, b.players[seat].guild)
	}
	return t
}
