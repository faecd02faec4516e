package bazar

import "github.com/touchstone-harness/touchstone/harness/game"

// The groups of tasks that recur in the clauses below. A clause names the tasks
// whose answer it can decide.
var (
	tasksAll      = []string{"setup", "move", "play", "view", "score", "order", "owners", "push"}
	tasksJudging  = []string{"move", "play"}
	tasksOrdering = []string{"order", "move", "play"}
	tasksPushing  = []string{"push", "move", "play"}
	tasksMarket   = []string{"push", "move", "play", "server"}
	tasksOwning   = []string{"owners", "move", "play"}
	tasksRanking  = []string{"score", "play"}
	tasksLive     = []string{"server", "clients", "player"}
	tasksServer   = []string{"server"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksT  = []game.Mark{game.Stated}
	marksI  = []game.Mark{game.Inferred}
	marksH  = []game.Mark{game.House}
	marksS  = []game.Mark{game.Source} // the course of The Bazaar Game
	marksIH = []game.Mark{game.Inferred, game.House}
	marksTI = []game.Mark{game.Stated, game.Inferred}
	marksTH = []game.Mark{game.Stated, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids. The
// numbers 09, 37 to 39, 51 to 54, 59, 67 to 69, 76 to 79 and 91 do not exist.
func clauses() []game.Clause {
	return []game.Clause{
		{
			ID: "BZ-01", Marks: marksI, Tasks: tasksAll,
			Text: "A game has two to four players, each with one guild: red, blue, green or yellow.",
		},
		{
			ID: "BZ-02", Marks: marksT, Tasks: []string{"setup", "move"},
			Text: "The guilds have equal sets of 14 tiles, one tile of each kind.",
		},
		{
			ID: "BZ-03", Marks: marksT, Tasks: []string{"setup"},
			Text: "The guild_master is a guild's start tile and is set aside; the guild's pile has its 13 other tiles, shuffled.",
		},
		{
			ID: "BZ-04", Marks: marksT, Tasks: []string{"setup"},
			Text: "A player's first hand is the top three tiles of its pile.",
		},
		{
			ID: "BZ-05", Marks: marksT, Tasks: []string{"setup", "move"},
			Text: "The eight normal event cards are spice_fleet, plague, great_fire, revolt, chariot_races, sultan_visit, siege " +
				"and amnesty. They form a shuffled pile. The three conditional cards lie open beside it: governor_bounty (I), " +
				"feast_of_the_poor (II) and reorganisation (III).",
		},
		{
			ID: "BZ-06", Marks: marksH, Option: "start_coins", Tasks: []string{"setup"},
			Text: "At the start each player has as many coins as the option start_coins says.",
		},
		{
			ID: "BZ-07", Marks: marksT, Tasks: []string{"setup", "move", "play"},
			Text: "In round 0, the start phase, the players take turns in the recorded starting order. Each places its start tile " +
				"on an empty cell of a district in play; no other tile may be placed, and nobody draws. After the last start " +
				"tile round 1 starts.",
		},
		{
			ID: "BZ-08", Marks: marksT, Tasks: []string{"setup", "move", "play", "owners", "push"},
			Text: "Five of the seven districts are in play from the start: palace, harbour, hippodrome, great_bazaar and arsenal. " +
				"The harem and the black_market are not.",
		},
		{
			ID: "BZ-10", Marks: marksT, Tasks: tasksOrdering,
			Text: "Players act in order of wealth, the player with the most coins first.",
		},
		{
			ID: "BZ-11", Marks: marksT, Tasks: tasksOrdering,
			Text: "Players with equal coins swap their order: who acted later in the previous round now acts earlier.",
		},
		{
			ID: "BZ-12", Marks: marksH, Option: "first_order", Tasks: tasksJudging,
			Text: "For round 1 the starting order counts as the previous round. With first_order set to same, players with equal " +
				"coins keep the starting order in round 1.",
		},
		{
			ID: "BZ-13", Marks: marksH, Option: "harem_round", Tasks: tasksJudging,
			Text: "The harem comes into play at the start of the round that harem_round names.",
		},
		{
			ID: "BZ-14", Marks: marksTI, Tasks: tasksJudging,
			Text: "If all five cells of the black_market have tiles when a round starts, it comes into play, with these tiles, " +
				"after the order is made and before an event is revealed. It stays in play, whatever happens to its tiles.",
		},
		{
			ID: "BZ-15", Marks: marksT, Tasks: tasksJudging,
			Text: "Round 1 has no event; every later round starts by revealing one card.",
		},
		{
			ID: "BZ-16", Marks: marksT, Tasks: tasksJudging,
			Text: "If the condition of an unplayed conditional card is met, that card is revealed; otherwise the top card of the " +
				"event pile.",
		},
		{
			ID: "BZ-17", Marks: marksH, Option: "bounty_coins", Tasks: tasksJudging,
			Text: "The condition of governor_bounty: at least one player has bounty_coins coins or more.",
		},
		{
			ID: "BZ-18", Marks: marksI, Tasks: tasksJudging,
			Text: "The condition of feast_of_the_poor: five or more cards have been played; that of reorganisation: six or more. " +
				"Cards of both sorts count.",
		},
		{
			ID: "BZ-19", Marks: marksT, Tasks: tasksJudging,
			Text: "If several conditional cards could be revealed, the one with the smallest numeral is; the others wait for a " +
				"later round.",
		},
		{
			ID: "BZ-20", Marks: marksT, Tasks: tasksJudging,
			Text: "Conditions are tested when the card is due: coins include the payout just made, and played cards are those of " +
				"all earlier rounds.",
		},
		{
			ID: "BZ-21", Marks: marksT, Tasks: tasksJudging,
			Text: "A card takes effect for its round, then stays among the played cards.",
		},
		{
			ID: "BZ-22", Marks: marksH, Option: "dry_events", Tasks: tasksJudging,
			Text: "If no condition is met and the event pile is empty, the round has no event. With dry_events set to end the game " +
				"is over instead of starting such a round.",
		},
		{
			ID: "BZ-23", Marks: marksT, Tasks: tasksJudging,
			Text: "In each round every player in order places exactly one tile from its hand; nobody may pass.",
		},
		{
			ID: "BZ-24", Marks: marksT, Tasks: tasksJudging,
			Text: "A tile goes on an empty cell of a district in play. Illustrations and holes are not cells.",
		},
		{
			ID: "BZ-25", Marks: marksIH, Tasks: tasksJudging,
			Text: "Only the favourite goes on a cell that has a tile, in a district in play; it cannot go on an empty cell.",
		},
		{
			ID: "BZ-26", Marks: marksTI, Tasks: tasksJudging,
			Text: "After the effect the player draws the top tile of its pile and puts it last in the hand; from an empty pile it " +
				"draws nothing. The other tiles of the hand keep their order.",
		},
		{
			ID: "BZ-27", Marks: marksT, Tasks: []string{"view"},
			Text: "On the board and in the market, tiles of the permanent kinds (beggar, administrator, traitor) lie face up, " +
				"those of all other kinds, the direct ones, face down.",
		},
		{
			ID: "BZ-28", Marks: marksT, Tasks: tasksJudging,
			Text: "A direct tile takes effect only when it is placed from the hand, whatever happens to it later. A permanent tile " +
				"takes effect wherever it lies in a district in play, even after it was moved.",
		},
		{
			ID: "BZ-29", Marks: marksTH, Option: "aim", Tasks: tasksJudging,
			Text: "A player must apply an effect if possible: a courier, charlatan, ferryman or innkeeper must aim at a target if " +
				"any of the four directions has one. If none has, any direction is legal and nothing happens. With aim set to " +
				"free any direction is always legal. The notable follows BZ-46 alone.",
		},
		{
			ID: "BZ-30", Marks: marksT, Tasks: tasksJudging,
			Text: "A tile may be placed even if its effect does nothing or is blocked.",
		},
		{
			ID: "BZ-31", Marks: marksTI, Tasks: []string{"push", "owners", "move", "play"},
			Text: "For a moving tile each square is a cell (of a district in play), a wall (an illustration of such a district) or " +
				"out (a hole, anything beyond the edge, any square of a district not in play). Tiles in a market that is not in " +
				"play are not targets, do not move and do not count.",
		},
		{
			ID: "BZ-32", Marks: marksI, Tasks: tasksPushing,
			Text: "A step moves a chain: the tile and all tiles that follow it without a gap in the direction of the step. If the " +
				"square after the chain is an empty cell, the whole chain moves by one square.",
		},
		{
			ID: "BZ-33", Marks: marksH, Option: "chain", Tasks: tasksPushing,
			Text: "A pushed tile moves its whole chain. With chain set to block, a chain of two or more tiles does not move.",
		},
		{
			ID: "BZ-34", Marks: marksT, Tasks: tasksPushing,
			Text: "If the square after the chain is a wall, nothing moves.",
		},
		{
			ID: "BZ-35", Marks: marksT, Tasks: tasksPushing,
			Text: "If the square after the chain is out, the last tile of the chain is eliminated and all others move by one " +
				"square.",
		},
		{
			ID: "BZ-36", Marks: marksT, Tasks: tasksPushing,
			Text: "A push of several steps goes step by step, each with its own chain. It ends at the first blocked step, keeping " +
				"the earlier ones, or when the pushed tile is eliminated.",
		},
		{
			ID: "BZ-40", Marks: marksH, Tasks: tasksJudging,
			Text: "The guild_master has no effect.",
		},
		{
			ID: "BZ-41", Marks: marksH, Tasks: tasksJudging,
			Text: "The fishmonger pushes its four neighbours away by one step each, in the order above, right, below, left.",
		},
		{
			ID: "BZ-42", Marks: marksTH, Tasks: tasksJudging,
			Text: "The courier pushes its neighbour in the chosen direction, its target, two steps that way.",
		},
		{
			ID: "BZ-43", Marks: marksT, Tasks: tasksJudging,
			Text: "The favourite eliminates the tile on its cell, of any guild and kind, and takes its place.",
		},
		{
			ID: "BZ-44", Marks: marksTH, Tasks: tasksJudging,
			Text: "The charlatan swaps places with its neighbour in the chosen direction, its target.",
		},
		{
			ID: "BZ-45", Marks: marksTH, Tasks: tasksJudging,
			Text: "The architect moves its four neighbours by a quarter turn around it, all at once: right is clockwise, left " +
				"counter-clockwise. If one of them would land on a wall, none moves. Those that land out are eliminated after " +
				"the others have moved, in ring order of their old places. Both turns are always legal.",
		},
		{
			ID: "BZ-46", Marks: marksTH, Tasks: tasksJudging,
			Text: "The notable takes a tile of any guild from another district in play to an empty cell of its own district. It " +
				"must do so if such a tile exists and such a cell besides its own; otherwise, and only then, the choice is null.",
		},
		{
			ID: "BZ-47", Marks: marksTH, Tasks: tasksJudging,
			Text: "The pedlar walks one to three squares in a direction. Before each step it pushes a tile in its way one step " +
				"ahead. The walk ends where that push is blocked, and before a wall or out. Every direction and number is legal, " +
				"and the pedlar itself never leaves the board.",
		},
		{
			ID: "BZ-48", Marks: marksH, Tasks: tasksJudging,
			Text: "The ferryman carries its neighbour in the chosen direction, its target, to the square on its other side: onto " +
				"an empty cell; a tile carried out is eliminated; if a wall or a tile is there, it stays where it was.",
		},
		{
			ID: "BZ-49", Marks: marksH, Tasks: tasksJudging,
			Text: "The innkeeper looks along the chosen direction over empty cells. The first tile it sees, its target, moves to " +
				"the cell next to the innkeeper; a wall or out ends the view.",
		},
		{
			ID: "BZ-50", Marks: marksH, Tasks: tasksJudging,
			Text: "The tax_collector takes two coins from the owner of its district, or all coins of an owner that has fewer. It " +
				"takes nothing if nobody or its own guild is the owner. Its own weight and the event of the round count when " +
				"finding the owner.",
		},
		{
			ID: "BZ-55", Marks: marksT, Tasks: tasksPushing,
			Text: "While the market is not in play and has fewer than five tiles, an eliminated tile goes to a free cell of it.",
		},
		{
			ID: "BZ-56", Marks: marksT, Option: "market_cell", Tasks: tasksMarket,
			Text: "The owner of an eliminated tile chooses its free market cell. If one request sends several tiles there, they go " +
				"one by one in the order of elimination. The key market of the request has these choices, one cell for each such " +
				"tile. An entry must be a market cell that is free when its tile arrives. There may be fewer entries than tiles, " +
				"never more; a discarded tile has no entry. A tile without an entry takes the first free cell in reading order. " +
				"With market_cell set to lowest every tile takes the first free cell, with highest the last one, and requests " +
				"have no key market. In task push, where nobody chooses, chosen means lowest.",
		},
		{
			ID: "BZ-57", Marks: marksT, Tasks: tasksPushing,
			Text: "If the market has five tiles or is in play, an eliminated tile leaves the game for good.",
		},
		{
			ID: "BZ-58", Marks: marksT, Tasks: []string{"owners", "move", "play"},
			Text: "A full market waits for the next round: until then nobody may place tiles there and it pays nothing.",
		},
		{
			ID: "BZ-60", Marks: marksTH, Tasks: tasksOwning,
			Text: "An administrator weighs 2, any other tile 1; a guild's count in a district is the sum of the weights of its " +
				"tiles there.",
		},
		{
			ID: "BZ-61", Marks: marksH, Tasks: tasksOwning,
			Text: "A traitor silences each rival tile above, below, left or right of it in the same district: its weight is 0, " +
				"even that of an administrator or a traitor. Rival traitors side by side silence each other and still silence " +
				"others.",
		},
		{
			ID: "BZ-62", Marks: marksT, Tasks: tasksOwning,
			Text: "A district's owner is the guild with the largest count there, above 0 and without a tie. In a tie nobody owns " +
				"it, and an absolute majority is not needed.",
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
			Text: "With minority, which feast_of_the_poor puts on all districts in play, the owner is the guild with the smallest " +
				"count above 0, without a tie.",
		},
		{
			ID: "BZ-65", Marks: marksH, Tasks: tasksOwning,
			Text: "With amnesty, which the card of that name puts on all districts in play, permanent tiles have no effect: each " +
				"weighs 1, and no beggar halves.",
		},
		{
			ID: "BZ-66", Marks: marksTI, Tasks: tasksOwning,
			Text: "When the last player of a round has acted, each district in play pays its worth, with the event in force, to " +
				"its owner, all at once; there are always enough coins.",
		},
		{
			ID: "BZ-70", Marks: marksTH, Option: "end_check", Tasks: []string{"move", "play", "server"},
			Text: "The game ends when a player has at least 75 coins. This is tested after each placement of the players phase, " +
				"once the player has drawn, and after each payout, whoever has the coins. A round that a placement cuts short " +
				"pays nothing, even if that placement was its last. With end_check set to round_end only payouts can end the " +
				"game.",
		},
		{
			ID: "BZ-71", Marks: marksTI, Tasks: tasksJudging,
			Text: "The game also ends with the payout of the round in which the eleventh card is in force.",
		},
		{
			ID: "BZ-72", Marks: marksH, Option: "dry_events", Tasks: tasksJudging,
			Text: "The game also ends with a payout after which no player has a tile in hand or, with dry_events set to end, no " +
				"card can be revealed (BZ-22).",
		},
		{
			ID: "BZ-73", Marks: marksT, Tasks: []string{"score", "move", "play"},
			Text: "The player with the most coins wins; in a tie, the one of them with the lowest token in the last round. The end " +
				"makes no new order.",
		},
		{
			ID: "BZ-74", Marks: marksT, Tasks: tasksRanking,
			Text: "Players rank by their coins, in a tie by their tokens, the lowest first. The scores are listed in seat order, whatever the ranks.",
		},
		{
			ID: "BZ-75", Marks: marksI, Tasks: tasksJudging,
			Text: "After the end of the game no tile may be placed.",
		},
		{
			ID: "BZ-80", Marks: marksT, Tasks: []string{"view"},
			Text: "All tiles on the board, in the market and discarded are public, even those face down, and so are coins, order, " +
				"played cards and the sizes of hands and piles.",
		},
		{
			ID: "BZ-81", Marks: marksI, Tasks: []string{"view"},
			Text: "Hands of others and the order of every pile are secret. Of its own pile a player knows the remaining kinds, not " +
				"their order.",
		},

		// Live play, of which the rule text says nothing. The numbers are those that the
		// same statements have in the rule book of The Bazaar Game, plus two.
		{
			ID: "BZ-82", Marks: marksS, Tasks: tasksLive,
			Text: "A client begins with its name, one JSON string, and gets no reply to it. When the name is complete and " +
				"accepted, the client has signed up.",
		},
		{
			ID: "BZ-83", Marks: marksS, Tasks: tasksServer,
			Text: "A name has 1 to 20 letters and digits of ASCII. After anything else the server closes the connection, " +
				"whose client does not take part and is in no list.",
		},
		{
			ID: "BZ-84", Marks: marksS, Tasks: tasksServer,
			Text: "A name must be complete 2 s after the connection. After that the server closes the connection.",
		},
		{
			ID: "BZ-85", Marks: marksH, Tasks: tasksServer,
			Text: "The players sit in the order in which their connections were accepted, whatever order their names arrive " +
				"in.",
		},
		{
			ID: "BZ-86", Marks: marksH, Tasks: tasksServer,
			Text: "A client whose name somebody has signed up with before is refused: the server closes its connection.",
		},
		{
			ID: "BZ-87", Marks: marksS, Tasks: tasksServer,
			Text: "The game starts when four have signed up, or 20 s after the port was opened if two or three have. If " +
				"fewer have, a second wait of 20 s begins, with the same end. Later connections are not served.",
		},
		{
			ID: "BZ-88", Marks: marksS, Tasks: tasksServer,
			Text: "A client that has signed up and closes its connection stays in the game until its next call fails.",
		},
		{
			ID: "BZ-89", Marks: marksS, Tasks: tasksServer,
			Text: "If other than the number of players of the set-up sign up, no game is played: the result is [[],[]], " +
				"without any call.",
		},
		{
			ID: "BZ-90", Marks: marksH, Tasks: tasksLive,
			Text: "A player whose reply is missing, late, of another shape or illegal is out of the game for good, and a " +
				"drop-out. Its tiles stay and count, and it cannot win. At its turns the server places for it: the first legal " +
				"request in the order of its hand, the districts, their cells and the choices.",
		},
		{
			ID: "BZ-92", Marks: marksS, Tasks: tasksLive,
			Text: "The server makes one call at a time, [METHOD,[ARGUMENT,...]], and the client replies with one JSON value. " +
				"Only white space may stand between values.",
		},
		{
			ID: "BZ-93", Marks: marksS, Tasks: tasksLive,
			Text: "A reply must be complete 4 s after the server began to send the call. Single bytes that arrive do not " +
				"start that time again.",
		},
		{
			ID: "BZ-94", Marks: marksS, Tasks: tasksLive,
			Text: "The reply to setup and to result is the string void, that to take-turn a placement, that to market a cell. A " +
				"player that sends JSON of another shape is out.",
		},
		{
			ID: "BZ-95", Marks: marksS, Tasks: tasksLive,
			Text: "Values may come in pieces, with blanks in front, and with any white space and escapes that JSON allows.",
		},
		{
			ID: "BZ-96", Marks: marksH, Tasks: tasksServer,
			Text: "A value that nobody asked for is the reply to the next call.",
		},
		{
			ID: "BZ-97", Marks: marksH, Tasks: tasksLive,
			Text: "A reply of more than 1 MiB, blanks in front included, or nested deeper than 64 puts its player out of the " +
				"game.",
		},
		{
			ID: "BZ-98", Marks: marksS, Tasks: tasksServer,
			Text: "The server sends nothing more to a player that is out. It may close that connection at once, or at the " +
				"end.",
		},
		{
			ID: "BZ-99", Marks: marksS, Tasks: tasksLive,
			Text: "At the end the server calls result once for everybody who is still in the game. After the last reply it " +
				"closes all connections.",
		},
	}
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
		When: "it is another guild's turn",
	},
	{
		Name: "start_tile_first", Clause: "BZ-07",
		When: "in the start phase players may place only the guild_master",
	},
	{
		Name: "not_in_hand", Clause: "BZ-23",
		When: "the guild has no tile of that kind in hand",
	},
	{
		Name: "not_a_cell", Clause: "BZ-24",
		When: "the square is a hole or an illustration, not a cell",
	},
	{
		Name: "not_in_play", Clause: "BZ-24",
		When: "the cell belongs to the harem or the market, which is not in play",
	},
	{
		Name: "cell_empty", Clause: "BZ-25",
		When: "the request places a favourite on an empty cell",
	},
	{
		Name: "cell_occupied", Clause: "BZ-24",
		When: "the cell already has a tile",
	},
	{
		Name: "bad_choice", Clause: "BZ-29",
		When: "the choice does not have the form for this kind of tile",
	},
	{
		Name: "no_target", Clause: "BZ-29",
		When: "the chosen direction has no target although another has one, or a notable takes no tile although it could",
	},
	{
		Name: "bad_from", Clause: "BZ-46",
		When: "the notable's move is not from a tile in play outside its own district",
	},
	{
		Name: "bad_to", Clause: "BZ-46",
		When: "the notable's move does not go to an empty cell of its own district",
	},
	{
		Name: "bad_market", Clause: "BZ-56",
		When: "an entry of market is not a free market cell when its tile arrives, or there are more entries than tiles",
	},
}
