package bazaar

import (
	"slices"
)

// A referee runs one game by calls: next says whom to call and what to tell,
// and exactly one of answer and fail takes what came of it. It knows nothing
// about how a call travels.
type referee struct {
	rules    *rules
	table    *table
	bonus    *bonus // or nil
	stage    stage
	position int // of the player to call, in set-up and at the end
	turns    int
	reason   string // once the game is over (BG-49)
	winners  []string
	awarded  []string  // who got the bonus, in list order
	scores   []natural // memory of the last turn shown
}

type stage uint8

const (
	settingUp stage = iota
	playing
	telling // the players hear whether they have won
	ended
)

// A call is one method call to a player.
type call struct {
	player string
	seat   int
	method method
	turn   turn // of both turn calls; valid until the next call
	won    bool // of win
}

func newReferee(r *rules, t *table, b *bonus) *referee {
	return &referee{rules: r, table: t, bonus: b}
}

// next returns the call to make, or false when the game has ended.
func (f *referee) next() (call, bool) {
	t := f.table
	// BG-10: setup goes to each player in list order, without any end test.
	if f.stage == settingUp {
		if f.position < len(t.players) {
			p := &t.players[f.position]
			return call{player: p.name, seat: p.seat, method: callSetup}, true
		}
		f.stage = playing
		f.rules.enter(t, pebbleOrTrades) // BG-44: before the first turn, too.
	}
	if f.stage == playing {
		if c, ok := f.turnCall(); ok {
			return c, true
		}
		f.finish()
	}
	for ; f.stage == telling && f.position < len(t.players); f.position++ {
		p := &t.players[f.position]
		won := slices.Contains(f.winners, p.name)
		return call{player: p.name, seat: p.seat, method: callWin, won: won}, true
	}
	f.stage = ended
	return call{}, false
}

// turnCall is the next call of the active player, or false if the game is
// over. A turn has both calls unless the game ends or the player is eliminated
// in between (BG-12).
func (f *referee) turnCall() (call, bool) {
	t := f.table
	if t.phase == over {
		f.reason = f.rules.end(t)
		return call{}, false
	}
	m := callSecondReply
	if t.phase == pebbleOrTrades {
		if f.turns == f.rules.turnsMax {
			f.reason = turnLimit // BG-43
			return call{}, false
		}
		f.turns++
		m = callFirstReply
	}
	v := f.rules.view(t, 0, f.scores[:0])
	f.scores = v.scores
	return call{player: t.players[0].name, seat: t.players[0].seat, method: m, turn: v}, true
}

// finish adds the bonus (BG-55) and finds the winners (BG-50), who are called
// first, each group in list order (BG-51).
func (f *referee) finish() {
	t := f.table
	if f.bonus != nil {
		for i := range t.players {
			p := &t.players[i]
			if f.rules.earns(f.bonus, p) {
				p.score = f.rules.award(f.bonus, p.score)
				f.awarded = append(f.awarded, p.name)
			}
		}
	}
	f.winners = f.rules.winners(t.players)
	slices.SortStableFunc(t.players, func(a, b player) int {
		return losing(f.winners, a) - losing(f.winners, b)
	})
	f.stage, f.position = telling, 0
}

func losing(winners []string, p player) int {
	if slices.Contains(winners, p.name) {
		return 0
	}
	return 1
}

// answer takes a reply of the right shape: to setup and win there is only one,
// so that q counts for the turn calls alone. An illegal one eliminates
// (BG-37), and the result is its code.
func (f *referee) answer(q request) code {
	if f.stage != playing {
		f.position++
		return legal
	}
	c := f.rules.move(f.table, &q)
	if c != legal {
		f.rules.penalise(f.table)
	}
	return c
}

// fail takes a call that was not answered: by an exception, in no time, by a
// closed connection, or by a value of the wrong shape (BG-37).
func (f *referee) fail() {
	if f.stage == playing {
		f.rules.eliminate(f.table)
		return
	}
	// In set-up and at the end the player leaves the list from wherever it
	// stands; a winner that fails is none any more, and nobody moves up
	// (BG-10, BG-52).
	t := f.table
	name := t.players[f.position].name
	t.dropouts = append(t.dropouts, name)
	t.players = slices.Delete(t.players, f.position, f.position+1)
	f.winners = slices.DeleteFunc(f.winners, func(w string) bool { return w == name })
}

// play runs the game with actors in this process. A call that never returns
// costs no time, since for the outcome it is the same as raising (BG-72).
func (f *referee) play(actors []actor, s *strategist) {
	cast := make([]performer, len(actors)) // by their seats
	for i, a := range actors {
		cast[i] = performer{actor: a, strategist: s}
	}
	for {
		c, ok := f.next()
		if !ok {
			return
		}
		p := &cast[c.seat]
		if c.method == callSetup {
			p.equations = f.table.equations // BG-10
		}
		failed := p.left || p.failsAt(c.method)
		switch {
		case failed && p.leaves && !p.left && c.method == callFirstReply:
			p.left = true
			f.answer(request{pebble: true})
		case failed:
			f.fail()
		case c.method == callFirstReply:
			q := p.firstReply(&c.turn)
			if p.mangles && !q.pebble {
				f.fail()
				continue
			}
			f.answer(q)
		case c.method == callSecondReply && p.mangles:
			f.fail()
		case c.method == callSecondReply:
			q := request{cards: p.secondReply(&c.turn)}
			f.answer(q)
		default:
			f.answer(request{})
		}
	}
}
