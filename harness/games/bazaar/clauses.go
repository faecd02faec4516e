package bazaar

import "github.com/touchstone-harness/touchstone/harness/game"

// The groups of tasks that recur in the clauses below. A clause names the
// tasks whose answer it can decide, be it by what is computed or by what is
// refused as invalid input. Live play repeats whole games, so that it depends
// on every clause that decides games; server and clients are therefore named
// only by the clauses that are theirs alone.
var (
	tasksBatch         = []string{"equations", "turn", "strategy", "rules", "games", "move", "play", "view", "score", "setup"}
	tasksWithCards     = []string{"turn", "strategy", "rules", "games", "move", "play", "view", "score", "setup"}
	tasksWithEquations = []string{"equations", "strategy", "rules", "games", "move", "play", "view", "score", "setup"}
	tasksWithStates    = []string{"games", "move", "play", "view", "score"}
	tasksTrading       = []string{"equations", "strategy", "rules", "games", "move", "play"}
	tasksExecuting     = []string{"strategy", "rules", "games", "move", "play"}
	tasksBuying        = []string{"strategy", "games", "move", "play"}
	tasksPlaying       = []string{"games", "move", "play"}
	tasksJudging       = []string{"move", "play"}
	tasksEliminating   = []string{"games", "play"}
	tasksRanking       = []string{"games", "play", "score"}
	tasksPlanning      = []string{"strategy", "games"}
	tasksGames         = []string{"games"}
	tasksServer        = []string{"server"}
	tasksLive          = []string{"server", "clients", "player"}
)

// The combinations of marks that recur in the clauses below.
var (
	marksT  = []game.Mark{game.Stated}
	marksI  = []game.Mark{game.Inferred}
	marksC  = []game.Mark{game.Course}
	marksH  = []game.Mark{game.House}
	marksTI = []game.Mark{game.Stated, game.Inferred}
	marksTC = []game.Mark{game.Stated, game.Course}
	marksCH = []game.Mark{game.Course, game.House}
)

