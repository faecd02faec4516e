package workbench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// A Hand is a game that a person plays against builtin players. It is played from its
// beginning for each question: the same seed and replies give the same game.
type Hand struct {
	Seed    uint64   `json:"seed"`
	Players []string `json:"players"` // kinds of builtin players, who sit behind the person
	Replies []string `json:"replies"` // that the person has given so far, as JSON
}

// The bounds of a game by hand, and why.
const (
	// repliesMax is more than the longest game asks of one player.
	repliesMax = 2_000
	// handLinesMax bounds the lines about what happened: those of the last turns count.
	handLinesMax = 200
	// handMs is what a call may take; nobody measures it.
	handMs = 60_000
	// triesMax is how many random players are asked for a legal reply.
	triesMax = 24
	// ownName is what the others call the person.
	ownName = "Learner"
	// startEvent says what everybody knows.
	startEvent = "start"
	// voidReply answers a call that asks for nothing.
	voidReply = `"void"`
)

// A Position is where a game by hand stands.
type Position struct {
	Lines   []Line    `json:"lines"`   // what has happened, the latest last
	Call    *Call     `json:"call"`    // that the person has to answer; null when the game is over
	Shown   []Picture `json:"shown"`   // what the person sees
	Offers  []Offer   `json:"offers"`  // some legal replies, the builtin players' own first
	Breach  *Verdict  `json:"breach"`  // for which the person is out, if so
	Outcome string    `json:"outcome"` // in words, once the game is over
}

// A Line is one thing that has happened.
type Line struct {
	Who  string `json:"who"`
	What string `json:"what"`
	Own  bool   `json:"own"` // the person did it, or it was said to the person
	Bad  bool   `json:"bad"`
}

// A Call is what the person is asked.
type Call struct {
	Method  string  `json:"method"`
	Summary string  `json:"summary"`
	Clause  *clause `json:"clause,omitempty"`
	Reply   string  `json:"reply"` // the name of the value that is expected
	args    []jsontext.Value
}

// opponents are the builtin players that a person may play with: those that have an aim.
func opponents(g *game.Game) []Choice {
	list := []Choice{}
	for _, p := range g.Players {
		if p.Aim != "" {
			list = append(list, Choice{p.Name, p.Summary})
		}
	}
	return list
}

// errWaits ends a game that waits for the person.
var errWaits = errors.New("it is your turn")

// hand plays a game up to the first call that the person has not answered yet.
func (b *Bench) hand(q *Question) (any, error) {
	q.Task = ""
	d, err := b.at(q)
	if err != nil {
		return nil, err
	}
	live := d.Rules.Live()
	if live == nil {
		return nil, &game.UsageError{Message: d.Game.Title + " is not played live"}
	}
	replies, err := repliesOf(&q.Hand)
	if err != nil {
		return nil, err
	}
	in, err := live.Deal(rand.New(rand.NewPCG(q.Hand.Seed, 0)), 1+len(q.Hand.Players))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	s := &session{desk: d, replies: replies, stop: stop, headlines: headline.NewWriter(d.Game, d.Rules)}
	seats, err := s.seats(&q.Hand)
	if err != nil {
		return nil, err
	}
	referee, err := live.Referee(in, s.names)
	if err != nil {
		return nil, err
	}
	result, err := match.Play(ctx, referee, seats, match.Options{CallTimeout: handMs * time.Millisecond, Recorder: s, OneByOne: true})
	if err != nil && !errors.Is(err, errWaits) {
		return nil, err
	}
	return s.position(q, &result), nil
}

// repliesOf are the replies of the person so far.
func repliesOf(h *Hand) ([]jsontext.Value, error) {
	if len(h.Replies) > repliesMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("there are more than %d replies", repliesMax)}
	}
	var replies []jsontext.Value
	for _, text := range h.Replies {
		values, err := stream.All(strings.NewReader(text), stream.Limits{ValuesMax: 1})
		if err == nil && len(values) == 0 {
			err = errors.New("it is empty")
		}
		if err != nil {
			return nil, &game.UsageError{Message: fmt.Sprintf("a reply is not JSON: %v", err)}
		}
		replies = append(replies, values[0].Raw)
	}
	return replies, nil
}

// seats are those of the person and of the other players, who get their names.
func (s *session) seats(h *Hand) ([]match.Seat, error) {
	s.names = []string{ownName}
	seats := []match.Seat{{Conn: 1, Player: person{s}}}
	for i, kind := range h.Players {
		if !slices.ContainsFunc(opponents(s.desk.Game), func(c Choice) bool { return c.Name == kind }) {
			return nil, &game.UsageError{Message: fmt.Sprintf("nobody plays as %q against a person", kind)}
		}
		name := fmt.Sprintf("%s%d", strings.ToUpper(kind[:1])+kind[1:], i+1)
		p, err := s.desk.Rules.Live().Player(kind, name, h.Seed+uint64(i)+1)
		if err != nil {
			return nil, err
		}
		s.names = append(s.names, name)
		seats = append(seats, match.Seat{Conn: i + 2, Player: match.NewBuiltin(p, i+2, s)})
	}
	return seats, nil
}

// position is where the game stands: at a call for the person, or at its end.
func (s *session) position(q *Question, result *match.Result) *Position {
	p := &Position{Lines: s.lines[max(0, len(s.lines)-handLinesMax):], Call: s.waits, Shown: []Picture{}, Offers: []Offer{}}
	if s.waits != nil {
		p.Shown = s.shown(q.Width)
		p.Offers = s.offers(s.desk.Rules.Live(), q.Hand.Seed)
	} else {
		p.Outcome = headline.Result(result.Values)
		if s.state != nil {
			p.Shown = draw(s.desk, []game.Param{{Name: "the end", Value: "state"}}, []jsontext.Value{s.state}, nil, q)
		}
	}
	for i := range result.Breaches {
		if e := &result.Breaches[i]; e.Seat == 0 {
			p.Breach = &Verdict{Code: e.Why, Why: e.Message, Clause: cite(s.desk.Game, e.Clause)}
		}
	}
	return p
}

