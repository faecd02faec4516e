package bazar

import "github.com/touchstone-harness/touchstone/harness/game"

// The groups of tasks that recur in the clauses below. A clause names the tasks
// whose answer it can decide.
var (
	tasksAll      = []string{"setup", "move", "play", "view", "score", "order", "owners", "push"}
	tasksJudging  = []string{"move", "play"}
	tasksOrdering = []string{"order", "move", "play"}
	tasksPushing  = []string{"push", "move", "play"}
	tasksOwning   = []string{"owners", "move", "play"}
	tasksRanking  = []string{"score", "play"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksT  = []game.Mark{game.Stated}
	marksI  = []game.Mark{game.Inferred}
	marksH  = []game.Mark{game.House}
	marksIH = []game.Mark{game.Inferred, game.House}
	marksTI = []game.Mark{game.Stated, game.Inferred}
	marksTH = []game.Mark{game.Stated, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids. The
// numbers 09, 37 to 39, 51 to 54, 59, 67 to 69 and 76 to 79 do not exist.
var clauses = []game.Clause{
	{
		ID: "BZ-01", Marks: marksI, Tasks: tasksAll,
		Text: "A game has two, three or four players, and each of them is one guild: red, blue, green or yellow.",
	},
	{
		ID: "BZ-02", Marks: marksT, Tasks: []string{"setup", "move"},
		Text: "The guilds have equal sets of 14 tiles, one tile of each kind.",
	},
	{
		ID: "BZ-03", Marks: marksT, Tasks: []string{"setup"},
		Text: "A guild's guild_master is its start tile and is put aside; the pile of the guild is made of its 13 other tiles, " +
			"shuffled.",
	},
	{
		ID: "BZ-04", Marks: marksT, Tasks: []string{"setup"},
		Text: "The first hand of a player is the three tiles on top of its pile.",
	},
	{
		ID: "BZ-05", Marks: marksT, Tasks: []string{"setup", "move"},
		Text: "The eight normal event cards are spice_fleet, plague, great_fire, revolt, chariot_races, sultan_visit, siege and " +
			"amnesty. They are shuffled into a pile, beside which the three conditional ones lie open: governor_bounty, " +
			"feast_of_the_poor and reorganisation, which have the numerals I, II and III.",
	},
	{
		ID: "BZ-06", Marks: marksH, Option: "start_coins", Tasks: []string{"setup"},
		Text: "At the beginning everybody has as many coins as the option start_coins says.",
	},
	{
		ID: "BZ-07", Marks: marksT, Tasks: []string{"setup", "move", "play"},
		Text: "In round 0, the start phase, the players take turns in the recorded starting order and each lays its start tile on an " +
			"empty cell of a district in play. No other tile may be placed, and no tile is drawn. The last start tile opens round 1.",
	},
	{
		ID: "BZ-08", Marks: marksT, Tasks: []string{"setup", "move", "play", "owners", "push"},
		Text: "Of the seven districts, palace, harbour, hippodrome, great_bazaar and arsenal are in play when a game begins. Neither " +
			"the harem nor the black_market is.",
	},
	{
		ID: "BZ-10", Marks: marksT, Tasks: tasksOrdering,
		Text: "A round is played in order of wealth, whoever has the most coins first.",
	},
	{
		ID: "BZ-11", Marks: marksT, Tasks: tasksOrdering,
		Text: "Players who have the same number of coins swap their order: who acted later in the round before acts earlier now.",
	},
	{
		ID: "BZ-12", Marks: marksH, Option: "first_order", Tasks: tasksJudging,
		Text: "For round 1 the starting order takes the place of the round before. With first_order set to same, equal players keep the " +
			"starting order in that round.",
	},
	{
		ID: "BZ-13", Marks: marksH, Option: "harem_round", Tasks: tasksJudging,
		Text: "With the beginning of the round that harem_round names, the harem is in play.",
	},
	{
		ID: "BZ-14", Marks: marksTI, Tasks: tasksJudging,
		Text: "When a round begins and all five cells of a black_market that is not in play have tiles, it is in play from then on, " +
			"with these tiles, after the order was made and before an event is revealed. Nothing takes it out of play again.",
	},
	{
		ID: "BZ-15", Marks: marksT, Tasks: tasksJudging,
		Text: "Round 1 has no event; every later round begins with the reveal of one card.",
	},
	{
		ID: "BZ-16", Marks: marksT, Tasks: tasksJudging,
		Text: "A conditional card that was not played yet and whose condition is met is the one revealed; if there is none, it is the " +
			"top card of the event pile.",
	},
	{
		ID: "BZ-17", Marks: marksH, Option: "bounty_coins", Tasks: tasksJudging,
		Text: "The condition of governor_bounty: at least one player has bounty_coins coins or more.",
	},
	{
		ID: "BZ-18", Marks: marksI, Tasks: tasksJudging,
		Text: "The condition of feast_of_the_poor: five cards or more were played before; that of reorganisation: six or more. Cards of " +
			"both sorts count.",
	},
	{
		ID: "BZ-19", Marks: marksT, Tasks: tasksJudging,
		Text: "Of several conditional cards that could be revealed, the smallest numeral is; the others wait for a later round.",
	},
	{
		ID: "BZ-20", Marks: marksT, Tasks: tasksJudging,
		Text: "The conditions are looked at when the card is due: coins include the payout that has just been made, and the played " +
			"cards are those of all rounds before.",
	},
	{
		ID: "BZ-21", Marks: marksT, Tasks: tasksJudging,
		Text: "The effects of a card last for its round, and the card stays with the played ones.",
	},
	{
		ID: "BZ-22", Marks: marksH, Option: "dry_events", Tasks: tasksJudging,
		Text: "When no condition is met and the event pile has run out, the round has no event. With dry_events set to end there is no " +
			"such round: the game is over instead.",
	},
	{
		ID: "BZ-23", Marks: marksT, Tasks: tasksJudging,
		Text: "Once in a round, in the order, each player places exactly one tile from its hand; nobody may pass.",
	},
	{
		ID: "BZ-24", Marks: marksT, Tasks: tasksJudging,
		Text: "A tile goes on an empty cell of a district in play. Illustrations and holes are not cells.",
	},
	{
		ID: "BZ-25", Marks: marksIH, Tasks: tasksJudging,
		Text: "The favourite alone goes on a cell of a district in play that has a tile, and cannot go on an empty one.",
	},
	{
		ID: "BZ-26", Marks: marksTI, Tasks: tasksJudging,
		Text: "Once the effect is over, the player draws the top tile of its pile and holds it last; from an empty pile nothing is " +
			"drawn. The tiles that stay in a hand keep their order.",
	},
	{
		ID: "BZ-27", Marks: marksT, Tasks: []string{"view"},
		Text: "On the board and in the market, tiles of the permanent kinds, which are beggar, administrator and traitor, lie face up " +
			"and those of all other kinds, the direct ones, face down.",
	},
	{
		ID: "BZ-28", Marks: marksT, Tasks: tasksJudging,
		Text: "A direct tile takes effect only at the moment it is placed from the hand, whatever happens to it later. A permanent tile " +
			"acts wherever it lies in a district in play, also when it was moved there.",
	},
	{
		ID: "BZ-29", Marks: marksTH, Option: "aim", Tasks: tasksJudging,
		Text: "Whoever can apply an effect must do so: a courier, charlatan, ferryman or innkeeper must be aimed at a target if any of " +
			"the four directions has one. If none has, every direction will do and nothing happens. With aim set to free the " +
			"direction is free in any case.",
	},
	{
		ID: "BZ-30", Marks: marksT, Tasks: tasksJudging,
		Text: "A tile may be placed even if its effect finds nothing to do or is blocked.",
	},
	{
		ID: "BZ-31", Marks: marksTI, Tasks: []string{"push", "owners", "move", "play"},
		Text: "To a tile that comes there, a square is a cell (of a district in play), a wall (an illustration of such a district) or " +
			"out (a hole, what is beyond the edge, and any square of a district that is not in play). Tiles that wait in a market " +
			"which is not in play are neither found nor moved nor counted.",
	},
	{
		ID: "BZ-32", Marks: marksI, Tasks: tasksPushing,
		Text: "A single step concerns the chain: the tile itself and those that follow it without a gap in the direction of the step. " +
			"If the square behind the chain is an empty cell, all of the chain moves by one square.",
	},
	{
		ID: "BZ-33", Marks: marksH, Option: "chain", Tasks: tasksPushing,
		Text: "A tile that is pushed takes the whole chain along. With chain set to block, a chain of two tiles or more does not move " +
			"at all.",
	},
	{
		ID: "BZ-34", Marks: marksT, Tasks: tasksPushing,
		Text: "A wall behind the chain stops the step, and nothing moves.",
	},
	{
		ID: "BZ-35", Marks: marksT, Tasks: tasksPushing,
		Text: "If it is out behind the chain, the tile at that end of it is eliminated and all others of the chain move by one square.",
	},
	{
		ID: "BZ-36", Marks: marksT, Tasks: tasksPushing,
		Text: "A push of several steps is made step by step, each with the chain as it then is. The first blocked step ends it without " +
			"undoing those before, and so does the elimination of the pushed tile.",
	},
	{
		ID: "BZ-40", Marks: marksH, Tasks: tasksJudging,
		Text: "The guild_master has no effect.",
	},
	{
		ID: "BZ-41", Marks: marksH, Tasks: tasksJudging,
		Text: "The fishmonger pushes its four neighbours away by one step each: the tile above it first, then right, below and left.",
	},
	{
		ID: "BZ-42", Marks: marksTH, Tasks: tasksJudging,
		Text: "The courier pushes its neighbour in the chosen direction two steps that way; this neighbour is its target.",
	},
	{
		ID: "BZ-43", Marks: marksT, Tasks: tasksJudging,
		Text: "The favourite eliminates the tile on its cell, of whatever guild and kind, and lies there instead.",
	},
	{
		ID: "BZ-44", Marks: marksTH, Tasks: tasksJudging,
		Text: "The charlatan trades places with its neighbour in the chosen direction, which is its target.",
	},
	{
		ID: "BZ-45", Marks: marksTH, Tasks: tasksJudging,
		Text: "The architect makes its four neighbours move on by a quarter turn at the same moment, clockwise for right and the other " +
			"way round for left. If one of them would come to a wall, none moves. Those that come out are eliminated after the others " +
			"have moved, in ring order of where they came from. Either turn may always be chosen.",
	},
	{
		ID: "BZ-46", Marks: marksTH, Tasks: tasksJudging,
		Text: "The notable takes a tile of any guild from another district in play to an empty cell of its own district. If there is " +
			"such a tile, and such a cell besides the one it lies on, it must do so; otherwise, and only then, the choice is null.",
	},
	{
		ID: "BZ-47", Marks: marksTH, Tasks: tasksJudging,
		Text: "The pedlar walks up to three squares in a direction. Before each step a tile in its way is pushed one step ahead; where " +
			"that is blocked, and before a wall or what is out, the walk ends. Every direction and number may be chosen, and the " +
			"pedlar itself never leaves the board.",
	},
	{
		ID: "BZ-48", Marks: marksH, Tasks: tasksJudging,
		Text: "The ferryman carries its neighbour in the chosen direction, its target, to the square on its other side: it lies there " +
			"if that is an empty cell, is eliminated if that is out, and stays where it was if a wall or a tile is there.",
	},
	{
		ID: "BZ-49", Marks: marksH, Tasks: tasksJudging,
		Text: "The innkeeper looks along the chosen direction over empty cells. The first tile that it sees, its target, moves to the " +
			"cell next to it; a wall and what is out end the view.",
	},
	{
		ID: "BZ-50", Marks: marksH, Tasks: tasksJudging,
		Text: "The tax_collector takes two coins, or one if there is no more, from the owner of its district, if that is another guild; " +
			"its own weight and the event of the round count for who owns it.",
	},
	{
		ID: "BZ-55", Marks: marksT, Tasks: tasksPushing,
		Text: "As long as the market is not in play and has fewer than five tiles, an eliminated tile is put on a free cell of it.",
	},
	{
		ID: "BZ-56", Marks: marksT, Option: "market_cell", Tasks: tasksPushing,
		Text: "The owner of an eliminated tile chooses its free market cell. If one request puts several tiles there, they go one after the " +
			"other, in the order of elimination. The key market of the request records the choices, one cell for each of these tiles. An " +
			"entry must be a cell of the market that is free when its tile gets there. There may be fewer entries than tiles, never more; " +
			"a discarded tile has none. A tile without an entry takes the first free cell in reading order. With market_cell set to " +
			"lowest every tile takes the first free cell, with highest the last one, and requests have no key market. Task push, where " +
			"nobody chooses, treats chosen like lowest.",
	},
	{
		ID: "BZ-57", Marks: marksT, Tasks: tasksPushing,
		Text: "With five tiles in the market, or with the market in play, an eliminated tile leaves the game for good.",
	},
	{
		ID: "BZ-58", Marks: marksT, Tasks: []string{"owners", "move", "play"},
		Text: "A market that has become full waits for the next round: until then nobody may place tiles there and it pays nothing.",
	},
	{
		ID: "BZ-60", Marks: marksTH, Tasks: tasksOwning,
		Text: "An administrator has weight 2, any other tile 1; the count of a guild in a district is the weight of all its tiles " +
			"there.",
	},
	{
		ID: "BZ-61", Marks: marksH, Tasks: tasksOwning,
		Text: "A traitor takes all weight from each rival tile above, below, left or right of it in the same district, be it an " +
			"administrator or a traitor; rival traitors side by side silence each other and go on silencing others.",
	},
	{
		ID: "BZ-62", Marks: marksT, Tasks: tasksOwning,
		Text: "The owner of a district is the guild that alone has the largest count there, if it has any. A tie leaves the district " +
			"without owner, and no absolute majority is asked for.",
	},
	{
		ID: "BZ-63", Marks: marksTH, Tasks: tasksOwning,
		Text: "What a district is worth: its base value (palace 5, harbour 4, hippodrome 3, great_bazaar 4, arsenal 3, harem 6, " +
			"black_market 5), or with shift that of the next district in play in this order, the first one following the last; " +
			"doubled by double; then 2 more with plus2 or 2 less with minus2; then halved for each beggar in it, whosever it is and " +
			"silenced or not, a half left at the end counting as a whole. Barred makes it 0 in any case. All districts in play have " +
			"plus2 in the round of governor_bounty and shift in that of reorganisation. The others: spice_fleet is plus2 for " +
			"harbour and great_bazaar; plague is minus2 for hippodrome, great_bazaar and harem; great_fire is barred for " +
			"great_bazaar; revolt is barred for palace, plus2 for arsenal; chariot_races is plus2 for hippodrome, minus2 for " +
			"harbour; sultan_visit is plus2 for palace and harem, barred for black_market; siege is double for arsenal, barred for " +
			"harbour.",
	},
	{
		ID: "BZ-64", Marks: marksH, Tasks: tasksOwning,
		Text: "With minority, which feast_of_the_poor brings to all districts in play, the owner is the guild that alone has the " +
			"smallest count above 0.",
	},
	{
		ID: "BZ-65", Marks: marksH, Tasks: tasksOwning,
		Text: "With amnesty, which the card of that name brings to all districts in play, permanent tiles have no effect: each weighs " +
			"1, and no beggar halves.",
	},
	{
		ID: "BZ-66", Marks: marksTI, Tasks: tasksOwning,
		Text: "When the last player of a round has acted, each district in play pays its worth, under the event in force, to its owner, " +
			"all at once; there are always coins enough.",
	},
	{
		ID: "BZ-70", Marks: marksTH, Option: "end_check", Tasks: tasksJudging,
		Text: "A player with at least 75 coins ends the game. This is looked at after each placement of the players phase, once the " +
			"player has drawn, and after each payout. It does not matter who has the coins. A round that a placement breaks off pays " +
			"nothing, even if that placement was its last. With end_check set to round_end only payouts can end the game.",
	},
	{
		ID: "BZ-71", Marks: marksTI, Tasks: tasksJudging,
		Text: "The payout of the round in which the eleventh card was in force ends the game as well.",
	},
	{
		ID: "BZ-72", Marks: marksH, Option: "dry_events", Tasks: tasksJudging,
		Text: "So does a payout after which no player has a tile in hand, and with dry_events set to end one after which there is no " +
			"card to reveal.",
	},
	{
		ID: "BZ-73", Marks: marksT, Tasks: []string{"score", "move", "play"},
		Text: "The winner has the most coins; of several, the one with the lowest token in the last round, for which no new order is " +
			"made.",
	},
	{
		ID: "BZ-74", Marks: marksT, Tasks: tasksRanking,
		Text: "Players rank by their coins, those with equal coins by their tokens, the lowest first.",
	},
	{
		ID: "BZ-75", Marks: marksI, Tasks: tasksJudging,
		Text: "When the game is over no tile may be placed any more.",
	},
	{
		ID: "BZ-80", Marks: marksT, Tasks: []string{"view"},
		Text: "All tiles on the board, in the market and discarded are open to everybody, the face-down ones included, and so are " +
			"coins, order, played cards and the sizes of hands and piles.",
	},
	{
		ID: "BZ-81", Marks: marksI, Tasks: []string{"view"},
		Text: "Nobody sees the hands of others or the order of any pile. Of its own pile a player knows the kinds that are left, not " +
			"their order.",
	},
}

// codes lists the kinds of illegal requests in the order in which they are
// checked: the first one that applies is the code of a request.
var codes = []game.Code{
	{
		Name: "game_over", Clause: "BZ-75",
		When: "the game is over, so no tile may be placed any more",
	},
	{
		Name: "not_your_turn", Clause: "BZ-23",
		When: "it is another guild's turn to act",
	},
	{
		Name: "start_tile_first", Clause: "BZ-07",
		When: "in the start phase only the guild_master may be placed",
	},
	{
		Name: "not_in_hand", Clause: "BZ-23",
		When: "the guild does not hold a tile of that kind",
	},
	{
		Name: "not_a_cell", Clause: "BZ-24",
		When: "the square is a hole or an illustration, on which no tile can lie",
	},
	{
		Name: "not_in_play", Clause: "BZ-24",
		When: "the cell belongs to the harem or the market, which is not in play",
	},
	{
		Name: "cell_empty", Clause: "BZ-25",
		When: "a favourite is placed on a cell without a tile",
	},
	{
		Name: "cell_occupied", Clause: "BZ-24",
		When: "a tile lies on the cell already",
	},
	{
		Name: "bad_choice", Clause: "BZ-29",
		When: "the choice is not of the form that this kind of tile needs",
	},
	{
		Name: "no_target", Clause: "BZ-29",
		When: "the chosen direction has no target though another has, or a notable that could take a tile takes none",
	},
	{
		Name: "bad_from", Clause: "BZ-46",
		When: "the notable takes no tile in play, or one of its own district",
	},
	{
		Name: "bad_to", Clause: "BZ-46",
		When: "the notable's tile would not come to an empty cell of the notable's district",
	},
	{
		Name: "bad_market", Clause: "BZ-56",
		When: "an entry of market is no free cell of the market when its tile gets there, or there are more entries than such tiles",
	},
}
