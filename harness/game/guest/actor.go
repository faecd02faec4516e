package guest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// An Actor describes a client of a live game.
type Actor struct {
	Name   string
	Policy string // how it plays, one of Cast.Policies
	Method string // in which it fails, "" if it does not
	From   int    // at this call of the method, from 1
	Hangs  bool   // where it fails it never replies, else it closes its connection
	Cheat  string // the code of the illegal requests that it makes wherever it can, "" if it does not
}

// Random is the policy of an actor that leaves all to chance.
const Random = "random"

// Policies are how an actor of most games plays that keeps to the rules.
var Policies = []string{"greedy", Random}

// CheatWord stands in an actor before the code of its cheats.
const CheatWord = "cheat"

// CallsMax bounds the number of the call in which an actor begins to fail: in no game a
// method is called more often.
const CallsMax = 99

// A Cast is what the actors of a game may be.
type Cast struct {
	Policies []string // how they may play
	// Timed is the policy that may stand with milliseconds, as in solver:12000, up to
	// MsMax; "" if none may.
	Timed   string
	MsMax   int
	Methods []string // that they may fail in
	Cheats  []string // the codes of illegal requests that they can make while a game goes on
	Max     int      // how many come to one game; two more than play can come too late
}

// Actor reads an actor: its name, how it plays, and perhaps how it fails or cheats.
func (k *Cast) Actor(c *cursor.Cursor) (a Actor) {
	const what = "an actor: an array of a name, a policy and perhaps a way to misbehave"
	cheats := false
	at := c.Offset()
	n := 0
	for c.Array(what); c.More(); n++ {
		switch {
		case n == 0:
			a.Name = name(c)
		case n == 1:
			a.Policy = k.policy(c)
		case n == 2:
			a.Method, a.From = word(c, `a method or "cheat"`, append(slices.Clone(k.Methods), CheatWord)), 1
			if cheats = a.Method == CheatWord; cheats {
				a.Method = ""
			}
		case n == 3 && cheats:
			a.Cheat = word(c, "the code of an illegal request", k.Cheats)
		case n == 3:
			a.From, a.Hangs = c.Int(1, CallsMax, "an integer from 1 to 99"), true
		default:
			c.Skip()
		}
	}
	if n < 2 || n > 4 || n == 3 && cheats {
		c.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return a
}

// policy reads how an actor plays.
func (k *Cast) policy(c *cursor.Cursor) string {
	names := k.Policies
	if k.Timed != "" {
		names = append(slices.Clone(names), k.Timed+":MS")
	}
	last := len(names) - 1
	what := `"` + strings.Join(names[:last], `", "`) + `" or "` + names[last] + `"`
	if k.Timed == "" {
		return word(c, what, k.Policies)
	}
	said := string(c.String(what))
	if ms, is := strings.CutPrefix(said, k.Timed+":"); is {
		if n, err := strconv.Atoi(ms); err == nil && n >= 0 && n <= k.MsMax && strconv.Itoa(n) == ms {
			return said
		}
	}
	if c.Err() == nil && !slices.Contains(k.Policies, said) {
		c.Rejected(what)
	}
	return said
}

// Actors reads the actors of a live game. Two may have the same name: the second
// cannot sign up then.
func (k *Cast) Actors(c *cursor.Cursor) (list []Actor) {
	at := c.Offset()
	for c.Array("an array of actors"); c.More(); {
		list = append(list, k.Actor(c))
	}
	if len(list) > k.Max {
		c.Fail(at, "", "expected at most %d actors, found %d", k.Max, len(list))
	}
	return list
}

// Parse reads an actor that is given in place of the name of a builtin player.
func (k *Cast) Parse(text string) (Actor, error) {
	fail := func(why string) (Actor, error) {
		return Actor{}, &game.UsageError{Message: fmt.Sprintf("player %s: %s", text, why), Hint: `write an actor like ["Ada","greedy"]`}
	}
	raw := jsontext.Value(text)
	if !raw.IsValid() {
		return fail("expected JSON")
	}
	var c cursor.Cursor
	c.Reset(raw)
	a := k.Actor(&c)
	if err := c.Err(); err != nil {
		return fail(err.Message)
	}
	return a, nil
}

// name reads the name of a client.
func name(c *cursor.Cursor) string {
	const what = "a name of 1 to 20 letters and digits"
	text := c.String(what)
	if c.Err() == nil && !game.IsName(text) {
		c.Rejected(what)
	}
	return string(text)
}

// word reads one of the words.
func word(c *cursor.Cursor, what string, words []string) string {
	text := c.String(what)
	if i := slices.Index(words, string(text)); i >= 0 {
		return words[i]
	}
	if c.Err() == nil {
		c.Rejected(what)
	}
	return ""
}

// Chance is what an actor decides by that leaves all to it, nil of any other one: the same
// wherever a client has this name.
func (a *Actor) Chance(name string) *rand.Rand {
	if a.Policy != Random {
		return nil
	}
	return ChanceOf(name)
}

// ChanceOf is the chance of a name: the same wherever a client has it.
func ChanceOf(name string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // it never fails
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}

// A Role is an actor that plays: it counts the calls of the method in which it fails.
type Role struct {
	Actor
	calls int
}

// Fails tells whether the actor fails at this call, and how: what it would have replied
// does not matter then.
func (r *Role) Fails(method string) (game.Reply, bool) {
	if r.Method != method {
		return game.Reply{}, false
	}
	if r.calls++; r.calls < r.From {
		return game.Reply{}, false
	}
	if r.Hangs {
		return game.Reply{Then: game.Hangs}, true
	}
	return game.Reply{Then: game.Leaves}, true
}

// Pair reads the first two values of a live case, its actors and guests; value reads one of
// that number.
func (k *Cast) Pair(c *cursor.Cursor, value func(i int, decode func()) error) (cast []Actor, wire []Guest, err error) {
	if err = value(0, func() { cast = k.Actors(c) }); err != nil {
		return nil, nil, err
	}
	r := Reader{Cursor: c, Cast: make([]string, len(cast))}
	for i := range cast {
		r.Cast[i] = cast[i].Name
	}
	err = value(1, func() { wire = r.Read() })
	return cast, wire, err
}

// seated are those of the actors who get a seat, in their order.
func seated(s *game.SignUp, cast []Actor) (list []Actor) {
	for _, a := range cast {
		taken := slices.ContainsFunc(list, func(b Actor) bool { return b.Name == a.Name })
		if s.NameOK(a.Name) && (!taken || s.DuplicatesSeated) && len(list) < s.PlayersMax {
			list = append(list, a)
		}
	}
	return list
}

// Outcome plays the game of these actors to its end, without any wire, and writes its
// result: that of no game if it is not one for as many as get a seat. The error says why
// somebody who has to be asked, a game.Asking, does not know.
func Outcome(l game.Live, setup []jsontext.Value, cast []Actor, seats game.Span, perform func(Actor) game.Player, out *game.Output) error {
	s := l.SignUp()
	var names []string
	var players []game.Player
	for _, a := range seated(&s, cast) {
		names, players = append(names, a.Name), append(players, perform(a))
	}
	var f game.Referee
	if n := len(names); n >= s.PlayersMin && seats.Has(n) {
		var err error
		f, err = l.Referee(setup, names)
		// It may be invalid with just these, and by a wrong reading of who gets a seat.
		if _, invalid := errors.AsType[*game.Invalid](err); err != nil && !invalid {
			return err
		}
	}
	if f == nil {
		out.Buf = append(out.Buf, s.Void[0]...)
		out.End()
		return nil
	}
	for due := f.Calls(); len(due) > 0; due = f.Calls() {
		c := due[0]
		reply, err := players[c.Seat].Reply(c.Method, c.Args)
		switch {
		case unanswered(players[c.Seat]) != nil:
			return unanswered(players[c.Seat])
		case err != nil:
			// A wrong reading may show what no player understands.
			f.Fail(c.Seat, game.Closed)
		case len(reply.Text) == 0:
			f.Fail(c.Seat, game.TimedOut)
		default:
			if timed, ok := f.(game.Timed); ok {
				timed.Took(c.Seat, reply.AfterMs, 0)
			}
			f.Answer(c.Seat, reply.Text)
		}
	}
	if err := unanswered(f); err != nil {
		return err
	}
	out.Buf = append(out.Buf, f.Result()[0]...)
	out.End()
	return nil
}

// unanswered is why a referee or a player that is a game.Asking got no answer, nil for any
// other one.
func unanswered(one any) error {
	if a, ok := one.(game.Asking); ok {
		return a.Err()
	}
	return nil
}

// Honest writes actors for so many names that keep to the rules.
func (k *Cast) Honest(rng *rand.Rand, n int) []byte {
	out := []byte{'['}
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, "[%q,%q]", names[i], k.Policies[rng.IntN(len(k.Policies))])
	}
	return append(out, ']')
}

