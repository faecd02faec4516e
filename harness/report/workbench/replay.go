package workbench

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
)

// A Replay is a game step by step, or why there is none.
type Replay struct {
	Game string `json:"game"`
	*playback.Roll
	Refusal *Refusal `json:"refusal,omitempty"`
}

// replay goes through a game: the input of task play, or a transcript, which says itself
// of which game and options it is.
func (b *Bench) replay(q *Question) (any, error) {
	if q.Task == "" {
		r, err := transcript.NewReader(strings.NewReader(q.Input), "input")
		if err != nil {
			return nil, err
		}
		roll, err := playback.Transcript(r, b.named)
		if err != nil {
			return nil, err
		}
		return Replay{Game: r.Header().Game, Roll: roll}, nil
	}
	q.Task = playback.PlayTask
	d, err := b.at(q)
	if err != nil {
		return nil, err
	}
	values, err := d.Read(strings.NewReader(q.Input))
	var roll *playback.Roll
	if err == nil {
		err = d.Solve(func(in []jsontext.Value, _ *game.Output) error {
			roll, err = playback.Requests(d.Game, d.Rules, in)
			return err
		}, values, nil)
	}
	if refusal, ok := errors.AsType[*answer.Refusal](err); ok {
		return Replay{Game: q.Game, Refusal: refuse(d, newPlaces(q.Input), refusal, values)}, nil
	}
	if err != nil {
		return nil, err
	}
	return Replay{Game: q.Game, Roll: roll}, nil
}
