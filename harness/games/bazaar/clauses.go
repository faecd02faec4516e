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
	tasksLive          = []string{"server", "clients"}
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
var clauses = []game.Clause{
	{
		ID: "BG-01", Marks: marksT, Tasks: tasksBatch,
		Text: "A pebble is red, white, blue, green or yellow; no other colour exists.",
	},
	{
		ID: "BG-02", Marks: marksTC, Option: "pebbles_max", Tasks: tasksBatch,
		Text: "The full set is 100 pebbles, 20 per colour, and that is what a new game has. Input from outside only has to keep " +
			"the bank and all wallets together at 100 or fewer; how many of them share a colour is not limited.",
	},
	{
		ID: "BG-03", Marks: marksTI, Tasks: tasksWithCards,
		Text: "A card shows exactly five pebbles and either has a face or is plain. Two cards are the same card when they agree in " +
			"having a face and show the same pebbles with the same counts, whatever the arrangement.",
	},
	{
		ID: "BG-04", Marks: marksTC, Option: "cards_max", Tasks: tasksWithCards,
		Text: "The display and the hidden pile together hold 20 cards at most, and the same card may be among them more than once. " +
			"A Player of an input brings no more than that either, a Seat at most twice as many.",
	},
	{
		ID: "BG-05", Marks: marksT, Option: "side_max", Tasks: tasksWithEquations,
		Text: "Either side of an equation is made of one, two, three or four pebbles; a colour that is on one side is not on the other.",
	},
	{
		ID: "BG-06", Marks: marksTC, Option: "equations_max", Tasks: tasksWithEquations,
		Text: "Ten equations is the most there can be. They all differ, also after swapping the sides of one, where a side is " +
			"compared by its pebbles and not by their order.",
	},
	{
		ID: "BG-07", Marks: marksTI, Tasks: []string{"setup"},
		Text: "A new game starts with exactly ten equations and exactly 20 cards. The bank holds every pebble, the wallets are " +
			"empty, and nobody has points.",
	},
	{
		ID: "BG-08", Marks: marksT, Option: "visible_cards", Tasks: tasksWithCards,
		Text: "The display has room for four cards. A new game shows the first four of the recorded order, and the others form the " +
			"hidden pile in that order.",
	},
	{
		ID: "BG-09", Marks: marksTC, Option: "players_max",
		Tasks: []string{"turn", "games", "move", "play", "view", "score", "setup"},
		Text: "Between two and six players take part. Fewer than two (option players_min) are refused only when a game is set up " +
			"or players sign up; what comes in ready-made may have anything from no player to six.",
	},
	{
		ID: "BG-10", Marks: marksC, Tasks: tasksGames,
		Text: "Before any turn the referee hands all equations to every player by one setup call each, in list order. Whoever fails " +
			"is eliminated as in BG-38 and never called again, while the rest keep their order. The end of the game is not tested " +
			"until these calls are over; then the game goes on with the players that remain, be it one, or is over if none does.",
	},
	{
		ID: "BG-11", Marks: marksC, Tasks: []string{"turn", "games", "move", "play"},
		Text: "It is the turn of the player at the head of the list. A completed turn moves that player to the tail; nothing else " +
			"reorders the list.",
	},
	{
		ID: "BG-12", Marks: marksTC, Tasks: tasksPlaying,
		Text: "The steps of a turn are: test for the end (BG-44), first reply, its execution, the price, a second test for the end, " +
			"second reply, its execution, refill, rotation. Unless the turn ends the game or eliminates the player, it asks for both " +
			"replies. A reply that belongs to the other step is refused with wrong_phase.",
	},
	{
		ID: "BG-13", Marks: marksTC, Tasks: []string{"rules", "games", "move", "play"},
		Text: "The first reply is either false, which asks for a pebble, or a list of exchanges. The list may be empty: this is how a " +
			"player does without both, and it is legal.",
	},
	{
		ID: "BG-14", Marks: marksC, Tasks: []string{"turn", "games", "view"},
		Text: "Each call shows the player a Turn: the bank, the cards on display, what it owns itself (wallet, score, bought cards), and " +
			"the scores of its opponents in turn order. Hidden cards and foreign wallets stay secret. The Turn of the second call already contains " +
			"what the first reply did, with its price paid.",
	},
	{
		ID: "BG-15", Marks: marksTC, Option: "draw_order", Tasks: tasksPlaying,
		Text: "A granted pebble goes from the bank to the wallet. The rule text draws it at random. So that a game can be repeated, the " +
			"course takes the first colour in the order red, white, blue, green, yellow of which the bank has one. With the option " +
			"draws=recorded a request of move and play may also be {\"draw\":COLOUR}: a pebble was asked for, and this one came. Any colour " +
			"that the bank holds is legal then, any other is colour_gone, and false still means the first colour of the order.",
	},
	{
		ID: "BG-16", Marks: marksC, Tasks: tasksJudging,
		Text: "A pebble can be asked for only while the bank has one; otherwise the request is illegal with the code bank_empty, whether " +
			"or not it records a draw.",
	},
	{
		ID: "BG-17", Marks: marksC, Tasks: tasksPlaying,
		Text: "Taking a pebble from the bank removes no card from the game.",
	},
	{
		ID: "BG-18", Marks: marksTC, Tasks: tasksTrading,
		Text: "Each exchange must use one of the game's equations, from left to right or from right to left, sides being compared by " +
			"their pebbles; anything else is unknown_equation. The whole list passes this test before its first exchange is executed.",
	},
	{
		ID: "BG-19", Marks: marksTC, Tasks: tasksTrading,
		Text: "Exchanges happen in sequence, so that each one finds what those before it left in wallet and bank. The wallet must then " +
			"hold the pebbles given (else wallet_short) and the bank the pebbles received (else bank_short).",
	},
	{
		ID: "BG-20", Marks: marksI, Option: "max_exchanges", Tasks: tasksExecuting,
		Text: "A list may use the same equation as often as it likes and in both directions. Its length is free unless max_exchanges " +
			"sets a limit; a list beyond the limit is too_many_exchanges.",
	},
	{
		ID: "BG-21", Marks: marksTI, Tasks: tasksExecuting,
		Text: "By an exchange the pebbles of its left side go from the wallet to the bank, and those of its right side from the bank to " +
			"the wallet. One illegal exchange makes the list illegal as a whole, and then nothing of it is executed.",
	},
	{
		ID: "BG-22", Marks: marksT, Option: "price", Tasks: tasksPlaying,
		Text: "A legal list of exchanges costs one card, no matter how many exchanges it has: the last card of the hidden pile leaves " +
			"the game.",
	},
	{
		ID: "BG-23", Marks: marksT, Tasks: tasksPlaying,
		Text: "With no hidden card left, a legal list of exchanges costs the complete display. No card remains, so that by BG-47 the " +
			"game is over and the player buys nothing.",
	},
	{
		ID: "BG-24", Marks: marksC, Option: "empty_exchange_price", Tasks: tasksPlaying,
		Text: "A list without any exchange is charged the same price as a longer one. This is the course's reading. The rule text also " +
			"lets a player skip pebble and exchanges, and who skips has asked for nothing that could cost a card: the preset overview " +
			"has that reading, with empty_exchange_price=false.",
	},
	{
		ID: "BG-25", Marks: marksTC, Tasks: tasksPlaying,
		Text: "The price is taken as soon as the exchanges are executed, that is before the game is tested for its end and before the " +
			"second reply is asked for. No card is lost by a list that is illegal.",
	},
	{
		ID: "BG-26", Marks: marksT, Tasks: tasksPlaying,
		Text: "The second reply names the cards to buy, in the order of buying. To buy none, by an empty list, is legal.",
	},
	{
		ID: "BG-27", Marks: marksTC, Tasks: tasksBuying,
		Text: "Cards are bought in sequence. The pebbles of each must be in the wallet as it then is (else wallet_cannot_buy), and " +
			"they pass to the bank.",
	},
	{
		ID: "BG-28", Marks: marksC, Tasks: tasksPlaying,
		Text: "One illegal purchase makes the second reply illegal as a whole, and then no card of it is bought.",
	},
	{
		ID: "BG-29", Marks: marksT, Tasks: tasksPlaying,
		Text: "A purchase takes no other cards out of the game than those bought.",
	},
	{
		ID: "BG-30", Marks: marksT, Option: "unavailable_card", Tasks: tasksPlaying,
		Text: "A card can be bought only while it is on display, else card_not_visible. A bought card is gone from the display and its " +
			"place stays empty until the turn ends, so that one copy is sold at most once; of equal copies the first one shown goes. " +
			"With the value sell nobody looks at the display for a card that is not on it: whoever has its pebbles gets it, and " +
			"the display loses nothing.",
	},
	{
		ID: "BG-31", Marks: marksC, Tasks: tasksJudging,
		Text: "For every single card it is decided whether it is on display before it is decided whether the wallet can pay.",
	},
	{
		ID: "BG-32", Marks: marksT, Option: "points_table", Tasks: tasksBuying,
		Text: "What a card brings depends on how many pebbles remain in the wallet once this card is paid for: the row of the points " +
			"table with the largest number not exceeding them. By default a plain card brings 5 with none left, 3 with one, 2 with two " +
			"and 1 with three or more; a card with a face brings 8, 5, 3 and 2.",
	},
	{
		ID: "BG-33", Marks: marksT, Tasks: tasksPlaying,
		Text: "A player's score grows by the points of each card it buys, and nothing ever lowers it.",
	},
	{
		ID: "BG-34", Marks: marksC, Tasks: tasksJudging,
		Text: "Newly bought cards join the cards of the player, ahead of those it had before.",
	},
	{
		ID: "BG-35", Marks: marksTC, Tasks: tasksPlaying,
		Text: "When the second reply is done, even if nothing was bought, cards from the front of the hidden pile are appended to the " +
			"display one after another until it has four or the pile runs out. The cards already there keep their order. A game of games " +
			"and server may begin with fewer than four while others are hidden; its first refill makes up for that.",
	},
	{
		ID: "BG-36", Marks: marksC, Tasks: tasksPlaying,
		Text: "The refill completes the turn, and its player goes to the end of the list.",
	},
	{
		ID: "BG-37", Marks: marksT, Tasks: tasksEliminating,
		Text: "A player is eliminated when it breaks a rule or fails: when a reply is illegal or of the wrong shape, comes too late or " +
			"not at all, when it raises an exception or closes the connection. There is no second try.",
	},
	{
		ID: "BG-38", Marks: marksTC, Tasks: tasksEliminating,
		Text: "An eliminated player is removed from the list on the spot and never called again. Its wallet is lost to the game, the " +
			"bank does not get it.",
	},
	{
		ID: "BG-39", Marks: marksC, Tasks: tasksEliminating,
		Text: "An elimination by the second reply leaves in force what the first reply did, be it a pebble, exchanges or their price. " +
			"The display is not refilled and the list does not rotate: the next player in it is active.",
	},
	{
		ID: "BG-40", Marks: marksI, Tasks: tasksEliminating,
		Text: "However many points it had, an eliminated player is no winner; neither its score nor its cards count any more.",
	},
	{
		ID: "BG-41", Marks: marksC, Tasks: tasksEliminating,
		Text: "The name of an eliminated player is listed among the drop-outs.",
	},
	{
		ID: "BG-43", Marks: marksH, Option: "turns_max", Tasks: tasksGames,
		Text: "A game played through, in task games or live, is over after turns_max turns, 3000 unless set otherwise, with the reason " +
			"turn_limit. Turns that eliminated their player count; a State has no count of turns.",
	},
	{
		ID: "BG-44", Marks: marksC, Tasks: tasksPlaying,
		Text: "Whether the game is over is tested before each turn, the very first too, and again after every legal first reply and its " +
			"price, but never between two purchases. If it is over at the second test, no cards are asked for. Once it is over every " +
			"request is refused with game_over.",
	},
	{
		ID: "BG-45", Marks: marksT, Tasks: tasksWithStates,
		Text: "The game is over for the reason no_players as soon as all players are eliminated.",
	},
	{
		ID: "BG-46", Marks: marksTC, Option: "winning_score", Tasks: tasksWithStates,
		Text: "The game is over for the reason enough_points when anyone in the list has 20 points or more, including points that the " +
			"player brought into the game.",
	},
	{
		ID: "BG-47", Marks: marksTC, Tasks: tasksWithStates,
		Text: "The game is over for the reason no_cards when display and hidden pile are both empty.",
	},
	{
		ID: "BG-48", Marks: marksT, Option: "buyable_cards", Tasks: tasksWithStates,
		Text: "The game is over for the reason nobody_can_buy when the bank has no pebble and not one player has in its wallet the " +
			"pebbles of any card on display. With the value all a hidden card that somebody could pay for keeps the game going too.",
	},
	{
		ID: "BG-49", Marks: marksH, Tasks: []string{"play", "score"},
		Text: "When a game is over for several reasons, the one named is the first in the order no_players, enough_points, no_cards, " +
			"nobody_can_buy, turn_limit.",
	},
	{
		ID: "BG-50", Marks: marksTC, Tasks: tasksRanking,
		Text: "Among the players still in the game everyone with the highest points, any bonus counted, is a winner, so that several " +
			"can win together. If nobody is left, nobody wins.",
	},
	{
		ID: "BG-51", Marks: marksC, Tasks: tasksGames,
		Text: "At the end each remaining player is told once by a win call: true if it is a winner, false if not; the eliminated ones " +
			"are not called. Winners come before the others, both in list order, but a program is not judged by this order.",
	},
	{
		ID: "BG-52", Marks: marksC, Tasks: tasksGames,
		Text: "A player that fails in its win call is listed as a drop-out. If it was a winner it is none any longer, and no other " +
			"player becomes one instead.",
	},
	{
		ID: "BG-53", Marks: marksC, Tasks: tasksRanking,
		Text: "The names of the winners and those of the drop-outs are given in order of their character codes: digits first, then " +
			"capital letters, then small ones.",
	},
	{
		ID: "BG-55", Marks: marksC, Option: "bonus", Tasks: tasksRanking,
		Text: "At most one bonus is in force. Once the game is over and before the winners are found, every player still in it whose " +
			"cards qualify gets the points of the bonus a single time. A bonus never brings about the end of a game.",
	},
	{
		ID: "BG-56", Marks: marksC, Option: "bonuses", Tasks: tasksRanking,
		Text: "RWB gives 10 points to a player whose cards, all looked at together, show red, white and blue; SEY gives 50 to one whose " +
			"cards show all five colours. A single card may supply several of the colours, and faces play no part.",
	},
	{
		ID: "BG-57", Marks: marksC, Tasks: tasksRanking,
		Text: "For the bonus both kinds of cards count: those a player had when the game began and those it bought since.",
	},
	{
		ID: "BG-60", Marks: marksC, Tasks: tasksPlanning,
		Text: "Of two bags the one with fewer pebbles is the smaller. Bags of one size are compared as words made of the colours' " +
			"initials in alphabetical order (b, g, r, w, y), so that bbg precedes bbr, and bbr precedes bgr.",
	},
	{
		ID: "BG-61", Marks: marksC, Tasks: tasksPlanning,
		Text: "Any plain card is smaller than any card with a face, and cards alike in this compare by their bags (BG-60). A sequence " +
			"with fewer cards is smaller; sequences of one length compare at the first place where they differ.",
	},
	{
		ID: "BG-62", Marks: marksC, Tasks: tasksPlanning,
		Text: "Exchanges compare by the bag that is given and, if these are equal, by the bag that is received (BG-60). A sequence with " +
			"fewer exchanges is smaller; sequences of one length compare at the first place where they differ.",
	},
	{
		ID: "BG-63", Marks: marksC, Option: "search_depth", Tasks: tasksPlanning,
		Text: "The best exchange list is chosen among all sequences of at most four legal exchanges (at most max_exchanges, if that is " +
			"fewer) that the given wallet and bank allow, in any direction and with repetitions. Each is rated by the best purchase " +
			"(BG-65) that its final wallet can make from the present display, as if no price were due. Preferred are, each " +
			"criterion deciding what those before it left open: (1) the highest value under the policy, (2) the smallest number of " +
			"exchanges, (3) the highest points, (4) the most pebbles left after the purchase, (5) the smallest wallet left, (6) the " +
			"smallest sequence of cards, (7) the smallest sequence of exchanges. If no card comes within reach, nothing is exchanged and nothing bought.",
	},
	{
		ID: "BG-64", Marks: marksC, Tasks: tasksGames,
		Text: "A player asks for a pebble exactly when the bank has one and no equation can be used, which means that for neither " +
			"direction the wallet has what is given and the bank what is received. It does so even if it could already buy a card. In " +
			"every other case it replies with the best exchange list (BG-63), possibly an empty one.",
	},
	{
		ID: "BG-65", Marks: marksC, Tasks: tasksPlanning,
		Text: "The best purchase is chosen among all ways to buy visible cards one by one until the wallet can pay for none of those " +
			"left. Preferred are, each criterion deciding what those before it left open: (1) the highest value, which is the points " +
			"under purchase-points and the number of cards under purchase-size, (2) the highest points, (3) the most pebbles left, (4) the " +
			"smallest wallet left, (5) the smallest sequence of cards. Points are those of BG-32, the orders those of BG-60 and BG-61.",
	},
	{
		ID: "BG-66", Marks: marksC, Tasks: tasksGames,
		Text: "A player that exchanged then buys the cards that it found together with its list. A player that took a pebble makes the " +
			"best purchase (BG-65) that its new wallet allows among the cards visible in the Turn of the second call.",
	},
	{
		ID: "BG-70", Marks: marksC, Tasks: tasksGames,
		Text: "An actor described as [name, policy] is a player that always follows the strategy.",
	},
	{
		ID: "BG-71", Marks: marksC, Tasks: tasksGames,
		Text: "An actor described as [name, policy, method] follows the strategy, but raises an exception at each call of that method.",
	},
	{
		ID: "BG-72", Marks: marksC, Tasks: tasksGames,
		Text: "An actor described as [name, policy, method, k] with k from 1 to 7 answers the first k-1 calls of that method and never " +
			"returns from the k-th or a later one. As setup and win are called once only, it is a normal player there if k is above 1. " +
			"To the game, not returning is the same failure as raising.",
	},
	{
		ID: "BG-73", Marks: marksC, Tasks: tasksGames,
		Text: "An actor described as [name, policy, \"a cheat\", kind] works out its normal reply and at every call concerned puts the " +
			"cheat in its place if it can; if it cannot, it gives the normal reply, but for the exception in BG-75. Where its altered " +
			"first reply is legal after all, which only BG-75 makes possible, its second reply is what BG-66 says for the unaltered one.",
	},
	{
		ID: "BG-74", Marks: marksC, Tasks: tasksGames,
		Text: "The cheats bank-cannot-trade and wallet-cannot-trade reply with one exchange that cannot be done. It is the first " +
			"equation in list order which, used as written, asks for more than the bank has, or in the second cheat gives more than the " +
			"wallet has; if there is none, the first one of which this holds with its sides swapped, which is sent swapped. Without such " +
			"an equation the cheat cannot be tried.",
	},
	{
		ID: "BG-75", Marks: marksC, Option: "invented_equation", Tasks: tasksGames,
		Text: "The cheat use-non-existent-equation goes through the equations in list order and changes the first written pebble of the " +
			"left side to red, white, blue, green and yellow in turn. The first outcome with no colour on both sides that is none of the " +
			"given equations, in neither direction, is the one exchange it sends. If no outcome will do it sends the empty list, which " +
			"is legal, and its second reply may then rest on exchanges that did not happen. With the value oriented only an equation " +
			"written the same way round counts as given, so that a swapped one is sent and is legal.",
	},
	{
		ID: "BG-76", Marks: marksC, Tasks: tasksGames,
		Text: "The cheat buy-unavailable-card asks for the first card that is not on display of this catalogue: for each of the bags " +
			"rgggg, ywywy, wgwgw, rbbbb, yyrwb, rrbrr, ggggg, bbbbb, rgbrg, wyrbb, in that order, first the plain card and then the one " +
			"with a face.",
	},
	{
		ID: "BG-77", Marks: marksC, Tasks: tasksGames,
		Text: "The cheat wallet-cannot-buy-card asks for the first card on display, from its beginning, that the wallet cannot pay for. " +
			"It cannot be tried when the wallet could pay for each of them.",
	},
	{
		ID: "BG-78", Marks: marksC, Tasks: tasksGames,
		Text: "A method that raises or never returns does so after it has worked out its reply, and no part of that reply takes effect.",
	},
	{
		ID: "BG-80", Marks: marksC, Tasks: tasksLive,
		Text: "The first thing a client sends after connecting is its name as one JSON string, and nothing is sent in return. It counts " +
			"as signed up from the moment the name is complete and accepted; whatever it sends further falls under BG-94.",
	},
	{
		ID: "BG-81", Marks: marksC, Tasks: tasksServer,
		Text: "A name consists of 1 to 20 ASCII letters and digits. If anything else comes, another JSON value or something that is no " +
			"JSON, the server closes that connection: its client is no player and appears in no list.",
	},
	{
		ID: "BG-82", Marks: marksC, Option: "name_ms", Tasks: tasksServer,
		Text: "A client has 2 s from connecting to complete its name; one that takes longer is treated like one with a bad name (BG-81).",
	},
	{
		ID: "BG-83", Marks: marksCH, Tasks: tasksServer,
		Text: "The seats follow the order of sign-up. Names are read from all connections at the same time, so that a silent client " +
			"holds up nobody, and those who signed up sit as the server accepted their connections, one after the other, even if their " +
			"names arrived otherwise.",
	},
	{
		ID: "BG-84", Marks: marksH, Option: "duplicate_names", Tasks: tasksServer,
		Text: "A name that is already signed up is turned away like a bad one (BG-81). With the value void the second bearer is taken " +
			"and counted, but after sign-up no game is played: the result is [[],[]], and nobody is called.",
	},
	{
		ID: "BG-85", Marks: marksC, Option: "wait_ms", Tasks: tasksServer,
		Text: "The sixth sign-up (players_max) starts the game at once, and whoever connects later or has no complete name by then is not " +
			"served and is closed with the port at the latest. Otherwise sign-up lasts 20 s from the opening of the port; if at " +
			"least two (players_min) are there by then, they play, and if not, one more period of 20 s follows (waits periods in all), " +
			"at the end of which the same holds. During that period as well it takes the sixth sign-up, not the second, " +
			"to start at once. If even then there are too few, the result is [[],[]] and nobody is called.",
	},
	{
		ID: "BG-86", Marks: marksC, Tasks: tasksServer,
		Text: "Who has signed up and then hangs up keeps its seat until the first call to it fails.",
	},
	{
		ID: "BG-87", Marks: marksC, Tasks: tasksServer,
		Text: "Unless exactly as many players have signed up as the given Game has, nothing is played: the result is [[],[]], and nobody " +
			"is called.",
	},
	{
		ID: "BG-90", Marks: marksC, Tasks: tasksLive,
		Text: "The server alone makes calls, of the form [METHOD,[ARGUMENT]], and the client answers each with a single JSON value. At any " +
			"time at most one call is open over all clients. Values need no separator beyond what JSON and white space provide.",
	},
	{
		ID: "BG-91", Marks: marksC, Option: "call_ms", Tasks: tasksLive,
		Text: "From the start of sending a call 4 s may pass until its reply is complete. A reply is complete with its last character; " +
			"only a number is so with the first character that can no longer belong to it.",
	},
	{
		ID: "BG-92", Marks: marksC, Option: "first_reply", Tasks: tasksLive,
		Text: "The reply to setup and to win is \"void\", to request-pebble-or-trades false or Exchanges, to request-cards an array of " +
			"Card; JSON of any other shape eliminates. With the value lenient every JSON value but an array stands for false in reply to " +
			"request-pebble-or-trades, and an array that is no Exchanges still eliminates; tasks move and play are not affected.",
	},
	{
		ID: "BG-93", Marks: marksC, Tasks: tasksLive,
		Text: "How a value is written makes no difference: it may arrive in pieces, after up to 5000 blanks, with white space wherever " +
			"JSON permits some and with any escapes. Only the value and the time of its completion count.",
	},
	{
		ID: "BG-94", Marks: marksH, Tasks: tasksServer,
		Text: "A value that came without a call is not lost: it answers the next call of that client. Nothing is judged by " +
			"whether it is still used after the client has closed the connection.",
	},
	{
		ID: "BG-95", Marks: marksH, Tasks: tasksLive,
		Text: "A reply that has more than 1 MiB, leading blanks counted, or is nested more than 64 deep, eliminates with the fault " +
			"too_long; a name like that is a bad one (BG-81). Nobody has to read further ahead of a call than this.",
	},
	{
		ID: "BG-96", Marks: marksC, Tasks: tasksServer,
		Text: "After an elimination nothing more goes out on that connection. The server may close it right away or leave it open until " +
			"the game ends.",
	},
	{
		ID: "BG-97", Marks: marksC, Tasks: tasksServer,
		Text: "All connections are closed by the server once the last win call is answered, or at once if there is no player to tell.",
	},
}

