package live

import (
	"cmp"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// result judges what the program has written, in a transcript: of a test the verdict
// does.
func (h *shadow) result(got []jsontext.Value) {
	clause := h.protocol.ClauseOn(game.OnAllTold)
	cause := h.resultCause(got, clause)
	h.mu.Lock()
	defer h.mu.Unlock()
	want := h.signUp.Void
	switch {
	case h.hard != nil || h.blind || len(h.due) > 0:
		return
	case h.referee != nil:
		want = h.referee.Result()
	case h.noGame == "":
		if _, h.noGame = h.seated(); h.noGame == "" {
			return
		}
	}
	c := judge.New(h.stage.Task, judge.Strict, nil).CompareUnder(clause, want, got)
	if c.Outcome == judge.Pass {
		return
	}
	f := h.wrong(cmp.Or(c.Differences[0].Clause, clause), "the result: %s", c.Differences[0].Message)
	if cause != nil {
		f.blame(cause)
	}
	h.find(*f)
}

// answered is told that the program has written its output.
func (h *shadow) answered() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrote = h.now()
	if d := h.open(h.wrote); d != nil {
		h.unended = d
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the result is written before the end of the game: %s of %s is due%s", d.Method, d.Player, h.because()),
		})
		h.unheeded(d)
	}
	if h.suspect != nil && h.begun {
		// The connections were closed with the end of the game, as the program has it.
		h.excuse()
	}
}

// unheeded says of a result that is written while a call is open that the program has not
// waited for the reply to it. The call may come to our client after the result to us.
func (h *shadow) unheeded(d *due) {
	if d != h.unended || !d.sent || h.mild == nil {
		return
	}
	h.mild.Message = fmt.Sprintf("the result is written before %s has replied to %s", d.Player, d.Method)
}

// end is called when the program has ended: by itself, or, if it fell, by a crash or at a limit.
func (h *shadow) end(fell bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if !h.wrote.IsZero() {
		now = h.wrote
	}
	if d := h.open(now); d != nil {
		h.find(Finding{
			Outcome: judge.ProtocolError, Clause: h.methodClause(d.Method), Mild: true,
			Message: fmt.Sprintf("the program ends, but %s of %s is due%s", d.Method, d.Player, h.because()),
		})
	}
	if h.suspect != nil && h.hard == nil && h.begun && h.wrote.IsZero() && h.endsWith() {
		// The connection ended with the program, which says more.
		h.excuse()
	}
	if h.begun || h.blind {
		return
	}
	if h.suspect != nil {
		if h.hard != nil || !h.endsWith() {
			return // it decides
		}
		// The connection ended with the program, which says more.
		if h.excuse(); fell {
			h.mild = nil
		}
	}
	if f := h.unplayed(fell, now); f != nil {
		h.find(*f)
	}
}

// unplayed is what is wrong with a program that has ended before a game began, nil if nothing is.
func (h *shadow) unplayed(fell bool, now time.Time) *Finding {
	f := &Finding{Outcome: judge.ProtocolError, Clause: h.protocol.ClauseOn(game.OnTooFew), Mild: true}
	switch {
	case len(h.clients) == 0:
		// Nobody comes, so the port may have been open all the time.
		if !now.Before(h.shut.Add(h.rounds(h.signUp.Waits) - h.tolerance())) {
			return nil
		}
		f.Message, f.Timing, f.Early = h.endsEarly(nil, now), true, true
		return f
	case len(h.conns) == 0:
		f.Clause = h.protocol.ClauseOn(game.OnAccepted)
		f.Message = "the program ends before anybody could connect to its port"
		if !h.wrote.IsZero() {
			f.Message = "the program writes its result before anybody could connect to its port"
		}
		return f
	}
	players, noGame := h.seated()
	from, _ := h.window(players)
	if h.hard == nil {
		// What it owed for too long it owed to those who had come.
		h.incomplete(players, from, now)
	}
	switch {
	case noGame == "":
		f.Mild = fell || h.wrote.IsZero()
		f.Number = h.messages
		f.Message = fmt.Sprintf("the program ends without playing, but %s signed up for a game", text.Count(len(players), "client"))
		switch n := len(players); {
		case n == h.signUp.PlayersMax && len(h.conns) > n:
			f.Clause = h.protocol.ClauseOn(game.OnStarted)
			f.Message += ", and later connections are not served"
		case h.twin() != "":
			f.Clause = h.protocol.ClauseOn(game.OnTaken)
			f.Message += fmt.Sprintf(", and the second one with the name %s does not count", h.twin())
		}
	case len(players) < h.signUp.PlayersMax && now.Before(from):
		f.Message = h.endsEarly(players, now)
		f.Timing, f.Early = true, h.hastens(now)
		h.mild = nil // that the connections were closed says less
	default:
		return nil
	}
	return f
}

// twin is a name that two have sent, "" if there is none.
func (h *shadow) twin() string {
	names := map[string]bool{}
	for _, k := range h.conns {
		if names[k.name] {
			return k.name
		}
		names[k.name] = k.name != ""
	}
	return ""
}

// unsure is why the program that knows the rules cannot be believed, nil if it can, or if
// the rules are ours. What is held against the program under test is asked about again.
func (h *shadow) unsure(found bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.fault
	for i := range h.clients {
		err = cmp.Or(err, unsure(h.clients[i].Player, false))
	}
	if h.referee != nil {
		err = cmp.Or(err, unsure(h.referee, found))
	}
	return err
}

// connections counts those that were made.
func (h *shadow) connections() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.conns)
}

// late tells whether one of our clients was late, which may have cost the program
// its verdict.
func (h *shadow) late() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slow
}

// blinded tells whether a part of the game was not judged.
func (h *shadow) blinded() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.blind
}
