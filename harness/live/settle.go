package live

import (
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// next asks the referee what is due.
func (h *shadow) next(now time.Time) {
	if events := h.referee.Events(); len(events) > 0 {
		h.event = events[len(events)-1]
	}
	if len(h.due) == 0 {
		h.first = nil
		h.round++
	}
	var lost []*shadowConn
	for _, call := range h.referee.Calls() {
		if slices.ContainsFunc(h.due, func(d *due) bool { return d.Seat == call.Seat }) {
			continue
		}
		d := &due{Call: call, at: now}
		h.due = append(h.due, d)
		if k := h.players[call.Seat]; k.ahead != nil {
			d.sent, d.at = true, k.ahead.at
			asked := *d
			if k.ahead.args != nil {
				asked.Args = k.ahead.args
			}
			if f := h.caused(h.compare(k, &asked, k.ahead.value), k, k.ahead.value); f != nil {
				f.Number = k.ahead.number
				h.find(*f)
			}
			if k.ahead = nil; k.over {
				lost = append(lost, k)
			}
		}
	}
	for _, k := range lost {
		h.lost(k)
	}
	if len(h.due) == 0 {
		h.told = now
	}
}

// unsent is the call of a seat that is due and has not come, or nil.
func (h *shadow) unsent(seat int) *due {
	for _, d := range h.due {
		if d.Seat == seat && !d.sent {
			return d
		}
	}
	return nil
}

// settle lets the referee take what has become of a call that is due, of the first one
// of which the server can know that by now. Acts tells that the server does something
// now that shows that it does not wait any more.
func (h *shadow) settle(now time.Time, acts bool) (settled bool, f *Finding) {
	for i := range h.due {
		if settled, f = h.settleCall(i, now, acts); settled || f != nil {
			return settled, f
		}
	}
	return false, nil
}

// settleCall is settle for one of the calls that are due.
func (h *shadow) settleCall(i int, now time.Time, acts bool) (settled bool, f *Finding) {
	d := h.due[i]
	k := h.players[d.Seat]
	if k.over && k.overAt.After(d.at) {
		now = k.overAt
	}
	became, known := h.fate(d, k, now)
	switch waited := now.Sub(d.at); {
	case !known:
		return false, nil
	case became.unclear:
		h.blind = true
		return true, nil
	case became.why != "" && acts && h.isLate(waited) && (d.sent || k.deaf()):
		return true, h.overdue(d, k, waited, "the program goes on only")
	}
	t := taken{call: d.Call, at: d.at, value: became.value, why: became.why, early: became.took < 0, round: h.round}
	switch {
	case t.why != "":
		t.breach = h.referee.Fail(d.Seat, t.why)
	case !h.tellTime(&t, became.took):
		// It is nobody's fault, but nothing behind it can be judged.
		h.blind, h.slow = true, true
		return true, nil
	default:
		t.breach = h.referee.Answer(d.Seat, t.value)
	}
	h.closeCall(i, t, now)
	return true, nil
}

// A fate is what has become of a call.
type fate struct {
	value   jsontext.Value // the reply
	took    time.Duration  // to reply; negative if that was before the call
	why     game.Failure   // there is no reply that counts
	unclear bool           // the server may have found the reply in time, or too late
}

// fate is that of a call to a client, and false if the server cannot know it by now. It
// takes the reply from the client.
func (h *shadow) fate(d *due, k *shadowConn, now time.Time) (became fate, known bool) {
	isOver := now.Sub(d.at) >= h.inTime()
	switch {
	case !d.sent && k.deaf():
		// The call is not seen, and nobody can tell when it came.
		return fate{why: game.TimedOut}, isOver
	case !d.sent && len(k.waiting) == 0 && k.in.err == nil && !k.closed:
		return fate{}, false
	case len(k.waiting) > 0:
		return h.replied(d, k), true
	case k.in.err != nil:
		return fate{why: match.FailureOf(k.in.err.Kind)}, true
	case k.closed:
		return fate{why: game.Closed}, true
	default:
		return fate{why: game.TimedOut}, isOver
	}
}

// replied is the fate of a call that has a reply, which is taken unless it came too late.
func (h *shadow) replied(d *due, k *shadowConn) fate {
	took := k.waiting[0].at.Sub(d.at)
	switch {
	case h.isLate(took):
		k.tardy = d
		return fate{took: took, why: game.TimedOut}
	case took > h.inTime():
		return fate{took: took, unclear: true}
	}
	value := k.waiting[0].value
	k.waiting = k.waiting[1:]
	return fate{took: took, value: value}
}

// inTime is how long after its call a reply surely comes in time. At least half of what a
// player may take is left of it, also where that is no longer than the tolerance.
func (h *shadow) inTime() time.Duration {
	limit := h.ms(h.signUp.CallMs)
	return max(limit-h.tolerance(), limit/2)
}

// isLate tells whether a time is surely longer than a player may take for a reply.
func (h *shadow) isLate(took time.Duration) bool {
	return took > h.ms(h.signUp.CallMs)+h.tolerance() && !h.signUp.BytesRestartClock
}

// closeCall notes what has become of a call that was due, and asks for the next ones.
func (h *shadow) closeCall(i int, t taken, now time.Time) {
	d, k := h.due[i], h.players[t.call.Seat]
	h.history = append(h.history, t)
	if t.breach != nil {
		k.breach = t.breach
	}
	k.told = d.Method == h.protocol.Last()
	if !d.sent {
		k.passed = append(k.passed, d)
	}
	h.due = slices.Delete(h.due, i, i+1)
	asking, asks := h.referee.(game.Asking)
	switch {
	case asks && asking.Err() != nil:
		h.blind = true
	case asks || len(h.due) == 0:
		// The program that knows the rules may make more calls due while some are open.
		h.next(now)
	}
}

// tellTime tells a referee that goes by the times of players how long a reply took, and
// false where the server may have found another time that counts otherwise: it has begun
// to wait before our client had the call, and has the reply after our client sent it.
func (h *shadow) tellTime(t *taken, took time.Duration) bool {
	timed, ok := h.referee.(game.Timed)
	if !ok {
		return true
	}
	inRules := func(d time.Duration) (ms, slack int) {
		return match.Took(float64(max(d, 0).Microseconds())/1e3, h.scale)
	}
	t.ms, t.slack = inRules(took)
	most, _ := inRules(took + h.tolerance())
	if !timed.Sure(t.call.Seat, t.value, t.ms, most, t.slack) {
		return false
	}
	timed.Took(t.call.Seat, t.ms, t.slack)
	return true
}

// overdue is a call that the server waits at for too long.
func (h *shadow) overdue(d *due, k *shadowConn, waited time.Duration, what string) *Finding {
	f := h.wrong(h.protocol.ClauseIn(d.Method, game.OnTimeout), "%s has not replied to %s, and %s %v after the call; it is out after %v",
		k.name, d.Method, what, milli(waited), h.ms(h.signUp.CallMs))
	f.Number, f.Timing, f.Since = h.messages, true, d.at
	return f
}

// deaf tells whether a client does not read, so that a call to it is not seen.
func (k *shadowConn) deaf() bool {
	return slices.ContainsFunc(k.client.Faults, func(f fault.Fault) bool { return f.Kind == fault.NoRead })
}

// notDue says which call is due in place of one to another player, and why.
func (h *shadow) notDue(k *shadowConn, v jsontext.Value, now time.Time) *Finding {
	method, last := "", false
	call, err := wire.ParseCall(v)
	if err == nil {
		method, last = " with "+call.Method, call.Method == h.protocol.Last()
	}
	switch {
	case err != nil && k.breach != nil:
		return h.wrong(h.protocol.ClauseOn(game.OnOutClosed), "%s gets %s, but it is out since %s, and nothing more is sent to it",
			k.name, text.Excerpt(v), k.breach.Method)
	case err != nil:
		return h.noCall(k, v)
	case k.tardy != nil:
		m := k.tardy.Method
		return h.wrong(h.protocol.ClauseIn(m, game.OnTimeout), "%s is called%s, but is out: its reply to %s was not complete within %v",
			k.name, method, m, h.ms(h.signUp.CallMs))
	case k.breach != nil && h.asksAgain(k, v):
		return h.wrong(h.protocol.ClauseIn(k.breach.Method, game.OnClosed), "%s is asked again%s, but it is out since its reply to the first such call: %s",
			k.name, method, text.Citing(k.breach.Message, k.breach.Clause))
	case k.breach != nil:
		clause := h.protocol.ClauseOn(game.OnOutClosed)
		tookIt := func(t taken) bool { return t.call.Seat == k.seat && t.breach != nil && t.value != nil }
		// The others play on, so the call tells this player that it is out.
		told := last && len(h.due) > 0 && h.due[0].Method != call.Method
		if !told && (h.history[len(h.history)-1].call.Seat == k.seat || slices.ContainsFunc(h.history, tookIt)) {
			// It has not noticed, or takes the value for a right one.
			clause = k.breach.Clause
		}
		return h.wrong(clause, "%s is called%s, but it is out since %s: %s",
			k.name, method, k.breach.Method, text.Citing(k.breach.Message, k.breach.Clause))
	case len(h.due) == 0:
		return h.wrong(h.protocol.ClauseOn(game.OnAllTold), "%s is called%s, but no more calls are due", k.name, method)
	}
	d := h.due[0]
	if d.sent || h.players[d.Seat].deaf() {
		// The method's own clause is about replies that never come.
		clause := h.protocol.ClauseIn(h.protocol.Methods[0].Name, game.OnTimeout)
		f := h.wrong(clause, "%s is called%s %v after %s of %s, whose reply is still due: it has %v",
			k.name, method, milli(now.Sub(d.at)), d.Method, d.Player, h.ms(h.signUp.CallMs))
		f.Timing, f.Since = now.Sub(d.at) > h.ms(h.signUp.CallMs)/4, d.at
		return f
	}
	if due := h.players[d.Seat]; !due.over && !due.closed {
		h.skipped = due
	}
	why := h.because()
	if len(h.history) == 0 && d.Seat == 0 {
		why = ", who signed up first"
	}
	return h.wrong(h.methodClause(d.Method), "%s is called%s, but %s of %s is due%s", k.name, method, d.Method, d.Player, why)
}

// calledTwice finds that a call is made again while its reply is still due, nil if it is not.
// The reply to the first call of a game may have come by then.
func (h *shadow) calledTwice(k *shadowConn, v jsontext.Value, now time.Time) *Finding {
	call, err := wire.ParseCall(v)
	if err != nil {
		return nil
	}
	if i := len(h.history) - 1; i >= 0 && call.Method == h.protocol.Methods[0].Name {
		last := &h.history[i]
		if last.call.Seat == k.seat && last.call.Method == call.Method && last.breach == nil {
			return h.wrong(h.callClause(), "%s is called with %s again, but it has replied %s to that",
				k.name, call.Method, text.Excerpt(last.value))
		}
	}
	for _, d := range h.due {
		if d.Seat != k.seat || !d.sent || d.Method != call.Method {
			continue
		}
		f := h.wrong(h.callClause(), "%s is called with %s again %v after the first time, but its reply is still due: it has %v",
			k.name, d.Method, milli(now.Sub(d.at)), h.ms(h.signUp.CallMs))
		f.Timing, f.Since = now.Sub(d.at) > h.ms(h.signUp.CallMs)/4, d.at
		return f
	}
	return nil
}

// asksAgain tells whether a call is that again which a player has just broken a rule in,
// although it is not the only one in the game.
func (h *shadow) asksAgain(k *shadowConn, v jsontext.Value) bool {
	call, err := wire.ParseCall(v)
	last := h.history[len(h.history)-1]
	alone := !slices.ContainsFunc(h.players, func(p *shadowConn) bool { return p != k && p.breach == nil })
	return err == nil && last.call.Seat == k.seat && last.value != nil && call.Method == k.breach.Method && !alone
}

// open says which call or reply is due still when the program does something
// else, nil if none is.
func (h *shadow) open(now time.Time) *due {
	if !h.begun || h.referee == nil || h.blind || h.hard != nil {
		return nil
	}
	for {
		settled, f := h.settle(now, true)
		if f != nil {
			h.find(*f)
		}
		if f != nil || h.blind || len(h.due) == 0 {
			return nil
		}
		if !settled {
			return h.due[0]
		}
	}
}

// idle says what the program owes for too long, nil if nothing.
func (h *shadow) idle(now time.Time) *Finding {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.skipped != nil && now.Sub(h.since) > endingGrace {
		h.explain()
	}
	h.ripen(now)
	switch {
	case len(h.conns) == 0 || h.hard != nil:
		return nil
	case !h.begun:
		return h.notStarted(now)
	case h.blind || h.referee == nil:
		return h.silent(now)
	}
	if f, open := h.waitsOn(now); open {
		return f
	}
	return h.owing(now)
}

// idling is a finding that something has not happened since a moment.
func idling(since time.Time, clause, format string, args ...any) *Finding {
	return &Finding{Outcome: judge.Timeout, Timing: true, Since: since, Clause: clause, Message: fmt.Sprintf(format, args...)}
}

// notStarted says what the program owes before the first call, if it has kept us waiting too
// long: to begin a game, or, where there can be none, to end.
func (h *shadow) notStarted(now time.Time) *Finding {
	tolerance := h.tolerance()
	players, noGame := h.seated()
	for _, k := range h.conns {
		if f := h.keptNameless(k, now.Add(-tolerance), "is still open"); f != nil && !k.over {
			return f
		}
	}
	_, to := h.window(players)
	since, clients := to.Add(-tolerance), text.Count(len(players), "client")
	switch {
	case noGame == "" && now.After(to.Add(tolerance)) && players[0].deaf():
		first := h.protocol.Methods[0].Name
		return idling(since, h.protocol.ClauseIn(first, game.OnTimeout),
			"%s signed up; %s does not read or reply to %s, but the program still waits %v after it is out",
			clients, players[0].name, first, milli(now.Sub(to)+tolerance))
	case noGame == "" && now.After(to.Add(tolerance)):
		return idling(since, h.protocol.ClauseOn(game.OnStarted),
			"%s signed up, but %v after the time to start the program has called nobody", clients, milli(now.Sub(to)+tolerance))
	case noGame != "" && now.After(to.Add(h.waits.End)) && now.Sub(h.last) > h.waits.End:
		return idling(since, h.protocol.ClauseOn(noGame),
			"%s cannot play a game, but the program has not ended %v after the end of the sign-up", clients, h.waits.End)
	}
	return nil
}

// silent says that a program does nothing for too long in a game that nobody can follow.
func (h *shadow) silent(now time.Time) *Finding {
	if now.Sub(h.last) <= h.ms(h.signUp.CallMs)+h.waits.Call+h.waits.End {
		return nil
	}
	return idling(h.last, h.protocol.ClauseOn(game.OnAllTold),
		"nothing has happened for %v, and the program does not end", milli(now.Sub(h.last)))
}

// waitsOn settles what is due, up to a call that has no reply yet. Open tells that the
// program owes nothing but what the finding says, if there is one: it waits for a reply, or
// nobody can judge what follows.
func (h *shadow) waitsOn(now time.Time) (f *Finding, open bool) {
	for len(h.due) > 0 {
		d := h.due[0]
		k := h.players[d.Seat]
		if (d.sent || k.deaf()) && len(k.waiting) == 0 && !k.closed && !k.over && k.in.err == nil {
			// The referee need not know: what is overdue is told as such.
			waited := now.Sub(d.at)
			if waited <= h.ms(h.signUp.CallMs)+2*h.tolerance() || h.signUp.BytesRestartClock {
				return nil, true
			}
			return h.overdue(d, k, waited, "the program still waits"), true
		}
		settled, bad := h.settle(now, false)
		if bad != nil || h.blind {
			return bad, true
		}
		if !settled {
			break
		}
	}
	return nil, false
}

// owing says what the program owes in the middle of a game, if it has kept us waiting too
// long: the next call, or, when every player knows the result, to end.
func (h *shadow) owing(now time.Time) *Finding {
	switch {
	case slices.ContainsFunc(h.players, func(k *shadowConn) bool { return h.waitsAhead(k, now) }):
		return nil
	case len(h.due) > 0 && now.Sub(h.last) > h.waits.Call && now.Sub(h.due[0].at) > h.waits.Call:
		d := h.due[0]
		return idling(h.last, h.methodClause(d.Method), "for %v the program did not call %s of %s%s", h.waits.Call, d.Method, d.Player, h.because())
	case len(h.due) == 0 && now.Sub(h.last) > h.waits.End && now.Sub(h.told) > h.waits.End:
		return idling(h.last, h.protocol.ClauseOn(game.OnAllTold), "the program did not end within %v of the end of the game", h.waits.End)
	}
	return nil
}

// waitsAhead tells whether the program may still wait for the reply to a call that the
// referee has yet to make.
func (h *shadow) waitsAhead(k *shadowConn, now time.Time) bool {
	return k.ahead != nil && len(k.waiting) == 0 && !k.closed && !k.over && k.in.err == nil &&
		now.Sub(k.ahead.at) <= h.ms(h.signUp.CallMs)+2*h.tolerance()
}
