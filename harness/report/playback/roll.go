package playback

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// A Roll is a game step by step, for who shows it otherwise than on a page of ours.
type Roll struct {
	Steps []Frame `json:"steps"`
	Film  Film    `json:"film"`
	Note  string  `json:"note,omitempty"` // what else is to be said of it
}

// A Frame is one step.
type Frame struct {
	Number  int      `json:"number"` // from 1
	Seconds string   `json:"seconds,omitempty"`
	Who     string   `json:"who,omitempty"`
	What    string   `json:"what"`
	Clause  string   `json:"clause,omitempty"`
	Reason  string   `json:"reason,omitempty"` // why it is illegal, "" if it is not
	Message string   `json:"message"`          // in full
	Picture int      `json:"picture"`          // of the film, or -1
	Why     string   `json:"why,omitempty"`    // there is no picture
	Changes []string `json:"changes"`          // since the step before
}

// Requests is the roll of a case of the task play; its error is as that of WriteRequests.
func Requests(g *game.Game, rules game.Rules, in []jsontext.Value) (*Roll, error) {
	c, err := carriedOut(g, rules, in)
	if err != nil {
		return nil, err
	}
	r := c.roll()
	if c.result != nil {
		r.Note = "Result: " + oneLine(string(c.result), reasonBytesMax)
	}
	return r, nil
}

// Transcript is the roll of a transcript; its error is as that of Write.
func Transcript(r *transcript.Reader, named func(name string) (*game.Game, error)) (*Roll, error) {
	c, err := screened(r, named)
	if err != nil {
		return nil, err
	}
	return c.roll(), nil
}

func (a *album) roll() *Roll {
	r := &Roll{Steps: make([]Frame, len(a.steps)), Film: a.camera.wide.Film}
	for i := range a.steps {
		s := &a.steps[i]
		f := Frame{
			Number: s.Number, Seconds: s.Seconds, Who: s.Who, What: s.What, Clause: s.Clause, Reason: s.Reason,
			Message: s.message, Picture: s.number, Why: s.why, Changes: []string{},
		}
		if changed := a.changed(s); changed != "" {
			f.Changes = strings.Split(changed, "\n")
		}
		r.Steps[i] = f
	}
	return r
}
