// Package transcript keeps the timed record of every message of a live game: it
// writes and reads it, judges it again without any program running, shows it to
// people, and plays one side of it against a live program. It knows the rules of
// no game; those come from the referee.
package transcript

import (
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a transcript, and why.
const (
	// Version is that of the form of the file. Keys may be added without a new
	// one: readers skip what they do not know.
	Version = 1
	// LineBytesMax bounds a line. A message has at most 1 MiB (BG-95), which the
	// escapes of invisible characters make six times longer; this is beyond.
	LineBytesMax = 16 << 20
	// BytesMax is how many of some bytes that are no value are kept: any piece of a
	// value, as a whole.
	BytesMax = wire.SentBytesMax
)

// A Header is the first line: which game is played, and by whose account.
type Header struct {
	Transcript int              `json:"transcript"` // the version of the form
	Touchstone string           `json:"touchstone"` // the version of the program
	Game       string           `json:"game"`
	Options    game.SettingList `json:"options"` // all of them, as they are in force
	In         []jsontext.Value `json:"in"`      // what the side that records was given
	Side       game.Side        `json:"side"`    // that records
	// Case is the input of the case that was played, if it was a test's: what both
	// sides were given, and how ours misbehaves.
	Case   []jsontext.Value `json:"case,omitzero"`
	Seated bool             `json:"seated,omitzero"` // the players were seated by the harness, without sign-up
	// Awaited tells that the server knew who would come, and so waited for nobody
	// else.
	Awaited bool      `json:"awaited,omitzero"`
	Scale   float64   `json:"scale,omitzero"`   // of all times, if it is not 1
	Seed    *uint64   `json:"seed,omitempty"`   // of what was drawn, if anything was
	Started time.Time `json:"started,omitzero"` // in UTC, to the second
}

// A Kind says what a line tells.
type Kind string

// The kinds of lines behind the header.
const (
	Connect Kind = "connect" // a connection was accepted, or a player started
	Failed  Kind = "failed"  // attempts to make a connection failed, before it or for good
	SignUp  Kind = "sign-up" // the player of a connection was seated
	Refuse  Kind = "refuse"  // a connection does not take part
	Message Kind = "message" // a whole value passed
	Bytes   Kind = "bytes"   // something passed that is no JSON, or no whole value
	Timed   Kind = "timed"   // how long a reply took, where the referee goes by that
	Breach  Kind = "breach"  // a player broke the rules or the protocol
	Event   Kind = "event"   // an observer of the referee sees something
	Close   Kind = "close"   // a connection was closed
	Result  Kind = "result"  // what a server writes: the last thing in a whole game but for the closing
)

// A Dir is a direction, as the server sees it.
type Dir string

// The directions.
const (
	Out Dir = "out" // from the server
	In  Dir = "in"  // to the server
)

// A Line is one thing that happened. Which fields it has depends on its kind.
type Line struct {
	Number int `json:"-"` // in the file; the header is line 1

	Ms      float64          `json:"ms"` // since the start
	Kind    Kind             `json:"kind"`
	Conn    int              `json:"conn,omitzero"` // the connection, from 1; an event and the result have none
	Dir     Dir              `json:"dir,omitzero"`
	Seat    *int             `json:"seat,omitzero"` // from 0
	Name    *string          `json:"name,omitzero"`
	Player  *string          `json:"player,omitzero"`
	Method  *string          `json:"method,omitzero"`
	Why     *string          `json:"why,omitzero"`
	Clause  *string          `json:"clause,omitzero"`
	Message *string          `json:"message,omitzero"`
	Value   jsontext.Value   `json:"value,omitzero"`
	Bytes   *[]byte          `json:"bytes,omitzero"` // in base64
	Cut     int              `json:"cut,omitzero"`   // bytes that are left out behind them
	Event   jsontext.Value   `json:"event,omitzero"`
	By      *string          `json:"by,omitzero"` // game.Server or "client"
	Values  []jsontext.Value `json:"values,omitzero"`
	Tries   int              `json:"tries,omitzero"` // how many attempts failed
	Began   *float64         `json:"began,omitzero"` // when the last of them began, as Ms; older transcripts lack it
	Took    *float64         `json:"took,omitzero"`  // milliseconds
}

// ByClient is what By says of a connection that the client has closed; of the
// others it says game.Server.
const ByClient = "client"

// out tells whether something came from the server.
func (l *Line) out() bool { return l.Dir == Out }

// Breach is what a line of the kind Breach tells; others have none.
func (l *Line) Breach() game.Breach {
	return game.Breach{Seat: *l.Seat, Player: *l.Player, Method: *l.Method, Why: *l.Why, Clause: *l.Clause, Message: *l.Message}
}

// encode writes a value as one line of JSON without its end: values as they were
// spelled but for the white space between their tokens, and nothing in it that
// does not show as itself on a terminal.
func encode(value any) ([]byte, error) {
	line, err := json.Marshal(value, jsontext.PreserveRawStrings(true), json.FormatNilSliceAsNull(false))
	if err != nil {
		return nil, err
	}
	// Such characters stand in strings only, where they may be escaped.
	return []byte(text.Inert(text.Visible(string(line)))), nil
}
