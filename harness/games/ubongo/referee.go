package ubongo

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// A stage is a part of a live game.
type stage uint8

const (
	settingUp stage = iota
	playing
	telling // the players hear the outcome
	ended
)

// A turn is what is known of a player while the hourglass runs.
type turn uint8

const (
	rests  turn = iota // has solved, has given up, or takes no part
	toAsk              // is to be asked
	asked              // its reply is due
	claims             // has replied with a claim that is not judged yet
)

// A liveSeat is a player in a live game.
type liveSeat struct {
	turn    turn
	claim   request // if it claims
	wrong   int     // claims that were wrong in this run of the hourglass
	used    int     // ms that its replies took in this run, as far as they were measured
	slack   int     // ms by which the player may be wrong about that
	dropped bool
}

// A liveReferee runs a game by calls.
type liveReferee struct {
	game.Log
	rules    *rules
	table    table
	chance   chance
	dec      *decoder // of replies
	stage    stage
	seats    []liveSeat
	due      []game.Call
	flips    int       // in this round
	last     happening // the last event
	dropouts []string
}

// newLiveReferee begins a game, nil if the rules have seats for others than the players.
func newLiveReferee(r *rules, s *setup, number uint64) *liveReferee {
	f := &liveReferee{
		rules: r, table: r.begin(s), chance: newChance(number),
		dec: newDecoder(r), seats: make([]liveSeat, len(s.players)),
	}
	if len(f.table.players) != len(f.seats) {
		return nil // a wrong reading of the rules may leave somebody out
	}
	f.tell(happening{kind: startHappens, state: &f.table})
	for p := range f.seats {
		f.call(p, callSetup, f.view(p))
	}
	return f
}

func (f *liveReferee) call(seat int, method string, argument []byte) {
	f.due = append(f.due, game.Call{Seat: seat, Player: f.name(seat), Method: method, Args: []jsontext.Value{argument}})
}

// viewBytes is about how long a View is.
const viewBytes = 1 << 10

// view is what a player sees of the game.
func (f *liveReferee) view(seat int) []byte {
	return f.rules.appendView(make([]byte, 0, viewBytes), &f.table, seat)
}

func (f *liveReferee) name(seat int) string { return f.table.players[seat].name }

// Calls returns the calls that are due, none when the game has ended.
func (f *liveReferee) Calls() []game.Call { return slices.Clone(f.due) }

// take removes the due call of a seat. That there is none is a mistake of the
// caller's which must not spoil the game.
func (f *liveReferee) take(seat int) (game.Call, bool) {
	i := slices.IndexFunc(f.due, func(c game.Call) bool { return c.Seat == seat })
	if i < 0 {
		return game.Call{}, false
	}
	c := f.due[i]
	f.due = slices.Delete(f.due, i, i+1)
	return c, true
}

// Answer takes a reply.
func (f *liveReferee) Answer(seat int, reply jsontext.Value) *game.Breach {
	c, ok := f.take(seat)
	if !ok {
		return nil
	}
	if why, detail := game.Unreadable(reply); why != "" {
		return f.fail(c, why, detail)
	}
	q, hasClaim, err := f.dec.reply(c.Method, reply)
	if err != nil {
		return f.fail(c, game.WrongShape, err.Message)
	}
	s := &f.seats[seat]
	switch {
	case c.Method != callTakeTurn:
		f.tellCall(c, true)
	case hasClaim && q.timeMs+s.slack < s.used:
		message := fmt.Sprintf("%s tells a time that is too early in reply to %s: it tells %d ms, but took %d ms", c.Player, c.Method, q.timeMs, s.used)
		return f.drop(c, toldEarly, "UO-76", message)
	case hasClaim:
		s.turn, s.claim = claims, q
		// It may show its solution later than it has it, but not earlier.
		s.claim.player, s.claim.timeMs = seat, max(q.timeMs, s.used)
	default:
		s.turn = rests
		f.tell(happening{kind: passHappens, player: c.Player})
	}
	f.goOn()
	return nil
}

// Took implements game.Timed: the time of a claim is that since the hourglass was
// turned (UO-20), which a player who is asked again has used up in part. While the
// others are waited for its time stands still.
func (f *liveReferee) Took(seat, ms, slackMs int) {
	s := &f.seats[seat]
	s.used += ms
	s.slack = slackMs
}

