package ubar

import "github.com/touchstone-harness/touchstone/harness/game"

// The groups of tasks that recur in the clauses below. A clause names the tasks
// whose answer it can decide.
var (
	tasksJudging = []string{"move", "play"}
	tasksTurn    = []string{"move", "play", "view"}
	tasksCost    = []string{"move", "play", "view", "cost"}
	tasksWinds   = []string{"move", "play", "winds"}
	tasksShip    = []string{"move", "play", "fit"}
	tasksSale    = []string{"move", "play", "sell"}
	tasksRanking = []string{"play", "score"}
	tasksSetup   = []string{"setup"}
	tasksRefill  = []string{"move", "play", "setup"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksT  = []game.Mark{game.Stated}
	marksI  = []game.Mark{game.Inferred}
	marksH  = []game.Mark{game.House}
	marksTH = []game.Mark{game.Stated, game.House}
	marksIH = []game.Mark{game.Inferred, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids, which
// have gaps.
var clauses = []game.Clause{
	{
		ID: "UB-01", Marks: marksT, Tasks: tasksSetup,
		Text: "Every player has a starter of their own, which lies at [0,0] of the tableau; who has which one is part of the set-up.",
	},
	{
		ID: "UB-02", Marks: marksT, Tasks: tasksSetup,
		Text: "At the beginning each ship carries one carpet, one chest, one potion and one lamp, taken from the supply, and no scarab.",
	},
	{
		ID: "UB-03", Marks: marksTH, Option: "grid_axis", Tasks: tasksSetup,
		Text: "The grid has 3 rows of 4 for two players, 4 of 4 for three and 4 of 5 for four. With the value rows_first rows and columns are " +
			"exchanged: 4 rows of 3, 4 of 4, 5 of 4.",
	},
	{
		ID: "UB-04", Marks: marksI, Tasks: tasksSetup,
		Text: "The front tiles of the recorded sequence fill the grid, and the others are the pile in the same sequence.",
	},
	{
		ID: "UB-05", Marks: marksT, Tasks: tasksSetup,
		Text: "Three market cards lie face up, one for each round; those not yet discarded are listed, that of the current round first.",
	},
	{
		ID: "UB-06", Marks: marksT, Tasks: tasksSetup,
		Text: "All markers begin on space 0, one upon the other in a sequence that chance decides and the set-up records.",
	},
	{
		ID: "UB-07", Marks: marksI, Tasks: tasksSetup,
		Text: "At the beginning nobody has coins.",
	},
	{
		ID: "UB-10", Marks: marksT, Tasks: tasksTurn,
		Text: "The next draft is made by the player whose marker is furthest back.",
	},
	{
		ID: "UB-11", Marks: marksT, Tasks: tasksTurn,
		Text: "Of several markers on one space the one that came first acts first.",
	},
	{
		ID: "UB-12", Marks: marksT, Tasks: tasksJudging,
		Text: "A draft takes the cost of the tile and the time of each time action executed in it, re-triggered ones too. The marker moves by the " +
			"sum at once, after the last step, and lands on top of the markers of its space.",
	},
	{
		ID: "UB-13", Marks: marksH, Option: "zero_time", Tasks: tasksJudging,
		Text: "After a draft that takes no time the marker stays where it is, in its stack as well. With the value restack it goes to the top of " +
			"that stack.",
	},
	{
		ID: "UB-14", Marks: marksT, Tasks: tasksJudging,
		Text: "A round end does not stop a marker.",
	},
	{
		ID: "UB-15", Marks: marksT, Tasks: tasksJudging,
		Text: "Space 36 is the last: a marker that should go beyond stays there, and what it could not pay in time is forgiven.",
	},
	{
		ID: "UB-20", Marks: marksT, Tasks: tasksJudging,
		Text: "A turn is one draft: a tile of the grid is taken and placed, its action is executed, its wind is triggered. Nobody may pass.",
	},
	{
		ID: "UB-21", Marks: marksT, Tasks: tasksCost,
		Text: "A tile costs as much time as it has time symbols.",
	},
	{
		ID: "UB-22", Marks: marksT, Tasks: tasksCost,
		Text: "To this come the symbols of the four neighbours in the grid that lie on the side which faces the drafted tile.",
	},
	{
		ID: "UB-23", Marks: marksT, Tasks: tasksCost,
		Text: "The cell of a drafted tile stays empty for the rest of the round. A hole has no cost and adds none.",
	},
	{
		ID: "UB-24", Marks: marksI, Tasks: tasksCost,
		Text: "The symbols on the tile's own sides count once, among its own. The grid ends at its borders, and diagonal neighbours do not count.",
	},
	{
		ID: "UB-25", Marks: marksT, Tasks: tasksJudging,
		Text: "A tile is placed directly above, below or beside a tile of the player's own tableau.",
	},
	{
		ID: "UB-26", Marks: marksI, Tasks: tasksJudging,
		Text: "It is placed where none lies, and stays there for the rest of the game.",
	},
	{
		ID: "UB-27", Marks: marksT, Tasks: tasksWinds,
		Text: "Tiles are never turned, so that sides and directions are those of the content.",
	},
	{
		ID: "UB-30", Marks: marksT, Tasks: tasksJudging,
		Text: "The action of the new tile has to be executed if it is possible.",
	},
	{
		ID: "UB-31", Marks: marksI, Tasks: tasksJudging,
		Text: "An exchange is made whole or not at all: it is possible only if all goods that it takes are in the hold already. Time can be paid " +
			"at any time.",
	},
	{
		ID: "UB-32", Marks: marksH, Option: "short_supply", Tasks: tasksJudging,
		Text: "An action is possible only if the supply has all goods that it brings, the goods given in it counted. With the value partial it is " +
			"possible if the supply has one of them: as much comes as there is, and the price is paid in full.",
	},
	{
		ID: "UB-33", Marks: marksI, Tasks: tasksJudging,
		Text: "The goods given go from the hold to the supply first, then those gained come out of it.",
	},
	{
		ID: "UB-34", Marks: marksI, Tasks: tasksJudging,
		Text: "An action is possible also where there is no room on the ship for what it brings; then something has to go overboard.",
	},
	{
		ID: "UB-35", Marks: marksI, Tasks: tasksJudging,
		Text: "A tile without action, or with one that is not possible, does nothing and takes no time, but it is a step of the draft.",
	},
	{
		ID: "UB-40", Marks: marksT, Tasks: tasksJudging,
		Text: "The wind of the new tile blows after its action.",
	},
	{
		ID: "UB-41", Marks: marksT, Tasks: tasksJudging,
		Text: "A re-triggered tile acts, but its own wind does not blow again.",
	},
	{
		ID: "UB-42", Marks: marksT, Tasks: tasksWinds,
		Text: "A line re-triggers the tiles on its one, two or three cells in the direction from the new tile, the closest first.",
	},
	{
		ID: "UB-43", Marks: marksH, Option: "wind_gaps", Tasks: tasksWinds,
		Text: "An empty cell of a line counts and does nothing. With the value tiles the line reaches its number of tiles however far they are, " +
			"with stop it ends at the first empty cell.",
	},
	{
		ID: "UB-44", Marks: marksT, Tasks: tasksWinds,
		Text: "The wind any re-triggers one tile of the player's choice, near or far, also one without action, but not the new one.",
	},
	{
		ID: "UB-45", Marks: marksT, Tasks: tasksWinds,
		Text: "The wind orthogonal re-triggers the tiles above, to the right, below and to the left, in this order; empty cells do nothing.",
	},
	{
		ID: "UB-46", Marks: marksT, Tasks: tasksWinds,
		Text: "The wind diagonal re-triggers the tiles above right, below right, below left and above left, in this order; empty cells do nothing.",
	},
	{
		ID: "UB-47", Marks: marksTH, Option: "retrigger", Tasks: tasksJudging,
		Text: "The request may skip re-triggered actions. With the value forced they have to be executed if they are possible.",
	},
	{
		ID: "UB-48", Marks: marksI, Tasks: tasksWinds,
		Text: "The starter can be re-triggered like any tile. In one draft each tile is re-triggered once at most.",
	},
	{
		ID: "UB-50", Marks: marksT, Tasks: tasksShip,
		Text: "A ship has 28 spaces in four rows of seven.",
	},
	{
		ID: "UB-51", Marks: marksT, Tasks: tasksShip,
		Text: "Goods lie wholly on the ship and not on one another, and may be rearranged at any time. So goods fit exactly if some arrangement of " +
			"them all exists.",
	},
	{
		ID: "UB-52", Marks: marksIH, Option: "mirror_goods", Tasks: tasksShip,
		Text: "Goods may be turned by quarter turns, but not turned over, which the value yes allows.",
	},
	{
		ID: "UB-53", Marks: marksT, Tasks: tasksJudging,
		Text: "After each step of a draft, once what is dumped there is gone, the goods have to fit.",
	},
	{
		ID: "UB-54", Marks: marksTH, Tasks: tasksJudging,
		Text: "In a draft goods may be dumped before the first step and after each, needed or not. At other times nothing is dumped.",
	},
	{
		ID: "UB-55", Marks: marksH, Option: "lost_goods", Tasks: tasksJudging,
		Text: "Goods that are dumped or sold return to the supply; with the value removed they leave the game. Goods given in an exchange always " +
			"return.",
	},
	{
		ID: "UB-60", Marks: marksT, Tasks: tasksTurn,
		Text: "A round is over when, after a whole draft, all markers are on its end or past it: space 12, 24 or 36.",
	},
	{
		ID: "UB-61", Marks: marksH, Option: "empty_grid", Tasks: tasksJudging,
		Text: "If the grid is empty before the round is over, the markers short of the round end move there one after another in turn order, and " +
			"it is over. With the value refill the grid is refilled at once, as long as the pile has tiles, and the round goes on.",
	},
	{
		ID: "UB-62", Marks: marksT, Tasks: tasksSale,
		Text: "At the end of a round each player sells once: any goods of the hold, all of them or none.",
	},
	{
		ID: "UB-63", Marks: marksT, Tasks: tasksSale,
		Text: "The prices are those of the current round's market card.",
	},
	{
		ID: "UB-64", Marks: marksH, Option: "sell_order", Tasks: tasksJudging,
		Text: "Players sell in the order of turns; with the value seat by index.",
	},
	{
		ID: "UB-65", Marks: marksH, Option: "bank", Tasks: tasksJudging,
		Text: "There are always enough coins. With the value limited only as much is paid as is left of 130 coins in the game.",
	},
	{
		ID: "UB-66", Marks: marksT, Tasks: tasksSale,
		Text: "What is not sold stays on the ship.",
	},
	{
		ID: "UB-67", Marks: marksT, Tasks: tasksJudging,
		Text: "After the last sale of a round its market card is discarded.",
	},
	{
		ID: "UB-68", Marks: marksT, Tasks: tasksJudging,
		Text: "After the first and the second round the empty cells of the grid are filled from the pile, as far as it goes; tiles still there stay.",
	},
	{
		ID: "UB-69", Marks: marksH, Option: "refill_order", Tasks: tasksRefill,
		Text: "The front tile of the pile goes to the first empty cell, row by row from the top and each from the left. With the value columns it " +
			"is column by column from the left, each from the top. The set-up does the same.",
	},
	{
		ID: "UB-70", Marks: marksT, Tasks: tasksJudging,
		Text: "The next round goes on with the times and the order that the last one left, so with the player furthest back.",
	},
	{
		ID: "UB-71", Marks: marksI, Tasks: tasksJudging,
		Text: "If all markers are on the end of the new round or past it already, nobody drafts, and its sale follows at once.",
	},
	{
		ID: "UB-72", Marks: marksT, Tasks: []string{"move", "play", "score", "view"},
		Text: "After the sale of the third round the game is over, and the grid is not refilled.",
	},
	{
		ID: "UB-73", Marks: marksT, Tasks: tasksRanking,
		Text: "Whoever has the most coins wins. Goods left are worth nothing.",
	},
	{
		ID: "UB-74", Marks: marksH, Option: "tie", Tasks: tasksRanking,
		Text: "Players with equal coins share their place. With the value fewest_tiles those with fewer tiles stand before the others.",
	},
	{
		ID: "UB-75", Marks: marksH, Option: "coins_open", Tasks: []string{"view"},
		Text: "Only the sequence of the pile is secret, not the number of its tiles. With the value no the coins of the others are, too.",
	},
}

// codes lists the kinds of illegal requests in the order in which they are
// checked: the first one that applies is the code of a request.
var codes = []game.Code{
	{Name: "game_over", Clause: "UB-72", When: "the game is over, so that no request is accepted any more"},
	{Name: "wrong_phase", Clause: "UB-60", When: "a draft is asked for while goods are sold, or a sale while tiles are drafted"},
	{
		Name: "not_your_turn", Clause: "UB-11",
		When: "another player is to draft: furthest back, first on the space; or another is to sell (UB-64)",
	},
	{Name: "off_grid", Clause: "UB-20", When: "the cell to take from is not one of the grid"},
	{Name: "no_tile", Clause: "UB-23", When: "the cell to take from is empty"},
	{Name: "occupied", Clause: "UB-26", When: "the place in the tableau has a tile"},
	{Name: "not_adjacent", Clause: "UB-25", When: "the place does not lie directly above, below or beside a tile of the tableau"},
	{Name: "target_needed", Clause: "UB-44", When: "the tile has the wind any, and no target is named"},
	{Name: "bad_target", Clause: "UB-44", When: "the tile has the wind any, and no tile was at the target before the draft"},
	{Name: "target_not_allowed", Clause: "UB-44", When: "a target is named, but the tile has another wind than any"},
	{Name: "no_such_step", Clause: "UB-47", When: "a step is to be skipped that the draft does not have"},
	{Name: "too_many_dumps", Clause: "UB-54", When: "there are more entries of what is dumped than one and the number of steps"},
	{Name: "dump_not_held", Clause: "UB-54", When: "when they are to be dumped, goods are not in the hold"},
	{
		Name: "must_execute", Clause: "UB-30",
		When: "a possible action is skipped that must be executed: that of the new tile, or with retrigger=forced a re-triggered one (UB-47)",
	},
	{Name: "does_not_fit", Clause: "UB-53", When: "after a step, once what is dumped is gone, the goods do not fit on the ship"},
	{Name: "not_held", Clause: "UB-62", When: "more of a good is sold than the hold has"},
}