// clauses is the rule book, one entry per clause, in order of the ids. The
// numbers 42, 54, 58, 59, 67 to 69, 79, 88 and 89 do not exist.
func clauses() []game.Clause {
	return []game.Clause{
		{
			ID: "BG-01", Marks: marksT, Tasks: tasksBatch,
			Text: "A pebble is red, white, blue, green or yellow; no other colour exists.",
		},
		{
			ID: "BG-02", Marks: marksTC, Option: "pebbles_max", Tasks: tasksBatch,
			Text: "A new game has the full set of 100 pebbles, 20 per colour. In an input the bank and all wallets together hold " +
				"at most 100; any number of them may share a colour.",
		},
		{
			ID: "BG-03", Marks: marksTI, Tasks: tasksWithCards,
			Text: "A card shows exactly five pebbles and either has a face or is plain. Two cards are the same card if both or " +
				"neither have a face and they show the same pebbles in the same numbers, in any arrangement.",
		},
		{
			ID: "BG-04", Marks: marksTC, Option: "cards_max", Tasks: tasksWithCards,
			Text: "The display and the hidden pile together hold at most 20 cards, and the same card may occur several times. A " +
				"Player of an input has at most 20 cards, too. The cards of a Seat are at most 40 together with the display and " +
				"the hidden pile.",
		},
		{
			ID: "BG-05", Marks: marksT, Option: "side_max", Tasks: tasksWithEquations,
			Text: "Each side of an equation has one to four pebbles; no colour is on both sides.",
		},
		{
			ID: "BG-06", Marks: marksTC, Option: "equations_max", Tasks: tasksWithEquations,
			Text: "A game has at most ten equations. All differ, even if you swap the sides of one; sides are compared by their " +
				"pebbles, not by their order.",
		},
		{
			ID: "BG-07", Marks: marksTI, Tasks: []string{"setup"},
			Text: "A new game starts with exactly ten equations and exactly 20 cards. The bank holds every pebble, the wallets are " +
				"empty, and nobody has points.",
		},
		{
			ID: "BG-08", Marks: marksT, Option: "visible_cards", Tasks: tasksWithCards,
			Text: "The display has room for four cards. A new game shows the first four cards of the recorded order; the others " +
				"are the hidden pile, in that order.",
		},
		{
			ID: "BG-09", Marks: marksTC, Option: "players_max",
			Tasks: []string{"turn", "games", "move", "play", "view", "score", "setup"},
			Text: "Two to six players take part. Fewer than two (option players_min) are refused only when a game is set up or " +
				"players sign up; a State or Game of an input may have from no player to six.",
		},
		{
			ID: "BG-10", Marks: marksC, Tasks: tasksGames,
			Text: "Before the first turn the referee gives all equations to every player by one setup call each, in list order. A " +
				"player that fails is eliminated as in BG-38 and never called again; the rest keep their order. The referee does " +
				"not test for the end of the game until these calls are over. Then the game goes on with the remaining players, " +
				"even with one; with none it is over.",
		},
		{
			ID: "BG-11", Marks: marksC, Tasks: []string{"turn", "games", "move", "play"},
			Text: "The player at the head of the list has the turn. A completed turn moves that player to the tail; nothing else " +
				"reorders the list.",
		},
		{
			ID: "BG-12", Marks: marksTC, Tasks: tasksPlaying,
			Text: "The steps of a turn are: test for the end (BG-44), first reply, its execution, the price, a second test for the " +
				"end, second reply, its execution, refill, rotation. A turn asks for both replies, unless it ends the game or " +
				"eliminates the player before. A reply that belongs to the other step is refused with wrong_phase.",
		},
		{
			ID: "BG-13", Marks: marksTC, Tasks: []string{"rules", "games", "move", "play"},
			Text: "The first reply is either false, which asks for a pebble, or a list of exchanges. An empty list is legal: the " +
				"player then does neither.",
		},
		{
			ID: "BG-14", Marks: marksC, Tasks: []string{"turn", "games", "view"},
			Text: "Each call shows the player a Turn: the bank, the cards on display, its own wallet, score and bought cards, and " +
				"the scores of its opponents in turn order. Hidden cards and the wallets of others stay secret. The Turn of the " +
				"second call already includes the effect of the first reply and its price.",
		},
		{
			ID: "BG-15", Marks: marksTC, Option: "draw_order", Tasks: tasksPlaying,
			Text: "The pebble goes from the bank to the wallet. In the rule text it is drawn at random. To make games repeatable, the " +
				"course takes the first colour in the order red, white, blue, green, yellow that the bank has. With the option " +
				`draws=recorded a request of move and play may also be {"draw":COLOUR}: the player asked for a pebble and got ` +
				"this one. Then any colour that the bank holds is legal, any other is colour_gone, and false still means the " +
				"first colour of the order.",
		},
		{
			ID: "BG-16", Marks: marksC, Tasks: tasksJudging,
			Text: "A player may ask for a pebble only if the bank has one; otherwise the request is illegal with the code " +
				"bank_empty, whether or not it records a draw.",
		},
		{
			ID: "BG-17", Marks: marksC, Tasks: tasksPlaying,
			Text: "Taking a pebble from the bank removes no card from the game.",
		},
		{
			ID: "BG-18", Marks: marksTC, Tasks: tasksTrading,
			Text: "Each exchange must use one of the game's equations, from left to right or from right to left; sides are " +
				"compared by their pebbles. Any other exchange is unknown_equation. The whole list must pass this test before " +
				"its first exchange is executed.",
		},
		{
			ID: "BG-19", Marks: marksTC, Tasks: tasksTrading,
			Text: "Exchanges happen one after the other, each with the wallet and bank that the earlier ones left. The wallet must " +
				"then hold the pebbles given (else wallet_short) and the bank the pebbles received (else bank_short).",
		},
		{
			ID: "BG-20", Marks: marksI, Option: "max_exchanges", Tasks: tasksExecuting,
			Text: "A list may use the same equation any number of times and in both directions. It may have any length unless " +
				"max_exchanges sets a limit; a longer list is too_many_exchanges.",
		},
		{
			ID: "BG-21", Marks: marksTI, Tasks: tasksExecuting,
			Text: "An exchange moves the pebbles of its left side from the wallet to the bank, and those of its right side from " +
				"the bank to the wallet. One illegal exchange makes the whole list illegal, and none of it is executed.",
		},
		{
			ID: "BG-22", Marks: marksT, Option: "price", Tasks: tasksPlaying,
			Text: "A legal list of exchanges, of any length, costs one card: the last card of the hidden pile leaves the game.",
		},
		{
			ID: "BG-23", Marks: marksT, Tasks: tasksPlaying,
			Text: "If no hidden card is left, a legal list of exchanges costs the whole display. Then no card remains, so by BG-47 " +
				"the game is over and the player buys nothing.",
		},
		{
			ID: "BG-24", Marks: marksC, Option: "empty_exchange_price", Tasks: tasksPlaying,
			Text: "An empty list costs the same as a longer one. This is the course's reading. The rule text also lets a player " +
				"skip pebble and exchanges, and then nothing should cost a card: the preset overview has that reading, with " +
				"empty_exchange_price=false.",
		},
		{
			ID: "BG-25", Marks: marksTC, Tasks: tasksPlaying,
			Text: "The price is paid as soon as the exchanges are executed, before the test for the end and before the second " +
				"reply. An illegal list costs no card.",
		},
		{
			ID: "BG-26", Marks: marksT, Tasks: tasksPlaying,
			Text: "The second reply names the cards to buy, in the order of buying. An empty list is legal: it buys none.",
		},
		{
			ID: "BG-27", Marks: marksTC, Tasks: tasksBuying,
			Text: "Cards are bought one after the other. The wallet must then hold the pebbles of each (else wallet_cannot_buy); " +
				"they go to the bank.",
		},
		{
			ID: "BG-28", Marks: marksC, Tasks: tasksPlaying,
			Text: "One illegal purchase makes the whole second reply illegal, and none of its cards is bought.",
		},
		{
			ID: "BG-29", Marks: marksT, Tasks: tasksPlaying,
			Text: "A purchase removes no other cards from the game.",
		},
		{
			ID: "BG-30", Marks: marksT, Option: "unavailable_card", Tasks: tasksPlaying,
			Text: "A card can be bought only while it is on display, else card_not_visible. A bought card leaves the display and " +
				"its place stays empty until the turn ends, so each copy is sold at most once; of equal copies the first on " +
				"display goes. With the value sell a card need not be on display: whoever has its pebbles gets it, and the " +
				"display loses nothing.",
		},
		{
			ID: "BG-31", Marks: marksC, Tasks: tasksJudging,
			Text: "For each card the test for the display comes before the test of the wallet.",
		},
		{
			ID: "BG-32", Marks: marksT, Option: "points_table", Tasks: tasksBuying,
			Text: "The points of a card depend on how many pebbles remain in the wallet after paying for it: the row of the points " +
				"table with the largest number not above them counts. By default a plain card brings 5 with none left, 3 with " +
				"one, 2 with two and 1 with three or more; a card with a face brings 8, 5, 3 and 2.",
		},
		{
			ID: "BG-33", Marks: marksT, Tasks: tasksPlaying,
			Text: "Each card adds its points to the score of its buyer, and nothing ever lowers a score.",
		},
		{
			ID: "BG-34", Marks: marksC, Tasks: tasksJudging,
			Text: "Newly bought cards go before the cards that the player already has.",
		},
		{
			ID: "BG-35", Marks: marksTC, Tasks: tasksPlaying,
			Text: "After the second reply, even an empty one, cards from the front of the hidden pile go to the end of the display " +
				"one by one until it has four or the pile runs out. The cards already there keep their order. A game of games " +
				"and server may start with fewer than four visible cards while others are hidden; its first refill makes up for " +
				"that.",
		},
		{
			ID: "BG-36", Marks: marksC, Tasks: tasksPlaying,
			Text: "The refill completes the turn, and its player goes to the tail of the list.",
		},
		{
			ID: "BG-37", Marks: marksT, Tasks: tasksEliminating,
			Text: "A player is eliminated if it breaks a rule or fails: its reply is illegal, of the wrong shape, late or missing, " +
				"or it raises an exception or closes the connection. There is no second try.",
		},
		{
			ID: "BG-38", Marks: marksTC, Tasks: tasksEliminating,
			Text: "An eliminated player leaves the list at once and is never called again. Its wallet leaves the game; the bank " +
				"does not get it.",
		},
		{
			ID: "BG-39", Marks: marksC, Tasks: tasksEliminating,
			Text: "If the second reply eliminates a player, the effect of its first reply stays: the pebble, or the exchanges and " +
				"their price. The display is not refilled and the list does not rotate: the next player in the list has the turn.",
		},
		{
			ID: "BG-40", Marks: marksI, Tasks: tasksEliminating,
			Text: "An eliminated player is no winner, whatever its points; its score and cards no longer count.",
		},
		{
			ID: "BG-41", Marks: marksC, Tasks: tasksEliminating,
			Text: "The names of eliminated players are listed as drop-outs.",
		},
		{
			ID: "BG-43", Marks: marksH, Option: "turns_max", Tasks: tasksGames,
			Text: "A whole game, in task games or live, is over after turns_max turns, by default 3000, with the reason " +
				"turn_limit. Turns that eliminated their player count; a State has no count of turns.",
		},
		{
			ID: "BG-44", Marks: marksC, Tasks: tasksPlaying,
			Text: "The referee tests for the end of the game before each turn, even the first, and after every legal first reply " +
				"and its price, but never between two purchases. If the game is over at the second test, the player is not asked " +
				"for cards. After the end every request is refused with game_over.",
		},
		{
			ID: "BG-45", Marks: marksT, Tasks: tasksWithStates,
			Text: "The game is over for the reason no_players when all players are eliminated.",
		},
		{
			ID: "BG-46", Marks: marksTC, Option: "winning_score", Tasks: tasksWithStates,
			Text: "The game is over for the reason enough_points when any player in the list has 20 points or more, points from an " +
				"input included.",
		},
		{
			ID: "BG-47", Marks: marksTC, Tasks: tasksWithStates,
			Text: "The game is over for the reason no_cards when display and hidden pile are both empty.",
		},
		{
			ID: "BG-48", Marks: marksT, Option: "buyable_cards", Tasks: tasksWithStates,
			Text: "The game is over for the reason nobody_can_buy when the bank is empty and no player has the pebbles of any card " +
				"on display. With the value all, a hidden card that somebody could pay for also keeps the game going.",
		},
		{
			ID: "BG-49", Marks: marksH, Tasks: []string{"play", "score"},
			Text: "If several reasons apply, the first in the order no_players, enough_points, no_cards, nobody_can_buy, " +
				"turn_limit is the one named.",
		},
		{
			ID: "BG-50", Marks: marksTC, Tasks: tasksRanking,
			Text: "Of the players still in the game everyone with the highest points, bonus included, wins, so several can win " +
				"together. If no player is left, nobody wins.",
		},
		{
			ID: "BG-51", Marks: marksC, Tasks: tasksGames,
			Text: "At the end each remaining player gets one win call: true if it is a winner, false if not; eliminated players " +
				"get none. The referee calls winners before the others, each in list order, but it does not judge a program by " +
				"this order.",
		},
		{
			ID: "BG-52", Marks: marksC, Tasks: tasksGames,
			Text: "A player that fails in its win call becomes a drop-out. It no longer wins, and no other player wins instead.",
		},
		{
			ID: "BG-53", Marks: marksC, Tasks: tasksRanking,
			Text: "Winners and drop-outs are listed by name in the order of character codes: digits first, then capital letters, " +
				"then small ones.",
		},
		{
			ID: "BG-55", Marks: marksC, Option: "bonus", Tasks: tasksRanking,
			Text: "A game has at most one bonus. Once the game is over and before the winners are found, every remaining player " +
				"whose cards qualify gets the points of the bonus once. A bonus never ends a game.",
		},
		{
			ID: "BG-56", Marks: marksC, Option: "bonuses", Tasks: tasksRanking,
			Text: "RWB gives 10 points to a player whose cards together show red, white and blue; SEY gives 50 to one whose cards " +
				"show all five colours. One card may supply several colours, and faces do not matter.",
		},
		{
			ID: "BG-57", Marks: marksC, Tasks: tasksRanking,
			Text: "The bonus counts both the cards that a player had when the game started and those it bought.",
		},
		{
			ID: "BG-60", Marks: marksC, Tasks: tasksPlanning,
			Text: "Of two bags the one with fewer pebbles is smaller. Bags of the same size are compared as words of the colours' " +
				"initials in alphabetical order (b, g, r, w, y): bbg comes before bbr, and bbr before bgr.",
		},
		{
			ID: "BG-61", Marks: marksC, Tasks: tasksPlanning,
			Text: "A plain card is smaller than a card with a face; otherwise cards compare by their bags (BG-60). A sequence with " +
				"fewer cards is smaller; sequences of the same length compare at the first place where they differ.",
		},
		{
			ID: "BG-62", Marks: marksC, Tasks: tasksPlanning,
			Text: "Exchanges compare by the bag given and, if these are equal, by the bag received (BG-60). A sequence with fewer " +
				"exchanges is smaller; sequences of the same length compare at the first place where they differ.",
		},
		{
			ID: "BG-63", Marks: marksC, Option: "search_depth", Tasks: tasksPlanning,
			Text: "The best exchange list is one of all sequences of at most four legal exchanges (at most max_exchanges, if that " +
				"is fewer) that the given wallet and bank allow, in any direction and with repetitions. Each sequence is rated " +
				"by the best purchase (BG-65) that its final wallet can make from the present display, as if exchanges cost " +
				"nothing. These criteria decide, each where the ones before it leave a tie: (1) the highest value under the " +
				"policy, (2) the fewest exchanges, (3) the highest points, (4) the most pebbles left after the purchase, (5) the " +
				"smallest wallet left, (6) the smallest sequence of cards, (7) the smallest sequence of exchanges. If no " +
				"sequence makes a purchase possible, the list and the purchase are empty.",
		},
		{
			ID: "BG-64", Marks: marksC, Tasks: tasksGames,
			Text: "A player asks for a pebble exactly when the bank has one and no equation can be used: in neither direction does " +
				"the wallet have what it gives and the bank what it pays. It does so even if it could already buy a card. " +
				"Otherwise it replies with the best exchange list (BG-63), which may be empty.",
		},
		{
			ID: "BG-65", Marks: marksC, Tasks: tasksPlanning,
			Text: "The best purchase is one of all ways to buy visible cards one by one until the wallet can pay for none of those " +
				"left. These criteria decide, each where the ones before it leave a tie: (1) the highest value, which is the " +
				"points under purchase-points and the number of cards under purchase-size, (2) the highest points, (3) the most " +
				"pebbles left, (4) the smallest wallet left, (5) the smallest sequence of cards. Points are those of BG-32, the " +
				"orders those of BG-60 and BG-61.",
		},
		{
			ID: "BG-66", Marks: marksC, Tasks: tasksGames,
			Text: "A player that sent exchanges then buys the cards that it found together with its list. A player that took a " +
				"pebble makes the best purchase (BG-65) that its new wallet allows among the cards visible in the Turn of the " +
				"second call.",
		},
		{
			ID: "BG-70", Marks: marksC, Tasks: tasksGames,
			Text: "An actor [name, policy] always follows the strategy.",
		},
		{
			ID: "BG-71", Marks: marksC, Tasks: tasksGames,
			Text: "An actor [name, policy, method] follows the strategy, but raises an exception at each call of that method.",
		},
		{
			ID: "BG-72", Marks: marksC, Tasks: tasksGames,
			Text: "An actor [name, policy, method, k], with k from 1 to 7, replies to the first k-1 calls of that method and never " +
				"returns from later ones. The referee calls setup and win only once, so with k above 1 the actor plays normally " +
				"there. Not returning counts as the same failure as raising.",
		},
		{
			ID: "BG-73", Marks: marksC, Tasks: tasksGames,
			Text: `An actor [name, policy, "a cheat", kind] works out its normal reply and, at every call that its kind of cheat ` +
				"concerns, sends the cheat instead if it can; otherwise it sends the normal reply, except as in BG-75. If its " +
				"cheat is legal after all, which only BG-75 makes possible, its second reply is the one that BG-66 gives for the " +
				"normal reply.",
		},
		{
			ID: "BG-74", Marks: marksC, Tasks: tasksGames,
			Text: "The cheats bank-cannot-trade and wallet-cannot-trade reply with one impossible exchange. It is the first " +
				"equation in list order that, as written, asks for more than the bank has or, for the second cheat, gives more " +
				"than the wallet has. If there is none, it is the first one for which this holds with its sides swapped, sent " +
				"swapped. If there is none either, the cheat is impossible.",
		},
		{
			ID: "BG-75", Marks: marksC, Option: "invented_equation", Tasks: tasksGames,
			Text: "The cheat use-non-existent-equation goes through the equations in list order and changes the first written " +
				"pebble of the left side to red, white, blue, green and yellow in turn. It sends one exchange: the first result " +
				"that has no colour on both sides and is not an equation of the game in either direction. If there is none it " +
				"sends the empty list, which is legal, and its second reply may then rest on exchanges that did not happen. With " +
				"the value oriented only the written direction of an equation counts, so it may send a swapped equation, which " +
				"is legal.",
		},
		{
			ID: "BG-76", Marks: marksC, Tasks: tasksGames,
			Text: "The cheat buy-unavailable-card asks for the first card of this catalogue that is not on display: for each of " +
				"the bags rgggg, ywywy, wgwgw, rbbbb, yyrwb, rrbrr, ggggg, bbbbb, rgbrg, wyrbb, in this order, first the plain " +
				"card and then the one with a face.",
		},
		{
			ID: "BG-77", Marks: marksC, Tasks: tasksGames,
			Text: "The cheat wallet-cannot-buy-card asks for the first card on display that the wallet cannot pay for. If the " +
				"wallet can pay for each of them, the cheat is impossible.",
		},
		{
			ID: "BG-78", Marks: marksC, Tasks: tasksGames,
			Text: "A method that raises or never returns does so after it has worked out its reply, but the reply has no effect.",
		},
		{
			ID: "BG-80", Marks: marksC, Tasks: tasksLive,
			Text: "A client first sends its name as one JSON string, and gets no reply. It is signed up once the name is complete " +
				"and accepted; BG-94 covers anything more that it sends.",
		},
		{
			ID: "BG-81", Marks: marksC, Tasks: tasksServer,
			Text: "A name has 1 to 20 ASCII letters and digits. If anything else comes, another JSON value or something that is " +
				"not JSON, the server closes that connection: its client is not a player and appears in no list.",
		},
		{
			ID: "BG-82", Marks: marksC, Option: "name_ms", Tasks: tasksServer,
			Text: "A client has 2 s from connecting to complete its name; a slower one is treated like one with a bad name (BG-81).",
		},
		{
			ID: "BG-83", Marks: marksCH, Tasks: tasksServer,
			Text: "The seats follow the order of sign-up. The server reads names from all connections at the same time, so a " +
				"silent client delays nobody. Clients sit in the order in which the server accepted their connections, even if " +
				"their names arrived in another order.",
		},
		{
			ID: "BG-84", Marks: marksH, Option: "duplicate_names", Tasks: tasksServer,
			Text: "A name that is already signed up is refused like a bad one (BG-81). With the value void the server accepts and " +
				"counts the second client, but plays no game after sign-up: the result is [[],[]], and nobody is called.",
		},
		{
			ID: "BG-85", Marks: marksC, Option: "wait_ms", Tasks: tasksServer,
			Text: "The sixth sign-up (players_max) starts the game at once. A client that connects later, or whose name is not " +
				"complete by then, is not served; its connection closes at the latest with the port. Otherwise sign-up lasts 20 " +
				"s from the opening of the port. If at least two players (players_min) have signed up by then, they play; if " +
				"not, one more period of 20 s follows (waits periods in all), with the same rule at its end. In that period, " +
				"too, only the sixth sign-up starts the game at once, not the second. If too few have signed up in the end, the " +
				"result is [[],[]] and nobody is called.",
		},
		{
			ID: "BG-86", Marks: marksC, Tasks: tasksServer,
			Text: "A client that signed up and then closes its connection keeps its seat until the first call to it fails.",
		},
		{
			ID: "BG-87", Marks: marksC, Tasks: tasksServer,
			Text: "If the number of players signed up differs from the number in the given Game, no game is played: the result is " +
				"[[],[]], and nobody is called.",
		},
		{
			ID: "BG-90", Marks: marksC, Tasks: tasksLive,
			Text: "Only the server makes calls, of the form [METHOD,[ARGUMENT]]; the client replies to each with one JSON value. " +
				"At any time at most one call is open over all clients. Values need no separator beyond what JSON and white " +
				"space provide.",
		},
		{
			ID: "BG-91", Marks: marksC, Option: "call_ms", Tasks: tasksLive,
			Text: "A reply must be complete within 4 s from the start of sending the call. A reply is complete with its last " +
				"character, but a number only with the first character that cannot belong to it.",
		},
		{
			ID: "BG-92", Marks: marksC, Option: "first_reply", Tasks: tasksLive,
			Text: `The reply to setup and to win is "void", to request-pebble-or-trades false or Exchanges, to request-cards an ` +
				"array of Card; JSON of any other shape eliminates. With the value lenient every JSON value except an array " +
				"counts as false in reply to request-pebble-or-trades, while an array that is not Exchanges still eliminates; " +
				"tasks move and play are not affected.",
		},
		{
			ID: "BG-93", Marks: marksC, Tasks: tasksLive,
			Text: "The spelling of a value makes no difference: it may arrive in pieces, after up to 5000 blanks, with white space " +
				"wherever JSON permits it and with any escapes. Only the value and the time when it is complete count.",
		},
		{
			ID: "BG-94", Marks: marksH, Tasks: tasksServer,
			Text: "A value that no call asked for is kept: it answers the next call to that client. No verdict depends on whether " +
				"it still counts after the client closes the connection.",
		},
		{
			ID: "BG-95", Marks: marksH, Tasks: tasksLive,
			Text: "A reply longer than 1 MiB, leading blanks included, or nested more than 64 deep, eliminates with the fault " +
				"too_long; such a name is a bad one (BG-81). A server need not read more than this ahead of a call.",
		},
		{
			ID: "BG-96", Marks: marksC, Tasks: tasksServer,
			Text: "After an elimination the server sends nothing more on that connection. It may close it right away or leave it " +
				"open until the game ends.",
		},
		{
			ID: "BG-97", Marks: marksC, Tasks: tasksServer,
			Text: "The server closes all connections once the last win call is answered, or at once if no player is left to call.",
		},
	}
}