// A session is a game by hand: the recorder of what happens.
type session struct {
	match.Nobody
	desk      *answer.Desk
	replies   []jsontext.Value
	stop      context.CancelCauseFunc
	names     []string
	headlines *headline.Writer

	heard []Call // that the person has answered
	waits *Call
	lines []Line
	state jsontext.Value
}

// A person is the player of a session who gives the replies of the question.
type person struct{ *session }

// Call implements match.Player.
func (s person) Call(method string, args []jsontext.Value, _ time.Duration) (jsontext.Value, error) {
	call := Call{Method: method}
	for _, a := range args {
		call.args = append(call.args, a.Clone())
	}
	if m := s.desk.Game.Protocol.Method(method); m != nil {
		call.Summary, call.Clause, call.Reply = m.Summary, cite(s.desk.Game, m.Clause), m.Reply.Value
	}
	s.Message(1, true, match.AppendCall(nil, method, args))
	reply := jsontext.Value(voidReply)
	if problems, err := s.desk.Schemas.Explain(call.Reply, reply); err != nil || len(problems) > 0 {
		// The call asks for more than a word.
		if len(s.replies) == 0 {
			s.waits = &call
			s.stop(errWaits)
			return nil, &match.Error{Why: game.Closed}
		}
		reply, s.replies = s.replies[0], s.replies[1:]
	}
	s.heard = append(s.heard, call)
	s.Message(1, false, reply)
	return reply, nil
}

// Thought implements match.Thinker: nobody measures the person's time.
func (s person) Thought() int { return 0 }

// Close implements match.Player.
func (s person) Close() {}

// Message implements match.Recorder.
func (s *session) Message(conn int, out bool, value jsontext.Value) {
	own := conn == 1
	if out {
		var call []jsontext.Value
		if json.Unmarshal(value, &call) != nil || len(call) != 2 {
			return
		}
		var method string
		var args []jsontext.Value
		_, _ = json.Unmarshal(call[0], &method), json.Unmarshal(call[1], &args) // the referee wrote it
		if said := s.headlines.Call(conn, method, args); said != "" && own {
			s.lines = append(s.lines, Line{Who: ownName, What: said, Own: true})
		}
		return
	}
	deed := s.headlines.Reply(conn, value)
	if deed.What == "" || deed.What == "has taken note" {
		return
	}
	s.lines = append(s.lines, Line{Who: s.names[conn-1], What: deed.What, Own: own})
}

// Event implements match.Recorder.
func (s *session) Event(event jsontext.Value) {
	said, _ := headline.Event(event)
	name, _, _ := strings.Cut(said, ":")
	// Of calls there are lines already.
	if said != "" && name != startEvent && s.desk.Game.Protocol.Method(name) == nil {
		s.lines = append(s.lines, Line{What: said})
	}
}

// Breach implements match.Recorder.
func (s *session) Breach(conn int, b game.Breach) {
	s.lines = append(s.lines, Line{Who: b.Player, What: "is out: " + b.Message, Own: conn == 1, Bad: true})
}

// State implements match.Observer.
func (s *session) State(state jsontext.Value) { s.state = state.Clone() }

// shown are the arguments of the call that can be drawn, and what the person was told
// before of other kinds.
func (s *session) shown(width int) []Picture {
	list := []Picture{}
	seen := map[string]bool{}
	add := func(name string, c *Call) {
		m := s.desk.Game.Protocol.Method(c.Method)
		for i, raw := range c.args {
			if m == nil || i >= len(m.Args) || seen[m.Args[i].Value] {
				continue
			}
			seen[m.Args[i].Value] = true
			if drawing, err := picture.Named(s.desk.Rules, s.names, m.Args[i].Value, raw); err == nil {
				list = append(list, Picture{name, drawn(drawing, nil, width)})
			}
		}
	}
	add("what you see now", s.waits)
	for i := len(s.heard) - 1; i >= 0; i-- {
		add("what you were told before", &s.heard[i])
	}
	return list
}

// offers are what builtin players would reply in the person's place, each reply once:
// those that play to win, then random ones.
func (s *session) offers(live game.Live, seed uint64) []Offer {
	list := []Offer{}
	ask := func(kind string, seed uint64, words string) {
		p, err := live.Player(kind, ownName, seed)
		if err != nil {
			return
		}
		for _, c := range s.heard {
			if _, err := p.Reply(c.Method, c.args); err != nil {
				return
			}
		}
		reply, err := p.Reply(s.waits.Method, s.waits.args)
		text := jsontext.Value(reply.Text)
		if err != nil || !text.IsValid() || slices.ContainsFunc(list, func(o Offer) bool { return string(o.Request) == string(text) }) {
			return
		}
		var shown jsontext.Value
		if len(s.waits.args) > 0 {
			shown = s.waits.args[0]
		}
		o := Offer{Request: text.Clone(), Words: game.Tell(s.desk.Rules, s.waits.Reply, text, shown).What, Places: []string{}}
		if o.Words == "" {
			o.Words = string(text)
		}
		o.Words += words
		list = append(list, o)
	}
	for _, aim := range []game.Aim{game.ToWin, game.ByChance} {
		for _, p := range s.desk.Game.Players {
			switch {
			case p.Aim != aim:
			case aim == game.ToWin:
				ask(p.Name, seed, " (the player "+p.Name+" would choose this)")
			default:
				for n := range uint64(triesMax) {
					ask(p.Name, seed+n, "")
				}
			}
		}
	}
	return list
}
