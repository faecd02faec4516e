package transcript

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Taken is a transition of a protocol with how often transcripts took it.
type Taken struct {
	game.Transition
	Times int
}

// A Coverage counts which transitions of the protocol of one game are taken in
// transcripts of servers.
type Coverage struct {
	game  *game.Game
	times []int // by transition
}

// NewCoverage begins to count.
func NewCoverage(g *game.Game) *Coverage {
	return &Coverage{game: g, times: make([]int, len(g.Protocol.Transitions))}
}

// Taken lists all transitions, in the order of the protocol.
func (c *Coverage) Taken() []Taken {
	list := make([]Taken, len(c.times))
	for i, t := range c.game.Protocol.Transitions {
		list[i] = Taken{t, c.times[i]}
	}
	return list
}

// Add counts the transitions of a transcript, which should be clean: of one that
// is not, some may be missing. The error, a *game.UsageError, says that it cannot
// be read, is of another game, or of clients, who do not see what a server does.
func (c *Coverage) Add(r *Reader) error {
	h := r.Header()
	switch {
	case h.Game != c.game.Name:
		return &game.UsageError{Message: "transcript " + r.Name() + ": its game is " + h.Game + ", expected " + c.game.Name}
	case h.Side != game.Server:
		return &game.UsageError{
			Message: "transcript " + r.Name() + ": a client wrote it",
			Hint:    "use transcripts that the server wrote",
		}
	}
	b, err := rulesOf(r, func(string) (*game.Game, error) { return c.game, nil })
	if err != nil {
		return err
	}
	w := &walker{Coverage: c, ruleBook: b}
	for l, err := range r.Lines() {
		if err != nil {
			return err
		}
		w.line(&l)
	}
	return nil
}

// A walker follows the connections of one transcript through the states of the
// protocol.
type walker struct {
	*Coverage
	*ruleBook
	life  []*life
	names map[string]bool // of those who signed up
	twice bool            // some name of them
	begun bool            // somebody was called
}

// A life is that of one connection.
type life struct {
	state  string
	name   bool   // something came, the name or not
	twin   bool   // it is the name of one who has signed up
	due    bool   // a reply is due
	method string // of the last call
	asked  int    // values that came and that a call can still take
	taken  bool   // the reply came and the player is still in
	behind int    // values that came behind it
	gone   bool   // and then the connection was closed
	seated bool

	garbage string // in place of the reply that is due bytes came that are no value: the word for them
}

// conn is the life of a connection.
func (w *walker) conn(number int) *life {
	if number < 1 || number > len(w.life) {
		return &life{}
	}
	return w.life[number-1]
}

// step takes the transition from the state of a connection for which on holds;
// of several the first. Where there is none nothing happens: not everything that
// can be seen is a transition.
func (w *walker) step(k *life, on func(game.Transition) bool) bool {
	i := slices.IndexFunc(w.transitions(), func(t game.Transition) bool { return t.From == k.state && on(t) })
	if i < 0 {
		return false
	}
	w.times[i]++
	k.state = w.transitions()[i].To
	return true
}

func (w *walker) transitions() []game.Transition { return w.Coverage.game.Protocol.Transitions }

// word is the transition of that word.
func word(on string) func(game.Transition) bool {
	return func(t game.Transition) bool { return t.On == on }
}

// line follows what a line tells.
func (w *walker) line(l *Line) {
	k := w.conn(l.Conn)
	switch l.Kind {
	case Connect:
		if states := w.Coverage.game.Protocol.States; len(states) > 0 {
			k = &life{state: states[0].Name}
			w.life = append(w.life, k)
			w.step(k, word(game.OnAccepted))
		}
	case SignUp:
		k.seated, k.asked = true, 0
		w.step(k, word(game.OnName))
		w.twice = w.twice || w.names[*l.Name]
		if w.names == nil {
			w.names = map[string]bool{}
		}
		w.names[*l.Name] = true
	case Refuse:
		w.refused(k, l)
	case Message, Bytes:
		if l.out() {
			w.called(k, l)
		} else {
			w.came(k, l)
		}
	case Breach:
		w.breached(k, l)
	case Result:
		w.ended()
	case Close:
		w.closed(k, l)
	}
}

// refused follows a connection that does not take part.
func (w *walker) refused(k *life, l *Line) {
	w.step(k, func(t game.Transition) bool {
		// One clause may refuse a name that is none, one that is taken, and none at all.
		fits := k.name && t.On != game.OnClosed || !k.name && t.On != game.OnNoName
		return t.Clause == *l.Clause && fits && t.On != game.OnName && (!k.twin || t.On == game.OnTaken)
	})
}

