package bazar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// Explain says why the request of a move input is illegal with this code.
func (r *rules) Explain(in []jsontext.Value, found string) string {
	o := newOracle(r)
	s, q, err := o.readMove(in)
	if err != nil {
		return err.Error()
	}
	return r.explain(s, &q, code(found))
}

// clauseOfKind is the clause of a kind of tile.
var clauseOfKind = [kinds]string{
	beggar: "BZ-63", administrator: "BZ-60", traitor: "BZ-61", guildMaster: "BZ-40", fishmonger: "BZ-41", courier: "BZ-42",
	favourite: "BZ-43", charlatan: "BZ-44", architect: "BZ-45", notable: "BZ-46", pedlar: "BZ-47", ferryman: "BZ-48",
	innkeeper: "BZ-49", taxCollector: "BZ-50",
}

// clauseOf is the clause that forbids a request with this code in a phase.
func (r *rules) clauseOf(c code, q *request, now phase) string {
	switch {
	case c == badChoice || c == noTarget && q.kind == notable:
		return clauseOfKind[q.kind]
	case c == notYourTurn && now == starting:
		return "BZ-07"
	}
	return r.ClauseOf(string(c))
}

// explain says why a request is illegal with this code.
func (r *rules) explain(s *state, q *request, c code) string {
	who, what, where := guildNames[q.guild], kindNames[q.kind], place(q.cell)
	switch c {
	case gameOver:
		return "the game is over: no more placements"
	case notYourTurn:
		return fmt.Sprintf("%s wants to place a tile, but it is the turn of %s", who, guildNames[s.active().guild])
	case startTileFirst:
		return fmt.Sprintf("in the start phase %s must place its guild_master, not its %s", who, what)
	case notInHand:
		var hand []string
		for _, k := range s.active().hand {
			hand = append(hand, kindNames[k])
		}
		return fmt.Sprintf("%s has no %s in its hand, but %s", who, what, strings.Join(hand, ", "))
	case notACell:
		if painted[q.cell] {
			return fmt.Sprintf("%s is an illustration of %s, where no tile can go", where, districtNames[districtOf[q.cell]])
		}
		return where + " is a hole, not a cell of a district"
	case notInPlay:
		return fmt.Sprintf("%s belongs to %s, which is not yet in play", where, districtNames[districtOf[q.cell]])
	case cellEmpty:
		return fmt.Sprintf("a favourite goes on another tile, but %s is empty", where)
	case cellOccupied:
		return fmt.Sprintf("%s already has the %s", where, tileText(s.board[q.cell]))
	case badChoice:
		return fmt.Sprintf("the choice of %s must be %s, found %s", what, wanted[formOf[q.kind]], described().choice.Text(q.choice))
	case noTarget:
		return r.explainTarget(s, q)
	case badFrom, badTo:
		why := explainAttraction(s, q, c)
		if !s.canAttract(q.cell) {
			why += "; it can take nothing, so the choice must be null"
		}
		return why
	case badMarket:
		return r.explainMarket(s, q)
	}
	return string(c)
}

// explainMarket says which entry of a request is wrong (BZ-56).
func (r *rules) explainMarket(s *state, q *request) string {
	tiles := r.marketed(s, q)
	for i, entry := range q.market[:min(len(q.market), len(tiles))] {
		wants := fmt.Sprintf("the %s goes to the market, but not to %s", tileText(tiles[i]), place(entry))
		switch earlier := slices.Index(q.market[:i], entry); {
		case districtOf[entry] != market || !isCell(entry):
			return wants + ", which is not a cell of black_market"
		case earlier >= 0:
			return fmt.Sprintf("%s, which the %s takes first", wants, tileText(tiles[earlier]))
		case s.board[entry] != 0:
			return fmt.Sprintf("%s, which already has the %s", wants, tileText(s.board[entry]))
		}
	}
	return fmt.Sprintf("market has %s, but the request puts %s into the market",
		text.Count(len(q.market), "cell"), text.Count(len(tiles), "tile"))
}

// wanted says what the choice of a kind must be.
var wanted = [...]string{
	choosesNothing:   "null, since there is nothing to choose",
	choosesDirection: `a direction: "up", "right", "down" or "left"`,
	choosesTurn:      `"left" or "right"`,
	choosesMove:      `a move {"from":CELL,"to":CELL}, or null when nothing can be moved`,
	choosesWalk:      `a walk {"direction":DIRECTION,"steps":1 to 3}`,
}

func place(s square) string { return fmt.Sprintf("[%d,%d]", s.row(), s.column()) }

func tileText(t tile) string { return guildNames[t.guild()] + " " + kindNames[t.kind()] }

// explainTarget names what could be done instead (BZ-29, BZ-46).
func (r *rules) explainTarget(s *state, q *request) string {
	if q.kind == notable {
		own := districtOf[q.cell]
		from, to := s.attractable(own), s.freeCell(own, q.cell)
		return fmt.Sprintf("the notable must take a tile, for example the %s from %s to %s", tileText(s.board[from]), place(from), place(to))
	}
	var others []string
	for d := range directions {
		if s.target(q.kind, q.cell, d) {
			others = append(others, directionNames[d])
		}
	}
	return fmt.Sprintf("the %s on %s has no target %s, but there is one in the direction %s",
		kindNames[q.kind], place(q.cell), directionNames[q.choice.direction], strings.Join(others, " or "))
}

// explainAttraction says what is wrong with the move of a notable (BZ-46).
func explainAttraction(s *state, q *request, c code) string {
	own := districtNames[districtOf[q.cell]]
	from, to := q.choice.from, q.choice.to
	switch {
	case c == badFrom && s.board[from] != 0 && s.at(from) == 0:
		return fmt.Sprintf("the tile on %s is in %s, which is not in play", place(from), districtNames[districtOf[from]])
	case c == badFrom && s.at(from) == 0:
		return fmt.Sprintf("there is no tile on %s to take", place(from))
	case c == badFrom:
		return fmt.Sprintf("the tile on %s is in %s, the notable's own district, but it takes only from other districts", place(from), own)
	case to == q.cell:
		return fmt.Sprintf("%s has the notable itself", place(to))
	case !isCell(to) || districtOf[to] != districtOf[q.cell]:
		return fmt.Sprintf("%s is not a cell of %s, the district of the notable", place(to), own)
	}
	return fmt.Sprintf("%s already has the %s", place(to), tileText(s.board[to]))
}
