package bazar

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// marketMethod asks the owner of a tile for its market cell (BZ-56).
const marketMethod = "market"

// A referee runs one live game, with one call due at a time.
type referee struct {
	stages.Caller
	game.Log
	rules   *rules
	state   *state
	pending *placement
	dec     *decoder

	asksOwners bool // for market cells (BZ-56)
}

// A placement is a legal request that has not been executed yet, since owners
// choose the market cells of the tiles that it eliminates (BZ-56).
type placement struct {
	request request // with the entries chosen so far
	by      placedBy
	tiles   []tile // that go to the market, in order
}

// advance finds the next call.
func (f *referee) advance() {
	seat, ok := f.Next(f.nextTurn)
	switch {
	case !ok:
		f.tell(&happening{kind: endHappens, names: f.winners(), dropouts: f.Dropouts()})
	case f.pending != nil:
		one := f.nextTile()
		f.Call(seat, marketMethod, f.rules.appendView(nil, f.state, seat),
			f.dec.forms.tile.Text(merchant{one.guild(), one.kind()}), f.dec.forms.cells.Text(f.freeCells()))
	case f.Stage == stages.Telling:
		f.Call(seat, stages.Result, f.dec.forms.result.Text(*f.outcome()))
	default:
		f.Call(seat, stages.Methods[f.Stage], f.rules.appendView(nil, f.state, seat))
	}
}

// nextTurn is the seat whose turn it is, or of the owner of the next tile that goes to
// the market, who is asked for its cell; false if there are no more turns.
func (f *referee) nextTurn() (seat int, ok bool) {
	f.standIn()
	switch {
	case f.pending != nil:
		return f.state.seatOf(f.nextTile().guild()), true
	case f.state.phase == over || f.AllOut():
		f.tell(&happening{kind: overHappens, result: f.outcome()})
		return 0, false
	}
	seat = f.state.order[f.state.turn]
	f.tell(&happening{kind: turnHappens, player: f.Names[seat], round: f.state.round})
	return seat, true
}

// nextTile is the first tile of the pending placement without an entry.
func (f *referee) nextTile() tile { return f.pending.tiles[len(f.pending.request.market)] }

// freeCells are the cells of the market that are free when the next tile comes
// there, in reading order.
func (f *referee) freeCells() (list []square) {
	for _, s := range cellsOf[market] {
		if f.state.board[s] == 0 && !slices.Contains(f.pending.request.market, s) {
			list = append(list, s)
		}
	}
	return list
}

// standIn places for those who are out, until it is the turn of somebody who is
// not, or an owner has to be asked. Before that it goes on with a placement that
// waits for no owner any more.
func (f *referee) standIn() {
	s := f.state
	if f.pending != nil {
		f.settle()
	}
	for f.pending == nil && s.phase != over && f.Out[s.order[s.turn]] && !f.AllOut() {
		f.begin(f.rules.right.firstRequest(s), byReferee)
	}
}

// begin executes a legal request, once the owners of the tiles that it puts into
// the market have chosen.
func (f *referee) begin(q request, by placedBy) {
	f.pending = &placement{request: q, by: by}
	if f.asksOwners {
		f.pending.tiles = f.rules.marketed(f.state, &q)
	}
	f.settle()
}

// settle lets the tiles of the pending placement come to the first free market
// cell about which nobody is asked, since it is the only one or the owner is
// out. If no tile is left, the placement is made. Only a wrong reading puts
// more tiles into the market than cells are free.
func (f *referee) settle() {
	p := f.pending
	for len(p.request.market) < len(p.tiles) {
		free := f.freeCells()
		if len(free) == 0 {
			break
		}
		if len(free) > 1 && !f.Out[f.state.seatOf(f.nextTile().guild())] {
			return
		}
		p.request.market = append(p.request.market, free[0])
	}
	f.pending = nil
	f.place(&p.request, p.by)
}

// firstRequest is the first legal request of the player to act.
func (r *rules) firstRequest(s *state) request {
	p := s.active()
	hand := p.hand
	if s.phase == starting {
		hand = startHand
	}
	first := request{guild: p.guild, kind: hand[0]}
	r.requests(&s.table, p.guild, hand, func(q *request) bool {
		first = *q
		return false
	})
	return first
}

// place executes a legal request and tells what came of it.
func (f *referee) place(q *request, by placedBy) {
	s := f.state
	seat, round, phase := s.order[s.turn], s.round, s.phase
	coins := make([]int, len(s.players))
	for i := range coins {
		coins[i] = s.players[i].coins
	}
	f.rules.execute(s, q)
	f.tell(&happening{
		kind: placeHappens, player: f.Names[seat], by: by, request: &requestText{request: *q}, eliminated: merchantsOf(nil, s.eliminated),
	})
	for i := range coins {
		if s.players[i].coins != coins[i] {
			f.tell(&happening{kind: coinsHappen, player: f.Names[i], coins: s.players[i].coins})
		}
	}
	if s.round != round || s.phase != phase {
		f.tell(&happening{kind: roundHappens, state: new(stateText).of(s)})
	}
}