// codes lists the kinds of illegal requests in the order in which they are
// checked: the first one that applies is the code of a request.
var codes = []game.Code{
	{
		Name: "game_over", Clause: "BG-44",
		When: "the game is over, so no request is accepted any more",
	},
	{
		Name: "wrong_phase", Clause: "BG-12",
		When: "cards are asked for while a pebble or exchanges are due, or a pebble or exchanges while cards are due",
	},
	{
		Name: "bank_empty", Clause: "BG-16",
		When: "a pebble is asked for, but the bank has none",
	},
	{
		Name: "colour_gone", Clause: "BG-15",
		When: "a draw of a colour is recorded that the bank, which has other pebbles, lacks",
	},
	{
		Name: "too_many_exchanges", Clause: "BG-20",
		When: "the list has more exchanges than the option max_exchanges allows",
	},
	{
		Name: "unknown_equation", Clause: "BG-18",
		When: "an exchange of the list is none of the game's equations, in neither direction",
	},
	{
		Name: "wallet_short", Clause: "BG-19",
		When: "when an exchange is due, the wallet does not hold the pebbles it gives away",
	},
	{
		Name: "bank_short", Clause: "BG-19",
		When: "when an exchange is due, the bank does not hold the pebbles it pays out",
	},
	{
		Name: "card_not_visible", Clause: "BG-30",
		When: "a card is not on display, or not any more because it was bought before",
	},
	{
		Name: "wallet_cannot_buy", Clause: "BG-27",
		When: "when a card is due, the wallet does not hold the five pebbles it costs",
	},
}
