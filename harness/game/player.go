package game

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// codeWord stands for a code of an illegal request in the name of a kind of player.
const codeWord = "CODE"

// UnknownPlayer is the usage error for a kind of player that a game does not have.
func UnknownPlayer(game string, players []PlayerKind, kind string) *UsageError {
	names := make([]string, len(players))
	where := "touchstone games " + game + " players"
	head, _, _ := strings.Cut(kind, ":")
	for i, k := range players {
		if first, word, ok := strings.Cut(k.Name, ":"); ok && first == head {
			// The kind is there, and what follows it is wrong.
			if word == codeWord {
				where = "touchstone games " + game + " codes"
			}
			return &UsageError{
				Message: fmt.Sprintf("unknown player %q of %s: expected %s", kind, game, k.Name),
				Hint:    fmt.Sprintf("%q lists what may stand for %s", where, word),
			}
		}
		names[i] = k.Name
	}
	return Unknown("player", kind, "of "+game, names, where)
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
