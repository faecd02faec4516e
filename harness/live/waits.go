package live

import (
	"cmp"
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// Waits are how long we wait for what has no time of its own in the rules, and so
// is on no scale: programs start, and think, as fast as they do (11.1). Zero
// fields stand for the defaults.
type Waits struct {
	// Start is what a program of a server gets to open its port, and one of clients
	// to connect: the first from its start, each later one from the one before.
	Start time.Duration
	// Connect is how long one of our clients tries to connect to an open port.
	Connect time.Duration
	// Call is what a server gets from a reply to its next call, and for its result
	// behind the last one.
	Call time.Duration
	// End is what a program gets to end when there is nothing more to do.
	End time.Duration
	// Gap is how long one of our clients waits at most until the server has read
	// the name of the client before it.
	Gap time.Duration
}

// DefaultWaits are what programs get unless told otherwise.
var DefaultWaits = Waits{
	Start: subject.Timeout, Connect: client.Patience, Call: subject.Timeout, End: subject.Timeout, Gap: client.Gap,
}

// OrDefault fills in what is missing.
func (w Waits) OrDefault() Waits {
	d := DefaultWaits
	return Waits{
		cmp.Or(w.Start, d.Start), cmp.Or(w.Connect, d.Connect), cmp.Or(w.Call, d.Call), cmp.Or(w.End, d.End), cmp.Or(w.Gap, d.Gap),
	}
}

// String names all waits that are in force, as the flags of touchstone test do.
func (w Waits) String() string {
	w = w.OrDefault()
	return fmt.Sprintf("start %v, connect %v, call %v, end %v, sign-up gap %v", w.Start, w.Connect, w.Call, w.End, w.Gap)
}
