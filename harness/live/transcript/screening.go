package transcript

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Screening goes through a transcript again with a referee, for those who want
// to see the game.
type Screening struct {
	*ruleBook
	reader *Reader
	server *checker // of a transcript of a server
	client *clientsChecker
}

// A Moment is a line of a transcript and what is known behind it.
type Moment struct {
	Line Line
	// Clause is that of a call.
	Clause string
	// Finding is what shows here to be wrong with the transcript, as Check finds
	// it; nil for nothing. Its line may be an earlier one.
	Finding *Finding
	// Cause is the line of the reply that a breach is about, or that of the
	// breach if there is none; 0 for what is no breach.
	Cause int
	// Params and Values are what can be seen of the game: its state as a server
	// knows it, before the game what the server was given, and of a transcript of
	// clients the arguments of the latest call. Behind a finding about a server
	// they stay what they were: nobody knows the state then.
	Params []game.Param
	Values []jsontext.Value
}

// Screen begins a screening. Named finds a game by its name. The error is a
// *game.UsageError as that of Check.
func Screen(r *Reader, named func(name string) (*game.Game, error)) (*Screening, error) {
	rules, err := rulesOf(r, named)
	if err != nil {
		return nil, err
	}
	s := &Screening{ruleBook: rules, reader: r}
	if rules.header.Side == game.Clients {
		s.client = newClientsChecker(rules)
		return s, nil
	}
	if s.server, err = newChecker(rules); err != nil {
		return nil, wrongInput(r, err)
	}
	return s, nil
}

// Game is the game that was played.
func (s *Screening) Game() *game.Game { return s.game }

// Rules are those that it was played by.
func (s *Screening) Rules() game.Rules { return s.rules }

// stateParams are what a server knows of the game.
var stateParams = []game.Param{{Name: "state", Value: "state"}}

// Moments yields the lines behind the header. It can be read once. An error, as
// that of Reader.Lines, is the last thing that comes.
func (s *Screening) Moments() iter.Seq2[Moment, error] {
	return func(yield func(Moment, error) bool) {
		params, values := s.game.Protocol.In, s.header.In
		if s.client != nil {
			params, values = nil, nil
		}
		judged := true
		for l, err := range s.reader.Lines() {
			if err != nil {
				yield(Moment{}, err)
				return
			}
			m := Moment{Line: l}
			if judged {
				m.Finding = s.take(&l)
				judged = m.Finding == nil
				if s.header.Case != nil {
					// Ours misbehaves as the case says, and who is at fault takes more than
					// this account: package live finds that.
					m.Finding = nil
				}
			}
			if l.Kind == Message && l.out() {
				if method, args, err := parseCall(l.Value); err == nil {
					m.Clause = s.methodClause(method)
					if known := s.game.Protocol.Method(method); known != nil && s.client != nil {
						params, values = known.Args, args
					}
				}
			}
			if judged && s.server != nil {
				if referee, ok := s.server.referee.(game.Observed); ok {
					params, values = stateParams, []jsontext.Value{referee.State()}
				}
			}
			if l.Kind == Breach {
				m.Cause = l.Number
				if judged && s.server != nil {
					m.Cause = s.server.broken.line
				}
			}
			m.Params, m.Values = params, values
			if !yield(m, nil) {
				return
			}
		}
	}
}

// take judges the next line.
func (s *Screening) take(l *Line) *Finding {
	var f *Finding
	if s.server != nil {
		f = s.server.line(l)
	} else {
		f = s.client.line(l)
	}
	if f != nil {
		f.Message = text.Visible(f.Message)
	}
	return f
}
