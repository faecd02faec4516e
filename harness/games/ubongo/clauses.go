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
	tasksLive          = []string{"server", "clients", "player"}
	tasksServer        = []string{"server"}
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
// numbers 78 and 79 do not exist.
func clauses() []game.Clause {
	return []game.Clause{
		{
			ID: "UO-01", Marks: marksT, Tasks: tasksSetup,
			Text: "A game has two, three or four players. One person alone plays the solo variant; task solo judges a log of it.",
		},
		{
			ID: "UO-02", Marks: marksT, Tasks: tasksCheck,
			Text: "Each player has one piece of each of the eight kinds, so a kind occurs at most once in a problem or its " +
				"solution.",
		},
		{
			ID: "UO-03", Marks: marksSH, Tasks: tasksCheckSolve,
			Text: "The content lists the eight kinds, with 2, 3, 4, 4, 4, 5, 5 and 5 cubes. Their shapes are those of the game. " +
				"Which mirror image the set has, and which of r4 and y4 is which, is a convention.",
		},
		{
			ID: "UO-04", Marks: marksI, Tasks: tasksShaping,
			Text: "A piece may be turned in any of the 24 ways, but not mirrored: a mirror image is another shape.",
		},
		{
			ID: "UO-05", Marks: marksS, Tasks: tasksSetup,
			Text: "There are 10 red, 19 blue, 10 green and 19 brown gems, 58 in all; the total never changes.",
		},
		{
			ID: "UO-06", Marks: marksT, Tasks: tasksCounting,
			Text: "A red gem is worth 4 points, a blue one 3, a green one 2 and a brown one 1.",
		},
		{
			ID: "UO-07", Marks: marksS, Tasks: tasksMove,
			Text: "The die shows a number from 1 to 6.",
		},
		{
			ID: "UO-08", Marks: marksT, Tasks: tasksOfBoards,
			Text: "On a board every number of the die names exactly one task; several numbers may name the same one.",
		},
		{
			ID: "UO-09", Marks: marksS, Tasks: tasksMove,
			Text: "The hourglass runs for sixty seconds, 60000 ms.",
		},
		{
			ID: "UO-10", Marks: marksSH, Option: "card_sides", Tasks: tasksSetupMovePlay,
			Text: "The boards are the sides of 72 cards: the green and the yellow board of a number share one of the cards 1 to " +
				"36, the orange and the red one of a number one of 37 to 72. No two boards in stacks or face up belong to the " +
				"same card.",
		},
		{
			ID: "UO-11", Marks: marksT, Tasks: tasksSetup,
			Text: "Each player chooses a level; the levels may differ.",
		},
		{
			ID: "UO-12", Marks: marksT, Tasks: tasksSetup,
			Text: "At the start each player gets a stack of nine boards of the chosen level. The set-up records them in order, the " +
				"top one first.",
		},
		{
			ID: "UO-13", Marks: marksT, Tasks: tasksSetup,
			Text: "Before the first round nine blue and nine brown gems form the display, which leaves ten gems of each colour in " +
				"the bag.",
		},
		{
			ID: "UO-14", Marks: marksT, Tasks: tasksSetup,
			Text: "The youngest player, whom the set-up records, rolls in round 1.",
		},
		{
			ID: "UO-15", Marks: marksT, Tasks: tasksSetup,
			Text: "The player who turns the hourglass is never the one who rolls. For round 1 the set-up records who turns it.",
		},
		{
			ID: "UO-16", Marks: marksT, Tasks: tasksSetupMovePlay,
			Text: "At the start of a round every player turns the top board of the stack face up. In a State of phase roll this " +
				"has already happened.",
		},
		{
			ID: "UO-17", Marks: marksT, Tasks: tasksMovePlay,
			Text: "Phase roll waits only for the roller to roll the die. The number holds for the whole round and gives each " +
				"player a task on its own board. Phase flip follows.",
		},
		{
			ID: "UO-18", Marks: marksT, Tasks: tasksMovePlay,
			Text: "Phase flip waits only for the flipper to turn the hourglass; glass counts the turns. Phase solve follows.",
		},
		{
			ID: "UO-19", Marks: marksT, Tasks: tasksMovePlay,
			Text: "All players work at the same time: in phase solve each may claim, in any order.",
		},
		{
			ID: "UO-20", Marks: marksT, Tasks: tasksMovePlay,
			Text: "Accepted claims make the finishing order. The time of a claim is in ms from the last turn of the hourglass and " +
				"must not be before that of the last accepted claim; of two equal times the earlier request is faster.",
		},
		{
			ID: "UO-21", Marks: marksI, Tasks: tasksMovePlay,
			Text: "Nobody is paid twice in a round: after an accepted claim a player cannot claim again.",
		},
		{
			ID: "UO-22", Marks: marksT, Tasks: tasksMovePlay,
			Text: "A claim is in time up to and including 60000 ms.",
		},
		{
			ID: "UO-23", Marks: marksT, Tasks: tasksMovePlay,
			Text: "Once the hourglass has run out, from 60000 ms on, any player may shout stop, even one who has solved or is out.",
		},
		{
			ID: "UO-24", Marks: marksT, Tasks: tasksMovePlay,
			Text: "A stop ends phase solve for everybody.",
		},
		{
			ID: "UO-25", Marks: marksH, Option: "all_done", Tasks: tasksMovePlay,
			Text: "When nobody can claim any more, the round is over at once without a stop.",
		},
		{
			ID: "UO-26", Marks: marksT, Tasks: tasksMovePlay,
			Text: "If nobody has solved by the first stop of a round, there is a second chance: phase flip again, with glass at 1 " +
				"and the same die and boards.",
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
			Text: "A claim that is not a solution is illegal and changes nothing; the player may try again.",
		},
		{
			ID: "UO-30", Marks: marksH, Option: "second_flip", Tasks: tasksMovePlay,
			Text: "The same player turns the hourglass in the first and in the second chance.",
		},
		{
			ID: "UO-31", Marks: marksI, Tasks: tasksMovePlay,
			Text: "The second chance pays like the first, and its times again run from 0 to 60000 ms.",
		},
		{
			ID: "UO-32", Marks: marksT, Tasks: tasksOfShapes,
			Text: "Only pieces of the task may be placed.",
		},
		{
			ID: "UO-33", Marks: marksT, Tasks: tasksOfShapes,
			Text: "Each piece is placed only once.",
		},
		{
			ID: "UO-34", Marks: marksT, Tasks: tasksOfShapes,
			Text: "Every piece of the task must be placed.",
		},
		{
			ID: "UO-35", Marks: marksI, Tasks: tasksOfShapes,
			Text: "The cells of a placement have the shape of its piece in one of its orientations. A cube too many or too few, a " +
				"cell named twice, or a mirror image breaks this rule.",
		},
		{
			ID: "UO-36", Marks: marksT, Tasks: tasksOfShapes,
			Text: "Nothing stands higher than two layers.",
		},
		{
			ID: "UO-37", Marks: marksT, Tasks: tasksOfShapes,
			Text: "On the lower layer nothing lies outside the footprint.",
		},
		{
			ID: "UO-38", Marks: marksT, Tasks: tasksOfShapes,
			Text: "On the upper layer every cell lies above a cell of the footprint.",
		},
		{
			ID: "UO-39", Marks: marksI, Tasks: tasksOfShapes,
			Text: "No two pieces fill the same cell.",
		},
		{
			ID: "UO-40", Marks: marksT, Tasks: tasksCheck,
			Text: "Both layers of the whole footprint are filled. On a board the volume of the pieces ensures this if everything " +
				"else is right.",
		},
		{
			ID: "UO-41", Marks: marksI, Tasks: tasksShaping,
			Text: "Only the final positions of the pieces count, not whether they can be put in one after another.",
		},
		{
			ID: "UO-42", Marks: marksT, Tasks: tasksPaying,
			Text: "The fastest solution earns a blue gem of the display and a gem drawn from the bag.",
		},
		{
			ID: "UO-43", Marks: marksT, Tasks: tasksPaying,
			Text: "The second fastest earns a brown gem of the display and a gem drawn from the bag.",
		},
		{
			ID: "UO-44", Marks: marksT, Tasks: tasksPaying,
			Text: "The third and the fourth fastest each earn a gem drawn from the bag.",
		},
		{
			ID: "UO-45", Marks: marksT, Tasks: tasksPaying,
			Text: "A player without a solution wins nothing in the round.",
		},
		{
			ID: "UO-46", Marks: marksI, Tasks: tasksPaying,
			Text: "Gems are paid as soon as a claim is accepted. The claim says which gem was drawn; it must be in the bag then, " +
				"and leaves it.",
		},
		{
			ID: "UO-47", Marks: marksI, Tasks: tasksRewards,
			Text: "In a game the bag never runs empty: it has 40 gems at first, and players draw at most 36. Where task rewards " +
				"allows it, an empty bag gives nothing, and the draw is null.",
		},
		{
			ID: "UO-48", Marks: marksT, Tasks: tasksPaying,
			Text: "Each round takes one blue and one brown gem from the display, so after round r it has 9 - r of each.",
		},
		{
			ID: "UO-49", Marks: marksT, Tasks: tasksPaying,
			Text: "If only one player has solved, a brown gem of the display goes into the bag.",
		},
		{
			ID: "UO-50", Marks: marksT, Tasks: tasksPaying,
			Text: "If nobody has solved, a blue and a brown gem of the display go into the bag.",
		},
		{
			ID: "UO-51", Marks: marksT, Tasks: tasksMovePlay,
			Text: "Played boards are put away for the rest of the game.",
		},
		{
			ID: "UO-52", Marks: marksT, Tasks: tasksMovePlay,
			Text: "For the next round die and hourglass both move on to the left neighbour.",
		},
		{
			ID: "UO-53", Marks: marksT, Tasks: tasksMovePlay,
			Text: "The next round starts in phase roll, with round one higher, new boards, glass at 0, no die, and nobody who has " +
				"solved or is out.",
		},
		{
			ID: "UO-54", Marks: marksT, Tasks: tasksMovePlay,
			Text: "A game has nine rounds. After the last one round, roller and flipper keep their values, the die is null, glass " +
				"is 0, and no board is face up.",
		},
		{
			ID: "UO-55", Marks: marksT, Tasks: tasksCounting,
			Text: "A player's points are the sum of the values of its gems.",
		},
		{
			ID: "UO-56", Marks: marksT, Tasks: tasksResult,
			Text: "If one player has more points than any other, the game is over and that player wins.",
		},
		{
			ID: "UO-57", Marks: marksT, Tasks: tasksMovePlay,
			Text: "The players who share the most points go on among themselves, from phase playoff_roll; the others take no part.",
		},
		{
			ID: "UO-58", Marks: marksTH, Tasks: tasksMovePlay,
			Text: "One of the tied players reports the number rolled and a board for each of them, by seats. Phase playoff follows.",
		},
		{
			ID: "UO-59", Marks: marksH, Option: "playoff_level", Tasks: tasksMovePlay,
			Text: "A board of the playoff is any board of its player's level, used before or not. No two are sides of one card " +
				"(UO-10).",
		},
		{
			ID: "UO-60", Marks: marksT, Tasks: tasksMovePlay,
			Text: "The playoff has no hourglass: nobody turns it or shouts stop, and times are neither limited nor compared.",
		},
		{
			ID: "UO-61", Marks: marksT, Tasks: tasksMovePlay,
			Text: "The first correct solution of a tied player wins the game; then the die is null and no board is face up. A " +
				"wrong one is illegal, whatever wrong_claim says, and the playoff goes on.",
		},
		{
			ID: "UO-62", Marks: marksI, Tasks: tasksMovePlay,
			Text: "The playoff pays no gems, so the gem of a claim is null.",
		},
		{
			ID: "UO-63", Marks: marksI, Tasks: tasksScorePlay,
			Text: "The ranking has groups of players with the same points, the best first. The winner of a playoff ranks alone " +
				"before the others who were tied.",
		},
		{
			ID: "UO-64", Marks: marksT, Tasks: tasksView,
			Text: "Nobody sees the boards in a stack, not even the owner, only their number.",
		},
		{
			ID: "UO-65", Marks: marksT, Tasks: tasksView,
			Text: "Nobody sees the gems in the bag, only their number.",
		},
		{
			ID: "UO-66", Marks: marksI, Tasks: tasksView,
			Text: "Everything else is public: boards face up, die, glass, display, gems and finishing order.",
		},
		{
			ID: "UO-67", Marks: marksI, Tasks: tasksView,
			Text: "Once the die is rolled, a player with a board sees its own task.",
		},
		{
			ID: "UO-68", Marks: marksT, Tasks: tasksSolo,
			Text: "A run of variant count lasts 5, 10 or 20 minutes and counts the tasks solved, including one at the very end.",
		},
		{
			ID: "UO-69", Marks: marksT, Tasks: tasksSolo,
			Text: "A run of variant time lasts until the 5th, 10th or 20th task is solved, and measures the time.",
		},
		{
			ID: "UO-70", Marks: marksT, Tasks: tasksSolo,
			Text: "A board put aside is not solved, and does not come back in this run.",
		},
		{
			ID: "UO-71", Marks: marksI, Tasks: tasksSolo,
			Text: "Only one board is open at a time, and no card comes twice in a run; levels may differ.",
		},
		{
			ID: "UO-72", Marks: marksI, Tasks: tasksSolo,
			Text: "A wrong solution counts as a wrong attempt, and the board stays open.",
		},
		{
			ID: "UO-73", Marks: marksI, Tasks: tasksSolo,
			Text: "A finished run is a record if it is the first one or better than the best: more tasks, or less time. An equal " +
				"result is not better.",
		},
		{
			ID: "UO-74", Marks: marksH, Tasks: tasksLive,
			Text: "A player whose reply in a live game is missing, late or of another shape is out of the game for good, and a " +
				"drop-out. Before the playoff its gems go back into the bag. It cannot win.",
		},
		{
			ID: "UO-75", Marks: marksTH, Tasks: tasksLive,
			Text: "In a live game the referee calls all players who still have to solve at the same time. Once each has " +
				"replied, with a claim or with false for none, it judges the claims in the order of their times, equal ones " +
				"in the order of seats. Whoever claims wrongly is asked again before the next claim is judged, after ten " +
				"wrong claims in one run of the hourglass or one that is too late not any more.",
		},
		{
			ID: "UO-76", Marks: marksH, Tasks: tasksServer,
			Text: "The referee measures how long the calls of a player were open since the hourglass was turned. A claim counts " +
				"with the time that it tells, or with what was measured if that is later. Who tells a time that lies more " +
				"than 1 s before what was measured is out of the game.",
		},
		{
			ID: "UO-77", Marks: marksH, Tasks: tasksServer,
			Text: "What is left to chance in a live game comes from a number X, at first that of the input modulo 2^31. For a " +
				"draw among N, X becomes (1103515245 X + 12345) modulo 2^31, and the draw is X / 65536, rounded down, modulo " +
				"N, from 0. The die shows 1 plus a draw among 6. When a claim is accepted the gem is drawn among those in the " +
				"bag, which lie in the order red, blue, green, brown. In the playoff the die is rolled first. Then each tied " +
				"player in the order of seats gets a board, drawn among the boards of the content that fit, in their order: " +
				"of its level, and of a card that is not drawn yet.",
		},
		{
			ID: "UO-80", Marks: marksI, Tasks: tasksCheckSolve,
			Text: "A solution of a problem is a set of cells for each of its pieces that follows UO-35 to UO-40.",
		},
		{
			ID: "UO-81", Marks: marksI, Tasks: tasksSolve,
			Text: "Solutions differ if some piece fills other cells, however it was turned. Solutions that a symmetry of the " +
				"footprint maps onto each other are different.",
		},
		{
			ID: "UO-82", Marks: marksH, Tasks: tasksSolve,
			Text: "In canonical form pieces are sorted by their ids and cells by row, column and layer. Of two solutions, find the " +
				"first piece that differs: the one where it has the smaller list of cells comes first.",
		},
		{
			ID: "UO-83", Marks: marksI, Tasks: tasksSolve,
			Text: "All different solutions count, without a limit. A volume that is not twice the area has none.",
		},

		// Live play, of which the rule text says nothing. From UO-92 on the numbers are those
		// that the same statements have in the rule book of Bazar.
		{
			ID: "UO-84", Marks: marksS, Tasks: tasksLive,
			Text: "A client begins with its name, one JSON string, and gets no reply to it. When the name is complete and " +
				"accepted, the client has signed up.",
		},
		{
			ID: "UO-85", Marks: marksS, Tasks: tasksServer,
			Text: "A name has 1 to 20 letters and digits of ASCII. After anything else the server closes the connection, whose " +
				"client does not take part and is in no list.",
		},
		{
			ID: "UO-86", Marks: marksS, Tasks: tasksServer,
			Text: "A name must be complete 2 s after the connection. After that the server closes the connection.",
		},
		{
			ID: "UO-87", Marks: marksH, Tasks: tasksServer,
			Text: "The players sit in the order in which their connections were accepted, whatever order their names arrive in. " +
				"The names in the set-up do not count.",
		},
		{
			ID: "UO-88", Marks: marksH, Tasks: tasksServer,
			Text: "A client whose name somebody has signed up with before is refused: the server closes its connection.",
		},
		{
			ID: "UO-89", Marks: marksS, Tasks: tasksServer,
			Text: "The game starts when four have signed up, or 20 s after the port was opened if two or three have. If fewer " +
				"have, a second wait of 20 s begins, with the same end. Later connections are not served.",
		},
		{
			ID: "UO-90", Marks: marksS, Tasks: tasksServer,
			Text: "A client that has signed up and closes its connection stays in the game until its next call fails.",
		},
		{
			ID: "UO-91", Marks: marksS, Tasks: tasksServer,
			Text: "If other than the number of players of the set-up sign up, no game is played: the result is [[],[]], without " +
				"any call.",
		},
		{
			ID: "UO-92", Marks: marksS, Tasks: tasksLive,
			Text: "A call is [METHOD,[ARGUMENT]], and the client replies with one JSON value. Only white space may stand " +
				"between values.",
		},
		{
			ID: "UO-93", Marks: marksH, Tasks: tasksLive,
			Text: "A reply must be complete 60 s after the server began to send the call, as long as the hourglass runs. Single " +
				"bytes that arrive do not start that time again.",
		},
		{
			ID: "UO-94", Marks: marksS, Tasks: tasksLive,
			Text: "The reply to setup and to result is the string void, that to take-turn a claim or false. A player that sends " +
				"JSON of another shape is out.",
		},
		{
			ID: "UO-95", Marks: marksS, Tasks: tasksLive,
			Text: "Values may come in pieces, with blanks in front, and with any white space and escapes that JSON allows.",
		},
		{
			ID: "UO-96", Marks: marksH, Tasks: tasksServer,
			Text: "A value that nobody asked for is the reply to the next call.",
		},
		{
			ID: "UO-97", Marks: marksH, Tasks: tasksLive,
			Text: "A reply of more than 1 MiB, blanks in front included, or nested deeper than 64 puts its player out of the " +
				"game.",
		},
		{
			ID: "UO-98", Marks: marksS, Tasks: tasksServer,
			Text: "The server sends nothing more to a player that is out. It may close that connection at once, or at the end.",
		},
		{
			ID: "UO-99", Marks: marksS, Tasks: tasksLive,
			Text: "At the end the server calls result once for everybody who is still in the game. After the last reply it " +
				"closes all connections.",
		},
	}
}

