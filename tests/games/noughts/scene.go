package noughts

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// Drawable lists the values that can be drawn.
func (r *rules) Drawable() []string { return []string{"state", "verdict"} }

// Draw describes the picture of a value.
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	state := game.Artist(draw)
	return game.Artists{"state": state, "verdict": game.AnswerArtist(state)}.Draw(value, raw, []scene.Meaning{
		{Sign: token("", "x"), Words: "a cross"}, {Sign: token("", "o"), Words: "a nought"},
	})
}

// A drawnState is a State as programs write it, too: nothing is asked of it but the shape.
type drawnState struct {
	Board [][]*string `json:"board"`
}

func draw(s *drawnState) (*scene.Scene, error) {
	grid := &scene.Grid{At: "/board", Room: 3, RoomLines: 1}
	marks := map[string]int{}
	for i, row := range s.Board {
		cells := make([]scene.Cell, len(row))
		for k, mark := range row {
			cells[k] = scene.Cell{At: scene.At("board", i, k), Area: "board"}
			if mark != nil {
				cells[k].Body = token(cells[k].At, *mark)
				marks[*mark]++
			}
		}
		grid.Cells = append(grid.Cells, cells)
		name := strconv.Itoa(i)
		grid.RowNames, grid.ColNames = append(grid.RowNames, name), append(grid.ColNames, name)
	}
	alt := fmt.Sprintf("A board of %d rows with %d of x and %d of o.", len(s.Board), marks["x"], marks["o"])
	return scene.New("Noughts and Crosses", alt, grid)
}

// token is a mark on the board.
func token(at, mark string) *scene.Token {
	if mark == markNames[cross] {
		return &scene.Token{At: at, Mark: mark, Colour: scene.Blue, Form: scene.Square}
	}
	return &scene.Token{At: at, Mark: mark, Colour: scene.Orange}
}
