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
	for i := range players {
		p := &players[i]
		p.coins = r.startCoins
		r.deal(p)
	}
	r.missetup(s)
	return s
}

// deal makes a first hand of the top of the pile (BZ-04).
func (r *rules) deal(p *player) {
	n := r.limits.hand
	hand, rest := p.pile[:n], p.pile[n:]
	if r.wrong.handFromBottom {
		n = len(p.pile) - n
		hand, rest = p.pile[n:], p.pile[:n]
	}
	p.hand = slices.Clone(hand)
	if r.wrong.handReversed {
		slices.Reverse(p.hand)
	}
	if !r.wrong.handStaysInPile {
		p.pile = rest
	}
}

// missetup does what wrong programs do to a first state as a whole.
func (r *rules) missetup(s *state) {
	if r.wrong.haremFromStart { // BZ-08
		s.inPlay = s.inPlay.with(harem)
	}
	if r.wrong.eventsReversed { // BZ-05
		s.pile = slices.Clone(s.pile)
		slices.Reverse(s.pile)
	}
	if r.wrong.seatsInOrder { // BZ-07
		seats := slices.Clone(s.players)
		for token, seat := range s.order {
			s.players[token] = seats[seat]
		}
		slices.Sort(s.order)
	}
}

// beginRound does all that happens by itself before the first player of a round
// acts (3.2). Given is what the richest had before the payout that has just been
// made, which has no say (BZ-20).
func (r *rules) beginRound(s *state, before int) {
	s.round++
	s.turn = 0
	s.phase = placing
	r.reorder(s)
	entered := s.inPlay
	r.enter(s)
	r.traceEntries(s, entered)
	r.traceCard(s, before)
	if !r.wrong.eventStays {
		s.event = noEvent // BZ-21
	}
	if s.round < r.limits.firstEvent {
		return // BZ-15
	}
	richest := s.richest()
	if r.wrong.conditionsBeforePayout {
		richest = before
	}
	if card, normal, ok := r.nextEvent(s, richest); ok {
		r.reveal(s, card, normal)
	}
}

// reveal puts a card in force (BZ-16, BZ-21).
func (r *rules) reveal(s *state, card event, normal bool) {
	s.event = card
	switch {
	case r.wrong.cardForgotten:
	case r.wrong.playedReversed:
		s.played = slices.Insert(s.played, 0, card)
	default:
		s.played = append(s.played, card)
	}
	switch {
	case !normal && !(r.wrong.pileShrinksAnyway && len(s.pile) > 0), r.wrong.cardStaysInPile:
	case r.wrong.eventFromBottom:
		s.pile = s.pile[:len(s.pile)-1]
	default:
		s.pile = s.pile[1:]
	}
}

// reorder makes the order of the round (BZ-10 to BZ-12).
func (r *rules) reorder(s *state) {
	if s.round == 1 && r.firstOrderSame && !r.wrong.tiesKept {
		// Ties keep the starting order if the one before it is its reverse.
		slices.Reverse(s.order)
	}
	r.arrangeTraced(s.trace, s.order, func(seat int) int { return s.players[seat].coins })
	if s.round == 1 {
		s.trace.Clause("BZ-12")
	}
}

