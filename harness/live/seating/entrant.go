package seating

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The kinds of entrants.
const (
	Builtin = "builtin" // a player of this program
	Exec    = "exec"    // a program, spoken to over its standard input and output
	TCP     = "tcp"     // a client that listens, and is connected to
)

// An Entrant is somebody who can be given a seat.
type Entrant struct {
	Text string // as it was written: "Ada=builtin:points"
	Name string // that it is to have; "" if it may choose
	Kind string // Builtin, Exec or TCP
	What string // of this kind: "points", "./xplayer --fast", "localhost:45678"
	// Program is how the program of kind Exec is run, nil for What alone. It
	// serves any number of games.
	Program *subject.Command
}

// Parse reads an entrant of a game, written as [NAME=]KIND:WHAT. The error is a *game.UsageError,
// whose hint names builtin players of the game; of no game, nil, it names none.
func Parse(written string, of *game.Game) (Entrant, error) {
	e := Entrant{Text: written}
	rest := written
	if name, after, ok := strings.Cut(written, "="); ok && !strings.Contains(name, ":") {
		e.Name, rest = name, after
	}
	e.Kind, e.What, _ = strings.Cut(rest, ":")
	if !slices.Contains([]string{Builtin, Exec, TCP}, e.Kind) || strings.TrimSpace(e.What) == "" {
		return Entrant{}, &game.UsageError{
			Message: fmt.Sprintf("player %q: expected builtin:KIND, exec:COMMAND or tcp:HOST:PORT", written),
			Hint:    cmp.Or(meant(written, rest, of), "for example --player Ada=builtin:random --player exec:./xplayer"),
		}
	}
	if e.Kind == TCP {
		if err := wire.CheckAddress(e.What); err != nil {
			return Entrant{}, &game.UsageError{
				Message: fmt.Sprintf("player %q: %v", written, err),
				Hint:    "for example --player tcp:localhost:45678",
			}
		}
	}
	return e, nil
}

// meant asks whether a builtin player, a program or an address is meant by a player without a
// kind; "" if there is another kind.
func meant(whole, rest string, of *game.Game) string {
	if wire.CheckAddress(rest) == nil {
		return fmt.Sprintf("did you mean --player %s?", text.Quote([]string{strings.TrimSuffix(whole, rest) + TCP + ":" + rest}))
	}
	if rest == "" || strings.Contains(rest, ":") {
		return ""
	}
	if first := rest[0]; whole == rest && first >= 'A' && first <= 'Z' {
		return fmt.Sprintf("did you mean --player %s?", text.Quote([]string{rest + "=" + Builtin + ":random"})) // a name: no kind begins so
	}
	name := strings.TrimSuffix(whole, rest)
	if strings.ContainsAny(rest, "./ ") {
		return fmt.Sprintf("did you mean --player %s?", text.Quote([]string{name + Exec + ":" + rest}))
	}
	if of == nil {
		return ""
	}
	kinds := make([]string, len(of.Players))
	for i, k := range of.Players {
		kinds[i] = k.Name
	}
	if kind := game.Nearest(rest, kinds); kind != "" {
		return fmt.Sprintf("did you mean --player %s%s:%s?", name, Builtin, kind)
	}
	return fmt.Sprintf("for example --player Ada=%s:%s; %q lists the kinds", Builtin, kinds[0], "touchstone games "+of.Name+" players")
}

// String is the entrant without the name that it is to have.
func (e Entrant) String() string { return e.Kind + ":" + e.What }
