package live

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// seated are those who have signed up by now, as the rules have it, and the
// reason why no game is played with them, in the words of the protocol, or "".
func (h *shadow) seated() (players []*shadowConn, noGame string) {
	s := &h.signUp
	var named []*shadowConn
	for _, k := range h.conns {
		if k.name != "" && k.named.Sub(k.begin) <= h.ms(s.NameMs)+h.tolerance() {
			named = append(named, k)
		}
	}
	slices.SortStableFunc(named, func(a, b *shadowConn) int { return a.named.Compare(b.named) })
	names := map[string]bool{}
	twice := false
	for _, k := range named {
		if len(players) == s.PlayersMax {
			break
		}
		if names[k.name] && !s.DuplicatesSeated {
			if !s.DuplicateVoids {
				continue
			}
			twice = true
		}
		names[k.name] = true
		players = append(players, k)
	}
	slices.SortFunc(players, func(a, b *shadowConn) int { return cmp.Compare(a.number, b.number) })
	switch n := len(players); {
	case n < s.PlayersMin:
		noGame = game.OnTooFew
	case twice:
		noGame = game.OnTwice
	case !h.playable(players):
		noGame = game.OnOther
	}
	return players, noGame
}

// playable tells whether the game of the case is one for just these players.
func (h *shadow) playable(players []*shadowConn) bool {
	n := len(players)
	if !h.seats.Has(n) || h.seats == game.Just(n) {
		return h.seats.Has(n)
	}
	fits, known := h.fits[n]
	if !known {
		_, err := h.live.Referee(h.in, namesOf(players))
		_, other := errors.AsType[*game.Invalid](err)
		if fits = !other; h.fits == nil {
			h.fits = make(map[int]bool)
		}
		h.fits[n] = fits
	}
	return fits
}

// slack is how much later than it could the start of a game may show: a server that
// reads names one after the other (BG-83) gives each connection without one its
// whole time, and a client that does not read shows no call.
func (h *shadow) slack() time.Duration {
	var all time.Duration
	for _, k := range h.conns {
		if k.name == "" {
			all += h.ms(h.signUp.NameMs)
		} else if k.deaf() {
			all += h.ms(h.signUp.CallMs)
		}
	}
	return all
}

// window is when the game may start with those who have signed up, or no game be
// played with them (BG-85).
func (h *shadow) window(players []*shadowConn) (from, to time.Time) {
	s := &h.signUp
	times := make([]time.Time, len(players))
	for i, p := range players {
		times[i] = p.named
	}
	sort.Slice(times, func(i, j int) bool { return times[i].Before(times[j]) })
	slack, wait := h.slack(), h.ms(s.WaitMs)
	if n := len(players); n >= s.PlayersMax {
		return times[n-1], times[n-1].Add(slack + h.tolerance())
	}
	// The port was opened between the last attempt that failed and the first that
	// did not.
	opened := h.conns[0].begin
	first, last := s.Waits, s.Waits
	if n := len(players); n >= s.PlayersMin && n > 0 {
		enough := times[s.PlayersMin-1]
		round := func(d time.Duration) int { return min(max(1, int((d+wait-1)/wait)), s.Waits) }
		first = round(enough.Sub(opened) - h.tolerance())
		last = round(enough.Sub(h.shut) + slack + h.tolerance())
	}
	return h.shut.Add(h.rounds(first) - h.tolerance()), opened.Add(h.rounds(last) + slack + h.tolerance())
}

// begin judges the sign-up when the first call comes, and lets the referee
// begin.
func (h *shadow) begin(k *shadowConn, now time.Time) *Finding {
	if k.name == "" {
		return h.stranger(k)
	}
	s := &h.signUp
	limit, tolerance := h.ms(s.NameMs), h.tolerance()
	for _, k := range h.conns {
		if took := k.named.Sub(k.begin); k.name != "" && took > limit-tolerance/2 && took <= limit+tolerance && limit > tolerance {
			h.blind = true
		}
		if f := h.keptNameless(k, now, "is still open"); f != nil && !k.over {
			return f
		}
	}
	h.players, h.noGame = h.seated()
	for i, p := range h.players {
		p.seat = i
	}
	n := len(h.players)
	from, to := h.window(h.players)
	h.incomplete(h.players, from, now)
	switch {
	case n < s.PlayersMin && h.seats.Least > 0:
		return h.wrong(h.protocol.ClauseOn(game.OnTooFew), "the game starts with %s, but needs %d", text.Count(n, "player"), s.PlayersMin)
	case n == s.PlayersMax-1 && now.Before(from) && h.nameless() != nil:
		other := h.nameless()
		return h.wrong(h.protocol.ClauseOn(game.OnNoName),
			"the game starts as soon as %s has sent %s in place of a name, although only %d players have signed up",
			h.who(other), text.Excerpt(other.other), n)
	case n == s.PlayersMax-1 && now.Before(from) && h.namesake() != nil:
		other := h.namesake()
		return h.wrong(h.protocol.ClauseOn(game.OnTaken),
			"the game starts although only %d players have signed up: connection %d is still open, but the name %s that it sent was taken, "+
				"so it does not count", n, other.number, other.name)
	case n < s.PlayersMax && now.Before(from):
		f := h.wrong(h.protocol.ClauseOn(game.OnTooFew), "the game starts with %s %v after the program opened its port, but %s at the end of a wait of %v",
			text.Count(n, "player"), milli(now.Sub(h.shut)), "fewer than "+strconv.Itoa(s.PlayersMax)+" play only", h.ms(s.WaitMs))
		f.Timing, f.Early = true, h.hastens(now)
		return f
	case now.After(to):
		f := h.wrong(h.protocol.ClauseOn(game.OnStarted), "%s%s", h.startsLate(now, to), h.kept())
		if h.players[0].deaf() {
			first := h.protocol.Methods[0].Name
			f = h.wrong(h.protocol.ClauseIn(first, game.OnTimeout),
				"%s does not read and has not replied to %s, but the program goes on only %v after it is out",
				h.players[0].name, first, milli(now.Sub(to)+tolerance))
		}
		f.Timing, f.Since = true, to.Add(-tolerance)
		return f
	}
	if h.noGame != "" {
		return nil
	}
	referee, err := h.live.Referee(h.in, h.names())
	if err != nil {
		// The oracle has accepted the values, but may be a program that fails now.
		h.blind, h.fault = true, faultOf(err)
		return nil
	}
	h.referee = referee
	if h.players[0].deaf() {
		// Its first call was not seen, and may be as old as that.
		now = from
	}
	h.next(now)
	return nil
}

