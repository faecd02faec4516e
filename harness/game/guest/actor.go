package guest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// An Actor describes a client of a live game.
type Actor struct {
	Name   string
	Policy string // how it plays
	Method string // in which it fails, "" if it does not
	From   int    // at this call of the method, from 1
	Hangs  bool   // where it fails it never replies, else it closes its connection
	Cheat  string // the code of the illegal requests that it makes wherever it can, "" if it does not
}

// Random is the policy of an actor that leaves all to chance.
const Random = "random"

// Policies are how an actor of most games plays that keeps to the rules.
var Policies = []string{"greedy", Random}

// Policy is one of the Policies.
func Policy() value.Type[string] { return value.Name(`"greedy" or "random"`, "", Policies) }

// CheatWord stands in an actor before the code of its cheats.
const CheatWord = "cheat"

// Cheats are the codes of illegal requests that a client can make while a game goes on: all
// codes of the game but over, that of a game that is over.
func Cheats(codes []game.Code, over string) []string {
	var names []string
	for _, c := range codes {
		if c.Name != over {
			names = append(names, c.Name)
		}
	}
	return names
}

// CallsMax bounds the number of the call in which an actor begins to fail: in no game a
// method is called more often.
const CallsMax = 99

// A Cast is what the actors and guests of a game of up to four players may be. It is of
// use once they are defined.
type Cast struct {
	Policies []string           // how actors may play, for those that are drawn by chance
	Policy   value.Type[string] // how they may play
	Methods  []string           // that they may fail in
	Cheats   []string           // the codes of illegal requests that they can make while a game goes on
	Max      int                // how many come to one game; two more than play can come too late

	// The words and clauses of the schemas.
	Plays    string // how the policies play
	Cheating string // what a client does that cheats: "that makes an illegal request"
	Clause   string // of what an actor is
	Order    string // of the order in which they connect
	Amount   string // that too many break, "" if there is none
	Faults   string // of the faults on the wire

	actor  value.Type[Actor]
	actors value.Type[[]Actor]
	guests value.Type[[]Guest]
}

// Define describes the actors and guests in the book of a game. Two actors may have the
// same name: the second cannot sign up then.
func (k *Cast) Define(b *value.Book) {
	k.actor = value.Define(b, "actor", "Actor", "A client of a live game: its name and how it plays"+by(k.Clause)+". "+k.Plays, k.describe())
	k.actors = value.Define(b, "actors", "Actors",
		"The clients of a live game, in the order in which they connect"+by(k.Order)+". "+
			"Of two with the same name the second one is refused; after four have signed up no more are.",
		value.Counted("an array of actors", k.Amount, k.actor, value.Size{Max: k.Max}, func(n int) (clause, message string) {
			return "", fmt.Sprintf("expected at most %d actors, found %d", k.Max, n)
		}))
	wire := Wire{
		Says: "What the case of a live game contains besides its actors: the faults on the wire" + by(k.Faults) + ". " +
			"A program under test is not given it. The rules check that each fault belongs to one actor, that an actor has at most one, " +
			"and that what is sent instead of a name is no name; this schema does not.",
		Name: value.PlayerName(), Fault: k.Faults,
	}
	k.guests = wire.Define(b)
}

