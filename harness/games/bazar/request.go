package bazar

// A request is one decision: a tile of a guild, a cell and a choice (BZ-23), and
// where the owners of tiles that go to the market want them (BZ-56).
type request struct {
	guild  guild
	kind   kind
	cell   square
	choice choice
	market []square
}

// A code says why a request is illegal; it is one of the table in clauses.go.
type code string

const (
	legal          code = ""
	gameOver       code = "game_over"
	notYourTurn    code = "not_your_turn"
	startTileFirst code = "start_tile_first"
	notInHand      code = "not_in_hand"
	notACell       code = "not_a_cell"
	notInPlay      code = "not_in_play"
	cellEmpty      code = "cell_empty"
	cellOccupied   code = "cell_occupied"
	badChoice      code = "bad_choice"
	noTarget       code = "no_target"
	badFrom        code = "bad_from"
	badTo          code = "bad_to"
	badMarket      code = "bad_market"
)
