package bazaar

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Live is how the game is played live (chapter 11).
func (r *rules) Live() game.Live { return liveRules{r} }

// liveRules are the rules as live play sees them.
type liveRules struct{ rules *rules }

// replyBytesMax bounds a name or a reply (BG-95).
const replyBytesMax = 1 << 20

// voidResult is what a server writes when no game is played (BG-84, BG-85,
// BG-87).
const voidResult = `[[],[]]`

// SignUp says how players sign up: by their names alone (BG-80), within
// name_ms (BG-82), in waits of wait_ms (BG-85).
func (l liveRules) SignUp() game.SignUp {
	o := &l.rules.live
	var lenient, leavable []string
	if o.lenientFirstReply {
		lenient = []string{methodNames[callFirstReply]}
	}
	if o.closedIsPebble {
		leavable = []string{methodNames[callFirstReply]}
	}
	return game.SignUp{
		Lenient: lenient, Leavable: leavable,
		NameOK: l.rules.nameOK, NameTried: isClientName[string],
		NameMs: o.nameMs, WaitMs: o.waitMs, Waits: o.waits, CallMs: o.callMs,
		PlayersMin: l.rules.playersMin, PlayersMax: l.rules.playersMax,
		DuplicateVoids: o.duplicatesVoid,
		ReplyBytesMax:  replyBytesMax,
		Void:           []jsontext.Value{jsontext.Value(voidResult)},
		Clauses:        connections.SignUpClauses,
	}
}

// Seats tells how many players the Game of a server's input has (BG-87).
func (l liveRules) Seats(in []jsontext.Value) (game.Span, error) {
	t, _, err := newDecoder(l.rules).serverInput(in)
	if err != nil {
		return game.Span{}, err
	}
	return game.Just(len(t.players)), nil
}

// serverInput reads what a server is given, Equations, a Game and perhaps a
// bonus. The values are those of task games, but the display may be short.
func (d *decoder) serverInput(in []jsontext.Value) (*table, *bonus, error) {
	count := game.Task{In: serverIn}
	if err := count.CheckCount(len(in)); err != nil {
		return nil, nil, err
	}
	return d.serverValues(in, 0)
}

// serverValues reads the values of a server from the one at from on.
func (d *decoder) serverValues(in []jsontext.Value, from int) (*table, *bonus, error) {
	var given []equation
	var t *table
	var extra *bonus
	if err := d.Decode(in, from, func() { given = d.equations() }); err != nil {
		return nil, nil, err
	}
	if err := d.Decode(in, from+1, func() { t = d.serverGame() }); err != nil {
		return nil, nil, err
	}
	if len(in) > from+2 {
		if err := d.Decode(in, from+2, func() { extra = d.bonusValue() }); err != nil {
			return nil, nil, err
		}
	}
	t.equations = given
	return t, extra, nil
}

// Referee begins a game.
func (l liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	d := newDecoder(l.rules)
	d.spells = true // equations go out as given
	t, extra, err := d.serverInput(in)
	if err != nil {
		return nil, err
	}
	if len(names) != len(t.players) {
		return nil, fmt.Errorf("the game has %d players, but %d names signed up", len(t.players), len(names))
	}
	for i := range t.players {
		t.players[i].name, t.players[i].seat = names[i], i
	}
	f := &liveReferee{
		referee:   newReferee(l.rules, t, extra),
		dec:       newDecoder(l.rules),
		forms:     d.forms,
		equations: d.forms.spelled.Text(t.equations),
	}
	f.eventStart()
	f.advance()
	return f, nil
}

// A liveReferee is a referee whose calls and replies are JSON. It has at most
// one call due (BG-90).
type liveReferee struct {
	*referee
	game.Log
	dec       *decoder // of replies
	forms     *forms
	equations jsontext.Value
	due       []game.Call // none or one
	call      call        // the due one
	told      happening   // the last event
	explained string      // why the last request was illegal
}

// Calls returns the call that is due, if the game has not ended.
func (f *liveReferee) Calls() []game.Call { return slices.Clone(f.due) }

