package noughts

import "github.com/touchstone-harness/touchstone/harness/game"

var (
	stated = []game.Mark{game.Stated}
	house  = []game.Mark{game.House}
	onMove = []string{"move"}
	onEnd  = []string{"result"}
	onBoth = []string{"move", "result"}
)

// clauses is the rule book, in order of the ids.
var clauses = []game.Clause{
	{
		ID: "NC-01", Marks: stated, Tasks: onMove,
		Text: "The board is a square of three to six rows. A cell is empty or has a mark, x or o; its row is counted from the top " +
			"and its column from the left, both from 0.",
	},
	{
		ID: "NC-02", Marks: house, Option: "first", Tasks: onMove,
		Text: "The players x and o mark one cell each in turn. The one that the option first names begins.",
	},
	{ID: "NC-03", Marks: stated, Tasks: onMove, Text: "Only the player whose turn it is may mark a cell."},
	{ID: "NC-04", Marks: stated, Tasks: onMove, Text: "A mark goes into a cell of the board."},
	{ID: "NC-05", Marks: stated, Tasks: onMove, Text: "A mark goes into an empty cell."},
	{
		ID: "NC-06", Marks: house, Option: "line", Tasks: onBoth,
		Text: "As many marks of a player side by side as the option line says, in a row or in a column, are a line.",
	},
	{ID: "NC-07", Marks: stated, Tasks: onBoth, Text: "Marks that touch at their corners are a line as well, in both directions (NC-06)."},
	{
		ID: "NC-08", Marks: house, Option: "misere", Tasks: onEnd,
		Text: "A player who has a line wins. With misere the other player wins.",
	},
	{
		ID: "NC-09", Marks: stated, Tasks: onEnd,
		Text: "The game is over when somebody has a line. It is also over when no cell is empty; then nobody has won.",
	},
	{ID: "NC-10", Marks: stated, Tasks: onMove, Text: "Nobody may mark a cell when the game is over."},
}

// codes say why a move is illegal; of several the first counts.
var codes = []game.Code{
	{Name: string(gameOver), Clause: "NC-10", When: "the game is over"},
	{Name: string(notYourTurn), Clause: "NC-03", When: "it is the turn of the other player"},
	{Name: string(outside), Clause: "NC-04", When: "the board has no such cell"},
	{Name: string(occupied), Clause: "NC-05", When: "the cell has a mark already"},
}
