package game

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Live is how a game is played by programs, under the rules of one run: a
// referee calls the players, one method call at a time or several players at
// once, and each replies with one JSON value. It never changes and may be used
// by several goroutines at once; the referees and players it hands out may not.
type Live interface {
	// SignUp says how players sign up at a server.
	SignUp() SignUp

	// Seats tells with how many players the game of these input values can be played; they
	// are what a server is given, the input of Game.Protocol. The error is an *Invalid.
	Seats(in []jsontext.Value) (Span, error)

	// Deal draws the beginning of a game for so many players, as the rules of
	// set-up have it: what a server is given. The error is a *UsageError for a
	// number of players that the game is not for.
	Deal(rng *rand.Rand, players int) ([]jsontext.Value, error)

	// Referee begins the game of these input values with players of these
	// names, in the order of their seats. The error is an *Invalid, also where the
	// game cannot be played with just so many; that their number is outside of what
	// Seats tells is the caller's mistake.
	Referee(in []jsontext.Value, names []string) (Referee, error)

	// Player makes a builtin player of a kind of Game.Players, or one of an actor
	// as the game's tasks describe it, written as JSON. Whatever it draws comes
	// from the seed. The error is a *UsageError.
	Player(kind, name string, seed uint64) (Player, error)
}

// A Span is for how many players a game is, at least and at most. In most games both are
// the same.
type Span struct{ Least, Most int }

// Just is the span of one number.
func Just(n int) Span { return Span{n, n} }

// Has tells whether a number lies in the span.
func (s Span) Has(n int) bool { return s.Least <= n && n <= s.Most }

// Words say the span for people: "2 to 4", "3".
func (s Span) Words() string {
	if s.Least == s.Most {
		return strconv.Itoa(s.Least)
	}
	return fmt.Sprintf("%d to %d", s.Least, s.Most)
}

// A SignUp is what a server asks of those who want to play. Times are in
// milliseconds.
type SignUp struct {
	NameOK     func(name string) bool // whether somebody may be called so
	NameTried  func(name string) bool // whether a client may try to sign up so; nil is as NameOK
	NameMs     int                    // from the connection to the complete name
	WaitMs     int                    // one round of waiting for players
	Waits      int                    // rounds
	CallMs     int                    // from the start of a call to the complete reply
	PlayersMin int                    // with so many the game starts at the end of a round
	PlayersMax int                    // with so many it starts at once
	// DuplicateVoids lets a second player of a name sign up, and no game be
	// played then; otherwise the second one is refused.
	DuplicateVoids bool
	// DuplicatesSeated and BytesRestartClock are wrong on purpose, in mutants:
	// whether a second player of a name is seated like any other, whatever
	// DuplicateVoids says, and whether each byte of a reply that arrives gives the
	// call all of CallMs anew.
	DuplicatesSeated  bool
	BytesRestartClock bool
	// Lenient are the methods to which JSON of another shape may count as a reply.
	Lenient []string
	// Leavable are the methods to which the end of the connection may count as a
	// reply.
	Leavable []string
	// ReplyBytesMax bounds a name or a reply, white space in front included.
	ReplyBytesMax int
	// Void is the result of a game that is not played.
	Void []jsontext.Value
	// Clauses are what is violated by who does not take part.
	Clauses SignUpClauses
}

// NameBytesMax is how long a name may be in all games so far (BG-81).
const NameBytesMax = 20

// IsName tells whether somebody may be called so in all games so far: by 1 to
// NameBytesMax letters and digits of ASCII (BG-81).
func IsName[T string | []byte](text T) bool {
	for i := range len(text) {
		b := text[i]
		if (b < 'a' || b > 'z') && (b < 'A' || b > 'Z') && (b < '0' || b > '9') {
			return false
		}
	}
	return len(text) > 0 && len(text) <= NameBytesMax
}

// SignUpClauses are the clauses of a rule book about signing up, each "" if it
// has none.
type SignUpClauses struct {
	First  string // a name comes first
	Name   string // what a name looks like
	NameMs string // how long it may take
	Taken  string // no two have the same
	Window string // when and with how many sign-up ends
	Seats  string // how many a game is for
	Order  string // in which order they sit, where their first call shows it
}

