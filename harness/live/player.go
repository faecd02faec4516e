package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An examiner watches the one player that is a program. The referee judges its replies,
// and before it, where replies that are wrong do not end a player's part in the game, a
// builtin player.
type examiner struct {
	record
	match.Nobody
	seat    int         // of the program
	player  game.Player // one that may do whatever is legal, as the program may
	name    string
	call    wire.Call // the last one
	judge   func(reply jsontext.Value) *game.Breach
	reply   jsontext.Value // to it, the last one
	open    bool           // it has no reply yet
	before  string         // the method of the call before, "" for none
	again   jsontext.Value // the reply to that one
	replied bool           // to any call
	raw     []byte         // what it has sent last that is not JSON
	want    jsontext.Value // a reply to the last call that would be right, nil if none is known
	over    bool           // the game has been played to its end
}

// Message implements match.Recorder.
func (e *examiner) Message(conn int, out bool, v jsontext.Value) {
	if conn != e.seat+1 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count()
	if !out {
		if e.call.Method != "" && !e.open {
			e.find(Finding{
				Outcome: judge.ProtocolError, Clause: e.callClause(), Number: e.messages, Received: v.Clone(),
				Message: fmt.Sprintf("%s sends %s, which no call has asked for", e.name, text.Excerpt(v)),
			})
			return
		}
		e.reply, e.open = v.Clone(), false
		e.replied = e.replied || e.call.Method != ""
		if e.judge != nil {
			if b := e.judge(e.reply); b != nil {
				e.breach(b)
			}
		}
		return
	}
	e.judge, e.want = nil, nil
	call, err := wire.ParseCall(v.Clone())
	if err != nil {
		return // it is one of ours
	}
	e.before, e.again = e.call.Method, e.reply
	e.call, e.reply, e.open = call, nil, true
	e.latest = fmt.Sprintf("%s is called with %s", e.name, call.Method)
	// What it does not understand, a wrong reading of the rules has asked.
	if reply, err := e.player.Reply(call.Method, call.Args); err == nil {
		e.judge, e.want = reply.Judge, jsontext.Value(reply.Text).Clone()
	}
}

// Bytes implements match.Recorder.
func (e *examiner) Bytes(conn int, out bool, raw []byte, _ int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if conn != e.seat+1 || out {
		return
	}
	e.raw = bytes.Clone(raw)
	if f := e.hard; f != nil && f.Outcome == judge.Timeout && e.open && len(bytes.TrimSpace(raw)) > 0 {
		// What has come of a reply is known when the connection ends.
		f.Message += incomplete(e.raw)
	}
}

// Breach implements match.Recorder.
func (e *examiner) Breach(conn int, b game.Breach) {
	if conn != e.seat+1 {
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
		Message: text.Citing(fmt.Sprintf("the reply %s of %s to %s: %s: %s", text.Excerpt(e.reply), e.name, method, b.Why, b.Message), b.Clause) +
			answered{method, e.reply}.again(answered{e.before, e.again}),
	}
	switch why := cmp.Or(b.Failure, game.Failure(b.Why)); why {
	case game.TimedOut, game.Closed, game.Raised:
		f.Outcome, f.Received = judge.HungUp, nil
		f.Message = text.Citing(fmt.Sprintf("%s closes its output instead of replying to %s", e.name, method), b.Clause)
		if why == game.TimedOut {
			f.Outcome, f.Timing = judge.Timeout, true
			f.Message = text.Citing(fmt.Sprintf("%s does not complete a reply to %s within %v", e.name, method, e.ms(e.signUp.CallMs)), b.Clause)
			if !e.replied {
				f.Message += "; hint: calls come one at a time: read one, reply to it, and flush the output, without waiting for the end of the input"
			}
			break
		}
		// If the program has ended, how it did says more.
		e.suspects(f)
		return
	case game.NotJSON, game.TooLong:
		f.Outcome, f.Received = judge.ProtocolError, nil
		f.Message = text.Citing(b.Message, b.Clause)
		hint := misspelt(e.raw, e.want)
		if hint == "" && why == game.NotJSON && isNoValue(b.Message) {
			hint = "; hint: print lines for people to standard error"
		}
		f.Message += hint
	case game.WrongShape: // which may be a code of the game as well
		if b.Clause == e.protocol.ClauseIn(method, game.OnShape) || b.Clause == e.protocol.ClauseOn(game.OnShape) {
			f.Outcome = judge.ProtocolError
			said := b.Message
			if !strings.HasPrefix(said, e.name+" ") {
				said = why.Tell(game.Call{Player: e.name, Method: method}, said)
			}
			f.Message = text.Citing(said, b.Clause)
			if e.before != "" && bytes.Equal(e.reply, e.again) {
				// A second reply may come before or behind the next call.
				f.Message += fmt.Sprintf("; if it is the reply to %s once more, it is one that no call has asked for", e.before)
			}
		}
	}
	e.find(f)
}

// isNoValue tells whether text for people stands in place of a value: it begins like none, or
// like a word of JSON, as "turn" and "found" do.
func isNoValue(message string) bool {
	return strings.Contains(message, "at start of value") || strings.Contains(message, "in literal")
}