// names are those of random actors, as many as may come to a game.
var names = []string{"Ada", "bob", "Cyd", "dan", "Eve", "fay"}

// Random writes actors for so many names of which some misbehave, and what else happens on
// the wire.
func (k *Cast) Random(rng *rand.Rand, n int) (actors, guests []byte) {
	actors = []byte{'['}
	for i := range min(n, len(names)) {
		if i > 0 {
			actors = append(actors, ',')
		}
		actors = fmt.Appendf(actors, "[%q,%q", names[i], k.Policies[rng.IntN(len(k.Policies))])
		switch method := k.Methods[rng.IntN(len(k.Methods))]; rng.IntN(8) {
		case 0:
			actors = fmt.Appendf(actors, ",%q", method)
		case 1:
			actors = fmt.Appendf(actors, ",%q,%d", method, 1+rng.IntN(10))
		case 2:
			actors = fmt.Appendf(actors, ",%q,%q", CheatWord, k.Cheats[rng.IntN(len(k.Cheats))])
		}
		actors = append(actors, ']')
	}
	guests = []byte("[]")
	if rng.IntN(4) == 0 {
		guests = fmt.Appendf(nil, `[{"send":"x","then":%q}]`, Leavings[rng.IntN(len(Leavings))])
	}
	return append(actors, ']'), guests
}
