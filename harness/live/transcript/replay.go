package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// How a replay waits.
const (
	// patience is how long a program may take to open its port or to connect
	// (11.1, CF1), and beyond its time for a message.
	patience = 10 * time.Second
	// nextPause lies between two connections, so that a server sees their order.
	nextPause = 100 * time.Millisecond
	// endPause is how long a replay looks whether more comes than was recorded.
	endPause = 200 * time.Millisecond
)

// A Replay plays one side of a transcript against a live program of the other
// side, and compares what that one sends with what was recorded. Time that
// nobody had to wait is left out.
type Replay struct {
	Reader *Reader
	Named  func(name string) (*game.Game, error)
	// Dial connects to a server, for a replay of clients.
	Dial func(context.Context) (io.ReadWriteCloser, error)
	// Listener is where clients come to, for a replay of a server.
	Listener net.Listener

	line   int
	result *Line
}

// Line is the number of the line that is replayed, or of the last one.
func (p *Replay) Line() int { return p.line }

// Result is the line with the result, once it was reached, or nil.
func (p *Replay) Result() *Line { return p.result }

// Run replays. It returns the first difference, nil if there is none; its line is
// that of the transcript. The error, a *game.UsageError, says that the transcript
// cannot be read, or it is the context's cause.
func (p *Replay) Run(ctx context.Context) (*Finding, error) {
	b, err := rulesOf(p.Reader, p.Named)
	if err != nil {
		return nil, err
	}
	s := &replayer{Replay: p, ruleBook: b, judges: map[string]*judge.Judge{}, conns: map[int]*replayed{}}
	stop := context.AfterFunc(ctx, func() {
		if p.Listener != nil {
			p.Listener.Close()
		}
		s.close()
	})
	defer stop()
	defer s.close()
	for l, err := range p.Reader.Lines() {
		if err != nil {
			return nil, err
		}
		p.line = l.Number
		f := s.step(ctx, &l)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if f != nil {
			f.Message = text.Visible(f.Message)
			return f, nil
		}
		if l.Kind == Result {
			p.result = &l
		}
	}
	f := s.rest()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return f, nil
}

// A replayer is a replay under way.
type replayer struct {
	*Replay
	*ruleBook
	judges map[string]*judge.Judge // of calls and, behind a blank, of replies
	mu     sync.Mutex
	conns  map[int]*replayed
	called bool // the first call has been made
}

// A replayed is one connection.
type replayed struct {
	conn   *wire.Conn
	name   string
	method string  // of the last call
	at     float64 // when that was recorded, in ms
	when   time.Time
	out    bool // its player is out, or it does not take part
	named  bool // its name has passed
	// held is the name that was sent to a harness which seated its players. It is
	// not sent before the sign-up tells by which name the player was called then.
	held *Line
}

// asClients tells which side is replayed.
func (s *replayer) asClients() bool { return s.Dial != nil }

// close closes all connections.
func (s *replayer) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.conns {
		// It is closed however that goes.
		_ = k.conn.Close()
	}
}

// differs is a difference in what the live program did.
func (s *replayer) differs(l *Line, clause, format string, args ...any) *Finding {
	side := game.Clients
	if s.asClients() {
		side = game.Server
	}
	f := &Finding{Line: l.Number, Conn: l.Conn, Side: side, Clause: clause, Message: fmt.Sprintf(format, args...)}
	if k := s.conns[l.Conn]; k != nil {
		f.Player = k.name
	}
	return f
}

// step replays a line.
func (s *replayer) step(ctx context.Context, l *Line) *Finding {
	if l.Kind == Connect {
		return s.connect(ctx, l)
	}
	k := s.conns[l.Conn]
	if k == nil {
		return nil
	}
	switch l.Kind {
	case SignUp:
		k.name = *l.Name
		return s.introduce(l, k)
	case Refuse, Breach:
		k.out = true
		if l.Kind == Refuse && k.held != nil {
			return s.send(k.held, k)
		}
		if l.Kind == Breach && !s.asClients() && (*l.Why == string(game.TimedOut) || *l.Why == string(game.Closed)) {
			return s.nothing(l, k)
		}
	case Close:
		if mine := *l.By == ByClient; mine == s.asClients() {
			_ = k.conn.Close()
		}
	case Message, Bytes:
		if l.Kind == Message && !l.out() && !k.named && k.method == "" {
			if s.asClients() && s.Reader.Header().Seated {
				k.held = l
				return nil
			}
			k.named = true
		}
		if l.out() != s.asClients() {
			return s.send(l, k)
		}
		return s.receive(l, k)
	}
	return nil
}

// introduce lets the name of a sign-up pass, if it has not. A builtin player has
// sent none, and a harness that seats its players may call two of one name by
// different ones, which a server does not (BG-84).
func (s *replayer) introduce(l *Line, k *replayed) *Finding {
	if k.named {
		return nil
	}
	k.named = true
	name, err := jsontext.AppendQuote(nil, *l.Name)
	if err != nil {
		return s.differs(l, s.clauseOn(game.OnName), "the name cannot be sent: %v", err)
	}
	line := *l
	line.Kind, line.Dir, line.Value = Message, In, name
	if s.asClients() {
		return s.send(&line, k)
	}
	return s.receive(&line, k)
}

