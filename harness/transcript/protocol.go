package transcript

// The words that protocols have in Transition.On for what a transcript can show.
// A word "-> METHOD" is a call. Any other that begins with replied is a reply
// that the referee takes; if it begins with onIllegal, one that it does not.
const (
	onAccepted  = "connection accepted"
	onName      = "<- name"
	onTaken     = "<- name that is signed up already"
	onNoName    = "<- anything else"
	onStarted   = "game starts without it"
	onTooFew    = "no game is played: too few players"
	onOther     = "no game is played: other number of players"
	onTwice     = "no game is played: name twice"
	onUnasked   = "<- value not asked for"
	onIllegal   = "<- illegal"
	onShape     = "<- another shape"
	onNoJSON    = "<- no JSON"
	onTooLong   = "<- too long"
	onTimeout   = "timeout"
	onClosed    = "connection closed"
	onAllTold   = "all are told"
	onOutClosed = "at once or at the end of the game"

	replied = "<- "
	calling = "-> "
)

// clauseOn is the clause of the first transition on a word, or "".
func (b *ruleBook) clauseOn(on string) string {
	for _, t := range b.game.Protocol.Transitions {
		if t.On == on {
			return t.Clause
		}
	}
	return ""
}

// clauseIn is the clause of the transition on a word while a call is due.
func (b *ruleBook) clauseIn(method, on string) string {
	for _, t := range b.game.Protocol.Transitions {
		if t.On != calling+method {
			continue
		}
		for _, u := range b.game.Protocol.Transitions {
			if u.From == t.To && u.On == on {
				return u.Clause
			}
		}
	}
	return ""
}

// callClause is the clause that says what a call looks like: that against which
// no JSON is in reply to one.
func (b *ruleBook) callClause() string { return b.clauseOn(onNoJSON) }
