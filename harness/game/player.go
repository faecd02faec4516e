package game

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// UnknownPlayer is the usage error for a kind of player that a game does not have.
func UnknownPlayer(game string, players []PlayerKind, kind string) *UsageError {
	names := make([]string, len(players))
	for i, k := range players {
		names[i] = k.Name
	}
	return Unknown("player", kind, "of "+game, names, "touchstone games "+game)
}

// CheckArguments tells whether a call has so many arguments, which are JSON: nil or an
// *Invalid that cites the clause.
func CheckArguments(method string, args []jsontext.Value, want int, clause string) error {
	if len(args) != want {
		many := "one argument"
		if want != 1 {
			many = text.Count(want, "argument")
		}
		return &Invalid{
			Value: min(len(args), want), Count: true, Clause: clause,
			Message: fmt.Sprintf("expected exactly %s of %s, found %d", many, method, len(args)),
		}
	}
	if i := slices.IndexFunc(args, func(a jsontext.Value) bool { return !a.IsValid() }); i >= 0 {
		return &Invalid{Value: i, Message: fmt.Sprintf("expected an argument of %s as JSON", method), Clause: clause}
	}
	return nil
}
