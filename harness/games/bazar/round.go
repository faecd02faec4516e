package bazar

import (
	"cmp"
	"slices"
)

// handSize is how many tiles a guild holds as long as its pile lasts (BZ-04).
const handSize = 3

// goal is how many coins end the game (BZ-70).
const goal = 75

// setup makes the first state: the start phase, with nothing on the board
// (BZ-03 to BZ-08).
func (r *rules) setup(players []player, order []int, pile []event) *state {
	s := &state{phase: starting, players: players, order: order, pile: pile}
	s.inPlay, s.event = fromStart, noEvent
	first := handSize
	if r.wrong.fourInHand {
		first++
	}
	for i := range players {
		p := &players[i]
		p.coins = r.startCoins
		p.hand, p.pile = slices.Clone(p.pile[:first]), p.pile[first:]
	}
	return s
}

// beginRound does all that happens by itself before the first player of a round
// acts (3.2).
func (r *rules) beginRound(s *state) {
	s.round++
	s.turn = 0
	s.phase = placing
	r.reorder(s)
	r.enter(s)
	s.event = noEvent // BZ-21
	if s.round == 1 && !r.wrong.eventAtOnce {
		return // BZ-15
	}
	if card, normal, ok := r.nextEvent(s); ok {
		s.event = card
		s.played = append(s.played, card)
		if normal {
			s.pile = s.pile[1:]
		}
	}
}

// reorder makes the order of the round (BZ-10 to BZ-12).
func (r *rules) reorder(s *state) {
	if s.round == 1 && r.firstOrderSame && !r.wrong.tiesKept {
		// Ties keep the starting order if the one before it is its reverse.
		slices.Reverse(s.order)
	}
	r.arrange(s.order, func(seat int) int { return s.players[seat].coins })
}

// arrange brings those who stand in the order of the round before into the new
// one: the richest first (BZ-10), equals in the reverse of before (BZ-11).
func (r *rules) arrange(order []int, coins func(int) int) {
	if !r.wrong.tiesKept {
		slices.Reverse(order)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if r.wrong.poorestFirst {
			a, b = b, a
		}
		return cmp.Compare(coins(b), coins(a))
	})
}

// enter brings harem and market into play when it is time (BZ-13, BZ-14).
func (r *rules) enter(s *state) {
	late := 0
	if r.wrong.haremLate {
		late = 1
	}
	if s.round >= r.haremRound+late {
		s.inPlay = s.inPlay.with(harem)
	}
	if s.holds(market) == marketLimit {
		s.inPlay = s.inPlay.with(market)
	}
}

// nextEvent is the card of the round that begins, whether it comes from the
// pile, and whether there is one at all (BZ-16, BZ-19, BZ-22).
func (r *rules) nextEvent(s *state) (card event, normal, ok bool) {
	for c := range event(conditionals) {
		if !slices.Contains(s.played, c) && r.condition(s, c) {
			card, ok = c, true
			if !r.wrong.largestNumeral {
				return card, false, true
			}
		}
	}
	if ok {
		return card, false, true
	}
	if len(s.pile) > 0 {
		return s.pile[0], true, true
	}
	return noEvent, false, false
}

// How many cards must have been played before these two (BZ-18).
const (
	playedForFeast          = 5
	playedForReorganisation = 6
)

// condition tells whether the condition of a conditional card is met now
// (BZ-17, BZ-18, BZ-20).
func (r *rules) condition(s *state, card event) bool {
	n := len(s.played)
	if r.wrong.onlyNormalCount {
		for _, e := range s.played {
			if e < conditionals {
				n--
			}
		}
	}
	switch card {
	case bounty:
		least := r.bountyCoins
		if r.wrong.bountyNeedsMore {
			least++
		}
		return s.richest() >= least
	case feast:
		return n == playedForFeast || n > playedForFeast && !r.wrong.feastExactly
	default:
		return n >= playedForReorganisation
	}
}

// richest is the most coins that somebody has.
func (s *state) richest() int {
	most := 0
	for i := range s.players {
		most = max(most, s.players[i].coins)
	}
	return most
}

// reached tells whether somebody has the coins that end the game (BZ-70).
func (r *rules) reached(s *state) bool {
	if r.wrong.goalNeedsMore {
		return s.richest() > goal
	}
	return s.richest() >= goal
}

// endRound pays every owner, all at once, and then ends the game or begins the
// next round (BZ-66, BZ-70 to BZ-72).
func (r *rules) endRound(s *state) {
	var memory [guilds]guild
	income := r.income(&s.table, s.guildsInOrder(memory[:0]))
	for i := range s.players {
		s.players[i].coins += income[s.players[i].guild]
	}
	if r.ends(s) {
		s.phase = over
		return
	}
	r.beginRound(s)
}

// ends tells whether the game is over after a payout.
func (r *rules) ends(s *state) bool {
	cards := events
	if r.wrong.overAfterTen {
		cards--
	}
	if r.reached(s) || len(s.played) >= cards { // BZ-70, BZ-71
		return true
	}
	if !slices.ContainsFunc(s.players, func(p player) bool { return len(p.hand) > 0 }) { // BZ-72
		return true
	}
	if r.dryEnds { // BZ-22
		_, _, ok := r.nextEvent(s)
		return !ok
	}
	return false
}

// A standing is the place of a player in the ranking.
type standing struct {
	seat, coins, token, rank int
}

// standings ranks the players: by coins, then by token (BZ-73, BZ-74). They are
// given in seat order.
func (s *state) standings() []standing {
	list := make([]standing, len(s.players))
	for token, seat := range s.order {
		list[seat] = standing{seat: seat, coins: s.players[seat].coins, token: token + 1}
	}
	for i := range list {
		list[i].rank = 1
		for _, other := range list {
			if other.coins > list[i].coins || other.coins == list[i].coins && other.token < list[i].token {
				list[i].rank++
			}
		}
	}
	return list
}

// winner is the seat of the winner, or -1 if there is none (yet).
func (r *rules) winner(s *state, list []standing) int {
	if s.phase != over && !r.wrong.winnerEarly {
		return -1
	}
	first := slices.IndexFunc(list, func(p standing) bool { return p.rank == 1 })
	for _, p := range list {
		if r.wrong.tieNobody && p.seat != first && p.coins == list[first].coins {
			return -1
		}
	}
	return first
}