// Sure implements game.Timed. A claim tells a time. If that is later than whatever may have
// been measured, it counts; if it is earlier by more than the slack, it is a breach.
func (f *liveReferee) Sure(seat int, reply jsontext.Value, leastMs, mostMs, slackMs int) bool {
	i := slices.IndexFunc(f.due, func(c game.Call) bool { return c.Seat == seat })
	if i < 0 {
		return true
	}
	q, hasClaim, err := newDecoder(f.rules).reply(f.due[i].Method, reply)
	used := f.seats[seat].used
	return !hasClaim || err != nil || q.timeMs >= used+mostMs || q.timeMs+slackMs < used+leastMs
}

// reply reads the reply to a call: "void", or false or a claim.
func (d *decoder) reply(method string, text jsontext.Value) (q request, hasClaim bool, err *cursor.Error) {
	d.Reset(text)   // UO-95: how a value is written makes no difference.
	var v replyText // a claim outlives those that are read after it
	if method == callTakeTurn {
		d.forms.reply.Read(&d.Reader, &v)
	} else {
		d.forms.void.Read(&d.Reader, new(struct{}))
	}
	return v.request, v.claims, d.Err()
}

// Fail takes a due call that was not answered.
func (f *liveReferee) Fail(seat int, why game.Failure) *game.Breach {
	c, ok := f.take(seat)
	if !ok {
		return nil
	}
	return f.fail(c, why, "")
}

// toldEarly is the failure of who tells an earlier time than is true.
const toldEarly game.Failure = "told_early"

// fail lets a call fail; detail, if not empty, is what was wrong with the reply.
func (f *liveReferee) fail(c game.Call, why game.Failure, detail string) *game.Breach {
	return f.drop(c, why, connections.FailureClause(why), why.Tell(c, detail))
}

// drop puts a player out of the game. Its gems go back into the bag, but those
// that decided who plays in the playoff.
func (f *liveReferee) drop(c game.Call, why game.Failure, clause, message string) *game.Breach {
	s := &f.seats[c.Seat]
	s.turn, s.dropped = rests, true
	f.dropouts = append(f.dropouts, c.Player)
	if c.Method != callTakeTurn {
		f.tellCall(c, false)
	}
	f.tell(happening{kind: dropHappens, player: c.Player, why: why})
	if own := &f.table.players[c.Seat].gems; f.table.phase.main() {
		for k, n := range own {
			f.table.bag[k] += n
		}
		*own = gems{}
	}
	f.goOn()
	return &game.Breach{Seat: c.Seat, Player: c.Player, Method: c.Method, Why: string(why), Clause: clause, Message: message}
}

// goOn leads the game to the next calls, once nobody's reply is due.
func (f *liveReferee) goOn() {
	for len(f.due) == 0 && f.stage != ended {
		switch {
		case f.stage == settingUp:
			f.stage = playing
		case f.stage == telling:
			f.stage = ended
			h := happening{kind: endHappens, dropouts: f.dropouts}
			if w := f.winner(); w != nobody {
				h.winner = f.name(w)
			}
			f.tell(h)
		case !f.play():
			f.stage = telling
			for p := range f.seats {
				if !f.seats[p].dropped {
					f.call(p, callResult, f.rules.appendResult(nil, &f.table))
				}
			}
		}
	}
}

// play makes one step of the game, and tells whether it goes on. The rules never
// refuse what the referee does itself; a wrong reading of them may, and
// then the game cannot go on.
func (f *liveReferee) play() bool {
	t := &f.table
	if !slices.ContainsFunc(f.seats, func(s liveSeat) bool { return !s.dropped }) {
		return false
	}
	switch t.phase {
	case toRoll:
		q := request{kind: roll, player: t.roller, die: f.rules.rollDie(&f.chance)} // UO-77
		if f.rules.move(t, &q) != legal {
			return false
		}
		f.tell(happening{kind: rollHappens, player: f.name(q.player), die: q.die})
	case toFlip:
		q := request{kind: flip, player: t.flipper}
		if f.rules.move(t, &q) != legal {
			return false
		}
		f.flips++
		f.tell(happening{kind: flipHappens, player: f.name(q.player), glass: t.glass})
		f.askAll(func(p int) bool { return !t.hasSolved(p) && !t.isOut(p) })
		return f.flips <= glassMax
	case toRollPlayoff:
		return f.beginPlayoff()
	case toSolve:
		if f.ask() || f.judgeNext() {
			break
		}
		round := t.round
		q := request{kind: stop, player: t.flipper, timeMs: f.rules.content.hourglass}
		f.tell(happening{kind: stopHappens, player: f.name(q.player), timeMs: q.timeMs})
		if f.rules.move(t, &q) != legal || t.phase == toSolve {
			return false
		}
		f.tellRound(round)
	case inPlayoff:
		return f.ask() || f.judgeNext()
	case over:
		return false
	}
	return true
}