// codes lists the kinds of illegal requests in the order in which they are
// checked: the first one that applies is the code of a request.
var codes = []game.Code{
	{
		Name: "game_over", Clause: "BG-44",
		When: "the game is over, so every request is illegal",
	},
	{
		Name: "wrong_phase", Clause: "BG-12",
		When: "the request asks for cards when a pebble or exchanges are due, or for a pebble or exchanges when cards are due",
	},
	{
		Name: "bank_empty", Clause: "BG-16",
		When: "the request asks for a pebble, but the bank is empty",
	},
	{
		Name: "colour_gone", Clause: "BG-15",
		When: "the request records a draw of a colour that the bank does not have, though it has others",
	},
	{
		Name: "too_many_exchanges", Clause: "BG-20",
		When: "the list has more exchanges than the option max_exchanges allows",
	},
	{
		Name: "unknown_equation", Clause: "BG-18",
		When: "an exchange of the list is not an equation of the game, in either direction",
	},
	{
		Name: "wallet_short", Clause: "BG-19",
		When: "the wallet does not hold the pebbles that an exchange gives, when its turn comes",
	},
	{
		Name: "bank_short", Clause: "BG-19",
		When: "the bank does not hold the pebbles that an exchange pays, when its turn comes",
	},
	{
		Name: "card_not_visible", Clause: "BG-30",
		When: "a card is not on display, or is no longer because it was just bought",
	},
	{
		Name: "wallet_cannot_buy", Clause: "BG-27",
		When: "the wallet does not hold the five pebbles of a card, when its turn comes",
	},
}
