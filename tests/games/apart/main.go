// Command apart is a second reference of Mosaic, written from its rules.md alone: where
// it and reference.py differ, one of the two is wrong, or the rules are unclear.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type card struct {
	Colour string `json:"colour"`
	Number int    `json:"number"`
}

// A grid is a board; an empty cell is nil.
type grid [4][4]*card

type state struct {
	Board  grid     `json:"board"`
	Hands  [][]card `json:"hands"`
	Scores []int    `json:"scores"`
	Pile   []card   `json:"pile"`
	Turn   int      `json:"turn"`
	Passes int      `json:"passes"`
}

type place struct {
	Card   card `json:"card"`
	Row    int  `json:"row"`
	Column int  `json:"column"`
}

type options struct {
	Line   int    `json:"line"`
	Touch  string `json:"touch"`
	Shared bool   `json:"shared"`
}

type question struct {
	ID      int               `json:"id"`
	Task    string            `json:"task"`
	Options options           `json:"options"`
	In      []json.RawMessage `json:"in"`
}

type invalid struct {
	Message string `json:"message"`
}

type reply struct {
	ID      int      `json:"id"`
	Out     []any    `json:"out,omitempty"`
	Invalid *invalid `json:"invalid,omitempty"`
	Error   string   `json:"error,omitempty"`
}

type verdict struct {
	Legal bool   `json:"legal"`
	State *state `json:"state,omitempty"`
	Code  string `json:"code,omitempty"`
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			text, _ := json.Marshal(answer(line)) // of our own types
			fmt.Println(string(text))
		}
		if err != nil {
			return
		}
	}
}

func answer(line []byte) reply {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return reply{Error: err.Error()}
	}
	r := reply{ID: q.ID}
	var s state
	if err := json.Unmarshal(q.In[0], &s); err != nil {
		r.Error = err.Error()
		return r
	}
	if message := s.contradiction(); message != "" {
		r.Invalid = &invalid{message}
		return r
	}
	g := rules{&s, q.Options}
	switch q.Task {
	case "move":
		var request struct {
			Player int             `json:"player"`
			Want   json.RawMessage `json:"want"`
		}
		if err := json.Unmarshal(q.In[1], &request); err != nil {
			r.Error = err.Error()
			return r
		}
		var lay *place
		if string(request.Want) != `"pass"` {
			lay = new(place)
			if err := json.Unmarshal(request.Want, lay); err != nil {
				r.Error = err.Error()
				return r
			}
		}
		r.Out = []any{g.move(request.Player, lay)}
	case "legal":
		r.Out = []any{g.places()}
	case "view":
		var player int
		if json.Unmarshal(q.In[1], &player) != nil || player >= len(s.Hands) {
			r.Invalid = &invalid{"there is no such player"}
			return r
		}
		r.Out = []any{s.seenBy(player)}
	case "result":
		over, winners := g.end()
		r.Out = []any{map[string]any{"over": over, "winners": winners}}
	default:
		r.Error = "there is no task " + q.Task
	}
	return r
}

// contradiction says what is wrong with a state that matches the schema.
func (s *state) contradiction() string {
	switch n := len(s.Hands); {
	case len(s.Scores) != n:
		return "there are points for another number of players"
	case s.Turn >= n:
		return "it is the turn of nobody"
	case s.Passes > n:
		return "more players have passed than there are"
	}
	count := make(map[card]int)
	for _, hand := range append(s.Hands[:len(s.Hands):len(s.Hands)], s.Pile) {
		for _, c := range hand {
			count[c]++
		}
	}
	for _, row := range s.Board {
		for _, c := range row {
			if c != nil {
				count[*c]++
			}
		}
	}
	for _, n := range count {
		if n > 2 { // MO-02
			return "a card is there more than twice"
		}
	}
	return ""
}

// laid counts the cards on the board.
func (g *grid) laid() int {
	n := 0
	for _, row := range g {
		for _, c := range row {
			if c != nil {
				n++
			}
		}
	}
	return n
}

// rules are those of Mosaic for one state.
type rules struct {
	*state
	options
}