// tellRound tells that another round has begun.
func (f *liveReferee) tellRound(before int) {
	if f.table.round != before {
		f.flips = 0
		f.tell(happening{kind: roundHappens, round: f.table.round})
	}
}

// askAll lets those be asked who are still in the game and take part.
func (f *liveReferee) askAll(takesPart func(p int) bool) {
	for p := range f.seats {
		s := &f.seats[p]
		s.turn, s.wrong, s.used, s.slack = rests, 0, 0, 0
		if !s.dropped && takesPart(p) {
			s.turn = toAsk
		}
	}
}

// ask calls those who are to be asked, all at the same time (UO-19), and tells
// whether there are any.
func (f *liveReferee) ask() bool {
	for p := range f.seats {
		if f.seats[p].turn == toAsk {
			f.seats[p].turn = asked
			f.call(p, callTakeTurn, f.view(p))
		}
	}
	return len(f.due) > 0
}

// beginPlayoff draws the die and a board for each tied player (UO-58), and tells
// whether the rules take them.
func (f *liveReferee) beginPlayoff() bool {
	t := &f.table
	q := request{kind: playoff, die: f.rules.rollDie(&f.chance)} // UO-77
	q.boards, q.player = f.rules.playoffBoards(t, &f.chance)
	if f.rules.move(t, &q) != legal {
		return false
	}
	f.tell(happening{kind: playoffHappens, player: f.name(q.player), die: q.die, boards: q.boards})
	f.askAll(func(p int) bool { return t.players[p].board != noBoard })
	return true
}

// judgeNext judges the earliest claim, of equal ones that of the first seat
// (UO-20), and tells whether there is one.
func (f *liveReferee) judgeNext() bool {
	next := nobody
	for p := range f.seats {
		if s := &f.seats[p]; s.turn == claims && (next == nobody || s.claim.timeMs < f.seats[next].claim.timeMs) {
			next = p
		}
	}
	if next == nobody {
		return false
	}
	t, s := &f.table, &f.seats[next]
	q := &s.claim
	found := f.rules.judge(f.rules.problemOf(t, next), q.placements).code
	before := f.chance
	if t.phase == toSolve {
		q.gem = f.rules.drawGem(&f.chance, &t.bag) // UO-77
	}
	round := t.round
	c := f.rules.move(t, q)
	if c != legal || found != legal {
		f.chance = before // only an accepted claim draws a gem
	}
	s.turn = rests
	switch {
	case c == legal && found == legal:
		f.tell(happening{kind: claimHappens, player: f.name(next), timeMs: q.timeMs, gem: q.gem})
	case c == legal: // UO-29: it has put the player out.
		f.tell(happening{kind: wrongHappens, player: f.name(next), timeMs: q.timeMs, code: found})
	default:
		f.tell(happening{kind: wrongHappens, player: f.name(next), timeMs: q.timeMs, code: c})
		if s.wrong++; c != tooLate && s.wrong < wrongClaimsMax {
			s.turn = toAsk // UO-75
		}
	}
	f.tellRound(round)
	return true
}

// winner is who has won, nobody if that player is out (UO-74).
func (f *liveReferee) winner() int {
	if w := f.table.winner; w == nobody || f.seats[w].dropped {
		return nobody
	}
	return f.table.winner
}

// State is the State of the game.
func (f *liveReferee) State() jsontext.Value { return appendState(nil, &f.table) }

// tellCall tells how a call outside the turns went.
func (f *liveReferee) tellCall(c game.Call, ok bool) {
	kind := setupHappens
	if c.Method == callResult {
		kind = resultHappens
	}
	f.tell(happening{kind: kind, player: c.Player, ok: ok})
}

// tell notes an event.
func (f *liveReferee) tell(h happening) {
	f.last = h
	f.Note(f.dec.forms.event.Append(nil, &f.last))
}

// Result is what a server writes: who has won, nobody in a playoff that nobody
// solved, and who is out, both sorted.
func (f *liveReferee) Result() []jsontext.Value {
	var winners []string
	if w := f.winner(); w != nobody {
		winners = append(winners, f.name(w))
	}
	return []jsontext.Value{f.dec.forms.ended.Text([][]string{winners, slices.Sorted(slices.Values(f.dropouts))})}
}
