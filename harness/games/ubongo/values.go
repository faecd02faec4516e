package ubongo

import (
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// forms are the values of chapter 4: each is described once, and its schema file,
// decoder and encoder come of that.
type forms struct {
	book                 *value.Book
	codes                []code
	viewKeys, resultKeys []string

	colour     value.Type[colour]
	level      value.Type[int]
	board      value.Type[boardIndex]
	piece      value.Type[pieceIndex]
	die        value.Type[int]
	time       value.Type[int]
	index      value.Type[int]
	name       value.Type[string]
	names      value.Type[[]string]
	phase      value.Type[phase]
	gems       value.Type[gems]
	display    value.Type[gems]
	content    value.Type[content]
	box        *content // as the file has it
	boardTasks value.Type[[]boardTask]
	square     value.Type[square]
	footprint  value.Type[[]square]
	cell       value.Type[cell]
	placement  value.Type[placement]
	placements value.Type[[]placement]
	problem    value.Type[problemText]
	task       value.Type[problemText] // a footprint with pieces
	request    value.Type[request]
	solved     value.Type[solved]
	state      value.Type[table]
	view       value.Type[viewText]
	setup      value.Type[setup]
	rewards    value.Type[payout]
	solo       value.Type[runText]
	chance     value.Type[int]
	reply      value.Type[replyText]
	void       value.Type[struct{}]
	cast       *guest.Cast
	result     value.Type[resultText]
	code       value.Type[code]
	verdict    value.Type[verdictText]
	answers    value.Type[[]code]
	fault      value.Type[code]
	solutions  value.Type[solutionsText]
	gains      value.Type[gainsText]
	outcome    value.Type[outcomeText]
	ended      value.Type[[][]string]
	event      value.Type[happening]
	hint       value.Type[hintText]
	puzzle     value.Type[board]
}

// The values as they are written, where the engine has a form of its own.
type (
	problemText struct {
		board                              boardIndex
		die                                int
		footprint                          []square
		pieces                             []pieceIndex
		atBoard, atDie, atSquares, atPiece int // where they begin, 0 if they are not there
	}
	seatSeen struct {
		player
		left int // boards in the stack
	}
	viewText struct {
		table
		viewer int
		seats  []seatSeen
		inBag  int
		task   problemText // without a footprint there is none
	}
	runText struct {
		run
		variant                                         variant
		atVariant, atMinutes, atTasks, atBest, atEvents int // where they begin, 0 if they are not there
	}
	replyText struct {
		request
		claims bool
	}
	resultText struct {
		over    bool
		winner  int
		points  []int
		ranking [][]int
	}
	verdictText struct {
		code  code
		state *table
	}
	solutionsText struct {
		count int
		first []placement // nil if there is none
	}
	gainsText struct {
		gains        []gems
		points       []int
		display, bag gems
	}
	outcomeText struct {
		outcome
		variant variant
	}
	hintText struct {
		solutions int
		must      bool
		placement placement // without cells there is none
	}
)

// A variant is one of the two of a solo run.
type variant uint8

const (
	countVariant variant = iota
	timeVariant
)

var variantNames = []string{"count", "time"}

// The ranges of chapter 4.
const (
	timeMax       = 3_600_000 // ms
	rowMin        = -8        // of a placement, as of its columns
	rowMax        = 23
	layerMax      = 7
	cellsOfOneMax = 8
	placementsMax = 8
	stackMax      = rounds - 1 // of a State; a Setup has one more
	eventsMax     = 400
	// pointsMax are those of all gems, and paidMax those that one can win in a round.
	pointsMax = 136
	paidMax   = 7
	gemsMax   = 58
)

// described describes the values when they are first asked for.
var described = sync.OnceValue(describe)

func describe() *forms {
	b := value.NewBook("ubongo")
	f := &forms{book: b}
	f.describePieces(b)
	f.describePlacements(b)
	f.describeProblems(b)
	f.describeContent(b)
	f.box = f.readContent()
	f.describeGems(b)
	f.describeRequests(b)
	f.describeStates(b)
	f.describeRewards(b)
	f.describeSolo(b)
	f.describeAnswers(b)
	f.describeLive(b)
	f.describeCast(b)
	f.viewKeys, f.resultKeys = f.view.Keys(), f.result.Keys()
	return f
}

// tooMany refuses more elements than there may be.
func tooMany(clause, noun string, most int) func(n int) (clause, message string) {
	return func(n int) (string, string) {
		return clause, fmt.Sprintf("expected at most %d %s, found %d", most, noun, n)
	}
}

// notFrom refuses more elements than there may be, and fewer.
func notFrom(clause, noun string, least, most int) func(n int) (clause, message string) {
	return func(n int) (string, string) {
		return clause, fmt.Sprintf("expected %d to %d %s, found %d", least, most, noun, n)
	}
}

// between is an integer whose range says it all.
func between(clause string, least, most int) value.Type[int] {
	return value.Int(fmt.Sprintf("an integer from %d to %d", least, most), clause, least, most)
}

// describePieces describes what values consist of.
func (f *forms) describePieces(b *value.Book) {
	f.colour = value.Define(b, "colour", "Colour", "The colour of a gem (UO-05).",
		value.Word[colour](`one of "red", "blue", "green", "brown"`, "", colourNames[:]).Clause("UO-05").Expects("a colour"))
	f.level = value.Define(b, "level", "Level", "How difficult a board is, from the easiest to the hardest (UO-11).",
		value.Word[int](`a level: "green", "yellow", "orange" or "red"`, "", levelNames).Clause("UO-11").Expects("a level"))
	f.board = value.Define(b, "board", "Board", "The id of a board: the letter of its level and a number from 01 to 36 (UO-10).",
		value.Word[boardIndex](`the id of a board, "g01" to "r36"`, "", boardNames()).Clause("UO-10").Matching("^[gyor](0[1-9]|[12][0-9]|3[0-6])$"))
	f.piece = value.Define(b, "piece", "Piece", "The id of one of the eight pieces (UO-03).",
		value.Word[pieceIndex]("the id of a piece", "", pieceNames).Clause("UO-03"))
	f.die = value.Define(b, "die", "Number of the die", "What the die shows (UO-07).",
		value.Int("a number of the die, 1 to 6", "UO-07", 1, sides))
	f.time = value.Define(b, "time", "Time",
		"A time in ms since the hourglass was last turned, the die of the playoff was rolled, or the solo run began (UO-20, UO-60, UO-68).",
		value.Int("a time in ms, an integer from 0 to 3600000", "", 0, timeMax))
	f.index = value.Define(b, "index", "Player",
		"The seat of a player, counted from 0. The rules check that the game has that seat; this schema does not (UO-01).",
		value.Int("a player: an integer from 0 to 3", "UO-01", 0, playersMax-1))
	f.name = value.Define(b, "name", "Name", "The name of a player: 1 to 20 ASCII letters and digits (UO-01).",
		value.PlayerName())
	f.names = value.Define(b, "names", "Names", "Names of players, no two equal (UO-01).",
		value.List("an array of names", "", f.name, value.Size{Max: playersMax, Set: true}))
	f.phase = value.Define(b, "phase", "Phase", "What happens next in the game (UO-17, UO-18, UO-57).",
		value.Word[phase]("a phase", "", phaseNames))
}

// describeGems describes gems, of which the content tells how many there are.
func (f *forms) describeGems(b *value.Book) {
	var members []value.Member[gems]
	for k, name := range colourNames {
		members = append(members, value.Key(name, between("", 0, f.box.count[k]), func(g *gems) *int { return &g[k] }))
	}
	f.gems = value.Define(b, "gems", "Gems", "The number of gems of each colour, at most as many as the game has (UO-05).",
		value.Object("gems", "UO-05", members...))
	f.display = value.Define(b, "display", "Display", "The gems of the display: how many are in the blue row and in the brown row (UO-13, UO-48).",
		f.displayFrom(0))
}

// displayFrom are the gems of a display, of each colour at least so many.
func (f *forms) displayFrom(least int) value.Type[gems] {
	most := f.box.display
	return value.Object("a display", "UO-48",
		value.Key("blue", between("", least, most[blue]), func(g *gems) *int { return &g[blue] }),
		value.Key("brown", between("", least, most[brown]), func(g *gems) *int { return &g[brown] }))
}

func (f *forms) colourOrNull() value.Type[colour] {
	return value.OrNull("a colour or null", f.colour, noColour)
}

func playerOrNull() value.Type[int] {
	return value.IntOrNull("a player, an integer from 0 to 3, or null", "", 0, playersMax-1, nobody)
}

// describePlacements describes where pieces lie.
func (f *forms) describePlacements(b *value.Book) {
	wide := value.Range{Expected: "an integer from -8 to 23", Least: rowMin, Most: rowMax}
	f.cell = value.Define(b, "cell", "Cell", "A unit cube: row, column and layer (UO-35).",
		value.Ints("a cell [row, col, layer]", "", []value.Range{wide, wide, {Expected: "an integer from 0 to 7", Most: layerMax}},
			func(c *cell) (row, col, layer int) { return int(c.row), int(c.col), int(c.layer) },
			func(c *cell, row, col, layer int) { *c = cell{int8(row), int8(col), int8(layer)} }))
	f.placement = value.Define(b, "placement", "Placement",
		"Where a piece lies: the cells it fills, in any order. The rules check that they have its shape; this schema does not (UO-35).",
		value.Object("a placement", "",
			value.Key("piece", f.piece, func(p *placement) *pieceIndex { return &p.piece }),
			value.Key("cells", value.Counted("an array of cells", "", f.cell, value.Size{Min: 1, Max: cellsOfOneMax},
				notFrom("", "cells", 1, cellsOfOneMax)), func(p *placement) *[]cell { return &p.cells })))
	f.placements = value.Define(b, "placements", "Placements",
		"Where pieces lie, in any order. The rules check whether they solve a problem; this schema does not (UO-80).",
		value.Counted("an array of placements", "", f.placement, value.Size{Max: placementsMax}, tooMany("", "placements", placementsMax)))
}

// describeProblems describes what is to be filled with which pieces.
func (f *forms) describeProblems(b *value.Book) {
	side := value.Range{Expected: "an integer from 0 to 15", Most: squareMax}
	f.square = value.Define(b, "square", "Square", "A unit square of a footprint: row and column (UO-37).",
		value.Ints("a square [row, col]", "", []value.Range{side, side},
			func(s *square) (row, col, _ int) { return int(s.row), int(s.col), 0 },
			func(s *square, row, col, _ int) { *s = square{int8(row), int8(col)} }))
	f.footprint = value.Different("an array of squares", "", f.square, value.Size{Min: 1, Max: squaresMax},
		notFrom("", "squares", 1, squaresMax), func(s square) (clause, message string) {
			return "", fmt.Sprintf("expected different squares, found [%d,%d] again", s.row, s.col)
		})
	members := []value.Member[problemText]{
		value.Key("board", f.board, func(p *problemText) *boardIndex { return &p.board }).At(func(p *problemText) *int { return &p.atBoard }),
		value.Key("die", f.die, func(p *problemText) *int { return &p.die }).At(func(p *problemText) *int { return &p.atDie }),
		value.Key("footprint", f.footprint, func(p *problemText) *[]square { return &p.footprint }).
			At(func(p *problemText) *int { return &p.atSquares }),
		value.Key("pieces", piecesFrom(f.piece, 1), func(p *problemText) *[]pieceIndex { return &p.pieces }).
			At(func(p *problemText) *int { return &p.atPiece }),
	}
	form := func(expected, clause string, members []value.Member[problemText]) value.Type[problemText] {
		return value.Object(expected, clause, members...)
	}
	f.problem = value.Define(b, "problem", "Problem",
		"A footprint and the pieces that must fill it: those of a board and a number of the die (UO-08), or any others, in any order (UO-02).",
		value.Keyed("a problem",
			func(p *problemText) { *p = problemText{footprint: p.footprint[:0], pieces: p.pieces[:0]} }, members, checkProblem,
			value.Case[problemText]{
				Type: form("a problem", "", members[:2]).Says("The problem that a number of the die selects on a board (UO-08)."),
				Is:   func(p *problemText) bool { return len(p.footprint) == 0 },
			},
			value.Case[problemText]{
				Type: form("a problem", "", members[2:]).Says("A footprint, connected or not, with different pieces (UO-02)."),
				Is:   func(p *problemText) bool { return len(p.footprint) > 0 },
			}).Expects("a problem, a board with a number of the die or a footprint with pieces"))
	f.task = value.Define(b, "task", "Task", "A player's problem, with its footprint and its pieces in the order of the game data (UO-67).",
		form("a task", "UO-67", members[2:]))
}

// piecesFrom are different pieces, at least so many.
func piecesFrom(piece value.Type[pieceIndex], least int) value.Type[[]pieceIndex] {
	return value.Different("an array of pieces", "UO-02", piece, value.Size{Min: least, Max: pieceKinds},
		notFrom("", "pieces", least, pieceKinds), func(p pieceIndex) (clause, message string) {
			return "UO-02", fmt.Sprintf("expected different pieces, found %q again", p.name())
		})
}

// checkProblem: a problem has the keys of one of its forms.
func checkProblem(r *value.Reader, p *problemText, at int) {
	ofBoard, ofSquares := p.atBoard > 0 && p.atDie > 0, p.atSquares > 0 && p.atPiece > 0
	if ofBoard && p.atSquares == 0 && p.atPiece == 0 || ofSquares && p.atBoard == 0 && p.atDie == 0 {
		return
	}
	r.Fail(at, "", "expected a problem: a board with a number of the die, or a footprint with pieces")
}

// describeRequests describes what players decide.
func (f *forms) describeRequests(b *value.Book) {
	player := value.Key("player", f.index, func(q *request) *int { return &q.player })
	die := value.Key("die", f.die, func(q *request) *int { return &q.die })
	timeMs := value.Key("time", f.time, func(q *request) *int { return &q.timeMs })
	placements := value.Key("placements", f.placements, func(q *request) *[]placement { return &q.placements })
	gem := value.Key("gem", f.colourOrNull(), func(q *request) *colour { return &q.gem })
	boards := value.Key("boards", value.Counted("an array of boards", "", f.board, value.Size{Max: playersMax},
		tooMany("", "boards", playersMax)), func(q *request) *[]boardIndex { return &q.boards })
	form := func(kind requestType, says string, members ...value.Member[request]) value.Case[request] {
		word := requestTypes[kind]
		members = append([]value.Member[request]{value.Own("type", value.Constant[request](word)), player}, members...)
		return value.Case[request]{
			Type: value.Object("a request of type "+word, "", members...).Says(says),
			Is:   func(q *request) bool { return q.kind == kind },
			Set:  func(q *request) { *q = request{kind: kind, placements: q.placements[:0], boards: q.boards[:0]} },
		}
	}
	f.request = value.Define(b, "request", "Request",
		"One decision of one player; the type says which other keys there are (UO-17, UO-18, UO-20, UO-23, UO-58).",
		value.Tagged("a request", "type", "a type of a request", requestTypes,
			form(roll, "The die was rolled (UO-17).", die),
			form(flip, "The hourglass was turned (UO-18)."),
			form(claim, "A player shows a solution; with the gem drawn for it (UO-20, UO-46).", timeMs, placements, gem),
			form(stop, "A player shouts stop (UO-23).", timeMs),
			form(playoff, "The die of the playoff, and a board for each tied player (UO-58).", die, boards)))

	solution := value.Object("false or a solution with its time", "",
		value.Key("time", f.time, func(v *replyText) *int { return &v.timeMs }),
		value.Key("placements", f.placements, func(v *replyText) *[]placement { return &v.placements })).
		Says("A solution, shown so many ms after the hourglass was turned (UO-20).")
	f.reply = value.Define(b, "turn-reply", "Reply to take-turn",
		"A solution with the time when it is shown, or false for no solution (UO-20, UO-45).",
		value.OrFalse("false or a solution with its time", "", solution,
			func(v *replyText) bool { return v.claims },
			func(v *replyText, claims bool) {
				*v = replyText{claims: claims, request: request{kind: claim, gem: noColour}}
			}))
}

// describeStates describes a State, what a player sees of it, and a Setup.
func (f *forms) describeStates(b *value.Book) {
	f.solved = value.Define(b, "solved", "Accepted claim", "A solution accepted in this round, with the gem drawn for it (UO-20, UO-46).",
		value.Object("an accepted claim", "",
			value.Key("player", f.index, func(s *solved) *int { return &s.player }),
			value.Key("time", value.Int("a time in ms, an integer from 0 to 60000", "UO-22", 0, hourglassMs), func(s *solved) *int { return &s.timeMs }),
			value.Key("gem", f.colour, func(s *solved) *colour { return &s.gem })))
	stack := func(p *player) *[]boardIndex { return &p.stack }
	hidden := value.Key("stack", f.boards("UO-16", value.Size{Max: stackMax}, tooMany("", "boards", stackMax)), stack)
	before, behind := f.seatMembers()
	seat := value.Define(b, "seat", "Player of a State",
		"A player with its hidden boards, the top one first, its open board and its gems (UO-12, UO-16). "+
			"The rules check that the boards have the player's level and are on different cards; this schema does not (UO-10).",
		value.Object("a player", "", slices.Concat(before, []value.Member[player]{hidden}, behind)...))
	head, middle, tail := f.tableMembers()
	f.state = value.Define(b, "state", "State",
		"A whole game at one moment. The rules check that players, phase, boards and gems fit together; this schema does not (UO-10, UO-16, UO-48).",
		value.Object("a state", "", slices.Concat(
			head, []value.Member[table]{value.Key("players", seats(seat), func(t *table) *[]player { return &t.players })},
			middle, []value.Member[table]{value.Key("bag", f.gems, func(t *table) *gems { return &t.bag })}, tail)...))

	seen := value.Define(b, "seat-seen", "Player of a View", "A player as everybody sees it; of its stack, only the number of boards (UO-64).",
		f.seenWith(stackSeen()))
	f.view = value.Define(b, "view", "View",
		"What a player sees of a State: only the sizes of stacks and bag and, after the die is rolled, the player's own problem (UO-64, UO-65, UO-66, UO-67).",
		f.viewWith(seen, bagSeen()))

	dealt := f.boards("UO-12", value.Size{Min: rounds, Max: rounds}, func(n int) (clause, message string) {
		if n > rounds {
			return tooMany("", "boards", rounds)(n)
		}
		return "UO-12", fmt.Sprintf("expected exactly %d boards, found %d", rounds, n)
	})
	f.setup = value.Define(b, "setup", "Setup",
		"The start of a game: the players with their stacks of nine boards, the top one first, "+
			"and the two players who roll the die and turn the hourglass (UO-12, UO-14, UO-15). "+
			"The rules check that names and cards differ; this schema does not (UO-10).",
		value.Object("a setup", "",
			value.Key("players", seats(value.Object("a player of a setup", "",
				value.Key("name", f.name, func(p *player) *string { return &p.name }),
				value.Key("level", f.level, func(p *player) *int { return &p.level }),
				value.Key("stack", dealt, stack))), func(s *setup) *[]player { return &s.players }),
			value.Key("youngest", f.index, func(s *setup) *int { return &s.youngest }),
			value.Key("flipper", f.index, func(s *setup) *int { return &s.flipper })))
}

// boards is a stack.
func (f *forms) boards(clause string, size value.Size, refuse func(n int) (clause, message string)) value.Type[[]boardIndex] {
	return value.Counted("an array of boards", clause, f.board, size, refuse)
}

// seats is an array of players.
func seats[S any](seat value.Type[S]) value.Type[[]S] {
	return value.Counted("an array of players", "UO-01", seat, value.Size{Min: playersMin, Max: playersMax},
		notFrom("UO-01", "players", playersMin, playersMax))
}

// seatMembers are the keys of a player before its stack, and behind it.
func (f *forms) seatMembers() (head, tail []value.Member[player]) {
	head = []value.Member[player]{
		value.Key("name", f.name, func(p *player) *string { return &p.name }),
		value.Key("level", f.level, func(p *player) *int { return &p.level }),
	}
	tail = []value.Member[player]{
		value.Key("board", value.OrNull("the id of a board or null", f.board, noBoard), func(p *player) *boardIndex { return &p.board }),
		value.Key("gems", f.gems, func(p *player) *gems { return &p.gems }),
	}
	return head, tail
}

// tableMembers are the keys of a State before its players, then before its bag, and behind it.
func (f *forms) tableMembers() (head, middle, tail []value.Member[table]) {
	head = []value.Member[table]{
		value.Key("phase", f.phase, func(t *table) *phase { return &t.phase }),
		value.Key("round", value.Int("a round, 1 to 9", "UO-54", 1, rounds), func(t *table) *int { return &t.round }),
		value.Key("roller", f.index, func(t *table) *int { return &t.roller }),
		value.Key("flipper", f.index, func(t *table) *int { return &t.flipper }),
		value.Key("die", value.IntOrNull("a number of the die, 1 to 6, or null", "", 1, sides, 0), func(t *table) *int { return &t.die }),
		value.Key("glass", between("UO-18", 0, glassTurns), func(t *table) *int { return &t.glass }),
	}
	middle = []value.Member[table]{
		value.Key("solved", value.Counted("an array of accepted claims", "UO-21", f.solved, value.Size{Max: playersMax},
			tooMany("UO-21", "accepted claims", playersMax)), func(t *table) *[]solved { return &t.solved }),
		value.Key("out", value.Counted("an array of players", "UO-29", f.index, value.Size{Max: playersMax},
			tooMany("UO-29", "players", playersMax)), func(t *table) *[]int { return &t.out }),
		value.Key("display", f.display, func(t *table) *gems { return &t.display }),
	}
	return head, middle, []value.Member[table]{value.Key("winner", playerOrNull(), func(t *table) *int { return &t.winner })}
}

// stackSeen and bagSeen are what is seen of a stack and of the bag.
func stackSeen() value.Type[seatSeen] {
	return value.In(between("UO-64", 0, stackMax), func(s *seatSeen) *int { return &s.left })
}

func bagSeen() value.Type[viewText] {
	return value.In(between("UO-65", 0, gemsMax), func(v *viewText) *int { return &v.inBag })
}

// seenWith is a player of a View with a stack of some form.
func (f *forms) seenWith(stack value.Type[seatSeen]) value.Type[seatSeen] {
	in := func(s *seatSeen) *player { return &s.player }
	head, tail := f.seatMembers()
	return value.Object("a player", "",
		slices.Concat(value.Parts(in, head...), []value.Member[seatSeen]{value.Own("stack", stack)}, value.Parts(in, tail...))...)
}

// viewWith is a View with players and bag of some form.
func (f *forms) viewWith(seat value.Type[seatSeen], bag value.Type[viewText]) value.Type[viewText] {
	in := func(v *viewText) *table { return &v.table }
	head, middle, tail := f.tableMembers()
	task := value.Maybe("a task or null", "UO-67", f.task, func(p *problemText) bool { return len(p.footprint) == 0 })
	return value.Object("a view", "", slices.Concat(
		[]value.Member[viewText]{value.Key("player", f.index, func(v *viewText) *int { return &v.viewer })},
		value.Parts(in, head...),
		[]value.Member[viewText]{value.Key("players", seats(seat), func(v *viewText) *[]seatSeen { return &v.seats })},
		value.Parts(in, middle...),
		[]value.Member[viewText]{value.Own("bag", bag)},
		value.Parts(in, tail...),
		[]value.Member[viewText]{value.Key("task", task, func(v *viewText) *problemText { return &v.task })})...)
}

// describeRewards describes a round to pay out, and what is paid.
func (f *forms) describeRewards(b *value.Book) {
	f.rewards = value.Define(b, "rewards", "Rewards",
		"A round that is over: the finishing order, and the gem each player drew (UO-42, UO-47). "+
			"The rules check that the bag has these gems; this schema does not (UO-46).",
		value.Object("rewards", "",
			value.Key("players", value.Int("a number of players, 2 to 4", "UO-01", playersMin, playersMax), func(p *payout) *int { return &p.players }),
			value.Key("display", f.displayFrom(1), func(p *payout) *gems { return &p.display }),
			value.Key("bag", f.gems, func(p *payout) *gems { return &p.bag }),
			value.Key("order", value.Counted("an array of players", "UO-21", f.index, value.Size{Max: playersMax, Set: true},
				tooMany("", "elements", playersMax)), func(p *payout) *[]int { return &p.order }),
			value.Key("draws", value.Counted("an array of colours", "UO-46", f.colourOrNull(), value.Size{Max: playersMax},
				tooMany("", "elements", playersMax)), func(p *payout) *[]colour { return &p.draws })))
	size := value.Size{Min: playersMin, Max: playersMax}
	f.gains = value.Define(b, "rewards-answer", "Answer of rewards",
		"What each player wins in a round, and what is left in the display and the bag (UO-42, UO-48).",
		value.Object("gains", "",
			value.Key("gains", value.List("an array of gems", "", f.gems, size), func(g *gainsText) *[]gems { return &g.gains }),
			value.Key("points", value.List("an array of points", "UO-06", between("", 0, paidMax), size), func(g *gainsText) *[]int { return &g.points }),
			value.Key("display", f.display, func(g *gainsText) *gems { return &g.display }),
			value.Key("bag", f.gems, func(g *gainsText) *gems { return &g.bag })))
}

// describeSolo describes the log of a run, and its outcome.
func (f *forms) describeSolo(b *value.Book) {
	at := value.Key("at", f.time, func(e *event) *int { return &e.atMs })
	form := func(kind eventType, says string, members ...value.Member[event]) value.Case[event] {
		word := eventTypes[kind]
		members = append([]value.Member[event]{value.Own("type", value.Constant[event](word)), at}, members...)
		return value.Case[event]{
			Type: value.Object("an event of type "+word, "", members...).Says(says),
			Is:   func(e *event) bool { return e.kind == kind },
			Set:  func(e *event) { *e = event{kind: kind, placements: e.placements[:0]} },
		}
	}
	logged := value.Define(b, "event-solo", "Event of a solo run",
		"An event of a solo run: a board is turned up, a solution is shown, or a board is put aside (UO-70, UO-71, UO-72).",
		value.Tagged("an event", "type", "a type of an event", eventTypes,
			form(starts, "A board is turned up (UO-71).",
				value.Key("board", f.board, func(e *event) *boardIndex { return &e.board }),
				value.Key("die", f.die, func(e *event) *int { return &e.die })),
			form(solves, "A solution is shown, right or wrong (UO-72).",
				value.Key("placements", f.placements, func(e *event) *[]placement { return &e.placements })),
			form(putsAside, "The open board is put aside (UO-70).")))

	words := value.Word[variant](`"count" or "time"`, "", variantNames)
	amount := value.IntAmong("5, 10 or 20", "", amounts)
	wanted := func(p *runText) *int { return &p.wanted }
	minutes := value.Key("minutes", amount, wanted).At(func(p *runText) *int { return &p.atMinutes })
	tasks := value.Key("tasks", amount, wanted).At(func(p *runText) *int { return &p.atTasks })
	best := value.Key("best", value.IntOrNull("an integer from 0 to 3600000, or null", "UO-73", 0, bestMax, noBest),
		func(p *runText) *int { return &p.best }).At(func(p *runText) *int { return &p.atBest })
	events := value.Key("events", value.Counted("an array of events", "", logged, value.Size{Max: eventsMax}, tooMany("", "events", eventsMax)),
		func(p *runText) *[]event { return &p.events }).At(func(p *runText) *int { return &p.atEvents })
	run := func(v variant, says string, amount value.Member[runText]) value.Case[runText] {
		return value.Case[runText]{
			Type: value.Object("a solo run", "", value.Own("variant", value.Constant[runText](variantNames[v])), amount, best, events).Says(says),
			Is:   func(p *runText) bool { return p.variant == v },
		}
	}
	f.solo = value.Define(b, "solo", "Solo",
		"The log of a solo run, which ends after a number of minutes or of solved tasks (UO-68, UO-69). "+
			"The rules check that boards are opened and closed in turn; this schema does not (UO-71).",
		value.Keyed("a solo run", (*runText).clear, []value.Member[runText]{
			value.Key("variant", words, func(p *runText) *variant { return &p.variant }).At(func(p *runText) *int { return &p.atVariant }),
			minutes, tasks, best, events,
		}, checkRun,
			run(countVariant, "A run for a number of minutes: it counts the solved tasks (UO-68).", minutes),
			run(timeVariant, "A run for a number of tasks: it measures the time to solve them (UO-69).", tasks)))

	counted := func(clause string) value.Type[int] { return between(clause, 0, eventsMax) }
	f.outcome = value.Define(b, "solo-answer", "Answer of solo", "The outcome of a solo run; only what counts is included (UO-68, UO-69, UO-73).",
		value.Object("the outcome of a run", "",
			value.Key("variant", words, func(o *outcomeText) *variant { return &o.variant }),
			value.Key("solved", counted("UO-68"), func(o *outcomeText) *int { return &o.solved }),
			value.Key("aside", counted("UO-70"), func(o *outcomeText) *int { return &o.aside }),
			value.Key("wrong", counted("UO-72"), func(o *outcomeText) *int { return &o.wrong }),
			value.Key("time", value.IntOrNull("a time in ms, or null", "UO-69", 0, timeMax, noTime), func(o *outcomeText) *int { return &o.timeMs }),
			value.Key("finished", value.Bool(), func(o *outcomeText) *bool { return &o.finished }),
			value.Key("record", value.Bool().Clause("UO-73"), func(o *outcomeText) *bool { return &o.record })))
}

// clear makes a log empty, of which the memory stays.
func (p *runText) clear() { *p = runText{run: run{best: noBest, events: p.events[:0]}} }

// checkRun: a run has the keys of its variant.
func checkRun(r *value.Reader, p *runText, at int) {
	for _, one := range []struct {
		key    string
		at     int
		needed bool
	}{
		{"variant", p.atVariant, true},
		{"minutes", p.atMinutes, p.variant == countVariant},
		{"tasks", p.atTasks, p.variant == timeVariant},
		{"best", p.atBest, true},
		{"events", p.atEvents, true},
	} {
		switch has := one.at > 0; {
		case one.needed && !has:
			r.Fail(at, "", "missing key %q in a solo run", one.key)
		case has && !one.needed:
			r.Fail(one.at, "", "unknown key %q in a solo run of this variant", one.key)
		}
	}
}

// describeAnswers describes what the tasks answer besides.
func (f *forms) describeAnswers(b *value.Book) {
	for _, c := range codes {
		f.codes = append(f.codes, code(c.Name))
	}
	f.code = value.Define(b, "code", "Code",
		"The one reason why a request is illegal or a solution wrong (UO-17, UO-21, UO-32, UO-40, UO-57).", value.Name("a code", "", f.codes))
	isLegal := func(c *code) bool { return *c == legal }
	f.answers = value.Define(b, "play-answer", "Answer of play", "One element for each request: true if it was legal, else its code (UO-29).",
		value.List("an array of true or codes", "", value.Either("true or a code",
			value.Case[code]{Type: value.Literal[code](true), Is: isLegal, Set: func(c *code) { *c = legal }},
			value.Case[code]{Type: f.code, Is: func(c *code) bool { return !isLegal(c) }, Set: func(*code) {}}), value.Size{}))
	f.verdict = value.Define(b, "move-answer", "Answer of move", "Whether a request is legal: if so, the State after it, else the code (UO-17, UO-29).",
		value.Verdict(f.state, func(v *verdictText) *table { return v.state }, f.code, func(v *verdictText) *code { return &v.code }))
	wrong := value.Name("a code of a wrong solution", "",
		[]code{pieceNotInTask, pieceTwice, pieceMissing, wrongShape, tooHigh, outsideOutline, overhang, overlap, gap})
	judged := func(is bool, says string, more ...value.Member[code]) value.Case[code] {
		members := append([]value.Member[code]{value.Own("ok", value.Literal[code](is))}, more...)
		return value.Case[code]{
			Type: value.Object("a verdict on a solution", "", members...).Says(says),
			Is:   func(c *code) bool { return isLegal(c) == is },
			Set:  func(c *code) { *c = legal },
		}
	}
	f.fault = value.Define(b, "check-answer", "Answer of check",
		"Whether the placements solve a problem; if not, the code of the first mistake (UO-80, UO-32, UO-40).",
		value.Union("a verdict on a solution", "ok", []string{"true", "false"},
			judged(true, "A solution."),
			judged(false, "No solution, with the code of the first mistake.", value.Key("code", wrong, func(c *code) *code { return c }))))
	f.solutions = value.Define(b, "solve-answer", "Answer of solve",
		"The number of solutions of a problem, and the first one in canonical form (UO-82, UO-83).",
		value.Object("a count with a solution", "",
			value.Key("count", value.Natural("an integer from 0", "UO-83"), func(s *solutionsText) *int { return &s.count }),
			value.Key("first", value.Maybe("placements or null", "UO-82", f.placements, func(list *[]placement) bool { return *list == nil }),
				func(s *solutionsText) *[]placement { return &s.first })))
	group := value.List("an array of players", "", f.index, value.Size{Min: 1, Max: playersMax, Set: true})
	f.result = value.Define(b, "result", "Result", "The points and the ranking of a game and, once it is over, its winner (UO-55, UO-56, UO-63).",
		value.Object("a result", "",
			value.Key("over", value.Bool(), func(r *resultText) *bool { return &r.over }),
			value.Key("winner", playerOrNull(), func(r *resultText) *int { return &r.winner }),
			value.Key("points", value.List("an array of points", "UO-55", between("", 0, pointsMax),
				value.Size{Min: playersMin, Max: playersMax}), func(r *resultText) *[]int { return &r.points }),
			value.Key("ranking", value.List("an array of groups", "UO-63", group, value.Size{Min: 1, Max: playersMax}),
				func(r *resultText) *[][]int { return &r.ranking })))

	// What the solver tells and what is generated is no value of a task, and has no file.
	f.hint = value.Object("a hint", "",
		value.Key("solutions", value.Natural("an integer from 0", "UO-83"), func(h *hintText) *int { return &h.solutions }),
		value.Key("must", value.Bool(), func(h *hintText) *bool { return &h.must }),
		value.Key("placement", value.Maybe("a placement or null", "UO-82", f.placement, func(p *placement) bool { return len(p.cells) == 0 }),
			func(h *hintText) *placement { return &h.placement }))
	f.puzzle = value.Object("a new board", "",
		value.Key("level", f.level, func(p *board) *int { return &p.level }),
		value.Key("footprint", f.footprint, func(p *board) *[]square { return &p.footprint }),
		value.Key("tasks", f.boardTasks, func(p *board) *[]boardTask { return &p.tasks }))
}