// describe describes an actor: its name, how it plays, and perhaps how it fails or cheats.
func (k *Cast) describe() value.Type[Actor] {
	head := []value.Type[Actor]{
		value.In(value.PlayerName(), func(a *Actor) *string { return &a.Name }),
		value.In(k.Policy, func(a *Actor) *string { return &a.Policy }),
	}
	cheats := func(a *Actor) bool { return a.Cheat != "" }
	how := value.WordOf(`a method or "cheat"`, "", append(slices.Clone(k.Methods), CheatWord),
		func(a *Actor) int {
			if cheats(a) {
				return len(k.Methods)
			}
			return slices.Index(k.Methods, a.Method)
		}, func(a *Actor, word int) {
			if word == len(k.Methods) {
				a.Cheat = CheatWord // until its code is read
				return
			}
			a.Method, a.From = k.Methods[word], 1
		})
	call := value.In(value.Int("an integer from 1 to 99", "", 1, CallsMax).Says("The number of the call, from 1."), func(a *Actor) *int { return &a.From })
	hangs := call.Then(func(_ *value.Reader, a *Actor, _ int) { a.Hangs = true })
	code := value.In(value.Name("the code of an illegal request", "", k.Cheats), func(a *Actor) *string { return &a.Cheat })
	more := value.Told(func(a *Actor) int {
		if cheats(a) {
			return 1
		}
		return 0
	}, hangs, code)
	size := func(a *Actor) int {
		switch {
		case cheats(a) || a.Hangs:
			return len(head) + 2
		case a.Method != "":
			return len(head) + 1
		}
		return len(head)
	}
	form := func(client string, parts ...value.Type[Actor]) value.Type[Actor] {
		return value.TupleShape("", "A client "+client+by(k.Clause)+".", append(slices.Clone(head), parts...)...)
	}
	method := value.In(value.Name("a method", "", k.Methods), func(a *Actor) *string { return &a.Method })
	return value.As(
		value.Tuple("an actor: an array of a name, a policy and perhaps a way to misbehave", "", size,
			func(a *Actor, n int) bool { return n == size(a) }, append(slices.Clone(head), how, more)...),
		value.OneOfForms("an actor", "",
			form("that keeps to the rules"),
			form("that closes its connection instead of replying to a method", method),
			form("that stops replying: at this call of a method, and for good", method, call),
			form(k.Cheating, value.Constant[Actor](CheatWord), code)))
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
	var r value.Reader
	r.Reset(raw)
	var a Actor
	k.actor.Read(&r, &a)
	if err := r.Err(); err != nil {
		return fail(err.Message)
	}
	return a, nil
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

// Reply is what the actor replies to a call: what play says, unless it fails at this call.
// Then what it would have replied does not matter, but arguments that are wrong still do.
func (r *Role) Reply(method string, args []jsontext.Value, play func(string, []jsontext.Value) (game.Reply, error)) (game.Reply, error) {
	reply, err := play(method, args)
	if failed, fails := r.fails(method); err == nil && fails {
		return failed, nil
	}
	return reply, err
}

// fails counts a call, and tells whether the actor fails at it, and how.
func (r *Role) fails(method string) (game.Reply, bool) {
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

// Void is the reply to a call that asks for nothing; err, if not nil, is what was wrong with
// its arguments.
func Void(err error) (game.Reply, error) {
	if err != nil {
		return game.Reply{}, err
	}
	return game.Reply{Text: []byte(`"void"`)}, nil
}

// Pair reads the first two values of a live case with r, its actors and guests.
func (k *Cast) Pair(r *value.Reader, in []jsontext.Value) (cast []Actor, wire []Guest, err error) {
	if err = r.Decode(in, 0, func() { k.actors.Read(r, &cast) }); err != nil {
		return nil, nil, err
	}
	names := make([]string, len(cast))
	for i := range cast {
		names[i] = cast[i].Name
	}
	err = r.Decode(in, 1, func() {
		k.guests.Read(r, &wire)
		Belong(r, wire, names)
	})
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
	list := make([]Actor, n)
	for i := range list {
		list[i] = k.drawn(rng, i)
	}
	return k.actors.Text(list)
}

// drawn is an actor that keeps to the rules.
func (k *Cast) drawn(rng *rand.Rand, i int) Actor {
	return Actor{Name: names[i], Policy: k.Policies[rng.IntN(len(k.Policies))]}
}

// names are those of random actors, as many as may come to a game.
var names = []string{"Ada", "bob", "Cyd", "dan", "Eve", "fay"}

// Random writes actors for so many names of which some misbehave, and what else happens on
// the wire.
func (k *Cast) Random(rng *rand.Rand, n int) (actors, guests []byte) {
	cast := make([]Actor, min(n, len(names)))
	for i := range cast {
		a := k.drawn(rng, i)
		switch method := k.Methods[rng.IntN(len(k.Methods))]; rng.IntN(8) {
		case 0:
			a.Method = method
		case 1:
			a.Method, a.From, a.Hangs = method, 1+rng.IntN(10), true
		case 2:
			a.Cheat = k.Cheats[rng.IntN(len(k.Cheats))]
		}
		cast[i] = a
	}
	var wire []Guest
	if rng.IntN(4) == 0 {
		wire = []Guest{{Send: "x", Then: Leavings[rng.IntN(len(Leavings))]}}
	}
	return k.actors.Text(cast), k.guests.Text(wire)
}
