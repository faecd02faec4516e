package bazar

import (
	"fmt"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// A drawnRequest is a placement.
type drawnRequest struct {
	Guild  string         `json:"guild"`
	Kind   string         `json:"kind"`
	Cell   [2]int         `json:"cell"`
	Choice jsontext.Value `json:"choice"`
	Market [][2]int       `json:"market"`
}

// Tell tells a request, or the cell that an owner chooses, in words.
func (r *rules) Tell(value string, raw, _ jsontext.Value) game.Deed {
	switch value {
	case "request", "placement":
		var q drawnRequest
		if json.Unmarshal(raw, &q) != nil || q.Kind == "" {
			return game.Deed{}
		}
		words := "places a " + scene.Human(q.Kind) + " on " + cellWords(q.Cell) + choiceWords(q.Choice)
		if strings.ContainsAny(q.Kind[:1], "aeiou") {
			words = "places an" + strings.TrimPrefix(words, "places a")
		}
		for i, cell := range q.Market {
			if i == 0 {
				words += "; to the market:"
			}
			words += " " + cellWords(cell)
		}
		return game.Deed{Who: q.Guild, What: words, Clause: "BZ-23"}
	case "cell":
		var cell [2]int
		if json.Unmarshal(raw, &cell) != nil {
			return game.Deed{}
		}
		return game.Deed{What: "chooses the cell " + cellWords(cell), Clause: "BZ-56"}
	}
	return game.Deed{}
}

// cellWords tells a cell, and the district that it lies in.
func cellWords(cell [2]int) string {
	row, col := cell[0], cell[1]
	words := fmt.Sprintf("[%d,%d]", row, col)
	if row >= 0 && row < rows && col >= 0 && col < columns && districtOf[row*columns+col] != noDistrict {
		words += " in the " + scene.Human(districtNames[districtOf[row*columns+col]])
	}
	return words
}

// choiceWords tells how a player aims the effect of a tile.
func choiceWords(raw jsontext.Value) string {
	var direction string
	if raw.Kind() == '"' && json.Unmarshal(raw, &direction) == nil {
		return ", choosing " + direction
	}
	var c struct {
		From      *[2]int `json:"from"`
		To        *[2]int `json:"to"`
		Direction string  `json:"direction"`
		Steps     int     `json:"steps"`
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &c) != nil {
		return ""
	}
	if c.From != nil && c.To != nil {
		return fmt.Sprintf(", moving the tile on [%d,%d] to [%d,%d]", c.From[0], c.From[1], c.To[0], c.To[1])
	}
	return fmt.Sprintf(", walking %d %s", c.Steps, c.Direction)
}