func (g rules) over() bool { return g.Board.laid() == 16 || g.Passes == len(g.Hands) } // MO-17, MO-18

// touched are the cards that one in this cell touches (MO-08).
func (g rules) touched(row, column int) []card {
	var list []card
	for r := max(0, row-1); r <= min(3, row+1); r++ {
		for c := max(0, column-1); c <= min(3, column+1); c++ {
			side := r == row || c == column
			if g.Board[r][c] != nil && (r != row || c != column) && (side || g.Touch == "corners") {
				list = append(list, *g.Board[r][c])
			}
		}
	}
	return list
}

// illegal is the code by which a card may not be laid, or "".
func (g rules) illegal(p place) string {
	held := false
	for _, c := range g.Hands[g.Turn] {
		held = held || c == p.Card
	}
	beside := g.touched(p.Row, p.Column)
	switch {
	case !held:
		return "not_in_hand"
	case g.Board[p.Row][p.Column] != nil:
		return "occupied"
	case g.Board.laid() > 0 && len(beside) == 0:
		return "apart"
	}
	for _, c := range beside {
		if c.Colour != p.Card.Colour && c.Number != p.Card.Number {
			return "mismatch"
		}
	}
	return ""
}

// places are all legal ones of the player on turn, each once.
func (g rules) places() []place {
	list := []place{}
	seen := make(map[place]bool)
	if g.over() {
		return list
	}
	for _, c := range g.Hands[g.Turn] {
		for cell := range 16 {
			p := place{c, cell / 4, cell % 4}
			if !seen[p] && g.illegal(p) == "" {
				list = append(list, p)
			}
			seen[p] = true
		}
	}
	return list
}

// move executes a request; without a place it is to pass.
func (g rules) move(player int, lay *place) verdict {
	switch {
	case g.over():
		return verdict{Code: "game_over"}
	case player != g.Turn:
		return verdict{Code: "not_your_turn"}
	case lay == nil && len(g.places()) > 0:
		return verdict{Code: "can_place"}
	case lay == nil:
		g.Passes++
	default:
		if code := g.illegal(*lay); code != "" {
			return verdict{Code: code}
		}
		g.put(*lay)
	}
	g.Turn = (g.Turn + 1) % len(g.Hands)
	return verdict{Legal: true, State: g.state}
}

// put lays a card, counts points, and draws.
func (g rules) put(p place) {
	points := len(g.touched(p.Row, p.Column))
	g.Board[p.Row][p.Column] = &p.Card
	row, column := true, true
	for i := range 4 {
		row = row && g.Board[p.Row][i] != nil
		column = column && g.Board[i][p.Column] != nil
	}
	for _, full := range []bool{row, column} {
		if full {
			points += g.Line
		}
	}
	g.Scores[g.Turn] += points
	hand := &g.Hands[g.Turn]
	for i, c := range *hand {
		if c == p.Card {
			*hand = append((*hand)[:i:i], (*hand)[i+1:]...)
			break
		}
	}
	if len(g.Pile) > 0 {
		*hand = append(*hand, g.Pile[0])
		g.Pile = g.Pile[1:]
	}
	g.Passes = 0
}

// seenBy is the view of a player.
func (s *state) seenBy(player int) map[string]any {
	var others []int
	for i := 1; i < len(s.Hands); i++ {
		others = append(others, len(s.Hands[(player+i)%len(s.Hands)]))
	}
	return map[string]any{
		"board": s.Board, "hand": s.Hands[player], "others": others, "pile": len(s.Pile), "scores": s.Scores, "turn": s.Turn,
	}
}

// end tells whether the game is over, and who has won.
func (g rules) end() (over bool, winners []int) {
	winners = []int{}
	if !g.over() {
		return false, winners
	}
	most := 0
	for _, n := range g.Scores {
		most = max(most, n)
	}
	for i, n := range g.Scores {
		if n == most {
			winners = append(winners, i)
		}
	}
	if len(winners) > 1 && !g.Shared {
		winners = []int{}
	}
	return true, winners
}
