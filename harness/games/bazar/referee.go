package bazar

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A stage is what the calls of a live game are about: first all are shown the
// game, then turns are played, then all are told the result.
type stage uint8

const (
	showing stage = iota
	playing
	telling
	ended
)

var stageMethods = [...]string{"setup", "take-turn", "result"}

// marketMethod asks the owner of a tile for its market cell (BZ-56).
const marketMethod = "market"

// A referee runs one live game, with one call due at a time.
type referee struct {
	rules    *rules
	state    *state
	names    []string // by seat
	out      []bool   // who is out of the game, by seat
	stage    stage
	seat     int // outside the turns: whose call is next
	pending  *placement
	due      []game.Call
	dec      *decoder
	dropouts []string
	events   []jsontext.Value

	asksOwners bool // for market cells (BZ-56)
}

// A placement is a legal request that has not been executed yet, since owners
// choose the market cells of the tiles that it eliminates (BZ-56).
type placement struct {
	request request // with the entries chosen so far
	by      placedBy
	tiles   []tile // that go to the market, in order
}

// Calls returns the call that is due, if the game has not ended.
func (f *referee) Calls() []game.Call { return slices.Clone(f.due) }

// advance finds the next call.
func (f *referee) advance() {
	f.due = f.due[:0]
	for f.stage != ended {
		if f.stage == playing {
			f.standIn()
			if f.pending != nil {
				break
			}
			if f.state.phase != over && len(f.dropouts) < len(f.names) {
				break
			}
			f.stage, f.seat = telling, 0
			f.tell(&happening{kind: overHappens, result: f.outcome()})
		}
		for f.seat < len(f.names) && f.out[f.seat] {
			f.seat++
		}
		if f.seat < len(f.names) {
			break
		}
		f.stage, f.seat = f.stage+1, 0
	}
	if f.stage == ended {
		f.tell(&happening{kind: endHappens, names: f.winners(), dropouts: sorted(f.dropouts)})
		return
	}
	f.call()
}

// call writes the call of the stage, or asks an owner for a market cell.
func (f *referee) call() {
	if f.pending != nil {
		f.callOwner()
		return
	}
	seat := f.seat
	if f.stage == playing {
		seat = f.state.order[f.state.turn]
		f.tell(&happening{kind: turnHappens, player: f.names[seat], round: f.state.round})
	}
	var argument jsontext.Value
	if f.stage == telling {
		argument = f.result()
	} else {
		argument = f.rules.appendView(nil, f.state, seat)
	}
	f.due = append(f.due, game.Call{
		Seat: seat, Player: f.names[seat], Method: stageMethods[f.stage], Args: []jsontext.Value{argument},
	})
}

// callOwner asks the owner of the next tile that goes to the market for its cell.
func (f *referee) callOwner() {
	one := f.nextTile()
	seat := f.state.seatOf(one.guild())
	f.due = append(f.due, game.Call{
		Seat: seat, Player: f.names[seat], Method: marketMethod, Args: []jsontext.Value{
			f.rules.appendView(nil, f.state, seat), f.dec.forms.tile.Text(merchant{one.guild(), one.kind()}), f.dec.forms.cells.Text(f.freeCells()),
		},
	})
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
	for f.pending == nil && s.phase != over && f.out[s.order[s.turn]] && len(f.dropouts) < len(f.names) {
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
		if len(free) > 1 && !f.out[f.state.seatOf(f.nextTile().guild())] {
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
		kind: placeHappens, player: f.names[seat], by: by, request: &requestText{request: *q}, eliminated: merchantsOf(nil, s.eliminated),
	})
	for i := range coins {
		if s.players[i].coins != coins[i] {
			f.tell(&happening{kind: coinsHappen, player: f.names[i], coins: s.players[i].coins})
		}
	}
	if s.round != round || s.phase != phase {
		f.tell(&happening{kind: roundHappens, state: new(stateText).of(s)})
	}
}

// result is the Result that players are told. Who is out cannot win.
func (f *referee) result() jsontext.Value { return f.dec.forms.result.Text(*f.outcome()) }

