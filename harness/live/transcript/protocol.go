package transcript

import "github.com/touchstone-harness/touchstone/harness/game"

// A word game.Calling with a method is a call. Any other that begins with
// game.Replied is a reply that the referee takes; if it begins with
// game.OnIllegal, one that it does not.
const (
	replied = game.Replied
	calling = game.Calling
)

// clauseOn is the clause of the first transition on a word, or "".
func (b *ruleBook) clauseOn(on string) string { return b.game.Protocol.ClauseOn(on) }

// clauseIn is the clause of the transition on a word while a call is due.
func (b *ruleBook) clauseIn(method, on string) string { return b.game.Protocol.ClauseIn(method, on) }

// callClause is the clause that says what a call looks like: that against which
// no JSON is in reply to one.
func (b *ruleBook) callClause() string { return b.clauseOn(game.OnNoJSON) }
