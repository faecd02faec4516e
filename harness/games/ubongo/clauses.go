package ubongo

import "github.com/touchstone-harness/touchstone/harness/game"

// The groups of tasks that recur in the clauses below. A clause names the tasks
// whose answer it can decide.
var (
	tasksSetup         = []string{"setup"}
	tasksCheck         = []string{"check"}
	tasksCheckSolve    = []string{"check", "solve"}
	tasksShaping       = []string{"check", "solve", "move", "play", "solo"}
	tasksCounting      = []string{"rewards", "score", "move", "play"}
	tasksMove          = []string{"move"}
	tasksOfBoards      = []string{"check", "solve", "move", "play", "view", "solo"}
	tasksSetupMovePlay = []string{"setup", "move", "play"}
	tasksMovePlay      = []string{"move", "play"}
	tasksOfShapes      = []string{"check", "move", "play", "solo"}
	tasksPaying        = []string{"rewards", "move", "play"}
	tasksRewards       = []string{"rewards"}
	tasksScorePlay     = []string{"score", "play"}
	tasksResult        = []string{"score", "move", "play"}
	tasksView          = []string{"view"}
	tasksSolo          = []string{"solo"}
	tasksSolve         = []string{"solve"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksH  = []game.Mark{game.House}
	marksI  = []game.Mark{game.Inferred}
	marksS  = []game.Mark{game.Source}
	marksSH = []game.Mark{game.Source, game.House}
	marksT  = []game.Mark{game.Stated}
	marksTH = []game.Mark{game.Stated, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids. The
// numbers 74 to 79 do not exist.
var clauses = []game.Clause{
	{
		ID: "UO-01", Marks: marksT, Tasks: tasksSetup,
		Text: "A game is for two, three or four players. Somebody alone plays the solo variant, a log of which task solo judges.",
	},
	{
		ID: "UO-02", Marks: marksT, Tasks: tasksCheck,
		Text: "Each player owns one piece of each of the eight kinds, so that no kind occurs twice in a problem or in its solution.",
	},
	{
		ID: "UO-03", Marks: marksSH, Tasks: tasksCheckSolve,
		Text: "The eight kinds are the ones that the content lists, with 2, 3, 4, 4, 4, 5, 5 and 5 cubes. What they look like is " +
			"known from the game; which mirror image the set has, and which of r4 and y4 bears which name, is a convention.",
	},
	{
		ID: "UO-04", Marks: marksI, Tasks: tasksShaping,
		Text: "Turning a piece in any of the 24 ways is allowed, mirroring it is not: a mirror image is a shape of its own.",
	},
	{
		ID: "UO-05", Marks: marksS, Tasks: tasksSetup,
		Text: "There are 10 red, 19 blue, 10 green and 19 brown gems, 58 together, and none is ever lost or made.",
	},
	{
		ID: "UO-06", Marks: marksT, Tasks: tasksCounting,
		Text: "Red gems are worth 4 points, blue ones 3, green ones 2 and brown ones 1.",
	},
	{
		ID: "UO-07", Marks: marksS, Tasks: tasksMove,
		Text: "The number that is rolled is one of 1 to 6.",
	},
	{
		ID: "UO-08", Marks: marksT, Tasks: tasksOfBoards,
		Text: "On a board, every number of the die leads to one task and no more; two numbers may lead to the same one.",
	},
	{
		ID: "UO-09", Marks: marksS, Tasks: tasksMove,
		Text: "Sixty seconds, 60000 ms, pass until the hourglass has run out.",
	},
	{
		ID: "UO-10", Marks: marksSH, Option: "card_sides", Tasks: tasksSetupMovePlay,
		Text: "The boards are the sides of 72 cards: green and yellow boards of a number share one of the cards 1 to 36, orange and " +
			"red ones one of 37 to 72. No two boards in stacks or face up belong to the same card.",
	},
	{
		ID: "UO-11", Marks: marksT, Tasks: tasksSetup,
		Text: "The level is chosen by each player alone; it need not be the same for all.",
	},
	{
		ID: "UO-12", Marks: marksT, Tasks: tasksSetup,
		Text: "At the start nine boards of the own level are stacked for each player. They are recorded in order, the top one in " +
			"front.",
	},
	{
		ID: "UO-13", Marks: marksT, Tasks: tasksSetup,
		Text: "Nine blue and nine brown gems are laid out as the display before the first round, which leaves ten of each colour in " +
			"the bag.",
	},
	{
		ID: "UO-14", Marks: marksT, Tasks: tasksSetup,
		Text: "The youngest player, who is recorded, rolls in round 1.",
	},
	{
		ID: "UO-15", Marks: marksT, Tasks: tasksSetup,
		Text: "Whoever turns the hourglass is somebody else than the one who rolls. For round 1 it is recorded.",
	},
	{
		ID: "UO-16", Marks: marksT, Tasks: tasksSetupMovePlay,
		Text: "A round begins with everybody turning the top board of the stack face up. A State in phase roll has this behind it.",
	},
	{
		ID: "UO-17", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Phase roll waits for the roller, and for nobody else, to roll the die. Its number holds for the round and gives each " +
			"player the task on the own board. Phase flip follows.",
	},
	{
		ID: "UO-18", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Phase flip waits for the flipper, and for nobody else, to turn the hourglass, which is counted in glass. Phase solve " +
			"follows.",
	},
	{
		ID: "UO-19", Marks: marksT, Tasks: tasksMovePlay,
		Text: "All players work at the same time: in phase solve each may claim, in whatever order.",
	},
	{
		ID: "UO-20", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Accepted claims make the finishing order. The time of a claim is counted in ms from the last turn of the hourglass and " +
			"must not lie before that of the claim accepted last; of two equal times the request that came first is the faster one.",
	},
	{
		ID: "UO-21", Marks: marksI, Tasks: tasksMovePlay,
		Text: "Nobody is paid twice in a round: having an accepted claim, a player cannot claim again.",
	},
	{
		ID: "UO-22", Marks: marksT, Tasks: tasksMovePlay,
		Text: "A claim is in time up to 60000 ms, that moment included.",
	},
	{
		ID: "UO-23", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Once the hourglass has run out, from 60000 ms on, any player may shout stop, also one who is done.",
	},
	{
		ID: "UO-24", Marks: marksT, Tasks: tasksMovePlay,
		Text: "A stop ends phase solve for everybody.",
	},
	{
		ID: "UO-25", Marks: marksH, Option: "all_done", Tasks: tasksMovePlay,
		Text: "When nobody is left who could still claim, the round is over at once and needs no stop.",
	},
	{
		ID: "UO-26", Marks: marksT, Tasks: tasksMovePlay,
		Text: "If nobody has solved at the first stop of a round, there is a second chance: phase flip once more, with glass at 1 and " +
			"the die and boards as they are.",
	},
	{
		ID: "UO-27", Marks: marksT, Tasks: tasksMovePlay,
		Text: "The second stop ends the round in any case.",
	},
	{
		ID: "UO-28", Marks: marksI, Tasks: tasksMovePlay,
		Text: "A stop ends the round if anybody has solved.",
	},
	{
		ID: "UO-29", Marks: marksH, Option: "wrong_claim", Tasks: tasksMovePlay,
		Text: "A claim that is no solution is illegal and changes nothing; the player may try again.",
	},
	{
		ID: "UO-30", Marks: marksH, Option: "second_flip", Tasks: tasksMovePlay,
		Text: "The hourglass is turned by the same player in the second chance as in the first.",
	},
	{
		ID: "UO-31", Marks: marksI, Tasks: tasksMovePlay,
		Text: "The second chance pays like the first, and its times run from 0 to 60000 ms again.",
	},
	{
		ID: "UO-32", Marks: marksT, Tasks: tasksOfShapes,
		Text: "Only pieces of the task are placed.",
	},
	{
		ID: "UO-33", Marks: marksT, Tasks: tasksOfShapes,
		Text: "Each piece is placed only once.",
	},
	{
		ID: "UO-34", Marks: marksT, Tasks: tasksOfShapes,
		Text: "No piece of the task is left out.",
	},
	{
		ID: "UO-35", Marks: marksI, Tasks: tasksOfShapes,
		Text: "What a placement fills has the shape of its piece in one of its orientations. A cube too many or too few, a cell named " +
			"twice and a mirror image break this.",
	},
	{
		ID: "UO-36", Marks: marksT, Tasks: tasksOfShapes,
		Text: "Nothing stands higher than two layers.",
	},
	{
		ID: "UO-37", Marks: marksT, Tasks: tasksOfShapes,
		Text: "On the lower layer nothing lies beside the footprint.",
	},
	{
		ID: "UO-38", Marks: marksT, Tasks: tasksOfShapes,
		Text: "On the upper layer nothing hangs over beyond the footprint.",
	},
	{
		ID: "UO-39", Marks: marksI, Tasks: tasksOfShapes,
		Text: "No cell is filled by two pieces.",
	},
	{
		ID: "UO-40", Marks: marksT, Tasks: tasksCheck,
		Text: "Both layers are filled over the whole footprint. On a board the volume of the pieces sees to that if all else is " +
			"right.",
	},
	{
		ID: "UO-41", Marks: marksI, Tasks: tasksOfShapes,
		Text: "What counts is how the pieces lie in the end, not whether they could be put in one after another.",
	},
	{
		ID: "UO-42", Marks: marksT, Tasks: tasksPaying,
		Text: "For the fastest solution there is a blue gem of the display and a gem drawn from the bag.",
	},
	{
		ID: "UO-43", Marks: marksT, Tasks: tasksPaying,
		Text: "For the second one there is a brown gem of the display and a gem drawn from the bag.",
	},
	{
		ID: "UO-44", Marks: marksT, Tasks: tasksPaying,
		Text: "For the third and the fourth one there is a gem drawn from the bag.",
	},
	{
		ID: "UO-45", Marks: marksT, Tasks: tasksPaying,
		Text: "Without a solution in the round a player wins nothing in it.",
	},
	{
		ID: "UO-46", Marks: marksI, Tasks: tasksPaying,
		Text: "Gems are paid as soon as a claim is accepted. The claim says which one was drawn; it must be in the bag then, and " +
			"leaves it.",
	},
	{
		ID: "UO-47", Marks: marksI, Tasks: tasksRewards,
		Text: "The bag of a game never runs empty, with 40 gems at first and at most 36 drawn. Where task rewards lets it, an empty " +
			"bag gives nothing, and the draw is null.",
	},
	{
		ID: "UO-48", Marks: marksT, Tasks: tasksPaying,
		Text: "With every round the display loses one blue and one brown gem, so that behind round r there are 9 - r of each.",
	},
	{
		ID: "UO-49", Marks: marksT, Tasks: tasksPaying,
		Text: "If one player alone has solved, a brown gem of the display goes into the bag.",
	},
	{
		ID: "UO-50", Marks: marksT, Tasks: tasksPaying,
		Text: "If nobody has solved, a blue and a brown gem of the display go into the bag.",
	},
	{
		ID: "UO-51", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Boards that were played are put away for the rest of the game.",
	},
	{
		ID: "UO-52", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Die and hourglass both move on to the left neighbour for the next round.",
	},
	{
		ID: "UO-53", Marks: marksT, Tasks: tasksMovePlay,
		Text: "The next round begins in phase roll, with round one higher, new boards, glass at 0, no die, and nobody who has solved " +
			"or is out.",
	},
	{
		ID: "UO-54", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Nine rounds make a game. Behind the last one round, roller and flipper keep their values, there is no die, glass is 0, " +
			"and no board is face up.",
	},
	{
		ID: "UO-55", Marks: marksT, Tasks: tasksResult,
		Text: "All gems of a player, added up by value, are the points.",
	},
	{
		ID: "UO-56", Marks: marksT, Tasks: tasksResult,
		Text: "The game is over, and has its winner, if one player has more points than any other.",
	},
	{
		ID: "UO-57", Marks: marksT, Tasks: tasksMovePlay,
		Text: "Players who share the most points play on among themselves, from phase playoff_roll; the others are out of it.",
	},
	{
		ID: "UO-58", Marks: marksTH, Tasks: tasksMovePlay,
		Text: "One of the tied players tells the number rolled and a board for each of them, by seats. Phase playoff follows.",
	},
	{
		ID: "UO-59", Marks: marksH, Option: "playoff_level", Tasks: tasksMovePlay,
		Text: "A board of the playoff is any one of its player's level, used before or not. No two are sides of one card (UO-10).",
	},
	{
		ID: "UO-60", Marks: marksT, Tasks: tasksMovePlay,
		Text: "The playoff knows no hourglass: nothing is flipped or stopped, and times are neither limited nor compared.",
	},
	{
		ID: "UO-61", Marks: marksT, Tasks: tasksMovePlay,
		Text: "The first right solution of a tied player wins the game; then there are no die and no boards. A wrong one is illegal, " +
			"whatever wrong_claim says, and the playoff goes on.",
	},
	{
		ID: "UO-62", Marks: marksI, Tasks: tasksMovePlay,
		Text: "The playoff brings no gems, so that the gem of a claim is null.",
	},
	{
		ID: "UO-63", Marks: marksI, Tasks: tasksScorePlay,
		Text: "The ranking has groups of players with the same points, the best in front. The winner of a playoff stands alone before " +
			"the others who were tied.",
	},
	{
		ID: "UO-64", Marks: marksT, Tasks: tasksView,
		Text: "Nobody sees what is in a stack, not even the own one, only how many boards there are.",
	},
	{
		ID: "UO-65", Marks: marksT, Tasks: tasksView,
		Text: "Nobody sees what is in the bag, only how many gems there are.",
	},
	{
		ID: "UO-66", Marks: marksI, Tasks: tasksView,
		Text: "All else lies open: boards face up, die, glass, display, gems and finishing order.",
	},
	{
		ID: "UO-67", Marks: marksI, Tasks: tasksView,
		Text: "A player with a board sees the own task as soon as the die has been rolled.",
	},
	{
		ID: "UO-68", Marks: marksT, Tasks: tasksSolo,
		Text: "A run of variant count lasts 5, 10 or 20 minutes and counts the tasks solved, also one solved at the very end.",
	},
	{
		ID: "UO-69", Marks: marksT, Tasks: tasksSolo,
		Text: "A run of variant time lasts until the 5th, 10th or 20th task is solved, and counts the time.",
	},
	{
		ID: "UO-70", Marks: marksT, Tasks: tasksSolo,
		Text: "A board that is put aside is not solved, and does not come back in this run.",
	},
	{
		ID: "UO-71", Marks: marksI, Tasks: tasksSolo,
		Text: "One board is open at a time, and no card comes twice in a run; levels may be mixed.",
	},
	{
		ID: "UO-72", Marks: marksI, Tasks: tasksSolo,
		Text: "A wrong solution is counted as such, and leaves the board open.",
	},
	{
		ID: "UO-73", Marks: marksI, Tasks: tasksSolo,
		Text: "A finished run is a record if it is the first one or better than the best: more tasks, or less time. As good is not " +
			"better.",
	},
	{
		ID: "UO-80", Marks: marksI, Tasks: tasksCheckSolve,
		Text: "A solution of a problem is a set of cells for each of its pieces that keeps UO-35 to UO-40.",
	},
	{
		ID: "UO-81", Marks: marksI, Tasks: tasksSolve,
		Text: "Solutions differ if some piece fills other cells, no matter how it was turned to do so. Symmetry of the footprint " +
			"makes no two solutions the same.",
	},
	{
		ID: "UO-82", Marks: marksH, Tasks: tasksSolve,
		Text: "In canonical form pieces are sorted by their ids and cells by row, column and layer. Of two solutions the one comes " +
			"first whose first piece that lies differently has the smaller list of cells.",
	},
	{
		ID: "UO-83", Marks: marksI, Tasks: tasksSolve,
		Text: "All different solutions are counted, without a limit. A volume that is not twice the area has none.",
	},
}

// codes are the reasons why a request is illegal, in the order in which they are
// checked (chapter 6). Those from piece_not_in_task to gap are of a solution, too
// (3.3).
var codes = []game.Code{
	{Name: "game_over", Clause: "UO-56", When: "the game is over, so no request is accepted any more"},
	{Name: "no_such_player", Clause: "UO-01", When: "the request is of a player that this game does not have"},
	{Name: "wrong_phase", Clause: "UO-17", When: "something else is due: the die, the hourglass, a solution, or the die of the playoff"},
	{Name: "not_your_turn", Clause: "UO-17", When: "somebody else has to roll the die or to turn the hourglass"},
	{Name: "already_solved", Clause: "UO-21", When: "the player has an accepted claim in this round already"},
	{Name: "player_out", Clause: "UO-29", When: "the player is out of this round for a wrong claim"},
	{Name: "too_late", Clause: "UO-22", When: "the hourglass had run out when the player claimed"},
	{Name: "time_reversed", Clause: "UO-20", When: "the claim is from a time before that of the last accepted one"},
	{Name: "piece_not_in_task", Clause: "UO-32", When: "a piece is placed that the task does not ask for"},
	{Name: "piece_twice", Clause: "UO-33", When: "a piece is placed twice"},
	{Name: "piece_missing", Clause: "UO-34", When: "a piece of the task is not placed"},
	{Name: "wrong_shape", Clause: "UO-35", When: "the cells of a placement do not have the shape of its piece, however it is turned"},
	{Name: "too_high", Clause: "UO-36", When: "a piece stands higher than two layers"},
	{Name: "outside_outline", Clause: "UO-37", When: "a piece lies outside of the outline on the lower layer"},
	{Name: "overhang", Clause: "UO-38", When: "a piece hangs over the outline on the upper layer"},
	{Name: "overlap", Clause: "UO-39", When: "two pieces fill the same cell"},
	{Name: "gap", Clause: "UO-40", When: "a cell over the footprint is not filled"},
	{Name: "gem_missing", Clause: "UO-46", When: "the claim is right, but names no gem drawn from the bag"},
	{Name: "gem_not_in_bag", Clause: "UO-46", When: "the bag has no gem of the colour that is said to be drawn"},
	{Name: "too_early", Clause: "UO-23", When: "stop is shouted before the hourglass has run out"},
	{Name: "not_tied", Clause: "UO-57", When: "the player does not take part in the playoff"},
	{Name: "gem_in_playoff", Clause: "UO-62", When: "the claim names a gem, but the playoff brings none"},
	{Name: "board_count", Clause: "UO-58", When: "there is not one board for each tied player"},
	{Name: "wrong_level", Clause: "UO-59", When: "a board of the playoff is not of the level of its player"},
	{Name: "card_taken", Clause: "UO-10", When: "two boards of the playoff are of the same card"},
}
