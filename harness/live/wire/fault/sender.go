package fault

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A Sender sends values with faults. It serves one goroutine at a time.
type Sender struct {
	conn   *wire.Conn
	script *Script
	absent bool // the last value, as a whole or the end of it
}

// NewSender sends over conn. Where a fault leaves something to chance the seed
// decides, so that the same values leave as the same bytes again.
func NewSender(conn *wire.Conn, faults []Fault, seed uint64) *Sender {
	return &Sender{conn: conn, script: NewScript(faults, seed)}
}

// Send sends the value that is due for a method, a call or the reply to it, or
// with Name the name of a player, as the faults have it. Pauses end early when
// the connection does. The deadline and the error are those of wire.Conn.Send.
func (s *Sender) Send(method string, value jsontext.Value, deadline time.Time) error {
	s.absent = s.script.silent
	if s.script.silent {
		return nil
	}
	p, struck := s.script.plan(method, value)
	if !struck {
		return s.conn.Send(value, deadline)
	}
	return s.carryOut(p, deadline)
}

func (s *Sender) carryOut(p *plan, deadline time.Time) error {
	s.pause(p.wait)
	pieces, spread := p.cuts()
	if n := len(pieces); n > 0 && !p.raw {
		// The newline that every whole value has, see wire.Conn.Send.
		pieces[n-1] = append(slices.Clone(pieces[n-1]), '\n')
	}
	if p.hold > 0 {
		s.conn.StopReading(p.hold)
	}
	start := time.Now()
	for i, piece := range pieces {
		if i > 0 {
			// By the clock from the first piece on, since many short pauses
			// add up to more than they should.
			s.pause(time.Until(start.Add(spread * time.Duration(i) / time.Duration(len(pieces)-1))))
		}
		if err := s.conn.Write(piece, deadline); err != nil {
			return err
		}
	}
	if p.behind != nil {
		s.pause(momentPause)
		if err := s.conn.Write(p.behind, deadline); err != nil {
			return err
		}
	}
	s.absent = len(p.out) == 0 || p.end == fallSilent
	// An end that fails is an end all the same.
	switch p.end {
	case endSending:
		_ = s.conn.CloseWrite()
	case endConnection:
		_ = s.conn.Close()
	case endByReset:
		// The half that was sent is to arrive before the reset overtakes it.
		s.pause(momentPause)
		_ = s.conn.Reset()
	}
	return nil
}

// pause waits, but not for the sake of a connection that has ended.
func (s *Sender) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.conn.Ended():
	}
}

// Call sends a call as Send does and receives the reply, all within limit from
// the start of sending; a limit of 0 is none.
func (s *Sender) Call(method string, call jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	var deadline time.Time
	if limit > 0 {
		deadline = time.Now().Add(limit)
	}
	if err := s.Send(method, call, deadline); err != nil {
		return nil, err
	}
	return s.conn.Receive(deadline)
}

// Handler answers as the given handler does, with faults. A side that still owes
// the last reply (SF26) waits for the end of the connection.
func (s *Sender) Handler(handle wire.Handler) wire.Handler {
	return func(call wire.Call) (jsontext.Value, error) {
		reply, err := handle(call)
		if reply == nil || err != nil && err != wire.ErrDone {
			return reply, err
		}
		if sendErr := s.Send(call.Method, reply, time.Time{}); sendErr != nil {
			return nil, sendErr
		}
		if s.absent {
			return nil, nil
		}
		return nil, err
	}
}
