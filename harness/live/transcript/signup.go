package transcript

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A lobby is what is known of the sign-up at a server.
type lobby struct {
	end    float64 // ms, when it was over; 0 before
	late   []*Line // refusals of those who came too late, judged when it is over
	clause string  // by which no game is played, "" if one is
}

// refuse judges that a connection does not take part.
func (c *checker) refuse(l *Line, k *conn) *Finding {
	switch {
	case k.refused != nil:
		return c.fault(l, *l.Clause, "connection %d is refused twice", k.number)
	case k.seated:
		return c.fault(l, *l.Clause, "%s is refused after signing up", k.name)
	case c.header.Seated && c.stage != signingUp:
		return c.fault(l, *l.Clause, "connection %d is refused, but all are seated", k.number)
	}
	k.refused = l
	if c.header.Seated {
		// How long a program may take to start is not for the rules to say.
		return nil
	}
	if c.lobby.end == 0 {
		// Whom the name is taken by, and when the sign-up was over, shows later.
		c.lobby.late = append(c.lobby.late, l)
		return nil
	}
	return c.refusal(l, k)
}

// refusal judges a refusal when it is known who takes part.
func (c *checker) refusal(l *Line, k *conn) *Finding {
	name, good := c.nameOf(k)
	inTime := good && k.first.ms-k.begin <= c.ms(c.signUp.NameMs)-c.tolerance()
	wrong := func(format string, args ...any) *Finding {
		return c.fault(l, *l.Clause, "connection %d is refused by %s, but %s", k.number, *l.Clause, fmt.Sprintf(format, args...))
	}
	switch *l.Clause {
	case c.clauseOn(game.OnNoName):
		// That it went without a word leaves no line.
		if good {
			return wrong("%q is a name", name)
		}
	case c.clauseOn(game.OnTooLong):
		if k.first == nil || good {
			return wrong("the client sent nothing that is too long")
		}
	case c.clauseOn(game.OnTimeout):
		if inTime {
			return wrong("its name came after %v ms", k.first.ms-k.begin)
		}
		if took := l.Ms - k.begin; took < c.ms(c.signUp.NameMs)-c.tolerance() {
			return wrong("only %v ms have passed", took)
		}
	case c.clauseOn(game.OnTaken):
		if !good || c.signUp.DuplicateVoids || !c.taken(name) {
			return wrong("no other player has this name")
		}
	case c.clauseOn(game.OnStarted):
		if good && k.first.ms < c.lobby.end-c.tolerance() {
			return wrong("sign-up ended %v ms later", c.lobby.end-k.first.ms)
		}
	default:
		return wrong("this is not a valid reason")
	}
	return nil
}

// nameOf is the name that a connection sent, and whether it may be one.
func (c *checker) nameOf(k *conn) (name string, good bool) {
	if k.first == nil || k.first.value.Kind() != '"' {
		return "", false
	}
	text, err := jsontext.AppendUnquote(nil, k.first.value)
	if err != nil {
		return "", false
	}
	return string(text), c.signUp.NameOK(string(text))
}

// taken tells whether a player has the name.
func (c *checker) taken(name string) bool {
	for _, p := range c.players {
		if p.name == name {
			return true
		}
	}
	return false
}

// signedUp judges that a player was seated. Seats are those of the order in which
// connections were accepted (BG-83).
func (c *checker) signedUp(l *Line, k *conn) *Finding {
	order := c.clauseOn(game.OnName)
	switch {
	case c.stage != signingUp:
		return c.fault(l, order, "connection %d signs up after the start of the game", k.number)
	case k.seated:
		return c.fault(l, order, "connection %d signs up a second time", k.number)
	case k.refused != nil:
		return c.fault(l, order, "connection %d signs up, but is refused on line %d", k.number, k.refused.Number)
	case *l.Seat != len(c.players):
		return c.fault(l, order, "seat %d is given, expected %d", *l.Seat, len(c.players))
	case len(c.players) == c.signUp.PlayersMax:
		return c.fault(l, c.clauseOn(game.OnStarted), "more than %d sign up", c.signUp.PlayersMax)
	}
	if n := len(c.players); n > 0 && c.players[n-1].number > k.number {
		return c.fault(l, order, "connection %d has seat %d, after connection %d, which was accepted later", k.number, n, c.players[n-1].number)
	}
	if c.lobby.end == 0 {
		c.lobby.end = l.Ms
	}
	if !c.header.Seated {
		name, good := c.nameOf(k)
		switch {
		case !good:
			return c.fault(l, c.clauseOn(game.OnNoName), "connection %d signs up, but has sent no name", k.number)
		case name != *l.Name:
			return c.fault(l, order, "connection %d signs up as %q, but has sent the name %q", k.number, *l.Name, name)
		case c.taken(name) && !c.signUp.DuplicateVoids:
			return c.fault(l, c.clauseOn(game.OnTaken), "a second player signs up as %q", name)
		}
		if took := k.first.ms - k.begin; took > c.ms(c.signUp.NameMs)+c.tolerance() {
			late := &Line{Number: k.first.line, Conn: k.number}
			return c.fault(late, c.clauseOn(game.OnTimeout), "the name %q comes %v ms after the connection, but the server accepts it", name, took)
		}
	}
	k.seated, k.seat, k.name = true, len(c.players), *l.Name
	c.players = append(c.players, k)
	return nil
}