// nameless is a connection that the program keeps although it has sent a value that is
// not a name, nil if there is none.
func (h *shadow) nameless() *shadowConn {
	for _, k := range h.conns {
		if len(k.other) > 0 && !k.over {
			return k
		}
	}
	return nil
}

// namesake is a connection that the program keeps although its name was taken, nil if there is
// none.
func (h *shadow) namesake() *shadowConn {
	for _, k := range h.conns {
		if k.name != "" && !k.over && !slices.Contains(h.players, k) && slices.ContainsFunc(h.players, func(p *shadowConn) bool { return p.name == k.name }) {
			return k
		}
	}
	return nil
}

// endsEarly says that the sign-up ends with these players before it may.
func (h *shadow) endsEarly(players []*shadowConn, now time.Time) string {
	ends, wait := "the sign-up ends with "+text.Count(len(players), "player"), h.ms(h.signUp.WaitMs)
	if !h.waitedOnce(now) {
		return fmt.Sprintf("%s, before %v have passed", ends, wait)
	}
	return fmt.Sprintf("%s after a wait of %v, but another wait follows: fewer than %d had signed up by then", ends, wait, h.signUp.PlayersMin)
}

// waitedOnce tells whether the first wait of the sign-up is over.
func (h *shadow) waitedOnce(now time.Time) bool {
	return !now.Before(h.shut.Add(h.rounds(1) - h.tolerance()))
}

// hastens tells whether no lack of processors brings it about that the sign-up is over by now: a
// server may come late to a connection, and have one play that was slow to send its name; or
// late to the end of its first wait, and have those play who came behind it.
func (h *shadow) hastens(now time.Time) bool {
	late := h.ms(h.signUp.NameMs) + h.tolerance()
	return !h.waitedOnce(now) && !slices.ContainsFunc(h.conns, func(k *shadowConn) bool { return k.name != "" && k.named.Sub(k.begin) > late })
}

// incomplete notes that the sign-up has ended as it should, but without some of our
// clients, who were too slow to come. If they waited for the program to read a name,
// that is its own doing.
func (h *shadow) incomplete(players []*shadowConn, from, now time.Time) {
	if len(players) < h.signUp.PlayersMax && len(h.conns) < len(h.clients) && !now.Before(from) && h.unread == 0 {
		h.slow = true
	}
}

// kept says why some of our clients have not come, if the program kept them waiting.
func (h *shadow) kept() string {
	if h.unread == 0 || len(h.conns) >= len(h.clients) {
		return ""
	}
	whose := fmt.Sprintf("what client %d had sent", h.unread)
	if c := &h.clients[h.unread-1]; c.Player != nil {
		whose = "the name of " + c.Name
	}
	return fmt.Sprintf("; only %d of %s had connected, since the program had not read %s",
		len(h.conns), text.Count(len(h.clients), "client"), whose)
}

// startsLate says how late a game starts.
func (h *shadow) startsLate(now, to time.Time) string {
	late := milli(now.Sub(to) + h.tolerance())
	if n := len(h.players); n >= h.signUp.PlayersMax {
		return fmt.Sprintf("the game starts %v after player %d has signed up, expected at once", late, n)
	}
	return fmt.Sprintf("the game starts %v after the end of the wait of %v", late, h.ms(h.signUp.WaitMs))
}

// keptNameless finds that a connection without a name was not closed in time
// (BG-82), or one that has sent what is no name (BG-81). A server may read one name after the other (BG-83), so that each
// silent connection before it may have taken its time too.
func (h *shadow) keptNameless(k *shadowConn, now time.Time, what string) *Finding {
	if k.name != "" || k.closed {
		return nil
	}
	limit := h.tolerance()
	for _, other := range h.conns[:k.number] {
		if other.name == "" {
			limit += h.ms(h.signUp.NameMs)
		}
	}
	waited := now.Sub(k.begin)
	if waited <= limit {
		return nil
	}
	f := h.wrong(h.protocol.ClauseOn(game.OnTimeout),
		"connection %d has sent no name for %v, and %s", k.number, waited.Round(time.Millisecond), what)
	if k.first {
		f = h.wrong(h.protocol.ClauseOn(game.OnNoName),
			"what connection %d has sent is not a name, and %v after it opened it %s", k.number, waited.Round(time.Millisecond), what)
	}
	f.Number, f.Timing, f.Since = h.messages, true, k.begin
	return f
}