// A Call is a method call that a referee wants to make.
type Call struct {
	Seat   int // of the player, from 0, as they were given to the referee
	Player string
	Method string
	Args   []jsontext.Value
}

// A Referee runs one game by calls and knows nothing of how they travel.
type Referee interface {
	// Calls returns the calls that are due, none when the game has ended: one,
	// or one for each player that is asked at the same time. It returns the same
	// ones until each has been taken by Answer or Fail.
	Calls() []Call

	// Answer takes the reply to the due call of a seat. The breach is nil if the
	// game goes on as if nothing had been wrong with it.
	Answer(seat int, reply jsontext.Value) *Breach

	// Fail takes a due call that was not answered.
	Fail(seat int, why Failure) *Breach

	// Events returns what has happened since it was last asked, one JSON object
	// each, with the key "event", in order.
	Events() []jsontext.Value

	// Result returns the values that a server writes, once no call is due: in
	// every game one value, as ReadOutcome reads it.
	Result() []jsontext.Value
}

// A Log keeps what has happened in a game. A Referee embeds it.
type Log struct{ events []jsontext.Value }

// Note adds an event, a JSON object with the key "event".
func (l *Log) Note(event jsontext.Value) { l.events = append(l.events, event) }

// Events implements Referee.
func (l *Log) Events() []jsontext.Value {
	list := l.events
	l.events = nil
	return list
}

// An Observed referee shows the whole game as well: to observers, not to
// players.
type Observed interface {
	Referee

	// State is the value "state" of the game as it stands, with the players by
	// their names where states have names.
	State() jsontext.Value
}

// A Timed referee goes by how long its players take, and does not believe them.
type Timed interface {
	Referee

	// Took tells how long the reply to the due call of a seat took, in milliseconds
	// of the rules from the start of the call, and by how much a player may be wrong
	// about that. It comes before Answer; of a player in this very process, whose time
	// nobody measures, it does not come.
	Took(seat, ms, slackMs int)

	// Sure tells whether a reply to the due call of a seat counts the same, however
	// much of the time that it may have taken it did take, from least to most
	// milliseconds of the rules.
	Sure(seat int, reply jsontext.Value, leastMs, mostMs, slackMs int) bool
}

// An Asking referee or player asks somebody else's program.
type Asking interface {
	// Err is why the program has not answered, a *Fault; nil if it always has. Behind
	// it no call is due, and replies mean nothing.
	Err() error

	// Confirm asks all questions once more: nil if the answers are the same.
	Confirm() error
}

// A Failure is why a call has no reply.
type Failure string

// The failures of a call.
const (
	Raised     Failure = "raised"      // a builtin player raised
	TimedOut   Failure = "timeout"     // no complete reply in time
	Closed     Failure = "closed"      // the connection ended before the reply was complete
	NotJSON    Failure = "not_json"    // what came cannot be continued to a JSON value
	WrongShape Failure = "wrong_shape" // a JSON value that the call does not allow
	TooLong    Failure = "too_long"    // longer or deeper than allowed
)

// Failures are all of them.
var Failures = []Failure{Raised, TimedOut, Closed, NotJSON, WrongShape, TooLong}

// Words say what a player did whose call failed, in front of the name of the method.
func (why Failure) Words() string {
	switch why {
	case Raised:
		return "raised an exception in"
	case TimedOut:
		return "did not complete its reply in time to"
	case Closed:
		return "closed the connection before its reply was complete to"
	case NotJSON:
		return "sent something that is not JSON in reply to"
	case WrongShape:
		return "sent a value of the wrong shape in reply to"
	case TooLong:
		return "sent too much in reply to"
	}
	return "failed in"
}

// Tell tells that a call failed; detail is what was wrong with the reply, "" if there is
// nothing to say.
func (why Failure) Tell(c Call, detail string) string {
	said := c.Player + " " + why.Words() + " " + c.Method
	if detail != "" {
		said += ": " + detail
	}
	return said
}

// Unreadable is why a reply is no JSON value of ours, whatever the call allows, and what
// was found; "" if it is one. An object with two equal keys is JSON, but of the wrong shape.
func Unreadable(reply jsontext.Value) (why Failure, detail string) {
	switch {
	case reply.IsValid():
		return "", ""
	case reply.IsValid(jsontext.AllowDuplicateNames(true)):
		return WrongShape, "found an object that has a key twice"
	}
	return NotJSON, ""
}

