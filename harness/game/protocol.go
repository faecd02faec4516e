package game

// The words that protocols have in Transition.On for what can be seen on a
// connection. A word of Calling and a method is a call; one of Replied a reply.
const (
	OnAccepted  = "connection accepted"
	OnName      = "<- name"
	OnTaken     = "<- name that is already signed up"
	OnNoName    = "<- anything else"
	OnStarted   = "game starts without it"
	OnTooFew    = "no game is played: too few players"
	OnOther     = "no game is played: other number of players"
	OnTwice     = "no game is played: name twice"
	OnUnasked   = "<- value not asked for"
	OnIllegal   = "<- illegal"
	OnShape     = "<- another shape"
	OnNoJSON    = "<- not JSON"
	OnTooLong   = "<- too long"
	OnTimeout   = "timeout"
	OnClosed    = "connection closed"
	OnAllTold   = "all are told"
	OnOutClosed = "at once or at the end of the game"

	Replied = "<- "
	Calling = "-> "
)

// ClauseOn is the clause of the first transition on a word, or "".
func (p *Protocol) ClauseOn(on string) string {
	for _, t := range p.Transitions {
		if t.On == on {
			return t.Clause
		}
	}
	return ""
}

// ClauseIn is the clause of the transition on a word while a call of a method is
// due, or "".
func (p *Protocol) ClauseIn(method, on string) string {
	for _, t := range p.Transitions {
		if t.On != Calling+method {
			continue
		}
		for _, u := range p.Transitions {
			if u.From == t.To && u.On == on {
				return u.Clause
			}
		}
	}
	return ""
}

// ClientValues is how many values of a test pair stand before those of the server:
// the actors, and in some games the guests, which are the special clients and what
// happens on the wire besides. Clients of a game without special ones are not given
// the second.
func (p *Protocol) ClientValues() int {
	if p.Guests {
		return 2
	}
	return 1
}

// Last is the method behind whose reply no call follows, "" if any may be followed by
// another one.
func (p *Protocol) Last() string {
	if n := len(p.Methods); n > 0 && p.Framed {
		return p.Methods[n-1].Name
	}
	return ""
}

// Method is the method of a name, or nil.
func (p *Protocol) Method(name string) *Method {
	for i := range p.Methods {
		if p.Methods[i].Name == name {
			return &p.Methods[i]
		}
	}
	return nil
}
