package ubongo

import (
	"fmt"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Tell tells a request, or a reply to take-turn, in words.
func (r *rules) Tell(value string, raw, shown jsontext.Value) game.Deed {
	var q struct {
		drawnAction
		Boards []string `json:"boards"`
	}
	var s drawnState
	if shown != nil && json.Unmarshal(shown, &s) != nil {
		s = drawnState{}
	}
	d := game.Deed{}
	switch {
	case value == "turn-reply" && raw.Kind() == 'f':
		return game.Deed{What: "shows no solution", Clause: "UO-20"}
	case value != "request" && value != "turn-reply", raw.Kind() != '{', json.Unmarshal(raw, &q) != nil:
		return d
	case value == "turn-reply":
		q.Type = requestTypes[claim]
	}
	if q.Player != nil {
		d.Who = s.name(*q.Player)
	}
	switch q.Type {
	case requestTypes[roll]:
		d.What, d.Clause = "rolls the die"+rolled(q.Die), turnClauses[roll]
	case requestTypes[flip]:
		d.What, d.Clause = "turns the hourglass", turnClauses[flip]
	case requestTypes[claim]:
		d.What, d.Clause = "shows a solution"+after(q.Time), "UO-20"
		if q.Placements != nil {
			var pieces []string
			for _, p := range *q.Placements {
				pieces = append(pieces, p.Piece)
			}
			d.What += " with " + strings.Join(pieces, ", ")
		}
		if q.Gem != nil {
			d.What += " and draws a " + *q.Gem + " gem"
		}
	case requestTypes[stop]:
		d.What, d.Clause = "shouts stop"+after(q.Time), turnClauses[stop]
	case requestTypes[playoff]:
		d.What, d.Clause = "begins the playoff"+rolled(q.Die)+", boards "+strings.Join(q.Boards, ", "), turnClauses[playoff]
	default:
		return game.Deed{}
	}
	return d
}

func rolled(die *int) string {
	if die == nil {
		return ""
	}
	return fmt.Sprintf(": a %d", *die)
}

// after tells a time in milliseconds in seconds.
func after(ms *int64) string {
	if ms == nil {
		return ""
	}
	return " after " + strconv.FormatFloat(float64(*ms)/1000, 'f', -1, 64) + " s"
}
