package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// caused adds to a finding about a call the mistake that would lead to just this
// call.
func (h *shadow) caused(f *Finding, k *shadowConn, v jsontext.Value) *Finding {
	call, err := wire.ParseCall(v)
	if f == nil || f.Timing || err != nil || h.protocol.Method(call.Method) == nil {
		return f
	}
	does := func(referee game.Referee) bool { return h.waitsAsWell(referee, k) && h.calls(referee, k, &call) }
	b := h.justOut()
	if k.breach != nil || f.misshapen {
		b = nil
	}
	var mistakes []mistake
	if which := h.shownBefore(k, &call); which != "" && f.Expected != nil && b == nil {
		// What changes when a player is out is an old state as well where it does not.
		mistakes = append(mistakes, mistake{f.Clause, "shows the same as " + which})
	}
	like := h.stage.serverMistakes(h.in, h.names(), h.history, f.Clause, does)
	if h.dropsEarly(k, does) {
		mistakes = append(mistakes, mistake{h.protocol.ClauseOn(game.OnUnasked), "drops a value that comes before its call"})
		// A mutant that takes such a value shows elsewhere, too.
		like.alike, like.elsewhere = nil, nil
	}
	defer func() { f.Alike = append(f.Alike, like.elsewhere...) }()
	mistakes = append(mistakes, like.found...)
	if t := h.undone(does); t != nil {
		mistakes = append(mistakes, mistake{h.protocol.StaysDone, fmt.Sprintf("undoes the turn of %s when that player is out", t.call.Player)})
	}
	if cause := causeOf(mistakes, like.alike); cause != nil {
		if b != nil {
			f.Message = text.Uncited(f.Message, f.Clause) + "; " + outBefore(b)
		}
		f.blame(cause)
	} else if t := h.unheard(does); t != nil {
		f.Message = text.Uncited(f.Message, f.Clause)
		f.Clause = h.callClause()
		f.Message += fmt.Sprintf("; this is what a program does that does not take the reply of %s to %s, which was %s%s (%s)",
			t.call.Player, t.call.Method, text.Excerpt(t.value), h.afterLast(t), f.Clause)
		f.Timing = h.mayHaveRunOut(t.at, h.signUp.CallMs)
	} else if b != nil {
		f.Message = text.Uncited(f.Message, f.Clause)
		if f.Clause = b.Clause; game.Failure(b.Why) == game.TimedOut {
			// It has noticed, as it goes on: what is wrong is what becomes of the player.
			f.Clause = h.protocol.ClauseIn(b.Method, game.OnClosed)
		}
		f.Message += "; " + outBefore(b)
	} else if f.state != "" && f.state != f.Clause {
		f.Message, f.Clause = text.Recited(f.Message, f.Clause, f.state), f.state
	}
	return f
}

// outBefore says who is out since the last reply.
func outBefore(b *game.Breach) string {
	return fmt.Sprintf("just before, %s is out in %s: %s (%s)", b.Player, b.Method, b.Message, b.Clause)
}

// waitsAsWell tells whether a referee has made the calls to others than a player that are
// open in the game.
func (h *shadow) waitsAsWell(referee game.Referee, k *shadowConn) bool {
	for _, d := range h.due {
		if open := (taken{call: d.Call}); d.sent && d.Seat != k.seat && !open.askedBy(referee) {
			return false
		}
	}
	return true
}

// calls tells whether a referee makes a call to a player next, or once it has made
// those that have come before where their order is not judged.
func (h *shadow) calls(referee game.Referee, k *shadowConn, call *wire.Call) bool {
	made := make(map[int]bool)
	for {
		var before *game.Call
		for _, c := range referee.Calls() {
			if c.Seat == k.seat && c.Method == call.Method {
				return h.sameArgs(c.Method, c.Args, call.Args)
			}
			if p := h.players[c.Seat]; p.ahead != nil && !made[c.Seat] {
				before = &c
			}
		}
		if before == nil {
			return false
		}
		made[before.Seat] = true
		came, err := wire.ParseCall(h.players[before.Seat].ahead.value)
		if err != nil || came.Method != before.Method || !h.sameArgs(came.Method, before.Args, came.Args) {
			return false
		}
		// What becomes of it changes nothing for the others.
		referee.Fail(before.Seat, game.TimedOut)
	}
}

func (h *shadow) sameArgs(method string, a, b []jsontext.Value) bool {
	return h.judges[method].Compare(a, b).Outcome == judge.Pass
}

// shownBefore says which of the last calls showed just what a call shows now, all of it,
// "" if none did. What is no more than a Boolean or a number shows nothing.
func (h *shadow) shownBefore(k *shadowConn, call *wire.Call) string {
	if len(call.Args) == 0 || call.Args[0].Kind() != '{' && call.Args[0].Kind() != '[' {
		return ""
	}
	n := len(h.history)
	for i := n - 1; i >= 0 && i >= n-unheardMax; i-- {
		t := &h.history[i].call
		if len(t.Args) != len(call.Args) || h.judges[call.Method].Compare(t.Args, call.Args).Outcome != judge.Pass {
			continue
		}
		switch {
		case i < n-1:
			return fmt.Sprintf("%d calls before, in %s of %s", n-i, t.Method, t.Player)
		case t.Seat != k.seat:
			return "in the call before, " + t.Method + " of " + t.Player
		case t.Method != call.Method:
			return "in the call before, " + t.Method
		}
	}
	return ""
}

