package ubar

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/stages"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A happening is an event as observers see it. Which of its parts count depends
// on its kind.
type happening struct {
	kind     happeningKind
	player   string
	names    []string // at the start the players, at the end the winners
	dropouts []string
	state    *state
	ok, won  bool
	round    int
	phase    phase
	tile     tile
	place    pos
	time     int
	goods    goods // held after a draft, or sold
	coins    int
	why      string // a code or a failure
	result   *resultText
}

// A happeningKind is the kind of an event.
type happeningKind uint8

const (
	startHappens happeningKind = iota
	setupHappens
	turnHappens
	draftHappens
	saleHappens
	roundHappens
	dropHappens
	overHappens
	resultHappens
	endHappens
)

// describeLive describes the values of live play.
func (f *forms) describeLive(b *value.Book) {
	name := value.PlayerName()
	names := value.List("an array of names", "", name, value.Size{Max: playersMax, Set: true})
	f.outcome = value.Define(b, "server-answer", "Answer of a server", "The names of the winners and of the drop-outs, both sorted (UB-73).",
		value.List("an array of winners and drop-outs", "", names, value.Size{Min: 2, Max: 2}))
	f.void = value.Define(b, "void", "Void",
		"A reply without content: players send it when they receive the game (UB-06) and the result (UB-73).", value.Constant[struct{}]("void"))

	player := value.Key("player", name, func(h *happening) *string { return &h.player })
	ok := value.Key("ok", value.Bool(), func(h *happening) *bool { return &h.ok })
	round := value.Key("round", roundForm(), func(h *happening) *int { return &h.round })
	shown := value.Key("state", f.shown, func(h *happening) *state { return h.state })
	events := value.Kinds[happening]{
		Member: "event",
		Is:     func(h *happening, kind int) bool { return int(h.kind) == kind },
		Set: func(h *happening, kind int) {
			*h = happening{kind: happeningKind(kind), state: new(state), result: new(resultText)}
		},
	}
	happens := events.Add
	happens("start", "The game before the first call, and who sits where (UB-06).",
		value.Key("players", names, func(h *happening) *[]string { return &h.names }), shown)
	happens("setup", "A player received the game, or failed in this call (UB-06).", player, ok)
	happens("turn", "A turn begins (UB-10, UB-64).", player, round,
		value.Key("phase", phaseForm(), func(h *happening) *phase { return &h.phase }))
	happens("draft", "A player drafted a tile: the space of its marker and its goods afterwards (UB-20, UB-12).", player,
		value.Key("tile", f.tile, func(h *happening) *tile { return &h.tile }),
		value.Key("place", f.pos, func(h *happening) *pos { return &h.place }),
		value.Key("time", spaceForm(""), func(h *happening) *int { return &h.time }),
		value.Key("hold", f.goods, func(h *happening) *goods { return &h.goods }))
	happens("sell", "A player sold goods, or none (UB-62, UB-63).", player,
		value.Key("goods", f.someGoods, func(h *happening) *goods { return &h.goods }),
		value.Key("coins", value.Natural("coins", ""), func(h *happening) *int { return &h.coins }))
	happens("round", "A new round begins (UB-67, UB-68).", round, shown)
	happens("drop", "A player is out because of a fault or an illegal request.", player,
		value.Key("why", value.String("a word"), func(h *happening) *string { return &h.why }))
	happens("over", "The game is over (UB-72).", value.Key("result", f.result, func(h *happening) *resultText { return h.result }))
	happens("result", "A player received the result (UB-73).", player,
		value.Key("won", value.Bool(), func(h *happening) *bool { return &h.won }), ok)
	happens("end", "The outcome: winners and drop-outs, both sorted (UB-73).",
		value.Key("winners", names, func(h *happening) *[]string { return &h.names }),
		value.Key("dropouts", names, func(h *happening) *[]string { return &h.dropouts }))
	f.event = value.Define(b, "event", "Event", "An event as the referee's observers see it: one object for each thing that happens (UB-20, UB-62).",
		events.Union("an event"))
}

// tell notes an event.
func (f *referee) tell(h happening) {
	f.told = h
	f.Note(described().event.Append(nil, &f.told))
}

// tellCall tells how a call before or after the turns went.
func (f *referee) tellCall(seat int, ok bool) {
	switch f.Stage {
	case stages.Showing:
		f.tell(happening{kind: setupHappens, player: f.Names[seat], ok: ok})
	case stages.Telling:
		f.tell(happening{kind: resultHappens, player: f.Names[seat], won: slices.Contains(f.won, seat), ok: ok})
	}
}

// tellRound tells of a new round, before its first turn.
func (f *referee) tellRound() {
	if f.round > 0 && f.round != f.state.round {
		f.tell(happening{kind: roundHappens, round: f.state.round, state: f.state})
	}
	f.round = f.state.round
}
