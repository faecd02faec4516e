package bazar

// beginRound does all that happens by itself before the first player of a round
// acts (3.2). Before is what the richest had before the payout, which has no say
// (BZ-20), though a misreading heeds it.
func (r *rules) beginRound(s *state, before int) {
	s.round++
	s.turn = 0
	s.phase = placing
	r.reorder(s)
	r.enter(s)
	s.event = noEvent
	if s.round == 1 {
		return // BZ-15
	}
	if card, normal, ok := r.nextEvent(s, s.richest()); ok { // BZ-20
		r.reveal(s, card, normal)
	}
}

// endRound pays, and then ends the game or begins the next round (BZ-66, BZ-70
// to BZ-72).
func (r *rules) endRound(s *state) {
	before := s.richest()
	r.payOut(s) // BZ-66
	if r.ends(s) {
		s.phase = over
		return
	}
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

// richest is the most coins that somebody has.
func (s *state) richest() int {
	most := 0
	for i := range s.players {
		most = max(most, s.players[i].coins)
	}
	return most
}
