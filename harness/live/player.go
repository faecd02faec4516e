package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/client"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/lobby"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/harness/wire"
)

// ownConn is the number of the connection of the program that is a player: it has the
// first seat, and the builtin players those behind it.
const ownConn = 1

// An examiner watches the one player that is a program. The referee judges its replies,
// and before it, where replies that are wrong do not end a player's part in the game, the
// builtin player of its actor.
type examiner struct {
	record
	match.Nobody
	player game.Player // of its actor
	name   string
	call   wire.Call // the last one
	judge  func(reply jsontext.Value) *game.Breach
	reply  jsontext.Value // to it, the last one
	over   bool           // the game has been played to its end
}

// Message implements match.Recorder.
func (e *examiner) Message(conn int, out bool, v jsontext.Value) {
	if conn != ownConn {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count()
	if !out {
		e.reply = v.Clone()
		if e.judge != nil {
			if b := e.judge(e.reply); b != nil {
				e.breach(b)
			}
		}
		return
	}
	e.judge = nil
	call, err := wire.ParseCall(v.Clone())
	if err != nil {
		return // it is one of ours
	}
	e.call, e.reply = call, nil
	e.latest = fmt.Sprintf("%s is called with %s", e.name, call.Method)
	// What the actor does not understand, a wrong reading of the rules has asked.
	if reply, err := e.player.Reply(call.Method, call.Args); err == nil {
		e.judge = reply.Judge
	}
}

// Breach implements match.Recorder.
func (e *examiner) Breach(conn int, b game.Breach) {
	if conn != ownConn {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.breach(&b)
}

// breach finds what the program did against the rules or the protocol.
func (e *examiner) breach(b *game.Breach) {
	method := e.call.Method
	f := Finding{
		Outcome: judge.WrongAnswer, Clause: b.Clause, Number: e.messages, Received: e.reply,
		Message: text.Citing(fmt.Sprintf("the reply %s of %s to %s: %s: %s", text.Excerpt(e.reply), e.name, method, b.Why, b.Message), b.Clause),
	}
	switch why := game.Failure(b.Why); why {
	case game.TimedOut, game.Closed, game.Raised:
		f.Outcome, f.Received = judge.HungUp, nil
		f.Message = text.Citing(fmt.Sprintf("%s closes its output instead of replying to %s", e.name, method), b.Clause)
		if why == game.TimedOut {
			f.Outcome, f.Timing = judge.Timeout, true
			f.Message = text.Citing(fmt.Sprintf("%s does not complete a reply to %s within %v", e.name, method, e.ms(e.signUp.CallMs)), b.Clause)
			break
		}
		// If the program has ended, how it did says more.
		e.suspects(f)
		return
	case game.NotJSON, game.WrongShape, game.TooLong:
		f.Outcome = judge.ProtocolError
		if why != game.WrongShape {
			f.Received = nil
			f.Message = text.Citing(b.Message, b.Clause)
		}
	}
	e.find(f)
}

// player plays the game of a case with a program that is the client of its first actor,
// over its standard input and output; the other actors are builtin players.
func (s *Stage) player(ctx context.Context, g *booking, limits subject.Limits) Outcome {
	cast, err := s.cast(g)
	if err != nil {
		return trouble(fmt.Errorf("case %s: %w", g.name, err))
	}
	writer, err := s.transcript(g.name, game.Server, g.pair.Server, nil, g.seed)
	if err != nil {
		return trouble(err)
	}
	e := &examiner{record: s.newRecord(), player: cast[0].Player}
	recorders := []match.Recorder{e}
	if writer != nil {
		recorders = append(recorders, writer)
	}
	dialogue, err := s.Command.Open(ctx, limits)
	if err != nil {
		return s.absent(ctx, err)
	}
	playing, leave := context.WithTimeout(ctx, limits.Timeout)
	defer leave()
	stop := context.AfterFunc(playing, func() { _ = dialogue.Close() })
	defer stop()
	e.found = leave
	err = s.meet(playing, e, dialogue, g, cast, match.Recorders(recorders...))
	if playing.Err() != nil && ctx.Err() == nil && errors.Is(playing.Err(), context.DeadlineExceeded) {
		e.report(Finding{Outcome: judge.Timeout, Timing: true, Message: fmt.Sprintf("the game has not ended within %v", limits.Timeout)})
	}
	// It ends by itself, or is ended.
	_ = dialogue.Close()
	o := Outcome{Answer: dialogue.End()}
	crashed := o.Answer.Fault == subject.Crashed
	o.Finding = e.finding(crashed)
	if crashed {
		o.Scene = e.scene()
	}
	if writer != nil {
		if endErr := writer.End(); endErr != nil {
			return trouble(endErr)
		}
	}
	switch {
	case ctx.Err() != nil:
		return canceled()
	case o.Finding != nil:
	case err != nil && !crashed:
		return trouble(err)
	case e.over:
		// A player writes no result: its last reply stands for one.
		o.Answer.Values = []jsontext.Value{e.reply}
	}
	return o
}

// cast are those who play: the actors of the case as far as the game has seats, and behind
// them builtin players.
func (s *Stage) cast(g *booking) ([]client.Client, error) {
	live := s.Rules.Live()
	n, err := live.Seats(g.pair.Server)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errors.New("the game has no players")
	}
	var list []client.Client
	for _, c := range g.pair.Clients {
		if c.Player != nil && len(list) < n {
			list = append(list, c)
		}
	}
	for len(list) < n {
		kind := s.Game.Players[0].Name
		player, err := live.Player(kind, kind, g.seed+uint64(len(list)))
		if err != nil {
			return nil, err
		}
		list = append(list, client.Client{Name: kind, Player: player})
	}
	return list, nil
}

// meet lets the program sign up and play. The error is one of ours.
func (s *Stage) meet(ctx context.Context, e *examiner, dialogue *subject.Dialogue, g *booking, cast []client.Client, r match.Recorder) error {
	signUp := e.signUp
	r.Connect(ownConn)
	limit := max(e.waits.Start, e.ms(signUp.NameMs))
	greeting, err := lobby.Greet(dialogue, &signUp, limit)
	if refusal := (*lobby.Refusal)(nil); errors.As(err, &refusal) {
		r.Refuse(ownConn, refusal.Clause, refusal.Why)
		r.Result(signUp.Void)
		e.unnamed(refusal, limit)
		return nil
	}
	if err != nil {
		return err
	}
	r.Message(ownConn, false, greeting.Text)
	e.name = greeting.Name
	names, seats := seated(&signUp, greeting.Name, cast, r)
	seats[0].Player = match.NewConn(greeting.Stream(), match.ConnOptions{
		Number: ownConn, Recorder: r, ReplyBytesMax: signUp.ReplyBytesMax, BytesRestartClock: signUp.BytesRestartClock,
	})
	for i, name := range names {
		r.SignUp(i+1, i, name)
	}
	referee, err := s.Rules.Live().Referee(g.pair.Server, names)
	if err != nil {
		return fmt.Errorf("case %s: %w", g.name, err)
	}
	_, err = match.Play(ctx, referee, seats, match.Options{CallTimeout: e.ms(signUp.CallMs) + e.tolerance(), Scale: s.Scale, Recorder: r})
	if ctx.Err() != nil {
		return nil // there is a finding, or nobody waits any more
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = err == nil && e.reply != nil && e.suspect == nil
	return err
}

// unnamed finds that the program has not sent a name.
func (e *examiner) unnamed(refusal *lobby.Refusal, limit time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := Finding{
		Outcome: judge.ProtocolError, Clause: refusal.Clause, Number: 1,
		Message: "the program sends something that is not a name: " + text.Excerpt(refusal.Raw),
	}
	if len(refusal.Raw) == 0 {
		f.Outcome, f.Clause, f.Number, f.Timing = judge.Silent, e.signUp.Clauses.First, 0, true
		f.Message = fmt.Sprintf("the program has sent no name within %v; hint: it writes its name first, as a JSON string, and flushes its output", limit)
	}
	if len(refusal.Raw) == 0 && e.now().Sub(e.last) < limit {
		f.Outcome, f.Timing = judge.HungUp, false
		f.Message = "the program closes its output before it has sent a name"
		e.suspects(f)
		return
	}
	e.find(f)
}

// seated are the names and seats of the players: the program's own name first. A builtin
// player of that name has a number behind it.
func seated(signUp *game.SignUp, own string, clients []client.Client, r match.Recorder) (names []string, seats []match.Seat) {
	names, seats = []string{own}, []match.Seat{{Conn: ownConn}}
	for i := 1; i < len(clients); i++ {
		name := clients[i].Name
		for n := 2; slices.Contains(names, name) || !signUp.NameOK(name); n++ {
			name = "p" + strconv.Itoa(n)
		}
		r.Connect(i + 1)
		names = append(names, name)
		seats = append(seats, match.Seat{Conn: i + 1, Player: match.NewBuiltin(clients[i].Player, i+1, r)})
	}
	return names, seats
}