func (f *referee) outcome() *resultText {
	return new(resultText).of(f.state, f.rules.standings(f.state), f.winner())
}

// winner is the seat of the winner among those who are not out, or -1.
func (f *referee) winner() int {
	list := f.rules.standings(f.state)
	best := f.rules.winner(f.state, list)
	if best < 0 || !f.out[best] {
		return best
	}
	best = -1
	for i, p := range list {
		if !f.out[i] && (best < 0 || p.rank < list[best].rank) {
			best = i
		}
	}
	return best
}

func (f *referee) winners() []string {
	if seat := f.winner(); seat >= 0 && !f.out[seat] {
		return []string{f.names[seat]}
	}
	return nil
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// Answer takes a reply. Of a wrong shape it puts the player out of the game, and
// so does an illegal request.
func (f *referee) Answer(seat int, reply jsontext.Value) *game.Breach {
	if !f.isDue(seat) {
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
	if f.stage == playing {
		q = f.dec.placementTo(f.state)
	} else {
		f.dec.forms.void.Read(&f.dec.Reader, new(struct{}))
	}
	if err := f.dec.Err(); err != nil {
		return f.fail(game.WrongShape, err.Message)
	}
	if f.stage != playing {
		f.tellCall(true)
		f.seat++
		f.advance()
		return nil
	}
	if c := f.rules.judge(f.state, &q); c != legal {
		why := f.rules.explain(f.state, &q, c)
		return f.drop(string(c), f.rules.clauseOf(c, &q, f.state.phase), fmt.Sprintf("%s broke the rules: %s", f.names[seat], why))
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
		f.due[0].Player, did, marketMethod, tileText(f.nextTile()), f.dec.forms.cells.Text(f.freeCells()))
	return f.drop(string(badMarket), f.rules.ClauseOf(string(badMarket)), message)
}

// isDue tells whether the call of a seat is due. That it is not is a mistake of
// the caller's which must not spoil the game.
func (f *referee) isDue(seat int) bool { return len(f.due) > 0 && f.due[0].Seat == seat }

// Fail takes a call that was not answered.
func (f *referee) Fail(seat int, why game.Failure) *game.Breach {
	if !f.isDue(seat) {
		return nil
	}
	return f.fail(why, "")
}

// fail lets the due call fail; detail, if not empty, is what was wrong with the
// reply.
func (f *referee) fail(why game.Failure, detail string) *game.Breach {
	c := f.due[0]
	if f.pending != nil {
		return f.dropOwner(why.Words())
	}
	if f.stage != playing {
		f.tellCall(false)
	}
	return f.drop(string(why), connections.FailureClause(why), why.Tell(c, detail))
}

// drop puts the player of the due call out of the game, and goes on with the
// others.
func (f *referee) drop(why, clause, message string) *game.Breach {
	c := f.due[0]
	f.out[c.Seat] = true
	f.dropouts = append(f.dropouts, c.Player)
	f.tell(&happening{kind: dropHappens, player: c.Player, why: code(why)})
	f.advance()
	return &game.Breach{Seat: c.Seat, Player: c.Player, Method: c.Method, Why: why, Clause: clause, Message: message}
}

// Result is what a server writes: the winner, if there is one, and the
// drop-outs, sorted.
func (f *referee) Result() []jsontext.Value {
	return []jsontext.Value{f.dec.forms.outcome.Text([][]string{f.winners(), sorted(f.dropouts)})}
}

// State is the State of the game.
func (f *referee) State() jsontext.Value { return appendState(nil, f.state) }

// Events returns what has happened since it was last asked.
func (f *referee) Events() []jsontext.Value {
	list := f.events
	f.events = nil
	return list
}

// tellCall tells how a call outside the turns went.
func (f *referee) tellCall(ok bool) {
	c := f.due[0]
	if f.stage == showing {
		f.tell(&happening{kind: setupHappens, player: c.Player, ok: ok})
		return
	}
	f.tell(&happening{kind: resultHappens, player: c.Player, won: f.winner() == c.Seat, ok: ok})
}

// tell notes an event.
func (f *referee) tell(h *happening) {
	f.events = append(f.events, f.dec.forms.event.Append(nil, h))
}