// A Breach is what a player did against the rules or the protocol.
type Breach struct {
	Seat   int
	Player string
	Method string // of the call that it happened in
	Why    string // a Failure, or a code of the game
	// Failure is why a call of a match has no reply, "" if there is one: what a game calls by
	// a code of its own is still a failure of the connection.
	Failure Failure
	Clause  string // that is violated
	Message string // for a person who knows the game
}

// A Player replies to calls, from their arguments and what it remembers of
// earlier ones.
type Player interface {
	// Reply is the reply to a call. The error is an *Invalid for arguments that
	// no such call has, or a *UsageError for a method that there is not.
	Reply(method string, args []jsontext.Value) (Reply, error)
}

// A Reply is what a player does with a call.
type Reply struct {
	Text []byte // what it sends; no JSON if it misbehaves
	Then Then
	// AfterMs is how long it thinks before it sends that, in milliseconds of the rules,
	// where a Timed referee has to see that. 0 is at once.
	AfterMs int
	// AsGood tells of another reply whether it breaks the rules at this call as
	// well, where the player does so on purpose: which illegal request it sends is
	// not judged. Nil if the reply is the only one.
	AsGood func(reply jsontext.Value) bool
	// Judge tells of another reply of the right shape what is wrong with it, nil if it
	// is as good: where a player is free in what it does, replies are not compared. Nil
	// if they are.
	Judge func(reply jsontext.Value) *Breach
	// ByChance tells whether the player would reply otherwise with another seed: then
	// the referee alone judges another reply. Nil if it never would.
	ByChance func() bool
}

// Then is what a player does behind its reply.
type Then int

// What a player may do behind its reply.
const (
	Waits  Then = iota // for the next call
	Leaves             // it closes the connection: it has raised
	Hangs              // it never sends anything again
)

// A Protocol is how a game is played live, as data.
type Protocol struct {
	In      []Param  // what a server is given on standard input
	Clients []Param  // what a program of clients is given
	Out     []Param  // what a server writes in the end
	Methods []Method // in the order in which a player first meets them
	// Framed tells that every player gets the first method first and once, and the last
	// one last and once.
	Framed bool
	// Guests tells that a live case has a value for what happens besides its actors.
	Guests bool
	// States and Transitions are the life of one connection, seen from the
	// server. The first state is where it begins.
	States      []State
	Transitions []Transition
	// Misbehaves is the clause by which actors misbehave as they are told, "" if
	// there are none that do.
	Misbehaves string
	// StaysDone is the clause by which what a player did before it is out stays
	// done, "" if none says so.
	StaysDone string
	// Events are what an observer of a referee may see.
	Events []EventKind
}

// A Method is a call that a referee makes.
type Method struct {
	Name    string
	Summary string
	Args    []Param
	Reply   Param   // any of the values that its schema allows
	Fields  []Field // how arguments compare; "/0" is the first argument
	Replies []Field // how replies compare; "" is the reply
	// States are what decides the parts of an argument that show the game, where no known
	// mistake leads to what they show.
	States []Field
	Clause string
	// AnyOrder says that in which order players get this call, when several in
	// turn do, is not judged.
	AnyOrder bool
	// Together is the clause by which all players that are due get this call at the same
	// time, "" if one may be asked after the other.
	Together string
}

// A State is a place in the life of a connection.
type State struct {
	Name    string
	Summary string
	Final   bool
}

// A Transition leads from one state to another.
type Transition struct {
	From, To string
	On       string // what happens: "-> setup", "<- void", "timeout"
	Clause   string
	// Uncased tells that no case can show it, since the players of a game's folder do
	// not misbehave so.
	Uncased bool
}

// An EventKind is one kind of event.
type EventKind struct {
	Name    string
	Fields  []string
	Summary string
}

// A PlayerKind is a builtin player.
type PlayerKind struct {
	Name    string // "points": the word of the command line
	Summary string
	Aim     Aim
}

// An Aim is what a builtin player plays for with whom a person may play, "" for the
// others.
type Aim string

// The aims.
const (
	ToWin    Aim = "to win"
	ByChance Aim = "by chance"
)