// begin judges the sign-up as a whole, when the first thing stands behind it, and
// lets the referee begin.
func (c *checker) begin(l *Line) *Finding {
	if c.lobby.end == 0 {
		c.lobby.end = l.Ms
	}
	if !c.header.Seated {
		for _, judge := range []func(*Line) *Finding{c.leftOut, c.moment} {
			if f := judge(l); f != nil {
				return f
			}
		}
		for _, refused := range c.lobby.late {
			if f := c.refusal(refused, c.conn(refused.Conn)); f != nil {
				return f
			}
		}
	}
	playable := !c.noGame()
	names := make([]string, len(c.players))
	for i, p := range c.players {
		names[i] = p.name
	}
	var referee game.Referee
	if playable {
		var err error
		referee, err = c.live.Referee(c.header.In, names)
		if _, other := errors.AsType[*game.Invalid](err); other {
			playable, c.lobby.clause = false, c.clauseOn(game.OnOther)
		} else if err != nil {
			return c.fault(l, "", "the game cannot be played: %v", err)
		}
	}
	if !playable {
		c.stage = noGame
		if l.Kind != Result {
			return c.fault(l, c.lobby.clause, "%s cannot play a game, but the server goes on", cmp.Or(c.lobby.clause, "the rules"))
		}
		return nil
	}
	c.referee, c.stage = referee, playing
	c.events = referee.Events()
	for _, call := range referee.Calls() {
		c.due = append(c.due, &due{Call: call})
	}
	return nil
}

// noGame tells whether no game can be played, and notes why.
func (c *checker) noGame() bool {
	n := len(c.players)
	names := map[string]bool{}
	for _, p := range c.players {
		names[p.name] = true
	}
	switch {
	case n < c.signUp.PlayersMin && !c.header.Seated:
		c.lobby.clause = c.clauseOn(game.OnTooFew)
	case len(names) < n:
		c.lobby.clause = c.clauseOn(game.OnTwice)
	case !c.seats.Has(n):
		c.lobby.clause = c.clauseOn(game.OnOther)
	default:
		return false
	}
	return true
}

// leftOut finds one who has sent a name but was neither seated nor refused.
func (c *checker) leftOut(l *Line) *Finding {
	for _, k := range c.conns {
		name, good := c.nameOf(k)
		if !good || k.seated || k.refused != nil {
			continue
		}
		if inTime := k.first.ms-k.begin <= c.ms(c.signUp.NameMs)-c.tolerance(); inTime && k.first.ms < c.lobby.end-c.tolerance() {
			return c.fault(l, c.clauseOn(game.OnName), "connection %d has sent the name %q, but neither signs up nor is refused", k.number, name)
		}
	}
	return nil
}

// moment finds a sign-up that was over too early or too late (BG-85).
func (c *checker) moment(l *Line) *Finding {
	end, wait, tolerance := c.lobby.end, c.ms(c.signUp.WaitMs), c.tolerance()
	n := len(c.players)
	if c.header.Awaited {
		return nil
	}
	if n == c.signUp.PlayersMax && n > 0 {
		last := 0.0
		for _, p := range c.players {
			last = max(last, p.first.ms)
		}
		if end-last > tolerance {
			return c.fault(l, c.clauseOn(game.OnStarted), "all have signed up at %v ms, but the game starts only at %v ms", last, end)
		}
		return nil
	}
	round := int(math.Round(end / wait))
	switch {
	case round < 1 || math.Abs(end-float64(round)*wait) > tolerance:
		return c.fault(l, c.clauseOn(game.OnTooFew), "sign-up ends at %v ms, expected the end of a round of %v ms", end, wait)
	case round > c.signUp.Waits:
		return c.fault(l, c.clauseOn(game.OnTooFew), "sign-up ends after round %d, but there are %d rounds", round, c.signUp.Waits)
	case round < c.signUp.Waits && n < c.signUp.PlayersMin:
		return c.fault(l, c.clauseOn(game.OnTooFew), "sign-up ends after round %d of %d with %d players, but a game needs %d",
			round, c.signUp.Waits, n, c.signUp.PlayersMin)
	}
	for earlier := 1; earlier < round; earlier++ {
		there := 0
		for _, p := range c.players {
			if p.first.ms <= float64(earlier)*wait-tolerance {
				there++
			}
		}
		if there >= c.signUp.PlayersMin {
			return c.fault(l, c.clauseOn(game.OnTooFew), "%d have signed up in round %d, but the game starts only after round %d", there, earlier, round)
		}
	}
	return nil
}