// outcome is the Result that is told to the players. A player that is out of the game cannot
// win.
func (f *referee) outcome() *resultText {
	return new(resultText).of(f.state, f.rules.standings(f.state), f.winner())
}

// winner is the seat of the winner among those who are not out, or -1.
func (f *referee) winner() int {
	list := f.rules.standings(f.state)
	best := f.rules.winner(f.state, list)
	if best < 0 || !f.Out[best] {
		return best
	}
	best = -1
	for i, p := range list {
		if !f.Out[i] && (best < 0 || p.rank < list[best].rank) {
			best = i
		}
	}
	return best
}

func (f *referee) winners() []string {
	if seat := f.winner(); seat >= 0 && !f.Out[seat] {
		return []string{f.Names[seat]}
	}
	return nil
}

// Answer takes a reply. Of a wrong shape it puts the player out of the game, and
// so does an illegal request.
func (f *referee) Answer(seat int, reply jsontext.Value) *game.Breach {
	if !f.IsDue(seat) {
		return nil
	}
	if f.pending != nil {
		return f.answerOwner(reply)
	}
	if why, detail := game.Unreadable(reply); why != "" {
		return f.fail(why, detail)
	}
	var q request
	f.dec.Reset(reply) // BZ-95: how a value is written makes no difference.
	if f.Stage == stages.Playing {
		q = f.dec.placementTo(f.state)
	} else {
		f.dec.forms.void.Read(&f.dec.Reader, new(struct{}))
	}
	if err := f.dec.Err(); err != nil {
		return f.fail(game.WrongShape, err.Message)
	}
	if f.Stage != stages.Playing {
		f.tellCall(true)
		f.advance()
		return nil
	}
	if c := f.rules.judge(f.state, &q); c != legal {
		why := f.rules.explain(f.state, &q, c)
		return f.drop(string(c), f.rules.clauseOf(c, &q, f.state.phase), fmt.Sprintf("%s broke the rules: %s", f.Names[seat], why))
	}
	f.begin(q, byPlayer)
	f.advance()
	return nil
}

// answerOwner takes the market cell that an owner chooses. Any other reply is an
// illegal request of the owner's (BZ-56).
func (f *referee) answerOwner(reply jsontext.Value) *game.Breach {
	if reply.IsValid() {
		f.dec.Reset(reply)
		if s := f.dec.cellValue(); f.dec.Err() == nil && slices.Contains(f.freeCells(), s) {
			f.pending.request.market = append(f.pending.request.market, s)
			f.advance()
			return nil
		}
	}
	return f.dropOwner("replied " + text.Excerpt(reply) + " to")
}

// dropOwner puts an owner out of the game that has not chosen a market cell; did
// says what the owner did instead.
func (f *referee) dropOwner(did string) *game.Breach {
	message := fmt.Sprintf("%s %s %s: expected a free cell of black_market for the %s, one of %s",
		f.Due().Player, did, marketMethod, tileText(f.nextTile()), f.dec.forms.cells.Text(f.freeCells()))
	return f.drop(string(badMarket), f.rules.ClauseOf(string(badMarket)), message)
}

// Fail takes a call that was not answered.
func (f *referee) Fail(seat int, why game.Failure) *game.Breach {
	if !f.IsDue(seat) {
		return nil
	}
	return f.fail(why, "")
}

// fail lets the due call fail; detail, if not empty, is what was wrong with the
// reply.
func (f *referee) fail(why game.Failure, detail string) *game.Breach {
	if f.pending != nil {
		return f.dropOwner(why.Words())
	}
	if f.Stage != stages.Playing {
		f.tellCall(false)
	}
	return f.drop(string(why), connections.FailureClause(why), why.Tell(f.Due(), detail))
}

// drop puts the player of the due call out of the game, and goes on with the
// others.
func (f *referee) drop(why, clause, message string) *game.Breach {
	b := f.Drop(why, clause, message)
	f.tell(&happening{kind: dropHappens, player: b.Player, why: code(why)})
	f.advance()
	return b
}

// Result is what a server writes: the winner, if there is one, and the
// drop-outs, sorted.
func (f *referee) Result() []jsontext.Value {
	return []jsontext.Value{f.dec.forms.outcome.Text([][]string{f.winners(), f.Dropouts()})}
}

// State is the State of the game.
func (f *referee) State() jsontext.Value { return appendState(nil, f.state) }

// tellCall tells how a call outside the turns went.
func (f *referee) tellCall(ok bool) {
	c := f.Due()
	if f.Stage == stages.Showing {
		f.tell(&happening{kind: setupHappens, player: c.Player, ok: ok})
		return
	}
	f.tell(&happening{kind: resultHappens, player: c.Player, won: f.winner() == c.Seat, ok: ok})
}

// tell notes an event.
func (f *referee) tell(h *happening) {
	f.Note(f.dec.forms.event.Append(nil, h))
}
