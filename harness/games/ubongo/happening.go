package ubongo

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A happening is an event as observers of a live game see it. Which of its parts count
// depends on its kind.
type happening struct {
	kind     happeningKind
	player   string
	state    *table
	ok       bool
	die      int
	glass    int
	timeMs   int
	gem      colour
	code     code
	round    int
	boards   []boardIndex
	why      game.Failure
	winner   string // "" if there is none
	dropouts []string
}

// A happeningKind is the kind of an event.
type happeningKind uint8

const (
	startHappens happeningKind = iota
	setupHappens
	rollHappens
	flipHappens
	claimHappens
	wrongHappens
	passHappens
	stopHappens
	roundHappens
	playoffHappens
	dropHappens
	resultHappens
	endHappens
)

// describeLive describes the values of live play.
func (f *forms) describeLive(b *value.Book) {
	f.chance = value.Define(b, "chance", "Chance", "The seed of a live game: it decides all dice and gems (UO-07, UO-46).",
		between("", 0, chanceMax))
	f.void = value.Define(b, "void", "Void", "The reply to a call that needs no answer (UO-66).", value.Constant[struct{}]("void"))
	f.ended = value.Define(b, "server-answer", "Answer of a server", "The names of the winners (UO-63) and of the drop-outs, both sorted.",
		value.List("an array of winners and drop-outs", "", f.names, value.Size{Min: 2, Max: 2}))

	player := value.Key("player", f.name, func(h *happening) *string { return &h.player })
	ok := value.Key("ok", value.Bool(), func(h *happening) *bool { return &h.ok })
	die := value.Key("die", f.die, func(h *happening) *int { return &h.die })
	timeMs := value.Key("time", f.time, func(h *happening) *int { return &h.timeMs })
	events := value.Kinds[happening]{
		Member: "event",
		Is:     func(h *happening, kind int) bool { return int(h.kind) == kind },
		Set: func(h *happening, kind int) {
			*h = happening{kind: happeningKind(kind), state: new(table)}
		},
	}
	happens := events.Add
	happens("start", "The game before the first call (UO-16).",
		value.Key("state", f.state, func(h *happening) *table { return h.state }))
	happens("setup", "A player received the start of the game, or failed in this call (UO-66).", player, ok)
	happens("roll", "The die is rolled (UO-17).", player, die)
	happens("flip", "The hourglass is turned for the first or the second time (UO-18, UO-26).", player,
		value.Key("glass", between("", 1, glassTurns), func(h *happening) *int { return &h.glass }))
	happens("claim", "A solution is accepted and a gem drawn; in the playoff no gem is drawn (UO-46, UO-62).", player, timeMs,
		value.Key("gem", f.colourOrNull(), func(h *happening) *colour { return &h.gem }))
	happens("wrong", "A solution is refused; the code says why (UO-29).", player, timeMs,
		value.Key("code", f.code, func(h *happening) *code { return &h.code }))
	happens("pass", "A player replies that it has no solution while the hourglass runs (UO-45).", player)
	happens("stop", "A player shouts stop (UO-23).", player, timeMs)
	happens("round", "A round has begun (UO-53).",
		value.Key("round", between("", 1, rounds), func(h *happening) *int { return &h.round }))
	happens("playoff", "The die of the playoff is rolled, and the tied players take boards (UO-58).", player, die,
		value.Key("boards", value.List("an array of boards", "", f.board, value.Size{Min: playersMin, Max: playersMax}),
			func(h *happening) *[]boardIndex { return &h.boards }))
	happens("drop", "A player is out; its gems go back into the bag (UO-05).", player,
		value.Key("why", value.Name("a fault", "", game.Failures), func(h *happening) *game.Failure { return &h.why }))
	happens("result", "A player received the outcome (UO-63).", player, ok)
	happens("end", "The outcome, with the name of the winner, if any (UO-56).",
		value.Key("winner", value.OrNull("a name or null", f.name, ""), func(h *happening) *string { return &h.winner }),
		value.Key("dropouts", f.names, func(h *happening) *[]string { return &h.dropouts }))
	f.event = value.Define(b, "event", "Event",
		"An event as the observers of a live game see it: one object for each thing that happens (UO-17, UO-20, UO-53).",
		events.Tagged("an event", "an event"))
	f.describeCalls(b)
}

// describeCalls describes the calls as they are sent, which no rules read.
func (f *forms) describeCalls(b *value.Book) {
	call := func(method, clause, says string, argument value.Type[struct{}]) value.Type[struct{}] {
		return value.TupleShape(clause, says, value.Constant[struct{}](method),
			value.TupleShape("", "The only argument.", argument).Expects("an array of one argument"))
	}
	view := value.Shape(f.view)
	value.Define(b, "call", "Call", "A call that the server sends to a client: the method and its argument (UO-19, UO-66).",
		value.OneOfForms("a call", "",
			call(callSetup, "UO-66", "The game at its start, as the player sees it (UO-66).", view),
			call(callTakeTurn, "UO-19", "The server asks for a solution (UO-19).", view),
			call(callResult, "UO-63", "The outcome of the game (UO-63).", value.Shape(f.result))))
}
