package ubongo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// How the actors of a live case play.
const (
	policySolver = "solver"
	policyIdle   = "idle"
)

// describeCast describes the actors and guests of a live game.
func (f *forms) describeCast(b *value.Book) {
	f.cast = &guest.Cast{
		Policies: []string{policySolver, guest.Random, policyIdle},
		// With the milliseconds that it takes, up to timeMax.
		Policy: guest.Matching(`"solver", "random", "idle" or "solver:MS"`,
			"^(solver|random|idle|solver:(0|[1-9][0-9]{0,5}|[12][0-9]{6}|3[0-5][0-9]{5}|3600000))$"),
		Methods: []string{callSetup, callTakeTurn, callResult}, Cheats: cheatNames(), Max: playersMax + 2,
		Plays: "A solver solves every task and tells the time that is given, or any; a random client solves some tasks, an idle one none. " +
			"Any solution will do.",
		Cheating: "whose first claim in each run of the hourglass is wrong with this code; or whose first ten are (ten_wrong), or the first one " +
			"after 20 s, behind which it tells 0 ms (early_again)",
		Clause: "UO-74", Order: "UO-84", Amount: "UO-84", Faults: "UO-84",
	}
	f.cast.Define(b)
}

// cheatNames are what a client can do wrong on purpose with its claims. That a solution
// of the right pieces leaves a gap and nothing else cannot be.
func cheatNames() []string {
	return []string{
		string(pieceNotInTask), string(pieceTwice), string(pieceMissing), string(wrongShape), string(tooHigh), string(outsideOutline),
		string(overhang), string(overlap), string(tooLate), string(toldEarly), earlyAgain, tenWrong,
	}
}

// What a client can do wrong on purpose with several claims in a run of the hourglass.
const (
	earlyAgain = "early_again" // claims wrongly after a while, then tells 0 ms when it is asked again
	tenWrong   = "ten_wrong"   // claims wrongly as often as it is asked, and rightly once it is asked too often
)

const (
	// actorThinksMin is the earliest that an actor tells by chance, in ms: by far later
	// than it really replies, also where times are scaled down.
	actorThinksMin = 10_000
	// earlyMs is how long an actor thinks that then tells 0 ms, at once or when it is asked again.
	earlyMs = 20_000
)

// performer makes the player of an actor. It plays by the rules, also where the referee
// reads them wrongly.
func (r *rules) performer(a guest.Actor, name string) *livePlayer {
	p := &livePlayer{
		kind: a.Policy, thinks: noTime, thinksMin: actorThinksMin, dec: newDecoder(r), role: guest.Role{Actor: a},
		maker: &maker{rules: r.right, Draw: game.NewDraw(guest.ChanceOf(name), 0), solver: newSolver(r.right.ways)},
	}
	if ms, is := strings.CutPrefix(a.Policy, policySolver+":"); is {
		p.kind = policySolver
		p.thinks, _ = strconv.Atoi(ms) // it has been read before
	}
	return p
}

// spoil makes placements from a solution that are wrong with a code, false where nothing
// is found.
func (r *rules) spoil(p problem, list []placement, want code) ([]placement, bool) {
	is := func(list []placement) bool { return r.judge(p, list).code == want }
	// Upside down all is filled as before, so that only the shapes of pieces can be wrong.
	tries := [][]placement{list[1:], append(slices.Clone(list), list[0]), upsideDown(list)}
	for k := range pieceIndex(pieceKinds) {
		tries = append(tries, replaced(list, 0, placement{k, list[0].cells}))
	}
	for i := range list {
		tries = append(tries, replaced(list, i, placement{list[i].piece, list[i].cells[1:]}))
	}
	for _, try := range tries {
		if is(try) {
			return try, true
		}
	}
	for i := range list {
		for _, way := range r.ways.orientations[list[i].piece] {
			for _, at := range p.footprint {
				for layer := range int8(layers) {
					one := placement{list[i].piece, slices.Clone(way.cells)}
					shift(&one, at.row, at.col, layer)
					if try := replaced(list, i, one); is(try) {
						return try, true
					}
				}
			}
		}
	}
	return nil, false
}

// upsideDown is the mirror image of a list in which the layers change places.
func upsideDown(list []placement) []placement {
	list = slices.Clone(list)
	for i := range list {
		list[i].cells = slices.Clone(list[i].cells)
		for j := range list[i].cells {
			list[i].cells[j].layer = layers - 1 - list[i].cells[j].layer
		}
	}
	return list
}

// replaced is a list with another placement at a place.
func replaced(list []placement, i int, p placement) []placement {
	list = slices.Clone(list)
	list[i] = p
	return list
}

// judgment judges what others may reply to this call in the place of a player's own reply:
// any solution is as good as another, and of one who cheats any claim that is as wrong.
func (p *livePlayer) judgment(s *seen, own *turnClaim) func(jsontext.Value) *game.Breach {
	seen, claim, r := *s, *own, p.maker.rules
	seen.task.footprint = slices.Clone(s.task.footprint) // the decoder goes on with its own
	mayPass := p.kind == guest.Random && claim.cheat == ""
	return func(reply jsontext.Value) *game.Breach {
		q, claims, err := newDecoder(r).reply(callTakeTurn, reply)
		if err != nil {
			return &game.Breach{Why: string(game.WrongShape), Clause: "UO-94", Message: err.Message}
		}
		switch {
		case !claims && (mayPass || !claim.made):
			return nil
		case !claims:
			return unlike("no_claim", "expected a claim, which this actor makes in every task")
		case !claim.made && p.kind == policyIdle:
			return unlike("claim", "expected false, since this actor never solves anything")
		}
		return p.judgeClaim(&seen, &claim, &q)
	}
}

// judgeClaim judges a claim in the place of a player's own.
func (p *livePlayer) judgeClaim(s *seen, own *turnClaim, q *request) *game.Breach {
	r := p.maker.rules
	f := r.judge(s.task, q.placements)
	late := !s.place.playoff && q.timeMs > r.content.hourglass
	if own.cheat != "" {
		wrong := f.code != legal
		switch own.cheat {
		case string(tooLate):
			wrong = late
		case string(toldEarly):
			wrong = q.timeMs == 0
		}
		if !wrong {
			return unlike(guest.CheatWord, "the first claim of a run of the hourglass is not wrong, but this actor cheats with "+own.cheat)
		}
		return nil
	}
	switch {
	case f.code != legal:
		return &game.Breach{Why: string(f.code), Clause: r.clauseOf(f.code), Message: r.explainFault(s.task, q.placements, f)}
	case p.thinks != noTime && q.timeMs != own.timeMs:
		return unlike("time", fmt.Sprintf("it tells %d ms, expected %d", q.timeMs, own.timeMs))
	case p.thinks == noTime && late:
		return &game.Breach{
			Why: string(tooLate), Clause: r.clauseOf(tooLate),
			Message: fmt.Sprintf("it tells %d ms, but the hourglass runs for %d ms", q.timeMs, r.content.hourglass),
		}
	}
	return nil
}

// unlike tells of a client that does not do as its actor does (UO-74).
func unlike(why, message string) *game.Breach {
	return &game.Breach{Why: why, Clause: "UO-74", Message: message}
}
