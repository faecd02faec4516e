package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A happening is an event as observers see it. Which of its parts count depends
// on its kind.
type happening struct {
	kind       happeningKind
	player     string
	names      []string // at the start the players, at the end the winners
	dropouts   []string
	state      *stateText
	ok, won    bool
	round      int
	coins      int
	by         placedBy
	request    *requestText
	eliminated []merchant
	why        code // or a failure
	result     *resultText
}

// A happeningKind is the kind of an event.
type happeningKind uint8

const (
	startHappens happeningKind = iota
	setupHappens
	turnHappens
	placeHappens
	coinsHappen
	roundHappens
	dropHappens
	overHappens
	resultHappens
	endHappens
)

// placedBy tells who placed a tile: the player, or the referee for it.
type placedBy string

const (
	byPlayer  placedBy = "player"
	byReferee placedBy = "referee"
)

// describeLive describes the values of live play.
func (f *forms) describeLive(b *value.Book) {
	name := value.Define(b, "name", "Name", "The name of a player in a live game; each player has one guild (BZ-01).",
		value.PlayerName())
	names := value.List("an array of names", "", name, value.Size{Max: guilds, Set: true})
	f.outcome = value.Define(b, "server-answer", "Answer of a server", "The name of the winner, if any, and the names of the drop-outs, sorted (BZ-73).",
		value.List("an array of winners and drop-outs", "", names, value.Size{Min: 2, Max: 2}))
	f.void = value.Define(b, "void", "Void",
		"A reply without content: players send it when they receive the game (BZ-04) and the result (BZ-73).", value.Constant[struct{}]("void"))

	player := value.Key("player", name, func(h *happening) *string { return &h.player })
	ok := value.Key("ok", value.Bool(), func(h *happening) *bool { return &h.ok })
	state := value.Key("state", f.shown, func(h *happening) *stateText { return h.state })
	events := value.Kinds[happening]{
		Member: "event",
		Is:     func(h *happening, kind int) bool { return int(h.kind) == kind },
		Set: func(h *happening, kind int) {
			*h = happening{kind: happeningKind(kind), state: new(stateText), request: new(requestText), result: new(resultText)}
		},
	}
	happens := events.Add
	happens("start", "The game before the first call, and who sits where (BZ-04).",
		value.Key("players", names, func(h *happening) *[]string { return &h.names }), state)
	happens("setup", "A player received the game, or failed in this call (BZ-04).", player, ok)
	happens("turn", "A player's turn begins (BZ-23).", player,
		value.Key("round", value.Int("a round from 0 to 13", "", 0, roundsMax), func(h *happening) *int { return &h.round }))
	happens("place",
		"The player placed a tile, or the referee did for a player that is out. The tile eliminated these tiles, in this order (BZ-23, BZ-55).", player,
		value.Key("by", value.Name("player or referee", "", []placedBy{byPlayer, byReferee}), func(h *happening) *placedBy { return &h.by }),
		value.Key("request", f.request, func(h *happening) *requestText { return h.request }),
		value.Key("eliminated", value.List("an array of tiles", "", f.tile, value.Size{}), func(h *happening) *[]merchant { return &h.eliminated }))
	happens("coins", "A tax or the payout changed a player's coins (BZ-50, BZ-66).", player,
		value.Key("coins", value.Natural("coins", ""), func(h *happening) *int { return &h.coins }))
	happens("round", "A round begins (BZ-10), or the game is over (BZ-70).", state)
	var failures []code
	for _, why := range game.Failures {
		failures = append(failures, code(why))
	}
	happens("drop", "A player is out because of an illegal request or a fault (BZ-23).", player,
		value.Key("why", value.NameOr("a code or a fault", f.code, f.codes, failures), func(h *happening) *code { return &h.why }))
	happens("over", "The game is over: there are no more turns (BZ-70).",
		value.Key("result", f.result, func(h *happening) *resultText { return h.result }))
	happens("result", "A player received the result (BZ-73).", player,
		value.Key("won", value.Bool(), func(h *happening) *bool { return &h.won }), ok)
	happens("end", "The outcome, sorted (BZ-73).",
		value.Key("winners", names, func(h *happening) *[]string { return &h.names }),
		value.Key("dropouts", names, func(h *happening) *[]string { return &h.dropouts }))
	f.event = value.Define(b, "event", "Event", "An event as the referee's observers see it: one object for each thing that happens (BZ-23).",
		events.Union("an event"))
}