// dropsEarly tells whether a call to a player that is out comes next where the value
// that came before its call is left out, and the one behind it is the reply.
func (h *shadow) dropsEarly(k *shadowConn, does func(game.Referee) bool) bool {
	i := slices.IndexFunc(h.history, func(t taken) bool { return t.call.Seat == k.seat && t.breach != nil && t.early })
	if i < 0 || len(k.waiting) == 0 {
		return false
	}
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil {
		return false
	}
	other := slices.Clone(h.history)
	other[i].value = k.waiting[0].value
	return replays(referee, other) && does(referee)
}

// undone finds the player that is out since its second reply or a later one of a
// turn, without whose replies before that the game would go on as the program has
// it; nil if there is none.
func (h *shadow) undone(does func(game.Referee) bool) *taken {
	if h.protocol.StaysDone == "" {
		return nil
	}
	for i := len(h.history) - 1; i >= max(1, len(h.history)-unheardMax); i-- {
		out, before := h.history[i], h.history[i-1]
		if out.breach == nil || before.breach != nil || before.call.Seat != out.call.Seat {
			continue
		}
		referee, err := h.live.Referee(h.in, h.names())
		if err != nil {
			return nil
		}
		other := slices.Delete(slices.Clone(h.history), i, i+1)
		other[i-1].value, other[i-1].why = nil, game.TimedOut
		if replays(referee, other) && does(referee) {
			return &out
		}
	}
	return nil
}

// justOut is the breach that has come right before, in the last reply, in one to a call that
// was due together with it, or in one of those whose order is not judged; nil if none has, or
// if nothing follows from it: who fails when told the result changes nothing for the others.
func (h *shadow) justOut() *game.Breach {
	for _, t := range slices.Backward(h.history) {
		last := &h.history[len(h.history)-1]
		m := h.protocol.Method(t.call.Method)
		if t.round != last.round && (t.call.Method != last.call.Method || m == nil || !m.AnyOrder) {
			return nil
		}
		if t.breach != nil && t.call.Method != h.protocol.Last() {
			return t.breach
		}
	}
	return nil
}

// unheard finds the good reply without which the game would go on as the program
// has it, nil if there is none.
func (h *shadow) unheard(does func(game.Referee) bool) *taken {
	for i := len(h.history) - 1; i >= 0 && i >= len(h.history)-unheardMax; i-- {
		t := h.history[i]
		if t.value == nil || t.breach != nil {
			continue
		}
		referee, err := h.live.Referee(h.in, h.names())
		if err != nil {
			return nil
		}
		other := slices.Clone(h.history)
		other[i].value, other[i].why = nil, game.TimedOut
		if replays(referee, other) && does(referee) {
			return &t
		}
	}
	return h.unheardAtTheEnd(does)
}

// unheardAtTheEnd is unheard of all replies to the last call together: who goes on with one
// client there does so with the others.
func (h *shadow) unheardAtTheEnd(does func(game.Referee) bool) (first *taken) {
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil {
		return nil
	}
	other := slices.Clone(h.history)
	for i := range other {
		if t := &other[i]; t.call.Method == h.protocol.Last() && t.value != nil && t.breach == nil {
			first = cmp.Or(first, &h.history[i])
			t.value, t.why = nil, game.TimedOut
		}
	}
	if first == nil || !replays(referee, other) || !does(referee) {
		return nil
	}
	return first
}

// afterLast says of a reply to the last call what a program meets that goes on with its
// client, "" of another reply.
func (h *shadow) afterLast(t *taken) string {
	if t.call.Method != h.protocol.Last() {
		return ""
	}
	return "; behind that reply a client closes its connection: neither call it again nor read on"
}

// unheardMax is how many replies before a wrong call may be its reason: those of the
// set-up and of a round.
const unheardMax = 20

// resultCause finds the mistake that leads to the result that the program gave.
func (h *shadow) resultCause(got []jsontext.Value, clause string) *Cause {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.referee == nil || h.blind || h.hard != nil || len(h.due) > 0 {
		return nil
	}
	results := judge.New(h.stage.Task, judge.Strict, nil)
	compared := results.CompareUnder(clause, h.referee.Result(), got)
	if compared.Outcome == judge.Pass {
		return nil
	}
	like := h.stage.serverMistakes(h.in, h.names(), h.history, clause, func(referee game.Referee) bool {
		return len(referee.Calls()) == 0 && results.Compare(referee.Result(), got).Outcome == judge.Pass
	})
	return like.withElsewhere(h.resultMistake(got, cmp.Or(compared.Differences[0].Clause, clause), clause, &like))
}

