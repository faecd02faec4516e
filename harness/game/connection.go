package game

import "github.com/go-json-experiment/json/jsontext"

// Connections are the clauses of a rule book about the connections of a live game. What
// they say is the same in every game: how players sign up, what becomes of who does not
// reply as a call allows, and when a connection ends.
type Connections struct {
	SignUpClauses
	Closed  string // the end of a connection while nothing is asked for
	Unasked string // a value while nothing is asked for
	NotJSON string // in place of a reply
	Shape   string // a reply of another shape
	TooLong string
	Timeout string
	Lost    string // the end of a connection in place of a reply, and whatever else puts a player out
	Told    string // the end of the connection of who has heard the outcome
	Out     string // the end of the connection of who is out
}

// How players sign up where the rules of a game say nothing else; times are in ms.
const (
	UsualNameMs     = 2_000
	UsualWaitMs     = 20_000
	UsualWaits      = 2
	UsualCallMs     = 4_000
	usualReplyBytes = 1 << 20 // many times the longest reply
	usualVoid       = `[[],[]]`
)

// Usual is how so many players sign up where the rules say nothing else: by a name of
// letters and digits.
func (c *Connections) Usual(least, most int) SignUp {
	return SignUp{
		NameOK: IsName[string], NameMs: UsualNameMs, WaitMs: UsualWaitMs, Waits: UsualWaits, CallMs: UsualCallMs,
		PlayersMin: least, PlayersMax: most, ReplyBytesMax: usualReplyBytes,
		Void: []jsontext.Value{jsontext.Value(usualVoid)}, Clauses: c.SignUpClauses,
	}
}

// SignUpStates are the states of a connection before the first call.
func SignUpStates() []State {
	return []State{
		{Name: "connecting", Summary: "the server has opened its port; the client has not connected yet"},
		{Name: "naming", Summary: "the connection is open; the name is not complete"},
		{Name: "seated", Summary: "the client has signed up and waits for the game"},
	}
}

// SigningUp are the transitions up to the first call, of a method by a clause, which leads
// to the state setting up.
func (c *Connections) SigningUp(method, clause string) []Transition {
	return []Transition{
		{From: "connecting", To: "naming", On: OnAccepted, Clause: c.First},
		{From: "connecting", To: "closed", On: OnStarted, Clause: c.Window},
		{From: "naming", To: "seated", On: OnName, Clause: c.First},
		{From: "naming", To: "closed", On: OnNoName, Clause: c.Name},
		{From: "naming", To: "closed", On: OnTaken, Clause: c.Taken},
		{From: "naming", To: "closed", On: OnTimeout, Clause: c.NameMs},
		{From: "naming", To: "closed", On: OnClosed, Clause: c.Name},
		{From: "naming", To: "closed", On: OnStarted, Clause: c.Window},
		{From: "seated", To: "setting up", On: Calling + method, Clause: clause},
		{From: "seated", To: "seated", On: OnClosed, Clause: c.Closed},
		{From: "seated", To: "seated", On: OnUnasked, Clause: c.Unasked},
		{From: "seated", To: "closed", On: OnTooFew, Clause: c.Window},
		{From: "seated", To: "closed", On: OnOther, Clause: c.Seats},
	}
}

// Waiting are the transitions of a state in which nothing is asked for.
func (c *Connections) Waiting(state string) []Transition {
	return []Transition{
		{From: state, To: state, On: OnClosed, Clause: c.Closed},
		{From: state, To: state, On: OnUnasked, Clause: c.Unasked},
	}
}

// Failing are the transitions of a state in which a reply is due, by what is none.
func (c *Connections) Failing(state string) []Transition {
	return []Transition{
		{From: state, To: "out", On: OnShape, Clause: c.Shape},
		{From: state, To: "out", On: OnNoJSON, Clause: c.NotJSON},
		{From: state, To: "out", On: OnTooLong, Clause: c.TooLong},
		{From: state, To: "out", On: OnTimeout, Clause: c.Timeout},
		{From: state, To: "out", On: OnClosed, Clause: c.Lost},
	}
}

// Ending are the transitions that close the connection.
func (c *Connections) Ending() []Transition {
	return []Transition{
		{From: "told", To: "closed", On: OnAllTold, Clause: c.Told},
		{From: "told", To: "closed", On: OnClosed, Clause: c.Told},
		{From: "out", To: "closed", On: OnOutClosed, Clause: c.Out},
	}
}

// FailureClause is the clause that a failed reply violates.
func (c *Connections) FailureClause(why Failure) string {
	switch why {
	case TimedOut:
		return c.Timeout
	case NotJSON:
		return c.NotJSON
	case WrongShape:
		return c.Shape
	case TooLong:
		return c.TooLong
	}
	return c.Lost
}

// LiveTasks are what the tasks of a game that is played live differ in.
type LiveTasks struct {
	In, Out []Param // of a server with its clients; Out is the winners and the drop-outs
	Outcome string  // what that is called: "the winner and the drop-outs"
	Clients string  // what is said of the clients: "; any legal request will do"
	// The clauses of the outcome as a whole, of the winners, and of the drop-outs.
	Seats, Winners, Dropouts string
	// Aliases of the tasks server and clients.
	Server, Client []string
}

// Tasks are the tasks of a server, of its clients, and of one player.
func (l LiveTasks) Tasks() []Task {
	void := []Param{{Name: "void", Value: "void", Waived: true}}
	return []Task{
		{
			Name: "server", Aliases: l.Server, Live: Server,
			Summary: "a live game with the clients of these actors: " + l.Outcome,
			In:      l.In,
			Out:     l.Out,
			Fields:  []Field{{Pointer: "/0", Clause: l.Seats}, {Pointer: "/0/0", Clause: l.Winners}, {Pointer: "/0/1", Clause: l.Dropouts}},
		},
		{
			Name: "clients", Aliases: l.Client, Live: Clients,
			Summary: "the clients of these actors in a live game" + l.Clients,
			In:      l.In,
			Out:     void,
		},
		{
			Name: "player", Live: OnePlayer,
			Summary: "one player of a live game over standard input and output; any legal reply will do",
			In:      l.In,
			Out:     void,
		},
	}
}