// advance finds the next call and writes its argument (11.3).
func (f *liveReferee) advance() {
	turns, stage := f.turns, f.stage
	c, ok := f.next()
	f.call, f.due = c, f.due[:0]
	if f.turns > turns {
		f.eventTurn()
	}
	if stage != f.stage && f.stage >= telling && stage < telling {
		f.eventOver()
	}
	if !ok {
		f.eventEnd()
		return
	}
	var argument jsontext.Value
	switch c.method {
	case callSetup:
		argument = f.equations
	case callFirstReply, callSecondReply:
		argument = f.forms.liveTurn.Append(nil, &c.turn)
	case callWin:
		argument = fmt.Append(nil, c.won)
	}
	f.due = append(f.due, game.Call{Seat: c.seat, Player: c.player, Method: methodNames[c.method], Args: []jsontext.Value{argument}})
}

// isDue tells whether the call of a seat is due. That it is not is a mistake of
// the caller's which must not spoil the game.
func (f *liveReferee) isDue(seat int) bool { return len(f.due) > 0 && f.call.seat == seat }

// Answer takes a reply. Of a wrong shape it eliminates (BG-92), and so does an
// illegal request (BG-37).
func (f *liveReferee) Answer(seat int, reply jsontext.Value) *game.Breach {
	if !f.isDue(seat) {
		return nil
	}
	if why, detail := game.Unreadable(reply); why != "" {
		return f.failed(why, detail)
	}
	var q request
	if f.dec.Decode([]jsontext.Value{reply}, 0, func() { q = f.dec.reply(f.call.method, f.rules.live.lenientFirstReply) }) != nil {
		return f.failed(game.WrongShape, f.dec.Err().Message)
	}
	return f.judged(q)
}

// judged takes a reply of the right shape.
func (f *liveReferee) judged(q request) *game.Breach {
	c := f.take(q)
	if c == legal {
		f.advance()
		return nil
	}
	return f.out(string(c), f.rules.ClauseOf(string(c)), fmt.Sprintf("%s broke the rules: %s", f.call.player, f.explained))
}

// Fail takes a call that was not answered (BG-37). With closed_call = "pebble"
// a player that leaves at the first call of its turn has asked for a pebble
// (Q7); its next call fails then.
func (f *liveReferee) Fail(seat int, why game.Failure) *game.Breach {
	if !f.isDue(seat) {
		return nil
	}
	// A builtin player that raises would close its connection, if it had one.
	left := why == game.Closed || why == game.Raised
	if left && f.call.method == callFirstReply && f.rules.live.closedIsPebble {
		return f.judged(request{pebble: true})
	}
	return f.failed(why, "")
}

// failed lets the due call fail; detail, if not empty, is what was wrong with
// the reply.
func (f *liveReferee) failed(why game.Failure, detail string) *game.Breach {
	message := why.Tell(f.due[0], detail)
	f.eventOutcome(false)
	f.fail()
	return f.out(string(why), connections.FailureClause(why), message)
}

// out tells of a player that is out, and goes on with the others.
func (f *liveReferee) out(why, clause, message string) *game.Breach {
	b := &game.Breach{
		Seat: f.call.seat, Player: f.call.player, Method: methodNames[f.call.method],
		Why: why, Clause: clause, Message: message,
	}
	f.eventDrop(why)
	f.advance()
	return b
}

// Result is the value that a server writes: winners and drop-outs, both sorted
// (BG-53).
func (f *liveReferee) Result() []jsontext.Value {
	return []jsontext.Value{f.forms.outcome.Text(f.rules.outcome(f.winners, f.table.dropouts))}
}

// outcome are the winners and the drop-outs of a game that is over, both sorted (BG-53).
func (r *rules) outcome(winners, dropouts []string) [][]string {
	return [][]string{r.sortedWinners(winners), r.sortedDropouts(dropouts)}
}

// nameOK tells whether a server takes a name (BG-81).
func (r *rules) nameOK(name string) bool {
	return game.IsName(name)
}