// connect makes a connection, or waits for one.
func (s *replayer) connect(ctx context.Context, l *Line) *Finding {
	var rw io.ReadWriteCloser
	var err error
	if s.asClients() {
		if len(s.conns) > 0 {
			time.Sleep(nextPause)
		}
		rw, err = s.Dial(ctx)
	} else {
		late := time.AfterFunc(patience, func() { s.Listener.Close() })
		rw, err = s.Listener.Accept()
		late.Stop()
	}
	if err != nil {
		return s.differs(l, s.clauseOn(game.OnAccepted), "there is no connection: %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[l.Conn] = &replayed{conn: wire.New(rw, wire.Options{})}
	return nil
}

// send sends what was recorded, not sooner behind a call than then if that was
// late on purpose.
func (s *replayer) send(l *Line, k *replayed) *Finding {
	if l.out() {
		k.called(l)
	} else if wait := time.Duration((l.Ms - k.at) * float64(time.Millisecond)); k.method != "" && wait > time.Second {
		time.Sleep(time.Until(k.when.Add(wait)))
	}
	var err error
	deadline := time.Now().Add(patience)
	if l.Kind == Message {
		err = k.conn.Send(l.Value, deadline)
	} else {
		err = k.conn.Write(*l.Bytes, deadline)
	}
	if err != nil && !k.out && l.Kind == Message {
		return s.differs(l, s.clauseOn(game.OnAllTold), "cannot send any more: %v", err)
	}
	return nil
}

// called notes a call.
func (k *replayed) called(l *Line) {
	if method, _, err := parseCall(l.Value); err == nil {
		k.method, k.at, k.when = method, l.Ms, time.Now()
	}
}

// wait is how long the live program may take for its next message.
func (s *replayer) wait() time.Duration {
	ms := s.signUp.CallMs
	if s.asClients() && !s.called {
		ms = s.signUp.WaitMs * s.signUp.Waits
	}
	return time.Duration(s.ms(ms)*float64(time.Millisecond)) + patience
}

// receive compares what comes with what was recorded.
func (s *replayer) receive(l *Line, k *replayed) *Finding {
	v, err := k.conn.Receive(time.Now().Add(s.wait()))
	s.called = s.called || l.out()
	var broken *wire.Error
	switch {
	case l.Kind == Bytes && err == nil:
		return s.differs(l, s.callClause(), "%s arrived, but the transcript has bytes that are not JSON", text.Excerpt(v))
	case l.Kind == Bytes:
		return nil
	case errors.As(err, &broken) && broken.Quiet():
		return s.differs(l, s.clauseOn(game.OnAllTold), "the connection was closed, but the transcript has %s", text.Excerpt(l.Value))
	case err != nil:
		return s.differs(l, s.callClause(), "the transcript has %s, but nothing like it arrived: %v", text.Excerpt(l.Value), err)
	case l.out():
		return s.compareCall(l, k, v)
	}
	return s.compareReply(l, k, v)
}

// nothing expects that no reply comes, as it was recorded.
func (s *replayer) nothing(l *Line, k *replayed) *Finding {
	limit := time.Duration(s.ms(s.signUp.CallMs) * float64(time.Millisecond))
	if v, err := k.conn.Receive(time.Now().Add(limit)); err == nil {
		return s.differs(l, s.clauseIn(*l.Method, game.OnTimeout), "%s arrived, but the transcript has no reply", text.Excerpt(v))
	}
	return nil
}

// judge compares the values of a method: its arguments, or its reply.
func (s *replayer) judge(method string, reply bool) *judge.Judge {
	key := method
	if reply {
		key = " " + method
	}
	j := s.judges[key]
	if j == nil {
		var task game.Task
		for _, m := range s.game.Protocol.Methods {
			if m.Name != method {
				continue
			}
			task = game.Task{Out: m.Args, Fields: m.Fields}
			if reply {
				// The fields of a reply begin at the reply; those of a task at the
				// array of its values.
				task = game.Task{Out: []game.Param{m.Reply}}
				for _, f := range m.Replies {
					f.Pointer = "/0" + f.Pointer
					task.Fields = append(task.Fields, f)
				}
			}
		}
		j = judge.New(task, judge.Strict, nil)
		s.judges[key] = j
	}
	return j
}

func (s *replayer) compareCall(l *Line, k *replayed, v jsontext.Value) *Finding {
	k.called(l)
	recorded, want, err := parseCall(l.Value)
	if err != nil {
		// No call was recorded, so that none can be compared.
		return nil
	}
	method, args, err := parseCall(v)
	switch clause := s.methodClause(recorded); {
	case err != nil:
		return s.differs(l, s.callClause(), "%v", err)
	case method != recorded:
		return s.differs(l, clause, "the method %s is called, but the transcript has %s", strconv.Quote(method), strconv.Quote(recorded))
	default:
		return s.compare(l, s.judge(method, false), clause, method, want, args)
	}
}

func (s *replayer) compareReply(l *Line, k *replayed, v jsontext.Value) *Finding {
	what := "reply to " + k.method
	clause := s.methodClause(k.method)
	if k.method == "" {
		what, clause = "name", s.clauseOn(game.OnName)
	}
	return s.compare(l, s.judge(k.method, true), clause, what, []jsontext.Value{l.Value}, []jsontext.Value{v})
}

func (s *replayer) compare(l *Line, j *judge.Judge, clause, what string, want, got []jsontext.Value) *Finding {
	d := j.CompareUnder(clause, want, got)
	if d.Outcome == judge.Pass {
		return nil
	}
	first := d.Differences[0]
	return s.differs(l, cmp.Or(first.Clause, clause), "the %s: %s", what, first.Message)
}

// rest looks for messages beyond those that were recorded, in the order of the connections.
func (s *replayer) rest() *Finding {
	for _, number := range slices.Sorted(maps.Keys(s.conns)) {
		k := s.conns[number]
		if k.out || !s.asClients() {
			continue
		}
		if v, err := k.conn.Receive(time.Now().Add(endPause)); err == nil {
			return s.differs(&Line{Number: s.Line(), Conn: number}, s.clauseOn(game.OnAllTold), "%s arrived after the end of the transcript", text.Excerpt(v))
		}
	}
	return nil
}
