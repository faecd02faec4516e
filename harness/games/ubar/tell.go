package ubar

import (
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A drawnRequest is a draft or a sale.
type drawnRequest struct {
	Type   string       `json:"type"`
	Player *int         `json:"player"`
	Take   [2]int       `json:"take"`
	Place  [2]int       `json:"place"`
	Target *[2]int      `json:"target"`
	Skip   []int        `json:"skip"`
	Dumps  []drawnGoods `json:"dumps"`
	Goods  drawnGoods   `json:"goods"`
}

// Tell tells a request in words.
func (r *rules) Tell(value string, raw, shown jsontext.Value) game.Deed {
	var q drawnRequest
	if value != "request" || json.Unmarshal(raw, &q) != nil {
		return game.Deed{}
	}
	var s drawnState
	if shown != nil && json.Unmarshal(shown, &s) != nil {
		s = drawnState{}
	}
	d := game.Deed{}
	switch q.Type {
	case "draft":
		d.What, d.Clause = tellDraft(&q, &s), "UB-20"
	case "sell":
		d.What, d.Clause = "sells "+strings.Replace(goodsWords(q.Goods), "no goods", "nothing", 1), "UB-62"
	default:
		return d
	}
	if q.Player != nil {
		d.Who = called(nil, *q.Player)
	}
	return d
}

// tellDraft tells a draft: the tile, where it comes from and where it goes, then
// what the player has decided besides.
func tellDraft(q *drawnRequest, s *drawnState) string {
	tile, cost := "the tile", ""
	if row, col := q.Take[0], q.Take[1]; row >= 0 && row < len(s.Grid) && col >= 0 && col < len(s.Grid[row]) && s.Grid[row][col] != nil {
		tile = *s.Grid[row][col]
		cost = fmt.Sprintf(" for %d time", drawnCost(s.Grid, row, col))
	}
	words := fmt.Sprintf("drafts %s from %s%s and puts it on %s", tile, cellWords(q.Take), cost, cellWords(q.Place))
	if q.Target != nil {
		words += ", re-triggers the tile on " + cellWords(*q.Target)
	}
	if len(q.Skip) > 0 {
		words += ", skips step " + strings.Trim(strings.ReplaceAll(fmt.Sprint(q.Skip), " ", ", "), "[]")
	}
	for i, g := range q.Dumps {
		if !slices.ContainsFunc(goodNames[:], func(name string) bool { return g[name] != 0 }) {
			continue
		}
		when := "at first"
		if i > 0 {
			when = fmt.Sprintf("after step %d", i)
		}
		words += fmt.Sprintf(", throws %s overboard %s", goodsWords(g), when)
	}
	return words
}

func cellWords(at [2]int) string { return fmt.Sprintf("[%d,%d]", at[0], at[1]) }
