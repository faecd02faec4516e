package match

import (
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Recorder is told all that happens in a live game, in order; connections are
// counted from 1. What it is given is valid during the call only, and no two
// calls overlap.
type Recorder interface {
	Connect(conn int)                                 // accepted, or started
	SignUp(conn, seat int, name string)               // its player was seated; seat from 0
	Refuse(conn int, clause, why string)              // it does not take part
	Message(conn int, out bool, value jsontext.Value) // one whole value; out: from the server
	Bytes(conn int, out bool, raw []byte, cut int)    // what is no JSON, or no whole value; cut: bytes besides, not shown
	Breach(conn int, b game.Breach)
	Event(event jsontext.Value)
	Close(conn int, by string) // Server or Client
	Result(values []jsontext.Value)
}

// An Observer is a Recorder that is shown the whole game as well, if the referee
// is a game.Observed: its value "state" at the beginning and behind each reply.
type Observer interface {
	Recorder
	State(state jsontext.Value)
}

// A Dialer is a Recorder that is told as well of attempts to connect that failed,
// before the connection of that number, if there ever is one: how many, when the last one
// began, and why it failed.
type Dialer interface {
	Recorder
	Unconnected(conn, tries int, began time.Time, why string)
}

// A Timekeeper is a Recorder that is told as well how long a reply took, in
// milliseconds, before the referee takes it, if that goes by such times.
type Timekeeper interface {
	Recorder
	Took(conn int, ms float64)
}

// Unconnected tells a recorder of attempts to connect that failed, if it wants to
// know.
func Unconnected(r Recorder, conn, tries int, began time.Time, err error) {
	if d, ok := r.(Dialer); ok {
		d.Unconnected(conn, tries, began, text.Cause(err).Error())
	}
}

// observer is the recorder as an observer, nil if it is none: making a state may
// be costly.
func observer(r Recorder) Observer {
	o, ok := r.(Observer)
	if all, several := r.(*recorders); several && !slices.ContainsFunc(all.list, func(r Recorder) bool { return observer(r) != nil }) || !ok {
		return nil
	}
	return o
}

// Who closes a connection.
const (
	Server = "server"
	Client = "client"
)

// Recorders makes one recorder of several, which are told one after another. It
// may be told by several goroutines at once. Those that are nil are left out.
func Recorders(list ...Recorder) Recorder {
	all := &recorders{}
	for _, r := range list {
		if r != nil && listening(r) {
			all.list = append(all.list, r)
		}
	}
	if len(all.list) == 0 {
		return Nobody{}
	}
	return all
}

// orNobody makes a recorder of none.
func orNobody(r Recorder) Recorder {
	if r == nil {
		return Nobody{}
	}
	return r
}

// listening tells whether anybody is told anything, which may be costly to
// make.
func listening(r Recorder) bool {
	_, none := r.(Nobody)
	return !none
}

type recorders struct {
	mu   sync.Mutex
	list []Recorder
}

func (rs *recorders) tell(f func(Recorder)) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, r := range rs.list {
		f(r)
	}
}

func (rs *recorders) Connect(conn int) { rs.tell(func(r Recorder) { r.Connect(conn) }) }

func (rs *recorders) SignUp(conn, seat int, name string) {
	rs.tell(func(r Recorder) { r.SignUp(conn, seat, name) })
}

func (rs *recorders) Refuse(conn int, clause, why string) {
	rs.tell(func(r Recorder) { r.Refuse(conn, clause, why) })
}

func (rs *recorders) Message(conn int, out bool, value jsontext.Value) {
	rs.tell(func(r Recorder) { r.Message(conn, out, value) })
}

func (rs *recorders) Bytes(conn int, out bool, raw []byte, cut int) {
	rs.tell(func(r Recorder) { r.Bytes(conn, out, raw, cut) })
}

func (rs *recorders) Breach(conn int, b game.Breach) {
	rs.tell(func(r Recorder) { r.Breach(conn, b) })
}

func (rs *recorders) Event(event jsontext.Value) { rs.tell(func(r Recorder) { r.Event(event) }) }

func (rs *recorders) Close(conn int, by string) { rs.tell(func(r Recorder) { r.Close(conn, by) }) }

func (rs *recorders) Result(values []jsontext.Value) {
	rs.tell(func(r Recorder) { r.Result(values) })
}

func (rs *recorders) State(state jsontext.Value) {
	rs.tell(func(r Recorder) {
		if o := observer(r); o != nil {
			o.State(state)
		}
	})
}

func (rs *recorders) Took(conn int, ms float64) {
	rs.tell(func(r Recorder) {
		if k, ok := r.(Timekeeper); ok {
			k.Took(conn, ms)
		}
	})
}

func (rs *recorders) Unconnected(conn, tries int, began time.Time, why string) {
	rs.tell(func(r Recorder) {
		if d, ok := r.(Dialer); ok {
			d.Unconnected(conn, tries, began, why)
		}
	})
}

// Nobody is told and does nothing. Others can embed it for what they leave out.
type Nobody struct{}

func (Nobody) Connect(int)                       {}
func (Nobody) SignUp(int, int, string)           {}
func (Nobody) Refuse(int, string, string)        {}
func (Nobody) Message(int, bool, jsontext.Value) {}
func (Nobody) Bytes(int, bool, []byte, int)      {}
func (Nobody) Breach(int, game.Breach)           {}
func (Nobody) Event(jsontext.Value)              {}
func (Nobody) Close(int, string)                 {}
func (Nobody) Result([]jsontext.Value)           {}