// arrange brings those who stand in the order of the round before into the new
// one: the richest first (BZ-10), equals in the reverse of before (BZ-11).
func (r *rules) arrange(order []int, coins func(int) int) {
	switch {
	case r.wrong.orderStays:
		return
	case r.wrong.tiesBySeat:
		slices.Sort(order)
	case !r.wrong.tiesKept:
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
	if s.round >= r.haremRound {
		s.inPlay = s.inPlay.with(harem)
	}
	switch full := s.holds(market) >= r.limits.marketFull; {
	case !full && r.wrong.marketLeaves:
		s.inPlay &^= 1 << market
	case full && !r.wrong.marketStaysOut:
		if r.wrong.marketEntersEmpty && !s.inPlay.has(market) {
			for _, c := range cellsOf[market] {
				s.board[c] = 0
			}
		}
		s.inPlay = s.inPlay.with(market)
	}
}

// nextEvent is the card of the round that begins, whether it comes from the
// pile, and whether there is one at all (BZ-16, BZ-19, BZ-22).
func (r *rules) nextEvent(s *state, richest int) (card event, normal, ok bool) {
	pile := s.pile
	if r.wrong.eventFromBottom && len(pile) > 0 {
		pile = pile[len(pile)-1:]
	}
	if r.wrong.pileFirst && len(pile) > 0 {
		return pile[0], true, true
	}
	for c := range event(conditionals) {
		if (r.wrong.conditionalsAgain || !slices.Contains(s.played, c)) && r.condition(s, c, richest) {
			card, ok = c, true
			if !r.wrong.largestNumeral {
				return card, false, true
			}
		}
	}
	if ok {
		return card, false, true
	}
	if len(pile) > 0 {
		return pile[0], true, true
	}
	return noEvent, false, false
}

// condition tells whether the condition of a conditional card is met now, the
// richest having so many coins (BZ-17, BZ-18, BZ-20).
func (r *rules) condition(s *state, card event, richest int) bool {
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
		if r.wrong.bountyOfAll {
			richest = 0
			for i := range s.players {
				richest += s.players[i].coins
			}
		}
		return richest >= r.bountyCoins
	case feast:
		return n == r.limits.feast || n > r.limits.feast && !r.wrong.feastExactly
	default:
		return n >= r.limits.reorganisation
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
	if r.wrong.goalOfFirstOnly {
		return s.players[s.order[0]].coins >= r.limits.goal
	}
	return s.richest() >= r.limits.goal
}

// endRound pays, and then ends the game or begins the
// next round (BZ-66, BZ-70 to BZ-72).
func (r *rules) endRound(s *state) {
	before := s.richest()
	r.tracePayout(s)
	r.payOut(s)
	if r.ends(s) {
		s.phase = over
		r.traceEnd(s)
		if r.wrong.orderAtEnd { // BZ-73
			r.reorder(s)
		}
		return
	}
	r.traceEnd(s)
	r.beginRound(s, before)
}

// payOut pays every owner, all at once (BZ-66).
func (r *rules) payOut(s *state) {
	var memory [guilds]guild
	income := r.income(&s.table, s.guildsInOrder(memory[:0]))
	for i := range s.players {
		s.players[i].coins += income[s.players[i].guild]
	}
}

// ends tells whether the game is over after a payout.
func (r *rules) ends(s *state) bool {
	if r.reached(s) || len(s.played) >= r.limits.cards { // BZ-70, BZ-71
		return true
	}
	if !slices.ContainsFunc(s.players, func(p player) bool { return len(p.hand) > r.limits.lastTiles }) { // BZ-72
		return true
	}
	if r.dryEnds { // BZ-22
		_, _, ok := r.nextEvent(s, s.richest())
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
func (r *rules) standings(s *state) []standing {
	list := make([]standing, len(s.players))
	for token, seat := range s.order {
		list[seat] = standing{seat: seat, coins: s.players[seat].coins, token: token + 1}
	}
	for i := range list {
		list[i].rank = 1
		for _, other := range list {
			if other.coins > list[i].coins || other.coins == list[i].coins && r.ahead(&other, &list[i]) {
				list[i].rank++
			}
		}
	}
	return list
}

// ahead tells which of two with equal coins ranks first: the one with the lower
// token (BZ-74).
func (r *rules) ahead(a, b *standing) bool {
	switch {
	case r.wrong.ranksShared:
		return false
	case r.wrong.rankTiesBySeat:
		return a.seat < b.seat
	}
	return a.token < b.token
}

// winner is the seat of the winner (BZ-73), or -1 if there is none (yet).
func (r *rules) winner(s *state, list []standing) int {
	if s.phase != over && !r.wrong.winnerEarly {
		return -1
	}
	first, tied := 0, false
	for i := 1; i < len(list); i++ {
		best, p := &list[first], &list[i]
		switch {
		case p.coins > best.coins:
			first, tied = i, false
		case p.coins == best.coins:
			tied = true
			if (p.token < best.token) != r.wrong.tieToHighestToken {
				first = i
			}
		}
	}
	if tied && r.wrong.tieNobody {
		return -1
	}
	return first
}