// resultMistake is the mistake that leads to a wrong result: that of a mutant which does the same,
// or one that the result itself shows. List is the clause of the list that is wrong.
func (h *shadow) resultMistake(got []jsontext.Value, list, clause string, like *suspicion) *Cause {
	if len(like.found) > 0 && sortedAnyCase(h.referee.Result(), got) {
		// Where the seats have that order, too, nobody can tell which of them it is.
		own := mistake{list, "sorts names without regard to capital letters"}
		return causeOf(append(slices.Clip(like.found), own), nil)
	}
	if cause := causeOf(like.found, like.alike); cause != nil {
		return cause
	}
	if swapped(h.referee.Result(), got) {
		return &Cause{Clause: clause, Text: fmt.Sprintf("the drop-outs stand where the winners belong, and the winners where they belong (%s)", clause)}
	}
	if cause := h.outsiderWins(got); cause != nil {
		return cause
	}
	if cause := h.losersDropOut(got); cause != nil {
		return cause
	}
	if cause := h.failsAtTheEnd(got); cause != nil {
		return cause
	}
	if sameNames(h.referee.Result(), got) {
		return &Cause{Clause: list, Text: fmt.Sprintf("the names are right, but not sorted by character code (%s)", list)}
	}
	// The calls were right, so that only what has come of the last ones is left.
	last := h.protocol.Last()
	for _, t := range h.history {
		if t.breach != nil && t.call.Method == last {
			clause := h.protocol.ClauseIn(last, game.OnTimeout)
			return &Cause{Clause: clause, Text: fmt.Sprintf("before that, %s (%s)", t.breach.Message, clause)}
		}
	}
	return nil
}

// losersDropOut tells of a result with the right winners that lists as drop-outs all others,
// although some of them are in the game, nil of another one.
func (h *shadow) losersDropOut(got []jsontext.Value) *Cause {
	won, out, err := game.ReadOutcome(h.referee.Result())
	if err != nil || len(won) == 0 {
		return nil
	}
	winners, dropouts, err := game.ReadOutcome(got)
	if err != nil || !slices.Equal(winners, won) || len(dropouts) <= len(out) || len(won)+len(dropouts) != len(h.players) {
		return nil
	}
	for _, name := range h.names() {
		if !slices.Contains(won, name) && !slices.Contains(dropouts, name) {
			return nil
		}
	}
	clause := cmp.Or(h.protocol.Misbehaves, h.callClause())
	return &Cause{
		Clause: clause,
		Text:   fmt.Sprintf("the drop-outs there are all who have not won, but drop-outs are only those who are out of the game (%s)", clause),
	}
}

// failsAtTheEnd tells of players whose replies to the last call were right, and who are
// drop-outs in the program's result, nil if there are none.
func (h *shadow) failsAtTheEnd(got []jsontext.Value) *Cause {
	_, dropouts, err := game.ReadOutcome(got)
	if err != nil {
		return nil
	}
	var names []string
	var first *taken
	last := h.protocol.Last()
	for i := range h.history {
		if t := &h.history[i]; t.call.Method == last && t.breach == nil && slices.Contains(dropouts, t.call.Player) {
			names = append(names, t.call.Player)
			first = cmp.Or(first, t)
		}
	}
	if first == nil {
		return nil
	}
	clause := h.callClause()
	return &Cause{Clause: clause, Text: fmt.Sprintf("the drop-outs there include %s, but the reply %s to %s is correct%s (%s)",
		strings.Join(names, ", "), text.Excerpt(first.value), last, h.afterLast(first), clause)}
}

// sameNames tells whether two results have the same winners and drop-outs, in any order.
func sameNames(a, b []jsontext.Value) bool {
	sorted := func(result []jsontext.Value) string {
		winners, dropouts, err := game.ReadOutcome(result)
		slices.Sort(winners)
		slices.Sort(dropouts)
		return fmt.Sprint(winners, dropouts, err)
	}
	return sorted(a) == sorted(b)
}

// sortedAnyCase tells whether a result has the right names, but sorted without regard to
// capital letters.
func sortedAnyCase(want, got []jsontext.Value) bool {
	winners, dropouts, err := game.ReadOutcome(got)
	sorted := func(names []string) bool {
		return slices.IsSortedFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	}
	return err == nil && sameNames(want, got) && sorted(winners) && sorted(dropouts)
}

// swapped tells whether the winners of one result are the drop-outs of another, and the other
// way round.
func swapped(a, b []jsontext.Value) bool {
	winners, dropouts, err := game.ReadOutcome(a)
	others, outs, wrong := game.ReadOutcome(b)
	return err == nil && wrong == nil && slices.Equal(winners, outs) && slices.Equal(dropouts, others)
}

// outsiderWins tells of a winner of the program's result that was out before the last
// calls, nil if there is none.
func (h *shadow) outsiderWins(got []jsontext.Value) *Cause {
	winners, _, err := game.ReadOutcome(got)
	if err != nil {
		return nil
	}
	last := h.protocol.Last()
	for _, t := range h.history {
		if b := t.breach; b != nil && t.call.Method != last && slices.Contains(winners, b.Player) {
			clause := h.protocol.ClauseIn(t.call.Method, game.OnClosed)
			return &Cause{Clause: clause, Text: fmt.Sprintf("%s has won there, but is out since %s (%s)", b.Player, t.call.Method, clause)}
		}
	}
	return nil
}