// codes are the reasons why a request is illegal, in the order in which they are
// checked (chapter 6). Those from piece_not_in_task to gap are of a solution, too
// (3.3).
var codes = []game.Code{
	{Name: "game_over", Clause: "UO-56", When: "the game is over, so every request is illegal"},
	{Name: "no_such_player", Clause: "UO-01", When: "the request comes from a player that this game does not have"},
	{Name: "wrong_phase", Clause: "UO-17", When: "something else is due: the die, the hourglass, a solution, or the die of the playoff"},
	{Name: "not_your_turn", Clause: "UO-17", When: "it is up to another player to roll the die or to turn the hourglass"},
	{Name: "already_solved", Clause: "UO-21", When: "the player already has an accepted claim in this round"},
	{Name: "player_out", Clause: "UO-29", When: "the player is out of this round for a wrong claim"},
	{Name: "too_late", Clause: "UO-22", When: "the hourglass had run out when the player claimed"},
	{Name: "time_reversed", Clause: "UO-20", When: "the claim is earlier than the last accepted one"},
	{Name: "piece_not_in_task", Clause: "UO-32", When: "the request places a piece that is not of the task"},
	{Name: "piece_twice", Clause: "UO-33", When: "the request places a piece twice"},
	{Name: "piece_missing", Clause: "UO-34", When: "the request leaves out a piece of the task"},
	{Name: "wrong_shape", Clause: "UO-35", When: "the cells of a placement do not have the shape of its piece in any rotation"},
	{Name: "too_high", Clause: "UO-36", When: "a piece stands higher than two layers"},
	{Name: "outside_outline", Clause: "UO-37", When: "a piece lies outside the outline on the lower layer"},
	{Name: "overhang", Clause: "UO-38", When: "a piece hangs over the outline on the upper layer"},
	{Name: "overlap", Clause: "UO-39", When: "two pieces fill the same cell"},
	{Name: "gap", Clause: "UO-40", When: "a cell above the footprint is empty"},
	{Name: "gem_missing", Clause: "UO-46", When: "the solution is correct, but the claim names no gem drawn from the bag"},
	{Name: "gem_not_in_bag", Clause: "UO-46", When: "the bag has no gem of the drawn colour"},
	{Name: "too_early", Clause: "UO-23", When: "the player shouts stop before the hourglass has run out"},
	{Name: "not_tied", Clause: "UO-57", When: "the player does not take part in the playoff"},
	{Name: "gem_in_playoff", Clause: "UO-62", When: "the claim names a gem, but the playoff pays none"},
	{Name: "board_count", Clause: "UO-58", When: "the number of boards is not the number of tied players"},
	{Name: "wrong_level", Clause: "UO-59", When: "a board of the playoff does not have the level of its player"},
	{Name: "card_taken", Clause: "UO-10", When: "two boards of the playoff are sides of the same card"},
}