// came follows what a client sends.
func (w *walker) came(k *life, l *Line) {
	switch {
	case !k.name && !k.seated:
		k.name = true
		if name, err := jsontext.AppendUnquote(nil, l.Value); err == nil {
			k.twin = w.names[string(name)]
		}
	case k.due && l.Kind == Message:
		k.due, k.taken = false, true
	case k.due:
		if k.garbage = game.OnNoJSON; len(*l.Bytes)+l.Cut > w.signUp.ReplyBytesMax {
			k.garbage = game.OnTooLong
		}
	case k.taken && l.Kind == Message:
		k.behind++
	case !k.due && l.Kind == Message:
		w.unasked(k)
	}
}

// unasked follows a value that nobody has asked for.
func (w *walker) unasked(k *life) {
	k.asked++
	w.step(k, word(game.OnUnasked))
}

// called follows a call. Which reply the ones before were shows now.
func (w *walker) called(k *life, l *Line) {
	w.begun = true
	method, _, err := parseCall(l.Value)
	if err != nil {
		return
	}
	w.accept(calling+method, func(other *life) bool {
		// Players may be asked together: what becomes of their replies is not known yet.
		return other != k && other.method == method
	})
	w.step(k, word(calling+method))
	k.due, k.method = true, method
	if k.asked > 0 {
		k.asked--
		k.due, k.taken = false, true
	}
}

// accept follows the replies that the referee has taken, since the game goes on.
// Of several words that a good reply may be, that one counts from which the
// connection gets to where the next call finds it. Those that are open still are left.
func (w *walker) accept(next string, open func(*life) bool) {
	for _, k := range w.life {
		if !k.taken || open(k) {
			continue
		}
		k.taken = false
		leads := func(state string) bool {
			return slices.ContainsFunc(w.transitions(), func(t game.Transition) bool { return t.From == state && t.On == next })
		}
		if !w.step(k, func(t game.Transition) bool { return good(t.On) && leads(t.To) }) {
			w.step(k, func(t game.Transition) bool { return good(t.On) })
		}
		// What came right behind the reply came in the state that it leads to.
		for ; k.behind > 0; k.behind-- {
			w.unasked(k)
		}
		if k.gone {
			k.gone = false
			w.step(k, word(game.OnClosed))
		}
	}
}

// good tells whether a word is a reply that is taken.
func good(on string) bool {
	return strings.HasPrefix(on, replied) && !strings.HasPrefix(on, game.OnIllegal) &&
		!slices.Contains([]string{game.OnShape, game.OnNoJSON, game.OnTooLong, game.OnUnasked, game.OnNoName, game.OnTaken, game.OnName}, on)
}

// breached follows a player that is out.
func (w *walker) breached(k *life, l *Line) {
	on := game.OnIllegal
	switch game.Failure(*l.Why) {
	case game.WrongShape:
		on = game.OnShape
	case game.NotJSON:
		on = game.OnNoJSON
	case game.TooLong:
		on = game.OnTooLong
	case game.TimedOut:
		on = game.OnTimeout
	case game.Closed, game.Raised:
		on = game.OnClosed
	default: // a code of the game, which may be that of a reply that is missing
		switch {
		case k.due && k.gone:
			on = game.OnClosed
		case k.due && k.garbage != "":
			on = k.garbage
		case k.due:
			on = game.OnTimeout
		}
	}
	k.due, k.taken, k.behind, k.gone, k.garbage = false, false, 0, false, ""
	w.step(k, func(t game.Transition) bool {
		return t.On == on || on == game.OnIllegal && strings.HasPrefix(t.On, game.OnIllegal)
	})
}

// ended follows the result.
func (w *walker) ended() {
	if w.begun {
		w.accept("", func(*life) bool { return false })
		return
	}
	on := game.OnOther
	switch n := len(w.names); {
	case w.twice:
		on = game.OnTwice
	case n < w.signUp.PlayersMin:
		on = game.OnTooFew
	}
	for _, k := range w.life {
		w.step(k, word(on))
	}
}

// closed follows the end of a connection.
func (w *walker) closed(k *life, l *Line) {
	if *l.By == ByClient {
		switch {
		case k.due && slices.Contains(w.signUp.Leavable, k.method):
			k.due, k.taken = false, true // that may count as a reply
		case k.taken, k.due:
			k.gone = true
		default:
			w.step(k, word(game.OnClosed))
		}
		return
	}
	if !w.step(k, word(game.OnOutClosed)) {
		w.step(k, word(game.OnAllTold))
	}
}