// player plays the game of a case with a program that is the client of one of its actors,
// over its standard input and output; the other actors are builtin players. The name of
// the case decides which, so that a suite has all seats.
func (s *Stage) player(ctx context.Context, g *booking, limits subject.Limits) Outcome {
	cast, err := s.cast(g)
	if err != nil {
		return trouble(fmt.Errorf("case %s: %w", g.name, err))
	}
	seat := int(g.seed % uint64(len(cast)))
	e := &examiner{record: s.newRecord(), seat: seat}
	if e.player, err = s.free(g.seed); err != nil {
		return trouble(err)
	}
	writer, err := s.transcript(g.name, game.Server, g.pair.Server, nil, g.seed)
	if err != nil {
		return trouble(err)
	}
	recorders := []match.Recorder{e}
	if writer != nil {
		recorders = append(recorders, writer)
	}
	dialogue, err := s.Command.Open(ctx, limits)
	if err != nil {
		if writer != nil {
			_ = writer.End() // that there was no program says more
		}
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
	fell := fell(o.Answer.Fault)
	o.Finding = e.finding(fell)
	if fell {
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
		// It is in the middle of a game, and is ended.
		o.Answer.Warnings = slices.DeleteFunc(o.Answer.Warnings, func(w subject.Warning) bool { return w == subject.Lingered })
	case err != nil && !fell:
		return trouble(err)
	case e.over:
		// A player writes no result: its last reply stands for one.
		o.Answer.Values = []jsontext.Value{e.reply}
	}
	return o
}

// free is a builtin player that may do whatever is legal: one that leaves all to chance, in
// the games that have one.
func (s *Stage) free(seed uint64) (game.Player, error) {
	kind := s.Game.Players[0].Name
	for _, k := range s.Game.Players {
		if k.Name == guest.Random {
			kind = k.Name
		}
	}
	return s.Rules.Live().Player(kind, kind, seed)
}

// cast are those who play: the actors of the case as far as the game has seats, and behind
// them builtin players.
func (s *Stage) cast(g *booking) ([]client.Client, error) {
	live := s.Rules.Live()
	seats, err := live.Seats(g.pair.Server)
	if err != nil {
		return nil, err
	}
	if seats.Least == 0 {
		return nil, errors.New("the game has no players")
	}
	var list []client.Client
	for _, c := range g.pair.Clients {
		if c.Player != nil && len(list) < seats.Least {
			list = append(list, c)
		}
	}
	for len(list) < seats.Least {
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
	for i := range cast {
		r.Connect(i + 1)
	}
	limit := max(e.waits.Start, e.ms(signUp.NameMs))
	var gauge match.Gauge
	if subject.IsAlone(ctx) {
		// Beside others it is not worth the time: one that is late is played again alone.
		gauge = dialogue.Hunger
	}
	greeting, err := lobby.Greet(dialogue, &signUp, limit, match.Respite(gauge, limit))
	if refusal := (*lobby.Refusal)(nil); errors.As(err, &refusal) {
		r.Refuse(e.seat+1, refusal.Clause, refusal.Why)
		r.Result(signUp.Void)
		e.unnamed(refusal, greeting.Text, limit)
		return nil
	}
	if err != nil {
		return err
	}
	r.Message(e.seat+1, false, greeting.Text)
	e.name = greeting.Name
	names, seats := seated(&signUp, greeting.Name, e.seat, cast, r)
	seats[e.seat].Player = match.NewConn(greeting.Stream(), match.ConnOptions{
		Number: e.seat + 1, Recorder: r, ReplyBytesMax: signUp.ReplyBytesMax, BytesRestartClock: signUp.BytesRestartClock,
		Gauge: gauge,
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

// unnamed finds that the program has not sent a name. Sent is what it sent in its place, if
// that was a whole value.
func (e *examiner) unnamed(refusal *lobby.Refusal, sent jsontext.Value, limit time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := Finding{
		Outcome: judge.ProtocolError, Clause: refusal.Clause, Number: 1,
		Message: "the program does not sign up: " + refusal.Why,
	}
	switch {
	case len(sent) > 0 || strings.HasPrefix(refusal.Why, lobby.NoName):
	case len(refusal.Raw) > 0:
		f.Message += ": " + text.Excerpt(refusal.Raw)
	case e.now().Sub(e.last) < limit:
		f.Outcome, f.Clause, f.Number = judge.HungUp, e.signUp.Clauses.First, 0
		f.Message = "the program closes its output before it has sent a name"
		e.suspects(f)
		return
	default:
		f.Outcome, f.Clause, f.Number, f.Timing = judge.Silent, e.signUp.Clauses.First, 0, true
		f.Message = fmt.Sprintf("the program has sent no name within %v; hint: it writes its name first, as a JSON string, and flushes its output", limit)
	}
	e.find(f)
}

// seated are the names and seats of the players. A builtin player that is called like the
// program, or like another one, gets another name.
func seated(signUp *game.SignUp, own string, seat int, cast []client.Client, r match.Recorder) (names []string, seats []match.Seat) {
	for i, c := range cast {
		s, name := match.Seat{Conn: i + 1}, own
		if i != seat {
			name = c.Name
			for n := 2; name == own || slices.Contains(names, name) || !signUp.NameOK(name); n++ {
				name = "p" + strconv.Itoa(n)
			}
			s.Player = match.NewBuiltin(c.Player, i+1, r)
		}
		names, seats = append(names, name), append(seats, s)
	}
	return names, seats
}
