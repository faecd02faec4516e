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
	tasksLive    = []string{"server", "clients", "player"}
	tasksServer  = []string{"server"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksT  = []game.Mark{game.Stated}
	marksI  = []game.Mark{game.Inferred}
	marksH  = []game.Mark{game.House}
	marksS  = []game.Mark{game.Source} // the course of The Bazaar Game
	marksTH = []game.Mark{game.Stated, game.House}
	marksIH = []game.Mark{game.Inferred, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids, which
// have gaps.
func clauses() []game.Clause {
	return []game.Clause{
		{
			ID: "UB-01", Marks: marksT, Tasks: tasksSetup,
			Text: "Every player has a starter, which lies at [0,0] of the tableau; the set-up says who has which one.",
		},
		{
			ID: "UB-02", Marks: marksT, Tasks: tasksSetup,
			Text: "At the start each ship carries one carpet, one chest, one potion and one lamp from the supply, and no scarab.",
		},
		{
			ID: "UB-03", Marks: marksTH, Option: "grid_axis", Tasks: tasksSetup,
			Text: "The grid has 3 rows of 4 for two players, 4 of 4 for three and 4 of 5 for four. With the value rows_first rows " +
				"and columns are swapped: 4 rows of 3, 4 of 4, 5 of 4.",
		},
		{
			ID: "UB-04", Marks: marksI, Tasks: tasksSetup,
			Text: "The front tiles of the recorded sequence fill the grid; the others are the pile, in the same sequence.",
		},
		{
			ID: "UB-05", Marks: marksT, Tasks: tasksSetup,
			Text: "Three market cards lie face up, one for each round. A State lists those not yet discarded, the current round's " +
				"card first.",
		},
		{
			ID: "UB-06", Marks: marksT, Tasks: tasksSetup,
			Text: "All markers start on space 0, stacked in an order that chance decides and the set-up records.",
		},
		{
			ID: "UB-07", Marks: marksI, Tasks: tasksSetup,
			Text: "At the start nobody has coins.",
		},
		{
			ID: "UB-10", Marks: marksT, Tasks: tasksTurn,
			Text: "The player whose marker is furthest back drafts next.",
		},
		{
			ID: "UB-11", Marks: marksT, Tasks: tasksTurn,
			Text: "If several markers are on one space, the one that came first acts first.",
		},
		{
			ID: "UB-12", Marks: marksT, Tasks: tasksJudging,
			Text: "A draft takes the cost of the tile plus the time of each time action executed in it, re-triggered ones " +
				"included. After the last step the marker moves forward by the sum, at once, and lands on top of the markers on " +
				"its new space.",
		},
		{
			ID: "UB-13", Marks: marksH, Option: "zero_time", Tasks: tasksJudging,
			Text: "After a draft that takes no time the marker keeps its place in its stack. With the value restack it goes to the " +
				"top of that stack.",
		},
		{
			ID: "UB-14", Marks: marksT, Tasks: tasksJudging,
			Text: "A round end does not stop a marker.",
		},
		{
			ID: "UB-15", Marks: marksT, Tasks: tasksJudging,
			Text: "Space 36 is the last: a marker that should go beyond stays there, and the rest of the time is free.",
		},
		{
			ID: "UB-20", Marks: marksT, Tasks: tasksJudging,
			Text: "A turn is one draft: the player takes a tile of the grid and places it, executes its action, and triggers its " +
				"wind. Nobody may pass.",
		},
		{
			ID: "UB-21", Marks: marksT, Tasks: tasksCost,
			Text: "A tile costs as much time as it has time symbols.",
		},
		{
			ID: "UB-22", Marks: marksT, Tasks: tasksCost,
			Text: "The four neighbours in the grid add the symbols on their sides that face the drafted tile.",
		},
		{
			ID: "UB-23", Marks: marksT, Tasks: tasksCost,
			Text: "The cell of a drafted tile stays empty for the rest of the round. A hole has no cost and adds none.",
		},
		{
			ID: "UB-24", Marks: marksI, Tasks: tasksCost,
			Text: "Symbols on the tile's own sides count once, as its own. The grid ends at its borders, and diagonal neighbours " +
				"do not count.",
		},
		{
			ID: "UB-25", Marks: marksT, Tasks: tasksJudging,
			Text: "The player places the tile directly above, below or beside a tile of its own tableau.",
		},
		{
			ID: "UB-26", Marks: marksI, Tasks: tasksJudging,
			Text: "The place must be empty, and the tile stays there for the rest of the game.",
		},
		{
			ID: "UB-27", Marks: marksT, Tasks: tasksWinds,
			Text: "Tiles are never turned: their sides and directions are those of the content.",
		},
		{
			ID: "UB-30", Marks: marksT, Tasks: tasksJudging,
			Text: "The action of the new tile must be executed if it is possible.",
		},
		{
			ID: "UB-31", Marks: marksI, Tasks: tasksJudging,
			Text: "An exchange happens whole or not at all: it is possible only if the hold already has all goods that it costs. " +
				"Paying time is always possible.",
		},
		{
			ID: "UB-32", Marks: marksH, Option: "short_supply", Tasks: tasksJudging,
			Text: "An action is possible only if the supply has all goods that it gains, counting the goods paid in it. With the " +
				"value partial it is possible if the supply has one of them: the player gets as many as there are and pays the " +
				"full price.",
		},
		{
			ID: "UB-33", Marks: marksI, Tasks: tasksJudging,
			Text: "First the goods paid go from the hold to the supply, then the goods gained leave it.",
		},
		{
			ID: "UB-34", Marks: marksI, Tasks: tasksJudging,
			Text: "An action is possible even without room on the ship for what it gains; then something must go overboard.",
		},
		{
			ID: "UB-35", Marks: marksI, Tasks: tasksWinds,
			Text: "A tile without an action, or with an impossible one, does nothing and takes no time, but it is a step of the " +
				"draft.",
		},
		{
			ID: "UB-40", Marks: marksT, Tasks: tasksJudging,
			Text: "The wind of the new tile blows after its action.",
		},
		{
			ID: "UB-41", Marks: marksT, Tasks: tasksJudging,
			Text: "A re-triggered tile executes its action, but its wind does not blow again.",
		},
		{
			ID: "UB-42", Marks: marksT, Tasks: tasksWinds,
			Text: "A line re-triggers the tiles on its one, two or three cells in its direction from the new tile, the closest " +
				"first.",
		},
		{
			ID: "UB-43", Marks: marksH, Option: "wind_gaps", Tasks: tasksWinds,
			Text: "An empty cell of a line counts and does nothing. With the value tiles the line reaches its number of tiles, " +
				"however far away; with stop it ends at the first empty cell.",
		},
		{
			ID: "UB-44", Marks: marksT, Tasks: tasksWinds,
			Text: "The wind any re-triggers one tile of the player's choice at any distance, with or without an action, but not " +
				"the new one.",
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
			Text: "The request may skip re-triggered actions. With the value forced they must be executed if possible.",
		},
		{
			ID: "UB-48", Marks: marksI, Tasks: tasksWinds,
			Text: "The starter can be re-triggered like any tile. In one draft each tile is re-triggered at most once.",
		},
		{
			ID: "UB-50", Marks: marksT, Tasks: tasksShip,
			Text: "A ship has 28 spaces in four rows of seven.",
		},
		{
			ID: "UB-51", Marks: marksT, Tasks: tasksShip,
			Text: "Goods lie wholly on the ship, do not overlap, and may be rearranged at any time. So goods fit exactly if all of " +
				"them fit in some arrangement.",
		},
		{
			ID: "UB-52", Marks: marksIH, Option: "mirror_goods", Tasks: tasksShip,
			Text: "Goods may be turned by quarter turns, but not turned over; the value yes allows that, too.",
		},
		{
			ID: "UB-53", Marks: marksT, Tasks: tasksJudging,
			Text: "After each step of a draft the goods must fit, without those dumped there.",
		},
		{
			ID: "UB-54", Marks: marksTH, Tasks: tasksJudging,
			Text: "In a draft a player may dump goods before the first step and after each step, needed or not. Nobody dumps goods " +
				"at other times.",
		},
		{
			ID: "UB-55", Marks: marksH, Option: "lost_goods", Tasks: tasksJudging,
			Text: "Dumped and sold goods return to the supply; with the value removed they leave the game. Goods paid in an " +
				"exchange always return.",
		},
		{
			ID: "UB-60", Marks: marksT, Tasks: tasksTurn,
			Text: "A round is over when, after a whole draft, all markers are on its end or beyond: space 12, 24 or 36.",
		},
		{
			ID: "UB-61", Marks: marksH, Option: "empty_grid", Tasks: tasksJudging,
			Text: "If the grid is empty before the round is over, the markers before the round end move there one by one in turn " +
				"order, and the round is over. With the value refill the grid is refilled at once while the pile has tiles, and " +
				"the round goes on.",
		},
		{
			ID: "UB-62", Marks: marksT, Tasks: tasksSale,
			Text: "At the end of a round each player sells once: any goods of the hold, from none to all.",
		},
		{
			ID: "UB-63", Marks: marksT, Tasks: tasksSale,
			Text: "The current round's market card sets the prices.",
		},
		{
			ID: "UB-64", Marks: marksH, Option: "sell_order", Tasks: tasksJudging,
			Text: "Players sell in turn order; with the value seat by index.",
		},
		{
			ID: "UB-65", Marks: marksH, Option: "bank", Tasks: tasksJudging,
			Text: "There are always enough coins. With the value limited players get only what is left of the game's 130 coins.",
		},
		{
			ID: "UB-66", Marks: marksT, Tasks: tasksSale,
			Text: "Unsold goods stay on the ship.",
		},
		{
			ID: "UB-67", Marks: marksT, Tasks: tasksJudging,
			Text: "After the last sale of a round its market card is discarded.",
		},
		{
			ID: "UB-68", Marks: marksT, Tasks: tasksJudging,
			Text: "After the first and the second round, tiles from the pile fill the empty cells of the grid, as far as they go; " +
				"tiles in the grid stay.",
		},
		{
			ID: "UB-69", Marks: marksH, Option: "refill_order", Tasks: tasksRefill,
			Text: "The front tile of the pile goes to the first empty cell, row by row from the top, each from the left. With the " +
				"value columns it is column by column from the left, each from the top. The set-up fills the grid in the same " +
				"way.",
		},
		{
			ID: "UB-70", Marks: marksT, Tasks: tasksJudging,
			Text: "The next round keeps the times and the order of the last one, so the player furthest back starts.",
		},
		{
			ID: "UB-71", Marks: marksI, Tasks: tasksJudging,
			Text: "If all markers are already on the end of the new round or beyond, nobody drafts, and its sale follows at once.",
		},
		{
			ID: "UB-72", Marks: marksT, Tasks: []string{"move", "play", "score", "view"},
			Text: "After the sale of the third round the game is over, and the grid is not refilled.",
		},
		{
			ID: "UB-73", Marks: marksT, Tasks: tasksRanking,
			Text: "The player with the most coins wins. Unsold goods are worth nothing.",
		},
		{
			ID: "UB-74", Marks: marksH, Option: "tie", Tasks: tasksRanking,
			Text: "Players with equal coins share their place. With the value fewest_tiles those with fewer tiles rank higher.",
		},
		{
			ID: "UB-75", Marks: marksH, Option: "coins_open", Tasks: []string{"view"},
			Text: "Only the sequence of the pile is secret, not its number of tiles. With the value no the coins of others are " +
				"secret, too.",
		},

		// Live play, of which the rule text says nothing. The numbers are those that the
		// same statements have in the rule book of The Bazaar Game.
		{
			ID: "UB-80", Marks: marksS, Tasks: tasksLive,
			Text: "A client begins with its name, one JSON string, and gets no reply to it. When the name is complete and " +
				"accepted, the client has signed up.",
		},
		{
			ID: "UB-81", Marks: marksS, Tasks: tasksServer,
			Text: "A name has 1 to 20 letters and digits of ASCII. After anything else the server closes the connection, " +
				"whose client does not take part and is in no list.",
		},
		{
			ID: "UB-82", Marks: marksS, Tasks: tasksServer,
			Text: "A name must be complete 2 s after the connection. After that the server closes the connection.",
		},
		{
			ID: "UB-83", Marks: marksH, Tasks: tasksServer,
			Text: "The players sit in the order in which their connections were accepted, whatever order their names arrive " +
				"in.",
		},
		{
			ID: "UB-84", Marks: marksH, Tasks: tasksServer,
			Text: "A client whose name somebody has signed up with before is refused: the server closes its connection.",
		},
		{
			ID: "UB-85", Marks: marksS, Tasks: tasksServer,
			Text: "The game starts when four have signed up, or 20 s after the port was opened if two or three have. If " +
				"fewer have, a second wait of 20 s begins, with the same end. Later connections are not served.",
		},
		{
			ID: "UB-86", Marks: marksS, Tasks: tasksServer,
			Text: "A client that has signed up and closes its connection stays in the game until its next call fails.",
		},
		{
			ID: "UB-87", Marks: marksS, Tasks: tasksServer,
			Text: "If other than the number of players of the set-up sign up, no game is played: the result is [[],[]], " +
				"without any call.",
		},
		{
			ID: "UB-88", Marks: marksH, Tasks: tasksLive,
			Text: "A player whose reply is missing, late, of another shape or illegal is out of the game for good, and a " +
				"drop-out. Its marker moves to space 36 at once, its goods stay unsold, and it cannot win. The others play " +
				"on.",
		},
		{
			ID: "UB-90", Marks: marksS, Tasks: tasksLive,
			Text: "The server makes one call at a time, [METHOD,[ARGUMENT]], and the client replies with one JSON value. " +
				"Only white space may stand between values.",
		},
		{
			ID: "UB-91", Marks: marksS, Tasks: tasksLive,
			Text: "A reply must be complete 4 s after the server began to send the call. Single bytes that arrive do not " +
				"start that time again.",
		},
		{
			ID: "UB-92", Marks: marksS, Tasks: tasksLive,
			Text: "The reply to setup and to result is the string void, that to take-turn a request. A player that sends " +
				"JSON of another shape is out.",
		},
		{
			ID: "UB-93", Marks: marksS, Tasks: tasksLive,
			Text: "Values may come in pieces, with blanks in front, and with any white space and escapes that JSON allows.",
		},
		{
			ID: "UB-94", Marks: marksH, Tasks: tasksServer,
			Text: "A value that nobody asked for is the reply to the next call.",
		},
		{
			ID: "UB-95", Marks: marksH, Tasks: tasksLive,
			Text: "A reply of more than 1 MiB, blanks in front included, or nested deeper than 64 puts its player out of the " +
				"game.",
		},
		{
			ID: "UB-96", Marks: marksS, Tasks: tasksServer,
			Text: "The server sends nothing more to a player that is out. It may close that connection at once, or at the " +
				"end.",
		},
		{
			ID: "UB-97", Marks: marksS, Tasks: tasksLive,
			Text: "At the end the server calls result once for everybody who is still in the game. After the last reply it " +
				"closes all connections.",
		},
	}
}

// codes lists the kinds of illegal requests in the order in which they are
// checked: the first one that applies is the code of a request.
var codes = []game.Code{
	{Name: "game_over", Clause: "UB-72", When: "the game is over, so every request is illegal"},
	{Name: "wrong_phase", Clause: "UB-60", When: "the request is a draft while players sell, or a sale while players draft"},
	{
		Name: "not_your_turn", Clause: "UB-11",
		When: "it is another player's turn to draft (furthest back, first on the space) or to sell (UB-64)",
	},
	{Name: "off_grid", Clause: "UB-20", When: "the cell to take from is not in the grid"},
	{Name: "no_tile", Clause: "UB-23", When: "the cell to take from is empty"},
	{Name: "occupied", Clause: "UB-26", When: "the place in the tableau already has a tile"},
	{Name: "not_adjacent", Clause: "UB-25", When: "the place is not directly above, below or beside a tile of the tableau"},
	{Name: "target_needed", Clause: "UB-44", When: "the tile has the wind any, but the request names no target"},
	{Name: "bad_target", Clause: "UB-44", When: "the tile has the wind any, but before the draft no tile was at the target"},
	{Name: "target_not_allowed", Clause: "UB-44", When: "the request names a target, but the tile has another wind than any"},
	{Name: "no_such_step", Clause: "UB-47", When: "the request skips a step that the draft does not have"},
	{Name: "too_many_dumps", Clause: "UB-54", When: "the request has more entries of goods to dump than the number of steps plus one"},
	{Name: "dump_not_held", Clause: "UB-54", When: "the hold does not have the goods to dump, when their turn comes"},
	{
		Name: "must_execute", Clause: "UB-30",
		When: "the request skips a possible action that must be executed: that of the new tile, or with retrigger=forced a " +
			"re-triggered one (UB-47)",
	},
	{Name: "does_not_fit", Clause: "UB-53", When: "after a step and its dumping the goods do not fit on the ship"},
	{Name: "not_held", Clause: "UB-62", When: "the request sells more of a good than the hold has"},
}
